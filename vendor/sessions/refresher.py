"""Keep one home's index fresh: exactly one daemon thread, however many providers there are.

`wake` only sets a flag. A pass after a turn reads the tail of Hermes; the other agents are
looked at when the thread starts and at most every 30 seconds; when nobody has woken it for a
while it looks at everything. A long pass is cut into slices, between two units, so that each comes
further; a turn that is spoken meanwhile is read at once, also in the middle of another agent's
unit. Passes of several processes take turns by a lock on `sessions.lock`, with a gap between two
slices in which another may take it; when a process dies its lock goes with it, so the next pass of
any other takes over.

The thread loads what it works with (passes.py): whoever starts it, in front of a person, does not.
"""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from .lead import leading
from .limits import SHARE, Limits

if TYPE_CHECKING:
    from .adapters import Adapter
    from .passes import Passes
    from .report import Report

__all__ = ["SHARE", "Limits", "Refresher", "leading"]

OTHERS_EVERY = 30.0  # seconds
IDLE = 30.0  # seconds without a turn until everything is looked at
GAP = 0.15  # seconds between two slices, longer than WAIT
RETRY = 1.0  # seconds until another process' pass is asked for again
STOP = 0.8  # seconds that a stop waits at most
STALLED = 600.0  # seconds after which a turn that nobody has read yet is a fault


def _unlimited() -> Limits:
    return Limits()


def _to_nobody(_: str) -> None:
    return


def _nothing() -> None:
    return


class Refresher:
    """The thread of one index. Get it with `acquire`, give it back with `release`."""

    def __init__(
        self,
        path: Path,
        adapters: "Callable[[], Sequence[Adapter]]",
        clock: Callable[[], datetime],
        limits: Callable[[], Limits] = _unlimited,
        told: Callable[[str], None] = _to_nobody,
        first: Callable[[], None] = _nothing,
    ) -> None:
        """Use `acquire`."""
        self.path = path
        self._told = told
        self._first = first
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
        self._reading: Passes | None = None
        self._thread: threading.Thread | None = None

    @classmethod
    def acquire(
        cls,
        path: Path,
        adapters: "Callable[[], Sequence[Adapter]]",
        *,
        clock: Callable[[], datetime],
        limits: Callable[[], Limits] = _unlimited,
        told: Callable[[str], None] = _to_nobody,
        first: Callable[[], None] = _nothing,
    ) -> "Refresher":
        """The refresher of the index at `path`, started if it was not running.

        Args:
            path: sessions.db of one home; it names the home.
            adapters: makes the agents to read, in the thread, for each pass.
            clock: the aware current time.
            limits: what may be kept, asked in the thread, for each pass.
            told: hears, in the thread, why nothing can be read, and "" when it can be again.
            first: done in the thread before it reads; a fault of it is nobody's.
        """
        key = str(path.resolve())
        with _LOCK:
            refresher = _RUNNING.get(key)
            if refresher is None:
                refresher = _RUNNING[key] = cls(path, adapters, clock, limits, told, first)
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
        reading = self._reading
        if reading is not None:
            reading.interrupt()
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
        self._reading = self._loaded()
        try:
            self._passes()
        finally:
            self._reading.close()

    def _loaded(self) -> "Passes":
        with _LOADING:
            with contextlib.suppress(Exception):
                self._first()
            from .passes import Passes
        return Passes(
            self.path,
            self._adapters,
            self._clock,
            self._limits,
            stopping=self._stopping,
            spoken=self._wake,
        )

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
        reading = self._reading
        if reading is None:
            return None
        finished = reading.one(full=full, others=others)
        self.trouble, self.last = reading.trouble, reading.last
        if finished is not None and not self.trouble:
            self._asked = None
        self._tell()
        return finished

    def _tell(self) -> None:
        """Say what is wrong, or no longer is, once each time that it changes."""
        if self.trouble == self._was_told or self._stopping.is_set():
            return
        self._was_told = self.trouble
        with contextlib.suppress(Exception):
            self._told(self.trouble)


_LOCK = threading.Lock()
_LOADING = threading.Lock()  # a child forked in the middle of an import could never end it
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
    os.register_at_fork(
        before=_LOADING.acquire,
        after_in_parent=_LOADING.release,
        after_in_child=_LOADING.release,
    )


def running_here() -> bool:
    """Whether a thread of this process has an index open."""
    return bool(_RUNNING)
