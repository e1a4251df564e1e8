"""Filters of a search: only these agents, this project, one role, a stretch of time.

They are about what was said, so a search with any of them looks through past sessions only.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any


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
            "agents": [agent for agent in read if not self.agents or agent in self.agents],
            "project": self.project or None,
            "role": self.role or None,
            "since": self.since,
            "until": self.until,
        }


EVERYTHING = Filters()
