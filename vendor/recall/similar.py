"""Two names for one fact, caught where they arise: keys that may mean what a new key means.

Candidates come from the search, by the words of the key, words for the same things, and what is
told under it; text/alike.py says which of them are alike. So the cost does not grow with the
number of keys. Nothing is decided here: a person may fold two keys into one with `alias_key`.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations, takewhile
from typing import Any

from ..brain.brain import Brain
from ..brain.model import Fact
from ..text import words
from ..text.alike import ALIKE, Told, key_words, likeness, synonyms
from . import hits
from .conversation import MINE

OFFERED = 3
_FOUND = 20  # facts that one search brings
_READ = 8  # of them, whose claims are read
_SHARED = 200  # keys that share a word, when pairs are looked for among all


def similar_keys(
    brain: Brain, told: Told, audiences: Collection[str] = MINE
) -> list[dict[str, Any]]:
    """Up to three facts that may be the one told, likeliest first.

    Each has `key`, and `value` and `date` of what stands, or `disputed`: then no side is shown.
    """
    found = []
    for key in _candidates(brain, told, audiences):
        fact = brain.fact(key, audiences=audiences)
        if fact is not None and fact.live and (score := likeness_of(fact, told)) >= ALIKE:
            found.append((-score, fact.key, fact))
    return [_shown(fact) for _, _, fact in sorted(found, key=lambda each: each[:2])[:OFFERED]]


def likeness_of(fact: Fact, told: Told) -> float:
    """How alike the fact is to what is told: by the best of its claims, under any of its keys."""
    names = (fact.key, *fact.aliases)
    return max(
        likeness(Told(name, claim.value, claim.statement), told)
        for name in names
        for claim in fact.live[-4:]
    )


def _candidates(brain: Brain, told: Told, audiences: Collection[str]) -> list[str]:
    """Keys of facts that share words with it, the likeliest by key and sentence first."""
    named = [word for part in told.key.split(".") for word in part.split("_")]
    meant = (other for word in key_words(told.key) for other in sorted(synonyms(word)))
    asked = (" ".join((*named, *meant)), f"{told.statement} {told.value} {' '.join(named)}")
    near: dict[str, float] = {}
    for text in asked:
        for hit in _facts(brain, text, audiences):
            if hit.id != told.key:
                near[hit.id] = likeness(Told(hit.id, "", hit.text), told)
    ranked = sorted((-score, key) for key, score in near.items() if score > 0)
    return [key for _, key in ranked[:_READ]]


def _facts(brain: Brain, text: str, audiences: Collection[str]) -> Iterable[Any]:
    found = brain.search(words.query(text), limit=_FOUND, audiences=audiences)
    return (hit for hit in found if hit.kind == "fact")


def _shown(fact: Fact) -> dict[str, Any]:
    if fact.disputed:
        return {"key": fact.key, "disputed": f"{hits.ASK}, no value may be picked"}
    newest = fact.live[-1]
    return {"key": fact.key, "value": fact.value or newest.value, "date": newest.said_at[:10]}


def twins(
    facts: Sequence[Fact], *, late: Callable[[], bool] = lambda: False
) -> list[tuple[Fact, Fact]]:
    """Pairs of facts that may be one, likeliest first; once it is `late`, of those compared so far.

    Each has a live claim. Compared are those whose keys share a word, or words for one thing, that
    few keys have.
    """
    told = [Told(fact.key, fact.live[-1].value, fact.live[-1].statement) for fact in facts]
    sharing: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(told):
        for word in frozenset[str]().union(*map(synonyms, each.words)):
            sharing[word].append(place)
    pairs = {
        pair
        for places in sharing.values()
        if len(places) <= _SHARED
        for pair in combinations(places, 2)
    }
    in_time = takewhile(lambda _: not late(), pairs)
    scored = ((likeness(told[one], told[other]), one, other) for one, other in in_time)
    alike = sorted((-score, one, other) for score, one, other in scored if score >= ALIKE)
    return [(facts[one], facts[other]) for _, one, other in alike]
