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
from typing import Any

from . import hermes_rows as rows
from . import record

CALL_CHARS = 65_536  # of one row's calls that are looked at
BLOCK = 500  # rows
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
CALLS = """
SELECT id, session_id, timestamp, substr(tool_calls, 1, :cap) FROM messages
WHERE id > :first AND id <= :last AND role = 'assistant' AND tool_calls <> ''
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
    """The calls of one open state.db. Blocks of rows are read once and kept while it is open."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._is_there = "tool_calls" in rows.columns(db, "messages")
        # The last block may still grow, and the command that is looked for be its next row.
        self._whole = rows.fetch(db, NEWEST)[0][0] // BLOCK if self._is_there else 0
        self._blocks: OrderedDict[tuple[str, int], tuple[Call, ...]] = OrderedDict()

    def invoking(self, first: int, last: int) -> Iterator[Call]:
        """Calls that hold a command line of an agent, in the rows `first` to `last`."""
        yield from (c for c in self._between(NAMING_AGENTS, first, last) if c.invokes)

    def between(self, first: int, last: int) -> Iterator[Call]:
        """All calls in the rows `first` to `last`."""
        yield from self._between(CALLS, first, last)

    def _between(self, sql: str, first: int, last: int) -> Iterator[Call]:
        if not self._is_there:
            return
        for number in range(max(0, first) // BLOCK, max(0, last) // BLOCK + 1):
            yield from (c for c in self._block(sql, number) if first <= c.row <= last)

    def _block(self, sql: str, number: int) -> tuple[Call, ...]:
        known = self._blocks.get((sql, number))
        if known is None:
            limits = {"first": number * BLOCK - 1, "last": number * BLOCK + BLOCK - 1}
            found = rows.fetch(self._db, sql, limits | {"cap": CALL_CHARS})
            known = tuple(call for values in found for call in calls_of(*values))
            if number < self._whole:
                self._blocks[sql, number] = known
            if len(self._blocks) > BLOCKS:
                self._blocks.popitem(last=False)
        return known


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
        calls = list(Calls(db).between(first, last))
    return [
        (call.locator, call.text)
        for call in calls
        if call.at is not None
        and since <= call.at <= until
        and (call.tool in RUNNERS or not call.tool)
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
