"""Keep one home's index fresh: exactly one daemon thread, however many providers there are.

`wake` only sets a flag. A pass after a turn reads the tail of Hermes; the other agents are
looked at when the thread starts and at most every 30 seconds; when nobody has woken it for a
while it looks at everything. A long pass is cut into slices, between two units, so that each comes
further; a turn that is spoken meanwhile is read at once, also in the middle of another agent's
unit. Passes of several processes take turns by a lock on `sessions.lock`, with a gap between two
slices in which another may take it; when a process dies its lock goes with it, so the next pass of
any other takes over.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from .. import dbfile
from ..forgotten import Unreadable
from . import aside, hermes_rows
from .adapters import Adapter
from .foreground import HERMES, TAIL, Limits, read_tail
from .index import SessionIndex
from .kept_open import KeptOpen
from .lead import leading
from .outside import IndexFault
from .report import Report, Step
from .sweep import FAULTS

__all__ = ["Limits", "Refresher", "leading"]

OTHERS_EVERY = 30.0  # seconds
IDLE = 30.0  # seconds without a turn until everything is looked at
SLICE = 5.0  # seconds of one pass, or as long as it looked before it began to read
GAP = 0.15  # seconds between two slices, longer than WAIT
RETRY = 1.0  # seconds until another process' pass is asked for again
SHARE = 0.25  # of one core, for what no turn waits for
STOP = 0.8  # seconds that a stop waits at most
STALLED = 600.0  # seconds after which a turn that nobody has read yet is a fault

_FAULTS = (*FAULTS, IndexFault, Unreadable, dbfile.NotOurFile, dbfile.Damaged, dbfile.Unsupported)


def _unlimited() -> Limits:
    return Limits()


def _to_nobody(_: str) -> None:
    return


class Refresher:
    """The thread of one index. Get it with `acquire`, give it back with `release`."""

    def __init__(
        self,
        path: Path,
        adapters: Callable[[], Sequence[Adapter]],
        clock: Callable[[], datetime],
        limits: Callable[[], Limits] = _unlimited,
        told: Callable[[str], None] = _to_nobody,
    ) -> None:
        """Use `acquire`."""
        self.path = path
        self._told = told
        self._was_told: str | None = None
        self._asked: float | None = None  # when a turn was spoken that is not read yet
        self.trouble = ""
        self.last: Report | None = None
        self._adapters = adapters
        self._clock = clock
        self._limits = limits
        self._users = 0
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._settled = threading.Event()
        self._kept = KeptOpen(path)
        self._index: SessionIndex | None = None
        self._sound = False
        self._was_known = False
        self._unfinished = 0  # passes in a row
        self._thread: threading.Thread | None = None

    @classmethod
    def acquire(
        cls,
        path: Path,
        adapters: Callable[[], Sequence[Adapter]],
        *,
        clock: Callable[[], datetime],
        limits: Callable[[], Limits] = _unlimited,
        told: Callable[[str], None] = _to_nobody,
    ) -> "Refresher":
        """The refresher of the index at `path`, started if it was not running.

        Args:
            path: sessions.db of one home; it names the home.
            adapters: makes the agents to read, in the thread, for each pass.
            clock: the aware current time.
            limits: what may be kept, asked in the thread, for each pass.
            told: hears, in the thread, why nothing can be read, and "" when it can be again.
        """
        key = str(path.resolve())
        with _LOCK:
            refresher = _RUNNING.get(key)
            if refresher is None:
                refresher = _RUNNING[key] = cls(path, adapters, clock, limits, told)
            refresher._users += 1
            refresher._start()
        return refresher

    def release(self) -> None:
        """Give it back; the last one to do so ends the thread, at once and without loss."""
        with _LOCK:
            self._users -= 1
            if self._users > 0:
                return
            _RUNNING.pop(str(self.path.resolve()), None)
        self._stopping.set()
        self._wake.set()
        index = self._index
        if index is not None:
            with contextlib.suppress(sqlite3.Error):
                index.interrupt()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(STOP)

    def wake(self) -> None:
        """A turn was spoken: read it soon. Costs nothing and never waits."""
        if self._asked is None:
            self._asked = time.monotonic()
        self._settled.clear()
        self._wake.set()
        if self._thread is None or not self._thread.is_alive():
            with _LOCK:
                self._start()

    @property
    def wrong(self) -> str:
        """Why the index does not follow what is said, in one line; "" where it does."""
        asked = self._asked
        if not self.trouble and asked is not None and time.monotonic() - asked > STALLED:
            return f"a turn was not read for {STALLED / 60:.0f} minutes"
        return self.trouble

    def wait(self, timeout: float) -> bool:
        """Until everything that was asked for is read; False when that took too long."""
        return self._settled.wait(timeout)

    def _start(self) -> None:
        running = self._thread is not None and self._thread.is_alive()
        if running or self._stopping.is_set() or self._users < 1:
            return
        name = "agent-si-sessions"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._passes()
        finally:
            self._kept.close()

    def _passes(self) -> None:
        full = others = True
        looked = 0.0
        while not self._stopping.is_set():
            self._wake.clear()
            finished = self._pass(full=full, others=others)
            if finished and others:
                looked = time.monotonic()
            if finished:
                full = others = False
            woken = self._wait(finished)
            if self._stopping.is_set():
                return
            others = others or not woken or time.monotonic() - looked >= OTHERS_EVERY
            full = full or (finished is True and not woken)

    def _wait(self, finished: bool | None) -> bool:
        """Until the next pass is due; whether a turn has woken it."""
        if finished is False:
            self._stopping.wait(GAP)
            return self._wake.is_set()
        if finished and not self._wake.is_set():
            self._settled.set()
        return self._wake.wait(IDLE if finished else RETRY)

    def _pass(self, *, full: bool, others: bool) -> bool | None:
        """One slice: True when all was read, False when more is left, None when not allowed in."""
        try:
            with leading(self.path, patience=0.0) as mine:
                return self._led(full=full, others=others) if mine else None
        except Exception as error:  # noqa: BLE001 - a thread that ended would be missed by nobody
            self._sound = False
            self.trouble = _said(error)
            return True
        finally:
            self._tell()

    def _led(self, *, full: bool, others: bool) -> bool:
        try:
            return self._refresh(full=full, others=others)
        except _FAULTS as error:
            self._sound = False
            if self._stopping.is_set():
                return False
            self.trouble = _said(error)
            return not (is_no_index(error) and aside.set_aside(self.path))

    def _tell(self) -> None:
        """Say what is wrong, or no longer is, once each time that it changes."""
        if self.trouble == self._was_told or self._stopping.is_set():
            return
        self._was_told = self.trouble
        with contextlib.suppress(Exception):
            self._told(self.trouble)

    def _refresh(self, *, full: bool, others: bool) -> bool:
        adapters = self._in_turn(list(self._adapters()))
        part = _Slice()
        with self._kept.index() as index:
            self._index = index
            try:
                if not self._sound and not index.sound():
                    raise dbfile.Damaged(f"{self.path} is damaged; it is built again")
                self._sound = True
                self._was_known = index.knows(HERMES)
                tail = self._tail(index, adapters) if self._was_known else Report()
                # A history that is new to the index has its turn among the others.
                again = not self._was_known or (full and tail.finished)
                # All adapters are given, as what one agent ran may have typed into another.
                chosen = [a.agent for a in adapters if (again if a.agent in TAIL else others)]
                report = self._read(index, adapters, chosen, part) if chosen else Report()
            finally:
                self._index = None
        self.last, self.trouble = _together(tail, report), ""
        self._asked = None
        self._unfinished = 0 if self.last.finished else self._unfinished + 1
        return self.last.finished

    def _in_turn(self, adapters: list[Adapter]) -> list[Adapter]:
        """Another agent begins each slice: one that has long units would leave none to the rest."""
        first = self._unfinished % max(1, len(adapters))
        return adapters[first:] + adapters[:first]

    def _read(
        self, index: SessionIndex, adapters: Sequence[Adapter], only: Sequence[str], part: "_Slice"
    ) -> Report:
        limits = self._limits()
        return index.refresh(
            adapters,
            only=only,
            stop=self._stopping.is_set,
            pause=lambda: self._wake.is_set() or part.over(),
            meanwhile=self._meanwhile,
            progress=part.progress,
            now=self._clock(),
            share=SHARE,
            since=limits.since,
            private=limits.private,
            keep_expired=limits.keep_expired,
        )

    def _tail(self, index: SessionIndex, adapters: Sequence[Adapter]) -> Report:
        """What was just said, at full speed."""
        end = time.monotonic() + SLICE
        return read_tail(
            index,
            adapters,
            now=self._clock(),
            limits=self._limits(),
            stop=self._stopping.is_set,
            pause=lambda: time.monotonic() > end,
        )

    def _meanwhile(self, agent: str) -> None:
        """In the middle of a unit of another agent: read a turn that was just spoken."""
        if agent == HERMES or not self._was_known or not self._wake.is_set():
            return
        self._wake.clear()
        # Where it fails, the next pass fails too, and says why.
        with contextlib.suppress(*_FAULTS), SessionIndex.open(self.path) as index:
            self._tail(index, list(self._adapters()))


class _Slice:
    """How long one pass may read: SLICE seconds, or as long as it looked before."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._end: float | None = None

    def progress(self, step: Step) -> None:
        """The reading goes on; the first time, the looking has ended."""
        if self._end is None:
            now = time.monotonic()
            self._end = now + max(SLICE, now - self._begun)

    def over(self) -> bool:
        """Whether it is time for the next."""
        return self._end is not None and time.monotonic() > self._end


