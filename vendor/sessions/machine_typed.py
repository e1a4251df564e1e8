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
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..text.units import FLOOR, at_least
from . import hermes_rows as rows
from .tool_calls import RUNNERS, Call, Calls, bare, commands_at

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


@dataclass(frozen=True, slots=True)
class Said:
    """A user's row of state.db: its words cleaned, `at` in seconds since 1970."""

    session: str
    row: int
    at: float | None
    text: str


class Evidence:
    """What one open state.db says about who typed its messages. Each row is read once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._calls = Calls(db)

    def of(self, said: Said) -> str:
        """STRONG, WEAK or "" for a message."""
        if self.strong(said):
            return STRONG
        return WEAK if self._weak(said) else ""

    def strong(self, said: Said) -> bool:
        """Whether an agent's command line before the message holds it."""
        words = bare(said.text)
        invoking = [c for c in self._before(said, invoking=True) if self._runs_still(c, said)]
        if not words or not invoking:
            return False
        if not at_least(FLOOR, said.text):
            near = (c for c in invoking if _since(c, said) <= SHORT_WINDOW)
            return any(words in call.spoken for call in near)
        if any(words in call.words for call in invoking):
            return True
        sessions = {call.session for call in invoking}
        others = (c for c in self._before(said, invoking=False) if c.session in sessions)
        return any(words in c.words for c in others if c.tool in RUNNERS or not c.tool)

    def _weak(self, said: Said) -> bool:
        words = bare(said.text)
        if not words or not at_least(FLOOR, said.text):
            return False
        near = (c for c in self._before(said, invoking=False) if _since(c, said) <= SHORT_WINDOW)
        return any(
            words in call.words
            for call in near
            if (call.tool in RUNNERS or not call.tool) and self._runs_still(call, said)
        )

    def _before(self, said: Said, *, invoking: bool) -> Iterator[Call]:
        first, last = said.row - ROWS, said.row + ROWS_AFTER
        read = self._calls.invoking if invoking else self._calls.between
        return (call for call in read(first, last) if 0.0 <= _since(call, said) <= WINDOW)

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


def held_in(calls: Iterable[Call], said: Said) -> bool:
    """Whether a command of another agent, before the message, holds the whole of it."""
    words = bare(said.text)
    before = [call for call in calls if 0.0 <= _since(call, said) <= WINDOW]
    if not words:
        return False
    if not at_least(FLOOR, said.text):
        near = (c for c in before if c.invokes and _since(c, said) <= SHORT_WINDOW)
        return any(words in call.spoken for call in near)
    return any(
        words in call.words
        for call in before
        if call.invokes or (call.tool in RUNNERS and _since(call, said) <= SHORT_WINDOW)
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
