"""Tool calls in Hermes' state.db, read in small pieces: which words an agent put into a command.

Both hosts commit the row that holds a call before the tool runs, so that a conversation which
the command starts always finds it there. Rows are looked at by number, which is the order in
which they were written; no search goes through the whole table.
"""

import json
import re
import sqlite3
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from . import hermes_rows as rows
from . import record

CALL_CHARS = 65_536  # of one row's calls in which an agent's command line is looked for
HELD_CHARS = 1_048_576  # and in which the words of a message are
BLOCK = 500  # rows
SPAN = 5000  # rows among which a session's calls are read at once
BLOCKS = 64  # kept in memory
DEEPEST = 20  # levels of nested arguments

# Tools that run a command, or write the file that a command runs; of Hermes and Claude Code.
RUNNERS = frozenset(
    {"terminal", "execute_code", "process", "write_file", "patch", "Bash", "Write", "Edit"}
)
NAMING_AGENTS = """
SELECT id, session_id, timestamp, substr(tool_calls, 1, :cap) FROM messages
WHERE id > :first AND id <= :last AND role = 'assistant'
  AND (tool_calls LIKE '%hermes%' OR tool_calls LIKE '%claude%'
       OR tool_calls LIKE '%codex%' OR tool_calls LIKE '%grok%')
ORDER BY id
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
  AND (timestamp IS NULL OR :until IS NULL OR (timestamp >= :since AND timestamp <= :until))
  AND (tool_calls LIKE :plain OR tool_calls LIKE :escaped OR tool_calls LIKE :twice)
ORDER BY id
"""
ROW_FROM = "SELECT id, timestamp FROM messages WHERE id >= :row ORDER BY id LIMIT 1"
NEWEST = "SELECT coalesce(max(id), 0) FROM messages"
# An agent's command line with words or a conversation to go on with; a name in prose is none.
_NAME = re.compile(
    r"(?<![\w.-])(?:hermes|hermes_cli\.main|hermes-agent|claude|codex|grok)(?![\w./-])", re.I
)
_AFTER = re.compile(
    r"(?<![\w-])(?:chat|exec|resume|-[qzprc]|--(?:query|oneshot|print|resume|continue|cli|tui))"
    r"(?![\w-])|\A[^\n]{0,80}<"
)
_BEFORE = re.compile(
    r"\|\s*(?:[^\s|]*/)?\Z|(?<![\w.-])(?:tmux|screen|script|expect|pexpect|pty)(?![\w./-])"
)
_NAMES_TRIED = 400
_DETACHED = re.compile(
    r"(?<![\w.-])(?:nohup|setsid|tmux|screen|at|batch|crontab|systemd-run|disown|Popen)(?![\w./-])"
    r"|(?<![&>])&\s*(?:$|[;)\n'\"])|^background$",
    re.MULTILINE,
)
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W_]+")
_ESCAPE = re.compile(r"\\+([nrt\"'/\\])")
# What a shell takes as one argument, in a piece of a command of at most `_NEAR` characters.
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'([^']*+)'|(?:-q|-z|-p|--\w+)[ =]([^\s\"';|&]++)")
_NEAR = 2_000


@dataclass(frozen=True)
class Call:
    """One tool call. `text` holds every string of its arguments, one below the other.

    `at` is seconds since 1970; `row` and `session` say where it stands.
    """

    row: int
    session: str
    at: float | None
    tool: str
    text: str

    @property
    def locator(self) -> str:
        """The address of the row that holds it."""
        return record.locator("hermes", self.session, str(self.row))

    @property
    def is_runner(self) -> bool:
        """Whether its tool runs commands or writes files; one that was cut may."""
        return not self.tool or self.tool in RUNNERS

    @cached_property
    def words(self) -> str:
        """Its bare words."""
        return bare(self.text)

    @cached_property
    def _invocations(self) -> tuple[int, ...]:
        """Where a command line of an agent begins."""
        found = []
        for name in islice(_NAME.finditer(self.text), _NAMES_TRIED):
            start, end = name.span()
            if _AFTER.search(self.text[end : end + 400]) or _BEFORE.search(
                self.text[max(0, start - 200) : start]
            ):
                found.append(start)
        return tuple(found)

    @property
    def invokes(self) -> bool:
        """Whether it holds a command line of an agent."""
        return bool(self._invocations)

    @cached_property
    def detached(self) -> bool:
        """Whether what it runs may go on after the call has its result."""
        return _DETACHED.search(self.text) is not None

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The bare words of each argument that stands near a command line of an agent."""
        found: set[str] = set()
        for start in self._invocations[:8]:
            near = self.text[max(0, start - 500) : start + _NEAR]
            found |= {bare("".join(filter(None, parts))) for parts in _QUOTED.findall(near)}
        return frozenset(found)


def bare(text: str) -> str:
    """The words of `text` without anything between them, so that no quoting of a shell matters.

    A space stands before, between and after them; "" without a word.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return f" {' '.join(words)} " if words else ""


