"""Two machines of one person, for what is carried from one to the other."""

import pytest
from world import World


def _machine(root):
    root.mkdir()
    return World(root, principal="Alex", index_sessions=True)


@pytest.fixture
def laptop(tmp_path):
    return _machine(tmp_path / "laptop")


@pytest.fixture
def desktop(tmp_path):
    return _machine(tmp_path / "desktop")
