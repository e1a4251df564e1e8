"""Back a brain up while it is in use; bring a copy back without losing what came after it.

    back_up(directory, FILE)            one state of it, proved, in a private file
    look(directory, FILE) -> Restoring  what comes back, what the present file still yields
    restore(plan, today)                the present file stays beside, never overwritten

A restored brain holds the copy, and after it every packet of the present file that continues the
copy's chain and can be proved (salvage.py): what was acknowledged is there, if it is anywhere.

The bytes of the present file are read with plain file calls, which drop every lock that this
process has on it when they are closed: no Brain of this process may be open on it meanwhile.
"""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from .. import dbfile, wholefile
from . import (
    check,
    claims,
    good_copy,
    log,
    migrate,
    moved,
    redact,
    salvage,
    schema,
    trouble,
)
from .errors import LogDamaged, NotOurFile, NotWritten
from .fold import rebuild
from .good_copy import Copy, examine
from .moved import Moved
from .salvage import Kept

FILE: Final = "brain.db"
POLICY_FILE: Final = "brain.toml"


@dataclass(frozen=True, slots=True)
class Restoring:
    """What a restore would do.

    present: what is there now: "missing", "whole", or what is wrong with it.
    here: packets that the present file names, readable or not.
    shared: of those how many the copy has too.
    saved: packets after the copy that the present file still yields, each proved.
    """

    directory: Path
    copy: Copy
    present: str
    here: int
    shared: int
    saved: tuple[Kept, ...]

    @property
    def lost(self) -> int:
        """Packets of the present file that are neither in the copy nor to be saved."""
        return max(0, self.here - self.shared - len(self.saved))


def back_up(directory: Path, path: Path, *, replace: bool = False) -> Copy:
    """Copy the brain as it is at one moment, however many use it; prove the copy; name it.

    Raises:
        FileNotFoundError: there is no brain, or no folder to put the copy in.
        FileExistsError: something is at `path`, and `replace` was not asked for.
        LogDamaged: the brain cannot be proved; no copy was made and none was replaced.
        NotWritten: the disk is full, or the folder may not be written.
    """
    brain = directory / FILE
    _refuse_target(brain, path, replace=replace)
    with (
        trouble.writing(path, brain),
        contextlib.closing(good_copy.opened(brain)) as db,
        dbfile.copied(db, path) as aside,
    ):
        copy = examine(aside)
        wholefile.publish(aside, path, replace=replace)
    good_copy.remember(directory, path)
    return Copy(path, copy.size, copy.packets, copy.facts, copy.newest, copy.head, copy.version)


def _refuse_target(brain: Path, path: Path, *, replace: bool) -> None:
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}; make it first")
    if path.exists() and (path.is_dir() or path.samefile(brain)):
        raise NotWritten(f"{path} cannot hold the copy; name another file")
    if os.path.lexists(path) and not replace:
        raise FileExistsError(f"{path} is there; name another file, or say --replace")


def look(directory: Path, path: Path) -> Restoring:
    """What restoring a copy would bring back and lose. Changes nothing.

    Raises:
        FileNotFoundError, NotOurFile, LogDamaged: the copy cannot be used.
    """
    brain = directory / FILE
    if brain.exists() and path.exists() and path.samefile(brain):
        raise NotOurFile(f"{path} is the brain itself; name a copy of it")
    copy = examine(path)
    present = _state(brain)
    with trouble.told(brain), _held(brain) as file:
        return _plan(directory, copy, present, file)


def _plan(directory: Path, copy: Copy, present: str, file: BinaryIO | None) -> Restoring:
    if file is None:
        return Restoring(directory, copy, present, 0, 0, ())
    found = salvage.look(file.read())
    saved = tuple(salvage.after(found, copy.packets, copy.head))
    chain = salvage.after(found, 0, log.GENESIS)
    both = min(len(chain), copy.packets)
    is_same = both == 0 or _hash_at(copy, both) == chain[both - 1].hash
    shared = min(found.newest, copy.packets) if saved or is_same else 0
    return Restoring(directory, copy, present, found.newest, shared, saved)


HASH = "SELECT hash FROM packet WHERE seq = :seq"


def _hash_at(copy: Copy, seq: int) -> bytes:
    with contextlib.closing(good_copy.opened(copy.path)) as db:
        rows = db.execute(HASH, {"seq": seq}).fetchall()
    return rows[0][0] if rows else b""


def _state(brain: Path) -> str:
    try:
        examine(brain)
    except (NotOurFile, LogDamaged) as error:
        return str(error)
    except FileNotFoundError:
        return "missing"
    except (OSError, sqlite3.Error) as error:
        return f"{brain} cannot be read now ({type(error).__name__})"
    return "whole"


