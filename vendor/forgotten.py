"""Forgotten: what a person asked to forget, known again and never readable.

`forgotten.db` holds keyed hashes (HMAC-SHA256 under a random key that never leaves the file) of the
addresses, rows and words that were forgotten, and not one word. Whoever is about to store
something asks here first. Words are hashed from five on: shorter ones are everybody's, so a short
message is known again by its address only.

    forget --> add() --> forgotten.db <-- holds_…() <-- session index, brain_remember, restore

One row is one hash; `kind` says what of, and is hashed too, so that no hash can be compared across
kinds. A head is the beginning of a text, which spares the long form for all that begins otherwise.
"""

import contextlib
import hmac
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unicodedata import normalize

from . import dbfile
from .text import clean, units
from .text.fold import fold

FILE = "forgotten.db"
APPLICATION_ID = 0x41534647  # "ASFG"
VERSION = 1
LOCATOR, SESSION, TEXT, HEAD, ROW = "locator", "session", "text", "head", "row"
LOOKED_AT = 2000  # characters from which a head is made
HEAD_CHARS = 16
TABLES = """
CREATE TABLE meta (
    name TEXT PRIMARY KEY, -- key: 32 random bytes; changes: how often something was added
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('key', randomblob(32)), ('changes', 0);
CREATE TABLE tombstone (
    kind TEXT NOT NULL CHECK (kind IN ('locator', 'session', 'text', 'head', 'row')),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;
"""
THINGS = "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

META = "SELECT value FROM meta WHERE name = :name"
ANY = "SELECT 1 FROM tombstone LIMIT 1"
HOLDS = "SELECT 1 FROM tombstone WHERE kind = :kind AND hash = :hash"
ADD = "INSERT OR IGNORE INTO tombstone (kind, hash) VALUES (:kind, :hash)"
CHANGED = "UPDATE meta SET value = value + 1 WHERE name = 'changes'"
COUNTS = "SELECT kind, count(*) FROM tombstone WHERE kind <> 'head' GROUP BY kind ORDER BY kind"


class Unreadable(Exception):
    """It cannot be asked what was forgotten; the sentence says why and holds no private text."""


