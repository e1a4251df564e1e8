"""What the small tables of an old sessions.db still tell: which units and sessions there were.

A damaged file may lack the row of a unit or of a session. A unit's name stands a second time in the
index that keeps it unique; a session's key follows from it, and a message proves it.
"""

from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePosixPath

from . import record, stored
from .old_rows import OldRows, Values
from .schema import unpack

SHARED = "hermes"  # the agent in whose history other people's words stand


@dataclass(slots=True)
class Remains:
    """The small tables of an old file, by their old numbers.

    Attributes:
        known: units of which every column was read.
        names: (agent, name) of these and of those that only an index still names.
        sessions: those whose code follows from their name.
        aliases: likewise.
        unreached: agents that could not be reached, or of which many units were missing.
    """

    known: dict[int, Values] = field(default_factory=dict)
    names: dict[int, tuple[str, str]] = field(default_factory=dict)
    sessions: dict[int, Values] = field(default_factory=dict)
    aliases: list[Values] = field(default_factory=list)
    unreached: frozenset[str] = frozenset()

    @classmethod
    def of(cls, rows: OldRows) -> "Remains":
        """Read them."""
        found = cls()
        found.known = {row["n"]: row for row in rows.of("unit")}
        found.names = {n: (agent, name) for n, agent, name in rows.unit_names()}
        found.names |= {n: (row["agent"], row["name"]) for n, row in found.known.items()}
        for row in rows.of("session"):
            if row["code"] == stored.code(row["agent"], row["key"]):
                found.sessions[row["n"]] = row
        found.aliases = [row for row in rows.of("alias") if found.proves(row)]
        found.unreached = frozenset(r["name"] for r in rows.of("agent") if r["unreached"])
        return found

    def proves(self, row: Values) -> bool:
        """Whether a message or an alias bears the code that its name gives."""
        talk = self.sessions.get(row["session"])
        if talk is None:
            return False
        return bool(row["code"] == stored.code(talk["agent"], talk["key"], unpack(row["tail"])))

    def is_only_here(self, n: int) -> bool:
        """Whether no history may hold the unit; one whose state cannot be read counts."""
        unit = self.known.get(n)
        if unit is None:
            return n in self.names
        return bool(unit["expired"]) or unit["agent"] in self.unreached

    def locator(self, row: Values) -> str:
        """The name of a message or an alias."""
        talk = self.sessions[row["session"]]
        return record.locator(talk["agent"], talk["key"], unpack(row["tail"]))

    def rebuild(self, rows: OldRows) -> None:
        """Sessions whose own row cannot be read, from their units and messages.

        The key stands in the unit's name; that it is the right one is proved by a message's code.
        The project cannot be told from there, nor who else may be shown it.
        """
        lone = {
            n: each
            for n, each in self.names.items()
            if n not in self.sessions
            and each[0] != SHARED
            and (n not in self.known or self.known[n]["expired"])
        }
        found: dict[int, Values] = {}
        if not lone:
            return
        copies = (row for row in rows.of("alias") if row["session"] in lone)
        for row in chain(rows.messages(lone.keys(), ()), copies):
            n = row["session"]
            talk = found.get(n) or _session_of(*lone[n], row)
            if talk is not None:
                times = [at for at in (talk["started"], row.get("at")) if at is not None]
                found[n] = {**talk, "started": min(times, default=None)}
        self.sessions |= found
        self.aliases = [row for row in rows.of("alias") if self.proves(row)]


def _session_of(agent: str, unit: str, row: Values) -> Values | None:
    """The session of a unit as far as one of its messages proves it."""
    path = PurePosixPath(unit)
    for key in dict.fromkeys((unit, path.stem, path.parent.name)):
        if key and row["code"] == stored.code(agent, key, unpack(row["tail"])):
            return {
                "agent": agent,
                "key": key,
                "code": stored.code(agent, key),
                "title": "",
                "project": "",
                "audience": record.MINE,
                "started": None,
                "archived": 0,
                "record": "[]",
            }
    return None
