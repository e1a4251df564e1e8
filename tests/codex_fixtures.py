"""Rollouts of Codex for tests, made by code as five kinds of releases write them.

    chat = codex_fixtures.CodexFile(home, release="0.171")
    asked = chat.prompt("Why does the parser drop the trailing comma?")
    chat.answer("Because the grammar marks it optional.")

    0.29    flat: bare items, no times
    0.55    envelopes; each message as item and event; compaction ends with a notice
    0.140   the same; the summary of a compaction is an answer without an event
    0.150   a thread of the app server: items have ids and labels
    0.171   paginated: `item_completed` for the events of before

Everybody in them is invented. Times go on by a few seconds from the same start in every run.
"""

import json
import shutil
import uuid
from pathlib import Path
from typing import Any

RELEASES = ("0.29", "0.55", "0.140", "0.150", "0.171")
LABELLED = ("0.150", "0.171")
THREAD = "0198a1b2-0000-7000-8000-00000000{:04d}"
AGENTS_MD = (
    "# AGENTS.md instructions for /work/parser\n\n<INSTRUCTIONS>agents-marker</INSTRUCTIONS>"
)
ENVIRONMENT = (
    "<environment_context>\n  <cwd>/work/parser</cwd>\n  environment-marker</environment_context>"
)
BLOCK = 1 << 16


