"""Derive again what sessions.db can be derived from, and say what differs.

FTS5 holds no text, so its own check cannot compare; a probe asks it for words of stored rows.
"""

import sqlite3
from collections.abc import Iterator

from ..text import ids, words
from . import fts, hermes_rows, record, stored
from .schema import unpack
from .stored import fetch

SAMPLE = 200  # rows whose words are asked for
SHOWN = 20  # lines of one kind

NAMES = """
SELECT m.n, m.code, s.agent, s.key, m.tail FROM message AS m JOIN session AS s ON s.n = m.session
UNION ALL
SELECT a.message, a.code, s.agent, s.key, a.tail FROM alias AS a
JOIN session AS s ON s.n = a.session WHERE a.old = 0
"""
# What schema.py says of the places of a message.
ROWS_OF_ONE = """
SELECT min(m.n), count(*) FROM message AS m JOIN session AS s ON s.n = m.session
GROUP BY s.agent, coalesce(m.twin, m.code) HAVING count(*) > 1 LIMIT :limit
"""
TWICE = """
SELECT min(message), count(*) FROM (
    SELECT n AS message, session, code FROM message
    UNION ALL SELECT message, session, code FROM alias WHERE old = 0
) GROUP BY session, code HAVING count(*) > 1 LIMIT :limit
"""
STRAY = """
SELECT a.message, a.session FROM alias AS a JOIN message AS m ON m.n = a.message
JOIN session AS s ON s.n = a.session JOIN session AS h ON h.n = m.session
WHERE s.agent <> h.agent LIMIT :limit
"""
NOT_AT_HOME = f"""
SELECT DISTINCT a.message, a.session FROM alias AS a JOIN message AS m ON m.n = a.message
JOIN session AS s ON s.n = a.session JOIN unit AS u ON u.n = a.session
WHERE a.old = 0 AND ({stored.OLDER.format("a")}) < (
    SELECT {stored.OLDER.format("m")} FROM session AS s JOIN unit AS u ON u.n = s.n
    WHERE s.n = m.session) LIMIT :limit
"""  # noqa: S608
LOST_NAMES = f"""
SELECT message, session FROM alias WHERE old = 1 AND {stored.IS_LOST} LIMIT :limit
"""  # noqa: S608
PLACES = (
    (ROWS_OF_ONE, "message {0} stands in {1} rows"),
    (TWICE, "message {0} has one place {1} times"),
    (STRAY, "message {0} has a place in session {1}, of another agent"),
    (NOT_AT_HOME, "message {0} has an older place than its own, in session {1}"),
    (LOST_NAMES, "message {0} keeps an old name in session {1} that is not its own any more"),
)
ENTRIES = "SELECT DISTINCT doc FROM message_terms"
ROWS = "SELECT n, role, text FROM message"
ANY = "SELECT n, text FROM message WHERE abs(n * 2654435761) % :spread = 0 LIMIT :limit"
PROBE = f"SELECT count(*) FROM ({fts.ENTRIES}) WHERE entry >> 1 = :n"  # noqa: S608


def problems(db: sqlite3.Connection) -> list[str]:
    """One line for each thing that is not as it should be."""
    try:
        return [*_integrity(db), *_names(db), *_places(db), *_words(db)]
    except sqlite3.DatabaseError as error:
        name = hermes_rows.reason(error)
        return [f"sessions.db cannot be read ({name}): rebuild it with index --rebuild"]


def _integrity(db: sqlite3.Connection) -> Iterator[str]:
    for (line,) in fetch(db, "PRAGMA quick_check")[:SHOWN]:
        if line != "ok":
            yield f"sessions.db: {line}"
    for table, _, parent, _ in fetch(db, "PRAGMA foreign_key_check")[:SHOWN]:
        yield f"a row of {table} points at no {parent}"
    if fts.building(db) is None and not fts.is_old(db):
        entries = {number for (number,) in fetch(db, ENTRIES)}
        wanted = {fts.entry(*row[:2]) for row in fetch(db, ROWS) if next(words.stems(row[2]), "")}
        for number in sorted(wanted.symmetric_difference(entries))[:SHOWN]:
            n = number >> 1
            yield f"message {n} stands in the table or in the search, not in both"


def _names(db: sqlite3.Connection) -> Iterator[str]:
    wrong = (
        f"message {n} has another code than its locator gives"
        for n, code, agent, key, tail in fetch(db, NAMES)
        if code != ids.message_code(record.locator(agent, key, unpack(tail)))
    )
    for _, line in zip(range(SHOWN), wrong, strict=False):
        yield line


def _places(db: sqlite3.Connection) -> Iterator[str]:
    for sql, line in PLACES:
        for values in fetch(db, sql, {"limit": SHOWN}):
            yield line.format(*values)


def _words(db: sqlite3.Connection) -> Iterator[str]:
    count = fetch(db, "SELECT count(*) FROM message")[0][0]
    spread = max(1, count // SAMPLE)
    entries, values = fts.entries(db)
    probe = PROBE.replace(fts.ENTRIES, entries)
    for n, text in fetch(db, ANY, {"spread": spread, "limit": SAMPLE}):
        match = words.match(words.query(text[:500]))
        if match and not fetch(db, probe, {**values, "match": match, "n": n})[0][0]:
            yield f"message {n} is not found by its own words"
