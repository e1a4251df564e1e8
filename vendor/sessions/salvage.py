"""What an old sessions.db alone has, into a new one: sessions that no history holds any more.

Taken over is what its agent has deleted by age (`unit.expired`), and all of an agent that could not
be reached at the last look; every other session is read again from its history. Where it cannot be
told any more the session comes as an ordinary one, and the next look decides (sweep.py). What is
taken over is held against the rules of today before it is written: no credential, nothing that was
forgotten, nothing of a private project. What a machine was seen to type, and what a host was seen
to delete, comes along as the hashes it is noted by.

    sessions.db of another version, or damaged (aside.py) --> old_rows.py --> salvage() --> the new
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .. import dbfile
from ..forgotten import Forgotten
from ..text import lazy
from . import admit, machine_typed, meta, old_rows, outside, record, stored
from .old_rows import OldRows, Unsound, Values
from .private import NOTHING, Private
from .record import Message
from .remains import Remains
from .schema import unpack
from .stored import fetch

BATCH = 200  # messages of one transaction
EVIDENCE = lazy.regex(r"(gone|typed):[0-9a-f]{16}")
KEEP_NOTE = "INSERT INTO meta VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"
STANDING = "SELECT n, mark FROM unit WHERE agent = :agent AND name = :name"
UNIT = """
INSERT INTO unit (agent, name, mark, touched, skipped, expired)
VALUES (:agent, :name, :mark, :touched, :skipped, :expired) RETURNING n
"""
SESSION = """
INSERT INTO session (n, agent, key, code, title, project, audience, started, archived, record)
VALUES (:n, :agent, :key, :code, :title, :project, :audience, :started, :archived, :record)
"""
UNTITLE = "UPDATE session SET title = '' WHERE n = :session"
NEW_NUMBER = "SELECT n FROM message WHERE session = :session AND code = :code"
ALIAS = """
INSERT INTO alias (message, session, seq, tail, code, old)
VALUES (:message, :session, :seq, :tail, :code, :old)
"""
HOLDS = """
SELECT 1 FROM message WHERE session = :session UNION ALL
SELECT 1 FROM alias WHERE session = :session LIMIT 1
"""
LAST_SAID = """
UPDATE unit SET touched = coalesce((SELECT max(at) FROM message WHERE session = :n), touched)
WHERE n = :n
"""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What came over. `lost` are sessions that stood in the old file only and cannot be read.

    `is_ours` is False where nothing showed the old file to be an index of ours.
    """

    sessions: int = 0
    messages: int = 0
    lost: int = 0
    is_ours: bool = True


def salvage(
    old: Path,
    db: sqlite3.Connection,
    forgotten: Forgotten,
    *,
    private: Private = NOTHING,
    pulse: Callable[[], None] = lambda: None,
) -> Salvaged:
    """Bring what only `old` has into the new index `db`. The old file is not changed.

    Args:
        old: a sessions.db of version 1 or 2, whole or damaged, that nobody has open or writes to.
        db: the new index, not in a transaction; what is there already is left alone.
        forgotten: the tombstones; what they know stays out.
        private: projects of which nothing may come over.
        pulse: called between transactions; what it raises ends this, and it may be done again.

    Raises:
        OSError: the old file cannot be read at all.
        sqlite3.Error, Unreadable: the new one cannot be written, or it cannot be asked.
    """
    rows = old_rows.opened(old)
    try:
        return _Salvage(rows, db, forgotten, private, pulse).run()
    except Unsound:
        rows.close()
        rows = old_rows.PageRows(old)
        return _Salvage(rows, db, forgotten, private, pulse).run()
    finally:
        rows.close()


