"""What a machine was once seen to type stays out, when the call that shows it is gone for good."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.sessions import aside, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from index_views import texts
from session_fixtures import ClaudeFile, HermesState, stamp

WORDS = "I decided that the Brisbane lease moves on 14 March"
BEGAN = datetime.fromisoformat(stamp(0)).astimezone(UTC)
LATER = BEGAN + timedelta(days=60)
ASKED = "please see to the lease while I am away"


@pytest.fixture
def typed(hermes, claude, tmp_path):
    """An index that saw Claude Code add a message to a person's conversation; the call is gone."""
    state = HermesState(hermes / "state.db")
    state.now = BEGAN.timestamp()
    state.session("s1")
    state.turn("s1", "Does the walnut tree stand beside the well?", "It does.")
    chat = ClaudeFile(claude)
    chat.prompt(ASKED)
    command = {"command": f"hermes chat --resume s1 -q '{WORDS}'"}
    chat._answer([{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": command}])
    state.now = BEGAN.timestamp() + chat.seconds
    state.turn("s1", WORDS, "Noted.")
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}
    chat.seconds += 30
    chat.record("user", {"role": "user", "content": [result]})
    os.utime(chat.path, (BEGAN.timestamp(), BEGAN.timestamp()))
    path = tmp_path / "ours" / "sessions.db"
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(hermes), ClaudeCode(claude)], now=BEGAN + timedelta(days=1))
        index.refresh([Hermes(hermes), ClaudeCode(claude)], now=LATER)
        assert WORDS not in texts(index)
        chat.path.unlink()
        index.refresh([Hermes(hermes), ClaudeCode(claude)], now=LATER)
        assert index.stats()[0].agent == "claude"
        assert index.stats()[0].only_here == 1
        assert texts(index) == [
            ASKED,
            "Does the walnut tree stand beside the well?",
            "It does.",
            "Noted.",
        ]
    yield path
    state.close()


def said(path, hermes, claude):
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(hermes), ClaudeCode(claude)], now=LATER)
        assert index.check() == []
        return texts(index)


def test_when_everything_is_read_again(typed, hermes, claude, monkeypatch):
    """Another set of rules empties the marks, in which this was noted until now."""
    monkeypatch.setattr(schema.secrets, "RULES", schema.secrets.RULES + 1)
    found = said(typed, hermes, claude)
    assert WORDS not in found
    assert ASKED in found


def test_when_the_index_was_damaged(typed, hermes, claude):
    with typed.open("r+b") as file:
        file.write(bytes(100))
    assert aside.set_aside(typed)
    found = said(typed, hermes, claude)
    assert WORDS not in found
    assert ASKED in found  # the transcript exists only here


def test_it_is_noted_without_a_word(typed):
    raw = typed.read_bytes()
    assert b"typed:" in raw
    assert b"I decided" not in raw
