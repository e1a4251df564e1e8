"""Histories for tests, made by code: state.db as five releases wrote it, and Claude Code files.

    state = session_fixtures.HermesState(home / "state.db", release="0.19")
    state.session("s1", title="Lease")
    state.say("s1", "user", "When does the Perth lease end?")

    chat = session_fixtures.ClaudeFile(claude_home, project="-work-parser")
    chat.prompt("Why does the parser drop the trailing comma?")
    chat.answer("Because the grammar marks it optional.")

Everybody in them is invented. Times start at START and go on by a few seconds, so that every
run of a test makes the same history.
"""

import json
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

START = 1_783_000_000.0  # seconds since 1970
RELEASES = ("0.13", "0.15", "0.17", "0.19", "0.22")

_SCHEMA_VERSION = {"0.13": 11, "0.15": 13, "0.17": 16, "0.19": 22, "0.22": 31}
_SESSION_COLUMNS = {
    "0.13": (
        "id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, model_config TEXT, "
        "system_prompt TEXT, parent_session_id TEXT REFERENCES sessions(id), "
        "started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, "
        "message_count INTEGER DEFAULT 0, tool_call_count INTEGER DEFAULT 0, title TEXT"
    ),
    "0.15": "",
    "0.17": (
        "cwd TEXT, rewind_count INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0"
    ),
    "0.19": (
        "session_key TEXT, chat_id TEXT, chat_type TEXT, thread_id TEXT, display_name TEXT, "
        "origin_json TEXT, git_branch TEXT, git_repo_root TEXT, profile_name TEXT"
    ),
    "0.22": (
        "created_source TEXT, hidden INTEGER NOT NULL DEFAULT 0, "
        "pinned INTEGER NOT NULL DEFAULT 0, auto_archived INTEGER NOT NULL DEFAULT 0, "
        "title_source TEXT, last_activity_at REAL, tool_names TEXT"
    ),
}
_MESSAGE_COLUMNS = {
    "0.13": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id), "
        "role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, "
        "timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT, reasoning TEXT"
    ),
    "0.15": "platform_message_id TEXT, observed INTEGER DEFAULT 0",
    "0.17": "active INTEGER NOT NULL DEFAULT 1",
    "0.19": "compacted INTEGER NOT NULL DEFAULT 0, effect_disposition TEXT, api_content TEXT",
    "0.22": (
        "_compressed_summary INTEGER NOT NULL DEFAULT 0, display_kind TEXT, "
        "display_metadata TEXT, message_uid TEXT, absorbed_message_uids TEXT"
    ),
}


