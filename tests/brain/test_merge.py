"""Two brains of one person that went apart, brought together; and one carried elsewhere whole.

Whoever imports from whom, both answer the same afterwards: nothing is lost, what differs is
disputed, what either side had forgotten is forgotten in both.
"""

import contextlib
import itertools
import json
import os
import random
import tempfile
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import copies, moved
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, PacketRefused
from agent_si.vendor.brain.policy import default_toml
from agent_si.vendor.text import words
from hypothesis import given
from hypothesis import strategies as st

LEASE = made.LEASE
MARCH = "The Brisbane office lease moves on 14 March 2027"
LATER = "The Brisbane office lease now moves on 21 March 2027"


def anything(_):
    """Nothing was forgotten here before."""


def exported(brain):
    return "".join(moved.lines(brain.moved()))


def bring(brain, text, **how):
    return brain.merge(moved.read(text), keep=anything, **how)


@pytest.fixture
def pair(brains, tmp_path):
    """A laptop's brain with a history, and a desktop's that began as its copy."""
    laptop = brains("laptop")
    laptop.submit(*made.said("The office dog of ours is called Biscuit", title="Office dog"))
    laptop.submit(*made.said(MARCH, key=LEASE, value="14 March 2027"))
    desktop = brains("desktop")
    desktop.close()
    take_over(moved.read(exported(laptop)), desktop.directory)
    return laptop, desktop


def take_over(found, directory):
    with copies.written(found, directory / "brain.db") as path:
        copies.restore(copies.look(directory, path), "20260502")


def record_of(brain):
    """Every packet with its texts, word for word."""
    return moved.of(brain._db()).entries


def both_ways(one, other):
    """Each imports what the other had before."""
    texts = exported(one), exported(other)
    return bring(one, texts[1]), bring(other, texts[0])


def test_a_new_brain_takes_the_record_as_it_is(pair, answers):
    """DESIGN, Merge: an import into an empty brain gives the same chain, byte for byte."""
    laptop, desktop = pair
    assert record_of(desktop) == record_of(laptop)
    assert exported(desktop) == exported(laptop)
    assert answers(desktop) == answers(laptop)


def test_two_that_went_apart_answer_the_same_afterwards(pair, clock, answers):
    """R49: nothing is overwritten, R46: what differs is disputed, on both machines alike."""
    laptop, desktop = pair
    clock.tick(days=1)
    laptop.submit(*made.said("The coffee machine lives on the second floor now", title="Coffee"))
    clock.tick(hours=1)
    desktop.submit(*made.said(LATER, key=LEASE, value="21 March 2027"))
    clock.tick(hours=1)
    laptop.submit(*made.said("Our parking permit number is on the fridge", title="Permit"))

    on_laptop, on_desktop = both_ways(laptop, desktop)

    assert (on_laptop.added, on_laptop.disputed) == (2, (LEASE,))
    assert (on_desktop.added, on_desktop.disputed) == (4, ()), "it was disputed there already"
    assert on_laptop.left_out == on_desktop.left_out == ()
    assert answers(laptop) == answers(desktop)
    question = words.query("coffee machine lease permit")
    assert laptop.search(question) == desktop.search(question)
    assert len(laptop.search(question)) == 3
    assert laptop.fact(LEASE).disputed


def test_what_is_known_is_known_and_a_second_import_brings_nothing(pair):
    laptop, desktop = pair
    desktop.submit(*made.said(LATER, key=LEASE, value="21 March 2027"))
    text = exported(desktop)
    assert bring(laptop, text).added == 2
    again = bring(laptop, text)
    assert (again.added, again.record, again.known) == (0, 0, 7)
    back = bring(desktop, exported(laptop))
    assert (back.added, back.record, back.left_out) == (0, 0, ())


def test_a_dry_run_writes_nothing(pair):
    laptop, desktop = pair
    desktop.submit(*made.said(LATER, key=LEASE, value="21 March 2027"))
    before = record_of(laptop)
    assert bring(laptop, exported(desktop), dry_run=True).added == 2
    assert record_of(laptop) == before


def test_two_settlements_of_one_key_are_a_dispute_again(pair, clock, answers):
    """DESIGN, Merge: clashes become disputes, two settlements of one key too."""
    laptop, desktop = pair
    laptop.submit(*made.said(LATER, key=LEASE, value="21 March 2027"))
    bring(desktop, exported(laptop))
    values = ("14 March 2027", "21 March 2027")
    for brain, value, other in ((laptop, *values), (desktop, *reversed(values))):
        clock.tick(hours=1)
        says = f"It is {value} and the other one is wrong"
        brain.submit(*made.settled(says, key=LEASE, value=value, others={other: "wrong"}))
        assert not brain.fact(LEASE).disputed
    both_ways(laptop, desktop)
    assert laptop.fact(LEASE).disputed
    assert answers(laptop) == answers(desktop)


