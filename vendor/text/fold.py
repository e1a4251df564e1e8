"""Comparison forms: when two spellings are the same words, and two values the same value.

`fold` is the form in which quotes are compared. It forgives what a keyboard, a phone or a model
changes without meaning to: case, runs of white space (and, beside a Chinese or Japanese letter,
whether there is any), the shape of quote marks, dashes and the ellipsis, Unicode composition,
presentation ligatures, full width, and letters that nobody sees.
It forgives no letter: `ano` is not `año`, `m²` is not `m2`, a Cyrillic `а` is not an `a`. So it
is narrower than NFKC on purpose, and narrower than the form that search uses (tokens.py).

`normal_value` is the form in which the values of facts are compared; it adds plain numbers and
dates whose month is a word. Quotes are resolved in quote.py, with the map that `folded` gives.
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from . import lazy
from .scripts import EAST

# Code points that show nothing: controls, joiners, direction marks, soft hyphen, fillers, tags.
_UNSEEN = (
    (0x00, 0x08), (0x0E, 0x1F), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x034F, 0x034F),
    (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180E, 0x180E), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFC), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE00FF),
)  # fmt: skip
# They choose how the letter before them is drawn: kept in a stored text, no matter to a quote.
_SELECTORS = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))


def _class(ranges: tuple[tuple[int, int], ...]) -> str:
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


UNSEEN = lazy.regex(f"[{_class(_UNSEEN)}]+")
_IGNORED = lazy.regex(f"[{_class(_UNSEEN)}{_class(_SELECTORS)}]")

_SINGLE = "'`\N{ACUTE ACCENT}\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}" + (
    "\N{SINGLE LOW-9 QUOTATION MARK}\N{SINGLE HIGH-REVERSED-9 QUOTATION MARK}\N{PRIME}"
    "\N{REVERSED PRIME}\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}"
    "\N{HEBREW PUNCTUATION GERESH}\N{ARMENIAN APOSTROPHE}"
)
_DOUBLE = '"\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE PRIME}' + (
    "\N{DOUBLE LOW-9 QUOTATION MARK}\N{DOUBLE HIGH-REVERSED-9 QUOTATION MARK}"
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    "\N{REVERSED DOUBLE PRIME QUOTATION MARK}\N{DOUBLE PRIME QUOTATION MARK}"
    "\N{LOW DOUBLE PRIME QUOTATION MARK}\N{LEFT CORNER BRACKET}\N{RIGHT CORNER BRACKET}"
    "\N{LEFT WHITE CORNER BRACKET}\N{RIGHT WHITE CORNER BRACKET}\N{HEBREW PUNCTUATION GERSHAYIM}"
)
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl", "st", "st")
SPELLED = {
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{MIDLINE HORIZONTAL ELLIPSIS}": "...",
    "\N{MINUS SIGN}": "-",
    "\N{GREEK SMALL LETTER FINAL SIGMA}": "\N{GREEK SMALL LETTER SIGMA}",
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DOUBLE, '"'),
    **{chr(0xFF01 + place): chr(0x21 + place) for place in range(94)},
    **{chr(0xFB00 + place): spelled for place, spelled in enumerate(_LIGATURES)},
}
# Vowels and final consonants of conjoining Hangul are letters that compose like marks.
_JAMO = frozenset(map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))))
DOTTED_I = "i" + chr(0x307)  # what a Turkish capital I becomes in lower case
_SPACES = ("", " ", "\n")
_LINE_ENDS = frozenset("\n\v\f\r" + "".join(map(chr, (0x85, 0x2028, 0x2029))))
# Chinese and Japanese letters, and punctuation as wide as they are.
_WIDE = lazy.regex(
    f"[{EAST}{_class(((0x3001, 0x3004), (0x3008, 0x301F), (0xFF01, 0xFF0F)))}"
    f"{_class(((0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF65)))}]"
)
_OPTION = lazy.regex(r"-{2,}+(?=(\w?))")

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_MONTHS = {name: place for place, name in enumerate(_MONTH_NAMES, 1)}
_MONTHS |= {name[:3]: place for name, place in _MONTHS.items()} | {"sept": 9}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + ")"
_DAY_FIRST = lazy.regex(rf"(?<![\w.,/-])(\d{{1,2}}) {_MONTH}\.?,? (\d{{4}})(?![\w-])")
_MONTH_FIRST = lazy.regex(rf"(?<![\w.,/-]){_MONTH}\.? (\d{{1,2}}),? ?(\d{{4}})(?![\w-])")
_THOUSANDS = lazy.regex(r"(?<![\w.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,]*\w)")
_TRAILING = " .,;:!" + "".join(
    map(chr, (0x3002, 0x3001, 0xFF61, 0xFF64, 0x06D4, 0x060C, 0x061B, 0x0964))
)


def fold(text: str) -> str:
    """The words of `text` without the differences that are forgiven. White space is not trimmed."""
    return folded(text)[0]


def folded(text: str) -> tuple[str, list[int]]:
    """`fold(text)`, and for each of its characters the place in `text` that it came from.

    What one letter with its marks, a ligature or an ellipsis gives has one place, the first.
    """
    out: list[str] = []
    places: list[int] = []
    was_wide, gap = False, (-1, "")
    for place, letter, is_wide in _letters(text):
        if letter.isspace():
            gap = (gap[0] if gap[1] else place, max(gap[1], letter, key=_SPACES.index))
            continue
        if space := _space(gap[1], wide=was_wide or is_wide):
            out.append(space)
            places.append(gap[0])
        if letter == '"' and not (out and out[-1].isdigit()):
            letter = "'"
        out.extend(letter)
        places.extend([place] * len(letter))
        was_wide, gap = is_wide, (-1, "")
    if space := _space(gap[1], wide=was_wide):
        out.append(space)
        places.append(gap[0])
    joined = "".join(out)
    return _short_dashes(joined, places) if "--" in joined else (joined, places)


def _space(gap: str, *, wide: bool) -> str:
    """What is left of white space. Beside a Chinese letter it is no more than a line's end."""
    return gap.strip(" ") if wide else gap and " "


