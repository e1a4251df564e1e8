"""Where facts stand among messages: before talk about them, and as they stand now."""

import json

import pytest
from agent_si.vendor.recall.hits import ASK
from at_terminal import run
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def talk_about_it(here, count=6):
    for number in range(count):
        here.claude(
            f"Again I thought about the Brisbane office lease, and where it moves, part {number}.",
            "The Brisbane office lease is a long story.",
            session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}",
        )
    here.refresh()


def test_a_fact_that_answers_comes_before_talk_about_it(here):
    """Its key and value answer the question; the talk only has the words."""
    here.keep_date("14 March 2027", 0)
    talk_about_it(here)

    hits = here.recall("when does the Brisbane office lease move?", limit=5)

    assert (hits[0].id, hits[0].values) == (KEY, ("14 March 2027",))
    assert len(hits) > 2


def test_a_dispute_is_one_hit_that_shows_both_sides(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk_about_it(here)

    hits = here.recall("when does the Brisbane office lease move?", limit=20)

    assert [hit.id for hit in hits].count(KEY) == 1
    assert hits[0].id == KEY
    assert ASK in hits[0].marks
    assert "14 March 2027" in hits[0].line
    assert "21 March 2027" in hits[0].line
    assert not any("March 2027" in hit.line for hit in hits[1:])


def test_a_settled_away_value_leads_to_the_fact_as_it_stands(here):
    """Asked by the old value, the value that stands comes first, and the old one not alone."""
    here.keep_date("14 March 2027", 0)
    talk, _ = here.keep_date("21 March 2027", 3)
    answer = "it changed, the 21st is right"
    here.says(talk, answer)
    got = here.call(
        talk, "brain_remember", kind="settle", key=KEY, quote=answer, value="21 March 2027"
    )
    assert got["settled"] is True
    talk_about_it(here)

    first, *others = here.recall("does the Brisbane office lease move on 14 March 2027?", limit=20)

    assert first.id == KEY
    assert first.values == ("21 March 2027",)
    assert "disputed" not in first.marks
    assert "before: 14 March 2027" in first.line
    assert not any("14 March" in hit.line for hit in others)


def test_explain_says_for_every_hit_what_each_side_gave(here):
    """The fusion is visible, k = 60."""
    here.keep_date("14 March 2027", 0)
    talk_about_it(here)

    code, out = run(here, "search", "Brisbane", "office", "lease", "--explain", "--limit", 20)
    assert code == 0, out
    lines = out.splitlines()
    top = lines.index(next(line for line in lines if line.startswith(f"[{KEY}]")))
    assert lines[top + 1].startswith("    1/(60+1) brain + 1/(60+")
    assert lines[top + 2].startswith("    brain: words ")
    assert lines[top + 3].startswith("    sessions: words ")
    assert "session " in lines[top + 3]
    assert "(brisbane, lease, office)" in lines[top + 3]

    code, out = run(here, "search", "Brisbane", "lease", "--explain", "--json")
    assert all(len(hit["why"]) >= 2 for hit in json.loads(out)["hits"])
    code, out = run(here, "search", "Brisbane", "lease", "--json")
    assert not any("why" in hit for hit in json.loads(out)["hits"])


def test_explain_names_the_time_and_the_speaker(here):
    here.claude("Mara: the crane is red", "Ok.", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0001")
    here.refresh()

    code, out = run(here, "search", "what of the crane did Mara say", "in May", "--explain")

    assert code == 0, out
    assert "speaker 2.00" in out
    assert "time " in out
