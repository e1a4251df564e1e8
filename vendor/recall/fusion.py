"""Reciprocal rank fusion over ids. Pure: no store, no clock.

rankings by side --> fuse --> ids, best first, with the sides that found them
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

K = 60


@dataclass(frozen=True, slots=True)
class Fused:
    """One id of the merged ranking. `score` has no unit: compare it inside one call only.

    `ranks` are the places, from 1, that it has in the rankings of `sides`.
    """

    id: str
    score: float
    sides: tuple[str, ...]
    ranks: tuple[int, ...]

    def explained(self, k: int = K) -> str:
        """How the score came about: `1/(60+1) brain + 1/(60+3) sessions = 0.0323`."""
        parts = zip(self.sides, self.ranks, strict=True)
        return f"{' + '.join(f'1/({k}+{n}) {side}' for side, n in parts)} = {self.score:.4f}"


def fuse(
    rankings: Mapping[str, Sequence[str]],
    *,
    weights: Mapping[str, float] | None = None,
    k: int = K,
) -> list[Fused]:
    """Merge rankings by reciprocal rank fusion, best first.

    An id earns `weight / (k + rank)` from each ranking that holds it; ranks start at 1. Equal
    scores keep the order in which the ids were first seen, ranking by ranking, so the first
    ranking given wins a tie.

    Source: Cormack, Clarke and Buettcher, SIGIR 2009, where k = 60 came out of a pilot study.

    Args:
        rankings: ranking name -> ids, best first, no id twice.
        weights: ranking name -> factor. A name left out counts 1.0.
        k: the damping rank. A larger k flattens the lead of rank 1.

    Raises:
        ValueError: an id stands twice in one ranking, or k is below 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    scores: dict[str, float] = {}
    places: dict[str, dict[str, int]] = {}
    for name, ids in rankings.items():
        if len(set(ids)) != len(ids):
            raise ValueError(f"an id stands twice in the ranking {name!r}")
        weight = (weights or {}).get(name, 1.0)
        for rank, ident in enumerate(ids, start=1):
            scores[ident] = scores.get(ident, 0.0) + weight / (k + rank)
            places.setdefault(ident, {})[name] = rank
    best = sorted(scores, key=lambda ident: -scores[ident])
    return [
        Fused(ident, scores[ident], tuple(places[ident]), tuple(places[ident].values()))
        for ident in best
    ]


def signal(side: str, terms: Collection[str], parts: Mapping[str, float]) -> str:
    """What one side saw in a hit: `sessions: words 7.10 + session 2.43 = 9.53 (crane, gearbox)`."""
    sums = " + ".join(f"{name} {value:.2f}" for name, value in parts.items())
    total = f" = {sum(parts.values()):.2f}" if len(parts) > 1 else ""
    return f"{side}: {sums}{total} ({', '.join(sorted(terms)) or 'no word of the question'})"
