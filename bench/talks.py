"""What does it cost a search to weigh messages with their sessions, in a large index?

    python3 bench/talks.py --messages 300000 --session 40,5000

An index is filled in bulk for each length of a session (in messages), and asked questions of up to
120 characters, made as the messages are. Printed is the processor time of a whole search and of
its session step: reading how long the sessions are and counting the words in them.
"""

import argparse
import sqlite3
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from histories import Speaker
from measured import Row, at, cpu, opened, tell
from stores import engine

STEP = 20_000  # messages of one transaction


def filled(path: Path, messages: int, each: int, speaker: Speaker) -> None:
    """Store sessions of `each` messages, a person and the assistant by turns."""
    record, keep = engine("sessions.record"), engine("sessions.ingest").keep
    said = [speaker.said() for _ in range(STEP)]
    forgotten_path = path.with_name("forgotten.db")
    with opened(path) as index, engine("forgotten").Forgotten.open(forgotten_path) as forgotten:
        db: sqlite3.Connection = index._db
        for begin in range(0, messages, each):
            if db.in_transaction and begin // STEP != (begin - each) // STEP:
                db.execute("COMMIT")
                tell(f"{begin} messages")
            if not db.in_transaction:
                db.execute("BEGIN IMMEDIATE")
            turns = tuple(
                record.Message(
                    str(n), n, ("user", "assistant")[n % 2], None, _text(said, begin + n)
                )
                for n in range(min(each, messages - begin))
            )
            name = f"s{begin}"
            reading = record.Reading("read", record.Session(name, "talk"), turns)
            keep(db, "hermes", name, reading, forgotten)
        db.execute("COMMIT")


def _text(said: list[str], n: int) -> str:
    """A message whose beginning and end come from different ones: no two are the same."""
    first, second = said[n % STEP], said[(n * 7 + n // STEP) % STEP]
    return f"{first[: len(first) // 2]} {n} {second[len(second) // 2 :]}"


def asked(path: Path, speaker: Speaker, questions: int, label: str) -> list[Row]:
    """The whole search and its session step."""
    weigh, words, find = (
        engine(name) for name in ("sessions.weigh", "text.words", "sessions.find")
    )
    spent: list[float] = []
    kind = weigh._Talks

    def timed(*args: Any) -> Any:
        made: list[Any] = []
        spent.append(1000 * cpu(lambda: made.append(kind(*args))))
        return made[0]

    weigh._Talks = timed
    whole: list[float] = []
    with closing(opened(path)) as index:
        for _ in range(questions):
            query = words.query(speaker.said()[:120])
            if words.match(query):
                every = find.Filter()
                ask = partial(find.search, index._db, query, limit=40, narrowed=every)
                whole.append(1000 * cpu(ask))
    weigh._Talks = kind
    return [
        Row(f"{label}: {what}, p50", at(times, 0.5), "ms", f"p95 {at(times, 0.95):.1f} ms")
        for what, times in (("search", whole), ("session step", spent))
    ]


def main(argv: list[str] | None = None) -> int:
    """Measure, print the rows, and return the exit code."""
    parser = argparse.ArgumentParser(prog="talks.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--messages", type=int, default=300_000)
    parser.add_argument("--session", default="40,5000", help="messages of a session")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where to make the index")
    options = parser.parse_args(argv)
    print("| what | value | beside |\n|---|---|---|")
    for each in map(int, options.session.split(",")):
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            path = Path(folder) / "sessions.db"
            speaker = Speaker(7)
            filled(path, options.messages, each, speaker)
            label = f"{options.messages} messages, {each} a session"
            for row in asked(path, speaker, options.questions, label):
                print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