def restore(plan: Restoring, today: str) -> Path | None:
    """Put the copy and what was saved in place of the present file.

    `today` (YYYYMMDD) names the present file, which stays beside; returns where, None where
    there was none. Other processes find the new file by themselves.

    Raises:
        NotWritten: another program holds the lock, the disk is full.
        LogDamaged: what would come back is not whole. Nothing was changed.
    """
    brain = plan.directory / FILE
    brain.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with trouble.writing(brain), _held(brain) as file, _locked(brain):
        now = _plan(plan.directory, plan.copy, plan.present, file)
        with _prepared(now, brain) as aside:
            kept = None if file is None else _set_aside(brain, plan.present, today)
            wholefile.publish(aside, brain, replace=True)
    _bring_policy(plan.directory)
    return kept


@contextlib.contextmanager
def _held(brain: Path) -> Iterator[BinaryIO | None]:
    """The present file, open for its bytes; None where there is none.

    Every lock of this process on the file goes when this is closed, so it is closed last.
    """
    try:
        descriptor = os.open(brain, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        yield None
        return
    with os.fdopen(descriptor, "rb") as file:
        yield file


@contextlib.contextmanager
def _locked(brain: Path) -> Iterator[None]:
    """Nobody writes to the present file meanwhile; one that SQLite cannot open nobody can."""
    try:
        db = dbfile.open(brain, application_id=schema.APPLICATION_ID)
    except (FileNotFoundError, dbfile.NotOurFile, dbfile.Damaged):
        yield
        return
    with contextlib.closing(db):
        try:
            db.execute("BEGIN EXCLUSIVE").close()
        except sqlite3.DatabaseError as error:
            if dbfile.error_name(error).startswith(dbfile.BUSY):
                raise
        yield
        if db.in_transaction:
            db.execute("ROLLBACK").close()


@contextlib.contextmanager
def written(found: Moved, brain: Path) -> Iterator[Path]:
    """A moved record as a whole brain in a file beside `brain`, to be looked at and restored.

    Raises:
        NotWritten: the disk is full, or the folder may not be written.
    """
    brain.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{brain.name}.new-", dir=brain.parent) as folder:
        path = Path(folder) / brain.name
        with (
            trouble.writing(path),
            contextlib.closing(
                dbfile.open(
                    path,
                    application_id=schema.APPLICATION_ID,
                    version=schema.VERSION,
                    schema=schema.SCRIPT,
                    journal="DELETE",
                    create=True,
                )
            ) as db,
            dbfile.transaction(db),
        ):
            _append(db, found.entries)
            rebuild(db)
        yield path


@contextlib.contextmanager
def _prepared(plan: Restoring, brain: Path) -> Iterator[Path]:
    """A whole brain in a file beside: the copy and the saved packets, checked."""
    with (
        contextlib.closing(good_copy.opened(plan.copy.path)) as copy,
        dbfile.copied(copy, brain) as aside,
    ):
        with contextlib.closing(
            dbfile.open(aside, application_id=schema.APPLICATION_ID, synchronous="EXTRA")
        ) as db:
            with migrate.unbound(db), dbfile.transaction(db):
                _append(db, plan.saved)
                migrate.make_anew(db) if migrate.is_older(db) else rebuild(db)
            found = check.check(db, plan.directory / POLICY_FILE)
        problems = [each for each in found if not each.warning]
        if problems:
            raise LogDamaged(f"{plan.copy.path} cannot be restored ({problems[0]})")
        yield aside


def _append(db: sqlite3.Connection, saved: Sequence[Kept]) -> None:
    """Add entries, and empty what they order forgotten: the copy may still have it."""
    for entry in saved:
        moved.put(db, entry)
    redact.empty(db, moved.emptied(saved))


def _set_aside(brain: Path, present: str, today: str) -> Path:
    """Give the present file another name too; the old one is taken from it in one step later."""
    name = "before-restore" if present == "whole" else "damaged"
    kept = wholefile.free_name(brain.with_name(f"{brain.name}.{name}-{today}"))
    journal = brain.with_name(f"{brain.name}-journal")
    wholefile.second_name(brain, kept)
    # A journal belongs to the file that it was written for: it must not meet the new one.
    with contextlib.suppress(FileNotFoundError):
        journal.rename(kept.with_name(f"{kept.name}-journal"))
    return kept


def _bring_policy(directory: Path) -> None:
    """brain.toml as the restored log has it, where the file is gone."""
    path = directory / POLICY_FILE
    if not path.exists():
        with contextlib.closing(good_copy.opened(directory / FILE)) as db:
            wholefile.write_private(path, claims.policy_text(db))
