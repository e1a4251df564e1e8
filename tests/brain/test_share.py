"""Sharing a key: who is shown a fact then, in any order of packets, after undo and forgetting."""

import itertools

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.text import words

OPS = "group:slack:C01"
FAMILY = "group:telegram:-100"
DANA = "direct:telegram:777"
PLACES = ("mine", OPS, FAMILY, DANA)
SAYS = "The Brisbane lease moves on {}, says the landlord"


def keep(brain, value, key=made.LEASE, **where):
    """A claim of the principal, or of somebody in the place that is given."""
    return brain.submit(*made.said(SAYS.format(value), key=key, value=value, **where))


def share(brain, audience, key=made.LEASE):
    """A person shares the key; the packet that does it."""
    packet = made.person({"op": "share_key", "key": key, "audience": audience})
    brain.submit(packet)
    return packet


def seen(brain, audience, key=made.LEASE):
    """The values that somebody who may see this audience alone is shown."""
    fact = brain.fact(key, audiences={audience})
    return [claim.value for claim in fact.claims] if fact else []


def test_a_shared_fact_is_shown_there_and_nowhere_else(brain):
    """The search, the key, ids and the standing of the fact agree about it."""
    kept = keep(brain, "14 March 2027")[-1].rows[0]
    assert [seen(brain, place) for place in PLACES] == [["14 March 2027"], [], [], []]

    share(brain, OPS)

    assert [seen(brain, place) for place in PLACES] == [["14 March 2027"]] * 2 + [[], []]
    asked = words.query("when does the Brisbane lease move")
    found = {place: bool(brain.search(asked, audiences={place})) for place in PLACES}
    assert found == {"mine": True, OPS: True, FAMILY: False, DANA: False}
    assert brain.get(kept, audiences={OPS}) is not None
    assert brain.get(kept, audiences={FAMILY}) is None
    assert [(key, audience) for key, audience, _ in brain.shares()] == [(made.LEASE, OPS)]


def test_what_is_said_later_under_the_key_is_shared_too(brain):
    keep(brain, "14 March 2027")
    share(brain, OPS)
    keep(brain, "21 March 2027")
    assert brain.fact(made.LEASE, audiences={OPS}).disputed
    assert seen(brain, FAMILY) == []


def test_what_another_person_said_alone_is_shared_with_the_group(brain):
    keep(brain, "14 March 2027", author="person", author_name="Dana", audience=DANA)
    assert seen(brain, "mine") == []
    share(brain, "mine")
    assert seen(brain, "mine") == seen(brain, DANA) == ["14 March 2027"]
    assert seen(brain, OPS) == []


def test_undoing_it_narrows_it_again(brain):
    """What another share shows stays shown."""
    keep(brain, "14 March 2027")
    packet = share(brain, OPS)
    share(brain, FAMILY)

    brain.submit(made.person({"op": "undo", "packet": packet.id}))

    assert (seen(brain, OPS), seen(brain, FAMILY)) == ([], ["14 March 2027"])
    assert [audience for _, audience, _ in brain.shares()] == [FAMILY]
    keep(brain, "21 March 2027")
    assert seen(brain, OPS) == []


def test_folding_a_private_key_into_a_shared_one_shares_nothing_more(brain):
    other = "office.brisbane.moving_day"
    keep(brain, "14 March 2027")
    share(brain, OPS)
    keep(brain, "28 March 2027", key=other)

    brain.submit(made.person({"op": "alias_key", "key": other, "to": made.LEASE}))

    assert seen(brain, OPS) == ["14 March 2027"]
    assert not brain.fact(made.LEASE, audiences={OPS}).disputed
    assert brain.fact(made.LEASE, audiences={"mine"}).disputed


def test_a_settlement_is_shown_with_the_fact(brain):
    keep(brain, "14 March 2027")
    keep(brain, "21 March 2027")
    share(brain, OPS)
    brain.submit(
        *made.settled(
            "it changed, the 21st is right now",
            key=made.LEASE,
            value="21 March 2027",
            others={"14 March 2027": "changed"},
        )
    )
    fact = brain.fact(made.LEASE, audiences={OPS})
    assert (fact.disputed, fact.value) == (False, "21 March 2027")
    assert fact.settled is not None


def test_what_is_settled_in_private_stays_a_dispute_where_it_was_said(brain):
    """P35: the group is not told which one stands, and is not refused an answer either."""
    for value in ("14 March 2027", "21 March 2027"):
        keep(brain, value, author="person", author_name="Dana", audience=OPS)
    brain.submit(
        *made.settled(
            "it changed, the 21st is right now",
            key=made.LEASE,
            value="21 March 2027",
            others={"14 March 2027": "changed"},
        )
    )
    there = brain.fact(made.LEASE, audiences={OPS})
    assert (there.disputed, there.value, there.settled) == (True, None, None)
    assert brain.search(words.query("Brisbane lease"), audiences={OPS})[0].disputed
    assert not brain.fact(made.LEASE, audiences={OPS, "mine"}).disputed

    share(brain, OPS)
    assert brain.fact(made.LEASE, audiences={OPS}).value == "21 March 2027"


