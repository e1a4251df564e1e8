"""Forgetting: words leave the file, the chain stays whole, and nothing goes unseen."""

import contextlib
import sqlite3

import brain_packets as made
import pytest
from agent_si.vendor.brain.errors import PacketRefused

RASH = "the rash on my left arm itches every single night"
LUNCH = "I had lunch with Priya at the corner bakery today"


def files_of(brain):
    """Every byte of every file in the brain's folder; the brain is closed first."""
    brain.close()
    return b"".join(path.read_bytes() for path in brain.directory.iterdir() if path.is_file())


def forget(brain, *idents):
    plan = brain.forgetting(*idents)
    brain.forget(plan, via="tty")
    return plan


def healthy(brain):
    return [str(problem) for problem in brain.check() if not problem.warning]


def edit_around_the_trigger(path, change, values):
    with contextlib.closing(sqlite3.connect(path)) as db:
        trigger = db.execute("SELECT sql FROM sqlite_master WHERE name = 'text_holds'").fetchone()
        db.execute("DROP TRIGGER text_holds")
        db.execute(change, values)
        db.execute(trigger[0])
        db.commit()


def kept(brain, text, **how):
    """Keep a message and return the receipt of its row."""
    return brain.submit(*made.said(text, **how))[-1]


def test_a_note_goes_with_its_source_and_no_byte_of_it_stays(brain):
    """R82: the text, its quote and its title are in no file."""
    kept(brain, LUNCH)
    note = kept(brain, RASH, title="A rash", body="Alex has a rash", tags=["health"])
    plan = forget(brain, note.rows[0])
    assert [going.kind for going in plan.goes] == ["source", "note"]
    assert RASH in plan.texts
    assert plan.stays == ()
    assert healthy(brain) == []
    assert [record.title for record in brain.records()] == [LUNCH[:60]]
    assert brain.get(note.rows[0]) is None
    everything = files_of(brain)
    for gone in (RASH, "rash", "itches", "health"):
        assert gone.encode() not in everything
    assert b"corner bakery" in everything


