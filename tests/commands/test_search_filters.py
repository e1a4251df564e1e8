"""`search` narrowed: by agent, project, role and time; what is switched off does not answer."""

import json
from datetime import UTC, datetime

import pytest
from agent_si.vendor.recall import searched, settings, toolset
from at_terminal import run
from world import KEY, World

WALNUT = "The walnut hedge in Perth needs pruning in spring."


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.clock.now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    world.talk(WALNUT)
    world.claude(
        "The walnut hedge was pruned by the parser.",
        "I pruned the walnut hedge.",
        cwd="/work/parser/sub",
    )
    world.clock.now = datetime(2026, 11, 29, 12, tzinfo=UTC)
    world.talk("Is the walnut hedge still there, in winter?")
    world.clock.now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    world.refresh()
    return world


def found(world, *flags):
    code, out = run(world, "search", "walnut", "hedge", "--limit", 20, "--json", *flags)
    assert code == 0, out
    return json.loads(out)["hits"]


def test_without_filters_everybody_answers(here):
    assert len(found(here)) == 4


def test_only_one_agent_or_several(here):
    assert len(found(here, "--agent", "claude code")) == 2
    assert len(found(here, "--agent", "hermes")) == 2
    assert len(found(here, "--agent", "hermes", "--agent", "claude")) == 4
    assert found(here, "--agent", "codex") == []


def test_only_one_role(here):
    assert [hit["snippet"] for hit in found(here, "--role", "assistant")] == [
        "I pruned the walnut hedge."
    ]
    assert len(found(here, "--role", "user")) == 3


def test_only_one_project_with_what_is_below_it(here):
    assert len(found(here, "--project", "/work/parser")) == 2
    assert len(found(here, "--project", "/work/parser/sub/")) == 2
    assert found(here, "--project", "/work/par") == []


@pytest.mark.parametrize(
    ("flags", "count"),
    [
        (("--since", "2026-11-29"), 1),
        (("--since", "yesterday", "--until", "yesterday"), 1),
        (("--since", "last week", "--until", "last week"), 1),
        (("--until", "2026-11-28", "--agent", "hermes"), 1),
        (("--until", "20 Nov 2026", "--since", "20 Nov 2026", "--agent", "hermes"), 1),
        (("--since", "1 year", "--agent", "hermes"), 2),
        (
            (
                "--since",
                "today",
            ),
            0,
        ),
    ],
)
def test_only_a_stretch_of_time_in_the_forms_people_write(here, flags, count):
    assert len(found(here, *flags)) == count


def test_with_a_filter_the_brain_is_not_searched_and_a_dispute_is_still_shown_as_one(here):
    """R47: a message that one side of a dispute rests on is never shown alone."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)
    here.refresh()
    out = run(here, "search", "Brisbane", "lease", "--agent", "hermes")[1]
    assert "Ask a person" in out
    assert KEY in out


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--since", "03/11/2026"), "--since: '03/11/2026' is no day"),
        (("--until", "2026-02-30"), "--until: there is no day"),
        (("--agent", "claud"), "did you mean claude?"),
        (("--since", "today", "--until", "2026-11-03"), "later than --until"),
        (("--side", "brain", "--role", "user"), "leave --side brain out"),
    ],
)
def test_what_cannot_be_asked_says_how_it_can(here, flags, said):
    code, out = run(here, "search", "walnut", *flags)
    assert code == 2
    assert said in out


def test_an_agent_that_is_switched_off_does_not_answer_anywhere(here):
    """R58 R71: off is neither read nor recalled, though its rows are still held."""
    hit = found(here, "--agent", "claude")[0]
    code = hit["code"]
    with here.memory.index() as index:
        session = index.message(hit["id"]).session
    settings.save(here.home, {"index_sessions": ["hermes"]})

    assert len(found(here)) == 2
    assert "claude" not in json.dumps(found(here))
    assert run(here, "show", code)[0] == 2
    assert run(here, "show", session)[0] == 2
    talk = here.talk("Where is the hedge?")
    for tool, args in (("brain_get", {"id": code}), ("brain_search", {"query": "parser pruned"})):
        assert "parser" not in json.dumps(
            toolset.call(here.memory, tool, args, talk)["hits"]
            if tool == "brain_search"
            else toolset.call(here.memory, tool, args, talk)
        )
    told = searched.ground(here.memory, talk)
    assert "claude code (switched off in index_sessions)" in told
    assert "of claude code" not in told
    held = "  off, not recalled, still held: claude code, 1 session; to delete: index --drop"
    assert held in run(here, "status")[1].splitlines()
    status, out = run(here, "search", "walnut", "--agent", "claude")
    assert status == 2
    assert "switched off" in out

    settings.save(here.home, {"index_sessions": False})
    assert found(here) == []
    assert "still held: claude code, hermes, 3 sessions" in run(here, "status")[1]
    settings.save(here.home, {"index_sessions": True})
    assert len(found(here)) == 4
