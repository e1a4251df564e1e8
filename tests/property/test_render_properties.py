"""Over all of Unicode, and over everything that has a meaning somewhere, a line stays a line."""

import re
import unicodedata

from agent_si.vendor.text import render
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from render_laws import FORBIDDEN, LIMIT, attacks, broken, unseen

ANY_LETTER = st.characters(exclude_categories=())
PIECES = [
    *"<>[]()!@&#;:/|`-*_ \n\r\t\x1b\x07\x9b\x9d.1«»‹›＜＞［］｀＆；：",
    "</", "memory", "context", "-", "http", "https://", "@file", "MEDIA", "lt;", "INST", "sys",
    "\u200b", "\u0301", "\u202e", "\ufe0f", "```", "&lt", "]8;;", "&#60;", "⒈ ", "Ⓛⓣ", "/",
]  # fmt: skip


def _with_pieces(text: str) -> str:
    """Two of three letters exchanged for something that acts; cheaper to draw than a list."""
    return "".join(c if ord(c) % 3 == 0 else PIECES[ord(c) % len(PIECES)] for c in text)


LETTERS = st.text(ANY_LETTER, max_size=20)
KNOWN = st.builds(str.__add__, st.sampled_from(attacks()), LETTERS)
TEXTS = st.one_of(LETTERS, LETTERS.map(_with_pieces), LETTERS.map(_with_pieces), KNOWN)
MANY = settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))


@MANY
@given(TEXTS)
def test_no_text_breaks_a_law_of_the_line(text):
    line = render.line("m3k7q", "2026-05-01", "you", "codex", text)
    assert broken(line) == []
    line.encode("utf-8")


@SOME
@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3), TEXTS)
def test_no_speaker_place_or_mark_breaks_it_either(who, where, marks, words):
    assert broken(render.line("m3k7q", "2026-05-01", who, where, words, marks)) == []


@SOME
@given(TEXTS)
def test_no_text_acts_in_a_body(text):
    body = render.block(text)
    compatible = unicodedata.normalize("NFKC", body)
    assert not [law for law, form in FORBIDDEN.items() if re.search(form, compatible, re.I)]
    assert unseen(body, allowed="\n") == []


@SOME
@given(TEXTS, st.integers(0, 90))
def test_lengths_and_columns_are_kept(text, columns):
    assert len(render.one_line(text, columns)) <= columns
    assert render.width(render.pad(render.one_line(text, 90), columns)) == columns


@SOME
@given(TEXTS)
def test_a_shown_text_can_be_shown_again(text):
    once = render.one_line(text, LIMIT)
    assert broken(render.line("m3k7q", "2026-05-01", "you", "codex", once)) == []
