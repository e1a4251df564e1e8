"""The record at a terminal: decide the packets that wait, make the tables again.

brain pending                     what waits for a person, with quote, source and effect
brain approve CODE                bound to the hash of what was shown; evidence judged again
brain reject CODE [--reason …]    stays out for good
brain rebuild                     every table but the record, from the first packet
"""

import argparse
import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.model import Pending
from ..brain.packet import Packet
from ..brain.policy import PERSON, Policy
from ..recall.memory import Memory
from ..text import ids, render
from . import effects
from .surroundings import Misused, Surroundings, counted

REASON = 200  # characters of a packet's reason shown in a list
DOING = {"approve": "approving", "reject": "rejecting"}
DONE = {"approve": "approved; it is in force", "reject": "rejected; it stays out"}


def run_pending(here: Surroundings, args: argparse.Namespace) -> int:
    """Everything that waits, oldest first."""
    memory = here.memory()
    with memory.brain() as brain:
        waiting = brain.pending()
        if args.json:
            rows = [_as_dict(brain, each, waiting, memory) for each in waiting]
            here.say(json.dumps({"pending": rows}, ensure_ascii=False))
            return 0
        for each in waiting:
            _show(here, brain, each, waiting, memory)
    if waiting:
        here.say("Decide with: hermes agent-si brain approve CODE, or brain reject CODE")
    else:
        here.say("nothing waits for approval")
    return 0


def code_of(pending: Pending, waiting: Sequence[Pending]) -> str:
    """The shortest prefix of its hash that names it among those that wait."""
    return ids.shortest(pending.hash, [each.hash for each in waiting])


def add_approve(parser: argparse.ArgumentParser) -> None:
    """Which packet, and as whom."""
    parser.add_argument("code", help="the code that `brain pending` shows, or the whole hash")
    parser.add_argument(
        "--as",
        dest="agent",
        default="",
        metavar="NAME",
        help="decide as this agent of kind person (default: person)",
    )


def add_reject(parser: argparse.ArgumentParser) -> None:
    """Which packet, as whom, and why."""
    add_approve(parser)
    parser.add_argument("--reason", default="", help="why, kept with the decision")


def run_approve(here: Surroundings, args: argparse.Namespace) -> int:
    """Let a waiting packet take effect. Its evidence is judged again first."""
    return _decide(here, args, "approve", "")


def run_reject(here: Surroundings, args: argparse.Namespace) -> int:
    """Turn a waiting packet down for good."""
    return _decide(here, args, "reject", args.reason)


def _decide(here: Surroundings, args: argparse.Namespace, verb: str, reason: str) -> int:
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        waiting = brain.pending()
        chosen = _chosen(args.code, waiting)
        if args.json:
            row = _as_dict(brain, chosen, waiting, memory)
            here.say(json.dumps(row | {"decided": False}, ensure_ascii=False))
            return 0
        agent = acting(brain.policy(), args.agent or _only_approver(brain.policy(), chosen))
        here.require_person(f"{DOING[verb]} a packet")
        _show(here, brain, chosen, waiting, memory)
        here.confirm(f"{verb} it")
        op = {"op": verb, "packet": chosen.hash}
        try:
            brain.submit(Packet(agent, (op,), reason=reason, via="tty"))
        except PacketRefused as refusal:
            here.say(f"still waiting, refused ({refusal.code}): {refusal.message}")
            return 1
        here.say(DONE[verb])
    return 0


def _only_approver(policy: Policy, pending: Pending) -> str:
    asking = policy.agents.get(pending.agent)
    return asking.approvers[0] if asking and len(asking.approvers) == 1 else ""


def acting(policy: Policy, wanted: str = "") -> str:
    """The agent that a person at the terminal acts as: `wanted`, else `person`, else the only one.

    Raises:
        Misused: the policy has no such agent of kind person, or several and none was named.
    """
    people = policy.people
    if wanted:
        if wanted not in people:
            raise Misused(
                f"there is no agent {wanted} of kind person; known are {', '.join(people)}"
            )
        return wanted
    if PERSON in people or not people:
        return PERSON
    if len(people) > 1:
        raise Misused(f"say as whom: --as {' or --as '.join(people)}")
    return people[0]


def would_pass(brain: Brain, *packets: Packet) -> None:
    """Refuse now what would be refused then: nobody is asked to agree to it.

    Raises:
        PacketRefused: the first refusal that a trial of the packets meets.
    """
    for verdict in chain.from_iterable(brain.trial(*packets)):
        if verdict.refusal is not None:
            raise verdict.refusal


def _chosen(code: str, waiting: Sequence[Pending]) -> Pending:
    code = ids.normal(code)
    found = [each for each in waiting if code and each.hash.startswith(code)]
    if len(found) > 1:
        raise ids.Ambiguous(code, [(code_of(each, waiting), _title(each)) for each in found])
    if not found:
        listed = ", ".join(code_of(each, waiting) for each in waiting[:10])
        known = f"waiting are {listed}" if listed else "nothing waits"
        raise Misused(f"no waiting packet begins with {code[:64]!r}; {known}")
    return found[0]


def _title(pending: Pending) -> str:
    names = ", ".join(dict.fromkeys(op["op"] for op in pending.ops))
    return f"{pending.agent}, {pending.at[:10]}: {names}"


def _packet(pending: Pending) -> Packet:
    return Packet(pending.agent, tuple(pending.ops), id=pending.packet_id, at=pending.at)


def _show(
    here: Surroundings, brain: Brain, pending: Pending, waiting: Sequence[Pending], memory: Memory
) -> None:
    day = render.day(pending.at, memory.zone)
    why = f" «{render.one_line(pending.reason, REASON)}»" if pending.reason else ""
    here.say(f"[{code_of(pending, waiting)}] {day} {pending.agent}{why}")
    for line in effects.lines(brain, _packet(pending), pending.sources, zone=memory.zone):
        here.say(line)


def _as_dict(
    brain: Brain, pending: Pending, waiting: Sequence[Pending], memory: Memory
) -> dict[str, Any]:
    return {
        "code": code_of(pending, waiting),
        "hash": pending.hash,
        "agent": pending.agent,
        "at": pending.at,
        "reason": pending.reason,
        "ops": [dict(op) for op in pending.ops],
        "effect": [effects.effect(brain, op) for op in pending.ops],
    }


def run_rebuild(here: Surroundings, args: argparse.Namespace) -> int:
    """Make every table but the record again from the first packet."""
    with here.memory().brain(readonly=False) as brain:
        brain.rebuild()
        stats = brain.stats()
    if args.json:
        here.say(json.dumps({"rebuilt": True, **stats}))
    else:
        here.say(
            f"made again from {counted(stats['packets'], 'packet')}: "
            f"{counted(stats['facts'], 'fact')}, {counted(stats['records'], 'record')}, "
            f"{counted(stats['sources'], 'source')}"
        )
    return 0
