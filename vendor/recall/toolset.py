"""The three tools a model has: schema, arguments, handler, error shape.

Arguments from a model are guesses: unknown ones are refused by name, numbers may come as text.
A refusal is a result, not an error: `{"kept": false, "refused": code, "message": sentence}`,
with the engine's sentence word for word.

    call(name, args) --> JSON text, always
"""

import json
from collections.abc import Mapping
from typing import Any

from ..brain.errors import PacketRefused
from ..text import clean
from ..text.ids import Ambiguous
from ..text.quote import QuoteRefused
from . import people, searched, settling
from . import remember as keep
from .conversation import Conversation
from .memory import LIMIT, UNUSABLE, Memory, said
from .notices import FOR_OTHERS
from .schemas import SCHEMAS
from .show import Unknown, show

LARGEST = 10**9
LONGEST_TEXT = 4000
LONGEST = {"key": 128, "title": 400, "id": 200, "query": 20_000}
STATUS = "hermes agent-si status"
NAMES = tuple(schema["name"] for schema in SCHEMAS)


class BadArguments(ValueError):
    """The call's arguments do not fit the tool; the sentence says how to mend them."""


def call(
    memory: Memory, name: str, args: Mapping[str, Any], conversation: Conversation
) -> dict[str, Any]:
    """Run one tool call and return its result, refusals and errors included.

    Anything that is not our own or the store's error rises to the caller.
    """
    try:
        fitted = _checked(name, args)
        conversation = people.placed(memory, conversation)
        return _HANDLERS[name](memory, fitted, conversation)
    except (PacketRefused, QuoteRefused) as refusal:
        return {"kept": False, "refused": refusal.code, "message": refusal.message}
    except Ambiguous as error:
        candidates = [{"id": ident, "title": title} for ident, title in error.candidates[:10]]
        return {"error": str(error), "candidates": candidates}
    except (BadArguments, Unknown) as error:
        return {"error": str(error)}
    except UNUSABLE as error:
        why = f" ({said(error)})" if conversation.own else ""
        return {"error": f"the memory cannot be used now{why}; run: {STATUS}"}


def as_json(result: Mapping[str, Any]) -> str:
    """A result as the text a model reads: one line, letters as they are."""
    return json.dumps(result, ensure_ascii=False)


def _checked(name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    if name not in _HANDLERS:
        raise BadArguments(f"there is no tool {name!r}; there are {', '.join(NAMES)}")
    if not isinstance(args, Mapping):
        raise BadArguments("arguments must be a JSON object")
    schema = next(s for s in SCHEMAS if s["name"] == name)["parameters"]
    known = schema["properties"]
    unknown = sorted(set(map(str, args)) - set(known))
    if unknown:
        raise BadArguments(f"unknown argument {unknown[0]!r}; {name} takes {', '.join(known)}")
    fitted = {key: _fit(key, value, known[key]) for key, value in args.items() if value is not None}
    missing = [key for key in schema["required"] if not fitted.get(key)]
    if missing:
        raise BadArguments(f"{name} needs {missing[0]!r}")
    return fitted


def _fit(key: str, value: Any, schema: Mapping[str, Any]) -> Any:
    if schema["type"] == "integer":
        try:
            return max(0, min(int(value), LARGEST))
        except (TypeError, ValueError, OverflowError):
            raise BadArguments(f"{key} must be a whole number") from None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise BadArguments(f"{key} must be text")
    if value and "enum" in schema and value not in schema["enum"]:
        raise BadArguments(f"{key} must be one of {', '.join(schema['enum'])}")
    # Before anything else is done with them: hidden characters would make one key two, and a
    # megabyte would keep the turn waiting.
    if len(value) > LONGEST.get(key, LONGEST_TEXT):
        raise BadArguments(f"{key} may have {LONGEST.get(key, LONGEST_TEXT)} characters at most")
    return clean.tidy(value).strip()


def _search(memory: Memory, args: dict[str, Any], conversation: Conversation) -> dict[str, Any]:
    answer = memory.recall(
        args["query"],
        limit=args.get("limit", LIMIT),
        side=args.get("side") or "all",
        conversation=conversation,
    )
    result: dict[str, Any] = {"hits": [hit.as_dict() for hit in answer.hits]}
    if not answer.hits:
        result["nothing_found"] = searched.ground(
            memory, conversation, side=args.get("side") or "all"
        )
    if any("disputed" in hit.marks for hit in answer.hits):
        result["note"] = "A disputed fact is a question: Ask a person, do not pick a value."
    if answer.trouble:
        # A reason may name a folder of the person's machine, which is nobody else's concern.
        told = answer.trouble if conversation.own else (FOR_OTHERS,)
        result["not_searched"] = list(told)
    return result


def _get(memory: Memory, args: dict[str, Any], conversation: Conversation) -> dict[str, Any]:
    return show(memory, args["id"], args.get("offset", 0), conversation)


def _remember(memory: Memory, args: dict[str, Any], conversation: Conversation) -> dict[str, Any]:
    request = keep.Request(**{**args, "kind": args.get("kind") or "note"})
    if request.kind == "settle":
        if not request.key:
            raise BadArguments("kind=settle needs 'key': the key of the disputed fact")
        return settling.settle(memory, request, conversation)
    if not request.fact:
        raise BadArguments("brain_remember needs 'fact': one neutral sentence")
    if bool(request.key) != bool(request.value):
        raise BadArguments("key and value go together: give both for a fact, neither for a note")
    return keep.remember(memory, request, conversation)


_HANDLERS = {"brain_search": _search, "brain_get": _get, "brain_remember": _remember}
