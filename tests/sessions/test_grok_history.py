"""What a Grok Build session holds of a conversation, and what it only looks like."""

import json
import os
import shutil
import time
import tracemalloc
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions.adapters import adapters_for, jsonl
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from grok_fixtures import FIRST, SECOND, GrokSession, at
from index_views import everything, on_disk, texts, tree


@pytest.fixture
def grok(throwaway_home):
    """Grok's folder of this test's user."""
    return throwaway_home / ".grok"


def skipped(index):
    """What was left out, and why."""
    return index.stats()[0].skipped


def reads_alone(index, refresh, grok):
    """Every session read anew makes the same index."""
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(Grok(grok))
    return everything(index) == grown


def test_a_conversation_is_found_with_title_project_and_times(grok, index, refresh):
    """R29."""
    chat = GrokSession(grok, generated_title="Trailing comma")
    line = chat.prompt("Why does the parser drop the trailing comma?")
    chat.thought("thought-marker")
    chat.tool("cat grammar.txt", "tool-output-marker")
    chat.answer("Because the grammar marks the comma as optional.")
    chat.done()
    refresh(Grok(grok))

    hit = index.search(words.query("trailing comma in the parser"))[0]
    assert hit.locator == f"grok:{FIRST}:updates:{line}"
    assert (hit.role, hit.agent, hit.title) == ("user", "grok", "Trailing comma")
    assert (hit.project, hit.at) == ("/work/parser", at(7))
    for marker in ("tool-output-marker", "thought-marker", "grammar.txt"):
        assert not index.search(words.query(marker))
    assert skipped(index) == {}


def test_the_folder_is_the_one_that_the_environment_names(tmp_path, index, refresh):
    """R70: GROK_HOME."""
    GrokSession(tmp_path / "elsewhere").prompt("Plant the walnut tree.")
    homes = {"hermes_home": tmp_path, "user_home": tmp_path / "nobody"}
    refresh(*adapters_for(["grok"], environ={}, **homes))
    assert texts(index) == []
    refresh(*adapters_for(["grok"], environ={"GROK_HOME": str(tmp_path / "elsewhere")}, **homes))
    assert texts(index) == ["Plant the walnut tree."]


def test_pieces_make_one_message_at_the_place_and_time_of_the_first(grok, index, refresh):
    chat = GrokSession(grok)
    asked = chat.prompt(["Plant the wal", "nut tree."])
    said = chat.answer("Where should", " it")
    chat.thought("thought-marker")
    chat.answer(" stand?")
    chat.tool("dig")
    chat.answer("It is dug.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where should it stand?", "It is dug."]
    for line, text in ((asked, "Plant the walnut tree."), (said, "Where should it stand?")):
        row = index.by_locator(f"grok:{FIRST}:updates:{line}")
        assert (row.text, row.at) == (text, at(line * 7))


