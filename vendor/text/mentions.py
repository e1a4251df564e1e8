"""Which of a few shown values a sentence mentions: in full, by what is theirs alone, or by place.

`14 March 2027` and `21 March 2027` are told apart by `14`, `the 21st`, `einundzwanzigste` or
`二十一号`, not by `March`. A value may be a day, a number, a name, a phrase, in any script.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from . import answer_words as vocabulary
from . import lazy
from .answer import Shown
from .day_words import MONTHS, NUMBERS, any_of
from .porter import stem
from .tokens import RUN, fold, units


class Mention(NamedTuple):
    """Where a sentence speaks of a value, and which one of those shown."""

    start: int
    end: int
    value: int


class Day(NamedTuple):
    """A day as far as it is told; 0 is not told."""

    day: int = 0
    month: int = 0
    year: int = 0


@dataclass(frozen=True, slots=True)
class Value:
    """What can be recognised of a value."""

    phrase: str
    day: Day | None
    numbers: frozenset[str]
    words: frozenset[str]
    said: str


class Atom(NamedTuple):
    """A date, a number or a word of a text."""

    start: int
    end: int
    kind: str
    day: Day
    word: str


LONGEST = 500  # characters of a value that are looked at
_HAN_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
}
_HAN_NUMBER = lazy.regex(
    "(?<!第)[零〇一二两三四五六七八九十百]+(?=[年月日号號点點时時个個人名年级])"
)
_MONTH = rf"(?P<month>{any_of(MONTHS)})"
_DAY = (
    r"(?:(?P<d>\d{1,2})(?:st|nd|rd|th|er|e|o|a|de|ste|ten|\.)?"
    rf"|(?P<w>{any_of(NUMBERS)}))"
)
_YEAR = r"(?:,? ?(?:de |of )?(?P<y>\d{4}))?"
_ISO = lazy.regex(r"(?<![\w.,/-])(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?![\w/-])")
_DOTTED = lazy.regex(r"(?<![\w.,/-])(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?P<y>\d{4})(?![\w/-])")
_EASTERN = lazy.regex(
    r"(?:(?P<y>\d{4})\s*[年년]\s*)?(?P<m>\d{1,2})\s*[月월]\s*(?:(?P<d>\d{1,2})\s*[日号號일]?)?"
)
_EASTERN_DAY = lazy.regex(r"(?P<d>\d{1,2})\s*[日号號일](?!本)")
_DAY_MONTH = lazy.regex(
    rf"(?<!\w)(?:the )?{_DAY},? ?(?:of |de |di |van |den )?{_MONTH}\b\.?{_YEAR}"
)
_MONTH_DAY = lazy.regex(rf"(?<!\w){_MONTH}\.? (?:the )?{_DAY}(?!\w){_YEAR}")
_MONTH_ALONE = lazy.regex(rf"(?<!\w){_MONTH}(?!\w)(?! (?:be|have|not|well)\b)(?: (?P<y>\d{{4}}))?")
_DATES = (_ISO, _DOTTED, _EASTERN, _EASTERN_DAY, _DAY_MONTH, _MONTH_DAY, _MONTH_ALONE)
# A Chinese, Japanese or Korean letter ends a number as a space does.
_BEFORE, _AFTER = (
    r"(?<![^\W\u3041-\u9fff\uac00-\ud7a3])(?<![.,:/-])",
    r"(?![^\W\u3041-\u9fff\uac00-\ud7a3])",
)
_NUMBER = lazy.regex(
    rf"{_BEFORE}(?P<n>\d+(?:[.:,/-]\d+)*)(?:st|nd|rd|th|er|e|o|a|de|ste|ten)?{_AFTER}"
)
_COMMAS, _POINTS = lazy.regex(r"\d{1,3}(?:,\d{3})+"), lazy.regex(r"\d{1,3}(?:\.\d{3})+")
_NUMBER_WORD = lazy.regex(rf"(?<!\w)(?P<n>{any_of(NUMBERS)})(?!\w)")
_WORD = lazy.regex(r"[^\W_](?:\w|[-'.](?=\w))*+")
_OF_MONTH = lazy.regex(rf" (?:of |de |di )?{_MONTH}\b")
_OPTION = lazy.regex("one|option|个|個|つ目|번째")
_CALLED = r"(?:option|number|value|answer|nr|nummer|numero|choice|variante|opcion)"
_PLACE_BEFORE = lazy.regex(rf"(?:\b{_CALLED}\.? ?|#|第)$")
_PLACE = lazy.regex(
    rf"(?<!\w)(?:\b{_CALLED}\.? ?#?|#)(?P<named>[1-9])(?!\w)|^\W*(?P<bare>[1-9])\W*$"
)


def values(shown: Sequence[Shown]) -> list[Value]:
    """What to look for, one of each of those shown."""
    return [_value(one) for one in shown]


def _value(one: Shown) -> Value:
    phrase = " ".join(_plain(one.value[:LONGEST]).split()).strip(" .,;:!")
    found = list(_atoms(phrase))
    days = [atom.day for atom in found if atom.kind == "day"]
    return Value(
        phrase=phrase,
        day=days[0] if len(days) == 1 else None,
        numbers=frozenset(atom.word for atom in found if atom.kind == "number"),
        words=frozenset(atom.word for atom in found if atom.kind == "word"),
        said=one.date,
    )


def mentions(statement: str, known: Sequence[Value]) -> list[Mention]:
    """Every mention of exactly one of the values, in order; the statement has its `numerals`."""
    text = statement
    found: list[Mention] = []
    for mention in (*_in_full(text, known), *_by_place(text, known), *_by_part(text, known)):
        if all(mention.end <= other.start or mention.start >= other.end for other in found):
            found.append(mention)
    return sorted(found)


def unknown_value(statement: str, known: Sequence[Value]) -> bool:
    """Does it name a day or number that none of the values has?"""
    return any(atom.kind != "word" and not _having(atom, known) for atom in _atoms(statement))


def _plain(text: str) -> str:
    return numerals(fold(text))


def numerals(text: str) -> str:
    """Chinese numerals before a counter as digits: 二十一号 -> 21号. Lengths may change."""
    return _HAN_NUMBER.sub(lambda match: str(_han(match.group())), text)


def _han(text: str) -> int:
    total, digit = 0, 0
    for sign in text:
        if sign == "十":
            total, digit = total + (digit or 1) * 10, 0
        elif sign == "百":
            total, digit = total + (digit or 1) * 100, 0
        else:
            digit = (
                digit * 10 + _HAN_DIGITS[sign] if digit and "十" not in text else _HAN_DIGITS[sign]
            )
    return total + digit


def _atoms(text: str) -> Iterator[Atom]:
    """The days, numbers and words of a folded text; each character belongs to one."""
    free = _Free(len(text))
    for rule in _DATES:
        for match in rule.finditer(text):
            if (day := _day(match)) and free.take(match):
                yield Atom(match.start(), match.end(), "day", day, "")
    for match in (*_NUMBER.finditer(text), *_NUMBER_WORD.finditer(text)):
        if free.take(match):
            yield Atom(match.start(), match.end(), "number", Day(), _number(match["n"]))
    for match in filter(free.take, _WORD.finditer(text)):
        yield from _words(match)


class _Free:
    """Which characters of a text belong to nothing yet."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def take(self, match: re.Match[str]) -> bool:
        """Take the characters of a match; False when one of them is taken."""
        start, end = match.span()
        if any(self._taken[start:end]):
            return False
        self._taken[start:end] = b"\1" * (end - start)
        return True


