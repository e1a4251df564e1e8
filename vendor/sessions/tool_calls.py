"""Tool calls in Hermes' state.db, read in small pieces: which words an agent put into a command.

Both hosts commit the row that holds a call before the tool runs, so that a conversation which
the command starts always finds it there. Rows are looked at by number, which is the order in
which they were written; no search goes through the whole table.
"""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from ..text import lazy, typed_line
from . import hermes_rows as rows
from .call import CALL_CHARS, HELD_CHARS, LETTERS, Call, calls_of

BLOCK = 500  # rows
SPAN = 1000  # rows among which a session's calls are read at once
BLOCKS = 64  # kept in memory
RESULT_ROWS = 3000  # rows behind a call among which its result is looked for
IN_ROWS = """
SELECT id, session_id, timestamp, substr(tool_calls, 1, :cap) FROM messages
WHERE id > :first AND id <= :last AND role = 'assistant' AND tool_calls <> '' ORDER BY id
"""
OF_SESSION = """
SELECT id, session_id, timestamp, substr(tool_calls, 1, :cap) FROM messages
WHERE session_id = :session AND id > :first AND id <= :last
  AND role = 'assistant' AND tool_calls <> ''
ORDER BY id
"""
HOLDING = """
SELECT id, session_id, timestamp, substr(tool_calls, 1, :cap) FROM messages
WHERE id > :first AND id <= :last AND role = 'assistant' AND tool_calls <> ''
  AND (timestamp IS NULL OR :until IS NULL OR (timestamp >= :since AND timestamp <= :until)
       OR (id < :row AND id >= :row - 500))
  AND (tool_calls LIKE :plain OR tool_calls LIKE :escaped OR tool_calls LIKE :twice
       OR tool_calls LIKE '%\\u00%')
ORDER BY id
"""
RESULT = """
SELECT id, timestamp FROM messages
WHERE id > :row AND id <= :row + :rows AND +session_id = :session AND role = 'tool'
AND tool_call_id = :call ORDER BY id LIMIT 1
"""
ANSWER = """
SELECT id, timestamp FROM messages
WHERE id > :row AND id <= :row + :rows AND +session_id = :session AND role = 'assistant'
ORDER BY id LIMIT 1
"""
ENDED = "SELECT ended_at FROM sessions WHERE id = :session"
ROW_FROM = "SELECT id, timestamp FROM messages WHERE id >= :row ORDER BY id LIMIT 1"
NEWEST = "SELECT coalesce(max(id), 0) FROM messages"
_HINTS = ("hermes", "claude", "codex", "grok", "/v1/", "state.db", "\\u00")


@dataclass(frozen=True, slots=True)
class Looked:
    """Rows that were looked at before: from `first` to `last` only `rows` name an agent.

    No host changes the calls of a row that it has written, and none gives a number twice.
    """

    first: int
    last: int
    rows: tuple[int, ...] = ()

    def behind(self, first: int, last: int) -> int:
        """Behind which row of `first` to `last` there may be a call that names an agent."""
        if first < self.first or any(first <= row <= last for row in self.rows):
            return first - 1
        return max(first - 1, min(self.last, last))


NOTHING = Looked(0, -1)


