"""`check --drill`: attacks on a copy of this very store, and what became of each.

The copy is in a private folder that is gone afterwards; the live files are only read.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..brain.brain import FILE
from ..recall import drill, drill_stage
from ..recall.drill import Outcome
from .surroundings import Surroundings, counted

COLUMNS = ("tried", "refused", "silent", "as data", "leaked")


def add(parser: argparse.ArgumentParser) -> None:
    """The flag."""
    parser.add_argument(
        "--drill",
        action="store_true",
        help="attack a copy of this store and show what came through; exit code 1 when any did",
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Copy, attack, tell; 1 when an attack came through."""
    begun = time.monotonic()
    memory = here.memory()
    if not (memory.settings.brain / FILE).exists():
        raise FileNotFoundError(memory.settings.no_brain)
    outcomes = list[Outcome]()
    with tempfile.TemporaryDirectory(prefix="agent-si-drill-") as folder:
        stage = drill_stage.built(memory, Path(folder))
        if not args.json:
            here.say(f"{'attack':26}" + "".join(f"{name:>9}" for name in COLUMNS))
        for outcome in drill.attacks(stage):
            outcomes.append(outcome)
            if not args.json:
                here.say(_row(outcome))
    seconds = time.monotonic() - begun
    is_well = all(outcome.held for outcome in outcomes)
    if args.json:
        told = {"ok": is_well, "seconds": round(seconds, 2), "notes": list(stage.notes)}
        here.say(json.dumps(told | {"attacks": [_as_dict(each) for each in outcomes]}))
    else:
        for line in (*stage.notes, *_lines(outcomes, seconds)):
            here.say(line)
    return 0 if is_well else 1


def _lines(outcomes: Sequence[Outcome], seconds: float) -> Iterator[str]:
    yield from (f"{each.name}: {line}" for each in outcomes for line in each.leaked)
    tried = counted(sum(each.tried for each in outcomes), "attack")
    if leaks := sum(len(each.leaked) for each in outcomes):
        yield f"NOT OK: of {tried} on a copy of this store {leaks} came through"
    else:
        yield f"OK: {tried} on a copy of this store, none came through"
    yield f"{seconds:.1f} s; the copy is gone, and nothing of yours was written to"


def _row(outcome: Outcome) -> str:
    if outcome.skipped:
        return f"{outcome.name:26}  not tried: {outcome.skipped}"
    counts = (outcome.tried, outcome.refused, outcome.silent, outcome.as_data, len(outcome.leaked))
    return f"{outcome.name:26}" + "".join(f"{count:>9}" for count in counts)


def _as_dict(outcome: Outcome) -> dict[str, object]:
    return {
        "attack": outcome.name,
        "tried": outcome.tried,
        "refused": outcome.refused,
        "silent": outcome.silent,
        "as_data": outcome.as_data,
        "leaked": outcome.leaked,
        "not_tried": outcome.skipped,
    }
