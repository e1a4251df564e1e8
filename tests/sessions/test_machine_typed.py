"""Words that an agent's command typed: out of the gate and out of the index, a person's stay."""

import json
import time
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import call as call_of_a_tool
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
        f"hermes chat -q {WORDS.replace(' ', chr(92) + ' ')}",
        f'hermes chat -q "{WORDS.upper()}"',
        f'hermes chat -q "**{"   ".join(WORDS.split())}**"',
        f"hermes chat -q {WORDS[:10]!r}{WORDS[10:17]!r}{WORDS[17:]!r}",
        f"cat <<'EOF' | hermes chat\n{WORDS}\nEOF",
        f"printf '%s ' {WORDS} | hermes chat",
        f"printf '{WORDS[:14]}{chr(92)}n{WORDS[15:]}{chr(92)}n' | hermes",
        f"{{ echo -n '{WORDS[:15]}'; echo '{WORDS[15:]}'; }} | hermes",
        "; ".join(f"echo '{pair}' >> w" for pair in WORDS.split(" that ")) + "; hermes < w",
        "(echo I decided; echo that the; echo Brisbane lease; echo moves on 14; echo March)|hermes",
        f'A="{WORDS[:14]}"; B="{WORDS[15:]}"; hermes chat -q "$A $B"',
        f'python3 -c \'run(["hermes", "-z", "{WORDS[:15]}" + "{WORDS[15:]}"])\'',
        f'xargs -0 hermes chat -q <<< "{WORDS}"',
        f'curl -s localhost:8642/v1/responses -d \'{{"input": "{WORDS}"}}\'',
        f"sqlite3 ~/.hermes/state.db \"insert into m values ('{WORDS}')\"",  # noqa: S608
        "# " + "x y z " * 30_000 + f"\nhermes chat -q '{WORDS}'",
        f"hermes chat -q '{WORDS}'\n" + "# x y z " * 60_000,
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


@pytest.mark.parametrize(
    ("said", "command"),
    [
        (f"{WORDS} 1796071234", f'hermes chat -q "{WORDS} $(date +%s)"'),
        (f"{WORDS} and also the pier", f'hermes chat -q "{WORDS} and also $W"'),
        ("I decided that the lease of Brisbane on 14 March moves on to the pier",
         "D='on 14 March moves on to the pier'; hermes -z \"I decided that the lease of Q $D\""),
    ],
)  # fmt: skip
def test_words_that_the_command_adds_or_puts_in_hide_nothing(state, said, command):
    """R41: most of the message stands in an agent's command line that is running."""
    assert nested(state, said, command) == STRONG


@pytest.mark.parametrize(
    "command",
    [f"h''ermes chat -q '{WORDS}'", f"H=her; ${{H}}mes chat -q '{WORDS}'",
     f"tmux send-keys -t 0 '{WORDS}' Enter"],
)  # fmt: skip
def test_where_the_agents_name_is_hidden_the_gate_refuses_all_the_same(state, command):
    """R41: the index keeps it; a command that runs and holds the words is all that is seen."""
    assert nested(state, WORDS, command) == WEAK


@pytest.mark.parametrize("how", ["moved back", "moved on"])
def test_a_moved_clock_does_not_help_as_the_rows_keep_their_order(state, how):
    """R41: `faketime`, in the environment of the inner one."""
    state.now = time.time() - 60
    state.session("outer")
    runs(state, "outer", f'faketime x hermes chat -q "{WORDS}"', done=False)
    state.session("inner")
    row, _ = state.turn("inner", WORDS, "Ok.")
    shift = -9000 if how == "moved back" else 9000
    state.update("messages", row, timestamp=state.now + shift)
    assert found(state, "inner") == STRONG
    ends(state, "outer")
    assert found(state, "inner") == STRONG


def test_a_message_for_a_conversation_that_a_running_command_names_is_refused(state):
    """R41 R48: in whatever form its words reached the command. The index keeps it."""
    state.session("20261130_120000_talk")
    state.turn("20261130_120000_talk", "When does the lease move?", "The 14th or the 21st?")
    state.session("outer")
    runs(
        state,
        "outer",
        "base64 -d words | hermes --resume 20261130_120000_talk",
        done=False,
    )
    state.say("20261130_120000_talk", "user", "the 21st is right, it changed")
    assert found(state, "20261130_120000_talk") == WEAK


def test_a_script_that_goes_on_behind_its_result_is_seen_in_its_own_conversation(state):
    """R41 R48: it waits until the model has spoken, then types into the same conversation."""
    state.session("s1")
    state.say("s1", "user", "please see to it")
    script = {"path": "later.sh", "content": f"sleep 60; hermes --resume s1 -q '{WORDS}'"}
    runs(state, "s1", script, tool="write_file")
    runs(state, "s1", "nohup sh later.sh &")
    state.say("s1", "assistant", "Done, one minute please.")
    state.tick(60)
    state.say("s1", "user", WORDS)
    assert found(state, "s1") == STRONG


