"""How far Hermes' history was read: the mark of a session, and the cursor of all of state.db."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ..tool_calls import Looked

Signature = tuple[int, int, int]  # rows, active rows, highest id


def digest(values: Sequence[object]) -> str:
    """A short hash of some facts."""
    return blake2b(json.dumps(values, default=str).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Mark:
    """How far one session was read."""

    counts: Signature
    face: str
    facts: str
    turn: int = 0  # the id of the last user row: newer rows may still be edited
    settled: bool = False  # no more copies can follow
    muted: bool = False
    begun: int = 0  # the row with which a machine began it; that stays so

    def written(self) -> str:
        """As text, for `read`."""
        rest = (self.turn, self.settled, self.muted, self.begun)
        return json.dumps([*self.counts, self.face, self.facts, *rest])

    @classmethod
    def read(cls, mark: str | None) -> "Mark | None":
        """From the text; None for one that is empty or of another form."""
        try:
            count, active, highest, face, facts, *rest = json.loads(mark or "")
            return cls((count, active, highest), face, facts, *rest)
        except (ValueError, TypeError):
            return None


@dataclass(frozen=True, slots=True)
class Talks:
    """How many sessions there were, the highest rowid among them, and whose it was.

    A new session gets a rowid above all others, so that these three tell what was added from what
    was deleted without a look at each.
    """

    count: int
    top: int
    name: str


@dataclass(frozen=True, slots=True)
class Cursor:
    """How state.db looked at the last scan."""

    shape: list[int]
    highest: int
    talks: Talks
    recent: list[str]
    looked: Looked

    def written(self) -> str:
        """As text, for `read`."""
        talks = [self.talks.count, self.talks.top, self.talks.name]
        looked = [self.looked.first, self.looked.last, self.looked.rows]
        return json.dumps([self.shape, self.highest, talks, self.recent, looked])

    @classmethod
    def read(cls, cursor: str) -> "Cursor | None":
        """From the text; None for one that is empty or of another form."""
        try:
            shape, highest, talks, recent, (first, last, rows) = json.loads(cursor)
            return cls(shape, highest, Talks(*talks), recent, Looked(first, last, tuple(rows)))
        except (ValueError, TypeError):
            return None
