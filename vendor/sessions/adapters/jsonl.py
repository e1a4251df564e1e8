"""Follow files of one JSON object a line, while somebody else appends to them.

Reads from the last newline that was seen, to the last newline that is there; a last line that
is still being written waits, and one that only lacks its newline is used and read again. Where
reading stands is a `Mark`: the file's identity, size and time, the offset and number of
lines behind it, and a hash of the first and of the last block before the offset. A mark that
does not fit the file any more (truncated, replaced, rewritten) means reading from the start.

Any bytes are survived: two objects on a line, runs of NUL, torn records, invalid UTF-8, lines
of a hundred megabytes, nesting bombs. A bad line costs itself.
"""

import json
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ...text import lazy

BLOCK = 4096
CHUNK = 1 << 17  # bytes in one read; a larger buffer is paged in anew each time
STEP = 1 << 16  # bytes that are looked at without a pause
LONG_LINE = 1 << 20  # from here on, inlined files are cut out of a line while it is read
LINE_CAP = 8 << 20  # a line still longer than this is skipped
SALVAGE_TRIES = 64  # objects looked for in one bad line

# A run that long is an inlined image or archive. It holds no quote and no backslash, so that
# cutting it out of its string leaves the JSON around it whole.
_INLINED = lazy.regex(rb"[A-Za-z0-9+/=]{2048,}")

Object = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """Where reading stands in one file. `offset` is just behind a newline, after `lines` lines."""

    device: int = 0
    inode: int = 0
    size: int = -1
    mtime: int = 0  # ns
    offset: int = 0
    lines: int = 0
    head: str = ""
    last: str = ""

    def fields(self) -> list[int | str]:
        """For the adapter's own note; `Mark(*fields)` reads it back."""
        return [getattr(self, name) for name in self.__slots__]

    def unchanged(self, found: os.stat_result) -> bool:
        """Whether the file is, by its outside, still as it was read."""
        return (self.device, self.inode, self.size, self.mtime) == (
            found.st_dev,
            found.st_ino,
            found.st_size,
            found.st_mtime_ns,
        )


def begins(found: os.stat_result) -> str:
    """How the JSON of `Mark.fields` begins while the file is, by its outside, as it was read."""
    return f"[{found.st_dev}, {found.st_ino}, {found.st_size}, {found.st_mtime_ns}, "


class Tail:
    """The lines of one file behind a mark. Use it as a context manager, and iterate once.

    Attributes:
        restarted: the mark did not fit, and reading began at the start.
        skipped: lines that were too long.
        rest: after the last line, the number and bytes of what follows it without a newline.
        place: the byte at which the line in hand begins.
        bytes_read: of this reading, for tests and figures.
    """

    def __init__(self, path: Path, mark: Mark, pulse: Callable[[], None]) -> None:
        """Open `path`.

        Raises:
            OSError: it is missing, unreadable, or no plain file.
        """
        self._pulse = pulse
        self._fd = _open_plain(path)
        self.skipped = 0
        self.bytes_read = 0
        self.place = 0
        self.rest = (0, b"")
        try:
            self._stat = os.fstat(self._fd)
            self.restarted = not self._fits(mark)
        except OSError:
            os.close(self._fd)
            raise
        self._mark = Mark() if self.restarted else mark

    def __enter__(self) -> "Tail":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        """(line number from 1, line without its newline), to the last newline there is."""
        offset, number = self._mark.offset, self._mark.lines
        line = _Line()
        for chunk in self._chunks(offset):
            self.bytes_read += len(chunk)
            *ended, rest = chunk.split(b"\n")
            for piece in ended:
                number += 1
                self.place = offset
                if not line.size and len(piece) <= LONG_LINE:
                    offset += len(piece) + 1
                    yield number, piece
                    continue
                line.add(piece)
                offset += line.size + 1
                if line.fits:
                    yield number, line.take()
                else:
                    self.skipped += 1
                    line.take()
            line.add(rest)
            self._pulse()
        self._mark = Mark(offset=offset, lines=number)
        self.place = offset
        self.rest = (number + 1, line.take() if line.fits else b"")

    @property
    def outside(self) -> os.stat_result:
        """The file as it was when it was opened."""
        return self._stat

    def _chunks(self, place: int) -> Iterator[bytes]:
        """The file from `place` on, in pieces."""
        while place < self._stat.st_size:
            chunk = os.pread(self._fd, min(CHUNK, self._stat.st_size - place), place)
            if not chunk:
                break
            place += len(chunk)
            yield chunk

    def go_back(self, place: int, lines: int) -> None:
        """Before iterating: begin at an earlier line, at that byte and behind so many others."""
        self._mark = Mark(offset=place, lines=lines)

    def mark(self) -> Mark:
        """Where reading stands, after the last line was taken."""
        offset = self._mark.offset
        return Mark(
            self._stat.st_dev,
            self._stat.st_ino,
            self._stat.st_size,
            self._stat.st_mtime_ns,
            offset,
            self._mark.lines,
            self._hash(0, min(BLOCK, offset)),
            self._hash(max(0, offset - BLOCK), offset),
        )

    def _fits(self, mark: Mark) -> bool:
        if (mark.device, mark.inode) != (self._stat.st_dev, self._stat.st_ino):
            return False
        if not mark.offset <= mark.size <= self._stat.st_size:
            return False
        head = self._hash(0, min(BLOCK, mark.offset))
        last = self._hash(max(0, mark.offset - BLOCK), mark.offset)
        grown = mark.size < self._stat.st_size or mark.mtime == self._stat.st_mtime_ns
        return grown and (head, last) == (mark.head, mark.last)

    def _hash(self, start: int, end: int) -> str:
        block = os.pread(self._fd, end - start, start) if end > start else b""
        self.bytes_read += len(block)
        return blake2b(block, digest_size=8).hexdigest()


