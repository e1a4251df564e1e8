"""Hits: rows of either engine as the one line that models and people read.

A line gives the code first, then the day, who said it and where, marks, and the words in one
pair of guillemets. A disputed fact shows its newest two values and says who decides. What an
agent wrote is marked as such, and the words given as a person's are always a quote.

    Fact | Record | MessageRow --> Hit(line, …) --> brain_search, the injected block, commands
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date as Day
from datetime import tzinfo
from typing import Any

from ..brain.model import Citation, Claim, Fact, Record, Source
from ..sessions.rows import MessageRow
from ..text import render, words
from ..text.fold import same_value
from ..text.ids import parse_locator
from . import shelf

ASK = "Ask a person"
AGENT_WRITTEN = "agent-written"
UNSOURCED = "unsourced"
TAKEN_BACK = "its message was taken back"
NONE_TAKEN: frozenset[str] = frozenset()
_AGENTS = {"claude": "claude code"}


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry of the ranked answer. `date` is a day in the user's zone, "" when unknown.

    `told`: who, where and the words, of which the line is made.
    """

    id: str
    code: str
    side: str
    kind: str
    title: str
    date: str
    snippet: str
    marks: tuple[str, ...]
    line: str
    locators: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    told: tuple[str, str, str] = ("", "", "")

    def as_dict(self) -> dict[str, Any]:
        """What a tool result carries of it; empty fields are left out."""
        row = asdict(self)
        del row["locators"], row["values"], row["told"]
        return {key: list(v) if isinstance(v, tuple) else v for key, v in row.items() if v}


def agent_name(agent: str) -> str:
    """The agent as people call it."""
    return _AGENTS.get(agent, agent)


def who(source: Source | None) -> str:
    """Who a row rests on, in the reader's words."""
    if source is None:
        return "unknown"
    if source.author == "principal":
        return "you"
    return source.author_name or source.author


def where(source: Source | None) -> str:
    """The agent whose conversation it was, or what kind of source it is."""
    if source is None:
        return ""
    if source.kind != "message":
        return source.kind
    try:
        return agent_name(parse_locator(source.locator).agent)
    except ValueError:
        return ""


def is_taken(citations: Sequence[Citation], taken: frozenset[str]) -> bool:
    """Whether every message that a row rests on was taken back."""
    kept = [cited.source for cited in citations if not cited.source.forgotten]
    return bool(kept) and all(source.locator in taken for source in kept)


def sources_of(entry: Fact | Record) -> list[Source]:
    """Every source that a shown row rests on."""
    if isinstance(entry, Record):
        return [cited.source for cited in entry.citations]
    cited = [c for claim in entry.claims for c in claim.citations]
    return [c.source for c in (*cited, *(entry.settled.citations if entry.settled else ()))]


def locators_of(entry: Fact | Record) -> tuple[str, ...]:
    """Where a row's sources are, without those that were forgotten and those of a settlement."""
    if isinstance(entry, Record):
        return _locators(entry.citations)
    return _locators(cited for claim in entry.claims for cited in claim.citations)


def value_taken(fact: Fact, value: str, taken: frozenset[str]) -> bool:
    """Whether every claim of a value rests on messages that were taken back."""
    alike = [claim for claim in fact.live or fact.claims if same_value(claim.value, value)]
    return bool(alike) and all(is_taken(claim.citations, taken) for claim in alike)


def marked(hit: Hit, *marks: str) -> Hit:
    """The same hit with more marks, also in its line."""
    if not marks:
        return hit
    every = (*hit.marks, *marks)
    return replace(hit, marks=every, line=render.line(hit.code, hit.date, *hit.told, every))


def fact_hit(
    fact: Fact,
    side: str,
    *,
    zone: tzinfo | None,
    taken: frozenset[str] = NONE_TAKEN,
    today: Day | None = None,
) -> Hit:
    """A fact under its key: the standing value, or both sides of a dispute and who decides.

    `taken` are the locators of messages that were taken back since; `today`, in the user's zone,
    tells what is past its date.
    """
    values = fact.values()
    newest = values[0] if values else fact.claims[-1]
    marks: tuple[str, ...] = ("disputed", ASK) if fact.disputed else ()
    if not values:
        marks = ("nothing stands",)
    elif newest.as_read and not fact.disputed:
        marks = ("as the agent read it",)
    settled = fact.settled.citations if fact.settled else ()
    if not fact.disputed and (value_taken(fact, newest.value, taken) or is_taken(settled, taken)):
        marks = (*marks, TAKEN_BACK)
    marks += shelf.fact_marks(fact, today, zone)
    shown = _both_sides(fact, zone, taken, today) if fact.disputed else _standing(fact, newest)
    source = None if fact.disputed else newest.source
    date = render.day(newest.said_at, zone)
    speaker, place = (who(source), where(source)) if source else ("", "")
    return Hit(
        id=fact.key,
        code=fact.key,
        side=side,
        kind="fact",
        title=fact.key,
        date=date,
        snippet=render.one_line(shown, 220),
        marks=marks,
        line=render.line(fact.key, date, speaker, place, shown, marks),
        locators=locators_of(fact),
        values=tuple(claim.value for claim in values[:2]),
        told=(speaker, place, shown),
    )


