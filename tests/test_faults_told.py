"""Failures are told: once, without private text, in the next tool result and in `status`.

R93: a memory that fails in silence is found out weeks later. PEERS 45 (write failures in a debug
log only, lost for days), 46 (dead for 18 days), 48 (a silent degraded mode).
"""

import errno
import json
import logging
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from agent_si import provider
from agent_si.vendor.commands import status
from agent_si.vendor.recall import notices, settings, trouble
from agent_si.vendor.sessions import passes, refresher
from people import claim_account, talk
from running_provider import active_home, in_session
from test_provider import HOOKS

PRIVATE = "PRIVATE-WORDS of somebody"
QUESTION = "when does the Brisbane lease move?"
FAULTS = {
    "locked": lambda: sqlite3.OperationalError(PRIVATE),
    "damaged": lambda: sqlite3.DatabaseError(PRIVATE),
    "disk full": lambda: OSError(errno.ENOSPC, PRIVATE),
    "memory": lambda: MemoryError(PRIVATE),
    "bug": lambda: KeyError(PRIVATE),
    "deep": lambda: RecursionError(PRIVATE),
}
# What a hook of ours calls, and the neutral value of the hook.
CALLED = [
    ("prefetch", "recall.block.block", ""),
    ("on_turn_start", "recall.people.heard", None),
    ("sync_turn", "recall.indexing.Refreshing.wake", None),
    ("on_session_end", "recall.indexing.Refreshing.wake", None),
    ("on_session_switch", "recall.indexing.Refreshing.wake", None),
    ("get_config_schema", "commands.setup.schema", []),
    ("get_status_config", "commands.setup.brief", {}),
    ("shutdown", "recall.indexing.Refreshing.leave", None),
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    return active_home(tmp_path, monkeypatch)


@pytest.fixture
def opened(here):
    with in_session(here) as one:
        yield one


def raising(make):
    def broken(*_, **__):
        raise make()

    return broken


def asks(one) -> dict:
    return json.loads(one.handle_tool_call("brain_search", {"query": "lease"}))


def breaks(monkeypatch, called, make):
    monkeypatch.setattr(f"agent_si.vendor.{called}", raising(make))


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("hook", "called", "neutral"), CALLED)
def test_whatever_fails_in_a_hook_the_turn_goes_on_and_one_line_says_so(
    opened, monkeypatch, caplog, hook, called, neutral, fault
):
    """R93: the call of each hook, and every kind of fault."""
    caplog.set_level(logging.DEBUG)
    with monkeypatch.context() as broken:
        breaks(broken, called, FAULTS[fault])
        assert HOOKS[hook](opened) == neutral

    assert len(caplog.records) == 1
    assert PRIVATE not in caplog.text
    told = asks(opened)
    assert "failed" in told["notice"]
    assert PRIVATE not in json.dumps(told)
    assert "notice" not in asks(opened)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_tool_that_fails_answers_what_to_run(opened, monkeypatch, fault):
    """PEERS 46: never a NoneType error."""
    with monkeypatch.context() as broken:
        breaks(broken, "recall.toolset.call", FAULTS[fault])
        answer = asks(opened)

    assert "hermes agent-si status" in answer["error"]
    assert PRIVATE not in json.dumps(answer)


def test_a_fault_that_comes_back_is_not_told_twice_in_a_session_also_by_a_new_provider(
    opened, here, monkeypatch
):
    """0.19's gateway makes a provider for every request of a session."""
    talk = here.talk("hello")

    def request():
        one = provider.AgentSiProvider()
        one.initialize(talk.session_id, hermes_home=str(here.home), platform="cli")
        with monkeypatch.context() as broken:
            breaks(broken, "recall.block.block", FAULTS["bug"])
            one.prefetch(QUESTION)
        told = asks(one).get("notice", "")
        one.shutdown()
        return told

    assert "prefetch failed (KeyError)" in request()
    assert [request() for _ in range(3)] == [""] * 3


