"""Open, create and write to one SQLite file of ours; read one of somebody else's.

Knows no table and not one word of our domain. What holds:

* A database file is opened through SQLite only, never with plain file calls: closing a plain
  descriptor drops every POSIX lock that this process holds on the file.
* A new file appears whole (built aside, then linked into place) and readable by its owner only.
* Transactions are explicit, immediate, and rolled back on any error.
* Nothing in a file that we did not put there is run: its number, its version and, by the caller,
  its schema are looked at before anything else.
* What is no plain file (a pipe, a device) is never opened (wholefile.py).
* In a thread that has a deadline (hurry.py) nothing waits or works longer.

The brain (brain/schema.py) and the session index (sessions/schema.py) bring their tables.
"""

import contextlib
import os
import random
import secrets
import sqlite3
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from . import hurry, wholefile

FLOOR = (3, 37, 0)
BUSY_SECONDS = 5.0
FOREIGN_BUSY_SECONDS = 0.25
LONGEST_VALUE = 16 * 1024 * 1024
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
LONGEST_PAUSE = 0.02

JOURNALS = ("DELETE", "WAL")
SIDECARS = ("-journal", "-wal", "-shm")
SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA")


class NotOurFile(Exception):
    """The path holds something that is not a file of ours. Point elsewhere or move it away."""


class Damaged(Exception):
    """The file is ours and cannot be read as it stands. Restore a copy."""


class NewerFile(NotOurFile):
    """A newer release wrote this file; it may be read with `readonly=True`, not written."""


class Unsupported(Exception):
    """The SQLite of this Python is too old or lacks FTS5."""


class Connection(sqlite3.Connection):
    """A connection that knows its process and closes itself when nobody holds it any more."""

    pid: int = 0

    def __del__(self) -> None:
        """Close quietly, unless this is a forked copy of somebody else's connection."""
        if self.pid == os.getpid():
            with contextlib.suppress(sqlite3.Error):
                self.close()


AnyConnection = TypeVar("AnyConnection", bound=sqlite3.Connection)


def open(
    path: Path,
    *,
    application_id: int = 0,
    version: int = 0,
    schema: str = "",
    shrinks: bool = False,
    journal: str = "DELETE",
    synchronous: str = "FULL",
    create: bool = False,
    readonly: bool = False,
    timeout: float = BUSY_SECONDS,
) -> Connection:
    """Open one file of ours, autocommit, with every safety setting on.

    With `schema` (a script) a missing file is built aside with that script, `application_id` and
    `version`, and linked into place, so that no other process ever sees half of it. Without
    `schema` a missing file is created empty, mode 0600, and the caller brings the tables.

    Args:
        path: the file; a symlink is refused.
        application_id: 0 asks for nothing; otherwise a file with another number is refused.
        version: the newest `user_version` this code knows; 0 asks for nothing.
        schema: the script that makes a new file.
        shrinks: whether a new file can give free pages back (`PRAGMA incremental_vacuum`).
        journal: DELETE or WAL. Where WAL cannot be had the file stays in DELETE mode.
        synchronous: NORMAL, FULL or EXTRA.
        create: make the file where there is none.
        readonly: write nothing, and take a newer file too.
        timeout: seconds that one statement waits for a lock.

    Raises:
        FileNotFoundError: there is no such file and `create` was not asked for.
        NotOurFile: a symlink, not a database, or another program's database.
        NewerFile: `user_version` is above `version` and `readonly` was not asked for.
        Damaged: the first pages cannot be read.
        Unsupported: SQLite is below 3.37 or has no FTS5.
    """
    if journal not in JOURNALS or synchronous not in SYNCHRONOUS:
        raise ValueError(f"journal is one of {JOURNALS}, synchronous one of {SYNCHRONOUS}")
    _supported()
    if not _there(path):
        if not create or readonly:
            raise FileNotFoundError(f"there is no {path}")
        _make(path, _Form(application_id, version, schema, shrinks))
    if readonly and path.with_name(f"{path.name}-journal").exists():
        _roll_back(path, timeout)
    db = _connect(path, "ro" if readonly else "rw", timeout)
    try:
        _look(db, path, application_id=application_id, version=version, readonly=readonly)
        _settings(db, journal=journal, synchronous=synchronous, readonly=readonly)
    except sqlite3.DatabaseError as error:
        db.close()
        raise trouble(path, error) from None
    except BaseException:
        db.close()
        raise
    return db


