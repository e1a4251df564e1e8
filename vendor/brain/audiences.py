"""Who may be shown a row: those who may see every source that it rests on.

Where a person shared its key (share.py), each of those, too, whom it was shared with: one alone is
enough. The sets stand in the table `audience`, and most rows are for `mine` alone and need none.
"""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from .packet import DEFAULT_AUDIENCE

MINE: Final = 0
# What is added to the number of a text where that audience alone is enough: a sign cannot tell
# it of `mine`, which has none.
ALONE: Final = 1 << 62
SHARED: Final = "shared"  # the relation of a link from a share to its key

# A row of the table `audience` without a text is the plain `mine`.
AUDIENCES = """
SELECT a, name, coalesce((SELECT body FROM text WHERE n = name % :alone), :mine)
FROM audience ORDER BY a
"""
INSERT_AUDIENCE = "INSERT INTO audience (a, name) VALUES (:a, :name)"


@dataclass(frozen=True, slots=True)
class Shown:
    """Who may be shown a row: those who may see all of `every`, and each of `alone`."""

    every: frozenset[str]
    alone: frozenset[str] = frozenset()

    def to(self, allowed: Collection[str]) -> bool:
        """Whether somebody who may see these audiences may be shown it."""
        return self.every <= set(allowed) or not self.alone.isdisjoint(allowed)

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in order."""
        return tuple(sorted(self.every | self.alone))


def audience_sets(db: sqlite3.Connection) -> dict[int, Shown]:
    """The sets of audiences that rows have, by number."""
    found: dict[int, tuple[set[str], set[str]]] = {}
    values = {"mine": DEFAULT_AUDIENCE, "alone": ALONE}
    for a, n, name in db.execute(AUDIENCES, values).fetchall():
        found.setdefault(a, (set(), set()))[n >= ALONE].add(name)
    return {a: Shown(frozenset(every), frozenset(alone)) for a, (every, alone) in found.items()}


def audience_set(
    db: sqlite3.Connection,
    every: Iterable[tuple[str, int]],
    alone: Iterable[tuple[str, int]] = (),
) -> int | None:
    """The number of a set of audiences, each a name and the number of its text.

    None for the plain `mine`, which most rows have.
    """
    numbers, enough = dict(every), dict(alone)
    wanted = Shown(frozenset(numbers), frozenset(enough))
    if wanted.every <= {DEFAULT_AUDIENCE} and wanted.alone <= {DEFAULT_AUDIENCE}:
        return None
    known = audience_sets(db)
    for a, members in known.items():
        if members == wanted:
            return a
    a = max(known, default=0) + 1
    texts = [_number(*each) for each in sorted(numbers.items())]
    texts += [_number(*each) + ALONE for each in sorted(enough.items())]
    db.executemany(INSERT_AUDIENCE, [{"a": a, "name": n} for n in texts])
    return a


def _number(name: str, text: int) -> int:
    return MINE if name == DEFAULT_AUDIENCE else text


ROWS = "SELECT n FROM claim WHERE k = :k UNION SELECT n FROM settlement WHERE k = :k ORDER BY 1"


def widen(db: sqlite3.Connection, k: int) -> None:
    """Work out anew who may be shown what stands under a key, after a share came or went."""
    alone = shared(db, k)
    for (n,) in db.execute(ROWS, {"k": k}).fetchall():
        _show(db, n, alone)


def widen_row(db: sqlite3.Connection, k: int, n: int) -> None:
    """Let a new claim or settlement of a key be shown to those whom the key is shared with."""
    alone = shared(db, k)
    if alone:
        _show(db, n, alone)


LIVE = """
SELECT t.body, a.name FROM link AS l JOIN brain_row AS r ON r.n = l.n
JOIN audience AS a ON a.a = r.audience JOIN text AS t ON t.n = a.name
WHERE l.to_row IS NULL AND l.to_k = :k AND l.relation = :relation AND l.removed IS NULL
ORDER BY l.n
"""
# Shares with `mine` alone have no number of a set.
LIVE_MINE = """
SELECT count(*) FROM link AS l JOIN brain_row AS r ON r.n = l.n
WHERE l.to_row IS NULL AND l.to_k = :k AND l.relation = :relation AND l.removed IS NULL
AND r.audience IS NULL
"""


def shared(db: sqlite3.Connection, k: int) -> list[tuple[str, int]]:
    """Whom a key is shared with now: audiences, each with the number of its text."""
    values = {"k": k, "relation": SHARED}
    found = [(name, n) for name, n in db.execute(LIVE, values).fetchall() if name]
    if db.execute(LIVE_MINE, values).fetchall()[0][0]:
        found.append(("mine", MINE))
    return found


SOURCES = """
SELECT coalesce(a.body, 'mine'), coalesce(s.audience, :mine) FROM citation AS c
JOIN source AS s ON s.n = c.source LEFT JOIN text AS a ON a.n = s.audience WHERE c.row = :n
ORDER BY c.no
"""
SET_AUDIENCE = "UPDATE brain_row SET audience = :audience WHERE n = :n"


def _show(db: sqlite3.Connection, n: int, alone: list[tuple[str, int]]) -> None:
    own = db.execute(SOURCES, {"n": n, "mine": MINE}).fetchall() or [("mine", MINE)]
    audience = audience_set(db, own, alone)
    db.execute(SET_AUDIENCE, {"n": n, "audience": audience})


OF_REVISIONS = """
SELECT coalesce(a.body, 'mine'), coalesce(s.audience, :mine) FROM revision AS v
JOIN citation AS c ON c.row = v.n JOIN source AS s ON s.n = c.source
LEFT JOIN text AS a ON a.n = s.audience WHERE v.record = :n ORDER BY v.no, c.no
"""


def narrow(db: sqlite3.Connection, record: int) -> None:
    """Show a record to those alone who may see the sources of all its revisions."""
    every = db.execute(OF_REVISIONS, {"n": record, "mine": MINE}).fetchall()
    db.execute(SET_AUDIENCE, {"n": record, "audience": audience_set(db, every)})
