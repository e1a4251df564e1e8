"""One reading of one rollout: its new lines where that is enough, else all of it.

A fork of an older release begins with copies of its parent's lines. What both begin with, and the
parent had before the fork was made, is one message with two names; the parent's file is read for
that, and the fork again when that beginning of the parent is not there any more.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import codex_calls, machine_typed, record
from ..record import Message, Reading, Session
from . import codex_files, codex_skim, codex_thread, codex_zstd, jsonl
from . import codex_records as records
from .codex_files import Rollout
from .codex_marks import Mark, Shelf, outside
from .codex_state import Said, State
from .codex_thread import Drive, Thread

AGENT = "codex"
SLACK = 5000  # milliseconds by which the parent's last line may be later than the fork
GENERATIONS = 16  # of forks that are followed upwards


class Reader:
    """One rollout from a mark on, or from its beginning."""

    def __init__(
        self, unit: str, rollout: Rollout, shelf: Shelf, mark: Mark | None = None, *, deep: int = 0
    ) -> None:
        """`deep`: so many forks down the reading began for which this one is done."""
        self._unit, self._rollout, self._shelf, self._deep = unit, rollout, shelf, deep
        self._fresh = mark is None
        self._mark = mark or Mark()
        self.thread = Thread(unit, self._mark.state, fresh=self._fresh)
        self.said: list[Said] = []
        self._after = Mark()
        self._outside = ""
        self._calls: list[tuple[int, int, int]] = []  # seq, milliseconds since 1970, place
        self._skipped: Counter[str] = Counter()

    def read(self) -> bool:
        """Take the lines; False when it goes on from a mark and the file must be read whole."""
        with codex_files.lines_of(self._rollout, self._mark.file, self._shelf.pulse) as lines:
            if not self._fresh and (lines.restarted or self._rollout.packed):
                return False
            if not self._lines(lines):
                return False
            self._skipped["line too long"] += lines.skipped
            self._close(lines)
            number, line = lines.rest
            found, whole = jsonl.objects(line, records.REQUIRED)
            counted = self._skipped.copy()
            if whole and not all(self._take(obj, number << 4) for obj in found):
                return False
            self._skipped = counted  # this line is read once more
        self.said = self.thread.said()
        return self._inherit()

    def _lines(self, lines: jsonl.Tail) -> bool:
        state = self.thread.state
        for number, line in lines:
            if state.started is not None and codex_skim.skim(line):
                continue
            found, whole = jsonl.objects(line, records.REQUIRED)
            if not whole:
                self._skipped["unreadable line"] += 1
            for nth, obj in enumerate(found):
                if not self._take(obj, number << 4 | min(nth, 15), lines.place):
                    return False
        return True

    def _take(self, obj: Mapping[str, Any], seq: int, place: int = -1) -> bool:
        """Use one record; `place` is its byte, where what it runs may be noted."""
        found = records.read(obj)
        if found.skipped:
            self._skipped[found.skipped] += 1
        state = self.thread.state
        if state.started is None:
            state.started = record.millis(obj.get("timestamp"))
        if found.kind in (records.EVENT, ""):
            return not found.kind or self.thread.take(found, Said(seq))
        at = record.millis(obj.get("timestamp"))
        if found.kind == records.CALL:
            if place >= 0 and at is not None and codex_calls.runs_an_agent(obj):
                self._calls.append((seq, at, place))
            return True
        ordinal = obj.get("ordinal")
        tail = f"{seq >> 4}.{seq & 15}" if seq & 15 else str(seq >> 4)
        said = Said(seq, tail, at, ordinal=ordinal if isinstance(ordinal, int) else -1)
        return self.thread.take(found, said)

    def _close(self, lines: jsonl.Tail) -> None:
        """Note where reading stands before a last line that has no end yet."""
        if isinstance(lines, codex_zstd.Unpacked) and lines.damaged:
            self._skipped["compressed, damaged"] += 1
        self.thread.settle()
        state = State.read(*json.loads(json.dumps(self.thread.state.written())))
        self._after = Mark(lines.mark(), state, notes=self._mark.notes)
        self._until = (lines.rest[0]) << 4
        name = self._shelf.names.get(self._unit, "")
        self._outside = outside(self._rollout, lines.outside, name)

    # -- forks --------------------------------------------------------------------------------

    def _inherit(self) -> bool:
        """Give copies the names that they have in the parent; False as for `read`."""
        state = self.thread.state
        for each in self.said:
            if len(each.id) >= codex_thread.LONG_ID:
                each.same_as = record.locator(AGENT, each.id)
        if not self._fresh:
            return not (self._mark.copying and self.said)
        parent = state.copied or (state.parent if state.before is not None else "")
        reader = self._parent(parent) if parent else None
        is_open = True
        if reader is not None and state.copied:
            is_open = self._copy(reader)
        elif reader is not None and state.before is not None:
            state.muted = self._after.state.muted = reader.muted_at(state.before)
            is_open = all(said.ordinal < state.before for said in reader.said)
        if parent:
            where = reader._after.file.fields() if reader else None
            self._after.notes = [
                (parent, where, is_open),
                *(reader._after.notes if reader else ()),
            ]
        return True

    def _copy(self, parent: "Reader") -> bool:
        """Take names and times of copies; whether more of the parent may be more copies."""
        begun = self.thread.state.started
        copies = list(_copies(self.said, parent.said, begun))
        for each, same in zip(self.said, copies, strict=False):
            each.same_as = each.same_as or same.same_as or parent.locator(same)
            each.at = same.at  # the copy's own is when the fork was made
        copied = self.said[len(copies) - 1].seq if copies else 0
        self._calls = [call for call in self._calls if call[0] > copied]
        self._after.copying = len(copies) >= sum(s.seq < self._until for s in self.said)
        return len(copies) == len(parent.said)

    def _parent(self, ident: str) -> "Reader | None":
        """The thread that this one is a fork of, read; None where that cannot be."""
        rollout = self._shelf.rollouts.get(ident)
        if rollout is None or not codex_files.readable(rollout) or self._deep >= GENERATIONS:
            return None
        reader = Reader(ident, rollout, self._shelf, deep=self._deep + 1)
        try:
            reader.read()
        except FileNotFoundError:
            return None
        return reader

    def locator(self, said: Said) -> str:
        """The address of something said here."""
        return record.locator(AGENT, self._key, said.tail)

    def muted_at(self, ordinal: int) -> bool:
        """Whether this thread is off the record at an ordinal."""
        standing = self.thread.standing(self.said)
        return codex_thread.muted_by(standing, ordinal, muted=self.thread.state.muted)

    # -- what it comes to ---------------------------------------------------------------------

    @property
    def _key(self) -> str:
        return self.thread.state.key or self._unit.rpartition("/")[2]

    def reading(self) -> Reading | None:
        """What was read; None when the file must be read whole for it."""
        state = self.thread.state
        title = self._title()
        messages, drive = self._messages()
        if not self._fresh and (title is None or drive.spoke != self._mark.spoke):
            return None
        session = None
        if state.refused:
            self._skipped[state.refused] += int(self._fresh)
        elif drive.spoke:
            session = Session(
                key=self._key,
                title=title or (None if not self._fresh else ""),
                project=state.project,
                started=state.started,
                archived=self._rollout.archived,
                muted=state.muted,
            )
        return Reading(
            mark=self._after.written(self._outside),
            session=session,
            messages=messages if session else (),
            since=0 if self._fresh else (self._mark.file.lines + 1) << 4,
            skipped={why: count for why, count in self._skipped.items() if why and count},
            touched=self._after.file.mtime // 1_000_000,
            calls=tuple((at, place) for _, at, place in self._calls),
        )

    def _title(self) -> str | None:
        """Its name; None when an earlier reading had it from a place where it is no more."""
        name = self._shelf.names.get(self._unit, "")
        self._after.named = bool(name)
        return None if self._mark.named and not name else name or self.thread.title

    def _messages(self) -> tuple[tuple[Message, ...], Drive]:
        """What a person said and was answered, and what drives the thread behind it."""
        standing = self.thread.standing(self.said)
        self._skipped["taken back"] += len(self.said) - len(standing)
        drive = Drive(self._mark.machine, self._mark.spoke)
        self._after.machine, self._after.spoke = drive.machine, drive.spoke
        kept = []
        for each in standing:
            is_persons = drive.past(each, self._typed)
            if each.seq < self._until:
                self._after.machine, self._after.spoke = drive.machine, drive.spoke
                self._skipped[machine_typed.REASON] += not is_persons
            if is_persons and each.text:
                kept.append(each)
        return tuple(map(_message, kept)), drive

    def _typed(self, said: Said) -> bool:
        if said.at is None or self.thread.state.refused:
            return False
        return self._shelf.outside(machine_typed.Said(self._key, 0, said.at / 1000, said.text))


def _copies(own: Sequence[Said], parents: Sequence[Said], begun: int | None) -> Iterator[Said]:
    """What both threads begin with, as the parent has it, if it had it before the fork."""
    for one, other in zip(own, parents, strict=False):
        late = begun is not None and other.at is not None and other.at > begun + SLACK
        if late or (one.role, one.names[:1]) != (other.role, other.names[:1]):
            return
        yield other


def _message(said: Said) -> Message:
    return Message(record.tail(said.tail), said.seq, said.role, said.at, said.text, said.same_as)
