"""One agent in one refresh: how far its units were read before, and which are still to be read."""

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import hermes_rows as rows
from .adapters import Adapter
from .outside import IndexFault
from .record import Reading, Scan, Seen
from .report import AgentReport, Step
from .stored import fetch

BATCH = 500  # messages of a new session that are written in one transaction
MARK = "SELECT mark FROM unit WHERE agent = :agent AND name = :name"
MARKS = "SELECT name, mark FROM unit WHERE agent = :agent"


class Known:
    """The marks of one agent's units, looked up as they are asked for."""

    def __init__(self, db: sqlite3.Connection, agent: str) -> None:
        self._db, self._agent = db, agent

    def get(self, unit: str) -> str | None:
        """The mark of a unit, None for one that is not known."""
        found = self._fetch(MARK, {"agent": self._agent, "name": unit})
        return found[0][0] if found else None

    def all(self) -> Mapping[str, str]:
        """The marks of all units by their names."""
        return dict(self._fetch(MARKS, {"agent": self._agent}))

    def _fetch(self, sql: str, values: Mapping[str, str]) -> list[Any]:
        try:
            return fetch(self._db, sql, values)
        except sqlite3.Error as error:
            # Asked from inside an adapter, which would take it for a fault of its own database.
            raise IndexFault(rows.reason(error)) from None


class Look:
    """One agent in one refresh, and its units that are still to be read, newest first."""

    def __init__(
        self,
        adapter: Adapter,
        known: Known,
        scan: Scan,
        entry: AgentReport,
        cursor: str,
        looked: int,
        units: Sequence[tuple[str, Seen]],
    ) -> None:
        """`looked`: when the agent was looked at before, in ms; `units` with their outsides."""
        self.adapter, self.known, self.scan, self.entry = adapter, known, scan, entry
        self.cursor, self.looked = cursor, looked
        self.units = deque(sorted(units, key=lambda each: each[1].touched, reverse=True))
        total, size = len(units), sum(seen.size for _, seen in units)
        self.step = Step(adapter.agent, 0, total, 0, size)

    def take(self) -> str:
        """The next unit, which then counts as done."""
        unit, seen = self.units.popleft()
        before = self.step
        self.step = replace(before, done=before.done + 1, bytes_done=before.bytes_done + seen.size)
        return unit


def batches(reading: Reading) -> Iterator[Reading]:
    """The reading in pieces; only the last one has its mark, so that an end before is noticed."""
    messages = reading.messages
    session = replace(reading.session, title=None) if reading.session else None
    last = max(0, len(messages) - 1) // BATCH * BATCH
    for start in range(0, last, BATCH):
        piece = messages[start : start + BATCH]
        since = piece[0].seq if start else 0
        # The title comes with the last piece: by then it is known whether it may be stored.
        yield replace(reading, mark="", session=session, messages=piece, since=since, skipped={})
    since = messages[last].seq if last else 0
    yield replace(reading, messages=messages[last:], since=since)
