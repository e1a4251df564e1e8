"""The rules a packet must pass, in the order in which they are asked.

    shape -> agent and operation -> authorship -> secrets -> citations -> quotes -> attribution
          -> what it points at, links -> approval

Each is a function that raises a PacketRefused, whose sentence says what would pass. shape.py
reads the packet alone; the others get a `View` (view.py) inside the transaction that will append
the packet, so what they saw is what holds.
"""

from collections.abc import Callable

from ..text import secrets
from . import log
from .authority import (
    check_agent,
    check_authorship,
    check_may_decide,
    check_policy,
    waits,
)
from .errors import PacketRefused, secret_refused
from .evidence import check_attribution, check_citations, check_quotes
from .model import Verdict
from .packet import plain_texts
from .reference import (
    check_aliases,
    check_links,
    check_redactions,
    check_settlements,
    check_targets,
    check_undo,
)
from .shape import check_shape
from .share import check_shares
from .view import View, view

__all__ = ["EVIDENCE", "RULES", "check_shape", "judge", "validate"]


def check_secrets(view: View) -> None:
    """No text of the packet looks like a credential. Code `secret`."""
    for text in plain_texts(view.packet):
        kind = secrets.find(text) if text else None
        if kind is not None:
            raise secret_refused(secrets.shown(kind))


def check_decisions(ground: View) -> None:
    """What is approved or rejected waits, and what is approved passes now. Code `approval`.

    The evidence of a waiting packet is judged again, under the policy now in force, and on what
    the brain holds: so a decision stands alone in its packet.
    """
    for _, op in ground.ops("approve", "reject"):
        if len(ground.packet.ops) > 1:
            raise PacketRefused(
                "approval",
                f"not decided: {op['op']} stands alone in its packet; put the other operations "
                "into packets of their own",
            )
        seq = log.waiting(ground.db, op["packet"])
        if seq is None:
            raise PacketRefused(
                "approval", f"not decided: no packet {op['packet'][:12]} waits for a decision"
            )
        other = log.plain(log.at_place(ground.db, seq))
        check_may_decide(ground, ground.policy.agents.get(other.agent))
        if op["op"] == "approve":
            validate(view(ground.db, ground.policy, other, ground.policy_file))


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
    check_redactions,
    check_shares,
    check_decisions,
)


# Whether the words of a packet may be kept, whoever it came from.
EVIDENCE: tuple[Callable[[View], None], ...] = (
    check_secrets,
    check_citations,
    check_quotes,
    check_attribution,
)


def validate(ground: View) -> bool:
    """Ask every rule; the first that says no ends it. Whether the packet waits for a person."""
    for rule in RULES:
        rule(ground)
    return waits(ground)


def judge(ground: View) -> list[Verdict]:
    """What each rule answers, also after one said no: then some cannot be asked any more."""
    verdicts: list[Verdict] = []
    for rule in (*RULES, waits):
        name = rule.__name__.removeprefix("check_").replace("waits", "approval")
        try:
            rule(ground)
        except PacketRefused as refusal:
            verdicts.append(Verdict(name, refusal))
        except (LookupError, AttributeError):
            verdicts.append(Verdict(name, None, asked=False))
        else:
            verdicts.append(Verdict(name, None))
    return verdicts
