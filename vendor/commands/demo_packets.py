"""Turn the rows of Example Co into packets, dated as if they had been kept at the time.

Each source is a packet of whoever may add it (`hermesuser` for a message, `person` for a paper)
and each row one of `hermes`, a little later. Packet ids are derived from the handles, so the rows
of a rebuilt demo have the ids that they had before. The data is in example_co.py and beside it.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

from ..brain.packet import Packet
from ..text import ids
from ..text.clean import CLEANER
from ..text.fold import fold
from ..text.quote import flags_of
from .demo_transcripts import SPACE, Cast, Spoken
from .example_co import LINKS, PEOPLE, RECORDS, Cite, Row
from .example_facts import (
    FACTS,
    KEYS,
    SETTLED_CHANGED,
    SETTLED_KEY,
    SETTLED_VALUE,
    SETTLED_WORDS,
    Fact,
)
from .example_papers import PAPERS, Paper

FIRST_DAY = datetime(2025, 3, 1, 8, tzinfo=UTC)
LAST_DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)

Op = dict[str, object]


class _Source(NamedTuple):
    ident: str  # of the brain row
    at: datetime
    text: str
    mine: bool  # written by the principal, so that a quote may be flagged


class _Draft(NamedTuple):
    name: str
    agent: str
    at: datetime
    reason: str
    ops: tuple[Op, ...]
    via: str = "tool"


def packets(said: Mapping[str, Spoken], *, policy: str, cast: Cast) -> list[Packet]:
    """Every packet of the demo brain, oldest first; the first one applies `policy` (brain.toml)."""
    config = (_op("apply_config", toml=policy),)
    first = _Draft("config", "person", FIRST_DAY, "demo", config, "setup")
    heard = [_message(name, spoken) for name, spoken in said.items()]
    added = [_paper(paper, cast) for paper in PAPERS]
    sources = {
        draft.name: _Source(_row_id(draft.name), draft.at, str(draft.ops[0]["text"]), mine)
        for drafts, mine in ((heard, True), (added, False))
        for draft in drafts
    }
    drafts = [first, *heard, *added, *_rows(sources, cast)]
    # The sort is stable: what stands first in the data is first in a tie, a source before its row.
    tick = count()
    return [
        Packet(
            id=_packet_id(draft.name),
            agent=draft.agent,
            at=draft.at + timedelta(microseconds=next(tick)),
            reason=draft.reason,
            ops=draft.ops,
            via=draft.via,
        )
        for draft in sorted(drafts, key=lambda draft: draft.at)
    ]


def _op(kind: str, /, **fields: object) -> Op:
    return {"op": kind, **fields}


def _packet_id(name: str) -> str:
    return str(uuid.uuid5(SPACE, f"packet/{name}"))


def _row_id(name: str) -> str:
    return ids.row_id(_packet_id(name), 0)


# -- sources ----------------------------------------------------------------------------------


def _message(name: str, spoken: Spoken) -> _Draft:
    source = _op(
        "add_source",
        kind="message",
        author="principal",
        occurred_at=_time(spoken.at),
        locator=spoken.locator,
        text=spoken.text,
        start=0,
        cleaner=CLEANER,
    )
    at = spoken.at + timedelta(seconds=9)
    return _Draft(name, "hermesuser", at, "said in a conversation", (source,))


def _paper(paper: Paper, cast: Cast) -> _Draft:
    source = _op(
        "add_source",
        kind=paper.kind,
        author="person",
        author_name=cast(paper.author),
        occurred_at=_time(_day(paper.written)),
        locator=paper.locator,
        title=paper.title,
        text=cast(paper.text),
        start=0,
        cleaner=CLEANER,
    )
    return _Draft(paper.name, "person", _day(paper.added), "added by hand", (source,), "tty")


def _day(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(hour=13, tzinfo=UTC)


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%f}Z"


# -- rows -------------------------------------------------------------------------------------


def _rows(sources: Mapping[str, _Source], cast: Cast) -> Iterator[_Draft]:
    """What `hermes` kept: people, records, facts, how a dispute ended, keys and links."""
    for name, person, line in PEOPLE:
        cite = Cite("people-page", f"{person}, {line}")
        row = Row(f"row/{name}", "person", person, f"{line[0].upper()}{line[1:]}.", (cite,))
        yield _record(row, sources, cast)
    for row in RECORDS:
        yield _record(row._replace(name=f"row/{row.name}"), sources, cast)
        if row.done:
            yield _finished(row.name, row.done, sources, cast)
    for number, fact in enumerate(FACTS):
        yield _claim(f"fact/{number}/{fact.key}", fact, sources, cast)
    yield _settled(sources, cast)
    yield _Draft("keys", "hermes", LAST_DAY, "name the keys", tuple(_keys()))
    yield _Draft("links", "hermes", LAST_DAY, "tie rows together", tuple(_links()))


def _record(row: Row, sources: Mapping[str, _Source], cast: Cast) -> _Draft:
    op = _op("add_record", kind=row.kind, title=cast(row.title), body=cast(row.body))
    if row.kind == "work":
        op["state"] = "open"
    return _kept(row.name, op, row.cites, sources, cast)


def _finished(name: str, cite: Cite, sources: Mapping[str, _Source], cast: Cast) -> _Draft:
    op = _op("revise_record", record=_row_id(f"row/{name}"), state="done")
    return _kept(f"done/{name}", op, (cite,), sources, cast)


def _claim(name: str, fact: Fact, sources: Mapping[str, _Source], cast: Cast) -> _Draft:
    value = cast(fact.value)
    op = _op("claim", key=fact.key, value=value, statement=cast(fact.statement))
    if fold(value) not in fold(sources[fact.cite.source].text):
        op["as_read"] = True
    return _kept(name, op, (fact.cite,), sources, cast)


def _settled(sources: Mapping[str, _Source], cast: Cast) -> _Draft:
    others = [{"value": value, "was": "changed"} for value in SETTLED_CHANGED]
    op = _op("settle", key=SETTLED_KEY, value=SETTLED_VALUE, others=others)
    return _kept("settled", op, (SETTLED_WORDS,), sources, cast)


def _kept(
    name: str, op: Op, cites: Iterable[Cite], sources: Mapping[str, _Source], cast: Cast
) -> _Draft:
    """A row dated right after the newest source that it rests on."""
    cites = tuple(cites)
    op["citations"] = [_citation(sources[cite.source], cast(cite.quote)) for cite in cites]
    at = max(sources[cite.source].at for cite in cites) + timedelta(seconds=1)
    return _Draft(name, "hermes", at, "kept", (op,))


def _citation(source: _Source, quote: str) -> Op:
    start = source.text.index(quote)
    cited: Op = {"source": source.ident, "quote": quote, "start": start}
    if source.mine:
        cited["flags"] = list(flags_of(source.text, start, start + len(quote)))
    return cited


def _keys() -> Iterator[Op]:
    for key, (form, description) in KEYS.items():
        yield _op("describe_key", key=key, type=form, description=description)


def _links() -> Iterator[Op]:
    for relation, start, end in LINKS:
        yield {"op": "link", "relation": relation, "from": _end(start), "to": _end(end)}


def _end(name: str) -> str:
    return name if "." in name else _row_id(f"row/{name}")
