"""Setup, the panel and the commands: one config.json, and every choice behaves as shown."""

import json

import pytest
from host_stories import KEY, LEASE, QUESTION, ROOT, config, keep_lease, ours, turn
from scripted_model import say


@pytest.fixture
def installed(home):
    """The plugin in place, selected by nobody yet."""
    home.add(ROOT, select=False)
    return home


def stored(home):
    return json.loads((home.path / "agent-si" / "config.json").read_text(encoding="utf-8"))


def test_setup_asks_three_things_selects_the_provider_and_creates_the_brain(installed, model):
    """R10 R11 R12 R56 R61: `hermes memory setup agent-si` at a terminal."""
    with installed.terminal("memory", "setup", "agent-si") as screen:
        screen.answer(r"Your name.*:", "Alex")
        screen.answer(r"Folder of the brain.*:", "")
        screen.answer(r"Index past sessions.*:", "hermes, claude")
        assert screen.wait() == 0

    assert stored(installed) == {"principal": "Alex", "index_sessions": ["hermes", "claude"]}
    assert installed.config()["memory"]["provider"] == "agent-si"
    brain = installed.path / "agent-si" / "brain"
    assert (brain / "brain.db").stat().st_mode & 0o777 == 0o600
    assert brain.stat().st_mode & 0o777 == 0o700
    assert "Alex" in (brain / "brain.toml").read_text(encoding="utf-8")
    status = installed.hermes("memory", "status")
    assert "agent-si" in status.text
    assert "available" in status.text
    ran, _ = turn(installed, model, LEASE, keep_lease("14 March 2027", "office lease moves on 14"))
    assert ran.session

    with installed.terminal("memory", "setup", "agent-si") as screen:
        screen.answer(r"Your name.*\[Alex\]:", "")
        screen.answer(r"Folder of the brain.*:", "")
        screen.answer(r"Index past sessions.*\[hermes, claude\]:", "no")
        assert screen.wait() == 0, screen.text
    assert stored(installed) == {"principal": "Alex", "index_sessions": False}


def test_the_wizards_list_leads_to_the_same_questions(installed):
    """R10 R56: `hermes memory setup`, the other road."""
    with installed.terminal("memory", "setup") as screen:
        screen.choose("agent-si")
        screen.answer(r"Your name.*:", "Alex")
        screen.answer(r"Folder of the brain.*:", "")
        screen.answer(r"Index past sessions.*:", "no")
        assert screen.wait() == 0, screen.text

    assert stored(installed) == {"principal": "Alex", "index_sessions": False}
    assert installed.config()["memory"]["provider"] == "agent-si"


def test_setup_without_a_terminal_selects_the_provider_with_what_is_there(installed):
    """R10: end of input is no error."""
    ran = installed.hermes("memory", "setup", "agent-si", stdin="")

    assert ran.code == 0, ran.text
    assert installed.config()["memory"]["provider"] == "agent-si"


def test_the_old_settings_file_is_moved_once(installed, model):
    """R59: newer values win and nothing is lost."""
    (installed.path / "agent-si.json").write_text(
        json.dumps({"principal": "Old", "index_sessions": "no", "flavour": "mint"}), "utf-8"
    )
    config(installed, principal="Alex")
    installed.configure({"memory": {"provider": "agent-si"}})

    turn(installed, model, "good morning to you, how are things")

    assert stored(installed) == {"principal": "Alex", "index_sessions": False, "flavour": "mint"}
    assert not (installed.path / "agent-si.json").exists()


PANEL = """
import json, sys
from fastapi.testclient import TestClient
from hermes_cli import web_server
client = TestClient(web_server.app)
head = {"X-Hermes-Session-Token": web_server._SESSION_TOKEN}
where = "/api/memory/providers/agent-si/config" + sys.argv[1]
if len(sys.argv) > 2:
    answer = client.put(where, headers=head, json=json.loads(sys.argv[2]))
    print(answer.status_code, answer.text, file=sys.stderr)
print(json.dumps(client.get(where, headers=head).json()))
"""


