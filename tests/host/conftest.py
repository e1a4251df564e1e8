"""Fixtures that drive a real Hermes: each test here runs once on 0.19 and once on 0.22.

AGENT_SI_HOSTS names the folder of the hosts (tools/hosts.py makes them); AGENT_SI_ONLY_HOST=19
or =22 keeps one of them, so that two processes can share the work. Where a host is missing its
tests are skipped, unless AGENT_SI_MAKE_HOSTS is set: then it is made first.
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "hermes_driver"))

import hosts
from host import Home, Host
from host_stories import ROOT, config, keep_first, keep_second
from scripted_model import ScriptedModel

ONLY = os.environ.get("AGENT_SI_ONLY_HOST", "")


# Long lives, which run on one host each where nobody asked for all: `tools/check.py long` does.
LONG = bool(os.environ.get("AGENT_SI_LONG"))
ON_ONE = {
    "test_roads.py": "19",
    "test_roads_api.py": "22",
    "test_roads_home.py": "22",
    "test_roads_once.py": "22",
    "test_people.py": "22",
    "test_newcomer.py": "22",
    "test_builtin_memory.py": "19",
    "test_compression.py": "19",
    "test_in_the_way.py": "19",
    "test_try.py": "19",
    "test_typed_line.py": "19",
}


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.host)
        chosen = None if LONG else ON_ONE.get(item.path.name)
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if chosen and params.get("host", chosen) != chosen:
            why = f"runs on {chosen} only; on both with `python3 tools/check.py long`"
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="session", params=[name for name in hosts.NAMES if ONLY in ("", name)])
def host(request):
    """A real Hermes, 19 or 22."""
    if os.environ.get("AGENT_SI_MAKE_HOSTS"):
        return Host(hosts.make(request.param))
    venv = hosts.find(request.param)
    if venv is None:
        pytest.skip(f"no Hermes {request.param} here: run `python3 tools/hosts.py` first")
    return Host(venv)


@pytest.fixture
def model():
    """A scripted model; `model.then(...)` adds to its script."""
    with ScriptedModel() as server:
        yield server


@pytest.fixture
def home(host, model, tmp_path):
    """A throw-away home on that host and model, without a plugin."""
    return Home(host, model, tmp_path / "home")


@pytest.fixture
def alex(home):
    """A fresh home with the plugin, whose owner is Alex."""
    home.add(ROOT)
    config(home, principal="Alex", index_sessions=True)
    return home


@pytest.fixture(scope="session")
def kept_root(host, tmp_path_factory):
    """A home of Alex's in which one value of the lease date is kept, made once a host."""
    root = tmp_path_factory.mktemp("kept") / "home"
    with ScriptedModel() as model:
        home = Home(host, model, root)
        home.add(ROOT)
        config(home, principal="Alex", index_sessions=True)
        keep_first(home, model)
    return root


@pytest.fixture(scope="session")
def disputed_root(host, tmp_path_factory, kept_root):
    """The same home after another conversation gave another value."""
    root = tmp_path_factory.mktemp("disputed") / "home"
    shutil.copytree(kept_root, root, symlinks=True)
    with ScriptedModel() as model:
        keep_second(again(host, model, root), model)
    return root


def again(host, model, root):
    """A prepared home on another model's address."""
    home = Home(host, model, root)
    home.configure({"memory": {"provider": "agent-si"}})
    return home


@pytest.fixture
def kept(host, model, kept_root, tmp_path):
    """A copy of the home in which the lease date is kept."""
    shutil.copytree(kept_root, tmp_path / "home", symlinks=True)
    return again(host, model, tmp_path / "home")


@pytest.fixture
def disputed(host, model, disputed_root, tmp_path):
    """A copy of the home in which the lease date is disputed."""
    shutil.copytree(disputed_root, tmp_path / "home", symlinks=True)
    return again(host, model, tmp_path / "home")
