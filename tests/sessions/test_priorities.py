"""What the background owes the person: little of the machine, the newest first, nothing lost."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from agent_si.vendor.sessions import passes, refresher, sweep
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.lead import leading
from agent_si.vendor.sessions.refresher import Limits, Refresher
from agent_si.vendor.text import words
from index_views import everything, texts
from session_fixtures import START, ClaudeFile, HermesState

ROOT = Path(__file__).resolve().parent.parent.parent
NOW = datetime.fromtimestamp(START, UTC) + timedelta(days=60)
# Both run in a process of their own, which loads the engine by path as tools/brain.py does.
LOAD = """
import sys, time
from datetime import datetime
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import brain
brain.load()
from agent_si_engine.sessions.adapters.claude_code import ClaudeCode
from agent_si_engine.sessions.adapters.hermes import Hermes
from agent_si_engine.sessions.index import SessionIndex
from agent_si_engine.sessions.lead import leading
path, hermes, claude = map(Path, sys.argv[2:5])
now = datetime.fromisoformat(sys.argv[5])
"""
READ = (
    LOAD
    + """
with SessionIndex.open(path) as index:
    index.refresh([Hermes(hermes), ClaudeCode(claude)], now=now)
"""
)
HOLD = (
    LOAD
    + """
with leading(path, patience=0) as mine:
    print(mine, flush=True)
    time.sleep(600)
