"""Random sequences of packets: the tables are what the log says, and refusals leave no trace."""

import contextlib
import tempfile
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import claims as claims_of_brain
from agent_si.vendor.brain import facts, redact, schema, search_text, validate, writing
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.text import clean, words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

KEYS = ("office.move", "office.dog", "team.headcount")
VALUES = ("14 March 2027", "March 14, 2027", "21 March 2027", "Biscuit")
TOML = (
    made.default_toml("Alex")
    + '\n[agents.intern]\nkind = "agent"\noperations = ["claim"]\napproval = "person"\n'
    + '\n[keys."team.*"]\nchanges = "expected"\n'
)
LAWFUL = settings(deadline=None, suppress_health_check=list(HealthCheck))

days = st.integers(1, 28).map(lambda day: f"2026-05-{day:02}T08:00:00Z")
picks = st.integers(0, 30)
claims = st.tuples(
    st.just("claim"), st.sampled_from(KEYS), st.sampled_from(VALUES), days,
    st.sampled_from(["principal", "person"]), st.integers(1, 4),
)  # fmt: skip
notes = st.tuples(st.just("note"), st.sampled_from(["Keys", "Dog"]), st.integers(1, 4))
settlements = st.tuples(
    st.just("settle"), st.sampled_from(KEYS), picks, st.sampled_from(["changed", "wrong"]), days
)
acts = st.tuples(st.sampled_from(["withdraw", "undo", "repeat", "revise"]), picks)
links = st.tuples(
    st.sampled_from(["link", "unlink"]), st.sampled_from(["blocks", "about"]), picks, picks
)
asks = st.tuples(st.just("ask"), st.sampled_from(KEYS), st.sampled_from(VALUES), st.integers(1, 4))
decisions = st.tuples(st.just("decide"), st.sampled_from(["approve", "reject"]), picks)
forgets = st.tuples(st.just("forget"), st.sampled_from(["row", "key"]), picks)
aliases = st.tuples(st.just("alias"), st.sampled_from(KEYS), st.sampled_from(KEYS))
broken = st.tuples(st.just("broken"), st.integers(0, 3))
steps = st.lists(
    st.one_of(
        claims, claims, claims, notes, settlements, acts, links, aliases, broken, asks, decisions,
        forgets,
    ),
    min_size=1, max_size=20,
)  # fmt: skip


