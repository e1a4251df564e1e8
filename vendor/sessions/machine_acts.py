"""Commands of ours that an agent had running at a moment: for `check`, against a person's acts.

A person's command refuses in a shell that an agent started, by a mark in its environment. Where
the mark was taken away (`env -i`, another terminal) the call still stands in state.db. A call
whose conversation went on before the moment was over by then, unless it left something running:
an agent that was refused, and a person who then did it, is no suspicion.
"""

import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from ..text.ids import parse_locator
from . import hermes_rows as rows
from .tool_calls import Call, commands_at

WINDOW = 900.0  # seconds that a command may ask and wait before it writes
CLOCKS = 1.0  # seconds that two looks at one clock may be apart
# Commands that change nothing of the record, whoever runs them.
READS = frozenset({"", "status", "check", "search", "show", "keys", "demo", "last", "preview"})
READS_IN_BRAIN = frozenset({"", "check", "pending", "backup", "rebuild", "export"})
# Words as a shell or a list of Python's separates them.
_COMMAND = re.compile(
    r"(?:agent-si|brain\.py)(?![\w/-])((?:[ \t,'\"\[\]\\]+[^\s;|&<>,'\"\[\]\\()]+){0,12})"
)
_WORD = re.compile(r"[^\s,'\"\[\]\\]+")
# The file, the policy, the setup that names a principal, and the engine without a command.
_FILES = re.compile(
    r"sqlite3[^\n]{0,400}brain\.db|brain\.toml|memory[ \t]+setup|agent-si/vendor|agent_si_engine"
)
_TAKES_A_VALUE = frozenset({"--home", "--brain"})
CALLED = "SELECT timestamp FROM messages WHERE id = :row"
ANSWERED = """
SELECT timestamp FROM messages WHERE session_id = :session AND id > :row AND role = 'assistant'
ORDER BY id LIMIT 1
"""


def running_at(state_db: Path, at_iso: str, window: float = WINDOW) -> list[str]:
    """Locators of the calls that may have done what was done at this moment, oldest first.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: state.db cannot be read now.
    """
    found = [(loc, text) for loc, text in commands_at(state_db, at_iso, window) if changes(text)]
    if not found:
        return []
    at = datetime.fromisoformat(at_iso).timestamp()
    with closing(rows.open_state(state_db)) as db:
        return [loc for loc, text in found if _ran(db, loc, text, at)]


def changes(text: str) -> bool:
    """Whether a call holds a command of ours that may write, or touches the files themselves."""
    commands = (_WORD.findall(found[1]) for found in _COMMAND.finditer(text))
    return any(not _only_reads(words) for words in commands) or bool(_FILES.search(text))


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


def _ran(db: sqlite3.Connection, locator: str, text: str, at: float) -> bool:
    """Whether the call had begun at this moment and was not over."""
    session, row = parse_locator(locator).parts
    place = {"session": session, "row": int(row)}
    if not _before(rows.fetch(db, CALLED, {"row": int(row)}), at + CLOCKS):
        return False
    return Call(0, session, None, "", text).detached or not _before(
        rows.fetch(db, ANSWERED, place), at
    )


def _before(found: list[tuple[Any, ...]], at: float) -> bool:
    return bool(found) and found[0][0] is not None and found[0][0] < at
