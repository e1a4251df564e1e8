"""What a home goes through: off and on, installed anew, upgraded, backed up, wiped and imported.

install -> keep -> off: a turn without us -> installed anew -> on -> backup -> wipe -> import
"""

import shutil
import sqlite3

import pytest
from host import Home
from host_stories import ROOT, config
from roads import BARGE, WHEN, indexed_when, results, tried, verdict
from scripted_model import ScriptedModel, say

AWAY = "the away line is said while we are off"
BACK = "the ferry is back and the ropes are dry"


class Life:
    """One home, with what was seen at each station."""

    def __init__(self, home, model):
        self.home, self.model, self.seen, self.kept = home, model, {}, {}

    def turn(self, station, words, *script):
        """A turn in a process of its own; its first request."""
        before = len(self.model.asked)
        self.model.then(*script, say("Very well."))
        self.home.converse([words, {"flush": True}, {"end": True}])
        self.seen[station] = self.model.asked[before]
        self.kept[station] = [verdict(result) for _, result in results(self.model, before)]

    def state(self):
        """Every row that we keep, as a person could compare it."""
        path = self.home.path / "agent-si" / "brain" / "brain.db"
        db = sqlite3.connect(path.as_uri() + "?mode=ro", uri=True)
        try:
            return db.execute("SELECT id, hash FROM packet ORDER BY 1").fetchall()
        finally:
            db.close()


def reinstall(life):
    """As a person does it: the host's own command on 0.19, a fresh copy of the tree on both.

    0.22 installs in a worker of its own that takes half a minute; test_validate.py does it.
    """
    plugin = life.home.path / "plugins" / "agent-si"
    (plugin / "vendor" / "left_behind.py").write_text("raise LookupError\n", encoding="utf-8")
    shutil.rmtree(plugin)
    life.home.add(ROOT, select=False)
    if not life.home.host.modern and (ROOT / ".git").exists():
        ran = life.home.hermes("plugins", "install", ROOT.as_uri(), "--force", "--no-enable")
        assert ran.code == 0, ran.text


def wiped(life):
    """The home is gone, and comes back from the host's own archive alone."""
    archive = life.home.root / "backup.zip"
    ran = life.home.hermes("backup", "--output", archive)
    assert ran.code == 0, ran.text
    shutil.rmtree(life.home.path)
    life.home.path.mkdir(mode=0o700)
    ran = life.home.hermes("import", archive, "--force")
    assert ran.code == 0, ran.text


@pytest.fixture(scope="module")
def life(host, tmp_path_factory):
    """The whole life of one home."""
    with ScriptedModel() as model:
        home = Home(host, model, tmp_path_factory.mktemp("life") / "home")
        home.add(ROOT)
        config(home, principal="Alex", index_sessions=True)
        life = Life(home, model)
        life.turn("kept", BARGE, tried(BARGE))
        home.configure({"memory": {"provider": ""}})
        before = life.state()
        life.turn("off", AWAY, tried(AWAY))
        reinstall(life)
        assert life.state() == before
        home.configure({"memory": {"provider": "agent-si"}})
        life.turn("on", BACK, tried(BACK))
        life.index = indexed_when(home, AWAY)
        life.before = life.state()
        wiped(life)
        life.after = life.state()
        life.turn("imported", WHEN, tried(BARGE))
    return life


def test_switched_off_it_is_not_there_and_switched_on_it_knows_what_was_said(life):
    """R10 R71; PEERS G45: the index catches up, and the turn without us stands in it once."""
    off = life.seen["off"]

    assert not [name for name in off.tools if name.startswith("brain_")]
    assert off.injected == ""
    assert life.kept["off"] != ["kept"]
    assert life.kept["kept"] == life.kept["on"] == ["kept"]
    assert (life.index[BARGE], life.index[AWAY]) == (1, 1)


def test_a_reinstalled_plugin_goes_on_with_the_same_brain(life):
    """R59 R61: the data stands beside the plugin, not in it."""
    plugin = life.home.path / "plugins" / "agent-si"

    assert not (plugin / "vendor" / "left_behind.py").exists()
    assert life.kept["on"] == ["kept"]


def test_a_wiped_home_comes_back_from_the_hosts_backup(life):
    """R61; PEERS G41: the same packets, recalled in the next conversation, and whole."""
    assert life.after == life.before
    assert BARGE in life.seen["imported"].injected
    assert life.kept["imported"] == ["quote_not_found"]
    assert life.home.hermes("agent-si", "check").code == 0


def test_an_import_gives_nobody_else_a_right_to_read_it(life):
    """R3: the host's import writes 0644, and the next conversation takes that back."""
    folder = life.home.path / "agent-si"
    found = {path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}

    assert found == {0}


def test_the_index_goes_on_after_an_import(life):
    """R71; PEERS H51."""
    life.home.hermes("agent-si", "index")
    lines = (BARGE, AWAY, BACK, WHEN)
    found = indexed_when(life.home, *lines)

    assert {line: found[line] for line in lines} == dict.fromkeys(lines, 1)
