"""What was done with the person's authority, against what agents were running at that moment.

A terminal and a typed code are a hurdle, not a wall: who has a shell on the account can imitate
its user. Such an act is named afterwards, by the transcript of the agent that did it.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..brain.brain import Brain
from ..brain.model import Act
from ..sessions import agent_commands, machine_acts
from ..sessions.hermes_rows import NotReadable
from .memory import Memory

ROADS = ("tty", "typed")


@dataclass(frozen=True, slots=True)
class Suspect:
    """An act of a person, at a terminal or by a typed line, and the calls that may have done it."""

    act: Act
    locators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, oldest act first, and how many sessions could not be looked into.

    `closed` counts compressed ones of an agent that this Python cannot unpack: agent -> sessions.
    """

    suspects: tuple[Suspect, ...] = ()
    closed: tuple[tuple[str, int], ...] = ()


def by_machine(memory: Memory, brain: Brain, folders: Mapping[str, Path]) -> Looked:
    """Acts at a terminal, or by a line typed in a chat, that stand in a tool call.

    What a person has undone since is left out. `folders` says where the agents beside Hermes keep
    their files; those are looked at whose sessions may be read at all.

    Raises:
        NotReadable, sqlite3.Error: the host's record cannot be read now.
    """
    if memory.settings.demo:
        return Looked()
    acts = brain.acts()
    undone = {about for act in acts if "undo" in act.what for about in act.about}
    seen = [act for act in acts if act.via in ROADS and act.packet_id not in undone]
    moments = [act.at for act in seen]
    asked = memory.settings.open_ones(folders)
    calls = machine_acts.running_at(memory.settings.state_db, moments, asked)
    found = tuple(Suspect(act, tuple(calls[act.at])) for act in seen if act.at in calls)
    return Looked(found, tuple(_closed(asked, moments)) if moments else ())


def _closed(asked: Mapping[str, Path], moments: list[str]) -> Iterator[tuple[str, int]]:
    since = machine_acts.first_looked_at(moments)
    for agent, folder in asked.items():
        if number := agent_commands.unread(agent, folder, since):
            yield agent, number


UNREADABLE = (NotReadable, sqlite3.Error)