def same_value(one: str, other: str) -> bool:
    """Whether two values of one fact are the same. Different spellings of a unit are not."""
    return normal_value(one) == normal_value(other)


def normal_value(text: str) -> str:
    """The form in which values of facts are compared; never shown.

    Equal are: forms of one Unicode text, upper and lower case, white space, full stops, commas,
    colons and exclamation marks at the end, `1,000` and `1000`, and a day written `2027-03-14`,
    `14 March 2027` or `March 14, 2027`. A question mark is kept: a doubt is not the value.
    Everything cleverer (numeric day and month, units, number words, negation) is a difference.
    """
    plain = fold(text).strip()
    value = plain.rstrip(_TRAILING) or plain
    value = _DAY_FIRST.sub(lambda m: _iso(m, year=3, month=2, day=1), value)
    value = _MONTH_FIRST.sub(lambda m: _iso(m, year=3, month=1, day=2), value)
    return _THOUSANDS.sub(lambda m: m[0].replace(",", ""), value)


def _letters(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each letter with its marks: where it begins, folded, and whether it is a wide one."""
    start, cluster = 0, ""
    for place, char in enumerate(text):
        kind = _kind(char)
        if kind == "mark" and cluster:
            cluster += char
        elif kind != "unseen":
            if cluster:
                yield start, *_one(cluster)
            start, cluster = place, char
    if cluster:
        yield start, *_one(cluster)


@lru_cache(maxsize=8192)
def _kind(char: str) -> str:
    if _IGNORED.match(char):
        return "unseen"
    return "mark" if char in _JAMO or unicodedata.category(char).startswith("M") else "letter"


@lru_cache(maxsize=8192)
def _one(cluster: str) -> tuple[str, bool]:
    """One letter with its marks, folded, and whether it is as wide as a Chinese one."""
    if cluster.isspace():
        return "\n" if cluster in _LINE_ENDS else " ", False
    letters = unicodedata.normalize("NFC", cluster)
    letters = "".join(SPELLED.get(char, char) for char in letters).lower()
    letters = letters.replace(DOTTED_I, "i")
    letters = "".join(_spelled(char) for char in unicodedata.normalize("NFC", letters))
    return unicodedata.normalize("NFC", letters), _WIDE.match(cluster) is not None


def _spelled(char: str) -> str:
    return "-" if unicodedata.category(char) == "Pd" else SPELLED.get(char, char)


def _short_dashes(text: str, places: list[int]) -> tuple[str, list[int]]:
    """`--` for a dash becomes one `-`; before an option (`--force`) and in a word it stays."""
    kept = bytearray(b"\x01") * len(text)
    for run in _OPTION.finditer(text):
        start, stop = run.span()
        before = text[start - 1 : start]
        if not run[1] or before.isalnum():
            kept[start + 1 : stop] = bytes(stop - start - 1)
    short = "".join(char for char, keep in zip(text, kept, strict=True) if keep)
    return short, [place for place, keep in zip(places, kept, strict=True) if keep]


def _iso(match: re.Match[str], *, year: int, month: int, day: int) -> str:
    try:
        return date(int(match[year]), _MONTHS[match[month]], int(match[day])).isoformat()
    except ValueError:
        return match[0]
