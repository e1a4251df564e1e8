"""The words of messages in FTS5, and a new form of them that is built beside the one that answers.

The table holds no text, no places and no sizes, only which entries have a word. An entry's number
says what ranking asks of a row before it looks at it:

    entry = n << 1 | role        n: the row of `message`; role: 0 a person, 1 the assistant

While another form is built, `message_fts_old` answers for the rows up to `last`, those that were
there when the building began; `message_fts` has the ones up to `built`, and every later one.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from .. import dbfile
from ..text import words
from . import meta

STEP: Final = 500  # rows that are built, or pages that are merged, in one transaction

TABLE = f"""
CREATE VIRTUAL TABLE message_fts USING fts5(
    words, content='', columnsize=0, detail=none, tokenize='{words.TOKENIZE}'
);
INSERT INTO message_fts (message_fts, rank) VALUES ('automerge', 0);
INSERT INTO message_fts (message_fts, rank) VALUES ('crisismerge', 64);
"""  # noqa: S608

TERMS = "CREATE VIRTUAL TABLE IF NOT EXISTS message_terms USING fts5vocab(message_fts, instance)"
PUT = "INSERT INTO message_fts (rowid, words) VALUES (:entry, :words)"
TAKE = "INSERT INTO message_fts (message_fts, rowid, words) VALUES ('delete', :entry, :words)"
OLD = "SELECT count(*) FROM pragma_table_info('message_fts') WHERE name = 'person'"
LAST = "SELECT coalesce(max(n), 0) FROM message"
ROWS = "SELECT n, role, text FROM message WHERE n > :after AND n <= :last ORDER BY n LIMIT :step"
MERGE = "INSERT INTO message_fts (message_fts, rank) VALUES ('merge', :pages)"
MERGE_PAGES: Final = 16
SPARE: Final = 50  # one page in so many may be free
MOST: Final = (1 << 63) - 1
DONE = "DELETE FROM meta WHERE name = 'building'"

# Of version 1, whose rows were numbered as in `message` and had a column for each role.
PUT_1 = "INSERT INTO message_fts_old (rowid, person, assistant) VALUES (:n, :person, :assistant)"
TAKE_1 = """
INSERT INTO message_fts_old (message_fts_old, rowid, person, assistant)
VALUES ('delete', :n, :person, :assistant)
"""


ENTRIES = "SELECT rowid AS entry FROM message_fts WHERE message_fts MATCH :match"
# Version 1 did not note the role: an entry as of a person.
ENTRIES_1 = "SELECT rowid * 2 AS entry FROM message_fts WHERE message_fts MATCH :match"
LATER = "UNION ALL SELECT rowid FROM message_fts WHERE message_fts MATCH :match AND rowid >= :later"


@dataclass(frozen=True, slots=True)
class Building:
    """How far a new form is. `version`: of the file that the old form was made by."""

    built: int
    last: int
    version: int

    def has(self, n: int) -> bool:
        """Whether the new form has the row, or will get it when it is written."""
        return n <= self.built or n > self.last


def entry(n: int, role: int) -> int:
    """The number of a row's entry."""
    return n << 1 | role


def building(db: sqlite3.Connection) -> Building | None:
    """What is being built, None where one form answers alone."""
    noted = meta.noted(db, "building")
    return Building(*json.loads(noted)) if noted else None


def put_all(db: sqlite3.Connection, rows: Iterable[tuple[int, int, str]]) -> None:
    """Hand the words of new rows to FTS5: (n, role, text), behind every row that there is."""
    if building(db) is None:
        db.executemany(PUT, (_values(*row) for row in rows)).close()
        return
    for row in rows:  # a number is given again where the last rows went since the building began
        put(db, *row)


def put(db: sqlite3.Connection, n: int, role: int, text: str) -> None:
    """Hand the words of a row to FTS5."""
    _tell(db, PUT, PUT_1, n, role, text)


def take(db: sqlite3.Connection, n: int, role: int, text: str) -> None:
    """Take the words of a row out of FTS5, which must be told exactly what it was given."""
    _tell(db, TAKE, TAKE_1, n, role, text)


def _tell(db: sqlite3.Connection, sql: str, sql_1: str, n: int, role: int, text: str) -> None:
    """Tell each form that knows the row."""
    state = building(db)
    if state is not None and n <= state.last:
        _old(db, sql, sql_1, state, n, role, text)
    if state is None or state.has(n):
        db.execute(sql, _values(n, role, text)).close()


def _values(n: int, role: int, text: str) -> dict[str, Any]:
    return {"entry": entry(n, role), "words": words.indexed(text)}


