"""What a turn costs: caps, nothing twice, and an endless chat that finds its own beginning."""

import json

import pytest
from agent_si.vendor.commands import costs
from agent_si.vendor.recall import rules, schemas
from agent_si.vendor.recall.block import CONVERSATION_CHARS, HEADER
from agent_si.vendor.recall.compression import for_summary
from world import World

FIRST_DAY = "on the first day we named the harbour crane Ottilie after the old ferry"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def test_the_rules_are_short_and_the_tools_are_three(here):
    """PEERS 56, 58: 1,200 characters of rules; three tools of less than 700 tokens."""
    assert len(rules.TEXT) <= 1200
    assert len(schemas.SCHEMAS) == 3
    assert len(json.dumps(schemas.SCHEMAS)) / 4 < 700


def test_a_chat_of_six_hundred_messages_and_two_compressions_finds_its_own_first_day(here):
    """PEERS 7, 43: what was summarised away is history like any other, in the same session."""
    talk = here.talk(FIRST_DAY, "Never paint the crane red.")
    for number in range(150):
        here.state.turn(talk.session_id, f"crate {number} came off the ferry", "Noted.")
    here.state.compact(talk.session_id)
    for number in range(150, 300):
        here.state.turn(talk.session_id, f"crate {number} came off the ferry", "Noted.")
    here.state.compact(talk.session_id)
    here.refresh()

    found = here.inject(talk, "what did we name the harbour crane, after the old ferry?")

    assert any("Ottilie" in hit.line for hit in found.hits)
    assert "Never paint the crane red." in for_summary(here.memory, talk)
    assert here.block("and the harbour crane, named after the old ferry?", talk).text == ""


def test_what_a_search_showed_is_not_injected_again(here):
    """PEERS 4: a tool result is in context, too."""
    here.claude(FIRST_DAY, "Ok.")
    here.refresh()
    talk = here.talk("hello there")
    question = "what did we name the harbour crane, after the old ferry?"
    assert here.block(question, talk).text

    here.call(talk, "brain_search", query="harbour crane Ottilie ferry")

    assert here.block(question, talk).text == ""


def test_it_is_injected_again_once_compression_has_dropped_it(here):
    """PEERS 4: what is forgotten is what the context forgets, and nothing else."""
    here.claude(FIRST_DAY, "Ok.")
    here.refresh()
    question = "what did we name the harbour crane, after the old ferry?"
    talk = here.talk("hello there")
    assert here.inject(talk, question).text
    for number in range(4):
        here.state.turn(talk.session_id, f"crate {number}", "Noted.")
    assert here.block(question, talk).text == ""

    here.state.compact(talk.session_id)

    assert "Ottilie" in here.block(question, talk).text


def test_behind_the_cap_a_hit_that_holds_all_of_a_named_thing_is_still_shown(here):
    """PEERS 57: facts and near-certain hits alone."""
    here.claude("the harbour crane ticket MEM-4711 waits for the gearbox", "Ok.")
    here.claude(FIRST_DAY, "Ok.", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0001")
    here.refresh()
    talk = here.talk()
    filler = f"{HEADER}\n" + "x" * CONVERSATION_CHARS
    sent = f"go on\n\n<memory-context>\n{filler}\n</memory-context>"
    here.state.say(talk.session_id, "user", "go on", api_content=sent)

    assert "MEM-4711" in here.block("what does MEM-4711 wait for?", talk).text
    assert here.block("what did we name the harbour crane after the ferry?", talk).text == ""


def test_status_says_what_recall_cost_in_past_turns(here):
    """PEERS 57: measured on the host's own record, not a promise."""
    assert costs.recalled(here.home / "nothing.db") == ""
    here.claude(FIRST_DAY, "Ok.")
    here.refresh()
    talk = here.talk()
    block = here.inject(talk, "what did we name the harbour crane, after the old ferry?")
    here.inject(talk, "thanks")

    told = costs.recalled(here.memory.settings.state_db)

    lines = len(block.hits) / 2
    tokens = len(block.text) // 4 // 2
    assert told == f"; {tokens} ({lines:.1f} lines) on average in the last 2 turns"
