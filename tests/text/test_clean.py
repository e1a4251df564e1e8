"""What is left of a stored message: the words that a person typed, and nothing else."""

import time

import pytest
from agent_si.vendor.text import wrappers
from agent_si.vendor.text.clean import CLEANER, said, tidy, typed
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = "we will rent the old mill"
FOREIGN = "the heron nests in March"  # never typed by the person in any of these tests
MEMORY, END = "<memory-context>", "</memory-context>"

SINGLE = (
    '[IMPORTANT: The user has invoked the "bake" skill, indicating they want you to follow its '
    "instructions. The full skill content is loaded below.]\n\n# Bake\n"
    f"{FOREIGN}\n\n[Skill directory: /home/mia/skills/bake]\nResolve any relative paths, then run "
    "them with the terminal tool using the absolute path.\n\n"
    "[This skill has supporting files (paths relative to the skill directory above):]\n- a.md\n"
    '\nLoad any of these with skill_view(name="bake", file_path="<path>").'
)
ASKED = "The user has provided the following instruction alongside the skill invocation: "
BUNDLE = (
    '[IMPORTANT: The user has invoked the "day" skill bundle, loading 2 skills together. Treat '
    "every skill below as active guidance for this turn.]\n\nBundle: day\nSkills loaded: a, b"
)
MEMBER = (
    f'\n\n[Loaded as part of the "day" skill bundle.]\n\n{FOREIGN}\nUser instruction: {FOREIGN}'
)
LOADED = SINGLE.replace('user has invoked the "bake" skill', '"bake" skill is auto-loaded')
LOADED = LOADED.replace("The \"bake\" skill is auto-loaded, indicating they want you to follow its "
                        "instructions. The", 'The "bake" skill is auto-loaded. The')  # fmt: skip
LOOK = "[If you need a closer look, use vision_analyze with image_url: /tmp/a[1].png ~]"

