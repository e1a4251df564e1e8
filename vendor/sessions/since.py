"""Hold only what is young enough: the day from which on messages are kept (`index_since`).

    refresh --> follow()  a limit that moved on: what is older now leaves, with its bytes
                          one that moved back: what may hold older words is read again
            --> young()   whether a message that is read now may be kept

A message without a time counts as old as its session; where that has none either, it stays.
"""

import sqlite3
from collections.abc import Callable, Iterable

from .. import dbfile
from . import meta, stored
from .record import Message, Session
from .stored import Change, Stored, fetch

BATCH = 500  # messages of one transaction

OLD = """
SELECT m.n, m.seq, m.role, m.at, m.text, m.twin
FROM message AS m JOIN session AS s ON s.n = m.session
WHERE coalesce(m.at, s.started) < :since LIMIT :limit
"""
# What was last written to before the limit holds nothing from after it; Hermes notes no such time.
EMPTY = """
SELECT u.n FROM unit AS u WHERE u.touched < :since
AND NOT EXISTS (SELECT 1 FROM message WHERE session = u.n)
AND NOT EXISTS (SELECT 1 FROM alias WHERE session = u.n)
LIMIT :limit
"""
AGAIN = """
UPDATE unit SET mark = '' WHERE expired = 0
AND n NOT IN (SELECT n FROM session WHERE started >= :before)
"""
LOOK_AGAIN = "UPDATE agent SET cursor = ''"


def young(messages: Iterable[Message], session: Session, since: int | None) -> list[Message]:
    """Those of `messages` that are not older than `since`, in milliseconds since 1970."""
    if since is None:
        return list(messages)
    return [m for m in messages if (_at(m, session) or since) >= since]


def _at(message: Message, session: Session) -> int | None:
    return message.at if message.at is not None else session.started


def follow(
    db: sqlite3.Connection,
    since: int | None,
    *,
    pulse: Callable[[], None],
    note: Callable[[Change], None],
) -> None:
    """Bring the index to a limit that may have moved.

    Args:
        db: the open index.
        since: milliseconds since 1970; None for no limit.
        pulse: called between transactions; what it raises ends this, and the next call goes on.
        note: told of each removal, inside its transaction.
    """
    found = meta.noted(db, "since")
    before = int(found) if found else None
    if before == since:
        return
    if before is not None and (since is None or since < before):
        with dbfile.transaction(db):
            db.execute(AGAIN, {"before": before}).close()
            db.execute(LOOK_AGAIN).close()
            _note(db, since)
        return
    while _take_out(db, since or 0, note):
        pulse()
    while _take_units(db, since or 0, note):
        pulse()
    with dbfile.transaction(db):
        _note(db, since)


def _note(db: sqlite3.Connection, since: int | None) -> None:
    meta.note(db, "since", "" if since is None else str(since))


def _take_out(db: sqlite3.Connection, since: int, note: Callable[[Change], None]) -> int:
    """Some of the old messages, and how many; a copy that takes the place of one is next."""
    change = Change()
    with dbfile.transaction(db):
        rows = fetch(db, OLD, {"since": since, "limit": BATCH})
        for values in rows:
            stored.remove(db, Stored(*values), change)
        note(change)
    return len(rows)


def _take_units(db: sqlite3.Connection, since: int, note: Callable[[Change], None]) -> int:
    change = Change()
    with dbfile.transaction(db):
        units = [n for (n,) in fetch(db, EMPTY, {"since": since, "limit": BATCH})]
        stored.drop_units(db, units, change)
        note(change)
    return len(units)
