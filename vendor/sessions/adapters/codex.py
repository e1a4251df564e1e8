"""Codex: one unit is one thread, whatever file of `sessions/` or `archived_sessions/` holds it.

codex_files.py knows the files, codex_records.py the records (codex_skim.py those that say
nothing), codex_thread.py what they come to, codex_reading.py makes a reading of that, and
codex_marks.py notes how far it went. Codex' databases are caches of the rollouts, and not opened.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codex_calls
from ..call import Call
from ..machine_typed import Said
from ..record import Reading, Scan, Seen
from . import codex_files as files
from . import codex_marks as marks
from . import codex_reading as reading
from . import jsonl
from .codex_files import Rollout

if TYPE_CHECKING:
    from . import Known, Pulse


class Codex:
    """The threads below one home folder of Codex."""

    agent = reading.AGENT
    expires_days: int | None = None

    def __init__(self, root: Path) -> None:
        """`root` is Codex' folder, `~/.codex` where nothing else is set."""
        self._root = root
        self._rollouts: Mapping[str, Rollout] = {}  # as the last look found them
        self._names = files.Names(root)
        self._closed: frozenset[str] = frozenset()  # new ones that cannot be unpacked here
        self.outside: Callable[[Said], bool] = lambda said: False

    def close(self) -> None:
        """No file is held between readings."""

    def scan(self, known: "Known", *, cursor: str, full: bool, pulse: "Pulse") -> Scan:
        """Every thread, newest first, of which something is not as it was read."""
        read = known.all()
        try:
            self._look(pulse)
            if not read.keys() <= self._rollouts.keys():
                # One that is being moved or compressed may have been missed in both places.
                self._rollouts = {**self._rollouts, **files.rollouts(self._root, pulse)}
        except FileNotFoundError as error:
            return Scan(trouble=str(error), absent=True)
        except OSError as error:
            return Scan(trouble=f"{self._root}: {type(error).__name__}")
        found = self._rollouts
        is_gone = not read.keys() <= found.keys()
        if is_gone and not (self._root / files.ROOTS[0]).is_dir():
            return Scan(trouble=f"{self._root / files.ROOTS[0]} is not there", absent=True)
        shelf = self._shelf(pulse)
        changed = [unit for unit in found if _changed(read.get(unit), unit, shelf)]
        changed.sort(key=lambda unit: found[unit].outside.st_mtime_ns, reverse=True)
        self._closed = frozenset(u for u in changed if not files.readable(found[u]))
        seen = {unit: _seen(rollout) for unit, rollout in found.items()}
        return Scan(tuple(changed), frozenset(found), cursor, seen=seen)

    def read(self, unit: str, mark: str, pulse: "Pulse") -> Reading | None:
        """One thread: its new lines where that is enough, else all of it."""
        rollout = self._rollout(unit, pulse)
        if rollout is None:
            return None
        shelf = self._shelf(pulse)
        if not files.readable(rollout):
            # What was read while it was plain is kept.
            name = self._names.known.get(unit, "")
            return marks.closed(rollout, name) if unit in self._closed else None
        stored = marks.Mark.read(mark)
        try:
            if stored is not None and marks.still_there(stored.notes, shelf):
                reader = reading.Reader(unit, rollout, shelf, stored)
                found = reader.reading() if reader.read() else None
                if found is not None:
                    return found
            reader = reading.Reader(unit, rollout, shelf)
            return reader.reading() if reader.read() else None
        except FileNotFoundError:
            return None

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """The rollout, and the line of it."""
        rollout = self._rollout(unit, _no_pulse)
        return str(rollout.path if rollout else self._root), f"line {seq >> 4}"

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Never."""
        return False

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The calls around a byte of a rollout."""
        rollout = self._rollout(unit, _no_pulse)
        if rollout is None or not files.readable(rollout):
            return ()
        return codex_calls.calls_in(_around(rollout, place), unit)

    def _look(self, pulse: "Pulse") -> None:
        self._rollouts = files.rollouts(self._root, pulse)
        self._names.look(pulse)

    def _rollout(self, unit: str, pulse: "Pulse") -> Rollout | None:
        """The file of a thread, looked for once more where it is not where it was."""
        rollout = self._rollouts.get(unit)
        if rollout is not None and rollout.path.exists():
            return rollout
        try:
            self._look(pulse)
        except FileNotFoundError:
            return None
        return self._rollouts.get(unit)

    def _shelf(self, pulse: "Pulse") -> marks.Shelf:
        return marks.Shelf(self._rollouts, self._names.known, self.outside, pulse)


def _changed(mark: str | None, unit: str, shelf: marks.Shelf) -> bool:
    rollout = shelf.rollouts[unit]
    if not files.readable(rollout):
        return mark is None
    begin = marks.outside(rollout, rollout.outside, shelf.names.get(unit, ""))
    if mark is None or not mark.startswith(begin):
        return True
    kind = mark[len(begin) : len(begin) + 1]
    if kind != marks.FORK:
        return kind != marks.PLAIN
    stored = marks.Mark.read(mark)
    return stored is None or not marks.still_there(stored.notes, shelf)


def _seen(rollout: Rollout) -> Seen:
    return Seen(rollout.outside.st_mtime_ns // 1_000_000, rollout.outside.st_size)


def _around(rollout: Rollout, place: int) -> list[bytes]:
    """The lines before and behind a byte."""
    first, last = max(0, place - codex_calls.AROUND), place + codex_calls.AROUND
    if not rollout.packed:
        with rollout.path.open("rb") as file:
            file.seek(first)
            return file.read(last - first).split(b"\n")
    found = []
    with files.lines_of(rollout, jsonl.Mark(), _no_pulse) as lines:
        for _, line in lines:
            if lines.place > last:
                break
            if lines.place >= first:
                found.append(line)
    return found


def _no_pulse() -> None:
    """Nobody waits for a few lines."""
