"""Searching and looking up what was said: order, filters, codes, pages."""

import itertools
import time
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import fts
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import ids, words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from session_fixtures import ClaudeFile, HermesState


def ask(index, text, **options):
    return [hit.text for hit in index.search(words.query(text), **options)]


@pytest.fixture
def garden(claude, hermes, refresh):
    """Two agents' talk about one garden; gives the Hermes state and the Claude file."""
    state = HermesState(hermes / "state.db")
    state.session("s1", title="Garden", cwd="/home/mara/garden")
    state.turn("s1", "When do we plant the walnut tree?", "Plant the walnut tree in autumn.")
    state.session("s2", source="discord", user_id="u7", chat_id="c1", chat_type="group")
    state.turn("s2", "Does the walnut tree stain the terrace?", "Only its husks do.")
    chat = ClaudeFile(claude, cwd="/home/mara/garden/planner")
    chat.prompt("Rename grow_limit() to grow_rate() in llm.max_tokens, see MEM-4711.")
    chat.answer("Renamed in three places.")
    refresh(Hermes(hermes), ClaudeCode(claude))
    yield state, chat
    state.close()


def test_a_persons_words_weigh_more_than_an_assistants(garden, index):
    """R35."""
    hits = index.search(words.query("plant the walnut tree"))
    assert hits[0].role == "user"
    assert hits[0].score >= hits[-1].score > 0
    assert {"plant", "walnut", "tree"} <= hits[0].terms_hit


def test_other_words_for_the_same_are_not_found(garden, index):
    """R35, R90."""
    assert ask(index, "juglans regia") == []


@pytest.mark.parametrize("text", ["MEM-4711", "llm.max_tokens", "grow_limit", "grow_rate()"])
def test_identifiers_are_found_whole(garden, index, text):
    assert ask(index, text) == [
        "Rename grow_limit() to grow_rate() in llm.max_tokens, see MEM-4711."
    ]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 3),
        ({"agents": ["hermes"]}, 3),
        ({"agents": ["claude"]}, 0),
        ({"agents": []}, 0),
        ({"audiences": ["mine"]}, 2),
        ({"audiences": ["group:discord:c1"]}, 1),
        ({"audiences": []}, 0),
        ({"role": "assistant"}, 1),
        ({"project": "/home/mara/garden"}, 2),
        ({"project": "/home/mara/gard"}, 0),
        ({"since": datetime(2030, 1, 1, tzinfo=UTC)}, 0),
        ({"until": datetime(2030, 1, 1, tzinfo=UTC)}, 3),
        ({"limit": 1}, 1),
        ({"limit": 0}, 0),
    ],
    ids=str,
)
def test_only_what_passes_the_filters_is_ranked(garden, index, options, count):
    assert len(ask(index, "walnut tree", **options)) == count


def test_a_project_holds_the_folders_below_it(garden, index):
    assert ask(index, "three places", project="/home/mara/garden") == ["Renamed in three places."]


def test_what_is_in_context_is_left_out_through_any_of_its_names(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    asked, answered = state.turn("s1", "Plant the walnut tree.", "The walnut tree is planted.")
    state.split("s1", "s2")
    refresh(Hermes(hermes))
    copy = index.by_locator(f"hermes:s1:{asked}").aliases[0]
    assert ask(index, "walnut tree", without=[copy]) == ["The walnut tree is planted."]
    assert ask(index, "walnut tree", without=[copy, f"hermes:s1:{answered}"], limit=1) == []
    state.close()


def test_every_prefix_that_fits_one_names_it(garden, index):
    row = index.by_locator("hermes:s1:1")
    assert index.find(row.id) == index.find(row.id[:12]) == index.find(index.code(row.id)) == row
    assert index.find(f"[{index.code(row.id).upper()}]") == row
    assert index.message(row.session) is None
    session = index.find(index.code(row.session))
    assert (session.id, session.key, session.title) == (row.session, "s1", "Garden")
    assert len(index.code(row.id)) >= 5


@pytest.mark.parametrize("ident", ["", "m", "mzzz", "walnut", "m" + "0" * 30, "b0123456789", "m\0"])
def test_what_names_nothing_is_nothing(garden, index, ident):
    assert index.find(ident) is None


def test_a_prefix_that_fits_several_says_which(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.db.execute("BEGIN")
    for number in range(4000):
        state.say("s1", "user", f"Tree {number}?")
    state.db.execute("COMMIT")
    refresh(Hermes(hermes))
    state.close()
    known = sorted(row.id for row in index.messages(session_id("s1"), limit=4000))
    near = max(itertools.pairwise(known), key=lambda two: len(begin_alike(*two)))
    shared = begin_alike(*near)
    with pytest.raises(ids.Ambiguous) as error:
        index.find(shared)
    assert set(dict(error.value.candidates)) == set(near)
    for ident in near:
        assert len(index.code(ident)) == len(shared) + 1
        assert index.find(index.code(ident)).id == ident


def begin_alike(one, other):
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=True))
    return "".join(a for a, _ in same)


