"""Does a test prove each pain of docs/pains.md that we say we do not have?

A row is a number, the pain in our own words, and the tests that prove it (`path::name`), each of
which names the number in its docstring (`PEERS 31`, `PEERS 45, 46`); or, in place of tests, a
sentence that begins with "No:" and says what we do not do.

    python3 tools/pains.py           what is wrong with the table; exit 1 when something is
    python3 tools/pains.py --all     every pain, and every test that names it
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from requirements import docstrings

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"\| (\d+) \| (\S.*?) \| (\S.*) \|")
CITED = re.compile(r"\bPEERS ((?:\d+[ ,]*)+)")
TEST = re.compile(r"`(tests/[\w/]+\.py::\w+)`")
NOT_DONE = "No: "


@dataclass(frozen=True, slots=True)
class Pain:
    """One row: its number, the pain, and the cell that says what we do about it."""

    number: int
    words: str
    answer: str

    @property
    def tests(self) -> list[str]:
        """The tests that the row names."""
        return TEST.findall(self.answer)


def pains(root: Path = ROOT) -> list[Pain]:
    """The rows of docs/pains.md, in their order."""
    text = (root / "docs" / "pains.md").read_text(encoding="utf-8")
    found = (ROW.fullmatch(line) for line in text.splitlines())
    return [Pain(int(row[1]), row[2], row[3]) for row in found if row]


def numbers_in(text: str) -> set[int]:
    """The numbers of pains that a docstring names."""
    return {int(each) for run in CITED.findall(text) for each in re.findall(r"\d+", run)}


def proofs(root: Path = ROOT) -> dict[str, set[int]]:
    """Test (`path::name`) -> the pains that it names."""
    found: dict[str, set[int]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        for name, docstring in docstrings(path):
            place = f"{path.relative_to(root).as_posix()}::{name}"
            found.setdefault(place, set()).update(numbers_in(docstring))
    return found


def wrong(root: Path = ROOT) -> list[str]:
    """What does not hold in the table, a line each."""
    known, lines = proofs(root), []
    for row in pains(root):
        if not row.tests and not row.answer.startswith(NOT_DONE):
            lines.append(f"{row.number}: neither a test nor a sentence that begins with {NOT_DONE}")
        for test in row.tests:
            if test not in known:
                lines.append(f"{row.number}: there is no {test}")
            elif row.number not in known[test]:
                lines.append(f"{row.number}: {test} does not name PEERS {row.number}")
    numbers = [row.number for row in pains(root)]
    lines += [f"{n}: more than one row" for n in sorted(set(numbers)) if numbers.count(n) > 1]
    return lines


def main(argv: list[str]) -> int:
    """Print; exit 1 while something is wrong, 2 on a bad call."""
    if not set(argv) <= {"--all"}:
        print(__doc__, file=sys.stderr)
        return 2
    if argv:
        known = proofs()
        for row in pains():
            print(f"{row.number} {row.words}")
            print("".join(f"      {test}\n" for test, held in known.items() if row.number in held))
    lines = wrong()
    print("\n".join(lines) or f"{len(pains())} rows hold")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
