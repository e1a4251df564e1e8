"""A damaged sessions.db: moved aside, salvaged into the one that is built anew, and removed.

    sessions.db, damaged --> set_aside() --> sessions.db.damaged
    the next refresh, or a forget --> take_over() --> salvage.py --> the old file is removed

The old file still holds words that may since be forgotten: it is removed when all of it was looked
at. One in which nothing of ours stands may be somebody else's, and stays.
"""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from .. import dbfile, wholefile
from ..forgotten import Forgotten
from . import meta
from .private import NOTHING, Private
from .salvage import Salvaged, salvage
from .stored import fetch

ASIDE = ".damaged"
SIDECARS = ("-wal", "-shm", "-journal")
FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'"
NOTED = "SELECT value FROM meta WHERE name = :name"
THERE = "SELECT 1 FROM session WHERE code = :code"


def set_aside(path: Path) -> bool:
    """Move a damaged index away, to be built again; whether that was done.

    Its log goes with it, and goes first: a log without its file is nothing, but it would be played
    into the new file of that name.
    """
    aside = wholefile.free_name(path.with_name(path.name + ASIDE))
    for name in SIDECARS:
        with contextlib.suppress(OSError):
            aside.with_name(aside.name + name).unlink()
    for name in (*SIDECARS, ""):
        with contextlib.suppress(OSError):
            path.with_name(path.name + name).replace(aside.with_name(aside.name + name))
    return not path.exists()


def take_over(
    db: sqlite3.Connection,
    forgotten: Forgotten,
    *,
    private: Private = NOTHING,
    pulse: Callable[[], None] = lambda: None,
) -> Salvaged:
    """Salvage every damaged file beside an open index, and remove it. What is done twice is one.

    Raises:
        sqlite3.Error: the new index cannot be written; the old files stay.
        Unreadable: it cannot be asked what was forgotten.
    """
    total = Salvaged()
    for old in _waiting(db):
        try:
            found = salvage(old, db, forgotten, private=private, pulse=pulse)
        except OSError:
            continue  # it cannot be read now
        if found.is_ours:
            _remove(old)
        else:
            with dbfile.transaction(db):
                meta.note(db, f"aside:{old.name}", _outside(old))
        total = Salvaged(
            total.sessions + found.sessions,
            total.messages + found.messages,
            total.lost + found.lost,
            total.is_ours and found.is_ours,
        )
    return total


def is_waiting(path: Path) -> bool:
    """Whether a damaged file lies beside the place of an index."""
    return path.with_name(path.name + ASIDE).exists()


def _waiting(db: sqlite3.Connection) -> list[Path]:
    """The damaged files beside the index, without those in which nothing of ours was found."""
    name = fetch(db, FILE)[0][0]
    if not name:
        return []
    path = Path(name)
    beside = (
        path.with_name(f"{path.name}{ASIDE}"),
        *path.parent.glob(f"{path.name}{ASIDE}-[0-9]*"),
    )
    files = [each for each in beside if each.is_file() and not each.name.endswith(SIDECARS)]
    return [
        each
        for each in sorted(files)
        if fetch(db, NOTED, {"name": f"aside:{each.name}"}) != [(_outside(each),)]
    ]


def _outside(path: Path) -> str:
    found = path.stat()
    return json.dumps([found.st_ino, found.st_size, found.st_mtime_ns])


def _remove(old: Path) -> None:
    for name in ("", *SIDECARS):
        old.with_name(old.name + name).unlink(missing_ok=True)
    wholefile.sync_folder(old.parent)


def lost(db: sqlite3.Connection, agent: str) -> int:
    """How many sessions of an agent went with a damaged index and did not come back since."""
    found = fetch(db, NOTED, {"name": f"lost:{agent}"})
    if not found:
        return 0
    count, codes = json.loads(found[0][0])
    return int(count) + sum(not fetch(db, THERE, {"code": code}) for code in codes)
