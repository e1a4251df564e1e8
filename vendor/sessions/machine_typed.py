"""Words that a machine typed: an agent's command, in which they stand, was running just then.

An agent can run `hermes chat -q "I decided …"`, `hermes -z …`, `claude -p …` or `… --resume ID`
through its own terminal tool. The conversation that this starts, or goes on with, looks like a
person's. What tells it apart is the call: its record is written before the command runs, and its
result after. The marks in the command's environment are less: `env -u` takes them away.

    message --> STRONG   an agent's command line was running, and the words stand in it, or in
                         another call of that conversation (a script, a variable, a file). Out of
                         the gate and out of the index
            --> WEAK     five words or more, and the whole message stands in a command that was
                         running, or in a file written for it; a few words between two quotes of
                         an agent's command line; or that command line names the conversation.
                         Out of the gate only
            --> ""       a person typed it, as far as can be seen

A command runs from its call to its result; one that leaves something running behind it, for an
hour. In state.db the order of the rows says so, whatever the clock said. Of a message under an
agent's command line most may stand there in pieces. Words that reach the command in
another form (encoded, computed, from a file that was made outside) are not seen.

One record is judged by `Evidence`, those of other agents by `judged`: the same rules (`_verdict`).
`tool_calls.commands_at(state_db, at_iso, window)` is for `check`.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from .. import hurry
from ..text.units import FLOOR, at_least
from . import hermes_rows as rows
from .call import WRITERS, Call, bare, run_together, share_in
from .tool_calls import Calls, commands_at

__all__ = ["STRONG", "WEAK", "Evidence", "Said", "commands_at", "evidence_in", "judged"]

RULES = 2  # raised when other messages count as a machine's; the index then reads all anew
STRONG, WEAK = "strong", "weak"
REASON = "machine typed"  # for `skipped`
WINDOW = 3600.0  # seconds between a command that goes on behind its result and what it typed
SHORT_WINDOW = 600.0  # for a message of fewer than five words, and for a mere command
SLACK = 2.0  # seconds by which two records of one moment may differ
FUTURE = 60.0  # seconds ahead of the last write at which a message's clock must have been moved
FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'"
SHARE = 0.6  # of a message that an agent's command line holds in pieces
ROWS = 3000  # rows before a message in which the call is looked for
ROWS_AFTER = 500  # and behind it, by their times: some are written late, or once more


@dataclass(frozen=True)
class Said:
    """A user's message: its words cleaned, `at` in seconds since 1970.

    `row` is its row of state.db, 0 for a message of another agent.
    """

    session: str
    row: int
    at: float | None
    text: str

    @cached_property
    def words(self) -> str:
        """Its bare words."""
        return bare(self.text)

    @cached_property
    def letters(self) -> str:
        """Its letters and digits alone."""
        return run_together(self.text)

    @cached_property
    def is_long(self) -> bool:
        """Whether it holds as many words as a quote needs."""
        return at_least(FLOOR, self.text)


class Evidence:
    """What one open state.db says about who typed its messages. Each row is read once."""

    def __init__(self, db: sqlite3.Connection, calls: Calls | None = None) -> None:
        """`calls`: those of `db`, where somebody has them."""
        self._db = db
        self._calls = calls or Calls(db)

    @cached_property
    def _written(self) -> float:
        """When state.db was last written to, in seconds since 1970.

        By the file system's clock, which no environment of a command moves.
        """
        file = Path(rows.fetch(self._db, FILE)[0][0])
        _, _, main, _, _, log, _, _, journal = rows.outside(file)
        return max(main, log, journal) / 1e9

    def of(self, said: Said) -> str:
        """STRONG, WEAK or "" for one message; every call just before it is looked at."""
        self._calls.up_to(said.row)
        first = min(self._calls.row_from((said.at or 0.0) - WINDOW), said.row - ROWS_AFTER)
        known = self._with_agents(said, max(first, said.row - ROWS))
        if known == STRONG:
            return STRONG
        since = (said.at or 0.0) - WINDOW
        span = (said.row - ROWS, said.row + ROWS_AFTER)
        found = self._calls.holding(*span, said.text, since=since, until=said.at, row=said.row)
        held = [call for call in found if _whole(call, said)]
        with_them = {call.session for call in held}
        calls = [c for s in with_them for c in self._calls.of_session(s, *span)]
        return _verdict([*held, *calls], said, self._runs) or known

    def strong(self, said: Said) -> bool:
        """As `of`, for many messages: only conversations that ran an agent are looked at."""
        self._calls.up_to(said.row)
        return self._with_agents(said, said.row - ROWS) == STRONG

    def _with_agents(self, said: Said, first: int) -> str:
        span = (first, said.row + ROWS_AFTER)
        near = (call for call in self._calls.invoking(*span) if self._may(call, said))
        sessions = {call.session for call in near}
        calls = [c for s in sessions for c in self._calls.of_session(s, *span)]
        return _verdict(calls, said, self._runs)

    def _may(self, call: Call, said: Said) -> bool:
        return 0.0 <= _since(call, said) <= WINDOW or said.row - ROWS_AFTER <= call.row < said.row

    def _runs(self, call: Call, said: Said, newest: int) -> bool:
        """Whether the command may have been running when the message came.

        `newest` is the row of its conversation's last call before the message.
        """
        in_time = 0.0 <= _since(call, said) <= WINDOW
        moved = call.row < said.row and self._clock_is_off(call, said)
        if call.detached and (call.session != said.session or call.may_come_back):
            return in_time or moved
        if call.row < newest:
            return False
        if call.row < said.row:
            over = self._calls.over(call)
            if over is not None:
                return said.row < over[0]
            ended = self._calls.ended(call)  # with no result where the host was stopped
            return moved or (in_time and (ended is None or (said.at or 0.0) <= ended))
        # A host may write the rows of a turn after the conversation that its command began.
        over = self._calls.over(call) if in_time and call.session != said.session else None
        return over is not None and (said.at or 0.0) <= (over[1] or 0.0)

    def _clock_is_off(self, call: Call, said: Said) -> bool:
        """Whether the time of a message behind a call cannot be true; one machine wrote both."""
        return _since(call, said) < 0.0 or (said.at or 0.0) > self._written + FUTURE


def judged(calls: Sequence[Call], said: Said) -> str:
    """STRONG, WEAK or "" for one message, by calls of other agents' records (`Call.over`)."""
    return _verdict(calls, replace(said, row=0), _runs_outside)


