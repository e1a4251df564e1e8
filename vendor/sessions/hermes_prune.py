"""Sessions that Hermes removes by itself, by their age: nobody took back what was said in them.

Both hosts delete ended sessions that were not used for `retention_days` (90 where nothing else
is set; on by default in 0.22), once a day at most. A prune deletes the same rows as a person who
deletes a session, and says nothing of which. What tells them apart:

    state_meta.last_auto_prune    when it last ran; the session was there after that --> a person
    an older session that stays   a prune by age would have taken that too           --> a person
    unused for 90 days            `hermes sessions prune` takes it and leaves no trace at all

So a person's deletion of their oldest session, on a day of a prune, is not told. A prune that a
person runs with filters, or for a shorter age, is their own deletion.
"""

import sqlite3

from . import hermes_rows as rows

DAY = 86_400_000  # milliseconds
AGE = 90 * DAY  # of `hermes sessions prune`, and of the host's own
RUN = 600_000  # a prune notes the time at which it began
TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'state_meta'"
LAST = "SELECT value FROM state_meta WHERE key = 'last_auto_prune'"
# Older by its beginning and its end, as the two hosts go by one or the other.
OLDER = """
SELECT 1 FROM sessions
WHERE ended_at IS NOT NULL AND coalesce(end_reason, '') <> 'compression'
  AND started_at * 1000 < :started AND ended_at * 1000 < :touched
"""


def may_have(
    db: sqlite3.Connection, started: int | None, touched: int, *, looked: int, now: int
) -> bool:
    """Whether a prune may have removed a session of an open state.db.

    All in milliseconds since 1970: when the session began and was last used, when it was there at
    the latest, and the present.
    """
    if now - touched < AGE and _last(db) + RUN < looked:
        return False
    has_pins = "pinned" in rows.columns(db, "sessions")
    older = f"{OLDER} AND coalesce(pinned, 0) = 0" if has_pins else OLDER
    values = {"started": touched if started is None else started, "touched": touched}
    return not rows.fetch(db, f"{older} LIMIT 1", values)


def _last(db: sqlite3.Connection) -> float:
    """When it last ran by itself, 0 for never."""
    found = rows.fetch(db, LAST) if rows.fetch(db, TABLE) else []
    try:
        return float(found[0][0]) * 1000 if found else 0.0
    except (TypeError, ValueError):
        return 0.0
