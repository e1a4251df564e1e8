"""A brain as JSON Lines: out of one file, and back, proved line by line.

    {"agent_si": "brain", "version": 1, "packets": 2, "head": "9f…"}
    {"body": {…}, "hash": "51…", "texts": [{"salt": "…", "words": "…"}, {"id": "…"}]}
    …

One line is one packet, oldest first, so that two exports of one brain differ in the first line and
in the lines that were added: a file to keep in git. `body` is the sealed packet, `hash` its place
in the chain, `texts` the words that it names, in their order; of a forgotten one its id is left.
Every hash and every text is proved when the file is read. What names hand-written packets (the
secret of the file) is never in it.

    rows --lines--> text --read--> Moved --merge.py--> a brain
"""

import base64
import binascii
import json
import sqlite3
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from . import log, packet
from .errors import LogDamaged
from .packet import Packet
from .policy import Policy, PolicyError, parse
from .salvage import Kept, TextRow
from .times import micros

MARK: Final = "agent_si"
WHAT: Final = "brain"
VERSION: Final = 1


class MovedError(ValueError):
    """The file is no export of a brain, or not a whole one. The sentence names the line."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The record of a brain, proved from its first packet to its last."""

    entries: tuple[Kept, ...]

    @property
    def head(self) -> bytes:
        """The hash of the newest entry."""
        return self.entries[-1].hash if self.entries else log.GENESIS

    @property
    def log(self) -> str:
        """What names the log that it was written to: the hash of its first entry."""
        return self.entries[0].hash.hex() if self.entries else ""

    def policy(self) -> Policy:
        """The policy that was in force at its end, as far as this release can read it."""
        found = Policy()
        for entry in self.entries:
            sealed = json.loads(entry.body)
            if "origin" in sealed or sealed.get("pending"):
                continue
            for op in plain(entry).ops:
                if op["op"] == "apply_config":
                    try:
                        found = parse(op["toml"])
                    except PolicyError:
                        continue
        return found

    def quotes_a_principal(self) -> bool:
        """Whether a message in it is said to be its principal's own."""
        return any(
            op["op"] == "add_source" and op.get("author") == "principal"
            for entry in self.entries
            for op in json.loads(entry.body)["ops"]
        )


ENTRIES: Final = "SELECT seq, id, at, first_text, body, hash FROM packet ORDER BY seq"
TEXTS: Final = "SELECT n, id, salt, body FROM text WHERE n >= :first AND n < :end ORDER BY n"


def of(db: sqlite3.Connection) -> Moved:
    """The record of an open brain, proved.

    Raises:
        LogDamaged: an entry does not follow, or one of its texts is not what it was.
    """
    entries: list[Kept] = []
    previous = log.GENESIS
    for seq, ident, at, first, body, digest in db.execute(ENTRIES).fetchall():
        count = len(packet.named_texts(body))
        rows = db.execute(TEXTS, {"first": first, "end": first + count}).fetchall()
        entry = _kept(seq, ident, at, first, body, digest, rows)
        if seq != len(entries) + 1 or log.chained(previous, body) != digest or _wrong(entry):
            raise LogDamaged(
                f"entry {seq} of the log is not what was written; nothing was exported. "
                "See: hermes agent-si check"
            )
        entries.append(entry)
        previous = digest
    return Moved(tuple(entries))


def _kept(
    seq: int, ident: bytes, at: int, first: int, body: str, digest: bytes, rows: Iterable[TextRow]
) -> Kept:
    emptied = tuple(json.loads(body).get("emptied", ()))
    return Kept(seq, ident, at, first, body, digest, tuple(rows), emptied)


def _wrong(entry: Kept) -> bool:
    """Whether the texts of an entry are not those that its body names, each once."""
    named = {packet.parsed(each) for each in packet.named_texts(entry.body)}
    held = [_digest(row) for row in entry.texts]
    return len(held) != len(named) or set(held) != named


def _digest(row: TextRow) -> bytes | None:
    _, ident, salt, words = row
    return ident if words is None or salt is None else packet.text_digest(salt, words)


def plain(entry: Kept) -> Packet:
    """The packet of an entry in plain words; what was forgotten is empty."""
    words = {packet.printed(_digest(row) or b""): row[3] or "" for row in entry.texts}
    opened = packet.opened(entry.body, lambda text_id: words.get(text_id, ""))
    return Packet(
        opened["agent"],
        tuple(opened["ops"]),
        opened["id"],
        opened["at"],
        opened.get("reason", ""),
        opened["via"],
    )


# --- out ---


def lines(moved: Moved) -> Iterator[str]:
    """The lines of the file, each with its newline."""
    head = {MARK: WHAT, "version": VERSION, "packets": len(moved.entries), "head": moved.head.hex()}
    yield f"{json.dumps(head)}\n"
    for entry in moved.entries:
        line = {
            "body": json.loads(entry.body),
            "hash": entry.hash.hex(),
            "texts": [_text_out(row) for row in entry.texts],
        }
        yield f"{json.dumps(line, ensure_ascii=False, sort_keys=True)}\n"


