"""What needs a person, as one list: `review`, and its number in `status`.

    disputes, pending packets, twin keys, rows past their date, messages taken back
        --> less what the person has answered for good --> Need, one each
        --> ranked by how often recall would have brought it for their last prompts

Nothing is decided here and nothing is injected. Listing it changes no row.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from ..brain.brain import Brain
from ..brain.model import Claim, Fact, Pending, Record
from ..text import render
from . import hits, precision, shelf
from .memory import UNUSABLE, Memory
from .review_answers import KEPT, LATER, SEEN, Answer, load
from .similar import twins

DISPUTE, PENDING, TWINS, PAST, TAKEN = "disputed", "pending", "twins", "past", "taken back"
KINDS = (DISPUTE, PENDING, TWINS, PAST, TAKEN)
PROMPTS = 200  # of the person's newest, asked again
SECONDS = 10.0  # that they may take, and finding what there is to list as well
QUIET = 60  # days untouched, after which it is not counted any more
REST = 7  # days for which "later" is an answer
QUICK = 300  # facts that are all read where somebody waits for the number only
_AT_ONCE = 150  # messages that are looked up in the host's record together


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that needs a person.

    name: of the answer to it, a kind and the ids of rows; it changes when a dispute gets a value.
    about: the ids under which recall would show it.
    target, other: what the command that decides it takes.
    since: the day on which it arose.
    shown: how often it would have been brought for the last prompts, once that was asked.
    """

    kind: str
    name: str
    about: tuple[str, ...]
    line: str
    target: str
    since: date
    other: str = ""
    shown: int = 0
    answer: Answer | None = None

    def waits(self, today: date) -> bool:
        """Whether it is asked now: neither kept nor put off a few days ago."""
        if self.answer is None or self.answer.what == SEEN:
            return True
        is_over = today - self.answer.day > timedelta(days=REST)
        return self.answer.what == LATER and is_over

    def counts(self, today: date) -> bool:
        """Whether it is in the number: it waits, and was touched in the last 60 days."""
        touched = self.answer.day if self.answer and self.answer.what == LATER else self.since
        return self.waits(today) and today - touched <= timedelta(days=QUIET)


@dataclass(frozen=True, slots=True)
class Review:
    """The list. `asked` of the person's `prompts` were asked again; `cut`: time was up."""

    needs: tuple[Need, ...]
    today: date
    cut: bool = False
    asked: int = 0
    prompts: int = 0

    @property
    def count(self) -> int:
        """How many need the person."""
        return sum(need.counts(self.today) for need in self.needs)

    @property
    def open(self) -> list[Need]:
        """Those that are not answered for good; put off ones last."""
        left = [n for n in self.needs if n.answer is None or n.answer.what != KEPT]
        return sorted(left, key=lambda need: not need.waits(self.today))


def gather(memory: Memory, *, seconds: float = SECONDS) -> Review:
    """Everything that needs a person, in no order of weight yet.

    Args:
        memory: whose.
        seconds: after which no further kind and no further pair of keys is looked at; then `cut`
            says so.

    Raises:
        FileNotFoundError: there is no brain.
        memory.UNUSABLE: it cannot be read.
    """
    with memory.brain() as brain:
        told = _Told(brain, memory, brain.facts(), seconds)
        return told.all((_disputes, _pending, _past, _taken, _twins))


def counted(memory: Memory, *, seconds: float) -> Review:
    """The same for who only wants the number, soon: of a large brain disputes and what waits.

    Raises:
        as `gather` does.
    """
    with memory.brain() as brain:
        if brain.stats()["facts"] > QUICK:
            told = _Told(brain, memory, brain.disputes(), seconds)
            return replace(told.all((_disputes, _pending)), cut=True)
    return gather(memory, seconds=seconds)


def weighed(
    memory: Memory,
    review: Review,
    *,
    prompts: int = PROMPTS,
    seconds: float = SECONDS,
    stopped: Callable[[], bool] = lambda: False,
) -> Review:
    """The same, what would have been shown most often first; the newest prompts are asked first."""
    try:
        asking = precision.last_prompts(memory, prompts)[::-1] if review.needs else []
    except UNUSABLE:
        asking = []
    shown: Counter[str] = Counter()
    ends, asked = time.monotonic() + seconds, 0
    for one in precision.replay(memory, asking):
        shown.update({hit.id for hit in one.block.hits})
        asked += 1
        if stopped() or time.monotonic() >= ends:
            break
    needs = [replace(n, shown=max((shown[i] for i in n.about), default=0)) for n in review.needs]
    needs.sort(key=lambda n: (-n.shown, KINDS.index(n.kind), -n.since.toordinal(), n.name))
    return replace(review, needs=tuple(needs), asked=asked, prompts=len(asking))


