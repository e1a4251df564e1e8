"""The three tools as the host is told of them: plain data, which loads nothing."""

from typing import Any

SIDES = ("all", "brain", "sessions")
KINDS = ("note", "decision", "preference", "procedure", "person", "project", "work")

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}

SCHEMAS: tuple[dict[str, Any], ...] = (
    {
        "name": "brain_search",
        "description": (
            "Keyword search over kept facts, notes, people, projects, open work and the user's "
            "past sessions with every agent. Use the words the user would have used then, not "
            "synonyms; search again with other words, it is cheap. A disputed hit is a question "
            "for a person: do not pick a value."
        ),
        "parameters": {
            "type": "object",
            "properties": {
                "query": _TEXT,
                "limit": {"type": "integer", "description": "1-20, default 5"},
                "side": {"type": "string", "enum": list(SIDES)},
            },
            "required": ["query"],
        },
    },
    {
        "name": "brain_get",
        "description": (
            "One hit in full by its code or fact key: sources, quotes, every claim, related "
            "rows; a message or a whole session. offset pages on."
        ),
        "parameters": {
            "type": "object",
            "properties": {"id": _TEXT, "offset": _NUMBER},
            "required": ["id"],
        },
    },
    {
        "name": "brain_remember",
        "description": (
            "Keep something the user said. quote: at least five consecutive words copied exactly "
            "from one message the user typed in this conversation. With key and value it is a "
            "tracked fact, for things an answer depends on; without, a note, for context and "
            "procedures. A refusal says what would pass. To end a dispute after the user "
            "answered: kind=settle with key, value and the answer as quote."
        ),
        "parameters": {
            "type": "object",
            "properties": {
                "fact": {"type": "string", "description": "one neutral sentence"},
                "quote": _TEXT,
                "key": {"type": "string", "description": "dotted: office.brisbane.lease_move_date"},
                "value": {"type": "string", "description": "as the user stated it"},
                "title": _TEXT,
                "kind": {"type": "string", "enum": [*KINDS, "settle"]},
            },
            "required": ["quote"],
        },
    },
)
