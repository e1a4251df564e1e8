"""Does the bench run, and is nothing slower by an order of magnitude? No figure is asserted."""

import json
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from session_fixtures import HermesState

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """What the bench says of a small brain."""
    found = tmp_path_factory.mktemp("bench") / "found.json"
    sizes = ["--sizes", "200", "--questions", "60", "--adds", "20", "--json", str(found)]
    run = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "brain.py"), *sizes],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return json.loads(found.read_text(encoding="utf-8")) | {"printed": run.stdout}


def test_every_row_comes_out(measured):
    rows = {(row["store"], row["what"]): row for row in measured["rows"]}
    for what in ("add", "bytes a claim", "search", "get a fact", "open", "rebuild", "check"):
        assert rows["agent-si", what]["p50"] > 0
    for what in ("add", "bytes a claim", "search"):
        assert rows["plain FTS5", what]["p50"] > 0
    assert {"command", "data", "commit", "machine", "python", "sqlite"} <= set(
        measured["surroundings"]
    )
    assert all(row in measured["printed"] for row in measured["lines"])


def test_nothing_is_slower_than_plain_fts5_by_an_order_of_magnitude_and_more(measured):
    """A guard against a slip, fifty times wide; bench/RESULTS.md has what was measured."""
    rows = {(row["store"], row["what"]): row for row in measured["rows"]}
    for what in ("add", "search"):
        assert rows["agent-si", what]["cpu_p50"] < 50 * rows["plain FTS5", what]["cpu_p50"]
    assert rows["agent-si", "bytes a claim"]["p50"] < 10_000


def steps(brain, do):
    """How many thousands of steps SQLite's machine takes for it."""
    counted = 0

    def count():
        nonlocal counted
        counted += 1
        return 0

    db: sqlite3.Connection = brain._db()
    db.set_progress_handler(count, 100)
    do()
    db.set_progress_handler(None, 0)
    return counted


def test_a_packet_and_a_search_cost_the_same_however_long_the_log_is(tmp_path):
    """PEERS 75: a packet works for itself alone; it reads no log, and no table to its end."""
    brain = made.new_brain(tmp_path)

    def fill(first, last):
        for number in range(first, last):
            brain.submit(
                *made.said(f"Note {number} is on page w{number} of it", title=f"n{number}")
            )

    def keep(number):
        return lambda: fill(number, number + 1)

    def ask(number):
        return lambda: brain.search(words.query(f"page w{number}"))

    fill(0, 30)
    few = steps(brain, keep(30)), steps(brain, ask(7))
    fill(31, 400)
    many = steps(brain, keep(400)), steps(brain, ask(7))
    assert many[0] < 3 * few[0]
    assert many[1] < 25 * few[1]
    brain.close()


@pytest.fixture(scope="module")
def measured_index(tmp_path_factory):
    """What the bench of the index says of small histories."""
    found = tmp_path_factory.mktemp("bench") / "index.json"
    sizes = ["--megabytes", "4", "--sizes", "300", "--turns", "12", "--files", "40"]
    more = ["--first", "4", "--seconds", "0.5", "--questions", "20", "--json", str(found)]
    run = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "index.py"), *sizes, *more],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return json.loads(found.read_text(encoding="utf-8")) | {"printed": run.stdout}


def test_every_row_of_the_index_comes_out(measured_index):
    rows = {row["what"]: row for row in measured_index["rows"]}
    for what in (
        "json.loads every line, do nothing",
        "read, clean, keep nothing",
        "insert the kept text into plain FTS5",
        "index, all of it",
        "first hit after, wall time",
        "index size",
        "foreground lateness while indexing, p99",
        "stat-only pass over 40 files, p50",
        "300 messages: refresh after one turn, p99",
        "first useful answer, wall time",
    ):
        assert rows[what]["value"] > 0, what
    assert "300 messages: cost of the audience filter" in rows
    assert {"command", "data", "commit", "machine", "python", "sqlite"} <= set(
        measured_index["surroundings"]
    )
    assert all(row["line"] in measured_index["printed"] for row in measured_index["rows"])


