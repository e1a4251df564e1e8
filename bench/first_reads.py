"""The first read of a history: how fast, in what memory, how much in the way of a conversation.

first_read    beside parsing every line, and beside putting the words into plain FTS5
lateness      heartbeats of another thread meanwhile
first_answer  how long until something of a large history is found
"""

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from histories import Made, Size, claude
from measured import NOW, Row, adapter, at, cpu, opened, tell
from other_histories import codex, grok
from stores import engine

BATCH = 500  # messages in a transaction of plain FTS5
BEAT = 0.001  # seconds


def first_read(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Parse every line; read and keep nothing; index; plain FTS5. In MB/s of the history."""
    home = folder / "claude"
    made = claude(home, Size(bytes=options.megabytes * 1_000_000), seed=options.seed)
    mega = made.bytes / 1e6
    yield from _about(made)
    tell(f"first read of {mega:.0f} MB")
    reader, tokens = adapter("claude", home), engine("text.words").TOKENIZE
    parsing = cpu(lambda: _parse(home))
    yield Row("json.loads every line, do nothing", mega / parsing, "MB/s")
    reading = cpu(lambda: _read(reader))
    yield Row(
        "read, clean, keep nothing", mega / reading, "MB/s", _times(reading, parsing, "parsing")
    )
    path = folder / "first" / "sessions.db"
    found = _child("index", home, path, options)
    with closing(sqlite3.connect(path)) as db:
        texts = [text for (text,) in db.execute("SELECT text FROM message ORDER BY n")]
    kept = sum(len(text.encode()) for text in texts)
    plain = cpu(lambda: _plain(folder / "plain.db", texts, tokens))
    yield Row(
        "insert the kept text into plain FTS5", mega / plain, "MB/s", f"{kept / 1e6:.1f} MB of text"
    )
    whole = found["cpu"]
    beside = f"{_times(whole, parsing, 'parsing')}, {_times(whole, plain, 'plain FTS5')}"
    yield Row("index, all of it", mega / whole, "MB/s", beside)
    yield Row("index, a message", 1e6 * whole / max(1, len(texts)), "us")
    yield Row("first hit after, wall time", found["first"], "s", "at full speed")
    yield Row("memory above the interpreter", found["memory"], "MB")
    size = path.stat().st_size
    yield Row("index size", size / 1e6, "MB", f"{size / kept:.2f} x the kept text")


def other_agents(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Parse every line, and read and keep nothing, of the other agents that write lines."""
    for agent, make in (("codex", codex), ("grok", grok)):
        home = folder / agent
        made = make(home, Size(bytes=options.megabytes * 250_000), seed=options.seed)
        reader, mega = adapter(agent, home), made.bytes / 1e6
        parsing, reading = cpu(partial(_parse, home)), cpu(partial(_read, reader))
        beside = f"{_times(reading, parsing, 'parsing')}; {mega:.0f} MB"
        yield Row(f"{agent}: read, clean, keep nothing", mega / reading, "MB/s", beside)


def _about(made: Made) -> Iterator[Row]:
    shares = ", ".join(f"{kind} {share} %" for kind, share in made.shares().items())
    yield Row("history of Claude Code", made.bytes / 1e6, "MB", shares)
    yield Row("messages in it", made.messages, "", f"{made.sessions} sessions")


def _times(mine: float, other: float, name: str) -> str:
    return f"{mine / other:.2f} x the time of {name}"


def _parse(home: Path) -> None:
    for path in home.rglob("*.jsonl"):
        with path.open("rb") as lines:
            for line in lines:
                json.loads(line)


class _Unknown:
    """The marks of an index that knows nothing."""

    def get(self, unit: str) -> None:
        """None of them."""

    def all(self) -> dict[str, str]:
        """None of them."""
        return {}


def _read(reader: Any) -> None:
    for unit in reader.scan(_Unknown(), cursor="", full=True, pulse=lambda: None).changed:
        reader.read(unit, "", lambda: None)


def _plain(path: Path, texts: list[str], tokens: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL").close()
        db.execute("PRAGMA synchronous=NORMAL").close()
        db.execute(f"CREATE VIRTUAL TABLE f USING fts5(t, tokenize='{tokens}')").close()
        for start in range(0, len(texts), BATCH):
            db.execute("BEGIN").close()
            db.executemany("INSERT INTO f VALUES (?)", [(t,) for t in texts[start : start + BATCH]])
            db.execute("COMMIT").close()


# In a process of their own, so that memory and pauses are theirs alone.


def _child(part: str, home: Path, path: Path, options: argparse.Namespace) -> dict[str, float]:
    path.parent.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).with_name("index.py")
    asked = [sys.executable, str(script), "--part", part, "--home", str(home), "--db", str(path)]
    asked += ["--seconds", str(options.seconds)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def _index_part(home: Path, path: Path) -> dict[str, float]:
    """Read a history into a new index."""
    reader = adapter("claude", home)
    with opened(path) as index:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        waiting = _First(path, reader)
        used = cpu(lambda: index.refresh([reader], now=NOW, progress=waiting.look))
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"cpu": used - waiting.cost, "memory": (after - before) / 1024, "first": waiting.after}


class _First:
    """Waits for the first hit: something said in the newest session."""

    def __init__(self, path: Path, reader: Any) -> None:
        newest = reader.scan(_Unknown(), cursor="", full=True, pulse=lambda: None).changed[0]
        said = reader.read(newest, "", lambda: None).messages[-1].text
        self._path, self._began = path, time.perf_counter()
        self._query = engine("text.words").query(said[:200])
        self.after, self.cost = 0.0, 0.0

    def look(self, *_: object) -> None:
        """Look, where nothing was found before."""
        began = time.process_time()
        if not self.after and self.found():
            self.after = time.perf_counter() - self._began
        self.cost += time.process_time() - began

    def found(self) -> bool:
        """Whether there is a hit now."""
        kind = engine("sessions.index").SessionIndex
        with kind.open(self._path, readonly=True) as index:
            return bool(index.search(self._query, limit=1))


def _late_part(home: Path, path: Path, seconds: float) -> dict[str, float]:
    """How late a thread wakes that sleeps a millisecond, alone and while another one indexes."""
    alone = _beats(lambda: time.sleep(min(3.0, seconds)))
    share = engine("sessions.refresher").SHARE
    until = time.monotonic() + seconds

    def work() -> None:
        with opened(path) as index:
            stop = lambda: time.monotonic() > until  # noqa: E731
            index.refresh([adapter("claude", home)], now=NOW, share=share, stop=stop)

    busy = _beats(work)
    names = ("p50", "p99", "max")
    parts = (0.5, 0.99, 1.0)
    found = {f"alone {n}": at(alone, p) for n, p in zip(names, parts, strict=True)}
    return found | {f"busy {n}": at(busy, p) for n, p in zip(names, parts, strict=True)}


def _beats(work: Callable[[], None]) -> list[float]:
    """Milliseconds by which each beat came late, while `work` runs in another thread."""
    thread = threading.Thread(target=work)
    thread.start()
    late: list[float] = []
    while thread.is_alive():
        asked = time.perf_counter()
        time.sleep(BEAT)
        late.append((time.perf_counter() - asked - BEAT) * 1000)
    return late or [0.0]


def lateness(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Heartbeats in the conversation's thread while the index is built in the background."""
    tell("lateness")
    found = _child("late", folder / "claude", folder / "late" / "sessions.db", options)
    for name in ("p50", "p99", "max"):
        beside = f"{found[f'alone {name}']:.2f} ms without indexing"
        yield Row(
            f"foreground lateness while indexing, {name}", found[f"busy {name}"], "ms", beside
        )


def first_answer(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """From the first look at a large history to a hit in its newest session, in the background."""
    home = folder / "large"
    tell(f"a history of {options.first} MB")
    made = claude(home, Size(bytes=options.first * 1_000_000), seed=options.seed)
    found = _child("first", home, folder / "large.db" / "sessions.db", options)
    beside = f"{made.bytes / 1e6:.0f} MB, at a quarter of a core"
    yield Row("first useful answer, wall time", found["first"], "s", beside)


def part_of(options: argparse.Namespace) -> dict[str, float]:
    """What a process of its own measures."""
    home, path = Path(options.home), Path(options.db)
    if options.part == "late":
        return _late_part(home, path, options.seconds)
    return _index_part(home, path) if options.part == "index" else _first_part(home, path)


def _first_part(home: Path, path: Path) -> dict[str, float]:
    reader = adapter("claude", home)
    with opened(path) as index:
        waiting = _First(path, reader)
        share = engine("sessions.refresher").SHARE
        index.refresh(
            [reader], now=NOW, share=share, progress=waiting.look, stop=lambda: waiting.after > 0
        )
    return {"first": waiting.after}
