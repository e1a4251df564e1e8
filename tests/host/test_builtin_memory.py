"""Hermes' own memory tool on a real Hermes: what it keeps is followed, and leaves no ghost."""

import json

import pytest
from host import Home
from host_stories import ROOT, config, ours
from scripted_model import ScriptedModel, say, tool

ALPHA = "The harbour server is called Alpha Quince."
BETA = "The harbour server is called Beta Medlar."
OTHER = "Deploys go out on Tuesday mornings."


def found(home, words: str):
    """The lines that a search finds, after the index was brought up to date."""
    assert ours(home, "index").returncode == 0
    return [hit["line"] for hit in json.loads(ours(home, "search", words, "--json").stdout)["hits"]]


def notes(home, words: str):
    """Those of them that are entries of the host's own memory."""
    return [line for line in found(home, words) if "hermes' own memory" in line]


def held(home, word: bytes) -> bool:
    """Whether an entry with this word stands in our index in one piece."""
    files = (home.path / "agent-si").glob("sessions.db*")
    return any(word in path.read_bytes() for path in files)


@pytest.fixture(scope="module")
def kept(host, tmp_path_factory):
    """A home whose model kept two entries with the host's own tool, and replaced one."""
    with ScriptedModel() as model:
        home = Home(host, model, tmp_path_factory.mktemp("memories") / "home")
        home.add(ROOT)
        config(home, principal="Alex", index_sessions=True)
        change = "patch" if host.modern else "replace"
        model.then(
            tool("memory", action="add", target="memory", content=ALPHA),
            tool("memory", action="add", target="memory", content=OTHER),
            say("Kept."),
            tool("memory", action=change, target="memory", old_text=ALPHA, content=BETA),
            say("Replaced."),
        )
        home.converse(["good day to you", "and a good evening", {"end": True}])
        yield home, model


def test_what_the_hosts_memory_tool_adds_replaces_and_removes_leaves_no_ghost(kept):
    """PEERS 19: reproduced there on 0.19.0; here nothing is left, not even bytes."""
    home, model = kept
    file = home.path / "memories" / "MEMORY.md"
    assert BETA in file.read_text(encoding="utf-8")

    (line,) = notes(home, "harbour server called")
    assert "Beta Medlar" in line
    assert "unsourced" in line
    assert not held(home, ALPHA.encode())

    model.then(
        tool("memory", action="remove", target="memory", old_text="Beta"),
        say("Removed."),
    )
    home.converse(["one more thing", {"end": True}])

    assert BETA not in file.read_text(encoding="utf-8")
    assert notes(home, "harbour server called") == []
    assert not held(home, BETA.encode())
    assert "Tuesday" in notes(home, "deploys Tuesday mornings")[0]
    assert json.loads(ours(home, "status", "--json").stdout)["brain"]["records"] == 0
