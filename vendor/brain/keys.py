"""Fact keys as the fold has them: find one by name, name one by number."""

import sqlite3

from .schema import lookup

CALLED = """
SELECT f.k, f.root FROM fact_key AS f JOIN text AS t ON t.n = f.name
WHERE f.lookup = :lookup AND t.body = :name
"""
NAME = "SELECT t.body FROM fact_key AS f JOIN text AS t ON t.n = f.name WHERE f.k = :k"


def find(db: sqlite3.Connection, name: str) -> tuple[int, int] | None:
    """The number of a key and that of the key it is folded into (itself, mostly)."""
    rows = db.execute(CALLED, {"lookup": lookup(name), "name": name}).fetchall()
    return (rows[0][0], rows[0][1]) if rows else None


def name(db: sqlite3.Connection, k: int) -> str:
    """The name of a key."""
    return str(db.execute(NAME, {"k": k}).fetchall()[0][0])
