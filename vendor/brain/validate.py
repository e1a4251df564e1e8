"""The rules a packet must pass, in the order in which they are asked.

    shape -> agent and operation -> authorship -> secrets -> citations -> quotes -> attribution
          -> what it points at, links -> approval

Each is a function that raises a PacketRefused, whose sentence says what would pass. shape.py
reads the packet alone; the others get a `View` (view.py) inside the transaction that will append
the packet, so what they saw is what holds.
"""

from collections.abc import Callable

from ..text import secrets
from .authority import (
    check_agent,
    check_approval,
    check_authorship,
    check_available,
    check_policy,
)
from .errors import secret_refused
from .evidence import check_attribution, check_citations, check_quotes
from .packet import plain_texts
from .reference import (
    check_aliases,
    check_links,
    check_settlements,
    check_targets,
    check_undo,
)
from .shape import check_shape
from .view import View

__all__ = ["RULES", "check_shape", "validate"]


def check_secrets(view: View) -> None:
    """No text of the packet looks like a credential. Code `secret`."""
    for text in plain_texts(view.packet):
        kind = secrets.find(text) if text else None
        if kind is not None:
            raise secret_refused(secrets.shown(kind))


RULES: tuple[Callable[[View], None], ...] = (
    check_agent,
    check_authorship,
    check_secrets,
    check_policy,
    check_citations,
    check_quotes,
    check_attribution,
    check_targets,
    check_settlements,
    check_aliases,
    check_undo,
    check_links,
    check_available,
    check_approval,
)


def validate(view: View) -> None:
    """Ask every rule; the first that says no ends it."""
    for rule in RULES:
        rule(view)