class _Salvage:
    """One old file into one new index."""

    def __init__(
        self,
        rows: OldRows,
        db: sqlite3.Connection,
        forgotten: Forgotten,
        private: Private,
        pulse: Callable[[], None],
    ) -> None:
        self._rows, self._db, self._forgotten = rows, db, forgotten
        self._private, self._pulse = private, pulse
        self._small = Remains.of(rows)
        self._new: dict[int, int] = {}  # units: old number -> new number
        self._by_message: defaultdict[int, list[Values]] = defaultdict(list)

    def run(self) -> Salvaged:
        """Take everything over; safe to be done again."""
        if not self._rows.is_whole and not self._private.folders:
            self._small.rebuild(self._rows)
        talks = [n for n in sorted(self._small.sessions) if self._small.is_only_here(n)]
        for n in talks:
            self._pulse()
            self._talk(n)
        taken = frozenset(self._new)
        self._typed_units()
        for row in self._small.aliases:
            self._by_message[row["message"]].append(row)
        messages = self._messages(taken)
        self._places(taken)
        self._evidence()
        with dbfile.transaction(self._db):
            empty = self._empty(taken)
            for n in taken - empty - self._small.known.keys():
                self._db.execute(LAST_SAID, {"n": self._new[n]}).close()
            gone = self._note_lost(empty)
        is_ours = self._rows.is_ours or bool(self._small.sessions)
        return Salvaged(len(taken - empty), messages, gone, is_ours)

    def _talk(self, n: int) -> None:
        """One unit and its session, unless the person has it kept out."""
        talk = self._small.sessions[n]
        agent, name = self._small.names[n]
        with self._forgotten.reading():
            if self._forgotten.holds_session(record.locator(agent, talk["key"])):
                return
            title = admit.title(talk["title"])
            if title and self._forgotten.holds_locator(admit.title_name(title)):
                title = ""
        if self._private.holds(talk["project"]):
            return
        with dbfile.transaction(self._db):
            new = self._unit(n, agent, name, mark="")
            if new is not None:
                self._db.execute(SESSION, {**talk, "n": new, "title": title}).close()
                self._new[n] = new

    def _unit(self, n: int, agent: str, name: str, *, mark: str) -> int | None:
        """A unit's new number; None where a refresh has read it since."""
        for standing, read in fetch(self._db, STANDING, {"agent": agent, "name": name}):
            if read not in ("", mark):
                return None
            stored.drop_units(self._db, [standing], stored.Change())  # of a salvage that was cut
        row = self._small.known.get(n, {"touched": 0, "skipped": "{}", "expired": 0})
        values = {**row, "agent": agent, "name": name, "mark": mark}
        new: int = fetch(self._db, UNIT, values)[0][0]
        return new

    def _typed_units(self) -> None:
        """Conversations that a machine began keep what is known of that, which is in their mark."""
        for n, unit in self._small.known.items():
            if n in self._small.sessions or machine_typed.REASON not in unit["skipped"]:
                continue
            with dbfile.transaction(self._db):
                new = self._unit(n, unit["agent"], unit["name"], mark=unit["mark"])
                if new is not None:
                    self._new[n] = new

    def _messages(self, taken: frozenset[int]) -> int:
        """The messages that stand in the sessions taken over; how many."""
        copies = (row for row in self._small.aliases if row["session"] in taken and not row["old"])
        wanted = frozenset(row["message"] for row in copies)
        done = 0
        for batch in _batches(self._rows.messages(taken, wanted)):
            self._pulse()
            with dbfile.transaction(self._db), self._forgotten.reading():
                done += sum(self._message(row, taken) for row in batch)
        return done

    def _message(self, row: Values, taken: frozenset[int]) -> bool:
        """One message with its names; whether it may be kept."""
        small = self._small
        if row["session"] in small.sessions and not small.proves(row):
            return False
        names = self._by_message.get(row["n"], [])
        places = [place for place in names if place["session"] in taken]
        home = row if row["session"] in taken else None
        if home is None:
            # Its own session is read again from its history, and takes it back when that is older.
            home = next(place for place in places if not place["old"])
            places.remove(home)
        session, code = self._new[home["session"]], home["code"]
        if fetch(self._db, NEW_NUMBER, {"session": session, "code": code}):
            return False  # it stands on two pages of the damaged file
        reason = self._refused(row, names)
        if reason:
            for place in (home, *places):
                self._kept_out(place, reason)
            return False
        role = record.ASSISTANT if row["role"] else record.USER
        message = Message(unpack(home["tail"]), home["seq"], role, row["at"], row["text"])
        twin = row["twin"] if row["twin"] is not None else row["code"]
        agent = self._small.sessions[home["session"]]["agent"]
        standing = stored.holder(self._db, agent, twin)  # a history that was read since has it
        if standing is not None:
            n = standing[0]
            stored.name_copy(self._db, n, session, home["seq"], home["tail"], code)
        else:
            stored.insert(self._db, session, [stored.New(code, twin, message, row["part"])])
            n = fetch(self._db, NEW_NUMBER, {"session": session, "code": code})[0][0]
        for place in places:
            values = {**place, "message": n, "session": self._new[place["session"]]}
            self._db.execute(ALIAS, values).close()
        stored.settle(self._db, n)
        return True

    def _refused(self, row: Values, names: Iterable[Values]) -> str:
        """Why a message may not be kept by the rules of today, or ""."""
        twin = row["twin"] if row["twin"] is not None else row["code"]
        known = [admit.shared_name(twin), *map(self._small.locator, names)]
        if row["session"] in self._small.sessions:
            known.append(self._small.locator(row))
        if any(map(self._forgotten.holds_locator, known)) or self._forgotten.holds_text(
            row["text"]
        ):
            return admit.FORGOTTEN
        return admit.credential(row["text"])

    def _kept_out(self, place: Values, reason: str) -> None:
        session = self._new[place["session"]]
        values = {"session": session, "seq": place["seq"], "reason": reason}
        self._db.execute(admit.KEEP_OUT, values).close()
        if reason == admit.FORGOTTEN:
            self._db.execute(UNTITLE, {"session": session}).close()

    def _places(self, taken: frozenset[int]) -> None:
        """Where something was kept out, and where an agent ran another."""
        with dbfile.transaction(self._db):
            for row in self._rows.of("kept_out"):
                if row["session"] in taken:
                    values = {**row, "session": self._new[row["session"]]}
                    self._db.execute(admit.KEEP_OUT, values).close()
            for row in self._rows.of("agent_call"):
                if row["unit"] in self._new:
                    self._db.execute(outside.NOTE, {**row, "unit": self._new[row["unit"]]}).close()

    def _evidence(self) -> None:
        found = [row for row in self._rows.of("meta") if EVIDENCE.fullmatch(row["name"])]
        with dbfile.transaction(self._db):
            self._db.executemany(KEEP_NOTE, [dict(row) for row in found]).close()

    def _empty(self, taken: frozenset[int]) -> frozenset[int]:
        """Take out again the sessions of a damaged file of which no message came."""
        if self._rows.is_whole:
            return frozenset()
        empty = [n for n in taken if not fetch(self._db, HOLDS, {"session": self._new[n]})]
        stored.drop_units(self._db, (self._new[n] for n in empty), stored.Change())
        return frozenset(empty)

    def _note_lost(self, empty: frozenset[int]) -> int:
        """Count, by agent, what stood here only and cannot be read; the names are not kept."""
        if self._rows.is_whole:
            return 0
        small = self._small
        units = Counter(
            unit["agent"]
            for n, unit in small.known.items()
            if unit["expired"] and n not in small.sessions
        )
        codes: defaultdict[str, list[int]] = defaultdict(list)
        for n, talk in small.sessions.items():
            if n in empty or n not in small.names:
                codes[talk["agent"]].append(talk["code"])
        for agent in {*units, *codes}:
            value = json.dumps([units[agent], codes[agent]])
            meta.note(self._db, f"lost:{agent}", value)
        return units.total() + sum(map(len, codes.values()))


def _batches(rows: Iterable[Values]) -> Iterator[list[Values]]:
    batch: list[Values] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    yield batch
