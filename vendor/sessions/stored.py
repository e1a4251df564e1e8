"""Stored messages: put one in, give it another name or home, take it out.

A message is a row of `message`, its words in FTS5, and its other names in `alias`; they change
together or not at all, inside a transaction of the caller.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from ..text import ids, words
from . import record
from .record import Message
from .schema import code_of, pack

DAY = 86_400_000  # milliseconds
PART = 200  # messages of a session that share a part number at most


@dataclass(slots=True)
class Change:
    """What became of the index, in messages."""

    added: int = 0
    removed: int = 0
    kept_out: int = 0


@dataclass(slots=True)
class Stored:
    """A row of `message`, without its name."""

    n: int
    seq: int
    role: int
    at: int | None
    text: str
    twin: int | None


def fetch(db: sqlite3.Connection, sql: str, values: Any = ()) -> list[Any]:
    """All rows of a statement."""
    with closing(db.execute(sql, values)) as cursor:
        return cursor.fetchall()


def code(agent: str, session_key: str, message_tail: str = "") -> int:
    """The stored code of a message's locator, or of a session's."""
    address = record.locator(agent, session_key, message_tail)
    return code_of(ids.message_id(address) if message_tail else ids.session_id(address))


def role_of(message: Message) -> int:
    """How a role is stored."""
    return int(message.role == record.ASSISTANT)


def unless_own(twin: int, own: int) -> int | None:
    """How the shared name of copies is stored: NULL where it is the message's own."""
    return twin if twin != own else None


IN_SESSION = "SELECT code, n, seq, role, at, text, twin FROM message WHERE session = ? AND seq >= ?"


def in_session(db: sqlite3.Connection, session: int, since: int = 0) -> dict[int, Stored]:
    """The messages of a session from `since` on, by code."""
    return {row[0]: Stored(*row[1:]) for row in fetch(db, IN_SESSION, (session, since))}


INSERT = """
INSERT INTO message (session, seq, tail, code, twin, role, at, part, text)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
RETURNING n
"""


def insert(
    db: sqlite3.Connection, session: int, own: int, twin: int, message: Message, *, part: int
) -> None:
    """A message that is new."""
    role = role_of(message)
    name = (pack(message.tail), own, unless_own(twin, own))
    values = (session, message.seq, *name, role, message.at, part, message.text)
    index_words(db, fetch(db, INSERT, values)[0][0], role, message.text)


UPDATE = "UPDATE message SET seq = ?, role = ?, at = ?, text = ? WHERE n = ?"


def update(db: sqlite3.Connection, row: Stored, message: Message) -> None:
    """The same message, as it reads now."""
    new = (message.seq, role_of(message), message.at, message.text)
    if (row.role, row.text) != (new[1], new[3]):
        unindex_words(db, row.n, row.role, row.text)
        index_words(db, row.n, new[1], new[3])
    if (row.seq, row.role, row.at, row.text) != new:
        db.execute(UPDATE, (*new, row.n)).close()


RENAME = "UPDATE message SET session = ?, tail = ?, code = ?, twin = ? WHERE n = ?"


def rename(
    db: sqlite3.Connection, n: int, session: int, own: int, twin: int, message: Message
) -> None:
    """Give a row the name and session of `message`."""
    name = (pack(message.tail), own, unless_own(twin, own))
    db.execute(RENAME, (session, *name, n)).close()


ALIAS = "INSERT INTO alias (message, session, seq, tail, code, old) VALUES (?, ?, ?, ?, ?, ?)"


def name_copy(
    db: sqlite3.Connection, n: int, session: int, seq: int, tail: object, own: int
) -> None:
    """One more place where the message stands today."""
    db.execute(ALIAS, (n, session, seq, tail, own, 0)).close()


OLD_NAME = """
INSERT INTO alias (message, session, seq, tail, code, old)
SELECT n, session, seq, tail, code, 1 FROM message WHERE n = ?
"""


def keep_old_name(db: sqlite3.Connection, n: int) -> None:
    """Before a row is renamed: what cites it by its present name will find it."""
    db.execute(OLD_NAME, (n,)).close()