def read_only(path: Path) -> Connection:
    """Open a database of another program to read it, and only that. The caller closes it.

    Never creates or changes a file, waits a quarter of a second for a lock at most, and reads
    any bytes. Fetch every row of a statement at once: an unfinished one keeps its lock even
    after close(), and would make the owner of the file wait.

    Raises:
        FileNotFoundError: there is no such file.
        sqlite3.Error: it cannot be read now.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}")
    wholefile.plain(path, ("", *SIDECARS))
    db = _connect(path, "ro", FOREIGN_BUSY_SECONDS)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.execute("PRAGMA trusted_schema=OFF").close()
    db.execute("PRAGMA query_only=ON").close()
    return db


@contextlib.contextmanager
def transaction(db: AnyConnection, *, patience: float = 0.0) -> Iterator[AnyConnection]:
    """One write transaction: all of it or nothing.

    BEGIN stands inside the try so that no error, wherever it falls, leaves one open. SQLite's
    own waiting for a lock is not fair: it looks ever more rarely, so a crowd can starve one
    writer. With `patience` (seconds) it is looked every few milliseconds until then, for the
    beginning and, while readers are still there, for the end.
    """
    try:
        _patiently(db, "BEGIN IMMEDIATE", patience)
        yield db
        _patiently(db, "COMMIT", patience)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK").close()
        raise


def _patiently(db: sqlite3.Connection, statement: str, patience: float) -> None:
    if not patience:
        return db.execute(statement).close()
    end = time.monotonic() + patience
    before = pragma(db, "busy_timeout")
    db.execute("PRAGMA busy_timeout=0").close()
    try:
        while True:
            try:
                return db.execute(statement).close()
            except sqlite3.OperationalError as error:
                if not error_name(error).startswith(BUSY) or time.monotonic() > end:
                    raise
            time.sleep(random.uniform(0, LONGEST_PAUSE))
    finally:
        db.execute(f"PRAGMA busy_timeout={int(before)}").close()


@contextlib.contextmanager
def snapshot(db: AnyConnection) -> Iterator[AnyConnection]:
    """Several SELECTs that see one state. Inside a transaction it is part of that one."""
    if db.in_transaction:
        yield db
        return
    try:
        db.execute("BEGIN").close()
        yield db
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK").close()


def memory() -> Connection:
    """A database of no file, autocommit, with the same safety settings."""
    db = sqlite3.connect(
        ":memory:", isolation_level=None, check_same_thread=False, factory=Connection
    )
    db.pid = os.getpid()
    db.execute("PRAGMA trusted_schema=OFF").close()
    db.execute("PRAGMA foreign_keys=ON").close()
    return db


@contextlib.contextmanager
def copied(db: sqlite3.Connection, path: Path) -> Iterator[Path]:
    """What `db` holds now in a new private file beside `path`, to look at before `publish`.

    One state of it, however many write to it meanwhile: they wait until the copy is made. When
    the block ends without `publish` the new file is gone.

    Raises:
        sqlite3.Error, OSError: the disk is full, `db` is damaged or locked, or may not be read.
    """
    aside = path.with_name(f"{path.name}.new-{secrets.token_hex(6)}")
    wholefile.touch(aside)
    try:
        with contextlib.closing(_connect(aside, "rw", BUSY_SECONDS)) as copy:
            copy.execute("PRAGMA synchronous=EXTRA").close()
            with snapshot(db):
                # The lock is taken here, in time: backup() itself would wait for it for ever.
                pragma(db, "schema_version")
                db.backup(copy)
        yield aside
    finally:
        aside.unlink(missing_ok=True)


def pragma(db: sqlite3.Connection, name: str) -> int | str:
    """The value of one setting."""
    value: int | str = db.execute(f"PRAGMA {name}").fetchall()[0][0]
    return value


def trouble(path: Path, error: sqlite3.Error) -> Exception:
    """What an error of SQLite means for the person who owns the file, to be raised."""
    name = error_name(error)
    if name.startswith("SQLITE_NOTADB"):
        return NotOurFile(f"{path} is not a database. Nothing was changed: move it away.")
    # Python's own word for bytes in a column of text that are none.
    if name.startswith("SQLITE_CORRUPT") or "decode to UTF-8" in str(error):
        return Damaged(f"{path} is damaged ({error}). Nothing was changed: restore a copy of it.")
    return error


def error_name(error: sqlite3.Error) -> str:
    """SQLite's own name for an error, such as SQLITE_BUSY; "" when Python made the error."""
    return getattr(error, "sqlite_errorname", "") or ""


def _roll_back(path: Path, timeout: float) -> None:
    """Undo what a program that was killed left half written, as SQLite does for a writer.

    Who may only read gets SQLITE_READONLY_ROLLBACK until somebody did. The journal of a program
    that still writes is left alone: it holds a lock.
    """
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(_connect(path, "ro", timeout)) as db,
    ):
        try:
            pragma(db, "user_version")
        except sqlite3.Error as error:
            if error_name(error) == "SQLITE_READONLY_ROLLBACK":
                with contextlib.closing(_connect(path, "rw", timeout)) as writing:
                    pragma(writing, "user_version")


