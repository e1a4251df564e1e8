"""What Hermes' state.db holds of its conversations, in the shapes of five releases."""

import json
import sqlite3

import pytest
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.text import words
from index_views import everything, texts, tree
from session_fixtures import RELEASES, HermesState

IN_PLACE = ("0.19", "0.22")
OVERHEARD = ("0.15", "0.17", "0.19", "0.22")


@pytest.fixture(params=RELEASES)
def state(request, hermes):
    """An open state.db of each release in turn."""
    state = HermesState(hermes / "state.db", release=request.param)
    yield state
    state.close()


def test_a_conversation_is_found_with_title_and_times(state, hermes, index, refresh):
    """R29, R93."""
    state.session("s1", title="Lease", cwd="/work/lease")
    asked, _ = state.turn("s1", "When does the Perth lease end?", "On the last of June.")
    refresh(Hermes(hermes))

    hit = index.search(words.query("Perth lease"))[0]
    assert (hit.locator, hit.role, hit.title) == (f"hermes:s1:{asked}", "user", "Lease")
    assert hit.at == "2026-07-02T13:46:55.000Z"
    assert hit.project == ("/work/lease" if state.has("sessions", "cwd") else "")
    assert hit.audience == "mine"


def test_parts_of_a_message_are_joined_and_images_left_out(state, hermes, index, refresh):
    state.session("s1")
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,image-marker"}}
    parts = [{"type": "text", "text": "What is this?"}, image, {"type": "text", "text": "A plum?"}]
    state.say("s1", "user", parts)
    state.say("s1", "user", 'Is {"plum": 1} an object?')
    state.say("s1", "user", "\0json:not really")
    refresh(Hermes(hermes))
    assert texts(index) == ["What is this?\nA plum?", 'Is {"plum": 1} an object?']


@pytest.mark.parametrize(
    "source", ["cron", "subagent", "tool", "kanban", "oneshot", "curator", "batch", "webhook"]
)
def test_sessions_that_nobody_types_into_are_no_sessions(state, hermes, index, refresh, source):
    """R77, R87."""
    state.session("s1", source=source)
    state.turn("s1", "machine-marker", "machine-marker too")
    refresh(Hermes(hermes))
    assert texts(index) == []
    assert index.stats()[0].skipped == {source: 1}


