"""Packets that wait for a person, and what persons have decided: read from the log."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from . import log, redact
from .model import Act, Pending, Source
from .policy import Policy
from .read_rows import source
from .times import iso

WAITING = """
SELECT w.packet, p.hash, w.approved, w.decided, d.at, json_extract(d.body, '$.agent')
FROM pending AS w JOIN packet AS p ON p.seq = w.packet LEFT JOIN packet AS d ON d.seq = w.decided
WHERE :all OR w.decided IS NULL ORDER BY w.packet
"""
DECISIONS = {None: "", 0: "rejected", 1: "approved"}


def pending(db: sqlite3.Connection, *, decided: bool) -> list[Pending]:
    """Packets that wait, oldest first; with `decided` also those that waited once."""
    found = []
    gone = redact.forgotten(db)
    rows = db.execute(WAITING, {"all": int(decided)}).fetchall()
    for seq, digest, approved, by_entry, at, by in rows:
        given = log.plain(log.at_place(db, seq))
        is_gone = all(given.row(number) in gone for number in range(len(given.ops)))
        if is_gone and not decided:
            continue
        found.append(
            Pending(
                hash=digest.hex(),
                packet_id=given.id,
                agent=given.agent,
                at=str(given.at),
                reason=given.reason,
                ops=given.ops,
                sources={each.id: each for each in _sources(db, given.ops)},
                decision=_decision(is_gone, by_entry == seq, approved),
                decided_at=iso(at) if at is not None else "",
                decided_by=by or "",
            )
        )
    return found


def _decision(is_gone: bool, imported: bool, approved: int | None) -> str:
    if is_gone:
        return "forgotten"
    return "of another brain" if imported else DECISIONS[approved]


NUMBER = "SELECT n FROM brain_row WHERE id = :id AND kind = 'source'"


def _sources(db: sqlite3.Connection, ops: tuple[Any, ...]) -> Iterator[Source]:
    for op in ops:
        for citation in op.get("citations", ()):
            for (n,) in db.execute(NUMBER, {"id": citation["source"]}).fetchall():
                yield source(db, n)


BY_AGENT = """
SELECT seq FROM packet WHERE json_extract(body, '$.agent') = :agent ORDER BY seq
"""


def acts(db: sqlite3.Connection, policy: Policy) -> list[Act]:
    """Every packet by an agent that is a person by the policy in force, oldest first."""
    found = []
    for name in policy.people:
        for (seq,) in db.execute(BY_AGENT, {"agent": name}).fetchall():
            given = log.plain(log.at_place(db, seq))
            about = dict.fromkeys(each for op in given.ops for each in _about(op))
            what = tuple(op["op"] for op in given.ops)
            found.append(Act(given.id, name, str(given.at), given.via, what, tuple(about)))
    return sorted(found, key=lambda each: each.at)


def _about(op: Any) -> Iterator[str]:
    for name in ("key", "to", "target", "record", "packet"):
        if op.get(name):
            yield op[name]
    yield from op.get("targets", ())
