"""Bring the stored places of one session to those of a reading, compared by name.

A message stands in places: one in each session that has it. One of them is its row, the others are
copies (`alias`); `schema.py` says what must hold of them. First what has a known name is brought up
to date, then what is new finds its row or gets one, then what is gone leaves; last, rows whose
places changed rank move to the oldest one.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..text import ids
from . import stored
from .left import Left
from .parts import Parts
from .record import Message
from .schema import pack
from .stored import Change, Stored, fetch, unless_own

NEVER = 1 << 62  # ranks a session without a time behind all others


@dataclass(slots=True)
class Place:
    """The session that a reading is kept in, and its rank among holders of the same message."""

    n: int
    agent: str
    key: str
    rank: tuple[int, str]
    change: Change = field(default_factory=Change)


@dataclass(frozen=True, slots=True)
class _Named:
    """A message with its own code, and the one that it shares with its copies."""

    own: int
    twin: int
    message: Message


COPIES = """
SELECT a.code, a.n, a.seq, coalesce(m.twin, m.code), m.n
FROM alias AS a JOIN message AS m ON m.n = a.message
WHERE a.session = :session AND a.seq >= :since AND a.old = 0
"""
MOVE_COPY = "UPDATE alias SET seq = :seq WHERE n = :n"
COPIED = """
SELECT m.n FROM message AS m WHERE m.session = :session
AND EXISTS (SELECT 1 FROM alias WHERE message = m.n AND old = 0)
"""
EARLIER = """
SELECT m.code FROM json_each(:codes) AS j JOIN message AS m ON m.code = j.value
WHERE m.session = :session AND m.seq < :since
UNION ALL
SELECT a.code FROM json_each(:codes) AS j JOIN alias AS a ON a.code = j.value
WHERE a.session = :session AND a.seq < :since AND a.old = 0
"""


def compare(db: sqlite3.Connection, place: Place, messages: Iterable[Message], since: int) -> None:
    """Bring the rows and copies of a session from `since` on to `messages`."""
    told = _named(place, messages)
    if since:
        _drop_earlier(db, place, told, since)
    rows = stored.in_session(db, place.n, since)
    copies = {row[0]: row[1:] for row in fetch(db, COPIES, {"session": place.n, "since": since})}
    fresh = []
    moved: set[int] = set()
    for named in told.values():
        row, copy = rows.get(named.own), copies.get(named.own)
        if row is not None and row.twin == unless_own(named.twin, named.own):
            moved |= _same_row(db, rows.pop(named.own), named.message, place.change)
        elif copy is not None and copy[2] == named.twin:
            moved |= _same_copy(db, copies.pop(named.own), named.message)
        else:
            fresh.append(named)
    for n, *_ in copies.values():
        db.execute(stored.DROP_ALIAS, {"n": n}).close()
    copied = [n for (n,) in fetch(db, COPIED, {"session": place.n})] if rows else []
    left = Left(rows, copied)
    moved |= _place_all(db, place, fresh, left)
    homes = [_leave(db, place, row) for row in left.rows()]
    homes += [stored.settle(db, n) for n in sorted(moved)]
    for home in filter(None, homes):
        _reword(db, place, home, told)
    if fresh or copies:
        stored.drop_lost_names(db, place.n)


def _same_row(db: sqlite3.Connection, row: Stored, message: Message, change: Change) -> set[int]:
    """The row as it reads now; its number when it has another rank than before."""
    stored.update(db, row, message, change)
    return {row.n} if row.seq != message.seq else set()


def _same_copy(
    db: sqlite3.Connection, copy: tuple[int, int, int, int], message: Message
) -> set[int]:
    """The copy where it is now; the number of its row when it has another rank than before."""
    alias, seq, _, n = copy
    if seq == message.seq:
        return set()
    db.execute(MOVE_COPY, {"seq": message.seq, "n": alias}).close()
    return {n}


def _leave(db: sqlite3.Connection, place: Place, row: Stored) -> stored.Home | None:
    """Take a row out of its session; where it stands then, if it has a copy."""
    home = stored.hand_over(db, row.n)
    if home is None:
        stored.remove(db, row, place.change)
    return home


def _reword(
    db: sqlite3.Connection, place: Place, home: stored.Home, told: Mapping[int, _Named]
) -> None:
    """Let a row that has moved read as it does where it stands now."""
    named = told.get(home.own) if home.session == place.n else None
    if named is None:
        db.execute(stored.READ_AGAIN, {"unit": home.session}).close()
        return
    stored.update(db, stored.by_number(db, home.n), named.message, place.change)


def _drop_earlier(
    db: sqlite3.Connection, place: Place, told: dict[int, _Named], since: int
) -> None:
    """Leave out of the end of a history what was written in it before: there it counts."""
    values = {"codes": json.dumps(list(told)), "session": place.n, "since": since}
    for (own,) in fetch(db, EARLIER, values):
        told.pop(own, None)


def _named(place: Place, messages: Iterable[Message]) -> dict[int, _Named]:
    """By own code; of two messages of one name the first counts."""
    found: dict[int, _Named] = {}
    for message in messages:
        own = stored.code(place.agent, place.key, message.tail)
        twin = ids.message_code(message.same_as) if message.same_as else own
        found.setdefault(own, _Named(own, twin, message))
    return found


# A row's shared name is its own code where none is noted.
STAND = """
SELECT m.code FROM json_each(:codes) AS j JOIN message AS m ON m.code = j.value
WHERE m.twin IS NULL
UNION ALL
SELECT m.twin FROM json_each(:codes) AS j JOIN message AS m ON m.twin = j.value
"""


def _place_all(
    db: sqlite3.Connection, place: Place, fresh: Sequence[_Named], left: Left
) -> set[int]:
    """Names that are new here: each a copy, a row under another name, or a new message.

    Returns the numbers of rows that got an older place than their own.
    """
    moved: set[int] = set()
    if not fresh:
        return moved
    codes = json.dumps([named.twin for named in fresh])
    stand = {code for (code,) in fetch(db, STAND, {"codes": codes})}
    new: list[stored.New] = []
    parts = Parts(db, place.n)
    for named in fresh:
        if named.twin in stand:
            _insert(db, place, new)
            holder = stored.holder(db, place.agent, named.twin)
            if holder is not None:
                left.joined(holder[0])
                moved |= _join(db, place, named, holder)
                continue
        stand.add(named.twin)
        row = left.take(named.own, named.message)
        if row is not None:
            _rename(db, place, named, row, left.code(row))
        else:
            part = parts.of(named.message)
            new.append(stored.New(named.own, named.twin, named.message, part))
    _insert(db, place, new)
    return moved


def _insert(db: sqlite3.Connection, place: Place, new: list[stored.New]) -> None:
    stored.insert(db, place.n, new)
    place.change.added += len(new)
    new.clear()


def _rename(db: sqlite3.Connection, place: Place, named: _Named, row: Stored, before: int) -> None:
    if before != named.own:
        stored.keep_old_name(db, row.n)
    stored.rename(db, row.n, place.n, named.own, named.twin, named.message)
    stored.update(db, row, named.message, place.change)


def _join(
    db: sqlite3.Connection,
    place: Place,
    named: _Named,
    holder: tuple[int, int | None, str, int, int],
) -> set[int]:
    """One more place of a message; the row's number when that is older than the row's own."""
    n, started, unit, seq, own = holder
    tail = pack(named.message.tail)
    stored.name_copy(db, n, place.n, named.message.seq, tail, named.own)
    rank = (started if started is not None else NEVER, unit, seq, own)
    return {n} if (*place.rank, named.message.seq, named.own) < rank else set()
