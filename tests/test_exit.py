"""Exit is prompt at any moment, and nothing of ours grows: threads, descriptors.

R93 R75: PEERS 55 (a writer thread blocks exit), 53 (a hang of two minutes a turn), 41 (nothing may
depend on a shutdown that a host never calls). Guards are ten times what bench/host.py aims at.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from agent_si import provider
from running_provider import active_home
from session_fixtures import ClaudeFile

ROOT = Path(__file__).resolve().parent.parent
GUARD = 10.0  # seconds; the aim is one
CHILD = """
import importlib.util, signal, sys
from pathlib import Path
# A shell that runs its jobs in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
root, home, how = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
spec = importlib.util.spec_from_file_location(
    "agent_si", root / "__init__.py", submodule_search_locations=[str(root)])
module = sys.modules["agent_si"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
from agent_si import provider
one = provider.AgentSiProvider()
one.initialize("talk", hermes_home=home, platform="cli")
print("ready", flush=True)
if how == "shutdown":
    one.shutdown()
while how == "stays":
    one.prefetch("what was said of line 7 and the gateway?")
"""


@pytest.fixture
def unread(tmp_path, monkeypatch):
    """A home with a long history that nobody has read yet."""
    world = active_home(tmp_path, monkeypatch)
    for number in range(30):
        session = f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}"
        talk = ClaudeFile(tmp_path / "user" / ".claude", session=session)
        for line in range(100):
            talk.prompt(f"this is line {line} of {number} about the gateway " * 8)
            talk.answer("Noted.")
    return world


@contextmanager
def started(home, how):
    """A process in which a provider has begun; none outlives its test."""
    command = [sys.executable, "-c", CHILD, str(ROOT), str(home), how]
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        yield child
    finally:
        child.kill()
        child.communicate()


@pytest.mark.parametrize("how", ["shutdown", "no shutdown"])
def test_a_process_ends_in_the_middle_of_its_first_reading(unread, how):
    with started(unread.home, how) as child:
        assert child.communicate(timeout=GUARD) == ("", "")
        assert child.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_process_ends_at_once_in_the_middle_of_a_query_and_loses_nothing(unread, number):
    with started(unread.home, "stays") as child:
        child.send_signal(number)
        child.communicate(timeout=GUARD)
        assert child.returncode not in (0, None)

    unread.refresh()  # whichever process is next goes on there
    with unread.memory.index() as index:
        assert index.check() == []


def test_a_shutdown_returns_though_another_program_holds_every_lock(unread):
    """PEERS 55."""
    one = provider.AgentSiProvider()
    one.initialize("talk", hermes_home=str(unread.home), platform="cli")
    with closing(sqlite3.connect(unread.home / "agent-si" / "sessions.db", 30)) as other:
        other.isolation_level = None
        other.execute("BEGIN EXCLUSIVE")
        ended = threading.Thread(target=one.shutdown, daemon=True)
        ended.start()
        ended.join(GUARD)
        assert not ended.is_alive()
        other.execute("ROLLBACK")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
def test_providers_that_nobody_shuts_down_take_nothing_more(tmp_path, monkeypatch):
    """0.19's gateway makes one for every request and forgets it."""
    world = active_home(tmp_path, monkeypatch)
    talk = world.talk("The Brisbane lease moves on 14 March 2027")
    world.refresh()

    def request():
        one = provider.AgentSiProvider()
        one.initialize(talk.session_id, hermes_home=str(world.home), platform="api_server")
        one.prefetch("when does the Brisbane lease move?")
        one.handle_tool_call("brain_search", {"query": "Brisbane lease"})
        one.sync_turn("hello", "hi")

    def held():
        return threading.active_count(), len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    for _ in range(10):
        request()
    threads, descriptors = held()
    for _ in range(60):
        request()
    after = held()

    assert after[0] == threads
    assert after[1] <= descriptors + 6  # what the background has open at this moment