class Story:
    """Turns steps into packets that fit what the brain holds by then."""

    def __init__(self, brain):
        self.brain, self.sent, self.rows = brain, [], []

    def packets(self, step):
        return getattr(self, step[0])(*step[1:])

    def claim(self, key, value, day, author, where):
        text = f"In message {where} it says that it is {value}"
        return made.said(
            text,
            key=key,
            value=value,
            occurred_at=day,
            author=author,
            at_locator=made.locator(where),
        )

    def note(self, title, where):
        return made.said(
            f"Message {where} is about the {title}", title=title, at_locator=made.locator(where)
        )

    def settle(self, key, pick, was, day):
        fact = self.brain.fact(key)
        values = [claim.value for claim in fact.values()] if fact else []
        stands = values[pick % len(values)] if values else "x"
        others = {value: was for value in values if value != stands} or {"y": was}
        return made.settled("so it is", key=key, value=stands, others=others, occurred_at=day)

    def withdraw(self, pick):
        return (made.person({"op": "withdraw", "target": self.row(pick)}),)

    def undo(self, pick):
        sent = self.sent or [made.packet()]
        return (made.person({"op": "undo", "packet": sent[pick % len(sent)].id}),)

    def repeat(self, pick):
        return (self.sent[pick % len(self.sent)],) if self.sent else (made.packet(),)

    def revise(self, pick):
        source = made.packet(made.source("this is another way to say it"), agent="hermesuser")
        cited = made.cite(source.row(0), "this is another way to say it")
        op = {
            "op": "revise_record",
            "record": self.row(pick),
            "body": f"Body {pick}",
            "citations": [cited],
        }
        return source, made.packet(op)

    def link(self, relation, one, other, op="link"):
        ends = {"from": self.row(one), "to": KEYS[other % 3] if other > 20 else self.row(other)}
        return (made.packet({"op": op, "relation": relation} | ends),)

    def unlink(self, relation, one, other):
        return self.link(relation, one, other, op="unlink")

    def alias(self, key, to):
        return (made.person({"op": "alias_key", "key": key, "to": to}),)

    def ask(self, key, value, where):
        text = f"In message {where} an intern reads that it is {value}"
        source, row = made.said(text, key=key, value=value, at_locator=made.locator(where))
        return source, made.packet(*row.ops, agent="intern")

    def decide(self, what, pick):
        waiting = [each.hash for each in self.brain.pending()] or ["0" * 64]
        return (made.person({"op": what, "packet": waiting[pick % len(waiting)]}),)

    def forget(self, what, pick):
        known = [info.name for info in Brain.keys(self.brain)]
        try:
            name = known[pick % len(known)] if what == "key" and known else self.row(pick)
            plan = self.brain.forgetting(name)
        except LookupError:
            return (made.packet(),)
        return (made.person({"op": "redact", "targets": list(plan.targets)}),)

    def broken(self, how):
        source, row = made.said("nothing of this is ever kept here", title="x")
        bad = (
            made.packet(made.record("x")),
            made.packet(
                made.record("x", made.cite(source.row(0), "something of this is ever kept"))
            ),
            made.packet(made.record("Alex decided to leave", row.ops[0]["citations"][0])),
            made.packet(row.ops[0], agent="codex"),
        )[how]
        return source, bad

    def row(self, pick):
        return self.rows[pick % len(self.rows)] if self.rows else "b" + "0" * 20

    def tries(self, step):
        """Whether the packets of a step were taken."""
        try:
            self.submit(step)
        except PacketRefused as refusal:
            return not refusal.message
        return True

    def submit(self, step):
        packets = self.packets(step)
        for packet, receipt in zip(packets, self.brain.submit(*packets), strict=True):
            self.sent.append(packet)
            self.rows += [row for row in receipt.rows if row.startswith("b")]


def holds(story):
    """Tell a story to a new brain; after each step everything that must hold is asked."""
    with tempfile.TemporaryDirectory() as folder, made.new_brain(Path(folder), toml=TOML) as brain:
        brain._db().execute("PRAGMA synchronous=OFF")  # nobody cuts the power here
        told = Story(brain)
        for step in story:
            before = dump(brain)
            taken = told.tries(step)
            assert taken or dump(brain) == before, "a refused packet changes nothing"
            assert not taken or step[0] != "broken", "a broken packet was taken"
            assert brain.check() == [], "the log does not say what the tables say"
            assert unproved(brain) == [], "a row rests on nothing"
            assert remembered(brain) == [], "words of what was forgotten are there"
            assert lost_or_left(brain) == [], "the search holds other rows than those that stand"
        live = dump(brain)
        brain.rebuild()
        assert dump(brain) == live, "made again it is another brain"


CITING = """
SELECT r.id, q.body, t.body FROM brain_row AS r
LEFT JOIN citation AS c ON c.row = r.n LEFT JOIN source AS s ON s.n = c.source
LEFT JOIN text AS q ON q.n = c.quote LEFT JOIN text AS t ON t.n = s.body
WHERE r.same_as IS NULL AND r.kind NOT IN ('source', 'link') AND (s.n IS NULL
OR (q.body IS NOT NULL AND (t.body IS NULL OR instr(t.body, q.body) = 0)))
"""
STANDING = """
SELECT n FROM claim JOIN brain_row USING (n) WHERE withdrawn IS NULL
UNION SELECT n FROM revision JOIN brain_row USING (n) WHERE no = 1 AND withdrawn IS NULL
"""
REMEMBERED = """
SELECT r.id FROM redacted JOIN brain_row AS r USING (id) JOIN source AS s ON s.n = r.n
JOIN text AS l ON l.n = s.locator WHERE l.body IS NOT NULL
"""
FOUND = "SELECT DISTINCT doc / 2 FROM row_terms"


