"""Does the plugin live beside modules that bear the names of its parts? Both ways, for real."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAMESAKES = (
    "brain", "ingest", "text", "sessions", "recall", "vendor", "commands", "provider", "cli",
    "config_schema", "dbfile", "adapters", "clean", "quote", "words", "render", "packet", "schema",
    "memory", "toolset", "fusion", "index", "errors", "policy", "agent_si",
)  # fmt: skip


@pytest.fixture
def foreign(tmp_path):
    """A folder in which someone else has a module of every name that we use inside."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    for name in NAMESAKES:
        (folder / f"{name}.py").write_text('MARK = "theirs"\n', encoding="utf-8")
    return folder


@pytest.mark.parametrize("first", ["theirs", "ours"])
def test_a_foreign_module_of_the_same_name_breaks_neither_side(foreign, first, tmp_path):
    """R94: theirs stay theirs, ours find only ours, and nothing of ours gets a top-level name."""
    script = ROOT / "tests" / "data" / "meet_namesakes.py"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", str(script), str(ROOT), str(foreign), first],
        capture_output=True, text=True, env={"HOME": str(tmp_path)}, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["marks"] == dict.fromkeys(NAMESAKES, "theirs")
    assert seen["marks_again"] == seen["marks"]
    assert seen["path_is_the_same"]
    assert seen["ours_elsewhere"] == []
    assert seen["ours"] > len(list((ROOT / "vendor").rglob("*.py")))


@pytest.mark.parametrize("name", [n for n in NAMESAKES if n != "agent_si"])
def test_no_part_of_ours_can_be_imported_by_its_bare_name(name):
    """R94: in a process that has loaded the plugin, as this one has."""
    loaded = getattr(sys.modules.get(name), "__file__", None)
    assert not str(loaded).startswith(f"{ROOT}/vendor")
    # `python -m pytest` puts the folder it runs in on the path, and tests of tools put tools there.
    own = (ROOT, ROOT / "tools", ROOT / "tools" / "hermes_driver")
    path = [entry for entry in sys.path if entry and Path(entry).resolve() not in own]
    spec = importlib.machinery.PathFinder.find_spec(name, path)
    assert not str(spec and spec.origin).startswith(f"{ROOT}/")


def test_two_copies_of_the_plugin_in_one_process_share_no_module():
    """R91: a host that caches by path loads one copy for each home."""
    copies = []
    for name in ("_copy_one", "_copy_two"):
        spec = importlib.util.spec_from_file_location(
            name, ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
        )
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
        copies.append(importlib.import_module(f"{name}.vendor.text.ids"))
    try:
        assert copies[0] is not copies[1]
        assert copies[0].__dict__ is not copies[1].__dict__
    finally:
        for name in [n for n in sys.modules if n.startswith("_copy_")]:
            del sys.modules[name]
