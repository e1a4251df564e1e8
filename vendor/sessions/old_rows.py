"""The rows of a sessions.db that is not written any more: of an older version, or a damaged one.

A sound file is read through SQLite; of one that is not, every page is read for itself (dbpages.py).
There a row is known by the types of its columns, and believed where its code follows from its name.
"""

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from .. import dbfile
from ..dbpages import INDEX, TABLE, FilePages
from . import schema
from .stored import fetch

Values = Mapping[str, Any]

# The tables of version 1, as its files have them: column and type, "?" where it may be NULL.
VERSION_1 = {
    "meta": "name:TEXT value:TEXT",
    "agent": "name:TEXT cursor:TEXT trouble:TEXT unreached:INTEGER read_at:INTEGER?",
    "unit": "n:ROW agent:TEXT name:TEXT mark:TEXT touched:INTEGER skipped:TEXT expired:INTEGER",
    "session": (
        "n:ROW agent:TEXT key:TEXT code:INTEGER title:TEXT project:TEXT audience:TEXT "
        "started:INTEGER? archived:INTEGER record:TEXT"
    ),
    "message": (
        "n:ROW session:INTEGER seq:INTEGER tail:ANY code:INTEGER twin:INTEGER? role:INTEGER "
        "at:INTEGER? part:INTEGER text:TEXT"
    ),
    "alias": (
        "n:ROW message:INTEGER session:INTEGER seq:INTEGER tail:ANY code:INTEGER old:INTEGER"
    ),
    "kept_out": "session:INTEGER seq:INTEGER reason:TEXT",
    "agent_call": "unit:INTEGER at:INTEGER place:INTEGER",
}
Form = tuple[tuple[str, str], ...]  # of one table: (column, type)
SUITS = {"INTEGER": (int,), "TEXT": (str,), "ANY": (int, str, bytes), "ROW": (), "BLOB": (bytes,)}
BIG = "message"  # the table that is not read into memory
DESCRIBED = 5  # columns of SQLite's own table of tables
DESCRIBES = frozenset({"table", "index", "view", "trigger"})  # what its rows begin with
IN_SESSION = "SELECT * FROM message WHERE session = :session"
NUMBERED = "SELECT * FROM message WHERE n = :n"


class Unsound(Exception):
    """SQLite cannot follow the file; its pages may still be read."""


class OldRows(Protocol):
    """What an old file yields. `is_ours`: whether it is an index of ours at all."""

    is_ours: bool
    is_whole: bool

    def of(self, table: str) -> Iterator[Values]:
        """The rows of a small table."""

    def messages(self, sessions: Collection[int], numbers: Collection[int]) -> Iterator[Values]:
        """The messages of these sessions, and those of these numbers, in any order."""

    def unit_names(self) -> Iterator[tuple[int, str, str]]:
        """(number, agent, name) of units, from where they stand a second time."""

    def close(self) -> None:
        """Close the file."""


def opened(path: Path) -> OldRows:
    """The rows of the file at `path`, which nobody else has open.

    Raises:
        OSError: it cannot be read at all.
    """
    try:
        return SoundRows(path)
    except (sqlite3.Error, dbfile.NotOurFile, dbfile.Damaged, Unsound):
        return PageRows(path)


