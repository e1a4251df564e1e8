"""Copies of a brain: what one holds, whether it is good, and which is the newest good one.

A copy is good when nothing stands in it that its version did not have and when its record can be
proved from the first packet to the last; its tables are made again from that when it is restored.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from .. import dbfile, wholefile
from . import check, log, migrate, schema
from .errors import LogDamaged, NotOurFile
from .times import iso

REMEMBERED: Final = "backups.json"  # beside brain.db: where backups were put
MOST: Final = 20
NO_COPIES: Final = (".new-", ".damaged-", "-journal")


@dataclass(frozen=True, slots=True)
class Copy:
    """What a copy holds. `newest` is the time of its newest packet, ISO 8601 in UTC, or ""."""

    path: Path
    size: int
    packets: int
    facts: int
    newest: str
    head: bytes
    version: int


def examine(path: Path) -> Copy:
    """Look at a copy and prove its record.

    Raises:
        FileNotFoundError: there is none.
        NotOurFile: not a brain, or of a newer release.
        LogDamaged: it cannot be proved.
    """
    try:
        with closing(opened(path)) as db, dbfile.snapshot(db):
            _prove(db, path)
            return described(db, path)
    except sqlite3.DatabaseError as error:
        raise dbfile.trouble(path, error) from None


def opened(path: Path) -> dbfile.Connection:
    """A copy, open for reading."""
    return dbfile.open(
        path,
        application_id=schema.APPLICATION_ID,
        version=schema.VERSION,
        readonly=True,
    )


COUNTS = "SELECT (SELECT count(*) FROM packet), (SELECT count(*) FROM fact)"


def described(db: sqlite3.Connection, path: Path) -> Copy:
    """What an open brain holds."""
    packets, facts = db.execute(COUNTS).fetchall()[0]
    at = db.execute(log.NEWEST_AT).fetchall()[0][0]
    newest = "" if at is None else iso(at)
    version = int(dbfile.pragma(db, "user_version"))
    head = log.head(db)[1]
    return Copy(path, path.stat().st_size, packets, facts, newest, head, version)


def _prove(db: sqlite3.Connection, path: Path) -> None:
    version = int(dbfile.pragma(db, "user_version"))
    if version > schema.VERSION:
        raise NotOurFile(f"{path} was written by a newer release. Update the plugin.")
    strangers = migrate.strangers(db) if migrate.is_older(db) else schema.strangers(db)
    if strangers:
        raise NotOurFile(f"{path}: {'; '.join(strangers)}. Take another copy.")
    problems = check.of_the_record(db)
    if problems:
        where = f"{problems[0].where} {problems[0].message.split(';')[0]}"
        raise LogDamaged(f"{path} is no good copy ({where}). Take an older one.")


def remember(directory: Path, path: Path) -> None:
    """Note where a backup was put. That it could not be noted is nobody's trouble."""
    known = [str(path.resolve()), *map(str, _remembered(directory))]
    with suppress(OSError):
        rows = list(dict.fromkeys(known))[:MOST]
        wholefile.write_private(directory / REMEMBERED, json.dumps(rows, indent=1) + "\n")


def _remembered(directory: Path) -> list[Path]:
    try:
        rows = json.loads(wholefile.read_text(directory / REMEMBERED))
    except (OSError, ValueError):
        return []
    return [Path(row) for row in rows if isinstance(row, str)] if isinstance(rows, list) else []


def newest(brain: Path) -> Copy | None:
    """The good copy of a brain.db with the newest packet, of those beside it and remembered."""
    good = []
    for path in _candidates(brain):
        with suppress(OSError, sqlite3.Error, NotOurFile, LogDamaged):
            there = path.stat()
            good.append(_examined(path, there.st_mtime_ns, there.st_size))
    return max(good, key=lambda each: (each.newest, each.packets), default=None)


def _candidates(brain: Path) -> Iterator[Path]:
    beside = [*brain.parent.glob(f"{brain.name}.*"), *brain.parent.glob("*.bak")]
    for path in dict.fromkeys([*beside, *_remembered(brain.parent)]):
        if not any(mark in path.name for mark in NO_COPIES) and path.name != brain.name:
            yield path


@lru_cache(maxsize=MOST)
def _examined(path: Path, changed: int, size: int) -> Copy:
    return examine(path)


def advice(brain: Path, facts: int | None = None) -> str:
    """What to do about a damaged brain.db: the newest good copy, where one is known.

    `facts` is how many the damaged file shows, where it still shows any.
    """
    command = "hermes agent-si brain restore"
    copy = newest(brain)
    if copy is None:
        return f"Restore a copy: {command} FILE"
    of = f"{copy.facts} of {facts}" if facts is not None else str(copy.facts)
    when = copy.newest[:16].replace("T", " ")
    return f"Newest good copy: {when} UTC, {of} facts. Restore it: {command} {copy.path}"


KEPT: Final = (".v", ".damaged-", ".before-restore-")


def kept_beside(brain: Path) -> list[Path]:
    """Files that migrations and restores kept beside a brain.db: they hold what it held then."""
    found = brain.parent.glob(f"{brain.name}.*")
    names = tuple(f"{brain.name}{mark}" for mark in KEPT)
    return sorted(path for path in found if path.name.startswith(names))
