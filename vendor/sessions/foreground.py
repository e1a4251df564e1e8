"""Read everything now, before a person's eyes: at full speed and in one go, until done or stopped.

Newest first like the background's reading, and what is done is kept, so that an end at any point
costs nothing; whichever process reads next goes on there. The caller holds the lock (lead.py).
"""

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from .adapters import Adapter
from .adapters.memories import AGENT as MEMORIES
from .index import SessionIndex
from .limits import Limits
from .report import Report, Step
from .sweep import FAULTS

HERMES = "hermes"
TAIL = (HERMES, MEMORIES)  # where a turn writes
TAIL_EVERY = 5.0  # seconds after which it is looked what was said meanwhile


def read_tail(
    index: SessionIndex,
    adapters: Sequence[Adapter],
    *,
    now: datetime,
    limits: Limits,
    stop: Callable[[], bool],
    pause: Callable[[], bool] | None = None,
) -> Report:
    """Read where Hermes writes now."""
    return index.refresh(
        adapters,
        only=TAIL,
        full=False,
        now=now,
        stop=stop,
        pause=pause,
        since=limits.since,
        private=limits.private,
        keep_expired=limits.keep_expired,
    )


def read_all(
    path: Path,
    adapters: Callable[[], Sequence[Adapter]],
    *,
    clock: Callable[[], datetime],
    limits: Limits,
    stop: Callable[[], bool],
    only: Collection[str] | None = None,
    progress: Callable[[Step], None] | None = None,
) -> Report:
    """Bring the index at `path` up to date; the report says whether it was stopped.

    Args:
        path: sessions.db.
        adapters: makes the agents to read.
        clock: the aware current time.
        limits: what may be kept.
        stop: asked between pieces of work.
        only: agents to read; None for all of `adapters`.
        progress: told how far the reading of an agent is.

    Raises:
        As `SessionIndex.open` and `SessionIndex.refresh` say.
    """
    looked = time.monotonic()

    def meanwhile(agent: str) -> None:
        nonlocal looked
        if agent == HERMES or time.monotonic() - looked < TAIL_EVERY:
            return
        looked = time.monotonic()
        with suppress(*FAULTS), SessionIndex.open(path) as index:
            if index.knows(HERMES):
                read_tail(index, list(adapters()), now=clock(), limits=limits, stop=stop)

    with SessionIndex.open(path) as index:
        return index.refresh(
            list(adapters()),
            only=only,
            now=clock(),
            stop=stop,
            meanwhile=meanwhile,
            since=limits.since,
            private=limits.private,
            keep_expired=limits.keep_expired,
            progress=progress,
        )
