"""Two names for one fact are caught where they arise: `similar_keys` at the first use of a key."""

import json
from itertools import product
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.recall.similar import similar_keys
from agent_si.vendor.text.alike import ALIKE, Told, likeness
from world import KEY, World

TABLE = Path(__file__).parent.parent / "data" / "twin_keys.jsonl"
PAIRS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
# What else a brain holds: 200 keys about other things, in the same words.
THINGS = (
    "garage",
    "canteen",
    "library",
    "lounge",
    "cellar",
    "attic",
    "studio",
    "chapel",
    "barn",
    "pier",
)
PLACES = ("cairns", "ballarat", "geelong", "bendigo")
ASPECTS = (
    ("capacity", "40 people", "holds 40 people"),
    ("cleaner", "Noor Haddad", "is cleaned by Noor Haddad"),
    ("inspection_date", "2 May 2027", "is inspected on 2 May 2027"),
    ("alarm_vendor", "Sentinel", "has its alarm from Sentinel"),
    ("wall_color", "ochre", "has ochre walls"),
)
OTHERS = [
    Told(f"{thing}.{place}.{aspect}", value, f"The {thing} in {place.capitalize()} {says}.")
    for thing, place, (aspect, value, says) in product(THINGS, PLACES, ASPECTS)
]


def told(row):
    return Told(row["key"], row["value"], row["statement"])


def keep(brain, facts):
    """Each fact from the same message, so that thousands cost little."""
    words = "All of these lines stand in one long list"
    source = made.packet(made.source(words), agent="hermesuser")
    brain.submit(source)
    claims = [
        made.claim(
            each.key,
            each.value,
            made.cite(source.row(0), words, start=0),
            statement=each.statement,
        )
        for each in facts
    ]
    for start in range(0, len(claims), 50):
        brain.submit(made.packet(*claims[start : start + 50]))


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A brain with 200 other keys and the first of each pair."""
    brain = made.new_brain(tmp_path_factory.mktemp("twins") / "brain", principal="")
    first = {pair["one"]["key"]: told(pair["one"]) for pair in PAIRS}
    keep(brain, [*OTHERS, *first.values()])
    yield brain
    brain.close()


def offered(brain, pair):
    return {each["key"] for each in similar_keys(brain, told(pair["other"]))}


def test_twins_are_found_among_the_three_and_what_only_looks_alike_is_not(full):
    """DESIGN, facts: two names for one fact are caught where they arise."""
    twins = [pair for pair in PAIRS if pair["twin"]]
    false = [pair for pair in PAIRS if not pair["twin"]]
    assert len(OTHERS) >= 200
    assert len(twins) >= 60
    assert len(false) >= 60
    missed = [
        pair["other"]["key"] for pair in twins if pair["one"]["key"] not in offered(full, pair)
    ]
    wrong = [pair["other"]["key"] for pair in false if pair["one"]["key"] in offered(full, pair)]

    assert len(missed) <= 0.1 * len(twins), missed
    assert len(wrong) <= 0.05 * len(false), wrong


def test_what_a_brain_holds_besides_is_not_offered(full):
    noise = [
        key for pair in PAIRS for key in offered(full, pair) if key in {each.key for each in OTHERS}
    ]
    assert len(noise) <= 0.05 * len(PAIRS), noise


@pytest.mark.parametrize("pair", PAIRS[:20])
def test_likeness_goes_both_ways(pair):
    one, other = told(pair["one"]), told(pair["other"])
    assert likeness(one, other) == pytest.approx(likeness(other, one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("office.brisbane.rent", "office.perth.rent"),
        ("contact.dana.phone", "contact.eve.phone"),
        ("project.a.deadline", "project.b.deadline"),
        ("sensor.1.place", "sensor.2.place"),
        ("server.prod.ip", "server.staging.ip"),
        ("server.prod.ip", "server.prod.port"),
        ("lease.start", "lease.end"),
    ],
)
def test_distinct_parts_are_a_veto_without_any_statement(one, other):
    assert likeness(Told(one), Told(other)) < ALIKE


def test_keys_are_not_read_one_by_one(tmp_path):
    """The cost is that of two searches and a few facts, whatever the brain holds."""
    brain = made.new_brain(tmp_path / "brain", principal="")
    made_up = [
        Told(f"{a}{n}.{b}.{c}", f"{n} units", f"The {c} of the {b} at {a}{n} is {n} units.")
        for n in range(100)
        for a, (b, c) in product(
            ("site",), product(("depot", "yard"), ("stock", "staff", "rent", "date", "owner"))
        )
    ]
    keep(brain, made_up)
    keep(brain, [Told(KEY, "14 March 2027", "The Brisbane office lease moves on 14 March 2027.")])
    new = Told("office.brisbane.move_day", "21 March 2027", "Brisbane moves on 21 March 2027.")
    reads = Counting(brain)

    found = similar_keys(reads, new)

    assert found[0]["key"] == KEY
    assert reads.facts <= 8
    brain.close()


class Counting:
    """A brain that counts how many facts are read from it."""

    def __init__(self, brain):
        self.brain, self.facts = brain, 0

    def search(self, *args, **how):
        return self.brain.search(*args, **how)

    def fact(self, *args, **how):
        self.facts += 1
        return self.brain.fact(*args, **how)


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=False)
    world.keep_date("14 March 2027", 0)
    return world


def second_name(here):
    words = "the Brisbane office moves on 21 March 2027 they wrote"
    return here.remember(
        here.talk(words),
        words,
        key="office.brisbane.move_day",
        value="21 March 2027",
        fact="The Brisbane office moves on 21 March 2027.",
    )


def test_a_first_use_of_a_key_returns_similar_keys_and_is_kept_all_the_same(here):
    """DESIGN, facts: with value and date in the tool result; the packet applies."""
    kept = second_name(here)

    assert kept["kept"] is True
    assert kept["similar_keys"] == [
        {"key": KEY, "value": "14 March 2027", "date": "2026-11-30"},
    ]  # fmt: skip
    assert "similar_keys" not in second_name(here), "only the first use tells"


def test_of_a_disputed_candidate_no_side_is_shown(here):
    here.keep_date("28 March 2027", 1)
    kept = second_name(here)

    (offered,) = kept["similar_keys"]
    assert offered["key"] == KEY
    assert "Ask a person" in offered["disputed"]
    assert "March" not in str(offered)


def test_keys_folded_by_a_person_are_one_fact_and_are_offered_under_one_name(here):
    second_name(here)
    with here.memory.brain(readonly=False) as brain:
        alias = {"op": "alias_key", "key": "office.brisbane.move_day", "to": KEY}
        brain.submit(made.person(alias))
        assert brain.fact("office.brisbane.move_day").disputed is True
    words = "for the Brisbane office the date of the move is 21 March 2027"
    kept = here.remember(
        here.talk(words), words, key="brisbane_office.moving_date", value="21 March 2027",
        fact="The Brisbane office moves on 21 March 2027.",
    )  # fmt: skip

    assert [each["key"] for each in kept["similar_keys"]] == [KEY]
