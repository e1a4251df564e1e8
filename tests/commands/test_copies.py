"""`brain backup` and `brain restore` at a terminal: story 6, the crashed disk."""

import argparse
import io
import json
import re

import pytest
from agent_si.vendor.commands import surroundings, table
from world import KEY, World


class Terminal(io.StringIO):
    """A screen, and a person before it who copies the code that is asked for, or types no."""

    agrees = True

    def isatty(self):
        return True

    def readline(self, *_):
        return re.findall(r"Type (\w{4}) to", self.getvalue())[-1] + "\n" if self.agrees else "no\n"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def run(world, *argv, agrees=True):
    parser = argparse.ArgumentParser()
    table.add_commands(parser)
    screen = Terminal()
    screen.agrees = agrees
    place = surroundings.Surroundings(
        world.home, world.clock, {"HOME": str(world.user)}, screen, screen
    )
    return table.run(place, parser.parse_args([str(word) for word in argv])), screen.getvalue()


def break_page(path, words):
    """Three sectors of the page that holds some words are lost."""
    raw = bytearray(path.read_bytes())
    page = raw.index(words) // 4096 * 4096
    raw[page : page + 1536] = bytes(1536)
    path.write_bytes(raw)
    return bytes(raw)


def test_the_crashed_disk(here, tmp_path):
    """Story 6: what was acknowledged after the copy is there again, and the damaged file beside."""
    here.keep_date("14 March 2027", 0)
    code, out = run(here, "brain", "backup", tmp_path / "copy.db")
    assert code == 0, out
    assert re.search(r"copy\.db: \d+ kB, \d+ packets, 1 fact, newest \d{4}-", out)
    here.keep_date("21 March 2027", 1)
    brain = here.memory.settings.brain / "brain.db"
    damaged = break_page(brain, b"CREATE TABLE packet")

    code, out = run(here, "status")
    assert code == 1
    assert str(tmp_path / "copy.db") in out

    code, out = run(here, "brain", "restore", tmp_path / "copy.db", agrees=False)
    assert code == 1
    assert brain.read_bytes() == damaged, "a no changes nothing"
    assert "2 packets, each proved by its hash" in out
    assert "Would be lost: nothing that can still be told from it; it stays beside as it is" in out

    code, out = run(here, "brain", "restore", tmp_path / "copy.db")
    assert code == 0, out
    assert "brain.db.damaged-" in out
    with here.memory.brain() as after:
        assert {claim.value for claim in after.fact(KEY).claims} == {
            "14 March 2027",
            "21 March 2027",
        }
    assert "OK" in run(here, "check")[1]


def test_a_restore_can_be_looked_at_as_json_and_does_nothing_then(here, tmp_path):
    here.keep_date("14 March 2027", 0)
    run(here, "brain", "backup", tmp_path / "copy.db")
    here.keep_date("21 March 2027", 1)
    code, out = run(here, "brain", "restore", "--json", tmp_path / "copy.db")
    assert code == 0
    assert json.loads(out)["packets"] == {"present": 5, "saved": 2, "lost": 0}
    assert not list((here.memory.settings.brain).glob("brain.db.*"))


def test_a_backup_that_cannot_be_made_says_why(here, tmp_path):
    here.keep_date("14 March 2027", 0)
    run(here, "brain", "backup", tmp_path / "copy.db")
    code, out = run(here, "brain", "backup", tmp_path / "copy.db")
    assert (code, out.count("\n")) == (1, 1)
    assert "--replace" in out
    assert run(here, "brain", "backup", "--replace", tmp_path / "copy.db")[0] == 0
