"""What is the same words, and what is the same value."""

import json
import time
import unicodedata
from pathlib import Path

import pytest
from agent_si.vendor.text.fold import fold, folded, normal_value, same_value
from hypothesis import given, settings
from hypothesis import strategies as st

NBSP, THIN, IDEOGRAPHIC = chr(0xA0), chr(0x2009), chr(0x3000)
ZERO_WIDTH, SOFT_HYPHEN, RIGHT_TO_LEFT, SELECTOR = map(chr, (0x200B, 0xAD, 0x200F, 0xFE0F))
COMBINING_ACUTE, DIAERESIS = chr(0x301), chr(0x308)

TABLE = Path(__file__).parent.parent / "data" / "same_values.jsonl"
VALUES = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]

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


def test_values_are_one_value_where_only_the_writing_differs_and_never_else():
    """R46: the same value from another source is support, a different one disputes.

    Units, negations, near dates, numeric days and months, ranges, versions, phone numbers,
    currencies, leading zeros, percent and signs never collapse.
    """
    wrong = [
        pair
        for pair in VALUES
        for one, other in ((pair["one"], pair["other"]), (pair["other"], pair["one"]))
        if same_value(one, other) is not pair["same"]
    ]
    assert wrong == []


def test_the_table_of_values_is_as_long_as_promised():
    assert len(VALUES) >= 60
    assert min(sum(p["same"] for p in VALUES), sum(not p["same"] for p in VALUES)) >= 30
    assert {pair["kind"] for pair in VALUES} >= {
        "unit", "negation", "near date", "numeric date", "range", "version", "phone", "currency",
        "leading zero", "percent", "sign", "case", "spacing", "trailing", "unicode", "number",
        "date",
    }  # fmt: skip


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
