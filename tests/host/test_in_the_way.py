"""Never in the way, with the host's real loader and base classes: bench/host.py, small.

No time is asserted but a guard of ten times the aim; bench/RESULTS.md has what was measured.
"""

import json
import sys
from contextlib import closing
from pathlib import Path

import pytest
from host import Home
from scripted_model import ScriptedModel

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "bench" / "host_child.py"

sys.path.insert(0, str(ROOT / "bench"))

from histories import Size, Speaker  # noqa: E402
from other_histories import HermesHistory  # noqa: E402


@pytest.fixture(scope="module")
def told(host, tmp_path_factory):
    """What processes of the host say, all of them of one home."""
    with ScriptedModel() as model:
        home = Home(host, model, tmp_path_factory.mktemp("way") / "home")
        home.add(ROOT)
        with closing(HermesHistory(home.path / "state.db", Speaker(7))) as history:
            history.fill(Size(messages=200, bare=True))

        def ran(what, count=0):
            before = set(home.tree())
            done = home.run([str(home.host.python), str(CHILD), what, str(home.path), str(count)])
            assert done.code == 0, done.text
            return json.loads(done.out.strip().splitlines()[-1]) | {
                "made": sorted(set(home.tree()) - before)
            }

        return ran


def test_loading_the_plugin_starts_no_thread_and_writes_nothing(told):
    """R93: the host loads it on every `hermes memory status` and `hermes backup`."""
    found = told("imported")

    assert found["threads"] == 1
    assert [name for name in found["made"] if name.startswith("hermes/agent-si")] == []


def test_a_turn_is_not_held_up_by_locks_nor_by_a_long_conversation(told):
    """R93: PEERS 53, 47."""
    told("initialized")
    found = told("prefetches", 5)

    assert {"all of them locked", "20,000 lines in the conversation"} <= found.keys()
    worst = {name: max(values) for name, values in found.items() if name != "made"}
    assert max(worst.values()) < 2000, worst  # milliseconds; the aim is 200


def test_sessions_that_nobody_shuts_down_leave_one_thread(told):
    """R75: 0.19's gateway makes a provider for every request."""
    found = told("sessions", 30)

    assert found["first"]["threads"] == found["last"]["threads"] == 2
    assert found["last"]["descriptors"] <= found["first"]["descriptors"] + 6
