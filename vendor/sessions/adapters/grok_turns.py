"""The messages that the pieces of a Grok session make, and which of them were taken back.

    piece piece -> one message;  prompt answer prompt answer | rewind to 1 -> prompt answer

Pieces of one prompt stand together and bear its number; pieces of one answer stand together,
with thoughts between them. Before the first number in a file every user's message is a prompt,
afterwards only a numbered one. Prompts that nobody typed count for a rewind as all others do.

A file that grows is read on from the last message that may still grow (`Transcript.anchor`).
What changes a message before that asks for the whole file.

Source of the rules: `filter_rewind_lines` and `collect_prompts_from_events` in
https://github.com/xai-org/grok-build (crates/codegen/xai-grok-shell/src/session/storage).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from ...text import clean
from .. import machine_typed, record
from ..machine_typed import Said
from ..record import Message
from . import grok_records as records
from .grok_records import Update

_CAP = 2 * record.TEXT_CAP  # characters of one message that are put together


@dataclass(frozen=True, slots=True)
class State:
    """What is known before a line; all that later lines depend on.

    Attributes:
        numbered: a prompt bore a number.
        prompts: how many there are so far, without those that were taken back.
        top: the highest number so far.
        prompted: when the last prompt came, as long as a later record may still show that the
            program began its turn.
        typed: an agent's command typed the last prompt; then nobody's are its answers.
        began: when the first message was said.
        skipped: reason -> records left out since the beginning of the reading; not kept.
    """

    numbered: bool = False
    prompts: int = 0
    top: int = -1
    prompted: int | None = None
    typed: bool = False
    began: int | None = None
    skipped: Mapping[str, int] = field(default_factory=dict)

    def without(self, reason: str, count: int = 1) -> "State":
        """As it is, with records left out."""
        if not reason or not count:
            return self
        skipped = {**self.skipped, reason: self.skipped.get(reason, 0) + count}
        return replace(self, skipped=skipped)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A beginning of a line to read on from: its byte, lines before it, what was known there."""

    place: int
    lines: int
    state: State


@dataclass(slots=True)
class _Run:
    """One message as it comes in."""

    role: str
    seq: int
    tail: str
    first: Update
    anchor: Anchor
    speaks: bool  # what is said there is a person's, or the model's
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    text: str = ""

    def add(self, text: str) -> None:
        if self.size < _CAP:
            self.pieces.append(text[: _CAP - self.size])
            self.size += len(text)