KEPT = {
    "plain": WORDS,
    "a block in front": f"{MEMORY}\n{FOREIGN}\n{END}\n\n{WORDS}",
    "a block behind": f"{WORDS}\n\n{MEMORY}\n[System note: {FOREIGN}]\n{END}",
    "a block that never ends": f"{WORDS}\n\n{MEMORY}\n{FOREIGN}",
    "a block that never ends, inside a line": f"{WORDS} {MEMORY}{FOREIGN}",
    "a block closed from inside": f"{WORDS}\n{MEMORY}x{END}{FOREIGN}\n{END}",
    "nested blocks": f"{WORDS}\n{MEMORY}{MEMORY}{FOREIGN}{END}{FOREIGN}{END}",
    "a block in capitals and blanks": f"{WORDS}\n< Memory-Context >{FOREIGN}</ MEMORY-CONTEXT >",
    "a reminder": f"<system-reminder>{FOREIGN}</system-reminder>\n{WORDS}",
    "nested reminders": (
        f"<system-reminder><system-reminder>{FOREIGN}</system-reminder>{FOREIGN}"
        f"</system-reminder>{WORDS}"
    ),
    "a reminder that never ends": f"{WORDS}\n<system-reminder>\n{FOREIGN}",
    "a stray end tag": f"</system-reminder>{WORDS}{END}",
    "a note of the host": f"[System note: {FOREIGN} [twice].]\n\n{WORDS}",
    "several notes": f"[Note: {FOREIGN}]\n[System note: {FOREIGN}]\n\n{WORDS}",
    "an answer to a message": f'[Replying to: "{FOREIGN}"]\n\n{WORDS}',
    "an answer to oneself": f'[Replying to your previous message: "{FOREIGN}"]\n\n{WORDS}',
    "an answer that closes early": f'[Replying to: "x"]\n\n{FOREIGN}"]\n\n{WORDS}',
    "a quoted message": f"[Quoted message]:\n{FOREIGN}\n\n{FOREIGN}\n\n{WORDS}",
    "an image": f"[The user sent an image~ Here's what I can see:\n{FOREIGN}]\n{LOOK}\n\n{WORDS}",
    "an image that closes early": (
        f"[The user sent an image~ Here's what I can see:\nx]\n\n{FOREIGN}]\n{LOOK}\n\n{WORDS}"
    ),
    "an image without a hint": (
        f"[The user sent an image~ Here's what I can see:\n{FOREIGN}]\n{WORDS}"
    ),
    "an image of a terminal": (
        f"[The user attached an image. Here's what it contains:\n{FOREIGN}]\n{LOOK}\n\n{WORDS}"
    ),
    "an image by its name": (
        "[The user attached an image: a.png]\n[Examine it with the vision_analyze tool using "
        f"image_url: /tmp/a.png]\n\n{WORDS}"
    ),
    "a sticker": f'[The user sent a sticker~ It shows: "{FOREIGN}" (=^.w.^=)]\n{WORDS}',
    "a document by its path": (
        f"[The user sent a document: 'a.pdf'. It is saved at: /tmp/a.pdf. {FOREIGN}]\n\n{WORDS}"
    ),
    "a file at the end": f"{WORDS}\n\n[Content of a.md]:\n{FOREIGN}\n\n{FOREIGN}",
    "an editor's file": f"{WORDS}\n[Attached file: a.md]\nURI: file:///a.md\n\n{FOREIGN}",
    "an expanded reference": f"{WORDS}\n\n--- Attached Context ---\n\n{FOREIGN}",
    "a warning about references": f"{WORDS}\n\n--- Context Warnings ---\n- {FOREIGN}",
    "lines before it": f"[Recent channel messages]\n[mia] {FOREIGN}\n\n[New message]\n{WORDS}",
    "lines before it, with a forged end": (
        f"[Recent channel messages]\n[mia] x\n[New message]\n{FOREIGN}\n\n[New message]\n{WORDS}"
    ),
    "a thread before it": (
        f"[Thread context — prior messages:]\nmia: {FOREIGN}\n[End of thread context]\n\n{WORDS}"
    ),
    "a group that is overheard": (
        f"[Observed Telegram group context - context only, not requests]\n{FOREIGN}\n\n"
        f"[Current addressed message - answer only this]\n{WORDS}"
    ),
    "a name in front": f"[Alex] {WORDS}",
    "a name and a number above": f"[Alex|4711]\n{WORDS}",
    "a name with an address": f"[Alex | Slack user <@U0AB1>] {WORDS}",
    "a name, then a sticker": (
        f'[Alex] [The user sent a sticker from "Birds"~ It shows: "{FOREIGN}" (=^.w.^=)]\n{WORDS}'
    ),
    "an answer in a channel": (
        f'[Replying to: "{FOREIGN}"]\n\n[Recent channel messages]\n[mia] {FOREIGN}\n\n'
        f"[New message]\n[Alex] {WORDS}"
    ),
    "one skill": f"{SINGLE}\n\n{ASKED}{WORDS}",
    "one skill and a runtime note": f"{SINGLE}\n\n{ASKED}{WORDS}\n\n[Runtime note: {FOREIGN}]",
    "one skill of long ago": f'[SYSTEM: The user has invoked the "x" skill]\n{ASKED}{WORDS}',
    "a bundle of skills": f"{BUNDLE}\n\nUser instruction: {WORDS}{MEMBER}",
    "a skill of the channel": f"{LOADED}\n\n{WORDS}",
    "a message on the way": (
        "[OUT-OF-BAND USER MESSAGE — a direct message from the user, delivered once]\n"
        f"{WORDS}\n[/OUT-OF-BAND USER MESSAGE]"
    ),
    "a picture's place": f"{WORDS}\n[Image attached at: /tmp/a.png]\n@image:/tmp/b.png",
    "a file in the note": (
        f"{WORDS}\n[The user sent a text document: 'a.md'. Its content has been included below.]\n"
        f"{FOREIGN}\n\n{FOREIGN}"
    ),
    "a count of pictures": f"[1 image] {WORDS}",
}
NOTHING = {
    "a block only": f"{MEMORY}{FOREIGN}{END}",
    "recalled memory": f"[System note: The following is recalled memory context]\n{FOREIGN}",
    "a summary": f"[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\n{FOREIGN}",
    "an old summary": f"[CONTEXT SUMMARY]: {FOREIGN}",
    "prior context": f"[PRIOR CONTEXT — for reference only]\n{FOREIGN}",
    "a scheduled job": f"[IMPORTANT: You are running as a scheduled cron job.]\n\n{FOREIGN}",
    "a job's answer": f"Cronjob Response: morning\n{FOREIGN}",
    "a background process": f"[IMPORTANT: Background process 7 finished.\nOutput: x]\n{FOREIGN}",
    "servers": f"[IMPORTANT: MCP servers have been reloaded. {FOREIGN}]",
    "another agent's message": f"Message from {chr(0x1F916)} Scribe (@scribe): {FOREIGN}",
    "a delegation": f"[ASYNC DELEGATION COMPLETE — d1]\n{FOREIGN}",
    "a goal": f"[Continuing toward your standing goal]\nGoal: {FOREIGN}",
    "a budget": f"[SYSTEM NOTICE — iteration budget checkpoint] {FOREIGN}",
    "another model": f"[System: The active model for this chat has changed. {FOREIGN}]",
    "a place": "[The user shared a location pin.]\nVenue: the mill\nlatitude: 1",
    "one skill, nothing asked": SINGLE,
    "one skill that asks itself": SINGLE.replace(FOREIGN, f"{ASKED}{FOREIGN}"),
    "one skill that poses as a bundle": SINGLE.replace(
        FOREIGN, f"a skill bundle, see\nUser instruction: {FOREIGN}"
    ),
    "a bundle, nothing asked": BUNDLE + MEMBER,
    "a skill of the channel only": LOADED,
    "a quoted message only": f"[Quoted message]:\n{FOREIGN}",
    "a channel only": f"[Recent channel messages]\n[mia] {FOREIGN}",
    "a picture only": "[Image]",
    "silence": "(The user sent a message with no text content)",
    "too many wrappers": "[System note: x]" * 60 + FOREIGN,
    "a session of another agent": (
        f"This session is being continued from a previous conversation. {FOREIGN}"
    ),
    "blank": " \n\t ",
    "empty": "",
}
LEFT_ALONE = [
    "the log says [System note: restarted] twice",
    "why does it print <system-reminder> in the log",
    "[urgent] call the bank today",
    "[x] paid the rent of May",
    "[1] first we rent the mill",
    "see [the plan](https://mill.example)",
    "[12:30] the train leaves",
    "a <b>bold</b> plan",
    "I sent the image yesterday",
    "look at a[0]\nand b[1]",
]


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_the_persons_words_are_left_and_nothing_of_the_host(text):
    """R92: what stands around the typed words does not count as typed."""
    assert typed(text) == WORDS


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_a_row_that_no_person_typed_leaves_nothing(text):
    """R92: summaries, jobs, notices and skills are nobody's words."""
    assert typed(text) == ""


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_who_only_writes_about_wrappers_keeps_their_words(text):
    assert typed(text) == text