def test_a_store_that_is_left_out_of_a_turn_is_told_though_the_turn_went_on(opened, here):
    """PEERS 48: no silent degraded mode; also where no tool is called."""
    here.keep_date("14 March 2027", 0)
    (here.home / "agent-si" / "brain" / "brain.db").write_bytes(b"this is no database" * 400)

    assert isinstance(opened.prefetch(QUESTION), str)

    facts = status.gather(here.memory)
    assert any("recall failed (brain:" in line for line in facts["trouble"])
    assert "recall failed" in opened.get_status_config()["trouble"]
    assert "recall failed" in asks(opened)["notice"]


def test_what_works_again_is_said_and_forgotten_after_days(here):
    found = settings.load(here.home)
    now = datetime(2026, 12, 1, tzinfo=UTC)
    trouble.record(found, "prefetch", "SQLITE_BUSY", now)
    trouble.record(found, "reading past sessions", "SQLITE_FULL", now)
    assert trouble.standing(found) == {"prefetch", "reading past sessions"}

    trouble.mended(found, "prefetch", now + timedelta(hours=1))

    fails, worked = trouble.lines(found, now + timedelta(days=2))
    assert fails.startswith("reading past sessions failed (SQLITE_FULL)")
    assert "works again since 2026-12-01T01:00" in worked
    assert trouble.lines(found, now + timedelta(days=30)) == (fails,)
    trouble.clear(found)
    assert trouble.lines(found, now) == ()


@pytest.mark.parametrize(
    "text",
    ['{"what": "prefetch", "kind": "SQLITE_BUSY", "at": "2026-12-01T00:00:00+00:00"}'],
)
def test_the_note_of_an_older_release_is_read(here, text):
    found = settings.load(here.home)
    (found.folder / trouble.NAME).write_text(text, encoding="utf-8")
    assert trouble.last(found) == "prefetch failed (SQLITE_BUSY) at 2026-12-01T00:00:00+00:00"


@pytest.mark.parametrize("text", ["", "[]", "7", '{"a": 1}', '{"a": {"kind": 3}}', "[" * 99_999])
def test_a_note_of_no_sense_is_no_trouble(here, text):
    found = settings.load(here.home)
    (found.folder / trouble.NAME).write_text(text, encoding="utf-8")
    assert trouble.lines(found, datetime.now(UTC)) == ()


def test_a_note_that_something_else_wrote_costs_one_short_line_each(here):
    """PEERS 48: `status` stays a page, whatever stands in the file."""
    found, now = settings.load(here.home), datetime.now(UTC)
    path = found.folder / trouble.NAME
    odd = {f"a\n{n}": {"kind": "x\x1b[31m" * 90, "at": f"2026-01-{n:02}"} for n in range(1, 30)}
    path.write_text(json.dumps(odd), encoding="utf-8")
    told = trouble.lines(found, now)
    assert 0 < len(told) <= trouble.MOST
    assert all(len(line) <= trouble.LONGEST and line.isprintable() for line in told)

    path.write_text(json.dumps(odd) + " " * trouble.BYTES, encoding="utf-8")
    assert trouble.lines(found, now) == ()
    trouble.record(found, "recall", "SQLITE_BUSY", now)
    assert len(trouble.lines(found, now)) == 1


def test_somebody_else_is_told_that_it_fails_and_nothing_of_the_machine(here):
    """P35: a fault names a folder, which holds the name of its owner often enough."""
    claim_account(here)
    dana = talk(here, "dana", "when does the Brisbane lease move, please")
    one = provider.AgentSiProvider()
    one.initialize(dana.session_id, hermes_home=str(here.home), platform="telegram", user_id="777")
    one.shutdown()  # or its thread makes the file again
    (here.home / "agent-si" / "sessions.db").unlink(missing_ok=True)
    (here.home / "agent-si" / "sessions.db").mkdir()
    one._fault("recall", f"brain: {here.home} did not answer")
    told = [asks(one), asks(one)]

    assert [notices.FOR_OTHERS in each.get("notice", "") for each in told] == [True, False]
    assert told[0]["not_searched"] == [notices.FOR_OTHERS]
    assert str(here.home) not in json.dumps(told)


