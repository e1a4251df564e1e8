"""`share KEY`: a person shows a fact to one more place, and takes it back."""

import pytest
from at_terminal import Person, run
from people import PLACES, asks, claim_account, talk
from world import KEY, World

OPS = PLACES["ops"]


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=False)
    claim_account(world)
    talk(world, "ops", "hello everybody in this group here")
    world.keep_date("14 March 2027", 0)
    yield world
    world.state.close()


def shown(here, place):
    """Whether the fact is shown to somebody who asks there."""
    return "14 March 2027" in str(here.call(asks(here, place), "brain_get", id=KEY))


def test_a_fact_is_shared_and_taken_back(here):
    assert not shown(here, "ops")
    code, out = run(here, "share", KEY, "--with", OPS, person=Person())
    assert code == 0
    assert f"shows {KEY} to {OPS}: 1 claim now" in out
    assert (shown(here, "ops"), shown(here, "club"), shown(here, "dana")) == (True, False, False)
    undo = out.rpartition("undo ")[2].strip()
    code, _ = run(here, "undo", undo, person=Person())
    assert code == 0
    assert not shown(here, "ops")


def test_without_a_place_the_known_ones_are_listed(here):
    code, out = run(here, "share", KEY, person=Person())
    assert code == 2
    assert f"--with {OPS}" in out


def test_sharing_it_twice_says_so(here):
    run(here, "share", KEY, "--with", OPS, person=Person())
    code, out = run(here, "share", KEY, "--with", OPS, person=Person())
    assert (code, "already" in out) == (0, True)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({}, "needs a terminal"),
        ({"person": Person(), "environ": {"HERMES_SESSION_ID": "x"}}, "started by an agent"),
        ({"person": Person(agrees=False)}, "nothing was changed"),
    ],
)
def test_only_a_person_shares(here, how, told):
    code, out = run(here, "share", KEY, "--with", OPS, **how)
    assert code != 0
    assert told in out
    assert not shown(here, "ops")


@pytest.mark.parametrize(
    ("argv", "told"),
    [((KEY, "--with", "everybody"), "group:PLATFORM:CHAT"), (("no.such.key",), "nothing is known")],
)
def test_what_cannot_be_shared_says_why(here, argv, told):
    code, out = run(here, "share", *argv, person=Person())
    assert code != 0
    assert told in out
