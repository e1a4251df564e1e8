"""Grok Build: one unit is one session, `<GROK_HOME>/sessions/<working directory>/<session>/`.

A session may be moved to the folder of another working directory, so its name alone is its unit.
Whatever else lies in `sessions/` is another program's, or a cache, and is left alone. A fork
begins with copies of its parent's records; each is known again by its event and its time, and the
oldest session that has it owns it.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import grok_calls
from ..call import Call
from ..machine_typed import Said
from ..record import Reading, Scan, Seen
from . import grok_reading as reading

if TYPE_CHECKING:
    from . import Known, Pulse

SESSIONS = 100_000  # looked at, at most
AGAIN = 100  # that were not found where they were, looked for once more


class Grok:
    """The sessions below one folder of Grok's."""

    agent = "grok"
    expires_days: int | None = None

    def __init__(self, root: Path) -> None:
        """`root` is Grok's folder, `~/.grok` where nothing else is set."""
        self._root = root / "sessions"
        self._folders: dict[str, str] = {}  # of the sessions, as the last scan saw them
        self.outside: Callable[[Said], bool] = lambda said: False

    def close(self) -> None:
        """Nothing is held between readings."""
        self._folders = {}

    def scan(self, known: "Known", *, cursor: str, full: bool, pulse: "Pulse") -> Scan:
        """Every session, newest first, whose files are not as they were read."""
        look, marks = _Look(pulse), known.all()
        try:
            look.at(self._root)
            # One that was moved meanwhile, into a folder that had been looked at, is not gone.
            for name in [name for name in marks if name not in look.found][:AGAIN]:
                look.at(self._root, only=name)
        except FileNotFoundError:
            return Scan(trouble=f"{self._root} is not there", absent=True)
        except OSError as error:
            return Scan(trouble=f"{self._root}: {type(error).__name__}")
        self._folders = {name: folder for name, (folder, _) in look.found.items()}
        changed = [
            name
            for name, (_, files) in look.found.items()
            if not marks.get(name, "").startswith(reading.signature(files))
        ]
        seen = {name: _seen(files) for name, (_, files) in look.found.items()}
        changed.sort(key=lambda name: seen[name].touched, reverse=True)
        present = frozenset(look.found) if look.complete else None
        return Scan(tuple(changed), present, cursor, seen=seen)

    def read(self, unit: str, mark: str, pulse: "Pulse") -> Reading | None:
        """One session: what was said since, while it only grew, else all of it."""
        folder = self._folder(unit, pulse)
        try:
            return None if folder is None else reading.read(folder, mark, self.outside, pulse)
        except FileNotFoundError:
            return None

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """The session's file, and the line of it."""
        folder = self._folder(unit, lambda: None) or self._root / unit
        file = folder / reading.UPDATES
        return str(file if file.exists() else folder / reading.CHAT), f"line {seq >> 4}"

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Never."""
        return False

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The calls around a byte of a session's updates."""
        folder = self._folder(unit, lambda: None)
        return [] if folder is None else grok_calls.calls_around(folder / reading.UPDATES, place)

    def _folder(self, unit: str, pulse: "Pulse") -> Path | None:
        """Where a session is now."""
        known = self._folders.get(unit)
        if known is not None and any(reading.outside(known)[:2]):
            return Path(known)
        look = _Look(pulse)
        look.at(self._root, only=unit)
        found = look.found.get(unit)
        return None if found is None else Path(found[0])


class _Look:
    """One look at the names, times and sizes of the sessions."""

    def __init__(self, pulse: "Pulse") -> None:
        self._pulse = pulse
        self.found: dict[str, tuple[str, reading.Outside]] = {}
        self.complete = True

    def at(self, root: Path, only: str = "") -> None:
        """Look at every session, or at one.

        Raises:
            OSError: `root` cannot be listed.
        """
        with os.scandir(root) as folders:
            for folder in folders:
                if folder.is_dir(follow_symlinks=False):
                    self._pulse()
                    for name in [only] if only else self._sessions(folder.path):
                        self._one(name, f"{folder.path}/{name}")

    def _sessions(self, folder: str) -> list[str]:
        try:
            with os.scandir(folder) as entries:
                return [each.name for each in entries if each.is_dir(follow_symlinks=False)]
        except FileNotFoundError:
            return []
        except OSError:
            self.complete = False  # closed to us: what lies there is not gone
            return []

    def _one(self, name: str, folder: str) -> None:
        files = reading.outside(folder)
        if files[0] is None and files[1] is None:
            return
        if len(self.found) >= SESSIONS and name not in self.found:
            self.complete = False
            return
        before = self.found.get(name)
        # While a session is being moved it may be there twice: the newer one is written to.
        if before is None or _newest(files) > _newest(before[1]):
            self.found[name] = (folder, files)


def _newest(files: reading.Outside) -> int:
    return max((file.st_mtime_ns for file in files[:2] if file is not None), default=0)


def _seen(files: reading.Outside) -> Seen:
    size = next(file.st_size for file in files if file is not None)
    return Seen(_newest(files) // 1_000_000, size)
