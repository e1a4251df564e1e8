"""A page to look at: what is held and where it comes from, as one file of HTML without a script.

Facts by key with both sides of disputes, a timeline, sessions by agent over time as a picture, open
work and what waits. Nothing is fetched: style and picture stand in the file, and its policy forbids
the rest. Every text of a person or an agent passes render and is escaped.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from html import escape
from typing import Final

from ..brain.model import Claim, Fact, Pending, Record
from ..text import render
from . import hits, shelf

MOST_FACTS: Final = 5_000
MOST_EVENTS: Final = 300
MONTHS: Final = 36  # shown in the picture, the newest
COLOURS: Final = ("a", "b", "c", "d")
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class Told:
    """What the page shows. `sessions`: for each agent how many began in each month (`2026-11`)."""

    made: datetime
    principal: str
    facts: Sequence[Fact]
    records: Sequence[Record]
    pending: Sequence[Pending]
    sessions: Mapping[str, Mapping[str, int]]
    zone: tzinfo | None


def page(told: Told) -> str:
    """The whole file."""
    parts = [*_head(told), *_needs(told), *_picture(told), *_facts(told), *_work(told)]
    parts += [*_notes(told), *_timeline(told), "</main></body></html>"]
    return "\n".join(parts) + "\n"


STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d8dde4; --card: #fff;
  --ground: #f5f6f8; --warn: #9a4a00; --a: #2b6cb0; --b: #2f855a; --c: #b7791f; --d: #805ad5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b4; --line: #323a46;
  --card: #1d232c; --ground: #14181f; --warn: #f0a35e; --a: #63b3ed; --b: #68d391; --c: #f6ad55;
  --d: #b794f4; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: .5rem 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
p, ul { margin: .4rem 0 } ul { padding-left: 1.2rem } .soft { color: var(--soft) }
section > details, article { background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; padding: .6rem .9rem; margin: .5rem 0 }
summary { cursor: pointer } code { font: .9em ui-monospace, monospace }
blockquote { margin: .2rem 0 .2rem .2rem; padding-left: .7rem; border-left: 3px solid var(--line);
  white-space: pre-wrap }
.disputed { border-left: 4px solid var(--warn) } .warn { color: var(--warn); font-weight: 600 }
svg { width: 100%; height: auto; display: block } svg text { fill: var(--soft); font-size: 11px }
.a { fill: var(--a) } .b { fill: var(--b) } .c { fill: var(--c) } .d { fill: var(--d) }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .3em }
.key.a { background: var(--a) } .key.b { background: var(--b) } .key.c { background: var(--c) }
.key.d { background: var(--d) } table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .2rem .6rem .2rem 0; vertical-align: top;
  border-bottom: 1px solid var(--line) }
"""


def _head(told: Told) -> Iterator[str]:
    made = told.made.astimezone(told.zone).strftime("%Y-%m-%d %H:%M %Z").strip()
    whose = f" of {_words(told.principal)}" if told.principal else ""
    disputed = sum(fact.disputed for fact in told.facts)
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Memory{whose}</title><style>{STYLE}</style></head><body><main>"
    yield f"<h1>Memory{whose}</h1>"
    yield (
        f'<p class="soft">{_count(len(told.facts), "fact")}, {disputed} disputed; '
        f"{_count(len(told.records), 'record')}; as of {made}. In plain words: keep this file "
        "where only you can read.</p>"
    )


def _needs(told: Told) -> Iterator[str]:
    """What a person should decide."""
    disputed = [fact for fact in told.facts if fact.disputed]
    yield '<section id="needs"><h2>What needs you</h2>'
    if not disputed and not told.pending:
        yield '<p class="soft">Nothing.</p>'
    for fact in disputed:
        yield from _fact(fact, told, open_=True)
    for each in told.pending:
        what = ", ".join(str(op["op"]) for op in each.ops)
        yield (
            f"<article><p>Waits for approval: {_words(what)} by {_words(each.agent)}, "
            f"{_day(each.at, told.zone)}</p><p><code>hermes agent-si brain pending</code></p>"
            "</article>"
        )
    yield "</section>"


