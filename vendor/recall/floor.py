"""The relevance floor: whether what was found is worth saying unasked. Pure: no store, no clock.

It is decided from the evidence of a hit, not from the length of the question:

    cover    how much of the question the hit holds, each word by its rarity in what was ever said;
             a word that nobody ever said counts most, and nobody holds it
    count    how many of its words the hit holds; an identifier (`MEM-4711`) counts as several
    chance   how many messages would hold as much by chance; from about seven on it tells nothing

    evidence = cover + 0.3 ln(count) - 0.25 chance

Of one side's hits the best decides for the side: where it clears the floor, those with three
quarters of what that takes are shown with it. The numbers were fitted on the tune halves of
bench/silence.py; how far the best hit is ahead of the rest, the share of words nobody said, and
capitals were tried there and gained nothing reliable.
"""

import math
from collections.abc import Collection, Iterable

from ..sessions.spread import Spread
from ..text import tokens, words

# What must be reached, by the setting `recall_floor`.
NEEDED = {"low": 0.56, "normal": 0.7, "high": 0.8}
RIDES = 0.75  # of it, for a hit that is shown beside one that reaches it
COUNTED = 0.3
MOST = 5.0  # words; from there on more of them say no more
CHANCE = 0.25
ALLOWED = 2.0  # ln of as many messages as may hold as much by chance
NAMED = 4.0  # words that an identifier counts as
NAME = 2.0  # times the rarity of a word that it has
PAIR = 0.5  # times, that a two-character word has which nobody said: its neighbours overlap it
FEWEST = 500  # messages: with fewer, rarity cannot be told apart
MANY = 5_000  # messages: with fewer, that nobody said a word says less
LEAST = 0.5  # of its weight that such a word keeps


class Floor:
    """The floor for one question.

    Args:
        query: the question.
        spread: how common its words are; an empty one takes all for equally rare.
        setting: a key of `NEEDED`.
    """

    def __init__(self, query: words.Query, spread: Spread, setting: str = "normal") -> None:
        self._rows = max(FEWEST, spread.rows)
        self._unsaid = min(1.0, max(LEAST, math.log(spread.rows + 1) / math.log(MANY)))
        self._names = frozenset(query.identifiers)
        self._rarity = {
            label: self._rare(label, spread.holding.get(label, 0.0))
            for label in words.needles(query)
        }
        self._all = sum(self._rarity.values())
        self._needed = NEEDED[setting]

    def evidence(self, held: Collection[str]) -> float:
        """How much speaks for a hit that holds these terms of the question; 0.0 for none."""
        found = [label for label in self._rarity if label in held]
        if not found:
            return 0.0
        mass = sum(self._rarity[label] for label in found)
        count = min(MOST, sum(NAMED if label in self._names else 1 for label in found))
        chance = max(0.0, math.log(self._rows) - ALLOWED - mass)
        return max(0.0, mass / self._all + COUNTED * math.log(count) - CHANCE * chance)

    def clears(self, held: Collection[str]) -> bool:
        """Whether a hit that holds these terms is worth saying by itself."""
        return self.evidence(held) >= self._needed

    def rides(self, held: Collection[str]) -> bool:
        """Whether it is worth showing beside one that clears the floor."""
        return self.evidence(held) >= self._needed * RIDES

    def speaks(self, ranking: Iterable[Collection[str]]) -> bool:
        """Whether any of these hits clears the floor."""
        return any(self.clears(held) for held in ranking)

    def _rare(self, label: str, holding: float) -> float:
        """What a word weighs that so many messages hold."""
        weight = max(0.1, math.log((max(0.0, self._rows - holding) + 0.5) / (holding + 0.5)))
        if not holding:
            weight *= self._unsaid * (PAIR if tokens.RUN.search(label) else 1.0)
        return NAME * weight if label in self._names else weight