def _words(match: re.Match[str]) -> Iterator[Atom]:
    start, word = match.start(), match.group()
    runs = list(RUN.finditer(word))
    edges = [0, *(edge for run in runs for edge in run.span()), len(word)]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        if first < last:
            yield Atom(start + first, start + last, "word", Day(), stem(word[first:last]))
    for run in runs:
        letters = units(run.group())
        if len(letters) == 1:
            yield Atom(start + run.start(), start + run.end(), "word", Day(), letters[0])
        at = start + run.start()
        for left, right in pairwise(letters):
            yield Atom(at, at + len(left) + len(right), "word", Day(), left + right)
            at += len(left)


def _day(match: re.Match[str]) -> Day | None:
    told = match.groupdict()
    day = int(told.get("d") or 0) or NUMBERS.get(told.get("w") or "", 0)
    month = MONTHS.get(told.get("month") or "", 0) or int(told.get("m") or 0)
    if match.re is _DOTTED and "/" in match.group() and day <= 12:
        return None  # numeric day and month are not guessed
    return Day(day, month, int(told.get("y") or 0)) if day <= 31 and month <= 12 else None


def _number(text: str) -> str:
    """`1,350`, `1350` and, where no decimals can be meant, `1.350` are one number."""
    if text in NUMBERS:
        return str(NUMBERS[text])
    return text.replace(",", "") if _COMMAS.fullmatch(text) else text


