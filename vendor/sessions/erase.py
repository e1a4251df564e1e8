"""Make what was deleted from sessions.db unreadable: in the search, in free pages and in the log.

A deletion notes `erase` in the same transaction; `finish` does it and takes the note away, so that
an end at any point leaves the note for the next refresh.
"""

import sqlite3
from collections.abc import Callable

from .. import dbfile
from .stored import fetch

PAGES = 500  # of one merge

TO_ERASE = "INSERT INTO meta VALUES ('erase', '1') ON CONFLICT (name) DO NOTHING"
ERASING = "SELECT 1 FROM meta WHERE name = 'erase'"
ERASED = "DELETE FROM meta WHERE name = 'erase'"
MERGE = "INSERT INTO message_fts (message_fts, rank) VALUES ('merge', :pages)"


def finish(db: sqlite3.Connection, pulse: Callable[[], None]) -> bool:
    """Erase, and note that it is done. False when a reader kept the log from being emptied."""
    if not erase(db, pulse):
        return False
    with dbfile.transaction(db):
        db.execute(ERASED).close()
    return True


def erase(db: sqlite3.Connection, pulse: Callable[[], None]) -> bool:
    """Make what was deleted unreadable: in the search, in free pages and in the log.

    False when a reader kept the log from being emptied; then it is asked for again.

    A deleted word stays in FTS5's older segments until they are merged with the one that
    deleted it; a merge of all of them, in steps, ends that, on every version of SQLite. Source:
    sqlite.org/fts5.html, "The 'merge' Command".
    """
    pages = -PAGES
    while True:
        before = db.total_changes
        with dbfile.transaction(db):
            db.execute(MERGE, {"pages": pages}).close()
        if db.total_changes - before < 2:
            break
        pages = PAGES
        pulse()
    busy: int = fetch(db, "PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
    return not busy
