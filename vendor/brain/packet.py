"""Change packets: the only way anything enters the brain.

A packet is a short list of operations by one agent, named by a UUID that the caller draws. In
memory it holds plain words. On its way to the log it is *sealed*: every free string becomes the
id of a text, so that a text can later be removed while the packet, and the chain over it, stay.

    Packet --normal--> Packet --seal--> canonical JSON + texts      (log.py keeps both)
    canonical JSON + texts --opened--> the same with its words

A text id is `#` and the base64url form, unpadded, of sha256(salt + UTF-8 of the text); the salt
is 16 random bytes, drawn anew for each packet. grammar.py has the fields, validate.py the rules.
"""

import base64
import hashlib
import hmac
import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ..text import clean, ids, lazy
from .grammar import CITATION, FIELDS, OTHER, PASSAGE_BYTES, Field
from .times import instant

SALT_BYTES = 16
TEXT_MARK = "#"
_TEXT_ID = lazy.regex(f'"({TEXT_MARK}[^"]*)"')
DEFAULT_AUDIENCE = "mine"
# What a field means when it is left out; written out it is the same packet.
DEFAULTS: Mapping[str, object] = {"audience": DEFAULT_AUDIENCE, "as_read": False}

Operation = Mapping[str, Any]
Texts = dict[bytes, tuple[bytes, str]]


@dataclass(frozen=True, slots=True)
class Packet:
    """Operations that take effect together or not at all.

    id: a UUID. Empty: the brain names it by a keyed hash of its content.
    at: when it is submitted; empty: the brain's clock. The log may move it later, never earlier.
    reason: why, in a few words of the agent; may be empty.
    via: the road it came by, one of grammar.VIAS.
    ops: plain operations, `{"op": NAME, ...}`, as FIELDS in grammar.py has them.
    """

    agent: str
    ops: tuple[Operation, ...]
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    at: str | datetime = ""
    reason: str = ""
    via: str = "tool"

    def row(self, op_no: int) -> str:
        """The id of the row that operation `op_no` (from 0) brings in, known before submit."""
        return ids.row_id(self.id, op_no)


def normal(packet: Packet) -> Packet:
    """The packet with its texts tidied, its times in UTC, defaults left out and `@N` resolved.

    `@N` in place of a row id means the row of operation N of the same packet, for people who
    write packets by hand. Two packets with equal normal content are the same packet. What has a
    wrong shape is left as it is, for validate.check_shape to name.
    """
    ops = tuple(_normal_op(packet, op) if isinstance(op, Mapping) else op for op in packet.ops)
    at = _moment(packet.at) if packet.at else ""
    reason = clean.tidy(packet.reason).strip()
    return replace(packet, id=packet.id.lower(), at=at, reason=reason, ops=ops)


def content(packet: Packet) -> dict[str, Any]:
    """What makes a packet the same packet: everything but its name and time."""
    return {
        "agent": packet.agent,
        "ops": list(packet.ops),
        "reason": packet.reason,
        "via": packet.via,
    }


def canonical(value: object) -> str:
    """The one JSON form of a value: keys sorted, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)


def named(packet: Packet, key: bytes) -> Packet:
    """The packet under a UUID that a keyed hash of its content gives (RFC 9562, version 8)."""
    digest = hmac.digest(key, canonical(content(packet)).encode(), "sha256")[:16]
    number = int.from_bytes(digest, "big")
    number = number & ~(0xF << 76) | 8 << 76
    number = number & ~(0x3 << 62) | 2 << 62
    return replace(packet, id=str(uuid.UUID(int=number)))


def seal(
    packet: Packet,
    salt: Callable[[int], bytes] = os.urandom,
    *,
    pending: bool = False,
    emptied: Iterable[bytes] = (),
) -> tuple[str, Texts]:
    """The packet as the log keeps it: canonical JSON, and the texts it names, in that order.

    One string of a packet is one text, however often it stands there. `pending`: it waits for a
    person; `emptied`: the texts that it orders forgotten.
    """
    texts: Texts = {}
    seen: dict[str, str] = {}

    def text_id(words: str) -> str:
        if words not in seen:
            grain = salt(SALT_BYTES)
            digest = text_digest(grain, words)
            texts[digest] = (grain, words)
            seen[words] = printed(digest)
        return seen[words]

    body = {"id": packet.id, "at": packet.at, "agent": packet.agent, "via": packet.via}
    if packet.reason:
        body["reason"] = text_id(packet.reason)
    ops = [_mapped(FIELDS[op["op"]], op, text_id) | {"op": op["op"]} for op in packet.ops]
    said: dict[str, Any] = {"ops": ops}
    if pending:
        said["pending"] = True
    digests = sorted(digest.hex() for digest in emptied)
    if digests:
        said["emptied"] = digests
    return canonical(body | said), texts


def opened(body: str, words: Callable[[str], Any]) -> dict[str, Any]:
    """What a log entry holds; `words` gives for a printed text id what is to stand there."""

    def worded(value: Any) -> Any:
        if isinstance(value, list):
            return [worded(member) for member in value]
        is_text = isinstance(value, str) and value.startswith(TEXT_MARK)
        return words(value) if is_text else value

    def each(members: dict[str, Any]) -> dict[str, Any]:
        return {name: worded(value) for name, value in members.items()}

    found: dict[str, Any] = json.loads(body, object_hook=each)
    return found


def named_texts(body: str) -> set[str]:
    """The text ids that the JSON of a log entry names, without reading it."""
    return set(_TEXT_ID.findall(body))


def text_digest(salt: bytes, words: str) -> bytes:
    """The id of a text, as 32 bytes."""
    return hashlib.sha256(salt + words.encode()).digest()


def printed(digest: bytes) -> str:
    """A text id as it stands in a packet's JSON."""
    return TEXT_MARK + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def parsed(text_id: str) -> bytes:
    """The 32 bytes of a printed text id."""
    return base64.urlsafe_b64decode(text_id[1:] + "=")


