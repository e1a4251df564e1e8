"""The shape of a packet: every field known, present where it must be, and of its form.

The first of the rules (validate.py) and the only one that needs nothing but the packet. Each
form of grammar.FIELDS has one small function here; all of them end in `_shape`, whose sentence
says what would pass.
"""

import difflib
import re
import uuid
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, NoReturn

from ..text import lazy
from .errors import PacketRefused
from .grammar import (
    CITATION,
    FIELDS,
    MOST_OPERATIONS,
    MOST_REASON,
    MOST_TAG,
    OTHER,
    PASSAGE_BYTES,
    VIAS,
    Field,
)
from .packet import Packet
from .times import instant

KEY = lazy.regex(r"[a-z0-9_]+(?:\.[a-z0-9_]+){1,7}")
AGENT = lazy.regex(r"[a-z][a-z0-9_-]{0,31}")
FLAG = lazy.regex(r"[a-z][a-z_]{0,23}")
ROW = lazy.regex(r"b[0-9a-hjkmnp-tv-z]{20}")
HASH = lazy.regex(r"[0-9a-f]{64}")
AHEAD = timedelta(days=1)


def check_shape(packet: Packet, now: datetime) -> None:
    """Every field known, present where it must be, and of its form. Code `shape`."""
    if AGENT.fullmatch(packet.agent) is None:
        named = f"`agent` is {packet.agent!r}" if packet.agent else "the packet names no agent"
        _shape(f"{named}; `agent` is a name of brain.toml in lower case, such as hermes")
    if packet.via not in VIAS:
        _shape(f"`via` is {packet.via!r}; it is one of {', '.join(VIAS)}")
    if packet.id and not _is_uuid(packet.id):
        _shape("`id` is not a UUID; draw one with uuid4, or leave it out")
    if len(packet.reason) > MOST_REASON:
        _shape(f"`reason` is longer than {MOST_REASON} characters")
    _check_at(packet, now)
    if not 1 <= len(packet.ops) <= MOST_OPERATIONS:
        _shape(f"a packet has 1 to {MOST_OPERATIONS} operations, this one has {len(packet.ops)}")
    for number, op in enumerate(packet.ops):
        _check_operation(op, number)


def _check_at(packet: Packet, now: datetime) -> None:
    if not packet.at:
        return
    try:
        moment = datetime.fromisoformat(instant(packet.at))
    except ValueError:
        _shape("`at` is not a moment in UTC such as 2027-03-14T09:30:00Z; it may be left out")
    if moment.tzinfo is None or moment > now + AHEAD:
        _shape("`at` lies more than a day ahead of this machine's clock; leave it out")


def _check_operation(op: Mapping[str, Any], number: int) -> None:
    name = op.get("op") if isinstance(op, Mapping) else op
    if not isinstance(name, str) or name not in FIELDS:
        _shape(f"operation {number} is {name!r}, which is none; {_like(str(name), FIELDS)}")
    _check_fields(op, FIELDS[name], f"operation {number} ({name})", ignore=("op",))
    if op.get("state") and op.get("kind", "work") != "work":
        _shape(f"operation {number}: only a record of kind work has a `state`")


def _check_fields(
    given: object,
    fields: Mapping[str, Field],
    where: str,
    *,
    ignore: tuple[str, ...] = (),
) -> None:
    if not isinstance(given, Mapping):
        _shape(f"{where} is not an object with the fields {', '.join(fields)}")
    for name in given:
        if name not in fields and name not in ignore:
            _shape(f"{where} has no field {name!r}; {_like(str(name), fields)}")
    for name, form in fields.items():
        if name in given:
            _FORMS[form.form](given[name], form, f"{where}, {name}")
        elif form.required:
            _shape(f"{where} needs `{name}`")


def _text(value: object, form: Field, where: str) -> None:
    if not isinstance(value, str):
        _shape(f"{where} is no text")
    if not value.strip():
        _shape(f"{where} is empty; it is a text")
    if len(value) > form.limit or form.limit == PASSAGE_BYTES < len(value.encode()):
        unit = (
            "bytes; cut the passage around the quote"
            if form.limit == PASSAGE_BYTES
            else ("characters")
        )
        _shape(f"{where} is too long: at most {form.limit} {unit}")


def _key(value: object, form: Field, where: str) -> None:
    if not isinstance(value, str) or len(value) > form.limit or KEY.fullmatch(value) is None:
        _shape(
            f"{where} is not a fact key: two to eight parts joined by dots, lower-case letters, "
            "digits and underscores, at most 128 characters, as in office.brisbane.lease_move_date"
        )


def _enum(value: object, form: Field, where: str) -> None:
    if value not in form.choices:
        _shape(f"{where} is {value!r}; it is one of {', '.join(form.choices)}")


def _time(value: object, form: Field, where: str) -> None:
    try:
        if not isinstance(value, str) or instant(value) != value:
            raise ValueError
        date.fromisoformat(value[:10])
    except ValueError:
        _shape(f"{where} is not a day (2027-03-14) or a moment with its zone")


def _int(value: object, form: Field, where: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        _shape(f"{where} is not a whole number from 0")


def _bool(value: object, form: Field, where: str) -> None:
    if not isinstance(value, bool):
        _shape(f"{where} is not true or false")


def _pattern(pattern: re.Pattern[str], what: str) -> "Callable[[object, Field, str], None]":
    def check(value: object, form: Field, where: str) -> None:
        if not isinstance(value, str) or pattern.fullmatch(value) is None:
            _shape(f"{where} is not {what}")

    return check


def _packet(value: object, form: Field, where: str) -> None:
    if not isinstance(value, str) or not _is_uuid(value):
        _shape(f"{where} is not the UUID of a packet")


def _list(value: object, form: Field, where: str) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > form.limit:
        _shape(f"{where} is not a list of at most {form.limit}")
    return list(value)


def _flags(value: object, form: Field, where: str) -> None:
    for flag in _list(value, form, where):
        if not isinstance(flag, str) or FLAG.fullmatch(flag) is None:
            _shape(f"{where} holds {flag!r}, which is no flag")


def _texts(value: object, form: Field, where: str) -> None:
    for member in _list(value, form, where):
        _text(member, Field("text", limit=MOST_TAG), where)


def _refs(value: object, form: Field, where: str) -> None:
    for member in _list(value, form, where):
        _FORMS["ref"](member, form, where)


def _objects(fields: Mapping[str, Field]) -> "Callable[[object, Field, str], None]":
    def check(value: object, form: Field, where: str) -> None:
        for number, member in enumerate(_list(value, form, where)):
            _check_fields(member, fields, f"{where} {number}")

    return check


_FORMS: Mapping[str, Callable[[object, Field, str], None]] = {
    "text": _text,
    "key": _key,
    "enum": _enum,
    "time": _time,
    "int": _int,
    "bool": _bool,
    "ref": _pattern(ROW, "the full id of a row: b and 20 characters"),
    "hash": _pattern(HASH, "the hash of a packet: 64 hexadecimal digits"),
    "packet": _packet,
    "flags": _flags,
    "texts": _texts,
    "refs": _refs,
    "citations": _objects(CITATION),
    "others": _objects(OTHER),
}


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _like(name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"


def _shape(message: str) -> NoReturn:
    raise PacketRefused("shape", message)
