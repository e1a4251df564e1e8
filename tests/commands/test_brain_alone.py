"""`tools/brain.py --brain DIR`: a brain's folder by itself, without a Hermes home."""

import json
import os
import subprocess
import sys
from pathlib import Path

import brain_packets as made
import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "brain.py"
TEXT = "the Brisbane office lease moves on 14 March 2027"


@pytest.fixture
def folder(tmp_path):
    """A brain of Alex's with a disputed fact, and nothing around it."""
    brain = made.new_brain(tmp_path / "own" / "brain")
    brain.submit(*made.said(TEXT, key=made.LEASE, value="14 March 2027"))
    later = "the Brisbane office lease moves on 21 March 2027"
    brain.submit(*made.said(later, key=made.LEASE, value="21 March 2027"))
    brain.close()
    return brain.directory


def run(folder, *words, stdin=""):
    """One command in a process of its own, in a home that must stay empty."""
    home = folder.parent.parent / "user"
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    argv = [sys.executable, str(SCRIPT), "--brain", str(folder), *map(str, words)]
    done = subprocess.run(argv, env=env, input=stdin, capture_output=True, text=True,
                          timeout=60, check=False)  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    assert list(home.iterdir()) == []
    return done.returncode, done.stdout + done.stderr


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_everything_that_reads_works_on_the_folder_alone_and_leaves_it_as_it_is(folder):
    """R65."""
    before = files(folder)

    code, status = run(folder, "status")
    assert (code, status.splitlines()[0]) == (0, "OK")
    assert str(folder) in status
    assert "1 fact," in status
    assert "config" not in status
    assert "sessions" not in status
    assert run(folder, "check")[0] == 0
    assert f"[{made.LEASE}]" in run(folder, "search", "when", "does", "the", "lease", "move")[1]
    shown = json.loads(run(folder, "show", made.LEASE, "--json")[1])
    assert shown["disputed"] is True
    assert run(folder, "brain", "check")[0] == 0
    assert "nothing waits" in run(folder, "brain", "pending")[1]
    assert made.LEASE in run(folder, "keys")[1]
    code, out = run(folder, "forget", made.LEASE, "--dry-run")
    assert code == 0
    assert "14 March 2027" in out
    code, out = run(folder, "settle", made.LEASE, stdin="1\nc\n\n")
    assert code == 2
    assert "needs a terminal" in out

    assert files(folder) == before


def test_packets_are_applied_and_tables_made_again(folder, tmp_path):
    source = made.source(TEXT + " they say", kind="document", author="unknown")
    packet = {"agent": "hermes", "ops": [made.record("Lease", made.cite("@0", TEXT))]}
    brain = made.Brain.open(folder, clock=made.Clock())
    first = made.person(source)
    brain.submit(first)
    brain.close()
    packet["ops"][0]["citations"][0]["source"] = first.row(0)
    code, out = run(folder, "brain", "apply", "-", stdin=json.dumps(packet))
    assert (code, "applied: b" in out) == (0, True), out
    assert run(folder, "brain", "rebuild")[0] == 0
    assert run(folder, "brain", "backup", tmp_path / "copy.db")[0] == 0


def test_what_needs_a_home_says_so(folder):
    code, out = run(folder, "demo")
    assert code == 2
    assert "needs a Hermes home" in out


def test_a_folder_without_a_brain_is_told_what_makes_one(tmp_path):
    code, out = run(tmp_path / "own" / "none", "status")
    assert code == 1
    assert "brain apply-config" in out
    assert run(tmp_path / "own" / "none", "check")[0] == 1
    assert not (tmp_path / "own" / "none").exists()


def test_a_home_and_a_brain_are_not_named_together(folder):
    code, out = run(folder, "--home", folder, "status")
    assert code == 2
    assert "not allowed with" in out


@pytest.mark.parametrize(
    ("typed", "near"),
    [(["statsu"], "status"), (["brain", "aprove", "x"], "approve"), (["serch"], "search")],
)
def test_a_typo_names_the_nearest_command(folder, typed, near):
    code, out = run(folder, *typed)
    assert code == 2
    assert f"did you mean {near}?" in out
