"""Commands that Claude Code ran lately: the ends of its newest transcripts.

An agent outside Hermes can type into it too. Only files that were written since the moment asked
for are opened, the newest few, and of each the end only; nothing else of them is used.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import record
from .tool_calls import Call, strings

FILES = 8  # newest transcripts that are opened
LOOKED = 5000  # names that are looked at
TAIL = 524_288  # bytes of each


def calls_between(root: Path, since: float, until: float) -> list[Call]:
    """The tool calls from `since` to `until`, seconds since 1970.

    `root` is Claude Code's folder; one that is not there, or cannot be read, has none.
    """
    written = []
    for number, path in enumerate(_transcripts(root)):
        if number >= LOOKED:
            break
        try:
            at = path.stat().st_mtime
        except OSError:
            continue
        if at >= since:
            written.append((at, path))
    found = []
    for _, path in sorted(written, reverse=True)[:FILES]:
        calls = (call for line in _tail(path) for call in _calls(line))
        found += [call for call in calls if since <= (call.at or 0.0) <= until]
    return found


def _transcripts(root: Path) -> Iterator[Path]:
    for project in _entries(root / "projects"):
        for entry in _entries(project):
            if entry.suffix == ".jsonl":
                yield entry
            else:  # a session's folder, with its side agents
                yield from (f for f in _entries(entry / "subagents") if f.suffix == ".jsonl")


def _entries(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            return [Path(entry.path) for entry in found if not entry.is_symlink()]
    except OSError:
        return []


def _tail(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            lines = file.read(TAIL).split(b"\n")
    except OSError:
        return []
    return [line for line in lines if b'"tool_use"' in line]


def _calls(line: bytes) -> Iterator[Call]:
    try:
        entry = json.loads(line)
        blocks = entry["message"]["content"]
        at = record.millis(entry.get("timestamp"))
        session = str(entry.get("sessionId"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return
    when = None if at is None else at / 1000
    for block in blocks if isinstance(blocks, list) else []:
        if _is_call(block):
            text = "\n".join(strings(block.get("input")))
            yield Call(0, session, when, str(block.get("name")), text)


def _is_call(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_use"
