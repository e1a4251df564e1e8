"""Where Codex keeps its threads: which file holds one, and the names that people gave them.

    <home>/sessions/YYYY/MM/DD/rollout-<local time>-<thread id>.jsonl    a thread
    <home>/archived_sessions/rollout-….jsonl                             one that was archived
    ….jsonl.zst                                                          one that grew cold
    <home>/session_index.jsonl                                           names; the last one counts

A unit is a thread, so one that moves or is compressed stays what it is.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ...text import lazy
from . import codex_zstd, jsonl

FILES = 100_000  # rollouts looked at, at most
DEEPEST = 6  # folders below a root
ROOTS = ("sessions", "archived_sessions")
NAMES = "session_index.jsonl"
UUID = lazy.regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_ROLLOUT = lazy.regex(r"(rollout-.*)\.jsonl(\.zst)?\Z", re.S)

Pulse = Callable[[], None]


class Rollout(NamedTuple):
    """The file of one thread. `packed`: it is compressed; `name` is its whole path."""

    packed: bool
    archived: bool
    name: str
    outside: os.stat_result

    @property
    def path(self) -> Path:
        """Where it is."""
        return Path(self.name)


def rollouts(root: Path, pulse: Pulse) -> dict[str, Rollout]:
    """Every thread there is: its id, or for a foreign name the path without its ending.

    Of two files of one thread the plain one counts, and the one that is not archived.

    Raises:
        FileNotFoundError: there is no history.
        OSError: a folder cannot be looked into now.
    """
    roots = [root / name for name in ROOTS if (root / name).is_dir()]
    if not roots:
        raise FileNotFoundError(f"{root / ROOTS[0]} is not there")
    found: dict[str, Rollout] = {}
    for number, (unit, rollout) in enumerate(_all(roots, pulse)):
        if number >= FILES:
            break
        if unit not in found or rollout[:3] < found[unit][:3]:
            found[unit] = rollout
    return found


def _all(roots: list[Path], pulse: Pulse) -> Iterator[tuple[str, Rollout]]:
    for root in roots:
        is_archive = root.name == ROOTS[1]
        begin = len(str(root)) - len(root.name)
        for path, outside in _files(str(root), pulse):
            match = _ROLLOUT.match(path, path.rfind("/") + 1)
            if match:
                thread = UUID.search(path, match.start(), match.end(1))
                unit = thread[0] if thread else path[begin : match.end(1)]
                yield unit, Rollout(match[2] is not None, is_archive, path, outside)


def _files(root: str, pulse: Pulse) -> Iterator[tuple[str, os.stat_result]]:
    """The plain files in a folder and below; none of one that was removed while we looked."""
    folders = [(root, DEEPEST)]
    while folders:
        folder, deep = folders.pop()
        pulse()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith("rollout-"):
                        outside = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(outside.st_mode):
                            yield f"{folder}/{entry.name}", outside
                    elif deep and entry.is_dir(follow_symlinks=False):
                        folders.append((entry.path, deep - 1))
        except FileNotFoundError:
            continue


class Names:
    """The index of names. `known`: thread id -> the name it was given last.

    It is read again when it changed; one that cannot be read has none.
    """

    def __init__(self, root: Path) -> None:
        """`root` is Codex' folder."""
        self._path = root / NAMES
        self._read = jsonl.Mark()
        self.known: Mapping[str, str] = {}

    def look(self, pulse: Pulse) -> None:
        """Bring `known` up to date."""
        found: dict[str, str] = {}
        try:
            if self._read.unchanged(self._path.lstat()):
                return
            with jsonl.Tail(self._path, jsonl.Mark(), pulse) as lines:
                for _, line in lines:
                    _take_name(found, line)
                _take_name(found, lines.rest[1])
                self._read = lines.mark()
        except OSError:
            self._read = jsonl.Mark()
        self.known = found


def _take_name(found: dict[str, str], line: bytes) -> None:
    for row in jsonl.objects(line, frozenset({"id", "thread_name"}))[0]:
        ident, name = row.get("id"), row.get("thread_name")
        if isinstance(ident, str) and isinstance(name, str):
            found[ident] = name.strip()


def lines_of(rollout: Rollout, mark: jsonl.Mark, pulse: Pulse) -> jsonl.Tail:
    """The lines of a rollout from a mark on; of a compressed one, all.

    Raises:
        OSError: it is missing, unreadable, or no plain file.
    """
    if rollout.packed:
        return codex_zstd.Unpacked(rollout.path, pulse)
    return jsonl.Tail(rollout.path, mark, pulse)


def readable(rollout: Rollout) -> bool:
    """Whether this Python can read the file."""
    return codex_zstd.available() or not rollout.packed
