"""Builders of packets for tests: invented people, short calls, real operations.

    brain = new_brain(tmp_path, principal="Alex")
    brain.submit(*said("The lease moves on 14 March 2027", key=LEASE, value="14 March 2027"))

`said` is what `brain_remember` submits: a message of the principal, and a row that quotes it.
"""

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.brain.policy import default_toml

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
LEASE = "office.brisbane.lease_move_date"

_numbers = itertools.count(1)


class Clock:
    """A clock that tests move: `clock()` is now, `clock.tick(hours=1)` later."""

    def __init__(self, now: datetime = START):
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def tick(self, **how: float) -> datetime:
        self.now += timedelta(**how)
        return self.now


def new_brain(
    directory: Path, *, principal: str = "Alex", aliases=(), clock=None, toml=""
) -> Brain:
    """A fresh brain with its first policy."""
    brain = Brain.open(directory, clock=clock or Clock(), create=True)
    brain.first_policy(toml or default_toml(principal, tuple(aliases)))
    return brain


def locator(number: int | None = None) -> str:
    """The address of an invented message; a new one on every call."""
    return f"hermes:20260501_0900_test:{number if number is not None else next(_numbers)}"


def source(text: str, **fields) -> dict:
    """An `add_source` of a message that the principal typed."""
    op = {
        "op": "add_source",
        "kind": "message",
        "author": "principal",
        "locator": fields.pop("at_locator", None) or locator(),
        "text": text,
        "start": 0,
        "cleaner": 1,
        "occurred_at": "2026-05-01T08:00:00Z",
    }
    return op | fields


def cite(source_id: str, quote: str = "", **fields) -> dict:
    """A citation."""
    return {"source": source_id} | ({"quote": quote} if quote else {}) | fields


def claim(key: str, value: str, *citations: dict, **fields) -> dict:
    """A `claim`; the statement says key and value unless given."""
    statement = fields.pop("statement", f"{key.replace('.', ' ').replace('_', ' ')}: {value}")
    return {
        "op": "claim",
        "key": key,
        "value": value,
        "statement": statement,
        "citations": list(citations),
    } | fields


def record(title: str, *citations: dict, kind: str = "note", body: str = "", **fields) -> dict:
    """An `add_record`."""
    op = {"op": "add_record", "kind": kind, "title": title, "citations": list(citations)}
    return op | ({"body": body} if body else {}) | fields


def packet(*ops: dict, agent: str = "hermes", **fields) -> Packet:
    """A packet of these operations."""
    return Packet(agent=agent, ops=tuple(ops), **fields)


def said(
    text: str, *, quote: str = "", key: str = "", value: str = "", title: str = "", **fields
) -> tuple[Packet, Packet]:
    """A message of the principal and the row kept from it: two packets to submit together.

    With key and value a claim, without a note. Extra fields: `kind`, `body`, `statement` go to
    the row; `author`, `author_name`, `audience`, `occurred_at`, `at_locator` to the source.
    """
    of_source = ("author", "author_name", "audience", "occurred_at", "at_locator")
    given = {name: fields.pop(name) for name in of_source if name in fields}
    first = packet(source(text, **given), agent="hermesuser")
    citation = cite(first.row(0), quote or text)
    if key:
        row = claim(key, value, citation, **fields | ({"title": title} if title else {}))
    else:
        row = record(title or text[:60], citation, **fields)
    return first, packet(row)


def settled(text: str, *, key: str, value: str, others: dict, **fields) -> tuple[Packet, Packet]:
    """A message of the principal that ends a dispute: `others` is value -> changed or wrong."""
    first = packet(source(text, **fields), agent="hermesuser")
    op = {
        "op": "settle",
        "key": key,
        "value": value,
        "others": [{"value": each, "was": was} for each, was in others.items()],
        "citations": [cite(first.row(0), text)],
    }
    return first, packet(op)


def person(*ops: dict, **fields) -> Packet:
    """A packet of the person at a terminal."""
    return packet(*ops, agent="person", via="tty", **fields)
