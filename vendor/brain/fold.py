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
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..text import ids
from . import claims, links, log, records, redact, share, sources
from .log import Entry, Text
from .policy import parse
from .schema import FOLD_TABLES, RULES
from .step import Folded, Step


def fold(db: sqlite3.Connection, entry: Entry, gone: Collection[str] = ()) -> Folded:
    """Bring the tables from before a packet to after it, inside the caller's transaction.

    gone: ids of rows that a later packet of the log orders forgotten.
    """
    folded = _fold_rows(db, entry, gone)
    if folded.touched:
        folded.opened.extend(claims.stand(db, folded.touched))
    return folded


def _fold_rows(db: sqlite3.Connection, entry: Entry, gone: Collection[str]) -> Folded:
    """Everything but what the facts that a packet touches come to."""
    folded = Folded()
    if entry.pending:
        # Of another log it is never decided here: as good as rejected, by itself.
        mine = not entry.imported
        values = {
            "packet": entry.seq,
            "decided": None if mine else entry.seq,
            "approved": None if mine else 0,
        }
        db.execute(INSERT_PENDING, values)
    else:
        _fold_operations(db, entry, folded, gone)
    return folded


def _fold_operations(
    db: sqlite3.Connection, entry: Entry, folded: Folded, gone: Collection[str]
) -> None:
    for number, op in enumerate(entry.ops):
        step = Step(db, entry, number, op, folded, ids.row_id(entry.id, number), gone)
        if entry.imported and op["op"] in AT_HOME:
            _nothing(step)
        elif step.id in gone:
            _FORGOTTEN.get(op["op"], _nothing)(step)
        elif _whole(op):
            _FOLDS.get(op["op"], _nothing)(step)
        else:
            _nothing(step)


def rebuild(db: sqlite3.Connection) -> Folded:
    """Empty the fold and make it again from the first packet, in the caller's transaction.

    Returns what the last packet did.
    """
    db.execute("INSERT INTO row_fts (row_fts) VALUES ('delete-all')")
    for table in FOLD_TABLES:
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - the names are constants of schema.py
    folded = follow(db, log.in_order(db))
    db.execute(log.SET_RULES, {"rules": RULES})
    return folded


def follow(db: sqlite3.Connection, entries: Iterable[Entry], gone: Collection[str] = ()) -> Folded:
    """Fold entries into empty tables, what any packet of the log orders forgotten left out.

    gone: further rows that are left out.

    What the facts come to rests on their claims, settlements and policy alone, not on what they
    came to before: so it is worked out once, at the end.
    """
    ordered = redact.orders(log.with_operations(db, "redact"))
    for ident, seq in ordered.items():
        db.execute(INSERT_REDACTED, {"id": ident, "packet": seq})
    gone = {*ordered, *gone}
    folded = Folded()
    touched: set[int] = set()
    for entry in entries:
        folded = _fold_rows(db, entry, gone)
        touched |= folded.touched
    claims.stand(db, touched)
    return folded


def _whole(op: Mapping[str, Any]) -> bool:
    """Whether every text of the operation is there."""
    return all(not isinstance(value, Text) or value.words is not None for value in op.values())


def _nothing(step: Step) -> None:
    step.out.rows.append("")


# What is governed in the log that it was written to, and nowhere else.
AT_HOME = frozenset({"apply_config", "approve", "reject"})

APPLY = "INSERT INTO policy (packet, toml) VALUES (:packet, :toml)"
INSERT_PENDING = """
INSERT INTO pending (packet, decided, approved) VALUES (:packet, :decided, :approved)
"""
INSERT_REDACTED = "INSERT INTO redacted (id, packet) VALUES (:id, :packet)"
DECIDE = """
UPDATE pending SET decided = :by, approved = :approved WHERE packet = :packet AND decided IS NULL
RETURNING packet
"""
FACTS = "SELECT root FROM fact ORDER BY root"


def _apply_config(step: Step) -> None:
    """`apply_config`: in force from here on; facts may turn on which keys are said to change."""
    before = parse(claims.policy_text(step.db)).changing
    step.db.execute(APPLY, {"packet": step.entry.seq, "toml": step.text("toml")})
    if parse(claims.policy_text(step.db)).changing != before:
        step.out.touched |= {root for (root,) in step.db.execute(FACTS).fetchall()}
    step.out.rows.append(ids.packet_code(step.entry.id))


def _approve(step: Step) -> None:
    """`approve`: what the other packet asked for takes effect, here in the order of the log."""
    for seq in _decided(step, approved=True):
        other = log.at_place(step.db, seq)
        _fold_operations(step.db, other, step.out, step.gone)


def _reject(step: Step) -> None:
    """`reject`: it never takes effect."""
    _decided(step, approved=False)
    step.out.rows.append("")


def _decided(step: Step, *, approved: bool) -> list[int]:
    seq = log.waiting(step.db, step.op["packet"])
    values = {"packet": seq, "by": step.entry.seq, "approved": int(approved)}
    return [n for (n,) in step.db.execute(DECIDE, values).fetchall()]


def _redact(step: Step) -> None:
    """`redact`: the texts are emptied with the packet, the rows are left out from the first."""
    step.out.rows.append("")


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


def _undo_share(step: Step, undone: Entry) -> None:
    share.undo(step, undone.seq)


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
    "share_key": share.share_key,
    "apply_config": _apply_config,
    "undo": _undo,
    "approve": _approve,
    "reject": _reject,
    "redact": _redact,
}
# Of what was forgotten only a source leaves its place: rows may rest on it and on others.
_FORGOTTEN: Mapping[str, Callable[[Step], None]] = {"add_source": sources.add_source}
_UNDOES: Mapping[str, Callable[[Step, Entry], None]] = {
    "settle": _undo_settle,
    "alias_key": _undo_alias,
    "withdraw": _undo_withdraw,
    "link": _undo_link,
    "share_key": _undo_share,
}
