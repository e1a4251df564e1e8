"""Days as people write them: `2026-11-03`, `3 Nov 2026`, `last week`, `yesterday`, `90 days`.

    period("last week", today) --> the first day, and the day after the last

Nothing is guessed: `03/11/2026` is two different days for two people, and is refused.
"""

from datetime import date, timedelta

from . import lazy
from .day_words import MONTHS
from .tokens import fold

FORMS = "write a day as 2026-11-03, or yesterday, last week, 90 days, 1 year"
_UNITS = {"d": "day", "w": "week", "y": "year"}
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ISO = lazy.regex(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_BACK = lazy.regex(r"(?:(?:last|past) )?(\d{1,5}|an?) ?(d|w|y|day|week|month|year)s?(?: ago)?")
_NAMED = lazy.regex(r"(this|last) (day|week|month|year)")
_DAY_FIRST = lazy.regex(r"(\d{1,2})(?:st|nd|rd|th)?\.? ([^\W\d]+)(?: (\d{4}))?")
_MONTH_FIRST = lazy.regex(r"([^\W\d]+)(?: (\d{1,2})(?:st|nd|rd|th)?)?(?: (\d{4}))?")
_FEBRUARY = timedelta(days=28)

Period = tuple[date, date]


def period(text: str, today: date) -> Period:
    """The first day that `text` means, and the day after the last.

    A day or month without a year is the latest that has begun. `90 days` is the day that many
    days before `today`.

    Raises:
        ValueError: it is no day, or one that can be read in two ways; the sentence says how to
            write it.
    """
    words = " ".join(fold(text).replace(",", " ").split())
    for read in (_iso, _spoken, _back, _named, _day_first, _month_first):
        try:
            found = read(words, today)
        except (ValueError, OverflowError):
            raise ValueError(f"there is no day {text.strip()[:40]!r}; {FORMS}") from None
        if found is not None:
            return found
    raise ValueError(f"{text.strip()[:40]!r} is no day that can be read; {FORMS}")


def _iso(words: str, today: date) -> Period | None:
    match = _ISO.fullmatch(words)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    if day:
        return _one(date(year, month, day))
    return _month(year, month) if month else (date(year, 1, 1), date(year + 1, 1, 1))


def _one(day: date) -> Period:
    return day, day + timedelta(days=1)


def _month(year: int, month: int) -> Period:
    return date(year, month, 1), _later(date(year, month, 1), 1)


def _later(first: date, months: int) -> date:
    """The first day of a month some months later, or earlier."""
    count = first.year * 12 + first.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def _spoken(words: str, today: date) -> Period | None:
    if words in ("today", "yesterday"):
        return _one(today - timedelta(days=int(words == "yesterday")))
    name = words.removeprefix("last ").removeprefix("on ")
    if name not in _WEEK:
        return None
    return _one(today - timedelta(days=(today.weekday() - _WEEK.index(name) - 1) % 7 + 1))


def _back(words: str, today: date) -> Period | None:
    match = _BACK.fullmatch(words)
    if match is None:
        return None
    count = 1 if match[1] in ("a", "an") else int(match[1])
    unit = _UNITS.get(match[2], match[2])
    if unit in ("day", "week"):
        return _one(today - timedelta(days=count * (7 if unit == "week" else 1)))
    first = _later(today.replace(day=1), -count * (12 if unit == "year" else 1))
    last = (_later(first, 1) - timedelta(days=1)).day
    return _one(first.replace(day=min(today.day, last)))


def _named(words: str, today: date) -> Period | None:
    match = _NAMED.fullmatch(words)
    if match is None:
        return None
    is_last, unit = match[1] == "last", match[2]
    if unit == "day":
        return _one(today - timedelta(days=int(is_last)))
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * int(is_last))
        return monday, monday + timedelta(days=7)
    if unit == "month":
        first = _later(today.replace(day=1), -int(is_last))
        return first, _later(first, 1)
    year = today.year - int(is_last)
    return date(year, 1, 1), date(year + 1, 1, 1)


def _day_first(words: str, today: date) -> Period | None:
    match = _DAY_FIRST.fullmatch(words)
    if match is None or match[2] not in MONTHS:
        return None
    return _dated(int(match[1]), MONTHS[match[2]], match[3], today)


def _month_first(words: str, today: date) -> Period | None:
    match = _MONTH_FIRST.fullmatch(words)
    if match is None or match[1] not in MONTHS:
        return None
    return _dated(int(match[2] or 0), MONTHS[match[1]], match[3], today)


def _dated(day: int, month: int, year: str | None, today: date) -> Period:
    """A day of a month, or a whole month where `day` is 0."""
    if year:
        return _one(date(int(year), month, day)) if day else _month(int(year), month)
    last_day = (_later(date(2000, month, 1), 1) - timedelta(days=1)).day
    if day > last_day:
        raise ValueError
    # A leap day is at most eight years back.
    begun = [
        each
        for each in range(today.year, today.year - 9, -1)
        if (month, day) != (2, 29) or _later(date(each, 2, 1), 1) - date(each, 2, 1) > _FEBRUARY
        if date(each, month, max(day, 1)) <= today
    ]
    return _dated(day, month, str(begun[0]), today)
