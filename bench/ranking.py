"""How well does the search of sessions rank, beside FTS5's own bm25 over the same words?

    python3 bench/ranking.py --data ../shared/bench/data locomo-pooled beam500k

Only the engine is asked (`vendor/sessions/find.py`), not the whole road of a turn. A set is a
folder with `haystacks.jsonl.gz` ({id, sessions: [{id, turns: [{id, role, text}]}]}) and
`questions.jsonl.gz` ({id, haystack, text, answerable, gold_sessions, gold_turns}); `NAME-pooled`
puts all haystacks of a set into one index. The half that is tuned on is asked unless
`--part report` is given. Printed are the share of questions with a right session first, among the
first five, and a right message among the first five, and the processor time of a search.
"""

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from homes import Rows, half, rows
from stores import engine

LIMIT = 20
BM25 = """
SELECT rowid FROM beside WHERE beside MATCH :match ORDER BY bm25(beside, 1.0, 0.25), rowid LIMIT 20
"""
Search = Callable[[str], list[int]]


def loaded(folder: Path, part: str, *, pooled: bool) -> Iterator[tuple[Rows, Rows]]:
    """(sessions of one index, questions to it)."""
    stacks = {each["id"]: each["sessions"] for each in rows(folder / "haystacks.jsonl.gz")}
    asked: defaultdict[str, Rows] = defaultdict(list)
    for each in rows(folder / "questions.jsonl.gz"):
        if each["answerable"] and half(each["id"]) == part:
            stack = each["haystack"]
            each["sessions"] = {(stack, name) for name in each["gold_sessions"]}
            each["turns"] = {(stack, name) for name in each["gold_turns"]}
            asked["" if pooled else stack].append(each)
    for name, questions in asked.items():
        own = stacks if pooled else {name: stacks[name]}
        yield [{**talk, "stack": stack} for stack in own for talk in own[stack]], questions


class Store:
    """One index with all its messages, and the same words in a plain FTS5 table."""

    def __init__(self, folder: Path, sessions: Rows) -> None:
        """Store every turn; a named speaker becomes a person whose words begin with the name."""
        self._index = engine("sessions.index").SessionIndex.open(folder / "sessions.db")
        self.db = self._index._db
        self.words = engine("text.words")
        self._find = engine("sessions.find")
        names: dict[tuple[str, str], tuple[Any, Any]] = {}
        with engine("forgotten").Forgotten.open(folder / "forgotten.db") as forgotten:
            self.db.execute("BEGIN IMMEDIATE")
            for number, talk in enumerate(sessions):
                self._keep(f"s{number}", talk, forgotten, names)
            self._beside()
            self.db.execute("COMMIT")
        found = self.db.execute(
            "SELECT m.n, s.key, m.tail FROM message AS m JOIN session AS s ON s.n = m.session"
        )
        self.names = {n: names[key, str(tail)] for n, key, tail in found}

    def _keep(
        self, key: str, talk: Mapping[str, Any], forgotten: Any, names: dict[Any, Any]
    ) -> None:
        record = engine("sessions.record")
        said = []
        for number, turn in enumerate(talk["turns"]):
            role, text = turn["role"], turn["text"] or "."
            if role not in ("user", "assistant"):
                role, text = "user", f"{role}: {text}"
            said.append(record.Message(str(number), number, role, None, text))
            names[key, str(number)] = ((talk["stack"], talk["id"]), (talk["stack"], turn["id"]))
        reading = record.Reading("read", record.Session(key, "talk"), tuple(said))
        engine("sessions.ingest").keep(self.db, "hermes", key, reading, forgotten)

    def _beside(self) -> None:
        self.db.execute(
            "CREATE VIRTUAL TABLE beside USING fts5("
            f"person, assistant, content='', tokenize='{self.words.TOKENIZE}')"
        )
        for n, role, text in self.db.execute("SELECT n, role, text FROM message").fetchall():
            indexed = self.words.indexed(text)
            columns = ("", indexed) if role else (indexed, "")
            self.db.execute(
                "INSERT INTO beside (rowid, person, assistant) VALUES (?, ?, ?)", (n, *columns)
            )

    def bm25(self, text: str) -> list[int]:
        """Rows by FTS5's own ranking."""
        match = self.words.match(self.words.query(text))
        return [n for (n,) in self.db.execute(BM25, {"match": match})] if match else []

    def ours(self, text: str) -> list[int]:
        """Rows by the search of sessions."""
        query = self.words.query(text)
        every = self._find.Filter()
        found = self._find.search(self.db, query, limit=LIMIT, narrowed=every)
        return [each.n for each in found]

    def close(self) -> None:
        """Close the file."""
        self._index.close()


def measured(folder: Path, part: str, *, pooled: bool) -> dict[str, list[tuple[Any, ...]]]:
    """For each ranking (right session first, among five, right message among five, seconds)."""
    found: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for sessions, questions in loaded(folder, part, pooled=pooled):
        with tempfile.TemporaryDirectory() as name:
            store = Store(Path(name), sessions)
            for question in questions:
                for ranking in (store.bm25, store.ours):
                    began = time.process_time()
                    numbers = ranking(question["text"])
                    took = time.process_time() - began
                    hits = [store.names[n] for n in numbers]
                    talks = list(dict.fromkeys(talk for talk, _ in hits))
                    found[ranking.__name__].append(
                        (
                            bool(question["sessions"] & set(talks[:1])),
                            bool(question["sessions"] & set(talks[:5])),
                            bool(question["turns"] & {turn for _, turn in hits[:5]}),
                            took,
                        )
                    )
            store.close()
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="ranking.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder of the sets")
    parser.add_argument("--part", choices=("tune", "report"), default="tune")
    parser.add_argument("sets", nargs="+", metavar="SET")
    options = parser.parse_args(argv)
    print("| set | ranking | session@1 | session@5 | message@5 | questions | CPU p50, p95 ms |")
    print("|---|---|---|---|---|---|---|")
    for name in options.sets:
        folder = options.data / name.removesuffix("-pooled")
        if not folder.is_dir():
            print(f"there is no {folder}: name the folder of the sets", file=sys.stderr)
            return 2
        every = measured(folder, options.part, pooled=name.endswith("-pooled"))
        for ranking, results in every.items():
            shares = [100 * sum(each[k] for each in results) / len(results) for k in range(3)]
            times = sorted(1000 * each[3] for each in results)
            spent = [times[int(len(times) * part)] for part in (0.5, 0.95)]
            cells = [*(f"{share:.1f}" for share in shares), str(len(results))]
            print(f"| {name} | {ranking} | {' | '.join(cells)} | {spent[0]:.1f}, {spent[1]:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
