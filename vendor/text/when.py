"""The times that a question names: "in March", "last week", "yesterday evening", "on 3 Nov 2026".

    spans("what did we say yesterday evening?", now) --> ((17:00 of yesterday, 24:00),)

Read against the aware `now`, in whose zone days begin. A month or day without a year is the latest
that has begun. What can be read in two ways (03/11/2026) is no time; neither is a bare "may".
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from . import days, lazy
from .day_words import MONTHS, NUMBERS, any_of
from .tokens import fold

Span = tuple[datetime, datetime]
MOST = 4  # times that are read in one question
LONGEST = 2_000  # characters that are looked through: a pasted log is full of times

_MONTH = any_of({month: number for month, number in MONTHS.items() if len(month) > 2})
_NUMBER = any_of({word: n for word, n in NUMBERS.items() if word.isascii() and 1 < n < 13})
_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_TH = "(?:st|nd|rd|th)?"
_HOURS = {"morning": (5, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (17, 24),
          "night": (18, 28)}  # fmt: skip
_PART = lazy.regex(r" (morning|noon|afternoon|evening|night)\b")

_FORMS = lazy.regex(
    rf"\b(?P<iso>\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?)\b"
    rf"|\b(?P<dotted>\d{{1,2}}\.\d{{1,2}}\.\d{{4}})\b(?![-.]\w)"
    rf"|\b(?P<slashed>\d{{1,2}}/\d{{1,2}}/\d{{4}})\b"
    rf"|\b(?P<day>\d{{1,2}}{_TH}\.? (?:of )?(?:{_MONTH})\b\.?,?(?: \d{{4}}\b)?)"
    rf"|\b(?P<month_day>(?:{_MONTH})\.? \d{{1,2}}{_TH}\b(?:,? \d{{4}}\b)?)"
    rf"|\b(?P<month>(?:{_MONTH})\.?,? (?:of )?\d{{4}})\b"
    rf"|\b(?:in|of|during|since|early|late|mid|last|this) (?P<bare>{_MONTH})\b(?!\.?,? \d)"
    rf"|\b(?P<back>(?:\d{{1,3}}|an?|{_NUMBER}) (?:day|week|month|year)s? ago)\b"
    rf"|\b(?P<named>(?:this|last) (?:week|month|year))\b(?! of)"
    rf"|\b(?P<spoken>yesterday|today|(?:last |on )?(?:{_WEEKDAY}))\b"
    rf"|\b(?P<tonight>tonight|last night|this (?:morning|afternoon|evening))\b"
    rf"|\b(?:in|during|of) (?P<year>(?:19|20)\d{{2}})\b(?![-./]\d)"
)  # fmt: skip

_NARROWER = lazy.regex(
    r"(?:(first|second|third|last) week|(beginning|start|early|middle|mid|end|late)(?: part)?)"
    r"(?: of| in)? (?:the )?$"
)
_THIRDS = {"beginning": 0, "start": 0, "early": 0, "middle": 1, "mid": 1, "end": 2, "late": 2}
_WEEKS = {"first": 0, "second": 1, "third": 2}
_OF_A_DAY = frozenset({"iso", "dotted", "day", "month_day", "spoken"})


def spans(text: str, now: datetime) -> tuple[Span, ...]:
    """The stretches of time that a text names, in its order; each begins before it ends."""
    found: dict[Span, None] = {}
    plain = _plain(text[:LONGEST])
    for match in _FORMS.finditer(plain):
        kind = match.lastgroup or ""
        part = _PART.match(plain, match.end()) if kind in _OF_A_DAY else None
        try:
            for span in _READ[kind](match[kind], now):
                if kind in ("month", "bare", "year"):
                    span = _narrowed(span, plain[: match.start(kind)])
                found[_within(span, part[1]) if part else span] = None
        except (ValueError, OverflowError):
            continue
    return tuple(found)[:MOST]


def _plain(text: str) -> str:
    return " ".join(text.lower().split() if text.isascii() else fold(text).split())


def _midnight(day: date, now: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)


def _period(words: str, now: datetime) -> Iterator[Span]:
    begin, end = days.period(words, now.date())
    yield _midnight(begin, now), _midnight(end, now)


def _written(words: str, now: datetime) -> Iterator[Span]:
    return _period(words.replace(".", " ").replace(" of ", " "), now)


def _dotted(words: str, now: datetime) -> Iterator[Span]:
    day, month, year = words.split(".")
    return _period(f"{year}-{month}-{day}", now)


def _slashed(words: str, now: datetime) -> Iterator[Span]:
    """Only where one of the numbers can be no month, or both are the same."""
    first, second, year = (int(part) for part in words.split("/"))
    if first <= 12 and second <= 12 and first != second:
        raise ValueError(words)
    day, month = max(first, second), min(first, second)
    return _period(f"{year}-{month}-{day}", now)


def _back(words: str, now: datetime) -> Iterator[Span]:
    """Not to the day: "two months ago" is the month, "three weeks ago" that week and its sides."""
    count, unit, ago = words.split()
    if count in NUMBERS:
        count = str(NUMBERS[count])
    ((day, _),) = [days.period(f"{count} {unit} {ago}", now.date())]
    unit = unit.removesuffix("s")
    if unit == "month":
        yield from _period(f"{day:%Y-%m}", now)
    elif unit == "year":
        yield from _period(f"{day.year}", now)
    else:
        slack = timedelta(days=3 if unit == "week" else 0)
        yield _midnight(day - slack, now), _midnight(day + slack + timedelta(days=1), now)


def _tonight(words: str, now: datetime) -> Iterator[Span]:
    if words == "last night":
        for span in _period("yesterday", now):
            yield _within(span, "night")
        return
    part = "evening" if words == "tonight" else words.removeprefix("this ")
    for span in _period("today", now):
        yield _within(span, part)


def _narrowed(span: Span, before: str) -> Span:
    """A part of a month or year: its first week, its end."""
    match = _NARROWER.search(before[-40:])
    if match is None:
        return span
    begin, end = span
    if match[1] == "last":
        return end - timedelta(days=7), end
    if match[1]:
        first = begin + timedelta(days=7 * _WEEKS[match[1]])
        return first, first + timedelta(days=7)
    third, place = (end - begin) / 3, _THIRDS[match[2]]
    return begin + place * third, begin + (place + 1) * third


def _within(span: Span, part: str) -> Span:
    begin, end = _HOURS[part]
    return span[0] + timedelta(hours=begin), span[0] + timedelta(hours=end)


_READ: dict[str, Callable[[str, datetime], Iterator[Span]]] = {
    "iso": _period, "dotted": _dotted, "slashed": _slashed, "day": _written,
    "month_day": _written, "month": _written, "bare": _period, "back": _back, "named": _period,
    "spoken": _period, "tonight": _tonight, "year": _period,
}  # fmt: skip
