"""What was said, in any agent: adapters, and the full-text index over them."""
