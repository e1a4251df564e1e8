"""`check --precision`: a person learns how recall does on what they really typed."""

import json
import os
import signal

import pytest
from agent_si.vendor.commands import check_precision
from agent_si.vendor.recall import precision, settings
from at_terminal import Person, run
from world import World


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    for number, said in enumerate(
        (
            ("The harbour crane needs a new gearbox before May.", "Noted."),
            ("thanks, that is great", "You are welcome."),
            ("Plant the walnut tree by the gate of the orchard.", "Planted."),
            ("What did we say of the gearbox of the harbour crane?", "It needs a new one."),
            ("Which gearbox does the harbour crane need?", "A new one."),
            ("Who painted the ceiling of that chapel in Rome?", "A painter."),
        )
    ):
        world.claude(*said, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f000{number}")
    world.refresh()
    return world


def counts(here, *flags):
    code, out = run(here, "check", "--precision", "--json", *flags)
    assert code == 0
    return json.loads(out)


def test_each_prompt_is_asked_again_without_its_own_session(here):
    """Alone in the index, a prompt would find itself and nothing else."""
    got = counts(here)

    assert got["prompts"] == 6
    assert got["small_talk"] == 1
    assert got["spoke"] == 3  # of the crane: each found the others
    assert got["silent"] == 2
    assert got["sources"] == {"claude": got["lines"]}


def test_a_line_that_comes_again_is_counted_as_a_repeat(here):
    got = counts(here)

    assert 0 < got["repeated_lines"] < got["lines"]


def test_what_was_typed_is_shown_to_nobody_who_did_not_ask(here):
    code, out = run(here, "check", "--precision", person=Person())
    assert code == 0
    for word in ("gearbox", "walnut", "chapel"):
        assert word not in out
    assert "6 prompts of yours" in out
    assert "(in force: normal)" in out


def test_a_person_may_see_the_prompts_and_an_agent_may_not(here):
    code, out = run(here, "check", "--precision", "--prompts", person=Person())
    assert code == 0
    assert "> Which gearbox does the harbour crane need?" in out

    for how in ({}, {"person": Person(), "environ": {"CLAUDECODE": "1"}}):
        code, out = run(here, "check", "--precision", "--prompts", **how)
        assert code == 2
        assert "gearbox" not in out


def test_facts_count_as_the_brains(here):
    here.keep_date("14 March 2027", 0)
    here.claude(
        "When does the Brisbane office lease move?",
        "In March.",
        session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0010",
    )
    here.refresh()

    assert counts(here)["sources"]["brain"] >= 1


def test_the_last_prompts_are_taken_and_only_of_agents_that_are_read(here):
    here.talk("the Perth lease ends in June next year")
    here.refresh()
    newest = precision.last_prompts(here.memory, 1)
    assert [row.text for row in newest] == ["the Perth lease ends in June next year"]

    settings.save(here.home, {"index_sessions": ["claude"]})
    assert counts(here, "--last", "3")["prompts"] == 3
    assert all(row.agent == "claude" for row in precision.last_prompts(here.memory, 50))


def test_nothing_is_written(here):
    def files():
        return {
            path: path.read_bytes()
            for path in sorted(here.home.rglob("*"))
            if path.is_file() and not path.name.endswith(("-shm", "-wal"))
        }

    before = files()
    counts(here)
    assert files() == before


def test_ctrl_c_ends_it_with_the_counts_so_far(here, monkeypatch):
    real = check_precision.Tally.add

    def pressed(tally, one):
        real(tally, one)
        if tally.prompts == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(check_precision.Tally, "add", pressed)
    code, out = run(here, "check", "--precision")

    assert code == 130
    assert "2 prompts of yours" in out
    assert "Stopped" in out
    assert "not asked" in out


def test_where_there_is_nothing_to_ask_it_says_so(here, tmp_path):
    settings.save(here.home, {"index_sessions": False})
    code, out = run(here, "check", "--precision")
    assert (code, "index_sessions" in out) == (2, True)

    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other", principal="Alex", index_sessions=True)
    code, out = run(other, "check", "--precision")
    assert code == 2
    assert "nothing is indexed yet" in out
    assert run(here, "check", "--precision", "--last", "0")[0] == 2
