"""Commands of ours in the tool calls of Claude Code's transcripts, of all times: for `check`.

Every transcript that was written to since a moment is read line by line, and only the lines that
name us are looked into. Nothing of it is kept. (claude_calls.py reads the newest ends, for the
gate, which has no time for more.)
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from . import record
from .call import RUNNERS, Call, strings

MARKS = (b"agent-si", b"brain.py", b"brain.toml", b"brain.db", b"memory setup", b"agent_si_engine")
FILES = ("projects/*/*.jsonl", "projects/*/*/subagents/*.jsonl")
CAP = 1_000_000  # bytes of a line that is looked into


@dataclass(frozen=True, slots=True)
class Ran:
    """One call: its words, and when it began and was over, seconds since 1970, None if unknown."""

    locator: str
    text: str
    began: float | None
    over: float | None


def commands(root: Path, since: float) -> list[Ran]:
    """The calls below one configuration folder (`~/.claude`) that name us, file by file.

    A file that cannot be read has none.
    """
    found: list[Ran] = []
    for path in sorted(path for pattern in FILES for path in root.glob(pattern)):
        try:
            if path.is_file() and path.stat().st_mtime >= since:
                found += _calls(path)
        except OSError:
            continue
    return found


def _calls(path: Path) -> Iterator[Ran]:
    open_calls: dict[str, Ran] = {}
    ended: dict[str, float | None] = {}
    with path.open("rb") as lines:
        for line in lines:
            if len(line) > CAP:
                continue
            if b'"tool_use"' in line and any(mark in line for mark in MARKS):
                open_calls |= _begun(path.stem, _parsed(line))
            elif open_calls and b'"tool_result"' in line:
                ended |= _ended(_parsed(line))
    for ident, call in open_calls.items():
        over = None if Call(0, "", None, "", call.text).detached else ended.get(ident)
        yield Ran(call.locator, call.text, call.began, over)


def _begun(session: str, row: dict[str, Any]) -> dict[str, Ran]:
    at, uuid = _moment(row), str(row.get("uuid") or "")
    locator = record.locator("claude", session, uuid) if uuid else f"claude:{session}"
    return {
        str(block.get("id")): Ran(locator, "\n".join(strings(block.get("input"))), at, None)
        for block in _blocks(row, "tool_use")
        if block.get("name") in RUNNERS
    }


def _ended(row: dict[str, Any]) -> dict[str, float | None]:
    at = _moment(row)
    return {str(block.get("tool_use_id")): at for block in _blocks(row, "tool_result")}


def _blocks(row: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    message = row.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and block.get("type") == kind:
            yield block


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _moment(row: dict[str, Any]) -> float | None:
    try:
        return datetime.fromisoformat(str(row.get("timestamp"))).timestamp()
    except ValueError:
        return None
