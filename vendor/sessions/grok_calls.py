"""Commands that Grok ran: the tool calls in its sessions' `updates.jsonl`.

As claude_calls.py does for Claude Code: for the gate only files that were written since the moment
asked for are opened, the newest few, and of each the end; for the index what stands around a
place that was noted. A call is written when it is asked for, once more when it is started, and
with its result; the three are one call here.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from .call import Call, strings

FILES = 8  # newest sessions that are opened
LOOKED = 5000  # sessions that are looked at
TAIL = 524_288  # bytes of each
AROUND = 262_144  # bytes before and behind a place; a call's own line is read whole below that
_OVER = ("completed", "failed")
# The protocol says what a tool is for, whatever its name is; these write files.
_WRITES = ("edit", "write")


def calls_between(root: Path, since: float, until: float) -> list[Call]:
    """The tool calls from `since` to `until`, seconds since 1970.

    `root` is Grok's folder; one that is not there, or cannot be read, has none.
    """
    written = []
    for number, path in enumerate(updates(root)):
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
        found += [call for call in calls_in(_tail(path)) if since <= (call.at or 0.0) <= until]
    return found


def updates(root: Path) -> Iterator[Path]:
    """Where the updates of each session below Grok's folder are, if it has any."""
    for folder in _entries(root / "sessions"):
        yield from (session / "updates.jsonl" for session in _entries(folder))


def _entries(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            return [Path(entry.path) for entry in found if not entry.is_symlink()]
    except OSError:
        return []


def calls_around(path: Path, place: int) -> list[Call]:
    """The calls in the bytes before and behind a place of a session.

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
    """The tool calls in some lines of a session, in order, each with the time of its result."""
    calls: dict[str, Call] = {}
    over: dict[str, float | None] = {}
    for line in lines:
        if b'"tool_call' not in line:
            continue
        entry = _parsed(line)
        for call in calls_of(entry):
            first = calls.get(call.ident, call)
            longer = call.text if len(call.text) > len(first.text) else first.text
            calls[call.ident] = replace(first, text=longer)
        ident, update = _update(entry)
        if update.get("status") in _OVER:
            over.setdefault(ident, _at(entry))
    return [
        replace(call, over=over.get(call.ident), row=number)
        for number, call in enumerate(calls.values())
    ]


def calls_of(entry: Mapping[str, Any]) -> Iterator[Call]:
    """The tool call of one record, when it says what the tool was given."""
    ident, update = _update(entry)
    given = update.get("rawInput")
    if not isinstance(given, dict) or not given:
        return
    tool = _mapping(_mapping(update.get("_meta")).get("x.ai/tool"))
    name = str(tool.get("name") or update.get("title") or "")
    kind = tool.get("kind") or update.get("kind")
    text = "\n".join(strings(given))
    if given.get("is_background") is True:
        text += "\nbackground"  # it goes on behind its result
    session = str(_params(entry).get("sessionId"))
    yield Call(0, session, _at(entry), "Write" if kind in _WRITES else name, text, ident)


def _parsed(line: bytes) -> Mapping[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return _mapping(entry)


def _update(entry: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The id of the tool call that a record is about, and what it says of it."""
    update = _mapping(_params(entry).get("update"))
    is_call = update.get("sessionUpdate") in ("tool_call", "tool_call_update")
    return str(update.get("toolCallId") or ""), update if is_call else {}


def _params(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    return _mapping(entry.get("params")) if "method" in entry else entry


def _at(entry: Mapping[str, Any]) -> float | None:
    at = _mapping(_params(entry).get("_meta")).get("agentTimestampMs")
    if isinstance(at, bool) or not isinstance(at, int | float):
        return None
    return at / 1000 if 0 <= at < 253_402_300_800_000 else None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
