"""Take what a person forgot out of sessions.db: rows, copies, search, titles, and every byte.

    forget()     named messages and sessions, as a command asks
    purge_all()  whatever forgotten.db knows, for an index that was restored or left behind

One transaction takes the rows out and notes that bytes are to be erased, so that an end in between
is made good by the next refresh (erase.py). What is taken out leaves its place and the reason,
like everything that is kept out.
"""

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from .. import dbfile
from ..forgotten import Forgotten
from ..text import words
from ..text.fold import fold
from . import admit, erase, fts, meta, record, stored
from .schema import unpack
from .stored import Change, fetch

PAUSE = 0.05  # seconds between two tries to empty the log


MESSAGE = "SELECT n, seq, role, at, text, twin FROM message WHERE n = :n"
PLACES = """
SELECT session, seq FROM message WHERE n = :n
UNION SELECT session, seq FROM alias WHERE message = :n AND old = 0
"""
PLACE = "INSERT INTO kept_out (session, seq, reason) VALUES (:session, :seq, :reason)"
UNTITLE = "UPDATE session SET title = '' WHERE n = :session AND title <> ''"
IN_SESSION = """
SELECT n FROM message WHERE session = :session
UNION SELECT message FROM alias WHERE session = :session AND old = 0
"""
TEXTS = "SELECT n, text FROM message ORDER BY n"
SHARED = "SELECT coalesce(twin, code) FROM message WHERE n = :n"
TITLES = """
SELECT DISTINCT title FROM session WHERE title <> '' AND n IN (
    SELECT session FROM message WHERE n = :n
    UNION SELECT session FROM alias WHERE message = :n)
"""
NAMED = """
SELECT m.n, s.agent, s.key, m.tail, coalesce(m.twin, m.code), m.text
FROM message AS m JOIN session AS s ON s.n = m.session WHERE m.n > :after ORDER BY m.n LIMIT 500
"""
OTHER_NAMES = """
SELECT s.agent, s.key, a.tail FROM alias AS a JOIN session AS s ON s.n = a.session
WHERE a.message = :n
"""
ONLY_HERE = "SELECT 1 FROM unit WHERE n = :session AND expired = 1"
SESSIONS = "SELECT n, agent, key, title FROM session"
DIRECT = "SELECT n, audience FROM session WHERE audience LIKE 'direct:%' ORDER BY n"


@dataclass(frozen=True, slots=True)
class Forgot:
    """What left the index. `erased` is False while a reader keeps old bytes in the log."""

    messages: int
    sessions: int
    erased: bool


def followed(db: sqlite3.Connection) -> str:
    """The version of forgotten.db that the index was last held against."""
    return meta.noted(db, "forgotten")


def follow(db: sqlite3.Connection, version: str) -> None:
    """Note that nothing which that version knows is left here."""
    meta.note(db, "forgotten", version)


def forget(
    db: sqlite3.Connection,
    numbers: Collection[int],
    sessions: Collection[int],
    *,
    version: str,
    patience: float,
) -> Forgot:
    """Take rows of `message` and whole sessions out, in one transaction, then erase the bytes."""
    change = Change()
    with dbfile.transaction(db, patience=patience):
        inside = {n for talk in sessions for n in _inside(db, talk)}
        _take_out(db, {*numbers, *inside}, change)
        for talk in sessions:
            _drop(db, talk, change)
        db.execute(erase.TO_ERASE).close()
        if not sessions:
            follow(db, version)
        # Of a whole session the caller named no other message with the same words in another
        # spelling; the next refresh looks for them.
    return Forgot(change.removed, len(sessions), _erase(db, patience))


def purge_all(db: sqlite3.Connection, forgotten: Forgotten, *, patience: float) -> Forgot:
    """Take out whatever forgotten.db knows, then erase the bytes."""
    version = forgotten.version()
    with dbfile.transaction(db, patience=patience):
        change = purge(db, forgotten)
        db.execute(erase.TO_ERASE).close()
        follow(db, version)
    return Forgot(change.removed, 0, _erase(db, patience))


