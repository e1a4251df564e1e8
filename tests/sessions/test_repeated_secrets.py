"""A password that was told once is kept out of the index wherever the session repeats it."""

import os
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.sessions import admit, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from index_views import everything, texts
from session_fixtures import ClaudeFile, HermesState

NOW = datetime(2026, 5, 20, tzinfo=UTC)
PASSWORD = "Tq7" + "vRk2mXw"
TOLD = "the wifi pass" + f"word is {PASSWORD}"
BARE = f"{PASSWORD}? It connects."


def on_disk(index):
    """All bytes of the index and of its log, by another process: this one has it open."""
    names = [index.path, *(index.path.with_name(index.path.name + end) for end in ("-wal",))]
    return subprocess.run(
        ["/bin/cat", *filter(os.path.exists, names)], stdout=-1, check=True
    ).stdout


@pytest.fixture
def chat(claude):
    return ClaudeFile(claude)


def test_a_bare_repetition_stays_out_with_the_message_that_told_it(claude, chat, index, refresh):
    """RELIABILITY C: neighbours that repeat a learned value."""
    chat.prompt("Plant the walnut tree.")
    chat.prompt(TOLD)
    chat.answer(BARE)
    chat.answer("Anything else?")
    refresh(ClaudeCode(claude))

    assert texts(index) == ["Plant the walnut tree.", "Anything else?"]
    assert index.stats()[0].kept_out == {"credential": 2}
    assert PASSWORD.encode() not in on_disk(index)


def test_it_stays_out_when_it_comes_turns_later_and_the_file_is_read_on(
    claude, chat, index, refresh, tmp_path
):
    chat.prompt(TOLD)
    refresh(ClaudeCode(claude))
    chat.answer("Noted.")
    refresh(ClaudeCode(claude))
    chat.prompt(f"try {PASSWORD} again")
    refresh(ClaudeCode(claude))
    chat.answer("It works.")
    refresh(ClaudeCode(claude))

    assert texts(index) == ["Noted.", "It works."]
    with SessionIndex.open(tmp_path / "anew" / "sessions.db") as anew:
        anew.refresh([ClaudeCode(claude)], now=NOW)
        assert everything(anew) == everything(index)
    assert PASSWORD.encode() not in on_disk(index)


def test_what_was_said_bare_before_leaves_when_it_turns_out_to_be_a_password(
    claude, chat, index, refresh
):
    chat.prompt(f"what about {PASSWORD}")
    chat.answer("What is that?")
    refresh(ClaudeCode(claude))
    assert PASSWORD in texts(index)[0]
    chat.prompt(TOLD)
    refresh(ClaudeCode(claude))

    assert texts(index) == ["What is that?"]
    assert PASSWORD.encode() not in on_disk(index)


def test_in_a_long_session_all_of_it_counts(claude, chat, index, refresh):
    """A long one goes in in batches; the one that tells it may be another than the repeating."""
    chat.prompt(f"what about {PASSWORD}")
    for number in range(600):
        chat.prompt(f"Walnut number {number}.")
    chat.prompt(TOLD)
    for number in range(600):
        chat.prompt(f"Plum number {number}.")
    chat.answer(BARE)
    refresh(ClaudeCode(claude))

    assert len(texts(index)) == 1200
    assert PASSWORD.encode() not in on_disk(index)


def test_in_hermes_a_later_turn_repeats_it(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", TOLD, "Noted.")
    refresh(Hermes(hermes))
    state.turn("s1", f"try {PASSWORD} again", "Done.")
    refresh(Hermes(hermes))
    assert texts(index) == ["Noted.", "Done."]


def test_words_and_short_numbers_are_not_learned(claude, chat, index, refresh):
    """A false alarm must not empty a session."""
    chat.prompt("the alarm pin is 4" + "711")
    chat.prompt("Order 4711 of the walnut tree.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Order 4711 of the walnut tree."]


def test_a_newer_detector_purges_what_exists_only_here_and_keeps_the_clean(
    claude, index, refresh, monkeypatch
):
    """Two sessions whose files expired: of one a message goes, with its bytes; the other stays."""
    names = [f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f000{n}" for n in (1, 2)]
    chats = [ClaudeFile(claude, session=name) for name in names]
    for chat, fruit in zip(chats, ("quince", "medlar"), strict=True):
        chat.prompt(f"Plant the {fruit} by the gate.")
        chat.answer(f"The {fruit} is planted.")
        old = (NOW - timedelta(days=40)).timestamp()
        os.utime(chat.path, (old, old))
    refresh(ClaudeCode(claude))
    for chat in chats:
        chat.path.unlink()
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 4
    find = admit.secrets.find
    monkeypatch.setattr(
        admit.secrets, "find", lambda t: "token" if "Plant the quince" in t else find(t)
    )
    monkeypatch.setattr(schema.secrets, "RULES", schema.secrets.RULES + 1)
    refresh(ClaudeCode(claude))

    assert sorted(texts(index)) == [
        "Plant the medlar by the gate.",
        "The medlar is planted.",
        "The quince is planted.",
    ]
    assert b"Plant the quince" not in on_disk(index)
