"""What an empty answer rests on: what was looked through, up to when, and what was not and why.

    nothing found; searched 12 facts and 3 records, 5214 messages of claude code up to 2026-11-30
    14:02 UTC; not searched: codex (switched off in index_sessions)

Whoever may be shown nothing is told no numbers either.
"""

from collections.abc import Collection, Iterator

from ..sessions.index import SessionIndex
from ..sessions.private import REASON as PRIVATE
from ..sessions.rows import AgentStats
from . import hits, people
from .conversation import Conversation
from .filters import EVERYTHING, Filters
from .memory import UNUSABLE, Memory, said
from .settings import AGENTS

NOWHERE = "nothing was searched: nothing may be shown in this place"


def ground(
    memory: Memory,
    conversation: Conversation,
    *,
    side: str = "all",
    filters: Filters = EVERYTHING,
) -> str:
    """What a search looked through, in one sentence; `side` and `filters` as it was asked."""
    conversation = people.placed(memory, conversation)
    if not conversation.audiences:
        return NOWHERE
    if not conversation.own:
        return "nothing found in what may be shown in this place"
    searched, left_out = list[str](), list[str]()
    if side != "sessions" and not filters:
        (searched if (kept := _brain(memory)) else left_out).append(kept or _no_brain(memory))
    if side != "brain":
        for line, was_searched in _sessions(memory, conversation, filters):
            (searched if was_searched else left_out).append(line)
    sentence = f"nothing found; searched {', '.join(searched) or 'nothing'}"
    if filters:
        sentence += "; only what the filters let through"
    return f"{sentence}; not searched: {', '.join(left_out)}" if left_out else sentence


def _brain(memory: Memory) -> str:
    """How much the brain holds, "" where it cannot be told."""
    try:
        with memory.brain() as brain:
            stats = brain.stats()
    except (FileNotFoundError, *UNUSABLE):
        return ""
    return f"{stats['facts']} facts and {stats['records']} records"


def _no_brain(memory: Memory) -> str:
    try:
        with memory.brain():
            return "facts (they could not be counted now)"
    except FileNotFoundError:
        return "facts (there is no brain yet)"
    except UNUSABLE as error:
        return f"facts ({said(error)})"


def _sessions(
    memory: Memory, conversation: Conversation, filters: Filters
) -> Iterator[tuple[str, bool]]:
    """Each part of the past sessions, and whether it was searched."""
    found = memory.settings
    if found.alone:
        return
    if not found.index_sessions:
        yield "past sessions (switched off: index_sessions)", False
        return
    try:
        with memory.index() as index:
            stats = {row.agent: row for row in index.stats()}
            yield from _agents(memory, index, stats, conversation.audiences, filters)
    except FileNotFoundError:
        yield "past sessions (none indexed yet)", False
    except UNUSABLE as error:
        yield f"past sessions ({said(error)})", False
    if found.index_since:
        yield f"what was said before {found.index_since} (index_since)", False


def _agents(
    memory: Memory,
    index: SessionIndex,
    stats: dict[str, AgentStats],
    audiences: Collection[str],
    filters: Filters,
) -> Iterator[tuple[str, bool]]:
    asked = filters.agents or AGENTS
    for agent in (each for each in AGENTS if each in asked):
        name = hits.agent_name(agent)
        row = stats.get(agent)
        if agent not in memory.settings.index_sessions:
            yield f"{name} (switched off in index_sessions)", False
        elif row is None:
            yield f"{name} (not read yet)", False
        else:
            yield _heard(index, row, audiences), True
            yield from ((line, False) for line in _missing(row))


def _heard(index: SessionIndex, row: AgentStats, audiences: Collection[str]) -> str:
    count, newest = index.heard(row.agent, audiences)
    line = f"{count} messages of {hits.agent_name(row.agent)}"
    return f"{line} up to {newest[:16].replace('T', ' ')} UTC" if newest else line


def _missing(row: AgentStats) -> Iterator[str]:
    """What there is, or may be, of an agent and was not searched."""
    name = hits.agent_name(row.agent)
    if row.read_at is None:
        yield f"the rest of {name} (it is being read for the first time)"
    if row.trouble:
        yield f"what is new of {name} ({row.trouble})"
    if row.lost:
        yield f"{row.lost} sessions of {name} (lost with a damaged index)"
    if count := row.skipped.get(PRIVATE, 0):
        yield f"{count} messages of {name} (private projects)"
    if row.kept_out:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(row.kept_out.items()))
        yield f"messages of {name} that were kept out ({reasons})"
