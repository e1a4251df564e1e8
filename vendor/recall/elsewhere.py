"""Where forgotten words still stand in places that are not ours, and how the person removes them.

We read those places and change none. Searched are the host's record and its copies, its memory
files, pastes, snapshots and logs, the transcripts of other agents, and copies of our own files that
a person or a repair has put aside.

A text is looked for by its longest line, as it is and as JSON spells it. Databases are read through
SQLite and in small pieces, so that no writer waits: a plain open of one would drop the locks that
this process holds on it.
"""

import json
import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..sessions import hermes_rows
from ..text import clean, ids, lazy, render
from . import transcripts
from .grams import PIECE, Grams
from .settings import Settings, is_named_profile

SHORTEST = 12  # characters of a text that can be told from others
LONGEST = 200  # characters that are looked for
NEEDLES = 300
SECONDS = 60.0  # for all places together
ROWS = 500  # of one SELECT
LINES = 5  # places named in one file
BIGGEST = 512 * 1024 * 1024  # bytes of a text file
DATABASE = lazy.regex(r"\.(db|sqlite3?)([.-]|$)", re.I)
ASIDE = lazy.regex(r"-(wal|shm|journal)$")
ARCHIVE = lazy.regex(r"\.(zip|tar|gz|tgz|zst|xz|bz2)$", re.I)
NOT_SEARCHED = frozenset({
    "plugins", "node_modules", ".git", "venv", ".venv", "skills", "bin", "optional-skills",
    "audio_cache", "image_cache", "hermes-agent",
})  # fmt: skip
STATE = "state.db"
CHUNK = 8 * 1024 * 1024
OURS = ("brain.db", "sessions.db", "forgotten.db")

COLUMNS = "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c"
NEXT = f"WHERE rowid > ? ORDER BY rowid LIMIT {ROWS}"
TABLES = " WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1, c.cid"