def _text_out(row: TextRow) -> dict[str, str]:
    _, ident, salt, words = row
    if words is None or salt is None:
        return {"id": base64.b64encode(ident or b"").decode()}
    return {"salt": base64.b64encode(salt).decode(), "words": words}


# --- in ---


def read(text: str) -> Moved:
    """The record that a file holds, proved.

    Raises:
        MovedError: it is no such file, of a newer release, cut short, or was changed.
    """
    rows = text.removeprefix("\ufeff").split("\n")
    count, head = _first(rows[0])
    entries: list[Kept] = []
    previous, first_text = log.GENESIS, 1
    for number, row in enumerate(rows[1:], 2):
        if not row.strip():
            continue
        entry = _entry(row, number, len(entries) + 1, first_text, previous)
        entries.append(entry)
        previous, first_text = entry.hash, first_text + len(entry.texts)
    if len(entries) != count or previous.hex() != head:
        raise MovedError(
            f"it says that it holds {count} packets and holds {len(entries)}: it was cut short. "
            "Export the brain again."
        )
    return Moved(tuple(entries))


def looks_like(text: str) -> bool:
    """Whether a text begins as an export does."""
    return text.removeprefix("\ufeff").lstrip()[:1] == "{" and f'"{MARK}"' in text[:200]


def _first(row: str) -> tuple[int, str]:
    try:
        head = json.loads(row)
        kind, version = head[MARK], head["version"]
        count, digest = head["packets"], head["head"]
    except (ValueError, KeyError, TypeError):
        raise MovedError(
            "its first line is not that of an exported brain. Write one with: "
            "hermes agent-si brain export FILE"
        ) from None
    if kind != WHAT or version != VERSION:
        raise MovedError("it was written by a newer release. Update the plugin.")
    return count, digest


def _entry(row: str, number: int, seq: int, first_text: int, previous: bytes) -> Kept:
    try:
        line = json.loads(row)
        sealed, digest = line["body"], bytes.fromhex(line["hash"])
        body = packet.canonical(sealed)
        texts = tuple(_text_in(each, first_text + no) for no, each in enumerate(line["texts"]))
        ident, at = uuid.UUID(sealed["id"]).bytes, micros(sealed["at"])
        entry = _kept(seq, ident, at, first_text, body, digest, texts)
        _require_shape(sealed, plain(entry).ops)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise MovedError(f"line {number} is no packet of an exported brain") from None
    if log.chained(previous, body) != digest or _wrong(entry):
        raise MovedError(
            f"line {number} is not what was exported: it was changed, or lines are missing before "
            "it. Export the brain again."
        )
    return entry


def _require_shape(sealed: dict[str, Any], ops: Iterable[Any]) -> None:
    """What is read of a packet before any rule judged it has the types that it should.

    Raises:
        TypeError, ValueError, KeyError: it has not.
    """
    if any(len(bytes.fromhex(digest)) != 32 for digest in _strings(sealed.get("emptied", []))):
        raise ValueError
    _strings([sealed["agent"], sealed["via"]])
    for op in ops:
        _strings([op["op"]])
        _strings([each["source"] for each in op.get("citations", [])])
        if op["op"] == "redact":
            _strings(op["targets"])
        if op["op"] == "apply_config":
            _strings([op["toml"]])


def _strings(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise TypeError
    return given


def _text_in(given: Any, n: int) -> TextRow:
    if "id" in given:
        ident = base64.b64decode(given["id"], validate=True)
        if len(ident) != 32:
            raise ValueError
        return (n, ident, None, None)
    if not isinstance(given["words"], str):
        raise TypeError
    given["words"].encode()
    return (n, None, base64.b64decode(given["salt"], validate=True), given["words"])


def emptied(entries: Iterable[Kept]) -> frozenset[bytes]:
    """The ids of the texts that entries order forgotten."""
    return frozenset(bytes.fromhex(digest) for entry in entries for digest in entry.emptied)


def without(entry: Kept, gone: frozenset[bytes]) -> Kept:
    """The entry with these texts emptied."""
    texts = ((row, _digest(row)) for row in entry.texts)
    left = tuple((row[0], id_, None, None) if id_ in gone else row for row, id_ in texts)
    return replace(entry, texts=left)


def put(db: sqlite3.Connection, entry: Kept) -> None:
    """Write an entry with its texts into a log, as it is, in the caller's transaction."""
    for n, ident, salt, body in entry.texts:
        db.execute(log.PUT_TEXT, {"n": n, "id": ident, "salt": salt, "body": body})
    values = {
        "seq": entry.seq,
        "id": entry.id,
        "at": entry.at,
        "first_text": entry.first_text,
        "body": entry.body,
        "hash": entry.hash,
    }
    db.execute(log.INSERT_PACKET, values)


def numbered(entry: Kept, seq: int, first_text: int) -> Kept:
    """The entry at another place of a log, its texts numbered from `first_text`."""
    texts = tuple((first_text + no, *row[1:]) for no, row in enumerate(entry.texts))
    return replace(entry, seq=seq, first_text=first_text, texts=texts)
