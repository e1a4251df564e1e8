"""What became of the units that are not in their agent's history any more.

    expired      untouched for its agent's own age: kept, it exists only here
    unreached    many vanished at once: kept, and never taken out without a word from the person
    deleted      the history and its other units are there: rows and bytes go
    forgotten    was taken out by our own command, and is not asked about here (forgetting.py)

A history whose root is gone is not looked through at all: then everything is kept (sweep.py).
What was once out of reach stays so, however much is said beside it since, until it is there again.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from .stored import fetch

MANY = 3  # units that must vanish together, and be a third, to count as out of reach
DAY = 86_400_000  # milliseconds
PRESENT, EXPIRED, UNREACHED = 0, 1, 2  # `unit.expired`

UNITS = """
SELECT u.n, u.name, u.touched, s.n IS NOT NULL, s.started, u.expired
FROM unit AS u LEFT JOIN session AS s ON s.n = u.n WHERE u.agent = :agent
"""
COUNTS = """
SELECT count(*), coalesce(sum(u.expired = 2), 0) FROM unit AS u JOIN session AS s ON s.n = u.n
WHERE u.agent = :agent AND u.expired <> 1
"""
NOTED = "SELECT unreached FROM agent WHERE name = :agent"
MARK = "UPDATE unit SET expired = :state WHERE n = :n AND expired <> :state"


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit as the index has it. `held`: a session of it stands here; times in ms since 1970."""

    n: int
    name: str
    touched: int
    held: bool
    started: int | None
    state: int


@dataclass(frozen=True, slots=True)
class Vanished:
    """What became of the units: which are kept, and which go. `expired` are newly so."""

    back: tuple[Unit, ...] = ()
    expired: tuple[Unit, ...] = ()
    unreached: tuple[Unit, ...] = ()
    deleted: tuple[Unit, ...] = ()

    def states(self) -> list[dict[str, int]]:
        """The new states, for MARK."""
        found = ((self.back, PRESENT), (self.expired, EXPIRED), (self.unreached, UNREACHED))
        return [{"n": unit.n, "state": state} for units, state in found for unit in units]


def units_of(db: sqlite3.Connection, agent: str) -> list[Unit]:
    """All units of an agent."""
    return [
        Unit(n, name, touched, bool(held), started, state)
        for n, name, touched, held, started, state in fetch(db, UNITS, {"agent": agent})
    ]


def judge(
    units: Collection[Unit],
    present: Collection[str],
    *,
    expires_days: int | None,
    now: int,
    keep_expired: bool,
) -> Vanished:
    """What became of each of `units`, where `present` is all that the history has now."""
    missing = [unit for unit in units if unit.name not in present]
    held = [unit for unit in missing if unit.held]
    age = None if expires_days is None else expires_days * DAY
    before = [unit for unit in held if unit.state == EXPIRED]
    lately = [unit for unit in held if unit.state != EXPIRED]
    old = [unit for unit in lately if age is not None and now - unit.touched >= age]
    rest = [unit for unit in lately if age is None or now - unit.touched < age]
    young = [unit for unit in rest if unit.state == PRESENT]
    away = [unit for unit in rest if unit.state == UNREACHED]
    sessions = sum(unit.held for unit in units) - len(before) - len(old) - len(away)
    is_empty = not present and len(held) - len(before) >= MANY
    if is_empty or (len(young) >= MANY and 3 * len(young) >= sessions):
        young, away = [], [*away, *young]
    gone = [unit for unit in missing if not unit.held] + young
    if not keep_expired:
        gone, old = [*gone, *old, *before], []
    back = [unit for unit in units if unit.state != PRESENT and unit.name in present]
    return Vanished(tuple(back), tuple(old), tuple(away), tuple(gone))


def out_of_reach(db: sqlite3.Connection, agent: str, *, looked: bool = True) -> tuple[int, str]:
    """How many sessions of an agent are kept though they are not there, and a sentence on it.

    `looked`: whether this refresh has looked which are there; else none can have been lost since
    the last one noted that there are none, and they need not be counted.
    """
    if not looked and fetch(db, NOTED, {"agent": agent}) == [(0,)]:
        return 0, ""
    sessions, away = fetch(db, COUNTS, {"agent": agent})[0]
    return away, f"{away} of {sessions} sessions are not there; they are kept" if away else ""
