"""Whether an agent types into the memory itself: a line `si: …` that no person wrote.

Stricter than the gate (machine_typed.py), as a few words act here: a call of the last hour that
holds the line or its code is enough, and so is a call of this conversation that has no result yet,
as nobody types in a conversation before its turn is over.

    line --> held by a call? --> this conversation's own call still running? --> machine_typed
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from .. import hurry
from . import agent_records
from . import hermes_rows as rows
from .call import Call, run_together
from .machine_typed import ROWS, WINDOW, Evidence, Said, judged
from .tool_calls import NEWEST, Calls

LAST_CALL = """
SELECT id, tool_calls, timestamp FROM messages WHERE session_id = :session AND role = 'assistant'
ORDER BY id DESC LIMIT 1
"""
RESULTS = (
    "SELECT count(*) FROM messages WHERE session_id = :session AND role = 'tool' AND id > :row"
)


def by_agent(
    state_db: Path,
    session: str,
    text: str,
    at: float,
    others: Mapping[str, Path],
    *,
    code: str = "",
    wait: float,
) -> bool:
    """Whether an agent's command types a line now.

    Args:
        state_db: the host's database; a missing one has no calls.
        session: the host's id of the conversation.
        text: the line.
        at: now, in seconds since 1970.
        others: agents whose own records are asked, and where they keep their files.
        code: what in the line is known to nobody who has not read it in this conversation.
        wait: seconds that a lock is waited for.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: it cannot be found out now.
    """
    said = Said(session, 0, at, text)
    if state_db.exists():
        with closing(rows.open_state(state_db)) as db:
            db.execute(f"PRAGMA busy_timeout={int(hurry.left(wait) * 1000)}").close()
            row = int(rows.fetch(db, NEWEST)[0][0]) + 1
            said = Said(session, row, at, text)
            calls = Calls(db)
            for each in filter(None, (text, code)):
                near = calls.holding(row - ROWS, row, each, since=at - WINDOW, until=at, row=row)
                if _hold(near, each):
                    return True
            if _still_runs(db, session, at) or Evidence(db, calls).of(said):
                return True
    return any(
        _hold(ran, text) or _hold(ran, code) or judged(ran, said)
        for ran in agent_records.calls_between(others, at - WINDOW, at)
    )


def _hold(calls: Iterable[Call], text: str) -> bool:
    """Whether a command or a file that was written holds it; a search for the words does not."""
    wanted = run_together(text)
    return bool(wanted) and any(c.is_runner and wanted in c.run_together for c in calls)


def _still_runs(db: sqlite3.Connection, session: str, at: float) -> bool:
    """Whether the newest words of the model here are calls, one of them without a result."""
    if "tool_calls" not in rows.columns(db, "messages"):
        return False
    found = rows.fetch(db, LAST_CALL, {"session": session})
    if not found or not found[0][1] or at - float(found[0][2] or 0.0) > WINDOW:
        return False
    row, written, _ = found[0]
    try:
        calls = json.loads(written)
    except (ValueError, RecursionError):
        return False
    done = rows.fetch(db, RESULTS, {"session": session, "row": row})[0][0]
    return isinstance(calls, list) and int(done) < len(calls)
