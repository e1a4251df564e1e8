"""Commands that Codex ran: the tool calls in its rollouts, as claude_calls.py for Claude Code.

A call has its result in another record, by its `call_id`. A shell that goes on behind its result
("running with session ID") is over when its end is recorded, or not at all.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from . import record
from .call import Call, strings

AROUND = 262_144  # bytes before and behind a place; a call's own line is read whole below that
CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_RESULTS = ("function_call_output", "custom_tool_call_output")
_GOES_ON = "running with session ID"
# Codex' tools by the names that call.py knows what they do by.
_TOOLS = {"apply_patch": "patch", "write_stdin": "process"}
# One of them stands in every text that `Call.invokes` finds a command line in, in small letters.
_NAMES = ("claude", "codex", "hermes", "grok", "/v1/", "state.db")
_SIGNS = (b"_call", b"exec_command_end", b"CommandExecution")


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
