"""`brain apply` under attack: what a file may slip in, and what somebody is asked for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from agent_si.vendor.brain.policy import default_toml
from at_terminal import Person, run
from world import KEY, World

ROOT = Path(__file__).resolve().parents[2]
QUOTE = "The front door of the office is green"
SOURCE = {"op": "add_source", "kind": "document", "author": "person", "author_name": "Priya",
          "locator": "document:3", "text": QUOTE}  # fmt: skip
NOTE = {"op": "add_record", "kind": "note", "title": "Door",
        "citations": [{"source": "@0", "quote": QUOTE}]}  # fmt: skip


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=False)


@pytest.fixture
def file(tmp_path):
    def write(*packets):
        path = tmp_path / "packets.json"
        path.write_text("\n".join(map(json.dumps, packets)), encoding="utf-8")
        return path

    return write


def by_person(*ops):
    return {"agent": "person", "ops": list(ops)}


def test_the_examples_of_the_page_are_a_brain_and_a_packet(here, tmp_path, file):
    """docs/format.md alone suffices to write packets, too."""
    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (packet,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    folder = tmp_path / "by itself"
    folder.mkdir()
    (folder / "brain.toml").write_text(toml, encoding="utf-8")
    path = file(json.loads(packet))
    assert run(here, "brain", "apply-config", brain=folder, person=Person())[0] == 0
    code, out = run(here, "brain", "apply", path, brain=folder)
    assert (code, "waiting for approval" in out) == (0, True)
    waiting = json.loads(run(here, "brain", "pending", "--json", brain=folder)[1])["pending"]
    assert run(here, "brain", "approve", waiting[0]["code"], brain=folder, person=Person())[0] == 0
    assert "«green, from the words" in run(here, "show", "office.door.colour", brain=folder)[1]


def test_a_policy_in_a_file_is_shown_before_anybody_agrees_to_it(here, file):
    """R67: what somebody else wrote into the file widens nothing unseen."""
    wide = default_toml("Alex") + '\n[agents.codex]\nkind = "person"\noperations = "*"\n'
    path = file(by_person({"op": "apply_config", "toml": wide}))
    code, out = run(here, "brain", "apply", path, person=Person(agrees=False))
    assert code == 1
    shown = out.partition("Type ")[0]
    assert "! agent «codex» of kind person is new" in shown
    assert "! agent «codex» may everything" in shown


def test_a_file_does_not_forget(here, file):
    """A redact alone would leave the message in the index, and free to come back."""
    here.keep_date("14 March 2027", 0)
    rows = [row["id"] for row in json.loads(run(here, "forget", KEY, "--json")[1])["goes"]]
    targets = [row for row in rows if row.startswith("b")]
    path = file(by_person({"op": "redact", "targets": targets}))
    code, out = run(here, "brain", "apply", path, person=Person())
    assert code == 1
    assert "hermes agent-si forget ID" in out
    assert "14 March 2027" in run(here, "show", KEY)[1]


def test_nobody_is_asked_to_agree_to_what_would_be_refused(here, file):
    wrong = NOTE | {"citations": [{"source": "@0", "quote": "these words stand nowhere"}]}
    person = Person()
    code, out = run(here, "brain", "apply", file(by_person(SOURCE, wrong)), person=person)
    assert code == 1
    assert "refused (quote)" in out
    assert person.asked == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"agent": "Codex"}, "`agent` is 'Codex'; `agent` is a name of brain.toml in lower case"),
        ({"agent": ""}, "the packet names no agent"),
        ({"ops": [SOURCE, NOTE | {"body": 1.5}]}, "body is no text"),
        ({"ops": [SOURCE, NOTE | {"title": " "}]}, "title is empty"),
    ],
)
def test_a_mistake_is_called_by_its_name(here, file, change, says):
    code, out = run(here, "brain", "apply", file(by_person(SOURCE, NOTE) | change), person=Person())
    assert code == 1
    assert says in out


def test_words_that_were_forgotten_come_back_by_no_other_address(here, file):
    """And the sentence says how they can be kept, should the person want them again."""
    assert run(here, "brain", "apply", file(by_person(SOURCE, NOTE)), person=Person())[0] == 0
    run(here, "forget", "--by", "Priya", person=Person("f"))
    moved = SOURCE | {"locator": "document:4"}
    code, out = run(here, "brain", "apply", file(by_person(moved, NOTE)), person=Person())
    assert code == 1
    assert "asked to forget these words" in out
    assert "in a new message" not in out


@pytest.mark.parametrize("argv", [("keys",), ("status",), ("show", KEY)])
def test_a_reader_that_has_seen_enough_makes_no_noise(here, argv):
    """`… | head`: no traceback, and nothing said at the end either."""
    here.keep_date("14 March 2027", 0)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, ROOT / "tools" / "brain.py", "--home", here.home, *argv]
    try:
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 1
