"""From packets to tables: bring the fold from before a packet to after it.

Every table but the record (schema.py) is made here and only here, one function an operation.
A fold asks no rule and fails on nothing: what stands in the log has been accepted, here or on
another machine. It reads the packet and the tables it made itself, never a clock or a file, so
folding all packets in order of (at, id) gives the same rows with the same numbers again.

    sources.py  records.py  claims.py  links.py        one operation each
    facts.py                                           what a fact comes to
    search_text.py                                     the words that are searched
"""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..text import ids
from . import claims, keys, links, log, records, sources
from .log import Entry, Text
from .policy import parse
from .schema import FOLD_TABLES, RULES
from .step import Folded, Step


def fold(db: sqlite3.Connection, entry: Entry) -> Folded:
    """Bring the tables from before a packet to after it, inside the caller's transaction."""
    folded = Folded()
    for number, op in enumerate(entry.ops):
        step = Step(db, entry, number, op, folded, ids.row_id(entry.id, number))
        if _whole(op):
            _FOLDS.get(op["op"], _nothing)(step)
        else:
            _nothing(step)
    for root in sorted(folded.touched):
        if claims.stand(db, root):
            folded.opened.append(keys.name(db, root))
    return folded


def rebuild(db: sqlite3.Connection) -> None:
    """Empty the fold and make it again from the first packet, in the caller's transaction."""
    db.execute("INSERT INTO row_fts (row_fts) VALUES ('delete-all')")
    for table in FOLD_TABLES:
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - the names are constants of schema.py
    for entry in log.in_order(db):
        fold(db, entry)
    db.execute(log.SET_RULES, {"rules": RULES})


def _whole(op: Mapping[str, Any]) -> bool:
    """Whether every text of the operation is there."""
    return all(not isinstance(value, Text) or value.words is not None for value in op.values())


def _nothing(step: Step) -> None:
    step.out.rows.append("")


APPLY = "INSERT OR REPLACE INTO policy (packet, toml) VALUES (:packet, :toml)"
FACTS = "SELECT root FROM fact ORDER BY root"


def _apply_config(step: Step) -> None:
    """`apply_config`: in force from here on; facts may turn on which keys are said to change."""
    before = parse(claims.policy_text(step.db)).changing
    step.db.execute(APPLY, {"packet": step.entry.seq, "toml": step.text("toml")})
    if parse(claims.policy_text(step.db)).changing != before:
        step.out.touched |= {root for (root,) in step.db.execute(FACTS).fetchall()}
    step.out.rows.append(ids.packet_code(step.entry.id))


def _undo(step: Step) -> None:
    """`undo`: what the other packet settled, withdrew, linked or made one counts no more."""
    step.out.rows.append(ids.packet_code(step.op["packet"]))
    undone = log.find(step.db, step.op["packet"])
    if undone is None:
        return
    for op in undone.ops:
        if op["op"] in _UNDOES:
            _UNDOES[op["op"]](replace(step, op=op), undone)


UNDO_SETTLEMENT = """
UPDATE settlement SET undone = :by
WHERE undone IS NULL AND n IN (SELECT n FROM brain_row WHERE packet = :packet)
"""
UNDO_ALIAS = "UPDATE alias SET undone = :by WHERE undone IS NULL AND packet = :packet"
UNDO_LINK = """
UPDATE link SET removed = :by
WHERE removed IS NULL AND n IN (SELECT n FROM brain_row WHERE packet = :packet)
"""


def _undo_settle(step: Step, undone: Entry) -> None:
    step.db.execute(UNDO_SETTLEMENT, {"by": step.entry.seq, "packet": undone.seq})
    step.out.touched.add(claims.registered(step, step.op["key"])[1])


def _undo_alias(step: Step, undone: Entry) -> None:
    step.db.execute(UNDO_ALIAS, {"by": step.entry.seq, "packet": undone.seq})
    claims.find_roots(step)


def _undo_withdraw(step: Step, undone: Entry) -> None:
    records.set_withdrawn(step, step.op["target"], None)


def _undo_link(step: Step, undone: Entry) -> None:
    step.db.execute(UNDO_LINK, {"by": step.entry.seq, "packet": undone.seq})


_FOLDS: Mapping[str, Callable[[Step], None]] = {
    "add_source": sources.add_source,
    "add_record": records.add_record,
    "revise_record": records.revise_record,
    "withdraw": records.withdraw,
    "claim": claims.claim,
    "describe_key": claims.describe_key,
    "alias_key": claims.alias_key,
    "settle": claims.settle,
    "link": links.link,
    "unlink": links.unlink,
    "apply_config": _apply_config,
    "undo": _undo,
}
_UNDOES: Mapping[str, Callable[[Step, Entry], None]] = {
    "settle": _undo_settle,
    "alias_key": _undo_alias,
    "withdraw": _undo_withdraw,
    "link": _undo_link,
}
