"""Write the past sessions of Example Co in the very formats that Hermes and Claude Code write.

A Hermes `state.db` of schema 22 (host 0.19) and one JSONL file per coding session, with what real
transcripts are full of: tool calls and their output, reminders, thinking, snapshots, a message
taken back, a scheduled run, a sub-agent. Every id is derived from the data, so that writing twice
gives the same locators. The words are in example_talk.py and example_code.py.
"""

import contextlib
import json
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from .. import dbfile
from ..text import ids
from .example_code import CLAUDE, HEADLESS, SIDECHAIN
from .example_talk import HERMES, MACHINE, Talk, Turn, turns

Cast = Callable[[str], str]
SPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "demo.agent-si.example")
MODEL = "demo-model"
_SECONDS = {"me": 95, "undone": 40, "it": 21, "$": 8}


class Spoken(NamedTuple):
    """A message that a row may cite: where it stands, when it was said (UTC), and its words."""

    locator: str
    at: datetime
    text: str


class _Timed(NamedTuple):
    at: datetime
    turn: Turn


def write_hermes(path: Path, cast: Cast) -> dict[str, Spoken]:
    """Make `path`, a Hermes state.db, and tell where each message with a handle stands."""
    private_folder(path.parent)
    db = dbfile.open(path, schema=_HERMES_SCHEMA, create=True)
    found: dict[str, Spoken] = {}
    with contextlib.closing(db), dbfile.transaction(db):
        for talk in sorted((*HERMES, *MACHINE), key=lambda talk: talk.start):
            found.update(_hermes_session(db, talk, cast))
    return found


def write_claude(root: Path, cast: Cast) -> None:
    """Make `root`, a `projects` folder of Claude Code, file times as if written at the time."""
    for talk in (HEADLESS, *CLAUDE):
        slug = "".join(letter if letter.isalnum() else "-" for letter in talk.cwd)
        session = str(_uuid("session", talk.title))
        path = root / slug / f"{session}.jsonl"
        _write_lines(path, _claude_lines(talk, session, cast), _timed(talk)[-1].at)
    aside = path.with_suffix("") / "subagents" / f"agent-{_uuid('sidechain').hex[:17]}.jsonl"
    _write_lines(aside, _sidechain_lines(talk, session, cast), _start(talk))


def private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for the owner alone."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700)


def _uuid(*parts: str) -> uuid.UUID:
    return uuid.uuid5(SPACE, "/".join(parts))


