"""Commands of ours that an agent had running at a moment: for `check`, against a person's acts.

A person's command refuses in a shell that an agent started, by a mark in its environment. Where
the mark was taken away (`env -i`, another terminal) the call still stands in state.db, or in the
agent's own record. A call whose conversation went on before the moment was over by then, unless
it left something running: an agent that was refused, and a person who then did it, is no
suspicion.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..text import lazy, typed_line
from ..text.ids import parse_locator
from . import hermes_rows as rows
from .agent_commands import commands
from .call import Call
from .tool_calls import commands_at

WINDOW = 900.0  # seconds that a command may ask and wait before it writes
CLOCKS = 1.0  # seconds that two looks at one clock may be apart
# Commands that change nothing of the record, whoever runs them.
READS = frozenset({"", "status", "check", "search", "show", "keys", "demo", "last", "preview"})
READS_IN_BRAIN = frozenset({"", "check", "pending", "backup", "rebuild", "export"})
# Words as a shell or a list of Python's separates them.
_COMMAND = lazy.regex(
    r"(?:agent-si|brain\.py)(?![\w/-])((?:[ \t,'\"\[\]\\]+[^\s;|&<>,'\"\[\]\\()]+){0,12})"
)
_WORD = lazy.regex(r"[^\s,'\"\[\]\\]+")
# The file, the policy, the setup that names a principal, and the engine without a command.
_FILES = lazy.regex(
    r"sqlite3[^\n]{0,400}brain\.db|brain\.toml|memory[ \t]+setup|agent-si/vendor|agent_si_engine"
)
_TYPED = lazy.regex(typed_line.CHANGES)
_TAKES_A_VALUE = frozenset({"--home", "--brain"})
CALLED = "SELECT timestamp FROM messages WHERE id = :row"
ANSWERED = """
SELECT timestamp FROM messages WHERE session_id = :session AND id > :row AND role = 'assistant'
ORDER BY id LIMIT 1
"""


def running_at(
    state_db: Path, moments: Sequence[str], others: Mapping[str, Path] | None = None
) -> dict[str, list[str]]:
    """For each moment (ISO 8601) the locators of the calls that may have done what was done then.

    Moments that lie close together are looked at together; those without a call are left out.

    Args:
        state_db: the host's database; a missing one has no calls.
        moments: in any order.
        others: the agents whose own records are read, too, and where they keep their files.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: state.db cannot be read now.
    """
    found = _running(_of_others(others or {}, moments), moments)
    for span in _spans(moments):
        first, last = _seconds(span[0]), _seconds(span[-1])
        near = commands_at(state_db, span[-1], last - first + WINDOW)
        calls = [(locator, text) for locator, text in near if changes(text)]
        if calls:
            with closing(rows.open_state(state_db)) as db:
                ran = [_lived(db, locator, text) for locator, text in calls]
            for moment, locators in _running(ran, span).items():
                found[moment] = [*locators, *found.get(moment, ())]
    return found


def _of_others(others: Mapping[str, Path], moments: Sequence[str]) -> list["_Lived"]:
    since = first_looked_at(moments)
    return [
        _Lived(call.locator, call.began, call.over)
        for agent, root in others.items()
        for call in (commands(agent, root, since) if moments else ())
        if changes(call.text)
    ]


def first_looked_at(moments: Sequence[str]) -> float:
    """The earliest call that may have done something at one of these moments, in seconds."""
    return min(map(_seconds, moments), default=0.0) - WINDOW


def _running(calls: Sequence["_Lived"], moments: Sequence[str]) -> dict[str, list[str]]:
    pairs = (
        (m, [each.locator for each in calls if each.was_running(_seconds(m))]) for m in moments
    )
    return {moment: locators for moment, locators in pairs if locators}


def _spans(moments: Sequence[str]) -> list[list[str]]:
    """The moments in order, in groups between which nothing happened for a while."""
    spans: list[list[str]] = []
    for moment in sorted(moments):
        if spans and _seconds(moment) - _seconds(spans[-1][-1]) <= WINDOW:
            spans[-1].append(moment)
        else:
            spans.append([moment])
    return spans


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()


def changes(text: str) -> bool:
    """Whether a call holds a command or a line of ours that may write, or touches the files."""
    commands = (_WORD.findall(found[1]) for found in _COMMAND.finditer(text))
    return any(not _only_reads(words) for words in commands) or bool(
        _FILES.search(text) or _TYPED.search(text)
    )


def _only_reads(words: list[str]) -> bool:
    named = [*_without_options(words), "", ""]
    return named[1] in READS_IN_BRAIN if named[0] == "brain" else named[0] in READS


def _without_options(words: list[str]) -> list[str]:
    before = ["", *words]
    return [
        word
        for word, previous in zip(words, before, strict=False)
        if not word.startswith("-") and previous not in _TAKES_A_VALUE
    ]


@dataclass(frozen=True, slots=True)
class _Lived:
    """When a call began, and when it was over at the latest; None where that is not known."""

    locator: str
    began: float | None
    over: float | None

    def was_running(self, at: float) -> bool:
        if self.began is None or not at - WINDOW <= self.began <= at + CLOCKS:
            return False
        return self.over is None or self.over >= at


def _lived(db: sqlite3.Connection, locator: str, text: str) -> _Lived:
    session, row = parse_locator(locator).parts
    place = {"session": session, "row": int(row)}
    began = _first(rows.fetch(db, CALLED, {"row": int(row)}))
    detached = Call(0, session, None, "", text).detached
    return _Lived(locator, began, None if detached else _first(rows.fetch(db, ANSWERED, place)))


def _first(found: list[tuple[Any, ...]]) -> float | None:
    return found[0][0] if found else None