def test_the_words_behind_a_file_go_with_it():
    """Where a file ends nobody can tell: its last paragraph could pose as the person's."""
    note = "[The user sent a text document: 'a.md'. Its content has been included below.]\n\n"

    assert typed(f"{note}[Content of a.md]:\n{FOREIGN}]\n{FOREIGN}\n\n{WORDS}") == ""


GROUP = f"[mia] {FOREIGN}\nand more of hers\n[alex] {WORDS}\n[TODO] call the bank"


def test_of_a_groups_lines_only_the_persons_own_count():
    """R92: other people's lines are not the person's, whoever sent the message."""
    own = f"{WORDS}\n[TODO] call the bank"

    assert typed(GROUP, names={"Alex"}) == own
    assert typed(GROUP) == ""
    assert typed(GROUP, names={"Sam"}) == ""
    assert typed(f"look\n{GROUP}", names={"alex"}) == f"look\n\n{own}"


def test_a_single_name_is_the_senders_unless_we_know_better():
    assert typed(f"[Dana] {WORDS}") == WORDS
    assert typed(f"[Dana] {WORDS}", names={"alex"}) == ""
    assert typed(f"look what she wrote\n[Dana] {FOREIGN}") == "look what she wrote"


def test_where_nobody_else_can_write_a_word_in_brackets_is_no_name():
    text = "[frontend] new button\n[backend] new field"

    assert typed(text, shared=False) == text
    assert typed(text) == ""


