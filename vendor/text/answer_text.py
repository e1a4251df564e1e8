"""The words of an answer in the form in which they are read: folded, contractions spelled out."""

import re

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
    (re.compile(r"\b(?:can't|cannot)\b"), "can not"),
    (re.compile(r"\bain't\b"), "is not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'s\b"), " is"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'m\b"), " am"),
    # `14:e` and `21:a` are numbers, as `14th` is
    (re.compile(r"(?<=[0-9]):(?:e|a|n|s|en|an)\b"), ""),
)


def spoken(words: str) -> str:
    """`words` folded, with Chinese numerals as digits; sentence ends and commas stay."""
    text = fold(words.translate(_SIGNS))
    for found, written in _SPELLED_OUT:
        text = found.sub(written, text)
    return numerals(text.replace("'", " "))