def test_what_was_forgotten_on_one_machine_goes_on_the_other(pair, answers):
    """A redaction wins in any merge: rows, words and quotes, the bytes of the file too."""
    laptop, desktop = pair
    source = next(iter(desktop.records())).revisions[0].citations[0].source.id
    quote = made.cite(source, "office dog of ours is called Biscuit")
    desktop.submit(made.packet(made.record("The dog again", quote)))
    other = made.said("There is a second dog at the office too", title="Dogs")
    both = {**other[1].ops[0], "citations": [*other[1].ops[0]["citations"], quote]}
    desktop.submit(other[0], made.packet(both, id=other[1].id))

    laptop.forget(laptop.forgetting(source), via="tty")
    on_desktop = bring(desktop, exported(laptop))

    assert len(on_desktop.gone) == 3, "the source, its note, and what rested on nothing else"
    assert source in on_desktop.gone
    assert [each.title for each in desktop.records()] == ["Dogs"]
    assert not desktop.search(words.query("Biscuit"))
    assert b"Biscuit" not in desktop.path.read_bytes()
    bring(laptop, exported(desktop))
    assert answers(laptop) == answers(desktop)
    assert "Biscuit" not in exported(laptop) + exported(desktop)


def test_an_old_export_does_not_bring_back_what_was_forgotten_since(pair):
    laptop, _ = pair
    old = exported(laptop)
    laptop.forget(laptop.forgetting(next(iter(laptop.records())).id), via="tty")
    assert bring(laptop, old).added == 0
    assert not laptop.search(words.query("Biscuit"))
    assert "Biscuit" not in exported(laptop)


def test_a_row_that_only_the_old_export_has_stays_forgotten(pair, brains):
    """The forgotten row reaches a third brain first by its redaction, then with its words."""
    laptop, _ = pair
    third = brains("third")
    old = exported(laptop)
    laptop.forget(laptop.forgetting(next(iter(laptop.records())).id), via="tty")
    bring(third, exported(laptop))
    bring(third, old)
    assert "Biscuit" not in exported(third)
    assert not third.records()


def test_a_policy_of_the_other_brain_is_never_in_force(pair, brains):
    """DESIGN, Merge: policies, what waits, and decisions are kept for the record alone."""
    laptop, _ = pair
    toml = default_toml("Alex") + (
        '\n[agents.intern]\nkind = "agent"\noperations = ["claim"]\napproval = "person"\n'
    )
    other = brains("other", toml=toml)
    first, row = made.said(LATER, key=LEASE, value="21 March 2027")
    other.submit(first, made.packet(*row.ops, agent="intern"))
    merged = bring(laptop, exported(other))
    assert (merged.added, merged.record) == (1, 2)
    assert "intern" not in laptop.policy().agents
    assert not laptop.fact(LEASE).disputed
    assert laptop.pending() == []
    assert [each.decision for each in laptop.pending(decided=True)] == ["of another brain"]
    waiting = laptop.pending(decided=True)[0].hash
    with pytest.raises(PacketRefused, match=r"no packet .* waits"):
        laptop.submit(made.person({"op": "approve", "packet": waiting}))


def test_words_nobody_said_are_left_out(pair, tmp_path, monkeypatch):
    """R7: a brain whose gate was taken away brings nothing past this one's."""
    laptop, _ = pair
    other = made.new_brain(tmp_path / "other")
    with monkeypatch.context() as loose:
        loose.setattr("agent_si.vendor.brain.validate.RULES", ())
        first, _ = made.said("The printer is out of toner again today", title="Printer")
        lie = made.record("Printer", made.cite(first.row(0), "Alex gives the printer away"))
        alone = made.said("The plants need water every other day", title="Plants")
        other.submit(first, made.packet(lie), *alone)
        decided = made.record(
            "Printer policy",
            made.cite(first.row(0), "out of toner again today"),
            body="Alex decided to sell the building.",
        )
        other.submit(made.packet(decided))
    merged = bring(laptop, exported(other))
    assert [each.refusal.code for each in merged.left_out] == ["quote", "attribution"]
    assert {each.title for each in laptop.records()} == {"Office dog", "Plants"}
    other.close()


