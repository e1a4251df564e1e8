"""One process refreshes without a pause, another forgets, drops, hides, restores and deletes.

Whatever they do to each other, a last refresh comes to what a new index holds, and the file is
sound. `AGENT_SI_ATTACKS` says how many acts there are in a run,
`AGENT_SI_ATTACK_SEEDS` how many runs.
"""

import contextlib
import json
import multiprocessing
import os
import random
import shutil
import sqlite3
import time
import traceback
from datetime import UTC, datetime

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.forgotten import FILE, Forgotten
from agent_si.vendor.sessions import aside
from agent_si.vendor.sessions.adapters.codex import Codex
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.private import Private
from codex_fixtures import CodexFile
from index_views import everything

NOW = datetime(2026, 5, 20, tzinfo=UTC)
FORK = multiprocessing.get_context("fork")
ACTS = int(os.environ.get("AGENT_SI_ATTACKS", "12"))
SEEDS = int(os.environ.get("AGENT_SI_ATTACK_SEEDS", "2"))
SIDECARS = ("-wal", "-shm")
DAMAGE = (dbfile.Damaged, dbfile.NotOurFile)
BUSY = (*DAMAGE, OSError, sqlite3.Error)
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]


def chosen(folder):
    """The projects that are private now."""
    return Private.of(json.loads((folder / "private.json").read_text()))


def refresh(folder, path):
    """One full pass; a damaged index is set aside, as the refresher does it."""
    try:
        with SessionIndex.open(path) as index:
            report = index.refresh([Codex(folder / "codex")], now=NOW, private=chosen(folder))
            assert not report.agents["codex"].trouble
    except DAMAGE:
        aside.set_aside(path)


def refreshes(folder):
    """The first process: pass after pass, until it is told to end."""
    while not (folder / "stop").exists():
        try:
            refresh(folder, folder / "sessions.db")
        except (OSError, sqlite3.Error, *DAMAGE):
            time.sleep(0.01)  # its file went away or was locked; the next pass makes it good
        except Exception:
            (folder / "fault.txt").write_text(traceback.format_exc())
            raise


class Attacker:
    """The second process: what commands and a person's own hands do to the file."""

    def __init__(self, folder, seed):
        self.folder, self.path = folder, folder / "sessions.db"
        self.random = random.Random(seed)
        self.files = []
        (folder / "private.json").write_text("[]")
        for number in range(1, 4):
            file = CodexFile(folder / "codex", release="0.55", number=number, cwd=f"/work/{number}")
            self.files.append(file)
            self.speak()
        self.fork()

    def speak(self):
        for _ in range(self.random.randint(1, 4)):
            file = self.random.choice(self.files)
            file.prompt(" ".join(self.random.choices(WORDS, k=6)))
            file.answer(" ".join(self.random.choices(WORDS, k=6)))

    def fork(self):
        self.files.append(self.random.choice(self.files).fork(len(self.files) + 1))

    def forget(self):
        with SessionIndex.open(self.path) as index:
            numbers = [n for (n,) in index._db.execute("SELECT n FROM message").fetchall()]
            row = index._message(self.random.choice(numbers)) if numbers else None
            if row is None:
                return
            with Forgotten.open(self.folder / FILE, create=True) as forgotten:
                forgotten.add(locators=index.names_of(row), texts=[row.text])
            index.forget(messages=[row.id])

    def drop(self):
        with SessionIndex.open(self.path) as index:
            index.drop(self.random.choice([None, ["codex"]]), patience=1.0)

    def hide(self):
        hidden = [f"/work/{n}" for n in range(1, 4) if self.random.random() < 0.4]
        whole = self.folder / "private.new"
        whole.write_text(json.dumps(hidden))
        whole.replace(self.folder / "private.json")

    def keep_copy(self):
        with sqlite3.connect(self.path) as old, sqlite3.connect(self.folder / "copy.db") as copy:
            old.backup(copy)
        old.close()
        copy.close()

    def restore(self):
        copy = self.folder / "copy.db"
        if copy.exists():
            shutil.copy(copy, self.folder / "restored.db")
            self.delete()
            (self.folder / "restored.db").replace(self.path)

    def delete(self):
        for end in ("", *SIDECARS):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)

    def act(self):
        acts = (self.speak, self.speak, self.fork, self.forget, self.drop, self.hide)
        act = self.random.choice([*acts, self.keep_copy, self.restore, self.delete])
        with contextlib.suppress(*BUSY):  # a person tries again, or not
            act()
        time.sleep(self.random.random() * 0.1)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_two_processes_end_with_what_a_new_index_holds(tmp_path, seed):
    """Nothing is lost, nothing comes back, and nothing stands twice."""
    attacker = Attacker(tmp_path, seed)
    process = FORK.Process(target=refreshes, args=(tmp_path,))
    process.start()
    for _ in range(ACTS):
        attacker.act()
    (tmp_path / "stop").touch()
    process.join(60)
    fault = tmp_path / "fault.txt"
    assert not fault.exists(), fault.read_text()
    assert process.exitcode == 0

    for _ in range(2):  # the first may set a damaged file aside
        refresh(tmp_path, attacker.path)
    (tmp_path / "other").mkdir()
    if (tmp_path / FILE).exists():
        shutil.copy(tmp_path / FILE, tmp_path / "other" / FILE)
    refresh(tmp_path, tmp_path / "other" / "sessions.db")
    with (
        SessionIndex.open(attacker.path) as index,
        SessionIndex.open(tmp_path / "other" / "sessions.db") as other,
    ):
        assert everything(index) == everything(other)
        assert index.check() == []
        assert index.left_over() == 0
