"""One message once: whatever sessions come, change, are numbered anew and go, in any order.

Small sessions whose messages share names are kept, changed and dropped on the engine itself, no
file in between. After each step the index must equal a new one that read the same sessions in
another order, and hold what `schema.py` says of the places of a message.
`AGENT_SI_COPIES` says how many runs there are.
"""

import os
import tempfile
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from agent_si.vendor.forgotten import Forgotten
from agent_si.vendor.sessions import check, ingest, schema, stored
from agent_si.vendor.sessions.record import ASSISTANT, USER, Message, Reading, Session
from agent_si.vendor.sessions.stored import fetch
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

AGENT = "codex"
UNITS = ["ash", "birch", "cedar", "elm", "fir"]
RUNS = int(os.environ.get("AGENT_SI_COPIES", "60"))
ROUNDS = 12  # readings that follow from readings; each of a chain of copies may ask for one

ROWS = """
SELECT u.name, m.tail, m.seq, m.role, m.at, m.text, coalesce(m.twin, m.code), m.n
FROM message AS m JOIN unit AS u ON u.n = m.session ORDER BY u.name, m.seq, m.code
"""
COPIES = """
SELECT u.name, a.tail, a.seq FROM alias AS a JOIN unit AS u ON u.n = a.session
WHERE a.message = :n AND a.old = 0 ORDER BY u.name, a.seq, a.code
"""
AGAIN = "SELECT name FROM unit WHERE mark = ''"

units = st.sampled_from(UNITS)
tails = st.sampled_from("abcdef")
shared = st.sampled_from(["", f"{AGENT}:ash:a", f"{AGENT}:birch:b", "oak", "yew"])
words = st.sampled_from(["walnut pie", "plum cake"])
times = st.sampled_from([None, 1_000, 2_000])


@dataclass(frozen=True)
class Said:
    """One thing said, wherever it stands."""

    tail: str
    same_as: str
    role: str
    at: int | None
    text: str


said = st.builds(Said, tails, shared, st.sampled_from([USER, ASSISTANT]), times, words)
talks = st.lists(said, min_size=1, max_size=5)


def reading(talk, *, key, started, since=0, step=10):
    """A session of which everything from the message number `since` on is told."""
    messages = tuple(
        Message(each.tail, (nth + 1) * step, each.role, each.at, each.text, each.same_as)
        for nth, each in enumerate(talk)
    )
    told = messages[since:]
    first = (since + 1) * step if since else 0
    return Reading("read", Session(key, "", started=started), told, since=first)


def view(db):
    """All that two readings of the same sessions must have in common."""
    rows = fetch(db, ROWS)
    return [(*row[:-1], fetch(db, COPIES, {"n": row[-1]})) for row in rows]


