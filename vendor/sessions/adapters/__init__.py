"""One adapter for each agent's history: the contract, and the registry.

Another agent is one file here and one line in `ADAPTERS`. An adapter opens its agent's files
for reading only, keeps nothing between two refreshes except the marks that the index hands
back, and answers for any bytes: what it cannot use is skipped and counted, never raised.

    scan()  what is there now?  cheap: names, times and sizes     -> Scan
    read()  one unit from its mark on                             -> Reading
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ..call import Call
from ..folders import other_folders
from ..machine_typed import Said
from ..record import Reading, Scan
from .claude_code import ClaudeCode
from .codex import Codex
from .grok import Grok
from .hermes import Hermes
from .memories import Memories

Pulse = Callable[[], None]


class Known(Protocol):
    """The marks of the units that the index has of one agent."""

    def get(self, unit: str) -> str | None:
        """The mark of `unit`, None for one never read, "" for one to be read again in full."""

    def all(self) -> Mapping[str, str]:
        """Every unit and its mark."""


class Adapter(Protocol):
    """The reader of one agent's format.

    Attributes:
        agent: the name in locators and settings.
        expires_days: the agent deletes what is untouched for so long; None when it never does.
        outside: whether a command that another agent ran typed a message; set by the sweep.
    """

    agent: str
    expires_days: int | None
    outside: Callable[[Said], bool]

    def scan(self, known: Known, *, cursor: str, full: bool, pulse: Pulse) -> Scan:
        """What changed. With `full` false only the place where an agent writes now is looked at.

        `pulse` is called between pieces of work. Nothing else is raised than what it raises: a
        history that cannot be read is `Scan.trouble`.
        """

    def read(self, unit: str, mark: str, pulse: Pulse) -> Reading | None:
        """What `unit` holds, from where `mark` ends where that is enough. None: it is gone.

        `pulse` is called between pieces of work, as in `scan`.

        Raises:
            OSError, sqlite3.Error: it cannot be read now; another refresh will try again.
        """

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Whether the agent itself may have removed a unit, other than by `expires_days`.

        All in milliseconds since 1970: when the unit began and was last used, when it was there
        at the latest, and the present.
        """

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The tool calls around a place of a unit that `Reading.calls` named, in order.

        Each has the time of its result. A place that is no more has none.

        Raises:
            OSError, sqlite3.Error, hermes_rows.NotReadable: it cannot be read now.
        """

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """Where a person finds the message at `seq` of a unit that was read: path, line or row."""

    def close(self) -> None:
        """Let go of every file."""


ADAPTERS: Mapping[str, Callable[[Path], Adapter]] = {
    Hermes.agent: Hermes,
    ClaudeCode.agent: ClaudeCode,
    Codex.agent: Codex,
    Grok.agent: Grok,
}


def adapters_for(
    agents: Iterable[str], *, hermes_home: Path, user_home: Path, environ: Mapping[str, str]
) -> list[Adapter]:
    """The adapters of the named agents that exist, each at the root it has on this machine."""
    roots = {Hermes.agent: hermes_home, **other_folders(environ, user_home)}
    chosen = list(agents)
    found = [ADAPTERS[agent](roots[agent]) for agent in chosen if agent in ADAPTERS]
    # What Hermes itself remembers is read wherever Hermes is.
    own = not {Hermes.agent, Memories.agent}.isdisjoint(chosen)
    return [*found, Memories(hermes_home)] if own else found
