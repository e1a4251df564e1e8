"""A brain through its life in random order: kept, decided, forgotten, copied and brought back.

After each step the tables are what the log says, check is clean, and of what was forgotten no word
and no row is there: not after a copy of before was restored, and not after its packets came again.
"""

import copy
import shutil
import tempfile
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import copies
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.recall import forget, settings
from agent_si.vendor.recall.memory import Memory
from agent_si.vendor.recall.show import Unknown
from hypothesis import HealthCheck
from hypothesis import settings as how
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

KEYS = ("office.move", "office.dog", "team.headcount")
VALUES = ("14 March 2027", "March 14, 2027", "21 March 2027", "Biscuit")
TOML = (
    made.default_toml("Alex")
    + '\n[agents.intern]\nkind = "agent"\noperations = ["claim", "add_record", "describe_key"]\n'
    + 'approval = "person"\n\n[keys."team.*"]\nchanges = "expected"\n'
)
picks = st.integers(0, 40)
keys = st.sampled_from(KEYS)
AGENTS = ("hermes", "hermes", "intern")


class Life(RuleBasedStateMachine):
    """Each row has a word of its own, which no other row holds: when it goes, the word goes."""

    def __init__(self):
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.folder = self.root / "brain"
        self.memory = Memory(settings.of_brain(self.folder), clock=made.Clock())
        self.count = 0
        self.words = {}  # row id -> its word
        self.gone = set()  # ids that were forgotten
        self.sent = []
        self.copies = []
        with self.open(create=True) as brain:
            brain.first_policy(TOML)

    def teardown(self):
        shutil.rmtree(self.root)

    def open(self, **given):
        brain = Brain.open(self.folder, clock=self.memory.clock, **given)
        brain._db().execute("PRAGMA synchronous=OFF")  # nobody cuts the power here
        return brain

    def word(self):
        self.count += 1
        return f"qu{self.count:04}zx"

    def submit(self, *packets):
        """Whether they were taken: through the door that `brain apply` and the tool use."""
        try:
            forget.refuse_packets(self.memory, packets)
            with self.open() as brain:
                receipts = brain.submit(*packets)
        except PacketRefused:
            return None
        self.sent.append(packets)
        return receipts

    def note(self, ident, word):
        self.words[ident] = word

    def rows(self, brain):
        return [ident for ident, _ in brain.standing()]

    def any_row(self, pick):
        with self.open(readonly=True) as brain:
            rows = self.rows(brain)
        return rows[pick % len(rows)] if rows else "b" + "0" * 20

    def source(self, pick, **more):
        word = self.word()
        where = made.locator(pick % 20)
        op = made.source(f"It says {word} in message {pick} of that day", at_locator=where, **more)
        packet = made.packet(op, agent="hermesuser")
        self.note(packet.row(0), word)
        return packet, made.cite(packet.row(0), f"It says {word} in message {pick}")

    @rule(key=keys, value=st.sampled_from(VALUES), pick=picks, agent=st.sampled_from(AGENTS))
    def claim(self, key, value, pick, agent):
        self.claimed(key, value, pick, agent)

    @rule(key=keys, pick=picks)
    def dispute(self, key, pick):
        for value in VALUES[::2]:
            self.claimed(key, value, pick + len(value), "hermes")

    def claimed(self, key, value, pick, agent):
        first, cited = self.source(pick, occurred_at=f"2026-05-{1 + pick % 28:02}T08:00:00Z")
        word = self.word()
        row = made.packet(
            made.claim(key, value, cited, statement=f"Read as {word} by it"), agent=agent
        )
        self.note(row.row(0), word)
        self.submit(first, row)

    @rule(pick=picks, other=picks, shared=st.booleans())
    def record(self, pick, other, shared):
        first, cited = self.source(pick)
        cites = [cited]
        if shared:
            with self.open(readonly=True) as brain:
                old = [s for s in self.rows(brain) if s in self.words]
                if old:
                    found = brain.get(old[other % len(old)])
                    if type(found).__name__ == "Source" and found.text:
                        cites.append(made.cite(found.id, found.text))
        word = self.word()
        packet = made.packet(made.record(f"Titled {word}", *cites))
        self.note(packet.row(0), word)
        self.submit(first, packet)

    @rule(pick=picks)
    def revise(self, pick):
        first, cited = self.source(pick)
        word = self.word()
        op = {"op": "revise_record", "record": self.any_row(pick), "body": f"Body {word}",
              "citations": [cited]}  # fmt: skip
        packet = made.packet(op)
        self.note(packet.row(0), word)
        self.submit(first, packet)

    @rule(key=keys, agent=st.sampled_from(["intern", "intern", "hermes"]), often=picks)
    def describe(self, key, agent, often):
        if often > 12:  # it is never refused, and would be most of the story
            return
        word = self.word()
        op = {"op": "describe_key", "key": key, "description": f"It is {word}"}
        packet = made.packet(op, agent=agent)
        self.note(packet.row(0), word)
        self.submit(packet)

    @rule(key=keys, to=keys)
    def alias(self, key, to):
        self.submit(made.person({"op": "alias_key", "key": key, "to": to}))

    @rule(pick=picks)
    def withdraw(self, pick):
        word = self.word()
        packet = made.person(
            {"op": "withdraw", "target": self.any_row(pick)}, reason=f"Since {word} was said"
        )
        self.note(packet.row(0), word)
        self.submit(packet)

    @rule(pick=picks)
    def undo(self, pick):
        if self.sent:
            packets = self.sent[pick % len(self.sent)]
            self.submit(made.person({"op": "undo", "packet": packets[-1].id}))

    @rule(relation=st.sampled_from(["about", "blocks"]), one=picks, other=picks, key=keys,
          what=st.sampled_from(["link", "link", "unlink"]))  # fmt: skip
    def link(self, relation, one, other, key, what):
        to = key if other % 3 == 0 else self.any_row(other)
        self.submit(
            made.packet({"op": what, "relation": relation, "from": self.any_row(one), "to": to})
        )

    @rule(key=keys, pick=picks, was=st.sampled_from(["changed", "wrong"]))
    def settle(self, key, pick, was):
        with self.open(readonly=True) as brain:
            fact = brain.fact(key)
        if fact is None or not fact.disputed:
            return
        values = [claim.value for claim in fact.values()]
        stands = values[pick % len(values)]
        first, cited = self.source(pick)
        op = {"op": "settle", "key": key, "value": stands, "citations": [cited],
              "others": [{"value": v, "was": was} for v in values if v != stands]}  # fmt: skip
        self.submit(first, made.packet(op))

    @rule(pick=picks, what=st.sampled_from(["approve", "reject"]))
    def decide(self, pick, what):
        with self.open(readonly=True) as brain:
            waiting = brain.pending()
        if waiting:
            one = waiting[pick % len(waiting)]
            self.submit(made.person({"op": what, "packet": one.hash}))

    @rule(pick=picks)
    def again(self, pick):
        """A packet of before comes again: nothing happens, or it is refused."""
        if self.sent:
            self.submit(*copy.deepcopy(self.sent[pick % len(self.sent)]))

    @rule(pick=picks)
    def forget_row(self, pick):
        self.forget(pick, key=False)

    @rule(pick=picks, key=st.booleans())
    def forget(self, pick, key):
        with self.open(readonly=True) as brain:
            known = [fact.key for fact in brain.facts()] if key else self.rows(brain)
        if not known:
            return
        try:
            plan = forget.plan(self.memory, [known[pick % len(known)]])
        except Unknown:
            return
        shown = {each.id for each in plan.goes}
        assert shown == set(plan.rows.targets), "what goes was not shown"
        self.gone |= set(plan.rows.targets)
        forget.carry_out(self.memory, plan)

    @precondition(lambda self: len(self.copies) < 3)
    @rule()
    def back_up(self):
        path = self.root / f"copy{len(self.copies)}.db"
        copies.back_up(self.folder, path)
        self.copies.append(path)

    @precondition(lambda self: self.copies)
    @rule(pick=picks)
    def restore(self, pick):
        plan = copies.look(self.folder, self.copies[pick % len(self.copies)])
        copies.restore(plan, "20261130")
        forget.forget_again(self.memory)
        for aside in self.folder.glob("brain.db.*"):
            aside.unlink()

    @rule()
    def forget_again(self):
        before = (self.folder / "brain.db").read_bytes()
        done = forget.forget_again(self.memory)
        assert done.rows == 0, "something stood that was forgotten"
        assert (self.folder / "brain.db").read_bytes() == before

    @invariant()
    def whole(self):
        with self.open() as brain:
            assert brain.check() == []
            before = answers(brain)
            brain.rebuild()
            assert answers(brain) == before

    @invariant()
    def forgotten(self):
        with self.open(readonly=True) as brain:
            assert not {ident for ident in self.rows(brain)} & self.gone
        for path in self.folder.iterdir():
            raw = path.read_bytes()
            for ident in self.gone & set(self.words):
                assert self.words[ident].encode() not in raw, (ident, path.name)


def answers(brain):
    facts = brain.facts()
    return (
        facts, brain.disputes(), brain.records(), brain.keys(), brain.stats(), brain.pending(),
        brain.standing(), [brain.related(fact.key) for fact in facts], brain.policy_text(),
    )  # fmt: skip


Life.TestCase.settings = how(
    deadline=None, max_examples=8, stateful_step_count=25, suppress_health_check=list(HealthCheck)
)
test_a_life = pytest.mark.slow(Life.TestCase)