def left(db: sqlite3.Connection, forgotten: Forgotten) -> int:
    """How many messages stand here that forgotten.db knows; none where it was followed."""
    if forgotten.empty or followed(db) == forgotten.version():
        return 0
    with forgotten.reading():
        return sum(1 for _ in _known(db, forgotten))


def purge(db: sqlite3.Connection, forgotten: Forgotten) -> Change:
    """Take out whatever forgotten.db knows, inside the caller's transaction."""
    change = Change()
    with forgotten.reading():
        if forgotten.empty:
            return change
        found = list(_known(db, forgotten))
        talks = fetch(db, SESSIONS)
        gone = [n for n, *name, _ in talks if forgotten.holds_session(record.locator(*name))]
        untitled = [
            n
            for n, *_, title in talks
            if title and forgotten.holds_locator(admit.title_name(title))
        ]
    _take_out(db, found, change)
    for n in untitled:
        db.execute(UNTITLE, {"session": n}).close()
    for n in gone:
        _take_out(db, _inside(db, n), change)
        _drop(db, n, change)
    return change


def _known(db: sqlite3.Connection, forgotten: Forgotten) -> Iterator[int]:
    """The rows that forgotten.db knows by one of their names or by their words."""
    after = 0
    while page := fetch(db, NAMED, {"after": after}):
        for n, agent, key, tail, twin, text in page:
            names = [record.locator(agent, key, unpack(tail)), admit.shared_name(twin)]
            others = fetch(db, OTHER_NAMES, {"n": n})
            names += [record.locator(a, k, unpack(t)) for a, k, t in others]
            if any(map(forgotten.holds_locator, names)) or forgotten.holds_text(text):
                yield n
        after = page[-1][0]


def _drop(db: sqlite3.Connection, session: int, change: Change) -> None:
    """Take a session out; its unit stays, to be known again, unless no history has it any more."""
    if fetch(db, ONLY_HERE, {"session": session}):
        stored.drop_units(db, [session], change)
    else:
        stored.drop_session(db, session, change)


def _inside(db: sqlite3.Connection, session: int) -> list[int]:
    return [n for (n,) in fetch(db, IN_SESSION, {"session": session})]


def _take_out(db: sqlite3.Connection, numbers: Iterable[int], change: Change) -> None:
    for n in sorted(set(numbers)):
        for values in fetch(db, MESSAGE, {"n": n}):
            row = stored.Stored(*values)
            for session, seq in fetch(db, PLACES, {"n": n}):
                place = {"session": session, "seq": seq, "reason": admit.FORGOTTEN}
                db.execute(PLACE, place).close()
                db.execute(UNTITLE, {"session": session}).close()
            fts.take(db, n, row.role, row.text)
            stored.discard(db, n)
            change.removed += 1


def shared(db: sqlite3.Connection, n: int) -> tuple[str, ...]:
    """The name that a message shares with copies that are still to come."""
    return tuple(admit.shared_name(twin) for (twin,) in fetch(db, SHARED, {"n": n}))


def titles(db: sqlite3.Connection, n: int, text: str) -> tuple[str, ...]:
    """The titles of the sessions a message stands in, as names, where they share its words."""
    told = words.informative(text)
    found = [title for (title,) in fetch(db, TITLES, {"n": n})]
    return tuple(admit.title_name(title) for title in found if words.informative(title) & told)


def direct(db: sqlite3.Connection, person: str) -> list[int]:
    """Sessions that only this person may be shown, in whatever case their name is written."""
    wanted = fold(person).strip()
    return [n for n, audience in fetch(db, DIRECT) if fold(audience.split(":")[-1]) == wanted]


def equal(db: sqlite3.Connection, texts: Collection[str]) -> list[int]:
    """The messages that are letter for letter one of these texts, by one look at each."""
    with closing(db.execute(TEXTS)) as rows:
        return [n for n, text in rows if text in texts]


def _erase(db: sqlite3.Connection, patience: float) -> bool:
    end = time.monotonic() + patience
    while not erase.finish(db, lambda: None):
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    # Its last transaction stands in the log now, with pages that hold nothing forgotten.
    fetch(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    return True
