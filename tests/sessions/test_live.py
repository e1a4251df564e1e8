"""Four agents at work while their histories are read: processes that append, take back and move.

The same processes run once with nobody reading. What they leave behind must be the same, byte for
byte, and the index that followed them must equal one that is made when they have ended.
"""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions.adapters import ADAPTERS
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from index_views import everything
from live_writer import WRITERS

TESTS = Path(__file__).resolve().parent.parent
NOW = datetime(2026, 5, 20, tzinfo=UTC)


def begin(folder, release):
    """Every writer in a process of its own, at the homes below `folder`."""
    (folder / "control").mkdir(parents=True)
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": "0"}
    started = {}
    for agent in WRITERS:
        (folder / agent).mkdir()
        where = [str(folder / agent), str(folder / "control"), release]
        command = [sys.executable, str(TESTS / "live_writer.py"), agent, *where]
        started[agent] = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    return started


def ended(started):
    """What the writers had to say: nothing, when no lock and no file stood in their way."""
    said = {agent: process.communicate(timeout=120)[0] for agent, process in started.items()}
    return {agent: text for agent, text in said.items() if text or started[agent].returncode}


def files(folder):
    """Every file of the agents that write plain files."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for agent in ("claude", "codex", "grok")
        for path in (folder / agent).rglob("*")
        if path.is_file()
    }


def rows(folder):
    """What stands in state.db, and which files stand beside it."""
    with closing(sqlite3.connect(folder / "hermes" / "state.db")) as db:
        dump = list(db.iterdump())
    return dump, sorted(path.name for path in (folder / "hermes").iterdir())


def adapters(folder):
    """Every adapter of the registry, at the homes below `folder`."""
    return [make(folder / agent) for agent, make in ADAPTERS.items()]


@contextmanager
def searching(path, faults):
    """Somebody searches the index all the while."""
    stop = threading.Event()

    def search():
        while not stop.is_set():
            try:
                with SessionIndex.open(path, readonly=True) as index:
                    index.search(words.query("the walnut and the plum"), limit=20)
            except (sqlite3.Error, OSError) as error:
                faults.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.fixture(params=["0.19", "0.22"])
def release(request):
    """Of Hermes: one that writes in WAL mode, and one that does not."""
    return request.param


def test_an_index_that_follows_four_writers_comes_to_what_they_wrote(tmp_path, release):
    """R93, R72: no writer waits, no byte of theirs changes, and nothing said is missed."""
    assert set(WRITERS) == set(ADAPTERS)
    alone = tmp_path / "alone"
    quiet = begin(alone, release)
    (alone / "control" / "go").touch()

    live, faults, steps = tmp_path / "live", [], []
    with SessionIndex.open(live / "own" / "sessions.db") as index:
        started = begin(live, release)
        with searching(index.path, faults):
            while any(process.poll() is None for process in started.values()):
                steps.append(index.refresh(adapters(live), now=NOW).added)
                halves = len(list((live / "control").glob("half-*")))
                if halves == len(WRITERS) and len(steps) >= 3:
                    (live / "control" / "go").touch()
        assert ended(started) == {}
        assert ended(quiet) == {}
        last = index.refresh(adapters(live), now=NOW)
        assert [entry.trouble for entry in last.agents.values()] == [""] * len(WRITERS)
        assert faults == []
        assert sum(map(bool, steps)) > 1, "nothing was written while it was read"
        with SessionIndex.open(tmp_path / "fresh" / "sessions.db") as fresh:
            fresh.refresh(adapters(live), now=NOW)
            assert everything(index) == everything(fresh)
            assert {each.agent for each in fresh.stats()} == set(WRITERS)
        assert index.check() == []
    assert files(live) == files(alone)
    assert rows(live) == rows(alone)
