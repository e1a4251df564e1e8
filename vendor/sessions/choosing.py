"""What a person does with the index of an agent as a whole: drop it, or have it read again.

    drop()        everything that was indexed of an agent leaves, with its bytes
    read_again()  the next refresh reads everything anew, and compares

Each is small transactions; an end in between leaves a whole index, and the next call goes on.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress

from .. import dbfile
from . import erase, stored
from .stored import Change, fetch

BATCH = 50  # units of one transaction
PAUSE = 0.05  # seconds between two tries to empty the log

UNITS = "SELECT n FROM unit WHERE agent = :agent LIMIT :limit"
# Besides the agent itself: what was noted of it (taken_back.py, aside.py).
NO_AGENT = "DELETE FROM agent WHERE name = :agent"
NO_NOTES = "DELETE FROM meta WHERE name = 'lost:' || :agent"
AGAIN = "UPDATE unit SET mark = '' WHERE agent = :agent AND expired = 0"
LOOK_AGAIN = "UPDATE agent SET cursor = '' WHERE name = :agent"
AGENTS = "SELECT DISTINCT agent FROM unit UNION SELECT name FROM agent ORDER BY 1"


def agents(db: sqlite3.Connection) -> list[str]:
    """Every agent of which something is held."""
    return [name for (name,) in fetch(db, AGENTS)]


def read_again(db: sqlite3.Connection, agent: str) -> None:
    """Have all that can still be read of an agent read anew; what exists only here stays."""
    with dbfile.transaction(db):
        db.execute(AGAIN, {"agent": agent}).close()
        db.execute(LOOK_AGAIN, {"agent": agent}).close()


def drop(db: sqlite3.Connection, agent: str, *, pulse: Callable[[], None]) -> int:
    """Take out everything of an agent; how many messages went. `erase_all` takes the bytes."""
    change = Change()
    while units := [n for (n,) in fetch(db, UNITS, {"agent": agent, "limit": BATCH})]:
        with dbfile.transaction(db):
            stored.drop_units(db, units, change)
            db.execute(erase.TO_ERASE).close()
        pulse()
    with dbfile.transaction(db):
        db.execute(NO_AGENT, {"agent": agent}).close()
        db.execute(NO_NOTES, {"agent": agent}).close()
    return change.removed


def erase_all(db: sqlite3.Connection, *, patience: float) -> bool:
    """Erase what was dropped, and give its room back; False while a reader keeps old bytes."""
    end = time.monotonic() + patience
    while not erase.finish(db, lambda: None):
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    with suppress(sqlite3.OperationalError):  # a reader: the room is used again, and holds nothing
        db.execute("VACUUM").close()
    fetch(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    return True
