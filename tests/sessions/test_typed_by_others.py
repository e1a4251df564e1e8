"""One agent types into another: the command stands in its history, and the index hears of it."""

import json
import sys
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions import machine_typed
from agent_si.vendor.sessions.adapters import adapters_for
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from index_views import everything, texts
from session_fixtures import ClaudeFile, HermesState, stamp

WORDS = "I decided that the Brisbane lease moves on 14 March"
BEGAN = datetime.fromisoformat(stamp(0)).astimezone(UTC).timestamp()


@pytest.fixture(params=["0.19", "0.22"])
def state(request, hermes):
    """An open state.db of both hosts in turn, at the time of the transcripts."""
    state = HermesState(hermes / "state.db", release=request.param)
    state.now = BEGAN
    yield state
    state.close()


@pytest.fixture
def both(hermes, claude):
    """The adapters of both histories, in the order in which they are read."""
    return lambda: (Hermes(hermes), ClaudeCode(claude))


_WATCHERS = []
sys.addaudithook(
    lambda event, values: (
        [names.append(str(values[0])) for names in _WATCHERS]
        if event in ("open", "os.scandir", "os.listdir", "sqlite3.connect") and values
        else None
    )
)


@pytest.fixture
def opened():
    """The names of what is opened or listed meanwhile."""

    @contextmanager
    def watch():
        names = []
        _WATCHERS.append(names)
        try:
            yield names
        finally:
            _WATCHERS.remove(names)

    return watch


class Coder(ClaudeFile):
    """A transcript whose Bash tool runs one command at a time."""

    def begins(self, command, name="Bash"):
        """A call whose result is not there yet."""
        self.call = f"toolu_{self.session[-4:]}_{self.seconds:04d}"
        given = {"command": command} if isinstance(command, str) else command
        use = {"type": "tool_use", "id": self.call, "name": name, "input": given}
        self._answer([use])

    def ends(self, output="done"):
        """Its result."""
        result = {"type": "tool_result", "tool_use_id": self.call, "content": output}
        self.record("user", {"role": "user", "content": [result]})


def coder(claude, state=None, **where):
    """A person asks Claude Code for something."""
    file = Coder(claude, **where)
    file.prompt("please see to the lease while I am away")
    at(file, state)
    return file


def at(file, state):
    """Both histories go on from the later of their moments."""
    if state is None:
        return
    later = max(BEGAN + file.seconds, state.now)
    file.seconds, state.now = int(later - BEGAN) + 1, later


def typed_into_hermes(claude, state, command, text=WORDS, *, name="Bash", inner="inner"):
    """Claude Code runs a command; while it runs, a conversation of Hermes holds `text`."""
    file = coder(claude, state)
    file.begins(command, name)
    at(file, state)
    state.session(inner)
    state.turn(inner, text, "Noted by the inner one.")
    at(file, state)
    file.ends()
    file.answer("It is done.")
    at(file, state)
    return file


