"""Words that an agent's command typed: out of the gate and out of the index, a person's stay."""

import json
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import machine_typed, tool_calls
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.machine_typed import STRONG, WEAK, evidence_in
from agent_si.vendor.sessions.running import read_running
from index_views import everything, texts
from session_fixtures import RELEASES, HermesState

WORDS = "I decided that the Brisbane lease moves on 14 March"


@pytest.fixture(params=["0.19", "0.22"])
def state(request, hermes):
    """An open state.db of both hosts in turn."""
    state = HermesState(hermes / "state.db", release=request.param)
    yield state
    state.close()


def runs(state, session, *commands, tool="terminal", done=True, **more):
    """The assistant calls tools, each of which has its result unless it is still running."""
    calls = []
    for number, command in enumerate(commands):
        given = command if isinstance(command, dict) else {"command": command, **more}
        function = {"name": tool, "arguments": json.dumps(given)}
        calls.append({"id": f"call_{number}", "type": "function", "function": function})
    row = state.say(session, "assistant", "", tool_calls=json.dumps(calls))
    if done:
        for number in range(len(commands)):
            state.say(session, "tool", "{}", tool_call_id=f"call_{number}", tool_name=tool)
    return row


def ends(state, session):
    """The command that was running has its result, and the model speaks again."""
    state.say(session, "tool", "{}", tool_call_id="call_0", tool_name="terminal")
    state.say(session, "assistant", "Done.")


def found(state, session):
    """What is known of the newest message that a session holds."""
    message = read_running(state.path, session).typed[-1]
    return evidence_in(state.path, message.said)


def nested(state, text, command, *, outer="", **how):
    """While an agent runs `command`, a new conversation holds `text`; what is known of that."""
    talk = outer or state.session("outer")
    state.say(talk, "user", "please do what we talked about")
    runs(state, talk, command, done=False, **how)
    state.session("inner")
    state.turn("inner", text, "Ok.")
    known = found(state, "inner")
    ends(state, talk)
    return known


@pytest.mark.parametrize(
    "command",
    [
        f'hermes chat -q "{WORDS}"',
        f"hermes -z '{WORDS}'",
        f"hermes chat --query='{WORDS}' --resume 20261130_1 -Q",
        f'/opt/venv/bin/hermes chat -q "{WORDS}"',
        f'env -u HERMES_SESSION_ID -u AI_AGENT hermes chat -q "{WORDS}"',
        f'env -i PATH="$PATH" HOME="$HOME" hermes chat -q "{WORDS}"',
        f"script -qec 'hermes chat -q \"{WORDS}\"' /dev/null",
        f'tmux new-session -d hermes; tmux send-keys "{WORDS}" Enter',
        f'H=hermes; $H chat -q "{WORDS}"',
        f'W="{WORDS}"; hermes chat -q "$W"',
        f'echo "{WORDS}" | hermes',
        f"hermes <<EOF\n{WORDS}\nEOF",
        f'python3 -c \'import subprocess as s; s.run(["hermes", "chat", "-q", "{WORDS}"])\'',
        f"python -m hermes_cli.main chat -q '{WORDS}'",
        f"claude -p \"run this: hermes chat -q '{WORDS}'\"",
        f"hermes chat -q '{WORDS.replace(' ', chr(92) + chr(10) + ' ')}'",
    ],
)
def test_the_words_of_an_agents_command_line_are_a_machines(state, command):
    """R41: by whatever detour the command takes them, as long as they stand in the call."""
    assert nested(state, WORDS, command) == STRONG


def test_words_from_a_file_that_was_written_for_the_command_are_a_machines(state):
    """R41: a script, and a text that the command line reads."""
    script = {"path": "say.sh", "content": f"#!/bin/sh\nhermes chat -q '{WORDS}'\n"}
    state.session("outer")
    runs(state, "outer", script, tool="write_file")
    assert nested(state, WORDS, "sh say.sh", outer="outer") == STRONG
    state.session("other")
    runs(
        state,
        "other",
        {"path": "w.txt", "content": "we sold the old crane to Dana Reyes"},
        tool="write_file",
    )
    runs(state, "other", 'hermes chat -q "$(cat w.txt)"', done=False)
    state.session("third")
    state.turn("third", "We sold the old crane to Dana Reyes.", "Ok.")
    assert found(state, "third") == STRONG


