"""Decisions under attack: two at once, two of one packet, and what changed while it waited."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.brain.policy import default_toml

SLOW = default_toml("Alex").replace('approval = "none"', 'approval = "person"')


@pytest.fixture
def slow(brains):
    """A brain whose hermes needs a person's approval."""
    return brains(toml=SLOW)


def ask(brain, *packets):
    brain.submit(*packets)
    return brain.pending()[-1].hash


def refused(brain, *packets):
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(*packets)
    return refusal.value


def decision(verb, digest):
    return {"op": verb, "packet": digest}


def claimed(brain, where=1, **how):
    text = f"The door of office {where} is painted green all over"
    given = {"key": "office.door", "value": "green"} | how
    return ask(brain, *made.said(text, at_locator=made.locator(where), **given))


@pytest.mark.parametrize("second", ["approve", "reject"])
def test_a_packet_is_decided_once_also_within_one_packet(slow, second):
    """R67: nothing takes effect twice, and what was approved is not rejected along with it."""
    digest = claimed(slow)
    both = made.person(decision("approve", digest), decision(second, digest))
    assert refused(slow, both).code == "approval"
    assert slow.facts() == []
    assert [each.hash for each in slow.pending()] == [digest]


def test_two_that_make_a_circle_together_are_not_approved_together(slow):
    """Each is judged on what the one before it left."""
    slow.submit(made.person({"op": "apply_config", "toml": default_toml("Alex")}))
    notes = [
        slow.submit(*made.said(f"Room {n} of the office is all blue now", title=f"Room {n}"))[1]
        for n in (1, 2)
    ]
    one, other = (note.rows[0] for note in notes)
    slow.submit(made.person({"op": "apply_config", "toml": SLOW}))
    link = {"op": "link", "relation": "blocks"}
    first = ask(slow, made.packet(link | {"from": one, "to": other}))
    second = ask(slow, made.packet(link | {"from": other, "to": one}))
    both = made.person(decision("approve", first), decision("approve", second))
    assert refused(slow, both).code == "approval"
    slow.submit(made.person(decision("approve", first)))
    assert refused(slow, made.person(decision("approve", second))).code == "link"


def test_who_may_no_longer_do_it_is_not_approved_and_can_be_rejected(slow):
    """R67: evidence and authority are judged again, under the policy of now."""
    digest = claimed(slow)
    start, end = SLOW.index("[agents.hermes]"), SLOW.index("[agents.hermesuser]")
    without = SLOW[:start] + SLOW[end:]
    slow.submit(made.person({"op": "apply_config", "toml": without}))
    refusal = refused(slow, made.person(decision("approve", digest)))
    assert refusal.code == "agent"
    slow.submit(made.person(decision("reject", digest)))
    assert slow.pending() == []
    assert slow.facts() == []


def test_a_decision_does_nothing_else(slow):
    """What is approved may rest on nothing that the same packet brings or takes away."""
    digest = claimed(slow)
    told = {"op": "describe_key", "key": "office.gate", "description": "The gate"}
    assert refused(slow, made.person(decision("approve", digest), told)).code == "approval"
    assert [each.hash for each in slow.pending()] == [digest]
