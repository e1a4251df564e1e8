"""What is held true, and why: packets, the log, and the tables folded from it."""