def test_a_credential_is_left_out(pair, brains, monkeypatch):
    laptop, _ = pair
    other = brains("other")
    with monkeypatch.context() as loose:
        loose.setattr("agent_si.vendor.brain.validate.RULES", ())
        token = "ghp_" + "".join(random.Random(5).choices("abcdefghij0123456789ABCD", k=36))
        other.submit(*made.said(f"The token of the build is {token} for now", title="Token"))
    merged = bring(laptop, exported(other))
    assert {each.refusal.code for each in merged.left_out} == {"secret"}
    assert token not in exported(laptop)


def test_a_packet_of_the_same_name_and_other_words_is_left_out(pair, brains):
    laptop, _ = pair
    first, row = made.said("The green bins go out on Tuesday evening", title="Bins")
    other = brains("other")
    other.submit(first, row)
    changed = made.said("The green bins go out on Friday evening", title="Bins")
    laptop.submit(changed[0])
    laptop.submit(made.packet(*changed[1].ops, id=row.id))
    merged = bring(laptop, exported(other))
    assert [each.refusal.code for each in merged.left_out] == ["conflict"]


def test_later_packets_come_after_all_that_was_imported(pair, clock):
    laptop, desktop = pair
    clock.tick(days=9)
    desktop.submit(*made.said(LATER, key=LEASE, value="21 March 2027"))
    clock.tick(days=-9)
    bring(laptop, exported(desktop))
    laptop.submit(*made.said("The printer got a name and it is Otto", title="Printer"))
    times = [entry.at for entry in record_of(laptop)]
    assert times[-1] == max(times)


# --- the file ---


def test_an_export_grows_by_lines(pair):
    """A file for git: an old line stays as it is."""
    laptop, _ = pair
    before = exported(laptop).splitlines()
    laptop.submit(*made.said("The coffee machine lives on the second floor now", title="Coffee"))
    after = exported(laptop).splitlines()
    assert after[1 : len(before)] == before[1:]
    assert len(after) == len(before) + 2


def test_the_secret_that_names_packets_is_not_in_it(pair):
    laptop, _ = pair
    key = laptop._db().execute("SELECT value FROM meta WHERE name = 'key'").fetchall()[0][0]
    assert key.hex() not in exported(laptop)


def test_a_changed_word_is_told_with_its_line(pair):
    laptop, _ = pair
    text = exported(laptop).replace("14 March 2027", "15 March 2027", 1)
    with pytest.raises(moved.MovedError, match=r"line [45] is not what was exported"):
        moved.read(text)


@pytest.mark.parametrize("gone", range(1, 5))
def test_a_missing_line_is_told(pair, gone):
    rows = exported(pair[0]).splitlines(keepends=True)
    del rows[gone]
    with pytest.raises(moved.MovedError, match=r"lines are missing|cut short"):
        moved.read("".join(rows))


def test_a_file_cut_short_is_told(pair):
    text = exported(pair[0])
    for end in range(0, len(text), 211):
        with pytest.raises(moved.MovedError):
            moved.read(text[:end])


def test_one_of_a_newer_release_is_told(pair):
    text = exported(pair[0]).replace('"version": 1', '"version": 2', 1)
    with pytest.raises(moved.MovedError, match="newer release"):
        moved.read(text)


def test_a_damaged_brain_is_not_exported(pair, damage_expected):
    laptop, _ = pair
    db = laptop._db()
    db.execute("DROP TRIGGER text_holds").close()
    db.execute("UPDATE text SET body = 'other' WHERE n = 3").close()
    with pytest.raises(LogDamaged, match="nothing was exported"):
        laptop.moved()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@given(head=values, rows=st.lists(values, max_size=3))
def test_any_json_is_refused_in_words(head, rows):
    text = "\n".join(json.dumps(each) for each in (head, *rows))
    with pytest.raises(moved.MovedError):
        moved.read(text)


@given(place=st.integers(0), byte=st.integers(32, 126), number=st.integers(1, 4))
def test_a_changed_character_is_refused_or_says_the_same(place, byte, number):
    rows = _sample().splitlines()
    row = rows[number]
    at = place % len(row)
    rows[number] = row[:at] + chr(byte) + row[at + 1 :]
    with contextlib.suppress(moved.MovedError):
        assert moved.read("\n".join(rows)).entries == moved.read(_sample()).entries


_kept = []


