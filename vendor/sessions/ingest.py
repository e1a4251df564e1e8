"""Keep one reading: bring what the index holds of a unit to what the unit holds now.

A reading is compared with the stored rows by name, so a rewritten file costs only what differs
in it. Each message stands once, in the oldest session that has it; every other copy is one more
name of it. When the oldest copy goes, the next one takes its place.

    Reading --> admit.py --> compare by name --> stored.py

Everything here runs inside a transaction of sweep.py.
"""

import json
import sqlite3
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..forgotten import Forgotten
from ..text import clean, ids
from . import admit, outside, record, stored
from . import since as limit
from .record import Message, Reading, Session
from .schema import pack
from .stored import Change, Stored, fetch, unless_own

NEVER = 1 << 62  # ranks a session without a time behind all others


@dataclass(slots=True)
class _Place:
    """The session that a reading is kept in, and its rank among holders of the same message."""

    n: int
    agent: str
    key: str
    rank: tuple[int, str]
    change: Change = field(default_factory=Change)


@dataclass(frozen=True, slots=True)
class _Named:
    """A message with its own code, and the one that it shares with its copies."""

    own: int
    twin: int
    message: Message


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
        reading = _without_forgotten_session(agent, reading, forgotten)
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
    db.execute(SESSION, values).close()
    rank = (session.started if session.started is not None else NEVER, unit)
    place = _Place(n, agent, session.key, rank)
    if reading.since and admit.holds_one(db, n):
        db.execute(stored.READ_AGAIN, {"unit": n}).close()  # in full, within this refresh
        return place.change
    messages = admit.admitted(
        db, n, reading, muted=session.muted, change=place.change, forgotten=out
    )
    if reading.since and admit.holds_one(db, n):
        db.execute(stored.READ_AGAIN, {"unit": n}).close()  # it may have been said before
    _compare(db, place, limit.young(messages, session, since), reading.since)
    return place.change


def _without_forgotten_session(agent: str, reading: Reading, forgotten: Forgotten) -> Reading:
    """Of a session that was forgotten as a whole, only the count of what was left out."""
    session = reading.session
    if session is None or not forgotten.holds_session(record.locator(agent, session.key)):
        return reading
    skipped = Counter(reading.skipped) + Counter({admit.FORGOTTEN: len(reading.messages)})
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
        "project": clean.tidy(session.project)[:500],
        "audience": clean.tidy(session.audience)[:200],
        "started": session.started,
        "archived": int(session.archived),
    }


COPIES = """
SELECT a.code, a.n, a.seq, coalesce(m.twin, m.code)
FROM alias AS a JOIN message AS m ON m.n = a.message
WHERE a.session = :session AND a.seq >= :since AND a.old = 0
"""


MOVE_COPY = "UPDATE alias SET seq = :seq WHERE n = :n"


def _compare(
    db: sqlite3.Connection, place: _Place, messages: Iterable[Message], since: int
) -> None:
    rows = stored.in_session(db, place.n, since)
    copies = {row[0]: row[1:] for row in fetch(db, COPIES, {"session": place.n, "since": since})}
    fresh = []
    for named in _named(place, messages).values():
        row, copy = rows.get(named.own), copies.get(named.own)
        if row is not None and row.twin == unless_own(named.twin, named.own):
            stored.update(db, rows.pop(named.own), named.message, place.change)
        elif copy is not None and copy[2] == named.twin:
            _same_copy(db, copies.pop(named.own), named.message)
        else:
            fresh.append(named)
    for n, *_ in copies.values():
        db.execute(stored.DROP_ALIAS, {"n": n}).close()
    left = _Left(rows)
    parts = stored.Parts(db, place.n)
    if rows:
        for named in fresh:
            _place_fresh(db, place, named, left, parts)
    else:
        _place_all(db, place, fresh, left, parts)
    for row in left.rows():
        stored.remove(db, row, place.change)


def _named(place: _Place, messages: Iterable[Message]) -> dict[int, _Named]:
    """By own code; of two messages of one name the first counts."""
    found: dict[int, _Named] = {}
    for message in messages:
        own = stored.code(place.agent, place.key, message.tail)
        twin = ids.message_code(message.same_as) if message.same_as else own
        found.setdefault(own, _Named(own, twin, message))
    return found


def _same_copy(db: sqlite3.Connection, copy: tuple[int, int, int], message: Message) -> None:
    n, seq, _ = copy
    if seq != message.seq:
        db.execute(MOVE_COPY, {"seq": message.seq, "n": n}).close()


STAND = """
SELECT m.code FROM json_each(:codes) AS j JOIN message AS m ON m.code = j.value
UNION ALL
SELECT m.twin FROM json_each(:codes) AS j JOIN message AS m ON m.twin = j.value
"""


