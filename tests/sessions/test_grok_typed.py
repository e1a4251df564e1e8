"""What Grok's terminal tool typed into other agents, and what other agents typed into Grok."""

import json

import pytest
from agent_si.vendor.sessions import grok_calls, machine_typed
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.sessions.adapters.hermes import Hermes
from grok_fixtures import BEGAN, SECOND, GrokSession
from index_views import reads_alone, texts
from session_fixtures import HermesState

WORDS = "I decided that the Brisbane lease moves on 14 March"


@pytest.fixture
def state(hermes):
    """An open state.db, at the time of the sessions."""
    state = HermesState(hermes / "state.db")
    state.now = BEGAN / 1000
    yield state
    state.close()


@pytest.fixture
def both(hermes, grok):
    """The adapters of both histories, in the order in which they are read."""
    return lambda: (Hermes(hermes), Grok(grok))


def at(chat, state):
    """Both histories go on from the later of their moments."""
    later = max(BEGAN / 1000 + chat.seconds, state.now)
    chat.seconds, state.now = int(later - BEGAN / 1000) + 1, later


def working(grok, **where):
    """A person asks Grok for something."""
    chat = GrokSession(grok, **where)
    chat.prompt("please see to the lease while I am away")
    return chat


def typed_into_hermes(chat, state, given, *, inner="inner", **tool):
    """Grok runs a command; while it runs, a conversation of Hermes holds the words."""
    at(chat, state)
    chat.begins(given, **tool)
    at(chat, state)
    state.session(inner)
    state.turn(inner, WORDS, "Noted by the inner one.")
    at(chat, state)
    chat.ends()
    chat.answer("It is done.")
    at(chat, state)