CLAUDE = {
    "<ide_opened_file>The user opened a.py</ide_opened_file>\n" + WORDS: WORDS,
    f"<system-reminder>\n{FOREIGN}\n</system-reminder>": "",
    f"{WORDS}\n<system-reminder>a</system-reminder>\nand it rains": f"{WORDS}\n\nand it rains",
    f"<local-command-caveat>{FOREIGN}</local-command-caveat>": "",
    f"<local-command-stdout>{FOREIGN}</local-command-stdout>": "",
    "<command-name>/mcp</command-name>\n  <command-args></command-args>": "",
    f"<command-message>pr</command-message>\n<command-args>{WORDS}</command-args>": WORDS,
    f"<bash-stdout><command-args>{FOREIGN}</command-args></bash-stdout>": "",
    f"<bash-input> {FOREIGN}</bash-input>": "",
    f"<task-notification>\n<task-id>1</task-id>{FOREIGN}": "",
    f'<teammate-message teammate_id="a">\n{FOREIGN}': "",
    "[Request interrupted by user for tool use]": "",
    f"This session is being continued from a previous conversation. {FOREIGN}": "",
    f"Implement the following plan:\n\n{FOREIGN}": "",
    f"[Dana] {WORDS}": f"[Dana] {WORDS}",
}
CODEX = {
    f"<environment_context>\n{FOREIGN}\n</environment_context>": "",
    f" <USER_INSTRUCTIONS>\n{FOREIGN}": "",
    f"# AGENTS.md instructions for /home/mia\n\n{FOREIGN}": "",
    f"<turn_aborted>\n{FOREIGN}": "",
    f"<permissions instructions>\n{FOREIGN}": "",
    f"Another language model started to solve this problem and {FOREIGN}": "",
    f'<image name="a">\n{WORDS}\n</image>': WORDS,
    f"# Context from my IDE setup:\n\n{FOREIGN}\n\n## My request for Codex:\n{WORDS}": WORDS,
    f"# Context from my IDE setup:\n## My request:\n{FOREIGN}\n## My request:\n{WORDS}": WORDS,
    f"# Files mentioned by the user:\n\n## {FOREIGN}: a.png": "",
    f"{WORDS}\n## My request:\n{WORDS}": f"{WORDS}\n## My request:\n{WORDS}",
    f"{WORDS} in <environment_context>": f"{WORDS} in <environment_context>",
}
GROK = {
    f"<user_info>\n{FOREIGN}\n</user_info>": "",
    f"<user_info>{FOREIGN}</user_info>\n<user_query>\n{WORDS}\n</user_query>": WORDS,
    f"<user_query>{WORDS}": WORDS,
    f"I executed a terminal command:\n{FOREIGN}": "",
    f"<system-reminder>{FOREIGN}</system-reminder>{WORDS}": WORDS,
}
OTHERS = [
    *(("claude", text, left) for text, left in CLAUDE.items()),
    *(("codex", text, left) for text, left in CODEX.items()),
    *(("grok", text, left) for text, left in GROK.items()),
]


@pytest.mark.parametrize(("agent", "text", "left"), OTHERS)
def test_each_agent_has_wrappers_of_its_own(agent, text, left):
    """R29: the histories of other agents hold what people typed."""
    assert typed(text, agent) == left


def test_an_agent_is_known_by_the_beginning_of_its_name():
    text = f"<command-message>pr</command-message>{FOREIGN}"

    assert typed(text, "claude_code") == typed(text, "Claude-Code") == ""
    assert typed(text, "somebody else") == text


def test_an_answer_loses_recalled_memories_and_summaries_only():
    assert said(f"{WORDS}\n{MEMORY}{FOREIGN}{END}") == WORDS
    assert said(f"[CONTEXT COMPACTION — REFERENCE ONLY]\n{FOREIGN}") == ""
    assert said("[IMPORTANT: read the plan first]") == "[IMPORTANT: read the plan first]"
    assert said(f"[CONTEXT SUMMARY]: {WORDS}", "codex") == f"[CONTEXT SUMMARY]: {WORDS}"


