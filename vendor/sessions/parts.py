"""Which part of its session a message belongs to: long ones are ranked by their parts."""

import sqlite3

from .record import Message
from .stored import fetch

DAY = 86_400_000  # milliseconds
PART = 200  # messages of a session that share a part number at most

LAST_PART = """
SELECT m.part, m.at, (SELECT count(*) FROM message WHERE session = m.session AND part = m.part)
FROM message AS m WHERE m.session = :session ORDER BY m.seq DESC LIMIT 1
"""


class Parts:
    """Which part of its session a new message belongs to: a day, 200 messages at most.

    A long conversation is ranked by its parts, and none is written again when it grows.
    """

    def __init__(self, db: sqlite3.Connection, session: int) -> None:
        """Go on where the stored messages of the session end."""
        last = fetch(db, LAST_PART, {"session": session})
        self._part: int = last[0][0] if last else 0
        self._day: int | None = last[0][1] // DAY if last and last[0][1] is not None else None
        self._count: int = last[0][2] if last else 0

    def of(self, message: Message) -> int:
        """The part of the next message."""
        day = message.at // DAY if message.at is not None else self._day
        if self._count >= PART or (self._count and day != self._day):
            self._part, self._count = self._part + 1, 0
        self._day, self._count = day, self._count + 1
        return self._part
