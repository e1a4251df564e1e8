"""The running conversation: what the person typed in it, and what the model has before it."""

import json
import sqlite3
import time

import pytest
from agent_si.vendor.sessions.running import Running, RunningUnavailable, read_running
from index_views import tree
from session_fixtures import RELEASES, HermesState

FENCED = "Hello\n\n<memory-context>\n[note] recalled-block [m3k7q]\n</memory-context>"


@pytest.fixture(params=RELEASES)
def state(request, hermes):
    """An open state.db of each release in turn."""
    state = HermesState(hermes / "state.db", release=request.param)
    yield state
    state.close()


def typed(state, session="s1"):
    return [message.text for message in read_running(state.path, session).typed]


@pytest.mark.parametrize("state", ["0.19", "0.22"], indirect=True)
def test_what_somebody_types_as_if_we_had_recalled_it_is_not_shown(state):
    """P7: the host may send more than was typed without a block of ours in it."""
    typed = "When? " + FENCED
    state.session("s1")
    state.say("s1", "user", typed, api_content=typed)
    state.say("s1", "user", typed, api_content=f"{typed}\n\nA note of another plugin.")
    assert read_running(state.path, "s1").shown == ()
    state.say("s1", "user", typed, api_content=f"{typed}\n\n{FENCED}")
    assert len(read_running(state.path, "s1").shown) == 1


def test_what_the_person_typed_comes_in_order_with_its_locator(state):
    """R41."""
    state.session("s1")
    first, _ = state.turn("s1", "Plant the walnut tree.", "Done.")
    state.turn("s1", "Water it daily.", "I will.")
    running = read_running(state.path, "s1")

    message = running.typed[0]
    assert (message.locator, message.row) == (f"hermes:s1:{first}", first)
    assert (message.text, message.at) == ("Plant the walnut tree.", "2026-07-02T13:46:55.000Z")
    assert message.principal
    assert [m.text for m in running.typed] == ["Plant the walnut tree.", "Water it daily."]
    assert running.assistant == ("Done.", "I will.")
    assert [m.heard for m in running.typed] == [0, 1]
    assert message.typed.locator == message.locator


def test_another_conversations_words_do_not_count(state):
    """R41."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.session("s2")
    state.turn("s2", "Sell the house.", "Sold.")
    assert typed(state) == ["Plant the walnut tree."]


def test_what_was_taken_back_does_not_count(state):
    """R41."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    wrong, _ = state.turn("s1", "Sell the house.", "Sold.")
    state.undo("s1", wrong)
    assert typed(state) == ["Plant the walnut tree."]


def test_injected_context_is_not_typed(state):
    """R92: neither what the model was sent, nor the block that an image turn keeps."""
    state.session("s1")
    state.say("s1", "user", "Plant it.", api_content="Plant it.\n\n" + FENCED)
    state.say(
        "s1", "user", [{"type": "text", "text": "And this?"}, {"type": "text", "text": FENCED}]
    )
    state.say("s1", "user", "[System note: The following is recalled memory context.]\nrecalled")
    assert typed(state) == ["Plant it.", "And this?\nHello"]


def test_a_split_by_compression_is_one_conversation(state):
    """R41: what stood before the split counts, once, and under its first name."""
    state.session("s1")
    first, _ = state.turn("s1", "Plant the walnut tree.", "Done.")
    second, _ = state.turn("s1", "Water it daily.", "I will.")
    state.split("s1", "s2")
    state.turn("s2", "And the plum tree?", "Too.")
    running = read_running(state.path, "s2")
    assert [m.locator for m in running.typed[:2]] == [f"hermes:s1:{first}", f"hermes:s1:{second}"]
    assert [m.text for m in running.typed] == [
        "Plant the walnut tree.",
        "Water it daily.",
        "And the plum tree?",
    ]
    assert len(running.assistant) == 3
    assert all(locator.startswith("hermes:s2:") for locator in running.active)
    assert running.typed[1].row > second  # it stands before the model as the copy


def test_what_is_taken_back_behind_a_split_does_not_count_in_front_of_it(state):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.turn("s1", "Sell the house.", "Sold.")
    state.split("s1", "s2", keep_times=True)
    newest = state.db.execute("SELECT max(id) FROM messages WHERE role = 'user'").fetchone()[0]
    if not state.has("messages", "active"):
        return  # a deleted copy cannot be told from one that was summarised
    state.undo("s2", newest)
    assert typed(state, "s2") == ["Plant the walnut tree."]


