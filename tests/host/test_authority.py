"""A model with a terminal, on a real Hermes, against the person's authority.

It is refused where the host's mark is in the environment, on a fake terminal too; where the mark
was taken away the act goes through, and `check` names it with the call that did it.
"""

import json
import re

import brain_packets as made
import pytest
from host_stories import KEY, LEASE, ROOT, config, keep_lease, ours, shown, turn
from scripted_model import tool

PERSON_ONLY = '[agents.person]\nkind = "person"\noperations = "*"\nmanual_sources = true\n'
NOTE = {"agent": "nobody", "ops": [{"op": "add_record", "kind": "note", "title": "x",
                                    "citations": []}]}  # fmt: skip
# A person's answers on a terminal that a program made, the typed code included.
TYPIST = """
import os, pty, re, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
answers = {b"Which stands": b"1", b"rong?": b"w", b"your words": b""}
seen = b""
while True:
    try:
        piece = os.read(fd, 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
    os.write(1, piece)
    code = re.search(rb"Type (\\w{4}) to .*: $", seen)
    for asked, answer in list(answers.items()):
        if asked in seen and seen.rstrip().endswith(b":"):
            os.write(fd, answer + b"\\n")
            del answers[asked]
            seen = b""
    if code:
        os.write(fd, code[1] + b"\\n")
        seen = b""
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""


@pytest.fixture
def line(disputed):
    """Our own command for the disputed home, as a model would type it."""
    script = disputed.path / "plugins" / "agent-si" / "tools" / "brain.py"
    return f"{disputed.host.python} {script} --home {disputed.path} settle {KEY}"


@pytest.fixture
def typist(disputed):
    """A program that answers like a person at a terminal."""
    path = disputed.cwd / "typist.py"
    path.write_text(TYPIST, encoding="utf-8")
    return f"{disputed.host.python} {path}"


def runs(home, model, command):
    """What the model's own terminal tool answered."""
    _, asked = turn(home, model, "please go on with the list", tool("terminal", command=command))
    return json.dumps(asked[1].result)


@pytest.mark.parametrize("fake", ["{line}", "script -qc '{line}' /dev/null", "{typist} {line}"])
def test_a_model_with_a_terminal_tool_is_refused(disputed, model, line, typist, fake):
    """R46: HERMES_SESSION_ID is set in what the host's terminal tool starts, on both hosts."""
    told = runs(disputed, model, fake.format(line=line, typist=typist))

    assert "started by an agent (HERMES_SESSION_ID" in told, told
    assert shown(disputed)["disputed"] is True
    assert ours(disputed, "check").returncode == 0


def test_where_the_mark_is_stripped_check_names_the_act_and_the_call(disputed, model, line, typist):
    """DESIGN, Authority: what remains is a limit, and it is named."""
    told = runs(disputed, model, f"env -i PATH=$PATH {typist} {line}")

    assert shown(disputed)["disputed"] is False, told
    checked = ours(disputed, "check")
    assert checked.returncode == 1
    named = re.search(r"packet (p\w+) \(.*settle.*\): .* see (hermes:[^\s,;]+)", checked.stdout)
    assert named, checked.stdout
    session, row = named[2].split(":")[1:]
    calls = disputed.rows("SELECT tool_calls FROM messages WHERE id = ? AND session_id = ?",
                          int(row), session)  # fmt: skip
    assert "env -i" in calls[0][0]
    also = disputed.hermes("agent-si", "brain", "check")
    assert also.code == 1
    assert named[1] in also.text


def test_a_brain_that_was_made_elsewhere_is_written_after_its_owner_applied_the_lines(
    home, model, tmp_path
):
    """R61 R65 R66 R69: read as it is, refused with the lines, applied at a terminal, kept."""
    folder = tmp_path / "elsewhere"
    foreign = made.new_brain(folder, principal="", toml=PERSON_ONLY)
    source = made.source("The kiln needs new bricks this year", kind="document", author="unknown")
    first = made.person(source)
    row = made.claim("kiln.state", "needs bricks", made.cite(first.row(0), "kiln needs new bricks"))
    foreign.submit(first)
    foreign.submit(made.person(row))
    foreign.close()
    home.add(ROOT)
    config(home, brain_dir=str(folder), index_sessions=False)
    keep = keep_lease("14 March 2027", "the Brisbane office lease moves")

    _, asked = turn(home, model, "what does the kiln need?")
    assert "needs bricks" in asked[0].injected
    for _ in range(2):
        _, asked = turn(home, model, LEASE, keep)
        refused = asked[1].result
        assert refused["refused"] == "agent"
        message = refused["message"]
        lines = message[message.index("[agents.") : message.index("and run:")]
        toml = folder / "brain.toml"
        toml.write_text(toml.read_text("utf-8") + lines, encoding="utf-8")
        assert home.hermes("agent-si", "brain", "apply-config").code == 2
        with home.terminal("agent-si", "brain", "apply-config") as screen:
            code = screen.expect(r"Type (\w{4}) to put it into force").group(1)
            screen.answer(r"anything else to leave it:", code)
            assert screen.wait() == 0, screen.text
    _, asked = turn(home, model, LEASE, keep)
    assert asked[1].result["kept"] is True
    dry = home.hermes("agent-si", "brain", "apply", "-", "--dry-run", stdin=json.dumps(NOTE))
    assert (dry.code, "this brain knows no agent nobody" in dry.text) == (1, True), dry.text
