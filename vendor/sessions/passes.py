"""What the refresher's thread does in one pass: the tail of Hermes, then a slice of the rest.

Apart from the thread itself (refresher.py), so that starting one loads nothing of this: the thread
loads it.
"""

import contextlib
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
from .foreground import HERMES, TAIL, read_tail
from .index import SessionIndex
from .kept_open import KeptOpen
from .lead import leading
from .limits import SHARE, Limits
from .outside import IndexFault
from .report import Report, Step
from .sweep import FAULTS

SLICE = 5.0  # seconds of one pass, or as long as it looked before it began to read

_FAULTS = (*FAULTS, IndexFault, Unreadable, dbfile.NotOurFile, dbfile.Damaged, dbfile.Unsupported)


class Passes:
    """The passes of one thread over one index, which it keeps open from one to the next.

    `trouble` is why the last one could not read, `last` what the last one that could has read.
    """

    def __init__(
        self,
        path: Path,
        adapters: Callable[[], Sequence[Adapter]],
        clock: Callable[[], datetime],
        limits: Callable[[], Limits],
        *,
        stopping: threading.Event,
        spoken: threading.Event,
    ) -> None:
        """As `Refresher.acquire`; `stopping` ends a pass, `spoken` cuts a long one short."""
        self.path = path
        self.trouble = ""
        self.last: Report | None = None
        self._adapters = adapters
        self._clock = clock
        self._limits = limits
        self._stopping = stopping
        self._spoken = spoken
        self._kept = KeptOpen(path)
        self._index: SessionIndex | None = None
        self._sound = False
        self._was_known = False
        self._unfinished = 0  # passes in a row

    def close(self) -> None:
        """Let go of the index."""
        self._kept.close()

    def interrupt(self) -> None:
        """End what the index is doing now; from another thread."""
        index = self._index
        if index is not None:
            with contextlib.suppress(sqlite3.Error):
                index.interrupt()

    def one(self, *, full: bool, others: bool) -> bool | None:
        """One slice: True when all was read, False when more is left, None when not allowed in."""
        try:
            with leading(self.path, patience=0.0) as mine:
                return self._led(full=full, others=others) if mine else None
        except Exception as error:  # noqa: BLE001 - a thread that ended would be missed by nobody
            self._sound = False
            self.trouble = _said(error)
            return True

    def _led(self, *, full: bool, others: bool) -> bool:
        try:
            return self._refresh(full=full, others=others)
        except _FAULTS as error:
            self._sound = False
            if self._stopping.is_set():
                return False
            self.trouble = _said(error)
            return not (is_no_index(error) and aside.set_aside(self.path))

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
            pause=lambda: self._spoken.is_set() or part.over(),
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
        if agent == HERMES or not self._was_known or not self._spoken.is_set():
            return
        self._spoken.clear()
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


def is_no_index(error: BaseException) -> bool:
    """Whether the file in the index's place is damaged, or none of ours; not a newer release's."""
    foreign = isinstance(error, dbfile.NotOurFile) and not isinstance(error, dbfile.NewerFile)
    return foreign or isinstance(error, dbfile.Damaged)


def _said(error: Exception) -> str:
    """One line without text of anybody's: our own sentences, else the kind of fault."""
    if isinstance(error, Unreadable | dbfile.NotOurFile | dbfile.Damaged | dbfile.Unsupported):
        return str(error)
    return hermes_rows.reason(error)
