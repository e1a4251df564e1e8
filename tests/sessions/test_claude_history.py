"""What a Claude Code transcript holds of a conversation, and what it only looks like."""

import json

import pytest
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.text import words
from index_views import texts, tree
from session_fixtures import ClaudeFile

OTHER = "5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0002"


def test_a_conversation_is_found_with_title_project_and_times(claude, index, refresh):
    """R29."""
    chat = ClaudeFile(claude)
    asked = chat.prompt("Why does the parser drop the trailing comma?")
    chat.tool("cat grammar.txt", "tool-output-marker")
    chat.answer("Because the grammar marks the comma as optional.")
    chat.title("Trailing comma")
    refresh(ClaudeCode(claude))

    hit = index.search(words.query("trailing comma in the parser"))[0]
    assert hit.locator == f"claude:{chat.session}:{asked}"
    assert (hit.role, hit.agent, hit.title) == ("user", "claude", "Trailing comma")
    assert (hit.project, hit.at) == ("/work/parser", "2026-05-01T00:00:07.000Z")
    assert not index.search(words.query("tool-output-marker"))


def test_the_words_beside_an_editors_note_are_the_persons(claude, index, refresh):
    chat = ClaudeFile(claude)
    note = "<ide_opened_file>The user opened editor-marker.py</ide_opened_file>"
    blocks = [{"type": "text", "text": note}, {"type": "text", "text": "Rename the walnut helper."}]
    chat.prompt(blocks)
    chat.prompt("<system-reminder>reminder-marker</system-reminder>Then run the walnut tests.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Rename the walnut helper.", "Then run the walnut tests."]


@pytest.mark.parametrize(
    "fields",
    [
        {"isSidechain": True},
        {"isMeta": True},
        {"isCompactSummary": True},
        {"isVisibleInTranscriptOnly": True},
        {"origin": {"kind": "task-notification"}},
        {"promptSource": "system"},
        {"entrypoint": "sdk-cli"},
        {"promptSource": "sdk"},
    ],
    ids=str,
)
def test_what_no_person_typed_is_left_out_and_counted(claude, index, refresh, fields):
    """R87."""
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.prompt("machine-marker words", **fields)
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree."]
    assert sum(index.stats()[0].skipped.values()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "<command-name>/clear</command-name>",
        "<local-command-stdout>done</local-command-stdout>",
        "<bash-input>ls</bash-input>",
        "[Request interrupted by user]",
        "This session is being continued from a previous conversation that ran out of context.",
    ],
)
def test_rows_that_the_program_writes_as_the_user_are_no_speech(claude, index, refresh, text):
    chat = ClaudeFile(claude)
    chat.prompt(text)
    chat.prompt("Plant the walnut tree.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree."]


