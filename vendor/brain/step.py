"""One operation on its way into the fold: where it stands, its words, and what it did.

Shared by the files that fold (sources.py, records.py, claims.py, settling.py, links.py); fold.py
makes a Step per operation and calls the right one.
"""

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from .log import NOTHING, Entry, Text


@dataclass(slots=True)
class Folded:
    """What one packet did.

    rows: for each operation the id of the row, or the key, that it is about.
    known: ids among them that were there before, from the same message.
    opened: keys that became disputed.
    new_keys: keys used for the first time.
    touched: numbers of the facts to work out again.
    """

    rows: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    new_keys: list[str] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of an entry of the log, about to be folded; `id` is that of its row.

    gone: ids of rows that the log orders forgotten.
    """

    db: sqlite3.Connection
    entry: Entry
    number: int
    op: Mapping[str, Any]
    out: Folded
    id: str
    gone: Collection[str] = ()

    def text(self, name: str) -> int | None:
        """The number of the text in a field."""
        found: Text = self.op.get(name, NOTHING)
        return found.n

    def words(self, name: str, otherwise: str = "") -> str:
        """The words in a field."""
        found: Text = self.op.get(name, NOTHING)
        return otherwise if found.words is None else found.words


INSERT_ROW = """
INSERT INTO brain_row (id, kind, packet, op, audience, same_as)
VALUES (:id, :kind, :packet, :op, :audience, :same_as)
"""


def add_row(
    step: Step, kind: str, *, audience: int | None = None, same_as: int | None = None
) -> int:
    """Give the operation its row; returns the row's number."""
    values = {
        "id": step.id,
        "kind": kind,
        "packet": step.entry.seq,
        "op": step.number,
        "audience": audience,
        "same_as": same_as,
    }
    n = step.db.execute(INSERT_ROW, values).lastrowid
    assert n is not None
    return n


ROW = "SELECT kind, id FROM brain_row WHERE n = :n"


def already_known(step: Step, n: int) -> None:
    """The same thing from the same message: nothing new, but the new id finds it, too."""
    kind, ident = step.db.execute(ROW, {"n": n}).fetchall()[0]
    add_row(step, kind, same_as=n)
    step.out.rows.append(ident)
    step.out.known.append(ident)


TARGET = """
SELECT t.n, t.kind, t.withdrawn IS NOT NULL
FROM brain_row AS r JOIN brain_row AS t ON t.n = coalesce(r.same_as, r.n) WHERE r.id = :id
"""


def target(db: sqlite3.Connection, ident: str) -> tuple[int, str, bool] | None:
    """The row with this id: number, kind, whether it was withdrawn."""
    rows = db.execute(TARGET, {"id": ident}).fetchall()
    return (rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None