def _old(
    db: sqlite3.Connection, sql: str, sql_1: str, state: Building, n: int, role: int, text: str
) -> None:
    if state.version > 1:
        old = sql.replace("message_fts", "message_fts_old")
        db.execute(old, _values(n, role, text)).close()
        return
    indexed = words.indexed(text)
    person, assistant = ("", indexed) if role else (indexed, "")
    db.execute(sql_1, {"n": n, "person": person, "assistant": assistant}).close()


def is_old(db: sqlite3.Connection) -> bool:
    """Whether the table has the form of version 1."""
    return bool(db.execute(OLD).fetchall()[0][0])


def entries(db: sqlite3.Connection) -> tuple[str, dict[str, int]]:
    """`ENTRIES` as it is to be asked now, and the values that it needs besides `:match`."""
    state = building(db)
    if state is None:
        return (ENTRIES_1 if is_old(db) else ENTRIES), {}
    old = (ENTRIES if state.version > 1 else ENTRIES_1).replace("message_fts", "message_fts_old")
    return f"{old} {LATER}", {"later": entry(state.last + 1, 0)}


def begin(db: sqlite3.Connection) -> None:
    """Set the present form aside and begin a new one, inside a transaction of the caller.

    A building that was under way is begun anew, and the oldest form goes on answering.
    """
    state = building(db)
    if state is None:
        version = 1 if is_old(db) else 2
        last = db.execute(LAST).fetchall()[0][0]
        db.execute("ALTER TABLE message_fts RENAME TO message_fts_old").close()
        _make(db)
        _note(db, Building(0, last, version))
        return
    db.execute("DROP TABLE message_fts").close()
    _make(db)
    _note(db, replace(state, built=0))
    later = {"after": state.last, "last": MOST, "step": -1}
    for n, role, text in db.execute(ROWS, later).fetchall():
        db.execute(PUT, _values(n, role, text)).close()


def build(db: sqlite3.Connection, pulse: Callable[[], None]) -> None:
    """Build the new form, a step a transaction; an end at any point leaves the rest for later."""
    while building(db) is not None:
        with dbfile.transaction(db):
            build_step(db)
        pulse()


def build_step(db: sqlite3.Connection) -> None:
    """One step, inside a transaction of the caller; another process may build as well."""
    state = building(db)
    if state is None:
        return
    values = {"after": state.built, "last": state.last, "step": STEP}
    rows = db.execute(ROWS, values).fetchall()
    for n, role, text in rows:
        db.execute(PUT, _values(n, role, text)).close()
    if rows:
        _note(db, replace(state, built=rows[-1][0]))
        merge(db, MERGE_PAGES)
        return
    db.execute("DROP TABLE message_fts_old").close()
    db.execute(DONE).close()


def merge(db: sqlite3.Connection, pages: int) -> None:
    """A step of FTS5's own tidying (https://sqlite.org/fts5.html, "merge")."""
    db.execute(MERGE, {"pages": pages}).close()


def merge_all(db: sqlite3.Connection, pulse: Callable[[], None]) -> None:
    """Merge everything into one segment, in steps (https://sqlite.org/fts5.html, "merge")."""
    pages = -STEP
    while True:
        before = db.total_changes
        with dbfile.transaction(db):
            merge(db, pages)
        if db.total_changes - before < 2:
            return
        pages = STEP
        pulse()


def settle(db: sqlite3.Connection, pulse: Callable[[], None]) -> None:
    """Merge all when there are twice as many rows as then; give most free pages back."""
    rows = db.execute(LAST).fetchall()[0][0]
    if rows >= 2 * int(meta.noted(db, "merged") or 1):
        merge_all(db, pulse)
        with dbfile.transaction(db):
            meta.note(db, "merged", str(rows))
    spare = int(dbfile.pragma(db, "page_count")) // SPARE
    while (free := int(dbfile.pragma(db, "freelist_count")) - spare) > 0:
        pages = dbfile.pragma(db, "page_count")
        db.execute(f"PRAGMA incremental_vacuum({min(free, STEP)})").fetchall()
        if dbfile.pragma(db, "page_count") == pages:
            return  # a file of an earlier version keeps its pages for later words
        pulse()


def rewrite(db: sqlite3.Connection) -> None:
    """Empty the table and give it every stored text again, inside a transaction of the caller."""
    db.execute("INSERT INTO message_fts (message_fts) VALUES ('delete-all')").close()
    after = 0
    values = {"last": MOST, "step": STEP}
    while rows := db.execute(ROWS, values | {"after": after}).fetchall():
        for n, role, text in rows:
            db.execute(PUT, _values(n, role, text)).close()
        after = rows[-1][0]


def _make(db: sqlite3.Connection) -> None:
    for statement in TABLE.split(";\n"):
        if statement.strip():
            db.execute(statement).close()


def _note(db: sqlite3.Connection, state: Building) -> None:
    value = json.dumps([state.built, state.last, state.version])
    meta.note(db, "building", value)
