"""Until when a statement holds, where its own words say so: "until Friday", "this week".

    review_date("the office is closed until Friday", date(2026, 11, 30)) --> 4 December 2026

Read by rule against the day on which it was said. A wrong date is worse than none, so there is
none for a question, for what is told of somebody, quoted, past or unsure, for a habit, for a
beginning ("from this week on", "does not open until Friday") and for a long text, which is more
than its one dated sentence. Of two readings the later one counts. The words are in shelf_words.py.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Final

from . import lazy, shelf_past
from . import shelf_words as known
from .day_words import any_of
from .quote import flags_of
from .tokens import fold

LONGEST = 500  # characters
SENTENCES = 3
LEAST = 4  # words of a sentence: "bis Freitag!" is a farewell
_WEAK = frozenset({"question", "conditional", "reported", "quoted", "code"})
_QUARTER, _YEAR = 3, 12  # months

_END = lazy.regex(r"(?<!\d)[.!?;\u2026]+(?=\s|$)|[\u3002\uff01\uff1f]|\n+")
_QUOTED = lazy.regex(
    r'"[^"\n]*"|`[^`\n]*`|[\u201c\u201e][^\u201d\u201c\n]*[\u201d\u201c]|\u00ab[^\u00bb\n]*\u00bb'
)
_TITLE = lazy.regex(r"\b[Tt]his (?:Week|Month|Year|Weekend|Sprint)\b")
_WORD = lazy.regex(r"\w+")

_DAYS = any_of(known.WEEKDAYS)
_MONTHS = any_of(known.MONTH)
_OF: Final = r"\s+(?:of\s+|de\s+|do\s+)?"


def _units(table: dict[str, str], name: str) -> str:
    return "|".join(f"(?P<{name}_{unit}>{known.either(line)})" for unit, line in table.items())


_HEAD = rf"(?<!\w){known.UNTIL}\s+(?:{known.ARTICLE}\s+)?"
_UNTIL = lazy.regex(
    _HEAD + r"(?:"
    r"(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<dotted>\d{1,2}\.\d{1,2}\.(?:\d{4})?)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|er)?\.?{_OF}(?P<month>{_MONTHS})(?:,?{_OF}(?P<year>\d{{4}}))?"
    rf"|(?P<month_us>{_MONTHS})\s+(?P<day_us>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year_us>\d{{4}}))?"
    rf"|(?:{known.END}\s+)?(?P<month_only>{_MONTHS})(?:{_OF}(?P<year_of>\d{{4}}))?"
    r"|(?P<year_only>20\d{2})"
    rf"|(?P<weekday>{_DAYS})(?P<after>\s+{known.NEXT_DAY})?"
    rf"|(?P<tomorrow>{known.TOMORROW})"
    rf"|{_units(known.ENDS, 'ends')}|{_units(known.NEXT, 'next')}"
    r")(?![\w/-]|['\u2019]s\b|\.\d)"
)
_DURING = lazy.regex(
    rf"(?<!\w)(?:{_units(known.THIS, 'this')}|{_units(known.NEXT, 'next')})(?![\w/-]|['\u2019]s\b)"
)
_FOR = {
    lazy.regex(rf"(?:^\W*|(?<=\s)){known.either(line)}(?:\s+only)?(?=\s*(?:$|[,:)\u2013\u2014-]))"
               rf"|^\W*{known.either(line)}\b"): (line, days)
    for line, days in known.SPANS.items()
}  # fmt: skip
_OPENS = lazy.regex(rf"(?<!\w){known.OPENS}(?:\s+(?:the|la|der|il|on|in|la|le))?\s*$")
_GOES_ON = lazy.regex(rf"^\s*{known.GOES_ON}(?!\w)")
_LOOSE = lazy.regex(rf"(?<!\w)(?:{known.HABIT}|{known.UNSURE}|{known.TOLD})(?!\w)")
_MAKESHIFT = lazy.regex(rf"(?<!\w){known.MAKESHIFT}(?!\w)")
_COUNTED = lazy.regex(rf"(?<!\w){known.COUNTING}\s*$")
_ENDED = lazy.regex(rf"(?<!\w)(?:{_DAYS}|wait|waits|waiting|warten|(?:{_MONTHS}))s?\s*(?:-\s*)?$")
_NOT = lazy.regex(
    r"(?<!\w)(?:not|n't|\w+n['\u2019]t|cannot|nicht|kein\w*|pas|no|non|nao|niet|geen|nie|\u043d\u0435)(?!\w)"
)
_BIDS = lazy.regex(r"^\W*(?:please\s+|bitte\s+)?(?:do\s+not|don['\u2019]t|never)\b")
_ENOUGH = lazy.regex(
    r"\b(?:all|enough|bye|nothing|it|done|thanks|good|that|alles|das|genug|tschuss|tout|rien|todo|basta|nada|tudo|tutto|niente|dag|wszystko|tyle|\u0432\u0441\u0435|\u0432\u0441\u0451)\s*[,:]?\s*$"
)


def review_date(text: str, said_on: date) -> date | None:
    """The last day on which the statement holds by its own words; None where they do not say.

    A day that would lie before `said_on` is none.
    """
    if not 0 < len(text) <= LONGEST or not _may_speak(fold(text)):
        return None
    spans = list(_sentences(text))
    if len(spans) > SENTENCES:
        return None
    found: list[date] = []
    for start, end in spans:
        said = _QUOTED.sub(" ", text[start:end])
        plain = fold(said).rstrip(" .!?;…")
        days = [] if _TITLE.search(said) else list(_dated(plain, said_on))
        if days and not _WEAK.intersection(flags_of(text, start, end)):
            found += days
    return max(found) if found else None


def speaks_of_time(text: str) -> bool:
    """Whether any words of this kind stand there, whatever is made of them."""
    plain = fold(text[:LONGEST])
    return _may_speak(plain) and any(form.search(plain) for form in (_UNTIL, _DURING, *_FOR))


def _may_speak(plain: str) -> bool:
    return not known.hints().isdisjoint(_WORD.findall(plain))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where each begins and ends, its closing mark included."""
    start = 0
    for match in _END.finditer(text):
        if text[start : match.start()].strip():
            yield start, match.end()
        start = match.end()
    if text[start:].strip():
        yield start, len(text)


