"""The union of two brains that went apart: each packet of the other that is not here is added.

An added packet keeps its id, time and texts, so that both brains fold the same set and answer the
same; its body is given an `origin` (docs/format.md). Who may do what is not asked again: the person
who imports is the authority. Whether its words were said is: what fails the gate stays out. A
policy of the other brain, its packets that wait, and who decided about them are kept for the
record and are never in force here. What either side ordered forgotten is forgotten in both, and
what here rests on it goes with it.

    Moved --judged, appended, folded, one by one in order of time-->
          --made anew-->  tables of the union  --the rest of what was forgotten-->  Merged

A value that differs disputes the fact, and so do two settlements of one key (facts.py).
"""

import json
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from . import log, moved, packet, redact, validate, view
from .errors import PacketRefused
from .fold import AT_HOME, fold, rebuild
from .grammar import FIELDS
from .moved import Moved
from .packet import Packet
from .policy import PERSON, Policy
from .salvage import Kept
from .shape import AHEAD

MOST_TARGETS: Final = FIELDS["redact"]["targets"].limit

# What a person decided there, and what stands here may be shown or counted otherwise for it.
DECISIONS: Final = ("share_key", "undo", "alias_key", "withdraw", "settle")

Keep = Callable[[Packet], PacketRefused | None]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A packet that was not added, by its place in the other log, and the rule that said no."""

    seq: int
    agent: str
    at: str
    refusal: PacketRefused


@dataclass(frozen=True, slots=True)
class Merged:
    """What an import brought.

    known: packets that were here already.
    record: packets that are kept for the record alone.
    gone: ids of rows that stood here and went because the other one had their words forgotten.
    decisions: operations that are in force here now and were a person's decision there.
    disputed: keys that are disputed now and were not before.
    """

    known: int = 0
    added: int = 0
    record: int = 0
    gone: tuple[str, ...] = ()
    decisions: tuple[Mapping[str, Any], ...] = ()
    disputed: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


class Merge:
    """One import, inside the caller's transaction."""

    def __init__(
        self, db: sqlite3.Connection, policy: Policy, found: Moved, *, now: datetime, keep: Keep
    ) -> None:
        """`keep` says why the words of a packet may not come back here, None where they may."""
        self._db, self._policy, self._moved = db, policy, found
        self._now, self._keep = now, keep
        self._gone = frozenset(redact.forgotten(db)) | _ordered(found.entries)
        self._emptied = moved.emptied(found.entries) | redact.ordered_texts(db)
        self._known = self._added = self._record = 0
        self._left_out: list[LeftOut] = []
        self._decisions: list[Mapping[str, Any]] = []

    def run(self) -> Merged:
        """Add what is not here, and make the tables of the union."""
        before, stood = _disputed(self._db), _standing(self._db)
        for entry in sorted(self._moved.entries, key=lambda each: (each.at, each.id)):
            self._take(entry)
        if self._added or self._record:
            redact.empty(self._db, self._emptied)
            rebuild(self._db)
            self._forget_the_rest()
        after = _disputed(self._db)
        return Merged(
            known=self._known,
            added=self._added,
            record=self._record,
            gone=tuple(sorted(stood - _standing(self._db))),
            decisions=tuple(self._decisions),
            disputed=tuple(key for key in after if key not in before),
            left_out=tuple(self._left_out),
        )

    def _take(self, entry: Kept) -> None:
        given = moved.plain(entry)
        here = log.find(self._db, given.id)
        if here is not None:
            self._meet(entry, given, here)
            return
        refusal = self._refusal(entry, given)
        if refusal is not None:
            self._left_out.append(LeftOut(entry.seq, given.agent, str(given.at), refusal))
            return
        added = _append(self._db, self._with_origin(entry), self._emptied)
        fold(self._db, added, self._gone)
        if _is_for_the_record(added):
            self._record += 1
        else:
            self._added += 1
            self._decisions += [
                op
                for number, op in enumerate(given.ops)
                if op["op"] in DECISIONS and given.row(number) not in self._gone
            ]

    def _meet(self, entry: Kept, given: Packet, here: log.Entry) -> None:
        # A text that either side forgot could have been any.
        lost = any(words is None for _, _, _, words in entry.texts)
        if lost or log.is_same(here, given):
            self._known += 1
            return
        refusal = PacketRefused(
            "conflict", f"a packet {given.id} with other content is here; this one stays"
        )
        self._left_out.append(LeftOut(entry.seq, given.agent, str(given.at), refusal))

    def _refusal(self, entry: Kept, given: Packet) -> PacketRefused | None:
        """What the gate says of the words that are left of a packet."""
        left = tuple(
            self._left(op, given.row(number) in self._gone) for number, op in enumerate(given.ops)
        )
        judged = replace(given, ops=left)
        if datetime.fromisoformat(str(given.at)) > self._now + AHEAD:
            return PacketRefused(
                "shape",
                "it is dated more than a day ahead of this machine's clock. Set the clock that is "
                "wrong, and import again; what has a date of the future comes in when that is past",
            )
        try:
            if all(words is not None for _, _, _, words in entry.texts):
                validate.check_shape(given, self._now)
            ground = view.view(self._db, self._policy, judged, "brain.toml")
            for rule in validate.EVIDENCE:
                rule(ground)
        except PacketRefused as refusal:
            return refusal
        except (KeyError, TypeError, AttributeError):
            return PacketRefused("shape", "its operations are none of this release")
        return self._keep(judged)

    def _left(self, op: Mapping[str, Any], gone: bool) -> Mapping[str, Any]:
        """The operation without what was forgotten of it."""
        cited = op.get("citations")
        kept = [each for each in cited or () if each["source"] not in self._gone]
        if gone or (cited and not kept):
            return {"op": "redact", "targets": []}
        return {**op, "citations": kept} if cited else op

    def _with_origin(self, entry: Kept) -> Kept:
        sealed = json.loads(entry.body)
        origin = {"hash": entry.hash.hex(), "log": self._moved.log}
        body = packet.canonical({"origin": origin} | sealed)
        return replace(entry, body=body)

    def _forget_the_rest(self) -> None:
        """What here rests on words that the other side forgot goes too."""
        stubs, _ = redact.gone_of(self._db, self._gone)
        every = redact.closure(self._db, stubs, orphans=False)
        rest = sorted(every - redact.forgotten(self._db))
        emptied = redact.emptied(self._db, every)
        # Quotes alone may be left: then the sources that they are from are named once more.
        targets = rest or (sorted(every)[:1] if emptied else [])
        for at in range(0, len(targets), MOST_TARGETS):
            op = {"op": "redact", "targets": targets[at : at + MOST_TARGETS]}
            ordered = Packet(PERSON, (op,), id=str(uuid.uuid4()), via="import")
            last = at + MOST_TARGETS >= len(targets)
            log.append(
                self._db,
                replace(ordered, at=packet.normal(replace(ordered, at=self._now)).at),
                salt=os.urandom,
                emptied=emptied if last else {},
            )
        if targets:
            rebuild(self._db)


