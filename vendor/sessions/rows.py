"""What the index answers with: a session, a message, a hit. Plain values, no open file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..text import ids
from . import record
from .schema import unpack


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One conversation. `messages` counts what `SessionIndex.messages` pages through.

    `expired`: its agent has deleted it by age, and it exists only here.
    """

    id: str
    locator: str
    agent: str
    key: str
    title: str
    project: str
    audience: str
    started: str | None
    archived: bool
    expired: bool
    messages: int
    number: int

    @classmethod
    def of(cls, values: Sequence[Any]) -> "SessionRow":
        """From the columns of queries.SESSION."""
        n, agent, key, title, project, audience, started, archived, expired, messages = values
        locator = record.locator(agent, key)
        return cls(
            id=ids.session_id(locator),
            locator=locator,
            agent=agent,
            key=key,
            title=title,
            project=project,
            audience=audience,
            started=record.iso(started),
            archived=bool(archived),
            expired=expired == 1,
            messages=messages,
            number=n,
        )


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One message in full.

    `at` is UTC, None where the format has no time. `seq` is its place in its session, from 0.
    `aliases` are its other names: copies of it, and numbers it had before.
    """

    id: str
    locator: str
    aliases: tuple[str, ...]
    session: str
    agent: str
    role: str
    at: str | None
    project: str
    title: str
    audience: str
    text: str
    seq: int
    number: int

    @classmethod
    def of(cls, values: Sequence[Any], aliases: tuple[str, ...]) -> "MessageRow":
        """From the columns of queries.MESSAGE."""
        n, agent, key, tail, role, at, project, title, audience, text, seq = values
        locator = record.locator(agent, key, unpack(tail))
        return cls(
            id=ids.message_id(locator),
            locator=locator,
            aliases=aliases,
            session=ids.session_id(record.locator(agent, key)),
            agent=agent,
            role=record.ASSISTANT if role else record.USER,
            at=record.iso(at),
            project=project,
            title=title,
            audience=audience,
            text=text,
            seq=seq,
            number=n,
        )

    def is_named(self, prefix: str) -> bool:
        """Whether `prefix` begins one of the message's ids."""
        names = (self.locator, *self.aliases)
        return any(ids.message_id(name).startswith(prefix) for name in names)


@dataclass(frozen=True, slots=True)
class MessageHit(MessageRow):
    """A message that a search found.

    `score` compares hits of one search only, higher is better; `parts` are what it is the sum of,
    by name; `terms_hit` are the terms and identifiers of the query that stand in the text.
    """

    score: float
    terms_hit: frozenset[str]
    parts: Mapping[str, float] = field(hash=False)

    @classmethod
    def found(
        cls, row: MessageRow, *, parts: Mapping[str, float], terms_hit: frozenset[str]
    ) -> "MessageHit":
        """`row` as a hit."""
        values = {name: getattr(row, name) for name in MessageRow.__slots__}
        return cls(**values, score=sum(parts.values()), terms_hit=terms_hit, parts=parts)


@dataclass(frozen=True, slots=True)
class AgentStats:
    """What the index holds of one agent.

    `skipped` counts records that are no speech or no person's, by reason; `kept_out` messages
    that were never stored (credentials, off the record); `only_here` sessions that their agent
    has deleted by age; `lost` such sessions that went with a damaged index; `unreached` those that
    were not found at the last look and are kept.
    """

    agent: str
    sessions: int
    messages: int
    newest: str | None
    skipped: dict[str, int]
    kept_out: dict[str, int]
    only_here: int
    unreached: int
    trouble: str
    read_at: str | None
    lost: int = 0
