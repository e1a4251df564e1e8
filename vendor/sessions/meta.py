"""What the index notes about itself: one text a name, in the table `meta`."""

import sqlite3

NOTE = "INSERT INTO meta VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value"
NOTED = "SELECT value FROM meta WHERE name = :name"


def note(db: sqlite3.Connection, name: str, value: str) -> None:
    """Note a text, inside a transaction of the caller."""
    db.execute(NOTE, {"name": name, "value": value}).close()


def noted(db: sqlite3.Connection, name: str) -> str:
    """The text under a name, "" for none."""
    found = db.execute(NOTED, {"name": name}).fetchall()
    return found[0][0] if found else ""
