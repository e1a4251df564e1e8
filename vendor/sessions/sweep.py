"""One refresh: look at each agent's history, read what is new, follow what is gone.

What is new is read newest first, and the agents take turns, so that none waits for another's years.

A unit that is not there any more was deleted by the person, has expired or is out of reach
(vanished.py); of a history whose root is gone everything is kept, and counted. Each unit is one
small transaction, so an end at any point leaves a whole index that the next refresh goes on with.
"""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from .. import dbfile
from ..forgotten import Forgotten
from . import (
    admit,
    aside,
    erase,
    forgetting,
    fts,
    ingest,
    made_private,
    private,
    reindex,
    stored,
    taken_back,
    vanished,
)
from . import hermes_rows as rows
from . import since as limit
from .adapters import Adapter
from .look import MARK, Known, Look, batches
from .outside import Note, Outside
from .record import Reading, Scan, Seen
from .report import AgentReport, Report, Step
from .stored import fetch

ROUNDS = 3  # readings that follow from readings, in one refresh
SMALL = 20_000  # messages; below, what was deleted is erased at once, not when there is time
MERGE_AFTER = 200  # new messages
MERGE_PAGES = 8
REST = 0.25  # seconds of sleep after which it is asked again whether to go on
LONGEST_REST = 20.0  # seconds
TURN = 1.0  # seconds of one agent, until the next has its turn
FAULTS = (OSError, sqlite3.Error, ValueError, LookupError, TypeError, RecursionError, MemoryError)


class Stopped(Exception):
    """The refresh was asked to end; what is done is kept."""


CURSOR = "SELECT cursor, coalesce(read_at, 0) FROM agent WHERE name = :agent"
AGAIN = "SELECT name FROM unit WHERE agent = :agent AND mark = '' AND expired = 0"
LAST_CALL = "SELECT max(rowid) FROM agent_call"
SEEN = """
INSERT INTO agent (name, cursor, trouble, unreached, read_at)
VALUES (:name, :cursor, :trouble, :unreached, :read_at)
ON CONFLICT (name) DO UPDATE
SET cursor = :cursor, trouble = :trouble, unreached = :unreached, read_at = :read_at
"""