"""
)


def process(code, path, hermes, claude):
    argv = [ROOT / "tools", path, hermes, claude, NOW.isoformat()]
    command = [sys.executable, "-c", code, *map(str, argv)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def chat(claude, number, *prompts, day=0):
    """A transcript that was last written on that day."""
    file = ClaudeFile(claude, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04}")
    for prompt in prompts:
        file.prompt(prompt)
    at = START + day * 86_400
    os.utime(file.path, (at, at))
    return file


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except FileNotFoundError:
            pass
        time.sleep(0.01)
    return False


def found(path, text):
    with SessionIndex.open(path, readonly=True) as index:
        return [hit.text for hit in index.search(words.query(text))]


@pytest.fixture
def path(hermes):
    return hermes / "agent-si" / "sessions.db"


@pytest.fixture
def state(hermes):
    state = HermesState(hermes / "state.db")
    yield state
    state.close()


@pytest.fixture
def start(path):
    """Start the refresher of this home with these adapters."""
    started = []

    def run(make):
        started.append(Refresher.acquire(path, make, clock=lambda: NOW))
        return started[-1]

    yield run
    for one in started:
        one.release()


# -- little of the machine ---------------------------------------------------------------------


def test_the_background_rests_three_times_as_long_as_it_works(claude, path, monkeypatch):
    """A quarter of one core: held against the processor's own time, and not the wall's."""
    for number in range(60):
        chat(claude, number, *[f"Question {number}.{n} about the hedges?" for n in range(40)])
    rested = []
    monkeypatch.setattr(sweep.time, "sleep", rested.append)
    begun = time.thread_time()
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW, share=refresher.SHARE)
    worked = time.thread_time() - begun
    assert sum(rested) >= 2.4 * worked


def test_a_long_piece_of_work_is_rested_for_in_full_and_a_stop_is_still_seen(
    claude, path, monkeypatch
):
    class Busy(ClaudeCode):
        def read(self, unit, mark, pulse):
            end = time.thread_time() + 0.5
            while time.thread_time() < end:
                pass
            pulse()
            return super().read(unit, mark, pulse)

    chat(claude, 1, "Rename the quince helper.")
    rested = []
    monkeypatch.setattr(sweep.time, "sleep", rested.append)
    with SessionIndex.open(path) as index:
        index.refresh([Busy(claude)], now=NOW, share=0.25)
        assert sum(rested) >= 1.4
        assert max(rested) <= sweep.REST
    chat(claude, 2, "Rename the medlar helper.")
    rested.clear()
    with SessionIndex.open(path) as index:
        report = index.refresh([Busy(claude)], now=NOW, share=0.25, stop=lambda: len(rested) > 1)
    assert not report.finished
    assert len(rested) <= 3


# -- the newest first ---------------------------------------------------------------------------


def test_agents_take_turns_and_each_reads_its_newest_first(
    claude, hermes, state, path, monkeypatch
):
    monkeypatch.setattr(sweep, "TURN", 0.0)
    read = []
    for kind in (Hermes, ClaudeCode):
        really = kind.read

        def noted(self, unit, mark, pulse, really=really):
            read.append((self.agent, unit[-10:].removesuffix(".jsonl")))
            return really(self, unit, mark, pulse)

        monkeypatch.setattr(kind, "read", noted)
    for day in (0, 20, 40):
        state.now = START + day * 86_400
        state.session(f"day{day:02}")
        state.turn(f"day{day:02}", f"Plant the walnut of {day}.", "Done.")
    for day in (10, 30, 50):
        chat(claude, day, f"Rename the quince of {day}.", day=day)

    with SessionIndex.open(path) as index:
        index.refresh([Hermes(hermes), ClaudeCode(claude)], now=NOW)

    order = [unit for _, unit in read]
    assert order == ["day40", "0050", "day20", "0030", "day00", "0010"]


def test_the_first_slice_holds_what_is_new_of_both_agents(claude, hermes, state, path, monkeypatch):
    """A first useful answer does not wait for a long history of another agent."""
    monkeypatch.setattr(sweep, "TURN", 0.0)
    for number in range(100, 140):
        state.now = START + number
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Plant walnut number {number}.", "Done.")
    state.now = START + 5 * 86_400
    state.turn("s100", "Which pool size caused the errors?", "Five.")
    chat(claude, 1, "Rename the quince helper.", day=9)
    with SessionIndex.open(path) as index:
        index.refresh(
            [Hermes(hermes), ClaudeCode(claude)], now=NOW, pause=lambda: len(texts(index)) > 4
        )
        assert "Rename the quince helper." in texts(index)
        assert "Which pool size caused the errors?" in texts(index)
        assert len(texts(index)) < 10


# -- every pass comes further -------------------------------------------------------------------


def test_a_pause_comes_between_units_so_that_every_refresh_comes_further(claude, path):
    for number in range(5):
        chat(claude, number, f"Rename quince {number}.", day=number)
    with SessionIndex.open(path) as index:
        for done in range(1, 6):
            report = index.refresh([ClaudeCode(claude)], now=NOW, pause=lambda: True)
            assert len(texts(index)) == done
        assert report.finished


def test_a_unit_longer_than_a_slice_is_read_to_its_end(claude, path, start, monkeypatch):
    """Else a transcript of some hundred megabytes would be begun again for ever."""
    monkeypatch.setattr(passes, "SLICE", 0.0)
    begun = []

    class Long(ClaudeCode):
        def read(self, unit, mark, pulse):
            begun.append(unit)
            for _ in range(30):
                time.sleep(0.005)
                pulse()
            return super().read(unit, mark, pulse)

    for number in range(3):
        chat(claude, number, f"Rename quince {number}.", day=number)
    assert start(lambda: [Long(claude)]).wait(20)
    assert len(begun) == 3
    assert len(found(path, "rename quince")) == 3


def test_between_two_slices_another_process_may_take_the_index(claude, path, start, monkeypatch):
    monkeypatch.setattr(passes, "SLICE", 0.0)
    for number in range(300):
        chat(claude, number, f"Rename quince {number}.", day=number % 30)
    one = start(lambda: [ClaudeCode(claude)])
    assert until(lambda: found(path, "rename quince"))
    with leading(path, patience=20) as mine:
        assert mine
        held = len(found(path, "rename quince"))
        assert not one.wait(0.5)
        assert len(found(path, "rename quince")) == held


def test_an_agent_whose_every_unit_fills_a_slice_leaves_room_for_the_others(
    claude, hermes, state, path, start, monkeypatch
):
    monkeypatch.setattr(sweep, "TURN", 0.0)
    monkeypatch.setattr(passes, "SLICE", 0.0)
    order = []

    class One(ClaudeCode):
        agent = "one"

        def read(self, unit, mark, pulse):
            order.append(self.agent)
            time.sleep(0.03)
            return super().read(unit, mark, pulse)

    class Other(One):
        agent = "other"

    for number in range(6):
        chat(claude, number, f"Rename quince {number}.", day=number)
    assert start(lambda: [One(claude), Other(claude)]).wait(20)
    assert set(order[:3]) == {"one", "other"}


# -- the conversation goes first ----------------------------------------------------------------


def test_a_turn_is_read_in_the_middle_of_a_long_unit_of_another_agent(
    claude, hermes, state, path, start
):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    answered = threading.Event()
    inside = threading.Event()

    class Endless(ClaudeCode):
        def read(self, unit, mark, pulse):
            inside.set()
            end = time.monotonic() + 20
            while not answered.is_set() and time.monotonic() < end:
                time.sleep(0.01)
                pulse()
            return super().read(unit, mark, pulse)

    one = start(lambda: [Hermes(hermes)])
    assert one.wait(20)
    one.release()
    chat(claude, 1, "Rename the quince helper.")
    two = start(lambda: [Hermes(hermes), Endless(claude)])
    assert inside.wait(20)
    state.turn("s1", "And the medlar tree?", "Too.")
    two.wake()
    try:
        assert until(lambda: found(path, "medlar"))
        assert not found(path, "quince helper")
    finally:
        answered.set()
    assert two.wait(20)
    assert found(path, "quince helper")


def test_what_a_turn_read_meanwhile_has_typed_is_not_taken_for_a_persons_words(claude, path):
    """A unit that was being read is read once more when a new command line was noted."""

    class Noting(ClaudeCode):
        times = 0

        def read(self, unit, mark, pulse):
            reading = super().read(unit, mark, pulse)
            Noting.times += 1
            if Noting.times == 1:
                with SessionIndex.open(path) as other:
                    db = other._db
                    db.execute(
                        "INSERT INTO unit (agent, name, mark, touched) VALUES ('x','x','x',0)"
                    )
                    db.execute("INSERT INTO agent_call VALUES (last_insert_rowid(), 1, 1)")
            return reading

    chat(claude, 1, "Rename the quince helper.")
    with SessionIndex.open(path) as index:
        index.refresh([Noting(claude)], now=NOW)
        assert texts(index) == ["Rename the quince helper."]
    assert Noting.times == 2


# -- nothing is lost ----------------------------------------------------------------------------


def test_killed_at_any_moment_it_goes_on_and_ends_equal_to_a_fresh_index(
    claude, hermes, state, path, tmp_path
):
    """R28: SIGKILL at random points of a first reading, then one refresh."""
    for number in range(120):
        chat(
            claude,
            number,
            *[f"Question {number}.{n} of hedges?" for n in range(30)],
            day=number % 50,
        )
    state.session("s1")
    for number in range(1200):  # more than one transaction
        state.turn("s1", f"Plant walnut {number}.", f"Planted {number}.")
    draw = random.Random(4)
    killed = 0
    for _ in range(8):
        child = process(READ, path, hermes, claude)
        time.sleep(draw.uniform(0.15, 0.9))
        child.send_signal(signal.SIGKILL)
        killed += child.wait() == -signal.SIGKILL
        child.stdout.close()
        if path.exists():
            with SessionIndex.open(path) as index:
                assert index.sound()
    assert killed
    fresh = tmp_path / "fresh" / "sessions.db"
    for each in (path, fresh):
        with SessionIndex.open(each) as index:
            assert index.refresh([Hermes(hermes), ClaudeCode(claude)], now=NOW).finished
            assert index.check() == []
    with SessionIndex.open(path) as one, SessionIndex.open(fresh) as other:
        assert everything(one) == everything(other)


def test_when_the_one_that_refreshes_is_killed_another_takes_over(
    claude, hermes, state, path, start
):
    """Within a second or two: the lock goes with the process."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    path.parent.mkdir(parents=True)
    holder = process(HOLD, path, hermes, claude)
    assert holder.stdout.readline() == "True\n"
    one = start(lambda: [Hermes(hermes)])
    assert not one.wait(1.5)
    assert not path.exists()
    holder.kill()
    holder.wait()
    holder.stdout.close()
    assert one.wait(30)
    assert found(path, "walnut tree")