class Copies(RuleBasedStateMachine):
    """One index that follows, and one that is made anew each time."""

    def __init__(self):
        super().__init__()
        memory = Path("/dev/shm")
        self.folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        folder = Path(self.folder.name)
        self.forgotten = Forgotten.open(folder / "forgotten.db")
        self.db = schema.open_index(folder / "followed.db")
        self.other = schema.open_index(folder / "new.db")
        self.db.execute("BEGIN IMMEDIATE").close()
        self.talks = {}
        self.changed = {}
        self.order = list(UNITS)

    def teardown(self):
        for db in (self.db, self.other):
            with closing(db):
                if db.in_transaction:
                    db.execute("ROLLBACK").close()
        self.forgotten.close()
        self.folder.cleanup()

    # -- what may happen ----------------------------------------------------------------------

    @initialize(order=st.permutations(UNITS))
    def any_order(self, order):
        self.order = order

    @rule(unit=units, talk=talks, started=times, key=st.sampled_from(["", "", "twice"]))
    def write(self, unit, talk, started, key):
        """A session that is new, or is written anew in place of what it was."""
        self.talks[unit] = (talk, {"key": key or unit, "started": started})
        self.change(unit)

    @rule(unit=units, more=st.lists(said, min_size=1, max_size=2))
    def append(self, unit, more):
        """A history that grew, of which only the end is read."""
        if unit in self.talks:
            talk, rest = self.talks[unit]
            self.talks[unit] = ([*talk, *more], rest)
            self.change(unit, since=len(talk))

    @rule(unit=units, fork=units, started=times, data=st.data())
    def fork(self, unit, fork, started, data):
        """A session that begins with another's messages, some of them known under other names."""
        if unit in self.talks and unit != fork:
            talk, rest = self.talks[unit]
            copies = [
                replace(each, same_as=each.same_as or f"{AGENT}:{rest['key']}:{each.tail}")
                for each in talk
            ]
            more = data.draw(st.lists(said, max_size=2))
            self.talks[fork] = ([*copies, *more], {"key": fork, "started": started})
            self.change(fork)

    @rule(unit=units, shift=st.integers(1, 5))
    def renumber(self, unit, shift):
        """A host writes its rows anew, under other numbers."""
        if unit in self.talks:
            talk, rest = self.talks[unit]
            order = "abcdef"
            moved = [
                replace(each, tail=order[(order.index(each.tail) + shift) % len(order)])
                for each in talk
            ]
            self.talks[unit] = (moved, rest)
            self.change(unit)

    @rule(unit=units, nth=st.integers(0, 4), same_as=shared)
    def rename(self, unit, nth, same_as):
        """A copy is known to be one of another message, or of none."""
        if unit in self.talks and nth < len(self.talks[unit][0]):
            talk, rest = self.talks[unit]
            changed = [*talk]
            changed[nth] = replace(talk[nth], same_as=same_as)
            self.talks[unit] = (changed, rest)
            self.change(unit)

    @rule(unit=units, nth=st.integers(0, 4))
    def lose(self, unit, nth):
        """A message is taken out of its session; those behind it move up."""
        if unit in self.talks:
            talk, rest = self.talks[unit]
            self.talks[unit] = (talk[:nth] + talk[nth + 1 :], rest)
            self.change(unit)

    @rule(unit=units, nth=st.integers(0, 4), order=st.permutations(UNITS))
    def lose_original(self, unit, nth, order):
        """A message goes that others name; the first of these is the original now."""
        if unit not in self.talks or nth >= len(self.talks[unit][0]):
            return
        talk, rest = self.talks[unit]
        name = talk[nth].same_as or f"{AGENT}:{rest['key']}:{talk[nth].tail}"
        self.talks[unit] = (talk[:nth] + talk[nth + 1 :], rest)
        self.change(unit)
        original = ""
        for other in order:
            talk, rest = self.talks.get(other, ([], {}))
            for each in [each for each in talk if each.same_as == name]:
                talk = [replace(each, same_as=original) if each is one else one for one in talk]
                original = original or f"{AGENT}:{rest['key']}:{each.tail}"
                self.talks[other] = (talk, rest)
                self.change(other)

    @rule(unit=units)
    def turn_round(self, unit):
        """The same messages in another order."""
        if unit in self.talks:
            talk, rest = self.talks[unit]
            self.talks[unit] = (talk[::-1], rest)
            self.change(unit)

    @rule(unit=units, started=times)
    def start_again(self, unit, started):
        """A session turns out to have begun at another time; only its end is read."""
        if unit in self.talks:
            talk, rest = self.talks[unit]
            self.talks[unit] = (talk, {**rest, "started": started})
            self.change(unit, since=len(talk))

    @rule(unit=units)
    def delete(self, unit):
        """A session goes."""
        if unit in self.talks:
            del self.talks[unit]
            self.change(unit)

    def change(self, unit, *, since=0):
        """Note from which message on a session is to be read."""
        self.changed[unit] = min(since, self.changed.get(unit, since))

    # -- how it is followed -------------------------------------------------------------------

    def keep(self, db, unit, what):
        ingest.keep(db, AGENT, unit, what, self.forgotten)

    @rule(order=st.permutations(UNITS), silent=st.booleans())
    def refresh(self, order, silent):
        """What has changed is read, in any order; a unit goes, or only its session."""
        for unit in order:
            since = self.changed.pop(unit, None)
            if since is None:
                continue
            if unit in self.talks:
                talk, rest = self.talks[unit]
                self.keep(self.db, unit, reading(talk, since=since, **rest))
            elif silent:
                self.keep(self.db, unit, Reading("read", None))
            else:
                found = fetch(self.db, "SELECT n FROM unit WHERE name = ?", (unit,))
                stored.drop_units(self.db, [n for (n,) in found], stored.Change())
            assert check.problems(self.db) == []
        self.follow()
        self.equals_a_new_one()

    def follow(self):
        """Read again what a reading has brought up; it comes to an end."""
        for _ in range(ROUNDS):
            again = [name for (name,) in fetch(self.db, AGAIN)]
            if not again:
                return
            for unit in again:
                talk, rest = self.talks[unit]
                self.keep(self.db, unit, reading(talk, **rest))
        raise AssertionError("readings ask for readings without an end")

    def equals_a_new_one(self):
        """An index that followed holds what one holds that read everything now."""
        self.other.execute("BEGIN IMMEDIATE").close()
        for unit in self.order:
            if unit in self.talks:
                talk, rest = self.talks[unit]
                self.keep(self.other, unit, reading(talk, **rest))
        for (unit,) in fetch(self.other, AGAIN):
            talk, rest = self.talks[unit]
            self.keep(self.other, unit, reading(talk, **rest))
        new = view(self.other)
        self.other.execute("ROLLBACK").close()
        assert view(self.db) == new
        assert check.problems(self.db) == []


Copies.TestCase.settings = settings(
    max_examples=RUNS,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestCopies = pytest.mark.filterwarnings("ignore::ResourceWarning")(Copies.TestCase)