def test_a_message_that_was_half_written_is_finished_by_what_comes_later(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.done()
    chat.answer("Where should ")
    refresh(Grok(grok))
    assert texts(index)[-1] == "Where should"
    chat.answer("it stand")
    refresh(Grok(grok))
    chat.answer("?")
    chat.done()
    report = refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where should it stand?"]
    assert report.added == report.removed == 0
    assert reads_alone(index, refresh, grok)


def test_only_new_lines_are_read_while_a_session_grows(grok, index, refresh, monkeypatch):
    """R29: a session of a month costs no more than one of a day."""
    chat = GrokSession(grok)
    for number in range(300):
        chat.prompt(f"Plant walnut tree {number}.")
        chat.answer(f"Tree {number} is planted.")
        chat.done()
    refresh(Grok(grok))
    read = []

    class Counted(jsonl.Tail):
        def __exit__(self, *failed):
            read.append(self.bytes_read)
            super().__exit__(*failed)

    monkeypatch.setattr(jsonl, "Tail", Counted)
    chat.prompt("And a plum tree.")
    chat.answer("It is ", "planted.")
    refresh(Grok(grok))
    assert texts(index)[-2:] == ["And a plum tree.", "It is planted."]
    assert chat.updates.stat().st_size > 200_000
    assert sum(read) < 40_000
    mark = index._db.execute("SELECT mark FROM unit").fetchone()[0]
    assert len(mark) < 1000


def test_a_prompt_that_was_taken_back_leaves_with_its_answers(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    chat.done()
    chat.prompt("In the garden of the neighbours.")
    chat.answer("They have agreed.")
    chat.done()
    refresh(Grok(grok))
    assert len(texts(index)) == 4
    chat.rewind(1)
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where should it stand?"]
    assert skipped(index) == {"taken back": 2}
    chat.prompt("Beside the well.")
    chat.answer("Good soil there.")
    refresh(Grok(grok))
    assert texts(index)[2:] == ["Beside the well.", "Good soil there."]
    assert reads_alone(index, refresh, grok)


def test_going_back_further_than_there_is_takes_nothing_back(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.rewind(5)
    chat.other("rewind_marker", target_prompt_index=-1)
    chat.other("rewind_marker", target_prompt_index="none")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."]


def test_going_back_twice_counts_what_was_still_there(grok, index, refresh):
    chat = GrokSession(grok)
    for tree_name in ("walnut", "plum", "quince"):
        chat.prompt(f"Plant the {tree_name} tree.")
    chat.rewind(2)
    chat.prompt("Plant the medlar tree.")
    chat.rewind(1)
    chat.prompt("Plant the sorb tree.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Plant the sorb tree."]


def test_in_an_old_file_without_numbers_every_message_is_a_prompt(grok, index, refresh):
    chat = GrokSession(grok)
    for name in ("walnut", "plum"):
        chat.piece(f"Plant the {name} tree.")
        chat.answer(f"The {name} tree is planted.")
    chat.rewind(1)
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "The walnut tree is planted."]


@pytest.mark.parametrize(
    "marks", [{"hostTurn": True}, {"inside": {"bash_command": "ls -la"}}], ids=str
)
def test_in_an_old_file_too_a_command_of_the_program_is_no_prompt(grok, index, refresh, marks):
    """R87: nor does going back count it."""
    chat = GrokSession(grok)
    chat.piece("ls -la", **marks)
    chat.piece("Plant the walnut tree.")
    chat.piece("ls -la", **marks)
    chat.piece("Plant the plum tree.")
    chat.rewind(1)
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."]


def test_of_words_that_the_program_made_longer_those_that_were_typed_are_kept(grok, index, refresh):
    chat = GrokSession(grok)
    chat.piece("skill-marker: how to plant", {"displayText": "/plant a walnut"}, promptIndex=0)
    refresh(Grok(grok))
    assert texts(index) == ["/plant a walnut"]


def test_a_record_behind_a_tools_output_on_one_line_is_found(grok, index, refresh):
    chat = GrokSession(grok)
    chat.tool("dig")
    chat.prompt("Plant the walnut tree.")
    *before, result, asked = chat.updates.read_bytes().splitlines()
    chat.updates.write_bytes(b"\n".join(before) + b"\n" + result + asked + b"\n")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."]


def test_without_its_own_time_a_message_has_that_of_its_writing_unless_copied(grok, index, refresh):
    chat = GrokSession(grok)
    update = {
        "sessionUpdate": "user_message_chunk",
        "content": {"type": "text", "text": "Plant the walnut tree."},
    }
    chat.update(update, agentTimestampMs=None)
    refresh(Grok(grok))
    assert index.by_locator(f"grok:{FIRST}:updates:1").at == at(8)
    chat.summary(parent_session_id=SECOND)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(Grok(grok))
    assert index.by_locator(f"grok:{FIRST}:updates:1").at is None


def test_very_old_lines_have_no_envelope(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where?")
    lines = [json.loads(line)["params"] for line in chat.updates.read_bytes().splitlines()]
    chat.updates.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]
    assert index.by_locator(f"grok:{FIRST}:updates:1").at == at(7)


@pytest.mark.parametrize(
    "piece",
    [
        {"text": "an echo of the host"},
        {"text": "ls -la", "inside": {"bash_command": "ls -la"}},
        {"text": "/compact", "hostTurn": True},
        {"text": "a task has ended", "promptIndex": 1, "hideFromScrollback": True},
        {"text": "water the plums", "inside": {"displayAsCron": True}, "promptIndex": 1},
        {"text": "<system-reminder>a task has ended</system-reminder>", "promptIndex": 1},
        {"text": "<user_info>OS: linux</user_info>", "promptIndex": 1},
    ],
    ids=str,
)
def test_what_the_program_wrote_as_the_user_is_left_out_and_counted(grok, index, refresh, piece):
    """R87."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Done.")
    chat.piece(piece.pop("text"), **piece)
    chat.answer("I see.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Done.", "I see."]
    assert skipped(index) == {"machinery": 1}


def test_what_a_command_of_the_program_answers_is_not_the_models(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Context: 40 % used.", hostTurn=True)
    chat.answer("Done.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Done."]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_prompt_that_the_chat_history_calls_synthetic_is_nobodys(grok, index, refresh, when):
    """R87: whichever file is written first."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.done()
    if when == "before":
        chat.synthetic("the watering ended", "task_completed", 1)
    chat.prompt("the watering ended", chat=False)
    chat.done()
    refresh(Grok(grok))
    if when == "after":
        chat.synthetic("the watering ended", "task_completed", 1)
        refresh(Grok(grok))
    chat.synthetic("stop, not there", "interjection", 2)
    chat.prompt("stop, not there", chat=False)
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "stop, not there"]
    assert reads_alone(index, refresh, grok)


def test_a_turn_that_the_program_began_is_known_by_its_name(grok, index, refresh):
    """R87: when the chat history was summed up and says it no longer."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Done.")
    chat.done()
    chat.prompt("water the plums every morning")
    refresh(Grok(grok))
    assert "water the plums every morning" in texts(index)
    chat.answer("They are watered.", turn="scheduler-fired-0001")
    refresh(Grok(grok))
    chat.done()
    chat.prompt("And now the quinces.")
    chat.answer("Done, too.")
    refresh(Grok(grok))
    assert texts(index)[1:] == ["Done.", "They are watered.", "And now the quinces.", "Done, too."]
    assert reads_alone(index, refresh, grok)


def test_an_answer_that_is_written_late_takes_no_prompt_of_a_person(grok, index, refresh):
    """The turn before began by itself, and its last words come behind the next prompt."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    began = chat._turn_meta()["turnStartMs"]
    chat.done()
    chat.prompt("And the plum tree.")
    late = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Late."}}
    chat.update(late, promptId="task-completed-1", turnStartMs=began)
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree.", "Late."]


def test_what_is_said_while_the_model_works_is_the_persons(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("I dig")
    framed = (
        "The user sent a message while you were working:\n<user_query>\nnot there\n</user_query>"
    )
    chat.piece(framed, inside={"displayText": "not there"}, interjection=True)
    chat.piece(framed.replace("not there", "but here"), interjection=True)
    chat.answer("beside the well.")
    chat.done()
    chat.rewind(1)
    refresh(Grok(grok))
    assert texts(index) == [
        "Plant the walnut tree.",
        "I dig",
        "not there",
        "but here",
        "beside the well.",
    ]


def test_of_a_prompt_with_a_picture_the_words_are_kept(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Which tree is this?")
    chat.picture()
    chat.answer("A walnut.")
    refresh(Grok(grok))
    assert texts(index) == ["Which tree is this?", "A walnut."]
    assert skipped(index) == {}


@pytest.mark.parametrize(
    "summary",
    [
        {"session_kind": "headless"},
        {"session_kind": "subagent"},
        {"session_kind": "subagent_fork"},
        {"hidden": True},
    ],
    ids=str,
)
def test_a_session_that_nobody_drove_is_none(grok, index, refresh, summary):
    """R87: and leaves when that is only known later."""
    chat = GrokSession(grok)
    chat.prompt("machine-marker question")
    chat.answer("machine-marker answer")
    chat.done()
    refresh(Grok(grok))
    assert len(texts(index)) == 2
    chat.summary(**summary)
    refresh(Grok(grok))
    assert texts(index) == []
    chat.prompt("machine-marker again")
    refresh(Grok(grok))
    assert index.stats()[0].sessions == 0
    chat.summary(session_kind="worktree", hidden=False)
    refresh(Grok(grok))
    assert len(texts(index)) == 3


def test_a_rename_and_the_place_of_a_worktree_are_followed(grok, index, refresh):
    chat = GrokSession(grok, session_summary="Plant", cwd="/work/tree-7", worktree_label="tree-7")
    line = chat.prompt("Plant the walnut tree.")
    chat.summary(git_root_dir="/work/garden/")
    refresh(Grok(grok))
    row = index.by_locator(f"grok:{FIRST}:updates:{line}")
    session = index.session(row.session)
    assert (session.title, session.project) == ("Plant", "/work/garden")
    chat.summary(generated_title="Garden", title_is_manual=True, source_workspace_dir="/work/own")
    report = refresh(Grok(grok))
    session = index.session(row.session)
    assert (session.title, session.project, report.added) == ("Garden", "/work/own", 0)


def test_without_a_summary_the_folder_says_what_it_can(grok, index, refresh):
    chat = GrokSession(grok, cwd="/work/my garden")
    line = chat.prompt("Plant the walnut tree.")
    (chat.folder / "summary.json").unlink()
    long = GrokSession(grok, SECOND, cwd="garden-0123456789abcdef")
    other = long.prompt("Plant the plum tree.")
    (long.folder.parent / ".cwd").write_text("/work/a/very/long/way", encoding="utf-8")
    (long.folder / "summary.json").write_bytes(b'{"info": {"id"\0')
    refresh(Grok(grok))
    first = index.session(index.by_locator(f"grok:{FIRST}:updates:{line}").session)
    second = index.session(index.by_locator(f"grok:{SECOND}:updates:{other}").session)
    assert (first.project, first.title) == ("/work/my garden", "Plant the walnut tree.")
    assert second.project == "/work/a/very/long/way"


def test_a_fork_repeats_nothing_and_leads_to_the_first_copy(grok, index, refresh):
    chat = GrokSession(grok)
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    fork = chat.fork()
    own = fork.prompt("Beside the well.")
    chat.prompt("In the meadow.")
    refresh(Grok(grok))

    assert len(texts(index)) == 4
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert row.locator == f"grok:{FIRST}:updates:{asked}"
    assert f"grok:{SECOND}:updates:{asked}" in row.aliases
    forked = index.by_locator(f"grok:{SECOND}:updates:{own}").session
    said = ["Plant the walnut tree.", "Where should it stand?", "Beside the well."]
    assert [m.text for m in index.messages(forked)] == said

    chat.delete()
    refresh(Grok(grok))
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert (row.locator, row.aliases, row.at) == (row.locator, (), at(7))
    assert sorted(texts(index)) == sorted(said)


def test_what_is_taken_back_after_a_fork_stays_in_the_fork(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    fork = chat.fork()
    refresh(Grok(grok))
    chat.rewind(0)
    refresh(Grok(grok))
    session = index.by_locator(f"grok:{SECOND}:updates:1").session
    assert index.session(session).key == fork.session
    assert texts(index) == ["Plant the walnut tree.", "Where should it stand?"]


def test_events_that_repeat_in_a_file_are_no_copies(grok, index, refresh):
    """The program numbers them anew when it opens a session again."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Done.")
    chat.event = 0
    chat.prompt("Plant the walnut tree.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Done.", "Plant the walnut tree."]


def test_a_deleted_session_leaves_and_its_bytes_too(grok, tmp_path):
    """R92."""
    now, path = datetime(2026, 5, 20, tzinfo=UTC), tmp_path / "own" / "sessions.db"
    chat = GrokSession(grok)
    chat.prompt("Plant the quincemarker tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    with SessionIndex.open(path) as index:
        index.refresh([Grok(grok)], now=now)
        chat.delete()
        index.refresh([Grok(grok)], now=now)
        assert texts(index) == ["Plant the plum tree."]
        assert index.check() == []
    assert b"quincemarker" not in on_disk(path)


def test_a_session_that_moved_to_another_folder_stays(grok, index, refresh):
    chat = GrokSession(grok)
    line = chat.prompt("Plant the walnut tree.")
    refresh(Grok(grok))
    chat.move("/work/garden")
    report = refresh(Grok(grok))
    row = index.by_locator(f"grok:{FIRST}:updates:{line}")
    assert index.session(row.session).project == "/work/garden"
    assert report.removed == report.added == 0
    chat.prompt("And the plum tree.")
    refresh(Grok(grok))
    assert len(texts(index)) == 2


@pytest.mark.parametrize("written", ["a", "b"])
def test_while_a_session_is_moved_the_copy_that_is_written_to_counts(grok, index, refresh, written):
    chat = GrokSession(grok, cwd="a")
    chat.prompt("Plant the walnut tree.")
    shutil.copytree(chat.folder, grok / "sessions" / "b" / FIRST)
    chat.folder = grok / "sessions" / written / FIRST
    chat.updates = chat.folder / "updates.jsonl"
    chat.prompt("And the plum tree.")
    later = time.time_ns() + 10_000_000
    os.utime(chat.updates, ns=(later, later))
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree."]
    shutil.rmtree(grok / "sessions" / ("b" if written == "a" else "a"))
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree."]


def test_a_session_that_moves_while_we_look_is_not_taken_for_deleted(
    grok, index, refresh, monkeypatch
):
    """R92: it moves into a folder that was looked at already."""

    class Listed(list):
        def __enter__(self):
            return self

        def __exit__(self, *failed):
            if self and chat.cwd == "b" and "/a/" in f"{self[0].path}/":
                chat.move("a")

    chat = GrokSession(grok, cwd="b")
    chat.prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND, cwd="a").prompt("Plant the plum tree.")
    refresh(Grok(grok))
    listed = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda path: Listed(sorted(listed(path), key=lambda each: each.name))
    )
    report = refresh(Grok(grok))
    monkeypatch.undo()
    assert chat.cwd == "a"
    assert report.removed == 0
    assert len(texts(index)) == 2


def test_grok_sessions_never_expire(grok, index, refresh):
    """R73."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    os.utime(chat.updates, (0, 0))
    refresh(Grok(grok))
    chat.delete()
    report = refresh(Grok(grok), now=datetime(2036, 1, 1, tzinfo=UTC))
    assert report.agents["grok"].expired == 0
    assert texts(index) == ["Plant the plum tree."]


def test_a_folder_that_is_closed_to_us_loses_nothing(grok, index, refresh, monkeypatch):
    """R93."""
    GrokSession(grok, cwd="/work/own").prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    refresh(Grok(grok))
    listed = os.scandir

    def closed(path):
        if str(path).endswith("own"):
            raise PermissionError(13, "closed")
        return listed(path)

    monkeypatch.setattr(os, "scandir", closed)
    refresh(Grok(grok))
    monkeypatch.undo()
    assert len(texts(index)) == 2


def test_other_files_in_the_folder_are_not_taken_for_sessions(grok, index, refresh):
    """The other program of that name, and Grok's own cache, keep single files there."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    root = grok / "sessions"
    record = json.dumps({"type": "user", "content": "stray-marker"}) + "\n"
    for name in ("0001.json", "session_search.sqlite", "updates.jsonl", "chat_history.jsonl"):
        (root / name).write_text(record, encoding="utf-8")
    for name in ("updates.jsonl", "prompt_history.jsonl"):
        (chat.folder.parent / name).write_text(record, encoding="utf-8")
    below = chat.folder / "subagents" / "other"
    below.mkdir(parents=True)
    (below / "chat_history.jsonl").write_text(record, encoding="utf-8")
    (chat.folder.parent / "link").symlink_to(chat.folder)
    os.mkfifo(chat.folder.parent / "pipe")
    piped = root / "%2Fpiped" / "session"
    piped.mkdir(parents=True)
    os.mkfifo(piped / "updates.jsonl")
    assert refresh(Grok(grok)).agents["grok"].trouble == ""
    assert texts(index) == ["Plant the walnut tree."]


def test_record_types_that_are_not_known_are_skipped_and_counted(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.other("brand_new_kind", text="new-marker")
    chat.raw(b'{"neither": "this nor that"}\n')
    for tag in ("task_started", "subagent_spawned", "retry_state", "compaction_checkpoint"):
        chat.other(tag, text="known-marker")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."]
    assert skipped(index) == {"unknown record": 2}
    chat.done()
    refresh(Grok(grok))
    assert skipped(index) == {"unknown record": 2}


def test_broken_lines_cost_only_themselves(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    whole = chat.updates.read_bytes().splitlines()[0]
    chat.raw(b'{"timestamp":1,"method":"session/update","params":{"sessionId":"x","upd\n')
    chat.raw(b"\0" * 300 + b"\n")
    chat.raw(b"\xff\xfe not text at all\n")
    chat.raw(b"[" * 5000 + b"\n")
    chat.raw(b'{"method": null, "params": {"update": {"sessionUpdate": 7}}}\n')
    chat.raw(b'{"params": {"update": {"sessionUpdate": "user_message_chunk", "content": 3}}}\n')
    other = json.loads(whole)
    other["params"]["update"]["content"]["text"] = "Water it daily."
    other["params"]["update"]["_meta"]["promptIndex"] = 1
    other["params"]["_meta"]["eventId"] = 7
    line = chat.lines + 1
    chat.raw(whole[:-30] + json.dumps(other).encode() + json.dumps(other).encode() + b"\n")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Water it daily.Water it daily."]
    assert index.by_locator(f"grok:{FIRST}:updates:{line}").text.startswith("Water it")


def test_times_of_any_kind_are_survived(grok, index, refresh):
    chat = GrokSession(grok)
    for when in (None, True, -1, 1e300, "noon", [], 1 << 70):
        chat.update(
            {
                "sessionUpdate": "user_message_chunk",
                "content": {"type": "text", "text": f"Tree of {when}"},
                "_meta": {"promptIndex": chat.index},
            },
            agentTimestampMs=when,
        )
        chat.index += 1
    refresh(Grok(grok))
    assert len(texts(index)) == 7


def test_a_last_line_without_its_newline_is_used_and_not_counted_twice(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    data = chat.updates.read_bytes()
    chat.updates.write_bytes(data[:-1])
    refresh(Grok(grok))
    assert len(texts(index)) == 2
    chat.updates.write_bytes(data)
    chat.prompt("Beside the well.")
    refresh(Grok(grok))
    assert len(texts(index)) == 3
    assert reads_alone(index, refresh, grok)


def test_a_line_of_a_hundred_megabytes_costs_no_memory(grok, index, refresh):
    """R93: one of inlined data keeps its words, one of numbers is left out."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    start = b'{"timestamp":1,"method":"session/update","params":{"sessionId":"s","update":'
    result = (
        b'{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","rawOutput":'
    )
    with chat.updates.open("ab") as file:
        for fill in (b"QUJD" * 250_000, b"116,111," * 125_000):
            quote = b'"' if fill.startswith(b"Q") else b""
            file.write(start + result + (quote or b"["))
            for _ in range(100):
                file.write(fill)
            file.write((quote or b"1]") + b"}}}\n")
    chat.lines += 2
    chat.answer("Done.")
    tracemalloc.start()
    try:
        refresh(Grok(grok))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(index) == ["Plant the walnut tree.", "Done."]
    assert skipped(index) == {"line too long": 1}
    assert peak < 60_000_000


def test_off_the_record_takes_the_rest_of_the_session_out(grok, index, refresh):
    """R94: and holds in a history that is older than the index."""
    chat = GrokSession(grok, generated_title="Secret trees")
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where?")
    chat.done()
    chat.prompt("#off-record")
    chat.answer("quietmarker answer")
    chat.done()
    chat.prompt("quietmarker question")
    chat.done()
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where?"]
    chat.answer("quietmarker again")
    refresh(Grok(grok))
    chat.prompt("#on-record")
    chat.prompt("Plant the plum tree.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Where?", "Plant the plum tree."]
    row = index.by_locator(f"grok:{FIRST}:updates:1")
    assert index.session(row.session).title != "Secret trees"
    assert reads_alone(index, refresh, grok)


def test_without_updates_the_chat_history_is_read(grok, index, refresh):
    """R29: by releases that wrote none; it has no times."""
    chat = GrokSession(grok, generated_title="Trees")
    chat.chat({"type": "system", "content": "system-marker"})
    chat.synthetic("# AGENTS marker", "project_instructions", 0)
    info = {"type": "text", "text": "<user_info>info-marker</user_info>"}
    query = {"type": "text", "text": "<user_query>\nPlant the walnut tree.\n</user_query>"}
    chat.chat({"type": "user", "content": [info, {"type": "image", "url": "data:"}, query]})
    chat.chat({"type": "reasoning", "summary": [{"text": "reasoning-marker"}]})
    chat.chat({"type": "assistant", "content": "", "tool_calls": [{"id": "c", "name": "dig"}]})
    chat.chat({"type": "tool_result", "content": "result-marker"})
    chat.chat({"type": "assistant", "content": "It is planted."})
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "It is planted."]
    row = index.by_locator(f"grok:{FIRST}:chat_history:3")
    assert (row.text, row.role, row.at, row.title) == (texts(index)[0], "user", None, "Trees")
    assert skipped(index) == {"machinery": 1}

    chat.synthetic("and there, too", "interjection", 1)
    chat.chat({"type": "user", "content": "I executed a terminal command: ls"})
    chat.chat({"role": "user", "content": "Plant the plum tree."})
    refresh(Grok(grok))
    assert texts(index)[2:] == ["and there, too", "Plant the plum tree."]
    chat.rewrite_chat([{"type": "user", "content": "Plant the sorb tree."}])
    refresh(Grok(grok))
    assert texts(index) == ["Plant the sorb tree."]
    assert reads_alone(index, refresh, grok)


def test_updates_that_come_later_take_the_place_of_the_chat_history(grok, index, refresh):
    chat = GrokSession(grok)
    part = {"type": "text", "text": "Plant the walnut tree."}
    chat.chat({"type": "user", "content": [part], "prompt_index": 0})
    refresh(Grok(grok))
    chat.prompt("Plant the walnut tree.", chat=False)
    refresh(Grok(grok))
    row = index.by_locator(f"grok:{FIRST}:updates:1")
    assert (texts(index), row.at) == (["Plant the walnut tree."], at(7))
    chat.updates.unlink()
    refresh(Grok(grok))
    assert index.by_locator(f"grok:{FIRST}:chat_history:1").at is None


def test_copies_stay_together_when_their_first_one_gets_another_name(grok, index, refresh):
    chat = GrokSession(grok)
    asked = chat.prompt("Plant the walnut tree.")
    chat.fork()
    chat.fork(SECOND[:-1] + "9")
    refresh(Grok(grok))
    assert len(texts(index)) == 1
    chat.updates.unlink()
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."] * 2
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert row.aliases == (f"grok:{SECOND[:-1]}9:updates:{asked}",)
    assert reads_alone(index, refresh, grok)


def test_a_session_with_very_many_made_up_prompts_is_still_read_right(grok, index, refresh):
    chat = GrokSession(grok)
    for number in range(1100):
        chat.synthetic("tick", "scheduler_fired", number * 2 + 1)
    for number in range(4):
        chat.prompt(f"prompt {number}", chat=False)
    refresh(Grok(grok))
    chat.prompt("prompt 4", chat=False)
    refresh(Grok(grok))
    assert texts(index) == ["prompt 0", "prompt 2", "prompt 4"]
    assert len(index._db.execute("SELECT mark FROM unit").fetchone()[0]) < 1000


def test_reading_changes_nothing_in_the_agents_folder(grok, index, refresh):
    """R72."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    before = tree(grok)
    refresh(Grok(grok))
    refresh(Grok(grok), full=True)
    assert tree(grok) == before


def test_a_second_refresh_reads_nothing(grok, index, refresh):
    GrokSession(grok).prompt("Plant the walnut tree.")
    assert refresh(Grok(grok)).agents["grok"].read == 1
    assert refresh(Grok(grok)).agents["grok"].read == 0


def test_an_agent_that_was_never_used_is_no_trouble(grok, index, refresh):
    """R70."""
    report = refresh(Grok(grok))
    assert report.agents["grok"].trouble == ""
    assert texts(index) == []
