"""The brain under kills, crowds, full disks and power cuts: what was acknowledged is there.

    python3 tools/soak.py kill --rounds 300     kill -9 a writer at a random moment
    python3 tools/soak.py crowd --seconds 60    two writers and two readers at once
    python3 tools/soak.py crash --states 600    every state a power cut may leave (needs strace)
    python3 tools/soak.py disk --steps 40       a disk that is full a few bytes later each time

Each prints one line of figures and exits 0, or names what was lost and exits 1. --seed repeats a
run. bench/RELIABILITY.md has the figures.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

from brain import NAME, load

WRITERS, READERS = 2, 2
SHARED = 0.2  # of the packets of a crowd both writers submit


class Lost(Exception):
    """A promise was broken; the sentence says which."""


def door():
    """The class Brain of the engine beside this script."""
    load()
    return import_module(f"{NAME}.brain.brain").Brain


class Clock:
    """A clock that moves on by a second each time."""

    def __init__(self):
        self.now = datetime(2026, 5, 1, 9, tzinfo=UTC)

    def __call__(self):
        """Now."""
        self.now += timedelta(seconds=1)
        return self.now


def opened(folder: Path):
    """A brain in a folder, made with a policy where there is none."""
    brain = door().open(folder, clock=Clock(), create=True)
    policy = import_module(f"{NAME}.brain.policy")
    brain.first_policy(policy.default_toml(""))
    return brain


def pair(name: str):
    """What one `brain_remember` submits: a message and a claim of it, named by `name`."""
    packet = import_module(f"{NAME}.brain.packet").Packet
    text = f"The lamp {name} is blue and it stays blue all day long, says everybody who saw it"
    source = {
        "op": "add_source",
        "kind": "message",
        "author": "principal",
        "locator": f"hermes:soak:{name}",
        "text": text,
    }
    first = packet("hermesuser", (source,), id=str(uuid.uuid5(uuid.NAMESPACE_OID, f"s{name}")))
    claim = {
        "op": "claim",
        "key": f"lamp.{name}",
        "value": "blue",
        "statement": f"lamp {name}: blue",
        "citations": [{"source": first.row(0), "quote": text}],
    }
    second = packet("hermes", (claim,), id=str(uuid.uuid5(uuid.NAMESPACE_OID, f"c{name}")))
    return first, second


def kept(brain) -> set[str]:
    """The names of the pairs that are in the brain."""
    every = brain.keys()
    return {key.name.removeprefix("lamp.") for key in every}


def proved(brain, acknowledged: set[str], possible: set[str]) -> set[str]:
    """The names in the brain, once everything has been looked at."""
    problems = [str(each) for each in brain.check() if not each.warning]
    if problems or brain.trouble:
        raise Lost(f"the brain is not whole: {brain.trouble} {problems[:3]}")
    names = kept(brain)
    if lost := acknowledged - names:
        raise Lost(f"acknowledged and not there: {sorted(lost)[:5]}")
    if strange := names - possible:
        raise Lost(f"there and never submitted: {sorted(strange)[:5]}")
    counts = brain.stats()
    if counts["packets"] != 1 + 2 * len(names) or counts["claims"] != len(names):
        raise Lost(f"a part of a pair or a double: {counts}")
    return names


def child(run, *args) -> int:
    """Run something in a forked child; returns its process id."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        run(*args)
        code = 0
    except BaseException as error:  # noqa: BLE001 - the child has no other way to tell
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


# --- kill ---


def write_for_ever(folder: Path, names: str, pipe: int) -> None:
    """Submit pairs and tell each through the pipe, until killed."""
    with opened(folder) as brain:
        for number in range(1_000_000):
            brain.submit(*pair(f"{names}_{number}"))
            os.write(pipe, f"{names}_{number}\n".encode())


def kill(args, dice: random.Random) -> str:
    """Kill a writer at random moments; the next one goes on in the same brain."""
    total, journals, whole = 0, 0, 0
    with tempfile.TemporaryDirectory() as home:
        for number in range(args.rounds):
            folder = Path(home) / f"brain{number // 10}"
            if number % 10 == 0:
                acknowledged: set[str] = set()
                possible: set[str] = set()
            names = f"r{number}"
            reader, writer = os.pipe()
            pid = child(write_for_ever, folder, names, writer)
            os.close(writer)
            time.sleep(dice.uniform(0.02, 0.4))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            with os.fdopen(reader) as told:
                fresh = [line.strip() for line in told if line.endswith("\n")]
            acknowledged |= set(fresh)
            possible |= {*fresh, f"{names}_{len(fresh)}"}
            journals += (folder / "brain.db-journal").exists()
            with opened(folder) as brain:
                whole = len(proved(brain, acknowledged, possible))
            total += len(fresh)
            if number % 10 == 9:
                shutil.rmtree(folder)
    return (
        f"{args.rounds} kills, {total} pairs acknowledged, {journals} journals left behind, "
        f"0 lost, 0 partial, chain whole (last brain: {whole} pairs)"
    )


