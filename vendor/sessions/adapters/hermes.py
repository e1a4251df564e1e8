"""Hermes Agent, 0.13 to 0.22: one unit is one session of `<home>/state.db`.

A tail scan finds sessions with rows above the highest id seen, looks again at the few that were
in use lately, and counts the sessions, so that it costs what is new. Only where one is gone it
looks at which. A full scan compares every session's counts: undoing, compaction and deletion move
no id.

The same words stand several times: a session that compression split or a person branched begins
with copies of its parent, and compaction in place writes the kept tail anew. hermes_copies.py
names each copy after its first.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ... import dbfile
from .. import hermes_copies, hermes_prune, machine_typed, record
from .. import hermes_rows as rows
from ..call import Call
from ..hermes_copies import Line
from ..hermes_typists import Typists
from ..machine_typed import Said
from ..record import Message, Reading, Scan, Seen, Session
from ..tool_calls import Calls, Looked
from .hermes_marks import Cursor, Mark, Signature, Talks, digest

if TYPE_CHECKING:
    from . import Known, Pulse

PAGE = 200  # sessions or messages of one SELECT, so that no lock is held for long
RECENT = 5  # sessions looked at in every tail scan
LATE = 200  # rows among which they are found at first
LINEAGE = 50  # parents followed at most
LOOKED = 20_000  # newest rows of which it is known where they name an agent
CALLS = 500  # of those rows at most
AROUND = 500  # rows on both sides of a command line that are looked at with it

_T = TypeVar("_T")


class Hermes:
    """The history of one Hermes home."""

    agent = "hermes"
    expires_days: int | None = None

    def __init__(self, root: Path) -> None:
        """`root` is the home; nothing is opened yet."""
        self._path = root / "state.db"
        self._db: dbfile.Connection | None = None
        self._still: tuple[int, ...] | None = None
        self._messages = self._sessions = self._signatures = ""
        self._lineage: dict[str, list[Line]] = {}
        self._late: frozenset[str] = frozenset()
        self.outside: Callable[[Said], bool] = lambda said: False

    def close(self) -> None:
        """Let go of state.db."""
        if self._db is not None:
            self._db.close()
        self._db = self._still = None
        self._lineage = {}

    def scan(self, known: "Known", *, cursor: str, full: bool, pulse: "Pulse") -> Scan:
        """Sessions whose rows changed; with `full`, also those that changed without a new row."""
        before = Cursor.read(cursor)
        shape = rows.outside(self._path)
        if before is not None and list(shape) == before.shape and not full:
            return Scan(cursor=cursor)
        try:
            return self._steadily(
                lambda: self._scanned(known, before, shape, full=full, pulse=pulse)
            )
        except rows.NotReadable as error:
            return Scan(trouble=str(error), absent=not self._path.exists())
        except sqlite3.Error as error:
            return Scan(trouble=f"state.db: {rows.reason(error)}")

    def _open(self, *, locked: bool = False) -> None:
        self.close()
        still = None if locked else rows.open_still(self._path)
        self._db, self._still = still or (rows.open_state(self._path), None)
        there = rows.columns(self._db, "messages")
        self._messages = rows.selected(there, "messages", rows.MESSAGE_COLUMNS, "m")
        wanted = rows.select(self._db, "sessions", rows.SESSION_COLUMNS, "s")
        self._sessions = f"SELECT {wanted} FROM sessions AS s WHERE s.id"  # noqa: S608
        active = "coalesce(active, 1)" if self._has("active") else "1"
        self._signatures = (
            f"SELECT session_id, count(*), coalesce(sum({active}), 0), coalesce(max(id), 0) "  # noqa: S608
            "FROM messages WHERE session_id"
        )
        self._tool_calls = Calls(self._db, there)
        self._typists = Typists(self._db, self._tool_calls, self._messages, self.outside)
        # Before 0.18 a delegated run keeps its parent's source and carries no mark.
        self._unmarked_runs = not self._has("compacted")

    def _has(self, column: str) -> bool:
        return f"m.{column}" in self._messages

    def _fetch(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        assert self._db is not None
        return rows.fetch(self._db, sql, values)

    def _steadily(self, work: Callable[[], _T]) -> _T:
        """Do some reading; once more, with locks, when somebody wrote meanwhile."""
        try:
            if self._db is None:
                self._open()
            done = work()
            if self._is_still():
                return done
        except sqlite3.DatabaseError as error:
            if self._is_still() and not rows.passes(error):
                raise
        self._open(locked=True)
        return work()

    def _is_still(self) -> bool:
        return self._still is None or rows.outside(self._path) == self._still

    def _scanned(
        self,
        known: "Known",
        before: Cursor | None,
        shape: tuple[int, ...],
        *,
        full: bool,
        pulse: "Pulse",
    ) -> Scan:
        highest = self._tool_calls.newest()
        # Rows that are fewer may be others, put back from a copy.
        is_known = before is not None and not full and before.highest <= highest
        looked = self._looked(before.looked if before is not None and is_known else None, highest)
        talks = self._talks()
        present = None
        if full or before is None or self._is_one_gone(before.talks, talks.count):
            present = frozenset(row[0] for row in self._fetch("SELECT id FROM sessions"))
        touched = [] if before is None else self._touched(before.highest)
        recent = before.recent if before is not None else self._touched(highest - LATE)
        recent = _first([*touched, *recent], RECENT)
        names = [*touched, *recent]
        if full or before is None:
            names += self._all_sessions()
        self._late = frozenset([] if before is None else self._typists.late(before.highest))
        names = list(dict.fromkeys([*names, *self._late]))
        changed = self._differing(known, names, pulse)
        cursor = Cursor(list(shape), highest, talks, recent, looked)
        seen = self._seen(sum(shape[1::3])) if full or before is None else {}
        return Scan(tuple(changed), present, cursor.written(), seen=seen)

    def _looked(self, before: Looked | None, highest: int) -> Looked:
        """Where the newest rows name an agent, by a look at those that are new."""
        if before is None:
            first = max(0, highest - LOOKED)
            before = Looked(first, first - 1)
        self._tool_calls.looked = before
        found = self._tool_calls.invoking(before.last + 1, highest)
        named = [*before.rows, *dict.fromkeys(call.row for call in found)]
        first = before.first if len(named) <= CALLS else named[-CALLS]
        self._tool_calls.looked = Looked(first, highest, tuple(named[-CALLS:]))
        return self._tool_calls.looked

    def _talks(self) -> Talks:
        found = self._fetch("SELECT rowid, id FROM sessions ORDER BY rowid DESC LIMIT 1")
        top, name = found[0] if found else (0, "")
        count = self._fetch("SELECT count(*) FROM sessions")[0][0]
        return Talks(count, top, name if isinstance(name, str) else "")

    def _is_one_gone(self, before: Talks, count: int) -> bool:
        """Whether a session that was there may not be there any more."""
        added = self._fetch("SELECT count(*) FROM sessions WHERE rowid > ?", (before.top,))[0][0]
        found = self._fetch("SELECT id FROM sessions WHERE rowid = ?", (before.top,))
        name = found[0][0] if found else ""
        return name != before.name or before.count + added != count

    def _seen(self, size: int) -> dict[str, Seen]:
        """The last row of each session, and its share of the file's size by its number of rows."""
        sql = "SELECT session_id, max(timestamp), count(*) FROM messages GROUP BY session_id"
        found = [row for row in self._fetch(sql) if isinstance(row[0], str)]
        each = size // max(1, sum(row[2] for row in found))
        return {
            name: Seen(record.seconds_to_millis(last) or 0, each * count)
            for name, last, count in found
        }

    def _touched(self, highest: int) -> list[str]:
        # Without grouping, which would have SQLite walk an index of the whole table.
        sql = "SELECT session_id FROM messages WHERE id > ? ORDER BY id DESC"
        found = (row[0] for row in self._fetch(sql, (highest,)))
        return list(dict.fromkeys(name for name in found if isinstance(name, str)))

    def _all_sessions(self) -> list[str]:
        sql = "SELECT id FROM sessions ORDER BY started_at DESC"
        return [row[0] for row in self._fetch(sql) if isinstance(row[0], str)]

    def _differing(self, known: "Known", names: Sequence[str], pulse: "Pulse") -> Iterator[str]:
        """Those of `names`, and of the late ones, that are to be read."""
        for start in range(0, len(names), PAGE):
            some = names[start : start + PAGE]
            marks = ", ".join("?" * len(some))
            sql = f"{self._signatures} IN ({marks}) GROUP BY session_id"
            counts = {name: (a, b, c) for name, a, b, c in self._fetch(sql, some)}
            sql = f"{self._sessions} IN ({marks})"
            talks = {talk.id: talk for talk in map(rows.talk_of, self._fetch(sql, some))}
            for name in some:
                pulse()
                signature = counts.get(name, (0, 0, 0))
                if self._differs(known.get(name), name, talks.get(name), signature):
                    yield name

    def _differs(
        self, mark_text: str | None, name: str, talk: rows.Talk | None, counts: Signature
    ) -> bool:
        mark = Mark.read(mark_text)
        if mark is None or name in self._late:
            return True
        self._typists.remember(name, mark.begun)
        return talk is not None and (mark.counts, mark.face) != (
            counts,
            digest(self._face(talk, self._facts(talk))),
        )

    def _signature(self, name: str, up_to: int = 1 << 62) -> Signature:
        found = self._fetch(f"{self._signatures} = ? AND id <= ?", (name, up_to))[0]
        return (found[1], found[2], found[3])

    def _talk(self, name: str) -> rows.Talk | None:
        found = self._fetch(f"{self._sessions} = ?", (name,))
        return rows.talk_of(found[0]) if found else None

    def _face(self, talk: rows.Talk, facts: Sequence[object]) -> list[object]:
        """What a session shows of itself; with the rest of its facts it decides how it is read."""
        return [*facts, talk.title, talk.project, talk.archived]

    def _facts(self, talk: rows.Talk) -> list[object]:
        parent = self._talk(talk.parent) if talk.parent else None
        return [
            rows.machine(talk, parent, unmarked_runs=self._unmarked_runs)
            or self._typed_by_machine(talk, parent),
            rows.continues(talk, parent),
            talk.parent if parent else "",
            rows.audience(talk),
            talk.started,
        ]

    def _typed_by_machine(self, talk: rows.Talk, parent: rows.Talk | None, depth: int = 0) -> str:
        """Whether a machine typed the first message of the conversation, as a reason."""
        if rows.continues(talk, parent) and parent is not None and depth < LINEAGE:
            older = self._talk(parent.parent) if parent.parent else None
            return self._typed_by_machine(parent, older, depth + 1)
        return machine_typed.REASON if self._typists.began(talk.id) else ""

    def read(self, unit: str, mark: str, pulse: "Pulse") -> Reading | None:
        """One session: its new rows where it only grew, else all of them."""
        try:
            return self._steadily(lambda: self._read(unit, Mark.read(mark), pulse))
        except rows.NotReadable as error:
            raise sqlite3.OperationalError(str(error)) from None

    def _read(self, unit: str, mark: Mark | None, pulse: "Pulse") -> Reading | None:
        talk = self._talk(unit)
        if talk is None:
            return None
        self._typists.remember(unit, mark.begun if mark else 0)
        counts = self._signature(unit)
        facts = self._facts(talk)
        face = digest(self._face(talk, facts))
        touched = record.seconds_to_millis(talk.ended or talk.started) or 0
        written = Mark(counts, face, digest(facts))
        machine, muted = str(facts[0]), False
        if machine:
            written = replace(written, begun=self._typists.begun_with(unit))
            calls = self._calls(unit, 0)
            skipped = {machine: 1}
            return Reading(written.written(), None, skipped=skipped, touched=touched, calls=calls)
        counted = 0
        if mark is not None and unit not in self._late and self._only_grew(unit, mark, written):
            counted = mark.counts[2]
            lines, skipped = self._lines(talk, mark.turn, counted, pulse)
            since, muted, settled = mark.turn, mark.muted, True
        else:
            lines, skipped = self._lines(talk, 0, 0, pulse)
            since, settled, muted = 0, *self._joined(talk, facts, lines)
        hidden = [row for row in self._typists.withhold(unit, lines) if row > counted]
        if hidden:
            skipped[machine_typed.REASON] = len(hidden)
        written = Mark(
            counts, face, digest(facts), _turn(lines, since), settled=settled, muted=muted
        )
        session = Session(
            key=unit,
            title=talk.title,
            project=talk.project,
            folder=talk.folder,
            audience=rows.audience(talk),
            started=record.seconds_to_millis(talk.started),
            archived=talk.archived,
            muted=muted,
        )
        messages = tuple(_message(line) for line in lines if line.visible and not line.summary)
        calls = self._calls(unit, counted if since else 0)
        return Reading(written.written(), session, messages, since, skipped, touched, calls)

    def _calls(self, unit: str, behind: int) -> tuple[tuple[int, int], ...]:
        """Where the session ran an agent, in the rows behind one."""
        named = self._tool_calls.naming(unit, behind)
        found = ((record.seconds_to_millis(c.at), c) for c in named)
        return tuple((at, call.row) for at, call in found if at is not None)

    def where(self, unit: str, seq: int) -> tuple[str, str]:
        """The database, and the row of messages of it."""
        return str(self._path), f"row {seq} of messages"

    def removes_by_age(self, started: int | None, touched: int, *, looked: int, now: int) -> bool:
        """Whether the host may have pruned such a session (hermes_prune.py).

        Where that cannot be found out it may.
        """
        try:
            return self._steadily(
                lambda: hermes_prune.may_have(
                    self._opened(), started, touched, looked=looked, now=now
                )
            )
        except (sqlite3.Error, rows.NotReadable):
            return True

    def _opened(self) -> sqlite3.Connection:
        assert self._db is not None
        return self._db

    def calls_at(self, unit: str, place: int) -> Sequence[Call]:
        """The calls around a row of a session."""
        return self._steadily(lambda: self._calls_at(unit, place))

    def _calls_at(self, unit: str, place: int) -> Sequence[Call]:
        assert self._db is not None
        calls = Calls(self._db)
        around = calls.of_session(unit, place - AROUND, place + AROUND)
        return [replace(call, over=(calls.over(call) or (0, None))[1]) for call in around]

    def _only_grew(self, unit: str, mark: Mark, now: Mark) -> bool:
        count, active, highest = mark.counts
        if not mark.settled or mark.facts != now.facts:
            return False
        below = self._signature(unit, up_to=highest)
        grown = now.counts[0] - count
        return below == mark.counts and now.counts[1] - active == grown

    def _lines(
        self, talk: rows.Talk, since: int, counted: int, pulse: "Pulse"
    ) -> tuple[list[Line], dict[str, int]]:
        """The spoken rows from id `since` on; skipped rows up to `counted` were counted before."""
        sql = (
            f"SELECT {self._messages} FROM messages AS m WHERE m.session_id = ? AND m.id > ? "  # noqa: S608
            f"AND m.role IN ('user', 'assistant') ORDER BY m.id LIMIT {PAGE}"
        )
        lines: list[Line] = []
        skipped: dict[str, int] = {}
        last = since - 1
        shared = rows.audience(talk) != record.MINE
        while page := self._fetch(sql, (talk.id, last)):
            for values in page:
                row = rows.row_of(values)
                line = hermes_copies.line_of(row, shared=shared)
                if line is not None:
                    lines.append(line)
                elif row.id > counted and row.visible:
                    why = rows.words_of(row, shared=shared)[1]
                    skipped[why] = skipped.get(why, 0) + int(why != "empty")
            last = page[-1][0]
            pulse()
            if len(page) < PAGE:
                break
        return lines, skipped

    def _joined(self, talk: rows.Talk, facts: list[object], lines: list[Line]) -> tuple[bool, bool]:
        """Name the copies among `lines`; (no more copies can follow, begins off the record)."""
        hermes_copies.same_session(talk.id, lines)
        if not facts[1]:
            return True, False
        settled = hermes_copies.name_copies(self._ancestors(talk, depth=0), lines)
        return settled, self._begins_muted(talk, depth=0)

    def _begins_muted(self, talk: rows.Talk, *, depth: int) -> bool:
        """Whether a session goes on where an earlier one was off the record."""
        parent = self._talk(talk.parent) if talk.parent else None
        how = rows.continues(talk, parent)
        if not how or parent is None or depth > LINEAGE:
            return False
        # A branch begins with copies of all of its parent's rows, the words that mute it included.
        said = _said_last(self._ancestors(talk, depth=0)) if how == "compression" else ""
        if said:
            return said == record.OFF_RECORD
        return self._begins_muted(parent, depth=depth + 1)

    def _ancestors(self, talk: rows.Talk, *, depth: int) -> list[Line]:
        """The spoken rows of the parent, each named after its first copy."""
        if talk.parent in self._lineage:
            return self._lineage[talk.parent]
        parent = self._talk(talk.parent)
        if parent is None or depth > LINEAGE:
            return []
        if len(self._lineage) >= LINEAGE:
            self._lineage.clear()
        self._lineage[talk.parent] = []  # a parent that leads back to itself ends here
        lines, _ = self._lines(parent, 0, 0, lambda: None)
        hermes_copies.same_session(parent.id, lines)
        if self._facts(parent)[1]:
            hermes_copies.name_copies(self._ancestors(parent, depth=depth + 1), lines)
        found = [line for line in lines if line.visible and not line.summary]
        for line in found:
            line.same_as = line.same_as or hermes_copies.locator(parent.id, line)
        self._lineage[talk.parent] = found
        return found


def _message(line: Line) -> Message:
    return Message(
        tail=str(line.id),
        seq=line.id,
        role=line.role,
        at=record.seconds_to_millis(line.at),
        text=line.text,
        same_as=line.same_as,
    )


def _turn(lines: Sequence[Line], since: int) -> int:
    """From where the next reading must look again: the running turn, behind the last copy."""
    user = next((line.id for line in reversed(lines) if line.role == record.USER), since)
    copy = next((line.id + 1 for line in reversed(lines) if line.same_as), 0)
    return max(user, copy)


def _said_last(lines: Sequence[Line]) -> str:
    """The last "#off-record" or "#on-record" of some lines, "" for none."""
    markers = [record.marker(line.text) for line in lines if line.role == record.USER]
    return next((marker for marker in reversed(markers) if marker), "")


def _first(names: Iterable[str], count: int) -> list[str]:
    return list(dict.fromkeys(names))[:count]
