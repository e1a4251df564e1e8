"""Random histories of rollouts: reading what is new comes to the same as reading everything.

Each history appends in arbitrary cuts, rolls turns back, forks, archives, names, truncates,
replaces, rewrites and corrupts; after every few steps the index that followed it must equal a
new one. `AGENT_SI_CODEX_HISTORIES` says how many histories there are.
"""

import os
import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions.adapters import codex_zstd
from agent_si.vendor.sessions.adapters.codex import Codex
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.stored import fetch
from codex_fixtures import RELEASES, CodexFile, RawZstd, index_name
from index_views import everything

NOW = datetime(2026, 5, 20, tzinfo=UTC)
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]
HISTORIES = int(os.environ.get("AGENT_SI_CODEX_HISTORIES", "60"))
SKIPPED = "SELECT name, skipped FROM unit ORDER BY name"


class History:
    """One random history of several threads, and what can happen to it."""

    def __init__(self, home, seed):
        self.home = home
        self.random = random.Random(seed)
        self.files = []
        self.torn = {}
        self.plain = {}
        self.count = 0
        self.deleted = False
        self.start()

    def start(self):
        self.count += 1
        meta = self.random.choice([{}, {}, {}, {}, {"source": "exec"}])
        release = self.random.choice(RELEASES)
        file = CodexFile(self.home, release=release, number=self.count, **meta)
        file.seconds = max([file.seconds, *(other.seconds for other in self.files)])
        self.files.append(file)
        if self.random.random() < 0.8:
            self.prompt(file)

    def sentence(self):
        return " ".join(self.random.choices(WORDS, k=self.random.choice([1, 2, 3, 7])))

    # -- what the program writes ------------------------------------------------------------------

    def prompt(self, file):
        file.prompt(self.sentence(), pictures=self.random.choice([0, 0, 0, 1]))

    def picture(self, file):
        file.prompt("", pictures=1)

    def answer(self, file):
        file.answer(self.sentence())

    def half(self, file):
        """An item without its event, or an event without its item."""
        act = self.random.choice([file.prompt, file.answer, file.event])
        if act == file.event:
            file.event(self.random.choice(["user", "assistant"]), self.sentence())
        else:
            act(self.sentence(), event=False)

    def fragment(self, file):
        file.item("user", f"<new-fragment>{self.sentence()}", kinds=["generic.new"])

    def tool(self, file):
        command = self.random.choice(["ls", f"codex exec '{self.sentence()}'"])
        file.tool(command, "output " * 50)

    def injected(self, file):
        file.injected()

    def compact(self, file):
        file.compact(f"summary of {self.sentence()}")

    def rollback(self, file):
        if file.release != "0.29":
            file.rollback(self.random.randint(1, 3))

    def title(self, file):
        if file.release != "0.29":
            file.named(self.sentence())

    def name(self, file):
        index_name(self.home, file.thread, self.random.choice([self.sentence(), ""]))

    def unnamed(self, file):
        (self.home / "session_index.jsonl").unlink(missing_ok=True)

    def off(self, file):
        file.prompt(self.random.choice(["#off-record please", "#on-record"]))

    def unheard(self, file):
        file.record("brand_new", {"text": self.sentence()})

    def garbage(self, file):
        torn = b'{"timestamp":"2026-05-01T00:00:00Z","type":"event_msg","payl\n'
        file.raw(self.random.choice([b"\0" * 40 + b"\n", b"not json\n", b"\n", torn]))

    def fork(self, file):
        self.count += 1
        lines = self.random.choice([None, None, self.random.randint(1, 30)])
        try:
            other = file.fork(self.count, lines=lines)
        except ValueError:
            return  # the file is broken; nothing forks from it
        self.files.append(other)

    # -- what happens to files --------------------------------------------------------------------

    def cut(self, file):
        """Stop somewhere in the last records, as a reader meets a writer."""
        data = file.path.read_bytes()
        keep = self.random.randint(max(0, len(data) - self.random.choice([200, 2000])), len(data))
        self.torn[file.thread] = data[keep:]
        os.truncate(file.path, keep)

    def settle(self, file):
        if file.path.suffix == ".zst":
            file.unpack(self.plain.pop(file.thread))
        file.raw(self.torn.pop(file.thread, b""))

    def archive(self, file):
        (file.unarchive if "archived" in str(file.path) else file.archive)()

    def pack(self, file):
        self.plain[file.thread] = file.path.read_bytes()
        file.pack()

    def truncate(self, file):
        os.truncate(file.path, self.random.randint(0, file.path.stat().st_size))

    def replace(self, file):
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
        """One at most between two readings: of many it is not believed."""
        if len(self.files) > 1 and not self.deleted:
            self.deleted = True
            self.files.remove(file)
            file.path.unlink()

    def step(self):
        if self.random.random() < 0.04:
            self.start()
        file = self.random.choice(self.files)
        self.settle(file)
        self.random.choices(*zip(*ACTS, strict=True))[0](self, file)


ACTS = (
    (History.prompt, 20),
    (History.picture, 2),
    (History.answer, 20),
    (History.half, 4),
    (History.fragment, 2),
    (History.tool, 8),
    (History.injected, 3),
    (History.compact, 4),
    (History.rollback, 5),
    (History.title, 2),
    (History.name, 2),
    (History.unnamed, 1),
    (History.off, 2),
    (History.unheard, 1),
    (History.garbage, 3),
    (History.fork, 4),
    (History.cut, 10),
    (History.archive, 3),
    (History.pack, 3),
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
def test_reading_what_is_new_equals_reading_everything(folder, block, monkeypatch):
    monkeypatch.setattr(codex_zstd, "zstd", codex_zstd.zstd or RawZstd)
    for seed in range(block * HISTORIES // 10, (block + 1) * HISTORIES // 10):
        home = folder / f"codex{seed}"
        history = History(home, seed)
        adapter = Codex(home)
        with SessionIndex.open(folder / f"{seed}.db") as index:
            for turn in range(4):
                for _ in range(history.random.randint(1, 12)):
                    history.step()
                history.deleted = False
                report = index.refresh([adapter], now=NOW)
                assert not report.agents["codex"].trouble
                with SessionIndex.open(folder / f"{seed}-{turn}.db") as other:
                    other.refresh([Codex(home)], now=NOW)
                    assert everything(index) == everything(other), (seed, turn)
                    skipped = [fetch(each._db, SKIPPED) for each in (index, other)]
                    assert skipped[0] == skipped[1], (seed, turn)
            assert index.check() == []
