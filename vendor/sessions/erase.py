"""Make what was deleted from sessions.db unreadable: in the search, in free pages and in the log.

A deletion notes `erase` in the same transaction; `finish` does it and takes the note away, so that
an end at any point leaves the note for the next refresh.
"""

import sqlite3
from collections.abc import Callable, Iterator

from .. import dbfile
from . import fts
from .stored import fetch

NEWER_FORM = bytes((0xFF, 0, 0, 1))  # of the record of levels, for tables of another kind

TO_ERASE = "INSERT INTO meta VALUES ('erase', '1') ON CONFLICT (name) DO NOTHING"
ERASING = "SELECT 1 FROM meta WHERE name = 'erase'"
ERASED = "DELETE FROM meta WHERE name = 'erase'"
STRUCTURE = "SELECT block FROM message_fts_data WHERE id = 10"


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
    """
    fts.build(db, pulse)  # the old form goes with all that it holds
    if _sinks(db):
        fts.merge_all(db, pulse)
    else:
        with dbfile.transaction(db):
            fts.rewrite(db)
    busy: int = fetch(db, "PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
    return not busy


def _sinks(db: sqlite3.Connection) -> bool:
    """Whether merging everything ends in the lowest level.

    A word that was deleted stays in the search beside the mark that deletes it, and FTS5 drops
    both only where no older segment can lie below. Which level a merge writes to, and that empty
    ones below it count, is read from its record of levels (fts5_index.c, "Structure record",
    fts5IndexOptimizeStruct and fts5IndexMergeLevel, the same from 3.37 to 3.53).
    """
    levels = _levels(fetch(db, STRUCTURE)[0][0])
    filled = [place for place, (_, count) in enumerate(levels) if count]
    segments = sum(count for _, count in levels)
    if any(merging and count == segments - 1 for merging, count in levels):
        return False  # a merge is under way, and goes on with what it has written
    return len(filled) > 1 or (len(filled) == 1 and len(levels) - filled[0] <= 2)


def _levels(record: bytes) -> list[tuple[int, int]]:
    """(segments being merged, segments) of each level; [] for a form that is not known here."""
    numbers = _varints(record[4:])
    if record[4:8] == NEWER_FORM:
        return []
    found = []
    count, _, _ = next(numbers), next(numbers), next(numbers)
    for _ in range(count):
        merging, segments = next(numbers), next(numbers)
        found.append((merging, segments))
        for _ in range(3 * segments):
            next(numbers)
    return found


def _varints(data: bytes) -> Iterator[int]:
    """Numbers as SQLite writes them: seven bits a byte, high ones first, at most four here."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 127
        if byte < 128:
            yield value
            value = 0