@dataclass(frozen=True, slots=True)
class Place:
    """One place where the words still stand, and what removes them there."""

    path: str
    where: str
    mend: str

    @property
    def line(self) -> str:
        """The place in one line."""
        return f"{self.path}{f' {self.where}' if self.where else ''}: {self.mend}"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The places, and what could not be looked into."""

    places: tuple[Place, ...]
    notes: tuple[str, ...]


class Needles:
    """What is looked for, in the spellings that a file may have."""

    def __init__(self, texts: Iterable[str]) -> None:
        longest = [_longest_line(text) for text in texts]
        self.all_long = all(longest)
        lines = dict.fromkeys(filter(None, longest))
        plain = sorted(lines, key=len, reverse=True)[:NEEDLES]
        spelled = (form.encode("utf-8", "replace") for line in plain for form in _spellings(line))
        self.words = tuple(dict.fromkeys(spelled))
        self._grams = Grams(word[:PIECE] for word in self.words)

    def __bool__(self) -> bool:
        return bool(self.words)

    def found(self, data: bytes) -> list[bytes]:
        """Those that stand in `data`."""
        if not self._grams.may_stand(data):
            return []
        return [word for word in self.words if word in data]


def _longest_line(text: str) -> str:
    lines = (line.strip() for line in clean.tidy(text).splitlines())
    line = max(lines, key=len, default="")[:LONGEST]
    return line if len(line) >= SHORTEST else ""


def _spellings(line: str) -> Iterator[str]:
    yield line
    yield json.dumps(line)[1:-1]
    once = json.dumps(line, ensure_ascii=False)[1:-1]
    yield once
    yield json.dumps(once, ensure_ascii=False)[1:-1]


class Search:
    """One search, with the time it may take."""

    def __init__(
        self, settings: Settings, needles: Needles, user_home: Path, keys: frozenset[str]
    ) -> None:
        self._settings = settings
        self._keys = keys
        self._needles = needles
        self._user = user_home
        self._end = time.monotonic() + SECONDS
        self._places: list[Place] = []
        self._notes: list[str] = []
        self._agent, self._root = "", settings.home  # whose files are being looked through
        self._closed = 0  # compressed sessions that this Python cannot unpack

    def run(self, folders: Mapping[str, Path], locators: Sequence[str]) -> Elsewhere:
        """Look through the home of the host, our own folder and those of the other agents."""
        self._state_db(locators)
        if self._needles:
            for path in self._files(self._settings.home):
                self._one(path)
        short = {} if self._needles.all_long else transcripts.tails(locators)
        for agent, root in folders.items() if self._needles or self._keys or short else ():
            self._agent, self._root = agent, root
            for path in self._files(root):
                self._of_agent(path, short)
        if self._closed:
            self._notes.append(
                f"compressed sessions that were not opened, as Python 3.14 and later can: "
                f"{self._closed}"
            )
        return Elsewhere(tuple(self._places), tuple(dict.fromkeys(self._notes)))

    def _of_agent(self, path: Path, short: Mapping[str, Sequence[str]]) -> None:
        """Name what stands in one file of another agent.

        A session that goes whole is named once, by its file or its folder. `short` has the
        messages that are too short to be looked for, by their session.
        """
        inside = list(transcripts.sessions_in(path, self._root))
        for session, part in inside:
            if session in self._keys:
                place = Place(self._named(part), "", self._mend(path))
                self._places += [] if place in self._places else [place]
                return
        before = len(self._places)
        if self._needles:
            self._one(path)
        for session, part in inside if len(self._places) == before else ():
            if session in short:
                where = f"message {', '.join(short[session][:LINES])}"
                if all(each.path != self._named(part) for each in self._places):
                    self._places.append(Place(self._named(part), where, self._mend(path)))

    def _files(self, root: Path) -> Iterator[Path]:
        for folder, inside, names in os.walk(root):
            inside[:] = sorted(name for name in inside if name not in NOT_SEARCHED)
            for name in sorted(names):
                path = Path(folder) / name
                if self._late():
                    self._notes.append(f"not searched to the end: {_short(root, self._user)}")
                    return
                if path.is_file() and not path.is_symlink():
                    yield path

    def _late(self) -> bool:
        return time.monotonic() > self._end

    def _one(self, path: Path) -> None:
        if ASIDE.search(path.name) or path == self._settings.state_db:
            return
        if path.parent in (self._settings.folder, self._settings.brain) and path.name in OURS:
            return
        try:
            if self._agent and path.suffix == transcripts.PACKED:
                self._packed(path)
            elif ARCHIVE.search(path.name):
                self._notes.append(f"{self._named(path)} is an archive and was not opened")
            elif DATABASE.search(path.name):
                self._database(path)
            elif path.stat().st_size <= BIGGEST:
                self._text(path)
        except (OSError, sqlite3.Error, hermes_rows.NotReadable) as error:
            kind = hermes_rows.reason(error)
            self._notes.append(f"{self._named(path)} could not be read ({kind})")

    def _text(self, path: Path) -> None:
        self._tell(path, list(_lines(path, self._needles)) if _stands(path, self._needles) else [])

    def _packed(self, path: Path) -> None:
        if not transcripts.can_unpack():
            self._closed += 1
            return
        unpacked = enumerate(transcripts.unpacked(path), start=1)
        self._tell(path, [number for number, line in unpacked if self._needles.found(line)])

    def _tell(self, path: Path, lines: Sequence[int]) -> None:
        if lines:
            shown = ", ".join(map(str, lines[:LINES])) + (", …" if lines[LINES:] else "")
            where = f"line{'s' if lines[1:] else ''} {shown}"
            self._places.append(Place(self._named(path), where, self._mend(path)))

    def _mend(self, path: Path) -> str:
        if path.parent.name == "memories":
            return "remove the line, or ask Hermes to forget it (its memory tool, remove)"
        if self._agent:
            return transcripts.mend(self._agent, path, self._root)
        return "remove the line, or the file"

    def _database(self, path: Path) -> None:
        if path.name == STATE and path.parent.parent.name == "profiles":
            self._sessions(path, path.parent.name, ())
            return
        with closing(_opened(path)) as db:
            tables = list(_found_in(db, self._needles))
        if tables:
            where = f"table {', '.join(tables)}"
            mend = "a copy: remove the file" if self._is_copy(path) else "remove it there"
            mend = "the agent's own cache: " + mend if self._agent else mend
            self._places.append(Place(self._named(path), where, mend))

    def _is_copy(self, path: Path) -> bool:
        inside = path.is_relative_to(self._settings.folder) or path.parent == self._settings.brain
        return (
            inside
            or (path.name.startswith(STATE) and path.name != STATE)
            or (path.name == STATE and "state-snapshots" in path.parts)
        )

    def _state_db(self, locators: Iterable[str]) -> None:
        home = self._settings.home
        profile = home.name if is_named_profile(home) else ""
        if self._settings.state_db.exists():
            self._sessions(self._settings.state_db, profile, locators)

    def _sessions(self, path: Path, profile: str, locators: Iterable[str]) -> None:
        """The sessions of a host's record, each with the command that deletes it there."""
        try:
            with closing(_opened(path)) as db:
                found = [*_rows(db, locators), *_messages(db, self._needles)]
        except (OSError, sqlite3.Error, hermes_rows.NotReadable) as error:
            kind = hermes_rows.reason(error)
            self._notes.append(f"{self._named(path)} could not be read ({kind})")
            return
        sessions: dict[str, list[int]] = {}
        for session, message in found:
            sessions.setdefault(session, []).append(message)
        for session, messages in sessions.items():
            shown = sorted(set(messages) - {0})
            numbers = ", ".join(map(str, shown[:LINES])) + (", …" if shown[LINES:] else "")
            where = f"session {session}, " + (f"message {numbers}" if shown else "its title")
            command = f"hermes {f'-p {profile} ' if profile else ''}sessions delete {session}"
            mend = f"session_search finds it; {command}"
            self._places.append(Place(self._named(path), where, mend))

    def _named(self, path: Path) -> str:
        return render.one_line(_short(path, self._user), 200)


