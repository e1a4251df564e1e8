"""Does a fact say otherwise than a line? By rule: the same subject, another value of its kind.

A line is held against what is stated under a key: it must hold every word of the statement, or of
the key, that is not the value; then its own value differs. A number or a date is another one where
none of its figures are missing from the fact; a word is another one where the line has about as
many words left. What is cleverer would be a guess, and this is shown to a person, not acted on.
"""

from collections.abc import Collection

from ..brain.brain import Brain
from ..brain.model import Claim, Fact
from ..text import cues, lazy, quote, sentences, words
from ..text.fold import fold

FOUND = 8  # facts that are looked at
_FIGURES = lazy.regex(r"\d+")
_SPARE = 1  # words that a line may have more than the value


def otherwise(brain: Brain, line: str, about: Collection[str], audiences: Collection[str]) -> str:
    """The key of a live fact that says otherwise, "" where none does.

    `about` are words that say of whom a line is, and tell nothing else.
    """
    if not (query := words.query(line)).terms:
        return ""
    for row in brain.search(query, limit=FOUND, audiences=audiences):
        fact = brain.fact(row.id, audiences=audiences) if row.kind == "fact" else None
        if fact is not None and fact.live and _differs(fact, line, frozenset(about)):
            return fact.key
    return ""


def _differs(fact: Fact, line: str, about: frozenset[str]) -> bool:
    values = fact.values()
    standing = [c for c in values if fact.disputed or not fact.value or c.value == fact.value]
    claims = standing or list(values)
    if not claims or any(_agrees(claim, line) for claim in claims):
        return False
    return any(_is_about(fact, claim, line, about) for claim in claims)


def _agrees(claim: Claim, line: str) -> bool:
    """Whether the value stands in the line, in the same figures where it has some."""
    if denies(line) != denies(claim.statement):
        return False
    if quote.stands(fold(claim.value), fold(line)):
        return True
    own = _figures(claim.value)
    return bool(own) and own <= _figures(line)


def _is_about(fact: Fact, claim: Claim, line: str, about: frozenset[str]) -> bool:
    told, value = words.informative(line) - about, words.informative(claim.value)
    spoken = (claim.statement, claim.quote, sentences.key_words(fact.key))
    subjects = [words.informative(each) - value - about for each in spoken]
    if not any(len(subject) > 1 and subject <= told for subject in subjects):
        return False
    if denies(line) != denies(claim.statement):
        return value <= told
    if own := _figures(claim.value):
        return bool(_figures(line) - own - _figures(f"{claim.statement} {claim.quote}"))
    left = told.difference(value, *subjects)
    return 0 < len(left) <= len(value) + _SPARE


def _figures(text: str) -> frozenset[int]:
    return frozenset(int(figure[:18]) for figure in _FIGURES.findall(fold(text)))


def denies(text: str) -> bool:
    """Whether a text holds a word of denial."""
    return not cues.NEGATORS.isdisjoint(fold(text).replace("'", "").split())
