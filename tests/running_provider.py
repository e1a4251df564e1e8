"""A provider as a host runs it: in a home of Alex's that is the active one, in a session."""

from contextlib import contextmanager

from agent_si import provider
from world import World


def active_home(tmp_path, monkeypatch) -> World:
    """A home of Alex's; the host names it as the active one."""
    (tmp_path / "world").mkdir()
    world = World(tmp_path / "world", principal="Alex")
    monkeypatch.setenv("HERMES_HOME", str(world.home))
    return world


@contextmanager
def in_session(world: World, talk=None):
    """A provider in a running session, of `talk` or of one that began with a greeting."""
    talk = talk or world.talk("hello there my old friend")
    one = provider.AgentSiProvider()
    one.initialize(talk.session_id, hermes_home=str(world.home), platform="cli")
    try:
        yield one
    finally:
        one.shutdown()
