"""Until when a statement holds by its own words. Said on Monday, 30 November 2026."""

from datetime import date

import pytest
import shelf_sentences
from agent_si.vendor.text import shelf, shelf_words

SAID_ON = date(2026, 11, 30)


def read(text):
    found = shelf.review_date(text, SAID_ON)
    return found.isoformat() if found else None


def measured(rows):
    """Precision and recall; a wrong day counts as a false one."""
    read_days = [(wanted, read(text)) for text, wanted in rows]
    right = sum(wanted == day for wanted, day in read_days if wanted)
    given = sum(day is not None for _, day in read_days)
    return right / given, right / sum(wanted is not None for wanted, _ in read_days)


@pytest.mark.parametrize(("text", "wanted"), shelf_sentences.TUNED)
def test_a_sentence_gets_the_day_that_it_names_and_a_trap_gets_none(text, wanted):
    assert read(text) == wanted


def test_half_of_the_sentences_are_traps():
    rows = shelf_sentences.SAID + shelf_sentences.LATER
    assert len(rows) >= 120
    assert 2 * sum(wanted is None for _, wanted in rows) == len(rows)
    assert len({text for text, _ in rows}) == len(rows)


@pytest.mark.parametrize(
    ("name", "precision", "recall"), [("HELD_OUT", 0.97, 0.94), ("LATER", 0.93, 0.75)]
)
def test_sentences_that_the_rule_was_not_made_for(name, precision, recall, capsys):
    """A false date is worse than a missing one."""
    found = measured(getattr(shelf_sentences, name))
    with capsys.disabled():
        print(f"\nshelf {name}: precision {found[0]:.3f}, recall {found[1]:.3f}")
    assert found >= (precision, recall)
    assert found[0] >= precision
    assert found[1] >= recall


@pytest.mark.parametrize("days", sorted(set(shelf_words.SPANS.values())))
def test_a_while_has_a_fixed_span(days):
    line = next(line for line, span in shelf_words.SPANS.items() if span == days)
    words = line.split(", ")[0]
    lasts = shelf.review_date(f"we use the small server {words}", SAID_ON)
    assert (lasts - SAID_ON).days == days


def test_the_day_it_was_said_on_counts():
    assert read("the office is closed until Monday") == "2026-12-07"
    assert shelf.review_date("the office is closed until Monday", date(2026, 12, 1)) == date(
        2026, 12, 7
    )
    assert shelf.review_date("the tree stays here until 3 January", SAID_ON) == date(2027, 1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "until Friday",
        "until the 31 February we are closed for good",
        "the file is valid until 99.99.2026 and then some",
        "The office is closed until Friday. " * 5,
        "the office is closed until Friday " + "and it is quiet " * 100,
        "Lena: \u201cthe office is closed until Friday\u201d and so on",
        "the office is closed until Friday's release is out",
        "> the office is closed until Friday",
    ],
)
def test_what_is_no_short_plain_statement_gets_no_date(text):
    assert read(text) is None
