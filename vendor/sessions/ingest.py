"""Keep one reading: bring what the index holds of a unit to what the unit holds now.

A reading is compared with the stored rows by name, so a rewritten file costs only what differs
in it. Each message stands once, in the oldest session that has it; every other copy is one more
name of it. When the oldest copy goes, the next one takes its place.

    Reading --> admit.py --> compare.py --> stored.py

Everything here runs inside a transaction of sweep.py.
"""

import json
import sqlite3
from collections import Counter
from dataclasses import replace

from ..forgotten import Forgotten
from ..text import clean
from . import admit, outside, record, stored
from . import since as limit
from .compare import NEVER, Place, compare
from .record import Reading, Session
from .stored import Change, fetch

UNIT = """
INSERT INTO unit (agent, name, mark, touched, skipped)
VALUES (:agent, :name, :mark, :touched, :skipped)
ON CONFLICT (agent, name) DO UPDATE
SET mark = :mark, touched = :touched, skipped = :skipped, expired = 0
RETURNING n
"""
FORGOTTEN_HERE = """
SELECT 1 FROM kept_out WHERE session = :session AND reason = 'forgotten' LIMIT 1
"""
SKIPPED = "SELECT skipped FROM unit WHERE agent = :agent AND name = :name"
SESSION = """
INSERT INTO session (n, agent, key, code, title, project, audience, started, archived)
VALUES (:n, :agent, :key, :code, :title, :project, :audience, :started, :archived)
ON CONFLICT (n) DO UPDATE SET key = :key, code = :code,
    title = CASE WHEN :keep THEN title ELSE :title END,
    project = :project, audience = :audience, started = :started, archived = :archived
"""
STARTED = "SELECT started FROM session WHERE n = :session"
SHARED_HERE = """
SELECT message FROM alias WHERE session = :session AND old = 0
UNION
SELECT a.message FROM message AS m JOIN alias AS a ON a.message = m.n
WHERE m.session = :session AND a.old = 0
"""


def keep(
    db: sqlite3.Connection,
    agent: str,
    unit: str,
    reading: Reading,
    forgotten: Forgotten,
    *,
    since: int | None = None,
) -> Change:
    """Store `reading` as what `unit` of `agent` holds from `reading.since` on.

    Of messages only those are stored that are not older than `since`, in ms since 1970.

    `forgotten` is asked here, inside the transaction: a person who forgets adds there first and
    then waits for this one, so that between the two nothing slips in.
    """
    with forgotten.reading():
        reading = _without_unnamed_session(agent, reading, forgotten)
        out = admit.forgotten_places(agent, reading, forgotten)
        title = admit.title(reading.session.title) if reading.session else ""
        untitled = bool(title) and forgotten.holds_locator(admit.title_name(title))
    n = _unit(db, agent, unit, reading)
    outside.note(db, n, reading.calls, anew=not reading.since)
    session = reading.session
    if session is None:
        change = Change()
        stored.drop_session(db, n, change)
        return change
    values = _session_row(n, agent, session)
    if out or untitled or fetch(db, FORGOTTEN_HERE, {"session": n}):
        # A host makes its title of the words of a message.
        values |= {"title": "", "keep": False}
    before = fetch(db, STARTED, {"session": n})
    db.execute(SESSION, values).close()
    if before and before[0][0] != session.started:
        _follow_start(db, n)
    rank = (session.started if session.started is not None else NEVER, unit)
    place = Place(n, agent, session.key, rank)
    if reading.since and admit.holds_one(db, n):
        db.execute(stored.READ_AGAIN, {"unit": n}).close()  # in full, within this refresh
        return place.change
    messages = admit.admitted(
        db, n, reading, muted=session.muted, change=place.change, forgotten=out
    )
    if reading.since and admit.holds_one(db, n):
        db.execute(stored.READ_AGAIN, {"unit": n}).close()  # it may have been said before
    compare(db, place, limit.young(messages, session, since), reading.since)
    return place.change


def _follow_start(db: sqlite3.Connection, session: int) -> None:
    """A session that began at another time than was known may hold other messages' homes."""
    for (n,) in fetch(db, SHARED_HERE, {"session": session}):
        home = stored.settle(db, n)
        if home is not None:
            db.execute(stored.READ_AGAIN, {"unit": home.session}).close()


def _without_unnamed_session(agent: str, reading: Reading, forgotten: Forgotten) -> Reading:
    """Of a session that was forgotten as a whole, only the count of what was left out.

    The same of one whose name is a credential: every address of its messages would show it.
    """
    session = reading.session
    if session is None:
        return reading
    is_forgotten = forgotten.holds_session(record.locator(agent, session.key))
    if not is_forgotten and admit.credential(session.key) != admit.SECRET:
        return reading
    reason = admit.FORGOTTEN if is_forgotten else admit.SECRET
    skipped = Counter(reading.skipped) + Counter({reason: len(reading.messages)})
    return replace(reading, session=None, messages=(), skipped=skipped)


def _unit(db: sqlite3.Connection, agent: str, unit: str, reading: Reading) -> int:
    skipped = Counter(reading.skipped)
    if reading.since:
        for (before,) in fetch(db, SKIPPED, {"agent": agent, "name": unit}):
            skipped.update(json.loads(before))
    values = {
        "agent": agent,
        "name": unit,
        "mark": reading.mark,
        "touched": reading.touched,
        "skipped": json.dumps(skipped, sort_keys=True),
    }
    n: int = fetch(db, UNIT, values)[0][0]
    return n


def _session_row(n: int, agent: str, session: Session) -> dict[str, object]:
    return {
        "n": n,
        "agent": agent,
        "key": session.key,
        "code": stored.code(agent, session.key),
        "title": admit.title(session.title),
        "keep": session.title is None,
        "project": admit.folder(session.project),
        "audience": clean.tidy(session.audience)[:200],
        "started": session.started,
        "archived": int(session.archived),
    }
