"""What FTS5 is given for a text, and the words it makes of it.

`indexed(text)` writes a text so that `porter unicode61 remove_diacritics 2` makes of it exactly
the tokens we mean, and `stems(text)` names the same tokens without SQLite. Four things are added
to the plain words, each as one word of its own, so that they are found whole and in an index of
any `detail` level (a phrase query needs the largest):

    MEM-4711, llm.max_tokens, /etc/hosts   every two neighbouring pieces, joined
    C++, C#, #42, .env                     the signs, written as letters
    9f3a2c1…                               the first seven letters of a commit hash
    静安的办公室                           scripts without spaces: every two, and the last

Signs become letters of the private use area, which the tokenizer keeps and no text can bring in.
words.py asks with the same words.
"""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from . import lazy
from .porter import stem

TOKENIZE = "porter unicode61 remove_diacritics 2"
# Version of the rules below. Stored texts must be indexed anew when it changes.
TOKENS = 1

JOIN = chr(0xE02D)  # not U+E000: its last two bytes are equal, and Porter would drop one of them
_HASH = chr(0xE001)
_HASH_LENGTH = 7


def spans(text: str) -> str:
    """The inside of a regular expression's class, from code points in hex: `41-5a 5f`."""
    return "".join("-".join(chr(int(end, 16)) for end in span.split("-")) for span in text.split())


# Left out: zero width, bidi, soft hyphen, variation selectors. They stand inside words. The one
# ligature (fdfa) would become eighteen letters.
_INVISIBLE = lazy.regex(
    f"[{spans('ad 34f 61c 180b-180e 200b-200f 202a-202e 2060-206f fdfa fe00-fe0f feff')}]"
)
# Latin, Cyrillic, Hebrew and Arabic marks; an Indic or Thai mark carries a vowel and stays.
_ACCENTS = lazy.regex(
    f"[{spans('300-36f 483-487 591-5bd 5bf 5c1 5c2 5c4 5c5 610-61a 64b-65f 670 6d6-6dc')}]"
)
_PRIVATE = lazy.regex(f"[{spans('e000-f8ff f0000-10ffff')}]")
_LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ħ": "h",
}


def _kept_marks() -> dict[int, str]:
    """Vowel signs of scripts that need them, as letters: the tokenizer would cut the word there."""
    blocks = ((0x0900, 0x1100, 0xE100), (0x1780, 0x1800, 0xF000))
    return {
        mark: chr(to + mark - first)
        for first, end, to in blocks
        for mark in range(first, end)
        if unicodedata.category(chr(mark)) in ("Mn", "Mc")
    }


_SPELL = str.maketrans(_LETTERS) | _kept_marks()
# The tokenizer also takes unassigned code points and 21 rare letters otherwise than Python.
_SEPARATORS = lazy.regex(f"[^\\w{spans('1-7f e000-f8ff')}]|[{spans('19b0-19c9 1cf2 1cf3')}]")

# Scripts written without spaces (Hangul has some, but its particles stick to the word).
_HAN = spans(
    "3005-3007 3021-3029 3041-30ff 3105-312f 31f0-31ff 3400-4dbf 4e00-9fff ac00-d7a3 20000-3ffff"
)
_THAI = spans("e01-eff 1000-103f 1050-109f 1780-17df")
_THAI_MARKS = spans("e601-e8ff f000-f0ff")
RUN = lazy.regex(f"[{_HAN}{_THAI}{_THAI_MARKS}]+")

# In a folded text every character that is no ASCII sign and no space is part of a word. (The
# classes are small and negated: wide ones of Unicode take milliseconds each to compile.)
_A = f"[^{spans('0-2f 3a-60 7b-7f')}]"
_PIECE = lazy.regex(f"{_A}+")
COMPOUND = lazy.regex(f"(?<!{_A}){_A}++(?:[-_./\\\\:@=#~&+]{{1,3}}{_A}++)++")
_SIGNED = lazy.regex(
    rf"(?<!{_A})[a-z][a-z0-9]{{0,15}}(?:\+\+|#(?!{_A}))|#[0-9]++|(?<!{_A})(?<![_.])\.[a-z]++"
)
_THOUSANDS = lazy.regex(r"(?<![0-9a-z,.])[0-9]{1,3}(?:,[0-9]{3})++(?![0-9a-z,])")
_COUNTED = lazy.regex(rf"([0-9]++)([^{spans('0-7f')}])")
_HEX = lazy.regex(f"(?<!{_A})(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{{7,64}}(?!{_A})")
# What may stand around a plain word; `.`, `#` and `+` belong to some words on one side.
_OPENING, _CLOSING = "\"'([{*_`<", ".,;:!?\"')]}*_`>"


