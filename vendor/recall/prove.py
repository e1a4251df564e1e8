"""The proof of forgetting: our files, byte by byte, for what was forgotten.

Looked for is every text that was removed, as it was, folded, and as the search had it, and each
of its 12-byte pieces; what stands in a row that stays proves nothing and is left out. Every
database is read through SQLite, each column of each table and FTS5's own among them; only a row of
the databases in use is one that stays, a copy of one is a find like any other. Then, once no
connection of this process is open, as plain bytes with its log and journal, where free pages are
too. A plain open before that would drop the locks that SQLite holds: they belong to the process.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .. import dbfile
from ..forgotten import normal
from ..text import fold, lazy, words
from .grams import GRAM, PIECE, Grams

SHORT = 6  # bytes; a shorter text is everybody's
CHUNK = 8 * 1024 * 1024
SHADOWS = ("message_fts", "message_terms", "row_fts", "row_terms")
IN_USE = frozenset({"brain.db", "sessions.db", "forgotten.db"})
PLACES = ("", "brain", "demo", "demo/brain")  # below a folder of ours, where they lie

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was looked through, and where something was found.

    files: (name, bytes). found: one line for each file that holds a piece. weak: texts too short
    to be looked for. stay: texts that stand in a row that stays, too, and are no find there.
    unread: files named like a database that are none; their bytes were looked through.
    """

    files: tuple[tuple[str, int], ...]
    found: tuple[str, ...]
    texts: int
    weak: int
    stay: int = 0
    unread: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """Bytes looked through in all."""
        return sum(size for _, size in self.files)


class Pieces:
    """What is to be found: whole short texts, and every twelve bytes of the longer ones."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Of texts, in every form that a file of ours may hold."""
        forms = {form.encode("utf-8", "replace") for text in texts for form in _forms(text)}
        self.whole = {form for form in forms if SHORT <= len(form) < PIECE}
        self.pieces = {
            form[at : at + PIECE] for form in forms for at in range(len(form) - PIECE + 1)
        }
        self._grams = Grams(self.pieces)

    def found_in(self, data: bytes) -> set[bytes]:
        """Those that stand in `data`."""
        found = {whole for whole in self.whole if whole in data}
        for at in self._grams.places(data):
            low = max(0, at - (PIECE - GRAM))
            found |= {data[start : start + PIECE] for start in range(low, at + 1)} & self.pieces
        return found


def _forms(text: str) -> Iterator[str]:
    yield text
    yield fold.fold(text)
    yield normal(text)
    yield words.indexed(text)


def prove(folders: Iterable[Path], texts: Iterable[str]) -> Proof:
    """Look for removed texts in every file below these folders of ours.

    The caller has closed every connection of this process to them.
    """
    texts = [text for text in dict.fromkeys(texts) if text]
    pieces = Pieces(texts)
    weak = sum(len(text.encode("utf-8", "replace")) < SHORT for text in texts)
    folders = list(folders)
    files = list(_files(folders))
    names = _names(files)
    in_use = {folder / place / name for folder in folders for place in PLACES for name in IN_USE}
    found: dict[str, set[bytes]] = {}
    kept: list[str] = []
    lines: list[str] = []
    unread: list[str] = []
    for path in files:
        rows = kept if path in in_use else None
        if path.suffix == ".db" and not _look_through(path, names[path], pieces, found, rows):
            unread.append(names[path])
    for path in files:
        hits = _in_bytes(path, pieces)
        if hits:
            found.setdefault(names[path], set()).update(hits)
    known = _known(set().union(*found.values()) if found else set(), kept)
    copies = {names[path] for path in files if path not in in_use}
    for name, hits in found.items():
        left = hits if name.partition(", table ")[0] in copies else hits - known
        lines += [f"{name}: {len(left)} pieces"] if left else []
    stay = sum(len(text) >= SHORT and _stands(text, kept) for text in texts)
    sizes = tuple((names[path], path.stat().st_size) for path in files if path.exists())
    return Proof(sizes, tuple(lines), len(texts), weak, stay, tuple(unread))


def _stands(text: str, kept: Iterable[str]) -> bool:
    """Whether a text stands in a row that stays, as whole words."""
    whole = lazy.regex(rf"(?<!\w){re.escape(text)}(?!\w)")
    return any(text in row and whole.search(row) for row in kept)


def _names(files: Iterable[Path]) -> dict[Path, str]:
    """How each file is called: by its name, with its folder where another has the same one."""
    files = list(files)
    often = [path.name for path in files]
    return {
        path: path.name if often.count(path.name) == 1 else f"{path.parent.name}/{path.name}"
        for path in files
    }


def _known(hits: set[bytes], kept: Iterable[str]) -> set[bytes]:
    """Of what was found, that which stands in a row that stays, in one of its forms."""
    known: set[bytes] = set()
    if not hits:
        return known
    for text in kept:
        raw = text.encode("utf-8", "replace")
        known |= {hit for hit in hits - known if hit in raw}
    for text in kept if hits - known else ():
        forms = [form.encode("utf-8", "replace") for form in _forms(text)]
        known |= {hit for hit in hits - known if any(hit in form for form in forms)}
    return known


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    seen: set[Path] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            real = path.resolve()
            if path.is_file() and not path.is_symlink() and real not in seen:
                seen.add(real)
                yield path


def _look_through(
    path: Path, name: str, pieces: Pieces, found: dict[str, set[bytes]], kept: list[str] | None
) -> bool:
    """Every value of every table; what is no table of FTS5 is a row that stays, and goes to `kept`.

    Without `kept` no row of it stays. False when it is not to be read as a database.
    """
    try:
        with closing(dbfile.open(path, readonly=True)) as db:
            for table, value in _values(db):
                data = value.encode("utf-8", "replace") if isinstance(value, str) else value
                hits = pieces.found_in(data)
                if not hits:
                    continue
                if kept is None or table.startswith(SHADOWS):
                    found.setdefault(f"{name}, table {table}", set()).update(hits)
                elif isinstance(value, str):
                    kept.append(value)
    except (sqlite3.Error, dbfile.NotOurFile, dbfile.Damaged):
        return False
    return True


def _values(db: sqlite3.Connection) -> Iterator[tuple[str, str | bytes]]:
    with closing(db.execute(TABLES)) as cursor:
        tables = [name for (name,) in cursor.fetchall()]
    for table in ("sqlite_master", *tables):
        quoted = '"' + table.replace('"', '""') + '"'
        with closing(db.execute(" ".join(("SELECT * FROM", quoted)))) as cursor:
            for row in cursor:
                for value in row:
                    if isinstance(value, str | bytes):
                        yield table, value


def _in_bytes(path: Path, pieces: Pieces) -> set[bytes]:
    found: set[bytes] = set()
    with path.open("rb") as file:
        before = b""
        while chunk := file.read(CHUNK):
            found |= pieces.found_in(before + chunk)
            before = chunk[-(PIECE - 1) :]
    return found
