"""Claude Code: one unit is one `<config>/projects/<project>/<session>.jsonl`.

A file is a tree: every record names its parent, and going back in the program leaves the old
branch in the file and hangs the new prompt further up; claude_tree.py knows what was taken back.
While new records hang on the turn that was running, only they are read; anything else means
the file anew.

Copies of a record (a fork, an old resume) keep its uuid; the oldest file that has it owns it.

A side agent's file (`agent-….jsonl`) is a unit without a session: only what it ran is noted.
"""

import json
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import claude_calls, machine_typed, record
from ..call import Call
from ..machine_typed import Said
from ..record import Message, Reading, Scan, Seen, Session
from . import claude_records as records
from . import jsonl
from .claude_skim import skim
from .claude_tree import MACHINE, PROMPT, SHORT, Tree, Turn

if TYPE_CHECKING:
    from . import Known, Pulse

FILES = 100_000  # transcripts looked at, at most
SIDE = "agent-"  # how the name of a side agent's file begins


@dataclass(slots=True)
class _State:
    """What is known of a file besides its lines; the mark keeps it between readings."""

    title_from: str = ""  # the record type that the stored title came from
    project: str = ""
    started: int | None = None


class ClaudeCode:
    """The transcripts below one configuration folder."""

    agent = "claude"
    expires_days: int | None = 30

    def __init__(self, root: Path) -> None:
        """`root` is the configuration folder, `~/.claude` where nothing else is set."""
        self._root = root / "projects"
        self.outside: Callable[[Said], bool] = lambda said: False

    def close(self) -> None:
        """Nothing is held between readings."""

    def scan(self, known: "Known", *, cursor: str, full: bool, pulse: "Pulse") -> Scan:
        """Every transcript, newest first, whose outside is not as it was read."""
        try:
            found = dict(_transcripts(self._root, pulse))
        except FileNotFoundError:
            return Scan(trouble=f"{self._root} is not there", absent=True)
        except OSError as error:
            return Scan(trouble=f"{self._root}: {type(error).__name__}")
        marks = known.all()
        changed = [
            name for name, outside in found.items() if not _unchanged(marks.get(name), outside)
        ]
        changed.sort(key=lambda name: found[name].st_mtime_ns, reverse=True)
        seen = {name: _seen(name, outside) for name, outside in found.items()}
        return Scan(tuple(changed), frozenset(found), cursor, seen=seen)

    def read(self, unit: str, mark: str, pulse: "Pulse") -> Reading | None:
        """One transcript: its new lines while they go on with the running turn, else all of it."""
        path = self._root / unit
        stored = _Mark.read(mark)
        try:
            if stored is not None:
                reading = _Reader(path, stored, self.outside, pulse).read()
                if reading is not None:
                    return reading
            return _Reader(path, _Mark(), self.outside, pulse).read()
        except FileNotFoundError:
            return None

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """The transcript, and the line of it."""
        return str(self._root / unit), f"line {seq >> 4}"

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Only by `expires_days`."""
        return False

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The calls around a byte of a transcript."""
        return claude_calls.calls_around(self._root / unit, place)


def _transcripts(root: Path, pulse: "Pulse") -> Iterator[tuple[str, os.stat_result]]:
    """(path below `root`, its stat) of every session file. Sub-agents' files are no sessions."""
    count = 0
    with os.scandir(root) as projects:
        for project in projects:
            if not project.is_dir(follow_symlinks=False):
                continue
            pulse()
            for name, outside in _files(project.path):
                yield f"{project.name}/{name}", outside
                count += 1
                if count >= FILES:
                    return


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The transcripts in a project's folder, and those of its side agents."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    below = f"{entry.name}/subagents"
                    yield from ((f"{below}/{n}", s) for n, s in _plain(f"{folder}/{below}"))
        yield from _plain(folder)
    except OSError:
        return  # removed or closed to us while we looked; the next scan sees what is so


