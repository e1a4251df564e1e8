"""What the records of one rollout come to: its messages, and what of them stands.

An item counts when an event of its role has the same words, in any order near each other; of a
role that has no events at all, every item counts. `State` is all that reading on needs to know of
the lines before: where new lines change what was made of them, `take` says so, and the file is
read whole.

    item --.                            ,-- taken back (`thread_rolled_back`)
    event --+-- paired or sure --> said --- typed by a machine, and what was answered to it
                                        `-- a message
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...text import clean
from .. import record
from . import codex_records as records
from .codex_records import Found
from .codex_state import UNPAIRED, Half, Said, State, Stream

LONG_ID = 20  # characters; a shorter id is no name that all threads share
NAME = 500  # characters of an id or folder that are believed
EVER = 1 << 62

_HEADLESS = ("exec", "mcp")


class Thread:
    """The records of one rollout, taken one by one."""

    def __init__(self, unit: str, state: State, *, fresh: bool) -> None:
        """`fresh`: from the first line on; else from where `state` was written."""
        self.state = state
        self.title = ""
        self._unit, self._fresh = unit, fresh
        self._said: list[Said] = []
        self._turned: list[tuple[int, int]] = []  # rollbacks: place, turns
        self._last_answer: Half | None = None

    def take(self, found: Found, said: Said) -> bool:
        """Use one record; False when it changes what was read before.

        `said` is its place, time and ordinal.
        """
        if found.kind == records.META:
            return self._begin(found, said)
        if found.kind == records.ITEM:
            self._item(found, said)
        elif found.kind == records.EVENT:
            return self._event(found)
        elif found.kind == records.ROLLBACK:
            self._turned.append((said.seq, found.number))
            return self._fresh
        elif found.kind == records.COMPACTED:
            return self._compacted(found.text)
        elif found.kind == records.NAME:
            self.title = found.text or self.title
        elif found.kind == records.CONTEXT:
            self.state.project = self.state.project or _name(found.text)
        return True

    def said(self) -> list[Said]:
        """All that was said, in order, also what was taken back; `seq` of none is the same."""
        found = list(self._said)
        for role in (record.USER, record.ASSISTANT):
            stream = self.state.stream(role)
            if not stream.heard:
                found += [half.said for half in stream.items if half.said and not half.counted]
        return sorted(found, key=lambda said: said.seq)

    def standing(self, said: Sequence[Said]) -> list[Said]:
        """`said` without what was taken back."""
        spans = _spans([s.seq for s in said if s.role == record.USER], self._turned)
        kept, place = [], 0
        for each in said:
            while place < len(spans) and spans[place][1] <= each.seq:
                place += 1
            if place == len(spans) or each.seq < spans[place][0]:
                kept.append(each)
        return kept

    def settle(self) -> None:
        """Make the state fit to be written: what was counted for want of events is noted."""
        for role in (record.USER, record.ASSISTANT):
            stream = self.state.stream(role)
            loose = [half for half in stream.items if half.said and not half.counted]
            stream.loose = stream.loose or (not stream.heard and bool(loose))

    def _begin(self, found: Found, said: Said) -> bool:
        """The first record is the file's own; a fork's second one is its parent's."""
        payload = found.payload or {}
        ident = _name(payload.get("id"))
        line = said.seq >> 4
        own = line == 1 or ident == self._unit or "/" in self._unit
        if not self.state.named and own:
            self._name(payload, ident)
            return self._fresh
        if ident != self.state.key and not self.state.last:
            self.state.copied = self.state.copied or ident
        return True

    def _name(self, payload: Any, ident: str) -> None:
        state = self.state
        state.named = True
        state.key = ident or state.key
        state.refused = refused(payload)
        state.project = _name(payload.get("cwd")) or state.project
        begun = record.millis(payload.get("timestamp"))
        state.started = begun if begun is not None else state.started
        state.parent = _name(payload.get("forked_from_id"))
        if payload.get("history_mode") != "paginated":
            state.copied = state.copied or state.parent
        elif state.parent:
            ordinal = payload.get("forked_from_ordinal_exclusive")
            state.before = ordinal if isinstance(ordinal, int) else EVER

    def _item(self, found: Found, said: Said) -> None:
        said.role, said.text = found.role, found.text
        said.names, said.id = found.names, found.id
        self.state.last = found.role
        stream = self.state.stream(found.role)
        half = Half(found.names, said=said)
        if found.sure:
            self._count(half)
        if _taken(stream.events, found.names):
            self._count(half)
        else:
            stream.items.append(half)
            _trim(stream)
        if found.role == record.ASSISTANT:
            self._last_answer = half

    def _count(self, half: Half) -> None:
        if half.said and not half.counted:
            half.counted = True
            self._said.append(half.said)

    def _event(self, found: Found) -> bool:
        stream = self.state.stream(found.role)
        if not stream.heard and stream.loose and not self._fresh:
            return False
        stream.heard = True
        half = _taken(stream.items, found.names)
        if half is None:
            stream.events.append(Half(found.names))
        elif half.said is None and not half.counted:
            return False
        else:
            self._count(half)
        _trim(stream)
        return True

    def _compacted(self, summary: str) -> bool:
        """Before summaries were marked, they came as an answer just before this record."""
        stream, half = self.state.assistant, self._last_answer
        if stream.heard or self.state.last != record.ASSISTANT:
            return True
        if half is None or half.said is None:
            return self._fresh or not stream.loose
        words = records.squeezed(half.said.text)
        if words in records.squeezed(summary) and half in stream.items:
            stream.items.remove(half)
        return True


