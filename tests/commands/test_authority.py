"""A person's authority: none of its commands without a person, and what imitates one is named."""

import json
import os
import pty
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from agent_runs import OTHERS, run_by
from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.commands import surroundings
from agent_si.vendor.recall import settings
from agent_si.vendor.recall.stated import Stated
from agent_si.vendor.sessions.adapters import codex_zstd
from agent_si.vendor.sessions.machine_acts import changes, running_at
from agent_si.vendor.text.ids import packet_code
from at_terminal import Person, run
from codex_fixtures import CodexFile, RawZstd
from grok_fixtures import GrokSession
from session_fixtures import ClaudeFile
from world import KEY, World

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "brain.py"
CODEX = '[agents.codex]\nkind = "agent"\noperations = ["claim"]\napproval = "person"\n'
OTHER = "office.perth.lease_move_date"
ANSWERS = ("1", "c", "")


@pytest.fixture
def here(tmp_path):
    """A home with one disputed fact, one of one value, and a packet that waits."""
    world = World(tmp_path, principal="Alex", index_sessions=False)
    world.keep_date("14 March 2027", 0)
    world.keep_date("21 March 2027", 3)
    talk = world.talk("the Perth office lease moves on 1 June 2027 says the agent there")
    quote = "the Perth office lease moves on 1 June 2027"
    world.remember(talk, quote, key=OTHER, value="1 June 2027")
    with world.memory.brain(readonly=False) as brain:
        brain.policy_path.write_text(brain.policy_text() + CODEX, encoding="utf-8")
        brain.apply_config()
        cited = {"source": brain.fact(OTHER).claims[0].source.id, "quote": quote}
    claim = {"op": "claim", "key": OTHER, "value": "2 June 2027", "statement": "It moves then."}
    packet = {"agent": "codex", "ops": [claim | {"citations": [cited]}]}
    assert run(world, "brain", "apply", "-", typed=json.dumps(packet))[0] == 0
    return world


@pytest.fixture
def acts(here, tmp_path):
    """Every command that acts with the person's authority, as it could be typed now."""
    toml = here.memory.settings.brain / "brain.toml"
    toml.write_text(toml.read_text("utf-8") + "# more\n", encoding="utf-8")
    op = {"op": "describe_key", "key": KEY, "description": "when"}
    file = tmp_path / "person.json"
    file.write_text(json.dumps({"agent": "person", "ops": [op]}), encoding="utf-8")
    copy = tmp_path / "copy.db"
    assert run(here, "brain", "backup", copy)[0] == 0
    waiting = json.loads(run(here, "brain", "pending", "--json")[1])["pending"][0]["code"]
    return {
        "settle": ("settle", KEY),
        "forget": ("forget", OTHER),
        "withdraw": ("withdraw", OTHER),
        "alias": ("alias", OTHER, KEY),
        "undo": ("undo", undoable(here)),
        "apply": ("brain", "apply", file),
        "approve": ("brain", "approve", waiting),
        "reject": ("brain", "reject", waiting),
        "apply-config": ("brain", "apply-config"),
        "principal": ("brain", "apply-config", "--principal", "Mallory"),
        "restore": ("brain", "restore", copy),
    }


def undoable(world):
    """A link of the person's, which may be undone."""
    with world.memory.brain(readonly=False) as brain:
        op = {"op": "link", "relation": "about", "from": KEY, "to": OTHER}
        receipt = brain.submit(Packet("person", (op,), via="tty"))[0]
    return packet_code(receipt.packet_id)


def log_length(world):
    with world.memory.brain() as brain:
        return brain.stats()["packets"]


