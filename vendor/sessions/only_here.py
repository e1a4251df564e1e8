"""What no agent has any more, and this index alone holds: what a narrower setting would destroy.

index.only_here() --> OnlyHere a session --> lost(…) --> sessions and messages that would go
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from .private import NOTHING, Private

# A copy of a session has rows of its own; a message without a time counts as old as its session.
KEPT = """
SELECT u.agent, s.project, u.expired, count(*),
    sum(CASE WHEN coalesce(m.at, s.started) < :since THEN 1 ELSE 0 END)
FROM unit AS u JOIN session AS s ON s.n = u.n JOIN message AS m ON m.session = s.n
WHERE u.expired <> 0 GROUP BY s.n
"""


@dataclass(frozen=True, slots=True)
class OnlyHere:
    """One session that its agent has deleted by age (`aged`), or whose history is out of reach.

    `older` of its `messages` are from before the day that was asked for.
    """

    agent: str
    project: str
    aged: bool
    messages: int
    older: int


@dataclass(frozen=True, slots=True)
class Lost:
    """How many sessions would lose something for good, and how many messages they are."""

    sessions: int = 0
    messages: int = 0


def lost(
    held: Iterable[OnlyHere], *, private: Private = NOTHING, keep_expired: bool = True
) -> Lost:
    """What goes for good once these settings are in force; `held` was asked for their day."""
    sessions = messages = 0
    for each in held:
        whole = private.holds(each.project) or (each.aged and not keep_expired)
        gone = each.messages if whole else each.older
        sessions, messages = sessions + bool(gone), messages + gone
    return Lost(sessions, messages)


def milliseconds(since: datetime | None) -> int:
    """The form in which the index holds a time; without one, before everything."""
    return int(since.timestamp() * 1000) if since else -(2**62)
