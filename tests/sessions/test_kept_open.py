"""The refresher's index stays open from one pass to the next, and is in nobody's way."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.sessions import aside
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.kept_open import KeptOpen
from agent_si.vendor.sessions.tool_calls import Looked
from agent_si.vendor.text import words
from session_fixtures import HermesState

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kept open on POSIX only")
NOW = datetime(2026, 5, 20, tzinfo=UTC)


@pytest.fixture
def state(hermes):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    yield state
    state.close()


@pytest.fixture
def path(hermes):
    return hermes / "agent-si" / "sessions.db"


@pytest.fixture
def kept(path):
    with closing(KeptOpen(path)) as kept:
        yield kept


def follow(kept, hermes):
    with kept.index() as index:
        index.refresh([Hermes(hermes)], now=NOW, full=False)
        return index._db


def found(path, text):
    with SessionIndex.open(path, readonly=True) as index:
        return len(index.search(words.query(text)))


def test_the_next_pass_goes_on_with_the_file_that_is_open(state, hermes, path, kept):
    first = follow(kept, hermes)
    state.turn("s1", "Where is the quince?", "Beside it.")
    assert follow(kept, hermes) is first
    assert found(path, "quince") == 1


def test_a_file_that_took_its_place_is_opened_and_the_old_one_left_alone(state, hermes, path, kept):
    first = follow(kept, hermes)
    assert aside.set_aside(path)
    state.turn("s1", "Where is the quince?", "Beside it.")
    assert follow(kept, hermes) is not first
    assert found(path, "quince") == 1
    assert found(path, "walnut tree") == 1


def test_what_another_release_has_changed_is_looked_at_anew(state, hermes, path, kept):
    first = follow(kept, hermes)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE later (n)")
    second = follow(kept, hermes)
    assert second is not first
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version=99")
    with pytest.raises(dbfile.NewerFile):
        follow(kept, hermes)


def test_an_error_closes_it(state, hermes, path, kept):
    first = follow(kept, hermes)
    with pytest.raises(LookupError), kept.index():
        raise LookupError
    assert follow(kept, hermes) is not first


def test_another_process_can_forget_to_the_last_byte_while_it_is_open(state, hermes, path, kept):
    """Nothing is locked between two passes."""
    follow(kept, hermes)
    with SessionIndex.open(path) as other:
        [hit] = other.search(words.query("walnut tree"))
        assert other.forget(messages=[hit.id], patience=0.0).erased
    beside = [path, path.with_name(path.name + "-wal")]
    assert not any(b"walnut" in each.read_bytes() for each in beside if each.exists())
    state.turn("s1", "Where is the quince?", "Beside it.")
    follow(kept, hermes)
    assert found(path, "quince") == 1


@pytest.mark.parametrize(
    ("first", "last", "behind"),
    [(0, 499, 499), (500, 999, 499), (1000, 1499, 1200), (1500, 1999, 1499)],
)
def test_rows_that_were_looked_at_and_name_no_agent_are_not_read_again(first, last, behind):
    assert Looked(0, 1200, (700,)).behind(first, last) == behind


def test_rows_before_those_that_were_looked_at_are_read():
    assert Looked(1000, 5000).behind(500, 1499) == 499
