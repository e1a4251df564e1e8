"""`who`: people and places with counts, and a proof by reading across them."""

import json

import pytest
from agent_si.vendor.recall import places
from at_terminal import Person, run
from people import DANA, PLACES, claim_account, talk
from world import World

SAID = "the north gate of the {} harbour is shut after nine"


@pytest.fixture
def here(tmp_path):
    """A memory in which something was said and kept in every place."""
    world = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    claim_account(world)
    for name in PLACES:
        text = SAID.format(name)
        assert world.remember(talk(world, name, text), text)["kept"]
    world.refresh()
    yield world
    world.state.close()


def test_it_lists_every_place_and_proves_that_nothing_crosses(here):
    code, out = run(here, "who")
    assert code == 0
    for audience in PLACES.values():
        assert f"  {audience}: " in out
    assert f"by telegram:{DANA}" in out
    proof = next(line for line in out.splitlines() if line.startswith("read across them"))
    tried = int(proof.split("tried ")[1].split(",")[0])
    assert tried >= 20
    assert proof.endswith(", 0 answered")


def test_as_json_each_place_says_what_it_sees(here):
    _, out = run(here, "who", "--json")
    rows = {row["place"]: row for row in json.loads(out)["places"]}
    assert rows["group:telegram:-100"]["sees"] == ["group:telegram:-100"]
    assert rows["mine"]["sees"] == ["direct:telegram:1", "group:telegram:-100", "mine"]
    assert all(row["answered"] == [] and row["tried"] > 0 for row in rows.values())
    assert rows["group:telegram:-200"]["messages"] == 2


def test_a_leak_is_named_and_fails(here, monkeypatch):
    """The proof can fail: with a viewer who is shown too much it does."""
    shown = places.people._seen
    monkeypatch.setattr(places.people, "_seen", lambda *args: shown(*args) | {"mine"})
    code, out = run(here, "who")
    assert code == 1
    assert ", 0 answered" not in out
    assert "! direct:telegram:777 is shown " in out


def test_an_account_is_claimed_by_a_person_who_saw_what_it_means(tmp_path):
    here = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    talk(here, "alex on telegram", "hello there, it is me")
    _, before = run(here, "status")
    assert "hermes agent-si who --me telegram:ACCOUNT" in before
    code, out = run(here, "who", "--me", "telegram:1", person=Person())
    assert code == 0
    assert "«telegram:1» counts as the principal on a messaging platform" in out
    with here.memory.brain() as brain:
        assert brain.policy().principal_ids == ("telegram:1",)
        assert "telegram:1" in brain.policy_path.read_text(encoding="utf-8")
        assert [problem for problem in brain.check() if not problem.warning] == []
    assert "nobody is known as you" not in run(here, "status")[1]
    assert "already" in run(here, "who", "--me", "telegram:1", person=Person())[1]
    here.state.close()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({}, "needs a terminal"),
        ({"person": Person(), "environ": {"HERMES_SESSION_ID": "x"}}, "started by an agent"),
        ({"person": Person(agrees=False)}, "nothing was changed"),
    ],
)
def test_nobody_but_a_person_claims_an_account(tmp_path, how, told):
    here = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    code, out = run(here, "who", "--me", "telegram:1", **how)
    assert code != 0
    assert told in out
    with here.memory.brain() as brain:
        assert brain.policy().principal_ids == ()
    here.state.close()


@pytest.mark.parametrize("account", ["12345", "cli:alex", "telegram:", "telegram:a b"])
def test_what_is_no_account_is_refused(tmp_path, account):
    here = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    code, out = run(here, "who", "--me", account, person=Person())
    assert code == 2
    assert "PLATFORM:ID" in out
    here.state.close()
