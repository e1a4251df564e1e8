"""`preview` and `last`: what a message would get, what past ones got; and `brain add`."""

import json

import pytest
from at_terminal import Person, run
from world import KEY, World

QUESTION = "when does the Brisbane lease move"


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.keep_date("14 March 2027", 0)
    world.talk("The plotter on the third floor needs cyan ink again")
    world.refresh()
    return world


def test_a_preview_is_the_block_of_a_turn_byte_for_byte(here):
    """The same function, the same bytes."""
    code, out = run(here, "preview", QUESTION)
    block = here.block(QUESTION).text
    assert code == 0
    assert out.startswith(block + "\n")
    count = len(block.split("\n")) - 1
    assert f"{count} hit" in out
    assert f"{len(block)} characters, about {-(-len(block) // 4)} tokens" in out
    assert json.loads(run(here, "preview", QUESTION, "--json")[1])["block"] == block


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ok thanks", "small talk starts no recall"),
        ("how deep is the harbour of Reykjavik", "nothing found; searched 1 fact"),
    ],
)
def test_why_a_message_gets_nothing(here, text, why):
    code, out = run(here, "preview", text)
    assert (code, why in out) == (0, True), out


def test_a_preview_without_a_row(here):
    """What it rests on comes up by itself then."""
    assert KEY in run(here, "preview", QUESTION)[1]
    code, out = run(here, "preview", QUESTION, "--without", KEY)
    assert code == 0
    assert KEY not in out
    assert "the Brisbane office lease moves on 14 March 2027" in out


def test_the_last_turns_as_the_model_received_them(here):
    """Exact bytes from the host's record, each line with its source."""
    talk = here.talk()
    sent = here.inject(talk, QUESTION).text
    here.inject(talk, "tell me a joke about it, would you")
    code, out = run(here, "last", 2)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == f"session {talk.session_id}"
    assert f"you: {QUESTION}" in out
    at = lines.index(sent.split("\n")[0])
    assert lines[at + 1] == sent.split("\n")[1]
    assert lines[at + 2].startswith("    from hermes:20261130_120001_talk:")
    assert out.rstrip().endswith("nothing was injected")
    turns = json.loads(run(here, "last", 2, "--json")[1])["turns"]
    assert [turn["block"] for turn in turns] == [sent, ""]


def test_last_says_what_a_turn_would_get_without_a_row(here):
    here.inject(here.talk(), QUESTION)
    _, out = run(here, "last", "--without", KEY)
    before, _, after = out.partition("now, without it:")
    assert KEY in before
    assert KEY not in after
    assert "14 March 2027" in after


def test_last_of_a_session_that_is_named(here):
    first = here.talk()
    here.inject(first, QUESTION)
    here.talk("Something else about the car park entirely")
    assert KEY not in run(here, "last")[1]
    assert KEY in run(here, "last", "--session", first.session_id)[1]
    code, out = run(here, "last", "--session", "2019")
    assert (code, "no session '2019'" in out) == (2, True)
    assert run(here, "last", 0)[0] == 2


def test_what_was_forgotten_since_is_said_to_be_gone(here):
    here.inject(here.talk(), QUESTION)
    assert run(here, "forget", KEY, person=Person())[0] == 0
    assert "from something that is not there any more" in run(here, "last")[1]


def test_a_fact_that_the_person_states_themselves(here):
    """No floor of five words, as no model stands between."""
    code, out = run(here, "brain", "add", "office.dog.name", "Biscuit", person=Person())
    assert code == 0, out
    assert "claims office.dog.name = «Biscuit», the first value there" in out
    assert "office.dog.name" in out.splitlines()[-2]
    with here.memory.brain() as brain:
        claim = brain.fact("office.dog.name").claims[0]
    assert (claim.value, claim.agent, claim.source.author_name) == ("Biscuit", "person", "Alex")
    assert claim.quote == "office.dog.name = Biscuit"


def test_a_stated_value_that_differs_disputes(here):
    """R46: from any source, the person's own statement too."""
    code, out = run(here, "brain", "add", KEY, "21", "March", "2027", person=Person())
    assert code == 0
    assert f"hermes agent-si settle {KEY}" in out
    with here.memory.brain() as brain:
        assert brain.fact(KEY).disputed


def test_only_a_person_adds(here):
    code, out = run(here, "brain", "add", "office.dog.name", "Biscuit")
    assert (code, "needs a terminal" in out) == (2, True)
    person = Person()
    code, out = run(here, "brain", "add", "a.b", "c", person=person, environ={"HERMES_AGENT": "1"})
    assert (code, "started by an agent" in out) == (2, True)
    code, out = run(here, "brain", "add", "office.dog.name", "Biscuit", "--json")
    assert json.loads(out) == {
        "done": False,
        "effect": "claims office.dog.name = «Biscuit», the first value there",
    }
    assert run(here, "brain", "add", "dog", "Biscuit", person=Person())[0] == 1
    with here.memory.brain() as brain:
        assert brain.fact("office.dog.name") is None
