"""The connections of one brain: one for each thread of each process, all looked at before use.

A file of ours that a newer release wrote, or whose end is broken, is opened for reading only and
`trouble` says why; a file with anything in it that we did not put there is refused. One of an
older release is brought to the present version (migrate.py); where it may not be written, a copy
in memory is, and read instead.
"""

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from .. import dbfile
from . import check, log, migrate, schema, trouble
from .errors import NotWritten
from .fold import rebuild

# What a forked child was given and must not close: its parent still holds the same files.
_INHERITED: list[dbfile.Connection] = []


class Connections:
    """Opens `path` on first use in each thread.

    Attributes:
        readonly: nothing may be written, because the caller said so or because of `trouble`.
        trouble: what is wrong with the file, in one sentence; "" when nothing is.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], datetime],
        *,
        create: bool,
        readonly: bool,
        wait: float,
    ) -> None:
        """Open and look at the file.

        Raises:
            FileNotFoundError, NotOurFile, LogDamaged: as Brain.open says.
        """
        self.path = path
        self._clock = clock
        self._wait = wait
        self._asked = readonly
        self._local = threading.local()
        self._open: weakref.WeakSet[dbfile.Connection] = weakref.WeakSet()
        self._begin(create=create)

    def _begin(self, *, create: bool) -> None:
        self.readonly, self.trouble = self._asked, ""
        with trouble.told(self.path):
            try:
                self._use(self._connect(create=create))
            except dbfile.NewerFile as newer:
                self.readonly, self.trouble = True, str(newer)
                self._use(self._connect(create=False))
            if not self.trouble:
                self._look()

    def get(self) -> dbfile.Connection:
        """The connection of the thread that asks, to the file that has the name now."""
        db: dbfile.Connection | None = getattr(self._local, "db", None)
        if db is not None and db.pid == os.getpid():
            if self._local.file in (_file(self.path), None):
                return db
            # A copy was restored under this name: what we had open is another file now.
            db.close()
            self._begin(create=False)
            return self.get()
        if db is not None:
            _INHERITED.append(db)
        self._use(self._readable(self._connect(create=False)))
        return self.get()

    def _use(self, db: dbfile.Connection) -> None:
        self._local.db = db
        self._local.file = _file(self.path)

    def close(self) -> None:
        """Close those of every thread of this process. Twice is nothing."""
        for db in list(self._open):
            if db.pid == os.getpid():
                db.close()
        self._local = threading.local()

    def _connect(self, *, create: bool) -> dbfile.Connection:
        db = dbfile.open(
            self.path,
            application_id=schema.APPLICATION_ID,
            version=schema.VERSION,
            schema=schema.SCRIPT,
            journal="DELETE",
            synchronous="EXTRA",
            create=create,
            readonly=self.readonly,
            timeout=self._wait,
        )
        self._open.add(db)
        return db

    def _look(self) -> None:
        """Refuse a file with a stranger in it; go read-only where the end of the log is bad."""
        db = self.get()
        try:
            with dbfile.snapshot(db):
                older = migrate.is_older(db)
                strangers = migrate.strangers(db) if older else schema.strangers(db)
                damage = "" if strangers else log.damage_at_end(db)
                is_behind = not strangers and log.rules(db) != schema.RULES
        except sqlite3.DatabaseError:
            self.close()
            raise
        if strangers:
            self.close()
            raise dbfile.NotOurFile(
                f"{self.path}: {'; '.join(strangers)}. Nothing was changed: restore a copy of it."
            )
        if damage:
            self.damaged(damage)
        elif older and not self.readonly:
            self._migrate(db)
        elif is_behind and not self.readonly:
            self._catch_up(db)
        self._use(self._readable(self.get()))

    def _migrate(self, db: dbfile.Connection) -> None:
        """Bring a file of an older release to the present version, or say why it was not."""
        problems = check.of_the_record(db)
        if problems:
            self.damaged(str(problems[0]).partition(";")[0])
            return
        try:
            with trouble.writing(self.path):
                migrate.migrate(db, self.path, f"{self._clock():%Y%m%d}")
        except (OSError, sqlite3.Error, NotWritten, dbfile.Damaged) as error:
            self.readonly = True
            self.trouble = (
                f"{self.path} is of an older release and is open for reading only, because it "
                f"could not be brought to this one: {error}"
            )

    def _readable(self, db: dbfile.Connection) -> dbfile.Connection:
        """The same, or for an older file its copy in memory at the present version."""
        if db.in_transaction or not migrate.is_older(db):
            return db
        try:
            copy = migrate.in_memory(db)
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            reason = error if isinstance(error, sqlite3.Error) else type(error).__name__
            raise trouble.damaged(self.path, str(reason)) from None
        finally:
            db.close()
        self._open.add(copy)
        return copy

    def _catch_up(self, db: dbfile.Connection) -> None:
        """Make the tables again where an older release made them by other rules on strings."""
        problems = check.of_the_record(db)
        if problems:
            self.damaged(str(problems[0]).partition(";")[0])
        elif not 0 < log.rules(db) < schema.RULES:
            self.readonly = True
            self.trouble = (
                f"{self.path} holds tables of a newer release; it is open for reading only. "
                "Update the plugin."
            )
        else:
            with dbfile.transaction(db):
                rebuild(db)

    def damaged(self, what: str) -> None:
        """Write nothing more to the file: `what` is wrong with it."""
        self.broken(trouble.open_for_reading(self.path, what))

    def broken(self, sentence: str) -> None:
        """Write nothing more to the file, for the reason in the sentence."""
        self.readonly, self.trouble = True, self.trouble or sentence


def _file(path: Path) -> tuple[int, int] | None:
    """Which file has the name now; None where none has."""
    with suppress(OSError):
        there = path.stat()
        return there.st_dev, there.st_ino
    return None
