"""`withdraw`, `undo`, `alias`: a person's corrections, shown first, each with a way back."""

import json
import re

import pytest
from at_terminal import Person, run
from world import KEY, World

TWIN = "office.lease_date"
QUOTE = "the Brisbane office lease moves on 21 March 2027"


@pytest.fixture
def here(tmp_path):
    """A home with one fact of one value."""
    world = World(tmp_path, principal="Alex", index_sessions=False)
    world.keep_date("14 March 2027", 0)
    return world


@pytest.fixture
def twins(here):
    """The same with another value under another name."""
    here.remember(here.talk(f"{QUOTE} I hear"), QUOTE, key=TWIN, value="21 March 2027")
    return here


def fact(world, key=KEY):
    with world.memory.brain() as brain:
        assert [problem for problem in brain.check() if not problem.warning] == []
        return brain.fact(key)


def way_back(out):
    return re.search(r"hermes agent-si undo (p\w+)", out)[1]


def test_a_claim_is_withdrawn_by_key_or_code_and_comes_back(here):
    code, out = run(here, "withdraw", KEY, "--reason", "the landlord erred", person=Person())
    assert code == 0, out
    assert f"withdraws {KEY} = «14 March 2027»" in out.partition("Type ")[0]
    assert fact(here).live == ()
    assert "nothing stands" in run(here, "show", KEY)[1]

    code, out = run(here, "undo", way_back(out), person=Person())

    assert code == 0, out
    assert fact(here).value == "14 March 2027"
    assert run(here, "withdraw", fact(here).claims[0].id[:8], person=Person())[0] == 0
    assert fact(here).live == ()


def test_of_two_values_one_is_named(here):
    here.keep_date("21 March 2027", 3)
    code, out = run(here, "withdraw", KEY, person=Person())
    assert code == 2
    claims = fact(here).claims
    for claim in claims:
        assert claim.value in out
    assert run(here, "withdraw", claims[0].id, person=Person())[0] == 0
    assert (fact(here).value, fact(here).disputed) == ("21 March 2027", False)


def test_a_note_is_withdrawn(here):
    talk = here.talk("we paint the kitchen in a warm yellow soon")
    quote = "we paint the kitchen in a warm yellow"
    kept = here.remember(talk, quote, fact="The kitchen colour.")
    assert run(here, "withdraw", kept["id"], person=Person())[0] == 0
    assert here.recall("kitchen yellow") == ()
    code, out = run(here, "withdraw", kept["id"], person=Person())
    assert code == 1
    assert "withdrawn already" in out


def test_two_names_become_one_fact_and_the_dispute_is_foretold(twins):
    code, out = run(twins, "alias", TWIN, KEY, person=Person())

    assert code == 0, out
    shown = out.partition("Type ")[0]
    assert f"makes {TWIN} and {KEY} one fact, disputed: «21 March 2027» or «14 March 2027»" in shown
    assert fact(twins, TWIN).key == KEY
    assert fact(twins).disputed
    assert run(twins, "undo", way_back(out), person=Person())[0] == 0
    assert not fact(twins).disputed
    assert fact(twins, TWIN).key == TWIN


def test_a_settlement_is_undone_by_its_own_code(here):
    here.keep_date("21 March 2027", 3)
    assert run(here, "settle", KEY, person=Person("1", "c", ""))[0] == 0
    settled = fact(here).settled
    code, out = run(here, "undo", settled.id[:10], person=Person())
    assert code == 0, out
    assert fact(here).disputed


def test_what_is_not_there_or_cannot_be_done_is_refused_before_anybody_is_asked(here):
    for words, code, says in [
        (("withdraw", "office.none"), 2, "nothing is known"),
        (("undo", "pzzzzz"), 2, "is nothing to be undone"),
        (("undo", "p"), 2, "is nothing to be undone"),
        (("alias", "office.none", KEY), 1, "there is no key office.none"),
        (("alias", KEY, KEY), 1, "one key already"),
        (("undo", "4b1f0c3e-0000-4000-8000-000000000000"), 1, "there is no packet"),
    ]:
        person = Person()
        got, out = run(here, *words, person=person)
        assert (got, says in out, person.asked) == (code, True, []), (words, out)


def test_json_shows_and_does_nothing(twins):
    told = json.loads(run(twins, "alias", TWIN, KEY, "--json")[1])
    assert told["done"] is False
    assert "one fact" in told["effect"]
    assert fact(twins, TWIN).key == TWIN