def _together(tail: Report, report: Report) -> Report:
    for agent, entry in tail.agents.items():
        report.agents.setdefault(agent, entry)
    report.finished = report.finished and tail.finished
    return report


_LOCK = threading.Lock()
_RUNNING: dict[str, Refresher] = {}
_INHERITED: list[Refresher] = []  # in a forked child: never used, and never closed


def _forget() -> None:
    """In a forked child there is no thread of ours, and its locks belong to the parent."""
    global _LOCK
    _LOCK = threading.Lock()
    _INHERITED.extend(_RUNNING.values())
    _RUNNING.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def running_here() -> bool:
    """Whether a thread of this process has an index open."""
    return bool(_RUNNING)


def is_no_index(error: BaseException) -> bool:
    """Whether the file in the index's place is damaged, or none of ours; not a newer release's."""
    foreign = isinstance(error, dbfile.NotOurFile) and not isinstance(error, dbfile.NewerFile)
    return foreign or isinstance(error, dbfile.Damaged)


def _said(error: Exception) -> str:
    """One line without text of anybody's: our own sentences, else the kind of fault."""
    if isinstance(error, Unreadable | dbfile.NotOurFile | dbfile.Damaged | dbfile.Unsupported):
        return str(error)
    return hermes_rows.reason(error)
