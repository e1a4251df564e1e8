"""One reading of one Grok session, and the mark that the next one goes on from.

    summary.json -> whose it is       chat_history.jsonl -> prompts that nobody typed
    updates.jsonl -> what was said    (or, where that is missing, chat_history.jsonl)

A mark begins with the outside of the three files, so that a scan need not take it apart.
"""

import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import grok_calls, record
from ..machine_typed import Said
from ..record import Message, Reading, Session
from . import grok_records as records
from . import grok_summary, jsonl
from .grok_turns import Anchor, State, Transcript

if TYPE_CHECKING:
    from . import Pulse

UPDATES, CHAT = "updates.jsonl", "chat_history.jsonl"
_FILES = tuple(f"/{name}" for name in (UPDATES, CHAT, grok_summary.NAME))
PARTS = 16  # records of one line
REMEMBERED = 1000  # numbers of prompts that nobody typed; with more a session is read whole

Outside = tuple[os.stat_result | None, ...]


def outside(folder: str) -> Outside:
    """The three files of a session as they are there: None for one that is no plain file."""
    found: list[os.stat_result | None] = []
    for name in _FILES:
        try:
            each = os.lstat(folder + name)
        except OSError:
            found.append(None)
        else:
            found.append(each if stat.S_ISREG(each.st_mode) else None)
    return tuple(found)