class SoundRows:
    """A file that SQLite can follow."""

    is_ours = True
    is_whole = True

    def __init__(self, path: Path) -> None:
        self._db = dbfile.open(path, application_id=schema.APPLICATION_ID, readonly=True)
        try:
            if fetch(self._db, "PRAGMA quick_check(1)") != [("ok",)]:
                raise Unsound(path.name)
        except BaseException:
            self.close()
            raise

    def of(self, table: str) -> Iterator[Values]:
        """The rows of a small table."""
        names = [row[1] for row in fetch(self._db, f"PRAGMA table_info({table})")]
        if names:
            yield from self._rows(f"SELECT * FROM {table}")  # noqa: S608

    def messages(self, sessions: Collection[int], numbers: Collection[int]) -> Iterator[Values]:
        """By the place in their session."""
        for session in sessions:
            yield from self._rows(IN_SESSION, {"session": session})
        for number in numbers:
            yield from (
                row for row in self._rows(NUMBERED, {"n": number}) if row["session"] not in sessions
            )

    def unit_names(self) -> Iterator[tuple[int, str, str]]:
        """Nothing that `of` has not."""
        yield from ()

    def _rows(self, sql: str, values: Mapping[str, int] | None = None) -> Iterator[Values]:
        try:
            with closing(self._db.execute(sql, values or {})) as rows:
                names = [column[0] for column in rows.description]
                for row in rows:
                    yield dict(zip(names, row, strict=True))
        except sqlite3.Error as error:
            raise Unsound(type(error).__name__) from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class PageRows:
    """The pages of a damaged file."""

    is_whole = False

    def __init__(self, path: Path) -> None:
        self._small: dict[str, list[Values]] = {}
        self._pages = FilePages(path)
        self.is_ours = self._has_our_tables()

    def _has_our_tables(self) -> bool:
        """Whether the file describes tables of ours, or has our number in its header."""
        if self._pages.application_id == schema.APPLICATION_ID:
            return True
        rows = self._pages.rows(TABLE, lambda kinds: len(kinds) == DESCRIBED)
        names = {values[1] for _, values in rows if values[0] == "table"}
        return bool(VERSION_1.keys() <= names)

    def of(self, table: str) -> Iterator[Values]:
        """Every row that looks like one of the table; all small tables are read in one pass."""
        if table == BIG:
            yield from (row for _, row in self._looked_at((BIG,)))
            return
        if not self._small:
            self._small = {name: [] for name in VERSION_1 if name != BIG}
            for name, row in self._looked_at(tuple(self._small)):
                self._small[name].append(row)
        yield from self._small[table]

    def messages(self, sessions: Collection[int], numbers: Collection[int]) -> Iterator[Values]:
        """In the order of pages."""
        for _, row in self._looked_at((BIG,)):
            if row["session"] in sessions or row["n"] in numbers:
                yield row

    def _looked_at(self, tables: Sequence[str]) -> Iterator[tuple[str, Values]]:
        forms = [(table, form) for table in tables for form in _forms(table)]
        counts = {len(form) for _, form in forms}
        for n, values in self._pages.rows(TABLE, lambda kinds: len(kinds) in counts):
            found = next(((t, f) for t, f in forms if _suits(f, values)), None)
            if found is not None and values[0] not in DESCRIBES:
                table, form = found
                row = dict(zip((name for name, _ in form), values, strict=True))
                yield table, row | {name: n for name, kind in form if kind == "ROW"}

    def unit_names(self) -> Iterator[tuple[int, str, str]]:
        """From the index that keeps them unique."""
        for _, values in self._pages.rows(INDEX, lambda kinds: len(kinds) == 3):
            agent, name, n = values
            if isinstance(agent, str) and isinstance(name, str) and isinstance(n, int):
                yield n, agent, name

    def close(self) -> None:
        """Close the file."""
        self._pages.close()


def _suits(form: Form, values: Sequence[Any]) -> bool:
    if len(form) != len(values):
        return False
    return all(
        value is None if kind == "ROW" else _fits(kind, value)
        for (_, kind), value in zip(form, values, strict=True)
    )


def _fits(kind: str, value: Any) -> bool:
    return kind.endswith("?") if value is None else isinstance(value, SUITS[kind.rstrip("?")])


@cache
def _forms(table: str) -> tuple[Form, ...]:
    """The columns of a table in each version that is known here."""
    first = tuple((c.partition(":")[0], c.partition(":")[2]) for c in VERSION_1[table].split())
    return tuple(dict.fromkeys((_now(table), first)))


@cache
def _now(table: str) -> Form:
    with closing(dbfile.memory()) as db:
        db.executescript(schema.TABLES)
        for statement in schema.LATER:
            db.execute(statement).close()
        columns = fetch(db, f"PRAGMA table_info({table})")
    return tuple(
        (name, "ROW" if key and kind == "INTEGER" else kind + ("" if notnull or key else "?"))
        for _, name, kind, notnull, _, key in columns
    )
