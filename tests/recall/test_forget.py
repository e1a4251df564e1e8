"""Forgetting joins both stores: what goes with what, what stays, and nothing brings it back."""

import json
import threading
from datetime import timedelta

import pytest
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.forgotten import Forgotten, Unreadable
from agent_si.vendor.recall import forget
from agent_si.vendor.recall.show import Unknown
from agent_si.vendor.sessions import refresher
from agent_si.vendor.sessions.index import SessionIndex
from brain_packets import Packet
from world import KEY, World

WORDS = "the zanthoxylum desk goes to Dana in the spring"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def keep(here, words=WORDS, **rest):
    talk = here.talk(f"{words}, says the landlord")
    kept = here.remember(talk, words, **{"title": "Desk", **rest})
    assert kept.get("kept"), kept
    here.refresh()
    return talk, kept


def raw(here):
    folder = here.home / "agent-si"
    return b"".join(p.read_bytes() for p in folder.rglob("*") if p.is_file()).lower()


def test_a_row_takes_its_source_and_its_message_with_it(here):
    talk, kept = keep(here)

    plan = forget.plan(here.memory, [kept["id"]])

    assert [each.kind for each in plan.goes] == ["source", "note", "message, user"]
    assert plan.stays == ()
    assert f"hermes:{talk.session_id}:1" in plan.names
    done = forget.carry_out(here.memory, plan)
    assert (done.rows, done.messages, done.later) == (2, 1, "")
    assert b"zanthoxylum" not in raw(here)


def test_a_fact_takes_all_its_claims_and_their_messages(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)
    here.refresh()

    plan = forget.plan(here.memory, [KEY])
    forget.carry_out(here.memory, plan)

    assert len(plan.messages) == 2
    assert here.recall("Brisbane lease") == ()
    assert b"brisbane" not in raw(here)
    with here.memory.brain() as brain:
        assert brain.fact(KEY) is None
        assert brain.check() == []


def test_a_message_takes_with_it_what_rests_on_it_alone(here):
    keep(here)
    [hit] = here.recall("zanthoxylum desk", side="sessions")

    plan = forget.plan(here.memory, [hit.id])

    assert sorted(each.kind for each in plan.goes) == ["message, user", "note", "source"]
    forget.carry_out(here.memory, plan)
    assert b"zanthoxylum" not in raw(here)


def test_a_row_that_rests_on_another_message_too_stays_and_is_named(here):
    _, kept = keep(here)
    with here.memory.brain(readonly=False) as brain:
        at = here.clock() + timedelta(seconds=1)
        source = Packet(
            "hermesuser",
            (
                {
                    "op": "add_source",
                    "kind": "message",
                    "author": "principal",
                    "locator": "hermes:other:1",
                    "text": f"once more: {WORDS}",
                },
            ),
            at=at,
        )
        first = brain.get(kept["id"]).citations[0].source.id
        both = {
            "op": "add_record",
            "kind": "note",
            "title": "Both",
            "body": "The desk.",
            "citations": [
                {"source": first, "quote": WORDS, "start": 0},
                {"source": source.row(0), "quote": WORDS, "start": 11},
            ],
        }
        brain.submit(source, Packet("hermes", (both,), at=at + timedelta(seconds=1)))
    [hit] = here.recall("zanthoxylum desk", side="sessions")

    plan = forget.plan(here.memory, [hit.id])

    assert [each.title for each in plan.stays] == ["Both"]
    assert "rests on another source" in plan.stays[0].why
    forget.carry_out(here.memory, plan)
    with here.memory.brain() as brain:
        [left] = brain.records()
        assert (left.title, [bool(c.quote) for c in left.citations]) in (
            ("Both", [True, False]),
            ("Both", [False, True]),
        )
        assert brain.check() == []


def test_what_has_no_name_here_is_unknown(here):
    keep(here)
    for ident in ("bzzzzz", "mzzzzz", "szzzzz", "no.such_key", ""):
        with pytest.raises(Unknown):
            forget.plan(here.memory, [ident])