class Calls:
    """The calls of one open state.db. What was read is kept until a newer row is asked about."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._is_there = "tool_calls" in rows.columns(db, "messages")
        self._newest = -1
        self._blocks: OrderedDict[int, tuple[Call, ...]] = OrderedDict()
        self._sessions: OrderedDict[tuple[str, int], tuple[Call, ...]] = OrderedDict()

    def up_to(self, row: int) -> None:
        """Be about to ask about a row: what was read before it was written is read again."""
        if row > self._newest:
            self._newest = rows.fetch(self._db, NEWEST)[0][0]
            self._blocks.clear()
            self._sessions.clear()

    def invoking(self, first: int, last: int) -> Iterator[Call]:
        """Calls that hold a command line of an agent, in the rows `first` to `last`."""
        if not self._is_there:
            return
        for number in range(max(0, first) // BLOCK, max(0, last) // BLOCK + 1):
            yield from (c for c in self._block(number) if first <= c.row <= last)

    def _block(self, number: int) -> tuple[Call, ...]:
        known = self._blocks.get(number)
        if known is None:
            found = rows.fetch(self._db, NAMING_AGENTS, _limits(number, BLOCK))
            known = tuple(c for values in found for c in calls_of(*values) if c.invokes)
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

    def holding(
        self, first: int, last: int, text: str, *, since: float, until: float | None
    ) -> Iterator[Call]:
        """Calls in the rows `first` to `last` that may hold `text`, by its longest word.

        `since` and `until` are seconds since 1970; without the latter all times count.
        """
        if not self._is_there:
            return
        limits = {"first": first - 1, "last": last, "since": since, "until": until}
        found = rows.fetch(self._db, HOLDING, limits | _forms(text) | {"cap": HELD_CHARS})
        for values in found:
            yield from calls_of(*values)


_Key = TypeVar("_Key")


def _keep(known: OrderedDict[_Key, tuple[Call, ...]], key: _Key, calls: tuple[Call, ...]) -> None:
    known[key] = calls
    if len(known) > BLOCKS:
        known.popitem(last=False)


def _limits(number: int, size: int) -> dict[str, Any]:
    return {"first": number * size - 1, "last": number * size + size - 1, "cap": CALL_CHARS}


def _forms(text: str) -> dict[str, str]:
    """The longest word of `text` as JSON may have written it: plain, escaped, escaped again."""
    word = max(_LETTERS.findall(text), key=len, default="")
    escaped = json.dumps(word)[1:-1]
    twice = json.dumps(escaped)[1:-1]
    return {"plain": f"%{word}%", "escaped": f"%{escaped}%", "twice": f"%{twice}%"}


def calls_of(row: int, session: Any, at: Any, written: Any) -> Iterator[Call]:
    """The calls that a row holds. One whose JSON was cut is a single call with no name."""
    if not isinstance(written, str) or not isinstance(session, str):
        return
    when = float(at) if isinstance(at, int | float) else None
    try:
        listed = json.loads(written)
    except (ValueError, RecursionError):
        yield Call(row, session, when, "", _ESCAPE.sub(_unescaped, written))
        return
    for call in listed if isinstance(listed, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            given = _parsed(function.get("arguments"))
            yield Call(row, session, when, str(function.get("name")), "\n".join(strings(given)))


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] in "nrt" else match[1]


def _parsed(arguments: Any) -> Any:
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        return _ESCAPE.sub(_unescaped, str(arguments))


def strings(value: Any, depth: int = 0) -> Iterator[str]:
    """Every string in some arguments, and the name of every switch that is on."""
    if isinstance(value, str):
        yield value
    elif depth < DEEPEST and isinstance(value, dict):
        for key, inner in value.items():
            if inner is True:
                yield str(key)
            yield from strings(inner, depth + 1)
    elif depth < DEEPEST and isinstance(value, list):
        for inner in value:
            yield from strings(inner, depth + 1)


# -- for `check` ------------------------------------------------------------------------------

_OURS = re.compile(
    r"agent-si(?![\w/.-])|(?<![\w-])brain\.py(?!\w)|sqlite3[^\n]{0,400}brain\.db|brain\.toml"
    r"|hermes[^\n]{0,80}memory[ \t]+setup|agent-si/vendor|agent_si_engine"
)
AROUND = 500  # rows on both sides, for hosts that write a turn late


def commands_at(state_db: Path, at_iso: str, window: float = 120.0) -> list[tuple[str, str]]:
    """Tool calls around a moment that ran one of our commands, or touched the brain's files.

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
