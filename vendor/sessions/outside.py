"""Commands of one agent that typed into another: held together by the sweep.

A reading notes where an agent ran a command line of an agent (`agent_call`: a time and a place,
no word of it). A message that came while such a command ran is held against the calls there,
which are read from that agent's own history again. Only histories that are indexed are asked.

    a message --> notes of the hour before --> `calls_at` of their adapter --> machine_typed
    a new note --> messages of the hour behind it that stand in the index --> read once more

What was found once stays known by a hash of the message's place: an agent deletes its transcripts
by age, the calls with them, and the message may have to be read again after that.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from . import hermes_rows as rows
from .call import Call
from .machine_typed import STRONG, WINDOW, Said, judged
from .stored import fetch

NOTES = 50  # newest commands that one message is held against
KNOWN = 64  # places whose calls are kept in memory
HOUR = int(WINDOW * 1000)  # milliseconds

Note = tuple[int, int]  # milliseconds since 1970, place in the unit


class Source(Protocol):
    """An adapter, as far as it is asked here."""

    agent: str

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The calls around a place of a unit, each with the time of its result."""


class IndexFault(Exception):
    """sessions.db itself failed; the sentence is SQLite's name for how."""


FORGET = "DELETE FROM agent_call WHERE unit = :unit"
NOTE = """
INSERT INTO agent_call (unit, at, place) VALUES (:unit, :at, :place)
ON CONFLICT (unit, place) DO UPDATE SET at = :at
"""
FOUND = "INSERT INTO meta VALUES (:name, '1') ON CONFLICT (name) DO NOTHING"
WAS_FOUND = "SELECT 1 FROM meta WHERE name = :name"
ANYTHING = """
SELECT EXISTS (SELECT 1 FROM agent_call)
    OR EXISTS (SELECT 1 FROM meta WHERE name >= 'typed:' AND name < 'typed;')
"""
BEFORE = """
SELECT u.agent, u.name, c.place FROM agent_call AS c JOIN unit AS u ON u.n = c.unit
WHERE c.at >= :since AND c.at <= :until AND u.agent <> :besides ORDER BY c.at DESC LIMIT :limit
"""
BEHIND = """
SELECT m.session, s.agent, s.key, m.at, m.text
FROM message AS m JOIN session AS s ON s.n = m.session
WHERE m.role = 0 AND m.at >= :since AND m.at <= :until AND s.agent <> :besides
"""


def note(db: sqlite3.Connection, unit: int, calls: Iterable[Note], *, anew: bool) -> None:
    """Note the command lines of a reading; `anew`: they are all that the unit has."""
    if anew:
        db.execute(FORGET, {"unit": unit}).close()
    values = [{"unit": unit, "at": at, "place": place} for at, place in calls]
    db.executemany(NOTE, values).close()


class Outside:
    """What the histories of the other agents say about who typed a message."""

    def __init__(self, db: sqlite3.Connection, sources: Iterable[Source]) -> None:
        """`sources` are the adapters of this refresh; no other history is opened."""
        self._db = db
        self._sources: Mapping[str, Source] = {source.agent: source for source in sources}
        self._known: OrderedDict[tuple[str, str, int], Sequence[Call]] = OrderedDict()

    def typed(self, agent: str, said: Said) -> bool:
        """Whether a command of an agent typed a message that stands in the history of `agent`."""
        if said.at is None or not self._fetch(ANYTHING, {})[0][0]:
            return False
        until = int(said.at * 1000) + 1
        values = {"since": until - HOUR, "until": until, "limit": NOTES, "besides": _own(agent)}
        calls = [call for place in self._fetch(BEFORE, values) for call in self._calls(*place)]
        name = {"name": _name(agent, said)}
        if calls and said.letters and judged(_each_once(calls), said) == STRONG:
            self._fetch(FOUND, name)
            return True
        return bool(self._fetch(WAS_FOUND, name))

    def late(self, agent: str, calls: Iterable[Note]) -> Iterator[int]:
        """Units that hold messages which new notes of a history of `agent` show to be typed.

        Their copies follow by themselves: a message that goes hands its place to the next copy.
        """
        for since, until in _together(calls):
            values = {"since": since, "until": until, "besides": _own(agent)}
            for session, other, key, at, text in self._fetch(BEHIND, values):
                if self.typed(other, Said(key, 0, at / 1000, text)):
                    yield session

    def _calls(self, agent: str, unit: str, place: int) -> Sequence[Call]:
        source = self._sources.get(agent)
        if source is None:
            return ()
        key = (agent, unit, place)
        if key not in self._known:
            try:
                self._known[key] = source.calls_at(unit, place)
            except (OSError, sqlite3.Error, rows.NotReadable):
                self._known[key] = ()
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return self._known.get(key, ())

    def _fetch(self, sql: str, values: Mapping[str, object]) -> list[Any]:
        try:
            return fetch(self._db, sql, values)
        except sqlite3.Error as error:
            raise IndexFault(rows.reason(error)) from None


def _each_once(calls: Iterable[Call]) -> list[Call]:
    return list({(c.session, c.row, c.ident, c.tool, len(c.text)): c for c in calls}.values())


def _together(calls: Iterable[Note]) -> list[tuple[int, int]]:
    """The times in which messages may have been typed, those that overlap as one."""
    found: list[tuple[int, int]] = []
    for at, _ in sorted(calls):
        if found and at <= found[-1][1]:
            found[-1] = (found[-1][0], at + HOUR)
        else:
            found.append((at, at + HOUR))
    return found


def _name(agent: str, said: Said) -> str:
    """How a message that a machine typed is noted in `meta`: by where it stands, without a word."""
    place = f"{agent}:{said.session}:{said.row}:{int((said.at or 0.0) * 1000)}"
    return f"typed:{blake2b(place.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def _own(agent: str) -> str:
    """Hermes' own commands are held against its messages in state.db, where order says more."""
    return agent if agent == "hermes" else ""