def unproved(brain):
    """Rows without a citation, and those whose quote does not stand in its source."""
    return brain._db().execute(CITING).fetchall()


def remembered(brain):
    """Sources that were forgotten and whose address still stands in the file."""
    return brain._db().execute(REMEMBERED).fetchall()


def lost_or_left(brain):
    """Rows that stand and are not searched, and the other way round."""
    standing, found = (set(brain._db().execute(sql).fetchall()) for sql in (STANDING, FOUND))
    return sorted(standing ^ found)


@settings(LAWFUL, max_examples=25)
@given(steps)
def test_everything_holds_after_any_sequence(story):
    """R49, R83, R84, R85: no row without a citation, no quote outside its source, ever."""
    holds(story)


EVERYTHING = (
    ("claim", KEYS[0], VALUES[0], "2026-05-01T08:00:00Z", "principal", 1),
    ("claim", KEYS[0], VALUES[2], "2026-05-02T08:00:00Z", "principal", 2),
    ("broken", 0),
    ("broken", 1),
    ("note", "Keys", 3),
    ("revise", 5),
    ("withdraw", 5),
    ("ask", KEYS[1], VALUES[3], 4),
    ("decide", "approve", 0),
    ("alias", KEYS[1], KEYS[0]),
    ("settle", KEYS[0], 1, "changed", "2026-05-03T08:00:00Z"),
    ("forget", "row", 1),
)


def careless(monkeypatch, fault):
    """Break one thing of the engine."""
    if fault == "cites nothing":
        monkeypatch.setattr(claims_of_brain, "cite", lambda *_: None)
    elif fault == "works nothing out":
        monkeypatch.setattr(claims_of_brain, "stand", only_anew(claims_of_brain.stand))
    elif fault == "keeps the search of what was withdrawn":
        monkeypatch.setattr(search_text, "_drop", lambda *_: None)
    elif fault == "takes any quote":
        monkeypatch.setattr(validate, "RULES", ())
    elif fault == "keeps half of what was refused":
        monkeypatch.setattr(writing.dbfile, "transaction", unended)
    elif fault == "keeps forgotten words":
        monkeypatch.setattr(redact, "_dead", lambda *_: set())


def only_anew(stand):
    """`stand` that works when many facts are worked out together, as in a rebuild."""
    return lambda db, roots: stand(db, roots) if len(roots) > 1 else []


@contextlib.contextmanager
def unended(db, **_):
    yield db


@pytest.mark.parametrize(
    "fault",
    [
        "cites nothing",
        "works nothing out",
        "keeps the search of what was withdrawn",
        "takes any quote",
        "keeps half of what was refused",
        "keeps forgotten words",
    ],
)
def test_what_must_hold_can_fail(monkeypatch, fault):
    """Each law above is broken by an engine with the fault that it is there for."""
    holds(EVERYTHING)
    careless(monkeypatch, fault)
    with pytest.raises(AssertionError):
        holds(EVERYTHING)


def dump(brain):
    """Every row of every table, the search included."""
    tables = ("meta", "packet", "text", *schema.FOLD_TABLES, "row_terms")
    return {name: brain._db().execute(f"SELECT * FROM {name}").fetchall() for name in tables}  # noqa: S608


