"""Moments: ISO 8601 in UTC with microseconds and `Z` on the outside, whole microseconds inside.

A day without a time (`2027-03-14`) is kept as a day. Moments compare as text, too.
"""

from datetime import UTC, date, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def instant(value: str | datetime) -> str:
    """`value` as this engine writes moments.

    Raises:
        ValueError: not a date, or a time of day without a zone.
    """
    if isinstance(value, str) and len(value) == len("2027-03-14"):
        return date.fromisoformat(value).isoformat()
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    if moment.tzinfo is None:
        raise ValueError("a time of day needs its zone, as in 2027-03-14T09:30:00Z")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def micros(moment: str) -> int:
    """Microseconds since 1970 of a moment that `instant` wrote; a day counts from midnight."""
    if len(moment) == len("2027-03-14"):
        moment += "T00:00:00Z"
    return (datetime.fromisoformat(moment) - EPOCH) // MICROSECOND


def iso(since_epoch: int) -> str:
    """The inverse of `micros` for a full moment."""
    return instant(EPOCH + since_epoch * MICROSECOND)