def test_a_fact_goes_with_all_its_claims_its_settlement_and_its_name(brain):
    first = kept(brain, "the lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    kept(brain, "the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    brain.submit(
        made.packet({"op": "describe_key", "key": made.LEASE, "description": "the landlord's day"})
    )
    others = {"14 March 2027": "changed"}
    brain.submit(*made.settled("the 21st", key=made.LEASE, value="21 March 2027", others=others))
    plan = forget(brain, made.LEASE)
    kinds = sorted(going.kind for going in plan.goes)
    assert kinds == ["claim"] * 2 + ["key description", "settlement"] + ["source"] * 3
    assert brain.fact(made.LEASE) is None
    assert brain.keys() == []
    assert brain.get(first.rows[0]) is None
    assert healthy(brain) == []
    everything = files_of(brain)
    for gone in ("lease", "March", "landlord"):
        assert gone.encode() not in everything


def test_a_row_that_rests_on_two_sources_stays_and_shows_that_there_was_more(brain):
    """R84: it is never left without a citation."""
    one, other = made.source(RASH), made.source(LUNCH)
    sources = brain.submit(made.packet(one, other, agent="hermesuser"))[0].rows
    cites = [made.cite(sources[0], RASH), made.cite(sources[1], LUNCH)]
    row = brain.submit(made.packet(made.record("A day", *cites, body="a day in May")))[0].rows[0]
    plan = forget(brain, sources[0])
    assert [staying.id for staying in plan.stays] == [row]
    assert "another source" in plan.stays[0].why
    record = brain.get(row)
    assert [citation.quote for citation in record.citations] == [LUNCH, ""]
    assert record.citations[1].source.forgotten
    assert record.citations[1].source.locator == ""
    assert record.citations[1].source.author == "principal"
    assert healthy(brain) == []
    assert b"itches" not in files_of(brain)


def test_forgetting_a_source_takes_what_rests_on_nothing_else(brain):
    note = kept(brain, RASH, title="A rash")
    source = brain.get(note.rows[0]).citations[0].source.id
    plan = forget(brain, source)
    assert {going.kind for going in plan.goes} == {"source", "note"}
    assert brain.get(note.rows[0]) is None
    left = brain.get(source)
    assert left.forgotten
    assert left.text == ""
    with pytest.raises(LookupError):
        brain.forgetting(source)


def test_a_packet_that_names_less_than_what_goes_is_refused_and_says_what_is_missing(brain):
    note = kept(brain, RASH, title="A rash")
    source = brain.get(note.rows[0]).citations[0].source.id
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(made.person({"op": "redact", "targets": [source]}))
    assert refusal.value.code == "reference"
    assert note.rows[0] in refusal.value.message
    assert brain.get(note.rows[0]) is not None


def test_something_new_that_rests_on_it_stops_a_forgetting_that_did_not_show_it(brain):
    note = kept(brain, RASH, title="A rash")
    source = brain.get(note.rows[0]).citations[0].source.id
    plan = brain.forgetting(source)
    brain.submit(made.packet(made.record("Another", made.cite(source, RASH))))
    with pytest.raises(PacketRefused):
        brain.forget(plan, via="tty")
    assert RASH in brain.get(source).text


def test_only_a_person_forgets_and_never_by_a_tool(brain):
    """R67."""
    note = kept(brain, RASH)
    ops = {"op": "redact", "targets": list(brain.forgetting(note.rows[0]).targets)}
    for packet in (made.packet(ops), made.packet(ops, agent="person", via="tool")):
        with pytest.raises(PacketRefused) as refusal:
            brain.submit(packet)
        assert refusal.value.code == "operation"
    widened = made.default_toml("Alex").replace('operations = ["add_source"]', 'operations = "*"')
    brain.submit(made.person({"op": "apply_config", "toml": widened}))
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(made.packet(ops, agent="hermesuser"))
    assert "kind person" in refusal.value.message


def test_a_policy_is_not_forgotten(brain):
    receipt = brain.submit(
        made.person({"op": "apply_config", "toml": made.default_toml("Alex", name="x")})
    )[0]
    packet = made.Packet("person", (), id=receipt.packet_id)
    with pytest.raises(PacketRefused):
        brain.submit(made.person({"op": "redact", "targets": [packet.row(0)]}))
    assert brain.policy().name == "x"


def test_the_same_packet_again_brings_nothing_back(brain):
    packets = made.said(RASH, title="A rash")
    brain.submit(*packets)
    forget(brain, packets[1].row(0))
    again = brain.submit(*packets)
    assert [receipt.is_new for receipt in again] == [False, False]
    assert brain.records() == []
    assert b"itches" not in files_of(brain)


def test_a_message_kept_twice_goes_whole(brain):
    """The second keeping was known already; its own copy of the message goes, too."""
    where = made.locator()
    kept(brain, RASH, title="A rash", at_locator=where)
    again = kept(brain, RASH, title="A rash", at_locator=where)
    assert again.known
    plan = forget(brain, again.rows[0])
    assert [going.kind for going in plan.goes].count("source") == 2
    assert healthy(brain) == []
    assert b"itches" not in files_of(brain)


def test_what_else_rests_on_the_same_message_is_told(brain):
    where = made.locator()
    kept(brain, LUNCH, title="Lunch", at_locator=where)
    fact = kept(brain, LUNCH, key="lunch.place", value="the corner bakery", at_locator=where)
    note = brain.records()[0]
    plan = brain.forgetting(note.id)
    assert [(staying.id, staying.why) for staying in plan.stays] == [
        (fact.rows[0], "rests on the same message")
    ]


def test_a_dispute_ends_when_one_side_is_forgotten_and_the_fact_keeps_the_other(brain):
    kept(brain, "the lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    other = kept(brain, "the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    assert brain.fact(made.LEASE).disputed
    plan = forget(brain, other.rows[0])
    assert [staying.id for staying in plan.stays] == [made.LEASE]
    fact = brain.fact(made.LEASE)
    assert (fact.disputed, fact.value) == (False, "14 March 2027")


def test_links_withdrawals_revisions_and_reasons_go_with_their_row(brain):
    note = kept(brain, RASH, title="A rash").rows[0]
    lunch = kept(brain, LUNCH, title="Lunch").rows[0]
    cited = made.cite(brain.get(note).citations[0].source.id, RASH)
    brain.submit(made.packet({"op": "link", "relation": "about", "from": note, "to": lunch}))
    brain.submit(
        made.packet(
            {"op": "revise_record", "record": note, "body": "it got worse", "citations": [cited]}
        )
    )
    brain.submit(made.person({"op": "withdraw", "target": note}, reason="the rash is nobody's"))
    plan = forget(brain, note)
    assert sorted(going.kind for going in plan.goes) == [
        "link",
        "note",
        "revision",
        "source",
        "withdrawal",
    ]
    assert brain.related(lunch) == []
    assert healthy(brain) == []
    everything = files_of(brain)
    for gone in ("rash", "worse", "nobody"):
        assert gone.encode() not in everything


def test_a_text_that_a_staying_row_of_the_same_packet_holds_stays_with_that_row(brain):
    """One string of a packet is stored once; what stays is not torn."""
    one = made.source(RASH, author="person", author_name="Priya")
    other = made.source(LUNCH, author="person", author_name="Priya")
    sources = brain.submit(made.packet(one, other, agent="hermesuser"))[0].rows
    forget(brain, sources[0])
    assert brain.get(sources[1]).author_name == "Priya"
    assert brain.get(sources[0]).author_name == ""
    assert healthy(brain) == []


def test_everything_by_one_person_is_found(brain):
    for text, name in ((RASH, "Dana"), (LUNCH, "dana "), ("a third sentence by Priya", "Priya")):
        op = made.source(text, author="person", author_name=name)
        brain.submit(made.packet(op, agent="hermesuser"))
    assert [source.text for source in brain.sources_by("DANA")] == [RASH, LUNCH]


def test_check_reports_a_text_that_was_emptied_without_an_order_and_one_that_came_back(
    brain, damage_expected
):
    """R64, R83: exactly the redactions that packets order."""
    note = kept(brain, RASH, title="A rash").rows[0]
    kept(brain, LUNCH, title="Lunch")
    brain.close()
    find = "SELECT n, salt FROM text WHERE body = 'A rash'"
    with contextlib.closing(sqlite3.connect(brain.path)) as db:
        title_n, salt = db.execute(find).fetchone()
    forget(brain, note)
    assert healthy(brain) == []
    path = brain.path
    for change, told in (
        ("UPDATE text SET id = NULL, salt = x'00', body = 'x' WHERE n = :n", "not the one"),
        ("UPDATE text SET id = NULL, salt = :salt, body = :body WHERE n = :n", "is there again"),
    ):
        brain.close()
        edit_around_the_trigger(path, change, {"n": title_n, "salt": salt, "body": "A rash"})
        found = healthy(brain)
        assert any(told in problem for problem in found), found


def test_a_forgotten_settlement_opens_the_dispute_again(brain):
    kept(brain, "the lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    kept(brain, "the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    others = {"14 March 2027": "changed"}
    ended = brain.submit(
        *made.settled("the 21st", key=made.LEASE, value="21 March 2027", others=others)
    )[-1]
    forget(brain, ended.rows[0])
    assert brain.fact(made.LEASE).disputed
    assert healthy(brain) == []


def test_many_rows_are_forgotten_in_one_packet(brain):
    for number in range(12):
        kept(brain, f"{RASH} number {number}", title=f"Rash {number}")
    plan = forget(brain, *(record.id for record in brain.records()))
    assert len(plan.goes) == 24
    assert brain.records() == []
    assert b"itches" not in files_of(brain)
