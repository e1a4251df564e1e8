"""A start is light: registering loads nothing of the engine, and one thread loads the rest."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from world import World

ROOT = Path(__file__).resolve().parent.parent
CHILD = """
import importlib.util, json, sys, threading
from pathlib import Path
root, home = Path(sys.argv[1]), sys.argv[2]
spec = importlib.util.spec_from_file_location(
    "agent_si", root / "__init__.py", submodule_search_locations=[str(root)])
module = sys.modules["agent_si"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

class Host:
    def register_memory_provider(self, provider):
        self.provider = provider

host = Host()
module.register(host)
one = host.provider
one.name, one.is_available(), one.get_tool_schemas(), one.system_prompt_block()
registered = [name for name in sys.modules if name.startswith("agent_si.vendor.")]
one.initialize("talk", hermes_home=home, platform="cli")
threads = [each.name for each in threading.enumerate()]
said = one.handle_tool_call("brain_search", {"query": "when does the Brisbane lease move?"})
one.shutdown()
print(json.dumps([registered, threads, said]))
"""


@pytest.fixture
def started(tmp_path, monkeypatch):
    """What a new process has loaded when it registered, its threads, and a first answer."""
    (tmp_path / "world").mkdir()
    world = World(tmp_path / "world", principal="Alex")
    world.talk("The Brisbane lease moves on 14 March 2027")
    world.refresh()
    command = [sys.executable, "-c", CHILD, str(ROOT), str(world.home)]
    environ = {"HOME": str(world.user), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=True)
    return json.loads(done.stdout)


def test_registering_loads_nothing_of_the_engine(started):
    """R93: hosts load every plugin to list them, also where it is not chosen."""
    registered, _, _ = started
    engines = [name for name in registered if name.split(".")[2] in ("brain", "sessions", "text")]
    assert engines == []


def test_one_thread_is_started_and_the_first_question_is_answered(started):
    _, threads, said = started
    assert threads == ["MainThread", "agent-si-sessions"]
    assert "14 March 2027" in said
