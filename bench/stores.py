"""The stores that are measured side by side, behind one small interface.

    Ours           the brain: every claim with its source, its quote and its place in the chain
    Plain          one FTS5 table in SQLite with the same text and the same durability, and no more
    Holographic    the store and retriever of Hermes' bundled memory provider, where it is installed

`fill` takes many claims as fast as the store can, `add` one as a turn would.
"""

import importlib
import importlib.util
import sqlite3
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from claims import Claim

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "agent_si_bench_engine"
LIMIT = 20
BATCH = 500


class Store(Protocol):
    """What is asked of each."""

    name: str
    path: Path

    def fill(self, claims: Iterable[Claim]) -> None:
        """Keep many claims."""

    def add(self, claim: Claim) -> None:
        """Keep one claim, durably."""

    def search(self, text: str) -> int:
        """How many of at most `LIMIT` hits there are."""

    def close(self) -> None:
        """Close the file."""


def engine(name: str) -> Any:
    """A module of vendor/, loaded by path under an invented name."""
    if ENGINE not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            ENGINE,
            ROOT / "vendor" / "__init__.py",
            submodule_search_locations=[str(ROOT / "vendor")],
        )
        assert spec is not None
        assert spec.loader is not None
        sys.modules[ENGINE] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[ENGINE])
    return importlib.import_module(f"{ENGINE}.{name}")


def now() -> datetime:
    """The clock of a brain."""
    return datetime.now(UTC)


class Ours:
    """The brain, as `brain_remember` writes to it: a source, then a claim that quotes it."""

    name = "agent-si"

    def __init__(self, folder: Path) -> None:
        """A new brain in an empty folder."""
        self.folder = folder
        self._packet = engine("brain.packet").Packet
        self._words = engine("text.words")
        self.brain = self.opened()
        self.brain.first_policy(engine("brain.policy").default_toml("Alex"))
        self.path = self.brain.path

    def opened(self) -> Any:
        """The same brain, opened once more."""
        return engine("brain.brain").Brain.open(self.folder, clock=now, create=True)

    def fill(self, claims: Iterable[Claim]) -> None:
        """In transactions of `BATCH` claims."""
        packets: list[Any] = []
        for claim in claims:
            packets += self._packets(claim)
            if len(packets) >= 2 * BATCH:
                self.brain.submit(*packets)
                packets = []
        self.brain.submit(*packets)

    def add(self, claim: Claim) -> None:
        """Two packets, one transaction."""
        self.brain.submit(*self._packets(claim))

    def search(self, text: str) -> int:
        """The whole road: the question is read, every hit is filled in."""
        return len(self.brain.search(self._words.query(text), limit=LIMIT))

    def close(self) -> None:
        """Close the file."""
        self.brain.close()

    def _packets(self, claim: Claim) -> list[Any]:
        source = {
            "op": "add_source",
            "kind": "message",
            "author": "principal",
            "locator": f"hermes:20270104_080000_bench{claim.number // 40:05}:{claim.number}",
            "text": claim.message,
            "start": 0,
            "cleaner": 1,
            "occurred_at": claim.said_at,
        }
        first = self._packet("hermesuser", (source,))
        row = {
            "op": "claim",
            "key": claim.key,
            "value": claim.value,
            "statement": claim.statement,
            "citations": [{"source": first.row(0), "quote": claim.quote}],
        }
        return [first, self._packet("hermes", (row,))]


class Plain:
    """One FTS5 table and nothing else: the least that could find the same text again."""

    name = "plain FTS5"
    PUT = "INSERT INTO fact (name, words, message) VALUES (:name, :words, :message)"
    SEARCH = """
    SELECT rowid, name, words, message FROM fact WHERE fact MATCH :match
    ORDER BY bm25(fact, 2.0, 1.0), rowid LIMIT :limit
    """

    def __init__(self, folder: Path) -> None:
        """A new table, with the tokenizer, journal and durability of the brain."""
        self.path = folder / "plain.db"
        self._words = engine("text.words")
        self._db = sqlite3.connect(self.path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=DELETE").fetchall()
        self._db.execute("PRAGMA synchronous=EXTRA").fetchall()
        tokenize = self._words.TOKENIZE
        self._db.execute(
            "CREATE VIRTUAL TABLE fact USING fts5"
            f"(name, words, message UNINDEXED, tokenize='{tokenize}')"
        )

    def fill(self, claims: Iterable[Claim]) -> None:
        """In one transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(self.PUT, map(self._row, claims))
        self._db.execute("COMMIT")

    def add(self, claim: Claim) -> None:
        """One transaction."""
        self._db.execute(self.PUT, self._row(claim))

    def search(self, text: str) -> int:
        """The same words in the same expression as the brain asks."""
        match = self._words.match(self._words.query(text))
        if not match:
            return 0
        return len(self._db.execute(self.SEARCH, {"match": match, "limit": LIMIT}).fetchall())

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _row(self, claim: Claim) -> dict[str, str]:
        words = self._words.indexed(f"{claim.value}\n{claim.statement}\n{claim.quote}")
        return {"name": claim.key, "words": words, "message": claim.message}


class Holographic:
    """MemoryStore and FactRetriever of `plugins.memory.holographic`, driven as its tool does."""

    name = "holographic"

    def __init__(self, folder: Path) -> None:
        """A new store.

        Raises:
            ImportError: this Python has no Hermes.
        """
        package = "plugins.memory.holographic"
        store = importlib.import_module(f"{package}.store")
        retrieval = importlib.import_module(f"{package}.retrieval")
        if importlib.import_module(f"{package}.holographic")._HAS_NUMPY:
            self.name = "holographic with numpy"
        self.path = folder / "holographic.db"
        self._store = store.MemoryStore(db_path=self.path)
        self._retriever = retrieval.FactRetriever(store=self._store)

    def fill(self, claims: Iterable[Claim]) -> None:
        """It commits each statement by itself, so only without waiting for the disk."""
        before = self._store._conn.execute("PRAGMA synchronous").fetchall()[0][0]
        self._store._conn.execute("PRAGMA synchronous=OFF")
        for claim in claims:
            self.add(claim)
        self._store._conn.execute(f"PRAGMA synchronous={before}")

    def add(self, claim: Claim) -> None:
        """One fact: the sentence and the message it came from, the key as its tag."""
        self._store.add_fact(f"{claim.statement}\n{claim.message}", "general", claim.key)

    def search(self, text: str) -> int:
        """As its tool's `search`."""
        return len(self._retriever.search(text, limit=LIMIT))

    def close(self) -> None:
        """Close the file."""
        self._store.close()
