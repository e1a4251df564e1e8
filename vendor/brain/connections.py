"""The connections of one brain: one for each thread of each process, all looked at before use.

A file of ours that a newer release wrote, or whose end is broken, is opened for reading only and
`trouble` says why; a file with anything in it that we did not put there is refused.
"""

import os
import sqlite3
import threading
import weakref
from pathlib import Path

from .. import dbfile
from . import check, log, schema
from .fold import rebuild

RESTORE = "Restore a copy: hermes agent-si brain restore"

# What a forked child was given and must not close: its parent still holds the same files.
_INHERITED: list[dbfile.Connection] = []


class Connections:
    """Opens `path` on first use in each thread.

    Attributes:
        readonly: nothing may be written, because the caller said so or because of `trouble`.
        trouble: what is wrong with the file, in one sentence; "" when nothing is.
    """

    def __init__(self, path: Path, *, create: bool, readonly: bool, wait: float) -> None:
        """Open and look at the file.

        Raises:
            FileNotFoundError, NotOurFile, LogDamaged: as Brain.open says.
        """
        self.path = path
        self._wait = wait
        self.readonly = readonly
        self.trouble = ""
        self._local = threading.local()
        self._open: weakref.WeakSet[dbfile.Connection] = weakref.WeakSet()
        try:
            self._local.db = self._connect(create=create)
        except dbfile.NewerFile as newer:
            self.readonly, self.trouble = True, str(newer)
            self._local.db = self._connect(create=False)
        if not self.trouble:
            self._look()

    def get(self) -> dbfile.Connection:
        """The connection of the thread that asks."""
        db: dbfile.Connection | None = getattr(self._local, "db", None)
        if db is not None and db.pid == os.getpid():
            return db
        if db is not None:
            _INHERITED.append(db)
        self._local.db = self._connect(create=False)
        return self.get()

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
            strangers = schema.strangers(db)
            damage = "" if strangers else log.damage_at_end(db)
            is_behind = not strangers and log.rules(db) != schema.RULES
        except sqlite3.DatabaseError as error:
            self.close()
            raise dbfile.trouble(self.path, error) from None
        if strangers:
            self.close()
            raise dbfile.NotOurFile(
                f"{self.path}: {'; '.join(strangers)}. Nothing was changed: restore a copy of it."
            )
        if damage:
            self._damaged(damage)
        elif is_behind and not self.readonly:
            self._catch_up(db)

    def _catch_up(self, db: dbfile.Connection) -> None:
        """Make the tables again where an older release made them by other rules on strings."""
        problems = check.of_the_record(db)
        if problems:
            self._damaged(str(problems[0]))
        elif not 0 < log.rules(db) < schema.RULES:
            self.readonly = True
            self.trouble = (
                f"{self.path} holds tables of a newer release; it is open for reading only. "
                "Update the plugin."
            )
        else:
            with dbfile.transaction(db):
                rebuild(db)

    def _damaged(self, what: str) -> None:
        self.readonly = True
        self.trouble = f"{self.path} is damaged ({what}); it is open for reading only. {RESTORE}"
