"""Keep one home's index fresh: exactly one daemon thread, however many providers there are.

`wake` only sets a flag. A pass after a turn reads the tail of Hermes; the other agents are
looked at when the thread starts and at most every 30 seconds; when nobody has woken it for a
while it looks at everything. A long pass is cut into slices, and ends early for a turn that was
just spoken. Passes of several processes take turns by a lock on `sessions.lock`; when a process
dies its lock goes with it, so the next pass of any other takes over.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from .. import dbfile
from ..forgotten import Unreadable
from . import aside, hermes_rows
from .adapters import Adapter
from .index import SessionIndex
from .outside import IndexFault
from .sweep import FAULTS, Report

try:
    import fcntl
except ImportError:  # Windows: SQLite's own lock still lets one writer in at a time
    fcntl = None  # type: ignore[assignment]

HERMES = "hermes"
OTHERS_EVERY = 30.0  # seconds
IDLE = 30.0  # seconds without a turn until everything is looked at
SLICE = 5.0  # seconds of one pass
RETRY = 1.0  # seconds until another process' pass is asked for again
SHARE = 0.25  # of one core, for what no turn waits for
WAIT = 0.1  # seconds until `leading` asks again
STOP = 2.0  # seconds that a stop waits at most

_FAULTS = (*FAULTS, IndexFault, Unreadable, dbfile.NotOurFile, dbfile.Damaged, dbfile.Unsupported)


class Refresher:
    """The thread of one index. Get it with `acquire`, give it back with `release`."""

    def __init__(
        self,
        path: Path,
        adapters: Callable[[], Sequence[Adapter]],
        clock: Callable[[], datetime],
    ) -> None:
        """Use `acquire`."""
        self.path = path
        self.trouble = ""
        self.last: Report | None = None
        self._adapters = adapters
        self._clock = clock
        self._users = 0
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._settled = threading.Event()
        self._index: SessionIndex | None = None
        self._sound = False
        self._was_known = False
        self._thread: threading.Thread | None = None

    @classmethod
    def acquire(
        cls,
        path: Path,
        adapters: Callable[[], Sequence[Adapter]],
        *,
        clock: Callable[[], datetime],
    ) -> "Refresher":
        """The refresher of the index at `path`, started if it was not running.

        Args:
            path: sessions.db of one home; it names the home.
            adapters: makes the agents to read, in the thread, for each pass.
            clock: the aware current time.
        """
        key = str(path.resolve())
        with _LOCK:
            refresher = _RUNNING.get(key)
            if refresher is None:
                refresher = _RUNNING[key] = cls(path, adapters, clock)
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
        self._settled.clear()
        self._wake.set()
        if self._thread is None or not self._thread.is_alive():
            with _LOCK:
                self._start()

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
        full = others = True
        looked = 0.0
        while not self._stopping.is_set():
            self._wake.clear()
            finished = self._pass(full=full, others=others)
            if finished and others:
                looked = time.monotonic()
            if finished:
                full = others = False
            woken = self._wait(0.0 if finished is False else IDLE, retry=finished is None)
            if self._stopping.is_set():
                return
            others = others or not woken or time.monotonic() - looked >= OTHERS_EVERY
            full = full or (finished is True and not woken)

    def _wait(self, idle: float, *, retry: bool) -> bool:
        if idle and not retry and not self._wake.is_set():
            self._settled.set()
        return self._wake.wait(RETRY if retry else idle)

    def _pass(self, *, full: bool, others: bool) -> bool | None:
        """One slice: True when all was read, False when more is left, None when not allowed in."""
        with _leading(self.path) as mine:
            if not mine:
                return None
            try:
                return self._refresh(full=full, others=others)
            except _FAULTS as error:
                self._sound = False
                if self._stopping.is_set():
                    return False
                self.trouble = _said(error)
                return not (_is_no_index(error) and aside.set_aside(self.path))

    def _refresh(self, *, full: bool, others: bool) -> bool:
        end = time.monotonic() + SLICE
        adapters = list(self._adapters())
        # All of them are given, as what one agent ran may have typed into another.
        hermes = [a.agent for a in adapters if a.agent == HERMES]
        rest = [a.agent for a in adapters if a.agent != HERMES] if others else []
        with SessionIndex.open(self.path) as index:
            if not self._sound and not index.sound():
                raise dbfile.Damaged(f"{self.path} is damaged; it is built again")
            self._sound = True
            self._index = index
            try:
                tail = self._tail(index, adapters, end)
                # The first reading of a history is a full one by itself.
                again = hermes if full and tail.finished and self._was_known else []
                report = index.refresh(
                    adapters,
                    only=[*again, *rest],
                    stop=lambda: self._cut(end),
                    now=self._clock(),
                    share=SHARE,
                )
            finally:
                self._index = None
        self.last, self.trouble = _together(tail, report), ""
        return self.last.finished

    def _tail(self, index: SessionIndex, adapters: Sequence[Adapter], end: float) -> Report:
        """What was just said, at full speed; a history that is new to the index, in the pace."""
        self._was_known = index.knows(HERMES)
        return index.refresh(
            adapters,
            only=[HERMES],
            full=False,
            stop=lambda: self._stopping.is_set() or time.monotonic() > end,
            now=self._clock(),
            share=1.0 if self._was_known else SHARE,
        )

    def _cut(self, end: float) -> bool:
        return self._stopping.is_set() or self._wake.is_set() or time.monotonic() > end


def _together(tail: Report, report: Report) -> Report:
    for agent, entry in tail.agents.items():
        report.agents.setdefault(agent, entry)
    report.finished = report.finished and tail.finished
    return report


_LOCK = threading.Lock()
_RUNNING: dict[str, Refresher] = {}


def _forget() -> None:
    """In a forked child there is no thread of ours, and its locks belong to the parent."""
    global _LOCK
    _LOCK = threading.Lock()
    _RUNNING.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@contextlib.contextmanager
def _leading(path: Path) -> Iterator[bool]:
    """Whether this process may write the index now; the lock goes with the process."""
    if fcntl is None:
        yield True
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = path.with_name("sessions.lock")
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def leading(path: Path, *, patience: float) -> Iterator[bool]:
    """Be the one process that may write the index at `path`; False when another stays at it."""
    end = time.monotonic() + patience
    while True:
        with _leading(path) as mine:
            if mine or time.monotonic() > end:
                yield mine
                return
        time.sleep(WAIT)


def running_here() -> bool:
    """Whether a thread of this process has an index open."""
    return bool(_RUNNING)


def _is_no_index(error: BaseException) -> bool:
    """Whether the file in the index's place is damaged, or none of ours; not a newer release's."""
    foreign = isinstance(error, dbfile.NotOurFile) and not isinstance(error, dbfile.NewerFile)
    return foreign or isinstance(error, dbfile.Damaged)


def _said(error: BaseException) -> str:
    """One line without text of anybody's: our own sentences, else the kind of fault."""
    if isinstance(error, Unreadable | dbfile.NotOurFile | dbfile.Damaged | dbfile.Unsupported):
        return str(error)
    return hermes_rows.reason(error)
