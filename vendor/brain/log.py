"""The log: append a packet to the chain, read it back in order.

    hash of entry N  =  sha256( hash of entry N-1  +  UTF-8 of its body )      entry 0: 32 zeros

The body is the sealed packet (packet.py). Its texts stand in `text`; when a person has one
removed its row stays, empty, so that bodies and hashes never change.
"""

import hashlib
import json
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..text import ids
from . import packet as packets
from .packet import Packet
from .times import iso, micros

GENESIS = bytes(32)


class Text(NamedTuple):
    """A string of a packet in the log: its text's number, and its words unless removed."""

    n: int | None
    words: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One packet of the log. `ops` have a Text wherever the packet has a private string."""

    seq: int
    id: str
    at: str
    agent: str
    via: str
    ops: tuple[dict[str, Any], ...]


LAST = "SELECT seq, hash FROM packet ORDER BY seq DESC LIMIT 1"
NEWEST_AT = "SELECT max(at) FROM packet"
INSERT_TEXT = "INSERT INTO text (id, salt, body) VALUES (:id, :salt, :body)"
INSERT_PACKET = """
INSERT INTO packet (seq, id, at, body, hash) VALUES (:seq, :id, :at, :body, :hash)
"""


def append(db: sqlite3.Connection, packet: Packet, *, salt: Callable[[int], bytes]) -> Entry:
    """Add a valid packet to the chain, inside the caller's transaction.

    Its time is moved behind the newest of the log where it is not already there, so that the
    order of times is the order of acceptance on this machine.
    """
    newest = db.execute(NEWEST_AT).fetchall()[0][0]
    at = micros(str(packet.at))
    if newest is not None and at <= newest:
        at = newest + 1
    packet = replace(packet, at=iso(at))
    body, texts = packets.seal(packet, salt)
    for digest, (grain, words) in texts.items():
        db.execute(INSERT_TEXT, {"id": digest, "salt": grain, "body": words})
    seq, previous = head(db)
    values = {
        "seq": seq + 1,
        "id": uuid.UUID(packet.id).bytes,
        "at": at,
        "body": body,
        "hash": chained(previous, body),
    }
    db.execute(INSERT_PACKET, values)
    return entry(db, seq + 1, body)


def head(db: sqlite3.Connection) -> tuple[int, bytes]:
    """The place and the hash of the newest entry; 0 and 32 zeros for an empty log."""
    rows = db.execute(LAST).fetchall()
    return (rows[0][0], rows[0][1]) if rows else (0, GENESIS)


def chained(previous: bytes, body: str) -> bytes:
    """The hash of an entry after `previous`."""
    return hashlib.sha256(previous + body.encode()).digest()


TEXT = "SELECT n, body FROM text WHERE id = :id"


def entry(db: sqlite3.Connection, seq: int, body: str) -> Entry:
    """An entry with its texts looked up."""

    def found(text_id: str) -> Text:
        rows = db.execute(TEXT, {"id": packets.parsed(text_id)}).fetchall()
        return Text(*rows[0]) if rows else Text(None, None)

    plain = packets.unseal(json.loads(body), found)
    ops: Any = plain.ops
    return Entry(seq, plain.id, str(plain.at), plain.agent, plain.via, ops)


BY_ID = "SELECT seq, body FROM packet WHERE id = :id"


def find(db: sqlite3.Connection, packet_id: str) -> Entry | None:
    """The entry of a packet, if it is in the log."""
    rows = db.execute(BY_ID, {"id": uuid.UUID(packet_id).bytes}).fetchall()
    return entry(db, *rows[0]) if rows else None


BODY = "SELECT body FROM packet WHERE seq = :seq"


def plain(db: sqlite3.Connection, seq: int) -> Packet:
    """A packet of the log in plain words; a removed text reads as an empty string."""

    def words(text_id: str) -> str:
        rows = db.execute(TEXT, {"id": packets.parsed(text_id)}).fetchall()
        return (rows[0][1] or "") if rows else ""

    body = db.execute(BODY, {"seq": seq}).fetchall()[0][0]
    return packets.unseal(json.loads(body), words)


# The fold is of the set of packets, whatever order they came in: by time, then by id.
IN_ORDER = "SELECT seq FROM packet ORDER BY at, id"


def in_order(db: sqlite3.Connection) -> Iterator[Entry]:
    """Every entry in the order in which it is folded."""
    for (seq,) in db.execute(IN_ORDER).fetchall():
        yield entry(db, seq, db.execute(BODY, {"seq": seq}).fetchall()[0][0])


ROWS_OF = """
SELECT r.op, t.id FROM brain_row AS r JOIN brain_row AS t ON t.n = coalesce(r.same_as, r.n)
WHERE r.packet = :seq
"""


def rows(db: sqlite3.Connection, seq: int, given: Packet) -> tuple[str, ...]:
    """For each operation of a packet in the log, the row or key that it is about."""
    made = dict(db.execute(ROWS_OF, {"seq": seq}).fetchall())
    return tuple(made.get(no, _about(given, op)) for no, op in enumerate(given.ops))


def _about(given: Packet, op: Mapping[str, Any]) -> str:
    if op["op"] in ("apply_config", "undo"):
        return ids.packet_code(op.get("packet", given.id))
    named = ("record", "target", "key", "from")
    return str(next((op[name] for name in named if name in op), ""))


def damage_at_end(db: sqlite3.Connection) -> str:
    """Whether the newest entry follows from the one before it; in words what is wrong, or ""."""
    newest = db.execute("SELECT seq, body, hash FROM packet ORDER BY seq DESC LIMIT 2").fetchall()
    if not newest:
        return ""
    seq, body, digest = newest[0]
    previous = newest[1][2] if len(newest) > 1 else GENESIS
    if (len(newest) == 1 and seq != 1) or chained(previous, body) != digest:
        return f"entry {seq} of the log does not follow from the one before it"
    return ""


META = "SELECT value FROM meta WHERE name = 'key'"
SET_META = "INSERT OR IGNORE INTO meta (name, value) VALUES ('key', :value)"


def key(db: sqlite3.Connection) -> bytes:
    """The secret of this file that names packets written by hand. Drawn once, never exported."""
    db.execute(SET_META, {"value": os.urandom(32)})
    value: bytes = db.execute(META).fetchall()[0][0]
    return value