# --- crowd ---


def crowd_writer(folder: Path, number: int, until: float, report: Path) -> None:
    """Submit pairs, some of them the other writer's too, until it is time."""
    took, names = [], []
    with opened(folder) as brain:
        step = 0
        while time.monotonic() < until:
            name = f"both_{step}" if step % 5 == 0 else f"w{number}_{step}"
            begun = time.monotonic()
            brain.submit(*pair(name))
            took.append(time.monotonic() - begun)
            names.append(name)
            step += 1
    report.write_text(json.dumps({"took": took, "names": names}), encoding="utf-8")


def crowd_reader(folder: Path, number: int, until: float, report: Path) -> None:
    """Search and read until it is time; what is read is whole each time."""
    words = import_module(f"{NAME}.text.words")
    took = []
    with door().open(folder, clock=Clock(), readonly=True) as brain:
        while time.monotonic() < until:
            begun = time.monotonic()
            for hit in brain.search(words.query("blue lamp"), limit=5):
                fact = brain.fact(hit.id)
                if fact is None or fact.claims[0].quote not in fact.claims[0].source.text:
                    raise Lost(f"{hit.id} was read in part")
            took.append(time.monotonic() - begun)
            time.sleep(0.005)
    report.write_text(json.dumps({"took": took}), encoding="utf-8")


def crowd(args, dice: random.Random) -> str:
    """Writers and readers at once: nothing lost, doubled, or refused for a lock."""
    with tempfile.TemporaryDirectory() as home:
        folder, reports = Path(home) / "brain", []
        opened(folder).close()
        until, pids = time.monotonic() + args.seconds, []
        for run, count in ((crowd_writer, WRITERS), (crowd_reader, READERS)):
            for number in range(count):
                reports.append(Path(home) / f"{run.__name__}{number}")
                pids.append(child(run, folder, number, until, reports[-1]))
        codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
        if any(codes):
            raise Lost(f"a writer or reader failed: exit codes {codes}")
        told = [json.loads(report.read_text(encoding="utf-8")) for report in reports]
        names = {name for each in told for name in each.get("names", ())}
        with opened(folder) as brain:
            proved(brain, names, names)
    wrote = sorted(each for report in told[:WRITERS] for each in report["took"])
    read = sorted(each for report in told[WRITERS:] for each in report["took"])
    return (
        f"{args.seconds:g} s, {len(wrote)} submits, {len(names)} pairs, {len(read)} reads, "
        f"0 lost, 0 doubled, 0 refused for a lock; submit {spread(wrote)}; read {spread(read)}"
    )


def spread(seconds: list[float]) -> str:
    """Median, 99th and worst, in milliseconds."""
    marks = (seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.99)], seconds[-1])
    return "p50 {:.1f} p99 {:.1f} max {:.0f} ms".format(*(1000 * each for each in marks))


# --- disk ---


