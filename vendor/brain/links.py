"""Folding links between rows and keys, and what an end of a link is."""

import sqlite3
from typing import Any

from . import keys
from .step import Step, add_row, target

INSERT_LINK = """
INSERT INTO link (n, relation, from_row, from_k, to_row, to_k)
VALUES (:n, :relation, :from_row, :from_k, :to_row, :to_k)
"""
REMOVE_LINK = """
UPDATE link SET removed = :seq WHERE removed IS NULL AND relation = :relation
AND from_row IS :from_row AND from_k IS :from_k AND to_row IS :to_row AND to_k IS :to_k
"""


def end_of(db: sqlite3.Connection, name: str) -> tuple[int | None, int | None]:
    """What one end of a link is: (row, None) or (None, key); (None, None) when it is neither."""
    row = target(db, name)
    if row is not None:
        return row[0], None
    key = keys.find(db, name)
    return None, key[0] if key else None


def _ends(step: Step) -> dict[str, Any]:
    from_row, from_k = end_of(step.db, step.words("from"))
    to_row, to_k = end_of(step.db, step.words("to"))
    ends = {"from_row": from_row, "from_k": from_k, "to_row": to_row, "to_k": to_k}
    return ends | {"relation": step.op["relation"]}


def link(step: Step) -> None:
    """`link`: an edge from one row or key to another."""
    step.db.execute(INSERT_LINK, _ends(step) | {"n": add_row(step, "link")})
    step.out.rows.append(step.id)


def unlink(step: Step) -> None:
    """`unlink`: the edge is no more; that it was there stays readable."""
    step.db.execute(REMOVE_LINK, _ends(step) | {"seq": step.entry.seq})
    step.out.rows.append(step.words("from"))
