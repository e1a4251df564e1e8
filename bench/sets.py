"""Our own sets: sessions and questions with their answers, read from bench/data.

    code.txt        coding sessions; a question is an identifier, a message, a pasted trace, a wish
    languages.txt   talk in nine languages
    silent.txt      what asks for nothing of the past

`chatter` makes sessions that answer none of them and look much like those that do: other tickets,
settings, paths, traces. Everybody and everything is invented.
"""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"
ROLES = {"U: ": "user", "A: ": "assistant"}
SEED = 6


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the session that answers it, and where it comes from (`code`, `de` …)."""

    text: str
    session: str
    kind: str

    @property
    def half(self) -> str:
        """`tune`: things are chosen on these; `report`: figures are published on these."""
        return half(f"{self.session} {self.text}")


def half(name: str) -> str:
    """Which half a question belongs to, by its name."""
    first = hashlib.sha256(f"half-v1|{name}".encode()).digest()[0]
    return "tune" if first % 2 else "report"


def read(name: str, kind: str) -> tuple[list[dict[str, Any]], list[Question]]:
    """The sessions and questions of a file; `kind` counts until the file names one."""
    sessions: list[dict[str, Any]] = []
    questions: list[tuple[str, str, str]] = []
    last = ""
    for line in _lines(name):
        if line.startswith("# "):
            kind = line[2:]
        elif line.startswith("== "):
            sessions.append({"id": line[3:], "turns": []})
        elif line[:3] in ROLES:
            turns = sessions[-1]["turns"]
            ident = f"{sessions[-1]['id']}/{len(turns)}"
            turns.append({"id": ident, "role": ROLES[line[:3]], "text": line[3:]})
            last = "turn"
        elif line.startswith("Q: "):
            questions.append((line[3:], sessions[-1]["id"], kind))
            last = "question"
        elif last == "turn":
            sessions[-1]["turns"][-1]["text"] += f"\n{line}"
        else:
            text, *rest = questions.pop()
            questions.append((f"{text}\n{line}", *rest))
    return sessions, [Question(*each) for each in questions]


def silent() -> dict[str, list[str]]:
    """Prompts that ask for nothing of the past, by kind."""
    found: dict[str, list[str]] = {}
    kind = ""
    for line in _lines("silent.txt"):
        if line.startswith("# "):
            kind = line[2:]
        elif kind and line:
            found.setdefault(kind, []).append(line)
    return found


def _lines(name: str) -> Iterator[str]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    begins = next(n for n, line in enumerate(lines) if line.startswith(("# ", "== ")))
    return iter(lines[begins:])


def _words(line: str) -> list[str]:
    return line.split()


NOUNS = _words("queue parser cache router ledger mailer tile index socket worker form chart token")
VERBS = _words("fails hangs leaks retries blocks crashes drops loops stalls returns")
FILES = _words("py ts rs go cpp java yaml toml sql sh")
PLACES = _words("core api jobs store views tools net db ui auth")
ERRORS = _words("ValueError KeyError TypeError TimeoutError OSError RuntimeError IndexError")
ASKED = (
    "TCK-{n}: the {noun} {verb} since v{a}.{b}. Look at {place}/{noun}_{other}.{file} first.",
    "Why is {place}.{noun}_{other} at {n}? I want {place}.{noun}_limit at {b}.",
    'Traceback (most recent call last):\n  File "/srv/gull/{place}/{noun}.py", line {b}, in run\n'
    "    {other} = table[{noun}]\n{error}: '{noun}-{n}'",
    "Please rename {noun}_{other} to {other}_{noun} in {place}/{noun}.{file} and run the tests.",
    "The {noun} test test_{noun}_{other} {verb} on the slow machine, commit {hash}.",
    "Write down how the {noun} and the {other} work together in docs/{place}/{noun}.md.",
    "Can the {other} in {place} wait until the {noun} has been released as {a}.{b}.{c}?",
)
ANSWERED = (
    "Done. {place}/{other}.{file} had the {noun} twice; the {error} is gone.",
    "It was set in {place}/{noun}.{file} by {hash}; I put {noun}_{other} back to {b}.",
    "The {noun} waits for the {other} now, with a test test_{other}_{noun}.",
    "I changed the {noun}; the exit code is {c} where the {other} {verb}.",
)


def chatter(count: int) -> list[dict[str, Any]]:
    """`count` sessions of four turns, the same every time."""
    chance = random.Random(SEED)
    sessions = []
    for number in range(count):
        name = f"chatter{number}"
        turns = [
            {
                "id": f"{name}/{place}",
                "role": "assistant" if place % 2 else "user",
                "text": _filled(chance, ANSWERED if place % 2 else ASKED),
            }
            for place in range(4)
        ]
        sessions.append({"id": name, "turns": turns})
    return sessions


def _filled(chance: random.Random, patterns: tuple[str, ...]) -> str:
    noun, other = chance.sample(NOUNS, 2)
    return chance.choice(patterns).format(
        noun=noun,
        other=other,
        verb=chance.choice(VERBS),
        file=chance.choice(FILES),
        place=chance.choice(PLACES),
        error=chance.choice(ERRORS),
        hash=f"{chance.getrandbits(40):010x}",
        n=chance.randrange(1000, 9999),
        a=chance.randrange(1, 9),
        b=chance.randrange(10, 99),
        c=chance.randrange(1, 9),
    )
