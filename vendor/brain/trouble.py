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

from .. import dbfile, hurry
from ..text import lazy
from . import check, good_copy, migrate
from .errors import LogDamaged, NotOurFile, NotWritten, OutOfTime

LOOK: Final = 0.1  # seconds to find the page that is damaged
STEPS: Final = 500  # of SQLite's virtual machine between two looks at the clock


# What a value of a wrong kind does to code that reads a damaged table. Anything else is no damage.
ODD: Final = (AttributeError, TypeError, ValueError, KeyError, IndexError, AssertionError)


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Reads: a deadline, a lock or damage as an error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        name = dbfile.error_name(error)
        if name == "SQLITE_INTERRUPT" or name.startswith(dbfile.BUSY):
            raise OutOfTime(f"{path} did not answer in time") from None
        raise _explained(path, error) from None
    except ODD as error:
        if (damage := _damage(path)) is None:
            raise
        raise damage from error


@contextlib.contextmanager
def writing(path: Path, brain: Path | None = None) -> Iterator[None]:
    """Writes: whatever kept them from being written, in one sentence.

    `brain` is the brain.db that is read meanwhile, where that is another file.
    """
    brain = brain or path
    try:
        yield
    except sqlite3.Error as error:
        name = dbfile.error_name(error)
        for prefix, sentence in _SENTENCES.items():
            if name.startswith(prefix):
                raise NotWritten(f"nothing was written to {path}: {sentence}") from None
        raise _explained(brain, error) from None
    except ODD as error:
        if (damage := _damage(brain)) is None:
            raise
        raise damage from error


def _explained(path: Path, error: sqlite3.Error) -> Exception:
    """The error in our words; what is no damage by its name may come of damage all the same."""
    found = dbfile.trouble(path, error)
    if isinstance(found, dbfile.Damaged):
        return damaged(path, str(error))
    return (_damage(path) or error) if found is error else found


def _damage(path: Path) -> Exception | None:
    """The first thing that is wrong with the file; None for a whole one. Takes its time."""
    try:
        with contextlib.closing(dbfile.open(path, readonly=True)) as db, dbfile.snapshot(db):
            old = migrate.is_older(db)
            found = (
                check.of_the_record(db) if old else check.check(db, path.with_name("brain.toml"))
            )
    except (NotOurFile, LogDamaged) as error:
        return error
    except (sqlite3.Error, OSError):
        return None
    wrong = [str(each).partition(";")[0] for each in found if not each.warning]
    return damaged(path, wrong[0]) if wrong else None


def damaged(path: Path, what: str) -> LogDamaged:
    """The error for a file that cannot be read: where, and the newest good copy of it."""
    where = _where(path)
    at = f"{what}, {where}" if where else what
    return LogDamaged(f"{path} is damaged ({at}). Nothing was changed. {good_copy.advice(path)}")


def open_for_reading(path: Path, what: str) -> str:
    """The sentence for a damaged file that can still be read."""
    advice = good_copy.advice(path, _facts(path))
    return f"{path} is damaged ({what}); it is open for reading only. {advice}"


FACTS = "SELECT count(*) FROM fact"


def _facts(path: Path) -> int | None:
    try:
        with contextlib.closing(dbfile.open(path, readonly=True)) as db:
            return int(db.execute(FACTS).fetchall()[0][0])
    except (sqlite3.Error, OSError, dbfile.NotOurFile, dbfile.Damaged):
        return None


def _where(path: Path) -> str:
    """The first page that SQLite's own check names in time, such as "page 41"; or ""."""
    try:
        with contextlib.closing(dbfile.open(path, readonly=True)) as db, deadline(db, LOOK):
            lines = db.execute("PRAGMA quick_check(1)").fetchall()
    except (sqlite3.Error, OSError, dbfile.NotOurFile, dbfile.Damaged):
        return ""
    found = PAGE.search(" ".join(str(line) for (line,) in lines))
    return found[0].lower() if found else ""


PAGE: Final = lazy.regex(r"[Pp]age \d+")
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
    seconds = hurry.left(seconds)
    end = time.monotonic() + seconds
    before = dbfile.pragma(db, "busy_timeout")
    db.execute(f"PRAGMA busy_timeout={max(1, int(seconds * 1000))}").close()
    db.set_progress_handler(lambda: time.monotonic() > end, STEPS)
    try:
        yield
    finally:
        hurry.watch(db)
        db.execute(f"PRAGMA busy_timeout={int(before)}").close()