@pytest.mark.parametrize(
    "command",
    [
        f'hermes chat -q "{WORDS}"',
        f"env -i HOME=$HOME hermes -z '{WORDS}'",
        f"printf '%s' '{WORDS}' | hermes",
        f"cd /work && hermes chat -Q -q '{WORDS}' 2>/dev/null",
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_hermes_conversation_that_claude_code_began_is_nobodys(
    state, claude, index, refresh, both, command, turned
):
    """R71: whichever history is read first, and read once more."""
    typed_into_hermes(claude, state, command)
    state.session("mine")
    state.turn("mine", "The crane is mine to paint.", "Noted.")
    refresh(*reversed(both())) if turned else refresh(*both())

    assert WORDS not in texts(index)
    assert "Noted by the inner one." not in texts(index)
    assert "The crane is mine to paint." in texts(index)
    assert "please see to the lease while I am away" in texts(index)
    skipped = index._db.execute("SELECT skipped FROM unit WHERE name = 'inner'").fetchone()[0]
    assert json.loads(skipped) == {machine_typed.REASON: 1}
    before = everything(index)
    refresh(*both(), full=True)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*both(), full=True)
    assert everything(index) == before


def test_a_script_that_claude_code_wrote_and_ran_counts_too(state, claude, index, refresh, both):
    """R71: the words stand in another call of that transcript."""
    file = coder(claude, state)
    file.begins({"file_path": "/work/say.sh", "content": f"hermes chat -q '{WORDS}'"}, "Write")
    file.ends()
    at(file, state)
    typed_into_hermes(claude, state, "sh /work/say.sh")
    refresh(*both())
    assert WORDS not in texts(index)


def test_what_a_side_agent_ran_counts_and_none_of_its_words_are_kept(
    state, claude, index, refresh, both
):
    """R71."""
    main = coder(claude, state)
    side = Coder(claude, session="agent-a36e")
    folder = main.folder / main.session / "subagents"
    folder.mkdir(parents=True)
    side.path = folder / "agent-a36e.jsonl"
    at(side, state)
    side.prompt("look after the pier", isSidechain=True)
    side.begins(f'hermes chat -q "{WORDS}"')
    at(side, state)
    state.session("inner")
    state.turn("inner", WORDS, "Noted.")
    at(side, state)
    side.ends()
    refresh(*both())
    assert texts(index) == ["please see to the lease while I am away"]


def test_a_message_that_claude_code_added_to_a_persons_conversation_goes_alone(
    state, claude, index, refresh, both
):
    """R71."""
    state.session("mine")
    state.turn("mine", "Which crane do we keep?", "The red one or the blue one.")
    refresh(*both())
    file = coder(claude, state)
    file.begins('hermes chat -q "the red crane stays with us" --resume mine')
    at(file, state)
    state.turn("mine", "the red crane stays with us", "Noted.")
    at(file, state)
    file.ends()
    at(file, state)
    state.turn("mine", "No, the blue crane stays with us.", "Noted too.")
    refresh(*both())

    said = [text for text in texts(index) if "crane" in text]
    assert said == ["Which crane do we keep?", "No, the blue crane stays with us."]
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*both(), full=True)
    assert everything(index) == grown


def test_evidence_that_is_written_later_takes_out_what_was_indexed(
    state, claude, index, refresh, both
):
    """R71: a transcript may be written behind the conversation that its command began."""
    file = coder(claude, state)
    moment = file.seconds
    at(file, state)
    state.session("inner")
    state.turn("inner", WORDS, "Noted.")
    refresh(*both())
    assert WORDS in texts(index)
    file.seconds = moment
    file.begins(f'hermes chat -q "{WORDS}"')
    file.seconds += 60
    file.ends()
    refresh(*both())
    assert WORDS not in texts(index)
    assert "Noted." not in texts(index)


def test_what_was_found_stays_when_the_transcript_has_expired(state, claude, index, refresh, both):
    """R71: Claude Code deletes its transcripts after a month."""
    file = typed_into_hermes(claude, state, f'hermes chat -q "{WORDS}"')
    refresh(*both())
    file.path.unlink()
    refresh(*both(), full=True)
    state.turn("inner", "and the crane goes too", "Ok.")
    refresh(*both(), full=True)
    assert [text for text in texts(index) if "lease moves" in text or "crane" in text] == []


