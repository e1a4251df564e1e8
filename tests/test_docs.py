"""Is the documentation still true? Links, file names, commands, snippets, promises, and no trace
of the machine it was written on.
"""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")])
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"(?ms)^```(\w*)[^\n]*\n(.*?)^```")
NAMED_FILE = re.compile(r"\b((?:vendor|tools|tests|docs|bench)/[\w/.-]+\.(?:py|md|txt|jsonl?))\b")
# Commands that ask nothing, so that a page's example can be run without a person.
RUNS_UNASKED = {"status", "check", "search", "show", "demo"}


def load_tool(name):
    """A script of tools/, by path."""
    spec = importlib.util.spec_from_file_location(f"_tool_{name}", ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def text_of(page):
    return page.read_text(encoding="utf-8")


def shown(path):
    return path.relative_to(ROOT).as_posix()


def anchors(page):
    """The anchors of a page's headings, as the usual renderers make them."""
    headings = re.findall(r"(?m)^#+ +(.+?) *#*$", FENCE.sub("", text_of(page)))
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {word.strip().replace(" ", "-") for word in words}


def commands(page):
    """The command lines of a page, without their prompts, continued lines joined."""
    for language, body in FENCE.findall(text_of(page)):
        if language in {"console", "sh", "bash", "shell"}:
            for line in body.replace("\\\n", " ").splitlines():
                is_prompted = line.startswith("$ ")
                if is_prompted or (language != "console" and line.strip()):
                    yield line.removeprefix("$ ").split("  #")[0].strip()


def committed():
    """Every file that is committed or about to be, or the whole tree where there is no git."""
    git = shutil.which("git")
    listed = None
    if git and (ROOT / ".git").exists():
        words = [git, "-C", str(ROOT), "ls-files", "-z", "--cached"]
        listed = subprocess.run(words, capture_output=True, check=True).stdout.decode().split("\0")
    if listed is None:
        everything = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        listed = [
            str(path) for path in everything if not re.search(r"(^|/)(\.|__pycache__)", str(path))
        ]
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


def test_there_is_a_page_to_start_with_and_one_for_each_promise_of_the_layout():
    names = {shown(page) for page in PAGES}
    assert {"README.md", "CHANGELOG.md", "docs/architecture.md", "docs/format.md"} <= names


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page):
    wrong = []
    for target in LINK.findall(FENCE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        aim = (page.parent / name).resolve() if name else page
        if not aim.exists() or (anchor and anchor not in anchors(aim)):
            wrong.append(target)
    assert not wrong


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_files_that_a_page_names_are_there(page):
    named = set(NAMED_FILE.findall(text_of(page)))
    assert not sorted(name for name in named if not (ROOT / name).exists())


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_commands_that_a_page_names_exist(page):
    from agent_si.vendor.commands.table import COMMANDS

    ours = {command.name for command in COMMANDS}
    spoken = re.findall(r"(?:hermes agent-si|tools/brain\.py)((?: --[\w-]+(?: [A-Z]+)?)*) (\w+)",
                        text_of(page))  # fmt: skip
    assert not sorted({name for _, name in spoken if name.islower()} - ours)


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_scripts_of_a_page_answer_for_help(page):
    scripts = {name for line in commands(page) for name in re.findall(r"\btools/\w+\.py\b", line)}
    for name in sorted(scripts):
        words = [sys.executable, str(ROOT / name), "--help"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
        assert "usage" in (done.stdout + done.stderr).lower() or name in done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_examples_that_need_nobody_run(page, tmp_path):
    env = {**os.environ, "HOME": str(tmp_path), "HERMES_HOME": str(tmp_path / ".hermes")}
    for line in commands(page):
        words = shlex.split(line)
        if "tools/brain.py" in words[:2] and RUNS_UNASKED.intersection(words[2:4]):
            script = [sys.executable, *words[1:]] if words[0] != "tools/brain.py" else words
            done = subprocess.run(script, cwd=ROOT, env=env, capture_output=True, timeout=60,
                                  text=True, stdin=subprocess.DEVNULL, check=False)  # fmt: skip
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_python_of_a_page_runs(page, tmp_path):
    env = {**os.environ, "HOME": str(tmp_path), "HERMES_HOME": str(tmp_path / ".hermes")}
    for language, body in FENCE.findall(text_of(page)):
        if language == "python":
            done = subprocess.run([sys.executable, "-c", body], cwd=ROOT, env=env, timeout=60,
                                  capture_output=True, text=True, check=False)  # fmt: skip
            assert done.returncode == 0, f"{body}\n{done.stderr}"


def test_no_file_tells_of_the_machine_it_was_written_on():
    """No path of a machine and no host of a package registry: both are somebody's own affair."""
    # In pieces, so that this file does not hold what it looks for.
    pieces = ["/wo rk/main", "/wo rk/shared", "/tm p/w/", "/ro ot/", ".lib rary/", "/op t/py pi"]
    pieces += ["py pi.org", "python hosted.org", "npm js.org", "deb. debian.org"]
    told = {str(ROOT), *(piece.replace(" ", "") for piece in pieces)}
    wrong = []
    for path in committed():
        content = path.read_bytes().decode("utf-8", "replace").lower()
        wrong += [f"{shown(path)}: {word}" for word in told if word.lower() in content]
    assert not wrong, "\n".join(sorted(wrong))


# Soft hyphen, Arabic mark, zero-width and direction marks, word joiners, byte order mark.
SHOWS_NOTHING = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def test_no_file_holds_a_letter_that_shows_nothing():
    """R98: the installer of 0.22 takes one for an attack; where a test needs it, it is escaped."""
    for path in committed():
        lines = path.read_bytes().decode("utf-8", "ignore").split("\n")
        for number, line in enumerate(lines, 1):
            found = SHOWS_NOTHING.search(line)
            assert found is None, f"{shown(path)}:{number} holds U+{ord(found[0]):04X}"


def test_the_promises_are_numbered_without_a_gap_and_of_a_known_kind():
    rows = load_tool("requirements").promises(ROOT)
    lines = [
        line for line in text_of(ROOT / "docs" / "requirements.md").splitlines() if "| R" in line
    ]
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert [f"| R{row.number} | {row.kind} | {row.words} |" for row in rows] == lines
    assert len(rows) >= 102


def test_no_test_and_no_page_names_a_promise_that_was_never_made():
    tool = load_tool("requirements")
    known = {row.number for row in tool.promises(ROOT)}
    proved = {number: places for number, places in tool.proofs(ROOT).items() if number not in known}
    assert proved == {}
    for page in PAGES:
        assert tool.numbers_in(text_of(page)) <= known, shown(page)
