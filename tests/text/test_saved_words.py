"""Does an assistant say that it saved something? A labelled set, with what only looks like it."""

import pytest
from agent_si.vendor.text.saved_words import claims_of_saving
from saved_sentences import CLAIMS, TRAPS


@pytest.mark.parametrize("sentence", CLAIMS)
def test_a_sentence_that_says_it_was_kept_is_found(sentence):
    assert list(claims_of_saving(f"The tests pass. {sentence}")), sentence


@pytest.mark.parametrize("sentence", TRAPS)
def test_a_sentence_that_only_looks_like_it_is_none(sentence):
    assert not list(claims_of_saving(f"The tests pass. {sentence}")), sentence


def test_what_stands_in_a_code_block_or_is_cited_is_none():
    assert not list(claims_of_saving("```\nI've saved that to memory.\n```"))
    assert not list(claims_of_saving("> I've saved that to memory."))


def test_long_messages_are_read_without_ado():
    assert not list(claims_of_saving("I've saved " + "the file and " * 20_000))
