"""`brain export` and `brain import` at a terminal: from one machine to another, and back."""

import json
import re
import subprocess

import pytest
from at_terminal import Person, agrees, run
from world import KEY, World


def test_from_one_machine_to_another_in_three_commands(laptop, desktop, tmp_path):
    """Export here, carry the file, import there: the same record, and check is clean."""
    laptop.keep_date("14 March 2027", 0)
    file = tmp_path / "brain.jsonl"
    out = agrees(laptop, "brain", "export", file)
    assert re.search(r"brain\.jsonl: \d+ packets, \d+ kB", out)
    assert "in plain words" in out
    assert file.stat().st_mode & 0o777 == 0o600
    out = agrees(desktop, "brain", "import", file)
    assert re.search(r"Imported: \d+ kB, \d+ packets, 1 fact", out)
    assert desktop.record() == laptop.record()
    assert "OK" in run(desktop, "check")[1]


def test_two_machines_through_one_git_repository(laptop, desktop, tmp_path):
    """The example of docs/moving.md: both write, both import, both answer the same."""
    repo = tmp_path / "repo"
    repo.mkdir()
    git = ("git", "-C", repo, "-c", "user.name=Alex", "-c", "user.email=alex@example.com")
    subprocess.run((*git, "init", "-q"), check=True)
    file = repo / "brain.jsonl"
    laptop.keep_date("14 March 2027", 0)
    agrees(laptop, "brain", "export", file)
    agrees(desktop, "brain", "import", file)
    subprocess.run((*git, "add", "brain.jsonl"), check=True)
    subprocess.run((*git, "commit", "-q", "-m", "laptop"), check=True)

    desktop.clock.now = laptop.clock.now
    desktop.keep_date("21 March 2027", 1)
    agrees(desktop, "brain", "export", file, "--replace")
    diff = subprocess.run((*git, "diff", "--numstat"), check=True, capture_output=True, text=True)
    added, removed = diff.stdout.split()[:2]
    assert (added, removed) == ("3", "1"), "the first line, and one for each packet"
    laptop.clock.now = desktop.clock.now
    out = agrees(laptop, "brain", "import", file)
    assert f"Would be disputed: {KEY}" in out
    assert "Imported: 2 packets" in out
    assert laptop.fact() == desktop.fact()
    assert laptop.fact().disputed


def test_a_brain_file_can_be_imported_as_it_is(laptop, desktop):
    laptop.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 1)
    agrees(desktop, "brain", "import", laptop.memory.settings.brain / "brain.db")
    assert {claim.value for claim in desktop.fact().claims} == {"14 March 2027", "21 March 2027"}


def test_only_a_person_imports(laptop, desktop, tmp_path):
    """DESIGN, Authority: not a pipe, not a shell that an agent started, and no is an answer."""
    laptop.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 1)
    file = tmp_path / "brain.jsonl"
    agrees(laptop, "brain", "export", file)
    before = desktop.record()
    code, out = run(desktop, "brain", "import", file)
    assert (code, "needs a terminal" in out) == (2, True)
    code, out = run(desktop, "brain", "import", file, person=Person(), environ={"AI_AGENT": "x"})
    assert (code, "started by an agent" in out) == (2, True)
    code, out = run(desktop, "brain", "import", file, person=Person(agrees=False))
    assert (code, "nothing was changed" in out) == (1, True)
    code, out = run(desktop, "brain", "import", file, "--dry-run")
    assert (code, "nothing was written" in out) == (0, True)
    code, out = run(desktop, "brain", "import", file, "--json")
    assert (code, json.loads(out)["disputed"]) == (0, [KEY])
    assert desktop.record() == before


