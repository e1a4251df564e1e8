"""Do two fact keys name one thing? `team.headcount` and `company.team_size` do.

A key is what its words say, in any order: stems, a small table of words for one thing, and
abbreviations (`prod`, `msg`). What is told under it counts too: words of the statements, and
values of one kind. Words of two keys that tell things apart are a veto: `brisbane` and `perth`,
`a` and `b`, `start` and `end`, `ip` and `port`.

`likeness` is a number from 0 to 1 to sort by; ALIKE and more is worth asking a person.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from . import lazy
from .alike_words import CATEGORIES, CONTRASTS, FILLERS, GENERIC, GROUPS
from .fold import normal_value
from .porter import stem
from .stop_words import ENGLISH, WEAK
from .tokens import fold, pieces

ALIKE = 0.45

_ISO = lazy.regex(r"\d{4}-\d\d-\d\d")
_KINDS = (
    ("date", lazy.regex(r".*\d{4}-\d\d-\d\d|\d{1,2} [a-z]{3,9}\b|[a-z]{3,9} \d{1,2}\b.*")),
    ("ip", lazy.regex(r"\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?")),
    ("url", lazy.regex(r"[a-z]+://\S+|(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?")),
    ("email", lazy.regex(r"[^\s@]+@[^\s@]+\.[a-z]+")),
    ("time", lazy.regex(r"\d{1,2}:\d\d(?: ?[ap]m)?")),
    ("phone", lazy.regex(r"\+\d[\d ()-]{6,}")),
    ("number", lazy.regex(r"[$€£]? ?-?\d[\d.,]*(?: ?\S{1,12}){0,3}")),
)
_APART = frozenset(("date", "ip", "url", "email", "time", "phone"))


def _entries(table: str) -> list[str]:
    return [entry.strip() for entry in table.split("|")]


def _stems(entry: str) -> list[str]:
    return [stem(word) for word in entry.split() if word != "="]


class _Tables(NamedTuple):
    """What the words of keys are held against, stemmed.

    lines: per stem the entries of words for one thing that it stands in.
    told: which of these entries tell what is said of a thing.
    contrasting: per stem the sets of words that tell keys apart and hold it.
    """

    lines: dict[str, frozenset[int]]
    told: frozenset[int]
    contrasting: dict[str, list[frozenset[str]]]
    categories: frozenset[str]
    generic: frozenset[str]
    alone: frozenset[str]


@cache
def _tables() -> _Tables:
    found: dict[str, set[int]] = {}
    told = set()
    for place, line in enumerate(_entries(GROUPS)):
        if line.startswith("="):
            told.add(place)
        for word in _stems(line):
            found.setdefault(word, set()).add(place)
    contrasts = [frozenset(_stems(line)) for line in _entries(CONTRASTS)]
    return _Tables(
        {word: frozenset(lines) for word, lines in found.items()},
        frozenset(told),
        {word: [line for line in contrasts if word in line] for line in contrasts for word in line},
        frozenset(map(stem, CATEGORIES)),
        frozenset(map(stem, GENERIC)),
        frozenset(map(stem, ("user", "users", "key", "name", "item", "entry"))),
    )


_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Told:
    """A key and what is told under it: one value and the sentence that says it."""

    key: str
    value: str = ""
    statement: str = ""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the key, stemmed, each once, without those that only join."""
        return key_words(self.key)

    @cached_property
    def last(self) -> frozenset[str]:
        """The words of its last part."""
        return frozenset(key_words(f"_.{self.key.rpartition('.')[2]}"))

    @cached_property
    def says(self) -> frozenset[str]:
        """The stems of the statement that are not of the value."""
        plain = {word for word in pieces(fold(self.statement)) if word not in ENGLISH | WEAK}
        return frozenset(map(stem, plain)) - self.value_words

    @cached_property
    def value_words(self) -> frozenset[str]:
        """The stems of the value."""
        return frozenset(map(stem, pieces(fold(self.value))))

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that the statement writes with a capital, its first one left out."""
        found = re.findall(r"(?<=[\w,] )[^\W\d_a-z]\w+", self.statement)
        return frozenset(stem(fold(word)) for word in found) - self.value_words

    @cached_property
    def kind(self) -> str:
        """What kind of value it is: date, ip, url, email, time, phone, number, or "" for words."""
        plain = normal_value(self.value)
        return next((kind for kind, rule in _KINDS if rule.fullmatch(plain)), "")


@lru_cache(maxsize=1 << 15)
def key_words(key: str) -> tuple[str, ...]:
    """The stems of a key's words, in order, each once."""
    found: dict[str, None] = {}
    for part in key.split("."):
        words = part.split("_")
        for word in words:
            if word and not (len(words) > 1 and word in FILLERS):
                found[stem(word)] = None
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def synonyms(word: str) -> frozenset[str]:
    """The stems that may name the same as this one, itself among them."""
    lines = _tables().lines.get(word, _NOTHING)
    return frozenset({word, *(other for other, where in _tables().lines.items() if where & lines)})


def likeness(one: Told, other: Told) -> float:
    """How likely it is that both keys name one thing; 0 when something tells them apart."""
    left, right, matched = _matched(one.words, other.words)
    if not matched or _told_apart(one, other, left, right):
        return 0.0
    shared = sum(_weight(word) + _weight(twin) for word, twin in matched) / 2
    lost = _lost(left, other) + _lost(right, one)
    both = bool(_strange(left, other)) and bool(_strange(right, one))
    key = shared / (shared + lost)
    return max(0.0, 0.6 * key + 0.25 * _said_alike(one, other) + _valued(one, other) - 0.25 * both)