def text_ids(value: object) -> Iterator[str]:
    """Every text id that a log entry names, in the order in which it stands there."""
    if isinstance(value, str):
        if value.startswith(TEXT_MARK):
            yield value
    elif isinstance(value, list):
        for member in value:
            yield from text_ids(member)
    elif isinstance(value, dict):
        for member in value.values():
            yield from text_ids(member)


def plain_texts(packet: Packet) -> Iterator[str]:
    """Every free string of a packet in plain words."""
    found = [packet.reason]

    def note(words: str) -> str:
        found.append(words)
        return words

    for op in packet.ops:
        _mapped(FIELDS[op["op"]], op, note)
    return iter(found)


def passage(text: str, start: int, end: int) -> tuple[str, int]:
    """The part of a long text that a source keeps: around [start, end), at most 4,096 bytes.

    Returns the passage and the offset of its first character in `text`. Cut at white space
    where there is some; a quote that is longer than a passage by itself is cut to size.
    """
    if len(text.encode()) <= PASSAGE_BYTES:
        return text, 0
    words = text[start:end].encode()[:PASSAGE_BYTES].decode(errors="ignore")
    room = PASSAGE_BYTES - len(words.encode())
    before = _tail(text[:start], room // 2)
    after = _head(text[end:], room - len(before.encode()))
    return before + words + after, start - len(before)


def _tail(text: str, room: int) -> str:
    """The end of `text` in at most `room` bytes, from a word's beginning."""
    raw = text.encode()
    if len(raw) <= room:
        return text
    part = raw[len(raw) - room :].decode(errors="ignore")
    return part[next((at for at, char in enumerate(part) if char.isspace()), 0) :]


def _head(text: str, room: int) -> str:
    """The beginning of `text` in at most `room` bytes, to a word's end."""
    part = text.encode()[:room].decode(errors="ignore")
    if len(part) == len(text):
        return text
    cut = next((at for at in range(len(part), 0, -1) if part[at - 1].isspace()), len(part))
    return part[:cut]


def _normal_op(packet: Packet, op: Operation) -> Operation:
    fields = FIELDS.get(str(op.get("op")), {})
    tidied = {"op": op.get("op")} | {
        name: _normal_value(fields[name], value, packet) if name in fields else value
        for name, value in op.items()
        if name != "op"
    }
    return {name: value for name, value in tidied.items() if not _left_out(fields, name, value)}


def _left_out(fields: Mapping[str, Field], name: str, value: object) -> bool:
    optional = name in fields and not fields[name].required
    return optional and (value in (None, "", []) or value == DEFAULTS.get(name, _NEVER))


_NEVER = object()


def _normal_value(form: Field, value: Any, packet: Packet) -> Any:
    if isinstance(value, datetime | str):
        return _normal_one(form, value, packet)
    if isinstance(value, list | tuple):
        return [_normal_member(form, member, packet) for member in value]
    return value


def _normal_member(form: Field, member: Any, packet: Packet) -> Any:
    if form.form in _INNER and isinstance(member, Mapping):
        inner = _INNER[form.form]
        pairs = {
            name: _normal_value(inner[name], value, packet) if name in inner else value
            for name, value in member.items()
        }
        return {name: value for name, value in pairs.items() if not _left_out(inner, name, value)}
    return _normal_one(form, member, packet) if isinstance(member, str) else member


def _normal_one(form: Field, value: Any, packet: Packet) -> Any:
    if form.form in ("text", "key", "texts"):
        tidy = clean.tidy(str(value))
        # A passage keeps its edges: offsets into it are counted from its first character.
        return tidy if form.limit >= PASSAGE_BYTES else tidy.strip()
    if form.form == "time":
        return _moment(value)
    return _ref(value, packet) if form.form in ("ref", "refs") else value


def _moment(value: Any) -> Any:
    try:
        return instant(value)
    except ValueError:
        return value


def _ref(value: Any, packet: Packet) -> Any:
    number = value[1:] if isinstance(value, str) and value.startswith("@") else ""
    is_number = number.isdecimal() and number.isascii() and packet.id != ""
    return packet.row(int(number)) if is_number else value


_INNER: Mapping[str, Mapping[str, Field]] = {"citations": CITATION, "others": OTHER}


def _mapped(
    fields: Mapping[str, Field], op: Operation, change: Callable[[str], str]
) -> dict[str, Any]:
    """The fields of an operation of right shape, each private string changed."""
    return {name: _changed(fields[name], op[name], change) for name in fields if name in op}


def _changed(form: Field, value: Any, change: Callable[[str], str]) -> Any:
    if form.form in ("text", "key"):
        return change(value)
    if form.form == "texts":
        return [change(member) for member in value]
    if form.form in _INNER:
        return [_mapped(_INNER[form.form], member, change) for member in value]
    return value
