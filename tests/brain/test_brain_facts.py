"""Facts: support, dispute, settle, reopen. Nothing is overwritten and nothing is picked."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.brain.policy import default_toml

SAID_14 = "The Brisbane office lease moves on 14 March 2027"
SAID_21 = "Correction: the Brisbane office lease moves on 21 March 2027 instead"


def keep(brain, text, value, *, key=made.LEASE, day=1, **how):
    how = {"occurred_at": f"2026-05-{day:02}T08:00:00Z"} | how
    return brain.submit(*made.said(text, key=key, value=value, **how))[1]


def settle(
    brain, *, value="21 March 2027", others=None, text="it changed, the 21st is right", day=5
):
    others = others or {"14 March 2027": "changed"}
    at = f"2026-05-{day:02}T08:00:00Z"
    packets = made.settled(text, key=made.LEASE, value=value, others=others, occurred_at=at)
    return brain.submit(*packets)[1]


def states(brain, key=made.LEASE):
    return [(claim.value, claim.state) for claim in brain.fact(key).claims]


@pytest.fixture
def disputed(brain):
    keep(brain, SAID_14, "14 March 2027", day=1)
    keep(brain, SAID_21, "21 March 2027", day=2)
    return brain


def test_two_values_for_one_key_are_a_dispute_and_both_stand(disputed):
    """R8, R38, R46, R86: marked disputed, not resolved."""
    fact = disputed.fact(made.LEASE)
    assert fact.disputed
    assert fact.value is None
    assert [claim.value for claim in fact.values()] == ["21 March 2027", "14 March 2027"]
    assert [each.key for each in disputed.disputes()] == [made.LEASE]


def test_a_fact_shows_every_claim_with_its_source_and_date(disputed):
    """R38, R45."""
    shown = [
        (claim.value, claim.quote, claim.said_at[:10], claim.source.author)
        for claim in disputed.fact(made.LEASE).claims
    ]
    assert shown == [
        ("14 March 2027", SAID_14, "2026-05-01", "principal"),
        ("21 March 2027", SAID_21, "2026-05-02", "principal"),
    ]


def test_a_value_from_another_collector_disputes_too(brain):
    """R46: whoever said it."""
    keep(brain, SAID_14, "14 March 2027")
    keep(
        brain, "Handover: the lease moves on 28 March 2027", "28 March 2027",
        author="person", author_name="Dana Okafor",
    )  # fmt: skip
    assert brain.fact(made.LEASE).disputed
    assert brain.fact(made.LEASE).claims[1].source.author_name == "Dana Okafor"


def test_the_same_value_from_another_source_is_support(brain):
    keep(brain, SAID_14, "14 March 2027")
    receipt = keep(brain, "As agreed the lease moves on 2027-03-14, early", "2027-03-14", day=2)
    fact = brain.fact(made.LEASE)
    assert not fact.disputed
    assert receipt.disputed == ()
    assert fact.value == "14 March 2027", "as first stated"
    assert len(fact.claims) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [("1,000", "1000"), ("14 March 2027", "March 14, 2027"), ("Blue  Box.", "blue box")],
)
def test_another_spelling_of_a_value_is_the_same_value(brain, one, other):
    keep(brain, f"The value that we wrote was {one} here", one, key="some.value")
    keep(brain, f"And later somebody wrote it as {other} instead", other, key="some.value")
    assert not brain.fact("some.value").disputed


@pytest.mark.parametrize(
    ("one", "other"), [("3/4/2027", "4/3/2027"), ("5 km", "5 m"), ("yes", "not yes"), ("14", "-14")]
)
def test_what_only_looks_alike_stays_apart(brain, one, other):
    keep(brain, f"The value that we wrote was {one} here", one, key="some.value")
    keep(brain, f"And later somebody wrote it as {other} instead", other, key="some.value")
    assert brain.fact("some.value").disputed


def test_the_same_value_from_the_same_message_is_counted_once(brain):
    """R55: a repeated remember is accepted, and changes nothing."""
    where = made.locator()
    first = keep(brain, SAID_14, "14 March 2027", at_locator=where)
    again = keep(brain, SAID_14, "14 march 2027.", at_locator=where)
    assert again.is_new
    assert again.known == again.rows == first.rows
    assert len(brain.fact(made.LEASE).claims) == 1


def test_the_id_of_what_was_known_already_finds_it(brain):
    where = made.locator()
    keep(brain, SAID_14, "14 March 2027", at_locator=where)
    packets = made.said(SAID_14, key=made.LEASE, value="14 March 2027", at_locator=where)
    brain.submit(*packets)
    assert brain.get(packets[1].row(0)).key == made.LEASE


def test_settling_ends_a_dispute_and_both_values_stay_readable(disputed):
    """R49: nothing is overwritten."""
    settle(disputed)
    fact = disputed.fact(made.LEASE)
    assert (fact.disputed, fact.value) == (False, "21 March 2027")
    assert states(disputed) == [("14 March 2027", "changed"), ("21 March 2027", "live")]
    assert fact.settled.others == (("14 March 2027", "changed"),)
    assert fact.settled.quote == "it changed, the 21st is right"
    assert fact.settled.source.author == "principal"
    assert disputed.disputes() == []


def test_a_value_can_have_been_wrong(disputed):
    settle(disputed, others={"14 March 2027": "wrong"}, text="no, the 14th was wrong")
    assert states(disputed)[0] == ("14 March 2027", "wrong")


def test_the_standing_value_said_again_is_support(disputed):
    settle(disputed)
    keep(disputed, "So the lease moves on 21 March 2027 then", "21 March 2027", day=9)
    assert disputed.fact(made.LEASE).value == "21 March 2027"
    assert not disputed.fact(made.LEASE).disputed


def test_a_settled_away_value_from_an_older_source_is_filed_under_the_settlement(disputed):
    settle(disputed, day=5)
    keep(disputed, "From April: the lease moves on 14 March 2027", "14 March 2027", day=3)
    assert disputed.fact(made.LEASE).value == "21 March 2027"
    assert states(disputed)[-1] == ("14 March 2027", "changed")


def test_the_old_value_newly_said_opens_the_fact_again(disputed):
    settle(disputed, day=5)
    receipt = keep(disputed, "They went back: it moves on 14 March 2027", "14 March 2027", day=9)
    assert receipt.disputed == (made.LEASE,)
    fact = disputed.fact(made.LEASE)
    assert fact.disputed
    assert fact.settled is not None, "the settlement stays readable"
    assert {claim.value for claim in fact.values()} == {"14 March 2027", "21 March 2027"}


def test_any_other_value_opens_the_fact_again_even_from_an_older_source(disputed):
    settle(disputed, day=5)
    keep(disputed, "An early draft said that it moves on 1 March 2027", "1 March 2027", day=1)
    assert disputed.fact(made.LEASE).disputed


def test_a_reopened_fact_can_be_settled_again(disputed):
    settle(disputed, day=5)
    keep(disputed, "They went back: it moves on 14 March 2027", "14 March 2027", day=9)
    settle(
        disputed, value="14 March 2027", others={"21 March 2027": "wrong"}, day=10, text="the 14th"
    )
    assert disputed.fact(made.LEASE).value == "14 March 2027"
    assert states(disputed) == [
        ("14 March 2027", "live"), ("21 March 2027", "wrong"), ("14 March 2027", "live"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"value": "28 March 2027"}, "one of the values"),
        ({"others": {"1 May 2027": "wrong"}}, "each other value"),
        ({"others": {"21 March 2027": "wrong"}}, "one of the values"),
        ({"others": {"14 March 2027": "changed", "1 May 2027": "wrong"}}, "each other value"),
    ],
)
def test_a_settlement_that_does_not_fit_is_refused_with_the_values(disputed, how, says):
    with pytest.raises(PacketRefused) as refusal:
        settle(disputed, **how)
    assert refusal.value.code == "settle"
    assert says in refusal.value.message
    assert "14 March 2027" in refusal.value.message


def test_what_is_not_disputed_cannot_be_settled(brain):
    keep(brain, SAID_14, "14 March 2027")
    with pytest.raises(PacketRefused, match="not disputed"):
        settle(brain, value="14 March 2027")


def test_an_agent_settles_only_on_the_principals_whole_answer(disputed):
    """The person's words end a dispute, not an agent's choice of them."""
    source = made.packet(made.source("I do not know, perhaps it changed"), agent="hermesuser")
    op = {
        "op": "settle", "key": made.LEASE, "value": "21 March 2027",
        "others": [{"value": "14 March 2027", "was": "changed"}],
        "citations": [made.cite(source.row(0), "it changed")],
    }  # fmt: skip
    with pytest.raises(PacketRefused, match="whole message"):
        disputed.submit(source, made.packet(op))


def test_a_person_settles_at_a_terminal_with_a_reason(disputed):
    reason = {
        "op": "add_source", "kind": "reason", "author": "person", "author_name": "Alex",
        "locator": "terminal:settle:1", "text": "the landlord called",
    }  # fmt: skip
    packet = made.person(
        reason,
        {
            "op": "settle", "key": made.LEASE, "value": "21 March 2027",
            "others": [{"value": "14 March 2027", "was": "wrong"}],
            "citations": [made.cite("@0", "the landlord called")],
        },
    )  # fmt: skip
    disputed.submit(packet)
    assert disputed.fact(made.LEASE).settled.via == "tty"


def test_undoing_a_settlement_brings_the_dispute_back(disputed):
    packet_id = settle(disputed).packet_id
    receipt = disputed.submit(made.person({"op": "undo", "packet": packet_id}))[0]
    assert receipt.disputed == (made.LEASE,)
    assert disputed.fact(made.LEASE).settled is None


def test_withdrawing_a_claim_takes_it_out_and_keeps_it_readable(disputed):
    claim = disputed.fact(made.LEASE).claims[0]
    disputed.submit(made.person({"op": "withdraw", "target": claim.id}, reason="never said"))
    assert disputed.fact(made.LEASE).value == "21 March 2027"
    assert states(disputed)[0] == ("14 March 2027", "withdrawn")
    with pytest.raises(PacketRefused, match="already"):
        disputed.submit(made.person({"op": "withdraw", "target": claim.id}))


def test_a_withdrawal_can_be_undone(disputed):
    claim = disputed.fact(made.LEASE).claims[0]
    receipt = disputed.submit(made.person({"op": "withdraw", "target": claim.id}))[0]
    disputed.submit(made.person({"op": "undo", "packet": receipt.packet_id}))
    assert disputed.fact(made.LEASE).disputed


def test_a_withdrawn_value_can_be_kept_again_from_the_same_message(brain):
    where = made.locator()
    first = keep(brain, SAID_14, "14 March 2027", at_locator=where)
    brain.submit(made.person({"op": "withdraw", "target": first.rows[0]}))
    assert brain.fact(made.LEASE).value is None
    again = keep(brain, SAID_14, "14 March 2027", at_locator=where)
    assert again.known == ()
    assert brain.fact(made.LEASE).value == "14 March 2027"


def test_a_claim_itself_has_no_undo(brain):
    receipt = keep(brain, SAID_14, "14 March 2027")
    with pytest.raises(PacketRefused, match="withdrawn"):
        brain.submit(made.person({"op": "undo", "packet": receipt.packet_id}))


CHANGING = default_toml("Alex") + '\n[keys."team.*"]\nchanges = "expected"\n'


def test_a_key_that_is_expected_to_change_takes_the_principals_newest_statement(brains):
    brain = brains(toml=CHANGING)
    keep(brain, "We are twelve people in the team now", "twelve", key="team.headcount", day=1)
    keep(brain, "With August we are nine in the team", "nine", key="team.headcount", day=8)
    keep(brain, "Back in spring we were ten for a week", "ten", key="team.headcount", day=4)
    fact = brain.fact("team.headcount")
    assert (fact.value, fact.disputed) == ("nine", False)
    assert states(brain, "team.headcount") == [
        ("twelve", "changed"), ("nine", "live"), ("ten", "changed"),
    ]  # fmt: skip


def test_anyone_elses_value_still_disputes_such_a_key(brains):
    brain = brains(toml=CHANGING)
    keep(brain, "We are twelve people in the team now", "twelve", key="team.headcount", day=1)
    keep(
        brain, "They are fourteen over there, I think so", "fourteen", key="team.headcount", day=8,
        author="person", author_name="Dana Okafor",
    )  # fmt: skip
    assert brain.fact("team.headcount").disputed


def test_declaring_a_key_as_changing_counts_from_then_on(brains):
    brain = brains()
    keep(brain, "We are twelve people in the team now", "twelve", key="team.headcount", day=1)
    keep(brain, "With August we are nine in the team", "nine", key="team.headcount", day=8)
    assert brain.fact("team.headcount").disputed
    brain.policy_path.write_text(CHANGING, encoding="utf-8")
    assert brain.fact("team.headcount").disputed
    brain.apply_config()
    assert brain.fact("team.headcount").value == "nine"


def test_two_keys_made_one_are_one_fact_and_can_be_parted_again(brain):
    keep(brain, SAID_14, "14 March 2027")
    keep(brain, SAID_21, "21 March 2027", key="office.brisbane.move", day=2)
    alias = {"op": "alias_key", "key": "office.brisbane.move", "to": made.LEASE}
    receipt = brain.submit(made.person(alias))[0]
    assert receipt.disputed == (made.LEASE,)
    fact = brain.fact("office.brisbane.move")
    assert (fact.key, fact.disputed, fact.aliases) == (made.LEASE, True, ("office.brisbane.move",))
    assert [key.alias_of for key in list(brain.keys())] == ["", made.LEASE]
    brain.submit(made.person({"op": "undo", "packet": receipt.packet_id}))
    assert not brain.fact(made.LEASE).disputed
    assert brain.fact("office.brisbane.move").value == "21 March 2027"


@pytest.mark.parametrize(
    ("key", "to"), [("a.b", "c.d"), (made.LEASE, "c.d"), (made.LEASE, made.LEASE)]
)
def test_an_alias_of_what_is_not_there_or_the_same_is_refused(brain, key, to):
    keep(brain, SAID_14, "14 March 2027")
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(made.person({"op": "alias_key", "key": key, "to": to}))
    assert refusal.value.code == "reference"


def test_aliases_cannot_run_in_a_circle(brain):
    keep(brain, SAID_14, "14 March 2027")
    keep(brain, SAID_21, "21 March 2027", key="office.brisbane.move")
    brain.submit(made.person({"op": "alias_key", "key": "office.brisbane.move", "to": made.LEASE}))
    with pytest.raises(PacketRefused, match="one key already"):
        brain.submit(
            made.person({"op": "alias_key", "key": made.LEASE, "to": "office.brisbane.move"})
        )


def test_a_key_is_described_and_keeps_its_newest_description(brain):
    """R44: the brain's own schema."""
    for text in ("when the lease moves", "the day on which the lease moves"):
        op = {"op": "describe_key", "key": made.LEASE, "description": text, "type": "date"}
        brain.submit(made.packet(op))
    keys = brain.keys()
    assert [(key.name, key.type, key.description, key.claims) for key in keys] == [
        (made.LEASE, "date", "the day on which the lease moves", 0)
    ]
    assert brain.fact(made.LEASE) is None


def test_a_value_that_is_not_in_its_quote_is_labelled_as_read(brain):
    keep(brain, "The lease moves a week after Easter 2027", "4 April 2027", as_read=True)
    assert brain.fact(made.LEASE).claims[0].as_read


def test_three_values_are_all_there_newest_first(disputed):
    keep(disputed, "Hold on, the lease moves on 28 March 2027", "28 March 2027", day=3)
    values = [claim.value for claim in disputed.fact(made.LEASE).values()]
    assert values == ["28 March 2027", "21 March 2027", "14 March 2027"]
