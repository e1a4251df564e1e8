"""Every road through the terminal UI, one conversation long: what was typed, and what was not.

| road | tried | becomes |
|---|---|---|
| a turn | the line typed | kept |
| a turn | a file's text, a tool's output | refused |
| the turn after | what the assistant said | refused |
| /undo | the line that was taken back | refused |
| /branch | the line typed before | kept, from the branch's own copy |
| /new | the line typed before; the recalled line | refused; it is recalled |
| /resume | the line typed there | kept |
| /compress | the line that was summarised; the summary | kept; refused |
| /skill | the words behind the name; the skill's text | kept; refused |
| Ctrl-C | the line whose answer was broken off | kept |
"""

import pytest
from host import Home
from host_stories import ROOT, config
from roads import BARGE, NOTE, WHEN, indexed_when, results, session_of, tried, typed, verdict
from scripted_model import ScriptedModel, say, tool

FILE = "the pelican ferry is sold in the autumn"
SAID = "I would paint the sluice door dark blue"
UNDONE = "the osprey tower opens late on sundays"
SUMMARY = "SCRIPTED SUMMARY of the earlier turns"
SKILL = "always carry two leads and a whistle"
WALK = "walk the brown dog at noon today"
BROKEN_OFF = "the lantern ship moors on the east pier"
LONG = "and so on " * 60


def prepared(host, model, root):
    """Alex's home with a skill and a file of somebody else's words."""
    home = Home(host, model, root)
    home.add(ROOT)
    config(home, principal="Alex", index_sessions=True)
    (home.cwd / "notes.txt").write_text(FILE + "\n", encoding="utf-8")
    skill = home.path / "skills" / "dogwalk"
    skill.mkdir(parents=True)
    head = "---\nname: dogwalk\ndescription: walks with dogs\n---\n"
    (skill / "SKILL.md").write_text(f"{head}# Dog walk\n{SKILL}\n", encoding="utf-8")
    return home


def sessions(home):
    """The ids of the conversations, oldest first."""
    return [ident for (ident,) in home.rows("SELECT id FROM sessions ORDER BY started_at")]


def walk(home, model, screen):
    """The conversation of the table above; (road, number of its first request) of each road."""
    roads = []

    def turn(road, line, *script):
        roads.append((road, len(model.asked)))
        typed(screen, model, line, *script, say("Very well."))

    read = tool("read_file", path=str(home.cwd / "notes.txt"))
    typed(screen, model, BARGE, read, tried(BARGE, FILE), say(f"{SAID}."))
    roads.append(("turn", 0))
    turn("turn after", f"listen, {UNDONE}", tried(SAID))
    screen.enter("/undo")
    turn("/undo", "tell me the tides of the week", tried(UNDONE))
    screen.enter("/branch")
    turn("/branch", "on the branch we go along", tried(BARGE))
    screen.enter("/new")
    turn("/new", WHEN, tried(BARGE, NOTE))
    screen.enter(f"/resume {sessions(home)[0]}")
    turn("/resume", "back in the first one", tried(BARGE))
    typed(screen, model, f"a long story {LONG}", say("more words " * 900))
    screen.enter("/compress")
    turn("/compress", "behind the summary we go on", tried(BARGE, SUMMARY))
    turn("/skill", f"/dogwalk {WALK}", tried(WALK, SKILL))
    broken_off(model, screen)
    turn("Ctrl-C", "where were we before that", tried(BROKEN_OFF))
    return roads


def broken_off(model, screen):
    """A line whose answer the person does not wait for."""
    before = len(model.asked)
    model.then(say("too late", delay=30))
    screen.type(BROKEN_OFF)
    screen.press("enter")
    screen.until(lambda: len(model.asked) > before)
    screen.press("ctrl-c")
    screen.quiet()


@pytest.fixture(scope="module")
def walked(host, tmp_path_factory):
    """(home, model, roads) after the whole conversation."""
    with ScriptedModel() as model:
        home = prepared(host, model, tmp_path_factory.mktemp("walked") / "home")
        with home.terminal("chat", "--cli") as screen:
            screen.ready()
            roads = walk(home, model, screen)
            screen.leave()
        return home, model, roads


def on(walked, road):
    """{quote: result} of one road, the first try of each."""
    _, model, roads = walked
    return dict(reversed(results(model, dict(roads)[road])))


@pytest.mark.parametrize(
    ("road", "words"),
    [
        ("turn", BARGE),
        ("/branch", BARGE),
        ("/resume", BARGE),
        ("/compress", BARGE),
        ("/skill", WALK),
        ("Ctrl-C", BROKEN_OFF),
    ],
)
def test_what_the_person_typed_is_kept_on_every_road(walked, road, words):
    """R41 R52 R92 PEERS 30 41 42 44: with its source in the conversation that runs."""
    home, _, _ = walked
    result = on(walked, road)[words]

    assert verdict(result) == "kept", result
    assert result["quote"] == words
    first, branch = sessions(home)[:2]
    assert session_of(result) == (branch if road == "/branch" else first)


@pytest.mark.parametrize(
    ("road", "words"),
    [
        ("turn", FILE),
        ("turn after", SAID),
        ("/undo", UNDONE),
        ("/new", BARGE),
        ("/new", NOTE),
        ("/compress", SUMMARY),
        ("/skill", SKILL),
    ],
)
def test_what_somebody_else_wrote_is_refused_on_every_road(walked, road, words):
    """R7 R52 R92; PEERS 25: a file, an answer, what was undone, recall, summary, skill."""
    assert verdict(on(walked, road)[words]) == "quote_not_found"


def test_a_new_conversation_recalls_what_the_old_one_kept(walked):
    """R18 R20; PEERS 42."""
    _, model, roads = walked
    asked = model.asked[dict(roads)["/new"]]

    assert BARGE in asked.injected


def test_the_index_gets_every_turn_once_and_none_that_was_taken_back(walked):
    """R29 R71; PEERS 28 51: branch, resume and compression copy rows, and copies count once."""
    home, _, _ = walked
    lines = (BARGE, WALK, BROKEN_OFF, WHEN, "behind the summary we go on")

    found = indexed_when(home, *lines)

    assert {line: found[line] for line in lines} == dict.fromkeys(lines, 1)
    assert found[f"{SAID}."] == 1
    strange = (UNDONE, FILE, SKILL, SUMMARY, "<memory-context>")
    assert not [text for text in found if any(words in text for words in strange)]


def test_search_reaches_what_compression_summarised(walked):
    """R38 PEERS 43."""
    home, _, _ = walked
    found = home.hermes("agent-si", "search", "heron barge quay", "--side", "sessions", "--json")

    assert BARGE in found.out
