"""Does recall keep silent where it has nothing to say, and speak where it has?

    python3 bench/silence.py                                   our own sets, the half published
    python3 bench/silence.py --half tune                       the half that the floor is chosen on
    python3 bench/silence.py --data ../shared/bench/data       and those sets, where they are there
    python3 bench/silence.py --floor low                       at another setting
    python3 bench/silence.py --plug mine.py                   with one more ranking (plug.py)

Every store is asked its own questions, the questions of every other store, whose answers it does
not hold, and prompts that ask for nothing (data/silent.txt). It *speaks* where a turn would get
anything at all. An answer is *kept* where the session that answers is among what a turn gets, of
those that the best five of the same search hold. Sessions are written as files,
read by the real refresh, and asked through the function that a turn uses.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import homes
import plugged
import sets
from spoken import Home
from stores import engine

CHATTER = 400  # sessions beside our own that answer nothing
MOST = 250  # questions of one set asked of a store, its own or another's
SHARED = ("locomo", "realtalk", "beam100k")
TALK = "talk"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the sessions that answer it, by the names they have in their store."""

    text: str
    sessions: frozenset[str]
    kind: str


@dataclass(frozen=True, slots=True)
class Store:
    """Sessions that one home holds, and the questions they answer."""

    name: str
    sessions: list[dict[str, Any]]
    questions: list[Asked]


def own(half: str) -> Iterator[Store]:
    """The coding sessions among chatter; the talk in nine languages."""
    code, about_code = sets.read("code.txt", "code")
    talk, about_talk = sets.read("languages.txt", "")
    for name, held, questions in (
        ("code", [*code, *sets.chatter(CHATTER)], about_code),
        (TALK, talk, about_talk),
    ):
        chosen = [q for q in questions if half in ("both", q.half)]
        yield Store(name, held, [Asked(q.text, frozenset({q.session}), q.kind) for q in chosen])


def shared(data: Path, half: str) -> Iterator[Store]:
    """The sets of `data`, each pooled into one store."""
    for name in SHARED:
        if not (data / name).exists():
            print(f"{name}: not in {data}, left out", file=sys.stderr)
            continue
        for stack in homes.stacks(data, f"{name}-pooled", half):
            yield Store(
                name,
                [_talk(each) for each in stack.sessions],
                [
                    Asked(q["text"], frozenset("/".join(s) for s in q["sessions"]), name)
                    for q in stack.questions[:MOST]
                ],
            )


def _talk(session: Mapping[str, Any]) -> dict[str, Any]:
    turns = [{**turn, "id": "/".join(turn["name"])} for turn in session["turns"]]
    return {"id": "/".join(session["name"]), "time": session["time"], "turns": turns}


@dataclass(slots=True)
class Count:
    """How many of how many."""

    some: int = 0
    total: int = 0

    def add(self, happened: bool) -> None:
        """One more."""
        self.some += happened
        self.total += 1

    def __str__(self) -> str:
        return f"{100 * self.some / self.total:.1f} % of {self.total}" if self.total else "-"


Table = dict[tuple[str, str], Count]


def measured(stores: list[Store], half: str, floor: str, folder: Path) -> Table:
    """(store, what was asked) -> how often; `kept KIND`, `speaks KIND`, `speaks others`."""
    table: Table = defaultdict(Count)
    quiet = [
        (f"speaks {kind}", text)
        for kind, prompts in sets.silent().items()
        for text in prompts
        if half in ("both", sets.half(text))
    ]
    for store in stores:
        print(f"{store.name}: {len(store.sessions)} sessions", file=sys.stderr)
        home = Home(folder / store.name, store.sessions, recall_floor=floor)
        for asked in store.questions:
            best = home.found(asked.text)
            table[store.name, f"any@1 {asked.kind}"].add(_holds(asked, home, best[:1]))
            table[store.name, f"any@5 {asked.kind}"].add(_holds(asked, home, best))
            if _holds(asked, home, best):
                heard = home.spoken(asked.text)
                table[store.name, f"kept {asked.kind}"].add(_holds(asked, home, heard))
        others = [q.text for other in stores if other is not store for q in other.questions]
        for what, text in [*(("speaks others", text) for text in others), *quiet]:
            table[store.name, what].add(bool(home.spoken(text)))
    return table


def _holds(asked: Asked, home: Home, hits: Iterable[str]) -> bool:
    return bool(asked.sessions & home.sessions_of(hits))


def lines(table: Table) -> Iterable[str]:
    """The table, a store a line, and the sums."""
    stores = list(dict.fromkeys(store for store, _ in table))
    whats = ("kept", "speaks others", "speaks unrelated", "speaks small", "speaks instruct")
    yield f"| store | {' | '.join(whats)} |"
    yield f"|{'---|' * (len(whats) + 1)}"
    for store in [*stores, "all"]:
        cells = [_sum(table, store, what) for what in whats]
        yield f"| {store} | {' | '.join(map(str, cells))} |"
    yield ""
    yield "| questions | any@1 | any@5 | kept |"
    yield "|---|---|---|---|"
    for store, kind in dict.fromkeys(
        (store, what[6:]) for store, what in table if what.startswith("any@5 ")
    ):
        cells = [str(table[store, f"{what} {kind}"]) for what in ("any@1", "any@5", "kept")]
        yield f"| {kind} | {' | '.join(cells)} |"


def _sum(table: Table, store: str, what: str) -> Count:
    found = [
        count
        for (name, key), count in table.items()
        if store in ("all", name) and (key == what or key.startswith(f"{what} "))
    ]
    return Count(sum(c.some for c in found), sum(c.total for c in found))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=("tune", "report", "both"), default="report")
    parser.add_argument("--floor", choices=("low", "normal", "high"), default="normal")
    parser.add_argument("--data", type=Path, help="the sets that are not ours")
    parser.add_argument("--plug", type=Path, help="a file with one more ranking (plug.py)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.plug:
        engine("recall.plug").use(plugged.load(args.plug))
    stores = [*own(args.half), *(shared(args.data, args.half) if args.data else ())]
    with tempfile.TemporaryDirectory() as folder:
        table = measured(stores, args.half, args.floor, Path(folder))
    if args.json:
        rows = {f"{store}: {what}": [c.some, c.total] for (store, what), c in table.items()}
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for line in lines(table):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
