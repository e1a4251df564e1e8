"""Another schema or tokenizer: built beside the search that answers, and swapped in whole."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.sessions import admit, fts, reindex, schema
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from index_versions import to_version_1
from session_fixtures import HermesState

NOW = datetime(2026, 5, 20, tzinfo=UTC)
TURNS = 30


class Cut(Exception):
    """The building ended in the middle."""


@pytest.fixture
def state(hermes):
    """A history of thirty turns about a ferry."""
    state = HermesState(hermes / "state.db")
    state.session("s1", title="Ferry")
    for number in range(TURNS):
        state.turn("s1", f"When does ferry {number} leave?", f"Ferry {number} leaves at noon.")
    yield state
    state.close()


@pytest.fixture
def old(state, hermes, index, refresh):
    """The index of that history, as version 1 left it; gives its path."""
    refresh(Hermes(hermes))
    path = index.path
    index.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        to_version_1(db)
    yield path
    index.__init__(path, schema.open_index(path))


def version_of(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def ask(index, text="ferry 7", **options):
    return [hit.text for hit in index.search(words.query(text), **{"limit": 3, **options})]


def cut_after(steps):
    """A pulse that ends the work at its n-th call."""
    left = [steps]

    def pulse():
        left[0] -= 1
        if left[0] <= 0:
            raise Cut

    return pulse


@pytest.fixture
def small_steps(monkeypatch):
    """Five rows a step."""
    monkeypatch.setattr(fts, "STEP", 5)


def begun(index):
    with dbfile.transaction(index._db):
        fts.begin(index._db)


def test_an_index_of_version_1_answers_before_anything_is_written(old):
    with SessionIndex.open(old, readonly=True) as index:
        assert "When does ferry 7 leave?" in ask(index)
    assert version_of(old) == 1


def test_it_answers_the_same_at_every_step_of_the_building(old, small_steps):
    with SessionIndex.open(old) as index:
        reindex.follow(index._db)
        assert version_of(old) == schema.VERSION
        for _ in range(TURNS):
            assert set(ask(index)) >= {"When does ferry 7 leave?", "Ferry 7 leaves at noon."}
            try:
                fts.build(index._db, cut_after(1))
            except Cut:
                continue
            break
        assert fts.building(index._db) is None
        assert ask(index)[0] == "When does ferry 7 leave?"
        assert index.check() == []
        tables = {name for (name,) in index._db.execute("SELECT name FROM sqlite_master")}
        assert not [name for name in tables if "fts_old" in name]


def test_a_refresh_builds_it_and_what_is_said_meanwhile_is_found(old, state, hermes, small_steps):
    with SessionIndex.open(old) as index:
        reindex.follow(index._db)
        with pytest.raises(Cut):
            fts.build(index._db, cut_after(3))
        state.turn("s1", "Is the ferry to Hoy cancelled?", "It is not.")
        index.refresh([Hermes(hermes)], now=NOW, full=False)
        assert fts.building(index._db) is not None, "a look at the tail does not wait for it"
        assert "Is the ferry to Hoy cancelled?" in ask(index, "ferry Hoy cancelled")
        index.refresh([Hermes(hermes)], now=NOW)
        assert fts.building(index._db) is None
        assert "Is the ferry to Hoy cancelled?" in ask(index, "ferry Hoy cancelled")
        assert index.check() == []


@pytest.mark.parametrize("steps", [1, 4, 9])
def test_what_is_deleted_or_changed_meanwhile_leaves_both_forms(
    old, state, hermes, small_steps, steps
):
    with SessionIndex.open(old) as index:
        reindex.follow(index._db)
        with pytest.raises(Cut):
            fts.build(index._db, cut_after(steps))
        state.db.execute("DELETE FROM messages WHERE content LIKE '%ferry 7 %'")
        state.db.execute("UPDATE messages SET content = 'When does barge 9 leave?' WHERE id = 19")
        state.db.commit()
        index._db.execute("UPDATE unit SET mark = ''")
        index.refresh([Hermes(hermes)], now=NOW, full=False)
        assert "When does ferry 7 leave?" not in ask(index)
        assert ask(index, "barge")[0] == "When does barge 9 leave?"
        fts.build(index._db, lambda: None)
        assert ask(index, "barge") == ["When does barge 9 leave?"]
        assert index.check() == []


def test_another_tokenizer_is_built_beside_and_begun_anew_when_it_changes_again(
    state, hermes, index, refresh, small_steps
):
    refresh(Hermes(hermes))
    for _ in range(2):
        begun(index)
        with pytest.raises(Cut):
            fts.build(index._db, cut_after(4))
        assert ask(index)[0] == "When does ferry 7 leave?"
        state.turn("s1", "Is the ferry to Hoy cancelled?", "It is not.")
        index.refresh([Hermes(hermes)], now=NOW, full=False)
        assert "Is the ferry to Hoy cancelled?" in ask(index, "ferry Hoy cancelled")
    fts.build(index._db, lambda: None)
    assert ask(index)[0] == "When does ferry 7 leave?"
    assert len(ask(index, "Hoy", limit=9)) == 2


def test_new_words_ask_for_a_new_form_and_no_second_reading(
    state, hermes, index, refresh, monkeypatch
):
    refresh(Hermes(hermes))
    rules = schema.rules() | {"words": "other"}
    monkeypatch.setattr(schema, "rules", lambda: rules)
    reindex.follow(index._db)
    assert fts.building(index._db) is not None
    assert index._db.execute("SELECT count(*) FROM unit WHERE mark = ''").fetchone() == (0,)
    refresh(Hermes(hermes))
    assert fts.building(index._db) is None
    assert ask(index)[0] == "When does ferry 7 leave?"


def test_a_newer_detector_goes_through_the_stored_rows_in_steps(
    state, hermes, index, refresh, monkeypatch
):
    refresh(Hermes(hermes))
    rules = schema.rules() | {"secrets": "newer"}
    monkeypatch.setattr(schema, "rules", lambda: rules)
    monkeypatch.setattr(reindex, "STEP", 7)
    monkeypatch.setattr(admit, "credential", lambda text: "ferry 7 " in text and "credential")
    reindex.follow(index._db)
    gone = []
    with pytest.raises(Cut):
        reindex.finish(index._db, pulse=cut_after(2), removed=gone.append)
    assert len(gone) == 2
    refresh(Hermes(hermes))
    assert "When does ferry 7 leave?" not in ask(index)
    assert index._db.execute("SELECT * FROM meta WHERE name = 'rescanned'").fetchall() == []


def test_forgetting_during_the_building_erases_both_forms(old, small_steps):
    with SessionIndex.open(old) as index:
        reindex.follow(index._db)
        with pytest.raises(Cut):
            fts.build(index._db, cut_after(2))
        hit = index.search(words.query("ferry 7 leave"), limit=1)[0]
        index.forget(messages=[hit.id])
        assert hit.text not in ask(index)
        assert fts.building(index._db) is None
        assert index.check() == []