def until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


def test_a_fault_of_the_background_is_told_and_taken_back_when_it_reads_again(
    here, monkeypatch, capfd
):
    """PEERS 45, 46: whatever is raised there, the thread stays, and says nothing private."""
    talk = here.talk("the crane gearbox comes from Lindholm")
    found = settings.load(here.home)
    one = provider.AgentSiProvider()
    with monkeypatch.context() as broken:
        broken.setattr(passes.Passes, "_refresh", raising(FAULTS["bug"]))
        one.initialize(talk.session_id, hermes_home=str(here.home), platform="cli")
        assert until(lambda: trouble.standing(found))
        assert "past sessions are not being read (KeyError)" in asks(one)["notice"]
        assert "notice" not in asks(one)
        assert any(
            "reading past sessions" in line for line in status.gather(here.memory)["trouble"]
        )
    one.sync_turn("x", "y")

    assert until(lambda: not trouble.standing(found))
    assert "works again" in trouble.lines(found, here.clock())[0]
    one.shutdown()
    told = capfd.readouterr()
    assert PRIVATE not in told.out + told.err


def test_a_refresh_that_does_not_come_is_a_fault(opened, monkeypatch):
    """PEERS 46: nobody raises anything, and nothing is read for days."""
    monkeypatch.setattr(refresher, "STALLED", -1.0)
    monkeypatch.setattr(refresher.Refresher, "_pass", lambda *_, **__: None)
    assert until(lambda: opened.sync_turn("x", "y") or opened._refreshing.wrong)
    assert "past sessions are not being read (a turn was not read" in asks(opened)["notice"]


def test_settings_that_cannot_be_read_are_told_in_the_session(here):
    """PEERS 48: the index is off then, and nobody would know why nothing is recalled."""
    talk = here.talk("hello")
    settings.config_path(here.home).write_text("{ not json", encoding="utf-8")
    one = provider.AgentSiProvider()
    one.initialize(talk.session_id, hermes_home=str(here.home), platform="cli")

    assert "config.json is not valid JSON" in asks(one)["notice"]
    assert "notice" not in asks(one)
    assert opened_state(one).startswith("NOT OK: config.json is not valid JSON")
    one.shutdown()


def opened_state(one) -> str:
    return one.get_status_config()["state"]


def test_a_folder_that_cannot_be_written_is_told(here, monkeypatch):
    """PEERS 45: a read-only disk is a visible line in the next turn."""
    monkeypatch.setattr(notices.os, "access", lambda *_: False)
    lines = notices.standing(settings.load(here.home), "")
    assert lines == (f"facts cannot be kept: {here.memory.settings.brain} is read-only",)


@pytest.mark.parametrize("content", [b"no database at all " * 99, b""])
def test_a_record_of_the_host_that_cannot_be_read_is_not_ok(here, content):
    """PEERS 48: without it nobody can be quoted, so nothing can be kept, and nothing is read."""
    here.state.close()
    for name in ("state.db", "state.db-wal", "state.db-shm"):
        (here.home / name).unlink(missing_ok=True)
    assert status.gather(here.memory)["wrong"] == []  # before the first conversation

    (here.home / "state.db").write_bytes(content)
    told = status.lines(status.gather(here.memory))
    assert told[0].startswith("NOT OK: facts cannot be kept: Hermes' own record cannot be read")
    assert "writes: no" in told
    assert len(told) <= status.MOST


def test_what_was_told_is_known_of_a_bounded_number_of_sessions(here):
    for n in range(3 * notices.SESSIONS):
        one = notices.Notices()
        one.add("prefetch failed (KeyError)")
        assert one.take(here.home, f"s{n}")
    assert len(notices._told) <= notices.SESSIONS


def test_no_thread_is_left_by_a_fault(opened, monkeypatch):
    with monkeypatch.context() as broken:
        breaks(broken, "recall.block.block", FAULTS["memory"])
        before = threading.active_count()
        for _ in range(20):
            opened.prefetch(QUESTION)
    assert threading.active_count() == before
