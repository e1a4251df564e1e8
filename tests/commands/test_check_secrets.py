"""`check --secrets`: a person sees where their credentials stand; nobody else does."""

import json
import signal
from pathlib import Path

import pytest
from agent_si.vendor.recall import settings
from agent_si.vendor.sessions import credentials
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.text import secrets
from at_terminal import Person, run
from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from world import World

TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
PASSWORD = "Tq7" + "vRk2mXw"


@pytest.fixture
def here(tmp_path):
    """One credential in the history of every agent."""
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.talk("Plant the walnut tree by the gate.", "the wifi pass" + f"word is {PASSWORD}")
    world.claude("Rename the quince helper.", "Renamed.", f"push it with {TOKEN} please")
    codex = CodexFile(world.user / ".codex")
    codex.prompt("Mow the lawn on Friday.")
    codex.prompt("my to" + f"ken is {TOKEN}")
    grok = GrokSession(world.user / ".grok")
    grok.prompt(f"use {TOKEN} for the deploy")
    grok.answer("Deployed.")
    grok.done()
    return world


def line_of(path, text=TOKEN):
    """The lines, counted from 1, that hold the text."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if text in line}


def test_a_person_sees_path_line_kind_and_day_of_each_and_never_the_value(here):
    """R30, check --secrets."""
    code, out = run(here, "check", "--secrets", person=Person())

    assert code == 1
    assert TOKEN not in out
    assert PASSWORD not in out
    listed = [line for line in out.splitlines() if ", line " in line or ", row " in line]
    assert len(listed) == 4
    for agent in ("claude", "codex", "grok"):
        (path,) = [p for p in (here.user / f".{agent}").rglob("*.jsonl") if line_of(p)][-1:]
        (line,) = [line for line in listed if f"/.{agent}/" in line]
        assert "access token" in line
        assert "20" in line.rpartition(", ")[2]
        number = int(line.partition(", line ")[2].partition(":")[0])
        shown = Path(line.partition(": ")[2].partition(", line ")[0])
        assert number in line_of(shown), (line, path)
    (row,) = [line for line in listed if "state.db, row " in line]
    assert "password" in row
    ident = int(row.partition("row ")[2].partition(" ")[0])
    assert (
        PASSWORD
        in here.state.db.execute("SELECT content FROM messages WHERE id = ?", (ident,)).fetchone()[
            0
        ]
    )
    assert out.count("To rotate one") == 1


@pytest.mark.parametrize("how", [{}, {"person": Person(), "environ": {"CLAUDECODE": "1"}}])
def test_elsewhere_there_are_only_counts(here, how):
    """A pipe, and a shell that an agent started."""
    code, out = run(here, "check", "--secrets", **how)

    assert code == 1
    assert "1 x access token" in out
    assert "1 x password" in out
    assert ".jsonl" not in out
    assert "state.db" not in out
    assert "on a terminal of your own" in out
    assert TOKEN not in out


def test_json_has_counts_per_agent_and_kind_even_at_a_terminal(here):
    code, out = run(here, "check", "--secrets", "--json", person=Person())
    found = json.loads(out)

    assert code == 1
    assert found["finished"] is True
    assert found["credentials"] == 4
    assert found["agents"]["claude"] == {"access token": 1}
    assert found["agents"]["hermes"] == {"password": 1}
    assert str(here.user) not in out


def test_a_clean_history_is_said_to_be_clean(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=["claude"])
    world.claude("Rename the quince helper.", "Renamed.")

    code, out = run(world, "check", "--secrets", person=Person())

    assert code == 0
    assert "claude code: no credentials" in out.lower()
    assert "To rotate" not in out


def test_a_password_that_is_said_again_without_a_word_beside_it_is_listed_too(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=["claude"])
    world.claude("the wifi pass" + f"word is {PASSWORD}", f"{PASSWORD}? It connects.")

    out = run(world, "check", "--secrets", "--json")[1]

    assert json.loads(out)["agents"]["claude"] == {"password": 1, credentials.REPEATED: 1}


def test_a_history_that_is_switched_off_is_not_read(here):
    settings.save(here.home, {"index_sessions": ["hermes"]})
    assert json.loads(run(here, "check", "--secrets", "--json")[1])["agents"] == {
        "hermes": {"password": 1},
        "memories": {},
    }
    settings.save(here.home, {"index_sessions": False})
    code, out = run(here, "check", "--secrets", person=Person())
    assert (code, "index_sessions is off" in out) == (2, True)


def test_a_brain_by_itself_has_no_histories(here):
    code, out = run(here, "check", "--secrets", brain=here.memory.settings.brain)
    assert code == 2
    assert "a brain alone has none" in out


def test_what_the_detector_fails_on_is_listed_as_not_judged(here, monkeypatch):
    """Fail closed: it is not taken for clean."""

    def fails(text):
        raise ValueError(text)

    monkeypatch.setattr(secrets, "find", fails)
    code, out = run(here, "check", "--secrets")
    assert code == 1
    assert credentials.UNJUDGED in out
    assert TOKEN not in out


def test_one_file_that_cannot_be_read_hides_no_other(here, monkeypatch):
    read = ClaudeCode.read
    here.claude("Water the fig.", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0099")

    def partly(self, unit, mark, pulse):
        if "0099" in unit:
            raise PermissionError(13, TOKEN)
        return read(self, unit, mark, pulse)

    monkeypatch.setattr(ClaudeCode, "read", partly)
    out = run(here, "check", "--secrets", "--json")[1]
    found = json.loads(out)
    assert found["agents"]["claude"] == {"access token": 1}
    assert "0099" in found["trouble"]["claude"]
    assert TOKEN not in out


def test_ctrl_c_ends_it_cleanly(here, monkeypatch):
    """Exit code 130, and it says that this is not all; what was found is told."""
    read, before = ClaudeCode.read, signal.getsignal(signal.SIGINT)

    def interrupted(self, unit, mark, pulse):
        signal.raise_signal(signal.SIGINT)
        return read(self, unit, mark, pulse)

    for number in range(1000, 1003):
        here.claude("Water the fig.", session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04}")
    monkeypatch.setattr(ClaudeCode, "read", interrupted)
    code, out = run(here, "check", "--secrets", person=Person())
    assert code == 130
    assert "this is not all" in out
    assert "1 x password" in out
    assert json.loads(run(here, "check", "--secrets", "--json")[1])["finished"] is False
    assert signal.getsignal(signal.SIGINT) is before


def test_a_packet_with_a_credential_is_refused_without_repeating_it(here, tmp_path):
    """R30, R55: `brain apply` as the tools do."""
    source = {"op": "add_source", "kind": "document", "author": "person", "author_name": "Priya",
              "locator": "document:3", "text": f"the key is {TOKEN}"}  # fmt: skip
    path = tmp_path / "packets.json"
    path.write_text(json.dumps({"agent": "person", "ops": [source]}), encoding="utf-8")

    code, out = run(here, "brain", "apply", path, person=Person())

    assert code != 0
    assert "access token" in out
    assert TOKEN not in out
    assert TOKEN.encode() not in (here.memory.settings.brain / "brain.db").read_bytes()
