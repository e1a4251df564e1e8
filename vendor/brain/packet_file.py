"""Packets as a person writes them: one JSON object, a list of them, or one a line (JSON Lines).

A packet in a file is the packet in plain words (docs/format.md): `agent` and `ops`, and where
wanted `id`, `at`, `reason`, `via`; `"@3"` in place of a row's id is the row of operation 3. What
cannot be read says which packet, which operation and which line.

    text --read--> [Written(packet, number, line)] --shaped--> Brain.submit
"""

import bisect
import difflib
import json
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NoReturn

from ..text import lazy
from .errors import PacketRefused
from .packet import Packet, normal
from .shape import check_shape

FIELDS: Mapping[str, type] = {
    "agent": str,
    "ops": list,
    "id": str,
    "at": str,
    "reason": str,
    "via": str,
}
_SPACE = lazy.regex(r"[ \t\r\n]*")
_OPERATION = lazy.regex(r"\boperation (\d+)\b")


class PacketFileError(ValueError):
    """The file is no file of packets. The sentence says where and what would be right.

    packet: its number in the file from 1, or 0. operation: its number from 0, or None. line:
    from 1.
    """

    def __init__(
        self, message: str, *, packet: int = 0, operation: int | None = None, line: int = 1
    ) -> None:
        self.packet, self.operation, self.line = packet, operation, line
        self.reason = message
        which = f", packet {packet}" if packet else ""
        super().__init__(f"line {line}{which}: {message}")


@dataclass(frozen=True, slots=True)
class Written:
    """One packet of a file: its number from 1, its line, and the line of each operation."""

    packet: Packet
    number: int
    line: int
    op_lines: tuple[int, ...] = ()

    def no(self, reason: str, operation: int | None = None) -> PacketFileError:
        """An error about this packet, or one of its operations."""
        known = operation is not None and operation < len(self.op_lines)
        line = self.op_lines[operation or 0] if known else self.line
        return PacketFileError(reason, packet=self.number, operation=operation, line=line)


def read(text: str) -> list[Written]:
    """The packets of a file, in their order. A packet without `id` has the id "".

    `via` is "" where the file does not say: the command that submits it knows the road.

    Raises:
        PacketFileError: it is not JSON, or not packets.
    """
    file = _File(text.removeprefix("\ufeff"))
    found: list[Written] = []
    for at in file.packets():
        found.append(_packet(file, at, len(found) + 1))
    if not found:
        raise PacketFileError('it holds no packet; one is {"agent": "hermes", "ops": [ … ]}')
    return found


def shaped(written: Written, now: datetime) -> None:
    """The shape rule with the place in the file.

    Raises:
        PacketFileError: a field is missing, unknown or of a wrong form.
    """
    # Any id will do: `@N` has a meaning in a packet that will be named by its content, too.
    ready = normal(replace(written.packet, id=written.packet.id or str(uuid.uuid4())))
    try:
        check_shape(ready, now)
    except PacketRefused as refusal:
        named = _OPERATION.search(refusal.message)
        raise written.no(refusal.message, int(named[1]) if named else None) from None


def _packet(file: "_File", at: int, number: int) -> Written:
    bare = Written(Packet("", ()), number, file.line(at))
    if file.text[at] != "{":
        raise bare.no('a packet is an object such as {"agent": "hermes", "ops": [ … ]}')
    given: dict[str, Any] = {}
    ops: list[int] = []
    for name, start in file.members(at):
        if name in given:
            raise bare.no(f"`{name}` stands twice")
        if name == "ops" and file.text[start] == "[":
            ops = [place for _, place in file.members(start)]
            located = replace(bare, op_lines=tuple(map(file.line, ops)))
            given[name] = [_value(file, place, located, no) for no, place in enumerate(ops)]
        else:
            given[name] = _value(file, start, bare, None)
    _check_fields(given, bare)
    packet = Packet(
        given["agent"],
        tuple(given["ops"]),
        id=given.get("id", ""),
        at=given.get("at", ""),
        reason=given.get("reason", ""),
        via=given.get("via", ""),
    )
    return replace(bare, packet=packet, op_lines=tuple(map(file.line, ops)))


def _check_fields(given: Mapping[str, Any], bare: Written) -> None:
    if "op" in given:
        raise bare.no(
            "an operation stands where a packet is expected; put it into one: "
            '{"agent": "hermes", "ops": [ … ]}'
        )
    for name, value in given.items():
        if name not in FIELDS:
            near = difflib.get_close_matches(name, FIELDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(FIELDS)}"
            raise bare.no(f"a packet has no field {name!r}; {hint}")
        if not isinstance(value, FIELDS[name]):
            raise bare.no(f"`{name}` is {'a list of operations' if name == 'ops' else 'a text'}")
    for name in ("agent", "ops"):
        if name not in given:
            raise bare.no(f"the packet needs `{name}`")


class _File:
    """JSON with the places of its parts: what Python's own reader does not tell."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def line(self, at: int) -> int:
        """The line of a place, from 1."""
        return bisect.bisect_left(self._breaks, at) + 1

    def packets(self) -> Iterator[int]:
        """Where each packet begins: each value of the file, or each member where it is a list."""
        at = self._skip(0)
        while at < len(self.text):
            end = self._checked(at)
            if self.text[at] == "[":
                yield from (place for _, place in self.members(at))
            else:
                yield at
            at = self._skip(end)

    def members(self, at: int) -> Iterator[tuple[str, int]]:
        """The name ("" in a list) and place of each member of the valid value that begins here."""
        named = self.text[at] == "{"
        at = self._skip(at + 1)
        name = ""
        while self.text[at] not in "]}":
            if named:
                name, end = _DECODER.raw_decode(self.text, at)
                at = self._skip(self._skip(end) + 1)
            yield name, at
            at = self._skip(_DECODER.raw_decode(self.text, at)[1])
            if self.text[at] == ",":
                at = self._skip(at + 1)

    def _checked(self, at: int) -> int:
        """Where the JSON value that begins here ends."""
        try:
            return _PLAIN.raw_decode(self.text, at)[1]
        except json.JSONDecodeError as error:
            raise PacketFileError(
                f"it is not JSON here, column {error.colno}: {error.msg}", line=error.lineno
            ) from None
        except ValueError as error:
            raise PacketFileError(f"it cannot be read: {error}", line=self.line(at)) from None
        except RecursionError:
            raise PacketFileError("it is nested too deeply", line=self.line(at)) from None

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of a packet")


_PLAIN = json.JSONDecoder(parse_constant=_constant)
_DECODER = json.JSONDecoder()


class _Twice(Exception):
    """A name stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return given


_STRICT = json.JSONDecoder(object_pairs_hook=_once)


def _value(file: _File, at: int, bare: Written, operation: int | None) -> Any:
    try:
        return _STRICT.raw_decode(file.text, at)[0]
    except _Twice as twice:
        where = "" if operation is None else f"operation {operation}: "
        raise bare.no(f"{where}`{twice}` stands twice", operation) from None
