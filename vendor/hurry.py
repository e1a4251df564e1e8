"""A deadline for all that one thread does with files and databases, however deep below.

    with hurry.until(time.monotonic() + 0.2):
        ...   # every database opened in here is interrupted when the time is over

`dbfile` asks it at each opening: the connection gets a progress handler, and waits for a lock no
longer than there is time. Loops of ours that may be long call `look`. A thread without a deadline
is never late.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator

STEPS = 500  # of SQLite's virtual machine between two looks at the clock


class Late(TimeoutError):
    """The time of this thread was over. An OSError, as what cannot be read in time is."""


class _Thread(threading.local):
    end: float | None = None


_thread = _Thread()


@contextlib.contextmanager
def until(end: float | None) -> Iterator[None]:
    """What this thread does in here ends by then (`time.monotonic`); None is no limit.

    Within another deadline the earlier one holds.
    """
    before = _thread.end
    _thread.end = min((each for each in (before, end) if each is not None), default=None)
    try:
        yield
    finally:
        _thread.end = before


def left(most: float) -> float:
    """Seconds that may be waited, `most` at most; never below zero."""
    end = _thread.end
    return most if end is None else max(0.0, min(most, end - time.monotonic()))


def look() -> None:
    """Go on, if there is time.

    Raises:
        Late: there is none.
    """
    end = _thread.end
    if end is not None and time.monotonic() > end:
        raise Late("the time was over")


def watch(db: sqlite3.Connection) -> None:
    """Interrupt statements of `db` when the time of this thread is over, and only then."""
    end = _thread.end
    if end is None:
        db.set_progress_handler(None, 0)
    else:
        db.set_progress_handler(lambda: time.monotonic() > end, STEPS)
