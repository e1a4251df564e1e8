"""`status` about past sessions: how much of whom, what was left out and why, how far it is."""

import json
import re

import pytest
from agent_si.vendor.commands import status
from agent_si.vendor.recall import settings
from agent_si.vendor.sessions.adapters import adapters_for
from agent_si.vendor.sessions.index import SessionIndex
from at_terminal import run
from world import World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def test_each_agent_has_a_line_and_with_all_the_reasons(here):
    """R63."""
    talk = here.talk("Plant the walnut tree by the gate.")
    here.state.call(talk.session_id, "terminal", "a long listing")
    here.says(talk, "#off-record")
    here.says(talk, "Where does it hurt?")
    here.claude("Rename the quince helper.", "Renamed.")
    here.refresh()

    code, out = run(here, "status")
    whole = run(here, "status", "--all")[1]

    assert code == 0
    assert re.search(r"  hermes: 1 session, 2 messages, newest \d{4}-\d\d-\d\d; kept out: 2\n", out)
    assert re.search(r"  claude code: 1 session, 2 messages, newest \d{4}-\d\d-\d\d\n", out)
    assert "reading:" not in out
    assert "kept out: 2 off the record" in whole
    assert "last looked at: " in whole
    assert "hurt" not in whole


def test_what_is_not_there_is_said_of_each_agent(here):
    here.claude("Rename the quince helper.", "Renamed.")
    here.refresh()
    for file in (here.user / ".claude").rglob("*.jsonl"):
        file.unlink()
    here.clock.now = here.clock.now.replace(year=here.clock.now.year + 1)
    here.refresh()
    assert "1 exist only here" in run(here, "status")[1]
    here.claude("Another helper.", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f3000")
    here.refresh()
    (here.user / ".claude" / "projects").rename(here.user / "away")
    here.refresh()
    out = run(here, "status", "--all")[1]
    assert "1 not reachable, kept; 1 exist only here" in out
    assert "is not there" in out
    short = run(here, "status")[1]
    assert "1 not reachable, kept" in short, "on a line of its own where the path is long"
    assert all(len(line) <= 80 for line in short.splitlines() if line.startswith("  "))


def test_while_there_is_something_left_it_says_how_far_it_is(here):
    here.talk("Plant the walnut tree by the gate.")
    here.refresh()
    for number in range(2000, 2003):
        here.claude("Rename it.", session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number}")

    out = run(here, "status")[1]

    assert "reading: 1 of 4 sessions, some seconds left; at once: " in out
    assert "hermes agent-si index" in out
    left = json.loads(run(here, "status", "--json")[1])["sessions"]["left"]
    assert (left["sessions"], left["of"], left["agents"]) == (3, 4, {"claude": 3})
    here.refresh()
    assert "reading:" not in run(here, "status")[1]


def test_an_agent_has_its_line_while_it_is_read_for_the_first_time(here):
    for number in range(2000, 2003):
        here.claude("Rename it.", session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number}")
    found = settings.load(here.home)
    readers = adapters_for(["claude"], hermes_home=here.home, user_home=here.user, environ={})
    with SessionIndex.open(found.index) as index:
        assert not index.refresh(readers, now=here.clock(), pause=lambda: True).finished

    out = run(here, "status")[1]

    assert re.search(r"  claude code: 1 session, 1 message, newest ", out)
    assert "reading: 1 of 3 sessions" in out


def test_before_the_first_reading_it_says_what_there_is_to_read(here):
    here.talk("Plant the walnut tree by the gate.")
    out = run(here, "status")[1]
    assert "nothing is indexed yet" in out
    assert "reading: 0 of 1 session," in out


def test_how_far_back_is_read_is_said_and_a_day_to_come_is_noted(here):
    settings.save(here.home, {"index_since": "90 days"})
    assert ", since 90 days)" in run(here, "status")[1]
    settings.save(here.home, {"index_since": "3027-01-01"})
    assert "not in force" in run(here, "status")[1]


def test_switched_off_is_one_line_and_nothing_is_looked_at(here, monkeypatch):
    """R71."""
    settings.save(here.home, {"index_sessions": False})
    monkeypatch.setattr("agent_si.vendor.commands.costs.of", lambda *_: 1 / 0)
    assert "sessions: not read (index_sessions is off)" in run(here, "status")[1]


def test_at_most_sixteen_lines_and_the_rest_on_demand(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)
    here.claude("the crane is red", "Ok.")
    here.refresh()
    here.claude("one more", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f9999")
    wrong = {"block_chars": "x", "deadline_ms": "y", "recall_floor": "z", "index_since": "soon"}
    path = settings.config_path(here.home)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | wrong), encoding="utf-8")

    out = run(here, "status")[1].splitlines()
    whole = run(here, "status", "--all")[1]

    assert len(out) <= 16
    assert all(len(line) <= 80 for line in out if line.startswith(("  claude", "  reading")))
    assert "status --all" in out[-1] or len(whole.splitlines()) <= 16
    assert all(f"note: config.json: {key}" in whole for key in wrong)


def test_many_troubles_are_cut_to_sixteen_lines_and_say_how_many_are_left():
    facts = {
        "wrong": ["a", "b", "c", "d", "e"],
        "demo": True,
        "alone": False,
        "brain": {"path": "p", "disputed": ["k"], "pending": 2, "facts": 1, "records": 1}
        | {"sources": 1, "bytes": 1, "you": "Alex"},
        "writes": "no",
        "sessions": {"path": "s", "reads": ["hermes"], "agents": {}, "since": "", "note": "n"},
        "config": "c",
        "costs": "t",
        "notes": ["1", "2", "3", "4"],
    }
    out = status.lines(facts)
    assert len(out) == 16
    assert out[0] == "NOT OK: a"
    assert out[-1].endswith("more: hermes agent-si status --all")
    whole = status.lines(facts, everything=True)
    assert len(whole) > 16
    assert "note: 4" in whole