@pytest.mark.parametrize("agent", ["hermes", "claude"])
def test_a_claude_code_session_that_an_agents_command_began_is_nobodys(
    state, claude, index, refresh, both, agent
):
    """R71: in a terminal that the command made, or by a release that marks no headless run."""
    inner = ClaudeFile(claude, session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0009")
    command = f'tmux new-session -d claude -p "{WORDS}"'
    if agent == "claude":
        outer = coder(claude, state)
        outer.begins(command)
        at(outer, state)
    else:
        state.session("outer")
        state.say("outer", "user", "please see to it")
        function = {"name": "terminal", "arguments": json.dumps({"command": command})}
        calls = json.dumps([{"id": "call_1", "type": "function", "function": function}])
        state.say("outer", "assistant", "", tool_calls=calls)
    at(inner, state)
    inner.prompt(WORDS)
    inner.answer("Noted by the inner one.")
    own = ClaudeFile(claude, session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0010")
    own.seconds = inner.seconds
    own.prompt("The crane is mine to paint.")
    refresh(*both())

    assert WORDS not in texts(index)
    assert "Noted by the inner one." not in texts(index)
    assert "The crane is mine to paint." in texts(index)
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''")
    refresh(*both(), full=True)
    assert everything(index) == grown


def test_headless_runs_are_left_out_by_their_own_mark(claude, index, refresh):
    """R71: with no call to be seen."""
    file = ClaudeFile(claude, entrypoint="sdk-cli")
    file.prompt(WORDS)
    file.answer("Ok.")
    refresh(ClaudeCode(claude))
    assert texts(index) == []


# -- a person's stay --------------------------------------------------------------------------


def test_a_person_who_says_what_a_finished_command_said_stays(state, claude, index, refresh, both):
    """R71: in Hermes, and in Claude Code, a minute later."""
    file = typed_into_hermes(claude, state, f'hermes chat -q "{WORDS}"')
    state.tick(60)
    state.session("mine")
    state.turn("mine", WORDS, "I see.")
    at(file, state)
    file.seconds += 60
    file.prompt(WORDS)
    refresh(*both())
    assert texts(index).count(WORDS) == 2
    assert "I see." in texts(index)


def test_a_person_who_talks_to_hermes_while_claude_code_works_stays(
    state, claude, index, refresh, both
):
    """R71: other words, or the same words beside a command that runs no agent."""
    typed_into_hermes(claude, state, f"git commit -m '{WORDS}'")
    other = "hermes chat -q 'something else for you'"
    typed_into_hermes(claude, state, other, "Paint the crane.", inner="mine")
    refresh(*both())
    assert WORDS in texts(index)
    assert "Paint the crane." in texts(index)


def test_words_of_a_mere_command_beside_a_finished_agent_stay(state, claude, index, refresh, both):
    """R71: such a message is kept out of the gate, and stays in the index."""
    file = coder(claude, state)
    file.begins("hermes chat -q 'something else for you'")
    file.ends()
    at(file, state)
    typed_into_hermes(claude, state, f"git commit -m '{WORDS}'")
    refresh(*both())
    assert WORDS in texts(index)


@pytest.mark.parametrize("keep_times", [True, False])
def test_copies_that_compression_wrote_go_with_their_original(
    state, claude, index, refresh, both, keep_times
):
    """R71: the transcript was written late, and a child session begins with the message."""
    state.session("mine")
    state.turn("mine", "Which crane do we keep?", "The red one or the blue one.")
    file = coder(claude, state)
    moment = file.seconds
    at(file, state)
    state.turn("mine", "the red crane stays with us", "Noted.")
    state.split("mine", "child", kept=2, keep_times=keep_times)
    refresh(*both())
    assert "the red crane stays with us" in texts(index)
    file.seconds = moment
    file.begins('hermes chat -q "the red crane stays with us" --resume mine')
    file.seconds += 12
    file.ends()
    refresh(*both())
    assert [text for text in texts(index) if "crane" in text] == ["Which crane do we keep?"]


def test_no_other_agents_file_is_opened_when_it_is_not_named(
    state, hermes, claude, index, refresh, opened
):
    """R71 R72."""
    typed_into_hermes(claude, state, f'hermes chat -q "{WORDS}"')
    homes = {"hermes_home": hermes, "user_home": claude.parent, "environ": {}}
    with opened() as names:
        refresh(*adapters_for(["hermes"], **homes))
        refresh(*adapters_for(["hermes"], **homes), full=True)
    assert [name for name in names if str(hermes) in name]
    assert [name for name in names if str(claude) in name] == []
    assert WORDS in texts(index)
    refresh(*adapters_for(["hermes", "claude"], **homes))
    assert WORDS not in texts(index)


def test_an_index_of_an_older_release_takes_the_notes(state, claude, tmp_path, both):
    """Its file has no table for them yet."""
    from agent_si.vendor.sessions import schema
    from agent_si.vendor.sessions.index import SessionIndex

    typed_into_hermes(claude, state, f'hermes chat -q "{WORDS}"')
    path = tmp_path / "older" / "sessions.db"
    with SessionIndex.open(path) as older:
        for name in ("TABLE agent_call", "INDEX message_said"):
            older._db.execute(f"DROP {name}")
    assert schema.open_index(path, readonly=True).execute("SELECT 1").fetchone() == (1,)
    with SessionIndex.open(path) as older:
        older.refresh(both(), now=datetime(2026, 5, 20, tzinfo=UTC))
        assert WORDS not in texts(older)
        assert older.check() == []