def fill(folder: Path, room: int, report: Path) -> None:
    """Submit with room for so many bytes more in any file; then with room again."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    refused = import_module(f"{NAME}.brain.errors").NotWritten
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with opened(folder) as brain:
        before, outcome = kept(brain), "taken"
        names = {f"big_{room}_{number}" for number in range(8)}
        ready = [packet for name in sorted(names) for packet in pair(name)]
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            brain.submit(*ready)
        except refused:
            outcome = "refused"
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        after = kept(brain)
        if after != (before if outcome == "refused" else before | names):
            raise Lost(f"a part of a refused packet is there: {sorted(after - before)}")
        brain.submit(*pair(f"next_{room}"))
        proved(brain, after | {f"next_{room}"}, after | {f"next_{room}"})
    report.write_text(outcome, encoding="utf-8")


def disk(args, dice: random.Random) -> str:
    """A disk that is full after ever more bytes: a whole refusal, and the next packet is fine."""
    outcomes = []
    with tempfile.TemporaryDirectory() as home:
        folder, report = Path(home) / "brain", Path(home) / "report"
        opened(folder).close()
        for number in range(args.steps):
            size = (folder / "brain.db").stat().st_size
            room = dice.randrange(512, size + 60_000)
            pid = child(fill, folder, room, report)
            if os.waitpid(pid, 0)[1]:
                raise Lost(f"step {number}: the child failed with room for {room} bytes")
            outcomes.append(report.read_text(encoding="utf-8"))
    refused = outcomes.count("refused")
    if not refused:
        raise Lost("no packet met a full disk: take more steps")
    return f"{len(outcomes)} packets, {refused} met a full disk: each refused whole, the next taken"


# --- crash ---


def crash(args, dice: random.Random) -> str:
    """States that a power cut may leave, made from a record of every write and sync."""
    import soak_crash

    with tempfile.TemporaryDirectory() as home:
        log = Path(home) / "trace"
        folder = Path(home) / "made"
        words = ["--pairs", str(args.pairs), "--synchronous", args.synchronous]
        soak_crash.record([sys.executable, __file__, "submit", *words, str(folder)], log)
        calls = soak_crash.parse(log, folder)
        seen = {"syncs": sum(call.is_sync for call in calls), "states": 0, "journals": 0}
        for number in range(args.states):
            cut = dice.randrange(len(calls) + 1)
            acknowledged, files = soak_crash.state(calls, cut, dice)
            judged(Path(home) / "state", acknowledged, files)
            seen["states"] += 1
            seen["journals"] += "brain.db-journal" in files
            if number % 100 == 99:
                print(f"{number + 1} states", file=sys.stderr, flush=True)
    return (
        f"{seen['states']} crash states of {len(calls)} calls with {seen['syncs']} syncs, "
        f"{seen['journals']} with a journal: 0 acknowledged lost, 0 partial, chain whole"
    )


def judged(folder: Path, acknowledged: list[str], files: dict[str, bytes]) -> None:
    """Open what the power cut left, and prove it."""
    errors = import_module(f"{NAME}.brain.errors")
    folder.mkdir(mode=0o700)
    try:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        if "brain.db" not in files:
            if acknowledged:
                raise Lost(f"no brain.db, and {len(acknowledged)} pairs were acknowledged")
            return
        pairs = [name for name in acknowledged if name != "policy"]
        with door().open(folder, clock=Clock()) as brain:
            if brain.policy_text():
                proved(brain, set(pairs), {*pairs, f"n{len(pairs)}"})
            elif acknowledged:
                raise Lost("the policy was acknowledged and is not there")
    except (errors.LogDamaged, errors.NotOurFile) as error:
        raise Lost(f"it cannot be opened: {error}") from None
    finally:
        shutil.rmtree(folder)


def submit(args, dice: random.Random) -> str:
    """Make a brain and submit pairs, each acknowledged by a line: what `crash` records."""
    folder = Path(args.folder)
    with opened(folder) as brain:
        if args.synchronous:
            brain._db().execute(f"PRAGMA synchronous={args.synchronous}").close()
        os.write(1, b"ack policy\n")
        for number in range(args.pairs):
            brain.submit(*pair(f"n{number}"))
            os.write(1, f"ack n{number}\n".encode())
    return ""


def main(argv=None) -> int:
    """Run one kind of soak."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=None)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("kill").add_argument("--rounds", type=int, default=20)
    kinds.add_parser("crowd").add_argument("--seconds", type=float, default=5)
    kinds.add_parser("disk").add_argument("--steps", type=int, default=20)
    for name in ("crash", "submit"):
        sub = kinds.add_parser(name)
        sub.add_argument("--pairs", type=int, default=12)
        sub.add_argument("--synchronous", default="", help="another setting, to see it lose")
    kinds.choices["crash"].add_argument("--states", type=int, default=600)
    kinds.choices["submit"].add_argument("folder")
    args = parser.parse_args(argv)
    seed = random.SystemRandom().randrange(10**6) if args.seed is None else args.seed
    load()
    run = {"kill": kill, "crowd": crowd, "disk": disk, "crash": crash, "submit": submit}[args.kind]
    try:
        line = run(args, random.Random(seed))
    except Lost as lost:
        print(f"LOST (seed {seed}): {lost}")
        return 1
    if line:
        print(f"{line} [seed {seed}, SQLite {sqlite3.sqlite_version}]")
    return 0


if __name__ == "__main__":
    sys.exit(main())
