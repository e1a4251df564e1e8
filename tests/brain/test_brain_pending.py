"""Packets that wait for a person: kept, shown to nobody, decided by their hash."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.brain.policy import default_toml

LUNCH = "I had lunch with Priya at the corner bakery today"
SLOW = default_toml("Alex").replace('approval = "none"', 'approval = "person"')
APPROVERS = SLOW.replace('approval = "person"', 'approval = "person"\napprovers = ["dana"]') + (
    '[agents.dana]\nkind = "person"\noperations = "*"\n'
)


@pytest.fixture
def slow(brains):
    """A brain whose hermes needs a person's approval."""
    return brains(toml=SLOW)


def ask(brain, text=LUNCH, **how):
    """Submit what needs approval; returns the hash under which it waits."""
    receipts = brain.submit(*made.said(text, **how))
    assert [receipt.pending for receipt in receipts] == [False, True]
    return brain.pending()[-1].hash


def decide(brain, op, digest, agent="person"):
    return brain.submit(made.packet({"op": op, "packet": digest}, agent=agent, via="tty"))[0]


def refused(brain, *packets):
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(*packets)
    return refusal.value


def test_what_needs_approval_waits_and_takes_part_in_no_answer(slow):
    """R67."""
    ask(slow, key="lunch.place", value="the corner bakery")
    assert slow.fact("lunch.place") is None
    assert slow.keys() == []
    assert slow.stats()["claims"] == 0
    waiting = slow.pending()[0]
    assert (waiting.agent, waiting.decision) == ("hermes", "")
    assert waiting.ops[0]["value"] == "the corner bakery"
    source = waiting.sources[waiting.ops[0]["citations"][0]["source"]]
    assert source.text == LUNCH


def test_an_approved_packet_takes_effect_and_is_named_by_its_hash(slow):
    digest = ask(slow, key="lunch.place", value="the corner bakery")
    receipt = decide(slow, "approve", digest)
    fact = slow.fact("lunch.place")
    assert fact.value == "the corner bakery"
    assert receipt.rows == (fact.claims[0].id,)
    assert receipt.new_keys == ("lunch.place",)
    assert slow.pending() == []
    past = slow.pending(decided=True)[0]
    assert (past.decision, past.decided_by) == ("approved", "person")


def test_a_rejected_packet_never_takes_effect(slow):
    digest = ask(slow)
    decide(slow, "reject", digest)
    assert slow.records() == []
    assert slow.pending() == []
    for op in ("approve", "reject"):
        packet = made.person({"op": op, "packet": digest})
        assert refused(slow, packet).code == "approval"


def test_an_agent_cannot_approve_itself_by_any_road(slow):
    digest = ask(slow)
    for packet in (
        made.packet({"op": "approve", "packet": digest}),
        made.packet({"op": "approve", "packet": digest}, agent="person", via="tool"),
        made.packet({"op": "approve", "packet": digest}, agent="person", via="panel"),
    ):
        assert refused(slow, packet).code == "operation"
    assert slow.records() == []


def test_only_the_named_approvers_decide(brains):
    brain = brains(toml=APPROVERS)
    digest = ask(brain)
    refusal = refused(brain, made.person({"op": "approve", "packet": digest}))
    assert "decided by dana" in refusal.message
    decide(brain, "approve", digest, agent="dana")
    assert len(brain.records()) == 1


def test_evidence_is_judged_again_when_it_is_approved(slow):
    """A source that was forgotten since is evidence no more."""
    digest = ask(slow)
    waiting = slow.pending()[0]
    source = waiting.ops[0]["citations"][0]["source"]
    plan = slow.forgetting(source)
    assert len(plan.targets) == 2, "what waits and rests on nothing else goes, too"
    slow.forget(plan, via="tty")
    refusal = refused(slow, made.person({"op": "approve", "packet": digest}))
    assert refusal.code == "citation"
    assert slow.records() == []
    assert slow.pending() == []
    assert slow.pending(decided=True)[0].decision == "forgotten"


def test_a_policy_that_changed_since_governs_the_approval(slow):
    digest = ask(slow)
    narrowed = SLOW.replace('"add_record", ', "")
    slow.submit(made.person({"op": "apply_config", "toml": narrowed}))
    refusal = refused(slow, made.person({"op": "approve", "packet": digest}))
    assert refusal.code == "operation"
    assert slow.pending()[0].hash == digest


def test_the_same_packet_again_still_waits(slow):
    packets = made.said(LUNCH)
    slow.submit(*packets)
    again = slow.submit(*packets)
    assert [(each.is_new, each.pending) for each in again] == [(False, False), (False, True)]
    assert len(slow.pending()) == 1


def test_what_decides_cannot_wait_itself(brains):
    toml = SLOW.replace(
        'operations = "*"\nmanual_sources = true',
        'operations = "*"\nmanual_sources = true\napproval = "person"',
    )
    brain = brains(toml=toml)
    digest = ask(brain)
    assert (
        "takes effect at once"
        in refused(brain, made.person({"op": "approve", "packet": digest})).message
    )


def test_a_dispute_arises_when_it_is_approved_and_not_before(slow, clock):
    slow.submit(made.person({"op": "apply_config", "toml": default_toml("Alex")}))
    slow.submit(*made.said("the lease moves on 14 March 2027", key=made.LEASE, value="14 March"))
    slow.submit(made.person({"op": "apply_config", "toml": SLOW}))
    digest = ask(slow, "the lease moves on 21 March 2027", key=made.LEASE, value="21 March")
    assert not slow.fact(made.LEASE).disputed
    assert decide(slow, "approve", digest).disputed == (made.LEASE,)
    assert slow.fact(made.LEASE).disputed


def test_a_rejected_packet_can_be_forgotten(slow):
    digest = ask(slow)
    waiting = slow.pending()[0]
    decide(slow, "reject", digest)
    source = waiting.ops[0]["citations"][0]["source"]
    slow.forget(slow.forgetting(source), via="tty")
    slow.close()
    assert b"bakery" not in slow.path.read_bytes()


def test_a_trial_says_what_each_rule_answers_and_writes_nothing(brain):
    good = made.said(LUNCH)
    bad = made.packet(made.record("Alex decided to move", made.cite("b" + "0" * 20, "x y z")))
    before = brain.stats()
    answers = brain.trial(*good, bad)
    assert all(verdict.refusal is None for verdict in answers[0] + answers[1])
    refusals = {v.rule: v.refusal.code for v in answers[2] if v.refusal}
    assert refusals["citations"] == "citation"
    assert refusals["attribution"] == "attribution"
    assert brain.stats() == before


def test_what_persons_did_is_listed_with_its_road(brain):
    brain.submit(*made.said("the lease moves on 14 March 2027", key=made.LEASE, value="14 March"))
    claim = brain.fact(made.LEASE).claims[0].id
    receipt = brain.submit(made.person({"op": "withdraw", "target": claim}))[0]
    acts = brain.acts()
    assert [(act.via, act.what) for act in acts] == [
        ("setup", ("apply_config",)),
        ("tty", ("withdraw",)),
    ]
    assert acts[1].packet_id == receipt.packet_id
    assert acts[1].about == (claim,)
