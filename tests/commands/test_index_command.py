"""`index`: told before, read on demand, stopped at will, dropped with its bytes."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from agent_si.vendor.commands import costs, setup, surroundings
from agent_si.vendor.commands.progress import Bar
from agent_si.vendor.recall import settings
from agent_si.vendor.sessions import lead
from agent_si.vendor.sessions.estimate import Cost
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.report import Step
from at_terminal import Person, Screen, run
from index_views import on_disk, texts
from world import World

ROOT = Path(__file__).resolve().parent.parent.parent
BRAIN = ROOT / "tools" / "brain.py"


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.talk("Plant the walnut tree by the gate.")
    world.claude("Rename the quince helper in the parser.", "Renamed.")
    return world


def held(world):
    with SessionIndex.open(settings.load(world.home).index, readonly=True) as index:
        return sorted(texts(index))


def test_a_dry_run_tells_sessions_bytes_disk_and_minutes_and_reads_nothing(here):
    """What it costs is told before anything is read."""
    code, out = run(here, "index", "--dry-run")

    assert code == 0
    assert re.search(r"hermes +1 session +\S+ \w?B +about \S+ \w?B here", out)
    assert re.search(r"claude code +1 session +\S+ \w?B +about", out)
    assert "at most a quarter of one core" in out
    assert "Nothing was read" in out
    assert not settings.load(here.home).index.exists()
    facts = json.loads(run(here, "index", "--dry-run", "--json")[1])
    size = next((here.user / ".claude").rglob("*.jsonl")).stat().st_size
    assert facts["agents"]["claude"]["bytes"] == size
    assert facts["agents"]["claude"]["sessions_left"] == 1
    assert not settings.load(here.home).index.exists()


def test_an_agent_that_is_not_there_costs_nothing_and_is_no_trouble(here):
    out = run(here, "index", "--dry-run")[1]
    assert re.search(r"codex +no sessions here", out)


def test_it_reads_everything_and_says_what_it_did(here):
    code, out = run(here, "index")

    assert code == 0
    assert "hermes: 1 session read, 2 new messages" in out
    assert "claude code: 1 session read, 2 new messages" in out
    assert len(held(here)) == 4
    assert "0 new messages" in run(here, "index")[1]
    assert "\r" not in out
    assert "not read yet: 0 sessions" in run(here, "index", "--dry-run")[1]


def test_as_json_it_is_one_object_and_nothing_else(here):
    code, out = run(here, "index", "--json")

    told = json.loads(out)
    assert code == 0
    assert told["finished"] is True
    assert told["agents"]["claude"]["messages_added"] == 2


def test_one_agent_alone(here):
    code, out = run(here, "index", "--agent", "claude code")

    assert code == 0
    assert "hermes" not in out
    assert held(here) == ["Rename the quince helper in the parser.", "Renamed."]


@pytest.mark.parametrize(
    ("named", "hint"), [("claud", "did you mean claude?"), ("x", "known are hermes")]
)
def test_an_unknown_agent_is_answered_with_the_nearest(here, named, hint):
    code, out = run(here, "index", "--agent", named)
    assert code == 2
    assert hint in out


def test_what_is_switched_off_is_not_read_and_it_says_where_to_choose(here):
    settings.save(here.home, {"index_sessions": ["hermes"]})
    code, out = run(here, "index", "--agent", "claude")
    assert code == 2
    assert "hermes memory setup" in out
    out = run(here, "index", "--dry-run", "--agent", "claude")[1]
    assert re.search(r"claude code +1 session", out)
    settings.save(here.home, {"index_sessions": False})
    code, out = run(here, "index")
    assert code == 1
    assert "off" in out
    assert not settings.load(here.home).index.exists()


def test_rebuild_reads_everything_anew(here):
    run(here, "index")
    code, out = run(here, "index", "--rebuild")
    assert code == 0
    assert "claude code: 1 session read, 0 new messages" in out
    assert len(held(here)) == 4


def test_a_damaged_index_is_put_aside_and_built_again(here):
    run(here, "index")
    path = settings.load(here.home).index
    path.write_bytes(b"\x00" * 9000)
    assert run(here, "index")[0] == 0
    assert len(held(here)) == 4


def test_drop_asks_and_takes_the_bytes_of_one_agent(here):
    run(here, "index")
    path = settings.load(here.home).index

    code, out = run(here, "index", "--drop", "--agent", "claude")
    assert code == 2
    assert "person's decision" in out
    code, out = run(here, "index", "--drop", "--agent", "claude", person=Person(agrees=False))
    assert code == 1
    assert len(held(here)) == 4
    code, out = run(here, "index", "--drop", "--agent", "claude", person=Person())

    assert code == 0
    assert "deleted: 1 session, 2 messages" in out
    assert "the next refresh reads it again" in out
    assert held(here) == ["Ok.", "Plant the walnut tree by the gate."]
    assert b"quince" not in on_disk(path)
    assert b"walnut" in on_disk(path)
    with SessionIndex.open(path, readonly=True) as index:
        assert index.check() == []


def test_drop_of_all_leaves_no_byte_of_a_message(here):
    run(here, "index")
    settings.save(here.home, {"index_sessions": False})

    code, out = run(here, "index", "--drop", person=Person())

    assert code == 0
    assert "switched on" not in out
    assert held(here) == []
    data = on_disk(settings.load(here.home).index)
    assert b"quince" not in data
    assert b"walnut" not in data
    assert "nothing" in run(here, "index", "--drop")[1]


def test_drop_says_what_exists_only_here(here):
    run(here, "index")
    for file in (here.user / ".claude").rglob("*.jsonl"):
        file.unlink()
    here.clock.now = here.clock.now.replace(year=here.clock.now.year + 1)
    run(here, "index")
    out = run(here, "index", "--drop", person=Person(agrees=False))[1]
    assert "1 exist only here, and are lost" in out


def test_while_another_process_is_at_it_it_waits_and_says_so(here, monkeypatch):
    path = settings.load(here.home).index
    monkeypatch.setattr("agent_si.vendor.commands.index.PATIENCE", 0.3)
    with lead.leading(path, patience=0):
        code, out = run(here, "index")
        assert code == 1
        assert "waiting until it makes room" in out
        assert "another process is still reading" in out
        monkeypatch.setattr("agent_si.vendor.commands.index.PATIENCE", 20)
        done = []
        thread = threading.Thread(target=lambda: done.append(run(here, "index")))
        thread.start()
        time.sleep(0.3)
    thread.join(20)
    assert done[0][0] == 0
    assert len(held(here)) == 4


def test_the_demo_has_an_index_of_its_own(here):
    settings.save(here.home, {"demo": True})
    code, out = run(here, "index")
    assert code == 1
    assert "demo --off" in out


def test_a_brain_by_itself_has_no_sessions(here, tmp_path):
    code, out = run(here, "index", brain=here.memory.settings.brain)
    assert code == 2
    assert "needs a Hermes home" in out


def test_ctrl_c_stops_it_cleanly_and_the_next_one_goes_on(here, tmp_path):
    """Exit code 130; what is done is kept, and nothing is lost."""
    for number in range(1000, 1150):
        here.claude(
            *[f"Question {number}.{n} about hedges?" for n in range(40)],
            session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04}",
        )
    environ = {**os.environ, "HOME": str(here.user)}
    command = [sys.executable, str(BRAIN), "--home", str(here.home), "index"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    path = settings.load(here.home).index
    until(lambda: path.exists() and len(held(here)) > 100)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)

    assert process.returncode == 130, out
    assert "What is done is kept" in out
    assert "hermes agent-si index" in out
    with SessionIndex.open(path, readonly=True) as index:
        assert index.check() == []
    some = len(held(here))
    assert some < 150 * 40
    assert run(here, "index")[0] == 0
    assert len(held(here)) == 150 * 40 + 4


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except (OSError, ValueError):
            pass
        time.sleep(0.01)
    raise AssertionError("it did not come about")


def test_a_terminal_gets_one_line_that_is_drawn_over():
    screen = Screen(tty=True)
    place = type("Place", (), {"stdout": screen, "say": None})()
    bar = Bar(place, [Cost("claude", left=4, bytes_left=400), Cost("hermes", left=1, bytes_left=9)])
    bar.step(Step("claude", 2, 4, 200, 400))
    drawn = screen.getvalue()
    assert drawn.startswith("\r[#########")
    assert "2 of 5, claude code" in drawn
    assert len(drawn) <= 80
    bar.close()
    assert screen.getvalue().endswith("\r")


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 B"), (999, "999 B"), (3_100_000_000, "3.1 GB"), (84_000_000, "84 MB")],
)
def test_sizes_are_round(count, shown):
    assert costs.size(count) == shown


def setup_with(world, *answers):
    """Setup at a terminal; what was printed."""
    person, screen = Person(*answers), Screen(tty=True)
    place = surroundings.Surroundings(world.home, world.clock, {}, person.at(screen), screen)
    setup.at_terminal(place)
    return screen.getvalue()


def test_setup_tells_what_reading_costs_before_it_asks_and_reads_nothing(here):
    """R10 R56, and story 1: sessions, bytes, disk and minutes, then the question."""
    out = setup_with(here, "", "", "hermes")

    told, _, asked = out.partition("Your name")
    assert re.search(r"claude code +1 session +\S+ \w?B +about \S+ \w?B here", told)
    assert "in the background, newest\n  first, at most a quarter of one core" in told
    assert all(len(line) <= 100 for line in told.splitlines())
    assert "Claude Code deletes transcripts after 30 days; what is indexed stays" in told
    assert "Index past sessions" in asked
    assert settings.load(here.home).index_sessions == ("hermes",)
    assert not settings.load(here.home).index.exists()


def test_setup_looks_at_no_agent_that_is_switched_off_until_it_is_chosen(here):
    """R71: and what one costs that is chosen only now is told as well."""
    settings.save(here.home, {"index_sessions": False})
    assert "claude" not in setup_with(here).partition("Your name")[0].replace("Claude", "")

    out = setup_with(here, "", "", "claude")

    assert "claude code" not in out.partition("Index past")[0]
    assert re.search(r"claude code +1 session", out)
    assert settings.load(here.home).index_sessions == ("claude",)


def test_setup_asks_again_for_an_agent_that_is_none(here):
    out = setup_with(here, "", "", "hermes, claud", "hermes, claude")
    assert "did you mean claude?" in out
    assert settings.load(here.home).index_sessions == ("hermes", "claude")


def test_a_named_profile_is_shown_and_given_hermes_alone(tmp_path):
    """R62."""
    root = tmp_path / "root" / "profiles"
    root.mkdir(parents=True)
    world = World(root, principal="Alex")
    world.home.rename(root / "work")
    world.home = root / "work"
    out = setup_with(world, "", "", "")
    assert "[hermes]" in out
    assert "claude code" not in out
