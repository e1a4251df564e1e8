"""From an older version of brain.db to the present one.

The record is the truth of a file and no version has changed it so far; everything else is made
from it. So a migration checks the record, keeps a copy of the whole file beside it, and then in
one transaction drops the tables of the fold, makes those of the present version, folds the log
and writes the new number. Whatever fails on the way leaves the old file as it was.

    brain.db  --look-->  nothing in it but what its version had, and a record that can be proved
              --copied-->           brain.db.v1-20261130
              --one transaction-->  version 2
"""

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from .. import dbfile, wholefile
from . import schema
from .fold import rebuild

RECORD_TABLES: Final = ("meta", "packet", "text")
_VERSION_1: Final = """
0504ea9abcf3355c 0559d5edb88132f4 0bd561bdf08af39f 0e671b554f5ae1b5 18e59ff51111b400
21e70ccd1ebe8a7a 25e769472c392d03 272bfbd718a77723 54f7576ed76186b5 55923347e8e1b9bb
55b0ec0423f75597 5ce6af2d9d9c5736 62a3eefac1074e4b 6338bd3f71da28d0 64873369449559ab
6917b85cc087aef8 6abd1a8e940f1ac1 7247f1d5a7ccafe4 77b9acd8984bc6f1 78ff3173729660e6
79e4520945ff3b10 91aea20fcc112022 a50c9d306a9af55d a5a5cfbc9d113093 b577ef789aa4b579
bc7c0f1b58a10a97 c11a5426e8c3e37f c2fe30b7e3e29832 c33711d2485c602d c433b7a71e012dcd
c69370acd1d21b46 d8f9fc5bfb85727a e0d91258319e00de e370edc5d2faef85 ea914f7ca0b1e495
fef9ef6bf60b2b8e
"""
# Of each thing in the schema of a shipped version: the first eight bytes of SHA-256 over its type,
# name and statement, one a line. tests/data/brain_vN.sql holds such a file.
SHIPPED: Final[Mapping[int, frozenset[str]]] = {
    1: frozenset(_VERSION_1.split()),
}


def things(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Type, name and statement of all that is ours to make; FTS5 makes tables of its own."""
    found = db.execute(schema.THINGS).fetchall()
    return [each for each in found if not each[1].startswith(("row_fts_", "sqlite_stat"))]


def fingerprint(db: sqlite3.Connection) -> dict[str, str]:
    """What the file's schema has: digest -> `type name`."""
    return {
        hashlib.sha256("\0".join(thing).encode()).digest()[:8].hex(): f"{thing[0]} {thing[1]}"
        for thing in things(db)
    }


def is_older(db: sqlite3.Connection) -> bool:
    """Whether an older release made the file."""
    return 0 < int(dbfile.pragma(db, "user_version")) < schema.VERSION


def strangers(db: sqlite3.Connection) -> list[str]:
    """What a file of an older version has that its version did not, or lacks; one phrase each."""
    version = int(dbfile.pragma(db, "user_version"))
    known, found = SHIPPED[version], fingerprint(db)
    extra = [f"{name} is not ours" for digest, name in sorted(found.items()) if digest not in known]
    lacking = len(known - found.keys())
    missing = [f"{lacking} of the tables, indexes and triggers of version {version} are missing"]
    return sorted(extra) + (missing if lacking else [])


def migrate(db: dbfile.Connection, path: Path, today: str) -> None:
    """Bring a file whose strangers and record were looked at to the present version.

    Nothing is done where another process was faster.

    Raises:
        sqlite3.Error, OSError: it could not be done, and the file is as it was.
    """
    while is_older(db):
        version = int(dbfile.pragma(db, "user_version"))
        before = dbfile.pragma(db, "data_version")
        kept = _kept(db, path.with_name(f"{path.name}.v{version}-{today}"))
        done = False
        try:
            done = _in_one_go(db, before)
        finally:
            if not done:
                kept.unlink(missing_ok=True)


def _kept(db: sqlite3.Connection, wanted: Path) -> Path:
    """A copy of the file as it is, under a name that nobody has."""
    with dbfile.copied(db, wanted) as aside:
        while True:
            kept = wholefile.free_name(wanted)
            with suppress(FileExistsError):
                wholefile.publish(aside, kept)
                return kept


def _in_one_go(db: dbfile.Connection, before: int | str | None = None) -> bool:
    """Make everything anew in one transaction, unless somebody has written since `before`."""
    with unbound(db), dbfile.transaction(db, patience=dbfile.BUSY_SECONDS):
        if before is not None and dbfile.pragma(db, "data_version") != before:
            return False
        make_anew(db)
    return True


@contextmanager
def unbound(db: sqlite3.Connection) -> Iterator[None]:
    """Tables may be dropped in any order; `make_anew` looks at every reference at its end."""
    db.execute("PRAGMA foreign_keys=OFF").close()
    try:
        yield
    finally:
        db.execute("PRAGMA foreign_keys=ON").close()


def in_memory(db: sqlite3.Connection) -> dbfile.Connection:
    """A copy of an older file, at the present version, for reading what may not be written."""
    copy = dbfile.memory()
    try:
        db.backup(copy)
        _in_one_go(copy)
        copy.execute("PRAGMA query_only=ON").close()
    except BaseException:
        copy.close()
        raise
    return copy


def make_anew(db: sqlite3.Connection) -> None:
    """Drop the fold, make it as it is now and fold the log, in the caller's transaction.

    The caller has the connection `unbound`.
    """
    for kind, name in _dropped(db):
        db.execute(f'DROP {kind} IF EXISTS "{name}"').close()
    for statement in statements(schema.FOLD):
        db.execute(statement).close()
    rebuild(db)
    db.execute(f"PRAGMA user_version={schema.VERSION}").close()
    dangling = db.execute("PRAGMA foreign_key_check").fetchall()
    strange = schema.strangers(db)
    if dangling or strange:
        raise sqlite3.DatabaseError(f"the new tables are not whole: {dangling or strange}")


THINGS = """
SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')
AND tbl_name NOT IN ('meta', 'packet', 'text') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
AND name NOT LIKE 'row\\_fts\\_%' ESCAPE '\\'
"""


def _dropped(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """What is not of the record. The view of the search's words goes before the search."""
    found = db.execute(THINGS).fetchall()
    return sorted(found, key=lambda each: each[1] != "row_terms")


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: executescript would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