def _dated(plain: str, said_on: date) -> Iterator[date]:
    """The days that one sentence names as its last."""
    words = _WORD.findall(plain)
    if len(words) < LEAST or _LOOSE.search(plain):
        return
    until = list(_UNTIL.finditer(plain))
    if shelf_past.is_past(words, plain, perfect=not until):
        return
    for match in until:
        yield from _until(match, plain, said_on)
    if not until:
        yield from _during(plain, said_on)
        for form, (line, days) in _FOR.items():
            yield from _for(form, line, days, plain, said_on)


def _during(plain: str, said_on: date) -> Iterator[date]:
    for match in _DURING.finditer(plain):
        is_open = _OPENS.search(plain[: match.start()]) or _GOES_ON.search(plain[match.end() :])
        if not is_open:
            yield from _named(match, said_on)


def _until(match: re.Match[str], plain: str, said_on: date) -> Iterator[date]:
    before = plain[: match.start()]
    counts = _COUNTED.search(before) or _ENDED.search(before)
    if counts or (_NOT.search(before) and not _BIDS.search(plain)):
        return
    try:
        last = _last(match, said_on)
    except (ValueError, OverflowError):
        return
    if last is not None and last >= said_on:
        yield last


def _for(form: re.Pattern[str], line: str, days: int, plain: str, said_on: date) -> Iterator[date]:
    for match in form.finditer(plain):
        before = plain[: match.start()]
        is_real = line != known.FOR_A_SHOW or _MAKESHIFT.search(plain)
        if is_real and not _NOT.search(before[-12:]) and not _ENOUGH.search(before):
            yield said_on + timedelta(days=days)


def _last(match: re.Match[str], today: date) -> date | None:
    """The day that stands after "until"."""
    part = {name: words for name, words in match.groupdict().items() if words}
    if "weekday" in part:
        ahead = (known.WEEKDAYS[part["weekday"]] - today.weekday() - 1) % 7 + 1
        is_next = "after" in part or f"next {part['weekday']}" in match[0]
        return today + timedelta(days=ahead + (7 if is_next else 0))
    if "tomorrow" in part:
        return today + timedelta(days=1)
    return _calendar(part, today) or next(_named(match, today), None)


def _calendar(part: dict[str, str], today: date) -> date | None:
    """The day that a date as it is written means."""
    if "iso" in part:
        return date.fromisoformat(part["iso"])
    if "dotted" in part:
        day, month, year = part["dotted"].split(".")
        return _on(int(day), int(month), year, today)
    for suffix in ("", "_us"):
        if f"day{suffix}" in part:
            number = known.MONTH[part[f"month{suffix}"]]
            return _on(int(part[f"day{suffix}"]), number, part.get(f"year{suffix}"), today)
    if "month_only" in part:
        return _end_of_month(known.MONTH[part["month_only"]], part.get("year_of"), today)
    return date(int(part["year_only"]), 12, 31) if "year_only" in part else None


def _on(day: int, month: int, year: str | None, today: date) -> date:
    """A day of a month; without a year the next that comes."""
    if year:
        return date(int(year), month, day)
    found = date(today.year, month, day)
    return found if found >= today else date(today.year + 1, month, day)


def _end_of_month(month: int, year: str | None, today: date) -> date:
    if year:
        return _months_on(date(int(year), month, 1), 1)
    return _months_on(date(today.year + (month < today.month), month, 1), 1)


def _months_on(day: date, months: int) -> date:
    """The day before the first of the month that comes so many months after that of `day`."""
    count = day.year * _YEAR + day.month - 1 + months
    return date(count // _YEAR, count % _YEAR + 1, 1) - timedelta(days=1)


def _named(match: re.Match[str], today: date) -> Iterator[date]:
    """The last day of the stretch that a match names by its group: this_week, ends_month …"""
    for name, words in match.groupdict().items():
        which, _, unit = name.partition("_")
        if words and which in ("this", "next", "ends"):
            yield _LAST[unit](today, int(which == "next"))


def _week(today: date, later: int) -> date:
    return today + timedelta(days=6 - today.weekday() + 7 * later)


_LAST: dict[str, Callable[[date, int], date]] = {
    "evening": lambda today, _: today,
    "day": lambda today, later: today + timedelta(days=later),
    "week": _week,
    "weekend": _week,
    "month": lambda today, later: _months_on(today, 1 + later),
    "quarter": lambda today, _: _months_on(today, _QUARTER - (today.month - 1) % _QUARTER),
    "year": lambda today, later: date(today.year + later, 12, 31),
}
