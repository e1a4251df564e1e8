"""What is the same words, and what is the same value."""

import time
import unicodedata

import pytest
from agent_si.vendor.text.fold import fold, folded, normal_value, same_value
from hypothesis import given, settings
from hypothesis import strategies as st

NBSP, THIN, IDEOGRAPHIC = chr(0xA0), chr(0x2009), chr(0x3000)
ZERO_WIDTH, SOFT_HYPHEN, RIGHT_TO_LEFT, SELECTOR = map(chr, (0x200B, 0xAD, 0x200F, 0xFE0F))
COMBINING_ACUTE, DIAERESIS = chr(0x301), chr(0x308)

FORGIVEN = [
    ("Oslo", "OSLO"),
    ("größe", "GRÖßE"),
    ("Ἀθήνας", "ἈΘΉΝΑΣ"),
    ("in May", f"in{NBSP}May"),
    ("in May", f"in \n\t{THIN}{IDEOGRAPHIC} May"),
    ("it's", "it’s"),
    ('the "old" mill', "the “old” mill"),
    ('the "old" mill', "the 'old' mill"),
    ("le «vieux» moulin", 'le "vieux" moulin'),
    ("「古い」水車", '"古い"水車'),
    ("a - b", "a — b"),
    ("a - b", "a -- b"),
    ("3-5", "3–5"),
    ("-5", "−5"),
    ("well...", "well…"),
    ("café", f"cafe{COMBINING_ACUTE}"),
    ("öffnen", f"o{DIAERESIS}ffnen"),
    ("한글", unicodedata.normalize("NFD", "한글")),
    ("Å", chr(0x212B)),
    ("office floor final", f"o{chr(0xFB03)}ce {chr(0xFB02)}oor {chr(0xFB01)}nal"),
    ("Wi-Fi 6,", "Ｗｉ－Ｆｉ　６，"),
    ("we pick the blue", f"we p{ZERO_WIDTH}ick{RIGHT_TO_LEFT} the bl{SOFT_HYPHEN}ue"),
    ("heart ❤", f"heart ❤{SELECTOR}"),
    ("我们用Postgres吧", "我们用 Postgres 吧"),
    ("静安区，Wi-Fi的名字", "静安区， Wi-Fi 的名字"),
    ("istanbul'a", "İstanbul'a"),
]
KEPT_APART = [
    ("ano", "año"),
    ("papa", "papá"),
    ("m2", "m²"),
    ("1/2", "½"),
    ("paypal", "pаypal"),
    ("Masse", "Maße"),
    ("naive", "naïve"),
    ("No. 5", "№ 5"),
    ("eat, grandma", "eat grandma"),
    ("well..", "well..."),
    ("push --force", "push -force"),
    ("5'", '5"'),
    ("ア", "ｱ"),
    ("resume", "résumé"),
    ("to day", "today"),
    ("서버를 새", "서버를새"),
    ("卖车\n买房", "卖车买房"),
]