NAMES = ["settle", "forget", "withdraw", "alias", "undo", "apply", "approve", "reject",
         "apply-config", "principal", "restore"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_act_of_a_person_without_a_person(here, acts, name):
    """PEERS 29: DESIGN, Authority: no terminal, an agent's shell, another code typed."""
    assert set(acts) == set(NAMES)
    before = log_length(here)
    code, out = run(here, *acts[name], typed="1\nc\n\nyes\n")
    assert code == 2, out
    assert "needs a terminal" in out
    for mark in surroundings.AGENT_MARKS:
        code, out = run(here, *acts[name], person=Person(*ANSWERS), environ={mark: "1"})
        assert (code, f"{mark} is set" in out) == (2, True)
    code, out = run(here, *acts[name], person=Person(*ANSWERS, agrees=False))
    assert code == 1, out
    assert "nothing was changed" in out
    assert log_length(here) == before


@pytest.mark.parametrize("name", [name for name in NAMES if name != "restore"])
def test_each_act_of_a_person_records_its_road(here, acts, name):
    """DESIGN, Authority: `via`."""
    before = log_length(here)
    code, out = run(here, *acts[name], person=Person(*ANSWERS))
    assert code == 0, out
    assert log_length(here) == before + 1
    with here.memory.brain() as brain:
        assert brain.acts()[-1].via == "tty"
        assert [problem for problem in brain.check() if not problem.warning] == []


def test_no_command_takes_a_yes(here, acts):
    """There is no --yes for a person's decision."""
    for words in acts.values():
        for flag in ("--yes", "-y", "--force"):
            with pytest.raises(SystemExit) as left:
                run(here, *words, flag)
            assert left.value.code == 2


# --- a fake terminal ---


def at_pty(words, env, typed=b""):
    """Exit code and output of a process on a terminal of its own, as `script` would give it."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, *map(str, words)], env)
    out = b""
    sent = False
    while True:
        try:
            piece = os.read(fd, 4096)
        except OSError:
            break
        if not piece:
            break
        out += piece
        if not sent and b"Which stands" in out:
            os.write(fd, typed)
            sent = True
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    return os.waitstatus_to_exitcode(status), out.decode(errors="replace")


def plain_environment(world):
    return {"HOME": str(world.user), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def test_a_fake_terminal_in_an_agents_shell_is_refused_by_the_mark(here):
    """DESIGN, Authority: `script -qc …` or a pty of Python's own makes no person."""
    words = [SCRIPT, "--home", here.home, "settle", KEY]
    for mark in ("HERMES_SESSION_ID", "HERMES_AGENT", "AI_AGENT", "CLAUDECODE"):
        code, out = at_pty(words, plain_environment(here) | {mark: "1"}, b"1\nc\n\n")
        assert code == 2, out
        assert f"{mark} is set" in out
    with here.memory.brain() as brain:
        assert brain.fact(KEY).disputed


def test_where_the_mark_is_taken_away_the_terminal_is_let_in(here):
    """The limit that README names; `check` is the other half, below."""
    words = [SCRIPT, "--home", here.home, "settle", KEY]
    code, out = at_pty(words, plain_environment(here), b"1\nc\n\nnot the code\n")
    assert code == 1
    assert "nothing was changed" in out


# --- what check names ---


def agent_runs(world, command, *, answered=False, tool="terminal"):
    """An agent's tool call, as the host writes it before the command runs; its locator."""
    session = "20261130_130000_agent"
    if not world.state.db.execute("SELECT 1 FROM sessions WHERE id = ?", (session,)).fetchall():
        world.state.session(session)
    call = {"id": "call_1", "type": "function"}
    call["function"] = {"name": tool, "arguments": json.dumps({"command": command})}
    row = world.state.say(session, "assistant", "", tool_calls=json.dumps([call]))
    if answered:
        world.state.say(session, "tool", "refused", tool_call_id="call_1", tool_name=tool)
        world.state.say(session, "assistant", "It must be done by you.")
    return f"hermes:{session}:{row}"


SETTLES = f"env -i script -qc 'hermes agent-si settle {KEY}' /dev/null"


def settle(world):
    code, out = run(world, "settle", KEY, person=Person(*ANSWERS))
    assert code == 0, out
    with world.memory.brain() as brain:
        return brain.acts()[-1].packet_id


@pytest.mark.parametrize(
    "command",
    [
        SETTLES,
        "python3 -c \"import pty; pty.spawn(['python3', 'tools/brain.py', 'settle', 'a.b'])\"",
        'sqlite3 ~/.hermes/agent-si/brain/brain.db "insert into packet"',
        "V=settle; env -i hermes agent-si $V a.b",
        "env -i script -qc 'hermes memory setup'",
        "importlib.util.spec_from_file_location('x', 'plugins/agent-si/vendor/__init__.py')",
    ],
)
def test_check_names_the_act_whose_command_an_agent_was_running(here, command):
    """Where the mark was stripped, the transcript tells."""
    assert run(here, "check")[0] == 0
    locator = agent_runs(here, command)
    packet = settle(here)

    code, out = run(here, "check")

    assert code == 1
    line = next(line for line in out.splitlines() if packet_code(packet) in line)
    assert locator in line
    assert KEY in line
    assert packet_code(packet) in json.loads(run(here, "check", "--json")[1])["problems"][0]


def test_check_names_what_a_typed_line_did_while_an_agents_command_typed_it(here):
    """DESIGN, Authority: by whatever road the words of the command came past the look before it."""
    with here.memory.brain(readonly=False) as brain:
        locator = agent_runs(here, "env -i hermes chat -q 'si: remember office.wifi.name = Spy'")
        said = Stated.of(
            "office.wifi.name", "Spy", road="typed", place="chat", moment=here.clock().isoformat()
        )
        brain.submit(*said.by_principal("person", here.clock()))
        packet = brain.acts()[-1].packet_id

    code, out = run(here, "check")

    assert code == 1
    assert locator in next(line for line in out.splitlines() if packet_code(packet) in line)


def test_an_undone_act_is_named_no_more(here):
    agent_runs(here, SETTLES)
    packet = settle(here)
    assert run(here, "check")[0] == 1
    here.clock.now += timedelta(hours=1)
    assert run(here, "undo", packet_code(packet), person=Person())[0] == 0
    assert run(here, "check")[0] == 0


def test_an_agent_that_only_looked_or_was_refused_before_is_no_suspicion(here):
    """A person who does what an agent could not do is not named."""
    agent_runs(here, SETTLES, answered=True)
    agent_runs(here, "hermes agent-si status; hermes agent-si brain pending")
    settle(here)
    assert run(here, "check")[0] == 0


def test_what_an_agent_left_running_is_a_suspicion_also_when_it_has_answered(here):
    agent_runs(here, f"nohup sh -c '{SETTLES}' &", answered=True)
    settle(here)
    assert run(here, "check")[0] == 1


def other_runs(world, agent, command, *, answered=False, **how):
    """A tool call of another agent as its own record has it, its result two seconds later."""
    world.clock.now += timedelta(seconds=5)
    at = world.clock().timestamp()
    world.clock.now += timedelta(seconds=2)
    over = world.clock().timestamp() if answered else None
    return run_by(agent, world.user, command, at=at, over=over, **how)


def checked(world):
    return run(world, "check", environ={"HOME": str(world.user)})


@pytest.mark.parametrize("agent", OTHERS)
@pytest.mark.parametrize(("answered", "reads", "named"), [
    (False, "yes", True), (True, "yes", False), (False, "hermes", False),
])  # fmt: skip
def test_the_record_of_another_agent_tells_too_where_it_may_be_read(
    here, agent, answered, reads, named
):
    """R58: with the index off no session file of another agent is opened."""
    settings.save(here.home, {"index_sessions": reads})
    locator = other_runs(here, agent, SETTLES, answered=answered)
    here.clock.now += timedelta(seconds=2)
    settle(here)
    code, out = checked(here)
    assert (code, locator in out) == (int(named), named), out


@pytest.mark.parametrize("command", ["forget", "approve 3f2a9", "apply-config", "settle a.b"])
@pytest.mark.parametrize("agent", OTHERS)
def test_each_command_of_ours_that_changes_something_is_known(here, agent, command):
    """DESIGN, Authority: whichever it was, the act of that moment is named."""
    settings.save(here.home, {"index_sessions": "yes"})
    locator = other_runs(here, agent, f"env -i python3 tools/brain.py brain {command}")
    settle(here)
    assert locator in checked(here)[1]


def test_a_thread_that_codex_archived_since_tells_too(here):
    settings.save(here.home, {"index_sessions": "yes"})
    locator = other_runs(here, "codex", SETTLES, archived=True)
    settle(here)
    assert locator in checked(here)[1]


def test_a_thread_that_codex_compressed_tells_where_it_can_be_unpacked(here, monkeypatch):
    """Where it cannot, `check` says that it was not looked into."""
    settings.save(here.home, {"index_sessions": "yes"})
    locator = other_runs(here, "codex", SETTLES, packed=True)
    settle(here)
    monkeypatch.setattr(codex_zstd, "zstd", RawZstd)
    code, out = checked(here)
    assert (code, locator in out) == (1, True)
    monkeypatch.setattr(codex_zstd, "zstd", None)
    code, out = checked(here)
    assert (code, "not looked for in 1 session of codex" in out) == (0, True), out
    settings.save(here.home, {"index_sessions": "hermes"})
    assert "compressed" not in checked(here)[1]


def test_a_record_that_holds_anything_else_is_no_trouble(here):
    files = (
        ClaudeFile(here.user / ".claude"),
        CodexFile(here.user / ".codex"),
        GrokSession(here.user / ".grok"),
    )
    for odd in (
        b'{"tool_use agent-si',
        b'["tool_use", "agent-si"]',
        b'\xff agent-si "tool_use"',
        b'{"message": {"content": [5, {"type": "tool_use", "name": "Bash"}]}, "a": "agent-si"}',
        b'{"message": 5, "x": ""tool_use" agent-si"}',
        b'{"type": "response_item", "payload": ["function_call", "agent-si"]}',
        b'{"type": "response_item", "payload": {"type": "function_call", "x": "agent-si"}}',
        b'{"payload": {"type": "function_call", "arguments": "agent-si {", "timestamp": []}}',
        b'{"method": "session/update", "params": ["tool_call", "agent-si"]}',
        b'{"params": {"update": {"sessionUpdate": "tool_call", "rawInput": ["agent-si"]}}}',
        b"[" * 100_000,
    ):
        for file in files:
            file.raw(odd + b"\n")  # fmt: skip
    settings.save(here.home, {"index_sessions": "yes"})
    settle(here)
    assert run(here, "check", environ={"HOME": str(here.user)})[0] == 0


def test_each_of_many_acts_is_set_against_the_calls_of_its_own_time(here):
    """Acts that lie close together are looked at together, and told apart all the same."""
    moments, locators = {}, []
    for hours in (1, 5):
        here.clock.now += timedelta(hours=hours)
        for _ in range(20):
            moments[here.clock().isoformat()] = []  # before the call
            here.clock.now += timedelta(minutes=2)
        locators.append(agent_runs(here, SETTLES))
        for _ in range(5):
            here.clock.now += timedelta(seconds=30)
            moments[here.clock().isoformat()] = [locators[-1]]
        agent_runs(here, "ls", answered=True)
        here.clock.now += timedelta(seconds=1)
        moments[here.clock().isoformat()] = []

    found = running_at(here.memory.settings.state_db, list(moments)[::-1])

    assert found == {moment: those for moment, those in moments.items() if those}


@pytest.mark.parametrize(
    ("text", "may_write"),
    [
        ("hermes agent-si settle a.b", True),
        ("hermes agent-si status", False),
        ("hermes agent-si", False),
        ("hermes agent-si check && hermes agent-si forget a.b", True),
        ("python3 x/tools/brain.py --home /h search lease", False),
        ("python3 x/tools/brain.py --brain /h brain approve 3f2a9", True),
        ("python3 x/tools/brain.py brain check --json", False),
        ("python3 x/tools/brain.py --brain=/h brain rebuild", False),
        ("hermes agent-si brain apply-config --principal M", True),
        ("hermes 'agent-si' 'settle' a.b", True),
        ("subprocess.run(['brain.py', '--home', h, 'forget', 'a.b'])", True),
        ("subprocess.run(['brain.py', 'status'])", False),
        ("sqlite3 brain.db .dump", True),
        ("echo x >> brain.toml", True),
        ("env -i hermes memory setup", True),
        ("import sys; sys.path.append('plugins/agent-si/vendor/..')", True),
        ("env -i hermes chat --resume x -q 'si: yes k3f9x'", True),
        ("hermes -z 'Si: Forget office.lease'", True),
        ("hermes -z 'si: show office.lease'", False),
        ("echo stasi: forget it", False),
    ],
)
def test_which_commands_may_write(text, may_write):
    assert changes(text) is may_write
