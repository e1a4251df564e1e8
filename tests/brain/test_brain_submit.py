"""Submitting: all or nothing, the same twice is once, and time does not run backwards."""

import sqlite3
import uuid
from dataclasses import replace
from datetime import timedelta

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketConflict, PacketRefused
from agent_si.vendor.text import ids

MOVE = "The Brisbane office lease moves on 14 March 2027"


def test_a_message_and_what_it_says_are_kept_together(brain):
    """R40, R42, R43, R82, R83: the claim cites the message, with value and quote as stated."""
    source, claim = made.said(MOVE, key=made.LEASE, value="14 March 2027")
    first, second = brain.submit(source, claim)
    assert (first.is_new, second.is_new, second.seq - first.seq) == (True, True, 1)
    assert second.rows == (ids.row_id(claim.id, 0),)
    fact = brain.fact(made.LEASE)
    assert fact.value == "14 March 2027"
    assert fact.claims[0].quote == MOVE
    assert fact.claims[0].source.author == "principal"
    assert fact.claims[0].source.locator == source.ops[0]["locator"]


def test_a_packet_that_is_refused_takes_those_before_it_with_it(brain, answers):
    before = answers(brain)
    source, claim = made.said(MOVE, key=made.LEASE, value="14 March 2027")
    with pytest.raises(PacketRefused):
        brain.submit(source, replace(claim, agent="codex"))
    assert answers(brain) == before


def test_the_same_packet_again_is_a_no_op_that_says_so(brain, clock, answers):
    """R55: repeating a remember is accepted."""
    packets = made.said(MOVE, key=made.LEASE, value="14 March 2027")
    first = brain.submit(*packets)
    before = answers(brain)
    clock.tick(days=1)
    again = brain.submit(*(replace(packet, at=clock()) for packet in packets))
    assert [receipt.is_new for receipt in again] == [False, False]
    assert [receipt.rows for receipt in again] == [receipt.rows for receipt in first]
    assert [receipt.seq for receipt in again] == [receipt.seq for receipt in first]
    assert answers(brain) == before


def test_the_same_id_with_other_words_is_a_conflict(brain):
    source, claim = made.said(MOVE, key=made.LEASE, value="14 March 2027")
    brain.submit(source, claim)
    other = replace(claim, ops=(claim.ops[0] | {"value": "15 March 2027"},))
    with pytest.raises(PacketConflict) as refusal:
        brain.submit(other)
    assert refusal.value.code == "conflict"
    assert "new id" in refusal.value.message


@pytest.mark.parametrize("changed", [{"reason": "another"}, {"via": "tty"}, {"agent": "person"}])
def test_reason_road_and_agent_belong_to_the_content(brain, changed):
    source, _ = made.said(MOVE)
    brain.submit(source)
    with pytest.raises(PacketConflict):
        brain.submit(replace(source, **changed))


def test_a_packet_written_by_hand_needs_no_id_and_is_the_same_twice(brain):
    ops = (made.source("written down by hand in May", kind="document", author="unknown"),)
    packet = made.Packet(agent="person", ops=ops, id="", via="tty")
    first = brain.submit(packet)[0]
    assert first.is_new
    assert not brain.submit(packet)[0].is_new


def test_times_never_fall_behind_the_newest_of_the_log(brain, clock):
    clock.tick(days=2)
    brain.submit(*made.said(MOVE, key=made.LEASE, value="14 March 2027"))
    clock.now = made.START - timedelta(days=400)
    brain.submit(*made.said("The office dog is called Biscuit", key="office.dog", value="Biscuit"))
    ats = [claim.at for fact in brain.facts() for claim in fact.claims]
    assert ats == sorted(ats)
    assert ats[1] > ats[0]


def test_equal_times_are_a_microsecond_apart(brain):
    at = "2026-05-01T09:30:00Z"
    brain.submit(
        *(replace(packet, at=at) for packet in made.said(MOVE, key=made.LEASE, value="x y"))
    )
    claim = brain.fact(made.LEASE).claims[0]
    assert claim.source.at == "2026-05-01T09:30:00.000000Z"
    assert claim.at == "2026-05-01T09:30:00.000001Z"


def test_the_log_cannot_be_changed_by_sql(brain, damage_expected):
    """R49, R83: triggers refuse what is no packet."""
    brain.submit(*made.said(MOVE, key=made.LEASE, value="14 March 2027"))
    db = sqlite3.connect(brain.path)
    for statement in (
        "DELETE FROM packet",
        "UPDATE packet SET at = 1",
        "DELETE FROM text",
        "UPDATE text SET body = 'other' WHERE n = 1",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
    db.close()


def test_a_brain_is_one_file(brain):
    """R82: one SQLite file, and its policy beside it."""
    brain.submit(*made.said(MOVE, key=made.LEASE, value="14 March 2027"))
    assert sorted(path.name for path in brain.directory.iterdir()) == ["brain.db", "brain.toml"]


def test_receipts_say_which_keys_are_new_and_what_became_disputed(brain):
    """R44, R46: a key is registered once."""
    first = brain.submit(*made.said(MOVE, key=made.LEASE, value="14 March 2027"))[1]
    second = brain.submit(
        *made.said("No, the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    )[1]
    assert (first.new_keys, first.disputed) == ((made.LEASE,), ())
    assert (second.new_keys, second.disputed) == ((), (made.LEASE,))
    assert [key.name for key in list(brain.keys())] == [made.LEASE]


def test_ids_are_the_same_wherever_the_same_packets_come(brains):
    packets = made.said(MOVE, key=made.LEASE, value="14 March 2027")
    one, other = brains("one"), brains("other")
    rows = [[receipt.rows for receipt in brain.submit(*packets)] for brain in (one, other)]
    assert rows[0] == rows[1]


def test_odd_but_honest_words_are_kept_as_they_are(brain):
    """R43, R55: long values, other scripts, quotes within quotes."""
    for number, value in enumerate(
        ["x" * 3000, "静安区南京西路 1266 号", "7 × 3″ «oak»", "a\nb", "-"]
    ):
        text = f"The odd value of thing number {number} is {value[:200]}"
        brain.submit(*made.said(text, key=f"odd.thing{number}", value=value))
        assert brain.fact(f"odd.thing{number}").value == value


def test_an_id_in_capitals_is_the_same_id(brain):
    source, _ = made.said(MOVE)
    brain.submit(replace(source, id=str(uuid.UUID(source.id)).upper()))
    assert not brain.submit(source)[0].is_new