@pytest.mark.parametrize(("one", "other"), FORGIVEN)
def test_what_a_keyboard_a_phone_or_a_model_changes_is_forgiven(one, other):
    """R41: formatting is no difference between a quote and a message."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), KEPT_APART)
def test_letters_signs_and_punctuation_are_not_forgiven(one, other):
    """R41: words are copied exactly."""
    assert fold(one) != fold(other)


def test_each_folded_character_knows_where_it_came_from():
    text = f"The o{chr(0xFB03)}ce \n {ZERO_WIDTH}Cafe{COMBINING_ACUTE}…"
    plain, places = folded(text)

    assert plain == "the office café..."
    assert [text[place] for place in places] == [
        *"The o", chr(0xFB03), chr(0xFB03), chr(0xFB03), *"ce Cafe………"
    ]  # fmt: skip


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_folding_keeps_order_and_folding_again_changes_nothing(text):
    plain, places = folded(text)

    assert len(plain) == len(places)
    assert places == sorted(places)
    assert fold(plain) == plain


@given(st.text(alphabet=st.characters(codec="utf-8")))
@settings(max_examples=300, deadline=None)
def test_the_two_unicode_forms_of_any_text_fold_alike(text):
    composed, apart = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))

    assert fold(composed) == fold(apart)


SAME = [
    ("vim", "Vim"),
    ("vim", " vim "),
    ("vim", "vim."),
    ("vim", "vim!"),
    ("helix,", "helix"),
    ("静安区", "静安区。"),
    ("the old mill", "The  old\nmill"),
    ("the old mill", f"the{NBSP}old mill"),
    ("it's Mia's", "it’s Mia’s"),
    ("a — b", "a - b"),
    ("café", f"cafe{COMBINING_ACUTE}"),
    ("Ｎightjar", "nightjar"),
    ("night\u00adjar", "nightjar"),
    ("1,000", "1000"),
    ("1,000 euro", "1000 Euro"),
    ("12,345,678", "12345678"),
    ("1,000.50", "1000.50"),
    ("-1,000", "-1000"),
    ("pool_size=5", "POOL_SIZE=5"),
    ("2027-03-14", "14 March 2027"),
    ("2027-03-14", "March 14, 2027"),
    ("2027-03-14", "march 14 2027"),
    ("2027-03-14", "14 Mar 2027"),
    ("2027-03-14", "Mar. 14, 2027."),
    ("2027-05-03", "3 May 2027"),
    ("2027-09-01", "1 Sept 2027"),
    ("2028-02-29", "29 February 2028"),
    ("moves on 14 March 2027", "Moves on 2027-03-14"),
    ("14 March 2027", "March 14, 2027"),
    ("２０２７-03-14", "14 March 2027"),
    ("2027‑03‑14", "2027-03-14"),
    ("yes", "YES!"),
    ("twelve people", "Twelve people."),
    ("Nightjar-5G", "nightjar–5g"),
]
DIFFERENT = [
    ("vim", "helix"),
    ("vim", "not vim"),
    ("vim", "vim?"),
    ("vim", "vi m"),
    ("ano", "año"),
    ("m2", "m²"),
    ("5 km", "5 miles"),
    ("5 km", "5km"),
    ("5 km", "5000 m"),
    ("12", "twelve"),
    ("12", "012"),
    ("1.0", "1"),
    ("1.10", "1.1"),
    ("1.000", "1000"),
    ("1,00", "100"),
    ("1,0000", "10000"),
    ("0,123", "0123"),
    ("1 000", "1000"),
    ("1,000", "1,001"),
    ("v1,000x", "v1000x"),
    ("+5", "5"),
    ("50", "50%"),
    ("C", "C++"),
    ("03/04/2027", "2027-04-03"),
    ("03/04/2027", "2027-03-04"),
    ("3.4.2027", "2027-04-03"),
    ("14 March 2027", "14 March 2028"),
    ("14 March 2027", "14 May 2027"),
    ("14 March", "2027-03-14"),
    ("31 February 2027", "2027-02-31"),
    ("29 February 2027", "2027-03-01"),
    ("2027-03-14", "2027-14-03"),
    ("the 14th of March 2027", "2027-03-14"),
    ("March 2027", "2027-03"),
    ("2027-03-14", "2027-03-14T10:00"),
    ("next Monday", "Monday"),
    ("...", "!"),
    ("", "."),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_that_differ_in_writing_only_are_one_value(one, other):
    """R46: the same value from another source is support, not a dispute."""
    assert same_value(one, other)
    assert same_value(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_whatever_needs_cleverness_is_another_value(one, other):
    """R46: a different value disputes; nothing is guessed."""
    assert not same_value(one, other)
    assert not same_value(other, one)


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_a_normal_value_is_its_own_normal_value(text):
    once = normal_value(text)

    assert normal_value(once) == once


HOSTILE = {
    "letters": "a",
    "marks": COMBINING_ACUTE,
    "letters with marks": f"e{COMBINING_ACUTE}",
    "dashes": "-",
    "dashes and words": "ab --cd ",
    "unseen": ZERO_WIDTH,
    "thousands": "1,000",
    "open thousands": "1,",
    "digits": "1",
    "days": "14 march ",
    "quotes": "\"'",
    "spaces": " \t",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_grows_with_the_text_and_no_faster(piece):
    small, large = (piece * (size // len(piece)) for size in (18_000, 180_000))
    normal_value(small)
    seconds = [_seconds(normal_value, text) for text in (small, large)]

    assert seconds[1] < max(25 * seconds[0], 1.0)


def _seconds(rule, text):
    start = time.process_time()
    rule(text)
    return time.process_time() - start
