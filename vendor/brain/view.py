"""What a rule may look at: the tables as they are, the policy in force, and the packet itself.

Sources and rows that the same packet brings in, before the operation in question, count.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import keys
from .packet import Packet
from .policy import Policy

SOURCE = """
SELECT s.kind, s.author, l.body, t.body FROM brain_row AS r JOIN source AS s ON s.n = r.n
JOIN text AS l ON l.n = s.locator LEFT JOIN text AS t ON t.n = s.body WHERE r.id = :id
AND NOT EXISTS (SELECT 1 FROM redacted AS f WHERE f.id = r.id)
"""
ROW = """
SELECT r.kind, coalesce(t.withdrawn, r.withdrawn) FROM brain_row AS r
LEFT JOIN brain_row AS t ON t.n = r.same_as WHERE r.id = :id
"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source as the rules of the gate see it."""

    kind: str
    author: str
    locator: str
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """The ground on which one packet is judged, inside the transaction that would append it."""

    db: sqlite3.Connection
    policy: Policy
    packet: Packet
    policy_file: str = "brain.toml"
    own: Mapping[str, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)

    def ops(self, *names: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The operations of the packet with these names, with their numbers."""
        for number, op in enumerate(self.packet.ops):
            if not names or op["op"] in names:
                yield number, op

    def source(self, ref: str, before: int) -> Evidence | None:
        """The source with this id, in the brain or brought by an operation before this one."""
        number, op = self.own.get(ref, (before, {}))
        if number < before and op["op"] == "add_source":
            return Evidence(op["kind"], op["author"], op["locator"], op.get("text", ""))
        rows = self.db.execute(SOURCE, {"id": ref}).fetchall()
        if not rows:
            return None
        kind, author, locator, text = rows[0]
        return Evidence(kind, author, locator or "", text or "")

    def row(self, ref: str, before: int) -> tuple[str, bool] | None:
        """The kind of a row and whether it was withdrawn, in the brain or in this packet."""
        number, op = self.own.get(ref, (before, {}))
        if number < before:
            return _KINDS.get(op["op"], op.get("kind", "")), False
        rows = self.db.execute(ROW, {"id": ref}).fetchall()
        return (rows[0][0], rows[0][1] is not None) if rows else None

    def key(self, name: str, before: int) -> bool:
        """Whether the key is registered, or an operation before this one registers it."""
        registers = ("claim", "describe_key")
        here = (op["key"] for no, op in self.ops(*registers) if no < before)
        return name in here or keys.find(self.db, name) is not None


_KINDS = {"add_source": "source", "claim": "claim", "settle": "settlement", "link": "link"}


def view(db: sqlite3.Connection, policy: Policy, packet: Packet, policy_file: str) -> View:
    """The ground for one packet."""
    own = {packet.row(number): (number, op) for number, op in enumerate(packet.ops)}
    return View(db, policy, packet, policy_file, own)
