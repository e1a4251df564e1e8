"""Random histories of transcripts: reading what is new comes to the same as reading everything.

Each history appends in arbitrary cuts, goes back in the conversation, forks, truncates, replaces
and rewrites; after every few steps the index that followed it must equal a new one.
"""

import os
import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.index import SessionIndex
from index_views import everything
from session_fixtures import ClaudeFile

NOW = datetime(2026, 5, 20, tzinfo=UTC)
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]
HISTORIES = 100


class History:
    """One random history of several files, and what can happen to it."""

    def __init__(self, home, seed):
        self.home = home
        self.random = random.Random(seed)
        self.files = []
        self.torn = {}
        self.count = 0
        self.start()

    def start(self):
        self.count += 1
        session = f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{self.count:04d}"
        file = ClaudeFile(self.home, session=session)
        file.seconds = self.count * 1000
        self.files.append(file)
        file.past = []
        self.prompt(file)

    def sentence(self):
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 7)))

    def prompt(self, file):
        file.past.append(file.tip)
        file.prompt(self.sentence())

    def answer(self, file):
        file.answer(self.sentence())

    def tool(self, file):
        file.tool(self.sentence(), "output " * 50)

    def note(self, file):
        file.record("attachment", attachment={"type": "hook", "text": self.sentence()})

    def machine(self, file):
        file.prompt(self.sentence(), entrypoint="sdk-cli")
        file.answer(self.sentence())

    def back(self, file):
        file.tip = self.random.choice(file.past)
        self.prompt(file)

    def sideways(self, file):
        before = file.tip
        file.answer(self.sentence())
        file.tip = before

    def boundary(self, file):
        last, file.tip = file.tip, None
        file.record("system", subtype="compact_boundary", logicalParentUuid=last)

    def title(self, file):
        file.title(self.sentence())

    def summary(self, file):
        file.line({"type": "summary", "summary": self.sentence(), "leafUuid": file.tip})

    def off(self, file):
        file.prompt(self.random.choice(["#off-record please", "#on-record"]))

    def garbage(self, file):
        torn = b'{"type": "user", "uuid": "x", "mess\n'
        file.raw(self.random.choice([b"\0" * 40 + b"\n", b"not json\n", b"\n", torn]))

    def fork(self, file):
        self.settle(file)
        self.count += 1
        try:
            other = file.fork(f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{self.count:04d}")
        except ValueError:
            return  # the file is broken; nothing forks from it
        other.past = list(file.past)
        self.files.append(other)

    def cut(self, file):
        """Stop in the middle of the last record, as a reader meets a writer."""
        data = file.path.read_bytes()
        keep = self.random.randint(max(0, len(data) - 200), len(data))
        self.torn[file.session] = data[keep:]
        os.truncate(file.path, keep)

    def settle(self, file):
        file.raw(self.torn.pop(file.session, b""))

    def truncate(self, file):
        self.torn.pop(file.session, None)
        os.truncate(file.path, self.random.randint(0, file.path.stat().st_size))

    def replace(self, file):
        self.torn.pop(file.session, None)
        lines = file.path.read_bytes().splitlines(keepends=True)
        del lines[self.random.randrange(len(lines) or 1) :]
        aside = file.path.with_suffix(".new")
        aside.write_bytes(b"".join(lines))
        aside.replace(file.path)

    def rewrite(self, file):
        """Other words of the same length in the same place."""
        data = file.path.read_bytes().replace(b"walnut", b"tunlaw", self.random.randint(1, 3))
        stat = file.path.stat()
        file.path.write_bytes(data)
        os.utime(file.path, ns=(stat.st_mtime_ns + 10_000_000, stat.st_mtime_ns + 10_000_000))

    def delete(self, file):
        if len(self.files) > 1:
            self.files.remove(file)
            file.path.unlink()

    def step(self):
        if self.random.random() < 0.04:
            self.start()
        file = self.random.choice(self.files)
        act = self.random.choices(*zip(*ACTS, strict=True))[0]
        if act not in (History.truncate, History.replace, History.delete):
            self.settle(file)
        act(self, file)


ACTS = (
    (History.prompt, 20),
    (History.answer, 20),
    (History.tool, 8),
    (History.note, 5),
    (History.back, 6),
    (History.sideways, 3),
    (History.machine, 2),
    (History.boundary, 2),
    (History.title, 2),
    (History.summary, 1),
    (History.off, 2),
    (History.garbage, 3),
    (History.fork, 2),
    (History.cut, 8),
    (History.truncate, 2),
    (History.replace, 2),
    (History.rewrite, 2),
    (History.delete, 1),
)


@pytest.fixture
def folder(tmp_path):
    """A folder in memory where there is one: hundreds of files are made and synced."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as name:
        yield Path(name)


@pytest.mark.parametrize("block", range(10))
def test_reading_what_is_new_equals_reading_everything(folder, block):
    for seed in range(block * HISTORIES // 10, (block + 1) * HISTORIES // 10):
        home = folder / f"claude{seed}"
        history = History(home, seed)
        adapter = ClaudeCode(home)
        with SessionIndex.open(folder / f"{seed}.db") as index:
            for turn in range(4):
                for _ in range(history.random.randint(1, 12)):
                    history.step()
                index.refresh([adapter], now=NOW)
                fresh = folder / f"{seed}-{turn}.db"
                with SessionIndex.open(fresh) as other:
                    other.refresh([adapter], now=NOW)
                    assert everything(index) == everything(other), (seed, turn)
            assert index.check() == []