@pytest.mark.parametrize(
    "command",
    [
        f'hermes chat -q "{WORDS}"',
        f"printf '%s' '{WORDS}' | hermes",
        f"cd /work && env -i HOME=$HOME hermes -z '{WORDS}'",
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_hermes_conversation_that_grok_began_is_nobodys(
    grok, state, index, refresh, both, command, turned
):
    """R71: whichever history is read first."""
    typed_into_hermes(working(grok), state, command)
    state.session("mine")
    state.turn("mine", "The crane is mine to paint.", "Noted.")
    refresh(*reversed(both())) if turned else refresh(*both())
    assert WORDS not in texts(index)
    assert "Noted by the inner one." not in texts(index)
    assert "The crane is mine to paint." in texts(index)
    assert "It is done." in texts(index)
    assert reads_alone(index, refresh, *both())


@pytest.mark.parametrize("summary", [{"session_kind": "subagent"}, {"session_kind": "headless"}])
def test_what_a_side_agent_ran_counts_and_none_of_its_words_are_kept(
    grok, state, index, refresh, both, summary
):
    """R71."""
    typed_into_hermes(working(grok, **summary), state, f'hermes chat -q "{WORDS}"')
    refresh(*both())
    assert texts(index) == []


def test_a_script_that_grok_wrote_and_ran_counts_too(grok, state, index, refresh, both):
    """R71: the words stand in another call of that session, whatever the tool is called."""
    chat = working(grok)
    script = {"file_path": "/work/say.sh", "contents": f"hermes chat -q '{WORDS}'"}
    chat.begins(script, name="search_replace", kind="edit")
    chat.ends()
    typed_into_hermes(chat, state, "sh /work/say.sh")
    refresh(*both())
    assert WORDS not in texts(index)


def test_a_command_that_goes_on_in_the_background_is_still_running(
    grok, state, index, refresh, both
):
    """R71: its result came before the conversation."""
    chat = working(grok)
    at(chat, state)
    chat.begins({"command": f'hermes chat -q "{WORDS}"', "is_background": True})
    chat.ends()
    at(chat, state)
    state.tick(30)
    state.session("inner")
    state.turn("inner", WORDS, "Noted by the inner one.")
    refresh(*both())
    assert WORDS not in texts(index)


def test_a_person_who_says_what_a_finished_command_said_stays(grok, state, index, refresh, both):
    """R71."""
    chat = working(grok)
    at(chat, state)
    chat.begins(f'hermes chat -q "{WORDS}"')
    chat.ends()
    at(chat, state)
    state.tick(60)
    state.session("mine")
    state.turn("mine", WORDS, "I see.")
    refresh(*both())
    assert WORDS in texts(index)


def test_evidence_that_is_written_later_takes_out_what_was_indexed(
    grok, state, index, refresh, both
):
    """R71."""
    chat = working(grok)
    at(chat, state)
    moment = chat.seconds
    state.session("inner")
    state.turn("inner", WORDS, "Noted.")
    refresh(*both())
    assert WORDS in texts(index)
    chat.seconds = moment - 8
    chat.begins(f'hermes chat -q "{WORDS}"')
    chat.seconds += 60
    chat.ends()
    refresh(*both())
    assert WORDS not in texts(index)


@pytest.mark.parametrize("outer", ["hermes", "grok"])
def test_a_grok_session_that_an_agents_command_began_is_nobodys(
    grok, state, index, refresh, both, outer
):
    """R71: in a release that marks no headless run; its answers go with it."""
    command = f'grok -p "{WORDS}"'
    inner = GrokSession(grok, SECOND)
    if outer == "grok":
        chat = working(grok)
        at(chat, state)
        chat.begins(command)
    else:
        chat = None
        state.session("outer")
        state.say("outer", "user", "please see to it")
        function = {"name": "terminal", "arguments": json.dumps({"command": command})}
        calls = json.dumps([{"id": "call_1", "type": "function", "function": function}])
        state.say("outer", "assistant", "", tool_calls=calls)
    at(inner, state)
    inner.prompt(WORDS)
    inner.answer("Noted by the inner one.")
    inner.done()
    refresh(*both())
    inner.answer("And once more by the inner one.")
    inner.done()
    if chat is None:
        state.say("outer", "tool", "done", tool_call_id="call_1", tool_name="terminal")
    else:
        chat.seconds = inner.seconds
        chat.ends()
    refresh(*both())
    assert [text for text in texts(index) if text == WORDS or "inner one" in text] == []
    skipped = index._db.execute("SELECT skipped FROM unit WHERE name = ?", (SECOND,)).fetchone()[0]
    assert json.loads(skipped)[machine_typed.REASON] == 1
    inner.seconds += 3600
    inner.prompt("The crane is mine to paint.")
    inner.answer("Which colour?")
    refresh(*both())
    assert {"The crane is mine to paint.", "Which colour?"} < set(texts(index))
    assert reads_alone(index, refresh, *both())


# -- the calls themselves -------------------------------------------------------------------------


def test_a_call_is_one_though_it_is_written_three_times(grok):
    chat = working(grok)
    chat.tool("hermes -z 'go on'", "output")
    chat.begins("hermes -z 'and on'")
    calls = grok_calls.calls_in(chat.updates.read_bytes().split(b"\n"))
    assert [call.text.splitlines()[0] for call in calls] == [
        "hermes -z 'go on'",
        "hermes -z 'and on'",
    ]
    assert [call.tool for call in calls] == ["run_terminal_command"] * 2
    first, second = calls
    assert first.over - first.at == 14
    assert second.over is None
    assert (first.is_runner, first.invokes) == (True, True)


def test_the_calls_between_two_moments_are_those_of_the_files_written_since(grok, tmp_path):
    chat = working(grok)
    chat.tool("hermes -z 'first'")
    moment = BEGAN / 1000 + chat.seconds
    chat.tool("hermes -z 'second'")
    (grok / "sessions" / "stray").write_text("no folder", encoding="utf-8")
    calls = grok_calls.calls_between(grok, moment, moment + 3600)
    assert [call.text.splitlines()[0] for call in calls] == ["hermes -z 'second'"]
    assert grok_calls.calls_between(tmp_path / "nowhere", 0.0, moment) == []
    assert grok_calls.calls_between(grok, 1e12, 2e12) == []


@pytest.mark.parametrize(
    "line",
    [
        b'"tool_call',
        b'{"tool_call": 1}',
        b'{"method": 1, "params": [], "tool_call": 1}',
        b'{"params": {"update": {"sessionUpdate": "tool_call", "rawInput": []}}}',
        b'{"update": {"sessionUpdate": "tool_call", "rawInput": {"command": ["ls", 3, null]}}}',
        b'["tool_call"]',
        b'\xff"tool_call\xfe',
    ],
)
def test_no_line_is_too_odd_to_look_for_calls_in(line):
    assert len(grok_calls.calls_in([line])) <= 1
