"""A person with nothing but the README: its own commands, in their order, in a home of their own.

Played are the person's answers and the model; which commands there are, and what must come of
them, stands in the README's section alone.
"""

import json
import re
import shlex
import shutil
import subprocess

import pytest
from host_stories import KEY, ROOT, keep_lease
from scripted_model import say

SECTION = re.compile(r"^## Ten minutes\n(.*?)^## ", re.M | re.S)
LEASE = "the Brisbane office lease moves on {}"


@pytest.fixture
def checkout(tmp_path):
    """A clone of this repository, which is what a newcomer has."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git or no checkout here: nothing to clone")
    folder = tmp_path / "agent-si"
    words = [git, "-c", "safe.directory=*", "clone", "--quiet", "--no-hardlinks"]
    subprocess.run([*words, ROOT.as_uri(), str(folder)], check=True, capture_output=True)
    return folder


def commands(checkout):
    """The section's commands as a shell would split them, `hermes` left out."""
    found = SECTION.search((checkout / "README.md").read_text("utf-8"))
    assert found, "README.md has no section `Ten minutes`"
    lines = re.findall(r"^\$ (.*)$", found[1], re.M)
    split = [shlex.split(line.replace("$PWD", str(checkout))) for line in lines]
    assert {words[0] for words in split} == {"hermes"}
    return [words[1:] for words in split]


class Newcomer:
    """Types what the README says, and answers what is asked."""

    def __init__(self, home, model):
        self.home, self.model, self.seen = home, model, {}

    def play(self, words):
        """One command; what it printed is kept under its name."""
        name = words[1] if words[0] in ("agent-si", "memory") else words[0]
        act = getattr(self, f"at_{name}", self.plain)
        self.seen.setdefault(name, []).append(act(words))

    def plain(self, words):
        ran = self.home.hermes(*words)
        assert ran.code == 0, ran.text
        return ran.text

    def at_chat(self, words):
        day = re.search(r"\d+ March 2027", words[-1])[0]
        quote = LEASE.format(day)
        assert quote in words[-1]
        self.model.then(keep_lease(day, quote), say("Kept."))
        return self.plain(words)

    def at_setup(self, words):
        with self.home.terminal(*words) as screen:
            screen.answer(r"Your name.*:", "Alex")
            screen.answer(r"Folder of the brain.*:", "")
            screen.answer(r"Index past sessions.*:", "")
            assert screen.wait() == 0, screen.text
            return screen.text

    def at_settle(self, words):
        with self.home.terminal(*words) as screen:
            screen.answer(r"Which stands.*:", "1")
            screen.answer(r"hanged since, or was .*:", "c")
            screen.answer(r"Why, in your words.*:", "")
            code = screen.expect(r"Type (\w+) to record that")[1]
            screen.answer(r"Type \w+ to record that.*:", code)
            assert screen.wait() == 0, screen.text
            return screen.text


def test_the_readme_leads_to_a_kept_a_disputed_and_a_settled_fact(home, model, checkout):
    """R9 R10 R46 R47 PEERS 68: install, setup, status, and three states of one fact."""
    home.cwd = checkout
    person = Newcomer(home, model)

    for words in commands(checkout):
        person.play(words)

    assert home.config()["memory"]["provider"] == "agent-si"
    assert "there is nothing to read yet" in person.seen["setup"][0]
    assert "you: Alex" in person.seen["setup"][0]
    assert person.seen["status"][0].strip().startswith("OK")
    kept, disputed = person.seen["keys"]
    assert f"{KEY}  14 March 2027" in kept
    assert f"{KEY}  disputed" in disputed
    assert "21 March 2027" in person.seen["show"][0]
    shown = json.loads(home.hermes("agent-si", "show", KEY, "--json").out)
    assert (shown["value"], shown["disputed"]) == ("21 March 2027", False)


def test_a_newcomer_who_runs_the_command_alone_is_told_the_first_step(home):
    """PEERS 68: before setup the host has no such command, and the twin names the step."""
    home.add(ROOT, select=False)
    script = home.path / "plugins" / "agent-si" / "tools" / "brain.py"
    told = home.run([str(home.host.python), str(script), "--home", str(home.path)])
    assert "hermes memory setup" in told.text
    status = home.run([str(home.host.python), str(script), "--home", str(home.path), "status"])
    assert status.code == 1
    assert "hermes memory setup" in status.text