class CodexFile:
    """One rollout, appended to line by line. `prompt` and `answer` give the line of the item."""

    def __init__(
        self,
        home: Path,
        *,
        release: str = "0.171",
        number: int = 1,
        day: str = "2026/05/01",
        begin: bool = True,
        **meta: Any,
    ) -> None:
        """`home` is Codex' folder; `meta` goes into the first record."""
        self.home, self.release = home, release
        self.thread = THREAD.format(number)
        self.seconds = number * 1000
        self.turn = 0
        folder = home / "sessions" / day
        folder.mkdir(parents=True, exist_ok=True)
        stamp = f"{day.replace('/', '-')}T00-00-{number % 60:02d}"
        self.path = folder / f"rollout-{stamp}-{self.thread}.jsonl"
        if begin:
            self.meta(**meta)
            self.injected()

    # -- records --------------------------------------------------------------------------------

    def meta(self, **fields: Any) -> None:
        """The first record."""
        if self.release == "0.29":
            self.line({"id": self.thread, "timestamp": self.now(), "instructions": None, "git": {}})
            self.line({"record_type": "state"})
            return
        mode = {"0.150": "legacy", "0.171": "paginated"}.get(self.release)
        self.record(
            "session_meta",
            {
                "id": self.thread,
                "timestamp": self.now(),
                "cwd": "/work/parser",
                "originator": "codex-tui",
                "cli_version": f"{self.release}.0",
                "source": "vscode" if self.release == "0.171" else "cli",
                **({"history_mode": mode} if mode else {}),
                "base_instructions": {"text": "base-instructions-marker"},
                **fields,
            },
        )

    def injected(self) -> None:
        """What the program puts before a person's first words."""
        if self.release in ("0.29", "0.55"):
            self.item("user", AGENTS_MD)
            self.item("user", ENVIRONMENT)
            return
        self.item("developer", "<permissions instructions>developer-marker")
        kinds = ["agents_md.instructions", "environments.environment_context"]
        self.item("user", AGENTS_MD, ENVIRONMENT, kinds=kinds)

    def prompt(self, text: str, *, pictures: int = 0, event: bool = True) -> int:
        """What a person typed, and its event."""
        self.turn += 1
        self.seconds += 7
        shown: list[Any] = [text] if text else []
        shown += [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}] * pictures
        kinds = (["user.text"] if text else []) + ["user.image"] * pictures
        line = self.item("user", *shown, kinds=kinds)
        if event:
            self.event("user", text)
        return line

    def answer(self, text: str, *, event: bool = True) -> int:
        """What the assistant said; its event stands before it."""
        self.seconds += 7
        if event:
            self.event("assistant", text)
        return self.item("assistant", text, kinds=["unknown"])

    def item(self, role: str, *blocks: Any, kinds: list[str] | None = None, **fields: Any) -> int:
        """A response item of text blocks, or of blocks as they are; gives its line."""
        word = "output_text" if role == "assistant" else "input_text"
        content = [{"type": word, "text": b} if isinstance(b, str) else b for b in blocks]
        payload: dict[str, Any] = {"type": "message", "role": role, "content": content}
        if self.release in LABELLED:
            name = f"{self.thread} {self.seconds} {role} {blocks}"
            payload["id"] = f"msg_{uuid.uuid5(uuid.NAMESPACE_OID, name)}"
            labels = {"content_item_kinds": kinds or ["unknown"] * len(content)}
            payload["internal_chat_message_metadata_passthrough"] = labels
        if self.release == "0.29":
            return self.line({**payload, "id": None, **fields})
        return self.record("response_item", payload, **fields)

    def event(self, role: str, text: str) -> None:
        """The event of something said."""
        if self.release == "0.29":
            return
        if self.release == "0.171":
            kind = "UserMessage" if role == "user" else "AgentMessage"
            item = {"type": kind, "id": "x1", "content": [{"type": "text", "text": text}]}
            self.notice("item_completed", item=item)
            return
        self.notice("user_message" if role == "user" else "agent_message", message=text)

    def notice(self, kind: str, **fields: Any) -> int:
        """Any event."""
        return self.record("event_msg", {"type": kind, **fields})

    def tool(self, command: str, output: str) -> None:
        """A command that the assistant ran, and what it printed."""
        self.begins(command)
        self.seconds += 3
        self.ends(output)
        self._tool({"type": "reasoning", "summary": [{"type": "summary_text", "text": "thought"}]})

    def begins(self, command: str, *, tool: str = "shell") -> None:
        """A call whose result is not there yet, by one of the tools of the releases."""
        self.call = f"call_{self.seconds:06d}"
        given: dict[str, Any] = {"command": ["bash", "-lc", command]}
        if tool == "exec_command":
            given = {"cmd": command}
        payload: dict[str, Any] = {"type": "function_call", "name": tool, "call_id": self.call}
        payload["arguments"] = json.dumps(given)
        if tool == "local_shell":
            action = {"type": "exec", **given}
            payload = {"type": "local_shell_call", "call_id": self.call, "action": action}
        if tool in ("exec", "apply_patch"):
            payload = {"type": "custom_tool_call", "name": tool, "call_id": self.call}
            payload["input"] = command
        self._tool(payload)

    def ends(self, output: str = "done") -> None:
        """Its result."""
        result = {"type": "function_call_output", "call_id": self.call, "output": output}
        self._tool(result)

    def _tool(self, payload: dict[str, Any]) -> None:
        if self.release == "0.29":
            self.line(payload)
        else:
            self.record("response_item", payload)

    def compact(self, summary: str) -> None:
        """A compaction, as the release writes it."""
        if self.release == "0.29":
            return
        self.seconds += 5
        flag = {"metadata": {"compaction_output": True}} if self.release == "0.171" else {}
        if self.release != "0.55":
            self.item("assistant", summary, kinds=["unknown"], **flag)
        begin = "Another language model started to solve this problem.\n"
        copies = [{"type": "message", "role": "user", "content": [{"text": "copy-marker"}]}]
        self.record("compacted", {"message": begin + summary, "replacement_history": copies})
        if self.release == "0.55":
            self.event("assistant", "Compact task completed")

    def rollback(self, turns: int) -> None:
        """Take the last turns back."""
        self.notice("thread_rolled_back", num_turns=turns)

    def named(self, name: str) -> None:
        """A name for the thread, in its own file."""
        self.notice("thread_name_updated", thread_id=self.thread, thread_name=name)

    def record(self, kind: str, payload: Any, **fields: Any) -> int:
        """Any record of the envelope."""
        self.seconds += 1
        there = self.path.read_bytes().count(b"\n") if self.path.exists() else 0
        ordinal = {"ordinal": there} if self.release == "0.171" else {}
        head = {"timestamp": self.now(), **ordinal, "type": kind}
        return self.line({**head, "payload": payload, **fields})

    def line(self, obj: Any) -> int:
        """Append one object as a line; gives its number."""
        self.raw(packed_json(obj) + b"\n")
        return self.path.read_bytes().count(b"\n")

    def raw(self, data: bytes) -> None:
        """Append bytes as they are."""
        with self.path.open("ab") as file:
            file.write(data)

    def now(self) -> str:
        """The time of the next record."""
        hours, rest = divmod(self.seconds, 3600)
        return f"2026-05-01T{hours:02d}:{rest // 60:02d}:{rest % 60:02d}.123Z"

    # -- files ------------------------------------------------------------------------------------

    def fork(self, number: int, *, lines: int | None = None) -> "CodexFile":
        """Another thread that goes on from here: with copies, or paginated without."""
        other = CodexFile(self.home, release=self.release, number=number, begin=False)
        other.seconds = max(self.seconds + 60, other.seconds)
        self.seconds = other.seconds
        rows = self.path.read_bytes().splitlines()
        fields: dict[str, Any] = {"forked_from_id": self.thread}
        if self.release == "0.171":
            other.meta(**fields, forked_from_ordinal_exclusive=len(rows))
            return other
        other.meta(**fields)
        for row in rows[:lines]:
            obj = json.loads(row)
            other.line(obj | {"timestamp": other.now()} if "payload" in obj else obj)
        return other

    def archive(self) -> None:
        """Move it to the archive."""
        folder = self.home / "archived_sessions"
        folder.mkdir(exist_ok=True)
        self.path = Path(shutil.move(self.path, folder / self.path.name))

    def unarchive(self) -> None:
        """Move it back."""
        folder = self.home / "sessions" / "2026/05/01"
        self.path = Path(shutil.move(self.path, folder / self.path.name))

    def pack(self) -> None:
        """Compress it in place, as a thread that grew cold."""
        packed = self.path.with_name(self.path.name + ".zst")
        packed.write_bytes(zstd_frame(self.path.read_bytes()))
        self.path.unlink()
        self.path = packed

    def unpack(self, data: bytes) -> None:
        """Write it back plain."""
        plain = self.path.with_name(self.path.name.removesuffix(".zst"))
        plain.write_bytes(data)
        self.path.unlink()
        self.path = plain


