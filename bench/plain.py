"""What plain FTS5 answers: the baselines that the quality of recall is compared with.

Four rankings over the same texts: messages by every word (unicode61), messages by stemmed words
without stop words, whole sessions likewise, and the reciprocal rank fusion of the latter two.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NAMES = ("messages", "messages, stemmed", "sessions, stemmed", "fused")
_STOP = """
    a about above after again all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each few for from
    further get got had has have having he her here hers herself him himself his how i if in
    into is it its itself just me more most my myself no nor not now of off on once only or
    other our ours ourselves out over own perhaps please s same she should so some such t
    than that the their theirs them themselves then there these they this those through to
    too under until up us very was we were what when where which while who whom why will
    with would you your yours yourself yourselves ve ll re d m don didn doesn isn wasn tell
    told know remind recall remember mention mentioned ever many much
"""
STOP = frozenset(_STOP.split())
MOST = 1000
K = 60


@dataclass(frozen=True, slots=True)
class Ranked:
    """Sessions and messages, best first."""

    sessions: list[Any]
    messages: list[Any]


class Plain:
    """The texts of one store in three FTS5 tables in memory."""

    def __init__(self, sessions: Iterable[Mapping[str, Any]]) -> None:
        """`sessions`: {"name", "turns": [{"name", "text", …}]}, names hashable."""
        self._db = sqlite3.connect(":memory:")
        for table, how in (("bare", "unicode61"), ("m", "porter unicode61"), ("s", "porter")):
            self._db.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(x, tokenize='{how}')")
        self._sessions: list[Any] = []
        self._messages: list[tuple[Any, int]] = []
        for talk in sessions:
            for turn in talk["turns"]:
                for table in ("bare", "m"):
                    self._put(table, turn["text"])
                self._messages.append((turn["name"], len(self._sessions)))
            self._put("s", "\n".join(turn["text"] for turn in talk["turns"]))
            self._sessions.append(talk["name"])

    def _put(self, table: str, text: str) -> None:
        self._db.execute(f"INSERT INTO {table} (x) VALUES (?)", (text,))  # noqa: S608

    def _rows(self, table: str, words: Sequence[str]) -> list[int]:
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in words)
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rank, rowid LIMIT {MOST}"  # noqa: S608
        return [n - 1 for (n,) in self._db.execute(sql, (match,))]

    def search(self, text: str) -> dict[str, Ranked]:
        """Each baseline's answer."""
        every = list(dict.fromkeys(re.findall(r"\w+", text.lower())))
        asked = [word for word in every if word not in STOP] or every
        bare, stemmed, whole = (
            self._rows("bare", every),
            self._rows("m", asked),
            self._rows("s", asked),
        )
        by_message = self._of(stemmed)
        score: dict[int, float] = {}
        for ranking in (by_message, whole):
            for rank, n in enumerate(ranking, 1):
                score[n] = score.get(n, 0.0) + 1 / (K + rank)
        fused = sorted(score, key=lambda n: (-score[n], n))
        messages = [self._messages[n][0] for n in stemmed]
        answers = (
            (self._of(bare), [self._messages[n][0] for n in bare]),
            (by_message, messages),
            (whole, []),
            (fused, messages),
        )
        return {
            name: Ranked([self._sessions[n] for n in found], said)
            for name, (found, said) in zip(NAMES, answers, strict=True)
        }

    def _of(self, messages: Iterable[int]) -> list[int]:
        return list(dict.fromkeys(self._messages[n][1] for n in messages))

    def close(self) -> None:
        """Close the tables."""
        self._db.close()