class _Line:
    """One line as it comes in; the inlined files of a long one are left out."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._kept = 0
        self.size = 0

    @property
    def fits(self) -> bool:
        return self._kept <= LINE_CAP

    def add(self, piece: bytes) -> None:
        self.size += len(piece)
        if not self.fits:
            return
        if self.size > LONG_LINE:
            if self.size - len(piece) <= LONG_LINE:  # it becomes a long one only now
                self._pieces = [_without_inlined(b"".join(self._pieces))]
                self._kept = len(self._pieces[0])
            piece = _without_inlined(piece)
        self._kept += len(piece)
        if self.fits:
            self._pieces.append(piece)
        else:
            self._pieces.clear()

    def take(self) -> bytes:
        line = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
        self._pieces, self._kept, self.size = [], 0, 0
        return line


def _without_inlined(piece: bytes) -> bytes:
    """Cut in small steps, as other threads stand still during each of them."""
    steps = range(0, len(piece), STEP)
    return b"".join(_INLINED.sub(b"", piece[start : start + STEP]) for start in steps)


def _open_plain(path: Path) -> int:
    """A descriptor of a plain file; never waits on a pipe, never follows a link."""
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(f"not a plain file: {path.name}")
    return descriptor


def read_plain(path: Path, cap: int) -> bytes:
    """The first `cap` bytes of a plain file.

    Raises:
        OSError: it is missing, unreadable, or no plain file.
    """
    with os.fdopen(_open_plain(path), "rb") as file:
        return file.read(cap)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)

# A quote that no backslash escapes. The last one of two backslashes escapes nothing, which is not
# seen here.
_QUOTE = lazy.regex(rb'"(?<!\\")')


def string_end(line: bytes, start: int) -> int:
    """Where the JSON string ends whose first byte is at `start`: at its quote; -1 if it does not.

    One that ends with a backslash is left behind, and a later quote is found. So whoever asks
    must match what stands there, and may rely on it only where no quote inside of a string, and
    none that begins one, could be followed by that.
    """
    found = _QUOTE.search(line, start)
    return found.start() if found else -1


def objects(line: bytes, required: frozenset[str]) -> tuple[list[Object], bool]:
    """The objects of one line, and whether it was whole.

    Of a broken line only objects with every `required` key count: what is left of a torn record
    may begin with one of its inner objects, which is not a record.
    """
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return [], True
    try:
        found = _DECODER.decode(text)
        return ([found], True) if isinstance(found, dict) else ([], False)
    except (ValueError, RecursionError):
        return _salvaged(text.replace("\0", " "), required), False


def _salvaged(text: str, required: frozenset[str]) -> list[Object]:
    found: list[Object] = []
    place = text.find("{")
    for _ in range(SALVAGE_TRIES):
        if place < 0:
            break
        try:
            candidate, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find('{"', place + 1)
            continue
        if required <= candidate.keys():
            found.append(candidate)
        place = text.find("{", end)
    return found
