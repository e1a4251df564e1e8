"""Random histories of state.db: following it comes to the same as reading it whole."""

import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from index_views import everything
from session_fixtures import RELEASES, HermesState

NOW = datetime(2026, 7, 20, tzinfo=UTC)
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]
HISTORIES = 12  # for each release


class History:
    """One random history of several sessions, and what can happen to it."""

    def __init__(self, home, release, seed):
        self.random = random.Random(seed)
        self.state = HermesState(home / "state.db", release=release)
        self.count = 0
        self.live = []
        self.start()

    def start(self):
        self.count += 1
        self.live.append(self.state.session(f"s{self.count}"))
        self.turn(self.live[-1])

    def child(self):
        self.count += 1
        return f"s{self.count}"

    def sentence(self):
        # Long enough that two messages are the same only when one is a copy.
        return " ".join(self.random.choices(WORDS, k=12))

    def turn(self, session):
        self.state.turn(session, self.sentence(), self.sentence())

    def answer(self, session):
        self.state.say(session, "assistant", self.sentence())

    def tool(self, session):
        self.state.say(session, "user", self.sentence())
        self.state.call(session, "terminal", "output " * 30)
        self.state.say(session, "assistant", self.sentence())

    def group(self, session):
        self.state.say(session, "user", self.sentence(), observed=1)

    def undo(self, session):
        rows = self.state._rows(session)
        asked = [r["id"] for r in rows if r["role"] == "user" and r.get("active", 1)]
        if asked:
            self.state.undo(session, self.random.choice(asked[-3:]))

    def renumber(self, session):
        if all(row.get("active", 1) for row in self.state._rows(session)):
            self.state.renumber(session)

    def compact(self, session):
        if self.state.has("messages", "compacted"):
            self.state.compact(session, kept=self.random.randint(0, 4))
            self.answer(session)

    def split(self, session):
        self.live.remove(session)
        self.live.append(self.state.split(session, self.child(), kept=self.random.randint(1, 4)))
        self.turn(self.live[-1])

    def branch(self, session):
        self.live.append(self.state.branch(session, self.child()))
        self.turn(self.live[-1])

    def rename(self, session):
        self.state.update("sessions", session, title=self.sentence(), archived=1)

    def delete(self, session):
        if len(self.live) > 1:
            self.live.remove(session)
            self.state.delete(session)

    def off(self, session):
        self.state.say(session, "user", self.random.choice(["#off-record", "#on-record now"]))

    def machine(self, session):
        self.count += 1
        self.state.session(f"s{self.count}", source="cron")
        self.turn(f"s{self.count}")

    def step(self):
        if self.random.random() < 0.08:
            self.start()
        act = self.random.choices(*zip(*ACTS, strict=True))[0]
        act(self, self.random.choice(self.live))


ACTS = (
    (History.turn, 20),
    (History.answer, 6),
    (History.tool, 6),
    (History.group, 3),
    (History.undo, 5),
    (History.renumber, 2),
    (History.compact, 4),
    (History.split, 3),
    (History.branch, 3),
    (History.rename, 2),
    (History.delete, 2),
    (History.off, 1),
    (History.machine, 1),
)


@pytest.fixture
def folder(tmp_path):
    """A folder in memory where there is one: many files are made and synced."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as name:
        yield Path(name)


@pytest.mark.parametrize("release", RELEASES)
def test_following_state_db_equals_reading_it_whole(folder, release):
    for seed in range(HISTORIES):
        home = folder / str(seed)
        history = History(home, release, seed)
        with SessionIndex.open(home / "index.db") as index:
            for turn in range(5):
                for _ in range(history.random.randint(1, 6)):
                    history.step()
                    if history.random.random() < 0.5:
                        index.refresh([Hermes(home)], now=NOW, full=False)
                index.refresh([Hermes(home)], now=NOW)
                with SessionIndex.open(home / f"fresh{turn}.db") as other:
                    other.refresh([Hermes(home)], now=NOW)
                    assert everything(index) == everything(other), (seed, turn)
            assert index.check() == []
        history.state.close()
