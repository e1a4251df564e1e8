"""What a damaged brain.db still yields: packets read from its pages, each proved by its hash.

SQLite gives up on a file at the first page that it cannot follow. A packet needs no page but those
that it stands on, so every page is read for itself (dbpages.py), and a row counts only if it can be
proved: a packet by the hash that follows from the entry before it, a text by the id that its packet
names. What cannot be proved was not there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..dbpages import Pages
from . import log, packet

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
    for n, values in Pages.of(raw).rows():
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
