"""What is known of a Codex thread between its records: things said, halves that wait, the state.

All of it that later lines need can be written into a mark (`State.written`), and holds no word of
anybody.
"""

from dataclasses import dataclass, field
from typing import Any

from .. import record

UNPAIRED = 32  # items, and events, that are remembered until their other half comes


@dataclass(slots=True)
class Said:
    """One thing said: its place (`seq`), and its words, "" for a picture alone."""

    seq: int
    tail: str = ""
    at: int | None = None
    role: str = ""
    text: str = ""
    names: tuple[str, ...] = ()
    id: str = ""
    ordinal: int = -1
    same_as: str = ""


@dataclass(slots=True)
class Half:
    """An item or event without its other half. `said` is known while its line was just read."""

    names: tuple[str, ...]
    counted: bool = False
    said: Said | None = None


@dataclass(slots=True)
class Stream:
    """One role of a file.

    Attributes:
        heard: there are events of it.
        loose: items were counted for want of events.
        items, events: the newest ones without their other half.
    """

    heard: bool = False
    loose: bool = False
    items: list[Half] = field(default_factory=list)
    events: list[Half] = field(default_factory=list)

    def written(self) -> list[Any]:
        """For a mark; `read` reads it back."""
        items = [[half.names, half.counted] for half in self.items[-UNPAIRED:]]
        return [self.heard, self.loose, items, [half.names for half in self.events]]

    @classmethod
    def read(cls, heard: Any, loose: Any, items: Any, events: Any) -> "Stream":
        """What was written."""
        kept = [Half(tuple(names), bool(counted)) for names, counted in items]
        return cls(bool(heard), bool(loose), kept, [Half(tuple(names)) for names in events])


@dataclass(slots=True)
class State:
    """What is known of a rollout besides its messages."""

    key: str = ""
    refused: str = ""  # why no person drove it
    project: str = ""
    started: int | None = None
    named: bool = False  # its own first record was read
    parent: str = ""  # the thread that this one is a fork of
    copied: str = ""  # the thread whose lines it begins with
    before: int | None = None  # the parent's ordinal at which a fork without copies begins
    last: str = ""  # the role of the last item
    muted: bool = False  # the parent was off the record where this thread begins
    user: Stream = field(default_factory=Stream)
    assistant: Stream = field(default_factory=Stream)

    def written(self) -> list[Any]:
        """For a mark; `read` reads it back."""
        plain = [getattr(self, name) for name in self.__slots__[:-2]]
        return [*plain, self.user.written(), self.assistant.written()]

    @classmethod
    def read(cls, *fields: Any) -> "State":
        """What was written."""
        *plain, user, assistant = fields
        state = cls(*plain)
        state.user, state.assistant = Stream.read(*user), Stream.read(*assistant)
        return state

    def stream(self, role: str) -> Stream:
        """What is known of one role."""
        return self.user if role == record.USER else self.assistant
