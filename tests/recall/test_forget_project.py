"""`forget --project PATH`: all that was said in a folder goes, and stays out, and is named."""

import json
from contextlib import closing

import pytest
from agent_si.vendor.recall import forget
from agent_si.vendor.sessions import schema
from agent_si.vendor.sessions.stored import fetch
from at_terminal import Person, run
from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from index_views import on_disk
from world import World

SAID = "the zanthoxylum harvest of the farm begins on 14 March"
OTHER = "the office lease in Brisbane ends on 21 March says the landlord"
FIRST = "5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0001"
SECOND = "5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0002"


@pytest.fixture
def here(tmp_path):
    """A project in all four agents, with a fact that was kept there, and another project."""
    world = World(tmp_path, principal="Alex", index_sessions=True)
    inside = world.talk(f"Remember that {SAID}, please.", cwd="/work/farm")
    world.kept = world.remember(inside, SAID, title="Harvest")
    assert world.kept["kept"]
    world.inside = inside.session_id
    world.talk("And what of the zanthoxylum below the farm?", cwd="/work/farm/barn")
    outside = world.talk(f"Remember that {OTHER}, please.", cwd="/work/farmhouse")
    assert world.remember(outside, OTHER, title="Lease")["kept"]
    world.claude("Where is the zanthoxylum?", "In the barn.", cwd="/work/farm", session=FIRST)
    world.claude("Where is the office?", "In Brisbane.", cwd="/work/office", session=SECOND)
    codex = CodexFile(world.user / ".codex", cwd="/work/farm/field")
    codex.prompt("Ok?")
    world.codex = codex
    grok = GrokSession(world.user / ".grok", cwd="/work/farm")
    grok.prompt("Count the zanthoxylum trees.")
    grok.answer("Twelve.")
    grok.done()
    world.grok = grok
    world.refresh()
    return world


def forgets(here, path, *, agrees=True):
    """What the command says to a person who agrees."""
    person = Person(agrees=agrees)
    environ = {"HOME": str(here.user)}
    return run(here, "forget", "--project", path, person=person, environ=environ)


def projects(here):
    with closing(schema.open_index(here.memory.settings.index)) as db:
        return [row[0] for row in fetch(db, "SELECT project FROM session ORDER BY 1")]


def ours(here):
    """Every byte of ours in this home; nobody has a file open."""
    folder = here.home / "agent-si"
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file()).lower()


def test_it_shows_asks_forgets_and_names_what_is_elsewhere(here):
    before = projects(here)
    assert len(before) == 7

    code, out = forgets(here, "/work/farm")

    assert code == 0, out
    shown = out[: out.index("Type ")]
    assert "things would go:" in shown
    assert "  1. " in shown
    assert shown.count("[session]") == 5
    assert "[note] Harvest" in shown
    assert "[message, user]" in shown
    assert "farmhouse" not in shown
    gone, elsewhere = out.split("still elsewhere", 1)
    assert "5 sessions" in gone
    for name in (f"{FIRST}.jsonl", here.codex.path.name, here.grok.session):
        assert name in elsewhere, name
    assert f"hermes sessions delete {here.inside}" in elsewhere
    assert SECOND not in elsewhere
    assert "private_projects" in elsewhere
    assert projects(here) == ["/work/farmhouse", "/work/office"]
    assert b"zanthoxylum" not in ours(here)
    assert here.recall("zanthoxylum harvest farm") == ()
    assert here.recall("office lease Brisbane")


def test_it_stays_out_after_a_new_turn_there_and_in_a_new_index(here):
    forgets(here, "/work/farm/")
    here.state.turn(here.inside, "One more about the zanthoxylum.", "Ok.")
    here.refresh()
    assert projects(here) == ["/work/farmhouse", "/work/office"]
    path = here.memory.settings.index
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    here.refresh()
    assert projects(here) == ["/work/farmhouse", "/work/office"]
    assert b"zanthoxylum" not in on_disk(path)
    here.talk("A new session at the farm.", cwd="/work/farm")
    here.refresh()
    assert "/work/farm" in projects(here)


def test_only_what_lies_below(here):
    code, out = forgets(here, "/work/farm/barn")
    assert code == 0, out
    assert "1 session" in out
    assert projects(here).count("/work/farm") == 3


def test_no_is_no_and_a_preview_changes_nothing(here):
    before = projects(here)
    code, out = forgets(here, "/work/farm", agrees=False)
    assert code != 0
    code, out = run(here, "forget", "--project", "/work/farm", "--dry-run")
    assert code == 0
    assert "would go" in out
    code, out = run(here, "forget", "--project", "/work/farm", "--json")
    assert code == 0
    kinds = [each["kind"] for each in json.loads(out)["goes"]]
    assert kinds.count("session") == 5
    code, out = run(here, "forget", "--project", "/work/farm")
    assert code != 0
    assert projects(here) == before


def test_a_folder_of_which_nothing_is_held_is_said_so(here):
    code, out = forgets(here, "/work/elsewhere")
    assert code != 0
    assert "/work/elsewhere" in out
    code, out = run(here, "forget", "--dry-run")
    assert "--project" in out


def test_a_home_directory_may_be_written_short(here):
    assert forget.of_project(here.memory, "/work/farm")
    here.talk("At home in the orchard.", cwd=str(here.user / "orchard"))
    here.refresh()
    code, out = forgets(here, "~/orchard")
    assert code == 0, out
    assert str(here.user / "orchard") not in projects(here)


def test_a_long_project_goes_with_its_repetitions_elsewhere(tmp_path):
    """More messages than are looked for one by one."""
    here = World(tmp_path, index_sessions=True)
    for number in range(12):
        talk = here.talk(cwd="/work/farm")
        for row in range(8):
            here.says(talk, f"Row {number} {row} of the zanthoxylum field is planted by hand.")
    other = here.talk(cwd="/work/office")
    here.says(other, "Row 3 4 of the zanthoxylum field is planted by hand.")
    here.says(other, "And the office has a window.")
    for _ in range(5):
        here.says(here.talk(cwd="/work/farm"), "Ok then.")
    here.refresh()
    code, out = forgets(here, "/work/farm")
    assert code == 0, out
    assert b"zanthoxylum" not in ours(here)
    assert here.recall("office window")