def index_words(db: sqlite3.Connection, n: int, role: int, text: str) -> None:
    """Hand the words of a row to FTS5."""
    indexed = words.indexed(text)
    both = ("", indexed) if role else (indexed, "")
    sql = "INSERT INTO message_fts (rowid, person, assistant) VALUES (?, ?, ?)"
    db.execute(sql, (n, *both)).close()


UNINDEX = """
INSERT INTO message_fts (message_fts, rowid, person, assistant) VALUES ('delete', ?, ?, ?)
"""


def unindex_words(db: sqlite3.Connection, n: int, role: int, text: str) -> None:
    """Take the words of a row out of FTS5, which must be told exactly what it was given."""
    indexed = words.indexed(text)
    db.execute(UNINDEX, (n, *(("", indexed) if role else (indexed, "")))).close()


HEIR = """
SELECT a.n, a.session, a.seq, a.tail, a.code
FROM alias AS a JOIN session AS s ON s.n = a.session JOIN unit AS u ON u.n = a.session
WHERE a.message = ? AND a.old = 0
ORDER BY coalesce(s.started, 1 << 62), u.name, a.seq LIMIT 1
"""
INHERIT = "UPDATE message SET session = ?, seq = ?, tail = ?, code = ? WHERE n = ?"


def remove(db: sqlite3.Connection, row: Stored, change: Change) -> None:
    """Take one message out, or hand it to its next copy, whose unit is then read again."""
    heir = fetch(db, HEIR, (row.n,))
    if heir:
        alias, session, seq, tail, own = heir[0]
        db.execute("DELETE FROM alias WHERE n = ?", (alias,)).close()
        db.execute(INHERIT, (session, seq, tail, own, row.n)).close()
        db.execute("UPDATE unit SET mark = '' WHERE n = ?", (session,)).close()
        return
    unindex_words(db, row.n, row.role, row.text)
    discard(db, row.n)
    change.removed += 1


def discard(db: sqlite3.Connection, n: int) -> None:
    """Take a message and its names out of the tables; FTS5 has been told, or will be cleared."""
    db.execute("DELETE FROM alias WHERE message = ?", (n,)).close()
    db.execute("DELETE FROM message WHERE n = ?", (n,)).close()


def drop_session(db: sqlite3.Connection, session: int, change: Change) -> None:
    """Take a session out with everything that only it holds; its unit stays."""
    for row in in_session(db, session).values():
        remove(db, row, change)
    db.execute("DELETE FROM alias WHERE session = ?", (session,)).close()
    db.execute("DELETE FROM kept_out WHERE session = ?", (session,)).close()
    db.execute("DELETE FROM session WHERE n = ?", (session,)).close()


def drop_units(db: sqlite3.Connection, units: Iterable[int], change: Change) -> None:
    """Take units out with their sessions."""
    for n in units:
        drop_session(db, n, change)
        db.execute("DELETE FROM unit WHERE n = ?", (n,)).close()


LAST_PART = """
SELECT m.part, m.at, (SELECT count(*) FROM message WHERE session = m.session AND part = m.part)
FROM message AS m WHERE m.session = ? ORDER BY m.seq DESC LIMIT 1
"""


class Parts:
    """Which part of its session a new message belongs to: a day, 200 messages at most.

    A long conversation is ranked by its parts, and none is written again when it grows.
    """

    def __init__(self, db: sqlite3.Connection, session: int) -> None:
        """Go on where the stored messages of the session end."""
        last = fetch(db, LAST_PART, (session,))
        self._part: int = last[0][0] if last else 0
        self._day: int | None = last[0][1] // DAY if last and last[0][1] is not None else None
        self._count: int = last[0][2] if last else 0

    def of(self, message: Message) -> int:
        """The part of the next message."""
        day = message.at // DAY if message.at is not None else self._day
        if self._count >= PART or (self._count and day != self._day):
            self._part, self._count = self._part + 1, 0
        self._day, self._count = day, self._count + 1
        return self._part
