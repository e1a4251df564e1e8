"""How fast is the brain, and how large? Beside plain FTS5 and Hermes' `holographic`, in one run.

    python3 bench/brain.py --sizes 1000,10000 --json brain.json

Each store is filled to a size, then measured there: `add` one claim at a time, `search` with six
kinds of questions, bytes of the file for each claim. Of the brain also `get`, opening, `check`
and `rebuild`. Wall and CPU time both: where others use the machine, CPU time is the truer one.
With a Python that has no Hermes the rows of `holographic` are left out, and a line says so.
bench/README.md says what each row means; RESULTS.md holds the rows of commits.
"""

import argparse
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from claims import Corpus
from stores import Holographic, Ours, Plain, Store

MILLI = 1000.0
STORES: tuple[type[Store], ...] = (Ours, Plain, Holographic)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement. Times in milliseconds, sizes in bytes."""

    store: str
    claims: int
    what: str
    count: int
    p50: float
    p95: float
    cpu_p50: float
    cpu_p95: float

    def line(self) -> str:
        """A row of the table."""
        cells = (self.p50, self.p95, self.cpu_p50, self.cpu_p95)
        times = " | ".join(_short(cell) for cell in cells)
        return f"| {self.store} | {self.claims} | {self.what} | {times} |"


def timed(store: Store, claims: int, what: str, calls: Iterable[Callable[[], object]]) -> Row:
    """Run each call once, and say how long the middle one and the slowest twentieth took."""
    walls, cpus = [], []
    for call in calls:
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append((time.perf_counter() - wall) * MILLI)
        cpus.append((time.process_time() - cpu) * MILLI)
    at = (_at(walls, 0.5), _at(walls, 0.95), _at(cpus, 0.5), _at(cpus, 0.95))
    return Row(store.name, claims, what, len(walls), *at)


def measure(folder: Path, kind: type[Store], options: argparse.Namespace) -> list[Row]:
    """Every row of one store, size after size in the same file."""
    corpus = Corpus(options.seed, options.message)
    store = kind(folder)
    rows: list[Row] = []
    empty = store.path.stat().st_size
    for size in options.sizes:
        tell(f"{store.name}: filling to {size}")
        probes = max(1, min(options.adds, size // 2))
        store.fill(corpus.claims(size - len(corpus.kept) - probes))
        adds = ((lambda claim=claim: store.add(claim)) for claim in corpus.claims(probes))
        rows.append(timed(store, size, "add", adds))
        each = (_bytes(store.path) - empty) / size
        rows.append(Row(store.name, size, "bytes a claim", size, each, each, 0.0, 0.0))
        rows += searches(store, size, corpus, options.questions)
        if isinstance(store, Ours):
            rows += of_the_brain(store, size, corpus, options)
    store.close()
    return rows


def searches(store: Store, size: int, corpus: Corpus, count: int) -> list[Row]:
    """All kinds of questions together, then each kind by itself."""
    asked = corpus.questions(max(1, count // 6))
    every = [text for texts in asked.values() for text in texts]
    for text in every[:: max(1, len(every) // 20)]:
        store.search(text)
    rows = [timed(store, size, "search", _calls(store, every))]
    rows += [
        timed(store, size, f"search: {kind}", _calls(store, texts)) for kind, texts in asked.items()
    ]
    return rows


def of_the_brain(store: Ours, size: int, corpus: Corpus, options: argparse.Namespace) -> list[Row]:
    """What only the brain can do."""
    brain = store.brain
    keys = [claim.key for claim in corpus.kept[:: max(1, size // 200)]]
    rows = [
        timed(store, size, "get a fact", ((lambda key=key: brain.fact(key)) for key in keys)),
        timed(store, size, "open", ((lambda: store.opened().close()) for _ in range(10))),
    ]
    if size <= options.whole:
        tell(f"{store.name}: rebuild and check of {size}")
        rows.append(timed(store, size, "rebuild", [brain.rebuild]))
        rows.append(timed(store, size, "check", [lambda: _healthy(brain.check())]))
    return rows


def _healthy(problems: list[object]) -> None:
    assert not problems, problems[:3]


def _calls(store: Store, texts: Iterable[str]) -> Iterable[Callable[[], object]]:
    return ((lambda text=text: store.search(text)) for text in texts)


def _bytes(path: Path) -> int:
    return sum(each.stat().st_size for each in path.parent.glob(path.name + "*"))


def _at(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}"


def ratios(rows: Iterable[Row], size: int) -> list[str]:
    """The brain's figures as multiples of each other store's, CPU time and bytes."""
    kept = {(row.store, row.what): row for row in rows if row.claims == size}
    others = dict.fromkeys(store for store, _ in kept if store != Ours.name)
    lines = []
    for other in others:
        parts = []
        for what in ("add", "search", "bytes a claim"):
            mine, its = kept[Ours.name, what], kept[other, what]
            name = "p50" if what == "bytes a claim" else "cpu_p50"
            parts.append(f"{what} {getattr(mine, name) / max(getattr(its, name), 1e-9):.2f}")
            if what == "search":
                parts.append(f"search p95 {mine.cpu_p95 / max(its.cpu_p95, 1e-9):.2f}")
        lines.append(f"{size} claims, agent-si / {other}: {', '.join(parts)}")
    return lines


def surroundings(options: argparse.Namespace) -> dict[str, str]:
    """What a row must name to be compared: command, data, commit, machine."""
    return {
        "command": " ".join(["bench/brain.py", *sys.argv[1:]]),
        "data": f"invented, seed {options.seed}, messages of at most {options.message} characters",
        "commit": _commit(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} shared cores",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load": " ".join(f"{each:.1f}" for each in os.getloadavg()),
    }


def _commit() -> str:
    root = Path(__file__).resolve().parent
    asked = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude", "*"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def tell(line: str) -> None:
    """Progress, on stderr."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


def run(options: argparse.Namespace) -> dict[str, object]:
    """Measure every store in a throw-away folder."""
    rows: list[Row] = []
    for kind in STORES:
        with tempfile.TemporaryDirectory() as folder:
            # Hermes' store looks for a home even where it is given a path.
            os.environ["HERMES_HOME"] = folder
            try:
                rows += measure(Path(folder), kind, options)
            except ImportError as missing:
                tell(f"{kind.name} is left out: {missing}")
    return {
        "surroundings": surroundings(options),
        "rows": [asdict(row) for row in rows],
        "ratios": [line for size in options.sizes for line in ratios(rows, size)],
        "lines": [row.line() for row in rows],
    }


def parsed(argv: list[str] | None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="brain.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000", help="claims, rising: 1000,10000,100000")
    parser.add_argument("--message", type=int, default=300, help="characters of a message")
    parser.add_argument("--questions", type=int, default=600)
    parser.add_argument("--adds", type=int, default=200, help="claims added one by one")
    parser.add_argument("--whole", type=int, default=10_000, help="largest size to check whole")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", type=Path, help="write everything there, too")
    options = parser.parse_args(argv)
    options.sizes = sorted(int(size) for size in options.sizes.split(","))
    return options


def main(argv: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    options = parsed(argv)
    found = run(options)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    named: dict[str, str] = dict(found["surroundings"])  # type: ignore[call-overload]
    print("\n".join(f"{name}: {value}" for name, value in named.items()))
    print("\n| store | claims | what | p50 | p95 | CPU p50 | CPU p95 |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(map(str, found["lines"])))  # type: ignore[call-overload]
    print("\n" + "\n".join(map(str, found["ratios"])))  # type: ignore[call-overload]
    return 0


if __name__ == "__main__":
    sys.exit(main())
