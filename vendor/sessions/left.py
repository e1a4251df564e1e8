"""Rows that a reading no longer has, to be found again under a new name or removed.

Hosts renumber: they delete a conversation's rows and write them anew. The row with the same
words, and best the same time, is then the same message under a new number.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Mapping

from .record import Message
from .stored import Stored, role_of


class Left:
    """The rows of one session that a reading does not name."""

    def __init__(self, rows: Mapping[int, Stored], copied: Collection[int]) -> None:
        """`rows` by code; `copied` are numbers of rows that stand elsewhere too.

        Such a row goes to its copies, and is not another message under a new number.
        """
        self._rows = {row.n: row for row in rows.values()}
        self._codes = {row.n: own for own, row in rows.items()}
        self._copied = set(copied)
        self._by_code = dict(rows)
        self._by_words: defaultdict[tuple[int, str], deque[Stored]] = defaultdict(deque)
        for row in sorted(rows.values(), key=lambda row: row.seq):
            if row.n not in self._copied:
                self._by_words[row.role, row.text].append(row)

    def rows(self) -> list[Stored]:
        """What nobody took."""
        return list(self._rows.values())

    def code(self, row: Stored) -> int:
        """The name that a row had."""
        return self._codes[row.n]

    def joined(self, n: int) -> None:
        """A row got a copy."""
        self._copied.add(n)

    def take(self, own: int, message: Message) -> Stored | None:
        """The row that is this message, which it then is no longer left."""
        row = self._by_code.get(own)
        if row is None or not self._is_free(row):
            waiting = self._by_words[role_of(message), message.text]
            alike = [row for row in waiting if self._is_free(row)]
            same_time = (row for row in alike if row.at == message.at)
            row = next(same_time, alike[0] if alike else None)
        if row is not None:
            del self._rows[row.n]
            self._by_words[row.role, row.text].remove(row)
        return row

    def _is_free(self, row: Stored) -> bool:
        return row.n in self._rows and row.n not in self._copied