def index_name(home: Path, thread: str, name: str) -> None:
    """A person's name for a thread, in the index of names."""
    with (home / "session_index.jsonl").open("ab") as file:
        row = {"id": thread, "thread_name": name, "updated_at": "2026-05-01T00:00:00Z"}
        file.write(packed_json(row) + b"\n")


def packed_json(obj: Any) -> bytes:
    """One line as the program writes it."""
    return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode()


def zstd_frame(data: bytes, *, window_log: int = 21) -> bytes:
    """A zstd frame that holds `data` in blocks that are not compressed.

    Source: RFC 8878, 3.1.1 (https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1).
    """
    head = b"\x28\xb5\x2f\xfd" + bytes([0, (window_log - 10) << 3])
    blocks = [data[start : start + BLOCK] for start in range(0, len(data), BLOCK)] or [b""]
    last = len(blocks) - 1
    return head + b"".join(
        ((len(block) << 3) | (place == last)).to_bytes(3, "little") + block
        for place, block in enumerate(blocks)
    )


class RawZstd:
    """Stands for `compression.zstd` where Python has none; knows the frames of `zstd_frame`."""

    class ZstdError(Exception):
        """A frame that is none, or asks for too much."""

    class DecompressionParameter:
        """The name of the only limit that is set."""

        window_log_max = "window_log_max"

    class ZstdDecompressor:
        """One frame, piece by piece."""

        def __init__(self, options: dict[str, int]) -> None:
            """`options` holds the limit."""
            self._limit = options[RawZstd.DecompressionParameter.window_log_max]
            self._in, self._out = b"", b""
            self._begun = self._last = False
            self.eof, self.needs_input, self.unused_data = False, True, b""

        def decompress(self, data: bytes, max_length: int) -> bytes:
            """At most so many bytes; those left come without more `data`."""
            self._in += data
            self._take()
            out, self._out = self._out[:max_length], self._out[max_length:]
            if self._last and not self._out:
                self.eof, self.unused_data, self._in = True, self._in, b""
            self.needs_input = not self._out and not self.eof
            return out

        def _take(self) -> None:
            if not self._begun and len(self._in) >= 6:
                if self._in[:4] != b"\x28\xb5\x2f\xfd" or 10 + (self._in[5] >> 3) > self._limit:
                    raise RawZstd.ZstdError
                self._begun, self._in = True, self._in[6:]
            while self._begun and not self._last and len(self._in) >= 3:
                head = int.from_bytes(self._in[:3], "little")
                size = 3 + (head >> 3)
                if len(self._in) < size:
                    break
                self._out += self._in[3:size]
                self._in, self._last = self._in[size:], bool(head & 1)
