"""Text that was pasted into the terminal UI: Hermes keeps each large paste as a file of its own.

Both hosts write a paste of five lines or 2000 characters (their `paste_collapse_…` settings) to
`<home>/pastes/paste_<number>_<HHMMSS>.txt`, show a placeholder, and put the file's text in its
place when the person presses Enter. The message in state.db then holds the whole body, between
what was typed before and behind it. A smaller paste leaves no trace and cannot be told.

    message --> Pastes.within --> ranges of it that were pasted --> without --> what was typed
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from ..text import clean
from ..text.units import FLOOR, at_least

FOLDER = "pastes"
FILES = 200  # newest files that are looked at
FILE_BYTES = 1_048_576  # of one file
ALL_BYTES = 8_388_608
LARGE_LINES, LARGE_CHARS = 5, 500  # below both, a paste counts for the message that follows it
SOON = 600.0  # seconds
HELD = 3  # lines of an edited paste that must be in the message, and half of all of them

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Paste:
    body: str
    at: float

    def is_large(self) -> bool:
        return len(self.body) >= LARGE_CHARS or self.body.count("\n") + 1 >= LARGE_LINES

    def may_be_in(self, text: str, at: float | None, before: float | None) -> bool:
        soon = at is not None and -SOON <= self.at - at <= 5.0
        soon = soon and (before is None or self.at > before)
        return len(self.body) <= 2 * len(text) and (soon or self.is_large())


class Pastes:
    """The pastes of one Hermes home, read when they are first asked for."""

    def __init__(self, home: Path) -> None:
        """`home` is the Hermes home."""
        self._folder = home / FOLDER

    @cached_property
    def _all(self) -> tuple[_Paste, ...]:
        found: list[tuple[float, Path]] = []
        try:
            for path in self._folder.glob("paste_*.txt"):
                if path.is_file() and not path.is_symlink():
                    found.append((path.stat().st_mtime, path))
        except OSError:
            return ()
        pastes, left = [], ALL_BYTES
        for at, path in sorted(found, reverse=True)[:FILES]:
            body = _read(path, min(left, FILE_BYTES))
            left -= len(body)
            text = clean.tidy(body.decode("utf-8-sig", "ignore")).strip()
            if text:
                pastes.append(_Paste(text, at))
        return tuple(pastes)

    def within(self, text: str, at: str | None, *, before: str | None = None) -> tuple[Range, ...]:
        """The ranges of a cleaned message that were pasted, in order.

        `at` is its ISO time, `before` that of the message that was sent before it.
        """
        when, earlier = _seconds(at), _seconds(before)
        found: list[Range] = []
        for paste in self._all:
            if paste.may_be_in(text, when, earlier):
                found += _whole(paste.body, text) or _lines(paste.body, text)
        return tuple(sorted(set(found)))


def _seconds(at: str | None) -> float | None:
    return datetime.fromisoformat(at).timestamp() if at else None


def without(text: str, ranges: Sequence[Range]) -> str:
    """`text` with line ends in place of every pasted character, so that places stay the same."""
    for start, end in ranges:
        text = text[:start] + "\n" * (end - start) + text[end:]
    return text


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""


def _whole(body: str, text: str) -> list[Range]:
    """Every place where the whole body stands."""
    found = []
    start = text.find(body)
    while start >= 0:
        found.append((start, start + len(body)))
        start = text.find(body, start + len(body))
    return found


def _lines(body: str, text: str) -> list[Range]:
    """The lines of a paste that was changed after it was put in; none of a mere likeness."""
    lines = [s for line in body.split("\n") if at_least(FLOOR, s := line.strip())]
    found, place = [], 0
    for line in lines:
        start = text.find(line, place)
        if start >= 0:
            place = start + len(line)
            found.append((start, place))
    return found if len(found) >= max(HELD, len(lines) / 2) else []
