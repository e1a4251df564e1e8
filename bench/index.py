"""How fast is a history read into the index, and kept fresh?

    python3 bench/index.py --megabytes 200 --sizes 10000,100000 --json index.json

A history of Claude Code is read once, beside parsing every line of it and beside putting its words
into a plain FTS5 table; one of Hermes grows turn by turn; thousands of files do not change. All
times are processor time of one process unless they say otherwise: where others use the machine,
that is the truer one. bench/README.md says what each row means; RESULTS.md holds rows of commits.
"""

import argparse
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from first_reads import first_answer, first_read, lateness, other_agents, part_of
from measured import Row, tell
from refreshes import refreshed, unchanged


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure everything in a throw-away folder."""
    rows: list[Row] = []
    about = surroundings(options)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        parts = [first_read, other_agents, lateness, unchanged, refreshed]
        for part in [*parts, first_answer] if options.first else parts:
            for row in part(folder, options):
                tell(row.line())
                rows.append(row)
    return {
        "surroundings": about | {"load at the end": _load()},
        "rows": [asdict(row) | {"line": row.line()} for row in rows],
    }


def surroundings(options: argparse.Namespace) -> dict[str, str]:
    """What a row must name to be compared: command, data, commit, machine."""
    asked = [
        "git",
        "-C",
        str(Path(__file__).parent),
        "describe",
        "--always",
        "--dirty",
        "--exclude",
        "*",
    ]
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return {
        "command": " ".join(["bench/index.py", *sys.argv[1:]]),
        "data": f"invented, seed {options.seed}",
        "commit": commit or "unknown",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} shared cores",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load": _load(),
    }


def _load() -> str:
    return " ".join(f"{each:.1f}" for each in os.getloadavg())


def parsed(argv: list[str] | None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="index.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--megabytes", type=int, default=200, help="of the history that is read once"
    )
    parser.add_argument(
        "--sizes", default="10000,100000", help="messages of Hermes, rising; 1000000 takes an hour"
    )
    parser.add_argument("--turns", type=int, default=500, help="turns that are added at each size")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--files", type=int, default=5000, help="that do not change")
    parser.add_argument(
        "--first", type=int, default=0, help="MB of a history to wait for a first answer from"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="of indexing under heartbeats")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where to make the histories")
    parser.add_argument("--json", type=Path, help="write everything there, too")
    for name in ("--part", "--home", "--db"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    options.sizes = sorted(int(size) for size in str(options.sizes).split(",") if size)
    return options


def main(argv: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    options = parsed(argv)
    if options.part:
        print(json.dumps(part_of(options)))
        return 0
    found = run(options)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print("\n".join(f"{name}: {value}" for name, value in found["surroundings"].items()))
    print("\n| what | value | beside |\n|---|---|---|")
    print("\n".join(row["line"] for row in found["rows"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
