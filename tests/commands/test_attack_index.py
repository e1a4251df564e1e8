"""The index at the command line of a newcomer: odd homes, odd names, nothing there, and secrets."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from agent_si.vendor.recall import settings
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.index import SessionIndex
from at_terminal import run
from index_views import on_disk
from world import World

ROOT = Path(__file__).resolve().parent.parent.parent
BRAIN = ROOT / "tools" / "brain.py"
TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA2cD4"[:36]


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def everything_said(here):
    """What every command that speaks of the index prints, in every form."""
    told = []
    with SessionIndex.open(settings.load(here.home).index, readonly=True) as index:
        rows = index._db.execute("SELECT n FROM session").fetchall()
        talks = [index._session(n).id for (n,) in rows]
        said = [row.id for talk in talks for row in index.messages(talk)]
    for argv in (
        ["status"],
        ["index"],
        ["index", "--dry-run"],
        ["check"],
        ["check", "--secrets"],
        ["search", "walnut quince", "--limit", "50"],
        *(["show", ident] for ident in [*talks, *said]),
    ):
        told += [run(here, *argv)[1], run(here, *argv, "--json")[1]]
    return "\n".join(told)


def test_a_credential_in_a_title_a_folder_or_a_name_is_shown_nowhere(here):
    """R44: a name is written by hand like a message, and goes to the model like one."""
    here.state.session("s1", title=f"Rotate {TOKEN}", cwd=f"/work/{TOKEN}/parser")
    here.state.turn("s1", "Plant the walnut tree.", "The quince, too.")
    here.state.session(f"s-{TOKEN}", title="Garden")
    here.state.turn(f"s-{TOKEN}", "Is the walnut tree tall?", "The quince is.")
    file = here.claude("Rename walnut to quince.", "Renamed.", cwd=f"/work/{TOKEN}")
    file.title(f"Use {TOKEN} for the walnut")
    here.claude("Water the walnut.", "Done.", session=f"t-{TOKEN}", project=f"-work-{TOKEN}")
    here.refresh()

    told = everything_said(here)

    assert "walnut" in told
    lines = [line for line in told.splitlines() if TOKEN in line]
    assert lines == []
    assert json.loads(run(here, "status", "--json")[1])["sessions"]["agents"]["claude"]["skipped"]


def test_trouble_names_no_file_whose_name_is_a_credential(here, monkeypatch):
    """R44: the line stands in `status`, in a log and in `--json`."""

    def unreadable(*_):
        raise OSError(5, "Input/output error")

    here.claude("Water the walnut.", "Done.", session=f"t-{TOKEN}", project=f"-work-{TOKEN}")
    monkeypatch.setattr(ClaudeCode, "read", unreadable)

    told = run(here, "index")[1] + everything_said(here)

    assert "a name with a credential in it" in told
    assert TOKEN not in told


def test_what_is_off_the_record_is_shown_nowhere(here):
    """R45: not as a title, not as a neighbour, not counted by its words."""
    here.state.session("s1", title="About the hidden zeppelin")
    here.state.turn("s1", "Plant the walnut tree.", "Yes, the walnut.")
    here.state.turn("s1", "#off-record the zeppelin lands at dawn", "The zeppelin, noted.")
    here.state.turn("s1", "Is the zeppelin full of gas?", "The zeppelin is.")
    here.claude("#off-record hidden zeppelin in the parser", "zeppelin renamed.")
    here.claude("Look at the walnut.", "zebra", session="5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0002")
    here.refresh()

    told = everything_said(here)

    assert "walnut" in told
    lines = [line for line in told.splitlines() if "zeppelin" in line]
    assert [line for line in lines if "About the hidden zeppelin" not in line] == []
    assert b"dawn" not in on_disk(settings.load(here.home).index)


def process(here, *argv, **where):
    """A command as a process of its own."""
    environ = {"HOME": str(here.user), "HERMES_HOME": str(here.home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [sys.executable, str(BRAIN), *argv],
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
        env=environ | where.pop("environ", {}),
        **where,
    )


@pytest.mark.parametrize("argv", [("status",), ("index",), ("search", "walnut"), ("check",)])
def test_a_screen_that_takes_nothing_is_said_in_one_line(here, argv):
    """A full disk behind `>`, or no output at all."""
    here.talk("Plant the walnut tree.")
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as nowhere:
        done = process(here, *argv, stdout=nowhere, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_any_day_can_be_named(here):
    here.talk("Plant the walnut tree.")
    here.refresh()
    for day in ("0001-01-01", "0001-01", "0001", "1969-12-31"):
        code, out = run(here, "search", "walnut", "--since", day)
        assert (code, "walnut" in out) == (0, True), out
        code, out = run(here, "search", "walnut", "--until", day)
        assert (code, "nothing found" in out) == (0, True), out


def test_words_are_found_whatever_the_locale(here):
    """Where Python takes arguments for ASCII."""
    here.talk("Plant the walnut near the naïve 東京 gate.")
    here.refresh()
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0"}
    for asked in ("naïve", "東京"):
        done = process(here, "search", asked, environ=plain, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert "walnut" in done.stdout