def refused(payload: Any) -> str:
    """Why no person drove a thread, by its first record; "" for one that a person may have."""
    if str(payload.get("thread_source")).lower() == "subagent":
        return "sub-agent"
    if payload.get("originator") == "codex_exec":
        return "headless"
    source = payload.get("source")
    if isinstance(source, dict):
        return "" if "custom" in source else "sub-agent"
    return "headless" if str(source).lower() in _HEADLESS else ""


@dataclass(slots=True)
class Drive:
    """Whether a machine typed the running turn, and whether a person has said anything."""

    machine: bool = False
    spoke: bool = False

    def past(self, said: Said, typed: Callable[[Said], bool]) -> bool:
        """Go past one thing said; whether it is a person's, or an answer to one."""
        if said.role == record.USER:
            self.machine = bool(said.text) and typed(said)
            self.spoke = self.spoke or not self.machine
        return not self.machine


def muted_by(said: Sequence[Said], before: int, *, muted: bool) -> bool:
    """Whether a thread is off the record at an ordinal."""
    for each in said:
        if each.role == record.USER and each.ordinal < before:
            marker = record.marker(each.text)
            muted = marker == record.OFF_RECORD if marker else muted
    return muted


def _spans(turns: Sequence[int], rollbacks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What was taken back: from the first turn of a rollback to itself; apart, and in order."""
    running: list[int] = []
    spans: list[tuple[int, int]] = []
    seen = 0
    for place, number in rollbacks:
        while seen < len(turns) and turns[seen] < place:
            running.append(turns[seen])
            seen += 1
        if not running:
            continue
        start = running[max(0, len(running) - number)]
        del running[max(0, len(running) - number) :]
        while spans and spans[-1][0] >= start:
            spans.pop()
        spans.append((start, place))
    return spans


def _taken(halves: list[Half], names: tuple[str, ...]) -> Half | None:
    """The first of the newest halves that has one of these names; it then waits no longer."""
    for place in range(max(0, len(halves) - UNPAIRED), len(halves)):
        if not set(names).isdisjoint(halves[place].names):
            return halves.pop(place)
    return None


def _trim(stream: Stream) -> None:
    if stream.heard:
        del stream.items[:-UNPAIRED], stream.events[:-UNPAIRED]


def _name(value: object) -> str:
    """A short plain string, or ""."""
    is_plain = isinstance(value, str) and len(value) <= NAME and clean.tidy(value) == value
    return str(value) if is_plain else ""
