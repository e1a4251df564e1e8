"""Which messages of Hermes' history a machine typed, as the index asks it (machine_typed.py).

A conversation that begins with such a message is no person's and stays out. One that a person
opened and a command went on with loses only what the command typed. Evidence that is written
after the message was read brings its session up again.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence

from ..text import ids
from . import hermes_copies, record
from . import hermes_rows as rows
from .hermes_copies import Line
from .machine_typed import ROWS_AFTER, WINDOW, Evidence, Said
from .tool_calls import Calls

AT_ONCE = 2
FIRST = 20  # user rows among which the first typed one is looked for
LATE = 200  # new command lines that are held against older messages at once
TIME = "SELECT timestamp FROM messages WHERE id = :row AND session_id = :session"
OLDER = """
SELECT DISTINCT session_id FROM messages
WHERE id > :first AND id <= :last AND role = 'user' AND timestamp >= :since AND timestamp <= :until
"""


class Typists:
    """Who typed the messages of one open state.db."""

    def __init__(
        self, db: sqlite3.Connection, calls: Calls, columns: str, outside: Callable[[Said], bool]
    ) -> None:
        """`columns`: those of MESSAGE_COLUMNS, of `messages AS m`.

        `outside`: whether a command of another agent typed a message.
        """
        self._db = db
        self._calls = calls
        self._outside = outside
        self._evidence = Evidence(db, calls)
        self._first = (
            f"SELECT {columns} FROM messages AS m WHERE m.session_id = ? AND m.id > ? "  # noqa: S608
            "AND m.role = 'user' ORDER BY m.id LIMIT ?"
        )
        self._begun: dict[str, int] = {}
        self._remembered: dict[str, int] = {}

    def remember(self, session: str, row: int) -> None:
        """What was found before: the call may have been deleted since, or have expired."""
        if row:
            self._remembered[session] = row

    def began(self, session: str) -> bool:
        """Whether the first message that was typed in a session was typed by a machine."""
        return bool(self.begun_with(session))

    def begun_with(self, session: str) -> int:
        """The row of that message, 0 when a person typed it."""
        if session not in self._begun:
            self._begun[session] = self._began(session)
        return self._begun[session]

    def _began(self, session: str) -> int:
        line = self._typed_first(session)
        if line is None:
            return 0
        known = self._remembered.get(session) == line.id
        said = Said(session, line.id, line.at, line.text)
        return line.id if known or self._typed(said) else 0

    def _typed_first(self, session: str) -> Line | None:
        last = -1
        for count in (AT_ONCE, FIRST - AT_ONCE):
            found = rows.fetch(self._db, self._first, (session, last, count))
            for row in map(rows.row_of, found):
                line = hermes_copies.line_of(row, shared=False)
                if line is not None and line.visible and not line.summary:
                    return line
                last = row.id
            if len(found) < count:
                break
        return None

    def _typed(self, said: Said) -> bool:
        return self._evidence.strong(said) or self._outside(said)

    def withhold(self, session: str, lines: Iterable[Line]) -> list[int]:
        """Hide the lines that a machine typed; their rows."""
        hidden = []
        for line in lines:
            if line.role != record.USER or not line.visible or line.summary:
                continue
            if self._typed(self._original(session, line)):
                line.visible = False
                hidden.append(line.id)
        return hidden

    def _original(self, session: str, line: Line) -> Said:
        """The line as it was first written: a copy has another number and, often, time."""
        if not line.same_as:
            return Said(session, line.id, line.at, line.text)
        first, row = ids.parse_locator(line.same_as).parts
        found = rows.fetch(self._db, TIME, {"row": int(row), "session": first})
        return (
            Said(first, int(row), found[0][0], line.text)
            if found
            else Said(session, line.id, line.at, line.text)
        )

    def late(self, highest: int) -> list[str]:
        """Sessions with older messages that a command line in a row above `highest` may hold."""
        newest = self._calls.newest()
        calls = [c for c in self._calls.invoking(highest + 1, newest) if c.at is not None]
        found: list[str] = []
        for call in calls[-LATE:]:
            span = {"first": call.row - ROWS_AFTER - 1, "last": min(highest, call.row)}
            times = {"since": call.at, "until": (call.at or 0.0) + WINDOW}
            found += _names(rows.fetch(self._db, OLDER, span | times))
        return list(dict.fromkeys(found))


def _names(found: Sequence[tuple[object, ...]]) -> list[str]:
    return [row[0] for row in found if isinstance(row[0], str)]
