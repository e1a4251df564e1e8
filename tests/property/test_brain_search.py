"""The ranking of the brain against one in plain Python, over small random brains.

The reference knows no SQL and no index: it reads every fact and record through the public door,
asks words.py which words stand where, and follows the rules that find.py states.
"""

import math
import tempfile
from pathlib import Path

import brain_packets as made
from agent_si.vendor.brain import find
from agent_si.vendor.text import words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

LAWFUL = settings(deadline=None, suppress_health_check=list(HealthCheck))
SOME = (
    "pump", "pumps", "hall", "Brisbane", "MEM-4711", "llm.max_tokens", "C++", "Jean-Luc", "静安",
    "办公室", "/etc/hosts", "Zürich", "14 March 2027", "green", "tested",
)  # fmt: skip
KEYS = ("office.brisbane.move_date", "pump.hall.status", "team.jean_luc.language")
AUDIENCES = ("mine", "mine", "mine", "telegram:group:7")

phrases = st.lists(st.sampled_from(SOME), min_size=1, max_size=4).map(" ".join)
rows = st.tuples(
    st.sampled_from(["claim", "note", "person"]), st.sampled_from(KEYS), phrases, phrases,
    st.integers(1, 3), st.sampled_from(AUDIENCES),
)  # fmt: skip
brains = st.lists(rows, min_size=1, max_size=10)
questions = st.one_of(phrases, st.sampled_from(KEYS), st.sampled_from(["move date", "jean luc"]))


def told(folder, story):
    brain = made.new_brain(Path(folder), principal="")
    brain._db().execute("PRAGMA synchronous=OFF")  # nobody cuts the power here
    for number, (kind, key, title, body, day, audience) in enumerate(story):
        text = f"It was said in message {number}: {body}"
        how = {"audience": audience, "occurred_at": f"2026-05-{day:02}T08:00:00Z"}
        if kind == "claim":
            packets = made.said(text, key=key, value=title, statement=body, **how)
        else:
            packets = made.said(text, title=title, body=body, kind=kind, **how)
        brain.submit(*packets)
    return brain


def entries(brain, audiences):
    """(unit, id of the row, name, words, time) of every row that may be shown."""
    for fact in brain.facts(audiences=audiences):
        for claim in fact.claims:
            name = [claim.key, claim.title, claim.value]
            says = [claim.statement, *(each.quote for each in claim.citations)]
            yield fact.key, claim.id, name, says, claim.citations[0].source.occurred_at
    for record in brain.records(audiences=audiences):
        says = [record.body, *(each.quote for each in record.citations)]
        when = record.citations[0].source.occurred_at
        yield record.id, record.id, [record.title], says, when


def reference(brain, query, audiences=None):
    """Ids of facts and records, best first."""
    wanted = words.needles(query)
    known = []
    for unit, ident, name, says, when in entries(brain, audiences):
        texts = ["\n".join(filter(None, part)) for part in (name, says)]
        held = [words.found(wanted, text) for text in texts]
        size = sum(len(words.indexed(text)) for text in texts)
        known.append((unit, ident, *held, size, when))
    newest = brain._db().execute("SELECT max(n) FROM brain_row").fetchone()[0]
    counts = {
        label: sum((label in n) + (label in s) for _, _, n, s, _, _ in known) for label in wanted
    }
    scored = []
    for unit, ident, name, says, size, when in known:
        score = 0.0
        for label in sorted(wanted, key=lambda each: (counts[each], each)):
            weight = math.log1p((2 * newest - counts[label] + 0.5) / (counts[label] + 0.5))
            score += weight * find.NAME_WEIGHT if label in name else weight * (label in says)
        if score:
            weighed = score / (1.84 + 0.36 * size / find.MEAN_SIZE)
            scored.append((weighed, when, unit, ident))
    # By id, then the newest, then the best: sorting keeps the order of equals.
    scored.sort(key=lambda each: each[3])
    scored.sort(key=lambda each: each[1], reverse=True)
    scored.sort(key=lambda each: each[0], reverse=True)
    return list(dict.fromkeys(unit for _, _, unit, _ in scored))


def ids(brain, query, **how):
    return [hit.id for hit in brain.search(query, limit=50, **how)]


@settings(LAWFUL, max_examples=30)
@given(brains, st.lists(questions, min_size=1, max_size=5))
def test_the_ranking_is_the_one_that_is_written_down(story, asked):
    """R32, R35: every kind in one ranking, by words, names a fifth more, long rows less."""
    with tempfile.TemporaryDirectory() as folder, told(folder, story) as brain:
        for question in map(words.query, asked):
            found = ids(brain, question)
            assert found == reference(brain, question)
            brain.rebuild()
            assert ids(brain, question) == found


@settings(LAWFUL, max_examples=20)
@given(brains, st.lists(questions, min_size=1, max_size=4))
def test_who_may_not_see_a_row_gets_the_ranking_without_it(story, asked):
    """Audiences are filtered before anything is ranked: also the words are counted without."""
    with tempfile.TemporaryDirectory() as folder, told(folder, story) as brain:
        for question in map(words.query, asked):
            for audiences in (["mine"], ["telegram:group:7"], ["nobody"], ["mine", AUDIENCES[-1]]):
                found = ids(brain, question, audiences=audiences)
                assert found == reference(brain, question, audiences)


@settings(LAWFUL, max_examples=20)
@given(brains, st.randoms(use_true_random=False), st.lists(questions, min_size=1, max_size=4))
def test_the_order_in_which_independent_packets_came_does_not_matter(story, dice, asked):
    with tempfile.TemporaryDirectory() as folder:
        packets = []
        for number, (_, key, title, body, day, _) in enumerate(story):
            text = f"It was said in message {number}: {body}"
            how = {"occurred_at": f"2026-05-{day:02}T08:00:00Z"}
            packets.append(
                made.said(text, key=f"{key}_{number}", value=title, statement=body, **how)
            )
        answers = []
        for name in ("one", "other"):
            with made.new_brain(Path(folder) / name, principal="") as brain:
                for pair in packets:
                    brain.submit(*pair)
                answers.append([ids(brain, words.query(question)) for question in asked])
            dice.shuffle(packets)
        assert answers[0] == answers[1]


def test_a_ranking_by_another_rule_is_noticed(monkeypatch):
    story = [
        ("note", KEYS[0], "pump", "hall " * 90, 1, "mine"),
        ("note", KEYS[0], "Jean-Luc", "pump", 1, "mine"),
        ("claim", KEYS[1], "green", "tested", 2, "mine"),
    ]
    query = words.query("pump")
    with tempfile.TemporaryDirectory() as folder, told(folder, story) as brain:
        right = reference(brain, query)
        assert ids(brain, query) == right
        monkeypatch.setattr(find, "_weighed", lambda score, size: score)
        assert ids(brain, query) != right
