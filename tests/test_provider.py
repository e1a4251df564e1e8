"""The host's hooks outside a host: safe before initialize, after a failure, and from any thread."""

import json
import logging
import sys
import threading
import time
from pathlib import Path

import pytest
from agent_si import provider
from agent_si.vendor.recall import rules, settings, trouble
from agent_si.vendor.recall.memory import Memory
from running_provider import active_home, in_session
from world import KEY

HOOKS = {
    "prefetch": lambda p: p.prefetch("what about the Brisbane lease move?"),
    "recall_status": lambda p: p.recall_status(),
    "system_prompt_block": lambda p: p.system_prompt_block(),
    "sync_turn": lambda p: p.sync_turn("hello there", "hi", session_id="s", messages=[]),
    "queue_prefetch": lambda p: p.queue_prefetch("x", session_id="s"),
    "on_turn_start": lambda p: p.on_turn_start(1, "x", author_id="u"),
    "on_session_switch": lambda p: p.on_session_switch("n", parent_session_id="o", reset=True),
    "on_session_end": lambda p: p.on_session_end([]),
    "on_pre_compress": lambda p: p.on_pre_compress([]),
    "on_memory_write": lambda p: p.on_memory_write("add", "memory", "x", metadata={}),
    "on_delegation": lambda p: p.on_delegation("t", "r", child_session_id="c"),
    "get_tool_schemas": lambda p: p.get_tool_schemas(),
    "get_config_schema": lambda p: p.get_config_schema(),
    "get_status_config": lambda p: p.get_status_config({}),
    "backup_paths": lambda p: p.backup_paths(),
    "identity_signature": lambda p: p.identity_signature(),
    "shutdown": lambda p: p.shutdown(),
    "tool": lambda p: p.handle_tool_call("brain_search", {"query": "lease"}),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    return active_home(tmp_path, monkeypatch)


@pytest.fixture
def opened(here):
    """A provider in a running session, shut down afterwards."""
    with in_session(here) as one:
        yield one


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_safe_before_initialize_and_does_nothing(hook, tmp_path, monkeypatch):
    home = tmp_path / "empty"
    monkeypatch.setenv("HERMES_HOME", str(home))

    HOOKS[hook](provider.AgentSiProvider())

    assert not home.exists()


@pytest.mark.parametrize("hook", HOOKS)
def test_a_fault_in_any_hook_is_neutral_logged_without_private_text_and_told_once(
    hook, opened, here, monkeypatch, caplog
):
    """R93: the turn goes on without us."""

    def broken(*_, **__):
        raise RuntimeError("PRIVATE-WORDS of somebody")

    for name in ("hurried", "recall", "running", "brain", "index"):
        monkeypatch.setattr(Memory, name, broken)
    caplog.set_level(logging.DEBUG)

    result = HOOKS[hook](opened)

    assert "PRIVATE-WORDS" not in caplog.text
    assert "PRIVATE-WORDS" not in repr(result)
    if hook == "prefetch":
        assert result == ""
        assert "prefetch failed (RuntimeError)" in trouble.last(settings.load(here.home))
        monkeypatch.undo()
        told = json.loads(opened.handle_tool_call("brain_search", {"query": "lease"}))
        assert "prefetch failed" in told["notice"]
        again = json.loads(opened.handle_tool_call("brain_search", {"query": "lease"}))
        assert "notice" not in again


def test_a_failed_initialize_leaves_tools_that_answer(here, monkeypatch):
    monkeypatch.setattr(settings, "load", lambda home: 1 / 0)
    one = provider.AgentSiProvider()

    one.initialize("s", hermes_home=str(here.home), platform="cli")

    assert one.prefetch("what about the lease?") == ""
    assert "error" in json.loads(one.handle_tool_call("brain_search", {"query": "lease"}))


def test_the_first_session_creates_the_brain_and_a_second_leaves_it(tmp_path):
    """R12."""
    home = tmp_path / "fresh"
    home.mkdir()
    for _ in range(2):
        one = provider.AgentSiProvider()
        one.initialize("s", hermes_home=str(home), platform="cli")
        one.shutdown()
        brain = home / "agent-si" / "brain" / "brain.db"
        seen = brain.stat().st_mtime_ns, brain.stat().st_ino
    assert (brain.stat().st_mtime_ns, brain.stat().st_ino) == seen


def test_the_rules_stay_within_their_budget_and_never_change(opened):
    """R23 R24 R25 R26 R27 R101 PEERS 58."""
    assert opened.system_prompt_block() == opened.system_prompt_block() == rules.TEXT
    assert len(rules.TEXT) <= 1200
    for words in ("never from memory", "say so", "a person", "notes, not facts", "data, not"):
        assert words in rules.TEXT


def test_prefetch_answers_the_message_that_is_asked_now(opened, here):
    """R17."""
    here.keep_date("14 March 2027", 0)

    assert "14 March 2027" in opened.prefetch("when does the Brisbane lease move?")
    assert opened.prefetch("thanks") == ""


def test_the_indicator_is_of_the_last_prefetch_only(opened, here, monkeypatch):
    """R21."""
    here.keep_date("14 March 2027", 0)
    module = type(sys)("agent.memory_provider")

    class RecallStatus:
        def __init__(self, provider_label, count, glyph="🧠"):
            self.count, self.glyph = count, glyph

    module.RecallStatus = RecallStatus
    monkeypatch.setitem(sys.modules, "agent", type(sys)("agent"))
    monkeypatch.setitem(sys.modules, "agent.memory_provider", module)

    assert opened.recall_status() is None
    opened.prefetch("when does the Brisbane lease move?")
    assert (opened.recall_status().count, opened.recall_status().glyph) == (1, "🧠")
    opened.prefetch("thanks")
    assert opened.recall_status() is None


def test_one_background_thread_a_home_however_many_providers(here):
    """R28 R75."""
    before = threading.active_count()
    many = [provider.AgentSiProvider() for _ in range(8)]
    for one in many:
        one.initialize("s", hermes_home=str(here.home), platform="cli")

    assert threading.active_count() - before == 1
    for one in many:
        one.shutdown()
        one.shutdown()
    assert threading.active_count() == before


def test_a_turn_is_in_the_index_soon_after_and_sync_turn_does_not_wait(here):
    """R28."""
    talk = here.talk()
    one = provider.AgentSiProvider()
    one.initialize(talk.session_id, hermes_home=str(here.home), platform="cli")
    try:
        here.state.turn(talk.session_id, "the crane gearbox comes from Lindholm", "Noted.")
        began = time.monotonic()
        one.sync_turn("the crane gearbox comes from Lindholm", "Noted.", session_id="x")
        assert time.monotonic() - began < 0.5  # a loose guard: it only sets a flag
        deadline = time.monotonic() + 30
        while not here.recall("crane gearbox Lindholm") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert here.recall("crane gearbox Lindholm")
    finally:
        one.shutdown()


@pytest.mark.parametrize("context", ["cron", "subagent", "flush"])
def test_other_contexts_answer_and_create_index_and_keep_nothing(here, tmp_path, context):
    """R77 PEERS 39."""
    here.keep_date("14 March 2027", 0)
    empty = tmp_path / "other"
    empty.mkdir()
    threads = threading.active_count()
    for home in (here.home, empty):
        one = provider.AgentSiProvider()
        one.initialize("s", hermes_home=str(home), platform="cli", agent_context=context)
        assert one.prefetch("when does the Brisbane lease move?") == ""
        kept = json.loads(
            one.handle_tool_call("brain_remember", {"fact": "x", "quote": "a b c d e f"})
        )
        assert kept["refused"] == "not_here"
        found = json.loads(one.handle_tool_call("brain_search", {"query": "Brisbane lease"}))
        assert bool(found["hits"]) is (home == here.home)
        one.sync_turn("a", "b")
        one.shutdown()
    assert threading.active_count() == threads
    assert list(empty.iterdir()) == []


def test_the_panel_and_wizard_values_are_read_back(here):
    """R10 R56 R57."""
    one = provider.AgentSiProvider()
    one.save_config({"principal": "Alex", "index_sessions": "false", "x": 1}, str(here.home))

    fields = {field["key"]: field for field in one.get_config_schema()}
    assert list(fields) == ["principal", "brain_dir", "index_sessions"]
    assert fields["principal"]["default"] == "Alex"
    assert fields["index_sessions"]["default"] is False


def test_a_brain_elsewhere_is_used_and_named_for_the_backup(here, tmp_path):
    """R61 R73."""
    elsewhere = tmp_path / "elsewhere"
    settings.save(here.home, {"brain_dir": str(elsewhere)})
    one = provider.AgentSiProvider()
    one.initialize("s", hermes_home=str(here.home), platform="cli")
    one.shutdown()

    assert (elsewhere / "brain.db").is_file()
    assert one.backup_paths() == [str(elsewhere)]
    assert Path(settings.load(here.home).brain) == elsewhere
    assert KEY
