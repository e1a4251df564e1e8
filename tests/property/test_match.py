"""The match expression never raises in FTS5, and Python and FTS5 agree on what matches."""

import sqlite3
import time

import pytest
from agent_si.vendor.text import words
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

ALPHABET = st.one_of(
    st.characters(),
    st.sampled_from("abcdeyinglrst ESZ 0123 .-_/:@#+\\\"'*()^{}~\n"),
    st.sampled_from("静安办公室的在哪 カフェの きょう 회사는 ผู้ใช้ हिन्दी ñüßøÅéİıﬁ２Ａ"),
)
WORDS = st.sampled_from(
    (
        "lease leases moving moved MEM-4711 mem-4711 llm.max_tokens max_tokens C++ c# /etc/hosts",
        "v6.2 6.2 #42 .env 1,000 1000 9f3a2c1 9F3A2C1D4E app.py:12 静安的办公室 办公 猫 我的猫",
        "3月14日 2027年 회사는 회사 ผู้ใช้ naïve naive Straße strasse Ärger check-in relational",
        "hoping agreed generalization",
    )
).flatmap(lambda line: st.sampled_from(line.split()))
TEXTS = st.one_of(
    st.text(ALPHABET, max_size=60),
    st.lists(WORDS, max_size=8).map(" ".join),
    st.tuples(st.lists(WORDS, max_size=4).map(" ".join), st.text(ALPHABET, max_size=20)).map(
        "".join
    ),
)


@pytest.fixture(scope="module", params=["full", "none"])
def table(request):
    """A real FTS5 table with our tokenizer, at the largest and the smallest level of detail."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute(
        f"CREATE VIRTUAL TABLE f USING fts5(t, content='', detail={request.param}, "
        f"tokenize='{words.TOKENIZE}')"
    )
    yield db
    db.close()


def matches(db, text, question):
    """Does FTS5 find `text` for `question`? The row goes again, with the same indexed text."""
    expression = words.match(words.query(question))
    if not expression:
        return False
    db.execute("INSERT INTO f(rowid, t) VALUES (1, ?)", (words.indexed(text),))
    try:
        return (
            db.execute("SELECT rowid FROM f WHERE f MATCH ?", (expression,)).fetchone() is not None
        )
    finally:
        db.execute("INSERT INTO f(f, rowid, t) VALUES ('delete', 1, ?)", (words.indexed(text),))


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(text=TEXTS, question=TEXTS)
def test_any_string_is_a_question_and_python_agrees_with_fts5(table, text, question):
    """RELIABILITY A7: user text is never FTS syntax; `hits` is what MATCH would say."""
    assert matches(table, text, question) == bool(words.hits(words.query(question), text))


@settings(
    max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(text=TEXTS)
def test_the_vocabulary_of_fts5_is_our_stems(table, text):
    table.execute("INSERT INTO f(rowid, t) VALUES (1, ?)", (words.indexed(text),))
    table.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.v USING fts5vocab(main, f, row)")
    vocabulary = {term for (term,) in table.execute("SELECT term FROM temp.v")}
    table.execute("INSERT INTO f(f, rowid, t) VALUES ('delete', 1, ?)", (words.indexed(text),))
    assert vocabulary == set(words.stems(text))


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    word=st.from_regex(
        r"[a-z]{3,9}(ed|ing|ational|ies|eed|y|ization|ement|ll|s|e)?", fullmatch=True
    )
)
def test_a_stem_is_the_one_fts5_makes(table, word):
    table.execute("INSERT INTO f(rowid, t) VALUES (1, ?)", (word,))
    table.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.v USING fts5vocab(main, f, row)")
    vocabulary = [term for (term,) in table.execute("SELECT term FROM temp.v")]
    table.execute("INSERT INTO f(f, rowid, t) VALUES ('delete', 1, ?)", (word,))
    assert vocabulary == [words.stem(word)]
    assert words.stem(word)[0] == word[0]  # words.found rests on it


@given(text=TEXTS)
@example(text="0#¼")
def test_a_question_finds_itself(text):
    query = words.query(text)
    assert words.hits(query, text) == set(query.terms) | set(query.identifiers)


@given(text=TEXTS, question=TEXTS)
def test_a_snippet_is_one_line_of_the_width_asked_for(text, question):
    """R20: no newline in a snippet."""
    line = words.snippet(text, words.query(question), width=30)
    assert len(line) <= 30
    assert len(line.splitlines()) <= 1


@settings(deadline=None, max_examples=25)
@given(st.text(ALPHABET, min_size=50, max_size=400), st.lists(WORDS, min_size=20, max_size=60))
def test_ten_thousand_characters_make_a_short_expression(text, names):
    query = words.query((text + " ".join(names)) * 20)
    assert len(query.terms) + len(query.identifiers) <= words.TERMS
    assert len(words.match(query)) < 40_000


@pytest.mark.parametrize(
    "unit",
    ["a", "a-", "é", "静", "静a", "#1 ", "C++ ", "\u0301", "ผู้", "\ufdfa", "0f", "/x", "a.b:c "],
)
def test_hostile_text_costs_what_its_length_costs(unit):
    """180 KB of one pattern: linear in every function, and a question of any length is short."""
    small, large = unit * (30_000 // len(unit)), unit * (180_000 // len(unit))
    for work in (
        words.indexed,
        lambda t: words.hits(words.query("静 a lease"), t),
        words.query,
        words.trivial,
    ):
        assert spent(work, large) < 12 * spent(work, small) + 0.25


def spent(work, text):
    start = time.process_time()
    work(text)
    return time.process_time() - start
