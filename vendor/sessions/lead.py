"""Be the one process that writes an index: a lock beside it, that goes with its process.

The background refresher takes it for one slice and leaves a gap before the next; a command takes it
for its whole work, and the refresher waits.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: SQLite's own lock still lets one writer in at a time
    fcntl = None  # type: ignore[assignment]

WAIT = 0.1  # seconds until `leading` asks again


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
def leading(
    path: Path, *, patience: float, stop: Callable[[], bool] = lambda: False
) -> Iterator[bool]:
    """Be the one process that may write the index at `path`; False when another stays at it.

    `patience` in seconds; `stop` ends the waiting before.
    """
    end = time.monotonic() + patience
    while True:
        with _leading(path) as mine:
            if mine or time.monotonic() > end or stop():
                yield mine
                return
        time.sleep(WAIT)
