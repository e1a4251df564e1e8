"""What may be kept of the histories, by the person's settings, and how fast it may be read."""

from dataclasses import dataclass
from datetime import datetime

from .private import NOTHING, Private

SHARE = 0.25  # of one core, for what no turn waits for


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be kept, by the person's settings, as `SessionIndex.refresh` takes it."""

    since: datetime | None = None
    private: Private = NOTHING
    keep_expired: bool = True