def session_id(key):
    return ids.session_id(f"hermes:{key}")


def test_a_session_is_paged_in_order(hermes, index, refresh):
    """R39."""
    state = HermesState(hermes / "state.db")
    state.session("s1")
    for number in range(7):
        state.turn("s1", f"Question {number}?", f"Answer {number}.")
    refresh(Hermes(hermes))
    state.close()
    whole = index.messages(session_id("s1"), limit=100)
    pages = [row for at in range(0, 14, 5) for row in index.messages(session_id("s1"), at, 5)]
    assert pages == whole
    assert [row.seq for row in whole] == list(range(14))
    assert index.session(session_id("s1")).messages == 14
    assert [row.role for row in whole[:2]] == ["user", "assistant"]


def test_an_answer_leads_to_its_question(garden, index):
    answer = index.by_locator("hermes:s1:2")
    assert index.question_of(answer.id).locator == "hermes:s1:1"
    assert index.question_of(index.by_locator("hermes:s1:1").id) is None


def test_an_answer_behind_a_copied_question_leads_to_the_original(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    asked, _ = state.turn("s1", "Plant the walnut tree.", "Which one?")
    state.split("s1", "s2", kept=2)
    answer = state.say("s2", "assistant", "The young one, I assume.")
    refresh(Hermes(hermes))
    state.close()
    row = index.by_locator(f"hermes:s2:{answer}")
    assert index.question_of(row.id).locator == f"hermes:s1:{asked}"


def test_a_search_ends_when_its_time_is_over(garden, index):
    begun = time.monotonic()
    assert index.search(words.query("walnut tree"), budget=0.0) == []
    assert time.monotonic() - begun < 0.2
    assert len(ask(index, "walnut tree", budget=5.0)) == 3


def test_an_index_that_is_not_there_says_so(tmp_path):
    with pytest.raises(FileNotFoundError):
        SessionIndex.open(tmp_path / "none.db", readonly=True)
    assert not (tmp_path / "none.db").exists()


def test_reading_never_waits_for_the_writer(garden, index):
    with SessionIndex.open(index.path, readonly=True, wait=0.0) as reader:
        index._db.execute("BEGIN IMMEDIATE")
        index._db.execute("UPDATE session SET title = 'x'")
        assert len(ask(reader, "walnut tree")) == 3
        index._db.execute("ROLLBACK")


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.text(max_size=400) | st.sampled_from(["what's up", "C++", '"', "*", "(", "a NEAR b", "\0"])
)
def test_any_string_as_a_question_gives_a_list(garden, index, text):
    """R90."""
    assert isinstance(index.search(words.query(text), limit=3), list)
    assert isinstance(index.search(words.query(text * 20), limit=3), list)


@pytest.mark.parametrize("damage", ["orphan", "renamed", "unindexed", "extra"])
def test_check_says_what_is_wrong(garden, index, damage):
    db = index._db
    db.execute("BEGIN")
    if damage == "orphan":
        db.execute("DELETE FROM message WHERE n = 3")
    elif damage == "renamed":
        db.execute("UPDATE message SET tail = 99 WHERE n = 1")
    elif damage == "unindexed":
        role, text = db.execute("SELECT role, text FROM message WHERE n = 2").fetchone()
        fts.take(db, 2, role, text)
    else:
        fts.put(db, 999, 0, "extra")
    assert index.check()
    db.execute("ROLLBACK")
