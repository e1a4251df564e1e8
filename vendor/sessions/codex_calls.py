"""Commands that Codex ran: the tool calls in its rollouts, as claude_calls.py for Claude Code.

A call has its result in another record, by its `call_id`. A shell that goes on behind its result
("running with session ID") is over when its end is recorded, or not at all.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from . import record
from .call import Call, strings

FILES = 8  # newest rollouts that are opened
LOOKED = 5000  # names that are looked at, here and in the archive
DEEPEST = 3  # folders below `sessions`
TAIL = 524_288  # bytes of each
AROUND = 262_144  # bytes before and behind a place; a call's own line is read whole below that
CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_RESULTS = ("function_call_output", "custom_tool_call_output")
_GOES_ON = "running with session ID"
# Codex' tools by the names that call.py knows what they do by.
_TOOLS = {"apply_patch": "patch", "write_stdin": "process"}
# One of them stands in every text that `Call.invokes` finds a command line in, in small letters.
_NAMES = ("claude", "codex", "hermes", "grok", "/v1/", "state.db")
_SIGNS = (b"_call", b"exec_command_end", b"CommandExecution")
RESULTS = (b"_call_output", b"exec_command_end", b"CommandExecution")  # one is in every result


def calls_between(root: Path, since: float, until: float) -> list[Call]:
    """The tool calls from `since` to `until`, seconds since 1970.

    `root` is Codex' folder; one that is not there, or cannot be read, has none. What is
    compressed was not written to for days.
    """
    written = []
    for path in _everywhere(root):
        try:
            at = path.stat().st_mtime
        except OSError:
            continue
        if at >= since:
            written.append((at, path))
    found: list[Call] = []
    for _, path in sorted(written, reverse=True)[:FILES]:
        calls = calls_in(_tail(path), path.stem)
        found += [call for call in calls if since <= (call.at or 0.0) <= until]
    return found


def _everywhere(root: Path) -> Iterator[Path]:
    yield from islice(_rollouts(root / "sessions", DEEPEST), LOOKED)
    # A thread may be archived right after it ran a command.
    yield from islice(_rollouts(root / "archived_sessions", 0), LOOKED)


def _rollouts(folder: Path, deep: int) -> Iterator[Path]:
    """The plain rollouts below a folder, those of the last days first."""
    try:
        with os.scandir(folder) as entries:
            found = sorted((e.name for e in entries if not e.is_symlink()), reverse=True)
    except OSError:
        return
    for name in found:
        if name.endswith(".jsonl"):
            yield folder / name
        elif deep and "." not in name:
            yield from _rollouts(folder / name, deep - 1)


def _tail(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            return file.read(TAIL).split(b"\n")
    except OSError:
        return []


def calls_in(lines: Iterable[bytes], thread: str) -> list[Call]:
    """The tool calls in some lines of a rollout, in order, each with the time of its result."""
    calls: list[Call] = []
    over: dict[str, float | None] = {}
    for line in lines:
        if not any(sign in line for sign in _SIGNS):
            continue
        entry = _parsed(line)
        calls += calls_of(entry, thread)
        ended = _ended(entry)
        if ended:
            over[ended] = _at(entry)
    return [
        replace(call, over=over.get(call.ident), row=number) for number, call in enumerate(calls)
    ]


def calls_of(entry: Mapping[str, Any], thread: str) -> Iterator[Call]:
    """The tool call of one record."""
    item = _item(entry)
    if item.get("type") not in CALLS:
        return
    name = str(item.get("name") or "local_shell")
    given = item.get("arguments") or item.get("input") or item.get("action")
    ident = str(item.get("call_id") or item.get("id") or "")
    text = "\n".join(strings(_arguments(given)))
    yield Call(0, thread, _at(entry), _TOOLS.get(name, name), text, ident)


def runs_an_agent(entry: Mapping[str, Any]) -> bool:
    """Whether a record's call holds a command line of an agent, as `Call.invokes` says."""
    return any(
        any(name in call.text.lower() for name in _NAMES) and call.invokes
        for call in calls_of(entry, "")
    )


def _ended(entry: Mapping[str, Any]) -> str:
    """The call whose end a record tells of, "" for none."""
    item = _item(entry)
    kind = item.get("type")
    if kind in _RESULTS:
        goes_on = any(_GOES_ON in text[:2000] for text in strings(item.get("output")))
        return "" if goes_on else str(item.get("call_id"))
    if kind == "exec_command_end":
        return str(item.get("call_id"))
    done = item.get("item")
    if kind == "item_completed" and isinstance(done, dict):
        return str(done.get("id")) if done.get("type") == "CommandExecution" else ""
    return ""


def _item(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    payload = entry.get("payload", entry)
    return payload if isinstance(payload, dict) else {}


def _arguments(given: Any) -> Any:
    try:
        return json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        return given


def _parsed(line: bytes) -> Mapping[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _at(entry: Mapping[str, Any]) -> float | None:
    at = record.millis(entry.get("timestamp"))
    return None if at is None else at / 1000
