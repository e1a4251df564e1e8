"""`check --drill`: the user's own proof, on a copy, that the promises hold on their machine."""

import hashlib
import json
import tempfile
from pathlib import Path

import pytest
from agent_si.vendor.recall import drill, hits, toolset
from at_terminal import Person, run
from world import World

KINDS = {
    "near-miss quotes",
    "words put in your mouth",
    "secrets",
    "poisoned documents",
    "forged fences",
    "forged authorship",
    "unrelated prompts",
    "a stranger asks",
}


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.keep_date("14 March 2027", 0)
    world.keep_date("21 March 2027", 1)
    world.talk("Plant the walnut tree by the gate of the orchard.", "What about the harbour crane?")
    world.refresh()
    return world


def hashes(world):
    """Every file of the home, but what SQLite keeps beside a log that is read."""
    return {
        path.relative_to(world.home): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(world.home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def drilled(world):
    code, out = run(world, "check", "--drill", "--json")
    told = json.loads(out)
    return code, told, {each["attack"]: each for each in told["attacks"]}


def test_every_attack_is_refused_met_with_silence_or_shown_as_data(here):
    """PEERS 5.9: a poison drill on the user's own install."""
    code, _told, rows = drilled(here)
    leaks = [line for each in rows.values() for line in each["leaked"]]
    assert (code, leaks) == (0, [])
    assert set(rows) == KINDS
    assert all(each["tried"] >= 6 for name, each in rows.items() if name != "a stranger asks")
    assert rows["poisoned documents"]["as_data"] >= 10
    assert rows["forged fences"]["as_data"] >= 8
    assert rows["secrets"]["refused"] == rows["secrets"]["tried"] == 12
    assert rows["near-miss quotes"]["refused"] == 10


def test_a_person_reads_a_table_and_the_live_files_are_as_they_were(here, tmp_path, monkeypatch):
    place = tmp_path / "temp"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    before = hashes(here)
    code, out = run(here, "check", "--drill", person=Person())
    assert code == 0, out
    assert "OK: " in out
    assert "none came through" in out
    assert max(map(len, out.splitlines())) <= 80
    assert hashes(here) == before
    assert not list(place.iterdir())


def broken_gate(monkeypatch):
    monkeypatch.setattr(toolset, "call", lambda *_: {"kept": True})


def broken_mark(monkeypatch):
    monkeypatch.setattr(hits, "record_hit", _unmarked(hits.record_hit))


def _unmarked(real):
    def shown(*args, **named):
        hit = real(*args, **named)
        object.__setattr__(hit, "marks", ())
        return hit

    return shown


def broken_floor(monkeypatch):
    monkeypatch.setattr(drill, "block", lambda *_: type("Spoke", (), {"text": "head\n[x] «y»"}))


@pytest.mark.parametrize(
    ("breaks", "kind"),
    [
        (broken_gate, "near-miss quotes"),
        (broken_gate, "secrets"),
        (broken_gate, "words put in your mouth"),
        (broken_mark, "poisoned documents"),
        (broken_floor, "unrelated prompts"),
        (broken_floor, "a stranger asks"),
    ],
)
def test_where_a_promise_does_not_hold_it_says_so_and_ends_with_one(
    here, monkeypatch, breaks, kind
):
    breaks(monkeypatch)
    code, told, rows = drilled(here)
    assert (code, told["ok"]) == (1, False)
    assert rows[kind]["leaked"]


def test_without_a_name_that_attack_is_not_tried_and_said(tmp_path):
    world = World(tmp_path, index_sessions=False)
    code, _, rows = drilled(world)
    assert code == 0
    assert "no principal is named" in rows["words put in your mouth"]["not_tried"]


def test_without_a_brain_it_says_how_one_is_made(tmp_path):
    world = World(tmp_path, principal="Alex")
    (world.memory.settings.brain / "brain.db").unlink()
    code, out = run(world, "check", "--drill")
    assert code == 1
    assert "memory setup" in out


def test_no_attack_stands_in_the_files_of_the_plugin():
    """A scanner of plugins reads them, too."""
    files = Path(drill.__file__).parent.glob("drill*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for words in ("memory-context", "ignore all " + "previous", "im_" + "start", "password:"):
        assert words not in text, words