def _ordered(entries: Iterable[Kept]) -> frozenset[str]:
    """The rows that packets of the other log order forgotten."""
    found: set[str] = set()
    for entry in entries:
        if entry.emptied or '"op":"redact"' in entry.body:
            sealed = json.loads(entry.body)
            ops = [] if sealed.get("pending") else sealed["ops"]
            found |= {each for op in ops if op["op"] == "redact" for each in op["targets"]}
    return frozenset(found)


def _is_for_the_record(entry: log.Entry) -> bool:
    return entry.pending or all(op["op"] in AT_HOME for op in entry.ops)


def _append(db: sqlite3.Connection, entry: Kept, emptied: frozenset[bytes]) -> log.Entry:
    """Add an entry of another log to the chain, its time as it was."""
    first_text = db.execute(log.NEXT_TEXT).fetchall()[0][0]
    seq, previous = log.head(db)
    placed = moved.numbered(moved.without(entry, emptied), seq + 1, first_text)
    moved.put(db, replace(placed, hash=log.chained(previous, placed.body)))
    return log.entry(db, placed.seq, placed.first_text, placed.body)


STANDING = "SELECT id FROM brain_row"


def _standing(db: sqlite3.Connection) -> set[str]:
    """The ids of the rows that are here with their words."""
    return {ident for (ident,) in db.execute(STANDING)} - set(redact.forgotten(db))


DISPUTED = """
SELECT t.body FROM fact AS x JOIN fact_key AS f ON f.k = x.root JOIN text AS t ON t.n = f.name
WHERE x.disputed ORDER BY x.root
"""


def _disputed(db: sqlite3.Connection) -> list[str]:
    return [key for (key,) in db.execute(DISPUTED).fetchall()]
