"""Stored messages: put one in, give it another name or home, take it out.

A message is a row of `message`, its words in FTS5, and its other names in `alias`; they change
together or not at all, inside a transaction of the caller.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from ..text import ids
from . import fts, record
from .record import Message
from .schema import pack


@dataclass(slots=True)
class Change:
    """What became of the index, in messages."""

    added: int = 0
    removed: int = 0
    reworded: int = 0
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
    return ids.message_code(address) if message_tail else ids.session_code(address)


def role_of(message: Message) -> int:
    """How a role is stored."""
    return int(message.role == record.ASSISTANT)


def unless_own(twin: int, own: int) -> int | None:
    """How the shared name of copies is stored: NULL where it is the message's own."""
    return twin if twin != own else None


IN_SESSION = """
SELECT code, n, seq, role, at, text, twin FROM message WHERE session = :session AND seq >= :since
"""


def in_session(db: sqlite3.Connection, session: int, since: int = 0) -> dict[int, Stored]:
    """The messages of a session from `since` on, by code."""
    values = {"session": session, "since": since}
    return {row[0]: Stored(*row[1:]) for row in fetch(db, IN_SESSION, values)}


BY_NUMBER = "SELECT n, seq, role, at, text, twin FROM message WHERE n = :n"


def by_number(db: sqlite3.Connection, n: int) -> Stored:
    """One row, which must be there."""
    return Stored(*fetch(db, BY_NUMBER, {"n": n})[0])


@dataclass(frozen=True, slots=True)
class New:
    """A message that is to be stored: its own code, the one it shares with copies, its part."""

    own: int
    twin: int
    message: Message
    part: int


LAST = "SELECT coalesce(max(n), 0) FROM message"
INSERT = """
INSERT INTO message (n, session, seq, tail, code, twin, role, at, part, text)
VALUES (:n, :session, :seq, :tail, :code, :twin, :role, :at, :part, :text)
"""


def insert(db: sqlite3.Connection, session: int, new: Sequence[New]) -> None:
    """Messages that are new, in the order in which they were said."""
    if not new:
        return
    first = fetch(db, LAST)[0][0] + 1
    rows = [
        {
            **_name(each.own, each.twin, each.message),
            **_content(each.message),
            "n": n,
            "session": session,
            "part": each.part,
        }
        for n, each in enumerate(new, first)
    ]
    db.executemany(INSERT, rows).close()
    fts.put_all(db, [(row["n"], row["role"], row["text"]) for row in rows])


def _name(own: int, twin: int, message: Message) -> dict[str, Any]:
    return {"tail": pack(message.tail), "code": own, "twin": unless_own(twin, own)}


def _content(message: Message) -> dict[str, Any]:
    return {
        "seq": message.seq,
        "role": role_of(message),
        "at": message.at,
        "text": message.text,
    }


UPDATE = "UPDATE message SET seq = :seq, role = :role, at = :at, text = :text WHERE n = :n"


def update(db: sqlite3.Connection, row: Stored, message: Message, change: Change) -> None:
    """The same message, as it reads now."""
    new = _content(message)
    if (row.role, row.text) != (new["role"], message.text):
        fts.take(db, row.n, row.role, row.text)
        fts.put(db, row.n, new["role"], message.text)
        change.reworded += 1
    if (row.seq, row.role, row.at, row.text) != tuple(new.values()):
        db.execute(UPDATE, {**new, "n": row.n}).close()


RENAME = """
UPDATE message SET session = :session, tail = :tail, code = :code, twin = :twin WHERE n = :n
"""


def rename(
    db: sqlite3.Connection, n: int, session: int, own: int, twin: int, message: Message
) -> None:
    """Give a row the name and session of `message`."""
    db.execute(RENAME, {**_name(own, twin, message), "session": session, "n": n}).close()


ALIAS = """
INSERT INTO alias (message, session, seq, tail, code, old)
VALUES (:message, :session, :seq, :tail, :code, 0)
"""


def name_copy(
    db: sqlite3.Connection, n: int, session: int, seq: int, tail: object, own: int
) -> None:
    """One more place where the message stands today."""
    values = {"message": n, "session": session, "seq": seq, "tail": tail, "code": own}
    db.execute(ALIAS, values).close()


OLD_NAME = """
INSERT INTO alias (message, session, seq, tail, code, old)
SELECT n, session, seq, tail, code, 1 FROM message WHERE n = :n
"""


def keep_old_name(db: sqlite3.Connection, n: int) -> None:
    """Before a row is renamed: what cites it by its present name will find it."""
    db.execute(OLD_NAME, {"n": n}).close()


HOLDER = """
SELECT m.n, s.started, u.name, m.seq, m.code
FROM message AS m JOIN session AS s ON s.n = m.session JOIN unit AS u ON u.n = m.session
WHERE (m.code = :twin AND m.twin IS NULL OR m.twin = :twin) AND s.agent = :agent LIMIT 1
"""


def holder(
    db: sqlite3.Connection, agent: str, twin: int
) -> tuple[int, int | None, str, int, int] | None:
    """The row that bears a shared name, and its rank: started, unit, seq, code."""
    found = fetch(db, HOLDER, {"twin": twin, "agent": agent})
    return found[0] if found else None


