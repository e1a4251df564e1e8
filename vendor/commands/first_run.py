"""The first run of a home: its brain is created, and a name that the settings have is recorded."""

from collections.abc import Callable
from datetime import datetime

from ..brain import policy
from ..brain.brain import Brain
from ..recall.settings import Settings

WAIT = 2.0  # seconds for a brain that another program has locked


def first_run(found: Settings, clock: Callable[[], datetime]) -> None:
    """Create the brain where there is none, and record a first name (R12).

    An existing brain, ours or one that `brain_dir` names, is left as it is otherwise.

    Raises:
        UNUSABLE (recall/memory.py), PolicyError: it cannot be made or written; nothing was.
    """
    if found.demo:
        return
    brain = Brain.open(found.brain, clock=clock, create=True, wait=WAIT)
    try:
        if not brain.policy_text():
            brain.first_policy(policy.default_toml(found.principal, found.principal_aliases))
        elif found.principal and not brain.policy().principal and found.brain_dir is None:
            put_name(brain, found, via="panel")
    finally:
        brain.close()


def put_name(brain: Brain, found: Settings, *, via: str) -> None:
    """Put the name of the settings into force; aliases only where the settings have some."""
    aliases = found.principal_aliases or brain.policy().aliases
    brain.name_principal(found.principal, aliases, via=via)