def test_escaped_arguments_and_a_delegated_agents_commands_are_read(state):
    """R41."""
    letters = "".join(f"{chr(92)}u{ord(c):04x}" for c in f"hermes chat -q '{WORDS}'")
    function = {"name": "terminal", "arguments": f'{{"command": "{letters}"}}'}
    calls = json.dumps([{"id": "call_0", "type": "function", "function": function}])
    state.session("outer")
    state.say("outer", "assistant", "", tool_calls=calls)
    state.session("inner")
    state.turn("inner", WORDS, "Ok.")
    assert found(state, "inner") == STRONG
    ends(state, "outer")
    state.session("side", source="subagent", parent_session_id="outer")
    runs(state, "side", "hermes -z 'we sold the old crane to Dana Reyes'", done=False)
    state.session("second")
    state.turn("second", "We sold the old crane to Dana Reyes.", "Ok.")
    assert found(state, "second") == STRONG


def test_a_copy_that_compression_wrote_is_judged_as_its_original(state):
    """R41: hours later, in place and in a child session."""
    state.session("s1")
    state.turn("s1", "hello there", "Hello.")
    state.session("outer")
    runs(state, "outer", f'hermes --resume s1 -q "{WORDS}"', done=False)
    state.turn("s1", WORDS, "Noted.")
    ends(state, "outer")
    state.tick(9000)
    if state.has("messages", "compacted"):
        state.compact("s1")
        assert found(state, "s1") == STRONG
    state.split("s1", "child")
    assert found(state, "child") == STRONG


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("the 21st", "echo the 21st | hermes --resume abc"),
        ("the second one", "hermes --resume abc <<E\nthe second one\nE"),
        ("it changed", 'W="it changed"; hermes chat -q "$W" --resume abc'),
        ("it changed", f"printf 'it changed{chr(92)}n' | hermes -c"),
        ("it changed", f"hermes chat -q it{chr(92)} changed --resume abc"),
        ("it changed", "hermes chat -q 'it cha''nged' --resume abc"),
        ("It changed.", "hermes chat -q 'IT CHANGED!' --resume abc"),
        ("it changed", 'tmux send-keys -t hermes "it changed" Enter'),
        ("it changed", 'python3 -c \'run(["hermes", "-z", "it changed"])\''),
    ],
)
def test_a_short_answer_is_found_however_the_command_line_says_it(state, said, command):
    """R46 R48."""
    assert nested(state, said, command) in (STRONG, WEAK)


@pytest.mark.parametrize(("said", "known"), [(WORDS, STRONG), ("it changed", WEAK)])
@pytest.mark.parametrize("how", ["process", "tmux"])
def test_what_is_typed_into_an_agent_that_runs_in_the_background_is_seen(state, said, known, how):
    """R41 R48: by the host's own process tool, or by keys to a pane; the call is over at once."""
    state.session("outer")
    if how == "process":
        runs(state, "outer", {"command": "hermes chat", "background": True})
        runs(state, "outer", {"action": "write", "data": f"{said}\n"}, tool="process")
    else:
        runs(state, "outer", "tmux new-session -d -s p hermes")
        runs(state, "outer", f"tmux send-keys -t p '{said}' Enter")
    state.session("inner")
    state.turn("inner", said, "Ok.")
    assert found(state, "inner") == known


def test_what_is_typed_into_a_web_page_is_seen(state):
    """R41: the host's own page, by the browser tools. The index keeps it."""
    state.session("outer")
    runs(state, "outer", {"ref": "@e5", "text": WORDS}, tool="browser_type")
    runs(state, "outer", {"key": "Enter"}, tool="browser_press", done=False)
    state.session("inner", source="webui")
    state.turn("inner", WORDS, "Ok.")
    assert found(state, "inner") == WEAK


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


@pytest.mark.parametrize(
    "command",
    [f"git commit -m '{WORDS}'", f'hermes chat -q "{WORDS}"', f"claude -p '{WORDS}' > out.txt"],
)
@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_what_a_person_says_after_a_command_is_over_is_theirs(
    state, hermes, index, refresh, command, where
):
    """R41 R71: they saw the sentence in the command and type it, here or in another window."""
    state.session("s1")
    state.say("s1", "user", "please see to it")
    runs(state, "s1", command)
    state.say("s1", "assistant", "Done.")
    talk = "s1" if where == "here" else state.session("s2")
    state.turn(talk, WORDS, "Ok.")
    assert found(state, talk) == ""
    runs(state, "s1", "pytest -q", done=False)
    third = state.session("s3")
    state.turn(third, WORDS, "Ok.")
    assert found(state, third) != STRONG
    refresh(Hermes(hermes))
    assert texts(index).count(WORDS) == 2


