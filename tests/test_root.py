"""Is the root of the repository a plugin that both hosts can load? (docs/architecture.md)

The hosts execute every Python file there, in any order, some of them alone and by path, so those
files are few and do nothing when they are read.
"""

import ast
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PYTHON_FILES = ["__init__.py", "cli.py", "config_schema.py", "provider.py"]
PANEL_FIELD = (
    "key",
    "label",
    "kind",
    "default",
    "description",
    "placeholder",
    "options",
    "env_key",
    "aliases",
    "env_fallbacks",
    "inline",
    "group",
    "info",
    "scope",
)
PANEL_KINDS = {"text", "select", "secret", "bool", "number", "json"}


def manifest() -> dict[str, str]:
    """plugin.yaml as plain `key: value` lines, which is all that it may hold."""
    lines = (ROOT / "plugin.yaml").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(":", 1) for line in lines if line.strip() and not line.startswith("#")]
    return {key: value.strip().strip('"') for key, value in pairs}


def panel():
    """config_schema.py as a host reads it: by path, outside any package, not in sys.modules."""
    spec = importlib.util.spec_from_file_location("_alone.agent-si", ROOT / "config_schema.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CONFIG_SCHEMA


def pythons() -> list[str]:
    """The Python we run in, and each other one from 3.11 to 3.14 that starts here."""
    found = [sys.executable]
    others = (shutil.which(f"python3.{n}") for n in range(11, 15) if n != sys.version_info.minor)
    for path in filter(None, others):
        # A version switcher's shim answers for a Python that stands elsewhere, or for none.
        words = [path, "-I", "-c", "import sys; print(sys.executable)"]
        probe = subprocess.run(words, capture_output=True, text=True, check=False)
        found += [probe.stdout.strip()] if probe.returncode == 0 else []
    return found


def test_the_root_holds_the_four_files_that_a_host_may_execute():
    assert sorted(path.name for path in ROOT.glob("*.py")) == PYTHON_FILES


def test_the_root_has_no_project_file_and_no_script():
    """A `[project]` table would make the plugin a dependency that needs the network."""
    names = {path.name for path in ROOT.iterdir()}
    assert not names & {
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "conftest.py",
        "requirements.txt",
    }
    assert not [p.name for p in ROOT.iterdir() if p.is_file() and p.read_bytes()[:2] == b"#!"]


@pytest.mark.parametrize("folder", ["tools", "tests", "docs", "bench"])
def test_no_other_folder_is_a_package(folder):
    """A package `tools` here would stand before the host's own package of that name."""
    assert not (ROOT / folder / "__init__.py").exists()


def test_the_manifest_names_what_both_hosts_read():
    """R9: the fields that the installers of 0.19 and 0.22 accept, and none that they refuse."""
    fields = manifest()
    assert fields["name"] == "agent-si"
    assert fields["version"] == "0.5.0"
    assert fields["kind"] == "exclusive"
    assert fields["license"] == "Apache-2.0"
    assert fields["requires_hermes"] == ">=0.19"
    assert fields.get("manifest_version", "1") == "1"
    assert not fields.keys() & {"provides_tools", "hooks", "provides_hooks", "pip_dependencies"}
    assert not fields.keys() & {"python_dependencies", "external_dependencies", "requires_env"}


def test_the_version_is_the_newest_one_of_the_changelog():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"(?m)^## (\S+) \((\d{4}-\d{2}-\d{2})\)$", changelog)
    assert newest
    assert newest[1] == manifest()["version"]


def test_every_version_says_what_changed_on_disk_and_what_is_known_not_to_work():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in re.split(r"(?m)^## ", changelog)[1:]:
        assert "\n- On disk: " in version, version[:20]
        assert "\n- Known limits: " in version, version[:20]


def test_the_licence_is_apache_2():
    """R99"""
    words = (ROOT / "LICENSE").read_text(encoding="utf-8").split()
    assert words[:6] == ["Apache", "License", "Version", "2.0,", "January", "2004"]


def test_discovery_finds_the_provider_in_the_first_lines():
    """R9: a host reads the first 8192 characters of `__init__.py` and looks for this word."""
    head = (ROOT / "__init__.py").read_text(encoding="utf-8")[:8192]
    assert "def register(ctx)" in head
    assert "register_memory_provider" in head


@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).name)
def test_the_root_files_import_alone_twice_in_any_order_and_do_nothing(python, throwaway_home):
    """R4, R6, R13: without site packages, without the host and with an empty environment; no
    process, no socket, no file written, nothing in the process changed.
    """
    script = ROOT / "tests" / "data" / "import_alone.py"
    done = subprocess.run(
        [python, "-I", "-S", "-B", str(script), str(ROOT)],
        capture_output=True,
        text=True,
        env={"HOME": str(throwaway_home)},
        cwd=throwaway_home,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    seen = json.loads(done.stdout)
    assert "_host_plugin_0.agent-si.provider" in seen.pop("ours")
    assert seen == {"events": [], "changed": [], "modules": []}
    assert list(throwaway_home.iterdir()) == []


def test_the_panel_schema_stands_alone():
    """R57: read by path, so it imports nothing of ours and its dataclasses resolve nothing late."""
    tree = ast.parse((ROOT / "config_schema.py").read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [node for node in froms if node.level or node.module == "__future__"]


def test_the_panel_writes_the_one_settings_file():
    """R57: `flat_json` under the name agent-si is `agent-si/config.json` in the Hermes home."""
    schema = panel()
    assert (schema.name, schema.storage) == ("agent-si", "flat_json")
    keys = [field.key for field in schema.fields]
    assert len(keys) == len(set(keys))
    assert {"principal", "brain_dir", "index_sessions"} <= set(keys)


def test_every_panel_field_has_the_shape_that_both_hosts_read():
    schema = panel()
    for field in [*schema.fields, *schema.inline_fields()]:
        assert all(hasattr(field, name) for name in PANEL_FIELD), field
        assert isinstance(field.default, str)
        assert field.kind in PANEL_KINDS - {"secret"}
        assert {option.value for option in field.options} == set(field.allowed_values())


def test_all_four_names_of_the_plugin_are_one():
    """R9: the folder, the manifest, the panel and the provider are all called agent-si."""
    from agent_si.provider import AgentSiProvider

    assert AgentSiProvider().name == panel().name == manifest()["name"] == "agent-si"
