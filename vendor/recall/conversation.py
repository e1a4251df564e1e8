"""The place a question comes from: which conversation, who speaks there, what they may see.

Only the host knows this, so the top row builds it and everything below takes it as given.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

# What the principal may be shown.
MINE = frozenset({"mine"})
# Places where nobody but the person at this machine types (DESIGN section 4).
# In a scheduled run nobody types, but it runs for that person: it may look things up.
PRIVATE_PLATFORMS = frozenset(
    {"", "cli", "tui", "desktop", "webui", "acp", "api_server", "local", "cron"}
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One running conversation of the host. `session_id` is the host's own, "" outside one.

    `agent_mark` names what an agent's shell had set when it started the host there; "" where a
    person did, or where it cannot be told. `others` are the agents whose commands may have typed
    here too, and the folder of each.
    """

    session_id: str = ""
    platform: str = "cli"
    user_id: str = ""
    primary: bool = True
    agent_mark: str = ""
    others: Mapping[str, Path] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        """Whether what is typed here is the principal's."""
        return self.platform in PRIVATE_PLATFORMS and not self.user_id

    @property
    def audiences(self) -> frozenset[str]:
        """What may be shown here. Elsewhere nobody is known yet, so nothing is shown."""
        return MINE if self.private else frozenset()

    @property
    def refusal(self) -> str:
        """Why nothing may be kept here, or "" when it may."""
        if not self.primary:
            return (
                "nothing is kept from scheduled or delegated runs: no person is typing here; "
                "ask the person in their own conversation"
            )
        if not self.private:
            return (
                f"nothing is kept from {self.platform} in this version: it is not known there "
                "who is typing; the person can say it in a terminal conversation"
            )
        return ""


PERSON_AT_TERMINAL = Conversation()
