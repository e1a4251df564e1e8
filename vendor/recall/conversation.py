"""The place a question comes from: which conversation, who speaks there, what they may see.

Only the host knows this, so the top row builds it and everything below takes it as given. Who of
them is the principal, the brain's own log says: people.py puts that in (`placed`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..sessions import hermes_rows, record

if TYPE_CHECKING:
    from ..sessions.running import Running, TypedMessage

# What the principal may be shown.
MINE = frozenset({"mine"})
NOBODY = frozenset[str]()
# Places where nobody but the person at this machine types (DESIGN section 4).
# In a scheduled run nobody types, but it runs for that person: it may look things up.
PRIVATE_PLATFORMS = frozenset(
    {"", "cli", "tui", "desktop", "webui", "acp", "api_server", "local", "cron"}
)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who wrote a turn, as the host names them. `text` is what they wrote, cleaned."""

    id: str
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One running conversation of the host. `session_id` is the host's own, "" outside one.

    `others_speak` where the host named somebody else as the author of a turn (0.22's HTTP API and
    messages between bots): which rows are theirs is not in the host's record, so none counts.
    `agent_mark` names what an agent's shell had set when it started the host there; "" where a
    person did, or where it cannot be told. `others` are the agents whose commands may have typed
    here too, and the folder of each.

    On a messaging platform `user_id` and `user_name` are those of whoever opened the session,
    `speaker` wrote the turn that is running, where the host says so (`unnamed`: a bot did), and
    `heard` are the turns that were seen live. `owner` and `seen` are people.placed's: whether the
    one who speaks is the principal, and the audiences that may be shown here; None before.
    """

    session_id: str = ""
    platform: str = "cli"
    user_id: str = ""
    primary: bool = True
    agent_mark: str = ""
    others: Mapping[str, Path] = field(default_factory=dict)
    others_speak: bool = False
    user_name: str = ""
    chat_id: str = ""
    chat_type: str = ""
    speaker: Speaker | None = None
    unnamed: bool = False
    heard: tuple[Speaker, ...] = ()
    owner: bool = False
    seen: frozenset[str] | None = None

    @property
    def private(self) -> bool:
        """Whether what is typed here is the principal's, by the place alone."""
        typed_alone = not self.user_id and not self.others_speak
        return self.platform in PRIVATE_PLATFORMS and typed_alone

    @property
    def place(self) -> str:
        """The audience of what is said here; "" where no person says anything."""
        if self.private:
            return record.MINE
        if self.platform in hermes_rows.MACHINE_SOURCES:
            return ""
        return hermes_rows.audience_of(
            self.platform, self.user_id, self.chat_type, self.chat_id or self.session_id
        )

    @property
    def shared(self) -> bool:
        """Whether several people may read what is said here."""
        return self.place.startswith("group:")

    @property
    def own(self) -> bool:
        """Whether the principal alone speaks and reads here."""
        return self.private or (self.owner and not self.shared)

    @property
    def author(self) -> str:
        """The id of the one who speaks now; "" where it is not known."""
        if self.private or not self.place:
            return ""
        if self.speaker is None:
            return "" if self.shared or self.unnamed else self.user_id
        return self.speaker.id if self.shared or self.speaker.id == self.user_id else ""

    @property
    def author_name(self) -> str:
        """The one who speaks now, as others know them: a name and the account."""
        name = self.speaker.name if self.speaker else "" if self.shared else self.user_name
        return f"{name} ({self.account})" if name else self.account

    @property
    def account(self) -> str:
        """The account that speaks now, as `principal_ids` would name it; "" for none."""
        return f"{self.platform}:{self.author}" if self.author else ""

    @property
    def audiences(self) -> frozenset[str]:
        """What may be shown here. Before it is known who speaks: only what is private."""
        if self.seen is not None:
            return self.seen
        return MINE if self.private else NOBODY

    @property
    def refusal(self) -> str:
        """Why nothing may be kept here, or "" when it may."""
        if not self.primary or not self.place:
            return (
                "nothing is kept from scheduled or delegated runs: no person is typing here; "
                "ask the person in their own conversation"
            )
        if not self.private and not self.author:
            return (
                f"nothing is kept from this place on {self.platform}: the host does not say who "
                "is speaking; the person can say it in a conversation of their own"
            )
        return ""

    def typed(self, running: "Running") -> "tuple[TypedMessage, ...]":
        """What the one who speaks now typed in this conversation, oldest first.

        In a group only turns that were seen live with their id, and nobody else's.
        """
        if self.private:
            return tuple(message for message in running.typed if message.principal)
        if not self.author:
            return ()
        there = [m for m in running.typed if m.platform == self.platform and not m.run]
        if not self.shared:
            return tuple(message for message in there if message.user_id == self.user_id)
        texts = {each.text for each in self.heard if each.id == self.author}
        others = {each.text for each in self.heard if each.id != self.author}
        return tuple(message for message in there if message.text in texts - others)


PERSON_AT_TERMINAL = Conversation()