@pytest.mark.parametrize("surface", ["?surface=declared", ""])
def test_the_panel_reads_and_writes_the_same_file(installed, model, surface):
    """R57 R58: a flag set there is in force from the next session."""
    config(installed, principal="Alex", flavour="mint")
    installed.configure({"memory": {"provider": "agent-si"}})
    python = str(installed.host.python)

    body = json.dumps({"values": {"index_sessions": "false" if surface else False}})
    ran = installed.run([python, "-c", PANEL, surface, body])

    assert ran.code == 0, ran.text
    assert stored(installed)["index_sessions"] in (False, "false"), ran.text
    assert stored(installed)["principal"] == "Alex"
    assert stored(installed)["flavour"] == "mint"
    assert "Alex" in ran.out
    turn(installed, model, "good morning to you, how are things")
    assert not (installed.path / "agent-si" / "sessions.db").exists()
    assert "not read" in installed.hermes("agent-si", "status").text


def test_a_value_that_cannot_be_used_is_told_by_the_panel_and_ctrl_c_leaves_the_wizard(installed):
    """R10 R57 PEERS 70: 400 with the reason; a wizard that was left; neither changes a thing."""
    config(installed, principal="Alex", flavour="mint")
    before = (installed.path / "agent-si" / "config.json").read_bytes()
    python = str(installed.host.python)

    ran = installed.run([python, "-c", PANEL, "", json.dumps({"values": {"brain_dir": "notes"}})])
    with installed.terminal("memory", "setup", "agent-si") as screen:
        screen.answer(r"Your name.*\[Alex\]:", "Sam")
        screen.expect(r"Folder of the brain.*:")
        screen.press("ctrl-c")
        assert screen.wait() == 0, screen.text
        assert "nothing was saved" in screen.text

    assert "400" in ran.err, ran.text
    assert "brain_dir: an absolute path is expected" in ran.err
    assert (installed.path / "agent-si" / "config.json").read_bytes() == before
    assert installed.config()["memory"].get("provider") != "agent-si"


def test_status_check_search_and_show_work_in_the_host_and_without_it(kept):
    """R63 R64 R79: the same commands, the same exit codes, on both roads."""
    assert kept.hermes("agent-si", "status").text.strip().startswith("OK")
    assert kept.hermes("agent-si", "check").code == 0
    assert ours(kept, "check").returncode == 0
    found = kept.hermes("agent-si", "search", "Brisbane", "lease")
    assert f"[{KEY}]" in found.text
    assert ours(kept, "search", "Brisbane", "lease").stdout.strip() == found.out.strip()
    shown = json.loads(ours(kept, "show", KEY, "--json").stdout)
    assert shown["value"] == "14 March 2027"
    assert kept.hermes("agent-si", "show", "b0000").code == 2


def test_the_demo_answers_for_a_while_and_leaves_the_persons_own_brain_byte_for_byte(kept, model):
    """R15 R16: Example Co, and back."""
    own = kept.path / "agent-si" / "brain" / "brain.db"
    index = kept.path / "agent-si" / "sessions.db"
    before = own.read_bytes(), index.read_bytes() if index.exists() else b""

    assert kept.hermes("agent-si", "demo").code == 0
    status = kept.hermes("agent-si", "status").text
    assert "demo: on" in status
    _, asked = turn(kept, model, "What is Dana Whitlock working on?")
    assert "Dana" in asked[0].injected
    assert kept.hermes("agent-si", "demo", "--off").code == 0

    assert (own.read_bytes(), index.read_bytes() if index.exists() else b"") == before
    _, asked = turn(kept, model, QUESTION)
    assert "14 March 2027" in asked[0].injected


def test_a_missing_answer_says_what_was_searched(installed, model):
    """R24: an empty answer has a ground."""
    from scripted_model import tool

    config(installed, principal="Alex", index_sessions=True)
    installed.configure({"memory": {"provider": "agent-si"}})
    _, asked = turn(
        installed, model, "who won the regatta?", tool("brain_search", query="regatta winner")
    )

    assert asked[1].result["hits"] == []
    assert "searched" in asked[1].result["nothing_found"]
    assert say
