"""The log: append a packet to the chain, read it back in order.

    hash of entry N  =  sha256( hash of entry N-1  +  UTF-8 of its body )      entry 0: 32 zeros

The body is the sealed packet (packet.py). Its texts stand in `text`; when a person has one
removed its row stays, empty, so that bodies and hashes never change.
"""

import hashlib
import json
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


NOTHING = Text(None, None)
NOBODY: Mapping[int, bytes] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One packet of the log. `ops` have a Text wherever the packet has a private string.

    pending: it took effect only if a later entry approved it.
    emptied: the texts that it ordered forgotten, as hexadecimal digests.
    imported: it was written to another log, and came from there.
    """

    seq: int
    id: str
    at: str
    agent: str
    via: str
    reason: Text
    ops: tuple[dict[str, Any], ...]
    pending: bool = False
    emptied: tuple[str, ...] = ()
    imported: bool = False

    def ops_named(self, name: str) -> Iterator[dict[str, Any]]:
        """Its operations of one name."""
        return (op for op in self.ops if op["op"] == name)


PUT_TEXT = "INSERT INTO text (n, id, salt, body) VALUES (:n, :id, :salt, :body)"
HEAD = "SELECT seq, hash FROM packet ORDER BY seq DESC LIMIT 1"
NEWEST_AT = "SELECT max(at) FROM packet"
NEXT_TEXT = "SELECT coalesce(max(n), 0) + 1 FROM text"
INSERT_TEXT = "INSERT INTO text (n, salt, body) VALUES (:n, :salt, :body)"
EMPTY_TEXT = "UPDATE text SET id = :id, salt = NULL, body = NULL WHERE n = :n"
INSERT_PACKET = """
INSERT INTO packet (seq, id, at, first_text, body, hash)
VALUES (:seq, :id, :at, :first_text, :body, :hash)
"""


def append(
    db: sqlite3.Connection,
    packet: Packet,
    *,
    salt: Callable[[int], bytes],
    pending: bool = False,
    emptied: Mapping[int, bytes] = NOBODY,
) -> Entry:
    """Add a valid packet to the chain, inside the caller's transaction.

    Its time is moved behind the newest of the log where it is not already there, so that the
    order of times is the order of acceptance on this machine. The texts that it orders forgotten
    (`emptied`: number and id of each) are emptied with it.
    """
    newest = db.execute(NEWEST_AT).fetchall()[0][0]
    at = micros(str(packet.at))
    if newest is not None and at <= newest:
        at = newest + 1
    sealed = replace(packet, at=iso(at))
    body, texts = packets.seal(sealed, salt, pending=pending, emptied=emptied.values())
    first_text = db.execute(NEXT_TEXT).fetchall()[0][0]
    for n, (grain, words) in enumerate(texts.values(), first_text):
        db.execute(INSERT_TEXT, {"n": n, "salt": grain, "body": words})
    seq, previous = head(db)
    values = {
        "seq": seq + 1,
        "id": uuid.UUID(packet.id).bytes,
        "at": at,
        "first_text": first_text,
        "body": body,
        "hash": chained(previous, body),
    }
    db.execute(INSERT_PACKET, values)
    for n, digest in emptied.items():
        db.execute(EMPTY_TEXT, {"n": n, "id": digest})
    return entry(db, seq + 1, first_text, body)


COPY_PACKETS = """
SELECT seq, id, at, first_text, body, hash FROM packet WHERE :until IS NULL OR at <= :until
"""
COPY_TEXTS = "SELECT n, id, salt, body FROM text"


def copy_record(
    db: sqlite3.Connection, other: sqlite3.Connection, *, until: int | None = None
) -> None:
    """Bring the record into an empty database, with nothing folded yet; begins a transaction there.

    until: microseconds since 1970; packets of later are left out.
    """
    other.execute("BEGIN")
    for copy, put in ((COPY_PACKETS, INSERT_PACKET), (COPY_TEXTS, PUT_TEXT)):
        cursor = db.execute(copy, {"until": until})
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
        other.executemany(put, (dict(zip(names, row, strict=True)) for row in rows))


def head(db: sqlite3.Connection) -> tuple[int, bytes]:
    """The place and the hash of the newest entry; 0 and 32 zeros for an empty log."""
    rows = db.execute(HEAD).fetchall()
    return (rows[0][0], rows[0][1]) if rows else (0, GENESIS)


def chained(previous: bytes, body: str) -> bytes:
    """The hash of an entry after `previous`."""
    return hashlib.sha256(previous + body.encode()).digest()


TEXTS = """
SELECT n, id, salt, body FROM text WHERE n >= :first_text AND n < :first_text + :count
"""


def entry(db: sqlite3.Connection, seq: int, first_text: int, body: str) -> Entry:
    """An entry with its texts looked up."""
    values = {"first_text": first_text, "count": len(packets.named_texts(body))}
    texts = {
        packets.printed(kept or packets.text_digest(salt, words)): Text(n, words)
        for n, kept, salt, words in db.execute(TEXTS, values).fetchall()
    }
    opened = packets.opened(body, lambda text_id: texts.get(text_id, NOTHING))
    return Entry(
        seq,
        opened["id"],
        opened["at"],
        opened["agent"],
        opened["via"],
        opened.get("reason", NOTHING),
        tuple(opened["ops"]),
        pending=opened.get("pending", False),
        emptied=tuple(opened.get("emptied", ())),
        imported="origin" in opened,
    )


def plain(entry: Entry) -> Packet:
    """The packet of an entry in plain words; what was forgotten is empty."""
    ops = tuple(_opened(op) for op in entry.ops)
    return Packet(entry.agent, ops, entry.id, entry.at, entry.reason.words or "", entry.via)


def _opened(value: Any) -> Any:
    if isinstance(value, Text):
        return value.words or ""
    if isinstance(value, list):
        return [_opened(member) for member in value]
    if isinstance(value, dict):
        return {name: _opened(member) for name, member in value.items()}
    return value


BY_ID = "SELECT seq, first_text, body FROM packet WHERE id = :id"


def find(db: sqlite3.Connection, packet_id: str) -> Entry | None:
    """The entry of a packet, if it is in the log."""
    rows = db.execute(BY_ID, {"id": uuid.UUID(packet_id).bytes}).fetchall()
    return entry(db, *rows[0]) if rows else None


def is_same(before: Entry, packet: Packet) -> bool:
    """Whether an entry is this packet: the same words, whenever it came.

    A text that was removed since could have been any.
    """
    kept = packets.content(Packet(before.agent, before.ops, before.id, "", "", before.via))
    kept["reason"] = before.reason if before.reason.n else ""
    return _alike(kept, packets.content(packet))


def _alike(kept: Any, given: Any) -> bool:
    if isinstance(kept, Text):
        return isinstance(given, str) and kept.words in (None, given)
    if isinstance(kept, dict):
        same = isinstance(given, dict) and kept.keys() == given.keys()
        return same and all(_alike(value, given[name]) for name, value in kept.items())
    if isinstance(kept, list):
        same = isinstance(given, list) and len(kept) == len(given)
        return same and all(map(_alike, kept, given))
    return bool(kept == given)


NAMING = """
SELECT seq, first_text, body FROM packet AS p
WHERE EXISTS (SELECT 1 FROM json_each(:marks) AS j WHERE instr(p.body, j.value) > 0)
ORDER BY at, id
"""


def with_operations(db: sqlite3.Connection, *names: str) -> list[Entry]:
    """The entries that have an operation of one of these names, in order of folding."""
    marks = json.dumps([f'"op":"{name}"' for name in names])
    rows = db.execute(NAMING, {"marks": marks}).fetchall()
    return [entry(db, *row) for row in rows]


WAITING = """
SELECT p.seq FROM pending AS w JOIN packet AS p ON p.seq = w.packet
WHERE p.hash = :hash AND w.decided IS NULL
"""


def waiting(db: sqlite3.Connection, digest: str) -> int | None:
    """The place of the packet with this hash (hexadecimal), if it waits for a decision."""
    rows = db.execute(WAITING, {"hash": bytes.fromhex(digest)}).fetchall()
    return rows[0][0] if rows else None


IS_WAITING = "SELECT 1 FROM pending WHERE packet = :seq AND approved IS NOT 1"


def is_waiting(db: sqlite3.Connection, seq: int) -> bool:
    """Whether an entry is not in force: it waits for a person, or was rejected."""
    return bool(db.execute(IS_WAITING, {"seq": seq}).fetchall())


BY_SEQ = "SELECT seq, first_text, body FROM packet WHERE seq = :seq"


def at_place(db: sqlite3.Connection, seq: int) -> Entry:
    """The entry at a place of the log that has one."""
    return entry(db, *db.execute(BY_SEQ, {"seq": seq}).fetchall()[0])


# The fold is of the set of packets, whatever order they came in: by time, then by id.
IN_ORDER = "SELECT seq, first_text, body FROM packet ORDER BY at, id"


def in_order(db: sqlite3.Connection) -> Iterator[Entry]:
    """Every entry in the order in which it is folded."""
    for seq, first_text, body in db.execute(IN_ORDER).fetchall():
        yield entry(db, seq, first_text, body)


ROWS_OF = """
SELECT r.op, t.id FROM brain_row AS r JOIN brain_row AS t ON t.n = coalesce(r.same_as, r.n)
WHERE r.packet = :seq
"""


def rows(db: sqlite3.Connection, seq: int, given: Packet) -> tuple[str, ...]:
    """For each operation of a packet in the log, the row or key that it is about."""
    made = dict(db.execute(ROWS_OF, {"seq": seq}).fetchall())
    return tuple(_about(given, op) or made.get(no, "") for no, op in enumerate(given.ops))


def _about(given: Packet, op: Mapping[str, Any]) -> str:
    if op["op"] in ("apply_config", "undo"):
        return ids.packet_code(op.get("packet", given.id))
    name = _ABOUT.get(op["op"], "")
    return str(op.get(name, ""))


_ABOUT = {
    "revise_record": "record",
    "withdraw": "target",
    "describe_key": "key",
    "alias_key": "key",
    "share_key": "key",
    "unlink": "from",
}
# As bytes: in a damaged file anything may stand in any column.
NEWEST_TWO = """
SELECT seq, coalesce(CAST(body AS BLOB), x''), coalesce(CAST(hash AS BLOB), x'') FROM packet
ORDER BY seq DESC LIMIT 2
"""


def damage_at_end(db: sqlite3.Connection) -> str:
    """What is wrong with the newest entry, in words; "" when it follows from the one before."""
    newest = db.execute(NEWEST_TWO).fetchall()
    if not newest:
        return ""
    seq, body, digest = newest[0]
    previous = newest[1][2] if len(newest) > 1 else GENESIS
    follows = hashlib.sha256(previous + body).digest() == digest
    if (len(newest) == 1 and seq != 1) or not follows:
        return f"entry {seq} of the log does not follow from the one before it"
    return ""


META = "SELECT value FROM meta WHERE name = :name"
SET_RULES = "UPDATE meta SET value = :rules WHERE name = 'rules'"


def key(db: sqlite3.Connection) -> bytes:
    """The secret of this file by which packets written by hand are named; never exported."""
    value: bytes = db.execute(META, {"name": "key"}).fetchall()[0][0]
    return value


def rules(db: sqlite3.Connection) -> int:
    """The number of the rules on strings that the tables were made by (schema.RULES)."""
    value = db.execute(META, {"name": "rules"}).fetchall()[0][0]
    return value if isinstance(value, int) else 0
