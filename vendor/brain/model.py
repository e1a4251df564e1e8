"""What the brain answers with: plain frozen values, safe to keep after the brain is closed.

Moments are ISO 8601 in UTC, or a day. Lists are oldest first unless a name says otherwise. The
words given as a person's are always a `quote`; a `statement`, `title` or `body` is an agent's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..text.fold import normal_value
from .errors import PacketRefused
from .packet import DEFAULT_AUDIENCE


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one submitted packet.

    rows: for each operation the id of the row, or the key, that it is about.
    disputed: keys that this packet made disputed.
    pending: it is not in force: it waits for a person's approval, or was rejected.
    known: ids among `rows` that were there before, said in the same message.
    new_keys: keys that this packet used for the first time.
    """

    packet_id: str
    is_new: bool
    seq: int
    rows: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    new_keys: tuple[str, ...] = ()
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """What a row rests on. `text` is the kept passage; `start` its offset in the whole text.

    forgotten: a person had it forgotten; then nothing but its kind, author and times is left.
    """

    id: str
    kind: str
    author: str
    author_name: str
    audience: str
    locator: str
    text: str
    title: str
    occurred_at: str
    start: int
    cleaner: int
    agent: str
    at: str
    forgotten: bool = False

    @property
    def said_at(self) -> str:
        """When it was said; when it was added, where nobody knows."""
        return self.occurred_at or self.at


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and the words taken from it, with what the collector saw that weakens them."""

    source: Source
    quote: str
    start: int | None
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One value for one key. state: live, changed, wrong or withdrawn."""

    id: str
    key: str
    value: str
    statement: str
    title: str
    agent: str
    at: str
    said_at: str
    as_of: str
    as_read: bool
    state: str
    citations: tuple[Citation, ...]

    @property
    def withdrawn(self) -> bool:
        """Whether a person took it back."""
        return self.state == "withdrawn"

    @property
    def source(self) -> Source:
        """The first source."""
        return self.citations[0].source

    @property
    def quote(self) -> str:
        """The words of the first source."""
        return self.citations[0].quote

    @property
    def flags(self) -> tuple[str, ...]:
        """What weakens the first quote."""
        return self.citations[0].flags


@dataclass(frozen=True, slots=True)
class Settlement:
    """A person's decision. others: (value, `changed` or `wrong`)."""

    id: str
    value: str
    others: tuple[tuple[str, str], ...]
    since: str
    at: str
    agent: str
    via: str
    packet: str
    citations: tuple[Citation, ...]

    @property
    def quote(self) -> str:
        """The words with which it was settled."""
        return self.citations[0].quote if self.citations else ""

    @property
    def source(self) -> Source | None:
        """Where those words stand."""
        return self.citations[0].source if self.citations else None


@dataclass(frozen=True, slots=True)
class Fact:
    """All that is held under one key.

    value: the standing value, as first stated; None when disputed or when nothing stands.
    settled: the newest settlement; with `disputed` a later claim has opened it again.
    in_part: a claim or a settlement of it may not be shown to whoever asked.
    """

    key: str
    claims: tuple[Claim, ...]
    disputed: bool
    value: str | None
    settled: Settlement | None
    description: str = ""
    type: str = ""
    aliases: tuple[str, ...] = ()
    in_part: bool = False

    @property
    def live(self) -> tuple[Claim, ...]:
        """The claims that stand."""
        return tuple(claim for claim in self.claims if claim.state == "live")

    def values(self) -> list[Claim]:
        """One claim for each standing value, its newest; newest value first."""
        newest: dict[str, Claim] = {}
        for claim in sorted(self.live, key=lambda each: each.said_at):
            newest[normal_value(claim.value)] = claim
        return sorted(newest.values(), key=lambda each: each.said_at, reverse=True)


@dataclass(frozen=True, slots=True)
class Revision:
    """One state of a record."""

    id: str
    title: str
    body: str
    state: str
    agent: str
    at: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A row with a title and a body, as its newest revision has them; `revisions` has all."""

    id: str
    kind: str
    title: str
    body: str
    state: str
    as_of: str
    agent: str
    at: str
    withdrawn: bool
    tags: tuple[str, ...]
    revisions: tuple[Revision, ...]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What the newest revision rests on."""
        return self.revisions[-1].citations


@dataclass(frozen=True, slots=True)
class RowHit:
    """One row that answers a query.

    id: a row's id, or a fact's key.
    text: a record's body, or the statement of the claim that stands (while the fact is disputed,
        of the one that matched best): an agent's words.
    quote: the source's words behind it.
    score: higher is better; comparable in one answer only.
    terms_hit: the terms of the query that stand in the row.
    """

    id: str
    kind: str
    title: str
    text: str
    quote: str
    at: str
    score: float
    terms_hit: frozenset[str]
    disputed: bool = False
    audience: tuple[str, ...] = (DEFAULT_AUDIENCE,)


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """One fact key in the brain's own schema."""

    name: str
    type: str
    description: str
    alias_of: str
    claims: int


@dataclass(frozen=True, slots=True)
class Going:
    """One row that is forgotten with others. kind: source, claim, note … or an operation's name.

    `text` is what it says, as far as there are words of its own.
    """

    id: str
    kind: str
    title: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Staying:
    """A row (by id) or fact (by key) that was near what is forgotten, and why it stays."""

    id: str
    kind: str
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What would be forgotten. `targets` are the ids of all of it.

    locators: of the sources that go. texts: every string whose bytes go.
    """

    goes: tuple[Going, ...]
    stays: tuple[Staying, ...]
    locators: tuple[str, ...]
    texts: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A packet that waits, or waited, for a person's approval.

    ops: its operations in plain words; what was forgotten is "".
    sources: those it cites, by id. decision: "", approved, rejected or forgotten.
    """

    hash: str
    packet_id: str
    agent: str
    at: str
    reason: str
    ops: tuple[Mapping[str, Any], ...]
    sources: Mapping[str, Source]
    decision: str = ""
    decided_at: str = ""
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A packet by an agent of kind person: what it did, to which keys and rows, by which road."""

    packet_id: str
    agent: str
    at: str
    via: str
    what: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one rule says of a packet: nothing against it, a refusal, or it was not asked."""

    rule: str
    refusal: PacketRefused | None
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that `check` found: where (an id, a seq, a table), and what to do about it."""

    where: str
    message: str
    warning: bool = False

    def __str__(self) -> str:
        """One line."""
        return f"{self.where}: {self.message}"