class Sweep:
    """One refresh of one open index."""

    def __init__(
        self,
        db: sqlite3.Connection,
        forgotten: Forgotten,
        *,
        sources: Sequence[Adapter] = (),
        now: datetime,
        stop: Callable[[], bool] | None = None,
        pause: Callable[[], bool] | None = None,
        meanwhile: Callable[[str], None] | None = None,
        share: float = 1.0,
        since: datetime | None = None,
        secluded: private.Private = private.NOTHING,
        keep_expired: bool = True,
        progress: Callable[[Step], None] | None = None,
    ) -> None:
        """As `SessionIndex.refresh` says; `forgotten` are the tombstones beside the index.

        `sources` are all adapters of the refresh, also those that are not looked at this time.
        """
        self._db = db
        self._forgotten = forgotten
        self._now = int(now.timestamp() * 1000)
        self._stop = stop or (lambda: False)
        self._pause = pause or (lambda: False)
        self._meanwhile = meanwhile or (lambda agent: None)
        self._share = share
        self._worked = time.thread_time()
        self._unmerged = 0
        self._sources = tuple(sources)
        self._outside = Outside(db, self._sources)
        self._since = int(since.timestamp() * 1000) if since else None
        self._private = secluded
        self._keep_expired = keep_expired
        self._progress = progress or (lambda step: None)

    def run(self, adapters: Iterable[Adapter], *, full: bool) -> Report:
        """Refresh every agent."""
        report = Report()
        try:
            if full:  # it takes long, and a turn waits for the rest
                self._take_over()
            reindex.follow(self._db)
            self._follow_forgotten(report)
            self._follow_private(report)
            self._follow_since(report)
            looks = [self._look(adapter, report, full=full) for adapter in adapters]
            self._read_all(looks)
            for look in looks:  # what one of them ran may have typed into another
                if not look.entry.trouble:
                    self._again(look)
            if full:
                removed = partial(self._removed, report)
                reindex.finish(self._db, pulse=self._pulse, removed=removed)
            self._tidy(report, full=full)
        except Stopped:
            report.finished = False
        finally:
            for source in self._sources:
                source.close()
        return report

    def _pulse(self, agent: str = "") -> None:
        """Between two pieces of work: whether to go on, and the rest that the share asks for.

        `agent`: whose unit is being looked at or read; then no transaction is open.
        """
        self._ask(agent)
        if self._share < 1.0:
            worked = time.thread_time() - self._worked
            left = min(LONGEST_REST, worked * (1.0 / self._share - 1.0))
            while left > 0:
                time.sleep(min(REST, left))
                left -= REST
                self._ask(agent)
            self._worked = time.thread_time()

    def _ask(self, agent: str) -> None:
        if self._stop():
            raise Stopped
        if agent:
            self._meanwhile(agent)

    def _look(self, adapter: Adapter, report: Report, *, full: bool) -> Look:
        """What an agent's history shows of itself, and which of its units are to be read."""
        name = adapter.agent
        entry = report.agents[name] = AgentReport(name)
        adapter.outside = partial(self._outside.typed, name)
        known = Known(self._db, name)
        before = fetch(self._db, CURSOR, {"agent": name})
        cursor, looked = before[0] if before else ("", 0)
        scan = adapter.scan(known, cursor=cursor, full=full, pulse=lambda: self._pulse(name))
        entry.trouble = scan.trouble
        units = [(unit, scan.seen.get(unit) or Seen(self._now, 0)) for unit in scan.changed]
        if self._since is not None:
            units = [each for each in units if each[1].touched >= self._since]
        look = Look(adapter, known, scan, entry, cursor, looked, units)
        if not before and not scan.trouble:
            self._gone(look)  # a first reading takes long, and nothing of what is gone waits for it
        return look

    def _read_all(self, looks: Sequence[Look]) -> None:
        """Read each agent's units, newest first, a turn of one after a turn of another."""
        waiting = deque(looks)
        is_first = True
        while waiting:
            look = waiting.popleft()
            end = time.monotonic() + TURN
            try:
                while look.units:
                    if not is_first and self._pause():
                        raise Stopped
                    is_first = False
                    self._progress(look.step)
                    self._read(look, look.take())
                    if waiting and time.monotonic() >= end:
                        break
                if look.units:
                    waiting.append(look)
                else:
                    self._finish(look)
            finally:
                look.adapter.close()

    def _finish(self, look: Look) -> None:
        """Follow what is gone of a history that was read, and note how far it was read."""
        name, scan, entry = look.adapter.agent, look.scan, look.entry
        if not scan.trouble:
            if look.step.total:
                self._progress(look.step)
            self._gone(look)
            self._again(look)
        else:
            units = vanished.units_of(self._db, name)
            entry.unreached = sum(u.held and u.state != vanished.EXPIRED for u in units)
            if scan.absent and not entry.unreached:
                entry.trouble = ""
        if scan.trouble or scan.present is not None or scan.cursor != look.cursor or entry.read:
            self._seen(name, scan, entry, look.cursor)

    def _again(self, look: Look) -> None:
        """Read what other readings, or other agents' histories, have brought up again."""
        for _ in range(ROUNDS):
            again = [row[0] for row in fetch(self._db, AGAIN, {"agent": look.adapter.agent})]
            if not again or not sum([self._read(look, unit) for unit in again]):
                break

    def _seen(self, name: str, scan: Scan, entry: AgentReport, cursor: str) -> None:
        values = {
            "name": name,
            "cursor": cursor if scan.trouble else scan.cursor,
            "trouble": entry.trouble,
            "unreached": entry.unreached,
            "read_at": self._now,
        }
        with dbfile.transaction(self._db):
            self._db.execute(SEEN, values).close()

    def _read(self, look: Look, unit: str) -> bool:
        """Read a unit and keep it; whether it could be read."""
        agent = look.adapter.agent
        self._pulse(agent)
        noted = self._noted()
        try:
            mark = look.known.get(unit) or ""
            reading = look.adapter.read(unit, mark, lambda: self._pulse(agent))
            if self._noted() != noted:  # a turn read meanwhile may have typed into this unit
                reading = look.adapter.read(unit, mark, lambda: self._pulse(agent))
        except FAULTS as error:
            look.entry.trouble = f"{admit.unit(unit)}: {rows.reason(error)}"
            return False
        return reading is not None and self._kept(agent, unit, reading, look.entry)

    def _noted(self) -> list[Any]:
        return fetch(self._db, LAST_CALL)

    def _kept(self, agent: str, unit: str, reading: Reading, entry: AgentReport) -> bool:
        """Whether a reading could be kept; some names cannot be stored, and stay out."""
        try:
            self._keep(agent, unit, reading, entry)
        except (ValueError, OverflowError) as error:
            entry.trouble = f"{admit.unit(unit)}: {rows.reason(error)}"
            return False
        return True

    def _keep(self, agent: str, unit: str, reading: Reading, entry: AgentReport) -> None:
        """Keep a reading; a long one that is all new goes in in batches."""
        reading = self._private.without(reading)
        is_new = not reading.since and not fetch(self._db, MARK, {"agent": agent, "name": unit})
        for batch in batches(reading) if is_new else [reading]:
            self._keep_batch(agent, unit, batch, entry)
        entry.read += 1
        self._bring_up(agent, reading.calls)

    def _bring_up(self, agent: str, calls: Sequence[Note]) -> None:
        """Have messages read again that commands, known only now, have typed."""
        units = set(self._outside.late(agent, calls)) if calls else set()
        if units:
            with dbfile.transaction(self._db):
                values = [{"unit": unit} for unit in units]
                self._db.executemany(stored.READ_AGAIN, values).close()

    def _keep_batch(self, agent: str, unit: str, reading: Reading, entry: AgentReport) -> None:
        self._pulse()
        with dbfile.transaction(self._db):
            change = ingest.keep(self._db, agent, unit, reading, self._forgotten, since=self._since)
            self._note_removal(change)
        entry.added += change.added
        entry.removed += change.removed
        entry.kept_out += change.kept_out
        self._unmerged += change.added
        if self._unmerged >= MERGE_AFTER:
            self._merge()

    def _gone(self, look: Look) -> None:
        """Follow what is not there any more."""
        adapter, entry, present = look.adapter, look.entry, look.scan.present
        if present is not None:
            found = vanished.judge(
                vanished.units_of(self._db, adapter.agent),
                present,
                expires_days=adapter.expires_days,
                now=self._now,
                keep_expired=self._keep_expired,
            )
            with dbfile.transaction(self._db):
                self._db.executemany(vanished.MARK, found.states()).close()
            entry.expired = len(found.expired)
            self._drop(look, found.deleted)
        looked = present is not None
        entry.unreached, trouble = vanished.out_of_reach(self._db, adapter.agent, looked=looked)
        entry.trouble = entry.trouble or trouble

    def _drop(self, look: Look, units: Iterable[vanished.Unit]) -> None:
        """Take units out.

        That a person deleted a session of Hermes is remembered for what was kept of it.
        """
        adapter = look.adapter
        for unit in units:
            self._pulse()
            change = stored.Change()
            by_person = unit.held and not adapter.removes_by_age(
                unit.started, unit.touched, looked=look.looked, now=self._now
            )
            with dbfile.transaction(self._db):
                stored.drop_units(self._db, [unit.n], change)
                if by_person and adapter.agent == "hermes":
                    taken_back.remember_gone(self._db, unit.name)
                self._note_removal(change)
            look.entry.removed += change.removed

    def _follow_forgotten(self, report: Report) -> None:
        """What was forgotten while this index did not look, a restored one included, leaves it."""
        version = self._forgotten.version()
        if version == forgetting.followed(self._db):
            return
        with dbfile.transaction(self._db):
            change = forgetting.purge(self._db, self._forgotten)
            report.removed_by_rules += change.removed
            self._note_removal(change)
            forgetting.follow(self._db, version)

    def _take_over(self) -> None:
        """What a damaged file beside the index had alone comes before what is read again."""
        aside.take_over(self._db, self._forgotten, private=self._private, pulse=self._pulse)

    def _follow_private(self, report: Report) -> None:
        """What was said in a project that became private leaves; of one that is not, it is read."""
        note = partial(self._note_rules, report)
        made_private.follow(self._db, self._private, pulse=self._pulse, note=note)

    def _follow_since(self, report: Report) -> None:
        """What is older than the person wants it leaves; where that changed, older is read."""
        note = partial(self._note_rules, report)
        limit.follow(self._db, self._since, pulse=self._pulse, note=note)

    def _note_rules(self, report: Report, change: stored.Change) -> None:
        report.removed_by_rules += change.removed
        self._note_removal(change)

    def _merge(self) -> None:
        """A small step of FTS5's own tidying, which would else come all at once."""
        pages = MERGE_PAGES * max(1, self._unmerged // MERGE_AFTER)
        self._unmerged = 0
        with dbfile.transaction(self._db):
            fts.merge(self._db, pages)

    def _removed(self, report: Report, change: stored.Change) -> None:
        report.removed_by_rules += change.removed
        self._note_removal(change)

    def _note_removal(self, change: stored.Change) -> None:
        """Together with a removal, so that its bytes are not forgotten about."""
        if change.removed or change.reworded:
            self._db.execute(erase.TO_ERASE).close()

    def _tidy(self, report: Report, *, full: bool) -> None:
        """A small merge after additions; after removals, no byte of them stays.

        That takes time with the size of the index: in a large one it waits for a full refresh,
        which also merges all that FTS5 would.
        """
        is_small = fetch(self._db, "SELECT coalesce(max(n), 0) FROM message")[0][0] < SMALL
        if (full or is_small) and fetch(self._db, erase.ERASING):
            erase.finish(self._db, self._pulse)
        elif full:
            fts.settle(self._db, self._pulse)
        elif self._unmerged:
            self._merge()