class _Told:
    """What the brain holds, read once, and how long may be looked at it."""

    def __init__(self, brain: Brain, memory: Memory, facts: Sequence[Fact], seconds: float) -> None:
        self.brain, self.memory, self.facts = brain, memory, facts
        self.today, self.zone = memory.today, memory.zone
        self.answers = load(memory.settings)
        self.cut = False
        self._ends = time.monotonic() + seconds

    def all(self, kinds: Iterable[Callable[["_Told"], Iterator[Need]]]) -> Review:
        """What there is of these kinds."""
        found: list[Need] = []
        for kind in kinds:
            if self.late():
                break
            answered = (replace(need, answer=self.answers.get(need.name)) for need in kind(self))
            found += answered
        return Review(tuple(found), self.today, cut=self.cut)

    def late(self) -> bool:
        """Whether the time is up; then not everything was looked at."""
        self.cut = self.cut or time.monotonic() >= self._ends
        return self.cut

    @cached_property
    def records(self) -> list[Record]:
        """Those that stand."""
        return [record for record in self.brain.records() if not record.withdrawn]

    def day(self, at: str) -> date:
        """The day of a moment where the person is."""
        shown = render.day(at, self.zone)
        return date.fromisoformat(shown) if shown else self.today

    def line(self, entry: Fact | Record, taken: frozenset[str] = frozenset()) -> str:
        """The row as every surface shows it."""
        if isinstance(entry, Fact):
            hit = hits.fact_hit(entry, "", zone=self.zone, taken=taken, today=self.today)
        else:
            code = self.brain.code(entry.id)
            hit = hits.record_hit(entry, code, "", zone=self.zone, taken=taken, today=self.today)
        return hit.line


def _name(kind: str, rows: Iterable[str]) -> str:
    return f"{kind}:{'+'.join(sorted(set(rows)))}"


def _ident(entry: Fact | Record) -> str:
    return entry.key if isinstance(entry, Fact) else entry.id


def _disputes(told: _Told) -> Iterator[Need]:
    for fact in told.facts:
        if fact.disputed:
            values = fact.values()
            since = told.day(max(claim.at for claim in values))
            name = _name(DISPUTE, [claim.id for claim in values][:10])
            yield Need(DISPUTE, name, (fact.key,), told.line(fact), fact.key, since)


def _pending(told: _Told) -> Iterator[Need]:
    for each in told.brain.pending():
        keys = [str(op[part]) for op in each.ops for part in ("key", "to") if op.get(part)]
        name = _name(PENDING, [each.hash])
        line = _asks(told, each)
        yield Need(PENDING, name, tuple(keys), line, each.hash, told.day(each.at))


def _asks(told: _Told, each: Pending) -> str:
    what = ", ".join(dict.fromkeys(str(op["op"]) for op in each.ops if op["op"] != "add_source"))
    about = [str(op.get("key") or op.get("title") or "") for op in each.ops]
    value = next((str(op["value"]) for op in each.ops if op.get("value")), "")
    words = ": ".join(part for part in (what, next(filter(None, about), ""), value) if part)
    return render.line(each.hash[:8], str(told.day(each.at)), each.agent, "", words)


def _past(told: _Told) -> Iterator[Need]:
    for entry, row, last in shelf.past(told.facts, told.records, told.today, told.zone):
        name, line = _name(PAST, [row.id]), told.line(entry)
        yield Need(PAST, name, (_ident(entry),), line, row.id, last + timedelta(days=1))


def _taken(told: _Told) -> Iterator[Need]:
    rows: list[tuple[Fact | Record, Claim | Record]] = [
        *((fact, claim) for fact in told.facts for claim in fact.live),
        *((record, record) for record in told.records),
    ]
    sources = [cited.source for _, row in rows for cited in row.citations]
    taken: frozenset[str] = frozenset()
    for place in range(0, len(sources), _AT_ONCE):
        if told.late():
            break
        taken |= told.memory.taken_back(sources[place : place + _AT_ONCE])
    for entry, row in rows:
        if hits.is_taken(row.citations, taken):
            name = _name(TAKEN, [row.id])
            # When it was taken back nobody wrote down: it arose when it was first listed.
            seen = told.answers.get(name)
            since = seen.day if seen and seen.what == SEEN else told.today
            yield Need(TAKEN, name, (_ident(entry),), told.line(entry, taken), row.id, since)


def _twins(told: _Told) -> Iterator[Need]:
    facts = [fact for fact in told.facts if fact.live]
    for one, other in twins(facts, late=told.late):
        older, newer = sorted((one, other), key=lambda fact: fact.claims[0].at)
        first = (older.claims[0], newer.claims[0])
        line = f"{_short(told, newer)} may be {_short(told, older)}"
        name = _name(TWINS, [claim.id for claim in first])
        since = told.day(newer.claims[0].at)
        yield Need(TWINS, name, (newer.key, older.key), line, newer.key, since, other=older.key)


def _short(told: _Told, fact: Fact) -> str:
    if fact.disputed:
        return f"{fact.key} (disputed)"
    newest = fact.values()[0]
    value = render.one_line(fact.value or newest.value, 60)
    return f"{fact.key} ({value}, {render.day(newest.said_at, told.zone)})"


def seen(review: Review, listed: Sequence[Need]) -> dict[str, Answer]:
    """What is to be remembered of a listing: since when it is known that a message is gone."""
    new = (need for need in listed if need.kind == TAKEN and need.answer is None)
    return {need.name: Answer(SEEN, review.today) for need in new}