def test_without_an_index_the_message_is_kept_out_when_there_is_one(here):
    talk = here.talk(f"{WORDS}, says the landlord")
    kept = here.remember(talk, WORDS, title="Desk")
    assert not here.memory.settings.index.exists()

    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"]]))
    here.refresh()

    assert b"zanthoxylum" not in raw(here)
    assert not here.recall("zanthoxylum")


def test_a_plan_that_is_out_of_date_is_refused_and_stays_out_of_the_index_all_the_same(here):
    _, kept = keep(here)
    plan = forget.plan(here.memory, [kept["id"]])
    with here.memory.brain(readonly=False) as brain:
        source = brain.get(kept["id"]).citations[0].source.id
        row = {
            "op": "add_record",
            "kind": "note",
            "title": "Newer",
            "body": "The desk.",
            "citations": [{"source": source, "quote": WORDS, "start": 0}],
        }
        brain.submit(Packet("hermes", (row,), at=here.clock() + timedelta(seconds=1)))

    with pytest.raises(PacketRefused):
        forget.carry_out(here.memory, plan)

    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"], *_newer(here)]))
    assert b"zanthoxylum" not in raw(here)


def _newer(here):
    with here.memory.brain() as brain:
        return [row.id for row in brain.records() if row.title == "Newer"]


def test_an_older_brain_put_in_its_place_forgets_again(here):
    """`brain restore` ends with this call."""
    _, kept = keep(here)
    here.keep_date("14 March 2027", 0)
    path = here.memory.settings.brain / "brain.db"
    older = path.read_bytes()
    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"]]))
    path.write_bytes(older)
    assert here.recall("zanthoxylum desk", side="brain")

    done = forget.forget_again(here.memory)

    assert done.rows == 2
    assert b"zanthoxylum" not in raw(here)
    assert here.recall("Brisbane lease")
    with here.memory.brain() as brain:
        assert brain.check() == []
    assert forget.forget_again(here.memory).rows == 0


def test_a_row_kept_after_the_copy_was_made_goes_with_its_message(here):
    """The copy knows the message under another row: the message's name is enough."""
    talk, first = keep(here)
    path = here.memory.settings.brain / "brain.db"
    older = path.read_bytes()
    forget.carry_out(here.memory, forget.plan(here.memory, [first["id"]]))
    path.write_bytes(older)
    (here.home / "agent-si" / "forgotten.db").unlink()
    with Forgotten.open(here.memory.settings.forgotten, create=True) as forgotten:
        forgotten.add(locators=[f"hermes:{talk.session_id}:1"])

    assert forget.forget_again(here.memory).rows == 2

    assert b"zanthoxylum" not in raw(here)


def test_packets_that_bring_it_back_are_refused(here, tmp_path):
    """`brain apply` asks before it submits."""
    _, kept = keep(here)
    with here.memory.brain() as brain:
        source = brain.get(kept["id"]).citations[0].source
    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"]]))
    add = {"op": "add_source", "kind": "message", "author": "principal"}

    for op in (
        add | {"locator": source.locator, "text": "other words"},
        add | {"locator": "hermes:new:1", "text": source.text.upper()},
    ):
        with pytest.raises(PacketRefused) as refused:
            forget.refuse_packets(here.memory, [Packet("hermesuser", (op,))])
        assert refused.value.code == "forgotten"
    forget.refuse_packets(
        here.memory,
        [Packet("hermesuser", (add | {"locator": "hermes:new:1", "text": "other words"},))],
    )


def test_who_cannot_ask_what_was_forgotten_keeps_nothing(here):
    here.memory.settings.forgotten.write_bytes(b"not a database" * 100)
    talk = here.talk(f"{WORDS}, says the landlord")

    refused = here.remember(talk, WORDS, title="Desk")

    assert "restore a copy" in json.dumps(refused)
    assert not refused.get("kept")
    with here.memory.brain() as brain:
        assert brain.records() == []
    with pytest.raises(Unreadable):
        forget.forget_again(here.memory)


