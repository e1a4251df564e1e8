"""Facts that are expected to change: `[keys."team.headcount"] changes = "expected"` in brain.toml.

Story 10, its part about changing keys: true only last year, then declared as changing.
"""

import pytest
from agent_si.vendor.brain.packet import Packet
from world import World

KEY = "team.headcount"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=False)


def declare(here, *patterns):
    """What a person does: write the lines into brain.toml and run apply-config."""
    with here.memory.brain(readonly=False) as brain:
        plain = brain.policy_text().split("\n[keys.")[0].rstrip() + "\n"
        tables = "".join(f'\n[keys."{each}"]\nchanges = "expected"\n' for each in patterns)
        brain.policy_path.write_text(plain + tables, encoding="utf-8")
        brain.apply_config()


def says(here, words, value, *, key=KEY, talk=None):
    """The principal says it in a conversation and the model keeps it."""
    talk = talk or here.talk()
    here.says(talk, words)
    return here.remember(talk, words, key=key, value=value, fact=f"The team has {value}.")


def dana_says(here, words, value):
    """Another person's document says it."""
    with here.memory.brain(readonly=False) as brain:
        now = here.clock()
        source = {
            "op": "add_source", "kind": "document", "author": "person", "author_name": "Dana",
            "audience": "mine", "occurred_at": now.isoformat(), "locator": f"file:{now.day}",
            "text": words, "start": 0, "cleaner": 1,
        }  # fmt: skip
        claim = {
            "op": "claim", "key": KEY, "value": value, "statement": f"The team has {value}.",
            "as_read": False, "citations": [{"source": "@0", "quote": words, "start": 0}],
        }  # fmt: skip
        brain.submit(Packet("person", (source, claim), at=now, via="tty"))


def fact(here, key=KEY):
    with here.memory.brain() as brain:
        return brain.fact(key)


def test_story_10_true_only_last_year_then_declared_as_changing(here):
    """R46, R49: asked once, declared, then the person's newest number counts without asking."""
    here.clock.now = here.clock.now.replace(year=2027, month=3, day=3)
    says(here, "we are twelve people this year", "twelve people")
    here.clock.now = here.clock.now.replace(year=2028, month=11, day=2)
    talk = here.talk()
    kept = says(here, "no, we are nine people since August", "nine people", talk=talk)
    assert kept["disputed"] is True
    here.says(talk, "it changed")
    got = here.call(talk, "brain_remember", kind="settle", key=KEY, quote="it changed")
    assert got.get("value") == "nine people", got
    assert got["others"] == [{"value": "twelve people", "was": "changed"}]

    declare(here, KEY)
    kept = says(here, "with December we are ten people in the team", "ten people")
    assert kept["disputed"] is False
    assert fact(here).value == "ten people"
    assert [(c.value, c.state) for c in fact(here).claims] == [
        ("twelve people", "changed"), ("nine people", "changed"), ("ten people", "live"),
    ]  # fmt: skip
    dana_says(here, "Headcount of the team: fourteen people", "fourteen people")
    assert fact(here).disputed is True
    hit = next(hit for hit in here.recall("how many people are in the team") if hit.id == KEY)
    assert "Ask a person" in hit.line


def test_declaring_and_taking_it_back_take_effect_on_what_is_held_already(here):
    says(here, "we are twelve people in the team", "twelve people")
    says(here, "now we are nine people in the team", "nine people")
    assert fact(here).disputed is True

    declare(here, KEY)
    assert (fact(here).disputed, fact(here).value) == (False, "nine people")

    declare(here)
    assert fact(here).disputed is True
    with here.memory.brain(readonly=False) as brain:
        assert [problem for problem in brain.check() if not problem.warning] == []


@pytest.mark.parametrize(
    ("pattern", "is_current"),
    [("team.*", True), ("*.headcount", True), ("team.head*", True), ("teams.*", False)],
)
def test_a_pattern_may_stand_for_many_keys(here, pattern, is_current):
    declare(here, pattern)
    says(here, "we are twelve people in the team", "twelve people")
    says(here, "now we are nine people in the team", "nine people")

    assert fact(here).disputed is not is_current


def test_a_word_of_an_older_message_is_history_and_the_newest_stays_current(here):
    declare(here, KEY)
    talk = here.talk()
    here.says(talk, "back in spring we were ten people")
    says(here, "now we are nine people in the team", "nine people")
    here.remember(talk, "back in spring we were ten people", key=KEY, value="ten people")

    assert fact(here).value == "nine people"
    assert fact(here).disputed is False


def test_the_newest_word_taken_back_makes_the_one_before_it_current(here):
    declare(here, KEY)
    says(here, "we are twelve people in the team", "twelve people")
    says(here, "now we are nine people in the team", "nine people")
    with here.memory.brain(readonly=False) as brain:
        newest = brain.fact(KEY).live[-1]
        brain.submit(Packet("person", ({"op": "withdraw", "target": newest.id},), via="tty"))

    assert fact(here).value == "twelve people"


def test_other_keys_still_ask(here):
    declare(here, KEY)
    key = "team.lead"
    says(here, "the lead of our team is Eve now", "Eve", key=key)
    kept = says(here, "the lead of our team is Mia now", "Mia", key=key)

    assert kept["disputed"] is True