def _short(path: Path, home: Path) -> str:
    inside = path.is_relative_to(home)
    return f"~/{path.relative_to(home).as_posix()}" if inside else str(path)


def _opened(path: Path) -> sqlite3.Connection:
    still = hermes_rows.open_still(path)
    return still[0] if still else hermes_rows.open_state(path)


def _fetch(db: sqlite3.Connection, sql: str, values: Any = ()) -> list[Any]:
    with closing(db.execute(sql, values)) as cursor:
        return cursor.fetchall()


ROW = "SELECT session_id, id FROM messages WHERE id = :id AND session_id = :session"


def _rows(db: sqlite3.Connection, locators: Iterable[str]) -> Iterator[tuple[str, int]]:
    """(session, message) of the host's own rows that are there."""
    for locator in locators:
        agent, _, rest = locator.partition(":")
        session, _, number = rest.partition(":")
        if agent == "hermes" and number.isdigit():
            yield from _fetch(db, ROW, {"id": int(number), "session": session})


def _messages(db: sqlite3.Connection, needles: Needles) -> Iterator[tuple[str, int]]:
    """(session, message) of the rows that hold the words; message 0 for a session's own facts."""
    if not needles:
        return
    for table, session, own in (("messages", "session_id", "id"), ("sessions", "id", "")):
        for row in _holding(db, table, needles):
            number = row.get(own)
            yield str(row.get(session)), number if isinstance(number, int) else 0


def _found_in(db: sqlite3.Connection, needles: Needles) -> Iterator[str]:
    for table in dict.fromkeys(name for name, _ in _fetch(db, COLUMNS + TABLES)):
        if next(_holding(db, table, needles), None) is not None:
            yield table


def _holding(
    db: sqlite3.Connection, table: str, needles: Needles
) -> Iterator[Mapping[str, object]]:
    """The rows of a table in which one of the words stands."""
    for page in _pages(db, table):
        if needles.found(b"\0".join(map(_bytes, page))):
            yield from (row for row in page if needles.found(_bytes(row)))


def _bytes(row: Mapping[str, object]) -> bytes:
    """What a row holds, as the bytes in which words are looked for."""
    texts = (v.encode("utf-8", "replace") if isinstance(v, str) else v for v in row.values())
    return b"\0".join(value for value in texts if isinstance(value, bytes))


def _stands(path: Path, needles: Needles) -> bool:
    overlap = 2 * max(map(len, needles.words))
    with path.open("rb") as file:
        before = b""
        while chunk := file.read(CHUNK):
            if needles.found(before + chunk):
                return True
            before = chunk[-overlap:]
    return False


def _lines(path: Path, needles: Needles) -> Iterator[int]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if needles.found(line):
                yield number


def _pages(db: sqlite3.Connection, table: str) -> Iterator[list[dict[str, object]]]:
    """The rows of a table, a few hundred at a time, so that its writer never waits long."""
    quoted = '"' + table.replace('"', '""') + '"'
    names = [row[1] for row in _fetch(db, f"PRAGMA table_info({quoted})")]
    try:
        _fetch(db, " ".join(("SELECT rowid FROM", quoted, "LIMIT 1")))
    except sqlite3.OperationalError:  # a table without rowid is read in one piece
        every = _fetch(db, " ".join(("SELECT * FROM", quoted)))
        yield [dict(zip(names, values, strict=True)) for values in every]
        return
    last = -1
    sql = " ".join(("SELECT rowid, * FROM", quoted, NEXT))
    while page := _fetch(db, sql, (last,)):
        last = page[-1][0]
        yield [dict(zip(names, values, strict=True)) for _, *values in page]


def holding(copies: Iterable[Path], texts: Iterable[str]) -> list[Path]:
    """Those copies of a database that hold one of the texts, in their rows or in their bytes."""
    needles = Needles(texts)
    return [path for path in copies if needles and _holds(path, needles)]


def _holds(path: Path, needles: Needles) -> bool:
    try:
        with closing(_opened(path)) as db:
            if any(_found_in(db, needles)):
                return True
    except sqlite3.Error:
        pass  # damaged: its bytes are looked through all the same
    return _stands(path, needles)


def search(
    settings: Settings,
    texts: Iterable[str],
    *,
    user_home: Path,
    folders: Mapping[str, Path],
    locators: Iterable[str] = (),
    sessions: Iterable[str] = (),
) -> Elsewhere:
    """Where these texts stand outside our own files.

    Args:
        settings: the home to look in.
        texts: what was forgotten.
        user_home: shown as `~`.
        folders: where the other agents keep their files: agent -> folder.
        locators: addresses of the messages, for those that are too short to be looked for.
        sessions: addresses of whole sessions, whose transcripts are named by themselves.
    """
    keys = frozenset(ids.parse_locator(each).parts[0] for each in sessions)
    return Search(settings, Needles(texts), user_home, keys).run(folders, tuple(locators))