@pytest.mark.parametrize("said", ["yes", "it changed"])
def test_a_short_answer_counts_as_a_machines_when_it_is_an_argument_of_the_command(state, said):
    assert nested(state, said, f'hermes chat -q "{said}" --resume abc') == STRONG


def test_a_word_that_a_command_line_merely_holds_does_not_make_an_answer_a_machines(state):
    assert nested(state, "yes", 'hermes chat -q "is that right? answer yes or no"') == ""


@pytest.mark.parametrize(
    "command",
    [
        "git commit -m 'fix: close the sluice gate before the night shift'",
        "cat notes.md # close the sluice gate before the night shift",
        "ls ~/.hermes/pastes # close the sluice gate before the night shift",
    ],
)
def test_a_mere_command_that_holds_the_words_is_weak_evidence(state, command):
    """It keeps a quote out, for the while; no message leaves the index for it."""
    assert nested(state, "Close the sluice gate before the night shift.", command) == WEAK


def test_a_person_who_repeats_what_a_finished_command_held_has_said_it(state):
    state.session("s1")
    state.say("s1", "user", "please commit this")
    runs(state, "s1", "git commit -m 'close the sluice gate before the night shift'")
    state.say("s1", "assistant", "Done.")
    state.turn("s1", "close the sluice gate before the night shift", "Ok.")
    assert found(state, "s1") == ""


def test_a_persons_own_one_shot_is_theirs(state):
    """R41: nothing stands before it."""
    state.session("s1", source="oneshot" if state.release == "0.22" else "cli")
    state.turn("s1", WORDS, "Ok.")
    message = read_running(state.path, "s1").typed[-1]
    assert message.principal
    assert evidence_in(state.path, message.said) == ""


def test_what_a_person_said_before_the_agent_used_it_is_theirs(state):
    state.session("s1")
    state.turn("s1", WORDS, "Ok.")
    runs(state, "s1", f'hermes chat -q "{WORDS}"')
    assert found(state, "s1") == ""


def test_an_hour_later_the_same_words_are_a_persons(state):
    state.session("outer")
    runs(state, "outer", f'hermes chat -q "{WORDS}"')
    state.tick(machine_typed.WINDOW)
    state.session("later")
    state.turn("later", WORDS, "Ok.")
    assert found(state, "later") == ""


def test_a_command_that_goes_on_with_its_own_conversation_is_seen(state):
    """R41 R48: `--resume` of the running session, to settle in the person's name."""
    state.session("s1")
    state.turn("s1", "When does the lease move?", "On the 14th or the 21st. Which one?")
    state.say("s1", "user", "let me think about it")
    runs(state, "s1", 'hermes chat -q "it changed, the 21st is right" --resume s1', done=False)
    state.say("s1", "user", "it changed, the 21st is right")
    assert found(state, "s1") == STRONG


def test_a_delegated_or_hidden_conversation_is_nobodys(state):
    """R41 R71."""
    state.session("s1", model_config=json.dumps({"_delegate_from": "s0"}))
    state.turn("s1", WORDS, "Ok.")
    state.session("s2", hidden=1)
    state.turn("s2", WORDS, "Ok.")
    assert not read_running(state.path, "s1").typed[0].principal
    assert read_running(state.path, "s2").typed[0].principal is (state.release == "0.19")


@pytest.mark.parametrize("release", RELEASES)
def test_the_call_is_found_in_the_tables_of_every_release(hermes, release):
    state = HermesState(hermes / "state.db", release=release)
    assert nested(state, WORDS, f'hermes chat -q "{WORDS}"') == STRONG
    state.close()


def test_a_person_who_repeats_what_a_finished_command_line_said_stays_in_the_index(
    state, hermes, index, refresh
):
    """R71."""
    state.session("s1")
    state.turn("s1", f"run hermes with the words: {WORDS}", "One moment.")
    runs(state, "s1", f'hermes chat -q "{WORDS}"')
    state.say("s1", "assistant", "It says hello.")
    state.turn("s1", WORDS, "Ok.")
    refresh(Hermes(hermes))
    assert WORDS in texts(index)


def test_arguments_that_were_cut_are_still_looked_through(state):
    long = f'hermes chat -q "{WORDS}"; ' + '# padding \\"x\\" ' * 8000
    assert nested(state, WORDS, long) == STRONG