def _facts(told: Told) -> Iterator[str]:
    """All facts, under the first part of their keys."""
    yield '<section id="facts"><h2>Facts</h2>'
    shown = sorted(told.facts, key=lambda fact: fact.key)[:MOST_FACTS]
    areas: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in shown:
        areas[fact.key.partition(".")[0]].append(fact)
    for area, facts in areas.items():
        yield f"<details><summary><b>{_words(area)}</b> ({len(facts)})</summary>"
        for fact in facts:
            yield from _fact(fact, told)
        yield "</details>"
    if len(told.facts) > len(shown):
        yield f'<p class="soft">and {len(told.facts) - len(shown)} more</p>'
    yield "</section>"


def _fact(fact: Fact, told: Told, *, open_: bool = False) -> Iterator[str]:
    kind = ' class="disputed"' if fact.disputed else ""
    yield f"<article{kind}><p><code>{_words(fact.key)}</code></p>"
    if fact.disputed:
        yield f'<p class="warn">disputed; {escape(hits.ASK)}</p>'
    elif fact.value is not None:
        yield f"<p><b>{_words(fact.value)}</b></p>"
    claims = fact.values() if fact.disputed else fact.claims
    for claim in claims:
        yield from _claim(claim, told, with_value=fact.disputed or len(fact.claims) > 1)
    if open_:
        yield f"<p><code>hermes agent-si settle {_words(fact.key)}</code></p>"
    yield "</article>"


def _claim(claim: Claim, told: Told, *, with_value: bool) -> Iterator[str]:
    value = f"<b>{_words(claim.value)}</b> " if with_value else ""
    state = "" if claim.state == "live" else f" ({_words(claim.state)})"
    where = ", ".join(filter(None, (hits.who(claim.source), hits.where(claim.source))))
    said = f"{_day(claim.said_at, told.zone)} {_words(where)}{state}{_over(claim, told)}"
    yield f"<p>{value}<span class=soft>{said}</span></p>"
    if claim.quote:
        yield f"<blockquote>{_text(claim.quote)}</blockquote>"


def _over(row: Claim | Record, told: Told) -> str:
    today = told.made.astimezone(told.zone).date()
    return f", {escape(shelf.PAST)}" if shelf.is_past(row, today, told.zone) else ""


def _work(told: Told) -> Iterator[str]:
    work = [each for each in told.records if each.kind == "work" and each.state == "open"]
    yield '<section id="work"><h2>Open work</h2>'
    yield from _records(work, told)
    yield "</section>"


def _notes(told: Told) -> Iterator[str]:
    notes = [each for each in told.records if each.kind != "work"]
    yield '<section id="notes"><h2>Notes and decisions</h2>'
    yield from _records(notes, told)
    yield "</section>"


def _records(records: Sequence[Record], told: Told) -> Iterator[str]:
    if not records:
        yield '<p class="soft">None.</p>'
    for each in sorted(records, key=lambda one: one.at, reverse=True):
        kind = f"{_words(each.kind)}, {_day(each.at, told.zone)}, {escape(hits.AGENT_WRITTEN)}"
        yield f"<article><p><b>{_words(each.title)}</b> <span class=soft>{kind}{_over(each, told)}"
        yield "</span></p>"
        if each.body:
            yield f"<p>{_text(each.body)}</p>"
        for cited in each.citations:
            if cited.quote:
                yield f"<blockquote>{_text(cited.quote)}</blockquote>"
        yield "</article>"


