"""What is left of a row when one of the sources it rested on was forgotten, on every surface."""

import json

import brain_packets as made
import pytest
from agent_si.vendor.recall import show as showing
from world import World

RASH = "the rash on my left arm itches every single night"
LUNCH = "I had lunch with Priya at the corner bakery today"


@pytest.fixture
def here(tmp_path):
    """A note that rests on two messages, the first of which was forgotten."""
    world = World(tmp_path, principal="Alex", index_sessions=True)
    with world.memory.brain(create=True) as brain:
        brain.first_policy(made.default_toml("Alex"))
        sources = [made.source(RASH), made.source(LUNCH)]
        rows = brain.submit(made.packet(*sources, agent="hermesuser"))[0].rows
        cites = [made.cite(rows[0], RASH), made.cite(rows[1], LUNCH)]
        note = made.record("A day in May", *cites, body="it was an ordinary day")
        world.note = brain.submit(made.packet(note))[0].rows[0]
        brain.forget(brain.forgetting(rows[0]), via="tty")
    return world


def test_the_row_is_found_by_what_stays_and_shows_the_words_that_stay(here):
    """R20, R51: the quote of the line is that of the source that stays."""
    [hit] = here.recall("corner bakery lunch")
    assert hit.id == here.note
    assert LUNCH[:20] in hit.line
    assert "" not in hit.locators
    assert here.recall("rash itches") == ()


def test_it_says_that_there_was_a_source_more_and_no_word_of_it(here):
    """R37."""
    view = showing.show(here.memory, here.note, 0, here.talk())
    assert [source.get("quote", source.get("source")) for source in view["sources"]] == [
        LUNCH,
        showing.FORGOTTEN,
    ]
    assert "itches" not in json.dumps(view)
