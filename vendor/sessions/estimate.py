"""What reading a history will cost, from a look at it: names, times and sizes, and no word of it.

    adapters --> scan --> Cost(sessions, bytes, disk, seconds), and what of it is not read yet

The rates were measured on 60 MB of each agent's history as bench/histories.py makes it, on a
machine of two slow cores that had other work; a history with more talk and less tool output takes
more room. Whoever shows a figure says "about".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from .adapters import Adapter
from .index import SessionIndex
from .record import Scan, Seen


@dataclass(frozen=True, slots=True)
class Rate:
    """Bytes that one core reads in a second, and bytes of index that a byte becomes."""

    speed: float
    room: float


RATES: Mapping[str, Rate] = {
    "hermes": Rate(8_000_000, 0.11),
    "claude": Rate(12_000_000, 0.07),
    "codex": Rate(15_000_000, 0.06),
    "grok": Rate(13_000_000, 0.07),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """One agent's history. `seconds` are of one core; `left` counts what is not read yet.

    `trouble` says why it cannot be looked at; `absent`: there is none.
    """

    agent: str
    sessions: int = 0
    bytes: int = 0
    left: int = 0
    bytes_left: int = 0
    trouble: str = ""
    absent: bool = False

    @property
    def disk(self) -> int:
        """Bytes that the index of all of it will take."""
        return int(self.bytes * RATES[self.agent].room)

    @property
    def seconds(self) -> float:
        """Seconds of one core for what is not read yet."""
        return self.bytes_left / RATES[self.agent].speed


class _Nothing:
    """An index that knows no unit."""

    def get(self, unit: str) -> str | None:
        return None

    def all(self) -> Mapping[str, str]:
        return {}


def costs(
    adapters: Iterable[Adapter], index: SessionIndex | None, *, since: datetime | None
) -> list[Cost]:
    """What each adapter's history holds, and how much of it `index` does not have.

    Args:
        adapters: they are closed afterwards.
        index: None where there is none yet.
        since: what was last written to before it is not counted.
    """
    return [_cost(adapter, index, since) for adapter in adapters if adapter.agent in RATES]


def _cost(adapter: Adapter, index: SessionIndex | None, since: datetime | None) -> Cost:
    try:
        scan = adapter.scan(_Nothing(), cursor="", full=True, pulse=lambda: None)
    finally:
        adapter.close()
    if scan.trouble or scan.absent:
        return Cost(adapter.agent, trouble=scan.trouble, absent=scan.absent)
    oldest = int(since.timestamp() * 1000) if since else 0
    units = {name: seen for name, seen in _units(scan).items() if seen.touched >= oldest}
    marks = index.marks(adapter.agent) if index else {}
    left = [seen for name, seen in units.items() if not marks.get(name)]
    return Cost(
        adapter.agent,
        sessions=sum(seen.speaks for seen in units.values()),
        bytes=sum(seen.size for seen in units.values()),
        left=sum(seen.speaks for seen in left),
        bytes_left=sum(seen.size for seen in left),
    )


def _units(scan: Scan) -> dict[str, Seen]:
    """The outside of every unit; of one that the adapter did not tell only that it is there."""
    now = 1 << 62
    names = scan.present if scan.present is not None else scan.changed
    return {name: scan.seen.get(name, Seen(now, 0)) for name in names}
