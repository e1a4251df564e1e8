"""One more ranking of somebody's own: off by default, and never more than an order."""

import json

import pytest
from agent_si.vendor.recall import plug
from agent_si.vendor.recall.conversation import Conversation
from world import KEY, World

QUESTION = "harbour crane gearbox"


@pytest.fixture
def here(tmp_path):
    """Three sessions that answer about equally well; a ranking is taken out afterwards."""
    world = World(tmp_path, principal="Alex", index_sessions=True)
    for number, said in enumerate(("in May", "in June, says the yard", "never")):
        world.claude(
            f"the harbour crane gets its gearbox {said}",
            "Ok.",
            session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f000{number}",
        )
    world.refresh()
    yield world
    plug.use(None)


def ids(here, question=QUESTION):
    return [hit.id for hit in here.recall(question)]


def test_it_is_off_unless_somebody_turns_it_on(here):
    """R81: a model is an option."""
    before = ids(here)
    plug.use(lambda question, candidates: [c.id for c in reversed(candidates)])
    assert ids(here) != before
    plug.use(None)
    assert ids(here) == before


def test_it_ranks_what_was_found_with_its_words_and_day(here):
    seen = []

    def newest(question, candidates):
        seen.append((question, candidates))
        return [c.id for c in candidates if c.text.endswith("never")]

    plug.use(newest)
    first = here.recall(QUESTION)[0]

    assert "never" in first.snippet
    assert first.side == "sessions"
    question, candidates = seen[0]
    assert question == QUESTION
    assert {c.side for c in candidates} == {"sessions"}
    assert all(c.date == "2026-05-01" for c in candidates)


def test_a_fact_is_ranked_with_the_messages(here):
    here.keep_date("14 March 2027", 0)
    shown = []
    plug.use(lambda question, candidates: shown.extend(candidates) or ())

    assert ids(here, "Brisbane lease") == [KEY]
    assert any(c.id == KEY and c.side == "brain" and "14 March 2027" in c.text for c in shown)


def test_it_can_bring_nothing_in(here):
    """R33: an order shows nobody what they may not see."""
    before = ids(here)
    plug.use(lambda question, candidates: ["m0000000000000000000", *before, before[0]])
    assert sorted(ids(here)) == sorted(before)

    asked = []
    plug.use(lambda question, candidates: asked.append(candidates) or ())
    here.recall(QUESTION, conversation=Conversation("g1", "telegram", "77"))
    assert asked == []


@pytest.mark.parametrize("broken", [lambda q, c: 1 / 0, lambda q, c: None, lambda q: []])
def test_one_that_fails_counts_as_not_there_and_the_answer_says_so(here, broken):
    before = ids(here)
    plug.use(broken)

    got = here.call(here.talk(), "brain_search", query=QUESTION)

    assert [hit["id"] for hit in got["hits"]] == before
    assert "the added ranking failed" in json.dumps(got["not_searched"])


def test_it_takes_no_part_in_what_is_said_unasked(here):
    plug.use(lambda question, candidates: [c.id for c in candidates])
    assert here.block("Which harbour was painted by that man from Delft in his youth?").hits == ()
