"""What a damaged brain.db still yields: packets read from its pages, each proved by its hash.

SQLite gives up on a file at the first page that it cannot follow. A packet needs no page but those
that it stands on, so every leaf page is read for itself, whatever points to it, and a row counts
only if it can be proved: a packet by the hash that follows from the entry before it, a text by the
id that its packet names. What cannot be proved was not there.

The page format is https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
"""

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from . import log, packet

LEAF: Final = 13  # the first byte of a leaf page of a table
PAGE_SIZES: Final = frozenset({512, 1024, 2048, 4096, 8192, 16384, 32768, 65536})
USUAL: Final = 4096
MOST: Final = 16 * 1024 * 1024  # bytes of one row

Row = tuple[int, list[Any]]
TextRow = tuple[int, bytes | None, bytes | None, str | None]


@dataclass(frozen=True, slots=True)
class Kept:
    """One entry of the log with its texts, word for word as the file has it."""

    seq: int
    id: bytes
    at: int
    first_text: int
    body: str
    hash: bytes
    texts: tuple[TextRow, ...]
    emptied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What the pages hold: candidates only, none of them proved."""

    packets: Mapping[int, list[list[Any]]]
    texts: Mapping[int, list[list[Any]]]

    @property
    def newest(self) -> int:
        """The highest place in the log that any page names; 0 for none."""
        return max(self.packets, default=0)


def look(raw: bytes) -> Found:
    """Read every leaf page of a database file for rows that look like packets or texts."""
    packets: dict[int, list[list[Any]]] = {}
    texts: dict[int, list[list[Any]]] = {}
    for n, values in _rows(raw):
        if _is_packet(values):
            packets.setdefault(n, []).append(values)
        elif _is_text(values):
            texts.setdefault(n, []).append(values)
    return Found(packets, texts)


def after(found: Found, seq: int, digest: bytes) -> list[Kept]:
    """The entries that follow, one by one, from the entry `seq` with the hash `digest`."""
    kept: list[Kept] = []
    while True:
        entry = _following(found, seq + 1, digest)
        if entry is None:
            return kept
        kept.append(entry)
        seq, digest = entry.seq, entry.hash


def _following(found: Found, seq: int, digest: bytes) -> Kept | None:
    for _, ident, at, first_text, body, own in found.packets.get(seq, []):
        if log.chained(digest, body) != own:
            continue
        sealed = json.loads(body)
        wanted = {packet.parsed(each) for each in packet.text_ids(sealed)}
        numbers = range(first_text, first_text + len(wanted))
        texts = [_text(found, n, wanted) for n in numbers]
        whole = [each for each in texts if each is not None]
        if len(whole) == len(texts):
            emptied = tuple(sealed.get("emptied", ()))
            return Kept(seq, ident, at, first_text, body, own, tuple(whole), emptied)
    return None


def _text(found: Found, n: int, wanted: set[bytes]) -> TextRow | None:
    # Emptied before full: a page that is no longer used may still hold what was forgotten.
    for _, ident, salt, body in sorted(
        found.texts.get(n, []), key=lambda each: each[3] is not None
    ):
        if (ident or packet.text_digest(salt, body)) in wanted:
            return (n, ident, salt, body)
    return None


def _is_packet(values: list[Any]) -> bool:
    return (
        len(values) == 6
        and values[0] is None
        and isinstance(values[1], bytes)
        and len(values[1]) == 16
        and isinstance(values[2], int)
        and isinstance(values[3], int)
        and isinstance(values[4], str)
        and isinstance(values[5], bytes)
    )


def _is_text(values: list[Any]) -> bool:
    if len(values) != 4 or values[0] is not None:
        return False
    _, ident, salt, body = values
    if ident is None:
        return isinstance(salt, bytes) and isinstance(body, str)
    return isinstance(ident, bytes) and len(ident) == 32 and salt is None and body is None


# --- pages ---


def _rows(raw: bytes) -> Iterator[Row]:
    for size in _sizes(raw):
        for start in range(0, len(raw) - size + 1, size):
            # The first page has the file's header before its own.
            yield from _leaf(raw, start, size, 100 if start == 0 else 0)


def _sizes(raw: bytes) -> list[int]:
    """The page size that the header tells, and the usual one where it may be damaged."""
    told = int.from_bytes(raw[16:18], "big")
    told = 65536 if told == 1 else told
    return [told] if told in PAGE_SIZES and told != USUAL and raw[:6] == b"SQLite" else [USUAL]


def _leaf(raw: bytes, start: int, size: int, skip: int) -> Iterator[Row]:
    page = raw[start : start + size]
    if page[skip] != LEAF:
        return
    count = int.from_bytes(page[skip + 3 : skip + 5], "big")
    for number in range(min(count, size // 4)):
        at = int.from_bytes(page[skip + 8 + 2 * number : skip + 10 + 2 * number], "big")
        try:
            yield _cell(raw, page, at, size)
        except (IndexError, ValueError, struct.error):
            continue


def _cell(raw: bytes, page: bytes, at: int, size: int) -> Row:
    length, at = _varint(page, at)
    n, at = _varint(page, at)
    if not 0 < length <= MOST:
        raise ValueError("no row is so long")
    most = size - 35
    local = length
    if length > most:
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = least if local > most else local
    payload = page[at : at + local]
    if length > local:
        payload += _overflow(raw, page[at + local : at + local + 4], length - local, size)
    if len(payload) != length:
        raise ValueError("the row is cut")
    return n, _record(payload)


def _overflow(raw: bytes, pointer: bytes, missing: int, size: int) -> bytes:
    parts: list[bytes] = []
    while missing > 0:
        number = int.from_bytes(pointer, "big")
        page = raw[(number - 1) * size : number * size] if number > 0 else b""
        if len(page) != size:
            raise ValueError("a page of the row is missing")
        parts.append(page[4 : 4 + missing])
        missing -= len(parts[-1])
        pointer = page[:4]
    return b"".join(parts)


def _record(payload: bytes) -> list[Any]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values, at = [], end
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
        raise ValueError("no table of the record has such a value")
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