def _runs_outside(call: Call, said: Said, _: int) -> bool:
    since = _since(call, said)
    if call.over is None or call.detached:
        return 0.0 <= since <= WINDOW
    return since >= 0.0 and (said.at or 0.0) <= call.over + SLACK


def _verdict(calls: Sequence[Call], said: Said, runs: Callable[[Call, Said, int], bool]) -> str:
    """What some calls say of a message; of a conversation, all that matter must be there."""
    if not calls:
        return ""
    recent = [call for call in calls if call.is_runner and _recent(call, said)]
    newest: dict[str, int] = {}
    for call in calls:
        if call.row < said.row:
            newest[call.session] = max(call.row, newest.get(call.session, 0))
    busy = [call for call in recent if runs(call, said, newest.get(call.session, 0))]
    sessions = {call.session for call in busy}
    agents = [call for call in busy if call.invokes]
    weak = False
    for call in recent if said.letters else ():
        now = call in busy
        with_agent = any(_reaches(call, agent) for agent in agents)
        weak = weak or (now and call.invokes and _names(call, said))
        weak = weak or (with_agent and not said.is_long and _quotes(call, said))
        if call.session not in sessions or not _holds(call, said):
            continue
        if said.is_long and with_agent:
            return STRONG
        if call.invokes and (now or _is_read(call, busy)):
            return STRONG
        weak = weak or (said.is_long and _near(call, said) and _is_run(call, busy))
    return WEAK if weak else ""


def _names(call: Call, said: Said) -> bool:
    """Whether an agent's command line goes on with the conversation of the message."""
    return bool(bare(said.session)) and bare(said.session) in call.words


def _quotes(call: Call, said: Said) -> bool:
    """Whether a few words stand in a call by themselves, beside an agent that is running."""
    return _near(call, said) and said.words in call.quoted


def _reaches(call: Call, agent: Call) -> bool:
    """Whether the words of a call may be what a running command line of an agent says.

    One that goes on behind its result, for an hour, must read them from a file that it names, or
    they must be typed into it.
    """
    if call.session != agent.session:
        return False
    return not agent.detached or call == agent or call.types or agent.names_a_file_of(call)


def _is_run(call: Call, busy: Sequence[Call]) -> bool:
    """Whether a mere command that holds the message was running, or one that may read its file."""
    if call in busy:
        return True
    # What goes on behind its result, a server of somebody's, must name the file.
    return call.writes and any(
        not b.detached or b.names_a_file_of(call) for b in _after(call, busy)
    )


def _is_read(call: Call, busy: Sequence[Call]) -> bool:
    """Whether the file that a call wrote, with an agent's command line in it, may be running."""
    later = [b for b in _after(call, busy) if b.names_a_file_of(call)]
    return call.writes and bool(later or (call.tool in WRITERS and _is_waited_for(call, busy)))


def _is_waited_for(call: Call, busy: Sequence[Call]) -> bool:
    return any(not b.detached for b in _after(call, busy))


def _after(call: Call, busy: Sequence[Call]) -> list[Call]:
    return [b for b in busy if b.session == call.session and b.row >= call.row]


def _recent(call: Call, said: Said) -> bool:
    return 0.0 <= _since(call, said) <= WINDOW or 0 < said.row - call.row <= ROWS_AFTER


def _near(call: Call, said: Said) -> bool:
    """A clock may stand elsewhere; then the rows decide."""
    return _since(call, said) <= SHORT_WINDOW


def _holds(call: Call, said: Said) -> bool:
    """Whether the words of the message stand in a call.

    Short ones must be an argument of an agent's command line: such words stand everywhere.
    """
    if not said.letters:
        return False
    if not said.is_long:
        return call.invokes and said.words in call.spoken
    return _whole(call, said) or share_in(said.text, call.grams) >= SHARE


def _whole(call: Call, said: Said) -> bool:
    return bool(said.letters) and said.letters in call.run_together


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
        db.execute(f"PRAGMA busy_timeout={int(hurry.left(wait) * 1000)}").close()
        return Evidence(db).of(said)
