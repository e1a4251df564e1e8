"""What can go wrong, grouped by what the caller can do about it.

    mend the packet and submit it again      PacketRefused and its kinds
    wait, free space, or ask again           NotWritten, OutOfTime
    point at another folder                  NotOurFile, NewerFile
    stop, and restore a copy                 LogDamaged

A refusal is `{code, message}`. The message is written for whoever made the call, a model
included: it says what would pass, and it is handed on word for word.
"""

from ..dbfile import Damaged, NewerFile, NotOurFile
from ..text.ids import Ambiguous

__all__ = [
    "Ambiguous",
    "AttributionRefused",
    "BrainError",
    "LogDamaged",
    "NewerFile",
    "NotOurFile",
    "NotWritten",
    "OutOfTime",
    "PacketConflict",
    "PacketRefused",
    "QuoteNotFound",
    "SecretRefused",
    "secret_refused",
]

LogDamaged = Damaged


class BrainError(Exception):
    """Any error of this engine that is not a damaged or foreign file."""


class PacketRefused(BrainError):
    """A rule said no and nothing was written.

    Codes: shape, agent, operation, author, citation, quote, attribution, reference, link,
    settle, approval, policy, secret, conflict, not_available.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)

    def __reduce__(self) -> tuple[type["PacketRefused"], tuple[str, str]]:
        return (type(self), (self.code, self.message))

    def as_dict(self) -> dict[str, str]:
        """The refusal as it is handed on: code and message, nothing else."""
        return {"code": self.code, "message": self.message}


class QuoteNotFound(PacketRefused):
    """Gate, first half: the words are not in the source, or too few. Code `quote`."""


class AttributionRefused(PacketRefused):
    """Gate, second half: words or a decision in the principal's mouth. Code `attribution`."""


class SecretRefused(PacketRefused):
    """A text of the packet looks like a credential. Code `secret`."""


def secret_refused(shown: str) -> SecretRefused:
    """The refusal of a text that looks like a credential of the kind `shown`."""
    return SecretRefused(
        "secret",
        f"not kept: this looks like a credential ({shown}). Keep where it is stored instead, "
        "for example: the deploy key is in 1Password.",
    )


class PacketConflict(PacketRefused):
    """A packet with this id and other content is in the log. Code `conflict`."""


class NotWritten(BrainError):
    """The disk is full, the file is locked or may not be written. Nothing of it was kept."""


class OutOfTime(BrainError):
    """The time that `Brain.within` allowed is over."""
