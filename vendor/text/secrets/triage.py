"""Which words of a text could belong to a credential: most texts have none, and are done here.

Every word has a sort, one letter. Those that people use are remembered with theirs, so that a
text costs little more than splitting it; only spelt words are remembered, never a number or a
mixed word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from .. import lazy
from .tokens import begins_as_known
from .words import BARE_ROOTS, JOINING, RECOVERY_ROOTS, announces

_LONG = 16  # characters; a shorter run without spaces is no token that a table knows
_REMEMBERED, _WORD_LENGTH = 60_000, 24  # words, characters
_BLOCK = 400  # characters, at least; twice as many at most
# The sorts of words: nothing; a small word, as phrases are made of; a number up to 99; what
# announces a password; what announces something that has a digit; a word with a digit; four
# digits and more; a long run.
PLAIN, SMALL, COUNT, SURE, MAYBE, MIXED, DIGITS, RUN = ".", "s", "n", "k", "c", "m", "d", "L"
_SHOWN = frozenset((SURE, MAYBE, MIXED, DIGITS, RUN))
_CARD = DIGITS * 3
_SMALL = lazy.regex(r"(?:\d{1,2}[.):])?[a-z]{3,8},?")
_COUNT = lazy.regex(r"[(~+-]?\d{1,2}[.,):%]*")
_DIGIT, _FOUR_DIGITS = lazy.regex(r"\d"), lazy.regex(r"\d{4}")
_HUMP, _UNBROKEN = lazy.regex("[a-z][A-Z]"), lazy.regex("[A-Za-z0-9]{16}")
_LETTER = lazy.regex(r"[^\W\d_]")
_SPELT = lazy.regex(r"\W*[^\W\d_]+(?:['’/-][^\W\d_]+)*\W*")
# They announce what may have no digit: options of commands, and pieces of words.
_OPTION = lazy.regex(r"-[apuw]|--?(?:user|auth|storepass|keypass)|/[pu]:")
_SURE_PIECES = (
    "pass:", "privat", "bearer", "identified", "securestr", "cookie", "cvv", "cvc",
)  # fmt: skip
_SURE_PIECE = lazy.regex("|".join(_SURE_PIECES))


class Suspects(NamedTuple):
    """What of a text is worth a look.

    words: the words that could belong to a credential, in small letters, between spaces.
    shown: the same as they stand.
    runs: the long ones as they stand.
    phrase: whether enough small words stand together for a phrase of them.
    """

    words: str
    shown: str
    runs: tuple[str, ...]
    phrase: bool


class _Sorts(dict[str, str]):
    """The sort of every word; looked up in C where a word is known."""

    def __init__(self, triggers: Iterable[str]) -> None:
        spelt = sorted(filter(_LETTER.search, triggers))
        self._triggers = lazy.regex("|".join(map(re.escape, spelt)))
        # Pieces of which any word has one that announces something: most words have none.
        pieces = set(_shortest((*BARE_ROOTS, *_SURE_PIECES, *spelt)))
        self._telling = lazy.regex(_any_of(pieces))
        self._telling_ascii = lazy.regex(_any_of(filter(str.isascii, pieces)))

    def __missing__(self, word: str) -> str:
        has_digit = bool(_DIGIT.search(word))
        if has_digit and _COUNT.fullmatch(word):
            return COUNT
        sort = self._sort(word, has_digit=has_digit)
        if len(word) <= _WORD_LENGTH and not has_digit:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[word] = sort
        return sort

    def _sort(self, word: str, *, has_digit: bool) -> str:
        if not _LETTER.search(word):
            if has_digit and len(word) >= 13:
                return RUN
            return DIGITS if _FOUR_DIGITS.search(word) else MIXED if has_digit else PLAIN
        if len(word) >= _LONG and _may_be_drawn(word):
            return RUN
        lower = word.lower()
        telling = self._telling_ascii if lower.isascii() else self._telling
        if telling.search(lower) or _OPTION.match(lower):
            group = announces(word, lower)
            if group == "password" or _OPTION.match(lower) or _SURE_PIECE.search(lower):
                return SURE
            if group or self._triggers.search(lower):
                return SURE if has_digit else MAYBE
        if _SMALL.fullmatch(word) and not JOINING.fullmatch(word.rstrip(",")):
            return SMALL
        return PLAIN if not has_digit else DIGITS if _FOUR_DIGITS.search(word) else MIXED


def _shortest(pieces: Iterable[str]) -> Iterator[str]:
    """Those of which none holds another one: where one of the others stands, one of them does."""
    found: list[str] = []
    for piece in sorted(pieces, key=len):
        if not any(other in piece for other in found):
            found.append(piece)
            yield piece


def _any_of(pieces: Iterable[str]) -> str:
    """A pattern for any of them, by their first letters: so it is tried at few places."""
    begun: dict[str, list[str]] = {}
    for piece in sorted(pieces):
        begun.setdefault(piece[0], []).append(re.escape(piece[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in begun.items())


def _may_be_drawn(word: str) -> bool:
    """Unlike the names of a program: digits, many capitals, or an address with more to it."""
    digits = len(_DIGIT.findall(word))
    if digits > 1 or (digits and (word.isupper() or _UNBROKEN.search(word))):
        return True
    if len(_HUMP.findall(word)) > 2 or begins_as_known(word):
        return True
    return "://" in word and ("@" in word or "?" in word)


def _is_active(sorts: str) -> bool:
    """Whether words of these sorts, near each other, may hold a credential."""
    if SURE in sorts or RUN in sorts or _CARD in sorts:
        return True
    return MAYBE in sorts and (DIGITS in sorts or MIXED in sorts)


class Triage:
    """Looks for suspects; `triggers` are pieces of words that the forms ask for."""

    def __init__(self, triggers: Iterable[str]) -> None:
        self._triggers = tuple(triggers)

    @cached_property
    def _sorts(self) -> _Sorts:
        return _Sorts((*self._triggers, *RECOVERY_ROOTS))

    def regions(self, text: str) -> Iterator[tuple[str, Suspects]]:
        """The pieces of the text that are worth a look, each with what is around it."""
        words = text.split()
        sorts = "".join(map(self._sorts.__getitem__, words))
        phrase = SMALL * 10 in sorts.replace(COUNT, "")
        if not phrase and not _is_active(sorts):
            return
        if phrase or len(text) <= 2 * _BLOCK:
            yield text, _suspects(words, sorts, phrase=phrase)
            return
        known = dict(zip(words, sorts, strict=True))
        for piece in self._pieces(text, known):
            words = piece.split()
            yield piece, _suspects(words, self._again(words, known), phrase=False)

    def _pieces(self, text: str, known: Mapping[str, str]) -> Iterator[str]:
        """The active blocks with those beside them, as many together as stand together."""
        blocks = list(pairwise((0, *_cuts(text))))
        sorts = [self._again(text[a:b].split(), known) for a, b in blocks]
        # What is announced at the end of a block stands in the next.
        active = [
            place for place, _ in enumerate(blocks) if _is_active("".join(sorts[place : place + 2]))
        ]
        wanted = sorted({near for place in active for near in range(place - 1, place + 3)})
        start, end = 0, 0
        for begin, stop in (blocks[place] for place in wanted if 0 <= place < len(blocks)):
            if begin > end:
                yield text[start:end]
                start = begin
            end = stop
        yield text[start:end]

    def _again(self, words: Iterable[str], known: Mapping[str, str]) -> str:
        """The sorts of words of which most were sorted in this text before."""
        return "".join([known.get(word) or self._sorts[word] for word in words])


def _suspects(words: Sequence[str], sorts: str, *, phrase: bool) -> Suspects:
    pairs = list(zip(words, sorts, strict=True))
    shown = f" {' '.join([word for word, sort in pairs if sort in _SHOWN])} "
    runs = tuple([word for word, sort in pairs if sort == RUN])
    return Suspects(small(shown), shown, runs, phrase)


def _cuts(text: str) -> Iterator[int]:
    """Where blocks end: at the end of a line, else at a space, else anywhere."""
    at = 0
    while at < len(text):
        end = text.find("\n", at + _BLOCK, at + 2 * _BLOCK) + 1
        end = end or text.find(" ", at + _BLOCK, at + 2 * _BLOCK) + 1
        at = end or min(at + 2 * _BLOCK, len(text))
        yield at


def small(text: str) -> str:
    """In small letters, and as long: a few capitals have small forms of two letters."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one := c.lower()) == 1 else c for c in text)