def test_a_refresher_at_work_is_waited_for(here):
    _, kept = keep(here)
    plan = forget.plan(here.memory, [kept["id"]])
    path = here.memory.settings.index
    entered, leave = threading.Event(), threading.Event()

    def busy():
        with refresher.leading(path, patience=0) as mine:
            assert mine
            entered.set()
            leave.wait(10)

    other = threading.Thread(target=busy)
    other.start()
    entered.wait(10)
    threading.Timer(0.3, leave.set).start()

    done = forget.carry_out(here.memory, plan)

    other.join()
    assert done.later == ""
    assert b"zanthoxylum" not in raw(here)


def test_where_it_stays_at_work_the_next_refresh_finishes(here, monkeypatch):
    monkeypatch.setattr(forget, "PATIENCE", 0.2)
    _, kept = keep(here)
    plan = forget.plan(here.memory, [kept["id"]])

    with refresher.leading(here.memory.settings.index, patience=0):
        done = forget.carry_out(here.memory, plan)

    assert "next refresh" in done.later
    here.refresh()
    assert here.recall("zanthoxylum") == ()
    assert b"zanthoxylum" not in raw(here)


def test_a_message_that_is_stored_while_it_is_forgotten_is_not_left_behind(here):
    """Tombstones come first: a refresh before them is purged, one after them stores nothing."""
    _, kept = keep(here)
    plan = forget.plan(here.memory, [kept["id"]])
    stop = threading.Event()

    def refreshing():
        while not stop.is_set():
            with SessionIndex.open(here.memory.settings.index) as index:
                index._db.execute("UPDATE unit SET mark = ''").close()
                index._db.execute("UPDATE agent SET cursor = ''").close()
            here.refresh()

    other = threading.Thread(target=refreshing)
    other.start()
    try:
        done = forget.carry_out(here.memory, plan)
    finally:
        stop.set()
        other.join()

    here.refresh()
    assert done.rows == 2
    assert here.recall("zanthoxylum") == ()
    assert b"zanthoxylum" not in raw(here)


def test_names_of_the_message_by_hand(here):
    """A copy that a host made is the same message: forgotten through any of its names."""
    talk, kept = keep(here)
    here.state.branch(talk.session_id, "20261130_branch")
    here.refresh()

    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"]]))

    here.refresh()
    assert b"zanthoxylum" not in raw(here)
    with Forgotten.open(here.memory.settings.forgotten) as forgotten:
        assert forgotten.holds_locator(f"hermes:{talk.session_id}:1")
        copies = here.state.db.execute(
            "SELECT id FROM messages WHERE session_id = '20261130_branch' AND role = 'user'"
        ).fetchall()
        assert [forgotten.holds_locator(f"hermes:20261130_branch:{n}") for (n,) in copies] == [True]


def test_nothing_of_it_is_in_any_log_or_error(here, caplog):
    _, kept = keep(here)
    plan = forget.plan(here.memory, [kept["id"]])
    forget.carry_out(here.memory, plan)

    assert "zanthoxylum" not in caplog.text
    with pytest.raises(LookupError) as gone:
        forget.plan(here.memory, [kept["id"]])
    assert "zanthoxylum" not in str(gone.value)


def test_a_brain_that_only_this_engine_opens_is_whole_after_it(here):
    """The chain, the fold and the digests of what was emptied hold, also in a copy."""
    _, kept = keep(here)
    here.keep_date("14 March 2027", 0)
    forget.carry_out(here.memory, forget.plan(here.memory, [kept["id"]]))

    with Brain.open(here.memory.settings.brain, clock=here.clock) as brain:
        assert brain.check() == []
        brain.rebuild()
        assert brain.check() == []
        assert brain.fact(KEY).value == "14 March 2027"
    assert b"zanthoxylum" not in raw(here)
