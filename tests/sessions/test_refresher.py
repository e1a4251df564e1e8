"""One background thread a home: woken after a turn, alone, and gone when nobody needs it."""

import fcntl
import os
import sqlite3
import threading
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import refresher
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.refresher import Refresher
from agent_si.vendor.text import words
from index_views import texts
from session_fixtures import ClaudeFile, HermesState

NAME = "agent-si-sessions"
FOREVER = """
WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n
"""


def clock():
    return datetime(2026, 5, 20, tzinfo=UTC)


def threads():
    return [thread for thread in threading.enumerate() if thread.name == NAME]


@pytest.fixture
def state(hermes):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    yield state
    state.close()


@pytest.fixture
def start(hermes, claude):
    """Start the refresher of this home; every one that a test started is given back."""
    started = []

    def run(adapters=None):
        make = adapters or (lambda: [Hermes(hermes), ClaudeCode(claude)])
        started.append(Refresher.acquire(hermes / "agent-si" / "sessions.db", make, clock=clock))
        return started[-1]

    run.started = started
    yield run
    for one in started:
        one.release()
    assert not threads()


def found(hermes, text):
    with SessionIndex.open(hermes / "agent-si" / "sessions.db", readonly=True) as index:
        return [hit.text for hit in index.search(words.query(text))]


def until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except FileNotFoundError:
            pass
        time.sleep(0.01)
    return False


def test_what_was_said_is_found_soon_after_it_starts_and_after_each_turn(state, start, hermes):
    """R28."""
    one = start()
    assert one.wait(10)
    assert found(hermes, "walnut tree")
    state.turn("s1", "And the medlar tree?", "Too.")
    begun = time.perf_counter()
    one.wake()
    assert time.perf_counter() - begun < 0.05
    assert one.wait(10)
    assert found(hermes, "medlar") == ["And the medlar tree?"]


def test_many_providers_of_one_home_share_one_thread(state, start):
    """R75."""
    first = start()
    assert all(start() is first for _ in range(20))
    assert len(threads()) == 1
    for _ in range(20):
        start.started.pop().release()
    assert len(threads()) == 1


def test_two_homes_have_a_thread_each_and_share_nothing(tmp_path, start, state):
    """R102."""
    one = start()
    other = Refresher.acquire(tmp_path / "other" / "sessions.db", list, clock=clock)
    assert other is not one
    assert len(threads()) == 2
    other.release()
    assert len(threads()) == 1


def test_it_stops_at_once_and_may_be_started_again(state, start, hermes):
    one = start()
    begun = time.monotonic()
    start.started.pop().release()
    assert time.monotonic() - begun < 0.5
    assert not threads()
    one.wake()
    assert not threads()
    start()
    assert until(lambda: found(hermes, "walnut tree"))


def test_it_stops_in_the_middle_of_a_long_statement(state, start, hermes):
    """PEERS 55."""

    class Slow(Hermes):
        def scan(self, known, *, cursor, full, pulse):
            # A statement on the index that would run for minutes.
            known._db.execute(FOREVER).fetchall()

    start(lambda: [Slow(hermes)])
    time.sleep(0.2)
    begun = time.monotonic()
    start.started.pop().release()
    assert time.monotonic() - begun < 0.5
    assert not threads()


def test_the_other_agents_are_looked_at_when_it_starts(state, start, claude, hermes):
    ClaudeFile(claude).prompt("Rename the quince helper.")
    assert start().wait(10)
    assert found(hermes, "quince helper")


def test_after_a_turn_the_other_agents_rest_for_a_while(state, start, claude, hermes, monkeypatch):
    one = start()
    assert one.wait(10)
    ClaudeFile(claude).prompt("Rename the quince helper.")
    one.wake()
    assert one.wait(10)
    assert not found(hermes, "quince helper")
    monkeypatch.setattr(refresher, "OTHERS_EVERY", 0.0)
    one.wake()
    assert one.wait(10)
    assert until(lambda: found(hermes, "quince helper"))


