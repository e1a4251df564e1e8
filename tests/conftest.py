"""Load the plugin by path under an invented name, as the host does, in a throw-away home."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def _load(name: str) -> None:
    spec = importlib.util.spec_from_file_location(
        name, ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


# The same examples every time where a run decides whether a change lands; new ones elsewhere.
settings.register_profile("same", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("same")

if "agent_si" not in sys.modules:
    _load("agent_si")


@pytest.fixture(autouse=True)
def throwaway_home(tmp_path, monkeypatch):
    """No test can touch a real history: HOME and every agent's folder point into tmp_path."""
    home = tmp_path / "user"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("HERMES_HOME", str(home / ".hermes"))
    for name in (
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "GROK_HOME",
        "HERMES_SESSION_ID",
        "HERMES_AGENT",
        "AI_AGENT",
    ):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture(autouse=True)
def no_reader_is_left():
    """A provider that a test never shut down leaves its thread to no other test."""
    yield
    refresher = sys.modules.get("agent_si.vendor.sessions.refresher")
    for left in list(refresher._RUNNING.values()) if refresher else ():
        while left in refresher._RUNNING.values():
            left.release()


@pytest.fixture(scope="session")
def shared():
    """The labelled cases and recorded transcripts beside the checkout, when they are there."""
    if not SHARED.is_dir():
        pytest.skip(
            "no ../shared beside the checkout: the repository's own fixtures prove this rule"
        )
    return SHARED