def test_the_index_leaves_out_a_conversation_that_a_machine_began(state, hermes, index, refresh):
    """R71: and it says how many it left out."""
    nested(state, WORDS, f'hermes chat -q "{WORDS}"')
    state.session("mine")
    state.turn("mine", "The Brisbane lease is mine to sign.", "Noted.")
    refresh(Hermes(hermes))

    assert texts(index) == [
        "The Brisbane lease is mine to sign.", "Noted.",
        "please do what we talked about", "Done.",
    ]  # fmt: skip
    skipped = index._db.execute("SELECT skipped FROM unit WHERE name = 'inner'").fetchone()[0]
    assert json.loads(skipped) == {machine_typed.REASON: 1}


def test_a_conversation_that_a_machine_went_on_with_loses_what_it_typed(
    state, hermes, index, refresh
):
    """R71: read in one piece, or as it grows."""
    state.session("mine")
    state.turn("mine", "Which crane do we keep?", "The red one or the blue one.")
    refresh(Hermes(hermes))
    state.session("outer")
    runs(state, "outer", 'hermes chat -q "the red crane stays with us" --resume mine', done=False)
    state.turn("mine", "the red crane stays with us", "Noted.")
    ends(state, "outer")
    state.turn("mine", "No, the blue crane stays.", "Noted too.")
    refresh(Hermes(hermes))

    grown = everything(index)
    kept = [text for text in texts(index) if "stays" in text]
    assert kept == ["No, the blue crane stays."]
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(Hermes(hermes), full=True)
    assert everything(index) == grown


@pytest.mark.parametrize("before", [(), ("Which crane do we keep?",)])
def test_evidence_that_is_written_later_takes_out_what_was_indexed(
    state, hermes, index, refresh, before
):
    """R71: a host may write the row of a call after the conversation that it started."""
    state.session("outer")
    state.turn("outer", "please ask the other one", "One moment.")
    state.session("inner")
    for asked in before:
        state.turn("inner", asked, "The red one.")
    at = state.now
    state.turn("inner", WORDS, "Ok.")
    refresh(Hermes(hermes))
    assert WORDS in texts(index)

    row = runs(state, "outer", f'hermes chat -q "{WORDS}"')
    state.update("messages", row, timestamp=at)
    refresh(Hermes(hermes))
    assert WORDS not in texts(index)
    assert [text for text in texts(index) if text in before] == list(before)


def test_a_child_of_compression_goes_on_as_its_parent_began(state, hermes, index, refresh):
    nested(state, WORDS, f'hermes chat -q "{WORDS}"')
    state.turn("inner", "and the crane goes too", "Ok.")
    state.split("inner", "child")
    state.turn("child", "nothing else for today", "Ok.")
    refresh(Hermes(hermes))
    assert [text for text in texts(index) if "crane" in text or "today" in text] == []


def test_commands_of_ours_are_found_around_a_moment(state):
    """What `check` names: the place of the call, whatever its text holds."""
    state.session("s1")
    runs(state, "s1", "ls -l ~/work/agent-si/README.md")
    row = runs(state, "s1", "yes 1 | script -c 'hermes agent-si settle office.lease'")
    moment = state.now
    other = runs(state, "s1", "sqlite3 ~/.hermes/agent-si/brain/brain.db 'select 1'")
    state.tick(5000)
    runs(state, "s1", "hermes agent-si status")

    at = datetime.fromtimestamp(moment, UTC).isoformat()
    calls = tool_calls.commands_at(state.path, at, 120)
    assert [locator for locator, _ in calls] == [f"hermes:s1:{row}", f"hermes:s1:{other}"]
    assert "settle office.lease" in calls[0][1]
    assert tool_calls.commands_at(state.path.with_name("none.db"), at) == []


def test_a_hostile_call_is_looked_through_in_one_pass():
    """R41: the cost of a call does not grow faster than its length."""
    for piece in ("hermes ", '\\"', "tmux hermes -q '", "a|", "& ", '"'):
        text = piece * (tool_calls.CALL_CHARS // len(piece))
        call = tool_calls.Call(1, "s", 0.0, "terminal", text)
        assert call.invokes in (True, False)
        assert len(call.spoken) < 100_000
        assert call.detached in (True, False)
