"""The words of rows that are searched: two FTS5 entries a claim, two a record.

    entry 2n        what row n is called: its key, title, value, tags
    entry 2n + 1    what it says: statement or body, and its quotes

A claim goes by its own key and by the one that this is folded into.

The table is contentless: it holds no text, and it forgets an entry only when it is told exactly
the words it was given. So entries are taken out before anything they were made of changes.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from ..text import words


class Entry(TypedDict):
    """What the search is given for one row."""

    n: int
    name: str
    words: str


CLAIM = """
SELECT k.body, CASE WHEN f.root <> f.k THEN o.body END, t.body, v.body, s.body
FROM claim AS c JOIN fact_key AS f ON f.k = c.k JOIN fact_key AS g ON g.k = f.root
JOIN text AS k ON k.n = f.name JOIN text AS o ON o.n = g.name
JOIN text AS v ON v.n = c.value JOIN text AS s ON s.n = c.statement
LEFT JOIN text AS t ON t.n = c.title WHERE c.n = :n
"""
RECORD = """
SELECT t.body, b.body FROM revision AS v JOIN text AS t ON t.n = v.title
LEFT JOIN text AS b ON b.n = v.body WHERE v.record = :n ORDER BY v.no DESC LIMIT 1
"""
QUOTES = """
SELECT q.body FROM citation AS c JOIN text AS q ON q.n = c.quote WHERE c.row = :n ORDER BY c.no
"""
TAGS = "SELECT t.body FROM tag AS g JOIN text AS t ON t.n = g.name WHERE g.row = :n ORDER BY t.n"
SIZE = "UPDATE brain_row SET size = :size WHERE n = :n"
PUT = "INSERT INTO row_fts (rowid, words) VALUES (:entry, :words)"
DROP = "INSERT INTO row_fts (row_fts, rowid, words) VALUES ('delete', :entry, :words)"


# A search looks into every segment for every word: two are merged as soon as there are two, a few
# pages at a time (https://sqlite.org/fts5.html, "merge" and "usermerge").
EAGER = "SELECT 1 FROM row_fts_config WHERE k = 'usermerge' AND v = 2"
BE_EAGER = "INSERT INTO row_fts (row_fts, rank) VALUES ('usermerge', 2)"
MERGE = "INSERT INTO row_fts (row_fts, rank) VALUES ('merge', 16)"


def tidy(db: sqlite3.Connection) -> None:
    """A small step towards a search that lies in one piece, inside the caller's transaction."""
    if not db.execute(EAGER).fetchall():
        db.execute(BE_EAGER)
    db.execute(MERGE)


def put_claim(db: sqlite3.Connection, n: int) -> None:
    """Make a claim findable."""
    _put(db, _claim(db, n))


def drop_claim(db: sqlite3.Connection, n: int) -> None:
    """Take a claim out of the search."""
    _drop(db, _claim(db, n))


def put_record(db: sqlite3.Connection, n: int) -> None:
    """Make the newest revision of a record findable."""
    _put(db, _record(db, n))


def drop_record(db: sqlite3.Connection, n: int) -> None:
    """Take a record out of the search."""
    _drop(db, _record(db, n))


def _put(db: sqlite3.Connection, entry: Entry) -> None:
    for values in _entries(entry):
        db.execute(PUT, values)
    size = len(entry["name"]) + len(entry["words"])
    db.execute(SIZE, {"n": entry["n"], "size": size})


def _drop(db: sqlite3.Connection, entry: Entry) -> None:
    for values in _entries(entry):
        db.execute(DROP, values)


def _entries(entry: Entry) -> Iterator[dict[str, Any]]:
    yield {"entry": 2 * entry["n"], "words": entry["name"]}
    yield {"entry": 2 * entry["n"] + 1, "words": entry["words"]}


def _claim(db: sqlite3.Connection, n: int) -> Entry:
    *name, statement = db.execute(CLAIM, {"n": n}).fetchall()[0]
    return _entry(n, name, (statement, *_column(db, QUOTES, n)))


def _record(db: sqlite3.Connection, n: int) -> Entry:
    title, body = db.execute(RECORD, {"n": n}).fetchall()[0]
    return _entry(n, (title, *_column(db, TAGS, n)), (body, *_column(db, QUOTES, n)))


def _column(db: sqlite3.Connection, sql: str, n: int) -> list[str]:
    return [row[0] for row in db.execute(sql, {"n": n}).fetchall()]


def _entry(n: int, name: Iterable[str | None], says: Iterable[str | None]) -> Entry:
    return {"n": n, "name": _indexed(name), "words": _indexed(says)}


def _indexed(parts: Iterable[str | None]) -> str:
    return words.indexed("\n".join(part for part in parts if part))
