"""Reading by id, key, prefix and locator; and who may see what."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import Ambiguous
from agent_si.vendor.brain.model import Fact, Record, Source
from agent_si.vendor.text import words

GROUP = "telegram:-100200"


def keep(brain, text, **how):
    return brain.submit(*made.said(text, **how))


def test_anything_is_found_by_its_id_and_by_every_longer_prefix(brain):
    source, claim = keep(
        brain, "The lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027"
    )
    note = keep(brain, "The spare keys are in the blue box")[1]
    for ident, kind in ((source.rows[0], Source), (claim.rows[0], Fact), (note.rows[0], Record)):
        code = brain.code(ident)
        assert len(code) >= 5
        assert ident.startswith(code)
        for length in range(len(code), len(ident) + 1):
            assert isinstance(brain.get(ident[:length]), kind)
    assert brain.get(made.LEASE).key == made.LEASE
    assert brain.code(made.LEASE) == made.LEASE


@pytest.mark.parametrize(
    "ident", ["", "b", "b123", "x" * 21, "b" + "z" * 20, "no.such_key", "m3k7q", "%", "B"]
)
def test_what_is_not_there_is_none(brain, ident):
    keep(brain, "The spare keys are in the blue box")
    assert brain.get(ident) is None


def test_a_prefix_of_several_is_told_with_its_candidates(brain, monkeypatch):
    from agent_si.vendor.text import ids

    monkeypatch.setattr(ids, "MINIMUM", 1)
    for number in range(40):
        keep(brain, f"This is note number {number} of many", title=f"Note {number}")
    prefixes = [record.id[:2] for record in brain.records()]
    common = max(prefixes, key=prefixes.count)
    monkeypatch.setattr(ids, "is_prefix", lambda text: True)
    with pytest.raises(Ambiguous) as error:
        brain.get(common)
    assert len(error.value.candidates) > 1
    assert all(ident.startswith(common) for ident, _ in error.value.candidates)


def test_a_settlement_is_found_through_its_fact(brain):
    keep(brain, "The lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    keep(brain, "The lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    packets = made.settled(
        "the 21st", key=made.LEASE, value="21 March 2027", others={"14 March 2027": "wrong"}
    )
    receipt = brain.submit(*packets)[1]
    assert brain.get(receipt.rows[0]).settled.id == receipt.rows[0]


def test_rows_that_rest_on_a_message_are_found_by_its_locator(brain):
    where, other = made.locator(), made.locator()
    keep(
        brain,
        "The lease moves on 14 March 2027",
        key=made.LEASE,
        value="14 March 2027",
        at_locator=where,
    )
    note = keep(brain, "The lease moves on 14 March 2027", title="Lease", at_locator=where)[1].rows[
        0
    ]
    assert brain.rows_citing([where, other]) == {where: [made.LEASE, note]}
    assert brain.related(made.LEASE) == [("same source", note, "Lease")]
    brain.submit(made.person({"op": "withdraw", "target": note}))
    assert brain.rows_citing([where]) == {where: [made.LEASE]}


def test_everything_about_a_source_is_kept(brain):
    op = made.source("Valid until the end of 2031", kind="document", author="person") | {
        "author_name": "Priya Nair", "title": "Lift contract", "start": 120, "cleaner": 3,
    }  # fmt: skip
    source = made.packet(op, agent="hermesuser")
    brain.submit(
        source, made.packet(made.record("Lift", made.cite(source.row(0), "until the end of 2031")))
    )
    kept = brain.records()[0].citations[0].source
    assert (kept.kind, kept.author, kept.author_name, kept.title) == (
        "document", "person", "Priya Nair", "Lift contract",
    )  # fmt: skip
    assert (kept.start, kept.cleaner, kept.agent, kept.text) == (120, 3, "hermesuser", op["text"])
    assert kept.said_at == "2026-05-01T08:00:00.000000Z"


# --- who may see what ---


@pytest.fixture
def shared(brain):
    keep(brain, "The lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    keep(
        brain, "In the group we said the 21st of March", key=made.LEASE, value="21 March 2027",
        audience=GROUP, author="person", author_name="Priya Nair",
    )  # fmt: skip
    keep(brain, "The spare keys are in the blue box", title="Keys")
    keep(brain, "The group meets in the blue room", title="Meeting", audience=GROUP)
    return brain


def test_a_group_sees_what_was_said_in_it_and_nothing_else(shared):
    fact = shared.fact(made.LEASE, audiences=[GROUP])
    assert (fact.value, fact.disputed, len(fact.claims)) == ("21 March 2027", False, 1)
    assert [hit.title for hit in shared.search(words.query("blue"), audiences=[GROUP])] == [
        "Meeting"
    ]
    hit = shared.search(words.query("lease move date"), audiences=[GROUP])[0]
    assert (hit.disputed, hit.audience) == (False, (GROUP,))
    assert "14" not in hit.text + hit.quote
    assert shared.disputes(audiences=[GROUP]) == []
    assert [record.title for record in shared.records(audiences=[GROUP])] == ["Meeting"]


def test_the_principal_sees_both(shared):
    both = ["mine", GROUP]
    assert shared.fact(made.LEASE, audiences=both).disputed
    assert len(shared.search(words.query("blue"), audiences=both)) == 2
    assert shared.facts(audiences=both) == shared.facts()


def test_the_private_place_alone_sees_no_group(shared):
    assert shared.fact(made.LEASE, audiences=["mine"]).value == "14 March 2027"
    assert [hit.title for hit in shared.search(words.query("blue"), audiences=["mine"])] == ["Keys"]


def test_nobody_sees_nothing(shared):
    assert shared.search(words.query("blue lease"), audiences=[]) == []
    assert shared.facts(audiences=[]) == []
    for row in (*shared.records(), *(c.source for c in shared.fact(made.LEASE).claims)):
        assert shared.get(row.id, audiences=[]) is None


def test_a_row_that_rests_on_two_places_is_for_those_who_see_both(brain):
    sources = [
        made.packet(made.source(text, **how), agent="hermesuser")
        for text, how in (
            ("It was said here in private", {}),
            ("It was said there in a group", {"audience": GROUP}),
        )
    ]
    cited = [made.cite(source.row(0), source.ops[0]["text"]) for source in sources]
    brain.submit(*sources, made.packet(made.record("Pelican", *cited)))
    for audiences, seen in ((["mine"], 0), ([GROUP], 0), (["mine", GROUP], 1)):
        assert len(brain.records(audiences=audiences)) == seen
        assert len(brain.search(words.query("pelican"), audiences=audiences)) == seen


def test_a_settlement_in_private_does_not_reach_the_group(shared):
    shared.submit(
        *made.settled(
            "mine was wrong",
            key=made.LEASE,
            value="21 March 2027",
            others={"14 March 2027": "wrong"},
        )
    )
    assert shared.fact(made.LEASE).settled is not None
    assert shared.fact(made.LEASE, audiences=[GROUP]).settled is None
    assert shared.fact(made.LEASE, audiences=[GROUP]).value == "21 March 2027"