class HermesState:
    """A state.db that is written like its release writes it. Each call commits at once.

    Columns that a release does not have are left out of what a test gives for them, so that one
    test runs over all releases.
    """

    def __init__(self, path: Path, *, release: str = "0.19", journal: str = "") -> None:
        """Create `path`; releases before 0.22 write in WAL mode, and it may be chosen."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.release = release
        self.now = START
        self.db = sqlite3.connect(path, isolation_level=None)
        mode = journal or ("DELETE" if release == "0.22" else "WAL")
        self.db.execute(f"PRAGMA journal_mode={mode}")
        self.db.execute("PRAGMA synchronous=OFF")  # a test does not outlive a power cut
        for table, columns in (("sessions", _SESSION_COLUMNS), ("messages", _MESSAGE_COLUMNS)):
            there = ", ".join(
                columns[r] for r in RELEASES[: RELEASES.index(release) + 1] if columns[r]
            )
            self.db.execute(f"CREATE TABLE {table} ({there})")
        self._columns = {
            table: {row[1] for row in self.db.execute(f"PRAGMA table_info({table})")}
            for table in ("sessions", "messages")
        }
        self.db.execute("CREATE INDEX idx_messages_session ON messages (session_id, timestamp)")
        self.db.execute("CREATE INDEX idx_sessions_started ON sessions (started_at DESC)")
        if self.has("messages", "active"):
            self.db.execute(
                "CREATE INDEX idx_messages_session_active "
                "ON messages (session_id, active, timestamp)"
            )
        self.db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        self.db.execute("INSERT INTO schema_version VALUES (?)", (_SCHEMA_VERSION[release],))

    def close(self) -> None:
        """Close it cleanly, as at the end of the host."""
        self.db.close()

    def has(self, table: str, column: str) -> bool:
        """Whether this release has the column."""
        return column in self._columns[table]

    def tick(self, seconds: float = 7.5) -> float:
        """The next moment."""
        self.now += seconds
        return self.now

    def session(self, ident: str, *, source: str = "cli", **columns: Any) -> str:
        """A session row; gives its id back."""
        values = {"id": ident, "source": source, "started_at": self.tick(), **columns}
        self._insert("sessions", values)
        return ident

    def say(self, session: str, role: str, text: Any, **columns: Any) -> int:
        """A message row; a list of parts is encoded as the host does. Gives its id."""
        content = "\0json:" + json.dumps(text) if isinstance(text, list | dict) else text
        uid = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self.path.name} {self.now} {text}"))
        values = {
            "session_id": session,
            "role": role,
            "content": content,
            "timestamp": self.tick(),
            "message_uid": uid,
            **columns,
        }
        return self._insert("messages", values)

    def turn(self, session: str, asked: str, answered: str) -> tuple[int, int]:
        """A question and its answer; gives both ids."""
        return self.say(session, "user", asked), self.say(session, "assistant", answered)

    def call(self, session: str, tool: str, result: str, *, call: str = "call_1") -> int:
        """An assistant row that calls a tool, and the tool's row; gives the latter's id."""
        calls = json.dumps([{"id": call, "type": "function", "function": {"name": tool}}])
        self.say(session, "assistant", "", tool_calls=calls)
        return self.say(session, "tool", result, tool_call_id=call, tool_name=tool)

    def update(self, table: str, ident: object, **columns: Any) -> None:
        """Change columns of one row, those that this release has."""
        there = {name: value for name, value in columns.items() if self.has(table, name)}
        if there:
            names = ", ".join(f"{name} = ?" for name in there)
            sql = " ".join(("UPDATE", table, "SET", names, "WHERE id = ?"))
            self.db.execute(sql, (*there.values(), ident))

    def undo(self, session: str, first: int) -> None:
        """Take back everything from row `first` on: marked, or deleted before marks existed."""
        rows = (session, first)
        if self.has("messages", "active"):
            self.db.execute(
                "UPDATE messages SET active = 0 WHERE session_id = ? AND id >= ? AND active = 1",
                rows,
            )
            self.db.execute(
                "UPDATE sessions SET rewind_count = rewind_count + 1 WHERE id = ?", (session,)
            )
        else:
            self.db.execute("DELETE FROM messages WHERE session_id = ? AND id >= ?", rows)

    def renumber(self, session: str, *, keep_times: bool = True) -> None:
        """Delete all rows of a session and write them anew, as some commands of the host do."""
        rows = self._rows(session)
        self.db.execute("DELETE FROM messages WHERE session_id = ?", (session,))
        for row in rows:
            self._copy(row, session, keep_times=keep_times)

    def compact(self, session: str, *, kept: int = 2, keep_times: bool = True) -> None:
        """Compaction in place (0.18 on): summarised rows stay, the kept tail is written anew."""
        rows = [row for row in self._rows(session) if row.get("active", 1)]
        tail = rows[len(rows) - kept :]
        self.db.execute("BEGIN")
        self.db.execute(
            "UPDATE messages SET active = 0, compacted = 1 WHERE session_id = ? AND active = 1",
            (session,),
        )
        if self.release == "0.22":
            for row in tail:
                self.update("messages", row["id"], compacted=0)
        self.summary(session)
        for row in tail:
            self._copy(row, session, keep_times=keep_times or self.release == "0.22")
        self.db.execute("COMMIT")

    def summary(self, session: str) -> int:
        """The row that stands for what was summarised."""
        text = "[CONTEXT COMPACTION — REFERENCE ONLY] The earlier turns were about quince-summary."
        return self.say(session, "user", text, _compressed_summary=1)

    def split(self, session: str, child: str, *, kept: int = 2, keep_times: bool = False) -> str:
        """Compression that goes on in a child session, which begins with copies."""
        rows = self._rows(session)
        row = self.db.execute("SELECT source, user_id FROM sessions WHERE id = ?", (session,))
        source, user = row.fetchone()
        self.update("sessions", session, ended_at=self.tick(), end_reason="compression")
        self.session(child, source=source, user_id=user, parent_session_id=session)
        self.summary(child)
        for row in rows[len(rows) - kept :]:
            self._copy(row, child, keep_times=keep_times)
        return child

    def branch(self, session: str, child: str) -> str:
        """A branch: a session of its own that begins with a copy of the whole conversation."""
        marked = {"model_config": json.dumps({"_branched_from": session})}
        if self.release == "0.13":
            marked = {}
            self.update("sessions", session, ended_at=self.tick(), end_reason="branched")
        self.session(child, parent_session_id=session, **marked)
        for row in self._rows(session):
            if row.get("active", 1):
                self._copy(row, child, keep_times=False)
        return child

    def delete(self, session: str) -> None:
        """Delete a session with its messages; children lose their parent."""
        self.db.execute("BEGIN")
        self.db.execute("DELETE FROM messages WHERE session_id = ?", (session,))
        self.db.execute(
            "UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?", (session,)
        )
        self.db.execute("DELETE FROM sessions WHERE id = ?", (session,))
        self.db.execute("COMMIT")

    def _rows(self, session: str) -> list[dict[str, Any]]:
        sql = "SELECT * FROM messages WHERE session_id = ? ORDER BY id"
        with closing(self.db.execute(sql, (session,))) as cursor:
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _copy(self, row: dict[str, Any], session: str, *, keep_times: bool) -> int:
        values = {name: value for name, value in row.items() if name != "id"}
        values |= {"session_id": session, "active": 1, "compacted": 0}
        if not keep_times:
            values |= {"timestamp": self.tick(0.001), "message_uid": None}
        return self._insert("messages", values)

    def _insert(self, table: str, values: dict[str, Any]) -> int:
        there = {name: value for name, value in values.items() if self.has(table, name)}
        marks = ", ".join("?" * len(there))
        sql = " ".join(("INSERT INTO", table, "(", ", ".join(there), ") VALUES (", marks, ")"))
        with closing(self.db.execute(sql, tuple(there.values()))) as cursor:
            return int(cursor.lastrowid or 0)


class ClaudeFile:
    """One transcript of Claude Code, appended to record by record as the program does.

    `at` moves on by a few seconds with every record. `tip` is the uuid that the next record hangs
    on; a test sets it back to go back in the conversation.
    """

    def __init__(
        self,
        home: Path,
        *,
        project: str = "-work-parser",
        session: str = "5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0001",
        cwd: str = "/work/parser",
        entrypoint: str = "cli",
    ) -> None:
        """`home` is the configuration folder; the file appears with its first record."""
        self.folder = home / "projects" / project
        self.folder.mkdir(parents=True, exist_ok=True)
        self.session = session
        self.path = self.folder / f"{session}.jsonl"
        self.cwd = cwd
        self.entrypoint = entrypoint
        self.tip: str | None = None
        self.seconds = 0

    def prompt(self, text: Any, **fields: Any) -> str:
        """What the person typed; a list is taken as content blocks. Gives the uuid."""
        return self.record("user", {"role": "user", "content": text}, **fields)

    def answer(self, text: str, **fields: Any) -> str:
        """What the assistant said."""
        return self._answer([{"type": "text", "text": text}], **fields)

    def tool(self, command: str, output: str) -> str:
        """A tool call of the assistant and its result."""
        call = f"toolu_{self.seconds:04d}"
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
        self._answer([use])
        result = {"type": "tool_result", "tool_use_id": call, "content": output}
        message = {"role": "user", "content": [result]}
        return self.record("user", message, toolUseResult={"stdout": output})

    def _answer(self, blocks: list[dict[str, Any]], **fields: Any) -> str:
        message = {"id": f"msg_{self.seconds:04d}", "role": "assistant", "content": blocks}
        return self.record("assistant", {"model": "invented-1", **message}, **fields)

    def record(self, kind: str, message: Any = None, **fields: Any) -> str:
        """Any record; it hangs on `tip` and becomes the tip. Gives its uuid."""
        self.seconds += 7
        ident = fields.pop("uuid", None) or self._uuid()
        obj = {
            "parentUuid": self.tip,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": "2.1.114",
            "entrypoint": self.entrypoint,
            "type": kind,
            **({} if message is None else {"message": message}),
            "uuid": ident,
            "timestamp": stamp(self.seconds),
            **fields,
        }
        self.line(obj)
        self.tip = str(ident)
        return str(ident)

    def line(self, obj: Any) -> None:
        """Append one object as a line, whatever it is."""
        self.raw((json.dumps(obj, ensure_ascii=False) + "\n").encode())

    def raw(self, data: bytes) -> None:
        """Append bytes as they are."""
        with self.path.open("ab") as file:
            file.write(data)

    def title(self, text: str) -> None:
        """The person renames the session."""
        self.line({"type": "custom-title", "customTitle": text, "sessionId": self.session})

    def fork(self, session: str) -> "ClaudeFile":
        """A new file that repeats every record with its uuid and time under a new session."""
        other = ClaudeFile(
            self.folder.parent.parent,
            project=self.folder.name,
            session=session,
            cwd=self.cwd,
            entrypoint=self.entrypoint,
        )
        for line in self.path.read_bytes().splitlines():
            obj = json.loads(line)
            if "uuid" in obj:
                other.line(obj | {"sessionId": session})
        other.tip, other.seconds = self.tip, self.seconds
        return other

    def _uuid(self) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self.session} {self.seconds}"))


def stamp(seconds: float) -> str:
    """An ISO time `seconds` after the start of every Claude Code fixture."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"2026-05-{1 + days:02d}T{hours:02d}:{minutes:02d}:{rest:02d}.000Z"
