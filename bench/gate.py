"""How long does the gate take in a long conversation, and on text made to be slow?

    python3 bench/gate.py --sizes 1000,5000,10000,20000

For each size a Hermes record with one conversation of that many messages is made (half typed,
half answered, six kinds of sentences), and three things are timed there: reading the conversation
(`sessions/running.read_running`), finding a quote in it (`text/quote.resolve`: said last, said
first, never said) and a whole `brain_remember`, from the tool call to its result. Then texts that
repeat one piece are judged at two lengths; their rows say how much longer twice the text takes.

Wall and CPU time both; where others use the machine, CPU time is the truer one. Times in
milliseconds. bench/GATE.md holds the rows of commits.
"""

import argparse
import importlib.util
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NAME = "agent_si"
SESSION = "20261130_120000_long"
TALK = (
    "the team met on Monday and looked at ovens, prices and the road to mill {}",
    "Please send the {} invoices to the accountant before lunch, she waits for them.",
    "- buy flour\n- call the bank about loan {}\n- **ask** the landlord",
    "Can you tell me what the oven number {} costs in winter?",
    "Wir treffen uns am Dienstag um {} Uhr in der Backstube am Fluss.",
    "我们星期二在河边的面包房见面，号码是 {}。",
)
FIRST = "we rent the old mill in the valley from the first of June"
LAST = "the second oven stands in the yard behind the mill"
NEVER = "the third oven stands in the attic above the shop"
PIECES = ("a", "not ", "Dana: ok ", "in my novel ", "if ", "said ", "**a** ", "> ", "- a\n", "“a")
CLAIMS = ("Alex, ", "by Alex ", "the decision was ", "it was decided by ", "he ", "—", "李明")


def engine() -> ModuleType:
    """The plugin's engine under an invented package name, as tools/brain.py loads it."""
    package = ModuleType(NAME)
    package.__path__ = [str(ROOT)]
    sys.modules[NAME] = package
    vendor = ROOT / "vendor"
    spec = importlib.util.spec_from_file_location(
        f"{NAME}.vendor", vendor / "__init__.py", submodule_search_locations=[str(vendor)]
    )
    if spec is None or spec.loader is None:
        raise SystemExit("vendor/ is not beside bench/")
    module = importlib.util.module_from_spec(spec)
    sys.modules[f"{NAME}.vendor"] = module
    spec.loader.exec_module(module)
    sys.path.insert(0, str(ROOT / "tests"))
    return module


def timed(call: Callable[[], object], runs: int) -> tuple[float, float, float, float]:
    """p50 and p95 of the wall time, then of the CPU time, in milliseconds."""
    walls, cpus = [], []
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    return (*_middle_and_high(walls), *_middle_and_high(cpus))


def _middle_and_high(times: list[float]) -> tuple[float, float]:
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def row(messages: int, what: str, times: tuple[float, float, float, float]) -> None:
    """Print a row of the table."""
    cells = " | ".join(f"{cell:.1f}" for cell in times)
    print(f"| {messages} | {what} | {cells} |", flush=True)


def say(messages: int, home: Path) -> Any:
    """A home whose record holds one conversation of so many messages."""
    world = import_module("world").World(home, principal="Alex")
    state = world.state
    state.session(SESSION, source="cli")
    state.db.execute("BEGIN")
    state.turn(SESSION, FIRST, "Noted.")
    for number in range(messages // 2 - 2):
        text = TALK[number % len(TALK)].format(number)
        state.turn(SESSION, text, f"Ok, number {number} it is.")
    state.turn(SESSION, LAST, "Ok.")
    state.db.execute("COMMIT")
    return world


def measure(messages: int, runs: int) -> None:
    """The rows of one size."""
    running = import_module(f"{NAME}.vendor.sessions.running")
    quote = import_module(f"{NAME}.vendor.text.quote")
    conversation = import_module(f"{NAME}.vendor.recall.conversation").Conversation(SESSION, "cli")
    with tempfile.TemporaryDirectory() as folder:
        world = say(messages, Path(folder))
        state_db = world.home / "state.db"
        row(messages, "read", timed(lambda: running.read_running(state_db, SESSION), runs))
        read = running.read_running(state_db, SESSION)
        typed = [message.typed for message in read.typed]

        def find(words: str) -> Callable[[], None]:
            def asked() -> None:
                with suppress(quote.QuoteRefused):
                    quote.resolve(words, typed, foreign=read.assistant)

            return asked

        for what, words in (("said first", FIRST), ("said last", LAST), ("never said", NEVER)):
            row(messages, f"resolve, {what}", timed(find(words), runs))
        toolset = import_module(f"{NAME}.vendor.recall.toolset")
        count = iter(range(10_000))

        def remember() -> None:
            args = {"fact": f"An oven stands in the yard, {next(count)}.", "quote": LAST}
            answer = toolset.call(world.memory, "brain_remember", args, conversation)
            if not answer.get("kept"):
                raise SystemExit(f"not kept: {answer}")

        row(messages, "brain_remember", timed(remember, runs))
        world.state.close()


def hostile(runs: int) -> None:
    """How much longer twice a text takes that repeats one piece."""
    quote = import_module(f"{NAME}.vendor.text.quote")
    attribution = import_module(f"{NAME}.vendor.text.attribution")

    def judged(text: str) -> Callable[[], None]:
        def asked() -> None:
            with suppress(quote.QuoteRefused):
                quote.resolve(FIRST, [quote.typed_message("m", f"{text} {FIRST}")])

        return asked

    for piece in PIECES:
        _doubled(
            f"message of {piece!r}",
            lambda size, p=piece: judged(p * (size // len(p))),
            90_000,
            runs,
        )
    for piece in CLAIMS:
        _doubled(
            f"claim of {piece!r}",
            lambda size, p=piece: lambda: attribution.needs_own_words(p * (size // len(p)), "Alex"),
            20_000,
            runs,
        )


def _doubled(what: str, of: Callable[[int], Callable[[], object]], size: int, runs: int) -> None:
    small, large = (timed(of(length), runs)[2] for length in (size, 2 * size))
    print(f"| {what} | {size} | {small:.1f} | {large:.1f} | {large / max(small, 0.01):.2f} |")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="1000,5000,10000,20000", help="messages, with commas")
    parser.add_argument("--runs", type=int, default=15, help="calls of each kind")
    args = parser.parse_args()
    engine()
    today = datetime.now(UTC).date()
    print(
        f"{today}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"{platform.machine()}\n"
    )
    print("| messages | what | p50 | p95 | cpu p50 | cpu p95 |\n|---|---|---|---|---|---|")
    for size in args.sizes.split(","):
        measure(int(size), args.runs)
    print("\n| text | characters | cpu p50 | twice as long | times |\n|---|---|---|---|---|")
    hostile(max(3, args.runs // 3))


if __name__ == "__main__":
    main()
