"""`private_projects`: nothing said there is held, nothing of it is shown, and it comes back."""

import json
import os
from contextlib import closing
from datetime import timedelta

import pytest
from agent_si.vendor.recall import settings
from agent_si.vendor.recall import show as showing
from agent_si.vendor.recall.conversation import PERSON_AT_TERMINAL
from agent_si.vendor.sessions import aside, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.private import Private
from agent_si.vendor.sessions.stored import fetch
from index_views import on_disk, texts
from session_fixtures import ClaudeFile, HermesState
from world import World

DIARY = "The zanthoxylum diary is about the rash on my arm."
LEASE = "The Brisbane lease moves on 14 March 2027."


@pytest.fixture
def here(tmp_path):
    """Two projects in each agent: one that is nobody's business, and one that is not."""
    world = World(tmp_path, index_sessions=True)
    world.claude(DIARY, "I see the zanthoxylum.", cwd="/work/diary", project="-work-diary")
    world.claude(
        LEASE, "Noted.", cwd="/work/office", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0002"
    )
    world.talk(
        "The zanthoxylum itches at night.", cwd="/work/diary/2027", git_repo_root="/work/diary"
    )
    world.talk("When does the Brisbane lease move?", cwd="/work/office")
    return world


def close(world, *paths):
    settings.save(world.home, {"private_projects": list(paths)})


def rows(world):
    """(texts, projects) of the index."""
    with closing(schema.open_index(world.memory.settings.index)) as db:
        said = fetch(db, "SELECT text FROM message ORDER BY text")
        projects = fetch(db, "SELECT DISTINCT project FROM session ORDER BY project")
    return [text for (text,) in said], [project for (project,) in projects]


def raw(world):
    return on_disk(world.memory.settings.index).lower()


def test_nothing_of_a_private_project_is_ever_written(here):
    close(here, "/work/diary")
    here.refresh()

    said, projects = rows(here)
    assert projects == ["/work/office"]
    assert LEASE in said
    assert b"zanthoxylum" not in raw(here)
    assert here.recall("zanthoxylum diary rash") == ()
    with here.memory.index() as index:
        counted = {row.agent: row.skipped for row in index.stats() if row.skipped}
    assert counted == {"claude": {"private project": 2}, "hermes": {"private project": 2}}

    here.claude("One more about the zanthoxylum.", cwd="/work/diary", project="-work-diary")
    here.state.turn("20261130_120001_talk", "And once more the zanthoxylum.", "Ok.")
    here.refresh()
    assert rows(here) == (said, projects)
    assert b"zanthoxylum" not in raw(here)


def test_what_becomes_private_leaves_with_its_bytes_and_comes_back(here):
    here.refresh()
    before = rows(here)
    hits = here.recall("zanthoxylum")
    assert len(hits) == 3
    close(here, "/work/diary/")

    assert here.recall("zanthoxylum") == ()  # at once, before any refresh
    for hit in hits:
        with pytest.raises(showing.Unknown):
            showing.show(here.memory, hit.id, 0, PERSON_AT_TERMINAL)
    here.refresh()
    assert rows(here)[1] == ["/work/office"]
    assert b"zanthoxylum" not in raw(here)

    close(here)
    here.refresh()
    assert rows(here) == before
    assert {hit.id for hit in here.recall("zanthoxylum")} == {hit.id for hit in hits}


def test_a_folder_below_a_project_is_private_by_itself(tmp_path):
    """Hermes names a session by the root of its repository, and knows where it was begun."""
    here = World(tmp_path, index_sessions=True)
    here.talk("The zanthoxylum stands in the open.", cwd="/work/repo/a", git_repo_root="/work/repo")
    here.talk("The zanthoxylum is a secret.", cwd="/work/repo/b/c", git_repo_root="/work/repo")
    here.refresh()
    assert len(here.recall("zanthoxylum")) == 2
    close(here, "/work/repo/b")
    here.refresh()
    assert rows(here)[0] == ["Ok.", "The zanthoxylum stands in the open."]
    close(here)
    here.refresh()
    assert len(rows(here)[0]) == 4


def test_nothing_can_be_kept_of_a_conversation_there(here):
    close(here, "/work/diary")
    quote = "my arm itches at night again"
    inside = here.talk(f"I wrote that {quote} today.", cwd="/work/diary")
    outside = here.talk(f"I wrote that {quote} today.", cwd="/work/office")

    refused = here.remember(inside, quote, title="Arm")

    assert refused["refused"] == "private_project"
    assert "private_projects" in refused["message"]
    assert here.remember(outside, quote, title="Arm")["kept"]


