"""The grammar of operations: which fields each has, and what may stand in them.

One table, FIELDS. Everything else about a packet (canonical JSON, sealing, shape) is derived
from it, and docs/format.md prints it. A field of form `text` is private: in the log it is
replaced by the id of a text that can be removed (packet.py). Every other form holds nothing a
person would want forgotten: enums, times, numbers, ids.
"""

from typing import Final, NamedTuple

from ..text.sentences import LONGEST

PASSAGE_BYTES: Final = 4096

SOURCE_KINDS = ("message", "document", "url", "file", "reason")
AUTHORS = ("principal", "person", "agent", "unknown")
RECORD_KINDS = ("note", "decision", "preference", "procedure", "person", "project", "work")
STATES = ("open", "done")
RELATIONS = (
    "built_on",
    "about",
    "part_of",
    "blocks",
    "tagged",
    "pinned",
    "follows",
    "replaces",
    "owns",
    "member_of",
)
LINEAGE = frozenset({"built_on", "part_of", "blocks", "follows", "replaces"})
WAS = ("changed", "wrong")
VIAS = ("tool", "tty", "panel", "typed", "setup", "import")
AGENT_KINDS = ("agent", "collector", "person")


class Field(NamedTuple):
    """What one field holds.

    form: text, key (a text with a grammar), enum, time, int, bool, ref (a row's full id),
        packet (a packet's UUID), hash, flags; or citations, others, texts, refs (lists).
    limit: characters of a text, members of a list.
    """

    form: str
    required: bool = True
    limit: int = 0
    choices: tuple[str, ...] = ()


def _text(limit: int, required: bool = True) -> Field:
    return Field("text", required, limit)


def _enum(choices: tuple[str, ...], required: bool = True) -> Field:
    return Field("enum", required, 0, choices)


_TITLE = _text(400, required=False)
_KEY = Field("key", limit=128)
_VALUE = _text(4000)
_CITATIONS = Field("citations", limit=50)
_MOMENT = Field("time", required=False)
_REF = Field("ref")

CITATION: Final = {
    "source": _REF,
    "quote": _text(PASSAGE_BYTES, required=False),
    "start": Field("int", required=False),
    "flags": Field("flags", required=False, limit=16),
}
OTHER: Final = {"value": _VALUE, "was": _enum(WAS)}

FIELDS: Final[dict[str, dict[str, Field]]] = {
    "add_source": {
        "kind": _enum(SOURCE_KINDS),
        "author": _enum(AUTHORS),
        "author_name": _text(200, required=False),
        "audience": _text(200, required=False),
        "occurred_at": _MOMENT,
        "locator": _text(2000),
        "text": _text(PASSAGE_BYTES, required=False),
        "title": _TITLE,
        "start": Field("int", required=False),
        "cleaner": Field("int", required=False),
    },
    "add_record": {
        "kind": _enum(RECORD_KINDS),
        "title": _text(400),
        # As long as the attribution rule reads: nothing is kept that was not looked at.
        "body": _text(LONGEST, required=False),
        "state": _enum(STATES, required=False),
        "as_of": _MOMENT,
        "tags": Field("texts", required=False, limit=20),
        "citations": _CITATIONS,
    },
    "revise_record": {
        "record": _REF,
        "title": _TITLE,
        "body": _text(LONGEST, required=False),
        "state": _enum(STATES, required=False),
        "citations": _CITATIONS,
    },
    "claim": {
        "key": _KEY,
        "value": _VALUE,
        "statement": _text(4000),
        "title": _TITLE,
        "as_of": _MOMENT,
        "as_read": Field("bool", required=False),
        "citations": _CITATIONS,
    },
    "describe_key": {
        "key": _KEY,
        "type": _text(80, required=False),
        "description": _text(1000),
    },
    "alias_key": {"key": _KEY, "to": _KEY},
    "link": {"relation": _enum(RELATIONS), "from": _text(128), "to": _text(128)},
    "unlink": {"relation": _enum(RELATIONS), "from": _text(128), "to": _text(128)},
    "withdraw": {"target": _REF},
    "settle": {
        "key": _KEY,
        "value": _VALUE,
        "others": Field("others", limit=50),
        "since": _MOMENT,
        "citations": _CITATIONS,
    },
    "apply_config": {"toml": _text(65_536)},
    "redact": {"targets": Field("refs", limit=500)},
    "approve": {"packet": Field("hash")},
    "reject": {"packet": Field("hash")},
    "share_key": {"key": _KEY, "audience": _text(200)},
    "undo": {"packet": Field("packet")},
}

OPERATIONS = tuple(FIELDS)
MOST_OPERATIONS = 1000
MOST_TAG = 80
MOST_REASON = 2000
