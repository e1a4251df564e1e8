"""What one record of a Codex rollout is, whichever release wrote it.

    <= 0.29   a header, then bare items                         {"type": "message", "role": ...}
    0.30 on   {"timestamp", "type", "payload"}; each message comes twice: as a response item, and
              as an event (`user_message`; in paginated files `item_completed`)

The item is the message; its event says that somebody said it, since items hold injected texts as
well (codex_thread.py holds them together). New releases label the blocks of an item, and what is
labelled as a person's needs no event. Known record types only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ...text import clean, lazy
from .. import codex_calls, record

REQUIRED = frozenset({"timestamp", "type", "payload"})  # of a record in a broken line

PARTS = 4  # blocks of an answer whose own events are known

META = "meta"
ITEM = "item"
EVENT = "event"
ROLLBACK = "rollback"
NAME = "name"
COMPACTED = "compacted"
CALL = "call"
CONTEXT = "context"

_SILENT = frozenset(
    {
        *("world_state", "inter_agent_communication", "inter_agent_communication_metadata"),
        *("token_usage_record", "retained_context", "security_risk_score", "realtime_item"),
    }
)
_SILENT_ITEMS = frozenset(
    {
        *("reasoning", "function_call_output", "custom_tool_call_output", "other"),
        *("tool_search_call", "ghost_snapshot"),
        *("tool_search_output", "web_search_call", "image_generation_call", "compaction"),
        *("compaction_summary", "context_compaction", "agent_message"),
    }
)
_SILENT_EVENTS = lazy.regex(
    r"(?:task|turn|thread|agent|token|exec|patch|mcp|web|image|view|undo|plan|stream|background"
    r"|context|entered|exited|guardian|collab|sub|dynamic|session|model|hook|item|raw|request"
    r"|elicitation|deprecation|shutdown|realtime|skills|remote|apply|get|list|terminal"
    r"|conversation|user_input|account)_|(?:error|warning)\Z"
)
_SAID_ITEMS = {"UserMessage": record.USER, "AgentMessage": record.ASSISTANT}
_SAID_EVENTS = {"user_message": record.USER, "agent_message": record.ASSISTANT}
_TEXTS = ("input_text", "output_text", "text", "Text")
_PICTURES = ("input_image", "input_audio")
_PICTURE_TAG = lazy.regex(r"\s*</?image\b[^<>\n]*>\s*\Z")
_CWD = lazy.regex(r"<cwd>([^<>\n]{1,500})</cwd>")
_CITED = "oai-mem-citation"
_PLAN = "proposed_plan"


@dataclass(frozen=True, slots=True)
class Found:
    """What a record comes to.

    Attributes:
        kind: one of the names above, "" when nothing of it is used.
        role: of an item or event.
        text: the cleaned words of an item; the title of NAME; the summary of COMPACTED; the
            folder of CONTEXT and of an injected item.
        names: by which an item and its event know each other.
        sure: an item that is speech without an event.
        id: the item's own.
        number: the turns of a rollback.
        payload: of META.
        skipped: why nothing is used, for `status`.
    """

    kind: str = ""
    role: str = ""
    text: str = ""
    names: tuple[str, ...] = ()
    sure: bool = False
    id: str = ""
    number: int = 0
    payload: Mapping[str, Any] | None = None
    skipped: str = ""


def read(obj: Mapping[str, Any]) -> Found:
    """Judge one record."""
    kind, payload = _string(obj.get("type")), obj.get("payload")
    if kind and isinstance(payload, dict):
        return _enveloped(kind, payload, obj)
    if kind == "message":
        return _item(obj, obj)
    if "type" not in obj and "record_type" in obj:
        return Found()
    if "type" not in obj and "id" in obj and "timestamp" in obj:
        return Found(META, payload=obj)
    return _silent(kind)


def _silent(kind: str) -> Found:
    """An item that says nothing."""
    if kind in codex_calls.CALLS:
        return Found(CALL)
    return Found(skipped="" if kind in _SILENT_ITEMS else "unknown record")


def _enveloped(kind: str, payload: Mapping[str, Any], obj: Mapping[str, Any]) -> Found:
    if kind == "response_item":
        inner = _string(payload.get("type"))
        if inner == "message":
            return _item(payload, obj)
        return _silent(inner)
    if kind == "event_msg":
        return _event(payload)
    if kind == "session_meta":
        return Found(META, payload=payload)
    if kind == "compacted":
        return Found(COMPACTED, text=_string(payload.get("message")))
    if kind == "turn_context":
        return Found(CONTEXT, text=_string(payload.get("cwd")))
    return Found(skipped="" if kind in _SILENT else "unknown record")


def _event(payload: Mapping[str, Any]) -> Found:
    kind = _string(payload.get("type"))
    if kind == "item_completed":
        return _completed(payload.get("item"))
    if kind in _SAID_EVENTS:
        text = _string(payload.get("message"))
        return Found(EVENT, _SAID_EVENTS[kind], names=_names(text, ""))
    if kind == "thread_rolled_back":
        turns = payload.get("num_turns")
        if isinstance(turns, int) and not isinstance(turns, bool) and turns > 0:
            return Found(ROLLBACK, number=turns)
        return Found(skipped="unknown record")
    if kind == "thread_name_updated":
        return Found(NAME, text=_string(payload.get("thread_name")).strip())
    return Found(skipped="" if _SILENT_EVENTS.match(kind) else "unknown record")


def _completed(item: object) -> Found:
    item = _mapping(item)
    kind = _string(item.get("type"))
    if kind not in _SAID_ITEMS:
        return Found()
    text = "".join(text for text, _, _ in _blocks(item))
    role = _SAID_ITEMS[kind]
    ident = _string(item.get("id")) if role == record.ASSISTANT else ""
    return Found(EVENT, role, names=_names(text, ident))


def _item(payload: Mapping[str, Any], obj: Mapping[str, Any]) -> Found:
    role = payload.get("role")
    if role in ("developer", "system"):
        return Found(skipped="instructions")
    if role == record.USER:
        return _prompt(payload)
    if role != record.ASSISTANT:
        return Found(skipped="unknown record")
    if any(_mapping(each.get("metadata")).get("compaction_output") for each in (obj, payload)):
        return Found(skipped="summary")
    return _answer(payload)


def _prompt(payload: Mapping[str, Any]) -> Found:
    """An item of the user: what of its blocks a person typed, if any."""
    blocks = [block for block in _blocks(payload) if not _PICTURE_TAG.match(block[0])]
    is_labelled = any(label for _, _, label in blocks)
    own = [block for block in blocks if not is_labelled or block[2].startswith("user.")]
    typed = [(text, words) for text, _, _ in own if (words := clean.typed(text, "codex"))]
    has_picture = any(is_picture for _, is_picture, _ in own)
    if not typed and not has_picture:
        folder = next((m[1] for text, _, _ in blocks if (m := _CWD.search(text))), "")
        return Found(CONTEXT, text=folder, skipped="machinery")
    return Found(
        ITEM,
        record.USER,
        "\n\n".join(words for _, words in typed),
        names=_names("".join(text for text, _ in typed), ""),
        sure=is_labelled,
        id=_string(payload.get("id")),
    )


def _answer(payload: Mapping[str, Any]) -> Found:
    """An item of the assistant. Its event has neither its sources nor a plan that it proposes."""
    texts = [_without(_CITED, text) for text, _, _ in _blocks(payload)]
    text = "\n".join(texts)
    said = clean.said(text, "codex").strip()
    if not said:
        return Found()
    ident = _string(payload.get("id"))
    spoken = _without(_PLAN, text)
    names = _names(spoken, ident)
    if len(texts) > 1:  # some releases write an event for each block
        names += tuple(_names(each, "")[0] for each in texts[:PARTS] if each.strip())
    return Found(ITEM, record.ASSISTANT, said, names=names, sure=len(spoken) != len(text), id=ident)


def _blocks(payload: Mapping[str, Any]) -> Iterator[tuple[str, bool, str]]:
    """(text, whether it is a picture or a sound, label) of each block of an item."""
    content = payload.get("content")
    listed = content if isinstance(content, list) else [{"type": "text", "text": content}]
    passed = _mapping(payload.get("internal_chat_message_metadata_passthrough"))
    kinds = passed.get("content_item_kinds")
    labels = kinds if isinstance(kinds, list) and len(kinds) == len(listed) else [""] * len(listed)
    for block, label in zip(listed, labels, strict=True):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in _TEXTS and isinstance(block.get("text"), str):
            yield block["text"], False, str(label)
        elif kind in _PICTURES:
            yield "", True, str(label)


def _names(text: str, ident: str) -> tuple[str, ...]:
    """Hashes of the words, whatever white space is between them, and of the id."""
    own = (squeezed(_without(_CITED, text)), *((f"id {ident}",) if ident else ()))
    return tuple(
        blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest() for name in own
    )


def _without(tag: str, text: str) -> str:
    """`text` without what stands between two such tags."""
    start = text.find(f"<{tag}>")
    if start < 0:
        return text
    kept, place = [], 0
    while start >= 0:
        end = text.find(f"</{tag}>", start)
        if end < 0:
            break
        kept.append(text[place:start])
        place = end + len(tag) + 3
        start = text.find(f"<{tag}>", place)
    return "".join([*kept, text[place:]])


def squeezed(text: str) -> str:
    """`text` without white space."""
    return "".join(text.split())


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
