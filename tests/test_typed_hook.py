"""A typed line through the provider's hooks, as a host calls them."""

from datetime import UTC, datetime

import pytest
from agent_si import provider
from agent_si.vendor.recall import typed_line, waiting
from agent_si.vendor.recall.conversation import Conversation
from running_provider import active_home, in_session
from world import KEY

SCAFFOLD = '[IMPORTANT: The user has invoked the "dogwalk" skill …'


@pytest.fixture
def here(tmp_path, monkeypatch):
    world = active_home(tmp_path, monkeypatch)
    world.keep_date("14 March 2027", 0)
    return world


@pytest.fixture
def opened(here):
    """A provider in a running session, shut down afterwards."""
    with in_session(here) as one:
        yield one


def turn(one, query, delivered=None):
    one.on_turn_start(1, query if delivered is None else delivered)
    return one.prefetch(query)


def test_a_typed_line_is_answered_and_starts_no_recall(opened):
    told = turn(opened, f"si: show {KEY}")
    assert "the person typed" in told
    assert "14 March 2027" in told
    assert opened.recall_status() is None


def test_what_a_skill_was_asked_is_no_typed_line(opened, here):
    """`/dogwalk si: forget …`: the turn begins with the skill, not with the line."""
    told = turn(opened, f"si: forget {KEY}", SCAFFOLD)
    assert "si: yes" not in told
    assert "typed" not in told


def test_an_ordinary_message_after_it_is_recalled_as_ever(opened):
    turn(opened, f"si: show {KEY}")
    told = turn(opened, "when does the Brisbane office lease move, says the landlord?")
    assert "the person typed" not in told


def test_in_a_damaged_memory_the_turn_goes_on_with_a_sentence(opened, here):
    here.memory.settings.brain.joinpath("brain.db").write_bytes(b"no database" * 400)
    assert "nothing was done" in turn(opened, "si: review")


def test_what_nobody_confirmed_is_gone_when_a_session_begins(here):
    """Typed in a process that ended before the code was."""
    place = Conversation("s", "cli")
    asked = typed_line.answered(here.memory, f"si: forget {KEY}", place)
    assert "si: yes" in asked
    assert list((here.memory.settings.folder / waiting.FOLDER).iterdir())
    here.clock.now = datetime(2020, 1, 1, tzinfo=UTC)
    typed_line.answered(here.memory, f"si: forget {KEY}", place)

    one = provider.AgentSiProvider()
    one.initialize("other", hermes_home=str(here.home), platform="cli")
    one.shutdown()

    assert list((here.memory.settings.folder / waiting.FOLDER).iterdir()) == []
