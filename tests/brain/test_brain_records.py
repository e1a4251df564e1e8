"""Records: notes, people, projects, work; their revisions, links, and taking them back."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.brain.grammar import LINEAGE, RECORD_KINDS


def keep(brain, text, **how):
    return brain.submit(*made.said(text, **how))[1].rows[0]


@pytest.mark.parametrize("kind", RECORD_KINDS)
def test_a_record_of_every_kind_cites_its_message(brain, kind):
    """R42, R50, R51: a note has source, locator and quote, and its body is an agent's."""
    ident = keep(
        brain, f"Here is what I know about the {kind} thing", kind=kind, title="It", body="More."
    )
    record = brain.get(ident)
    assert (record.kind, record.title, record.body) == (kind, "It", "More.")
    assert record.citations[0].quote == f"Here is what I know about the {kind} thing"
    assert record.citations[0].source.locator.startswith("hermes:")
    assert record.agent == "hermes", "the body is the agent's, and says so"
    assert record.state == ("open" if kind == "work" else "")
    assert brain.records(kind) == [record]


def test_work_is_open_and_then_done_and_the_old_revision_stays_readable(brain):
    ident = keep(
        brain, "We still have to call the landlord back", kind="work", title="Call landlord"
    )
    source = made.packet(made.source("I called the landlord back this morning"), agent="hermesuser")
    done = {
        "op": "revise_record", "record": ident, "state": "done",
        "citations": [made.cite(source.row(0), "I called the landlord back")],
    }  # fmt: skip
    brain.submit(source, made.packet(done))
    record = brain.get(ident)
    assert (record.state, record.title) == ("done", "Call landlord")
    assert [revision.state for revision in record.revisions] == ["open", "done"]
    assert brain.get(record.revisions[1].id) == record


def test_only_work_has_a_state(brain):
    ident = keep(brain, "The spare keys are in the blue box", title="Spare keys")
    revise = {"op": "revise_record", "record": ident, "state": "done", "citations": []}
    citation = made.cite(brain.get(ident).citations[0].source.id, "The spare keys are in the blue")
    with pytest.raises(PacketRefused, match="kind work"):
        brain.submit(made.packet(revise | {"citations": [citation]}))
    with pytest.raises(PacketRefused, match="kind work"):
        brain.submit(made.packet(made.record("x", citation, state="open")))


def test_a_record_that_is_not_there_cannot_be_revised_or_withdrawn(brain):
    source = made.packet(made.source("nothing here is a record at all"), agent="hermesuser")
    brain.submit(source)
    op = {
        "op": "revise_record", "record": source.row(0), "title": "x",
        "citations": [made.cite(source.row(0), "nothing here is a record")],
    }  # fmt: skip
    for packet in (made.packet(op), made.person({"op": "withdraw", "target": source.row(0)})):
        with pytest.raises(PacketRefused) as refusal:
            brain.submit(packet)
        assert refusal.value.code == "reference"


def test_a_withdrawn_record_leaves_the_answers_and_can_come_back(brain):
    ident = keep(brain, "The spare keys are in the blue box", title="Spare keys")
    receipt = brain.submit(made.person({"op": "withdraw", "target": ident}))[0]
    assert brain.records() == []
    assert brain.get(ident).withdrawn
    brain.submit(made.person({"op": "undo", "packet": receipt.packet_id}))
    assert [record.id for record in brain.records()] == [ident]


def test_a_withdrawn_record_is_not_revised(brain):
    ident = keep(brain, "The spare keys are in the blue box", title="Spare keys")
    citation = made.cite(brain.get(ident).citations[0].source.id, "The spare keys are in the blue")
    brain.submit(made.person({"op": "withdraw", "target": ident}))
    with pytest.raises(PacketRefused, match="withdrawn"):
        brain.submit(
            made.packet(
                {"op": "revise_record", "record": ident, "title": "x", "citations": [citation]}
            )
        )


def test_the_same_note_from_the_same_message_is_known_already(brain):
    where = made.locator()
    note = {"title": "Spare keys", "body": "In the blue box.", "at_locator": where}
    first = brain.submit(*made.said("The spare keys are in the blue box", **note))[1]
    again = brain.submit(*made.said("The spare keys are in the blue box", **note))[1]
    assert again.known == first.rows == again.rows
    assert len(brain.records()) == 1


def test_tags_and_as_of_are_kept(brain):
    ident = keep(
        brain, "The lift contract ends in October, as far as I know", title="Lift",
        tags=["office", "contracts"], as_of="2026-04-30",
    )  # fmt: skip
    record = brain.get(ident)
    assert record.tags == ("contracts", "office")
    assert record.as_of == "2026-04-30"


# --- links ---


@pytest.fixture
def three(brain):
    texts = (
        "We start the Nightjar project in June",
        "Nightjar needs the new lift first",
        "The lift waits for the permit",
    )
    return [keep(brain, text, title=text.split()[-1], kind="work") for text in texts]


def link(start, end, relation="built_on", op="link"):
    return made.packet({"op": op, "relation": relation, "from": start, "to": end})


def test_linked_rows_are_related_in_both_directions(brain, three):
    """R37: related rows."""
    brain.submit(link(three[0], three[1], "about"))
    assert brain.related(three[0]) == [("about", three[1], "first")]
    assert brain.related(three[1]) == [("about of", three[0], "June")]


def test_a_key_can_be_linked_too(brain, three):
    brain.submit(
        *made.said(
            "The budget of Nightjar is forty thousand", key="nightjar.budget", value="40,000"
        )
    )
    brain.submit(link(three[0], "nightjar.budget", "about"))
    assert ("about", "nightjar.budget", "nightjar.budget") in brain.related(three[0])
    assert ("about of", three[0], "June") in brain.related("nightjar.budget")


@pytest.mark.parametrize("relation", sorted(LINEAGE))
def test_lineage_runs_in_no_circle(brain, three, relation):
    brain.submit(link(three[0], three[1], relation), link(three[1], three[2], relation))
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(link(three[2], three[0], relation))
    assert refusal.value.code == "link"
    with pytest.raises(PacketRefused):
        brain.submit(link(three[0], three[0], relation))


def test_a_circle_within_one_packet_is_noticed(brain, three):
    ops = [
        {"op": "link", "relation": "blocks", "from": three[a], "to": three[b]}
        for a, b in ((0, 1), (1, 0))
    ]
    with pytest.raises(PacketRefused):
        brain.submit(made.packet(*ops))


def test_other_relations_may_run_in_a_circle(brain, three):
    brain.submit(link(three[0], three[1], "about"), link(three[1], three[0], "about"))


def test_a_link_is_removed_or_undone(brain, three):
    brain.submit(link(three[0], three[1]))
    brain.submit(link(three[0], three[1], op="unlink"))
    assert brain.related(three[0]) == []
    receipt = brain.submit(link(three[0], three[1]))[0]
    brain.submit(made.person({"op": "undo", "packet": receipt.packet_id}))
    assert brain.related(three[0]) == []
    with pytest.raises(PacketRefused, match="no such link"):
        brain.submit(link(three[0], three[1], op="unlink"))


def test_an_end_that_is_neither_row_nor_key_is_refused(brain, three):
    with pytest.raises(PacketRefused, match="no row and no key"):
        brain.submit(link(three[0], "nightjar.unknown"))


def test_only_a_person_pins(brain, three):
    with pytest.raises(PacketRefused, match="only a person"):
        brain.submit(link(three[0], three[1], "pinned"))
    brain.submit(
        made.person({"op": "link", "relation": "pinned", "from": three[0], "to": three[1]})
    )