def test_the_history_that_is_read_has_the_mix_of_real_ones(measured_index):
    """Most of the bytes are tool output and images, and the index holds every message once."""
    shares = next(r for r in measured_index["rows"] if r["what"] == "history of Claude Code")
    named = dict(part.rsplit(" ", 2)[:2] for part in shares["beside"].split(", "))
    output = float(named["tool output"]) + float(named.get("images", 0))
    assert output > 60
    assert float(named["said"]) < 15


MERGING = 100  # tens of steps


def steps_of_a_turn(tmp_path, monkeypatch, turns):
    """Tens of steps of SQLite behind so many turns: (in state.db, in the index) of each refresh.

    For one turn more, and for the first turn of another session.
    """
    state = HermesState(tmp_path / str(turns) / "state.db")
    index = SessionIndex.open(tmp_path / str(turns) / "sessions.db")
    connect = dbfile._connect
    read, written = [], []

    def watched(*how):
        db = connect(*how)
        db.set_progress_handler(lambda: read.append(1), 10)
        return db

    def refresh(**how):
        read.clear()
        written.clear()
        index.refresh([Hermes(state.path.parent)], now=datetime(2026, 12, 1, tzinfo=UTC), **how)
        return len(read), len(written)

    for number in range(turns):
        if number % 4 == 0:
            session = state.session(f"s{number}")
        state.turn(session, f"Is note {number} on a page of it?", f"Note {number}, page {number}.")
    refresh()
    monkeypatch.setattr(dbfile, "_connect", watched)
    index._db.set_progress_handler(lambda: written.append(1), 10)
    state.turn(session, "Is there one more?", "There is one more note.")
    found = [refresh(full=False)]
    state.turn(state.session("another"), "Is there another?", "There is another session.")
    found.append(refresh(full=False))
    monkeypatch.setattr(dbfile, "_connect", connect)
    index.close()
    state.close()
    return found


@pytest.mark.slow
def test_a_turn_costs_the_same_however_long_the_history_is(tmp_path, monkeypatch):
    """PEERS 52: what is read after a turn is what is new, in a session that is new, too (R28).

    A step of the search's own merging has an upper bound, and takes more or less of it.
    """
    few = steps_of_a_turn(tmp_path, monkeypatch, 1600)
    many = steps_of_a_turn(tmp_path, monkeypatch, 4800)
    for (read, written), (read_later, written_later) in zip(few, many, strict=True):
        assert 0 < read_later < 1.1 * read, (few, many)
        assert 0 < written_later < written + MERGING, (few, many)


COUNTED = """
import sys, json
sys.path[:0] = [sys.argv[1]]
from pathlib import Path
from histories import Size, claude
from measured import NOW, adapter, opened
from other_histories import codex, grok, hermes
agent, folder = sys.argv[2], Path(sys.argv[3])
make = {"claude": claude, "codex": codex, "grok": grok, "hermes": hermes}[agent]
size = Size(messages=120, turns=4)
made = make(folder / "state.db" if agent == "hermes" else folder, size)
with opened(folder / "index" / "sessions.db") as index:
    index.refresh([adapter(agent, folder)], now=NOW)
    held = index.stats()[0]
    print(json.dumps([made.messages, made.sessions, held.messages, held.sessions]))
"""


@pytest.mark.parametrize("agent", ["claude", "codex", "grok", "hermes"])
def test_every_message_of_a_made_history_is_read(tmp_path, agent):
    """The histories that are measured are real ones to the adapters."""
    (tmp_path / "index").mkdir()
    run = subprocess.run(
        [sys.executable, "-c", COUNTED, str(ROOT / "bench"), agent, str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    messages, sessions, read, kept = json.loads(run.stdout)
    assert (read, kept) == (messages, sessions)
    assert messages >= 120
