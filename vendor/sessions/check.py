"""Derive again what sessions.db can be derived from, and say what differs.

FTS5 holds no text, so its own check cannot compare; a probe asks it for words of stored rows.
"""

import sqlite3
from collections.abc import Iterator

from ..text import ids, words
from . import fts, hermes_rows, record
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
ENTRIES = "SELECT DISTINCT doc FROM message_terms"
ROWS = "SELECT n, role, text FROM message"
ANY = "SELECT n, text FROM message WHERE abs(n * 2654435761) % :spread = 0 LIMIT :limit"
PROBE = f"SELECT count(*) FROM ({fts.ENTRIES}) WHERE entry >> 1 = :n"  # noqa: S608


def problems(db: sqlite3.Connection) -> list[str]:
    """One line for each thing that is not as it should be."""
    try:
        return [*_integrity(db), *_names(db), *_words(db)]
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


def _words(db: sqlite3.Connection) -> Iterator[str]:
    count = fetch(db, "SELECT count(*) FROM message")[0][0]
    spread = max(1, count // SAMPLE)
    entries, values = fts.entries(db)
    probe = PROBE.replace(fts.ENTRIES, entries)
    for n, text in fetch(db, ANY, {"spread": spread, "limit": SAMPLE}):
        match = words.match(words.query(text[:500]))
        if match and not fetch(db, probe, {**values, "match": match, "n": n})[0][0]:
            yield f"message {n} is not found by its own words"
