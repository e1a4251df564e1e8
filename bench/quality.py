"""Does a search bring the session, and the message, that answers a question?

    python3 bench/quality.py --data ../shared/bench/data             the half that is tuned on
    python3 bench/quality.py --data ../shared/bench/data --report    the half that is published

Each haystack of a set is written as session files, indexed by the real refresh, and asked through
`Memory.recall`, the door of `brain_search`. Beside it stands plain FTS5 (plain.py): of its four
rankings the one that is best for the set and the measure. Differences are paired by question; their
intervals are percentiles of 2,000 bootstrap samples. `--keep` leaves the homes for the next run,
which then measures the ranking and not what is read. Every look at the report half is noted in
report_looks.txt. `--ageless` asks the same where not even a tie is broken by age: the guard that
nothing fades; `--plug FILE` with one more ranking (plugged.py).
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import plugged
from homes import Home, Stack, stacks
from plain import NAMES, Plain
from stores import engine

SETS = (
    "locomo", "locomo-pooled", "realtalk", "realtalk-pooled", "beam100k-pooled", "beam500k",
    "memdaily_zh",
)  # fmt: skip
MEASURES = ("any@1", "any@5", "MRR", "message any@5")
LOOKS = Path(__file__).with_name("report_looks.txt")
SAMPLES = 2000
Marks = tuple[float, ...]  # in the order of MEASURES


def marks(sessions: Sequence[object], messages: Sequence[object], gold: Mapping[str, set]) -> Marks:
    """How well one answer did."""
    places = [n for n, each in enumerate(sessions[:10]) if each in gold["sessions"]]
    first = places[0] if places else 99
    said = any(each in gold["turns"] for each in messages[:5])
    return float(first < 1), float(first < 5), 1 / (first + 1) if places else 0.0, float(said)


def measured(data: Path, name: str, part: str, keep: Path) -> Iterator[dict[str, Marks]]:
    """For each question the marks of each ranking, ours under "ours"; "ms" is not a ranking."""
    for stack in stacks(data, name, part):
        home = Home(keep / name / stack.name, stack)
        yield from _asked(home, stack)


def _asked(home: Home, stack: Stack) -> Iterator[dict[str, Marks]]:
    plain = Plain(stack.sessions)
    for question in stack.questions:
        began = time.process_time()
        hits = home.search(question)
        took = 1000 * (time.process_time() - began)
        talks = list(dict.fromkeys(talk for talk, _ in hits))
        found = {
            each: marks(ranked.sessions, ranked.messages, question)
            for each, ranked in plain.search(question["text"]).items()
        }
        yield found | {"ours": marks(talks, [said for _, said in hits], question), "ms": (took,)}
    plain.close()


def best(results: Sequence[Mapping[str, Marks]], measure: int) -> str:
    """The plain ranking with the highest mean."""
    return max(NAMES, key=lambda name: sum(each[name][measure] for each in results))


def interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and between what 95 of 100 means of a new draw lie; in points."""
    draw = random.Random(7)
    size = len(differences)
    means = sorted(sum(draw.choices(differences, k=size)) / size for _ in range(SAMPLES))
    low, high = means[SAMPLES * 25 // 1000], means[SAMPLES * 975 // 1000]
    return 100 * sum(differences) / size, 100 * low, 100 * high


def _row(name: str, results: Sequence[Mapping[str, Marks]]) -> str:
    cells = []
    for k in range(len(MEASURES)):
        ours = 100 * sum(each["ours"][k] for each in results) / len(results)
        rival = best(results, k)
        plain = 100 * sum(each[rival][k] for each in results) / len(results)
        cells.append(f"{plain:.1f} → **{ours:.1f}**")
    times = sorted(each["ms"][0] for each in results)
    spent = [times[int(len(times) * part)] for part in (0.5, 0.95)]
    return f"| {name} | {len(results)} | {' | '.join(cells)} | {spent[0]:.1f} | {spent[1]:.1f} |"


def _noted(report: bool) -> str:
    looks = LOOKS.read_text(encoding="utf-8").splitlines() if LOOKS.exists() else []
    if report:
        asked = " ".join(word for word in sys.argv[1:] if "/" not in word)
        looks.append(f"{datetime.now(UTC):%Y-%m-%d %H:%M} {asked}")
        LOOKS.write_text("\n".join(looks) + "\n", encoding="utf-8")
    return f"The report half was looked at {len(looks)} times."


def main(argv: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="quality.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder of the sets")
    parser.add_argument("--report", action="store_true", help="the half that is published")
    parser.add_argument("--keep", type=Path, help="a folder in which the homes stay")
    parser.add_argument("--ageless", action="store_true", help="use no age at all")
    parser.add_argument("--plug", type=Path, help="a file with one more ranking (plugged.py)")
    parser.add_argument("sets", nargs="*", metavar="SET", help=", ".join(SETS))
    options = parser.parse_args(argv)
    if not options.data.is_dir():
        print(f"skipped: there is no {options.data}; --data names the folder of the sets")
        return 0
    part = "report" if options.report else "tune"
    if options.ageless:
        engine("sessions.weigh").recency = lambda _row: 0
    if options.plug:
        engine("recall.plug").use(plugged.load(options.plug))
    with tempfile.TemporaryDirectory() as own:
        keep = options.keep or Path(own)
        every = {
            name: list(measured(options.data, name, part, keep)) for name in options.sets or SETS
        }
    print(f"Half: {part}. {_noted(options.report)} Best plain FTS5 → ours, in percent.\n")
    print(f"| set | questions | {' | '.join(MEASURES)} | CPU p50 ms | p95 |")
    print(f"|{'---|' * (len(MEASURES) + 4)}")
    for name, results in every.items():
        print(_row(name, results))
    print("\n| over all sets | ours − best plain, points [95 %] |\n|---|---|")
    for k, measure in enumerate(MEASURES):
        pairs = [
            each["ours"][k] - each[rival][k]
            for results in every.values()
            for rival in [best(results, k)]
            for each in results
        ]
        mean, low, high = interval(pairs)
        print(f"| {measure} | {mean:+.1f} [{low:+.1f}, {high:+.1f}] |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
