"""Words that a machine typed: an agent's command, in which they stand, was running just before.

An agent can run `hermes chat -q "I decided …"`, `hermes -z …` or `… --resume ID` through its own
terminal tool. The conversation that this starts, or goes on with, looks like a person's. What
tells it apart is the call: its row is in state.db before the command runs, on both hosts. The
marks in the command's environment are less: `env -u` takes them away.

    message --> STRONG   a call just before runs an agent's command line, and the whole message
                         stands in it (or in another call of that conversation: a script, a
                         variable, a file). Out of the gate and out of the index
            --> WEAK     five words or more, and the whole message stands in a command or a
                         written file just before. Out of the gate only
            --> ""       a person typed it, as far as can be seen

Words that reach the command in another form (encoded, put together from pieces, from a file that
was made outside) are not seen. Commands that Claude Code ran are held against the gate only
(claude_calls.py). `tool_calls.commands_at(state_db, at_iso, window)` is for `check`.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..text.units import FLOOR, at_least
from . import hermes_rows as rows
from .tool_calls import Call, Calls, bare, commands_at

__all__ = ["STRONG", "WEAK", "Evidence", "Said", "commands_at", "evidence_in", "held_in"]

RULES = 1  # raised when other messages count as a machine's; the index then reads all anew
STRONG, WEAK = "strong", "weak"
REASON = "machine typed"  # for `skipped`
WINDOW = 3600.0  # seconds between a command line of an agent and what it typed
SHORT_WINDOW = 600.0  # for a message of fewer than five words, and for a mere command
ROWS = 3000  # rows before a message in which the call is looked for
ROWS_AFTER = 500  # and behind it, by their times: some are written late, or once more
ANSWERED = """
SELECT 1 FROM messages WHERE session_id = :session AND id > :row AND id < :until
AND role = 'assistant' LIMIT 1
"""


@dataclass(frozen=True)
class Said:
    """A user's row of state.db: its words cleaned, `at` in seconds since 1970."""

    session: str
    row: int
    at: float | None
    text: str

    @cached_property
    def words(self) -> str:
        """Its bare words."""
        return bare(self.text)

    @cached_property
    def is_long(self) -> bool:
        """Whether it holds as many words as a quote needs."""
        return at_least(FLOOR, self.text)


class Evidence:
    """What one open state.db says about who typed its messages. Each row is read once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._calls = Calls(db)

    def of(self, said: Said) -> str:
        """STRONG, WEAK or "" for one message; every call just before it is looked at."""
        since = (said.at or 0.0) - WINDOW
        span = (said.row - ROWS, said.row + ROWS_AFTER)
        calls = self._calls.holding(*span, said.text, since=since, until=said.at)
        held = self._held(calls, said)
        if not held:
            return ""
        if self._is_strong(said, held):
            return STRONG
        near = (c for c in held if c.is_runner and _since(c, said) <= SHORT_WINDOW)
        return WEAK if said.is_long and any(near) else ""

    def strong(self, said: Said) -> bool:
        """As `of`, for many messages: only conversations that ran an agent are looked at."""
        sessions = {call.session for call in self._invoking(said)}
        span = (said.row - ROWS, said.row + ROWS_AFTER)
        calls = (c for s in sessions for c in self._calls.of_session(s, *span))
        return bool(sessions) and self._is_strong(said, self._held(calls, said))

    def _is_strong(self, said: Said, held: Sequence[Call]) -> bool:
        if any(call.invokes for call in held):
            return True
        if not held or not said.is_long:
            return False
        sessions = {call.session for call in self._invoking(said) if self._runs_still(call, said)}
        return any(call.is_runner and call.session in sessions for call in held)

    def _invoking(self, said: Said) -> list[Call]:
        self._calls.up_to(said.row)
        calls = self._calls.invoking(said.row - ROWS, said.row + ROWS_AFTER)
        return [call for call in calls if 0.0 <= _since(call, said) <= WINDOW]

    def _held(self, calls: Iterable[Call], said: Said) -> list[Call]:
        """Those that hold the whole message, and may have been running when it came."""
        return [call for call in calls if holds(call, said) and self._runs_still(call, said)]

    def _runs_still(self, call: Call, said: Said) -> bool:
        """Whether the command may have been running when the message came.

        In the message's own conversation it is over once the model has spoken again: a person
        who then says the same words has said them.
        """
        if call.session != said.session or call.detached:
            return True
        if call.row > said.row:
            return False
        span = {"session": said.session, "row": call.row, "until": said.row}
        return not rows.fetch(self._db, ANSWERED, span)


def holds(call: Call, said: Said) -> bool:
    """Whether a call, before the message and in time, holds the whole of it.

    A short one must be an argument of an agent's command line: such words stand everywhere.
    """
    before = _since(call, said)
    if not said.words or not 0.0 <= before <= WINDOW:
        return False
    if said.is_long:
        return said.words in call.words
    return before <= SHORT_WINDOW and call.invokes and said.words in call.spoken


def held_in(calls: Iterable[Call], said: Said) -> bool:
    """Whether a command of another agent, before the message, holds the whole of it."""
    return any(
        call.invokes or (call.is_runner and _since(call, said) <= SHORT_WINDOW)
        for call in calls
        if holds(call, said)
    )


def _since(call: Call, said: Said) -> float:
    """Seconds from the call to the message, negative when it came after."""
    if call.at is None or said.at is None:
        return 0.0 if call.row < said.row else -1.0
    return said.at - call.at


def evidence_in(state_db: Path, said: Said, *, wait: float = 0.25) -> str:
    """STRONG, WEAK or "" for one message, by one short look at state.db.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: it cannot be read now.
    """
    with closing(rows.open_state(state_db)) as db:
        db.execute(f"PRAGMA busy_timeout={int(wait * 1000)}").close()
        return Evidence(db).of(said)