def test_a_person_at_their_own_shell_is_a_person_while_an_agent_works(
    state, hermes, index, refresh
):
    """R41 R71: `hermes chat -q` beside a conversation whose agent runs other things."""
    state.session("s1")
    state.say("s1", "user", "please look after the pier")
    command = 'hermes chat -q "is the crane ready? yes or no" & pytest -q tests/pier.py'
    runs(state, "s1", command, done=False)
    for number, said in enumerate((WORDS, "yes", "no", "is the crane painted?")):
        talk = state.session(f"own{number}")
        state.turn(talk, said, "Ok.")
        assert found(state, talk) == ""
    refresh(Hermes(hermes))
    assert {WORDS, "yes", "no"} <= set(texts(index))


def test_a_server_that_an_agent_started_makes_nobody_a_machine(state):
    """R41: what stands in a file of this afternoon may be said, in any conversation."""
    state.session("s1")
    state.say("s1", "user", "please write the page")
    page = {"path": "README.md", "content": f"# Lease\n{WORDS}.\n"}
    runs(state, "s1", page, tool="write_file")
    runs(state, "s1", "npm run dev &")
    state.say("s1", "assistant", "It runs.")
    state.turn("s1", WORDS, "Ok.")
    assert found(state, "s1") == ""
    state.session("s2")
    state.turn("s2", WORDS, "Ok.")
    assert found(state, "s2") == ""


def test_a_person_who_stopped_the_agent_says_it_themselves(state):
    """R41: its command has no result, and its conversation has ended."""
    state.session("s1")
    state.say("s1", "user", "please ask the other one")
    runs(state, "s1", f'hermes chat -q "{WORDS}"', done=False)
    state.update("sessions", "s1", ended_at=state.tick())
    state.session("s2")
    state.turn("s2", WORDS, "Ok.")
    assert found(state, "s2") == ""


@pytest.mark.parametrize("tool", ["execute_code", "run_shell", "mcp_box_exec", ""])
def test_a_command_counts_whatever_tool_runs_it(state, tool):
    """R41: a plugin's, or one whose name is not there."""
    assert nested(state, WORDS, f"hermes -z '{WORDS}'", tool=tool) == STRONG


def test_what_was_looked_up_is_no_command(state):
    """R41: the words of a search, of a fact, of an answer to somebody."""
    for tool in ("web_search", "brain_remember", "send_message", "todo"):
        talk = f"{tool} talk"
        state.session(talk)
        runs(state, talk, f"hermes -z '{WORDS}'", tool=tool, done=False)
    state.session("s2")
    state.turn("s2", WORDS, "Ok.")
    assert found(state, "s2") == ""


@pytest.mark.parametrize("how", ["&", "tmux"])
def test_an_agent_in_the_background_makes_no_other_command_its_own(
    state, hermes, index, refresh, how
):
    """R41 R71: a page and a commit of the same hour, said again in another window."""
    start = {"&": "claude -p 'tidy the pier' &", "tmux": "tmux new-session -d claude"}[how]
    state.session("s1")
    runs(state, "s1", start)
    runs(state, "s1", {"path": "README.md", "content": WORDS}, tool="write_file")
    runs(state, "s1", f"git commit -m '{WORDS}'")
    runs(state, "s1", "echo 'it changed'")
    state.say("s1", "assistant", "Done.")
    for said in (WORDS, "it changed"):
        talk = state.session(f"own {said}")
        state.turn(talk, said, "Ok.")
        assert found(state, talk) == ""
    refresh(Hermes(hermes))
    assert {WORDS, "it changed"} <= set(texts(index))


def test_a_file_that_an_agent_in_the_background_reads_is_what_it_says(state):
    """R41."""
    state.session("s1")
    runs(state, "s1", {"path": "w.txt", "content": WORDS}, tool="write_file")
    runs(state, "s1", 'nohup hermes chat -q "$(cat w.txt)" &')
    state.session("s2")
    state.turn("s2", WORDS, "Ok.")
    assert found(state, "s2") == STRONG


def test_an_agent_that_still_runs_elsewhere_does_not_take_a_persons_words(state):
    """R41: it was asked to run in the background, and the person says again what they want."""
    state.session("s1")
    state.say("s1", "user", f"run claude on this: {WORDS}")
    runs(state, "s1", f"claude -p '{WORDS}' &")
    state.say("s1", "assistant", "It runs.")
    state.turn("s1", WORDS, "Ok.")
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
        call = call_of_a_tool.Call(1, "s", 0.0, "terminal", text)
        assert call.invokes in (True, False)
        assert len(call.spoken) < 100_000
        assert call.detached in (True, False)
