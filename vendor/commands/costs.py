"""What reading past sessions will cost, told before anything is read: `index --dry-run` and setup.

Looked at are names, times and sizes only; every figure is a guess and says "about". What recall
cost in past turns is counted, from the host's own record.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from ..dbfile import Damaged, NotOurFile
from ..recall import hits, indexing
from ..recall.settings import Settings
from ..sessions import estimate, hermes_rows, injected
from ..sessions.estimate import Cost
from ..sessions.index import SessionIndex
from .surroundings import Surroundings, counted

CHARS_A_TOKEN = 4  # as a rule of thumb for English; said with "about"
TURNS = 50  # of the newest conversation, over which is averaged


def of(here: Surroundings, found: Settings, agents: Sequence[str]) -> list[Cost]:
    """What the histories of these agents hold, by a look at them that reads no word."""
    readers = indexing.readers(found, user_home=Path.home(), environ=here.environ, agents=agents)
    since = found.since(here.clock(), here.zone) if found.index_since else None
    try:
        with SessionIndex.open(found.index, readonly=True) as index:
            return estimate.costs(readers, index, since=since)
    except (FileNotFoundError, sqlite3.Error, NotOurFile, Damaged):
        return estimate.costs(readers, None, since=since)


def lines(costs: Sequence[Cost]) -> list[str]:
    """The table of costs; every figure is a guess from sizes, and said so."""
    rows = []
    for cost in costs:
        name = hits.agent_name(cost.agent)
        if cost.absent or (cost.trouble and not cost.sessions):
            why = "no sessions here" if cost.absent else f"cannot be read: {cost.trouble}"
            rows.append(f"  {name:12} {why}")
            continue
        rows.append(
            f"  {name:12} {counted(cost.sessions, 'session'):>14}  {size(cost.bytes):>8}  "
            f"about {size(cost.disk)} here"
        )
    disk, seconds = sum(cost.disk for cost in costs), sum(cost.seconds for cost in costs)
    slow = span(seconds / indexing.SHARE)
    if not any(cost.sessions or cost.bytes for cost in costs):
        return [*rows, "  there is nothing to read yet"]
    if not seconds:
        return [*rows, f"  together about {size(disk)} here; all of it is read"]
    return [
        *rows,
        f"  together about {size(disk)} here; {slow} in the background, newest",
        f"  first, at most a quarter of one core; or {span(seconds)} at once:",
        "  hermes agent-si index",
    ]


def recalled(state_db: Path) -> str:
    """What recall added to the newest turns, as the host's record has it; "" where it is not."""
    try:
        found = injected.turns(state_db, TURNS)
    except (hermes_rows.NotReadable, LookupError, sqlite3.Error, OSError, ValueError):
        return ""
    if not found:
        return ""
    tokens = sum(len(turn.block) for turn in found) // CHARS_A_TOKEN // len(found)
    lines = sum(len(turn.block.splitlines()) - 1 for turn in found if turn.block) / len(found)
    turns = "turn" if len(found) == 1 else f"{len(found)} turns"
    return f"; {tokens} ({lines:.1f} lines) on average in the last {turns}"


def size(count: float) -> str:
    """Bytes for people: `3.1 GB`."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if count >= 10 or unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return ""


def span(seconds: float) -> str:
    """A time for people, roundly: `about 6 minutes`."""
    if seconds < 90:
        return "about a minute" if seconds > 20 else "some seconds"
    if seconds < 5400:
        return f"about {round(seconds / 60)} minutes"
    return f"about {round(seconds / 3600)} hours" if seconds >= 7200 else "about 2 hours"
