"""Commands for a person at a terminal; each is a few lines over Memory."""
