"""What a Grok Build session holds of a conversation, and what it only looks like."""

import json

import pytest
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.text import words
from grok_fixtures import FIRST, SECOND, GrokSession, at
from index_views import reads_alone, skipped, texts


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
    assert reads_alone(index, refresh, Grok(grok))


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
    assert reads_alone(index, refresh, Grok(grok))


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
    assert reads_alone(index, refresh, Grok(grok))


@pytest.mark.parametrize("turned", [False, True])
def test_a_number_that_was_given_twice_takes_no_prompt_of_a_person(grok, index, refresh, turned):
    """The program counts anew when a session is opened again; a note may bear a prompt's number."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.done()
    chat.synthetic("a note", "notification_drain", 0)
    refresh(Grok(grok))
    if turned:
        chat.synthetic("the watering ended", "task_completed", 1)
        refresh(Grok(grok))
    part = {"type": "text", "text": "And the plum tree."}
    chat.chat({"type": "user", "content": [part], "prompt_index": 1})
    refresh(Grok(grok))
    if not turned:
        chat.synthetic("the watering ended", "task_completed", 1)
    chat.prompt("And the plum tree.", chat=False)
    chat.done()
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree."]
    assert reads_alone(index, refresh, Grok(grok))


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
    assert reads_alone(index, refresh, Grok(grok))


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
    assert reads_alone(index, refresh, Grok(grok))


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
    assert reads_alone(index, refresh, Grok(grok))
