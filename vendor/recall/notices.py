"""What a session is told of our faults: in the next tool result, and each of them once.

Hosts build a provider for a session, or for every request of one, so what was told is known for
the whole process. A line holds no word of anybody's.
"""

import os
import threading
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .settings import Settings

SESSIONS = 500  # of which it is known what was told
STATUS = "run: hermes agent-si status"
FOR_OTHERS = "a part of it cannot be used now"  # a fault may name a folder of the person's machine

_lock = threading.Lock()
_told: OrderedDict[tuple[Path | None, str], set[str]] = OrderedDict()


class Notices:
    """The faults that one provider has seen and not told yet."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def add(self, line: str) -> None:
        """Something failed, in one line."""
        with _lock:
            if line not in self._waiting:
                self._waiting = [*self._waiting[-4:], line]

    def take(
        self,
        home: Path | None,
        session: str,
        standing: tuple[str, ...] = (),
        *,
        for_others: bool = False,
    ) -> str:
        """What this session has not been told, in one line; "" for nothing. It counts as told.

        `standing` is what is wrong now, whoever has noticed it. `for_others`: somebody else than
        the person at this machine may read it, and is told that something is wrong, not what.
        """
        with _lock:
            lines = [*self._waiting, *standing]
            lines = [FOR_OTHERS] if lines and for_others else lines
            self._waiting = []
            told = _told.setdefault((home, session), set())
            _told.move_to_end((home, session))
            while len(_told) > SESSIONS:
                _told.popitem(last=False)
            new = [line for line in dict.fromkeys(lines) if line not in told]
            told.update(new)
        return f"memory: {'; '.join(new)}; {STATUS}" if new else ""


def standing(settings: "Settings", reading: str) -> tuple[str, ...]:
    """What is wrong at this moment and costs no opening of a file to know.

    `reading` says why past sessions are not read, "" where they are.
    """
    wrong = []
    if settings.broken:
        wrong.append(settings.broken)
    if reading:
        wrong.append(f"past sessions are not being read ({reading})")
    folder = settings.brain
    if folder.exists() and not os.access(folder, os.W_OK):
        wrong.append(f"facts cannot be kept: {folder} is read-only")
    return tuple(wrong)
