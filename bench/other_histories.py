"""Invented histories of Hermes, Codex and Grok, beside those of Claude Code in histories.py.

    hermes(path, size)  codex(home, size)  grok(home, size)

Each is written in the shapes of a current release, with what stands around the words there: every
message of Codex twice, Grok's answers in one piece, Hermes' rows with their columns.
"""

import itertools
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from histories import START, Made, Size, Speaker, Writer, turns

COMMIT = 500  # rows of state.db in one transaction
SESSIONS = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT,
model_config TEXT, system_prompt TEXT, parent_session_id TEXT, started_at REAL NOT NULL,
ended_at REAL, end_reason TEXT, message_count INTEGER DEFAULT 0, title TEXT, cwd TEXT,
rewind_count INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, session_key TEXT,
chat_id TEXT, chat_type TEXT, thread_id TEXT)
"""
MESSAGES = """
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT,
timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT, reasoning TEXT,
platform_message_id TEXT, observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1,
compacted INTEGER NOT NULL DEFAULT 0, effect_disposition TEXT, api_content TEXT)
"""
INDEXES = (
    "CREATE INDEX idx_messages_session ON messages (session_id, timestamp)",
    "CREATE INDEX idx_messages_active ON messages (session_id, active, timestamp)",
    "CREATE INDEX idx_sessions_started ON sessions (started_at DESC)",
)
SESSION = "INSERT INTO sessions (id, source, started_at, title, cwd) VALUES (?, 'cli', ?, ?, ?)"
ROW = """
INSERT INTO messages (session_id, role, content, tool_calls, tool_call_id, tool_name, timestamp)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""


class HermesHistory:
    """A state.db that grows; `close` it."""

    def __init__(self, path: Path, speaker: Speaker) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.speaker, self.made = speaker, Made()
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL").close()
        self._db.execute("PRAGMA synchronous=OFF").close()
        for statement in (SESSIONS, MESSAGES, *INDEXES):
            self._db.execute(statement).close()
        self._now = START.timestamp()
        self._session, self._calls = "", 0

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def session(self) -> None:
        """Begin another session."""
        self.made.sessions += 1
        began = datetime.fromtimestamp(self._now, START.tzinfo)
        self._session = f"{began:%Y%m%d_%H%M%S}_{self.made.sessions:06x}"
        title = f"{self.speaker.said()[:40]} {self.made.sessions}"
        cwd = f"/home/dev/parser{self.made.sessions % 20}"
        self._db.execute(SESSION, (self._session, self._now, title, cwd)).close()

    def turn(self, *, bare: bool) -> None:
        """A question, what the agent did, and its answer."""
        self._row("said", "user", self._words())
        for _ in range(0 if bare else min(12, int(self.speaker.dice.expovariate(1 / 3.2)))):
            self._calls += 1
            ident, given = f"call_{self._calls}", json.dumps({"command": "rg -n parser src"})
            call = {
                "id": ident,
                "type": "function",
                "function": {"name": "terminal", "arguments": given},
            }
            self._row("tool calls", "assistant", "", calls=json.dumps([call]))
            self._row("tool output", "tool", self.speaker.output(), call=ident)
        self._row("said", "assistant", self._words())

    def fill(self, size: Size) -> None:
        """Sessions and turns until it is enough."""
        while not size.reached(self.made):
            self._db.execute("BEGIN").close()
            until = self.made.messages + COMMIT
            while self.made.messages < until and not size.reached(self.made):
                self.session()
                turns(self.speaker, size, self.made, lambda: self.turn(bare=size.bare))
            self._db.execute("COMMIT").close()

    def _words(self) -> str:
        self.made.messages += 1
        return self.speaker.said()

    def _row(
        self, kind: str, role: str, text: str, *, calls: str | None = None, call: str = ""
    ) -> None:
        self._now += self.speaker.dice.randint(1, 40)
        values = (
            self._session,
            role,
            text,
            calls,
            call or None,
            "terminal" if call else None,
            self._now,
        )
        self._db.execute(ROW, values).close()
        length = len(text.encode()) + len(calls or "")
        self.made.bytes += length
        self.made.mix[kind] += length


def hermes(path: Path, size: Size, *, seed: int = 7) -> Made:
    """A state.db at `path`; its bytes are those of contents and calls."""
    with closing(HermesHistory(path, Speaker(seed))) as history:
        history.fill(size)
        return history.made


