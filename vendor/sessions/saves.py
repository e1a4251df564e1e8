"""What the host's record says was said and kept, turn by turn: its assistant's texts and receipts.

A turn begins with what a person typed and ends before the next. A receipt is the result of a tool
that keeps things (ours, or the host's own `memory`) which says that it did.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..text import lazy
from . import hermes_rows as rows
from . import record

OURS, HOSTS = "brain_remember", "memory"
CALL_CHARS = 200_000
CALLS = """
SELECT id, session_id, tool_calls FROM messages
WHERE role = 'assistant' AND tool_calls LIKE '%"memory"%' ORDER BY id
"""
RESULTS = """
SELECT session_id, tool_call_id, content FROM messages
WHERE role = 'tool' AND content LIKE '% chars%' AND content LIKE '%"success"%'
"""
_USAGE = lazy.regex(r"\d/[\d,. ]+ chars")
COLUMNS = {"tool_calls": "NULL", "tool_name": "NULL", "tool_call_id": "NULL"} | {
    name: rows.MESSAGE_COLUMNS[name]
    for name in ("active", "compacted", "observed", "_compressed_summary", "display_kind")
}


@dataclass(frozen=True, slots=True)
class Said:
    """One text of an assistant, and whether something was kept in its turn."""

    session: str
    row: int
    at: str | None
    text: str
    kept: bool

    @property
    def locator(self) -> str:
        """The address of the message."""
        return record.locator("hermes", self.session, str(self.row))


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """What the host's memory was to keep, and the row of the call."""

    session: str
    row: int
    text: str

    @property
    def locator(self) -> str:
        """The address of the row."""
        return record.locator("hermes", self.session, str(self.row))


def said_since(state_db: Path, since: datetime) -> list[Said]:
    """The texts of assistants from a moment on, in sessions that a person drives, oldest first.

    A turn that began before `since` is read from there on.

    Raises:
        NotReadable, sqlite3.Error: the record cannot be read now.
    """
    db = rows.open_state(state_db)
    with closing(db):
        found: list[Said] = []
        for session in _sessions(db, since.timestamp()):
            found += _of_session(db, session, since.timestamp())
    return sorted(found, key=lambda each: each.row)


def _sessions(db: sqlite3.Connection, since: float) -> list[str]:
    wanted = rows.select(db, "sessions", rows.SESSION_COLUMNS, "s")
    sql = (
        f"SELECT {wanted} FROM sessions AS s WHERE s.id IN "  # noqa: S608
        "(SELECT session_id FROM messages WHERE timestamp >= ? AND role = 'assistant')"
    )
    talks = [rows.talk_of(values) for values in rows.fetch(db, sql, (since,))]
    return [talk.id for talk in talks if not rows.machine(talk, None, unmarked_runs=False)]


def _of_session(db: sqlite3.Connection, session: str, since: float) -> Iterator[Said]:
    wanted = rows.select(db, "messages", COLUMNS, "m")
    sql = (
        f"SELECT m.id, m.role, m.content, m.timestamp, {wanted} FROM messages AS m "  # noqa: S608
        "WHERE m.session_id = ? AND (m.timestamp >= ? OR m.role <> 'assistant') ORDER BY m.id"
    )
    texts: list[tuple[int, str | None, str]] = []
    names: dict[str, str] = {}
    kept = False
    for row, role, content, at, *rest in rows.fetch(db, sql, (session, since)):
        calls, tool, call, active, compacted, observed, summary, kind = rest
        visible = active in (None, 1) or compacted == 1
        if role == "user" and visible and observed != 1 and (kind or "") in rows.TYPED_KINDS:
            yield from (Said(session, *each, kept) for each in texts)
            texts, kept = [], False
        elif role == "tool":
            kept = kept or is_receipt(tool or names.get(str(call), ""), rows.decode(content))
        elif role == "assistant":
            names |= _named(calls)
            text = rows.decode(content)
            if visible and summary != 1 and text.strip():
                texts.append((int(row), record.iso(record.seconds_to_millis(at)), text))
    yield from (Said(session, *each, kept) for each in texts)


def turned_away(state_db: Path) -> list[TurnedAway]:
    """What the host's own memory was told to keep and did not, as it was full; oldest first.

    Raises:
        NotReadable, sqlite3.Error: the record cannot be read now.
    """
    db = rows.open_state(state_db)
    with closing(db):
        if not {"tool_calls", "tool_call_id"} <= rows.columns(db, "messages"):
            return []
        results = {
            (session, call): rows.decode(content)
            for session, call, content in rows.fetch(db, RESULTS)
        }
        return [
            TurnedAway(str(session), int(row), text)
            for row, session, calls in rows.fetch(db, CALLS)
            for ident, arguments in _memory_calls(calls)
            if _is_full(results.get((session, ident), ""))
            for text in _contents(arguments)
        ]


def _memory_calls(calls: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for each in _calls(calls):
        function = each["function"]
        arguments = function.get("arguments")
        if function.get("name") == HOSTS and isinstance(arguments, str):
            yield str(each.get("id") or each.get("call_id")), _object(arguments)


def _contents(arguments: Mapping[str, Any]) -> Iterator[str]:
    several = arguments.get("operations")
    for each in several if isinstance(several, list) else [arguments]:
        content = each.get("content") if isinstance(each, dict) else None
        if isinstance(content, str) and content.strip():
            yield content


def _is_full(result: str) -> bool:
    """The host tells how full its memory is with this refusal, and with no other."""
    told = _object(result)
    return told.get("success") is False and bool(_USAGE.search(str(told.get("error", ""))))


def _calls(calls: object) -> list[dict[str, Any]]:
    try:
        found = json.loads(calls) if isinstance(calls, str) and len(calls) < CALL_CHARS else []
    except (ValueError, RecursionError):
        return []
    several = found if isinstance(found, list) else []
    return [e for e in several if isinstance(e, dict) and isinstance(e.get("function"), dict)]


def _named(calls: object) -> Mapping[str, str]:
    """The names of tools by the ids of their calls."""
    return {
        str(ident): str(each["function"].get("name", ""))
        for each in _calls(calls)
        for ident in (each.get("id"), each.get("call_id"))
    }


def is_receipt(tool: str, result: str) -> bool:
    """Whether the result of a tool says that it kept something."""
    if tool not in (OURS, HOSTS):
        return False
    told = _object(result)
    if tool == OURS:
        return told.get("kept") is True or told.get("settled") is True
    return told.get("success") is True and told.get("staged") is not True


def _object(result: str) -> Mapping[str, Any]:
    """The JSON object of a result, whatever the host has put around it."""
    start = result.find("{")
    try:
        found = json.JSONDecoder().raw_decode(result, start)[0] if start >= 0 else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
