"""What counts as a word, and where one begins and ends, in any script.

Scripts that set spaces count by them. A Chinese or Japanese letter counts 5/8 of a word, a Korean
one too (and a Korean word with spaces around it at least one), a Thai, Lao, Khmer or Burmese one
1/4, so that five words are about as much to say in all of them. A quote may begin and end only at
a word's edge: never between the letters of a word, never between a letter and its mark, and not
where a sign belongs to the word (`C|++`, `1|,000`, `$|5`, `3|.5`, `and|/or`).
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from . import lazy
from .fold import fold
from .scripts import EAST, HANGUL, KATAKANA, SOUTH

FLOOR = 5.0  # words of a quote
DISTINCT = 3  # of its words that differ and hold letters

_PART = {"word": 1.0, "east": 5 / 8, "hangul": 5 / 8, "south": 1 / 4}


# Where letters stand side by side without spaces and every one may begin a word.
UNSPACED = lazy.regex(f"[{EAST}{SOUTH}]")
_KATAKANA = lazy.regex(f"[{KATAKANA}]")
_UNIT = lazy.regex(
    f"(?P<east>[{EAST}])|(?P<hangul>[{HANGUL}]+)|(?P<south>[{SOUTH}])"
    f"|(?P<word>[^\\s{EAST}{HANGUL}{SOUTH}]+)"
)
# Thai and Lao vowels: written before the consonant they follow in speech, and after it.
_VOWEL_FIRST = lazy.regex("[เ-ไເ-ໄ]")
_VOWEL_AFTER = lazy.regex("[ะาำๅๆະາຳໆ\N{MYANMAR VOWEL SIGN TALL AA}\N{MYANMAR VOWEL SIGN AA}]")
# They stack the next consonant under the last one (Khmer, Burmese); the last closes a syllable.
_STACKERS = frozenset(map(chr, (0x17D2, 0x1039)))
_ASAT = chr(0x103A)

_APOSTROPHES = "'" + chr(0x2019)
_DASHES = "-" + chr(0x2010) + chr(0x2011)
_RANGES = _DASHES + chr(0x2012) + chr(0x2013) + chr(0x2212)
_JOINERS = frozenset("./@_&=\\" + _APOSTROPHES + _DASHES)  # between two letters or digits
_NUMERIC = frozenset(",:+*^%" + _RANGES)  # between two digits
_AFTER = frozenset("+#%$" + "".join(map(chr, (0xB0, 0x2030, 0x20AC, 0xA3, 0xA5, 0x20B9, 0xA2))))
_BEFORE = frozenset("#@/\\~!$" + "".join(map(chr, (0x20AC, 0xA3, 0xA5, 0x20B9, 0xAC))))
_SIGNS = frozenset("+." + _RANGES)  # before a number


def measure(text: str) -> float:
    """How many words `text` counts as. Five are the floor of a quote, eight Chinese letters."""
    return sum(count for count, _ in _units(text))


def at_least(words: float, text: str) -> bool:
    """Whether `text` counts as at least `words` words; reads no further than it must."""
    count = 0.0
    for unit, _ in _units(text):
        count += unit
        if count >= words:
            return True
    return False


def is_informative(text: str) -> bool:
    """Whether at least three words of `text` differ and hold letters."""
    words: set[str] = set()
    for _, word in _units(fold(text)):
        words.update((word,) if len(word) > 1 and not _is_hangul(word[0]) else word)
        if len(words) >= DISTINCT:
            bare = {core for core in map(_core, words) if core}
            if len(bare) >= DISTINCT:
                return True
    return False


def stands(quote: str, text: str) -> bool:
    """Whether `quote` stands in `text`, letter for letter in one piece, at word edges."""
    place = text.find(quote) if quote else -1
    while place >= 0:
        if edge(text, place) and edge(text, place + len(quote)):
            return True
        place = text.find(quote, place + 1)
    return False


def core(text: str) -> tuple[int, int]:
    """Where the words of `text` begin and end, without the punctuation around them.

    A sign that belongs to a word stays: `C++`, `$5`, `50%`.
    """
    letters = [place for place, char in enumerate(text) if char.isalnum()]
    if not letters:
        return 0, 0
    start, end = letters[0], letters[-1] + 1
    while not edge(text, start):
        start -= 1
    while not edge(text, end):
        end += 1
    return start, end


def edge(text: str, place: int) -> bool:
    """Whether a word may begin or end between `text[place - 1]` and `text[place]`."""
    if place <= 0 or place >= len(text):
        return True
    before, after = text[place - 1], text[place]
    if _is_mark(after) or before in _STACKERS:
        return False
    if _is_letter(before) and _is_letter(after):
        return _between_letters(before, after, text[place + 1 : place + 2])
    return not (_belongs_left(text, place) or _belongs_right(text, place))


def _units(text: str) -> Iterator[tuple[float, str]]:
    """Each word of `text`, or letter of a script without spaces, and what it counts."""
    for unit in _UNIT.finditer(text):
        kind, word = unit.lastgroup or "", unit[0]
        if kind == "hangul":
            whole = _is_gap(text, unit.start() - 1) and _is_gap(text, unit.end())
            yield max(1.0 if whole else 0.0, _PART[kind] * len(word)), word
        elif kind != "word" or any(map(str.isalnum, word)):
            yield _PART[kind], word


def _is_gap(text: str, place: int) -> bool:
    return place < 0 or place >= len(text) or text[place].isspace()


def _is_hangul(char: str) -> bool:
    return chr(0x1100) <= char <= chr(0xD7FB) and re.match(f"[{HANGUL}]", char) is not None


def _core(word: str) -> str:
    """The word without signs around it; "" without a letter."""
    letters = "".join(char for char in word if char.isalnum())
    return letters if any(map(str.isalpha, letters)) else ""


@lru_cache(maxsize=8192)
def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _is_letter(char: str) -> bool:
    return char.isalnum() or _is_mark(char)


def _between_letters(before: str, after: str, beyond: str) -> bool:
    if not (UNSPACED.match(before) or UNSPACED.match(after)):
        return False
    if _KATAKANA.match(before) and _KATAKANA.match(after):
        return False
    closes = beyond == _ASAT
    return not (closes or _VOWEL_FIRST.match(before) or _VOWEL_AFTER.match(after))


def _belongs_left(text: str, place: int) -> bool:
    """Whether the sign after `place` belongs to the word before it."""
    before, sign, beyond = text[place - 1], text[place], text[place + 1 : place + 2]
    if before == sign and sign in "+#":
        return True
    if not _is_letter(before) or UNSPACED.match(before):
        return False
    return sign in _AFTER or _joins(before, sign, beyond)


def _belongs_right(text: str, place: int) -> bool:
    """Whether the sign before `place` belongs to the word after it."""
    beyond, sign, after = (
        text[place - 2 : place - 1] if place > 1 else "",
        text[place - 1],
        text[place],
    )
    if not _is_letter(after) or UNSPACED.match(after):
        return False
    if beyond and _is_letter(beyond):
        return _joins(beyond, sign, after)
    return sign in _BEFORE or (sign in _SIGNS and after.isdigit())


def _joins(before: str, sign: str, after: str) -> bool:
    if not after or not after.isalnum() or UNSPACED.match(after) or UNSPACED.match(before):
        return False
    return sign in _JOINERS or (sign in _NUMERIC and before.isdigit() and after.isdigit())
