"""Commands that Claude Code ran: the tool calls in its transcripts.

An agent outside Hermes can type into it too. For the gate only files that were written since the
moment asked for are opened, the newest few, and of each the end; for the index what stands around
a place that was noted (`calls_around`). Nothing else of them is used.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import record
from .call import Call, strings

FILES = 8  # newest transcripts that are opened
LOOKED = 5000  # names that are looked at
TAIL = 524_288  # bytes of each
AROUND = 262_144  # bytes before and behind a place; a call's own line is read whole below that


def calls_between(root: Path, since: float, until: float) -> list[Call]:
    """The tool calls from `since` to `until`, seconds since 1970.

    `root` is Claude Code's folder; one that is not there, or cannot be read, has none.
    """
    written = []
    for number, path in enumerate(transcripts(root)):
        if number >= LOOKED:
            break
        try:
            at = path.stat().st_mtime
        except OSError:
            continue
        if at >= since:
            written.append((at, path))
    found: list[Call] = []
    for _, path in sorted(written, reverse=True)[:FILES]:
        calls = calls_in(_tail(path))
        found += [call for call in calls if since <= (call.at or 0.0) <= until]
    return found


def transcripts(root: Path) -> Iterator[Path]:
    """Every transcript below Claude Code's folder, those of side agents with them."""
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


def calls_around(path: Path, place: int) -> list[Call]:
    """The calls in the bytes before and behind a place of a transcript.

    Raises:
        OSError: it cannot be read now.
    """
    start = max(0, place - AROUND)
    with path.open("rb") as file:
        file.seek(start)
        lines = file.read(place - start + AROUND).split(b"\n")
    return calls_in(lines)


def _tail(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            return file.read(TAIL).split(b"\n")
    except OSError:
        return []


def calls_in(lines: Iterable[bytes]) -> list[Call]:
    """The tool calls in some lines of a transcript, in order, each with the time of its result."""
    calls: list[Call] = []
    over: dict[str, float | None] = {}
    for line in lines:
        if b'"tool_use"' not in line and b'"tool_result"' not in line:
            continue
        entry = _parsed(line)
        calls += calls_of(entry)
        ended = _blocks(entry, "tool_result")
        over |= {str(block.get("tool_use_id")): _at(entry) for block in ended}
    return [
        replace(call, over=over.get(call.ident), row=number) for number, call in enumerate(calls)
    ]


def calls_of(entry: Mapping[str, Any]) -> Iterator[Call]:
    """The tool calls of one record."""
    session, place = str(entry.get("sessionId")), str(entry.get("uuid") or "")
    for block in _blocks(entry, "tool_use"):
        name, ident = str(block.get("name")), str(block.get("id") or "")
        yield Call(0, session, _at(entry), name, _given(block), ident, entry=place)


def runs_an_agent(entry: Mapping[str, Any]) -> bool:
    """Whether one of a record's calls holds a command line of an agent, as `Call.invokes` says."""
    return any(
        _names_an_agent(text) and Call(0, "", None, "", text).invokes
        for text in map(_given, _blocks(entry, "tool_use"))
    )


def runs_no_agent(written: bytes) -> bool:
    """Whether it is certain, of calls as they are written in a record, that they run no agent.

    Nothing in them may be written in another way than it reads.
    """
    if not written.isascii() or b"\\u" in written or b"\\/" in written:
        return False
    return not _names_an_agent(written.decode())


def _names_an_agent(text: str) -> bool:
    """Whether one of the words stands in it without which `Call.invokes` finds nothing."""
    low = text.lower()
    is_named = "claude" in low or "codex" in low or "hermes" in low or "grok" in low
    return is_named or "/v1/" in low or "state.db" in low


def _given(block: Mapping[str, Any]) -> str:
    return "\n".join(strings(block.get("input")))


def _parsed(line: bytes) -> Mapping[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _at(entry: Mapping[str, Any]) -> float | None:
    at = record.millis(entry.get("timestamp"))
    return None if at is None else at / 1000


def _blocks(entry: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    listed = content if isinstance(content, list) else []
    return [block for block in listed if isinstance(block, dict) and block.get("type") == kind]
