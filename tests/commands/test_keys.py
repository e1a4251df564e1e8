"""`keys [WORD]`: the brain's own schema, and pairs of keys that may name one fact."""

import json

import brain_packets as made
import pytest
from at_terminal import run
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=False)
    world.keep_date("14 March 2027", 0)
    return world


def second_name(here, value="21 March 2027"):
    words = f"the Brisbane office moves on {value} they wrote"
    return here.remember(
        here.talk(words),
        words,
        key="office.brisbane.move_day",
        value=value,
        fact=f"The Brisbane office moves on {value}.",
    )


def other_fact(here):
    words = "our team has twelve people this year"
    here.remember(here.talk(words), words, key="team.headcount", value="twelve people")


def test_keys_lists_each_key_with_what_stands_its_day_and_its_claims(here):
    """R44."""
    other_fact(here)
    code, out = run(here, "keys")

    assert code == 0
    assert out.splitlines() == [
        f"{KEY}  14 March 2027  2026-11-30  1 claim",
        "team.headcount  twelve people  2026-11-30  1 claim",
    ]


def test_of_a_disputed_fact_no_side_is_shown(here):
    """R47."""
    here.keep_date("21 March 2027", 1)
    code, out = run(here, "keys")

    assert code == 0
    assert out.splitlines() == [f"{KEY}  disputed, Ask a person  2 claims"]
    row = json.loads(run(here, "keys", "--json")[1])[0]
    assert row == {"key": KEY, "claims": 2, "disputed": True}


@pytest.mark.parametrize("word", ["BRISBANE", "march", "lease"])
def test_a_word_finds_keys_by_name_or_value(here, word):
    other_fact(here)

    assert [line.split()[0] for line in run(here, "keys", word)[1].splitlines()] == [KEY]


def test_nothing_found_is_said(here, tmp_path):
    assert run(here, "keys", "harbour") == (0, "no key with 'harbour'\n")
    (tmp_path / "new").mkdir()
    assert "no fact is held yet" in run(World(tmp_path / "new", principal="Alex"), "keys")[1]


def test_an_alias_says_which_key_it_is(here):
    second_name(here)
    with here.memory.brain(readonly=False) as brain:
        alias = {"op": "alias_key", "key": "office.brisbane.move_day", "to": KEY}
        brain.submit(made.person(alias))

    lines = run(here, "keys")[1].splitlines()

    assert f"office.brisbane.move_day  alias of {KEY}  1 claim" in lines
    assert f"{KEY}  disputed, Ask a person  1 claim" in lines


def test_twins_are_listed_with_what_each_says_and_how_to_make_them_one(here):
    second_name(here)
    other_fact(here)
    code, out = run(here, "keys", "--twins")

    assert code == 0
    assert out.splitlines() == [
        f"{KEY} (14 March 2027, 2026-11-30)  may be  "
        "office.brisbane.move_day (21 March 2027, 2026-11-30)",
        "make two keys one with: hermes agent-si alias KEY TO",
    ]
    pair = json.loads(run(here, "keys", "--twins", "--json")[1])[0]
    assert {each["key"] for each in pair} == {KEY, "office.brisbane.move_day"}


def test_a_disputed_twin_shows_no_side(here):
    here.keep_date("28 March 2027", 1)
    second_name(here)
    out = run(here, "keys", "--twins", "move")[1]

    assert f"{KEY} (disputed, Ask a person)" in out
    assert "14 March" not in out


def test_where_no_two_keys_look_like_one_that_is_said(here):
    other_fact(here)

    assert run(here, "keys", "--twins") == (0, "no two keys look like one fact\n")
