"""What a fact comes to, from its claims and settlements alone. Pure; no table, no clock.

    claims that agree                      one value stands
    live claims that differ                disputed, and nothing stands
    a settlement                           its value stands; the others are filed under it
      ... the standing value said again    support
      ... a filed value, from before it    filed too
      ... anything else                    disputed again

Values are compared by their normal forms (text/fold.py), which the caller passes in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

LIVE = "live"
CHANGED = "changed"
WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Said:
    """One claim. `n` is its place in the order of folding, `said_at` when its source spoke."""

    n: int
    value: str
    said_at: int
    principal: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """One settlement: the value that stands, and for each other one `changed` or `wrong`."""

    n: int
    value: str
    others: Mapping[str, str]
    said_at: int


@dataclass(slots=True)
class Standing:
    """What the events come to.

    states: claim -> live, changed, wrong or withdrawn.
    stands: the first claim of the one live value; None when there is none or several.
    settled: the newest settlement, which a later claim may have reopened (`disputed`).
    """

    states: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    settled: Ended | None = None

    @property
    def live(self) -> list[int]:
        """The claims that are live, oldest first."""
        return sorted(n for n, state in self.states.items() if state == LIVE)

    @property
    def disputed(self) -> bool:
        """Whether live claims differ."""
        return len({self.values[n] for n in self.live}) > 1

    @property
    def stands(self) -> int | None:
        """The claim that gives the fact its value."""
        return self.live[0] if self.live and not self.disputed else None


def derive(events: Iterable[Said | Ended], *, changing: bool = False) -> Standing:
    """Follow claims and settlements in order of `n`.

    Args:
        events: a withdrawn claim is there all the same; a settlement that was undone is not.
        changing: a person declared that this key changes: the principal's newest statement is
            current and their older ones are history. Anyone else's other value still disputes.
    """
    standing = Standing()
    said: dict[int, Said] = {}
    for event in sorted(events, key=lambda each: each.n):
        if isinstance(event, Ended):
            _end(standing, event)
            continue
        said[event.n] = event
        standing.values[event.n] = event.value
        standing.states[event.n] = _state(standing, event)
        if changing and event.principal:
            _current(standing, said)
    return standing


def _state(standing: Standing, said: Said) -> str:
    if said.withdrawn:
        return WITHDRAWN
    settled = standing.settled
    if settled is None or said.value == settled.value or said.said_at >= settled.said_at:
        return LIVE
    return settled.others.get(said.value, LIVE)


def _end(standing: Standing, ended: Ended) -> None:
    before, standing.settled = standing.settled, ended
    stood = [n for n, state in standing.states.items() if state != WITHDRAWN]
    its_own = [n for n in stood if standing.values[n] == ended.value]
    clash = before is not None and before.value != ended.value and not standing.disputed
    for n in its_own:
        standing.states[n] = LIVE
    # Two brains that settled one dispute differently and were merged: a person is asked again.
    if clash and its_own:
        return
    for n in stood:
        if standing.states[n] == LIVE:
            standing.states[n] = ended.others.get(standing.values[n], LIVE)


def _current(standing: Standing, said: Mapping[int, Said]) -> None:
    mine = [n for n in standing.live if said[n].principal]
    if not mine:
        return
    newest = max(mine, key=lambda n: (said[n].said_at, n))
    for n in mine:
        if standing.values[n] != standing.values[newest]:
            standing.states[n] = CHANGED
