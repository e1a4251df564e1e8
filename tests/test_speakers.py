"""Somebody else writes in a place of the principal's: what the host says of it is believed."""

import json

import pytest
from agent_si import provider
from agent_si.vendor.recall import settings, speakers
from world import World

WORDS = "the heron barge leaves the quay at seven"
NAMED = (
    {"author_id": "77", "author_name": "Dana", "author_is_bot": False},
    {"author_id": None, "author_name": "Dana", "author_is_bot": False},
    {"author_id": "bot:scribe", "author_name": "scribe", "author_is_bot": True},
)
NOBODY = {"author_id": None, "author_name": None, "author_is_bot": False}


@pytest.fixture
def here(tmp_path):
    (tmp_path / "world").mkdir()
    return World(tmp_path / "world", principal="Alex")


@pytest.fixture
def opened(here):
    """A provider in a conversation in which the words were typed."""
    one = provider.AgentSiProvider()
    session = here.talk(WORDS).session_id
    one.initialize(session, hermes_home=str(here.home), platform="cli")
    yield one
    one.shutdown()


def keep(one):
    """What became of the words."""
    args = {"quote": WORDS, "fact": "The barge's hour."}
    return json.loads(one.handle_tool_call("brain_remember", args))


def is_principals(result):
    """Whether they were kept, and as the principal's own."""
    return result["kept"] and result["source"]["said_by"] == "you"


@pytest.mark.parametrize("author", NAMED)
def test_words_of_a_named_author_are_not_kept_as_the_principals(opened, author):
    """R41; PEERS 36: 0.22 names an author on its HTTP API and between bots."""
    opened.on_turn_start(1, WORDS, **author)

    assert not is_principals(keep(opened))


def test_nor_are_they_when_the_principal_speaks_in_the_next_turn(opened):
    """Which row is whose is not in the host's record, so none of them counts."""
    opened.on_turn_start(1, WORDS, **NAMED[0])
    opened.on_turn_start(2, "remember what was said", **NOBODY)
    opened.on_session_switch("branch", parent_session_id="x", reason="branch")

    assert not is_principals(keep(opened))


def test_nothing_of_the_principals_is_shown_to_a_named_author(opened, here):
    """PEERS 35 36."""
    here.keep_date("14 March 2027", 0)
    question = "when does the Brisbane lease move?"
    assert "14 March 2027" in opened.prefetch(question)

    opened.on_turn_start(1, question, **NAMED[0])

    assert opened.prefetch(question) == ""
    assert "14 March" not in opened.handle_tool_call("brain_search", {"query": "Brisbane lease"})


@pytest.mark.parametrize("how", ["the same session", "a branch", "resumed in a new one"])
def test_nor_are_they_after_a_restart_of_the_host(opened, here, how):
    """P36: the record of the host has no author, so we keep that others spoke there."""
    session = opened._conversation.session_id
    opened.on_turn_start(1, WORDS, **NAMED[0])
    here.refresh()
    if how == "a branch":
        session = here.talk(WORDS).session_id
        opened.on_session_switch(session, parent_session_id="x", reason="branch")
    opened.shutdown()
    again = provider.AgentSiProvider()
    first = here.talk("hello there").session_id if how == "resumed in a new one" else session
    again.initialize(first, hermes_home=str(here.home), platform="api_server")
    if how == "resumed in a new one":
        again.on_session_switch(session, reset=False)
    again.on_turn_start(2, "remember what was said", **NOBODY)

    assert not is_principals(keep(again))
    again.shutdown()
    found = [hit.line for hit in here.recall("heron barge quay") if "heron" in hit.line]
    assert found
    assert not [line for line in found if " you, " in line] or how == "a branch"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        '{"sessions": 3, "groups": []}',
        '{"groups": {"group:x": [3, {}]}}',
        "[" * 9999,
    ],
)
def test_a_note_of_speakers_that_makes_no_sense_is_none(opened, here, text):
    found = settings.load(here.home)
    (found.folder / speakers.NAME).write_text(text, encoding="utf-8")
    assert speakers.sessions(found) == speakers.groups(found, ["telegram:1"]) == frozenset()
    opened.on_turn_start(1, WORDS, **NAMED[0])
    assert len(speakers.sessions(found)) == 1


def test_where_everybody_is_named_nothing_is_noted(here):
    """On a messaging platform the host names the principal as well."""
    one = provider.AgentSiProvider()
    one.initialize("s", hermes_home=str(here.home), platform="telegram", user_id="77")
    one.on_turn_start(1, WORDS, **NAMED[0])
    one.shutdown()
    assert not speakers.sessions(settings.load(here.home))


def test_a_new_conversation_is_the_principals_again(opened, here):
    opened.on_turn_start(1, WORDS, **NAMED[0])
    opened.on_session_switch(here.talk(WORDS).session_id, parent_session_id="x", reset=True)
    opened.on_turn_start(1, WORDS, **NOBODY)

    assert is_principals(keep(opened))


def test_a_turn_without_an_author_is_the_principals(opened):
    """0.19 names none, and 0.22 none at a terminal."""
    opened.on_turn_start(1, WORDS)
    opened.on_turn_start(2, WORDS, **NOBODY)

    assert is_principals(keep(opened))
