"""What one record of a Grok session is, and what a person or the model said in it.

`updates.jsonl` holds what a client was shown, one piece a line; grok_turns.py puts the pieces
together. A piece of a user's is a prompt's only as far as its marks say so: the program echoes
its own wake-ups, its commands and the shell lines of `!` there, too. `chat_history.jsonl` holds
what the model was sent, and names what the program made up (`synthetic_reason`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...text import clean, lazy
from .. import record

REQUIRED = frozenset({"method", "params"})  # of a record in a broken line
CHAT_REQUIRED = frozenset({"type", "content"})

USER = "user"
ASIDE = "aside"  # said while the model was working; no prompt of its own
ANSWER = "answer"
THOUGHT = "thought"
REWIND = "rewind"
OTHER = "other"

_KINDS = {"agent_message_chunk": ANSWER, "agent_thought_chunk": THOUGHT}
_SILENT = frozenset(
    {
        *("tool_call", "tool_call_update", "hook_execution", "turn_completed", "retry_state"),
        *("background_tasks", "session_recap", "compaction_checkpoint", "plan", "diff_review"),
        *("available_commands_update", "current_mode_update"),
    }
)
_SILENT_FAMILIES = ("task_", "subagent_")
_XAI = "_x.ai/session/update"
# Ids of the turns that the program starts by itself.
_WAKE_UPS = (
    *("task-completed-", "subagent-completed-", "workflow-completed-", "notification"),
    *("scheduler-fired-", "goal-", "plan-resume-"),
)
# Most of a file is the output of tools: such a line is known by how it begins.
_BULK = lazy.regex(
    rb'\{"timestamp":\d{1,20},"method":"(?:_x\.ai/)?session/update","params":\{"sessionId":'
    rb'"[^"\\]{0,200}","update":\{"sessionUpdate":"(?:tool_call_update|available_commands_update)"'
)
_ONCE = (b'{"timestamp":', b'"method"', b'"params"', b'"update"', b'"sessionUpdate"')
_SPELLED = lazy.regex(rb"\\u00[4-7]")  # a letter as an escape, which could hide one of these
_NUMBERED = b'"prompt_index"'
_INTERJECTION = "interjection"
_LAST_MILLI = 253_402_300_800_000  # the year 9999


@dataclass(frozen=True, slots=True)
class Update:
    """One record of updates.jsonl.

    Attributes:
        kind: USER, ASIDE, ANSWER, THOUGHT, REWIND or OTHER.
        text: as stored, not cleaned.
        at: milliseconds since 1970.
        event: what copies of the record share; "" for none.
        index: the number of the prompt that a user's piece belongs to; None without.
        by_program: the program wrote it.
        target: the prompt that a REWIND goes back to.
        woken: when the turn it belongs to began, where the program began that turn by itself.
        skipped: why it is no speech, to be counted.
    """

    kind: str
    text: str = ""
    at: int | None = None
    event: str = ""
    index: int | None = None
    by_program: bool = False
    target: int = -1
    woken: int | None = None
    skipped: str = ""


def is_bulk(line: bytes) -> bool:
    """Whether a line is a whole record that says nothing and runs nothing, as seen without parsing.

    One that holds what a tool was given is none, nor one that may hold a second record.
    """
    return (
        _BULK.match(line) is not None
        and line.endswith(b"}}}")
        and b'"rawInput"' not in line
        and all(line.count(name) == 1 for name in _ONCE)
        and _SPELLED.search(line) is None
    )


def read(obj: Mapping[str, Any], *, forked: bool = False) -> Update:
    """Judge one record. In a fork only `agentTimestampMs` is the time at which it was said."""
    params = obj.get("params") if "method" in obj else obj
    update = _mapping(_mapping(params).get("update"))
    tag = update.get("sessionUpdate")
    if not isinstance(tag, str):
        return Update(OTHER, skipped="unknown record")
    by_xai = obj.get("method") == _XAI
    if by_xai and tag == "rewind_marker":
        target = _count(update.get("target_prompt_index"))
        return Update(OTHER) if target is None else Update(REWIND, target=target)
    kind = USER if tag == "user_message_chunk" else _KINDS.get(tag, OTHER)
    meta = _mapping(_mapping(params).get("_meta"))
    if by_xai or kind == OTHER:
        known = tag in _SILENT or tag.startswith(_SILENT_FAMILIES)
        woken = _woken(meta) if tag == "tool_call" else None
        return Update(OTHER, woken=woken, skipped="" if known else "unknown record")
    at = _millis(meta.get("agentTimestampMs"))
    event = meta.get("eventId")
    shared = record.locator("grok", event, str(at)) if isinstance(event, str) and at else ""
    if at is None and not forked:
        at = record.seconds_to_millis(obj.get("timestamp"))
    if kind == USER:
        return _piece(update, at, shared)
    by_program = bool(_mapping(update.get("_meta")).get("hostTurn"))
    if by_program and kind == ANSWER:
        return Update(OTHER, skipped="machinery")
    text = _text(update) if kind == ANSWER else ""
    return Update(kind, text, at, shared, woken=_woken(meta))


def _piece(update: Mapping[str, Any], at: int | None, shared: str) -> Update:
    """A piece of a user's message."""
    marks = _mapping(update.get("_meta"))
    inside = _mapping(_mapping(update.get("content")).get("_meta"))
    if marks.get("hostTurn") or inside.get("bash_command") is not None:
        return Update(OTHER, skipped="machinery")
    index = _count(marks.get("promptIndex"))
    by_program = any(
        each.get(name)
        for each in (marks, inside)
        for name in ("hideFromScrollback", "displayAsCron")
    )
    if marks.get(_INTERJECTION) is True and index is None and not by_program:
        return Update(ASIDE, _text(update), at, shared)
    return Update(USER, _text(update), at, shared, index, by_program)


