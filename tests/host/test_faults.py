"""A file that is missing, empty or damaged: the turn goes on, and `status` says what to do."""

import shutil

import pytest
from host_stories import KEY, QUESTION, claude_session, ours, turn
from scripted_model import say, tool


def missing(path):
    path.unlink()


def empty(path):
    path.write_bytes(b"")


def garbage(path):
    path.write_bytes(b"this is no database at all" * 400)


# What only a person can mend; a missing file is made again, an index is built again.
LASTING = {
    ("brain/brain.db", empty),
    ("brain/brain.db", garbage),
    ("config.json", garbage),
}


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("brain/brain.db", missing),
        ("brain/brain.db", empty),
        ("brain/brain.db", garbage),
        ("config.json", missing),
        ("config.json", empty),
        ("config.json", garbage),
        ("sessions.db", missing),
        ("sessions.db", empty),
    ],
)
def test_a_damaged_file_never_stops_a_turn_and_status_says_what_to_do(kept, model, name, damage):
    """R63 R93: story 8."""
    path = kept.path / "agent-si" / name
    if not path.exists():
        pytest.skip(f"{name} was not made in this conversation")
    for extra in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + extra).unlink(missing_ok=True)
    damage(path)

    ran, asked = turn(kept, model, QUESTION, tool("brain_search", query="Brisbane lease"))

    assert "Done." in ran.out
    assert isinstance(asked[1].result, dict)
    status = ours(kept, "status")
    first = status.stdout.strip().splitlines()[0]
    assert status.stderr == ""
    if (name, damage) in LASTING:
        assert first.startswith("NOT OK: ")
        assert any(word in first for word in ("restore", "move it away", "mend or remove"))
        assert path.read_bytes() in (b"", b"this is no database at all" * 400)
    else:
        assert first == "OK"


def test_a_missing_home_of_another_agent_deletes_nothing_from_the_index(kept, model):
    """R29 R70: story 8; the folder is gone, what was indexed stays and is still found."""
    claude_session(kept, "the zeppelin exporter needs the flag --slow-start", "Noted.")
    model.then(say("Hello."))
    kept.converse(["hello, let us look at the plan", {"flush": True}, {"wait": 2}])
    shutil.rmtree(kept.user / ".claude")
    model.then(say("Hello."))
    kept.converse(["hello again, let us look at the plan", {"flush": True}, {"wait": 2}])

    _, asked = turn(
        kept,
        model,
        "which flag does the zeppelin exporter need?",
        tool("brain_search", query="zeppelin exporter flag"),
    )

    assert "--slow-start" in asked[0].injected
    status = kept.hermes("agent-si", "status")
    assert "not reachable" in status.text
    assert KEY in kept.hermes("agent-si", "search", "Brisbane", "lease").text