def _in_full(text: str, known: Sequence[Value]) -> Iterator[Mention]:
    """Values written out; the longest first, so that `not allowed` is not `allowed`."""
    order = sorted(range(len(known)), key=lambda place: len(known[place].phrase), reverse=True)
    taken: list[tuple[int, int]] = []
    for place in order:
        phrase = known[place].phrase
        if not phrase or any(phrase == known[other].phrase for other in order if other != place):
            continue
        edge = "" if RUN.search(phrase[:1] + phrase[-1:]) else r"(?![\w])"
        start = "" if RUN.match(phrase) else r"(?<![\w.,:/-])"
        for match in re.finditer(start + re.escape(phrase) + edge, text):
            if _PLACE_BEFORE.search(text[: match.start()][-12:]):
                continue
            if all(match.end() <= first or match.start() >= last for first, last in taken):
                taken.append(match.span())
                yield Mention(match.start(), match.end(), place)


def _by_place(text: str, known: Sequence[Value]) -> Iterator[Mention]:
    """`the second one`, `option 2`, `the newer one`."""
    yield from _by_ordinal(text, known)
    days = _numbers_of(known)
    for match in _PLACE.finditer(text):
        number = int(match["named"] or match["bare"])
        if number <= len(known) and (match["named"] or number not in days):
            yield Mention(match.start(), match.end(), number - 1)
    said = sorted((value.said, place) for place, value in enumerate(known) if value.said)
    if len({day for day, _ in said}) == len(known):
        for rule, (_, place) in ((vocabulary.NEWER, said[-1]), (vocabulary.OLDER, said[0])):
            yield from (Mention(match.start(), match.end(), place) for match in rule.finditer(text))


def _by_ordinal(text: str, known: Sequence[Value]) -> Iterator[Mention]:
    """`the second` is a place, unless it is the day of a value or of a month."""
    days = _numbers_of(known)
    for place, rule in enumerate(vocabulary.ORDINALS[: len(known)]):
        for match in rule.finditer(text):
            option = _OPTION.search(text[match.start() : match.end() + 5])
            dated = _OF_MONTH.match(text, match.end())
            if not dated and (place + 1 not in days or option):
                yield Mention(match.start(), match.end(), place)


def _numbers_of(known: Sequence[Value]) -> frozenset[int]:
    days = {value.day.day for value in known if value.day}
    return frozenset(days) | {
        int(number) for value in known for number in value.numbers if number.isdecimal()
    }


def _by_part(text: str, known: Sequence[Value]) -> Iterator[Mention]:
    for atom in sorted(_atoms(text)):
        having = _having(atom, known)
        if len(having) == 1:
            yield Mention(atom.start, atom.end, having[0])


def _having(atom: Atom, known: Sequence[Value]) -> list[int]:
    """Which values have this day, number or word."""
    if atom.kind == "word":
        return [place for place, value in enumerate(known) if atom.word in value.words]
    if atom.kind == "number":
        return [place for place, value in enumerate(known) if _has_number(value, atom.word)]
    return [place for place, value in enumerate(known) if _agrees(atom.day, value)]


def _has_number(value: Value, number: str) -> bool:
    told = {str(value.day.day), str(value.day.year)} - {"0"} if value.day else set()
    whole = number.replace(".", "") if _POINTS.fullmatch(number) else number
    return bool({number, whole} & (value.numbers | told))


def _agrees(day: Day, value: Value) -> bool:
    if value.day is None:
        return bool(day.day) and not day.month and str(day.day) in value.numbers
    return all(not told or told == own for told, own in zip(day, value.day, strict=True))