class Calls:
    """The calls of one open state.db. What was read is kept until a newer row is asked about.

    `looked` spares it rows that are known; whoever has it says so.
    """

    def __init__(self, db: sqlite3.Connection, columns: Collection[str] | None = None) -> None:
        """`columns`: those of `messages`, where somebody has looked."""
        self._db = db
        there = rows.columns(db, "messages") if columns is None else columns
        self._is_there = "tool_calls" in there
        self._newest = -1
        self.looked = NOTHING
        self._over: dict[tuple[int, str], tuple[int, float | None]] = {}
        self._blocks: OrderedDict[int, tuple[Call, ...]] = OrderedDict()
        self._sessions: OrderedDict[tuple[str, int], tuple[Call, ...]] = OrderedDict()

    def newest(self) -> int:
        """The highest row there is now; what was read before it was written is read again."""
        found = int(rows.fetch(self._db, NEWEST)[0][0])
        if found != self._newest:
            self._newest = found
            self._blocks.clear()
            self._sessions.clear()
        return found

    def up_to(self, row: int) -> None:
        """Be about to ask about a row."""
        if row > self._newest:
            self.newest()

    def invoking(self, first: int, last: int) -> Iterator[Call]:
        """Calls that hold a command line of an agent, in the rows `first` to `last`."""
        if not self._is_there:
            return
        self.up_to(0)
        for number in range(max(0, first) // BLOCK, max(0, last) // BLOCK + 1):
            yield from (c for c in self._block(number) if first <= c.row <= last)

    def _block(self, number: int) -> tuple[Call, ...]:
        known = self._blocks.get(number)
        if known is None:
            limits = _limits(number, BLOCK)
            limits["first"] = self.looked.behind(limits["first"] + 1, limits["last"])
            is_left = limits["first"] < min(limits["last"], self._newest)
            known = tuple(_naming(rows.fetch(self._db, IN_ROWS, limits) if is_left else ()))
            _keep(self._blocks, number, known)
        return known

    def of_session(self, session: str, first: int, last: int) -> Iterator[Call]:
        """All calls of a session in the rows `first` to `last`."""
        for number in range(max(0, first) // SPAN, max(0, last) // SPAN + 1):
            known = self._sessions.get((session, number))
            if known is None:
                limits = _limits(number, SPAN) | {"session": session}
                found = rows.fetch(self._db, OF_SESSION, limits)
                known = tuple(call for values in found for call in calls_of(*values))
                _keep(self._sessions, (session, number), known)
            yield from (c for c in known if first <= c.row <= last)

    def naming(self, session: str, first: int) -> Iterator[Call]:
        """Calls of a session behind row `first` that hold a command line of an agent."""
        if not self._is_there:
            return
        limits = {"session": session, "first": first, "last": 1 << 62, "cap": CALL_CHARS}
        yield from _naming(rows.fetch(self._db, OF_SESSION, limits))

    def ended(self, call: Call) -> float | None:
        """When the session of a call ended; None: it goes on."""
        found = rows.fetch(self._db, ENDED, {"session": call.session})
        at = found[0][0] if found else None
        return float(at) if isinstance(at, int | float) else None

    def over(self, call: Call) -> tuple[int, float | None] | None:
        """Row and time of the result of a call, or of what the model said then; None: neither."""
        known = self._over.get((call.row, call.ident))
        if known is not None:
            return known
        span = {"session": call.session, "row": call.row, "rows": RESULT_ROWS}
        found = rows.fetch(self._db, RESULT, {**span, "call": call.ident}) if call.ident else []
        found = found or rows.fetch(self._db, ANSWER, span)
        if not found:
            return None
        self._over[call.row, call.ident] = found[0]
        return self._over[call.row, call.ident]

    def row_from(self, when: float) -> int:
        """About the first row that was written at `when` or later."""
        return _row_from(self._db, when)

    def holding(
        self,
        first: int,
        last: int,
        text: str,
        *,
        since: float,
        until: float | None,
        row: int | None = None,
    ) -> Iterator[Call]:
        """Calls in the rows `first` to `last` that may hold `text`, by its longest word.

        `since` and `until` are seconds since 1970; without the latter all times count, and so
        they do just before `row`: a clock can be moved, the order of rows cannot.
        """
        if not self._is_there:
            return
        limits = {"first": first - 1, "last": last, "since": since, "until": until, "row": row}
        found = rows.fetch(self._db, HOLDING, limits | _forms(text) | {"cap": HELD_CHARS})
        for values in found:
            yield from calls_of(*values)


def _naming(found: Iterable[tuple[Any, ...]]) -> Iterator[Call]:
    """The calls with a command line of an agent; few rows need more than a look."""
    for values in found:
        written = str(values[3]).lower()
        if any(hint in written for hint in _HINTS):
            yield from (call for call in calls_of(*values) if call.invokes)


_Key = TypeVar("_Key")


def _keep(known: OrderedDict[_Key, tuple[Call, ...]], key: _Key, calls: tuple[Call, ...]) -> None:
    known[key] = calls
    if len(known) > BLOCKS:
        known.popitem(last=False)


def _limits(number: int, size: int) -> dict[str, Any]:
    return {"first": number * size - 1, "last": number * size + size - 1, "cap": CALL_CHARS}


def _forms(text: str) -> dict[str, str]:
    """The longest word of `text` as JSON may have written it: plain, escaped, escaped again."""
    word = max(LETTERS.findall(text), key=len, default="")
    escaped = json.dumps(word)[1:-1]
    twice = json.dumps(escaped)[1:-1]
    return {"plain": f"%{word}%", "escaped": f"%{escaped}%", "twice": f"%{twice}%"}


_OURS = lazy.regex(
    r"agent-si(?![\w/.-])|(?<![\w-])brain\.py(?!\w)|sqlite3[^\n]{0,400}brain\.db|brain\.toml"
    r"|hermes[^\n]{0,80}memory[ \t]+setup|agent-si/vendor|agent_si_engine"
    rf"|{typed_line.CHANGES}"
)
AROUND = 500  # rows on both sides, for hosts that write a turn late


def commands_at(state_db: Path, at_iso: str, window: float = 120.0) -> list[tuple[str, str]]:
    """Tool calls around a moment that ran a command of ours, typed a line, or touched our files.

    For `check`: a packet of a person whose command stands here was typed by an agent.

    Args:
        state_db: the host's database; read only. A missing one has no calls.
        at_iso: the moment, ISO 8601 (a packet's `at`).
        window: seconds before the moment, and a tenth of that after it.

    Returns:
        (locator of the row with the call, the call's text), oldest first. Print the locator only:
        the text may hold anything.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: state.db cannot be read now.
    """
    if not state_db.exists():
        return []
    at = datetime.fromisoformat(at_iso).timestamp()
    since, until = at - window, at + window / 10
    with closing(rows.open_state(state_db)) as db:
        first, last = _row_from(db, since) - AROUND, _row_from(db, until) + AROUND
        calls = list(Calls(db).holding(first, last, "", since=since, until=until))
    return [
        (call.locator, call.text)
        for call in calls
        if call.at is not None
        and since <= call.at <= until
        and call.is_runner
        and _OURS.search(call.text)
    ]


def _row_from(db: sqlite3.Connection, when: float) -> int:
    """About the first row that was written at `when` or later: rows are in the order of time."""
    low, high = 0, rows.fetch(db, NEWEST)[0][0] + 1
    while low < high:
        middle = (low + high) // 2
        found = rows.fetch(db, ROW_FROM, {"row": middle})
        if not found or (found[0][1] or 0) >= when:
            high = middle
        else:
            low = found[0][0] + 1
    return int(low)
