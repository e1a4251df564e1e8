"""A sessions.db of release 0.3.0, as that release wrote it, under the present code."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.sessions import fts, schema
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from index_views import on_disk
from session_fixtures import HermesState

OLD = Path(__file__).resolve().parent.parent / "data" / "sessions_v1.sql"
NOW = datetime(2026, 7, 20, tzinfo=UTC)
ASKED, ANSWERED = "When does ferry 3 leave?", "Ferry 3 leaves at noon, see MEM-473."


@pytest.fixture
def path(tmp_path):
    """The file of 0.3.0."""
    path = tmp_path / "ours" / "sessions.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"BEGIN;{OLD.read_text()}COMMIT;")
    return path


@pytest.fixture
def history(hermes):
    """The history that it was made from."""
    state = HermesState(hermes / "state.db")
    state.session("s1", title="Ferry", cwd="/home/mara/ferry")
    for n in range(6):
        state.turn("s1", f"When does ferry {n} leave?", f"Ferry {n} leaves at noon, see MEM-47{n}.")
    state.session("s2", source="discord", user_id="u7", chat_id="c1", chat_type="group")
    state.turn("s2", "Is the Straße by the pier closed? 東京都", "Only the quince walk is.")
    yield hermes
    state.close()


def ask(index, text, **options):
    return [hit.text for hit in index.search(words.query(text), **options)]


def finds_all(index):
    assert ask(index, "ferry 3 MEM-473")[:1] == [ANSWERED]
    assert ask(index, "ferry 3", role="user")[:1] == [ASKED]
    assert ask(index, "strasse 東京", audiences=["group:discord:c1"])
    assert ask(index, "ferry", audiences=["group:discord:c1"]) == []
    assert len(ask(index, "ferry", project="/home/mara", limit=50)) == 12


def test_it_answers_before_anything_is_written(path):
    before = path.read_bytes()
    with SessionIndex.open(path, readonly=True) as index:
        finds_all(index)
        assert index.check() == []
        assert len(index.stats()) == 1
    assert path.read_bytes() == before


def test_a_refresh_finds_nothing_new_and_builds_the_search(path, history):
    with SessionIndex.open(path) as index:
        report = index.refresh([Hermes(history)], now=NOW)
        assert (report.added, report.removed, report.finished) == (0, 0, True)
        assert fts.building(index._db) is None
        finds_all(index)
        assert index.check() == []


def test_its_history_may_be_gone(path, tmp_path):
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(tmp_path / "nowhere")], now=NOW)
        finds_all(index)
        assert index.check() == []


@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_a_person_forgets_before_the_search_is_built(path, monkeypatch, steps):
    """R46: also when that is the first thing that the new release does."""
    monkeypatch.setattr(fts, "STEP", 3)
    with SessionIndex.open(path) as index:
        for _ in range(steps):
            with dbfile.transaction(index._db):
                fts.build_step(index._db)
        row = index.search(words.query("MEM-473"), limit=1)[0]
        assert index.forget(messages=[row.id]).erased
        assert ask(index, "MEM-473") == []
        assert ask(index, "MEM-472")
        assert index.check() == []
    assert b"MEM-473" not in on_disk(path)
    assert b"mem473" not in on_disk(path)


def test_a_person_drops_an_agent_before_the_search_is_built(path):
    with SessionIndex.open(path) as index:
        assert index.drop(["hermes"]).messages == 14
        assert index.check() == []
    assert b"noon" not in on_disk(path)


def test_a_damaged_file_beside_it_is_taken_over(path):
    shutil.copy(path, path.with_name("sessions.db.damaged"))
    with SessionIndex.open(path) as index:
        index.refresh([], now=NOW)
        finds_all(index)
        assert index.check() == []


@pytest.mark.parametrize("steps", range(7))
def test_an_end_at_any_step_loses_nothing(path, history, monkeypatch, steps):
    monkeypatch.setattr(fts, "STEP", 3)
    with SessionIndex.open(path) as index:
        for _ in range(steps):
            with dbfile.transaction(index._db):
                fts.build_step(index._db)
    with SessionIndex.open(path, readonly=True) as index:
        finds_all(index)
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(history)], now=NOW)
        finds_all(index)
        assert index.check() == []


def test_the_old_release_says_that_the_file_is_newer(path):
    """PEERS 71: 0.3.0 opened its index with `version=1`."""
    with SessionIndex.open(path):
        pass
    with pytest.raises(dbfile.NewerFile, match=r"newer release .* update the plugin"):
        dbfile.open(path, application_id=schema.APPLICATION_ID, version=1)