def test_a_branch_has_its_own_copied_rows_only(state):
    """R41."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.branch("s1", "s2")
    state.turn("s1", "Sell the house.", "Sold.")
    state.turn("s2", "Water it daily.", "I will.")
    running = read_running(state.path, "s2")
    assert [m.text for m in running.typed] == ["Plant the walnut tree.", "Water it daily."]
    assert all(m.locator.startswith("hermes:s2:") for m in running.typed)


@pytest.mark.parametrize("state", ["0.19", "0.22"], indirect=True)
def test_what_compaction_summarised_was_typed_and_is_not_before_the_model(state):
    state.session("s1")
    first, _ = state.turn("s1", "Plant the walnut tree.", "Done.")
    state.turn("s1", "Water it daily.", "I will.")
    state.compact("s1", kept=2)
    running = read_running(state.path, "s1")
    assert [m.text for m in running.typed] == ["Plant the walnut tree.", "Water it daily."]
    assert f"hermes:s1:{first}" not in running.active
    assert len(running.active) == 3  # the summary and the kept pair


@pytest.mark.parametrize("state", ["0.22"], indirect=True)
def test_the_hosts_own_rows_are_not_typed(state):
    state.session("s1")
    state.say("s1", "user", "hidden words", display_kind="hidden")
    state.say("s1", "user", "summary words", _compressed_summary=1)
    state.say("s1", "user", "overheard words", observed=1)
    state.say("s1", "user", "Plant the walnut tree.")
    assert typed(state) == ["Plant the walnut tree."]


@pytest.mark.parametrize("state", ["0.19", "0.22"], indirect=True)
def test_what_we_showed_comes_with_its_row(state):
    """R48: our tools' results and injected blocks, those that the model still has."""
    state.session("s1")
    asked = state.say("s1", "user", "When?", api_content="When?\n\n" + FENCED)
    result = state.call("s1", "brain_get", json.dumps({"key": "garden.tree"}))
    state.call("s1", "terminal", "foreign-result", call="call_2")
    state.say("s1", "assistant", "In autumn.")
    unnamed = [{"id": "call_3", "function": {"name": "brain_search"}}]
    state.say("s1", "assistant", "", tool_calls=json.dumps(unnamed))
    nameless = state.say("s1", "tool", "by its call", tool_call_id="call_3")
    gone = state.say("s1", "user", "Gone?", api_content="Gone?\n\n" + FENCED)
    state.undo("s1", gone)
    assert read_running(state.path, "s1").shown == (
        (asked, "[note] recalled-block [m3k7q]"),
        (result, json.dumps({"key": "garden.tree"})),
        (nameless, "by its call"),
    )


@pytest.mark.parametrize("state", ["0.22"], indirect=True)
def test_the_block_that_an_image_turn_keeps_was_shown(state):
    state.session("s1")
    row = state.say(
        "s1", "user", [{"type": "text", "text": "See?"}, {"type": "text", "text": FENCED}]
    )
    assert read_running(state.path, "s1").shown == ((row, "[note] recalled-block [m3k7q]"),)


@pytest.mark.parametrize("state", ["0.19"], indirect=True)
def test_who_typed_is_known_from_the_session(state):
    state.session("s1", source="telegram", user_id="u7", chat_type="dm")
    state.say("s1", "user", "Plant the walnut tree.")
    message = read_running(state.path, "s1").typed[0]
    assert (message.platform, message.user_id, message.author) == ("telegram", "u7", "u7")
    assert not message.principal


@pytest.mark.parametrize("state", ["0.19"], indirect=True)
def test_whether_the_conversation_is_off_the_record_is_known(state):
    state.session("s1")
    state.say("s1", "user", "#off-record from here")
    assert read_running(state.path, "s1").off_record
    state.say("s1", "user", "#on-record")
    assert not read_running(state.path, "s1").off_record


def test_an_unknown_session_is_an_empty_conversation(state):
    assert read_running(state.path, "nobody") == Running()


def test_a_missing_state_db_is_one_clear_error(hermes):
    with pytest.raises(RunningUnavailable, match="not there"):
        read_running(hermes / "state.db", "s1")
    assert not hermes.exists()


def test_a_foreign_file_is_one_clear_error(hermes):
    """R93."""
    hermes.mkdir()
    (hermes / "state.db").write_bytes(b"something else entirely " * 400)
    with pytest.raises(RunningUnavailable):
        read_running(hermes / "state.db", "s1")


def test_a_database_with_other_tables_is_one_clear_error(hermes):
    """R93."""
    hermes.mkdir()
    db = sqlite3.connect(hermes / "state.db")
    db.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY)")
    db.close()
    with pytest.raises(RunningUnavailable, match="column"):
        read_running(hermes / "state.db", "s1")


@pytest.mark.parametrize("state", ["0.22"], indirect=True)
def test_a_locked_state_db_is_given_up_in_time(state):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.db.execute("BEGIN EXCLUSIVE")
    begun = time.monotonic()
    with pytest.raises(RunningUnavailable, match="BUSY"):
        read_running(state.path, "s1", wait=0.05)
    assert time.monotonic() - begun < 0.2
    state.db.execute("ROLLBACK")
    assert typed(state) == ["Plant the walnut tree."]


@pytest.mark.parametrize("state", ["0.22"], indirect=True)
def test_after_reading_the_host_can_write_at_once(state):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    read_running(state.path, "s1")
    state.db.execute("PRAGMA busy_timeout=0")
    state.turn("s1", "Water it.", "Watered.")


def test_reading_changes_nothing(state, hermes):
    """R71, R72."""
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    names = set(tree(hermes))
    read_running(state.path, "s1")
    assert set(tree(hermes)) == names


@pytest.mark.parametrize("state", ["0.19"], indirect=True)
def test_a_conversation_of_ten_thousand_messages_is_read_in_time(state):
    state.session("s1")
    state.db.execute("BEGIN")
    for number in range(5000):
        state.turn("s1", f"Question {number} about the walnut tree?", f"Answer {number}.")
    state.db.execute("COMMIT")
    begun = time.process_time()
    assert len(typed(state)) == 5000
    assert time.process_time() - begun < 1.0
