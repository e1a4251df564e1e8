"""What people have already, entry by entry: lists in Markdown and the stores of other memories.

    Hermes' MEMORY.md, USER.md   entries between `§`, as the host writes them; and what its tool was
                                 told to keep and turned away, since its files were full
    the `holographic` provider   the rows of `facts` in its memory_store.db, read only
    a Markdown list              its items, with the lines that belong to them

Each is a line of a document: where it stands, and its words. Nobody is said to have written it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from .. import dbfile, wholefile
from ..sessions import record, saves
from ..sessions.adapters import memories
from ..sessions.hermes_rows import NotReadable
from ..text import clean, lazy
from ..text.ids import locator
from .memory import Memory
from .saved_claims import is_open

MEMORIES, HOLOGRAPHIC = "memories", "holographic"
STORE = "memory_store.db"  # of the holographic provider, in the Hermes home
DATABASES = (".db", ".sqlite", ".sqlite3")
ENTRIES = 20_000  # of one source
FACTS = "SELECT fact_id, content FROM facts ORDER BY fact_id LIMIT :most"
_ITEM = lazy.regex(r"(?P<in>[ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<words>\S.*)")
_FENCE = lazy.regex(r"[ \t]*(?:```|~~~)")


class NothingThere(ValueError):
    """The source cannot be read; the sentence says what would work."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a document: its words, where they stand, and the address of that."""

    text: str
    where: str
    locator: str
    kind: str = "file"


def memory_entries(home: Path) -> list[Entry]:
    """The entries of Hermes' own MEMORY.md and USER.md.

    Their addresses are those under which the session index has them, so the two are one hit.

    Raises:
        NothingThere: neither file is there, or one cannot be read.
    """
    found: list[Entry] = []
    files = [home / memories.FOLDER / name for name in memories.FILES]
    if not any(path.is_file() for path in files):
        raise NothingThere(f"there is no MEMORY.md and no USER.md in {files[0].parent}")
    for path in files:
        if path.is_file():
            found += _between(_read(path), path.name)
    return found


def turned_away(memory: Memory) -> list[Entry]:
    """What Hermes' own memory refused because it was full; none where that cannot be read."""
    try:
        found = saves.turned_away(memory.settings.state_db)
    except (NotReadable, sqlite3.Error):
        return []
    open_ones = {each.session: is_open(memory, each.session) for each in found}
    return [
        Entry(words, "Hermes' memory tool, when it was full", each.locator, "document")
        for each in found
        if open_ones[each.session] and (words := clean.said(each.text).strip())
    ]


def _between(text: str, name: str) -> Iterator[Entry]:
    line = 1
    for piece in text.split(memories.DELIMITER):
        lead = len(piece) - len(piece.lstrip())
        words = clean.said(piece.strip())
        if words:
            place = line + piece[:lead].count("\n")
            yield Entry(
                words,
                f"{name}, line {place}",
                record.locator(memories.AGENT, name, record.tail(_name(words))),
            )
        line += piece.count("\n") + memories.DELIMITER.count("\n")


def holographic_entries(path: Path) -> list[Entry]:
    """What the bundled `holographic` provider keeps; its file is read and left as it is.

    Raises:
        NothingThere: there is no such file, or it holds no such table.
    """
    if not path.is_file():
        raise NothingThere(
            f"there is no {path}; where its db_path in config.yaml names another file, name that"
        )
    try:
        with closing(dbfile.read_only(path)) as db, closing(db.cursor()) as cursor:
            rows = cursor.execute(FACTS, {"most": ENTRIES}).fetchall()
    except (sqlite3.Error, OSError) as error:
        why = getattr(error, "sqlite_errorname", "") or str(error)
        raise NothingThere(
            f"{path} cannot be read as a store of the holographic provider ({why})"
        ) from None
    return [
        Entry(words, f"{path.name}, fact {number}", _at(path, words))
        for number, content in rows
        if isinstance(content, str) and (words := clean.said(content).strip())
    ]


def listed(path: Path) -> tuple[list[Entry], int]:
    """The items of a Markdown list, and how many lines of text are no part of one.

    Raises:
        NothingThere: the file cannot be read.
    """
    found: list[Entry] = []
    passed = 0
    item: list[str] = []
    begun = depth = 0
    fenced = False

    def end() -> None:
        words = clean.said(" ".join(item)).strip()
        item.clear()
        if words:
            found.append(Entry(words, f"{path.name}, line {begun}", _at(path, words)))

    for number, line in enumerate(_read(path).split("\n"), 1):
        if _FENCE.match(line):
            fenced = not fenced
            end()
        elif fenced:
            passed += 1
        elif begins := _ITEM.fullmatch(line):
            end()
            item.append(begins["words"])
            begun, depth = number, len(begins["in"])
        elif item and line.strip() and len(line) - len(line.lstrip()) > depth:
            item.append(line.strip())
        else:
            end()
            passed += bool(line.strip()) and not line.lstrip().startswith("#")
    end()
    return found[:ENTRIES], passed


def _read(path: Path) -> str:
    try:
        return wholefile.read_text(path).replace("\r\n", "\n")
    except FileNotFoundError:
        raise NothingThere(f"there is no file {path}") from None
    except UnicodeDecodeError:
        raise NothingThere(f"{path} is not UTF-8 text; save it as UTF-8 first") from None
    except OSError as error:
        raise NothingThere(f"{path} cannot be read ({error.strerror or error})") from None


def _name(words: str) -> str:
    """As the index names an entry: by its words, so that it keeps its name when others move."""
    return sha256(words.encode("utf-8", "replace")).hexdigest()[:24]


def _at(path: Path, words: str) -> str:
    return locator("file", str(path), _name(words))