def test_the_brain_of_somebody_else_is_not_taken_for_ones_own(tmp_path, desktop):
    """R68: what another principal said would count as this one's words."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other", principal="Priya Nair", index_sessions=True)
    other.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 1)
    file = tmp_path / "brain.jsonl"
    agrees(other, "brain", "export", file)
    code, out = run(desktop, "brain", "import", file, person=Person())
    assert code == 2
    assert "it is the brain of Priya Nair, and here the principal is Alex" in out
    agrees(desktop, "brain", "import", file, "--same-person")


def test_what_was_forgotten_here_is_not_imported_again(laptop, desktop, tmp_path):
    laptop.keep_date("14 March 2027", 0)
    file = tmp_path / "brain.jsonl"
    agrees(laptop, "brain", "export", file)
    agrees(desktop, "brain", "import", file)
    desktop.clock.now = laptop.clock.now
    agrees(desktop, "forget", KEY)
    agrees(desktop, "brain", "import", file, "--dry-run")
    _, out = run(desktop, "brain", "import", file, person=Person())
    assert "Would be added: 0 packets" in out
    assert desktop.fact() is None
    assert b"14 March 2027" not in (desktop.memory.settings.brain / "brain.db").read_bytes()


def test_packets_of_a_clock_that_runs_ahead_wait_for_their_day(laptop, desktop, tmp_path):
    laptop.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 5)
    file = tmp_path / "brain.jsonl"
    agrees(desktop, "brain", "export", file)
    code, out = run(laptop, "brain", "import", file, person=Person())
    assert code == 1
    assert "dated more than a day ahead of this machine's clock" in out
    laptop.clock.now = desktop.clock.now
    agrees(laptop, "brain", "import", file)
    assert laptop.fact().disputed


def test_to_the_standard_output_and_nothing_but_it(laptop):
    laptop.keep_date("14 March 2027", 0)
    code, out = run(laptop, "brain", "export", "-")
    assert code == 0
    rows = [json.loads(row) for row in out.splitlines()]
    assert rows[0]["packets"] == len(rows) - 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "its first line is not that of an exported brain"),
        (b"a shopping list\n", "its first line is not that of an exported brain"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"SQLite format 3\0 but not", "not a database"),
    ],
)
def test_what_is_no_export_is_refused_in_words(desktop, tmp_path, content, why):
    file = tmp_path / "other.jsonl"
    file.write_bytes(content)
    code, out = run(desktop, "brain", "import", file, person=Person())
    assert code in (1, 2)
    assert why in out
    assert "Traceback" not in out


def test_an_export_overwrites_nothing_that_it_did_not_write(laptop, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    for more, why in (((), "is there; name another file"), (("--replace",), "is no export")):
        code, out = run(laptop, "brain", "export", file, *more)
        assert code == 2
        assert why in out
    assert file.read_text(encoding="utf-8") == "mine"
    code, out = run(laptop, "brain", "export", tmp_path / "nowhere" / "x")
    assert (code, "make it first" in out) == (2, True)
    code, out = run(laptop, "brain", "import", tmp_path / "absent")
    assert (code, "there is no file" in out) == (2, True)


def test_what_would_go_is_named_before_the_person_agrees(laptop, desktop, tmp_path):
    """An import that would forget rows shows which ones, and without a yes none goes."""
    laptop.keep_date("14 March 2027", 0)
    file = tmp_path / "brain.jsonl"
    agrees(laptop, "brain", "export", file)
    agrees(desktop, "brain", "import", file)
    agrees(laptop, "forget", KEY)
    agrees(laptop, "brain", "export", file, "--replace")
    before = desktop.record()
    _, out = run(desktop, "brain", "import", file, person=Person(agrees=False))
    assert re.search(r"Would go, because it was forgotten there: \d rows", out)
    assert f"  - {KEY} = «14 March 2027»" in out
    assert desktop.record() == before
    told = json.loads(run(desktop, "brain", "import", file, "--json")[1])
    assert len(told["gone"]) == told["forgotten"] > 0
    agrees(desktop, "brain", "import", file)
    assert desktop.fact() is None


def test_who_would_see_more_is_told_before_the_person_agrees(laptop, desktop, tmp_path):
    """A share that comes with an import shows facts of this machine, so it is named first."""
    laptop.keep_date("14 March 2027", 0)
    file = tmp_path / "brain.jsonl"
    agrees(laptop, "brain", "export", file)
    agrees(desktop, "brain", "import", file)
    agrees(laptop, "share", KEY, "--with", "group:telegram:-100")
    agrees(laptop, "brain", "export", file, "--replace")
    _, out = run(desktop, "brain", "import", file, person=Person(agrees=False))
    assert "Decided there, in force here too: 1 decision" in out
    assert f"  - shows {KEY} to group:telegram:-100" in out
    told = json.loads(run(desktop, "brain", "import", file, "--json")[1])
    assert told["decisions"] == [f"shows {KEY} to group:telegram:-100"]


def test_a_file_with_line_ends_of_windows_is_the_same_export(laptop, desktop, tmp_path):
    laptop.keep_date("14 March 2027", 0)
    file = tmp_path / "brain.jsonl"
    agrees(laptop, "brain", "export", file)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    agrees(desktop, "brain", "import", file)
    assert desktop.record() == laptop.record()