def test_tidy_takes_out_what_nobody_sees_and_keeps_lines():
    unseen = "".join(map(chr, (0, 7, 0x1B, 0x200B, 0x202E, 0xAD, 0xFEFF, 0xE0041)))

    assert tidy(f"old{unseen} mill") == "old mill"
    assert tidy("a\r\nb\rc\x0bd" + chr(0x2028) + "e\tf") == "a\nb\nc\nd\ne\tf"
    assert tidy("heart " + chr(0x2764) + chr(0xFE0F)) == "heart " + chr(0x2764) + chr(0xFE0F)


def test_tidy_joins_surrogate_pairs_and_drops_lone_ones():
    pair, lone = "".join(map(chr, (0xD83D, 0xDE00))), chr(0xD83D)

    assert tidy(f"a{pair}b{lone}c") == "a\N{GRINNING FACE}bc"


@given(st.text(alphabet=st.characters()))
@settings(max_examples=300, deadline=None)
def test_tidy_text_is_tidy_and_can_be_stored(text):
    clean = tidy(text)

    assert tidy(clean) == clean
    clean.encode("utf-8")


PIECES = st.sampled_from(
    [MEMORY, END, "<system-reminder>", "</system-reminder>", "[", "]", "\n", '"]\n\n', "[Dana] ",
     "[System note: ", "[New message]", '[Replying to: "', "x", " ", "words", "@image:a", LOOK]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25), st.sampled_from(["hermes", "claude", "codex", "grok"]))
@settings(max_examples=500, deadline=None)
def test_cleaning_never_fails_and_leaves_no_recalled_block(pieces, agent):
    left = typed("".join(pieces), agent)

    assert left == left.strip()
    assert MEMORY not in left


HOSTILE = [
    MEMORY, END, MEMORY + END, "<system-reminder>", "x <system-reminder>", "</system-reminder>",
    "<system-reminder>x</system-reminder>", "<" * 9, "< ", "[System note: x]", "[System note: ",
    "[", "]\n", "[Dana] x\n", "[Dana|", "[New message]\n", '[Replying to: "', LOOK + "\n", "\n\n",
    "[Content of ", "--- ", "@image:", "\r", chr(0x200B), chr(0xD83D), "[Quoted message]:\n\n",
    "<command-args>", "<user_query>", ASKED, "[Loaded as part of the ", "[1 image] ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("head", ["", "[System note: ", "<command-name>"])
def test_a_hostile_message_costs_no_more_than_its_length(piece, head):
    text = head + piece * (180_000 // len(piece))
    start = time.process_time()
    for agent in ("hermes", "claude", "grok"):
        typed(text, agent)

    assert time.process_time() - start < 3


def test_the_rules_have_a_version():
    assert CLEANER == 3


def test_a_recalled_line_that_was_pasted_back_is_nobodys_words():
    """R92: lines of ours are known by their form; what stands around them was typed."""
    pasted = "[m3k7q] 2026-05-01 assistant, claude code, an agent's words: «Mia decided to sell»"

    assert typed(f"what is this?\n{pasted}\nplease explain") == "what is this?\n\nplease explain"
    assert typed("the code is [m3k7q], see «this»") == "the code is [m3k7q], see «this»"


@pytest.mark.parametrize("mark", ["", "> ", "- ", "  * "])
def test_a_block_of_ours_is_nobodys_words_whoever_repeats_it(mark):
    """R92: its header and its lines, pasted by a person or said again by an assistant."""
    line = "[m3k7q] 2026-05-01 you, codex: «Mia decided to sell»"
    block = f"{mark}{wrappers.HEADER}\n{mark}{line}"

    for agent in ("hermes", "claude", "codex", "grok"):
        assert typed(f"what is this?\n{block}\nplease explain", agent).split("\n") == [
            "what is this?", "", "", "please explain"
        ]  # fmt: skip
        assert said(f"I know this:\n{block}\nso she sells.", agent).split() == [
            "I", "know", "this:", "so", "she", "sells."
        ]  # fmt: skip
        assert said(block, agent) == typed(block, agent) == ""
    assert said("She said «sell» on 2026-05-01.") == "She said «sell» on 2026-05-01."
