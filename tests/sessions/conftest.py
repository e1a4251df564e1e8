"""What every test of the index starts from."""

from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions.index import SessionIndex

NOW = datetime(2026, 5, 20, tzinfo=UTC)


@pytest.fixture
def index(tmp_path):
    """An open, empty index."""
    with SessionIndex.open(tmp_path / "ours" / "sessions.db") as index:
        yield index


@pytest.fixture
def refresh(index):
    """Bring the index up to date and say what was done; every test ends with a whole index."""

    def run(*adapters, **options):
        return index.refresh(adapters, **{"now": NOW, **options})

    yield run
    assert index.check() == []


@pytest.fixture
def claude(throwaway_home):
    """The folder of Claude Code of this test's user."""
    return throwaway_home / ".claude"


@pytest.fixture
def hermes(throwaway_home):
    """The Hermes home of this test's user."""
    return throwaway_home / ".hermes"


@pytest.fixture
def grok(throwaway_home):
    """The folder of Grok Build of this test's user."""
    return throwaway_home / ".grok"
