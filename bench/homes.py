"""Homes whose histories are the haystacks of a set, read by the real refresh.

Each session is a transcript of Claude Code. A named speaker becomes a person whose words begin with
the name; a set without times gets a fixed one.
"""

import gzip
import json
import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from stores import engine

Rows = list[dict[str, Any]]
UNDATED = "2026-11-01T09:00:00"
SPACE = uuid.UUID(int=0)


def rows(path: Path) -> Rows:
    """The lines of one compressed file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def half(question: str) -> str:
    """'tune' to choose on, 'report' to publish on."""
    number = int.from_bytes(sha256(f"half-v1|{question}".encode()).digest()[:8], "big")
    return "tune" if number % 2 else "report"


@dataclass(frozen=True, slots=True)
class Stack:
    """What one home holds, and what it is asked.

    `sessions`: {"name", "time", "turns": [{"name", "role", "text", "time"}]}; `questions`: as in
    the set, with "sessions" and "turns" for the right names.
    """

    name: str
    sessions: Rows
    questions: Rows


def stacks(data: Path, name: str, part: str) -> Iterator[Stack]:
    """The homes of a set; `SET-pooled` has all haystacks in one."""
    folder = data / name.removesuffix("-pooled")
    pooled = name.endswith("-pooled")
    held = {each["id"]: each["sessions"] for each in rows(folder / "haystacks.jsonl.gz")}
    asked: defaultdict[str, Rows] = defaultdict(list)
    for each in rows(folder / "questions.jsonl.gz"):
        if each["answerable"] and part in ("both", half(each["id"])):
            stack = each["haystack"]
            each["sessions"] = {(stack, one) for one in each["gold_sessions"]}
            each["turns"] = {(stack, one) for one in each["gold_turns"]}
            asked["pool" if pooled else stack].append(each)
    for home, questions in asked.items():
        own = list(held) if pooled else [home]
        yield Stack(home, [_talk(stack, talk) for stack in own for talk in held[stack]], questions)


def _talk(stack: str, talk: dict[str, Any]) -> dict[str, Any]:
    turns = []
    for turn in talk["turns"]:
        role, text = turn["role"], turn["text"]
        if role not in ("user", "assistant"):
            role, text = "user", f"{role}: {text}"
        turns.append({**turn, "name": (stack, turn["id"]), "role": role, "text": text})
    return {"name": (stack, talk["id"]), "time": talk["time"], "turns": turns}


class Home:
    """One home on disk, and which message and session each locator is."""

    def __init__(self, folder: Path, stack: Stack) -> None:
        """Write and index the histories, where `folder` does not hold them from before."""
        self._settings = engine("recall.settings").Settings(home=folder / "hermes")
        self.names: dict[str, tuple[Any, Any]] = {}
        written = (folder / "done").exists()
        for talk in stack.sessions:
            self._write(folder / "claude" / "projects" / "-talk", talk, written=written)
        if not written:
            self._index(folder)
            (folder / "done").touch()

    def _write(self, folder: Path, talk: dict[str, Any], *, written: bool) -> None:
        session = str(uuid.uuid5(SPACE, str(talk["name"])))
        begun = _at(talk["time"])
        parent, lines = None, []
        for number, turn in enumerate(talk["turns"]):
            ident = str(uuid.uuid5(SPACE, f"{session}/{number}"))
            self.names[f"claude:{session}:{ident}"] = (talk["name"], turn["name"])
            at = _at(turn["time"]) if turn["time"] else begun + timedelta(seconds=number)
            content = [{"type": "text", "text": turn["text"]}]
            message = {"role": turn["role"], "content": content}
            if turn["role"] == "assistant":
                message |= {"id": f"msg_{ident}", "model": "invented-1"}
            record = {
                "parentUuid": parent, "isSidechain": False, "userType": "external",
                "cwd": "/work/talk", "sessionId": session, "version": "2.1.114",
                "entrypoint": "cli", "type": turn["role"], "message": message, "uuid": ident,
                "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            }  # fmt: skip
            lines.append(json.dumps(record))
            parent = ident
        if not written:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{session}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _index(self, folder: Path) -> None:
        self._settings.folder.mkdir(parents=True, exist_ok=True)
        readers = engine("sessions.adapters").adapters_for(
            ["claude"],
            hermes_home=self._settings.home,
            user_home=folder,
            environ={"CLAUDE_CONFIG_DIR": str(folder / "claude")},
        )
        now = datetime.now(UTC)
        with engine("sessions.index").SessionIndex.open(self._settings.index) as index:
            index.refresh(readers, now=now)

    @property
    def index(self) -> Path:
        """The file of the session index."""
        return Path(self._settings.index)

    def search(self, question: dict[str, Any]) -> list[tuple[Any, Any]]:
        """What `Memory.recall` answers: (session, message) of each hit, best first."""
        now = _at(question["now"])
        memory = engine("recall.memory").Memory(self._settings, clock=lambda: now, zone=UTC)
        hits = memory.recall(question["text"], limit=20).hits
        return [next(self.names[one] for one in hit.locators if one in self.names) for hit in hits]


def _at(written: str | None) -> datetime:
    return datetime.fromisoformat(written or UNDATED).replace(tzinfo=UTC)
