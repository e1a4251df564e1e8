"""Nothing found is an answer: what was looked through, and what was not and why."""

import json

import pytest
from agent_si.vendor.recall import searched, settings, toolset
from agent_si.vendor.recall.conversation import PERSON_AT_TERMINAL, Conversation
from agent_si.vendor.recall.filters import Filters
from agent_si.vendor.sessions.adapters import adapters_for
from agent_si.vendor.sessions.index import SessionIndex
from at_terminal import run
from world import World


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.claude("the crane is red", "Ok.")
    world.refresh()
    return world


def told(here, **how):
    return searched.ground(here.memory, PERSON_AT_TERMINAL, **how)


def test_counts_and_the_newest_day_of_each_agent_are_named(here):
    """R24: "you have not told me" needs a ground."""
    found = here.call(here.talk(), "brain_search", query="zeppelin")

    assert found["hits"] == []
    assert "searched 0 facts and 0 records" in found["nothing_found"]
    assert "2 messages of claude code up to 2026-05-01 00:00 UTC" in found["nothing_found"]


def test_a_command_says_the_same_as_the_tool(here):
    tool = here.call(here.talk(), "brain_search", query="zeppelin")["nothing_found"]
    code, out = run(here, "search", "zeppelin")

    assert code == 0
    assert tool in out


def test_what_was_not_searched_is_named_with_its_reason(here):
    settings.save(here.home, {"index_sessions": ["claude", "grok"], "index_since": "2026-01-01"})

    left_out = told(here).partition("not searched: ")[2]

    assert "hermes (switched off in index_sessions)" in left_out
    assert "codex (switched off in index_sessions)" in left_out
    assert "what was said before 2026-01-01 (index_since)" in left_out
    assert "claude" not in left_out


def test_an_index_that_is_not_finished_says_so(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    assert "past sessions (none indexed yet)" in told(world)
    for number in range(3):
        world.claude(
            f"crane {number}", "Ok.", session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f000{number}"
        )
    adapters = adapters_for(["claude"], hermes_home=world.home, user_home=world.user, environ={})
    with SessionIndex.open(world.memory.settings.index) as index:
        index.refresh(adapters, now=world.clock(), pause=lambda: True)

    assert "the rest of claude code (it is being read for the first time)" in told(world)
    assert "grok (not read yet)" in told(world)
    world.refresh()
    assert "first time" not in told(world)


def test_a_private_project_and_words_kept_out_are_counted(here):
    here.claude(
        "the winch is blue",
        "Ok.",
        project="-work-secret",
        cwd="/work/secret",
        session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0009",
    )
    settings.save(here.home, {"private_projects": ["/work/secret"]})
    here.refresh()

    assert "2 messages of claude code (private projects)" in told(here)
    assert "/work/secret" not in told(here)


def test_where_nothing_may_be_shown_no_number_is_told(here):
    """R33: a group learns neither what there is nor how much."""
    group = Conversation("g1", "telegram", "77")
    found = toolset.call(here.memory, "brain_search", {"query": "crane"}, group)

    assert found["nothing_found"] == searched.NOWHERE
    assert not any(sign.isdigit() for sign in json.dumps(found))


def test_filters_and_sides_are_part_of_what_was_searched(here):
    assert "messages" not in told(here, side="brain")
    assert "facts" not in told(here, side="sessions")
    only = told(here, filters=Filters(agents=("claude",)))
    assert "only what the filters let through" in only
    assert "codex" not in only


def test_a_damaged_brain_is_not_taken_for_an_empty_one(here):
    path = here.memory.settings.brain / "brain.db"
    path.write_bytes(b"not a database at all, not even close to one")

    assert "not searched: facts (" in told(here)
    assert "searched 0 facts" not in told(here)


def test_a_search_shows_what_a_turn_would_not(here):
    """The floor holds back what is said unasked; who searches sees what little there is."""
    question = "Which crane painter signed that long harbour contract?"

    assert here.block(question).text == ""
    assert [hit.snippet for hit in here.recall(question)] == ["the crane is red"]
