"""Rules on strings, shared by all: pure functions, no files, no clock."""