def fold(text: str) -> str:
    """Comparison form for search: lower case, no accents, compatibility forms made one.

    Looser than the comparison of quotes, and not for them: here `m²` is `m2` and `ano` is `año`.
    """
    if text.isascii():
        return text.lower().replace("\0", " ")
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", _PRIVATE.sub(" ", folded)))
    return _SEPARATORS.sub(" ", unicodedata.normalize("NFC", bare).translate(_SPELL))


def indexed(text: str) -> str:
    """What FTS5 is handed for `text`: the same string every time, so that a delete finds it."""
    plain = _folded(text)
    extra: list[str] = []
    if not plain.isascii():
        extra.extend(match[0] for match in _COUNTED.finditer(plain) if RUN.match(match[2]))
        plain = RUN.sub(lambda run: " " + " ".join(pairs(run.group())) + " ", plain)
    extra.extend(_whole(plain))
    return f"{plain} {' '.join(extra)}" if extra else plain


def stems(text: str) -> Iterator[str]:
    """Every token that FTS5 makes of `indexed(text)`, stemmed; order and repeats as they come."""
    return map(stem, _PIECE.findall(indexed(text)))


def plain_pieces(text: str) -> list[str]:
    """The words of a text without those that `indexed` adds and without runs."""
    plain = _folded(text)
    return _PIECE.findall(plain if plain.isascii() else RUN.sub(" ", plain))


def pieces(text: str) -> list[str]:
    """The words of a folded text: runs of letters and digits."""
    return _PIECE.findall(text)


def units(run: str) -> list[str]:
    """The characters of a run without spaces; a Thai letter keeps its marks."""
    if run.isalnum():
        return list(run)
    letters: list[str] = []
    for sign in run:
        if sign.isalnum() or not letters:
            letters.append(sign)
        else:
            letters[-1] += sign
    return letters


def pairs(run: str) -> list[str]:
    """Two-character words of a run, and its last character (so that one character is a prefix)."""
    letters = units(run)
    return [a + b for a, b in pairwise(letters)] + letters[-1:]


def joined(compound: str) -> list[str]:
    """Neighbouring pieces of a folded compound, two and two: `a.b_c` -> a-b, b-c."""
    parts = pieces(compound)
    return [left + JOIN + right for left, right in pairwise(parts)]


def signed(word: str) -> str:
    """`c++`, `#42` or `.env` with its signs written as letters."""
    return "".join(sign if sign.isalnum() else chr(0xE000 + ord(sign)) for sign in word)


def short_hash(word: str) -> str | None:
    """The word under which a commit hash of any length is found, or None for anything else."""
    return _HASH + word[:_HASH_LENGTH] if _HEX.fullmatch(word) else None


def _folded(text: str) -> str:
    """`fold`, at the price of the non-ASCII words only where these are few."""
    if text.isascii() or len(text.encode("utf-8", "replace")) > len(text) * 9 // 8:
        return fold(text)
    return " ".join(map(fold, text.split()))


def _whole(plain: str) -> Iterator[str]:
    """The added words of a folded text, from the few of its words that hold a sign or a digit."""
    signs: list[str] = []
    words = plain.split()
    for word in [w for w in words if not (w.isalpha() or (w[:-1].isalpha() and w[-1] != "#"))]:
        core = word.lstrip(_OPENING).rstrip(_CLOSING)
        if not core.isalnum():
            signs.append(word)
        elif len(core) >= _HASH_LENGTH and not core.isdigit() and (short := short_hash(core)):
            yield short
    if signs:
        yield from _joined_words(" ".join(signs))


def _joined_words(plain: str) -> Iterator[str]:
    for compound in COMPOUND.findall(plain):
        for pair in joined(compound):
            yield pair
            if pair[0] == "v" and pair[1].isdigit():
                yield pair[1:]
    for match in _SIGNED.finditer(plain):
        yield signed(match.group())
    for match in _THOUSANDS.finditer(plain):
        yield match.group().replace(",", "")
    for match in _HEX.finditer(plain):
        yield _HASH + match.group()[:_HASH_LENGTH]