class Transcript:
    """One reading of updates.jsonl, line after line from a state on."""

    def __init__(
        self,
        session: str,
        state: State,
        synthetic: Collection[int],
        outside: Callable[[Said], bool],
    ) -> None:
        """`synthetic`: the numbers of prompts that nobody typed, as chat_history.jsonl says."""
        self._session, self._synthetic, self._outside = session, synthetic, outside
        self.state = state
        self._base = state.prompts
        self._runs: list[_Run] = []
        self._starts: list[int] = []  # the prompts among them
        self._open: _Run | None = None
        self._line = (0, 0)
        self._together: Anchor | None = None

    def line(self, place: int, lines: int, *, several: bool = False) -> None:
        """A line begins, behind so many others, at that byte.

        `several` records stand on it, or what is left of them: those are read again together,
        and with the message that was open before them.
        """
        self._line, self._together = (place, lines), None
        if several:
            self._together = self._open.anchor if self._open else Anchor(place, lines, self.state)

    @property
    def anchor(self) -> Anchor | None:
        """Where the message begins that may still grow."""
        return self._open.anchor if self._open else None

    def messages(self) -> tuple[Message, ...]:
        """What was said, in order; the last may still grow."""
        self.end()
        return tuple(
            Message(run.tail, run.seq, run.role, run.first.at, run.text, run.first.event)
            for run in self._runs
            if run.text
        )

    def take(self, update: Update, number: int, part: int) -> bool:
        """Take a line's record; False when it changes what was said before the reading began."""
        self.skip(update.skipped)
        if update.woken is not None and not self._woken(update.woken):
            return False
        if update.kind == records.REWIND:
            return self._rewind(update.target)
        if update.kind == records.OTHER:
            self.end()
        elif update.kind == records.THOUGHT:
            if self._open and self._open.role == record.USER:
                self.end()
        else:
            self._said(update, number, part)
        return True

    def skip(self, reason: str, count: int = 1) -> None:
        """Count records that are left out."""
        self.state = self.state.without(reason, count)

    def end(self) -> None:
        """Whatever was being said has ended."""
        run, self._open = self._open, None
        if run is None:
            return
        said, run.pieces = "".join(run.pieces), []
        if run.role == record.ASSISTANT:
            run.text = clean.said(said, "grok").strip() if run.speaks else ""
            return
        run.text = clean.typed(said, "grok") if run.speaks else ""
        if run.text and self._is_typed(run):
            run.text = ""
            self.state = replace(self.state, typed=True, prompted=None)
            self.skip(machine_typed.REASON)
        elif not run.text and (said.strip() or not run.speaks):
            self.skip("machinery")

    def _said(self, update: Update, number: int, part: int) -> None:
        role = record.ASSISTANT if update.kind == records.ANSWER else record.USER
        if not self._goes_on(update, role):
            self.end()
            self._begin(update, role, number, part)
        run = self._open
        if run is not None:
            run.add(update.text)
            run.speaks = run.speaks and not update.by_program
        if update.kind == records.ASIDE:
            self.end()

    def _goes_on(self, update: Update, role: str) -> bool:
        run = self._open
        if run is None or run.role != role or update.kind == records.ASIDE:
            return False
        return role == record.ASSISTANT or run.first.index == update.index

    def _begin(self, update: Update, role: str, number: int, part: int) -> None:
        anchor = self._together or Anchor(*self._line, self.state)
        if self.state.began is None and update.at is not None:
            self.state = replace(self.state, began=update.at)
        speaks = role == record.USER or not self.state.typed
        if update.kind == records.USER:
            speaks = self._prompt(update)
        tail = record.tail("updates", str(number), *([str(part)] if part else []))
        self._open = _Run(role, number << 4 | part, tail, update, anchor, speaks)
        self._runs.append(self._open)

    def _prompt(self, update: Update) -> bool:
        """Count a prompt; whether what it says may be a person's."""
        index = update.index
        numbered = self.state.numbered or index is not None
        if numbered and index is None:
            return False
        by_person = not update.by_program and (index is None or index not in self._synthetic)
        self._starts.append(len(self._runs))
        self.state = replace(
            self.state,
            numbered=numbered,
            prompts=self.state.prompts + 1,
            top=max(self.state.top, -1 if index is None else index),
            prompted=update.at if by_person else None,
            typed=False,
        )
        return by_person

    def _is_typed(self, run: _Run) -> bool:
        at = run.first.at
        return at is not None and self._outside(Said(self._session, 0, at / 1000, run.text))

    def _woken(self, began: int) -> bool:
        """The program began a turn by itself: nobody typed the prompt that it began with."""
        if self.state.prompted is None or began < self.state.prompted:
            return True
        if not self._starts:
            return False
        if self._open and self._open.role == record.USER:
            self.end()
        run = self._runs[self._starts[-1]]
        if run.text:
            run.text = ""
            self.skip("machinery")
        self.state = replace(self.state, prompted=None)
        return True

    def _rewind(self, target: int) -> bool:
        self.end()
        if target < self._base:
            return False
        if target < self.state.prompts:
            start = self._starts[target - self._base]
            self.skip("taken back", sum(bool(run.text) for run in self._runs[start:]))
            del self._runs[start:]
            del self._starts[target - self._base :]
            self.state = replace(self.state, prompts=target, prompted=None, typed=False)
        return True
