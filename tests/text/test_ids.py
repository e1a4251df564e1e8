"""Ids are stable, apart from each other, and shown as short as they can be."""

import random
import re
from hashlib import sha256

import pytest
from agent_si.vendor.sessions import schema
from agent_si.vendor.text import ids


def test_an_id_is_its_letter_and_twenty_crockford_characters():
    assert re.fullmatch("m[0-9abcdefghjkmnpqrstvwxyz]{20}", ids.message_id("hermes:a:1"))
    assert len(ids.message_id("hermes:a:1")) == ids.LENGTH


def test_ids_are_the_same_on_every_machine():
    assert ids.message_id("hermes:20260501_101500_ab12cd:7") == "mvh6935vwwnewk9ek4trs"
    assert ids.session_id("hermes:20260501_101500_ab12cd") == "srt8k0vd3vt9n53qk55xy"
    assert ids.row_id("0b5f9c1e-7a53-4a63-8f0e-6f6b9c9f2a11", 0) == "bgz5edx10xmcm1cvfzyye"
    assert ids.packet_code("0b5f9c1e-7a53-4a63-8f0e-6f6b9c9f2a11") == "py5xzttbaj8f8kawa76v1"


def test_an_id_holds_the_first_hundred_bits_of_the_hash():
    ident = ids.base32_id("b", "x")
    number = 0
    for character in ident[1:]:
        number = number * 32 + ids.ALPHABET.index(character)
    framed = b"".join(len(p).to_bytes(8, "big") + p for p in (b"agent-si id 1", b"b", b"x"))
    assert number == int(sha256(framed).hexdigest()[:25], 16)


def test_moving_a_letter_from_one_part_to_the_next_makes_another_id():
    assert ids.base32_id("b", "ab", "c") != ids.base32_id("b", "a", "bc")
    assert ids.base32_id("b", "ab") != ids.base32_id("b", "ab", "")
    assert ids.row_id("a", 11) != ids.row_id("a1", 1)


def test_a_message_and_a_session_of_one_locator_differ_in_more_than_their_letter():
    assert ids.message_id("grok:a")[1:] != ids.session_id("grok:a")[1:]


def test_any_text_has_an_id_even_half_a_surrogate_pair():
    assert len(ids.message_id("hermes:\ud83d:\x00")) == ids.LENGTH


def test_the_receipt_code_is_five_characters_when_nothing_is_near():
    assert ids.shortest("m3k7qabc", ["m3k6zzzz", "m9zzzzzz"]) == "m3k7q"


def test_the_receipt_code_grows_until_no_neighbour_begins_with_it():
    assert ids.shortest("m3k7qabcd", ["m3k7qabaa", "m3k7qabcz"]) == "m3k7qabcd"
    assert ids.shortest("m3k7qabcd", ["m3k7qaaaa"]) == "m3k7qab"
    assert ids.shortest("m3k7qabcd", []) == "m3k7q"
    assert ids.shortest("m3k7qabcd", [], minimum=7) == "m3k7qab"


def test_the_id_itself_is_no_neighbour_and_a_contained_id_is_given_whole():
    assert ids.shortest("m3k7qabcd", ["m3k7qabcd"]) == "m3k7q"
    assert ids.shortest("m3k7q", ["m3k7qa"]) == "m3k7q"


def test_the_two_neighbours_in_sort_order_are_enough():
    draw = random.Random(7)
    letters = "0123"
    known = sorted({"m" + "".join(draw.choices(letters, k=8)) for _ in range(500)})
    for place, ident in enumerate(known):
        code = ids.shortest(ident, known[max(0, place - 1) : place + 2])
        assert [other for other in known if other.startswith(code)] == [ident]
        assert code == ids.shortest(ident, known)


@pytest.mark.parametrize("text", ["m3k7q", "b0000", "pzzzzzzzz", "s" + "0" * 20])
def test_a_code_is_recognised_by_its_form(text):
    assert ids.is_prefix(text)


@pytest.mark.parametrize(
    "text",
    ["", "m3k7", "x3k7q", "m3k7i", "M3K7Q", "user.editor", "m" + "0" * 21, "m3k7q\n", "mémé0"],
)
def test_other_text_is_no_code(text):
    assert not ids.is_prefix(text)


def test_every_id_looks_like_one():
    assert all(
        ids.is_prefix(ident)
        for ident in (
            ids.row_id("a", 0),
            ids.packet_code("a"),
            ids.message_id("a"),
            ids.session_id("a"),
        )
    )


def test_a_code_may_be_typed_in_capitals_and_with_its_brackets():
    assert ids.normal(" [M3K7Q] ") == "m3k7q"


def test_an_ambiguous_prefix_carries_its_candidates_and_its_sentence_carries_no_title():
    error = ids.Ambiguous("m3k7q", [("m3k7qa", "a private title"), ("m3k7qb", "another")])

    assert error.prefix == "m3k7q"
    assert error.candidates == (("m3k7qa", "a private title"), ("m3k7qb", "another"))
    assert "m3k7qa, m3k7qb" in str(error)
    assert "title" not in str(error)
    assert isinstance(error, LookupError)


def test_many_candidates_are_counted():
    error = ids.Ambiguous("m3k7q", [(f"m3k7q{n}", "") for n in range(9)])
    assert "and 4 more" in str(error)


@pytest.mark.parametrize(
    ("agent", "parts", "text"),
    [
        ("hermes", ("20260501_a", "7"), "hermes:20260501_a:7"),
        ("hermes", ("agent:main:7", "3"), "hermes:agent%3Amain%3A7:3"),
        ("grok", ("50%", "updates", "1"), "grok:50%25:updates:1"),
        ("claude", ("%3A", ""), "claude:%253A:"),
    ],
)
def test_a_locator_reads_back_without_loss(agent, parts, text):
    assert ids.locator(agent, *parts) == text
    assert ids.parse_locator(text) == (agent, parts)


def test_lower_case_escapes_and_stray_percent_signs_are_read():
    assert ids.parse_locator("hermes:a%3ab:100%").parts == ("a:b", "100%")


@pytest.mark.parametrize("text", ["", "hermes", "hermes:", ":a"])
def test_text_without_an_agent_and_a_part_is_no_locator(text):
    with pytest.raises(ValueError, match="agent:part"):
        ids.parse_locator(text)


@pytest.mark.parametrize(("agent", "parts"), [("", ("a",)), ("a:b", ("a",)), ("hermes", ())])
def test_a_locator_needs_an_agent_and_a_part(agent, parts):
    with pytest.raises(ValueError, match="agent's name"):
        ids.locator(agent, *parts)


@pytest.mark.parametrize("locator", ["hermes:s1:7", "claude:a%3Ab:0", "codex:東京:x"])
def test_a_code_is_the_beginning_of_the_id(locator):
    assert ids.message_code(locator) == schema.code_of(ids.message_id(locator))
    assert ids.session_code(locator) == schema.code_of(ids.session_id(locator))
    assert schema.beginning("m", ids.message_code(locator)) == ids.message_id(locator)[:13]
