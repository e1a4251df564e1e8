"""Filters of a search: only these agents, this project, one role, a stretch of time.

They are about what was said, so a search with any of them looks through past sessions only.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..sessions.adapters.memories import AGENT as MEMORIES


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must be; an empty field asks for nothing.

    `project` is a folder, with those below it; `role` is "user" or "assistant"; `since` counts
    from that time on, `until` up to it and without it.
    """

    agents: tuple[str, ...] = ()
    project: str = ""
    role: str = ""
    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return self != EVERYTHING

    def asked(self, read: Collection[str]) -> dict[str, Any]:
        """As `SessionIndex.search` takes them; `read`: the agents that may answer at all."""
        return {
            "agents": with_memories(a for a in read if not self.agents or a in self.agents),
            "project": self.project or None,
            "role": self.role or None,
            "since": self.since,
            "until": self.until,
        }


def with_memories(agents: Iterable[str]) -> list[str]:
    """These agents, and beside Hermes what its own memory holds."""
    found = list(agents)
    return [*found, MEMORIES] if "hermes" in found else found


EVERYTHING = Filters()
