"""What a rollout of Codex holds of a conversation, and what it only looks like."""

import json
import os

import pytest
from agent_si.vendor.sessions.adapters import adapters_for, codex_zstd
from agent_si.vendor.sessions.adapters.codex import Codex
from agent_si.vendor.text import words
from codex_fixtures import RELEASES, THREAD, CodexFile, RawZstd, index_name, zstd_frame
from index_views import texts, tree

TIMED = [release for release in RELEASES if release != "0.29"]
COPYING = ("0.55", "0.140", "0.150")


@pytest.fixture
def codex(throwaway_home):
    """The folder of Codex of this test's user."""
    return throwaway_home / ".codex"


@pytest.fixture
def zstd(monkeypatch):
    """Python's own decoder, or before 3.14 one of frames that are not compressed."""
    monkeypatch.setattr(codex_zstd, "zstd", codex_zstd.zstd or RawZstd)


def skipped(index):
    return index.stats()[0].skipped


@pytest.mark.parametrize("release", TIMED)
def test_a_conversation_is_found_with_title_project_and_times(codex, index, refresh, release):
    """R29."""
    chat = CodexFile(codex, release=release)
    asked = chat.prompt("Why does the parser drop the trailing comma?")
    at = json.loads(chat.path.read_bytes().splitlines()[asked - 1])["timestamp"]
    chat.tool("cat grammar.txt", "tool-output-marker")
    chat.answer("Because the grammar marks the comma as optional.")
    chat.named("Trailing comma")
    refresh(Codex(codex))

    hit = index.search(words.query("trailing comma in the parser"))[0]
    assert hit.locator == f"codex:{chat.thread}:{asked}"
    assert (hit.role, hit.agent, hit.title) == ("user", "codex", "Trailing comma")
    assert (hit.project, hit.at) == ("/work/parser", at)
    assert len(texts(index)) == 2
    assert not index.search(words.query("tool-output-marker"))


def test_a_flat_file_has_no_times_and_its_folder_in_the_environment(codex, index, refresh):
    chat = CodexFile(codex, release="0.29")
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("Where?")
    refresh(Codex(codex))
    row = index.by_locator(f"codex:{chat.thread}:{asked}")
    assert (row.text, row.at, row.project) == ("Plant the walnut tree.", None, "/work/parser")
    assert texts(index) == ["Plant the walnut tree.", "Where?"]


@pytest.mark.parametrize("release", RELEASES)
def test_each_message_stands_once_and_what_the_program_wrote_nowhere(
    codex, index, refresh, release
):
    """R87."""
    chat = CodexFile(codex, release=release)
    for _ in range(2):
        chat.prompt("Go on.")
        chat.tool("ls", "tool-output-marker")
        chat.answer("Done.")
    chat.compact("summary-marker of what was said")
    chat.injected()
    chat.prompt("And the water?")
    refresh(Codex(codex))
    assert texts(index) == ["Go on.", "Done.", "Go on.", "Done.", "And the water?"]


@pytest.mark.parametrize("release", ["0.55", "0.140"])
def test_without_labels_only_an_item_that_has_an_event_counts(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    chat.prompt("Plant the walnut tree.")
    chat.item("user", "<brand-new-fragment>fragment-marker</brand-new-fragment>")
    chat.notice("agent_message", message="Notice-marker of the program")
    chat.answer("answer-marker without an event", event=False)
    chat.answer("Where?")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]


@pytest.mark.parametrize("release", ["0.150", "0.171"])
def test_a_block_that_is_labelled_as_the_persons_needs_no_event(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    chat.prompt("Plant the walnut tree.", event=False)
    chat.item("user", "review-action-marker", kinds=["unknown"])
    chat.item("user", "goal-marker", "Beside the well.", kinds=["generic.goal", "user.text"])
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Beside the well."]


def test_of_a_file_without_events_every_item_counts(codex, index, refresh):
    chat = CodexFile(codex, release="0.55")
    chat.prompt("Plant the walnut tree.", event=False)
    chat.answer("Where?", event=False)
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]
    chat.answer("summary-marker", event=False)
    chat.record("compacted", {"message": "It was said: summary-marker"})
    chat.prompt("Beside the well.")
    refresh(Codex(codex))
    assert texts(index) == ["Where?", "Beside the well."]


