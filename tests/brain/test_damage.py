"""Damage: named with what to do, never shown as somebody's words, never overwritten."""

import shutil
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, NotOurFile, NotWritten, PacketRefused
from agent_si.vendor.text import words
from brain_damage import damage

pytestmark = pytest.mark.usefixtures("damage_expected")
TYPED = (LogDamaged, NotOurFile, NotWritten)
QUERIES = ("lease moves March", "spare keys box", "lamp blue", "other name")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A brain of some pages, with something in every table: its folder, and all that it shows."""
    with made.new_brain(tmp_path_factory.mktemp("whole") / "brain") as brain:
        fill(brain)
        assert brain.check() == []
        return brain.directory, everything(brain)[0]


@pytest.fixture
def full(whole, tmp_path):
    """A copy of it to damage."""
    return Path(shutil.copytree(whole[0], tmp_path / "brain"))


def fill(brain):
    for day, value in ((1, "14 March 2027"), (2, "21 March 2027")):
        at = f"2026-05-0{day}T08:00:00Z"
        brain.submit(
            *made.said(f"The lease moves on {value}", key=made.LEASE, value=value, occurred_at=at)
        )
    others = {"14 March 2027": "wrong"}
    brain.submit(*made.settled("21st", key=made.LEASE, value="21 March 2027", others=others))
    keys = made.said("The spare keys are in the blue box", title="Keys", tags=["home"])
    brain.submit(*keys)
    brain.submit(
        *made.said("The other name of it is lease.move", key="lease.move", value="21 March 2027")
    )
    note = brain.records()[0].id
    brain.submit(
        made.packet({"op": "link", "relation": "about", "from": note, "to": made.LEASE}),
        made.person({"op": "alias_key", "key": "lease.move", "to": made.LEASE}),
    )
    for n in range(12):
        text = f"The lamp number {n} in the hall is blue and it stays blue"
        brain.submit(*made.said(text, key=f"lamp.n{n}", value="blue"))


def everything(brain):
    """All that a brain shows, by what it is called: one piece after the other, as far as it goes.

    Returns the pieces, and the error that ended a piece where one did.
    """
    pieces, errors = {}, []

    def note(read):
        try:
            for name, value in read():
                pieces[name] = value
        except TYPED as error:
            errors.append(error)

    note(lambda: [(("fact", each.key), each) for each in brain.facts()])
    note(lambda: [(("record", each.id), each) for each in brain.records()])
    note(lambda: [(("dispute", each.key), each) for each in brain.disputes()])
    for query in QUERIES:
        hits = lambda query=query: brain.search(words.query(query), limit=20)  # noqa: E731
        note(lambda hits=hits: [(("hit", each.id), (each.title, each.text)) for each in hits()])
    for key in (made.LEASE, "lease.move", "lamp.n3"):
        note(lambda key=key: [(("get", key), brain.get(key))])
    return pieces, errors


@pytest.mark.parametrize("number", range(200))
def test_damage_is_named_and_no_claim_or_quote_is_changed_by_it(full, whole, clock, number):
    """R64, R85: 200 random damages; what is shown is what was written, or it is not shown."""
    before = whole[1]
    path = full / "brain.db"
    done = damage(path, number)
    raw = path.read_bytes()
    told, problems = [], []
    try:
        with Brain.open(full, clock=clock) as brain:
            shown, errors = everything(brain)
            for name, value in shown.items():
                assert value in (before.get(name), None), (done, name)
            told += [str(error) for error in errors] + [brain.trouble] * bool(brain.trouble)
            problems = [str(problem) for problem in brain.check()]
            assert shown == before or told or problems, done
            submitted(brain)
            broken = told or brain.trouble
    except TYPED as error:
        told, broken = [str(error)], True
    assert all("\n" not in line for line in told + problems)
    for line in told + problems:
        assert any(
            word in line for word in ("estore", "ebuild", "pdate", "move it away", "config")
        ), line
    assert path.read_bytes() == raw or not broken, "a damaged file is never overwritten"


def submitted(brain):
    """A packet to a brain that may be damaged: taken, or refused in our words."""
    try:
        brain.submit(*made.said("One more thing that is said here today"))
    except (*TYPED, PacketRefused):
        return