class CodexSession(Writer):
    """One rollout, as Codex writes them with events beside the items."""

    def begin(self, ident: str, cwd: str) -> None:
        """What stands before the first turn."""
        about = {"id": ident, "timestamp": self.stamp(), "cwd": cwd, "originator": "codex-tui"}
        more = {"cli_version": "0.128.0", "source": "cli", "model_provider": "invented"}
        self._put("other", "session_meta", {**about, **more})
        rules = "<environment_context>\n  <cwd>/work</cwd>\n</environment_context>"
        self._item("other", "user", "input_text", rules)

    def turn(self, *, bare: bool) -> None:
        """A prompt, what the agent did, and its answer."""
        asked = self.words()
        self._item("said", "user", "input_text", asked)
        self._put("said", "event_msg", {"type": "user_message", "message": asked, "images": []})
        for _ in range(0 if bare else min(12, int(self.speaker.dice.expovariate(1 / 3.2)))):
            self._round()
        answer = self.words()
        self._put("said", "event_msg", {"type": "agent_message", "message": answer, "phase": None})
        self._item("said", "assistant", "output_text", answer)

    def _round(self) -> None:
        said, call = self.speaker, f"call_{self.speaker.noise(22)}"
        thought = {"type": "reasoning", "summary": [], "encrypted_content": said.noise(800)}
        self._put("thinking", "response_item", thought)
        given = json.dumps({"cmd": f"rg -n {said.noise(9)} src"})
        run = {"type": "function_call", "name": "exec_command", "arguments": given, "call_id": call}
        self._put("tool calls", "response_item", run)
        shown = said.output()
        ended = {"type": "exec_command_end", "call_id": call, "stdout": shown, "exit_code": 0}
        self._put("tool output", "event_msg", ended)
        output = {"type": "function_call_output", "call_id": call, "output": shown}
        self._put("tool output", "response_item", output)
        if said.dice.random() < 0.004:
            seen = {"type": "input_image", "image_url": f"data:image/png;base64,{said.image()}"}
            self._put(
                "images", "response_item", {"type": "message", "role": "user", "content": [seen]}
            )

    def _item(self, kind: str, role: str, block: str, text: str) -> None:
        content = [{"type": block, "text": text}]
        self._put(kind, "response_item", {"type": "message", "role": role, "content": content})

    def _put(self, what: str, kind: str, payload: dict[str, Any]) -> None:
        self.line(what, {"timestamp": self.stamp(), "type": kind, "payload": payload})


def codex(home: Path, size: Size, *, seed: int = 7) -> Made:
    """Rollouts below `home`, Codex' own folder."""
    speaker, made = Speaker(seed), Made()
    for number, began in _sessions(size, made):
        ident = speaker.ident()
        folder = home / "sessions" / f"{began:%Y/%m/%d}"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"rollout-{began:%Y-%m-%dT%H-%M-%S}-{ident}.jsonl"
        with path.open("wb") as file:
            chat = CodexSession(speaker, made, file, began)
            chat.begin(ident, f"/home/dev/parser{number % 20}")
            turns(speaker, size, made, lambda chat=chat: chat.turn(bare=size.bare))
    return made


class GrokSession(Writer):
    """One session's updates, as Grok Build writes them."""

    def __init__(
        self, speaker: Speaker, made: Made, file: IO[bytes], began: datetime, *, session: str
    ) -> None:
        super().__init__(speaker, made, file, began)
        self._session, self._asked, self._events = session, 0, 0

    def turn(self, *, bare: bool) -> None:
        """A prompt, what the agent did, and its answer."""
        self._chunk("user_message_chunk", self.words(), {"promptIndex": self._asked})
        self._asked += 1
        for _ in range(0 if bare else min(12, int(self.speaker.dice.expovariate(1 / 3.2)))):
            self._round()
        self._chunk("agent_message_chunk", self.words())

    def _round(self) -> None:
        call, shown = f"call_{self._events}", self.speaker.output()
        given = {"command": "rg -n parser src", "description": "Look for it"}
        title = {"toolCallId": call, "title": "run_terminal_command", "rawInput": given}
        self._update("tool calls", {"sessionUpdate": "tool_call", **title})
        text = {"type": "content", "content": {"type": "text", "text": shown}}
        ended = {"toolCallId": call, "status": "completed", "content": [text]}
        raw = {"rawOutput": {"type": "Bash", "stdout": shown, "exit_code": 0}}
        self._update("tool output", {"sessionUpdate": "tool_call_update", **ended, **raw})

    def _chunk(self, tag: str, text: str, meta: dict[str, Any] | None = None) -> None:
        more = {"_meta": meta} if meta else {}
        self._update(
            "said", {"sessionUpdate": tag, "content": {"type": "text", "text": text}, **more}
        )

    def _update(self, what: str, update: dict[str, Any]) -> None:
        self._events += 1
        self.stamp()
        at = int(self.now.timestamp() * 1000)
        meta = {"eventId": f"{self._session}-{self._events}", "agentTimestampMs": at}
        params = {"sessionId": self._session, "update": update, "_meta": meta}
        self.line(what, {"timestamp": at // 1000, "method": "session/update", "params": params})


def grok(home: Path, size: Size, *, seed: int = 7) -> Made:
    """Session folders below `home`, Grok's own folder."""
    speaker, made = Speaker(seed), Made()
    for number, began in _sessions(size, made):
        ident, cwd = speaker.ident(), f"/home/dev/parser{number % 20}"
        folder = home / "sessions" / quote(cwd, safe="") / ident
        folder.mkdir(parents=True, exist_ok=True)
        about = {"info": {"id": ident, "cwd": cwd}, "created_at": began.isoformat()}
        (folder / "summary.json").write_text(json.dumps(about), encoding="utf-8")
        with (folder / "updates.jsonl").open("wb") as file:
            chat = GrokSession(speaker, made, file, began, session=ident)
            turns(speaker, size, made, lambda chat=chat: chat.turn(bare=size.bare))
    return made


def _sessions(size: Size, made: Made) -> Iterator[tuple[int, datetime]]:
    for number in itertools.count():
        if size.reached(made):
            return
        yield number, START + timedelta(minutes=7 * number)