def _locators(citations: Iterable[Citation]) -> tuple[str, ...]:
    return tuple(cited.source.locator for cited in citations if not cited.source.forgotten)


def _standing(fact: Fact, newest: Claim) -> str:
    value = fact.value or newest.value
    before = (
        [other for other, was in fact.settled.others if was == "changed"] if fact.settled else []
    )
    if before:
        return f"{value} (before: {before[0]})"
    if newest.quote and newest.quote != value:
        return f"{value}, from the words “{newest.quote}”"
    return value


def _both_sides(fact: Fact, zone: tzinfo | None, taken: frozenset[str], today: Day | None) -> str:
    """The newest two values with who and when, and how many more there are."""
    values = fact.values()
    sides = [
        f"{c.value} ({who(c.source)}, {render.day(c.said_at, zone)}"
        f"{', as the agent read it' if c.as_read else ''}"
        f"{f', {TAKEN_BACK}' if value_taken(fact, c.value, taken) else ''}"
        f"{f', {shelf.PAST}' if shelf.is_past(c, today, zone) else ''})"
        for c in values[:2]
    ]
    more = f", and {len(values) - 2} more" if len(values) > 2 else ""
    return " or ".join(sides) + more


def record_hit(
    record: Record,
    code: str,
    side: str,
    *,
    zone: tzinfo | None,
    taken: frozenset[str] = NONE_TAKEN,
    today: Day | None = None,
) -> Hit:
    """A note, decision, person, project … with the quote it rests on, marked as agent-written."""
    source = record.citations[0].source if record.citations else None
    quote = next((c.quote for c in record.citations if c.quote), "")
    kind = f"{record.kind} ({record.state})" if record.kind == "work" else record.kind
    marks = [f"{kind}, {AGENT_WRITTEN}"]
    if source is None or source.author == "unknown":
        marks.append(UNSOURCED)
    if is_taken(record.citations, taken):
        marks.append(TAKEN_BACK)
    marks += shelf.record_marks(record, today, zone)
    body = record.body if record.title in record.body else f"{record.title}: {record.body}"
    shown = f"{_cut(body, 110)} — “{_cut(quote, 80)}”" if quote else body
    date = render.day(source.said_at if source else record.at, zone)
    return Hit(
        id=record.id,
        code=code,
        side=side,
        kind=record.kind,
        title=render.one_line(record.title, 120),
        date=date,
        snippet=render.one_line(shown, 220),
        marks=tuple(marks),
        line=render.line(code, date, who(source), where(source), shown, tuple(marks)),
        locators=locators_of(record),
        told=(who(source), where(source), shown),
    )


def _cut(text: str, width: int) -> str:
    return render.one_line(text, width)


def message_hit(
    message: MessageRow,
    code: str,
    side: str,
    query: words.Query,
    *,
    zone: tzinfo | None,
    by: str = "you",
    times: int = 1,
) -> Hit:
    """A message of a past session, `by` whom it was typed; an assistant's is marked as such.

    `times`: how many messages say the same.
    """
    mine = message.role == "user"
    marks = () if mine else ("an agent's words",)
    if times > 1:
        marks = (*marks, f"said {times} times")
    snippet = words.snippet(message.text, query, 180)
    date = render.day(message.at, zone) if message.at else ""
    agent = agent_name(message.agent)
    return Hit(
        id=message.id,
        code=code,
        side=side,
        kind="message",
        title=render.one_line(message.title or "", 80),
        date=date,
        snippet=render.one_line(snippet, 220),
        marks=marks,
        line=render.line(code, date, by if mine else "assistant", agent, snippet, marks),
        locators=(message.locator, *message.aliases),
    )


def shows(text: str, value: str) -> bool:
    """Whether a value stands in a text of ours, as a line or as JSON gives it."""
    forms = (
        value,
        render.one_line(value, len(value) + 1),
        json.dumps(value, ensure_ascii=False)[1:-1],
    )
    return any(form and form in text for form in forms)


def codes_in(texts: Sequence[str]) -> frozenset[str]:
    """Every code or key that stands in brackets or in a tool result of ours among `texts`."""
    found: set[str] = set()
    for text in texts:
        for opening, closing in (("[", "]"), ('"code": "', '"'), ('"key": "', '"')):
            for piece in text.split(opening)[1:]:
                code, stop, _ = piece.partition(closing)
                if stop and 5 <= len(code) <= 128 and " " not in code:
                    found.add(code)
    return frozenset(found)