def _timeline(told: Told) -> Iterator[str]:
    """What was said when, newest first."""
    events = [
        (claim.said_at, f"<code>{_words(claim.key)}</code> {_words(claim.value)}", claim.state)
        for fact in told.facts
        for claim in fact.claims
    ]
    events += [(each.at, _words(each.title), each.kind) for each in told.records]
    for fact in told.facts:
        if fact.settled is not None:
            text = f"<code>{_words(fact.key)}</code> {_words(fact.settled.value)}"
            events.append((fact.settled.at, text, "settled"))
    events.sort(key=lambda each: each[0], reverse=True)
    yield '<section id="timeline"><h2>Timeline</h2><table>'
    for at, text, state in events[:MOST_EVENTS]:
        day = _day(at, told.zone)
        yield f"<tr><td>{day}</td><td>{text}</td><td class=soft>{_words(state)}</td></tr>"
    yield "</table>"
    if len(events) > MOST_EVENTS:
        yield f'<p class="soft">and {len(events) - MOST_EVENTS} earlier</p>'
    yield "</section>"


WIDTH: Final = 720
HEIGHT: Final = 160


def _picture(told: Told) -> Iterator[str]:
    """Sessions by agent and month, as stacked bars, and the same in numbers."""
    yield '<section id="sessions"><h2>Sessions</h2>'
    months = _months(told.sessions)
    if not months:
        yield '<p class="soft">None are indexed.</p></section>'
        return
    agents = sorted(told.sessions)
    yield (
        '<p class="soft">'
        + " ".join(
            f'<span><span class="key {_colour(n)}"></span>{_words(hits.agent_name(agent))} '
            f"({sum(told.sessions[agent].values())})</span>"
            for n, agent in enumerate(agents)
        )
        + "</p>"
    )
    most = max(sum(told.sessions[agent].get(month, 0) for agent in agents) for month in months)
    step = WIDTH / len(months)
    yield (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 20}" role="img" '
        'aria-label="Sessions by month and agent; the numbers stand in the table below">'
    )
    for place, month in enumerate(months):
        yield from _bar(told, agents, month, (place * step, step), most)
        if place % max(1, len(months) // 12) == 0:
            yield f'<text x="{place * step + 2:.1f}" y="{HEIGHT + 14}">{month}</text>'
    yield "</svg><details><summary>In numbers</summary><table>"
    names = "".join(f"<th>{_words(hits.agent_name(agent))}</th>" for agent in agents)
    yield f"<tr><th>Month</th>{names}</tr>"
    for month in reversed(months):
        counts = "".join(f"<td>{told.sessions[agent].get(month, 0)}</td>" for agent in agents)
        yield f"<tr><td>{month}</td>{counts}</tr>"
    yield "</table></details></section>"


def _bar(
    told: Told, agents: Sequence[str], month: str, at: tuple[float, float], most: int
) -> Iterator[str]:
    left, step = at
    top = float(HEIGHT)
    for n, agent in enumerate(agents):
        count = told.sessions[agent].get(month, 0)
        tall = HEIGHT * count / most
        top -= tall
        if count:
            name = f"{hits.agent_name(agent)} {month}: {count}"
            yield (
                f'<rect class="{_colour(n)}" x="{left + 1:.1f}" y="{top:.1f}" '
                f'width="{max(1.0, step - 2):.1f}" height="{tall:.1f}">'
                f"<title>{_words(name)}</title></rect>"
            )


def _months(sessions: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Every month from the first to the last, the newest `MONTHS` of them."""
    known = sorted({month for counts in sessions.values() for month in counts})
    if not known:
        return []
    year, month = map(int, known[0].split("-"))
    found = []
    while (name := f"{year:04}-{month:02}") <= known[-1]:
        found.append(name)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return found[-MONTHS:]


def _colour(n: int) -> str:
    return COLOURS[n % len(COLOURS)]


def by_month(started: Iterable[tuple[str, str | None]]) -> dict[str, dict[str, int]]:
    """For each agent how many sessions began in each month; those without a date are left out."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for agent, at in started:
        if at:
            found[agent][at[:7]] += 1
    return {agent: dict(counts) for agent, counts in found.items()}


def _words(text: str) -> str:
    return escape(render.one_line(text, 300))


def _text(text: str) -> str:
    return escape(render.block(text))


def _day(at: str | None, zone: tzinfo | None) -> str:
    return escape(render.day(at, zone)) if at else "no date"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
