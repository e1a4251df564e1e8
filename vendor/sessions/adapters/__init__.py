"""See vendor/__init__.py for the picture."""
