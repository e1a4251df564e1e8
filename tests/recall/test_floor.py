"""The relevance floor: evidence decides whether a hit is worth saying unasked."""

import pytest
from agent_si.vendor.recall.floor import NEEDED, Floor
from agent_si.vendor.sessions.spread import Spread
from agent_si.vendor.text import words

ROWS = 20_000
RARE, USUAL, COMMON = 3.0, 60.0, 2_000.0


def floor(question, holding=None, setting="normal", rows=ROWS):
    return Floor(words.query(question), Spread(rows, holding or {}), setting)


@pytest.mark.parametrize(
    ("question", "holding", "held", "clears"),
    [
        # most of the question, by its rare words
        (
            "when does the Brisbane lease end",
            {"brisbane": RARE, "lease": USUAL},
            "brisbane lease",
            True,
        ),
        # one lucky rare word among words that nobody said
        ("how do I remove candle wax from a carpet", {"wax": 1.0, "remove": USUAL}, "wax", False),
        # words that very many messages hold single nothing out
        ("run the tests", {"run": COMMON, "tests": COMMON}, "run tests", False),
        # nothing held
        ("when does the Brisbane lease end", {"brisbane": RARE}, "", False),
        # the only word, and a rare one
        ("sluice?", {"sluice": RARE}, "sluice", True),
    ],
)
def test_it_rests_on_how_many_words_how_rare_and_how_well_covered(question, holding, held, clears):
    assert floor(question, holding).clears(frozenset(held.split())) is clears


def test_an_identifier_is_enough_in_a_sentence_about_it():
    """R22: MEM-4711 is no accident."""
    asked = "what was the status of the ticket MEM-4711 again"
    assert floor(asked, {"MEM-4711": 2.0, "ticket": USUAL, "status": USUAL}).clears({"MEM-4711"})


def test_the_settings_are_ordered():
    """What is said at a higher setting is said at a lower one."""
    assert NEEDED["low"] < NEEDED["normal"] < NEEDED["high"]
    held = frozenset({"brisbane", "lease"})
    told = [floor("Brisbane lease clause painter", setting=s).clears(held) for s in NEEDED]
    assert told == sorted(told, reverse=True)


def test_more_of_a_question_is_never_less_evidence():
    asked = floor("harbour crane gearbox oil", {"harbour": RARE, "crane": USUAL, "oil": COMMON})
    held: set[str] = set()
    last = 0.0
    for word in ("oil", "crane", "harbour", "gearbox"):
        held.add(word)
        assert asked.evidence(held) >= last
        last = asked.evidence(held)


def test_the_same_words_tell_less_where_more_messages_hold_them():
    few = floor("harbour crane", {"harbour": RARE, "crane": RARE})
    many = floor("harbour crane", {"harbour": COMMON, "crane": RARE})
    assert few.evidence({"harbour"}) > many.evidence({"harbour"})


def test_a_weak_hit_rides_with_a_strong_one_and_a_lucky_word_does_not():
    asked = floor("crane of pier 14 gearbox", {"crane": USUAL, "pier": USUAL, "gearbox": USUAL})
    assert asked.rides({"crane", "pier", "gearbox"})
    assert not asked.rides({"14"})


def test_a_store_of_a_few_messages_speaks_too():
    """R17: on the first day."""
    assert floor("when does the Brisbane lease move", rows=2).clears({"brisbane", "lease"})