def _place_all(
    db: sqlite3.Connection,
    place: _Place,
    fresh: Sequence[_Named],
    left: "_Left",
    parts: stored.Parts,
) -> None:
    """Names that are new here, in a session of which no row is left: together where they can be."""
    codes = json.dumps([named.twin for named in fresh])
    stand = {code for (code,) in fetch(db, STAND, {"codes": codes})}
    new: list[stored.New] = []
    for named in fresh:
        if named.twin in stand:
            _insert(db, place, new)
            _place_fresh(db, place, named, left, parts)
        else:
            part = parts.of(named.message)
            new.append(stored.New(named.own, named.twin, named.message, part))
        stand |= {named.own, named.twin}
    _insert(db, place, new)


def _insert(db: sqlite3.Connection, place: _Place, new: list[stored.New]) -> None:
    stored.insert(db, place.n, new)
    place.change.added += len(new)
    new.clear()


def _place_fresh(
    db: sqlite3.Connection, place: _Place, named: _Named, left: "_Left", parts: stored.Parts
) -> None:
    """A name that is new here: a copy, a row under another name, or a new message."""
    if _joins(db, place, named, besides=left.number(named.own)):
        return
    row = left.take(named)
    if row is not None and _has_other_copies(db, left.code(row), row, named):
        stored.remove(db, row, place.change)
        row = None
    if row is None:
        part = parts.of(named.message)
        _insert(db, place, [stored.New(named.own, named.twin, named.message, part)])
        return
    if left.code(row) != named.own:
        stored.keep_old_name(db, row.n)
    stored.rename(db, row.n, place.n, named.own, named.twin, named.message)
    stored.update(db, row, named.message, place.change)


def _has_other_copies(db: sqlite3.Connection, own: int, row: Stored, named: _Named) -> bool:
    """Whether there are copies of what a row was, which `named` is no copy of."""
    shared = own if row.twin is None else row.twin
    return shared != named.twin and stored.has_copies(db, row.n)


class _Left:
    """Rows that a reading no longer has, to be found again under a new name or removed.

    Hosts renumber: they delete a conversation's rows and write them anew. The row with the same
    words, and best the same time, is then the same message under a new number.
    """

    def __init__(self, rows: Mapping[int, Stored]) -> None:
        self._rows = {row.n: row for row in rows.values()}
        self._by_code = dict(rows)
        self._codes = {row.n: own for own, row in rows.items()}
        self._by_words: defaultdict[tuple[int, str], deque[Stored]] = defaultdict(deque)
        for row in sorted(rows.values(), key=lambda row: row.seq):
            self._by_words[row.role, row.text].append(row)

    def rows(self) -> list[Stored]:
        """What nobody took."""
        return list(self._rows.values())

    def number(self, own: int) -> int:
        """The row of that very name, 0 for none."""
        row = self._by_code.get(own)
        return row.n if row else 0

    def code(self, row: Stored) -> int:
        """The name that a row had."""
        return self._codes[row.n]

    def take(self, named: _Named) -> Stored | None:
        """The row that is this message, which it then is no longer left."""
        row = self._by_code.get(named.own)
        if row is None or row.n not in self._rows:
            waiting = self._by_words[stored.role_of(named.message), named.message.text]
            alike = [r for r in waiting if r.n in self._rows]
            same_time = (r for r in alike if r.at == named.message.at)
            row = next(same_time, alike[0] if alike else None)
        if row is not None:
            del self._rows[row.n]
            self._by_words[row.role, row.text].remove(row)
        return row


HOLDERS = """
SELECT m.n, m.session, m.seq, m.tail, m.code, m.role, m.at, m.text, m.twin, s.started, u.name
FROM message AS m JOIN session AS s ON s.n = m.session JOIN unit AS u ON u.n = m.session
WHERE (m.code = :twin OR m.twin = :twin) AND s.agent = :agent AND m.n <> :besides
LIMIT 1
"""


def _joins(db: sqlite3.Connection, place: _Place, named: _Named, *, besides: int) -> bool:
    """Whether the message stands already; then it has one more name, or moves to its older home."""
    values = {"twin": named.twin, "agent": place.agent, "besides": besides}
    holders = fetch(db, HOLDERS, values)
    if not holders:
        return False
    n, session, seq, tail, own, role, at, text, twin, started, unit = holders[0]
    if own == named.own:
        return True  # written twice in one history: where it stands first counts
    rank = (started if started is not None else NEVER, unit, seq)
    if rank <= (*place.rank, named.message.seq):
        tail = pack(named.message.tail)
        stored.name_copy(db, n, place.n, named.message.seq, tail, named.own)
        return True
    stored.name_copy(db, n, session, seq, tail, own)
    stored.rename(db, n, place.n, named.own, named.twin, named.message)
    stored.update(db, Stored(n, seq, role, at, text, twin), named.message, place.change)
    return True
