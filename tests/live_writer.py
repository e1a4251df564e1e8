"""One agent at work, as a process of its own: `python live_writer.py AGENT HOME CONTROL [RELEASE]`.

It writes half of its history, waits for the file CONTROL/go, and writes the rest; every run writes
the same bytes. Files are appended to in pieces, as a reader meets a program in the middle of a
line. A writer of state.db waits a second for a lock, as the host does, and not once more: an error
ends the process.
"""

import random
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from session_fixtures import ClaudeFile, HermesState

ROUNDS = 160  # records, or so
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]
Acts = Generator[object, None, None]


class Dice(random.Random):
    """Words of a person who plants trees."""

    def words(self) -> str:
        """A sentence."""
        return " ".join(self.choices(WORDS, k=self.randint(3, 9)))


def in_pieces(kind: Any) -> Any:
    """The same fixture, that writes each record in two pieces."""

    class Pieces(kind):
        def raw(self, data: bytes) -> None:
            half = len(data) // 2
            for piece in (data[:half], data[half:]):
                super().raw(piece)
                time.sleep(0.0005)

    return Pieces


def claude(home: Path, dice: Dice, release: str) -> Acts:
    """Claude Code: turns, tools, going back, a fork, names."""
    make = in_pieces(ClaudeFile)
    chats = [make(home, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{n:04d}") for n in range(3)]
    before: dict[str, str | None] = {}
    while True:
        chat = dice.choice(chats)
        before[chat.session] = chat.tip
        yield chat.prompt(dice.words())
        yield chat.tool("ls", "output " * 300)
        yield chat.answer(dice.words())
        if dice.random() < 0.2:
            chat.tip = before[chat.session]
        if dice.random() < 0.1:
            yield chat.title(dice.words())


def codex(home: Path, dice: Dice, release: str) -> Acts:
    """Codex: turns, tools, a compaction, turns taken back."""
    make = in_pieces(CodexFile)
    chats = [make(home, release=r, number=n) for n, r in enumerate(("0.55", "0.150", "0.171"), 1)]
    while True:
        chat = dice.choice(chats)
        yield chat.prompt(dice.words())
        yield chat.tool("ls", "output " * 300)
        yield chat.answer(dice.words())
        if dice.random() < 0.1:
            yield chat.compact(dice.words())
        elif dice.random() < 0.2:
            yield chat.rollback(1)


def grok(home: Path, dice: Dice, release: str) -> Acts:
    """Grok: turns in pieces, tools, rewinds, forks, names, a move to another folder."""
    make = in_pieces(GrokSession)
    chats = [make(home, f"01a22cd1-e2f5-7b02-be47-f3374248{n:04d}") for n in range(3)]
    while True:
        chat = dice.choice(chats)
        yield chat.prompt([dice.words(), dice.words()])
        yield chat.answer(dice.words(), dice.words(), dice.words())
        yield chat.tool("ls", "output " * 300)
        yield chat.answer(dice.words())
        yield chat.done()
        if dice.random() < 0.2:
            yield chat.rewind(dice.randint(0, chat.index))
        if dice.random() < 0.2:
            yield chat.summary(generated_title=dice.words())
        if dice.random() < 0.1:
            yield chat.move(dice.choice(["/work/parser", "/work/garden"]))
        if dice.random() < 0.1 and len(chats) < 6:
            name = f"01a22cd1-e2f5-7b02-be47-f3374248{len(chats):04d}"
            chats.append(chat.fork(name))
            yield name


def hermes(home: Path, dice: Dice, release: str) -> Acts:
    """Hermes: turns, tools, an undo, a compaction, a deleted session."""
    state = HermesState(home / "state.db", release=release)
    state.db.execute("PRAGMA busy_timeout=1000")
    talks = [state.session(f"talk{number}") for number in range(3)]
    while True:
        talk = dice.choice(talks)
        first, _ = state.turn(talk, dice.words(), dice.words())
        yield first
        yield state.call(talk, "terminal", "output " * 300)
        yield state.say(talk, "assistant", dice.words())
        if dice.random() < 0.2:
            yield state.undo(talk, first)
        if dice.random() < 0.1:
            yield state.update("sessions", talk, title=dice.words())
        if dice.random() < 0.1 and release != "0.13":
            yield state.compact(talk)
        if dice.random() < 0.05:
            yield state.delete(talk)
            yield state.session(talk)


WRITERS = {"claude": claude, "codex": codex, "grok": grok, "hermes": hermes}


def main(agent: str, home: str, control: str, release: str = "0.19") -> None:
    """Write one history to its end."""
    acts = WRITERS[agent](Path(home), Dice(agent), release)
    for number in range(ROUNDS):
        if number == ROUNDS // 2:
            (Path(control) / f"half-{agent}").touch()
            while not (Path(control) / "go").exists():
                time.sleep(0.002)
        next(acts)
        time.sleep(0.002)
    acts.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
