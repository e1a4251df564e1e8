"""What one record of a Claude Code transcript is, and what a person or the assistant said in it.

Known record types only: new ones appear every few weeks and carry prompts, tool output and
whole requests. Of a message only its text blocks are speech, each judged by itself, since an
editor puts its own note in one block and the typed words in the next.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...text import clean
from .. import record
from .claude_tree import ANSWER, MACHINE, OTHER, PROMPT, Node

REQUIRED = frozenset({"type", "uuid", "timestamp", "sessionId"})  # of a record in a broken line

TITLES = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}
_SPEECH = ("user", "assistant", "attachment")
_SILENT = frozenset(
    {
        *("system", "progress", "queue-operation", "file-history-snapshot", "mode", "tag"),
        *("permission-mode", "worktree-state", "relocated", "bridge-session", "frame-link"),
        *("started", "result", "tools-used", "cost-state", "atis-latch", "agent-name"),
        *("last-prompt", "pr-link", "api-request", "api-request-blob", "api-request-shape"),
    }
)
SIDECHAIN = "sidechain"
_NOT_SPEECH = (
    ("isSidechain", SIDECHAIN),
    ("isMeta", "meta"),
    ("isCompactSummary", "summary"),
    ("isVisibleInTranscriptOnly", "machinery"),
)

_COMMAND = "<command-"  # a row the program wrote; its arguments are the person's
_PLAN = "implement the following plan:"


class Found(NamedTuple):
    """What a record comes to: its place in the tree, its words, or why it has none."""

    node: Node | None = None
    role: str = ""
    text: str = ""
    skipped: str = ""


def read(obj: Mapping[str, Any]) -> Found:
    """Judge one record."""
    kind = str(obj.get("type"))
    if kind not in _SPEECH:
        known = kind in _SILENT or kind in TITLES
        return Found(_node(obj, OTHER), skipped="" if known else "unknown record")
    for flag, reason in _NOT_SPEECH:
        if obj.get(flag):
            return Found(_node(obj, OTHER), skipped=reason)
    if kind == "assistant":
        return _answer(obj)
    return _prompt(obj) if kind == "user" else _queued(obj)


def _node(obj: Mapping[str, Any], kind: str) -> Node | None:
    ident = obj.get("uuid")
    if not isinstance(ident, str) or not ident:
        return None
    parent = obj.get("parentUuid") or obj.get("logicalParentUuid")
    return Node(ident, parent if isinstance(parent, str) else "", kind)


def _answer(obj: Mapping[str, Any]) -> Found:
    message = _message(obj)
    if obj.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
        return Found(_node(obj, OTHER), skipped="machinery")
    if _headless(obj):
        return Found(_node(obj, ANSWER), skipped="headless")
    said = clean.said("\n".join(_texts(message.get("content"))), "claude").strip()
    return Found(_node(obj, ANSWER), record.ASSISTANT, said)


def _prompt(obj: Mapping[str, Any]) -> Found:
    if not _human(obj):
        return Found(_node(obj, OTHER), skipped="machinery")
    content = _message(obj).get("content")
    if _holds(content, "tool_result"):
        return Found(_node(obj, OTHER))
    text = _typed(content)
    begins = next(_texts(content), "").lstrip()[:40].lower()
    is_plan = begins.startswith(_PLAN) or bool(obj.get("planContent"))
    if not (text or is_plan or _holds(content, "image", "document")):
        return Found(_node(obj, OTHER), skipped="machinery")
    if _headless(obj):
        return Found(_node(obj, MACHINE), skipped="headless")
    if is_plan:
        return Found(_node(obj, PROMPT), skipped="machinery")
    # A command's row may hang far up in the tree, so nothing is taken back because of it.
    kind = OTHER if begins.startswith(_COMMAND) else PROMPT
    return Found(_node(obj, kind), record.USER, text)


def _queued(obj: Mapping[str, Any]) -> Found:
    """A prompt typed while the agent was busy: later releases write it as an attachment."""
    attachment = obj.get("attachment")
    node = _node(obj, OTHER)
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return Found(node)
    origin = attachment.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    if kind not in (None, "human") or attachment.get("commandMode") not in (None, "prompt"):
        return Found(node, skipped="machinery")
    text = _typed(attachment.get("prompt"))
    if not text or text.startswith(("/", "<")) or _headless(obj):
        return Found(node, skipped="machinery")
    return Found(node, record.USER, text)


def _typed(content: object) -> str:
    """What a person typed of a message, each block judged by itself."""
    blocks = (clean.typed(block, "claude") for block in _texts(content))
    return "\n\n".join(block for block in blocks if block)


def _message(obj: Mapping[str, Any]) -> Mapping[str, Any]:
    message = obj.get("message")
    return message if isinstance(message, dict) else {}


def _human(obj: Mapping[str, Any]) -> bool:
    origin = obj.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    return kind in (None, "human") and obj.get("promptSource") != "system"


def _headless(obj: Mapping[str, Any]) -> bool:
    entry = obj.get("entrypoint")
    by_entry = isinstance(entry, str) and entry.startswith("sdk-")
    return by_entry or "sdk" in (obj.get("promptSource"), obj.get("turnOrigin"))


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("type") == "text":
                text = block.get("text")
                if isinstance(text, str):
                    yield text


def _holds(content: object, *kinds: str) -> bool:
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") in kinds for block in content
    )
