"""The words of an answer in the form in which they are read: folded, contractions spelled out."""

from . import lazy
from .mentions import numerals
from .tokens import fold

_SIGNS = str.maketrans(
    dict.fromkeys("’‘`´ʼ", "'")
    | dict.fromkeys("¿¡", " ")
    | dict.fromkeys("。｡।۔", "\n")
    | dict.fromkeys("、､،—–", ",")
    | {"…": "...", "；": ";", "→": "->", "⇒": "->", "➜": "->"}
)
_SPELLED_OUT = (
    (lazy.regex(r"\b(?:can't|cannot)\b"), "can not"),
    (lazy.regex(r"\bain't\b"), "is not"),
    (lazy.regex(r"n't\b"), " not"),
    (lazy.regex(r"'s\b"), " is"),
    (lazy.regex(r"'re\b"), " are"),
    (lazy.regex(r"'ve\b"), " have"),
    (lazy.regex(r"'m\b"), " am"),
    # `14:e` and `21:a` are numbers, as `14th` is
    (lazy.regex(r"(?<=[0-9]):(?:e|a|n|s|en|an)\b"), ""),
)


def spoken(words: str) -> str:
    """`words` folded, with Chinese numerals as digits; sentence ends and commas stay."""
    text = fold(words.translate(_SIGNS))
    for found, written in _SPELLED_OUT:
        text = found.sub(written, text)
    return numerals(text.replace("'", " "))