@pytest.mark.parametrize("failing", ["database is locked", "disk I/O error", "interrupted"])
def test_an_index_that_cannot_be_looked_at_now_is_not_taken_for_a_damaged_one(
    claude, path, start, monkeypatch, failing
):
    """What exists only there would be put at risk for a lock that passes."""
    chat(claude, 1, "Rename the quince helper.")
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW)
    fails = [True]
    really = SessionIndex._fetch

    def fetch(self, sql, values=()):
        if "quick_check" in sql and fails:
            fails.clear()
            raise sqlite3.OperationalError(failing)
        return really(self, sql, values)

    monkeypatch.setattr(SessionIndex, "_fetch", fetch)
    monkeypatch.setattr(refresher, "IDLE", 0.1)
    one = start(lambda: [ClaudeCode(claude)])
    assert until(lambda: not fails and one.last is not None)
    assert [each.name for each in path.parent.glob("*damaged*")] == []
    assert found(path, "quince")


def test_the_limits_of_the_settings_are_asked_in_every_pass(claude, path, monkeypatch):
    monkeypatch.setattr(refresher, "IDLE", 0.1)
    chat(claude, 1, "Rename the quince helper.", day=0)
    limits = [Limits()]
    one = Refresher.acquire(
        path, lambda: [ClaudeCode(claude)], clock=lambda: NOW, limits=lambda: limits[0]
    )
    try:
        assert until(lambda: found(path, "quince"))
        limits[0] = Limits(since=NOW)
        assert until(lambda: not found(path, "quince"))
    finally:
        one.release()