def test_a_delegated_run_is_no_session(state, hermes, index, refresh):
    """R87: before 0.17 it keeps its parent's source, and only its place in the tree tells it."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    marked = (
        {"model_config": json.dumps({"_delegate_from": "s1"})} if state.release != "0.13" else {}
    )
    state.session("s2", parent_session_id="s1", end_reason="completed", **marked)
    state.turn("s2", "subagent-marker task", "subagent-marker result")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree.", "Done."]
    assert index.stats()[0].skipped == {"subagent": 1}


def test_machinery_among_the_users_rows_is_left_out(state, hermes, index, refresh):
    state.session("s1")
    state.say("s1", "user", "[System note: The following is recalled memory context.]\nmarker-1")
    state.say("s1", "user", "[IMPORTANT: Background process 12 finished] marker-2")
    state.say("s1", "user", "[CONTEXT COMPACTION — REFERENCE ONLY] marker-3")
    state.say("s1", "system", "marker-4")
    state.say("s1", "tool", "marker-5", tool_name="terminal")
    state.say("s1", "assistant", "", tool_calls="[]", reasoning="marker-6")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree.", "Done."]


@pytest.mark.parametrize("state", ["0.22"], indirect=True)
def test_what_the_host_marks_as_its_own_is_left_out(state, hermes, index, refresh):
    state.session("s1")
    for kind in ("hidden", "process_complete", "model_switch", "failed_turn"):
        state.say("s1", "user", f"{kind}-marker", display_kind=kind)
    state.say("s1", "user", "Plant the walnut tree.", display_kind="steer")
    state.session("s2", hidden=1)
    state.say("s2", "user", "hidden-marker")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree."]


@pytest.mark.parametrize("state", OVERHEARD, indirect=True)
def test_other_peoples_lines_in_a_group_are_left_out(state, hermes, index, refresh):
    state.session("s1", source="discord", user_id="u1", chat_id="c1", chat_type="group")
    state.say("s1", "user", "overheard-marker", observed=1)
    state.say("s1", "user", "Plant the walnut tree.")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree."]


def test_what_the_model_was_sent_is_never_indexed(state, hermes, index, refresh):
    """PEERS 28."""
    state.session("s1")
    state.say("s1", "user", "Plant it.", api_content="Plant it.\n\n<memory-context>recalled-marker")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant it."]


def test_only_what_is_new_is_read(state, hermes, index, refresh):
    """R28: of a session that grew, the rows of the running turn and no other."""
    state.session("s1")
    for number in range(40):
        state.turn("s1", f"Question number {number}?", f"Answer number {number}.")
    state.session("s2")
    state.turn("s2", "Something else entirely?", "Indeed.")
    refresh(Hermes(hermes))

    state.turn("s1", "And the newest question?", "And its answer.")
    seen = []
    adapter = Hermes(hermes)
    fetched = adapter._fetch
    adapter._fetch = lambda sql, values=(): seen.append((sql, r := fetched(sql, values))) or r
    report = refresh(adapter, full=False)
    assert report.added == 2
    contents = [row for sql, rows in seen if "m.content" in sql for row in rows]
    assert len(contents) == 4  # the turn that was running, and the new one


def test_nothing_is_opened_when_nothing_was_written(state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    adapter = Hermes(hermes)
    adapter._open = lambda: pytest.fail("state.db was opened")
    refresh(adapter, full=False)


def test_a_message_that_was_taken_back_leaves_at_the_next_refresh(state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    wrong, _ = state.turn("s1", "Sell the undone-marker house.", "Sold.")
    refresh(Hermes(hermes))
    assert len(texts(index)) == 4
    state.undo("s1", wrong)
    refresh(Hermes(hermes), full=False)
    assert texts(index) == ["Plant the walnut tree.", "Done."]


def test_a_deleted_session_leaves_at_the_next_refresh(state, hermes, index, refresh):
    for name in ("s1", "s2"):
        state.session(name)
        state.turn(name, f"Plant the walnut tree of {name}.", "Done.")
    refresh(Hermes(hermes))
    state.delete("s1")
    refresh(Hermes(hermes), full=False)
    assert texts(index) == ["Plant the walnut tree of s2.", "Done."]


@pytest.mark.parametrize("gone", ["s1", "s3"])
def test_a_session_that_another_one_took_the_place_of_leaves_at_the_next_refresh(
    state, hermes, index, refresh, gone
):
    """As many as before, and the newest may have the place that the deleted one had."""
    for name in ("s1", "s2", "s3"):
        state.session(name)
        state.turn(name, f"Plant the walnut tree of {name}.", "Done.")
    refresh(Hermes(hermes))
    state.delete(gone)
    state.session("s4")
    state.turn("s4", "Plant the walnut tree of s4.", "Done.")
    refresh(Hermes(hermes), full=False)
    said = [text for text in texts(index) if text != "Done."]
    assert f"Plant the walnut tree of {gone}." not in said
    assert len(said) == 3


def test_a_new_session_is_read_without_a_look_at_the_others(state, hermes, index, refresh):
    for number in range(30):
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Plant walnut tree {number}.", "Done.")
    refresh(Hermes(hermes))
    state.session("new")
    state.turn("new", "Plant the quince.", "Done.")
    adapter = Hermes(hermes)
    fetched, rows = adapter._fetch, []
    adapter._fetch = lambda sql, values=(): rows.append(r := fetched(sql, values)) or r
    assert refresh(adapter, full=False).added == 2
    assert max(map(len, rows)) < 10


def test_rows_with_new_numbers_keep_the_message_and_its_old_name(state, hermes, index, refresh):
    state.session("s1")
    asked, _ = state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    old = index.by_locator(f"hermes:s1:{asked}")
    state.renumber("s1")
    refresh(Hermes(hermes), full=False)

    row = index.by_locator(f"hermes:s1:{asked}")
    assert row.text == "Plant the walnut tree."
    assert row.locator != old.locator
    assert index.message(old.id) == row
    assert len(texts(index)) == 2


@pytest.mark.parametrize("state", IN_PLACE, indirect=True)
@pytest.mark.parametrize("keep_times", [True, False])
def test_compaction_in_place_keeps_every_message_once(state, hermes, index, refresh, keep_times):
    state.session("s1")
    for number in range(4):
        state.turn("s1", f"Question number {number}?", f"Answer number {number}.")
    refresh(Hermes(hermes))
    before = everything(index)[0]
    state.compact("s1", keep_times=keep_times)
    state.turn("s1", "A question after it?", "An answer after it.")
    refresh(Hermes(hermes), full=False)

    after = everything(index)[0]
    assert [row[0] for row in after[:8]] == [row[0] for row in before]
    assert [row[4] for row in after[8:]] == ["A question after it?", "An answer after it."]
    assert len(after[6][1]) == 1  # the copy is another name
    assert not index.search(words.query("quince-summary"))


@pytest.mark.parametrize("state", IN_PLACE, indirect=True)
def test_compaction_twice_keeps_every_message_once(state, hermes, index, refresh):
    state.session("s1")
    for number in range(3):
        state.turn("s1", f"Question number {number}?", f"Answer number {number}.")
    state.compact("s1")
    state.turn("s1", "Between the two?", "Yes, between.")
    state.compact("s1", kept=4)
    state.turn("s1", "Behind both?", "Yes, behind.")
    refresh(Hermes(hermes))
    assert len(texts(index)) == len(set(texts(index))) == 10


@pytest.mark.parametrize("state", IN_PLACE, indirect=True)
def test_what_is_said_right_behind_a_compaction_repeats_nothing(state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.compact("s1", kept=2)
    refresh(Hermes(hermes))
    state.say("s1", "assistant", "And it is watered too.")
    refresh(Hermes(hermes), full=False)
    assert texts(index) == ["Plant the walnut tree.", "Done.", "And it is watered too."]


@pytest.mark.parametrize("state", IN_PLACE, indirect=True)
def test_a_kept_message_that_is_then_taken_back_leaves(state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.turn("s1", "Sell the undone-marker house.", "Sold.")
    state.compact("s1", kept=2)
    newest = state.db.execute("SELECT max(id) FROM messages WHERE role = 'user'").fetchone()[0]
    state.undo("s1", newest)
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree.", "Done."]


@pytest.mark.parametrize("keep_times", [True, False])
def test_a_split_by_compression_repeats_nothing(state, hermes, index, refresh, keep_times):
    state.session("s1", title="Walnut")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    asked, _ = state.turn("s1", "Water it daily.", "I will.")
    state.split("s1", "s2", keep_times=keep_times)
    state.turn("s2", "Water it daily.", "I do.")  # said again, later: not a copy
    refresh(Hermes(hermes))

    assert texts(index) == [
        "Plant the walnut tree.",
        "Done.",
        "Water it daily.",
        "I will.",
        "Water it daily.",
        "I do.",
    ]
    row = index.by_locator(f"hermes:s1:{asked}")
    assert len(row.aliases) == 1
    assert row.aliases[0].startswith("hermes:s2:")


def test_a_branch_repeats_nothing_and_keeps_its_own(state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.branch("s1", "s2")
    own, _ = state.turn("s2", "Plant a plum tree instead.", "Planted.")
    state.turn("s1", "Now water it.", "Watered.")
    refresh(Hermes(hermes))
    assert sorted(texts(index)) == sorted(
        [
            "Plant the walnut tree.",
            "Done.",
            "Plant a plum tree instead.",
            "Planted.",
            "Now water it.",
            "Watered.",
        ]
    )
    session = index.by_locator(f"hermes:s2:{own}").session
    assert index.session(session).messages == len(index.messages(session)) == 4


def test_when_the_parent_is_deleted_its_childs_copies_are_the_messages(
    state, hermes, index, refresh
):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.split("s1", "s2")
    state.turn("s2", "Now water it.", "Watered.")
    refresh(Hermes(hermes))
    state.delete("s1")
    refresh(Hermes(hermes), full=False)
    assert texts(index) == ["Plant the walnut tree.", "Done.", "Now water it.", "Watered."]
    assert {row[0].split(":")[1] for row in everything(index)[0]} == {"s2"}


@pytest.mark.parametrize(
    ("columns", "audience"),
    [
        ({"source": "cli"}, "mine"),
        ({"source": "api_server"}, "mine"),
        ({"source": "telegram", "user_id": "7", "chat_type": "dm"}, "direct:telegram:7"),
        (
            {"source": "discord", "user_id": "7", "chat_id": "c9", "chat_type": "group"},
            "group:discord:c9",
        ),
        ({"source": "api_server", "user_id": "7"}, "direct:api_server:7"),
    ],
)
def test_the_audience_is_decided_when_a_session_is_read(hermes, index, refresh, columns, audience):
    state = HermesState(hermes / "state.db")
    state.session("s1", **columns)
    state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    query = words.query("walnut tree")
    assert [hit.audience for hit in index.search(query)] == [audience]
    assert len(index.search(query, audiences={audience})) == 1
    assert not index.search(query, audiences={"mine"} if audience != "mine" else {"group:x:y"})
    state.close()


def test_a_renamed_or_archived_session_shows_it(state, hermes, index, refresh):
    state.session("s1", title="Old name")
    asked, _ = state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    state.update("sessions", "s1", title="New name", archived=1)
    refresh(Hermes(hermes))
    row = index.session(index.by_locator(f"hermes:s1:{asked}").session)
    assert row.title == "New name"
    assert row.archived == state.has("sessions", "archived")


@pytest.mark.parametrize("column", ["role", "content", "timestamp", "session_id"])
def test_a_column_that_is_gone_means_fewer_sessions_and_a_reason(hermes, index, refresh, column):
    """R93."""
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.db.execute("DROP INDEX idx_messages_session")
    state.db.execute("DROP INDEX idx_messages_session_active")
    state.db.execute(f"ALTER TABLE messages RENAME COLUMN {column} TO renamed")
    report = refresh(Hermes(hermes))
    assert report.added == 0
    assert index.stats()[0].sessions == 0
    assert column in index.stats()[0].trouble
    state.close()


@pytest.mark.parametrize("content", [b"not a database at all" * 200, b""], ids=["text", "empty"])
def test_a_file_that_is_no_database_is_a_reason_and_no_error(hermes, index, refresh, content):
    """R93."""
    hermes.mkdir()
    (hermes / "state.db").write_bytes(content)
    report = refresh(Hermes(hermes))
    assert report.agents["hermes"].trouble


def test_reading_leaves_no_trace_beside_a_closed_database(state, hermes, index, refresh):
    """R72: SQLite itself would leave two files there."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.close()
    before = tree(hermes)
    refresh(Hermes(hermes))
    assert len(texts(index)) == 2
    assert tree(hermes) == before


def test_reading_leaves_no_trace_beside_an_open_database(state, hermes, index, refresh):
    """R72."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    before = {name: facts[:2] for name, facts in tree(hermes).items()}
    refresh(Hermes(hermes))
    assert {name: facts[:2] for name, facts in tree(hermes).items()} == before


def test_blobs_numbers_and_broken_settings_in_a_damaged_row_are_survived(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1", model_config="{not json", title=None)
    state.say("s1", "user", sqlite3.Binary(b"\xff\xfe blob"))
    state.say("s1", "user", 42)
    state.db.execute(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES "
        "('s1', 'user', CAST(X'ff506c616e74' AS TEXT), 'yesterday')"
    )
    state.say("orphan", "user", "orphan-marker")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    refresh(Hermes(hermes))
    assert texts(index) == ["42", "�Plant", "Plant the walnut tree.", "Done."]
    state.close()
