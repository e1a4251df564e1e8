"""What was done with the person's authority, against what agents were running at that moment.

A terminal and a typed code are a hurdle, not a wall: who has a shell on the account can imitate
its user. Such an act is named afterwards, by the transcript of the agent that did it.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from ..brain.brain import Brain
from ..brain.model import Act
from ..sessions.hermes_rows import NotReadable
from ..sessions.machine_acts import running_at
from .memory import Memory


@dataclass(frozen=True, slots=True)
class Suspect:
    """An act of a person at a terminal, and the tool calls that may have done it."""

    act: Act
    locators: tuple[str, ...]


def by_machine(memory: Memory, brain: Brain, claude: Path) -> list[Suspect]:
    """Acts at a terminal whose command stands in a tool call, oldest first.

    What a person has undone since is left out. `claude` is the configuration folder of Claude
    Code, which is looked at where its sessions may be read at all.

    Raises:
        NotReadable, sqlite3.Error: the host's record cannot be read now.
    """
    if memory.settings.demo:
        return []
    acts = brain.acts()
    undone = {about for act in acts if "undo" in act.what for about in act.about}
    seen = [act for act in acts if act.via == "tty" and act.packet_id not in undone]
    may_read = claude if "claude" in memory.settings.index_sessions else None
    calls = running_at(memory.settings.state_db, [act.at for act in seen], may_read)
    return [Suspect(act, tuple(calls[act.at])) for act in seen if act.at in calls]


UNREADABLE = (NotReadable, sqlite3.Error)
