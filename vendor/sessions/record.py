"""The common shape of what was said: one session, one message, whatever agent wrote it down.

An adapter turns one unit of its agent's history (a file, a row of a database) into a `Reading`;
the index (ingest.py) keeps it. Nothing here opens a file.

    unit --> Adapter.read --> Reading(Session, Messages) --> ingest --> sessions.db

Locators are `agent:<session key>:<tail>`; the tail is the message's own part, as `tail()` makes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ..text import ids, typed_line

USER = "user"
ASSISTANT = "assistant"
MINE = "mine"
TEXT_CAP = 262_144  # characters of one message that are kept; a longer paste is cut there
OFF_RECORD = "#off-record"
ON_RECORD = "#on-record"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said.

    Attributes:
        tail: the message's part of its locator, unique in the session.
        seq: place in the session; ascending, and the same at every reading of the same history.
        role: "user" or "assistant".
        at: milliseconds since 1970 UTC, None when the format has no time.
        text: cleaned words, never empty.
        same_as: what all copies of this message share, in any session; "" when it has no copies.
    """

    tail: str
    seq: int
    role: str
    at: int | None
    text: str
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation that a person drove.

    A `title` of None leaves the stored one as it is; with "" the first prompt serves as title.
    `folder` is where the session was begun, where that may lie below its project; it is not stored.
    `muted` is for a session that goes on where an earlier one was already off the record.
    """

    key: str
    title: str | None = ""
    project: str = ""
    audience: str = MINE
    started: int | None = None
    archived: bool = False
    muted: bool = False
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one unit holds now, from `since` on.

    Attributes:
        mark: the adapter's own note of how far it read; handed back at the next reading.
        session: None when no person drove it; then nothing of the unit is kept.
        messages: everything said at `seq >= since`, in order. What the index holds from there
            on and does not find here has left the history.
        since: 0 replaces all that was known; higher is the tail of a history that only grew.
        skipped: reason -> number of records that were left out, for `status`.
        touched: when the unit was last written to, in milliseconds since 1970.
        calls: where an agent ran a command line of an agent (`outside.py`); with `since` 0 all
            of the unit, else those that are new.
    """

    mark: str
    session: Session | None
    messages: tuple[Message, ...] = ()
    since: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    touched: int = 0
    calls: tuple[tuple[int, int], ...] = ()  # milliseconds since 1970, place in the unit


@dataclass(frozen=True, slots=True)
class Seen:
    """The outside of a unit: last written to, in milliseconds since 1970, and its size in bytes.

    `speaks` is False for one that holds no session of its own.
    """

    touched: int
    size: int
    speaks: bool = True


@dataclass(frozen=True, slots=True)
class Scan:
    """What an adapter saw of its agent's history without reading it.

    Attributes:
        changed: units to read, the most useful first.
        seen: the outside of those units that were looked at, as far as it is known.
        present: every unit there is; None when not everything was looked at.
        cursor: the adapter's own note, handed back at the next scan.
        trouble: why the history cannot be read now; then nothing counts as deleted.
        absent: there is no history at all, which is no trouble where there never was one.
    """

    changed: tuple[str, ...] = ()
    present: frozenset[str] | None = None
    cursor: str = ""
    trouble: str = ""
    absent: bool = False
    seen: Mapping[str, Seen] = field(default_factory=dict)


def tail(*parts: str) -> str:
    """A message's part of its locator."""
    return ids.locator("x", *parts)[2:]


def locator(agent: str, session_key: str, message_tail: str = "") -> str:
    """The address of a session, or of a message in it."""
    address = ids.locator(agent, session_key)
    return f"{address}:{message_tail}" if message_tail else address


def millis(iso: object) -> int | None:
    """Milliseconds since 1970 of an ISO 8601 time, UTC without a zone; None for anything else."""
    if not isinstance(iso, str) or not iso:
        return None
    try:
        at = datetime.fromisoformat(iso)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return (at - _EPOCH) // _MILLISECOND
    except (ValueError, OverflowError):
        return None


def seconds_to_millis(seconds: object) -> int | None:
    """Milliseconds of a float epoch, cut rather than rounded; None for what is no such time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return None
    if not 0 <= seconds < 253_402_300_800:  # up to the year 9999; NaN fails both
        return None
    return round(seconds * 1_000_000) // 1000


def iso(at: int | None) -> str | None:
    """`at` as `2027-03-14T09:30:00.000Z`."""
    if at is None:
        return None
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds")[:-6] + "Z"


def marker(text: str) -> str:
    """OFF_RECORD or ON_RECORD when a person's message is or begins with that word, else "".

    `si: off` is the same as the first.
    """
    typed = typed_line.line_of(text)
    if typed is not None:
        return OFF_RECORD if typed.verb == "off" else ""
    first = text[:64].split(maxsplit=1)
    word = first[0].lower().rstrip(".,:;!") if first else ""
    return word if word in (OFF_RECORD, ON_RECORD) else ""
