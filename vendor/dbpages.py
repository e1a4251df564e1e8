"""Rows read from the pages of a SQLite file that SQLite itself cannot follow any more.

SQLite gives up on a file at the first page that it cannot follow. Here every leaf page is read for
itself, whatever points to it, so that a damaged page costs the rows that stand on it and no others.
What a row means, and whether it can be believed, its caller decides.

The format is https://www.sqlite.org/fileformat2.html, sections 1.6, 2.1 and 4.
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

TABLE, INDEX = 13, 10  # the first byte of a leaf page
PAGE_SIZES: Final = frozenset({512, 1024, 2048, 4096, 8192, 16384, 32768, 65536})
USUAL: Final = 4096
MOST: Final = 16 * 1024 * 1024  # bytes of one row
FIRST: Final = 100  # bytes of the file's own header, before the first page's

# A row's number and its values; a row of an index has the number 0.
Row = tuple[int, list[Any]]
# Whether a row of these serial types (section 2.1) is wanted: it is asked before a value is read.
Wanted = Callable[[Sequence[int]], bool]


class Pages:
    """The pages of one file, as its last commit left them."""

    def __init__(self, page: Callable[[int], bytes], count: int, size: int) -> None:
        """`page` gives the bytes of a page by its number, from 1 to `count`."""
        self._page, self._count, self._size = page, count, size

    @classmethod
    def of(cls, raw: bytes) -> "Pages":
        """Those of a file that was read whole."""
        size = _size(raw[:FIRST])
        return cls(lambda n: raw[(n - 1) * size : n * size], len(raw) // size, size)

    def rows(self, kind: int = TABLE, wanted: Wanted = lambda kinds: True) -> Iterator[Row]:
        """The rows of all tables (or of all indexes) that can be read, in the order of pages."""
        for number in range(1, self._count + 1):
            page, skip = self._page(number), FIRST if number == 1 else 0
            if len(page) != self._size or page[skip] != kind:
                continue
            count = int.from_bytes(page[skip + 3 : skip + 5], "big")
            for place in range(min(count, self._size // 4)):
                at = int.from_bytes(page[skip + 8 + 2 * place : skip + 10 + 2 * place], "big")
                try:
                    row = self._cell(page, at, kind, wanted)
                except (IndexError, ValueError, struct.error):
                    continue
                if row is not None:
                    yield row

    def _cell(self, page: bytes, at: int, kind: int, wanted: Wanted) -> Row | None:
        size = self._size
        length, at = _varint(page, at)
        n, at = _varint(page, at) if kind == TABLE else (0, at)
        if not 0 < length <= MOST:
            raise ValueError("no row is so long")
        most = size - 35 if kind == TABLE else (size - 12) * 64 // 255 - 23
        local = length
        if length > most:
            least = (size - 12) * 32 // 255 - 23
            local = least + (length - least) % (size - 4)
            local = least if local > most else local
        payload = page[at : at + local]
        kinds, _ = _kinds(payload)
        if not wanted(kinds):
            return None
        if length > local:
            payload += self._overflow(page[at + local : at + local + 4], length - local)
        if len(payload) != length:
            raise ValueError("the row is cut")
        return n, _record(payload)

    def _overflow(self, pointer: bytes, missing: int) -> bytes:
        parts: list[bytes] = []
        while missing > 0:
            number = int.from_bytes(pointer, "big")
            page = self._page(number) if 0 < number <= self._count else b""
            if len(page) != self._size:
                raise ValueError("a page of the row is missing")
            parts.append(page[4 : 4 + missing])
            missing -= len(parts[-1])
            pointer = page[:4]
        return b"".join(parts)


class FilePages(Pages):
    """The pages of a file on disk that nobody has open, with what stands in its log (`-wal`).

    A page is read when it is asked for, so that a large file takes no memory. Use it as a context
    manager. `application_id` is what the file's header says.
    """

    def __init__(self, path: Path) -> None:
        """Open `path`.

        Raises:
            OSError: it is missing or cannot be read.
        """
        self._file = path.open("rb")
        self._log: BinaryIO | None = None
        try:
            header = self._file.read(FIRST)
            size = _size(header)
            self.application_id = int.from_bytes(header[68:72], "big")
            log = path.with_name(f"{path.name}-wal")
            if log.exists():
                self._log = log.open("rb")
            self._frames, count = _committed(self._log, size) if self._log else ({}, 0)
            stored = self._file.seek(0, 2) // size
        except BaseException:
            self.close()
            raise
        super().__init__(self._read, count or stored, size)

    def _read(self, number: int) -> bytes:
        in_log = self._frames.get(number) if self._log is not None else None
        file = self._file if in_log is None or self._log is None else self._log
        try:
            file.seek((number - 1) * self._size if in_log is None else in_log)
            return file.read(self._size)
        except OSError:  # a sector that the disk does not give; the others it may
            return b""

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        if self._log is not None:
            self._log.close()

    def __enter__(self) -> "FilePages":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def _size(header: bytes) -> int:
    """The page size that a header tells, and the usual one where it may be damaged."""
    told = int.from_bytes(header[16:18], "big")
    told = 65536 if told == 1 else told
    return told if told in PAGE_SIZES and header[:6] == b"SQLite" else USUAL


# --- the log ---

LOG_HEADER, FRAME_HEADER = 32, 24
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}


def _committed(log: BinaryIO, size: int) -> tuple[dict[int, int], int]:
    """Where the newest copy of each page stands in a log, and how many pages its last commit left.

    Only frames that a commit follows count, and only as far as the sums of the log are right.
    """
    header = log.read(LOG_HEADER)
    order = MAGIC.get(int.from_bytes(header[:4], "big"), "")
    if len(header) < LOG_HEADER or not order or int.from_bytes(header[8:12], "big") != size:
        return {}, 0
    salts, sums = header[16:24], _sums(header[:24], (0, 0), order)
    if sums != struct.unpack(">2I", header[24:32]):
        return {}, 0
    found: dict[int, int] = {}
    waiting: dict[int, int] = {}
    count, place = 0, LOG_HEADER
    while True:
        frame, page = log.read(FRAME_HEADER), log.read(size)
        if len(page) < size or frame[8:16] != salts:
            return found, count
        sums = _sums(page, _sums(frame[:8], sums, order), order)
        if sums != struct.unpack(">2I", frame[16:24]):
            return found, count
        number, left = struct.unpack(">2I", frame[:8])
        waiting[number] = place + FRAME_HEADER
        if left:
            found |= waiting
            count = left
        place += FRAME_HEADER + size


def _sums(data: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second


# --- records ---


def _kinds(payload: bytes) -> tuple[list[int], int]:
    """The serial types of a record, and where its values begin."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    return kinds, end


def _record(payload: bytes) -> list[Any]:
    kinds, at = _kinds(payload)
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("the row does not add up")
    return values


_INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind in (8, 9):
        return kind - 8, at
    if kind < 12:
        raise ValueError("no table of ours has such a value")
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("the value is cut")
    return (payload[at:end].decode() if kind % 2 else payload[at:end]), end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for number in range(9):
        byte = data[at + number]
        if number == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 127
        if byte < 128:
            return value, at + number + 1
    raise AssertionError
