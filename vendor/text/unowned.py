"""Decisions that nobody is said to have made: `It was decided to move`, `Es wurde beschlossen`.

In a record about one person such a sentence is an ellipsis for that person, unless somebody else
stands in it: `the court's decision`, `it was decided by the board`, `Dana called and it was …`.
"""

from collections.abc import Sequence

from .english import is_other
from .english_verbs import DECISION, DESIRE, VERBS
from .english_words import ADJECTIVES, OTHERS
from .predicate import is_adverb, low
from .sentences import Token
from .tongue import Tongue

Words = Sequence[Token]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_MADE = _set("decided agreed resolved settled determined concluded chosen opted elected vowed")
_PLAIN = _set("decided agreed")
_WISHED = _set("preferred requested wished wanted desired promised demanded")
_NOUNS = _set("decision decisions choice verdict agreement consensus resolution conclusion call")
_BE = _set("is was are were be been 's has had have got gets now")
_TAKEN = _set(
    "made taken reached final fixed definite settled unanimous to that against not for fell stands "
    "in on : met"
)
_OPENS = _set("to that on not against for in upon : — , . with")
_OWNS = _set("of by from between among")
_SHARED = _set("agreement consensus")
_DONE = _set("made taken reached")
_ARTICLES = _set("the a an our their his her its")
_DETERMINERS = _set("the a an this that no some any there final firm clear")
_PREPOSITIONS = _set("in on for")


def unowned(words: Words) -> str | None:
    """The kind of an English decision or wish that has no owner in its sentence, or None."""
    for at in range(len(words)):
        kind = _it_was(words, at) or _noun(words, at)
        if kind and not _is_owned(words, at):
            return kind
    return None


def in_tongue(words: Words, one: Tongue) -> bool:
    """The same in another language: one of its phrases, with nothing but openers before it."""
    if one.ends and not any(word.low in one.by for word in words):
        last = [word.low for word in words if word.is_word]
        return any(one.nobody.fullmatch(" ".join(last[-count:])) for count in (1, 2, 3))
    for place in range(min(len(words), 5)):
        if place and not _leads(words[place - 1], one):
            return False
        ahead = " ".join(word.low for word in words[place : place + 12])
        found = one.nobody.match(ahead)
        if found:
            behind = ahead[found.end() :].split(" ", 2)[1:2]
            return not (behind and behind[0] in one.by)
    return False


def _leads(word: Token, one: Tongue) -> bool:
    return word.low in one.lead or word.low in one.glue or not word.is_word


def _it_was(words: Words, at: int) -> str | None:
    """`it was decided`, `it has been agreed that`, `it is preferred to`."""
    word = low(words, at)
    if word not in _MADE | _WISHED:
        return None
    place = at - 1
    while is_adverb(words, place) and low(words, place) not in ("it", "that"):
        place -= 1
    first = place
    while low(words, place) in _BE or (place < first and is_adverb(words, place)):
        place -= 1
    if place == first or (low(words, place) != "it" and place >= 0):
        return None
    if word in _PLAIN:
        return None if low(words, at + 1) in ("by", "in") and place >= 0 else DECISION
    after = low(words, at + 1)
    while after and is_adverb(words, at + 1) and after not in _OPENS:
        at += 1
        after = low(words, at + 1)
    if word in _WISHED:
        return DESIRE if after in ("to", "that", "not") and place >= 0 else None
    return DECISION if after in _OPENS or not after else None


def _noun(words: Words, at: int) -> str | None:
    """`the decision was made`, `a choice was made`, `decision to move`, `there was agreement`."""
    if low(words, at) not in _NOUNS:
        return None
    start = at - 1
    while low(words, start) in ADJECTIVES or low(words, start) in _DETERMINERS | _BE:
        start -= 1
    if start >= 0 and words[start].is_word and not is_adverb(words, start):
        return None
    if low(words, at + 1) == "to":
        return DECISION if _is_base(low(words, at + 2)) else None
    there = "there" in {low(words, place) for place in range(start + 1, at)}
    return DECISION if _is_taken(words, at, opens=start < 0, there=there) else None


def _is_taken(words: Words, at: int, *, opens: bool, there: bool) -> bool:
    """Does what stands behind a decision say that it was made, or what it was?"""
    noun, place = low(words, at), at + 1
    while low(words, place) in _BE or (place > at + 1 and is_adverb(words, place)):
        place += 1
    has_been, word = place > at + 1, low(words, place)
    if noun == "call":
        return has_been and word == "made"
    if opens and word in _DONE and low(words, place + 1) in ("", ":"):
        return True
    if noun in _SHARED and word in _DONE | {"in"}:
        return False
    if word in _PREPOSITIONS and not there:
        # `the decision in the case`: a decision, and nothing of it
        return False
    return word in _TAKEN and (has_been or there or word in ("fell", "stands"))


def _is_base(word: str) -> bool:
    form = VERBS.get(word)
    return bool(word) and (form is None or "base" in form.shapes)


def _is_owned(words: Words, at: int) -> bool:
    """Does somebody else stand before it, or right behind it?"""
    before = range(at)
    if low(words, at - 1) == "'s" or any(low(words, n) in OTHERS for n in before):
        return True
    if any(is_other(words, n) for n in before):
        return True
    later = range(at + 7, min(len(words), at + 16))
    if any(low(words, n) == "by" and _names_owner(words, n) for n in later):
        return True
    return any(_names_owner(words, n) for n in range(at + 1, min(len(words), at + 7)))


def _names_owner(words: Words, place: int) -> bool:
    """`by the caretaker`, `of the court`, `between Dana and Tom`; not `by Friday`."""
    if low(words, place) not in _OWNS:
        return False
    articled = low(words, place + 1) in _ARTICLES
    owner = low(words, place + 1 + articled)
    name = place + 1 + articled < len(words) and words[place + 1 + articled].capital
    direct = articled and low(words, place) == "by" and owner not in _DAYS
    return direct or owner in OTHERS or (name and owner not in _DAYS)


_DAYS = _set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december christmas easter "
    "end start time weekend"
)