def _text(update: Mapping[str, Any]) -> str:
    """The words of a piece: as they were typed, where the program made others of them."""
    content = _mapping(update.get("content"))
    shown = _mapping(content.get("_meta")).get("displayText")
    text = shown if isinstance(shown, str) and shown.strip() else content.get("text")
    return text if content.get("type") == "text" and isinstance(text, str) else ""


def _woken(meta: Mapping[str, Any]) -> int | None:
    turn = meta.get("promptId")
    is_woken = isinstance(turn, str) and turn.startswith(_WAKE_UPS)
    return _millis(meta.get("turnStartMs")) if is_woken else None


def may_be_numbered(line: bytes) -> bool:
    """Whether a line of chat_history.jsonl may be a prompt with its number."""
    return _NUMBERED in line


def numbered(obj: Mapping[str, Any]) -> tuple[int | None, bool]:
    """The number of the prompt that a record of chat_history.jsonl is, and whether one typed it."""
    return _count(obj.get("prompt_index")), not _is_synthetic(obj)


def read_chat(obj: Mapping[str, Any]) -> tuple[str, str, str]:
    """(role, words, why it is no speech) of one record of chat_history.jsonl, in any release."""
    kind = obj.get("type") or obj.get("role")
    if kind == record.USER:
        if _is_synthetic(obj):
            return "", "", "machinery"
        parts = list(_parts(obj.get("content")))
        pieces = (clean.typed(part, "grok") for part in parts)
        text = "\n\n".join(piece for piece in pieces if piece)
        return record.USER, text, "machinery" if parts and not text else ""
    if kind == record.ASSISTANT:
        said = clean.said("\n".join(_parts(obj.get("content"))), "grok").strip()
        return record.ASSISTANT, said, ""
    known = kind in ("system", "reasoning", "tool_result", "backend_tool_call", "tool")
    return "", "", "" if known else "unknown record"


def _is_synthetic(obj: Mapping[str, Any]) -> bool:
    return obj.get("synthetic_reason") not in (None, "", _INTERJECTION)


def _parts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") == "text":
            text = part.get("text")
            if isinstance(text, str):
                yield text


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53
    return value if is_count and isinstance(value, int) else None


def _millis(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < _LAST_MILLI else None