def _matched(
    one: Iterable[str], other: Iterable[str]
) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """What is left of each key's words, and the words that both have."""
    left, right = list(one), list(other)
    matched: list[tuple[str, str]] = []
    for rule in (str.__eq__, _is_one):
        for word in list(left):
            twin = next((each for each in right if rule(word, each)), None)
            if twin is not None:
                left.remove(word)
                right.remove(twin)
                matched.append((word, twin))
    # a word said twice over: `ip_address` for `ip`, `due_date` for `deadline`
    both = [word for pair in matched for word in pair]
    left = [word for word in left if not _again(word, both)]
    return left, [word for word in right if not _again(word, both)], matched


def _again(word: str, matched: Iterable[str]) -> bool:
    return any(
        _tables().lines.get(word, _NOTHING) & _tables().lines.get(each, _NOTHING)
        for each in matched
    )


@lru_cache(maxsize=1 << 15)
def _is_one(word: str, other: str) -> bool:
    if any(other in line for line in _tables().contrasting.get(word, ())) and word != other:
        return bool(
            _tables().lines.get(word, _NOTHING)
            & _tables().lines.get(other, _NOTHING) - _tables().told
        )
    if _tables().lines.get(word, _NOTHING) & _tables().lines.get(other, _NOTHING):
        return True
    short, long = sorted((word, other), key=len)
    return _is_abbreviation(short, long)


def _is_abbreviation(short: str, long: str) -> bool:
    """`prod` of `production`, `msg` of `message`; a longer word may have one letter wrong."""
    if short.isdigit() or long.isdigit() or len(short) < 3:
        return False
    if long.startswith(short) and len(long) - len(short) >= 2:
        return True
    bare = long[0] + re.sub("[aeiou]", "", long[1:])
    return len(short) <= 4 and short[0] == long[0] and re.sub(r"(.)\1", r"\1", bare) == short


def _told_apart(one: Told, other: Told, left: list[str], right: list[str]) -> bool:
    if any(
        word in line
        for each in right
        for line in _tables().contrasting.get(each, ())
        for word in left
    ):
        return True
    left, right = _telling(left, one), _telling(right, other)
    if all(any(_told(word) for word in words) for words in (left, right)):
        return True
    marks = [[word for word in words if _is_mark(word)] for words in (left, right)]
    if all(marks):
        return True
    kinds = {one.kind, other.kind}
    if len(kinds) == 2 and kinds <= _APART:
        return True
    if _in_one_place(_unsaid(left, other), _unsaid(right, one), one, other):
        return True
    return _names_apart(one, other, left, right)


def _in_one_place(left: list[str], right: list[str], one: Told, other: Told) -> bool:
    """Whether words that nothing explains take the same place in both keys.

    `office.brisbane.rent` and `office.perth.rent`: one is said instead of the other. What a key is
    filed under (`network.router_address`) or how it is told (`router.admin_ip`) is said besides.
    """
    for word in left:
        for each in right:
            besides = {word, each} & _tables().categories or _told(word) or _told(each)
            if (word in one.last) == (each in other.last) or not besides:
                return True
    return False


def _telling(words: Iterable[str], told: Told) -> list[str]:
    """Without words that tell nothing: `user.editor` is about the editor, `db.user` the user."""
    return [
        word
        for word in words
        if word not in _tables().generic or (word in _tables().alone and told.last == {word})
    ]


def _told(word: str) -> bool:
    return word not in _tables().categories and bool(
        _tables().lines.get(word, _NOTHING) & _tables().told
    )


def _is_mark(word: str) -> bool:
    """A number or a letter: `1`, `b`, `v2`, `2027`."""
    return len(word) == 1 or any(map(str.isdigit, word))


def _names_apart(one: Told, other: Told, left: list[str], right: list[str]) -> bool:
    """Names of one key or its sentence that the other side has other names for."""
    mine = one.names - other.says - set(other.words) - other.value_words
    theirs = other.names - one.says - set(one.words) - one.value_words
    keyed = (mine & set(one.words)) | (theirs & set(other.words))
    return bool(keyed and (mine or left) and (theirs or right)) or bool(mine and theirs)


def _strange(words: Iterable[str], other: Told) -> list[str]:
    """Those that neither the other's sentence nor a general word explains."""
    return [
        word
        for word in _unsaid(words, other)
        if word not in _tables().categories | _tables().generic
    ]


def _unsaid(words: Iterable[str], other: Told) -> list[str]:
    known = other.says | other.value_words
    return [word for word in words if not synonyms(word) & known]


def _weight(word: str) -> float:
    if word in _tables().generic:
        return 0.2
    if word in _tables().categories:
        return 0.5
    return 1.0 if word in _tables().lines else 1.3


def _lost(words: Iterable[str], other: Told) -> float:
    """What unmatched words weigh: little where the other's sentence has them."""
    strange = set(_strange(words, other))
    return sum(_weight(word) * (1.0 if word in strange else 0.25) for word in words)


def _said_alike(one: Told, other: Told) -> float:
    mine, theirs = _meant(one), _meant(other)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def _meant(told: Told) -> frozenset[str | int]:
    """The statement's words, those for one thing by their first line."""
    return frozenset(
        min(_tables().lines[word]) if word in _tables().lines else word for word in told.says
    )


def _valued(one: Told, other: Told) -> float:
    if one.value and normal_value(one.value) == normal_value(other.value):
        return 0.15
    return 0.1 if one.kind == other.kind else 0.0