class Forgotten:
    """One forgotten.db, or the place where there is none yet, which holds nothing."""

    def __init__(self, path: Path, db: dbfile.Connection | None, *, wait: float) -> None:
        """Use `open`."""
        self.path = path
        self._db = db
        self._wait = wait
        self._key = b""

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = False,
        readonly: bool = True,
        wait: float = dbfile.BUSY_SECONDS,
    ) -> "Forgotten":
        """Open the tombstones at `path`; with `create` make the file where there is none.

        A missing file is an empty one, and is found as soon as another process has made it. A file
        that is there and cannot be read is an error: who cannot ask must not store.

        Raises:
            Unreadable: it cannot be used. So does every question later.
        """
        self = cls(path, None, wait=wait)
        with contextlib.suppress(FileNotFoundError):
            self._db = self._opened(create=create, readonly=readonly and not create)
        return self

    def _opened(self, *, create: bool, readonly: bool) -> dbfile.Connection:
        with _told(self.path):
            return self._looked_at(self._connected(create=create, readonly=readonly))

    def _connected(self, *, create: bool, readonly: bool) -> dbfile.Connection:
        return dbfile.open(
            self.path,
            application_id=APPLICATION_ID,
            version=VERSION,
            schema=TABLES,
            journal="DELETE",
            synchronous="EXTRA",
            create=create,
            readonly=readonly,
            timeout=self._wait,
        )

    def _looked_at(self, db: dbfile.Connection) -> dbfile.Connection:
        if [name for (name,) in _fetch(db, THINGS)] == ["meta", "tombstone"]:
            return db
        db.close()
        raise dbfile.NotOurFile(f"{self.path} holds what agent-si did not put there")

    def close(self) -> None:
        """Close the file. Closing twice is nothing."""
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def __enter__(self) -> "Forgotten":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator["Forgotten"]:
        """Several questions that see one state."""
        db = self._there()
        if db is None:
            yield self
            return
        with _told(self.path), dbfile.snapshot(db):
            yield self

    @property
    def empty(self) -> bool:
        """Whether nothing was ever forgotten here."""
        return not self._fetch(ANY)

    def version(self) -> str:
        """Another text after every `add` that added something; "" where nothing was added."""
        changes = self._fetch(META, {"name": "changes"})
        if not changes or not changes[0][0]:
            return ""
        return f"{self._hash('version', '').hex()[:12]}:{changes[0][0]}"

    def counts(self) -> dict[str, int]:
        """How many tombstones of each kind there are."""
        return dict(self._fetch(COUNTS))

    def holds_locator(self, locator: str) -> bool:
        """Whether the message, or the session, of this address was forgotten."""
        return bool(locator) and (self._holds(LOCATOR, locator) or self.holds_session(locator))

    def holds_session(self, locator: str) -> bool:
        """Whether the whole session of this address was forgotten."""
        return bool(locator) and self._holds(SESSION, locator)

    def holds_row(self, ident: str) -> bool:
        """Whether the brain's row of this id was forgotten."""
        return self._holds(ROW, ident)

    def holds_text(self, text: str) -> bool:
        """Whether these words as a whole were forgotten, in whatever spelling."""
        return self._holds(HEAD, _head(text)) and self._holds(TEXT, normal(text))

    def add(
        self,
        *,
        locators: Iterable[str] = (),
        texts: Iterable[str] = (),
        rows: Iterable[str] = (),
        sessions: Iterable[str] = (),
    ) -> None:
        """Remember, durably, that these were forgotten. Adding again is nothing.

        Args:
            locators: addresses of messages, each of their names.
            texts: their words; those of fewer than five words are left out.
            rows: ids of rows of the brain.
            sessions: addresses of sessions of which nothing may come back.

        Raises:
            FileNotFoundError: there is no file and it was not opened with `create`.
            Unreadable: it cannot be written; nothing was added.
        """
        if self._db is None:
            raise FileNotFoundError(f"there is no {self.path}")
        long = [form for form in map(normal, texts) if units.at_least(units.FLOOR, form)]
        of = {LOCATOR: locators, SESSION: sessions, ROW: rows, TEXT: long, HEAD: map(_head, long)}
        with _told(self.path), dbfile.transaction(self._db) as db:
            rows_of = [
                {"kind": kind, "hash": self._hash(kind, word)}
                for kind, words in of.items()
                for word in words
                if word
            ]
            before = db.total_changes
            db.executemany(ADD, rows_of).close()
            if db.total_changes > before:
                db.execute(CHANGED).close()

    def check(self) -> list[str]:
        """What is wrong with the file, one line each."""
        try:
            lines = [row[0] for row in self._fetch("PRAGMA quick_check(5)")]
        except Unreadable as error:
            return [str(error)]
        return [f"{FILE}: {line}; restore a copy of it" for line in lines if line != "ok"]

    def _holds(self, kind: str, word: str) -> bool:
        if self._there() is None:
            return False
        return bool(self._fetch(HOLDS, {"kind": kind, "hash": self._hash(kind, word)}))

    def _hash(self, kind: str, word: str) -> bytes:
        if not self._key:
            self._key = self._fetch(META, {"name": "key"})[0][0]
        return hmac.digest(self._key, f"{kind}\0{word}".encode("utf-8", "surrogatepass"), "sha256")

    def _there(self) -> dbfile.Connection | None:
        if self._db is None and self.path.exists():
            self._db = self._opened(create=False, readonly=True)
        return self._db

    def _fetch(self, sql: str, values: Any = ()) -> list[Any]:
        db = self._there()
        if db is None:
            return []
        with _told(self.path):
            return _fetch(db, sql, values)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of the file as `Unreadable`: they must not pass for those of another file."""
    try:
        yield
    except (sqlite3.Error, dbfile.NotOurFile, dbfile.Damaged) as error:
        name = getattr(error, "sqlite_errorname", "") or str(error)
        raise Unreadable(
            f"it cannot be asked what was forgotten ({path.name}: {name}), so nothing is stored; "
            "restore a copy of that file"
        ) from None


def normal(text: str) -> str:
    """The form in which words are known again: cleaned, folded, single spaces."""
    return " ".join(fold(clean.tidy(text)).split())


def _head(text: str) -> str:
    beginning = normalize("NFC", " ".join(clean.tidy(text[:LOOKED_AT]).split()))
    return fold(beginning[: 2 * HEAD_CHARS])[:HEAD_CHARS]


def _fetch(db: sqlite3.Connection, sql: str, values: Any = ()) -> list[Any]:
    with closing(db.execute(sql, values)) as cursor:
        return cursor.fetchall()
