"""Codex types into other agents, and they into it: the commands stand in the rollouts."""

import os
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import codex_calls, machine_typed
from agent_si.vendor.sessions.adapters import codex_zstd
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.codex import Codex
from agent_si.vendor.sessions.adapters.hermes import Hermes
from codex_fixtures import CodexFile, RawZstd
from index_views import everything, texts
from session_fixtures import ClaudeFile, HermesState, stamp

WORDS = "I decided that the Brisbane lease moves on 14 March"
BEGAN = datetime.fromisoformat(stamp(0)).astimezone(UTC).timestamp()
TOOLS = ("shell", "exec_command", "shell_command", "local_shell", "exec")


@pytest.fixture
def codex(throwaway_home):
    """The folder of Codex of this test's user."""
    return throwaway_home / ".codex"


@pytest.fixture
def state(hermes):
    """An open state.db at the time of the rollouts."""
    state = HermesState(hermes / "state.db")
    state.now = BEGAN + 2000
    yield state
    state.close()


@pytest.fixture
def all_three(hermes, claude, codex):
    """The adapters of three histories, in the order in which they are read."""
    return lambda: (Hermes(hermes), ClaudeCode(claude), Codex(codex))


def at(file, state):
    """Both histories go on from the later of their moments."""
    later = max(BEGAN + file.seconds, state.now)
    file.seconds, state.now = int(later - BEGAN) + 1, later


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("source", ["cli", "exec"])
def test_a_hermes_conversation_that_codex_began_is_nobodys(
    state, codex, index, refresh, all_three, tool, source
):
    """R71: also when nobody drove the thread of Codex."""
    chat = CodexFile(codex, release="0.140", number=2, source=source)
    chat.prompt("please see to the lease while I am away")
    chat.begins(f'hermes chat -q "{WORDS}"', tool=tool)
    at(chat, state)
    state.session("inner")
    state.turn("inner", WORDS, "Noted by the inner one.")
    at(chat, state)
    chat.ends()
    state.session("mine")
    state.turn("mine", "The crane is mine to paint.", "Noted.")
    refresh(*all_three())
    assert WORDS not in texts(index)
    assert "Noted by the inner one." not in texts(index)
    assert "The crane is mine to paint." in texts(index)
    before = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*all_three(), full=True)
    assert everything(index) == before


def test_a_script_that_codex_wrote_with_a_patch_counts_too(state, codex, index, refresh, all_three):
    """R71."""
    chat = CodexFile(codex, number=2)
    chat.prompt("please see to the lease while I am away")
    patch = f"*** Add File: /work/say.sh\n+hermes chat -q '{WORDS}'\n"
    chat.begins(patch, tool="apply_patch")
    chat.ends()
    chat.begins("sh /work/say.sh", tool="exec_command")
    at(chat, state)
    state.session("inner")
    state.turn("inner", WORDS, "Noted.")
    at(chat, state)
    chat.ends()
    refresh(*all_three())
    assert WORDS not in texts(index)


@pytest.mark.parametrize("by", ["claude", "codex"])
def test_a_codex_thread_that_an_agents_command_began_is_nobodys(
    claude, codex, index, refresh, all_three, by
):
    """R71: in a terminal that the command made, which the thread calls a person's."""
    command = f'tmux new-session -d codex "{WORDS}"'
    command = f"{command}; codex exec '{WORDS}'"
    if by == "claude":
        outer = ClaudeFile(claude)
        outer.seconds = 2000
        outer.tool(command, "done")
    else:
        outer = CodexFile(codex, number=2)
        outer.prompt("please see to it")
        outer.tool(command, "done")
    inner = CodexFile(codex, number=3)
    inner.seconds = outer.seconds
    inner.prompt(WORDS)
    inner.answer("Noted by the inner one.")
    own = CodexFile(codex, number=4)
    own.prompt("The crane is mine to paint.")
    refresh(*all_three())
    assert WORDS not in texts(index)
    assert "Noted by the inner one." not in texts(index)
    assert "The crane is mine to paint." in texts(index)
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*all_three(), full=True)
    assert everything(index) == grown


def test_of_a_thread_that_a_machine_went_on_with_the_persons_part_is_kept(
    codex, index, refresh, all_three
):
    """R71: also when it is read turn by turn."""
    chat = CodexFile(codex, number=2)
    chat.prompt("Which crane do we keep?")
    chat.answer("The red one or the blue one.")
    refresh(*all_three())
    other = CodexFile(codex, number=3)
    other.seconds = chat.seconds
    other.begins(f'codex exec resume {chat.thread} "the red crane stays with us"')
    chat.seconds = other.seconds + 1
    chat.prompt("the red crane stays with us")
    refresh(*all_three())
    chat.answer("Noted, the red crane.")
    refresh(*all_three())
    chat.prompt("No, the blue crane stays with us.")
    chat.answer("Noted too.")
    refresh(*all_three())
    kept = ["Which crane do we keep?", "The red one or the blue one."]
    assert texts(index) == [*kept, "No, the blue crane stays with us.", "Noted too."]
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*all_three(), full=True)
    assert everything(index) == grown


