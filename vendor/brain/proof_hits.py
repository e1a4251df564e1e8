"""The proof of what a search shows, all hits of it together: proof.py's rule in two statements.

A search may take a few milliseconds, so only what a hit shows is looked at: title, text, quote and
key, each by its salted hash in the sealed packet, and the packet by the hash that follows from the
entry before it. A hit that is not proved this way is left to proof.py, which knows every case.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..text import ids
from . import log, packet
from .model import RowHit
from .schema import lookup

FACTS = """
SELECT j.key, n.salt, n.body, k.body, r.id, r.op, p.body, p.hash, q.hash, t.salt, t.body,
    w.salt, w.body, u.salt, u.body
FROM json_each(:hits) AS j
JOIN fact_key AS f ON f.lookup = json_extract(j.value, '$[0]') AND f.root = f.k
JOIN text AS n ON n.n = f.name JOIN packet AS k ON k.seq = f.packet
JOIN fact_key AS g ON g.root = f.k JOIN claim AS c ON c.k = g.k JOIN brain_row AS r ON r.n = c.n
JOIN text AS w ON w.n = c.statement AND w.body = json_extract(j.value, '$[1]')
LEFT JOIN text AS t ON t.n = c.title
JOIN packet AS p ON p.seq = r.packet LEFT JOIN packet AS q ON q.seq = p.seq - 1
LEFT JOIN citation AS x ON x.row = r.n AND x.no = 0 LEFT JOIN text AS u ON u.n = x.quote
"""
RECORDS = """
SELECT j.key, NULL, NULL, NULL, r.id, r.op, p.body, p.hash, q.hash, t.salt, t.body,
    w.salt, w.body, u.salt, u.body
FROM json_each(:hits) AS j
JOIN brain_row AS r ON r.id = j.value JOIN revision AS v ON v.n = r.n AND v.record = r.n
JOIN text AS t ON t.n = v.title LEFT JOIN text AS w ON w.n = v.body
JOIN packet AS p ON p.seq = r.packet LEFT JOIN packet AS q ON q.seq = p.seq - 1
LEFT JOIN citation AS x ON x.row = r.n AND x.no = 0 LEFT JOIN text AS u ON u.n = x.quote
WHERE NOT EXISTS (SELECT 1 FROM revision AS o WHERE o.record = r.n AND o.no > 1)
"""


class _Row(NamedTuple):
    """One row of the statements above."""

    hit: int
    key_salt: bytes | None
    key: str | None
    key_packet: str | None
    id: str
    op: int
    packet: str
    hash: bytes
    before: bytes | None
    title_salt: bytes | None
    title: str | None
    text_salt: bytes | None
    text: str | None
    quote_salt: bytes | None
    quote: str | None


def proved(db: sqlite3.Connection, found: Sequence[RowHit]) -> set[int]:
    """The places in `found` of hits that are what their packets say."""
    facts = {n: [lookup(hit.id), hit.text] for n, hit in enumerate(found) if hit.kind == "fact"}
    others = {n: hit.id for n, hit in enumerate(found) if hit.kind != "fact"}
    sound: set[int] = set()
    for sql, hits, field in ((FACTS, facts, "statement"), (RECORDS, others, "body")):
        if hits:
            for values in db.execute(sql, {"hits": json.dumps(hits)}).fetchall():
                row = _Row(int(values[0]), *values[1:])
                if row.hit not in sound and _holds(row, found[row.hit], field):
                    sound.add(row.hit)
    return sound


def _holds(row: _Row, hit: RowHit, field: str) -> bool:
    if log.chained(row.before or log.GENESIS, row.packet) != row.hash:
        return False
    return (
        _says(row, field)
        and _named(row)
        and hit.title == (row.title or row.key)
        and (hit.text, hit.quote) == (row.text or "", row.quote or "")
        and (hit.id == row.key if row.key is not None else _is_record(row, hit))
    )


def _says(row: _Row, field: str) -> bool:
    """Whether title, text and quote are those of the operation."""
    title = _id(row.title_salt, row.title)
    text = _id(row.text_salt, row.text)
    quote = _id(row.quote_salt, row.quote)
    body = row.packet
    if row.op == 0 and body.count('"op":"') == 1 and body.count('"quote":') <= 1:
        # The usual packet, canonical JSON with one of each: no need to take it apart.
        given = (("title", title), (field, text), ("quote", quote))
        return all(
            f'"{name}":"{each}"' in body if each else f'"{name}":' not in body
            for name, each in given
        )
    op = _operation(row)
    first = (op.get("citations") or [{}])[0]
    return (op.get("title"), op.get(field), first.get("quote")) == (title, text, quote)


def _operation(row: _Row) -> Mapping[str, Any]:
    ops: Sequence[Mapping[str, Any]] = json.loads(row.packet)["ops"]
    return ops[row.op] if row.op < len(ops) else {}


def _is_record(row: _Row, hit: RowHit) -> bool:
    """Whether a record goes by the id of its operation. A fact goes by its key, proved above."""
    packet_id = json.loads(row.packet)["id"]
    kind = _operation(row).get("kind")
    return hit.kind == kind and ids.row_id(packet_id, row.op) == row.id == hit.id


def _named(row: _Row) -> bool:
    """Whether a fact's key is a text of the packet that used it first."""
    if row.key is None:
        return True
    return f'"{_id(row.key_salt, row.key)}"' in (row.key_packet or "")


def _id(salt: bytes | None, words: str | None) -> str | None:
    if salt is None or words is None:
        return None
    return packet.printed(packet.text_digest(salt, words))