@pytest.mark.parametrize(("stands", "other"), [("28 March 2027", "14"), ("14 March 2027", "28")])
def test_a_settlement_with_a_private_value_is_not_shown_where_the_key_is_shared(
    brain, stands, other
):
    """P35: neither the value, nor the words that settled it, nor the name of the other key."""
    secret = "office.brisbane.moving_day"
    keep(brain, "14 March 2027")
    share(brain, OPS)
    keep(brain, "28 March 2027", key=secret)
    brain.submit(made.person({"op": "alias_key", "key": secret, "to": made.LEASE}))
    brain.submit(
        *made.settled(
            f"the {stands[:2]} is right and the {other} was wrong",
            key=made.LEASE,
            value=stands,
            others={f"{other} March 2027": "wrong"},
        )
    )
    there = brain.fact(made.LEASE, audiences={OPS})
    assert (there.value, there.settled, there.aliases) == ("14 March 2027", None, ())
    assert brain.fact(made.LEASE, audiences={"mine"}).value == stands
    assert brain.fact(made.LEASE, audiences={"mine"}).aliases == (secret,)


@pytest.mark.parametrize("agent", ["hermes", "hermesuser"])
def test_only_a_person_shares(brain, agent):
    """Also where brain.toml would let an agent use every operation."""
    keep(brain, "14 March 2027")
    toml = brain.policy_text().replace('"settle"]', '"settle", "share_key"]')
    toml = toml.replace('["add_source"]', '["add_source", "share_key"]')
    brain.submit(made.person({"op": "apply_config", "toml": toml}))
    op = {"op": "share_key", "key": made.LEASE, "audience": OPS}
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(made.packet(op, agent=agent))
    assert refusal.value.code == "share"
    with pytest.raises(PacketRefused):
        brain.submit(made.packet(op, agent="person", via="tool"))
    assert seen(brain, OPS) == []


@pytest.mark.parametrize(
    ("key", "audience", "told"),
    [
        (made.LEASE, "everybody", "group:PLATFORM:CHAT"),
        (made.LEASE, "group:slack", "group:PLATFORM:CHAT"),
        (made.LEASE, "group:slack: ", "group:PLATFORM:CHAT"),
        ("office.perth.lease", OPS, "there is no key"),
    ],
)
def test_a_share_that_says_nothing_is_refused(brain, key, audience, told):
    keep(brain, "14 March 2027")
    with pytest.raises(PacketRefused, match=told):
        share(brain, audience, key)


def test_sharing_it_twice_is_refused_and_says_so(brain):
    keep(brain, "14 March 2027")
    share(brain, OPS)
    with pytest.raises(PacketRefused, match="already"):
        share(brain, OPS)


def test_the_tables_made_again_say_the_same(brain):
    keep(brain, "14 March 2027")
    undone = share(brain, OPS)
    share(brain, FAMILY)
    share(brain, "mine")
    keep(brain, "21 March 2027", author="person", author_name="Dana", audience=DANA)
    brain.submit(made.person({"op": "undo", "packet": undone.id}))
    before = [seen(brain, place) for place in PLACES]

    brain.rebuild()

    assert [seen(brain, place) for place in PLACES] == before
    assert [problem for problem in brain.check() if not problem.warning] == []


def test_forgetting_the_fact_forgets_that_it_was_shared(brain):
    """A new fact of the same name is nobody's but its source's audience."""
    keep(brain, "14 March 2027")
    share(brain, OPS)

    brain.forget(brain.forgetting(made.LEASE), via="tty")

    assert brain.shares() == []
    keep(brain, "21 March 2027")
    assert seen(brain, OPS) == []
    assert seen(brain, "mine") == ["21 March 2027"]


def test_the_order_in_which_packets_arrive_changes_nothing(tmp_path, clock):
    """Merge-safe: a share may come before the claim it shares, and an undo of it between."""
    claims = [made.said(SAYS.format(value), key=made.LEASE, value=value) for value in "abc"]
    first = made.person({"op": "share_key", "key": made.LEASE, "audience": OPS})
    second = made.person({"op": "share_key", "key": made.LEASE, "audience": FAMILY})
    undo = made.person({"op": "undo", "packet": first.id})
    told = set()
    for number, order in enumerate(itertools.permutations((0, 1, 2))):
        with made.new_brain(tmp_path / str(number), clock=clock) as brain:
            brain.submit(*claims[order[0]])
            brain.submit(first)
            brain.submit(*claims[order[1]], second)
            brain.submit(undo)
            brain.submit(*claims[order[2]])
            told.add(tuple(tuple(sorted(seen(brain, place))) for place in PLACES))
    assert told == {(("a", "b", "c"), (), ("a", "b", "c"), ())}


def test_a_note_whose_revision_rests_on_private_words_leaves_the_group(brain):
    """A record is shown to those who may see every source of it, those of revisions too."""
    first, row = made.said("The gate of the sluice is shut at four", title="Gate", audience=OPS)
    brain.submit(first, row)
    asked = words.query("gate of the sluice")
    assert brain.search(asked, audiences={OPS})
    private = made.packet(made.source("The sluice gate code is in the red box"), agent="hermesuser")
    revised = {
        "op": "revise_record",
        "record": row.row(0),
        "title": "Gate and where its code is",
        "citations": [made.cite(private.row(0), "The sluice gate code is in")],
    }
    brain.submit(private, made.packet(revised))
    assert brain.search(asked, audiences={OPS}) == []
    assert brain.get(row.row(0), audiences={OPS}) is None
    assert brain.search(asked, audiences={OPS, "mine"})
