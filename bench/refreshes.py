"""An index that stays fresh: one more turn, many files that did not change, one more condition."""

import argparse
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from histories import Size, Speaker, claude
from measured import NOW, Row, adapter, at, cpu, opened, tell
from other_histories import HermesHistory
from stores import engine


def refreshed(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """One more turn in a history of Hermes, at each size; its merge step apart."""
    home, path = folder / "hermes", folder / "fresh" / "sessions.db"
    path.parent.mkdir()
    speaker = Speaker(options.seed)
    with closing(HermesHistory(home / "state.db", speaker)) as history:
        for size in options.sizes:
            tell(f"Hermes: filling to {size}")
            history.fill(Size(messages=size, bare=True))
            with opened(path) as index:
                index.refresh([adapter("hermes", home)], now=NOW)
            history.session()
            yield from _turns(history, path, home, size, options.turns)
            yield from audience(path, size, speaker, options.questions)


def _turns(history: HermesHistory, path: Path, home: Path, size: int, count: int) -> Iterator[Row]:
    """As the refresher does it, whose index stays open between two turns."""
    whole, merges = [], []
    kept = engine("sessions.kept_open").KeptOpen(path)

    def once() -> None:
        with kept.index() as index:
            index.refresh([adapter("hermes", home)], now=NOW, only=["hermes"], full=False)

    with closing(kept), _MergesTimed() as timed:
        for _ in range(count):
            history.turn(bare=True)
            timed.spent = 0.0
            whole.append((cpu(once) - timed.spent) * 1000)
            merges += [timed.spent * 1000] if timed.spent else []
    p50 = f"p50 {at(whole, 0.5):.2f}, max {max(whole):.2f} ms; the index stays open"
    yield Row(f"{size} messages: refresh after one turn, p99", at(whole, 0.99), "ms", p50)
    if merges:
        p50 = f"p50 {at(merges, 0.5):.2f}, max {max(merges):.2f} ms; {len(merges)} in {count} turns"
        yield Row(f"{size} messages: its merge step, p99", at(merges, 0.99), "ms", p50)


class _MergesTimed:
    """Processor time spent in the merge steps of sweeps, in seconds."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._kind = engine("sessions.sweep").Sweep
        self._merge = self._kind._merge

    def __enter__(self) -> "_MergesTimed":
        def merge(sweep: Any) -> None:
            self.spent += cpu(lambda: self._merge(sweep))

        self._kind._merge = merge
        return self

    def __exit__(self, *_: object) -> None:
        self._kind._merge = self._merge


def audience(path: Path, size: int, speaker: Speaker, count: int) -> Iterator[Row]:
    """The same questions with the audience's filter and without."""
    queries = [engine("text.words").query(speaker.said()[:120]) for _ in range(count)]
    spent = {"with": 0.0, "without": 0.0}
    with opened(path) as index:
        for query in [*queries[:20], *queries]:
            for name, wanted in (("with", ["mine"]), ("without", None)):
                ask = partial(index.search, query, limit=20, audiences=wanted)
                spent[name] += cpu(ask)
    cost = 100 * (spent["with"] / spent["without"] - 1)
    each = f"a question without: {1000 * spent['without'] / (count + 20):.2f} ms"
    yield Row(f"{size} messages: cost of the audience filter", cost, "%", each)


def unchanged(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """A look at many files that are as they were."""
    home, path = folder / "many", folder / "stat" / "sessions.db"
    path.parent.mkdir()
    tell(f"{options.files} files")
    claude(home, Size(sessions=options.files, turns=1, bare=True), seed=options.seed)
    reader = adapter("claude", home)
    with opened(path) as index:
        index.refresh([reader], now=NOW)
        passes = [cpu(lambda: index.refresh([reader], now=NOW)) * 1000 for _ in range(11)]
    beside = f"max {max(passes):.0f} ms of 11"
    yield Row(f"stat-only pass over {options.files} files, p50", at(passes, 0.5), "ms", beside)
