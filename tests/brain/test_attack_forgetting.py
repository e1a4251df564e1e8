"""Forgetting under attack: very much at once, mixed with other operations, and by odd names."""

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused

RASH = "the rash on my left arm itches every single night"
PLACE = "people.alex.allergy"


def healthy(brain):
    return [str(problem) for problem in brain.check() if not problem.warning]


def many(count):
    """One packet of sources, and one of claims that rest on them."""
    texts = [f"In the list of that day the number {n} stands" for n in range(count)]
    said = made.packet(*(made.source(text) for text in texts), agent="hermesuser")
    rows = (
        made.claim("list.number", str(n), made.cite(said.row(n), text))
        for n, text in enumerate(texts)
    )
    return said, made.packet(*rows)


def test_more_rows_than_one_operation_may_name_are_forgotten_together(brain):
    """A fact with 300 claims is 600 rows; what rests on each other may be in two parts."""
    brain.submit(*many(300))
    plan = brain.forgetting("list.number")
    assert len(plan.targets) == 600
    brain.forget(plan, via="tty")
    assert brain.facts() == []
    assert brain.keys() == []
    assert brain.standing() == []


@pytest.mark.parametrize("how", ["cites", "same key", "revises", "links", "before"])
def test_nothing_rests_on_what_its_own_packet_forgets(brain, how):
    """R84: a row that would be left without its source is refused with the packet."""
    source, row = made.said(RASH, key=PLACE, value="dust")
    brain.submit(source, row)
    other, note = made.said("I had lunch with Priya at the bakery today", title="Lunch")
    brain.submit(other, note)
    cited = made.cite(source.row(0), RASH)
    targets = list(brain.forgetting(PLACE).targets)
    ops = {
        "cites": made.record("A rash", cited),
        "before": made.record("A rash", cited),
        "same key": made.claim(PLACE, "dust again", cited),
        "revises": {"op": "revise_record", "record": note.row(0), "body": "x",
                    "citations": [cited]},
        "links": {"op": "link", "relation": "about", "from": note.row(0), "to": row.row(0)},
    }  # fmt: skip
    packet = [{"op": "redact", "targets": targets}, ops[how]]
    if how == "before":
        packet.reverse()

    with pytest.raises(PacketRefused):
        brain.submit(made.person(*packet))

    assert healthy(brain) == []
    assert brain.fact(PLACE).value == "dust"
