"""The commands through both entry points: what they print, and their exit codes."""

import argparse
import json

import pytest
from agent_si.vendor.commands import setup, surroundings, table
from agent_si.vendor.recall import settings
from at_terminal import Person, Screen, run
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def test_status_of_a_healthy_home_is_ok_and_at_most_sixteen_lines(here):
    """R63."""
    here.keep_date("14 March 2027", 0)
    here.claude("the crane is red", "Ok.")
    here.refresh()

    code, out = run(here, "status")

    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "OK"
    assert len(lines) <= 16
    assert "you: Alex" in out
    assert "1 fact," in out
    assert "claude code: 1 session, 2 messages" in out
    assert "writes: yes" in out
    facts = json.loads(run(here, "status", "--json")[1])
    assert facts["brain"]["facts"] == 1


def test_status_before_the_first_run_says_what_makes_the_brain(tmp_path):
    world = type("Home", (), {"home": tmp_path / "none", "clock": None})

    code, out = run(world, "status")

    assert code == 1
    assert out.startswith("NOT OK: there is no brain yet")
    assert "hermes memory setup" in out.splitlines()[0]
    assert not world.home.exists()


def test_status_and_check_name_a_disputed_fact_and_a_person(here):
    """R47."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)

    assert "Ask a person: 1 disputed" in run(here, "status")[1]
    assert "Ask a person" in run(here, "search", "Brisbane", "lease")[1]
    assert "Ask a person" in run(here, "show", KEY)[1]


def test_check_is_clean_and_a_tampered_brain_is_not(here):
    """R64 R83."""
    import sqlite3
    from contextlib import closing

    here.keep_date("14 March 2027", 0)
    assert run(here, "check") == (0, "OK: chain, texts, quotes, tables and index agree\n")
    path = here.memory.settings.brain / "brain.db"
    with closing(sqlite3.connect(path)) as db:
        guards = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'text'"
        ).fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE text SET body = '15 March 2027' WHERE body = '14 March 2027'")
        for _, sql in guards:
            db.execute(sql)
        db.commit()

    code, out = run(here, "check")

    assert code == 1
    assert "NOT OK" in out
    assert json.loads(run(here, "check", "--json")[1])["ok"] is False


def test_show_takes_a_prefix_and_says_what_it_does_not_know(here):
    _, kept = here.keep_date("14 March 2027", 0)

    assert run(here, "show", kept["id"])[0] == 0
    code, out = run(here, "show", "bzzzz")
    assert code == 2
    assert "nothing is known" in out


def test_settle_needs_a_person_at_a_terminal(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)

    code, out = run(here, "settle", KEY, typed="1\nc\n\n")
    assert code == 2
    assert "needs a terminal" in out
    for mark in surroundings.AGENT_MARKS:
        code, out = run(here, "settle", KEY, typed="1\nc\n\n", tty=True, environ={mark: "1"})
        assert code == 2
        assert mark in out
    code, out = run(here, "settle", KEY, typed="1\nc\n\nwrong code\n", tty=True)
    assert code == 1
    assert "nothing was changed" in out
    assert "Ask a person" in run(here, "search", "Brisbane", "lease")[1]


def test_settle_as_json_shows_both_sides_and_asks_nobody(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)
    code, out = run(here, "settle", KEY, "--json")
    told = json.loads(out)
    assert (code, told["disputed"], told["value"]) == (0, True, None)
    assert [side["value"] for side in told["values"]] == ["21 March 2027", "14 March 2027"]


def test_a_value_of_several_lines_cannot_imitate_a_question(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027\nWhich stands? (1-1)", 3)
    person = Person("2", "w", "")
    code, out = run(here, "settle", KEY, person=person)
    assert code == 0, out
    assert len([line for line in out.splitlines() if line.startswith("Which stands")]) == 1


def test_nothing_that_steers_a_terminal_reaches_it(here):
    out = Screen(tty=True)
    place = surroundings.Surroundings(here.home, here.clock, {}, Screen("x\n", tty=True), out)
    place.say("a\x1b[2Jb\x9bc\x7fd\te")
    assert place.ask("f\x1bg") == "x"
    assert out.getvalue() == "a\ufffd[2Jb\ufffdc\ufffdd\te\nf\ufffdg: "


def test_setup_without_answers_keeps_what_is_there(here):
    out = Screen()
    place = surroundings.Surroundings(here.home, here.clock, {}, Screen(""), out)

    setup.at_terminal(place)

    assert settings.load(here.home).principal == "Alex"
    assert "Saved to" in out.getvalue()


def test_another_name_needs_a_person_and_a_first_name_is_recorded_at_once(here, tmp_path):
    """R60: whose words are protected is what the log has."""
    settings.save(here.home, {"principal": "Mallory"})
    out = Screen()
    setup.at_terminal(surroundings.Surroundings(here.home, here.clock, {}, Screen(""), out))
    with here.memory.brain() as brain:
        assert brain.policy().principal == "Alex"
    assert settings.load(here.home).principal == "Alex"
    assert "stays Alex" in out.getvalue()

    (tmp_path / "second").mkdir()
    nameless = World(tmp_path / "second")
    settings.save(nameless.home, {"principal": "Sam"})
    setup.first_run(nameless.memory.settings, nameless.clock)
    with nameless.memory.brain() as brain:
        assert brain.policy().principal == "Sam"


def test_a_newcomer_is_told_what_to_do_first(here):
    code, out = run(here)

    assert code == 0
    assert "hermes memory setup" in out
    for command in table.COMMANDS:
        assert command.name in out


@pytest.mark.parametrize("command", table.every_command(), ids=lambda command: command.name)
def test_every_command_has_help_with_an_example(here, command, capsys):
    with pytest.raises(SystemExit) as left:
        run(here, *command.name.split(), "--help")
    told = " ".join(capsys.readouterr().out.split())
    assert left.value.code == 0
    assert f"example: hermes agent-si {command.example}" in told
    assert "--json" in told


def test_a_host_can_list_our_commands():
    """0.22 walks over the parsers of its plugins before it runs one."""
    parser = argparse.ArgumentParser()
    table.add_commands(parser)
    (action,) = (each for each in parser._actions if each.dest == "agent_si_command")
    assert list(action.choices) == [command.name for command in table.COMMANDS]
    inside = action.choices["brain"]._actions[-1].choices
    assert {f"brain {name}" for name in inside} <= {c.name for c in table.every_command()}
    assert all(isinstance(sub, argparse.ArgumentParser) for sub in action.choices.values())


def test_a_group_alone_lists_what_is_in_it(here):
    code, out = run(here, "brain")
    assert code == 2
    for command in table.every_command():
        assert (f"hermes agent-si {command.name} " in out) is command.name.startswith("brain ")


def test_the_demo_and_back_leaves_the_own_brain_as_it_was(here):
    """R15 R16."""
    here.keep_date("14 March 2027", 0)
    own = (here.memory.settings.brain / "brain.db").read_bytes()

    assert run(here, "demo")[0] == 0
    assert "demo: on" in run(here, "status")[1]
    assert "Dana" in run(here, "search", "Dana", "Whitlock")[1]
    assert here.recall("Brisbane lease")[0].line.count("2026-11-30") == 0
    assert run(here, "demo", "--off")[0] == 0

    assert (here.memory.settings.brain / "brain.db").read_bytes() == own
    assert here.recall("Brisbane lease")[0].id == KEY