def test_error_messages_and_empty_answers_are_no_speech(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.answer("API Error: overloaded", isApiErrorMessage=True)
    chat.answer("\n\n")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree."]


def test_record_types_that_are_not_known_are_skipped_and_counted(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.record("api-request-blob", {"role": "user", "content": "blob-marker"})
    chat.record("brand-new-type", {"role": "user", "content": "new-marker"})
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree."]
    assert index.stats()[0].skipped == {"unknown record": 1}


def test_several_records_of_one_answer_are_kept_in_order(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.answer("First the hole.")
    chat.tool("dig", "tool-output-marker")
    chat.answer("Then the water.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree.", "First the hole.", "Then the water."]


def test_a_prompt_that_was_taken_back_leaves_with_its_answers(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    before = chat.answer("Where should it stand?")
    chat.prompt("In the garden of the neighbours.")
    chat.answer("They have agreed.")
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 4
    chat.tip = before
    chat.prompt("Beside the well.")
    chat.answer("Good soil there.")
    refresh(ClaudeCode(claude))

    assert texts(index) == [
        "Plant the walnut tree.",
        "Where should it stand?",
        "Beside the well.",
        "Good soil there.",
    ]
    assert index.stats()[0].skipped == {"taken back": 2}


def test_tools_called_in_parallel_take_nothing_back(claude, index, refresh):
    chat = ClaudeFile(claude)
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("I look at the soil.")
    chat.tip = asked
    chat.answer("I look at the light.")
    chat.prompt("And the water?")
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 4


def test_a_prompt_in_a_tree_of_its_own_is_not_taken_back(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    chat.tip = None
    chat.prompt("Something else now: paint the shed.")
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 3


def test_a_conversation_goes_on_behind_a_compact_boundary(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    last = chat.answer("Done.")
    chat.tip = None
    chat.record("system", subtype="compact_boundary", logicalParentUuid=last)
    chat.prompt("summary-marker of what was said", isCompactSummary=True)
    chat.prompt("Now water it.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree.", "Done.", "Now water it."]


def test_a_fork_repeats_nothing_and_leads_to_the_first_copy(claude, index, refresh):
    chat = ClaudeFile(claude)
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    fork = chat.fork(OTHER)
    fork.prompt("Beside the well.")
    chat.prompt("In the meadow.")
    refresh(ClaudeCode(claude))

    assert len(texts(index)) == 4
    row = index.by_locator(f"claude:{OTHER}:{asked}")
    assert row.locator == f"claude:{chat.session}:{asked}"
    assert f"claude:{OTHER}:{asked}" in row.aliases
    forked = index.by_locator(f"claude:{OTHER}:{fork.tip}").session
    assert [m.text for m in index.messages(forked)] == [
        "Plant the walnut tree.",
        "Where should it stand?",
        "Beside the well.",
    ]


def test_when_the_first_copy_goes_the_next_one_takes_its_place(claude, index, refresh):
    chat = ClaudeFile(claude)
    asked = chat.prompt("Plant the walnut tree.")
    fork = chat.fork(OTHER)
    fork.prompt("Beside the well.")
    refresh(ClaudeCode(claude))
    chat.path.unlink()
    refresh(ClaudeCode(claude))

    row = index.by_locator(f"claude:{OTHER}:{asked}")
    assert (row.locator, row.aliases) == (f"claude:{OTHER}:{asked}", ())
    assert index.by_locator(f"claude:{chat.session}:{asked}") is None
    assert texts(index) == ["Plant the walnut tree.", "Beside the well."]


def test_sub_agents_files_are_no_sessions(claude, index, refresh):
    ClaudeFile(claude).prompt("Plant the walnut tree.")
    ClaudeFile(claude, session="agent-1a2b3c").prompt("subagent-marker flat")
    below = ClaudeFile(claude, project="-work-parser/subagents", session="agent-9")
    below.prompt("subagent-marker below")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree."]


def test_a_headless_run_is_no_session_and_its_answers_are_not_kept(claude, index, refresh):
    chat = ClaudeFile(claude, entrypoint="sdk-cli")
    chat.prompt("headless-marker question")
    chat.answer("headless-marker answer")
    refresh(ClaudeCode(claude))
    assert texts(index) == []
    assert index.stats()[0].sessions == 0


def test_of_a_session_that_a_program_continued_the_persons_part_is_kept(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where?")
    chat.prompt("headless-marker question", entrypoint="sdk-cli")
    chat.answer("headless-marker answer")
    chat.prompt("Beside the well.")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree.", "Where?", "Beside the well."]


def test_a_prompt_typed_while_the_agent_was_busy_is_kept(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.record(
        "attachment", attachment={"type": "queued_command", "prompt": "And the plum tree too."}
    )
    chat.record("attachment", attachment={"type": "queued_command", "prompt": "/clear"})
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree too."]


def test_a_title_is_the_persons_then_the_programs_then_the_first_prompt(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    refresh(ClaudeCode(claude))
    session = index.by_locator(f"claude:{chat.session}:{chat.tip}").session
    assert index.session(session).title == "Plant the walnut tree."
    chat.line({"type": "ai-title", "aiTitle": "Trees", "sessionId": chat.session})
    refresh(ClaudeCode(claude))
    assert index.session(session).title == "Trees"
    chat.title("Garden")
    chat.line({"type": "ai-title", "aiTitle": "Trees again", "sessionId": chat.session})
    refresh(ClaudeCode(claude))
    assert index.session(session).title == "Garden"


def test_a_summary_names_only_the_session_that_holds_its_last_record(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.line({"type": "summary", "summary": "Somebody else's", "leafUuid": "not-here"})
    chat.prompt("Plant the walnut tree.")
    session = f"claude:{chat.session}:{chat.tip}"
    refresh(ClaudeCode(claude))
    assert index.by_locator(session).title == "Plant the walnut tree."
    chat.line({"type": "summary", "summary": "Walnut", "leafUuid": chat.tip})
    refresh(ClaudeCode(claude))
    assert index.by_locator(session).title == "Walnut"


def test_broken_lines_cost_only_themselves(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.raw(b'{"type":"user","uuid":"torn","message":{"content":"half\n')
    chat.raw(b"\0" * 300 + b"\n")
    chat.raw(b"\xff\xfe not text at all\n")
    first, second = chat.path.read_bytes().splitlines()[0], json.dumps
    other = json.loads(first) | {"uuid": "11111111-2222-4333-8444-555555555555"}
    other["message"] = {"role": "user", "content": "Water it daily."}
    other["parentUuid"] = chat.tip
    chat.raw(first + second(other).encode() + b"\n")
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant the walnut tree.", "Water it daily."]


def test_a_last_line_without_its_newline_is_used_and_not_counted_twice(claude, index, refresh):
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    data = chat.path.read_bytes()
    chat.path.write_bytes(data[:-1])
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 2
    chat.path.write_bytes(data)
    chat.prompt("Beside the well.")
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 3


def test_reading_changes_nothing_in_the_agents_folder(claude, index, refresh):
    """R72."""
    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    before = tree(claude)
    refresh(ClaudeCode(claude))
    refresh(ClaudeCode(claude))
    assert tree(claude) == before


def test_an_agent_that_was_never_used_is_no_trouble(claude, index, refresh):
    """R70."""
    report = refresh(ClaudeCode(claude))
    assert report.added == 0
    assert texts(index) == []
