"""What a row is worth as an answer: its own words, who speaks in it, and the session it stands in.

    score = (BM25 of its text + a share of its session's BM25 + a bonus for the speaker asked about)
            × 1.6 where it was said at a time that the question names

A session counts as one document: of each term how many of its messages hold it, beside how long it
is. Rarity is that of messages in both, since it is known; measured, it is better
than that of sessions. BM25 after Robertson and Zaragoza 2009. The constants were swept on one half
of five sets (bench/RESULTS.md).
"""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..text import lazy, words

PERSON, ASSISTANT = 1.0, 0.25
K1, B = 1.2, 0.6
MEAN_SIZE: Final = 500  # characters of a usual message
SHARE: Final = 0.6  # of what a session is worth that each of its messages gets
SESSION_K1, SESSION_B = 3.0, 0.5
SESSION_SIZE: Final = 4_000  # characters of a usual session
SESSION_ASSISTANT: Final = 0.15
WEIGHTS: Final = (PERSON, SESSION_ASSISTANT)
MEASURED: Final = 12  # messages of a session by which its length is told
MOST_READ: Final = 500  # messages of a session that are looked at
ALL_READ: Final = 15_000  # of all sessions together
SPEAKER: Final = 2.0
ASKING: Final = 0.5  # of its rarity that a word of asking keeps: "list", "summary", "kind"
DATED: Final = 0.6  # more, for what was said at a time that the question names
SOON: Final = 0.5  # of it, for what was said soon after: people tell of what has been
SOON_AFTER: Final = 3 * 86_400_000  # ms, or a quarter of the time itself
_SPEAKER = lazy.regex(r"\s*([^\W\d_][^:\n]{0,40}):\s")


Stretch = tuple[int, int]  # ms since 1970, the end not in it


@dataclass(frozen=True, slots=True)
class Entries:
    """The rows that hold one term, as text; `count` of them all, or an estimate.

    `typed`: those of a person and of the assistant that hold it as it was typed, where the others
    hold another form of it. Sessions are weighed by these alone: measured, that is better.
    """

    persons: list[str]
    assistants: list[str]
    count: float
    whole: bool
    typed: tuple[list[str], list[str]] | None = None
    asks: bool = False  # it names the answer wanted, not what it is about

    def rarity(self, rows: int) -> float:
        """What the term weighs where there are so many rows."""
        return rarity(self.count, rows) * (ASKING if self.asks else 1.0)


@dataclass(frozen=True, slots=True)
class Row:
    """A row that may be a hit, with the beginning of its text."""

    n: int
    role: int
    at: int | None
    code: int
    size: int
    session: int
    text: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A row that was found; `parts` are the sums that make its score, by name."""

    n: int
    score: float
    terms: frozenset[str]
    parts: Mapping[str, float] = field(default_factory=dict)


def rarity(count: float, rows: int) -> float:
    """BM25's weight of a term that `count` of the rows hold; above 0 also for the commonest."""
    return math.log1p((max(0, rows - count) + 0.5) / (count + 0.5))


def worth(tf: float, role: int, size: int) -> float:
    """BM25's factor for a term that stands `tf` times in a text of `size` characters."""
    weighed = tf * (ASSISTANT if role else PERSON)
    return weighed * (K1 + 1) / (weighed + K1 * (1 - B + B * size / MEAN_SIZE))


def weigh(
    db: sqlite3.Connection,
    pool: Collection[Row],
    needles: Mapping[str, tuple[str, ...]],
    lists: Mapping[str, Entries],
    rows: int,
    times: Collection[Stretch] = (),
) -> list[Scored]:
    """The rows of the pool, best first; of equal ones the newest."""
    talks = _Talks(db, pool, lists)
    weigher = _Weigher(needles, lists, rows)
    shares = {s: SHARE * talks.score(s, weigher.rarities) for s in talks.holding}
    scored = []
    for row in pool:
        words_, terms = weigher.of(row, talks.terms[row.n])
        parts = {"words": words_, "session": shares.get(row.session, 0.0) if terms else 0.0}
        if speaker := weigher.speaker(row):
            parts["speaker"] = speaker
        if share := _dated(row.at, times):
            parts["time"] = DATED * share * sum(parts.values())
        scored.append((row, Scored(row.n, sum(parts.values()), terms, parts)))
    scored.sort(key=lambda each: (-each[1].score, -recency(each[0]), each[0].code))
    return [each for _, each in scored if each.terms]