def _plain(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.endswith(".jsonl"):
                    continue
                outside = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(outside.st_mode):
                    yield entry.name, outside
    except OSError:
        return  # removed or closed to us while we looked; the next scan sees what is so


def _seen(name: str, outside: os.stat_result) -> Seen:
    speaks = not name.rpartition("/")[2].startswith(SIDE)
    return Seen(outside.st_mtime_ns // 1_000_000, outside.st_size, speaks)


def _unchanged(mark: str | None, outside: os.stat_result) -> bool:
    """Thousands of marks are held against their files in each look, so none is taken apart."""
    return mark is not None and mark.startswith("[" + jsonl.begins(outside))


@dataclass(slots=True)
class _Mark:
    """How far one file was read, and the turn that was running there."""

    file: jsonl.Mark = field(default_factory=jsonl.Mark)
    state: _State = field(default_factory=_State)
    open: tuple[str, ...] = ()  # records of the running turn that a next one may hang on
    machine: bool = False  # the running turn was not typed by a person

    def written(self) -> str:
        state = [getattr(self.state, name) for name in _State.__slots__]
        return json.dumps([self.file.fields(), state, "".join(self.open), self.machine])

    @classmethod
    def read(cls, mark: str | None) -> "_Mark | None":
        try:
            file, state, running, machine = json.loads(mark or "")
            if not isinstance(running, str):
                return None  # of a release before 0.4.0: the file is read anew
            names = tuple(running[at : at + SHORT] for at in range(0, len(running), SHORT))
            return cls(jsonl.Mark(*file), _State(*state), names, bool(machine))
        except (ValueError, TypeError):
            return None


class _Reader:
    """One reading of one file."""

    def __init__(
        self, path: Path, mark: _Mark, outside: Callable[[Said], bool], pulse: "Pulse"
    ) -> None:
        self._path, self._mark, self._pulse = path, mark, pulse
        self._outside = outside
        self._calls: list[tuple[int, int]] = []
        self._fresh = mark.file.size < 0
        self._state = replace(mark.state)
        self._tree = Tree() if self._fresh else Turn(mark.open, machine=mark.machine)
        self._messages: dict[str, Message] = {}
        self._summaries: list[tuple[str, str]] = []
        self._title: str | None = "" if self._fresh else None
        self._skipped: Counter[str] = Counter()
        # Not asked before project and beginning are known, which it does not tell.
        self._skim: Callable[[bytes], records.Found | None] | None = None
        self._began({})

    def read(self) -> Reading | None:
        """The reading; None when it goes on from a mark and the file must be read whole."""
        with jsonl.Tail(self._path, self._mark.file, self._pulse) as lines:
            if lines.restarted and not self._fresh:
                return None
            for number, line in lines:
                if not self._line(number, line, lines.place):
                    return None
            self._skipped["line too long"] += lines.skipped
            mark = self._marked(lines.mark())
            number, line = lines.rest
            found, whole = jsonl.objects(line, records.REQUIRED)
            if whole and not all(self._take(obj, number << 4) for obj in found):
                return None
            return self._reading(mark)

    def _line(self, number: int, line: bytes, place: int) -> bool:
        """Use one whole line, which begins at the byte `place`; False as in `_take`."""
        silent = self._skim(line) if self._skim else None
        if silent is not None:
            return self._add(silent)
        found, whole = jsonl.objects(line, records.REQUIRED)
        if not whole:
            self._skipped["unreadable line"] += 1
        for inside, obj in enumerate(found):
            self._note(obj, place)
            if not self._take(obj, number << 4 | min(inside, 15)):
                return False
        return True

    def _take(self, obj: Mapping[str, Any], seq: int) -> bool:
        """Use one record; False when it changes what was read before."""
        found = records.read(obj)
        at = record.millis(obj.get("timestamp")) if found.text else None
        if found.role == record.USER and found.text and self._is_typed(at, found.text):
            node = found.node
            if node is not None and node.kind == PROMPT:
                node = node._replace(kind=MACHINE)
            found = records.Found(node, skipped=machine_typed.REASON)
        if not self._add(found) or not self._titled(obj):
            return False
        node = found.node
        if self._skim is None:
            self._began(obj)
        if found.text and node is not None and node.id not in self._messages:
            self._messages[node.id] = Message(
                tail=record.tail(node.id),
                seq=seq,
                role=found.role,
                at=at,
                text=found.text,
                same_as=record.locator("claude", node.id),
            )
        return True

    def _add(self, found: records.Found) -> bool:
        """Put a record in its place; False when it changes what was read before."""
        node = found.node
        if node is not None and not self._tree.add(node, speaks=bool(found.text)):
            return False
        if found.skipped:
            self._skipped[found.skipped] += 1
        return True

    def _began(self, obj: Mapping[str, Any]) -> None:
        """Take the beginning and the project of the first records that have them."""
        state = self._state
        if state.started is None:
            state.started = record.millis(obj.get("timestamp"))
        if not state.project and isinstance(obj.get("cwd"), str):
            state.project = obj["cwd"]
        if state.project and state.started is not None:
            self._skim = skim

    def _is_typed(self, at: int | None, text: str) -> bool:
        return at is not None and self._outside(Said(self._path.stem, 0, at / 1000, text))

    def _note(self, obj: Mapping[str, Any], place: int) -> None:
        """Note where an agent was run, by this one or by a side agent of it."""
        if claude_calls.runs_an_agent(obj):
            at = record.millis(obj.get("timestamp"))
            self._calls += [] if at is None else [(at, place)]

    def _titled(self, obj: Mapping[str, Any]) -> bool:
        """Take a title: a person's name for it, else the program's, else an old summary."""
        kind = str(obj.get("type"))
        if kind not in records.TITLES:
            return True
        text = obj.get(records.TITLES[kind])
        if not isinstance(text, str) or not text.strip():
            return True
        if kind == "summary":
            self._summaries.append((str(obj.get("leafUuid")), text))
            return self._fresh
        if kind == "custom-title" or self._state.title_from != "custom-title":
            self._title, self._state.title_from = text, kind
        return True

    def _marked(self, file: jsonl.Mark) -> _Mark:
        return _Mark(file, replace(self._state), self._tree.running(), self._tree.machine)

    def _reading(self, mark: _Mark) -> Reading:
        calls = tuple(self._calls)
        if self._path.name.startswith(SIDE):
            return Reading(mark.written(), None, skipped={"sidechain": 1}, calls=calls)
        dead = self._tree.taken_back()
        messages = tuple(m for key, m in self._messages.items() if key not in dead)
        self._skipped["taken back"] += len(self._messages) - len(messages)
        if self._fresh and not self._state.title_from:
            # A summary names a session by its last record; old files begin with those of others.
            own = [text for leaf, text in self._summaries if self._tree.holds(leaf)]
            self._title = own[-1] if own else ""
        session = Session(
            key=self._path.stem,
            title=self._title,
            project=self._state.project,
            started=self._state.started,
        )
        return Reading(
            mark=mark.written(),
            session=session,
            messages=messages,
            since=0 if self._fresh else (self._mark.file.lines + 1) << 4,
            skipped={why: count for why, count in self._skipped.items() if why and count},
            touched=mark.file.mtime // 1_000_000,
            calls=calls,
        )