def test_words_and_event_may_differ_in_white_space_pictures_and_sources(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    chat.item("user", "Describe  this\npicture.", "<image name=[Image #1]>", picture, "</image>")
    chat.event("user", "Describe this picture.")
    chat.event("assistant", "A walnut tree.")
    chat.item("assistant", "A walnut tree.<oai-mem-citation>cited-marker</oai-mem-citation>")
    refresh(Codex(codex))
    assert texts(index) == ["Describe  this\npicture.", "A walnut tree."]


def test_an_answer_of_several_blocks_may_have_an_event_for_each(codex, index, refresh):
    chat = CodexFile(codex, release="0.55")
    chat.prompt("Plant the walnut tree.")
    chat.event("assistant", "First the hole.")
    chat.event("assistant", "Then the water.")
    chat.item("assistant", "First the hole.", "Then the water.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "First the hole.\nThen the water."]


def test_a_plan_that_the_assistant_proposes_is_kept(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    chat.prompt("Plan the garden.")
    chat.event("assistant", "Here it is.")
    chat.item("assistant", "Here it is.\n<proposed_plan>\nFirst the hole.\n</proposed_plan>")
    refresh(Codex(codex))
    assert len(texts(index)) == 2
    assert index.search(words.query("first the hole"))


def test_the_words_behind_an_editors_context_are_the_persons(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    for heading in ("## My request for Codex:", "## My request:"):
        chat.prompt(f"# Context from my IDE setup:\n\n## Active file: tab-marker\n\n{heading}\nHi.")
    chat.prompt("# Files mentioned by the user:\n\n## only-marker.png")
    refresh(Codex(codex))
    assert texts(index) == ["Hi.", "Hi."]


@pytest.mark.parametrize("release", TIMED)
@pytest.mark.parametrize(
    "meta",
    [
        {"source": "exec"},
        {"source": "mcp"},
        {"source": {"subagent": "review"}},
        {"source": {"subagent": {"thread_spawn": {"depth": 1}}}},
        {"source": {"internal": "memory"}},
        {"thread_source": "subagent"},
        {"originator": "codex_exec"},
    ],
    ids=str,
)
def test_a_thread_that_nobody_drove_is_no_session(codex, index, refresh, release, meta):
    """R87."""
    chat = CodexFile(codex, release=release, **meta)
    chat.prompt("machine-marker words")
    chat.answer("machine-marker answer")
    refresh(Codex(codex))
    assert texts(index) == []
    assert index.stats()[0].sessions == 0
    assert skipped(index).get("headless", 0) + skipped(index).get("sub-agent", 0) == 1


@pytest.mark.parametrize(
    "source",
    ["cli", "vscode", "appServer", "app_server", {"custom": "atlas"}, None, "new"],
    ids=str,
)
def test_a_person_may_come_from_anywhere_else(codex, index, refresh, source):
    chat = CodexFile(codex, release="0.140", source=source)
    chat.prompt("Plant the walnut tree.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree."]


def test_a_thread_without_a_persons_message_drops_out(codex, index, refresh):
    chat = CodexFile(codex)
    chat.answer("Walnut planting")
    refresh(Codex(codex))
    assert index.stats()[0].sessions == 0
    chat.prompt("Plant the walnut tree.")
    refresh(Codex(codex))
    assert texts(index) == ["Walnut planting", "Plant the walnut tree."]


@pytest.mark.parametrize("release", TIMED)
def test_turns_that_were_rolled_back_leave_with_their_answers(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where?")
    chat.prompt("In the garden of the neighbours.")
    chat.answer("They have agreed.")
    chat.prompt("", pictures=1)
    chat.answer("A nice fence.")
    refresh(Codex(codex))
    assert len(texts(index)) == 5
    chat.rollback(2)
    chat.prompt("Beside the well.")
    chat.answer("Good soil there.")
    refresh(Codex(codex))
    left = ["Plant the walnut tree.", "Where?", "Beside the well.", "Good soil there."]
    assert texts(index) == left
    assert skipped(index)["taken back"] == 4
    chat.rollback(1)
    chat.rollback(1)
    refresh(Codex(codex))
    assert texts(index) == []


def test_what_was_said_before_an_interruption_stays(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    chat.prompt("Plant the walnut tree.")
    chat.answer("I look at the soil.")
    chat.item("user", "<turn_aborted>\nThe user interrupted. abort-marker</turn_aborted>")
    chat.notice("turn_aborted", reason="interrupted")
    chat.item("user", "<user_shell_command>\nshell-marker</user_shell_command>")
    chat.prompt("Go on.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "I look at the soil.", "Go on."]


@pytest.mark.parametrize("release", COPYING)
def test_a_fork_repeats_nothing_and_leads_to_the_first_copy(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    chat.prompt("In the pond.")
    chat.rollback(1)
    fork = chat.fork(2)
    beside = fork.prompt("Beside the well.")
    chat.prompt("Beside the well.")
    again = fork.fork(3)
    again.prompt("In the meadow.")
    refresh(Codex(codex))

    stood = ["Plant the walnut tree.", "Where should it stand?", "Beside the well."]
    assert sorted(texts(index)) == sorted([*stood, "Beside the well.", "In the meadow."])
    row = index.by_locator(f"codex:{fork.thread}:{asked + 1}")
    assert row.locator == f"codex:{chat.thread}:{asked}"
    assert index.by_locator(f"codex:{again.thread}:{asked + 2}").locator == row.locator
    forked = index.by_locator(f"codex:{fork.thread}:{beside}").session
    assert [m.text for m in index.messages(forked)] == stood


@pytest.mark.parametrize("release", COPYING)
def test_when_the_first_copy_goes_the_next_one_takes_its_place(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    asked = chat.prompt("Plant the walnut tree.")
    fork = chat.fork(2)
    fork.prompt("Beside the well.")
    refresh(Codex(codex))
    chat.path.unlink()
    refresh(Codex(codex))
    row = index.by_locator(f"codex:{fork.thread}:{asked + 1}")
    assert (row.locator, row.aliases) == (f"codex:{fork.thread}:{asked + 1}", ())
    assert texts(index) == ["Plant the walnut tree.", "Beside the well."]


def test_a_paginated_fork_copies_nothing(codex, index, refresh):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    fork = chat.fork(2)
    fork.prompt("Plant the walnut tree.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree."] * 2


def test_a_title_is_the_persons_name_then_the_files_then_the_first_prompt(codex, index, refresh):
    chat = CodexFile(codex)
    asked = chat.prompt("Plant the walnut tree.")

    def title():
        refresh(Codex(codex))
        return index.by_locator(f"codex:{chat.thread}:{asked}").title

    assert title() == "Plant the walnut tree."
    chat.named("Trees")
    assert title() == "Trees"
    index_name(codex, chat.thread, "Garden")
    assert title() == "Garden"
    index_name(codex, chat.thread, "Garden of Wren")
    chat.named("Trees again")
    assert title() == "Garden of Wren"
    (codex / "session_index.jsonl").unlink()
    assert title() == "Trees again"


def test_a_thread_that_is_archived_stays_and_one_that_is_deleted_leaves(codex, index, refresh):
    chat, other = CodexFile(codex), CodexFile(codex, number=2)
    asked = chat.prompt("Plant the walnut tree.")
    other.prompt("Paint the shed.")
    index_name(codex, other.thread, "Shed")
    refresh(Codex(codex))
    name = index.by_locator(f"codex:{chat.thread}:{asked}").id
    chat.archive()
    other.path.unlink()
    report = refresh(Codex(codex))
    row = index.by_locator(f"codex:{chat.thread}:{asked}")
    assert row.id == name
    assert index.session(row.session).archived
    assert texts(index) == ["Plant the walnut tree."]
    assert (report.agents["codex"].added, report.agents["codex"].removed) == (0, 1)
    chat.unarchive()
    chat.answer("Where?")
    refresh(Codex(codex))
    assert not index.session(row.session).archived
    assert texts(index) == ["Plant the walnut tree.", "Where?"]


def test_a_thread_that_was_read_stays_when_it_is_compressed(codex, index, refresh):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    refresh(Codex(codex))
    data = chat.path.read_bytes()
    chat.pack()
    refresh(Codex(codex))
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree."]
    chat.unpack(data)
    chat.answer("Where?")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]


def test_without_zstd_a_compressed_thread_is_counted(codex, index, refresh, monkeypatch):
    monkeypatch.setattr(codex_zstd, "zstd", None)
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    data = chat.path.read_bytes()
    chat.pack()
    report = refresh(Codex(codex))
    assert not report.agents["codex"].trouble
    assert texts(index) == []
    assert skipped(index) == {"compressed, not read": 1}
    assert refresh(Codex(codex)).agents["codex"].read == 0
    chat.unpack(data)
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree."]
    assert "compressed, not read" not in skipped(index)


def test_with_zstd_a_compressed_thread_is_read(codex, index, refresh, monkeypatch, zstd):
    chat = CodexFile(codex)
    asked = chat.prompt("Plant the walnut tree.")
    chat.tool("ls", "tool-output-marker " * 20_000)
    chat.answer("Where?")
    data = chat.path.read_bytes()
    chat.pack()
    with monkeypatch.context() as without:
        without.setattr(codex_zstd, "zstd", None)
        refresh(Codex(codex))
    assert texts(index) == []
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]
    assert index.by_locator(f"codex:{chat.thread}:{asked}").text == "Plant the walnut tree."
    chat.path.with_name(chat.path.name.removesuffix(".zst")).write_bytes(data[: data.rindex(b"\n")])
    refresh(Codex(codex))  # both exist: the plain one counts
    assert texts(index) == ["Plant the walnut tree.", "Where?"]


@pytest.mark.parametrize("damage", ["cut", "window", "empty", "no zstd", "two frames"])
def test_damaged_compression_costs_what_it_damages(codex, index, refresh, zstd, damage):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    data = chat.path.read_bytes()
    chat.tool("ls", "x" * 200_000)
    chat.prompt("Water it.")
    longer = chat.path.read_bytes()
    chat.pack()
    frame = chat.path.read_bytes()
    two = zstd_frame(data) + zstd_frame(longer[len(data) :])
    chat.path.write_bytes(
        {
            "cut": frame[:-10_000],
            "window": zstd_frame(longer, window_log=27),
            "empty": b"",
            "no zstd": longer,
            "two frames": two,
        }[damage]
    )
    report = refresh(Codex(codex))
    assert not report.agents["codex"].trouble
    whole = {"cut": 1, "two frames": 2}.get(damage, 0)
    assert len(texts(index)) == whole


def test_off_the_record_is_off_the_record(codex, index, refresh):
    """Also in a history that is older than the index, and in threads that go on with it."""
    for number, release in enumerate(RELEASES):
        chat = CodexFile(codex, release=release, number=10 * number + 1)
        chat.prompt("Plant the walnut tree.")
        chat.prompt("#off-record between us")
        chat.prompt("The neighbours are moving away.")
        chat.answer("I say nothing of the neighbours.")
        fork = chat.fork(10 * number + 2)
        fork.prompt("Who buys the house?")
        chat.prompt("#on-record")
        chat.prompt("Water it.")
    refresh(Codex(codex))
    kept = texts(index)
    assert not [text for text in kept if "neighbours" in text or "house" in text]
    assert kept.count("Water it.") == len(RELEASES)
    chat.prompt("#off-record")
    refresh(Codex(codex))
    chat.prompt("The neighbours again.")
    fork.prompt("What of the neighbours?")
    refresh(Codex(codex))
    assert texts(index) == kept


def test_record_types_that_are_not_known_are_skipped_and_counted(codex, index, refresh):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    chat.record("brand_new_type", {"message": "new-marker"})
    chat.record("response_item", {"type": "brand_new_item", "text": "new-marker"})
    chat.record("response_item", {"type": "agent_message", "content": [{"text": "mail-marker"}]})
    chat.record("world_state", {"full": True})
    chat.notice("zzz_unheard_of", message="new-marker")
    chat.notice("task_complete", last_agent_message="copy-marker")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree."]
    assert skipped(index)["unknown record"] == 3


@pytest.mark.parametrize("release", RELEASES)
def test_broken_lines_cost_only_themselves(codex, index, refresh, release):
    chat = CodexFile(codex, release=release)
    chat.prompt("Plant the walnut tree.")
    chat.raw(b'{"timestamp":"2026-05-01T00:00:00Z","type":"response_item","payload":{"type":"mes\n')
    chat.raw(b"\0" * 300 + b"\n" + b"\xff\xfe not text at all\n" + b"[" * 100_000 + b"\n")
    for hostile in (None, 7, [], {}, {"type": []}, {"id": 3, "timestamp": 4}, {"payload": {}}):
        chat.line(hostile)
    for payload in (None, [], {"type": "message"}, {"type": "message", "role": []}):
        chat.record("response_item", payload)
        chat.record("event_msg", payload)
        chat.record("session_meta", payload)
    kinds = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": 3}}
    for content in (None, 7, {}, [None, 7, {"type": "input_text"}, {"type": [], "text": {}}]):
        payload = {"type": "message", "role": "user", "content": content, **kinds}
        chat.record("response_item", payload)
    for turns in (True, -1, 0, "2", None, [1]):
        chat.notice("thread_rolled_back", num_turns=turns)
    chat.notice("item_completed", item=[])
    chat.prompt("Water it daily.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Water it daily."]


def test_a_first_record_that_is_torn_leaves_the_thread_its_name(codex, index, refresh):
    chat = CodexFile(codex, release="0.140", begin=False)
    chat.raw(b'{"timestamp":"2026-05-01T00:00:00Z","type":"session_meta","payl\n')
    asked = chat.prompt("Plant the walnut tree.")
    fork = CodexFile(codex, release="0.140", number=2, begin=False)
    fork.raw(b"torn\n" + chat.path.read_bytes())
    refresh(Codex(codex))
    row = index.by_locator(f"codex:{chat.thread}:{asked}")
    assert row.text == "Plant the walnut tree."


def test_a_last_line_without_its_newline_is_used_and_not_counted_twice(codex, index, refresh):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    data = chat.path.read_bytes()
    chat.path.write_bytes(data[:-1])
    refresh(Codex(codex))
    assert len(texts(index)) == 2
    chat.path.write_bytes(data)
    chat.prompt("Beside the well.")
    refresh(Codex(codex))
    assert len(texts(index)) == 3


def test_only_new_lines_of_a_thread_that_grew_are_read(codex, index, refresh, monkeypatch):
    from agent_si.vendor.sessions.adapters import jsonl

    chat = CodexFile(codex)
    for _ in range(50):
        chat.prompt("Plant the walnut tree.")
        chat.tool("ls", "tool-output-marker " * 1000)
        chat.answer("Where?")
    refresh(Codex(codex))
    seen = []
    objects = jsonl.objects
    monkeypatch.setattr(
        jsonl, "objects", lambda line, *more: seen.append(line) or objects(line, *more)
    )
    chat.prompt("Beside the well.")
    refresh(Codex(codex))
    assert sum(map(len, seen)) < 5000
    assert len(texts(index)) == 101


def test_a_line_of_many_megabytes_costs_only_itself(codex, index, refresh):
    chat = CodexFile(codex)
    chat.prompt("Plant the walnut tree.")
    chat.record("response_item", {"type": "function_call_output", "output": "a b " * 3_000_000})
    chat.prompt("Water it.")
    refresh(Codex(codex))
    assert texts(index) == ["Plant the walnut tree.", "Water it."]
    assert skipped(index)["line too long"] == 1


def test_files_with_foreign_names_links_and_pipes(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    chat.prompt("Plant the walnut tree.")
    folder = chat.path.parent
    foreign = folder / "rollout-foreign.jsonl"
    foreign.write_bytes(chat.path.read_bytes().replace(chat.thread.encode(), b"foreign-thread"))
    os.mkfifo(folder / "rollout-pipe.jsonl")
    (folder / "rollout-link.jsonl").symlink_to(chat.path)
    (folder / "loop").symlink_to(folder.parent)
    (folder / "notes.jsonl").write_bytes(chat.path.read_bytes())
    report = refresh(Codex(codex))
    assert not report.agents["codex"].trouble
    assert index.stats()[0].sessions == 2
    assert texts(index) == ["Plant the walnut tree."] * 2


def test_reading_changes_nothing_in_the_agents_folder(codex, index, refresh):
    """R72."""
    chat = CodexFile(codex, release="0.140")
    chat.prompt("Plant the walnut tree.")
    chat.fork(2)
    index_name(codex, chat.thread, "Garden")
    before = tree(codex)
    refresh(Codex(codex))
    refresh(Codex(codex))
    assert tree(codex) == before


def test_a_second_refresh_reads_nothing(codex, index, refresh):
    chat = CodexFile(codex, release="0.140")
    chat.prompt("Plant the walnut tree.")
    chat.fork(2).prompt("Beside the well.")
    CodexFile(codex, number=3, source="exec").prompt("machine-marker")
    assert refresh(Codex(codex)).agents["codex"].read == 3
    assert refresh(Codex(codex)).agents["codex"].read == 0


def test_a_history_that_is_out_of_reach_is_kept(codex, index, refresh):
    chat, other = CodexFile(codex), CodexFile(codex, number=2)
    chat.prompt("Plant the walnut tree.")
    other.prompt("Paint the shed.")
    other.archive()
    refresh(Codex(codex))
    (codex / "sessions").rename(codex / "away")
    assert "sessions is not there" in refresh(Codex(codex)).agents["codex"].trouble
    (codex / "archived_sessions").rename(codex / "away too")
    assert refresh(Codex(codex)).agents["codex"].unreached == 2
    assert len(texts(index)) == 2
    (codex / "away").rename(codex / "sessions")
    (codex / "away too").rename(codex / "archived_sessions")
    assert not refresh(Codex(codex)).agents["codex"].trouble
    assert len(texts(index)) == 2


def test_an_agent_that_was_never_used_is_no_trouble(codex, index, refresh):
    """R70."""
    assert refresh(Codex(codex)).added == 0
    assert texts(index) == []


def test_the_folder_is_where_the_environment_says(codex, index, refresh, tmp_path):
    chat = CodexFile(tmp_path / "elsewhere")
    chat.prompt("Plant the walnut tree.")
    where = {"hermes_home": tmp_path, "user_home": tmp_path, "environ": {}}
    refresh(*adapters_for(["codex"], **where))
    assert texts(index) == []
    where["environ"] = {"CODEX_HOME": str(tmp_path / "elsewhere")}
    refresh(*adapters_for(["codex"], **where))
    assert texts(index) == ["Plant the walnut tree."]
    assert THREAD.format(1) in index.search(words.query("walnut"))[0].locator
