"""Never in the way: a turn waits for us a fifth of a second at most, whatever stands behind it.

The guard is ten times the deadline: a busy machine is slow, a hang is for ever.
"""

import os
import sqlite3
import threading
import time
from contextlib import ExitStack, closing

import pytest
from agent_si import provider
from agent_si.vendor import dbfile, hurry
from running_provider import active_home, in_session

QUESTION = "when does the Brisbane lease move?"
GUARD = 2.0  # seconds; deadline_ms is 200
STORES = ("state.db", "agent-si/brain/brain.db", "agent-si/sessions.db", "agent-si/forgotten.db")
TEXTS = ("agent-si/config.json", "agent-si/brain/brain.toml", "agent-si/trouble.json")


@pytest.fixture
def here(tmp_path, monkeypatch):
    return active_home(tmp_path, monkeypatch)


@pytest.fixture
def talk(here):
    return here.talk("The Brisbane lease moves on 14 March 2027, I have signed it")


@pytest.fixture
def asked(here, talk):
    """A provider in a session, with a fact kept and a history read; shut down afterwards."""
    here.keep_date("14 March 2027", 0)
    here.refresh()
    with in_session(here, talk) as one:
        yield one


def within(seconds, do):
    """What `do` returned, in a thread, as the host calls; a failure where it takes longer."""
    found = []
    thread = threading.Thread(target=lambda: found.append(do()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert found, f"still busy after {seconds} seconds"
    return found[0]


@pytest.mark.parametrize("store", STORES)
def test_a_turn_ends_by_its_deadline_while_a_file_is_locked(asked, here, store):
    """R93: PEERS 53, a locked database; 47, and it answers again when the lock has gone."""
    with closing(sqlite3.connect(here.home / store, 30, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert isinstance(within(GUARD, lambda: asked.prefetch(QUESTION)), str)
        other.execute("ROLLBACK")
    assert isinstance(within(GUARD, lambda: asked.prefetch(QUESTION)), str)


def test_with_every_file_locked_at_once_a_turn_and_a_summary_end_in_time(asked, here, talk):
    """R93: PEERS 53; what the summary can still be given of the record is given."""
    here.says(talk, "never deploy on Fridays please")
    with ExitStack() as locked:
        for store in STORES[1:]:
            other = sqlite3.connect(here.home / store, 30, isolation_level=None)
            locked.enter_context(closing(other))
            other.execute("BEGIN EXCLUSIVE")
        assert isinstance(within(GUARD, lambda: asked.prefetch(QUESTION)), str)
        kept = within(GUARD, lambda: asked.on_pre_compress([]))
    assert "never deploy on Fridays" in kept


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize(
    "name", [*STORES, *TEXTS, *(f"{store}-journal" for store in STORES), "state.db-wal"]
)
def test_a_pipe_in_the_place_of_any_file_holds_nothing_up(here, talk, name):
    """R93: opening a pipe waits until somebody writes to it, which nobody does."""
    here.keep_date("14 March 2027", 0)
    here.refresh()
    path = here.home / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    one = provider.AgentSiProvider()

    within(5 * GUARD, lambda: (one.initialize("s", hermes_home=str(here.home), platform="cli"), 1))
    assert isinstance(within(GUARD, lambda: one.prefetch(QUESTION)), str)
    assert within(5 * GUARD, lambda: one.handle_tool_call("brain_search", {"query": QUESTION}))
    assert within(5 * GUARD, lambda: (one.get_status_config(), 1))
    within(GUARD, lambda: (one.shutdown(), 1))


def test_statements_end_by_the_deadline_of_their_thread_and_only_there(tmp_path):
    """A progress handler, not hope; another thread and what comes after are not hurried."""
    path = tmp_path / "a.db"
    dbfile.open(path, create=True).close()
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT max(x) FROM n"

    def hurried():
        with hurry.until(time.monotonic() + 0.05), closing(dbfile.open(path)) as db:
            with pytest.raises(sqlite3.OperationalError, match="interrupted"):
                db.execute(endless).fetchall()
            with pytest.raises(hurry.Late):
                hurry.look()
        return True

    assert within(GUARD, hurried)
    hurry.look()
    assert hurry.left(5.0) == 5.0


def test_the_earlier_of_two_deadlines_holds():
    now = time.monotonic()
    with hurry.until(now + 10):
        with hurry.until(now + 1000):
            assert hurry.left(500) <= 10
        with hurry.until(None):
            assert hurry.left(500) <= 10


def test_a_conversation_of_many_thousand_lines_holds_no_turn_up(asked, here, talk):
    """R93: a long backlog; what cannot be read in time is left out, and the turn goes on."""
    rows = [(talk.session_id, f"line {n} about nothing much " * 40) for n in range(20_000)]
    here.state.db.executemany(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, 1)", rows
    )
    here.state.db.commit()

    assert isinstance(within(GUARD, lambda: asked.prefetch(QUESTION)), str)


@pytest.mark.parametrize("message", ["lease " * 400_000, "x" * 2_000_000, "租约" * 500_000])
def test_a_message_of_megabytes_holds_no_turn_up(asked, message):
    """R93: a pasted file is a message like any other."""
    assert isinstance(within(GUARD, lambda: asked.prefetch(message)), str)