def test_evidence_that_is_written_later_takes_out_what_was_indexed(
    codex, index, refresh, all_three
):
    """R71."""
    inner = CodexFile(codex, number=2)
    inner.prompt(WORDS)
    inner.answer("Noted.")
    refresh(*all_three())
    assert WORDS in texts(index)
    outer = CodexFile(codex, number=3)
    outer.seconds = inner.seconds - 20
    outer.begins(f"codex '{WORDS}' </dev/null")
    outer.seconds += 60
    outer.ends()
    refresh(*all_three())
    assert texts(index) == []


def test_a_person_who_says_what_a_finished_command_said_stays(codex, index, refresh, all_three):
    """R71."""
    outer = CodexFile(codex, number=2)
    outer.prompt("please see to it")
    outer.tool(f"codex exec '{WORDS}'", "done")
    outer.seconds += 120
    outer.prompt(WORDS)
    refresh(*all_three())
    assert WORDS in texts(index)


def test_a_call_that_a_fork_copied_ran_only_once(codex, index, refresh):
    """R71: a person says the words of an old command beside the fork."""
    outer = CodexFile(codex, number=2, release="0.140")
    outer.prompt("please see to it")
    outer.tool(f"tmux new -d codex exec '{WORDS}'", "done")
    outer.answer("It runs.")
    outer.seconds += 7200
    fork = outer.fork(3)
    own = CodexFile(codex, number=4)
    own.seconds = fork.seconds + 60
    own.prompt(WORDS)
    refresh(Codex(codex))
    assert WORDS in texts(index)
    assert index._db.execute("SELECT count(*) FROM agent_call").fetchone() == (1,)


@pytest.mark.parametrize("end", ["function_call_output", "exec_command_end", "item_completed"])
def test_a_shell_that_goes_on_behind_its_result_is_over_at_its_end(codex, end):
    chat = CodexFile(codex, number=2)
    chat.begins("codex exec 'hello there'", tool="exec_command")
    chat.ends("Chunk ID: 1\nProcess running with session ID 7\n")
    chat.seconds += 100
    ended = BEGAN + chat.seconds + 1.123
    if end == "function_call_output":
        chat.ends("Process exited with code 0")
    elif end == "exec_command_end":
        chat.notice(end, call_id=chat.call)
    else:
        chat.notice(end, item={"type": "CommandExecution", "id": chat.call})
    (call,) = codex_calls.calls_in(chat.path.read_bytes().splitlines(), chat.thread)
    assert call.over == pytest.approx(ended)
    assert call.invokes
    lines = chat.path.read_bytes().splitlines()[:-1]
    assert codex_calls.calls_in(lines, chat.thread)[0].over is None


def test_the_calls_at_a_noted_place_are_found_where_the_thread_is_now(
    codex, index, refresh, monkeypatch
):
    chat = CodexFile(codex, number=2)
    chat.prompt("please see to it")
    chat.tool("ls", "x" * 400_000)
    chat.tool(f"codex exec '{WORDS}'", "done")
    chat.tool("ls", "x" * 400_000)
    adapter = Codex(codex)
    refresh(adapter)
    ((at, place),) = index._db.execute("SELECT at, place FROM agent_call").fetchall()
    assert at > 0
    monkeypatch.setattr(codex_zstd, "zstd", codex_zstd.zstd or RawZstd)
    for move in (lambda: None, chat.archive, chat.pack):
        move()
        (call,) = (call for call in adapter.calls_at(chat.thread, place) if call.invokes)
        said = machine_typed.Said("x", 0, call.at + 1, WORDS)
        assert machine_typed.judged([call], said) == machine_typed.STRONG
    chat.path.unlink()
    assert list(adapter.calls_at(chat.thread, place)) == []


def test_the_calls_between_two_moments_are_those_of_the_files_written_since(codex, tmp_path):
    old = CodexFile(codex, number=2, day="2026/04/01")
    old.tool("hermes chat -q 'long ago'", "done")
    os.utime(old.path, (BEGAN, BEGAN))
    chat = CodexFile(codex, number=3)
    chat.tool("hermes chat -q 'before'", "done")
    moment = BEGAN + chat.seconds + 0.5
    chat.tool(f"hermes chat -q '{WORDS}'", "done")
    (call,) = codex_calls.calls_between(codex, moment, moment + 3600)
    assert WORDS in call.text
    assert call.over > call.at
    assert codex_calls.calls_between(tmp_path / "nowhere", 0.0, moment) == []
    assert codex_calls.calls_between(codex, 1e12, 2e12) == []
