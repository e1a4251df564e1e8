"""Do the tools of this repository tell the truth? Each is run on trees of its own."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def load_tool(name):
    """A script of tools/, by path; it may import its neighbours, as it does when it is run."""
    spec = importlib.util.spec_from_file_location(f"_tool_{name}", TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def write(root, files):
    """Files by their path below `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def vendor():
    return load_tool("vendor")


@pytest.fixture
def plugin(tmp_path):
    """A small plugin with two files in its engine."""
    root = tmp_path / "plugin"
    files = {"plugin.yaml": "name: agent-si\nversion: 0.2.0\n", "vendor/a.py": "A = 1\n"}
    write(root, files | {"vendor/text/b.py": "B = 2\n", "vendor/__pycache__/a.py": "no\n"})
    return root


@pytest.fixture
def checkout(tmp_path):
    """Another version of it, committed twice."""
    root = tmp_path / "other"
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git here")

    def run(*words):
        who = ["-c", "user.name=Robin Example", "-c", "user.email=robin@example.org"]
        done = subprocess.run([git, "-C", str(root), *who, *words], check=True, capture_output=True)
        return done.stdout.decode().strip()

    manifest = 'name: "agent-si"\nversion: "0.3.0"\n'
    write(root, {"plugin.yaml": manifest, "vendor/a.py": "A = 10\n"})
    run("init", "--quiet")
    run("add", ".")
    run("commit", "--quiet", "-m", "first")
    first = run("rev-parse", "HEAD")
    write(root, {"vendor/a.py": "A = 11\n", "vendor/c.py": "C = 3\n"})
    run("add", ".")
    run("commit", "--quiet", "-m", "second")
    return root, first


def test_the_manifest_names_each_file_with_its_hash_and_origin(vendor, plugin):
    """R14"""
    assert vendor.main([], root=plugin) == 0
    digest = hashlib.sha256(b"A = 1\n").hexdigest()
    text = (plugin / "vendor" / "VENDORED.md").read_text(encoding="utf-8")
    assert f"| `a.py` | `{digest}` | agent-si 0.2.0 |" in text
    assert "`text/b.py`" in text
    assert "pycache" not in text
    assert vendor.main(["--check"], root=plugin) == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"vendor/a.py": "A = 2\n"}, "a.py: other content than the manifest says"),
        ({"vendor/new.py": ""}, "new.py: not in the manifest"),
        ({"plugin.yaml": "name: agent-si\nversion: 0.2.1\n"}, "a.py: the manifest says it is from"),
    ],
)
def test_check_names_what_differs_from_the_manifest(vendor, plugin, capsys, change, said):
    """R14, R97"""
    vendor.main([], root=plugin)
    write(plugin, change)
    assert vendor.main(["--check"], root=plugin) == 1
    assert said in capsys.readouterr().out


def test_check_notices_a_file_that_went_and_a_manifest_that_never_was(vendor, plugin, capsys):
    """R97"""
    assert vendor.main(["--check"], root=plugin) == 1
    vendor.main([], root=plugin)
    (plugin / "vendor" / "a.py").unlink()
    assert vendor.main(["--check"], root=plugin) == 1
    assert "a.py: in the manifest, not in the tree" in capsys.readouterr().out


def test_the_engine_of_another_checkout_takes_the_place_of_ours_whole(vendor, plugin, checkout):
    """R97: at its newest commit, with the commit as the origin of every file."""
    other, _first = checkout
    assert vendor.main(["--from", str(other)], root=plugin) == 0
    assert (plugin / "vendor" / "a.py").read_text(encoding="utf-8") == "A = 11\n"
    assert not (plugin / "vendor" / "text").exists()
    assert {row.origin.split(" at ")[0] for row in vendor.recorded(plugin).values()} == {
        "agent-si 0.3.0"
    }
    assert vendor.main(["--check"], root=plugin) == 0
    assert [path.name for path in plugin.iterdir() if path.name.startswith(".")] == []


def test_a_pin_chooses_the_commit_and_a_change_of_our_own_ends_the_origin(vendor, plugin, checkout):
    """R97"""
    other, first = checkout
    assert vendor.main(["--from", str(other), "--pin", first], root=plugin) == 0
    assert set(vendor.recorded(plugin)) == {"a.py"}
    assert vendor.recorded(plugin)["a.py"].origin == f"agent-si 0.3.0 at commit {first}"
    write(plugin, {"vendor/a.py": "A = 12\n"})
    assert vendor.main([], root=plugin) == 0
    assert vendor.recorded(plugin)["a.py"].origin == "agent-si 0.2.0"


def test_a_checkout_that_cannot_be_used_changes_nothing(vendor, plugin, checkout, capsys):
    """R97"""
    other, _first = checkout
    assert vendor.main(["--from", str(other), "--pin", "nowhere"], root=plugin) == 1
    assert vendor.main(["--from", str(plugin)], root=plugin) == 1
    assert vendor.main(["--from", str(plugin.parent / "missing")], root=plugin) == 1
    assert (plugin / "vendor" / "a.py").read_text(encoding="utf-8") == "A = 1\n"
    assert "name another one" in capsys.readouterr().err


def test_a_link_in_the_engine_is_refused(vendor, plugin):
    """R14: what a link leads to is not in the folder that the manifest is about."""
    (plugin / "vendor" / "link.py").symlink_to(plugin / "plugin.yaml")
    assert vendor.main([], root=plugin) == 1


def test_a_promise_is_proved_by_the_docstring_of_a_test_and_by_nothing_else(tmp_path):
    table = "| R1 | P | one |\n| R2 | D | two |\n| R3 | L | a limit |\n| R4 | P | four |\n"
    test = '"""R2"""\ndef test_one():\n    """R1"""\n    # R2\ndef aid():\n    """R2"""\n'
    bench = 'def p95():\n    """R4-R5"""\n'
    write(tmp_path, {"docs/requirements.md": table, "tests/test_x.py": test, "bench/y.py": bench})
    lines, unproved = load_tool("requirements").report(tmp_path)
    assert unproved == 1
    assert lines[0] == "R2 D two"
    assert lines[1].startswith("R5 is no promise")
    assert lines[2] == "2 of 3 promises are proved, 1 are not"


@pytest.fixture
def check(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    return load_tool("check")


def test_the_counts_of_a_test_run_are_read_from_its_report(check, tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite tests="9" failures="1" errors="2" skipped="3"/></testsuites>',
        encoding="utf-8",
    )
    assert check.counts(report, 1) == Counter(passed=3, failed=3, skipped=3)


def test_a_test_run_that_broke_off_counts_as_one_failure(check, tmp_path):
    assert check.counts(tmp_path / "missing.xml", 3)["failed"] == 1


def test_the_closing_lines_add_up_all_runs_and_name_what_failed(check):
    steps = [check.Step("lint", ("-m", "ruff")), check.Step("tests", ("-m", "pytest"))]
    outcomes = [
        check.Outcome(steps[0], 1),
        check.Outcome(steps[1], 0, Counter(passed=5, skipped=1)),
        check.Outcome(steps[1], 0, Counter(passed=2)),
    ]
    lines, code = check.closing(outcomes, Counter(noqa=2))
    assert lines == ["suppressions: noqa 2", "failed: lint", "7 passed, 0 failed, 1 skipped"]
    assert code == 1
    lines, code = check.closing(outcomes[1:], Counter())
    assert lines[-2:] == ["all good", "7 passed, 0 failed, 1 skipped"]
    assert code == 0


@pytest.mark.slow
def test_a_step_that_hangs_is_ended_with_all_that_it_started(check, tmp_path, capsys):
    child = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(60)"
    parent = f"import os, subprocess, sys; os.chdir({str(tmp_path)!r});"
    parent += f"subprocess.run([sys.executable, '-c', {child!r}])"
    runner = check.Runner(Path(sys.executable), tmp_path)
    outcome = runner.run(check.Step("hang", ("-c", parent), limit=2))
    assert outcome.code == check.TIMED_OUT
    assert "ended after its limit of 2 s" in capsys.readouterr().out
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    assert not is_running(pid)


def test_after_an_interruption_no_other_step_begins(check, tmp_path):
    runner = check.Runner(Path(sys.executable), tmp_path)
    runner.stop()
    mark = tmp_path / "began"
    outcome = runner.run(check.Step("late", ("-c", f"open({str(mark)!r}, 'w')")))
    assert outcome.code == check.NOT_RUN
    assert not mark.exists()


def is_running(pid):
    """Whether the process is there and is more than a table entry that nobody has asked for."""
    stat = Path("/proc", str(pid), "stat")
    for _ in range(20):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        if stat.exists() and stat.read_text(encoding="utf-8").rpartition(") ")[2].startswith("Z"):
            return False
        time.sleep(0.1)
    return True


@pytest.mark.slow
def test_a_test_run_in_which_nothing_passed_has_failed(check, tmp_path, capsys):
    """A missing host skips every host test; that must not look like success."""
    (tmp_path / "test_nothing.py").write_text(
        "import pytest\ndef test_x():\n    pytest.skip('no host')\n", encoding="utf-8"
    )
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(tmp_path))
    outcome = check.Runner(Path(sys.executable), tmp_path).run(check.Step("host 19", words))
    assert outcome.code == check.NO_TEST_PASSED
    assert outcome.tests["skipped"] == 1
    assert "no test ran" in capsys.readouterr().out


def test_suppressions_are_counted_in_comments_only(check, tmp_path):
    lines = ["x = 1  # noqa: E1", 's = "# no" "qa"', "y = 2  # type: ignore[x]"]
    (tmp_path / "a.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert check.suppressions(tmp_path) == Counter({"noqa": 1, "type: ignore": 1, "no cover": 0})


@pytest.mark.slow
def test_a_half_made_check_environment_is_made_again_and_a_whole_one_is_kept(tmp_path, monkeypatch):
    """R95: whatever interrupted the first run, the second one works."""
    devenv = load_tool("devenv")
    nothing = tmp_path / "requirements.txt"
    nothing.write_text("# no package\n", encoding="utf-8")
    monkeypatch.setattr(devenv, "REQUIREMENTS", nothing)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    python = tmp_path / "cache" / "agent-si-dev" / devenv._name() / "bin" / "python"
    write(python.parent, {"python": "interrupted here"})

    assert devenv.python() == python
    subprocess.run([python, "-c", "import pip"], check=True)
    made = python.parent.stat().st_mtime_ns
    assert devenv.python() == python
    assert python.parent.stat().st_mtime_ns == made
