"""Whose brain it is: in force is the name in the log, and config.json may not say another.

A name typed into a settings file is no proof of anybody. Where it differs, reads go on, nothing
is written, and one command of a person's mends it.
"""

import shlex

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from .settings import Settings, same_name

MEND = "hermes agent-si brain apply-config --principal"


def differs(found: Settings, owner: str) -> str:
    """Why nothing may be kept, in one sentence with the command; "" where the names agree.

    owner: the principal in force. An empty name in config.json leaves it in force. A first name
    for a brain of this home is recorded when the next session begins, so that is no difference.
    """
    named = found.principal
    if found.demo or not named or same_name(named, owner) or (not owner and not found.brain_dir):
        return ""
    whose = f"the brain protects the words of {owner}" if owner else "the brain protects nobody's"
    return (
        f"config.json names {named}, {whose}; until they agree nothing is kept. A person mends it "
        f"at a terminal: {MEND} {shlex.quote(named)}"
        + (f" (or with the name that is right, such as {shlex.quote(owner)})" if owner else "")
    )


def other_names(found: Settings, owner: str, aliases: tuple[str, ...]) -> str:
    """Why names of the principal in config.json do not count yet; "" when they do."""
    missing = [name for name in found.principal_aliases if name not in aliases]
    if found.demo or not owner or not missing or differs(found, owner):
        return ""
    return f"other names in config.json ({', '.join(missing)}) count once a person runs: " + (
        f"{MEND} {shlex.quote(owner)}"
    )


def check(found: Settings, brain: Brain, *agents: str) -> None:
    """Refuse to write for these agents where the names differ.

    Raises:
        PacketRefused: code `principal`. Agents that are missing are left to the brain's own rule.
    """
    reason = differs(found, brain.policy().principal)
    if reason and not brain.cannot_write(*agents):
        raise PacketRefused("principal", f"not kept: {reason}")