def test_when_nobody_talks_it_looks_at_everything_by_itself(
    state, start, claude, hermes, monkeypatch
):
    monkeypatch.setattr(refresher, "IDLE", 0.1)
    start()
    assert until(lambda: found(hermes, "walnut tree"))
    ClaudeFile(claude).prompt("Rename the quince helper.")
    assert until(lambda: found(hermes, "quince helper"))


def test_another_process_that_reads_is_waited_for_and_then_taken_over(
    state, start, hermes, monkeypatch
):
    monkeypatch.setattr(refresher, "RETRY", 0.05)
    folder = hermes / "agent-si"
    folder.mkdir()
    theirs = os.open(folder / "sessions.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(theirs, fcntl.LOCK_EX)
    one = start()
    assert not one.wait(0.3)
    assert not (folder / "sessions.db").exists()
    os.close(theirs)  # as when that process dies
    assert one.wait(10)
    assert found(hermes, "walnut tree")


def test_a_damaged_index_is_built_again_and_no_copy_of_it_stays(state, start, hermes, monkeypatch):
    monkeypatch.setattr(refresher, "IDLE", 0.1)
    folder = hermes / "agent-si"
    folder.mkdir()
    path = folder / "sessions.db"
    SessionIndex.open(path).close()
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(data)
    one = start()
    assert one.wait(20)
    assert found(hermes, "walnut tree")
    assert not list(folder.glob("*.damaged*"))


def test_trouble_is_said_and_ends_nothing(state, start, hermes, monkeypatch):
    monkeypatch.setattr(refresher, "IDLE", 0.1)
    folder = hermes / "agent-si"
    folder.mkdir()
    SessionIndex.open(folder / "sessions.db").close()
    with closing(sqlite3.connect(folder / "sessions.db")) as newer:
        newer.execute("PRAGMA user_version=99")
    one = start()
    assert until(lambda: one.trouble)
    assert "newer release" in one.trouble
    (folder / "sessions.db").unlink()
    assert until(lambda: found(hermes, "walnut tree"))
    assert until(lambda: not one.trouble)


def test_a_forked_child_has_no_thread_and_leaves_the_parents_alone(state, start):
    one = start()
    assert one.wait(10)
    if not (child := os.fork()):
        os._exit(0 if not refresher._RUNNING else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(threads()) == 1


def test_only_our_own_folder_is_written(state, start, hermes, claude, throwaway_home):
    """R72."""
    chat = ClaudeFile(claude)
    chat.prompt("Rename the quince helper.")
    assert start().wait(10)
    made = {path for path in throwaway_home.rglob("*") if path.is_file()}
    ours = {path for path in made if path.is_relative_to(hermes / "agent-si")}
    assert {path.name for path in ours} <= {
        "sessions.db",
        "sessions.db-wal",
        "sessions.db-shm",
        "sessions.lock",
    }
    assert all(path.stat().st_mode & 0o077 == 0 for path in ours)
    assert {path.name for path in made - ours} == {
        chat.path.name,
        "state.db",
        "state.db-wal",
        "state.db-shm",
    }


def test_the_index_is_whole_after_many_turns(state, start, hermes):
    one = start()
    for number in range(30):
        state.turn("s1", f"Question {number} about trees?", f"Answer {number}.")
        one.wake()
    assert until(lambda: one.wait(1) and len(found(hermes, "question about trees")) == 20)
    with SessionIndex.open(hermes / "agent-si" / "sessions.db", readonly=True) as index:
        assert len(texts(index)) == 62
        assert index.check() == []


@pytest.mark.parametrize("content", [b"", b"this is no database at all" * 400])
def test_what_is_no_index_is_moved_aside_and_the_index_is_built_again(tmp_path, content):
    path = tmp_path / "agent-si" / "sessions.db"
    path.parent.mkdir()
    path.write_bytes(content)
    refresher = Refresher.acquire(path, lambda: [], clock=lambda: datetime.now(UTC))
    try:
        assert refresher.wait(20)
    finally:
        refresher.release()

    assert path.with_name("sessions.db.damaged").read_bytes() == content
    with SessionIndex.open(path, readonly=True) as index:
        assert index.check() == []
