"""One stack from a packet to the file, and back with a receipt.

In order:

normal(packet)  check_shape            before any lock
BEGIN IMMEDIATE
  same packet in the log?              a no-op, or a conflict
  validate                             every other rule, on the tables as they are
  log.append  fold                     the chain, then the tables
COMMIT
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from .. import dbfile, wholefile
from . import (
    authority,
    claims,
    log,
    packet,
    redact,
    search_text,
    trouble,
    validate,
    view,
)
from .errors import LogDamaged, NotWritten, PacketConflict, PacketRefused
from .fold import fold, rebuild
from .merge import Keep, Merge, Merged
from .model import Receipt, Verdict
from .moved import Moved
from .packet import Packet
from .policy import PERSON, Policy, parse, read, with_principal
from .step import Folded
from .times import instant

PATIENCE = 15.0  # seconds in all that a packet waits for its turn


class Writer:
    """The writing half of a Brain, on one connection."""

    def __init__(
        self,
        db: dbfile.Connection,
        *,
        clock: Callable[[], datetime],
        policy_path: Path,
        broken: str,
        readonly: bool,
    ) -> None:
        self._db = db
        self._clock = clock
        self._policy_path = policy_path
        self._broken = broken
        self._readonly = readonly

    def submit(self, packets: Iterable[Packet]) -> list[Receipt]:
        """All of the packets, or none."""
        ready = [self._shaped(each) for each in packets]
        with self.writing() as db:
            receipts = [self._submit(db, each) for each in ready]
            search_text.tidy(db)
            return receipts

    @contextlib.contextmanager
    def writing(self) -> Iterator[dbfile.Connection]:
        """One write transaction, refused where the file cannot take it."""
        if self._broken:
            raise LogDamaged(self._broken)
        if self._readonly:
            raise NotWritten(f"nothing was written: {self._policy_path.parent} is open read-only")
        with (
            trouble.writing(self._policy_path.parent, self._policy_path.with_name("brain.db")),
            dbfile.transaction(self._db, patience=PATIENCE) as db,
        ):
            yield db

    def _shaped(self, given: Packet) -> Packet:
        now = self._clock()
        ready = packet.normal(given)
        if not ready.id:
            ready = packet.normal(packet.named(ready, log.key(self._db)))
        if not ready.at:
            ready = replace(ready, at=instant(now))
        validate.check_shape(ready, now)
        return ready

    def _submit(self, db: dbfile.Connection, ready: Packet) -> Receipt:
        before = log.find(db, ready.id)
        if before is not None:
            return self._again(db, ready, before)
        waits = validate.validate(self._ground(db, ready))
        going = [ident for op in ready.ops if op["op"] == "redact" for ident in op["targets"]]
        emptied = redact.emptied(db, going)
        entry = log.append(db, ready, salt=os.urandom, pending=waits, emptied=emptied)
        # Without the words the tables cannot be told what to drop: they are made anew.
        folded = rebuild(db) if going else fold(db, entry)
        return _receipt(entry, folded)

    def _ground(self, db: dbfile.Connection, ready: Packet) -> view.View:
        return view.view(db, self._policy(db), ready, str(self._policy_path))

    def trial(self, packets: Iterable[Packet]) -> list[list[Verdict]]:
        """What each rule answers to each packet, those before it applied; nothing is written."""
        told: list[list[Verdict]] = []
        try:
            with self.writing() as db:
                for given in packets:
                    told.append(self._tried(db, given))
                raise _TakenBack
        except _TakenBack:
            return told

    def merge(self, found: Moved, keep: Keep) -> Merged:
        """The union with another brain."""
        with self.writing() as db:
            merge = Merge(db, self._policy(db), found, now=self._clock(), keep=keep)
            merged = merge.run()
            search_text.tidy(db)
            return merged

    def trial_merge(self, found: Moved, keep: Keep) -> Merged:
        """What `merge` would bring; nothing is written."""
        try:
            with self.writing() as db:
                merge = Merge(db, self._policy(db), found, now=self._clock(), keep=keep)
                merged = merge.run()
                raise _TakenBack
        except _TakenBack:
            return merged

    def _tried(self, db: dbfile.Connection, given: Packet) -> list[Verdict]:
        try:
            ready = self._shaped(given)
            before = log.find(db, ready.id)
            if before is not None:
                self._again(db, ready, before)
                return []
        except PacketRefused as refusal:
            return [Verdict(refusal.code, refusal)]
        verdicts = [Verdict("shape", None), *validate.judge(self._ground(db, ready))]
        if all(verdict.refusal is None for verdict in verdicts):
            self._submit(db, ready)
        return verdicts

    def _again(self, db: dbfile.Connection, ready: Packet, before: log.Entry) -> Receipt:
        if not log.is_same(before, ready):
            raise PacketConflict(
                "conflict",
                f"not written: a packet {ready.id} with other content is in the log; "
                "draw a new id for new content",
            )
        rows = log.rows(db, before.seq, ready)
        waits = log.is_waiting(db, before.seq)
        return Receipt(ready.id, is_new=False, seq=before.seq, rows=rows, pending=waits)

    def _policy(self, db: dbfile.Connection) -> Policy:
        return parse(claims.policy_text(db))

    def first_policy(self, toml: str) -> Receipt | None:
        """The first policy of a new brain; where there is one its file is written if it is gone."""
        first = Packet(agent=PERSON, ops=({"op": "apply_config", "toml": toml},), via="setup")
        ready = self._shaped(first)
        receipt = None
        with self.writing() as db:
            if not claims.policy_text(db):
                receipt = self._submit(db, ready)
            in_force = claims.policy_text(db)
        if not self._policy_path.exists():
            wholefile.write_private(self._policy_path, in_force)
        return receipt

    def apply_config(self, *, reason: str, via: str) -> Receipt:
        """brain.toml as it stands, into force."""
        toml = read(self._policy_path)
        op = {"op": "apply_config", "toml": toml}
        road = via if claims.policy_text(self._db) else "setup"
        return self.submit([Packet(agent=PERSON, ops=(op,), via=road, reason=reason)])[0]

    def name_principal(
        self, principal: str, aliases: tuple[str, ...], *, via: str
    ) -> Receipt | None:
        """Another principal into the policy in force and into the file."""
        in_force = claims.policy_text(self._db)
        toml = with_principal(in_force, principal, aliases)
        if parse(toml) == parse(in_force):
            return None
        op = {"op": "apply_config", "toml": toml}
        receipt = self.submit([Packet(agent=PERSON, ops=(op,), via=via)])[0]
        there = read(self._policy_path) if self._policy_path.exists() else in_force
        edited = toml if there == in_force else with_principal(there, principal, aliases)
        wholefile.write_private(self._policy_path, edited)
        return receipt

    def cannot_write(self, agents: Iterable[str]) -> str:
        """Why one of the agents could not write, or ""."""
        if self._broken or self._readonly:
            return self._broken or f"{self._policy_path.parent} is open read-only"
        policy = self._policy(self._db)
        reasons = (authority.may_write(policy, name, str(self._policy_path)) for name in agents)
        return next((reason for reason in reasons if reason), "")


class _TakenBack(Exception):
    """Ends a trial, so that its transaction is rolled back."""


def _receipt(entry: log.Entry, folded: Folded) -> Receipt:
    return Receipt(
        packet_id=entry.id,
        is_new=True,
        seq=entry.seq,
        pending=entry.pending,
        rows=tuple(folded.rows),
        disputed=tuple(folded.opened),
        known=tuple(folded.known),
        new_keys=tuple(folded.new_keys),
    )
