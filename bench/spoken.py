"""Sessions written as Claude Code's files, indexed by the real refresh, and asked as a model asks.

A session is `{"id", "time", "turns": [{"id", "role", "text"}]}`, as in the sets of bench/data; a
speaker with a name of their own becomes a user row that begins with it. `Home.answer` gives hits
with the ids of the turns they are.
"""

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from measured import NOW, adapter, opened
from stores import engine

BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)
LONG = 60.0  # seconds that one question may take here: nothing is cut off


class Home:
    """A Hermes home whose index holds these sessions and nothing else."""

    def __init__(self, folder: Path, sessions: Iterable[Mapping[str, Any]], **chosen: Any) -> None:
        """Write and index; `chosen` are settings."""
        self.turns: dict[str, str] = {}  # id of a message -> id of its turn
        self.sessions: dict[str, str] = {}  # id of a message -> id of its session
        self.home = folder / "hermes"
        self.home.mkdir(parents=True)
        ids = engine("text.ids")
        files = folder / "claude" / "projects" / "-work"
        files.mkdir(parents=True)
        for number, session in enumerate(sessions):
            name = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{number} {session['id']}"))
            lines = list(_lines(name, session, number))
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            (files / f"{name}.jsonl").write_text(text, encoding="utf-8")
            for line, turn in zip(lines, session["turns"], strict=True):
                ident = ids.message_id(f"claude:{name}:{line['uuid']}")
                self.turns[ident], self.sessions[ident] = turn["id"], session["id"]
        settings = engine("recall.settings")
        settings.save(self.home, {"index_sessions": ["claude"], **chosen})
        self.settings = settings.load(self.home)
        self.settings.index.parent.mkdir(exist_ok=True)
        with opened(self.settings.index) as index:
            index.refresh([adapter("claude", folder / "claude")], now=NOW)
        self.memory = engine("recall.memory").Memory(
            self.settings,
            clock=lambda: NOW,
            zone=UTC,
        )

    def found(self, question: str, limit: int = 5) -> list[str]:
        """The ids of the messages that a search answers with, best first."""
        return [hit.id for hit in self.memory.recall(question, limit=limit).hits]

    def spoken(self, question: str) -> list[str]:
        """The ids of the messages that are put into a turn unasked."""
        here = engine("recall.conversation").PERSON_AT_TERMINAL
        return [hit.id for hit in engine("recall.block").block(self.memory, question, here).hits]

    def sessions_of(self, hits: Iterable[str]) -> frozenset[str]:
        """The sessions in which these messages stand."""
        return frozenset(self.sessions[hit] for hit in hits if hit in self.sessions)


def _lines(name: str, session: Mapping[str, Any], number: int) -> Iterable[dict[str, Any]]:
    tip = None
    began = _time(session.get("time")) or BEGAN + timedelta(days=number)
    for place, turn in enumerate(session["turns"]):
        role, text = turn["role"], turn["text"]
        if role not in ("user", "assistant"):
            role, text = "user", f"{role}: {text}"
        ident = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{name} {place}"))
        at = _time(turn.get("time")) or began + timedelta(seconds=20 * place)
        yield {
            "parentUuid": tip,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/work",
            "sessionId": name,
            "version": "2.1.114",
            "entrypoint": "cli",
            "type": role,
            "message": {
                "role": role,
                "content": text if role == "user" else [{"type": "text", "text": text}],
            },
            "uuid": ident,
            "timestamp": at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        }
        tip = ident


def _time(text: str | None) -> datetime | None:
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
