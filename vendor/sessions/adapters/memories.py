"""The host's own memory: `<home>/memories/MEMORY.md` and `USER.md`, an entry a message.

Hermes' `memory` tool adds, replaces and removes entries there, and rewrites the file whole; so do
people with an editor. Each file is one unit and read whole, so that what is not in it any more
leaves the index. An entry is what an agent wrote down, whoever said it first: never a person's
words, and never a fact. It goes by its text, so that it keeps its name when others move.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...text import clean
from .. import record
from ..call import Call
from ..machine_typed import Said
from ..record import Message, Reading, Scan, Seen, Session

if TYPE_CHECKING:
    from . import Known, Pulse

AGENT = "memories"
FOLDER = "memories"
FILES = ("MEMORY.md", "USER.md")
DELIMITER = "\n§\n"
BYTES = 4_194_304  # of one file; the host keeps a few thousand characters
ENTRIES = 2_000


class Memories:
    """The memory files of one Hermes home."""

    agent = AGENT
    expires_days: int | None = None

    def __init__(self, root: Path) -> None:
        """`root` is the Hermes home."""
        self._home, self._root = root, root / FOLDER
        self.outside: Callable[[Said], bool] = lambda said: False

    def close(self) -> None:
        """Nothing is held between readings."""

    def scan(self, known: "Known", *, cursor: str, full: bool, pulse: "Pulse") -> Scan:
        """Both files, which cost a look each. One that is gone was emptied or taken away."""
        seen: dict[str, Seen] = {}
        changed: list[str] = []
        try:
            self._home.stat()
            for name in FILES:
                pulse()
                file = self._outside(name)
                if file is None:
                    continue
                seen[name] = Seen(file.st_mtime_ns // 1_000_000, file.st_size, speaks=False)
                if known.get(name) != _mark(file):
                    changed.append(name)
        except FileNotFoundError:
            return Scan(trouble=f"{self._home} is not there", absent=True)
        except OSError as error:
            return Scan(trouble=f"{self._root}: {type(error).__name__}")
        return Scan(tuple(changed), frozenset(seen), cursor, seen=seen)

    def read(self, unit: str, mark: str, pulse: "Pulse") -> Reading | None:
        """A file as it is now."""
        file = self._outside(unit) if unit in FILES else None
        if file is None:
            return None
        pulse()
        with (self._root / unit).open("rb") as opened:
            text = opened.read(BYTES).decode("utf-8-sig", "replace")
        touched = file.st_mtime_ns // 1_000_000
        entries = _entries(text)
        session = Session(key=unit, title=f"Hermes' own memory, {unit}") if entries else None
        return Reading(_mark(file), session, entries, touched=touched)

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Never."""
        return False

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """None: nothing is called there."""
        return ()

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """The file, and which entry of it."""
        return str(self._root / unit), f"entry {seq + 1}"

    def _outside(self, name: str) -> os.stat_result | None:
        path = self._root / name
        try:
            file = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return file if path.is_file() and not path.is_symlink() else None


def _mark(file: os.stat_result) -> str:
    return f"{file.st_ino}:{file.st_size}:{file.st_mtime_ns}"


def _entries(text: str) -> tuple[Message, ...]:
    """The entries of a file, each once; none has a time of its own."""
    found: dict[str, Message] = {}
    for number, entry in enumerate(text.replace("\r\n", "\n").split(DELIMITER)[:ENTRIES]):
        words = clean.said(entry.strip())
        name = hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:24]
        if words and name not in found:
            found[name] = Message(record.tail(name), number, record.ASSISTANT, None, words)
    return tuple(found.values())
