"""The person's own statement, `KEY = VALUE`: kept as it is, since no model stands between.

There is no quote to check and no floor of words: the source is the line that the person typed, at
a terminal (`brain add`) or in a chat (`si: remember`).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ..brain.errors import PacketRefused, secret_refused
from ..brain.packet import Packet
from ..brain.policy import PERSON, Policy
from ..text import clean, ids, secrets
from ..text.ids import locator

COLLECTOR = "hermesuser"
NOBODY = "a person at this terminal"
_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement and where it was typed.

    `line` is all that was typed and holds `KEY = VALUE` from `start` on; `at` is the message's
    own address where it has one, `road` how it came (`tty`, `typed`).
    """

    key: str
    value: str
    road: str
    at: str
    line: str = ""
    start: int = 0
    said: str = ""

    @classmethod
    def of(cls, key: str, value: str, *, road: str, place: str, moment: str) -> "Stated":
        """A statement typed at `place` (`terminal`, `chat`) at a moment, ISO 8601."""
        key, value = ids.normal(key), clean.tidy(value).strip()
        said = f"{key} = {value}"
        return cls(key, value, road, locator("person", place, moment), said, 0, said)

    def no_secret(self) -> None:
        """Refuse a credential: the key may name what the value holds.

        Raises:
            PacketRefused: the sentence says what can be kept instead.
        """
        named = self.key.replace("_", " ").replace(".", " ")
        for text in (self.value, self.line, f"{named}: {self.value}"):
            if kind := secrets.find(text):
                raise secret_refused(secrets.shown(kind))

    def claim(self, source: str = "@0") -> dict[str, Any]:
        """The operation that keeps it, on the source by this name."""
        return {
            "op": "claim",
            "key": self.key,
            "value": self.value,
            "statement": f"{self.key} = {self.value}",
            "citations": [{"source": source, "quote": self.said, "start": self.start}],
        }

    def by_name(self, policy: Policy, agent: str, *, reason: str = "") -> Packet:
        """Source and claim of a person at a terminal, who is a person by name."""
        author = {"author": "person", "author_name": policy.principal or NOBODY}
        return Packet(agent, (self._source(author), self.claim()), reason=reason, via=self.road)

    def by_principal(self, agent: str, at: datetime) -> tuple[Packet, Packet]:
        """The principal's own words as a source, and the claim of the person `agent` on it.

        The claim is 1 µs later, so that it folds after its source.
        """
        author = {"author": "principal", "occurred_at": at.isoformat()}
        first = Packet(COLLECTOR, (self._source(author),), at=at, via=self.road)
        claim = self.claim(first.row(0))
        return first, Packet(agent, (claim,), at=at + _TICK, via=self.road)

    def _source(self, author: dict[str, str]) -> dict[str, Any]:
        return {
            "op": "add_source",
            "kind": "reason",
            **author,
            "locator": self.at,
            "text": self.line,
            "start": 0,
            "cleaner": clean.CLEANER,
        }


def person_of(policy: Policy) -> str:
    """The agent that a person acts as who cannot say as whom.

    Raises:
        PacketRefused: the policy has several of kind person, and none is called `person`.
    """
    people = policy.people
    if PERSON in people or not people:
        return PERSON
    if len(people) > 1:
        raise PacketRefused(
            "agent",
            f"not done: brain.toml names several people ({', '.join(people)}); at a terminal it "
            "can be said as whom",
        )
    return people[0]