def recency(row: Row) -> int:
    """What breaks a tie, and nothing else: bench/quality.py --ageless goes without."""
    return row.at or 0


def _dated(at: int | None, times: Collection[Stretch]) -> float:
    """How well a moment fits the times that are named, 0 to 1."""
    if at is None:
        return 0.0
    if any(begin <= at < end for begin, end in times):
        return 1.0
    soon = any(end <= at < end + max(SOON_AFTER, (end - begin) / 4) for begin, end in times)
    return SOON if soon else 0.0


IN_SESSIONS = """
SELECT j.value, (
    SELECT group_concat(n) FROM (
        SELECT n FROM message INDEXED BY message_place WHERE session = j.value LIMIT :most
    )
), (
    SELECT avg(size) FROM (
        SELECT length(text) AS size FROM message WHERE session = j.value
        ORDER BY seq LIMIT :measured
    )
) FROM json_each(:sessions) AS j
"""


class _Talks:
    """The sessions of a pool: how long they are, and how many messages hold each term."""

    def __init__(
        self, db: sqlite3.Connection, pool: Collection[Row], lists: Mapping[str, Entries]
    ) -> None:
        self._sizes: dict[int, float] = {}
        talk_of: dict[str, int] = {str(row.n): row.session for row in pool}
        sessions = list(dict.fromkeys(row.session for row in pool))
        most = min(MOST_READ, ALL_READ // max(1, len(sessions)))
        values = {"sessions": json.dumps(sessions), "most": most, "measured": MEASURED}
        for session, listed, size in db.execute(IN_SESSIONS, values).fetchall():
            numbers = listed.split(",")
            self._sizes[session] = size * len(numbers)
            talk_of |= dict.fromkeys(numbers, session)
        named = {str(row.n): row.n for row in pool}
        self.terms: dict[int, list[str]] = {row.n: [] for row in pool}
        self.holding: dict[int, dict[str, float]] = {session: {} for session in sessions}
        for label, each in lists.items():
            every = (each.persons, each.assistants)
            for numbers, weight in zip(each.typed or every, WEIGHTS, strict=True):
                for session, count in Counter(map(talk_of.get, numbers)).items():
                    if session is not None:
                        held = self.holding[session]
                        held[label] = held.get(label, 0.0) + weight * count
            for numbers in every:
                for n in named.keys() & numbers:
                    self.terms[named[n]].append(label)

    def score(self, session: int, rarities: Mapping[str, float]) -> float:
        """What a session is worth as one document."""
        length = self._sizes.get(session, 0.0) / SESSION_SIZE
        damping = SESSION_K1 * (1 - SESSION_B + SESSION_B * length)
        return sum(
            rarities[label] * tf * (SESSION_K1 + 1) / (tf + damping)
            for label, tf in self.holding[session].items()
        )


class _Weigher:
    """Ranks rows by their texts."""

    def __init__(
        self, needles: Mapping[str, tuple[str, ...]], lists: Mapping[str, Entries], rows: int
    ) -> None:
        self.rarities = {label: each.rarity(rows) for label, each in lists.items() if each.count}
        self._needles = [(label, needles[label], self.rarities[label]) for label in self.rarities]
        self._unread = {label: needles[label] for label, each in lists.items() if not each.whole}
        self._begins = tuple({needle[0] for _, each, _ in self._needles for needle in each})
        self._asked = frozenset(word for label in self.rarities for word in needles[label])

    def of(self, row: Row, known: Collection[str]) -> tuple[float, frozenset[str]]:
        """What a row's words are worth, and the terms that stand in it.

        `known`: those that a list said.
        """
        counts = words.counted(row.text, self._begins)
        held = {*known, *words.found(self._unread, row.text)} if self._unread else known
        score = 0.0
        for label, needles, weight in self._needles:
            if label in held:
                tf = max(1, min(counts.get(needle, 0) for needle in needles))
                score += weight * worth(tf, row.role, row.size)
        return score, frozenset(held)

    def speaker(self, row: Row) -> float:
        """What it is worth that the words are of somebody the question names ("Mara: …")."""
        named = _SPEAKER.match(row.text) if not row.role else None
        return SPEAKER if named and self._asked.intersection(words.stems(named[1])) else 0.0
