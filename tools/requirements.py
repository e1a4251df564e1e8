"""Which promises of docs/requirements.md does no test and no benchmark prove?

A test proves a promise by naming its number (`R46`, or a run such as `R23-R27`) in its docstring.
Only docstrings of tests, of test classes and of benchmark functions count: a number in a comment
or in a header proves nothing. Stated limits (kind L) need no proof.

    python3 tools/requirements.py            the promises that nothing proves
    python3 tools/requirements.py --all      every promise, and where it is proved
    python3 tools/requirements.py --strict   exit 1 while one is unproved
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"\| R(\d+) \| ([PDML]) \| (\S.*) \|")
NUMBERS = re.compile(r"\bR(\d{1,3})(?:[-–]R?(\d{1,3}))?\b")
LIMIT = "L"


@dataclass(frozen=True, slots=True)
class Promise:
    """One row of the list: its number, its kind (one of P D M L) and its words."""

    number: int
    kind: str
    words: str


def promises(root: Path = ROOT) -> list[Promise]:
    """The rows of docs/requirements.md, in their order."""
    text = (root / "docs" / "requirements.md").read_text(encoding="utf-8")
    found = (ROW.fullmatch(line) for line in text.splitlines())
    return [Promise(int(row[1]), row[2], row[3]) for row in found if row]


def numbers_in(text: str) -> set[int]:
    """The promise numbers that a text names; `R23-R27` names five."""
    found: set[int] = set()
    for first, last in NUMBERS.findall(text):
        found.update(range(int(first), int(last or first) + 1))
    return found


def proofs(root: Path = ROOT) -> dict[int, list[str]]:
    """Promise number -> the tests and benchmarks that name it, as `path::name`, sorted."""
    found: dict[int, list[str]] = {}
    for folder in ("tests", "bench"):
        for path in sorted((root / folder).rglob("*.py")):
            for name, docstring in docstrings(path, is_bench=folder == "bench"):
                for number in numbers_in(docstring):
                    place = f"{path.relative_to(root).as_posix()}::{name}"
                    found.setdefault(number, []).append(place)
    return found


def docstrings(path: Path, *, is_bench: bool = False) -> Iterator[tuple[str, str]]:
    """Name and docstring of each test, or in a benchmark of each function and class."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if is_bench or node.name.lower().startswith("test"):
            yield node.name, ast.get_docstring(node) or ""


def report(root: Path = ROOT, *, everything: bool = False) -> tuple[list[str], int]:
    """The lines to print, and how many promises nothing proves."""
    proved, rows = proofs(root), promises(root)
    needed = [row for row in rows if row.kind != LIMIT]
    unproved = [row for row in needed if row.number not in proved]
    lines: list[str] = []
    for row in rows if everything else unproved:
        lines.append(f"R{row.number} {row.kind} {row.words}")
        lines.extend(_places(row, proved) if everything else [])
    for number in sorted(proved.keys() - {row.number for row in rows}):
        lines.append(f"R{number} is no promise of docs/requirements.md: {proved[number][0]}")
    done = len(needed) - len(unproved)
    lines.append(f"{done} of {len(needed)} promises are proved, {len(unproved)} are not")
    return lines, len(unproved)


def _places(row: Promise, proved: dict[int, list[str]]) -> list[str]:
    nothing = "a stated limit" if row.kind == LIMIT else "NOTHING"
    return [f"      {place}" for place in proved.get(row.number, [nothing])]


def main(argv: list[str]) -> int:
    """Print the report; exit 1 under `--strict` while something is unproved, 2 on a bad call."""
    if not set(argv) <= {"--all", "--strict"}:
        print(__doc__, file=sys.stderr)
        return 2
    lines, unproved = report(everything="--all" in argv)
    print("\n".join(lines))
    return 1 if "--strict" in argv and unproved else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