def signature(files: Outside) -> str:
    """What a mark begins with: as long as it is the same, nothing is new."""
    each = [
        f"{file.st_dev}.{file.st_ino}.{file.st_size}.{file.st_mtime_ns}" if file else "-"
        for file in files
    ]
    return " ".join(each) + "|"


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far a session was read, and where the next reading begins.

    Attributes:
        about: whether a person drove it and whether it is a fork, as the summary said.
        updates: what was read; None where there were none, and the chat history was read.
        chat: the same of the chat history.
        start: where to begin, (byte, lines before it): at the message that may still grow.
        state: what is known there.
        synthetic: numbers of the prompts that the chat history says nobody typed.
        genuine: of those that it says somebody typed, the ones that are still to come.
    """

    about: tuple[bool, bool] = (True, False)
    updates: jsonl.Mark | None = None
    chat: jsonl.Mark = field(default_factory=jsonl.Mark)
    start: tuple[int, int] = (0, 0)
    state: State = field(default_factory=State)
    synthetic: frozenset[int] = frozenset()
    genuine: frozenset[int] = frozenset()

    def written(self, files: Outside) -> str:
        genuine = [number for number in self.genuine if number > self.state.top]
        if len(self.synthetic) + len(genuine) > REMEMBERED:
            return signature(files)
        names = State.__slots__[:-1]
        state = [getattr(self.state, name) for name in names]
        updates = self.updates.fields() if self.updates else None
        places = [updates, self.chat.fields(), self.start]
        found = [self.about, *places, state, sorted(self.synthetic), sorted(genuine)]
        return signature(files) + json.dumps(found, separators=(",", ":"))

    @classmethod
    def read(cls, mark: str) -> "_Mark | None":
        try:
            about, updates, chat, start, *rest = json.loads(mark.partition("|")[2])
            (human, forked), (place, lines) = about, start
            file = jsonl.Mark(*updates) if updates else None
            places = (file, jsonl.Mark(*chat), (place, lines))
            state, synthetic, genuine = rest
            numbers = (frozenset(synthetic), frozenset(genuine))
            return cls((human, forked), *places, State(*state), *numbers)
        except (ValueError, TypeError, LookupError):
            return None


def read(
    folder: Path, mark: str, outside_of: Callable[[Said], bool], pulse: "Pulse"
) -> Reading | None:
    """What the session in `folder` holds: from where `mark` ends, else all of it. None: gone.

    Raises:
        OSError: it cannot be read now.
    """
    files = outside(str(folder))
    if files[0] is None and files[1] is None:
        return None
    summary = grok_summary.read(folder)
    stored = _Mark.read(mark)
    goes_on = stored is not None and stored.about == (summary.human, summary.forked)
    goes_on = goes_on and stored is not None and (stored.updates is None) == (files[0] is None)
    for before in [stored, None] if goes_on else [None]:
        reader = _Reader(folder, files, summary, before, outside_of, pulse)
        reading = reader.chat() if files[0] is None else reader.updates()
        if reading is not None:
            return reading
    return None


class _Reader:
    """One attempt, from a mark on or from the beginning."""

    def __init__(
        self,
        folder: Path,
        files: Outside,
        summary: grok_summary.Summary,
        before: _Mark | None,
        outside_of: Callable[[Said], bool],
        pulse: "Pulse",
    ) -> None:
        self._folder, self._files, self._summary = folder, files, summary
        self._before, self._outside, self._pulse = before, outside_of, pulse
        self._mark = replace(before or _Mark(), about=(summary.human, summary.forked))
        self._calls: list[tuple[int, int]] = []

    def updates(self) -> Reading | None:
        """The reading; None when it goes on from a mark and the session must be read whole."""
        if not self._judge_prompts():
            return None
        transcript = Transcript(
            self._folder.name, self._mark.state, self._mark.synthetic, self._outside
        )
        start = self._mark.start
        with jsonl.Tail(
            self._folder / UPDATES, self._mark.updates or jsonl.Mark(), self._pulse
        ) as lines:
            if lines.restarted and self._before is not None:
                return None
            lines.go_back(*start)
            too_long = 0
            for number, line in lines:
                if lines.skipped > too_long:
                    transcript.skip("line too long", lines.skipped - too_long)
                    too_long = lines.skipped
                if not self._take(transcript, number, line, lines.place):
                    return None
            transcript.skip("line too long", lines.skipped - too_long)
            ended = lines.mark()
            anchor = transcript.anchor or Anchor(ended.offset, ended.lines, transcript.state)
            number, line = lines.rest
            if jsonl.objects(line, records.REQUIRED)[1] and not self._take(
                transcript, number, line, lines.place
            ):
                return None
        state = replace(anchor.state, skipped={})
        mark = replace(self._mark, updates=ended, start=(anchor.place, anchor.lines), state=state)
        since = 0 if self._before is None else (start[1] + 1) << 4
        left_out = anchor.state.skipped
        return self._reading(mark, transcript.messages(), since, left_out, transcript.state.began)

    def _take(self, transcript: Transcript, number: int, line: bytes, place: int) -> bool:
        if records.is_bulk(line):
            transcript.end()
            return True
        found, whole = jsonl.objects(line, records.REQUIRED)
        transcript.line(place, number - 1, several=len(found) > 1 or not whole)
        if not whole:
            transcript.skip("unreadable line")
        for part, obj in enumerate(found[:PARTS]):
            self._note(obj, place)
            update = records.read(obj, forked=self._summary.forked)
            if not transcript.take(update, number, part):
                return False
        return True

    def _note(self, obj: Mapping[str, Any], place: int) -> None:
        """Note where an agent was run, by this one or by a side agent of it."""
        for call in grok_calls.calls_of(obj):
            if call.at is not None and call.invokes:
                self._calls.append((int(call.at * 1000), place))

    def _judge_prompts(self) -> bool:
        """Which prompts nobody typed, by the chat history; False when that is news of an old one.

        The program writes that file anew when it sums up or goes back; its growth is read alone.
        A number may be given twice, when a session is opened again: then one that somebody typed
        outweighs the other.
        """
        before, found = self._mark, _Numbers()
        if self._files[1] is None:
            chat, restarted = jsonl.Mark(), True
        else:
            with jsonl.Tail(self._folder / CHAT, before.chat, self._pulse) as lines:
                restarted = lines.restarted
                for _, line in lines:
                    found.add(line)
                chat = lines.mark()
                found.add(lines.rest[1])
        if not restarted:
            found.synthetic |= before.synthetic
            found.genuine |= before.genuine
        synthetic = frozenset(found.synthetic - found.genuine)
        genuine = frozenset(found.genuine)
        self._mark = replace(before, chat=chat, synthetic=synthetic, genuine=genuine)
        top = before.state.top
        return self._before is None or all(n > top for n in synthetic ^ before.synthetic)

    def chat(self) -> Reading | None:
        """The same of a session that has no updates: no times, and nothing taken back is there."""
        messages: list[Message] = []
        state = State()
        with jsonl.Tail(self._folder / CHAT, self._mark.chat, self._pulse) as lines:
            if lines.restarted and self._before is not None:
                return None
            for number, line in lines:
                state = _said(messages, state, number, line)
            state = state.without("line too long", lines.skipped)
            mark = replace(self._mark, chat=lines.mark(), updates=None)
            number, line = lines.rest
            if jsonl.objects(line, records.CHAT_REQUIRED)[1]:
                _said(messages, state, number, line)
        since = 0 if self._before is None else (self._mark.chat.lines + 1) << 4
        return self._reading(mark, tuple(messages), since, state.skipped, None)

    def _reading(
        self,
        mark: _Mark,
        messages: tuple[Message, ...],
        since: int,
        skipped: Mapping[str, int],
        began: int | None,
    ) -> Reading:
        summary = self._summary
        session = Session(
            key=self._folder.name,
            title=summary.title,
            project=summary.project,
            folder=summary.folder,
            started=began if summary.started is None else summary.started,
        )
        touched = max(file.st_mtime_ns for file in self._files if file is not None)
        return Reading(
            mark=mark.written(self._files),
            session=session if summary.human else None,
            messages=messages if summary.human else (),
            since=since,
            skipped=skipped if summary.human else {"no person's": 1} if not since else {},
            touched=touched // 1_000_000,
            calls=tuple(self._calls),
        )


class _Numbers:
    """The numbers of prompts in a chat history, by whether somebody typed them."""

    def __init__(self) -> None:
        self.synthetic: set[int] = set()
        self.genuine: set[int] = set()

    def add(self, line: bytes) -> None:
        """Take a line."""
        if not records.may_be_numbered(line):
            return
        for each in jsonl.objects(line, records.CHAT_REQUIRED)[0]:
            number, is_typed = records.numbered(each)
            if number is not None:
                (self.genuine if is_typed else self.synthetic).add(number)


def _said(messages: list[Message], state: State, number: int, line: bytes) -> State:
    """Add what a line of the chat history says; the count of what it leaves out."""
    found, whole = jsonl.objects(line, records.CHAT_REQUIRED)
    state = state if whole else state.without("unreadable line")
    for part, obj in enumerate(found[:PARTS]):
        role, text, skipped = records.read_chat(obj)
        state = state.without(skipped)
        if text:
            name = (str(number), str(part)) if part else (str(number),)
            tail = record.tail("chat_history", *name)
            messages.append(Message(tail, number << 4 | part, role, None, text))
    return state