def _supported() -> None:
    if sqlite3.sqlite_version_info < FLOOR:
        floor = ".".join(map(str, FLOOR))
        raise Unsupported(f"SQLite {floor} or newer is needed, this is {sqlite3.sqlite_version}")


def _there(path: Path) -> bool:
    """Whether a plain file is at `path`. A symlink is refused: it may lead anywhere."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except NotADirectoryError:
        raise NotOurFile(f"{path.parent} is not a folder. Nothing was changed.") from None
    if stat.S_ISLNK(mode) or not stat.S_ISREG(mode):
        raise NotOurFile(f"{path} is not a plain file. Nothing was changed: move it away.")
    try:
        wholefile.plain(path, SIDECARS)
    except wholefile.NotPlain as error:
        raise NotOurFile(str(error)) from None
    return True


@dataclass(frozen=True, slots=True)
class _Form:
    """How a new file is made."""

    application_id: int
    version: int
    schema: str
    shrinks: bool


def _make(path: Path, form: _Form) -> None:
    """Create the file, whole, mode 0600, in a folder 0700; quietly lose to a faster process."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not form.schema:
        with contextlib.suppress(FileExistsError):
            wholefile.touch(path)
        return
    aside = path.with_name(f"{path.name}.new-{secrets.token_hex(6)}")
    wholefile.touch(aside)
    try:
        with contextlib.closing(_connect(aside, "rw", BUSY_SECONDS)) as db:
            _build(db, form)
        wholefile.link(aside, path)
    finally:
        aside.unlink(missing_ok=True)
    wholefile.sync_folder(path.parent)


def _build(db: Connection, form: _Form) -> None:
    try:
        db.execute("CREATE VIRTUAL TABLE temp.fts_probe USING fts5(words)").close()
    except sqlite3.OperationalError:
        raise Unsupported("this Python's SQLite has no FTS5, which the search needs") from None
    db.execute("PRAGMA synchronous=EXTRA").close()
    if form.shrinks:
        db.execute("PRAGMA auto_vacuum=INCREMENTAL").close()
    numbers = f"PRAGMA application_id={form.application_id};PRAGMA user_version={form.version};"
    db.executescript(f"BEGIN IMMEDIATE;{form.schema};{numbers}COMMIT;")


def _connect(path: Path, mode: str, timeout: float) -> Connection:
    # as_uri() quotes `?`, `#` and `%`, which a hand-made URI would read as something else.
    uri = f"{path.parent.resolve().joinpath(path.name).as_uri()}?mode={mode}"
    # The caller keeps one connection a thread; False only lets the last one out close them all.
    db = sqlite3.connect(
        uri,
        uri=True,
        timeout=hurry.left(timeout),
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )
    db.pid = os.getpid()
    hurry.watch(db)
    return db


def _look(db: Connection, path: Path, *, application_id: int, version: int, readonly: bool) -> None:
    """Refuse what is not ours before any statement that could run what stands in the file."""
    db.execute("PRAGMA trusted_schema=OFF").close()
    db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    if application_id and pragma(db, "application_id") != application_id:
        empty = " (it is empty)" if path.stat().st_size == 0 else ""
        raise NotOurFile(
            f"{path} is not a file of agent-si{empty}. Nothing was changed: move it away, "
            "or restore a copy in its place."
        )
    found = int(pragma(db, "user_version"))
    if version and found > version and not readonly:
        raise NewerFile(
            f"{path} was written by a newer release (format {found}, this one knows {version}). "
            "It can be read, not written: update the plugin."
        )


def _settings(db: Connection, *, journal: str, synchronous: str, readonly: bool) -> None:
    db.execute("PRAGMA foreign_keys=ON").close()
    # Sorting and statement journals stay in memory: a temp file would hold private text.
    db.execute("PRAGMA temp_store=MEMORY").close()
    if readonly:
        db.execute("PRAGMA query_only=ON").close()
        return
    db.execute("PRAGMA secure_delete=ON").close()
    if str(pragma(db, "journal_mode")).upper() != journal:
        db.execute(f"PRAGMA journal_mode={journal}").fetchall()
    db.execute(f"PRAGMA synchronous={synchronous}").close()
    # Only Apple's kernel needs to be asked twice to write through the drive's own cache.
    db.execute("PRAGMA fullfsync=ON").close()
    db.execute("PRAGMA checkpoint_fullfsync=ON").close()