def _sample():
    if not _kept:
        with tempfile.TemporaryDirectory() as folder:
            brain = made.new_brain(Path(folder) / "brain")
            brain.submit(*made.said(MARCH, key=LEASE, value="14 March 2027"))
            brain.submit(*made.said("The office dog of ours is called Biscuit", title="Dog"))
            _kept.append(exported(brain))
            brain.close()
    return _kept[0]


# --- at random ---

KEYS = (LEASE, "office.dog.name", "team.size")
TEXTS = ("Biscuit", "Otto", "14 March 2027", "21 March 2027")
number = itertools.count(1)


class Machine:
    """One machine of a person who writes, settles, withdraws, undoes and forgets at random."""

    def __init__(self, brain, chance, clock):
        self.brain, self.chance, self.clock = brain, chance, clock

    def act(self):
        self.clock.tick(minutes=self.chance.randint(1, 90))
        acts = (self.claim, self.claim, self.note, self.settle, self.withdraw, self.undo)
        acts += (self.forget, self.alias, self.cite_again)
        with contextlib.suppress(PacketRefused, LookupError):
            self.chance.choice(acts)()

    def claim(self):
        key, value = self.chance.choice(KEYS), self.chance.choice(TEXTS)
        text = f"What we know of it is {value} as of day {next(number)}"
        self.brain.submit(*made.said(text, key=key, value=value))

    def note(self):
        self.brain.submit(*made.said(f"A note about the office number {next(number)} of ours"))

    def cite_again(self):
        record = self.chance.choice(self.brain.records() or [None])
        if record is not None:
            citation = record.revisions[0].citations[0]
            cited = made.cite(citation.source.id, citation.quote)
            self.brain.submit(made.packet(made.record(f"Again {next(number)}", cited)))

    def settle(self):
        for fact in self.brain.disputes()[:1]:
            live = list(dict.fromkeys(claim.value for claim in fact.values()))
            others = dict.fromkeys(live[1:], self.chance.choice(["changed", "wrong"]))
            text = f"It is {live[0]} and not the other {next(number)}"
            self.brain.submit(*made.settled(text, key=fact.key, value=live[0], others=others))

    def withdraw(self):
        facts = self.brain.facts()
        if facts:
            claim = self.chance.choice(self.chance.choice(facts).claims)
            self.person("withdraw", target=claim.id)

    def alias(self):
        one, other = self.chance.sample(KEYS, 2)
        self.person("alias_key", key=one, to=other)

    def undo(self):
        packets = [act.packet_id for act in self.brain.acts()]
        if packets:
            self.person("undo", packet=self.chance.choice(packets))

    def forget(self):
        rows = [each.id for each in self.brain.records()]
        rows += [claim.id for fact in self.brain.facts() for claim in fact.claims]
        if rows and self.chance.random() < 0.5:
            self.brain.forget(self.brain.forgetting(self.chance.choice(rows)), via="tty")

    def person(self, op, **fields):
        self.brain.submit(made.person({"op": op, **fields}))


@pytest.mark.parametrize("seed", range(int(os.environ.get("AGENT_SI_MERGES", "8"))))
def test_whoever_imports_from_whom_all_answer_the_same(brains, clock, answers, seed):
    """Three machines, in any order: the same facts, disputes, records, codes and search."""
    chance = random.Random(seed)
    base = Machine(brains("base"), chance, clock)
    for _ in range(chance.randint(0, 8)):
        base.act()
    machines = [Machine(copy_of(base.brain, name, brains), chance, clock) for name in NAMES]
    for _ in range(chance.randint(6, 30)):
        chance.choice(machines).act()
    texts = [exported(machine.brain) for machine in machines]
    for machine in machines:
        for text in chance.sample(texts, 3):
            assert bring(machine.brain, text).left_out == ()
    # What one had to forget beyond what was ordered it ordered itself, and tells the others.
    for machine, other in itertools.permutations(machines, 2):
        bring(machine.brain, exported(other.brain))
    first, *others = (machine.brain for machine in machines)
    for brain in others:
        assert told(brain, answers) == told(first, answers)
        assert [each for each in brain.check() if not each.warning] == []
        brain.close()


NAMES = ("one", "two", "three")


def copy_of(base, name, brains):
    """Another machine of the same person: set up by itself, or with what there is already."""
    if base.is_new:
        return brains(name)
    folder = base.directory.with_name(name)
    take_over(base.moved(), folder)
    return Brain.open(folder, clock=base._clock)


def told(brain, answers):
    found = answers(brain)
    del found["stats"]["packets"], found["policy"]
    asked = words.query("Biscuit Otto office note lease day 21 March")
    return found | {"search": [hit.id for hit in brain.search(asked)]}