READ_AGAIN = "UPDATE unit SET mark = '' WHERE n = :unit"
DROP_ALIAS = "DELETE FROM alias WHERE n = :n"
# The order of the places of a message, the oldest first: its home is there.
OLDER = "coalesce(s.started, 1 << 62), u.name, {0}.seq, {0}.code"
HEIR = f"""
SELECT a.n, a.session, a.seq, a.tail, a.code
FROM alias AS a JOIN session AS s ON s.n = a.session JOIN unit AS u ON u.n = a.session
WHERE a.message = :n AND a.old = 0 ORDER BY {OLDER.format("a")} LIMIT 1
"""  # noqa: S608
IS_OLDER = f"""
SELECT ({OLDER.format("a")}) < (SELECT {OLDER.format("m")}
    FROM message AS m JOIN session AS s ON s.n = m.session JOIN unit AS u ON u.n = m.session
    WHERE m.n = :n)
FROM alias AS a JOIN session AS s ON s.n = a.session JOIN unit AS u ON u.n = a.session
WHERE a.n = :alias
"""  # noqa: S608
AS_COPY = """
INSERT INTO alias (message, session, seq, tail, code, old)
SELECT n, session, seq, tail, code, 0 FROM message WHERE n = :n
"""
# The shared name stays: it is the row's own where none is noted.
INHERIT = """
UPDATE message SET session = :session, seq = :seq, tail = :tail, code = :code,
    twin = nullif(coalesce(twin, code), :code) WHERE n = :n
"""
HOME = "SELECT session, code FROM message WHERE n = :n"
# Of an old name: its message does not stand in that session, or another has the name there now.
IS_LOST = """(
    NOT EXISTS (SELECT 1 FROM message AS m
        WHERE m.n = alias.message AND m.session = alias.session)
    AND NOT EXISTS (SELECT 1 FROM alias AS a
        WHERE a.message = alias.message AND a.session = alias.session AND a.old = 0)
    OR EXISTS (SELECT 1 FROM message AS m
        WHERE m.code = alias.code AND m.session = alias.session)
    OR EXISTS (SELECT 1 FROM alias AS a
        WHERE a.code = alias.code AND a.session = alias.session AND a.old = 0))
"""
LOST_NAMES = f"DELETE FROM alias WHERE session = :session AND old = 1 AND {IS_LOST}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Home:
    """Where a row has moved: its new session, and its name there."""

    n: int
    session: int
    own: int


def settle(db: sqlite3.Connection, n: int) -> Home | None:
    """Let a row stand in the oldest place of its message; None where it does."""
    heir = fetch(db, HEIR, {"n": n})
    if not heir or not fetch(db, IS_OLDER, {"n": n, "alias": heir[0][0]})[0][0]:
        return None
    db.execute(AS_COPY, {"n": n}).close()
    return _inherit(db, n, heir[0])


def hand_over(db: sqlite3.Connection, n: int) -> Home | None:
    """Take a row out of its place, into the oldest of its others; None where it has no other."""
    heir = fetch(db, HEIR, {"n": n})
    if not heir:
        return None
    before = fetch(db, HOME, {"n": n})[0][0]
    if before == heir[0][1]:
        keep_old_name(db, n)
    home = _inherit(db, n, heir[0])
    drop_lost_names(db, before)
    return home


def _inherit(db: sqlite3.Connection, n: int, heir: Sequence[Any]) -> Home:
    alias, session, seq, tail, own = heir
    db.execute(DROP_ALIAS, {"n": alias}).close()
    values = {"session": session, "seq": seq, "tail": tail, "code": own, "n": n}
    db.execute(INHERIT, values).close()
    return Home(n, session, own)


def drop_lost_names(db: sqlite3.Connection, session: int) -> None:
    """Let the old names go that name nothing of a session any more."""
    db.execute(LOST_NAMES, {"session": session}).close()


def remove(db: sqlite3.Connection, row: Stored, change: Change) -> None:
    """Take one message out, or hand it to its next copy, whose unit is then read again."""
    home = hand_over(db, row.n)
    if home is not None:
        db.execute(READ_AGAIN, {"unit": home.session}).close()
        return
    fts.take(db, row.n, row.role, row.text)
    discard(db, row.n)
    change.removed += 1


DROP_NAMES = "DELETE FROM alias WHERE message = :n"
DROP_MESSAGE = "DELETE FROM message WHERE n = :n"


def discard(db: sqlite3.Connection, n: int) -> None:
    """Take a message and its names out of the tables; FTS5 has been told, or will be cleared."""
    db.execute(DROP_NAMES, {"n": n}).close()
    db.execute(DROP_MESSAGE, {"n": n}).close()


DROP_COPIES = "DELETE FROM alias WHERE session = :session"
DROP_PLACES = "DELETE FROM kept_out WHERE session = :session"
DROP_SESSION = "DELETE FROM session WHERE n = :session"
DROP_CALLS = "DELETE FROM agent_call WHERE unit = :unit"
DROP_UNIT = "DELETE FROM unit WHERE n = :unit"


def drop_session(db: sqlite3.Connection, session: int, change: Change) -> None:
    """Take a session out with everything that only it holds; its unit stays."""
    db.execute(DROP_COPIES, {"session": session}).close()  # first: none of them is an heir
    for row in in_session(db, session).values():
        remove(db, row, change)
    for sql in (DROP_PLACES, DROP_SESSION):
        db.execute(sql, {"session": session}).close()


def drop_units(db: sqlite3.Connection, units: Iterable[int], change: Change) -> None:
    """Take units out with their sessions."""
    for n in units:
        drop_session(db, n, change)
        db.execute(DROP_CALLS, {"unit": n}).close()
        db.execute(DROP_UNIT, {"unit": n}).close()