def _start(talk: Talk) -> datetime:
    return datetime.strptime(talk.start, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def _timed(talk: Talk) -> list[_Timed]:
    """Each turn with the moment at which it was written down."""
    at, timed = _start(talk), []
    for turn in turns(talk.script):
        timed.append(_Timed(at, turn))
        at += timedelta(seconds=_SECONDS[turn.who])
    return timed


# -- Hermes -----------------------------------------------------------------------------------

# Column names and their order are those of the host's own file; a reader must cope with them all.
_HERMES_SCHEMA = """
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (22);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, session_key TEXT, chat_id TEXT,
    chat_type TEXT, thread_id TEXT, display_name TEXT, origin_json TEXT,
    expiry_finalized INTEGER DEFAULT 0, model TEXT, model_config TEXT, system_prompt TEXT,
    parent_session_id TEXT REFERENCES sessions(id), started_at REAL NOT NULL, ended_at REAL,
    end_reason TEXT, message_count INTEGER DEFAULT 0, tool_call_count INTEGER DEFAULT 0,
    cwd TEXT, git_branch TEXT, git_repo_root TEXT, title TEXT, profile_name TEXT,
    rewind_count INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
    role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT,
    effect_disposition TEXT, timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT,
    reasoning TEXT, reasoning_content TEXT, platform_message_id TEXT,
    observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1,
    compacted INTEGER NOT NULL DEFAULT 0, api_content TEXT
);
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
CREATE UNIQUE INDEX idx_sessions_title_unique ON sessions(title) WHERE title IS NOT NULL;
"""

_ADD_SESSION = """
INSERT INTO sessions (id, source, model, model_config, system_prompt, started_at, ended_at,
    end_reason, message_count, tool_call_count, cwd, title)
VALUES (:id, :source, :model, '{"max_iterations": 90}', 'You are Hermes.', :started, :ended,
    'agent_close', :messages, :tools, :cwd, :title)
"""

_ADD_MESSAGE = """
INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp,
    finish_reason, active)
VALUES (:session, :role, :content, :call, :calls, :tool, :at, :finish, :active)
"""


def _hermes_session(db: sqlite3.Connection, talk: Talk, cast: Cast) -> dict[str, Spoken]:
    timed = _timed(talk)
    tools = sum(entry.turn.who == "$" for entry in timed)
    row = {
        "id": _hermes_id(talk),
        "source": talk.place,
        "model": MODEL,
        "started": timed[0].at.timestamp(),
        "ended": timed[-1].at.timestamp() + 30,
        "messages": len(timed) + tools,
        "tools": tools,
        "cwd": talk.cwd,
        "title": talk.title,
    }
    db.execute(_ADD_SESSION, row).close()
    found = {}
    for entry in timed:
        number = _hermes_turn(db, row["id"], entry, cast)
        if entry.turn.name:
            locator = ids.locator("hermes", _hermes_id(talk), str(number))
            found[entry.turn.name] = Spoken(locator, entry.at, cast(entry.turn.text))
    return found


def _hermes_id(talk: Talk) -> str:
    stamp = f"{_start(talk):%Y%m%d_%H%M%S}"
    if talk.place == "cron":
        return f"cron_digest_{stamp}"
    return f"{stamp}_{_uuid('hermes', talk.title).hex[:6]}"


def _hermes_turn(db: sqlite3.Connection, session: object, entry: _Timed, cast: Cast) -> int | None:
    """Write one turn, a tool call as the two rows that the host makes of it."""
    turn = entry.turn
    row: dict[str, object] = dict.fromkeys(("call", "calls", "tool", "finish"))
    row |= {"session": session, "at": entry.at.timestamp(), "active": int(turn.who != "undone")}
    if turn.who != "$":
        role, finish = ("assistant", "stop") if turn.who == "it" else ("user", None)
        row |= {"role": role, "content": cast(turn.text), "finish": finish}
        return db.execute(_ADD_MESSAGE, row).lastrowid
    call = f"call_{_uuid('hermes', str(session), turn.text).hex[:12]}"
    tool = turn.text if turn.text.startswith("brain_") else "terminal"
    function = {"name": tool, "arguments": json.dumps({"command": turn.text})}
    calls = json.dumps([{"id": call, "type": "function", "function": function}])
    asked = row | {"role": "assistant", "content": "", "calls": calls, "finish": "tool_calls"}
    db.execute(_ADD_MESSAGE, asked).close()
    output = json.dumps({"output": turn.output, "exit_code": 0, "error": None})
    row |= {"role": "tool", "content": output, "call": call, "tool": tool}
    return db.execute(_ADD_MESSAGE, row).lastrowid


# -- Claude Code ------------------------------------------------------------------------------


def _claude_lines(talk: Talk, session: str, cast: Cast) -> Iterator[dict[str, object]]:
    """One session as lines: what it opens with, one record for each block, and its title."""
    common = {
        "isSidechain": False,
        "userType": "external",
        "entrypoint": "sdk-cli" if talk is HEADLESS else "cli",
        "cwd": talk.cwd,
        "sessionId": session,
        "version": talk.place,
        "gitBranch": "main",
    }
    yield {"type": "permission-mode", "permissionMode": "default", "sessionId": session}
    yield _snapshot(session, talk.start)
    parent = None
    for number, (entry, body) in enumerate(_claude_bodies(talk, session, cast)):
        ident = str(_uuid("claude", session, str(number)))
        stamp = f"{entry.at:%Y-%m-%dT%H:%M:%S}.{100 + number:03d}Z"
        yield {"parentUuid": parent, **common, **body, "uuid": ident, "timestamp": stamp}
        parent = ident
    yield {"type": "ai-title", "aiTitle": talk.title, "sessionId": session}
    yield {"type": "last-prompt", "lastPrompt": "", "leafUuid": parent, "sessionId": session}


def _snapshot(session: str, stamp: str) -> dict[str, object]:
    ident = str(_uuid("snapshot", session))
    inner = {"messageId": ident, "trackedFileBackups": {}, "timestamp": stamp}
    return {"type": "file-history-snapshot", "messageId": ident, "snapshot": inner}


def _claude_bodies(
    talk: Talk, session: str, cast: Cast
) -> Iterator[tuple[_Timed, dict[str, object]]]:
    """The records of a session without what is common to them, each with its moment."""
    timed = _timed(talk)
    yield timed[0], _reminder(talk)
    for number, entry in enumerate(timed):
        turn, part = entry.turn, f"{session}/{number}"
        if turn.who == "me":
            yield entry, _user(_prompt(cast(turn.text), first=number == 0))
        elif turn.who == "it":
            yield entry, _assistant(part, {"type": "text", "text": cast(turn.text)})
        else:
            call = f"toolu_{_uuid('call', part).hex[:20]}"
            yield (
                entry,
                _assistant(part, {"type": "thinking", "thinking": "Look at the file first."}),
            )
            yield entry, _assistant(part, _call(call, turn.text))
            yield entry, _result(call, turn.output)


def _prompt(text: str, *, first: bool) -> str | list[dict[str, str]]:
    """A prompt as it is stored: the first one carries a reminder block, later ones are plain."""
    if not first:
        return text
    note = "<system-reminder>\nThe list kittiwake of open tasks is empty.\n</system-reminder>"
    return [{"type": "text", "text": note}, {"type": "text", "text": text}]


def _user(content: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": content}}


def _assistant(part: str, block: dict[str, object]) -> dict[str, object]:
    message = {
        "id": f"msg_{_uuid('message', part).hex[:20]}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [block],
        "stop_reason": "tool_use" if block["type"] == "tool_use" else None,
        "usage": {"input_tokens": 9, "output_tokens": 40, "cache_read_input_tokens": 18000},
    }
    return {"type": "assistant", "message": message}


def _call(ident: str, command: str) -> dict[str, object]:
    return {"type": "tool_use", "id": ident, "name": "Bash", "input": {"command": command}}


def _result(call: str, output: str) -> dict[str, object]:
    block = {"tool_use_id": call, "type": "tool_result", "content": output, "is_error": False}
    shown = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
    return {**_user([block]), "toolUseResult": shown}


def _reminder(talk: Talk) -> dict[str, object]:
    text = f"<system-reminder>\nWorking directory: {talk.cwd}\n</system-reminder>"
    inner = {"type": "environment", "snapshot": {"workingDirectory": talk.cwd}}
    return {"type": "attachment", "attachment": inner, "rendered": [{"content": text}]}


def _sidechain_lines(talk: Talk, session: str, cast: Cast) -> Iterator[dict[str, object]]:
    """What a sub-agent of the newest session was told and said, in a file of its own."""
    common = {"isSidechain": True, "sessionId": session, "cwd": talk.cwd, "agentId": "a1"}
    for number, turn in enumerate(turns(SIDECHAIN)):
        body = _user(turn.text)
        if turn.who == "it":
            body = _assistant("sidechain", {"type": "text", "text": cast(turn.text)})
        ident = str(_uuid("sidechain", str(number)))
        yield {**common, **body, "uuid": ident, "timestamp": talk.start, "parentUuid": None}


def _write_lines(path: Path, lines: Iterator[dict[str, object]], at: datetime) -> None:
    """One JSON object a line, mode 0600 in folders 0700, last changed at `at`."""
    private_folder(path.parent)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    os.utime(path, (at.timestamp(), at.timestamp()))
