"""Sessions of Grok Build for tests, made by code, record by record as the program writes them.

    chat = GrokSession(grok_home)
    chat.prompt("Why does the parser drop the trailing comma?")
    chat.answer("Because the grammar marks it optional.")
    chat.done()

Everybody in them is invented. Times begin where those of the Claude Code fixtures do and go on by
seven seconds a record, so that every run of a test makes the same history.
"""

import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BEGAN = int(datetime(2026, 5, 1, tzinfo=UTC).timestamp() * 1000)  # ms
FIRST = "01a22cd1-e2f5-7b02-be47-f3374248f001"
SECOND = "01a22cd1-e2f5-7b02-be47-f3374248f002"
XAI = "_x.ai/session/update"


def folder_name(cwd: str) -> str:
    """The name of a working directory's folder, as the program encodes it."""
    return re.sub(r"[^\w.~-]", lambda found: f"%{ord(found[0]):02X}", cwd)


class GrokSession:
    """One session. `seconds` moves on with every record; `lines` counts those of the updates."""

    def __init__(
        self, home: Path, session: str = FIRST, *, cwd: str = "/work/parser", **summary: Any
    ) -> None:
        """`home` is Grok's folder; `summary` are further fields of summary.json."""
        self.home, self.session, self.cwd = home, session, cwd
        self.folder = home / "sessions" / folder_name(cwd) / session
        self.folder.mkdir(parents=True, exist_ok=True)
        self.updates = self.folder / "updates.jsonl"
        self.history = self.folder / "chat_history.jsonl"
        self.seconds, self.lines, self.index, self.event = 0, 0, 0, 0
        self.turn = "turn-0"
        self.summary_fields: dict[str, Any] = {}
        self.summary(**summary)

    # -- summary.json -------------------------------------------------------------------------

    def summary(self, **fields: Any) -> None:
        """Write summary.json anew, atomically, with some fields changed."""
        self.summary_fields = {
            "info": {"id": self.session, "cwd": self.cwd},
            "created_at": iso(self.seconds),
            "chat_format_version": 1,
            **self.summary_fields,
            **fields,
        }
        aside = self.folder / "summary.json.tmp"
        aside.write_text(json.dumps(self.summary_fields), encoding="utf-8")
        aside.replace(self.folder / "summary.json")

    # -- updates.jsonl ------------------------------------------------------------------------

    def prompt(self, text: Any, *, chat: bool = True, **marks: Any) -> int:
        """What the person typed, one piece or a list of them; gives the line of the first."""
        self.turn = f"turn-{self.index}"
        pieces = [text] if isinstance(text, str) else text
        first = self.lines + 1
        for piece in pieces:
            self.piece(piece, promptIndex=self.index, **marks)
        if chat:
            words = f"<user_query>\n{''.join(pieces)}\n</user_query>"
            part = {"type": "text", "text": words}
            self.chat({"type": "user", "content": [part], "prompt_index": self.index})
        self.index += 1
        return first

    def piece(self, text: str, inside: Any = None, **marks: Any) -> int:
        """A piece of a user's message, with marks of its own or none; gives its line."""
        content = {"type": "text", "text": text, **({"_meta": inside} if inside else {})}
        update: dict[str, Any] = {"sessionUpdate": "user_message_chunk", "content": content}
        if marks:
            update["_meta"] = {"modelId": "invented-1", **marks}
        return self.update(update)

    def picture(self) -> int:
        """A picture in the prompt that was begun."""
        content = {"type": "image", "data": "iVBORw0KGgo" * 400, "mimeType": "image/png"}
        marks = {"promptIndex": self.index - 1}
        return self.update(
            {"sessionUpdate": "user_message_chunk", "content": content, "_meta": marks}
        )

    def answer(self, *pieces: str, turn: str = "", **marks: Any) -> int:
        """What the model said, in pieces; gives the line of the first."""
        self.turn = turn or self.turn
        first = self.lines + 1
        for text in pieces:
            update = {"sessionUpdate": "agent_message_chunk", **({"_meta": marks} if marks else {})}
            self.update({**update, "content": {"type": "text", "text": text}}, **self._turn_meta())
        self.chat({"type": "assistant", "content": "".join(pieces), "model_id": "invented-1"})
        return first

    def thought(self, text: str) -> int:
        """What the model thought."""
        content = {"type": "text", "text": text}
        update = {"sessionUpdate": "agent_thought_chunk", "content": content}
        return self.update(update, **self._turn_meta())

    def tool(self, command: str, output: str = "done") -> None:
        """A command of the model's terminal tool, and its result."""
        self.begins(command)
        self.ends(output)

    def begins(
        self, given: Any, *, name: str = "run_terminal_command", kind: str = "execute"
    ) -> int:
        """A call whose result is not there yet; gives the line of the call."""
        self.call = f"call_{self.session[-3:]}_{self.seconds:05d}"
        raw = {"command": given, "description": "as asked"} if isinstance(given, str) else given
        tool = {"x.ai/tool": {"version": 1, "name": name, "kind": kind, "read_only": False}}
        call = {"toolCallId": self.call, "title": name, "rawInput": raw, "_meta": tool}
        line = self.update({"sessionUpdate": "tool_call", **call}, **self._turn_meta())
        started = {"sessionUpdate": "tool_call_update", "kind": kind, "rawInput": raw}
        self.update({**started, "toolCallId": self.call, "_meta": tool}, **self._turn_meta())
        return line

    def ends(self, output: str = "done") -> int:
        """Its result."""
        raw = {"type": "Bash", "output": list(output.encode()), "output_for_prompt": output}
        result = {"sessionUpdate": "tool_call_update", "toolCallId": self.call, "rawOutput": raw}
        self.chat({"type": "tool_result", "tool_call_id": self.call, "content": output})
        return self.update({**result, "status": "completed"}, **self._turn_meta())

    def done(self) -> int:
        """The turn is over."""
        return self.other("turn_completed", prompt_id=self.turn, stop_reason="end_turn")

    def rewind(self, target: int) -> int:
        """The person goes back to before a prompt; the chat history is written anew."""
        self.index = min(self.index, target)
        kept = [each for each in self._history() if each.get("prompt_index", -1) < target]
        self.rewrite_chat(kept)
        return self.other("rewind_marker", target_prompt_index=target, created_at=iso(self.seconds))

    def other(self, tag: str, **fields: Any) -> int:
        """A record of the program's own kinds."""
        return self.update({"sessionUpdate": tag, **fields}, method=XAI)

    def update(self, update: Any, *, method: str = "session/update", **meta: Any) -> int:
        """Any update, in its envelope; gives its line."""
        self.seconds += 7
        self.event += 1
        at = BEGAN + self.seconds * 1000
        meta = {"eventId": f"{self.session}-{self.event}", "agentTimestampMs": at, **meta}
        params = {"sessionId": self.session, "update": update, "_meta": meta}
        envelope = {"timestamp": at // 1000 + 1, "method": method, "params": params}
        self.raw((json.dumps(envelope, separators=(",", ":"), ensure_ascii=False) + "\n").encode())
        return self.lines

    def raw(self, data: bytes) -> None:
        """Append bytes to the updates as they are."""
        with self.updates.open("ab") as file:
            file.write(data)
        self.lines += data.count(b"\n")

    def _turn_meta(self) -> dict[str, Any]:
        return {"promptId": self.turn, "turnStartMs": BEGAN + self.seconds * 1000 + 100}

    # -- chat_history.jsonl -------------------------------------------------------------------

    def chat(self, record: Any) -> None:
        """Append to what the model is sent."""
        with self.history.open("ab") as file:
            file.write((json.dumps(record) + "\n").encode())

    def synthetic(self, text: str, reason: str, index: int) -> None:
        """A prompt that the program made up, in what the model is sent."""
        part = {"type": "text", "text": text}
        self.chat(
            {
                "type": "user",
                "content": [part],
                "synthetic_reason": reason,
                "prompt_index": index,
            }
        )

    def rewrite_chat(self, records: list[Any]) -> None:
        """The chat history is replaced whole."""
        aside = self.folder / "chat_history.jsonl.tmp"
        aside.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
        aside.replace(self.history)

    def _history(self) -> list[Any]:
        if not self.history.exists():
            return []
        lines = self.history.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    # -- the whole session --------------------------------------------------------------------

    def fork(self, session: str = SECOND, **summary: Any) -> "GrokSession":
        """A session that begins with copies: of another write time, with their events and times."""
        parent = {"parent_session_id": self.session, "session_kind": "fork", **summary}
        other = GrokSession(self.home, session, cwd=self.cwd, **parent)
        other.seconds = self.seconds + 60
        other.summary(created_at=iso(other.seconds))
        for line in self.updates.read_bytes().splitlines():
            copied = json.loads(line)
            copied["timestamp"] += 3600
            copied["params"]["sessionId"] = session
            other.raw((json.dumps(copied, separators=(",", ":")) + "\n").encode())
        if self.history.exists():
            shutil.copyfile(self.history, other.history)
        other.index, other.event, other.turn = self.index, 0, self.turn
        return other

    def move(self, cwd: str) -> None:
        """The session goes on in another working directory."""
        self.cwd = cwd
        there = self.home / "sessions" / folder_name(cwd) / self.session
        there.parent.mkdir(parents=True, exist_ok=True)
        self.folder.rename(there)
        self.folder = there
        self.updates, self.history = there / "updates.jsonl", there / "chat_history.jsonl"
        self.summary(info={"id": self.session, "cwd": cwd})

    def delete(self) -> None:
        """The person deletes the session."""
        shutil.rmtree(self.folder)


def at(line_seconds: int) -> str:
    """The time of a record that was written at `seconds`, as the index shows it."""
    return iso(line_seconds).replace("Z", ".000Z")


def iso(seconds: float) -> str:
    """An ISO time so many seconds after the start."""
    moment = datetime.fromtimestamp(BEGAN / 1000 + seconds, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
