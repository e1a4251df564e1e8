"""Sentences as words: what the attribution rule reads.

Each word keeps its letters and its comparison form. Contractions are taken apart (`can't` is
`can not`, `Alex's` is `Alex 's`), a name of a file, an address or an identifier stays one word
(`alex.conf` is not `alex`), and signs that matter to the reading are words of their own.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from . import lazy
from .tokens import fold, spans

LONGEST = 50_000  # characters of one statement that are read
WORDS = 80  # of one sentence; a longer one is read in pieces

_QUOTES = str.maketrans(
    dict.fromkeys("‘’‛`´ʼ＇", "'")
    | dict.fromkeys("“”„‟«»「」『』＂", '"')
    | dict.fromkeys("–—―", "—")
)
_CONTRACTED = tuple(
    (lazy.regex(found, re.I), written)
    for found, written in (
        (r"\bcan't\b|\bcannot\b|\bcant\b", "can not"),
        (r"\bain'?t\b", "is not"),
        (r"\bgonna\b", "going to"),
        (r"\bwld\b", "would"),
        (r"\bw/(?= )", "with"),
        (r"\b(?:ok|okay)'d\b", "okayed"),
        (r"\b(do|does|did|is|was|would|could|should|has|have|are|were|ai)nt\b", r"\1 not"),
        (r"\b(?:wanna|gotta)\b", "wants to"),
        (r"(?<=[a-z])\+(?=[a-z]{2})", " and "),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"'d\b", " would"),
        (r"'ll\b", " will"),
        (r"'ve\b", " have"),
        (r"'re\b", " are"),
        (r"'m\b", " am"),
    )
)
_LIGATURE = chr(0xFDFA)  # one character, eighteen letters
_MARKS = spans("300-36f 5b0-5c7 64b-65f 670 900-903 93a-94f 962 963 e31 e34-e3a e47-e4e")
_WORD = lazy.regex(
    r"(?P<clitic>'s\b|(?<=[sxzSXZ])'(?=\s[^\W\d_]))"
    rf"|(?P<word>@?[^\W_](?:[\w{_MARKS}]++|[./\\@&+-](?=[^\W_A-Z])|[-&](?=\w))*+)"
    r"|(?P<end>[.!?;。！？；।؟\n]+)"
    r'|(?P<sign>[:,"\'()\[\]—–|*#=>/+-]|[、，：])'
)
_KEY_PARTS = lazy.regex(r"[._/:\-]+")


_fold = lru_cache(maxsize=1 << 14)(fold)


class Token(NamedTuple):
    """A word or sign. `low` compares, `raw` was written, `start` is its place in the sentence."""

    low: str
    raw: str
    spaced: bool

    @property
    def capital(self) -> bool:
        """Written with a capital."""
        return self.raw[:1].isupper()

    @property
    def is_word(self) -> bool:
        """Letters or digits, not a sign."""
        return self.low[:1].isalnum() or self.raw[:1] == "@"


def plain(text: str) -> str:
    """The text with one kind of quote marks, dashes and spaces, and without invisible letters."""
    seen = unicodedata.normalize("NFKC", text[:LONGEST].replace(_LIGATURE, " ")).translate(_QUOTES)
    seen = "".join(letter for letter in seen if unicodedata.category(letter) not in ("Cf", "Cs"))
    for found, written in _CONTRACTED:
        seen = found.sub(written, seen)
    return seen


def key_words(key: str) -> str:
    """The parts of a fact key as words: `alex.decided_to_move` is `alex decided to move`."""
    return " ".join(_KEY_PARTS.sub(" ", key).split())


class Sentence(NamedTuple):
    """One sentence or line: as written, and its words."""

    text: str
    words: list[Token]
    closed: bool  # by a full stop or the like


def sentences(text: str) -> list[Sentence]:
    """The sentences and lines of a `plain` text, in order."""
    found: list[Sentence] = []
    words: list[Token] = []
    start = end = 0
    for match in _WORD.finditer(text):
        if len(words) >= WORDS:
            found.append(Sentence(text[start : match.start()], words, closed=True))
            words, start = [], match.start()
        if match.lastgroup != "end":
            raw = match.group()
            low = "'s" if match.lastgroup == "clitic" else _fold(raw).strip() or raw
            words.append(Token(low, raw, spaced=match.start() > end))
        elif _is_abbreviation(words, match):
            words[-1] = words[-1]._replace(raw=words[-1].raw + ".")
        else:
            ended = not match.group().isspace()
            found.append(Sentence(text[start : match.start()], words, closed=ended))
            words, start = [], match.end()
        end = match.end()
    found.append(Sentence(text[start:], words, closed=False))
    return [one for one in found if one.words]


def _is_abbreviation(words: list[Token], stop: re.Match[str]) -> bool:
    """The full stop of an initial or a title ends no sentence: `Alex K. signed`, `Mr. Kim`."""
    if stop.group() != "." or not words:
        return False
    last = words[-1]
    return last.capital and (
        len(last.raw) == 1 or last.low in ("mr", "mrs", "ms", "dr", "st", "sr", "jr")
    )