def test_a_session_that_exists_only_here_leaves_too(here):
    """The person's word weighs more than that it cannot be read again."""
    here.refresh()
    transcript = next((here.user / ".claude").rglob("-work-diary/*.jsonl"))
    old = (here.clock() - timedelta(days=40)).timestamp()
    os.utime(transcript, (old, old))
    here.refresh()
    transcript.unlink()
    here.refresh()
    assert here.recall("zanthoxylum diary rash")
    close(here, "/work/diary")
    here.refresh()
    with here.memory.index() as index:
        assert not any(row.only_here for row in index.stats())
    assert b"zanthoxylum" not in raw(here)


def test_a_damaged_index_does_not_bring_it_over(here):
    here.refresh()
    transcript = next((here.user / ".claude").rglob("-work-diary/*.jsonl"))
    old = (here.clock() - timedelta(days=40)).timestamp()
    os.utime(transcript, (old, old))
    here.refresh()
    transcript.unlink()
    here.refresh()
    path = here.memory.settings.index
    with path.open("r+b") as file:
        file.write(bytes(100))
    assert aside.set_aside(path)
    close(here, "/work/diary")
    here.refresh()
    assert rows(here)[1] == ["/work/office"]
    assert b"zanthoxylum" not in raw(here)


def test_a_setting_that_cannot_be_read_closes_all(here):
    """The default is no private project: it would show what somebody has closed."""
    here.refresh()
    assert here.recall("zanthoxylum")
    for wrong in (["diary"], {"a": 1}, 7):
        path = settings.config_path(here.home)
        path.write_text(json.dumps({"index_sessions": True, "private_projects": wrong}))
        found = settings.load(here.home)
        assert "no session is read" in found.trouble[0]
        assert here.recall("zanthoxylum") == ()
    close(here)
    assert here.recall("zanthoxylum")


@pytest.mark.parametrize(
    ("private", "folder", "held"),
    [
        ("/work/diary", "/work/diary", True),
        ("/work/diary/", "/work/diary", True),
        ("/work/diary", "/work/diary/", True),
        ("/work/diary", "/work/diary/2027/may", True),
        ("/work/diary", "/work/diary-of-others", False),
        ("/work/diary", "/work", False),
        ("/work/diary", "/work/Diary", False),
        ("/work/./x/../diary", "/work/diary/a", True),
        ("/", "/anything", True),
        ("/work/*/secret", "/work/a/secret/b", True),
        ("/work/*/secret", "/work/a/open", False),
        ("/work/[id]", "/work/[id]/x", True),
        ("/work/diary", "", False),
        ("/work/a b?#%", "/work/a b?#%/c", True),
    ],
)
def test_paths_as_people_write_them(private, folder, held):
    assert Private.of([private]).holds(folder) is held


def test_a_path_counts_as_written_and_as_what_it_leads_to(tmp_path, throwaway_home):
    real, link = throwaway_home / "real", throwaway_home / "link"
    real.mkdir()
    link.symlink_to(real)
    settings.save(throwaway_home, {"private_projects": "~/link, /work/x"})
    private = settings.load(throwaway_home).private
    assert private.holds(str(link / "a"))
    assert private.holds(str(real / "a"))
    assert private.holds("/work/x")
    assert not private.holds(str(throwaway_home))


def test_a_fork_in_the_open_keeps_what_it_holds_itself(claude, index, refresh):
    """The same messages stand in a session of another project: there they are not private."""
    first = ClaudeFile(claude, cwd="/work/diary")
    first.prompt("Where does the walnut tree stand?")
    fork = ClaudeFile(claude, cwd="/work/office", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0002")
    for line in first.path.read_bytes().splitlines():
        fork.line(json.loads(line) | {"sessionId": fork.session, "cwd": "/work/office"})
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 1
    refresh(ClaudeCode(claude), private=Private.of(["/work/diary"]))
    assert fetch(index._db, "SELECT project FROM session") == [("/work/office",)]
    assert len(texts(index)) == 1


def test_a_list_that_stays_costs_nothing(claude, index, refresh):
    ClaudeFile(claude, cwd="/work/diary").prompt("Where does the walnut tree stand?")
    private = Private.of(["/work/diary"])
    assert refresh(ClaudeCode(claude), private=private).agents["claude"].read == 1
    assert refresh(ClaudeCode(claude), private=private).agents["claude"].read == 0
    assert refresh(ClaudeCode(claude)).agents["claude"].read == 1


def test_of_a_group_nothing_of_a_private_project_is_held_either(hermes, index, refresh):
    from agent_si.vendor.sessions.adapters.hermes import Hermes

    state = HermesState(hermes / "state.db")
    state.session("s1", source="telegram", chat_id="-1", chat_type="group", cwd="/work/diary")
    state.turn("s1", "The zanthoxylum is ours.", "Ok.")
    refresh(Hermes(hermes), private=Private.of(["/work/diary"]))
    assert texts(index) == []
    state.close()
