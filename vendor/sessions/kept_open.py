"""The index of one thread, kept open from one pass to the next.

Opening and closing costs more than reading a turn. Nothing is locked between two passes, and no
statement is left unfinished, so that whoever forgets, erases or drops is not in anybody's way.
A file that took the place of the one that is open (moved aside, restored, built anew), or that
another release has changed, is opened anew. Where an open file cannot be moved or removed, on
Windows, each pass opens its own.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from .. import dbfile
from . import schema
from .index import SessionIndex
from .stored import fetch

KEEPS = os.name == "posix"
LOG_PAGES = 128  # of the log, at which it is written back: a little at a time, not much at once


class KeptOpen:
    """One index; only ever used by one thread of one process."""

    def __init__(self, path: Path) -> None:
        """`path`: sessions.db; nothing is opened yet."""
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._form: tuple[int, int] | None = None

    @contextlib.contextmanager
    def index(self) -> Iterator[SessionIndex]:
        """The index as it is now; after an error it is closed.

        Raises:
            As `SessionIndex.open` says.
        """
        try:
            yield SessionIndex(self._path, self._same() or self._opened())
        except BaseException:
            self.close()
            raise
        if not KEEPS:
            self.close()

    def close(self) -> None:
        """Close it. Closing twice is nothing."""
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    def _same(self) -> sqlite3.Connection | None:
        """What is open, if it is still what stands at the path."""
        if self._db is None or self._file is None or _file(self._path) != self._file:
            return None
        try:
            return self._db if _form(self._db) == self._form else None
        except sqlite3.Error:
            return None  # opening it says what is wrong

    def _opened(self) -> sqlite3.Connection:
        self.close()
        self._db = schema.open_index(self._path)
        fetch(self._db, f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
        self._file, self._form = _file(self._path), _form(self._db)
        return self._db


def _file(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _form(db: sqlite3.Connection) -> tuple[int, int]:
    """What another release changes when it writes the file in its own way."""
    return int(dbfile.pragma(db, "user_version")), int(dbfile.pragma(db, "schema_version"))
