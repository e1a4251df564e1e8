"""Rows that are past their date: what was said of "until Friday", looked at after that Friday.

    quote, else statement or body --> text/shelf.py, against the day it was said --> the last day

A row that is past its date is shown as before, with a mark that says so. It keeps its place in the
ranking and its state: it is true that it was said.
"""

from collections.abc import Collection, Sequence
from datetime import date, tzinfo

from ..brain.model import Citation, Claim, Fact, Record
from ..text import render, shelf

PAST = "said then, past its date"
_WEAK = frozenset({"code", "conditional", "question", "quoted", "reported"})
_STOPS = ".!?;\n"


def last_day(row: Claim | Record, zone: tzinfo | None) -> date | None:
    """The last day on which a claim or record holds by its own words; None for most."""
    said_at, told = _said(row)
    day = render.day(said_at, zone)
    if not day:
        return None
    said_on = date.fromisoformat(day[:10])
    quoted = [cited for cited in row.citations if cited.quote][:1]
    if quoted and (_WEAK.intersection(quoted[0].flags) or shelf.speaks_of_time(quoted[0].quote)):
        return _of_quote(quoted[0], said_on)
    return shelf.review_date(told, said_on)


def is_past(row: Claim | Record, today: date | None, zone: tzinfo | None) -> bool:
    """Whether the row's last day is over; never where `today` is not known."""
    if today is None:
        return False
    last = last_day(row, zone)
    return last is not None and last < today


def fact_marks(fact: Fact, today: date | None, zone: tzinfo | None) -> tuple[str, ...]:
    """The mark of a fact whose standing value is past its date; a dispute has one a side."""
    values = fact.values()
    is_over = bool(values) and not fact.disputed and is_past(values[0], today, zone)
    return (PAST,) if is_over else ()


def record_marks(record: Record, today: date | None, zone: tzinfo | None) -> tuple[str, ...]:
    """The mark of a record that is past its date."""
    return (PAST,) if is_past(record, today, zone) else ()


def past(
    facts: Sequence[Fact], records: Sequence[Record], today: date, zone: tzinfo | None
) -> list[tuple[Fact | Record, Claim | Record, date]]:
    """Every fact and record that is past its date, with the row that says so and its last day."""
    rows: Collection[tuple[Fact | Record, Claim | Record]] = [
        *((fact, claim) for fact in facts for claim in fact.values()),
        *((record, record) for record in records if not record.withdrawn),
    ]
    dated = ((entry, row, last_day(row, zone)) for entry, row in rows)
    return [(entry, row, last) for entry, row, last in dated if last is not None and last < today]


def _said(row: Claim | Record) -> tuple[str, str]:
    if isinstance(row, Claim):
        return row.said_at, row.statement
    return (row.citations[0].source.said_at if row.citations else row.at), row.body


def _of_quote(cited: Citation, said_on: date) -> date | None:
    """The day that a quote names, if the whole sentence that it was taken from names one too."""
    if _WEAK.intersection(cited.flags):
        return None
    found = shelf.review_date(cited.quote, said_on)
    whole = _sentence(cited.source.text, cited.quote)
    if found is None or (whole and shelf.review_date(whole, said_on) is None):
        return None
    return found


def _sentence(text: str, quote: str) -> str:
    """The sentences of `text` that a quote was taken from, "" where it is not kept."""
    start = text.find(quote)
    if start < 0:
        return ""
    begin = max(text.rfind(stop, 0, start) for stop in _STOPS) + 1
    ends = (text.find(stop, start + len(quote)) for stop in _STOPS)
    end = min((each for each in ends if each >= 0), default=len(text) - 1)
    return text[begin : end + 1].strip()
