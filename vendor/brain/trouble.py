"""Errors of SQLite told as ours, and reads that end in time.

An sqlite3 error is never kept or chained: its traceback would hold a cursor, and a cursor that
is not finished holds its lock on the file, even after close().
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .. import dbfile
from .errors import NotWritten, OutOfTime

STEPS: Final = 500  # of SQLite's virtual machine between two looks at the clock


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Reads: a deadline, a lock or damage as an error of ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = dbfile.error_name(error)
        if name == "SQLITE_INTERRUPT" or name.startswith(dbfile.BUSY):
            raise OutOfTime(f"{path} did not answer in time") from None
        raise dbfile.trouble(path, error) from None
    except sqlite3.DatabaseError as error:
        raise dbfile.trouble(path, error) from None


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Writes: whatever kept them from being written, in one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = dbfile.error_name(error)
        for prefix, sentence in _SENTENCES.items():
            if name.startswith(prefix):
                raise NotWritten(f"nothing was written to {path}: {sentence}") from None
        raise dbfile.trouble(path, error) from None
    except sqlite3.DatabaseError as error:
        raise dbfile.trouble(path, error) from None


_SENTENCES: Final = {
    "SQLITE_FULL": "the disk is full; free some space and try again",
    "SQLITE_BUSY": "another program holds its lock; try again",
    "SQLITE_LOCKED": "another program holds its lock; try again",
    "SQLITE_READONLY": "the file or its folder may not be written; see to their permissions",
    "SQLITE_CANTOPEN": "its folder may not be written; see to its permissions",
    "SQLITE_IOERR": "the disk reported an error; see to it before writing more",
}


@contextlib.contextmanager
def deadline(db: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Statements of this connection are interrupted when the time is over, locks or not."""
    end = time.monotonic() + seconds
    before = dbfile.pragma(db, "busy_timeout")
    db.execute(f"PRAGMA busy_timeout={max(1, int(seconds * 1000))}").close()
    db.set_progress_handler(lambda: time.monotonic() > end, STEPS)
    try:
        yield
    finally:
        db.set_progress_handler(None, 0)
        db.execute(f"PRAGMA busy_timeout={int(before)}").close()