@settings(LAWFUL, max_examples=25)
@given(st.lists(claims, min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_packets_about_different_keys_does_not_matter(told, dice):
    by_key = {}
    for step in told:
        by_key.setdefault(step[1], []).append(step)
    queues = list(by_key.values())
    mixed = []
    while any(queues):
        mixed.append(dice.choice([queue for queue in queues if queue]).pop(0))
    assert outcome(told) == outcome(mixed)


def outcome(story):
    with tempfile.TemporaryDirectory() as folder, made.new_brain(Path(folder), toml=TOML) as brain:
        brain._db().execute("PRAGMA synchronous=OFF")
        told = Story(brain)
        for step in story:
            told.submit(step)
        return {
            fact.key: (fact.value, fact.disputed, [(c.value, c.state) for c in fact.claims])
            for fact in brain.facts()
        }


values, moments = st.sampled_from("abc"), st.integers(0, 9)
events = st.lists(
    st.one_of(
        st.tuples(st.just("said"), values, moments, st.booleans(), st.booleans()),
        st.tuples(st.just("ended"), values, st.sampled_from(["changed", "wrong"]), moments),
    ),
    max_size=12,
)


def told_as_events(story):
    for n, step in enumerate(story, 1):
        if step[0] == "said":
            _, value, at, principal, gone = step
            yield facts.Said(n, value, at, principal, gone)
        else:
            _, value, was, at = step
            yield facts.Ended(n, value, {other: was for other in "abc" if other != value}, at)


@settings(LAWFUL, max_examples=300)
@given(events, st.booleans())
def test_a_fact_is_disputed_exactly_when_live_claims_differ(story, changing):
    """R86: and a withdrawn claim never stands."""
    every = list(told_as_events(story))
    result = facts.derive(every, changing=changing)
    said = {event.n: event for event in every if isinstance(event, facts.Said)}
    assert set(result.states) == set(said)
    live = {said[n].value for n in result.live}
    assert result.disputed == (len(live) > 1)
    assert (result.stands is None) == (len(live) != 1)
    for n, state in result.states.items():
        assert state in ("live", "changed", "wrong", "withdrawn")
        assert (state == "withdrawn") == said[n].withdrawn


@settings(LAWFUL, max_examples=200)
@given(events)
def test_a_settlement_ends_what_was_disputed(story):
    every = list(told_as_events(story))
    before = facts.derive(every)
    live = {before.values[n] for n in before.live}
    if len(live) > 1:
        stands = sorted(live)[0]
        others = {value: "wrong" for value in live if value != stands}
        after = facts.derive([*every, facts.Ended(99, stands, others, 99)])
        assert not after.disputed
        assert after.values[after.stands] == stands


@settings(LAWFUL, max_examples=100)
@given(st.lists(st.text(max_size=2000), min_size=1, max_size=5))
def test_any_text_as_a_question_is_answered_with_a_list(questions):
    with tempfile.TemporaryDirectory() as folder, made.new_brain(Path(folder)) as brain:
        brain.submit(*made.said("The spare keys are in the blue box", title="Keys"))
        for question in questions:
            assert isinstance(brain.search(words.query(question)), list)
            assert brain.get(question) is None


@settings(LAWFUL, max_examples=100)
@given(st.text(min_size=1, max_size=300), st.text(max_size=300), st.text(max_size=60))
def test_any_words_that_are_kept_come_back_as_they_were_tidied(text, body, value):
    """R43, R55, R85: whatever a person types."""
    with (
        tempfile.TemporaryDirectory() as folder,
        made.new_brain(Path(folder), principal="") as brain,
    ):
        source = made.person(made.source(text, kind="document", author="unknown"))
        note = made.person(made.record("Odd words", made.cite(source.row(0), text), body=body))
        claim = made.person(made.claim("odd.words", value, made.cite(source.row(0), text)))
        taken = [packet for packet in (source, note, claim) if tried(brain, packet)]
        assert brain.check() == []
        if note in taken:
            record = brain.records()[0]
            assert record.body == clean.tidy(body)
            assert record.citations[0].quote == clean.tidy(text)
        if claim in taken:
            assert brain.fact("odd.words").value == clean.tidy(value).strip()


def tried(brain, packet):
    try:
        return bool(brain.submit(packet))
    except PacketRefused:
        return False
