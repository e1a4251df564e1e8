"""A person's corrections at a terminal: withdraw, undo, alias. Nothing is removed by them.

    withdraw ID       a claim or record no longer stands; it stays readable
    undo PACKET       a settlement, alias, withdrawal or link counts no more
    alias KEY TO      two keys are one fact; their values may then be disputed

Each shows what would become of it, asks, and is a packet of its own; `undo` takes the packet's
code, and the command that made it prints that.
"""

import argparse
import json
from typing import Any

from ..brain.brain import Brain
from ..brain.model import Fact, Record
from ..brain.packet import Packet
from ..recall import hits
from ..recall.memory import Memory
from ..recall.show import Unknown
from ..recall.undoing import NotUndoable, packet_of
from ..text import ids, render
from . import effects
from .record import acting, would_pass
from .surroundings import Misused, Surroundings

Operation = dict[str, Any]


def add_withdraw(parser: argparse.ArgumentParser) -> None:
    """Which row, and why."""
    parser.add_argument("id", help="the code of a claim or record, or the key of a fact")
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run_withdraw(here: Surroundings, args: argparse.Namespace) -> int:
    """A claim or a record no longer stands."""
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        target = _row(brain, ids.normal(args.id))
        op: Operation = {"op": "withdraw", "target": target}
        return _done(here, args, brain, memory, op, "withdrawing a row")


def _row(brain: Brain, ident: str) -> str:
    """The full id of the claim or record that is meant."""
    row = brain.get(ident)
    if isinstance(row, Record):
        return row.id
    if not isinstance(row, Fact):
        raise Unknown(ident)
    named = [claim for claim in row.claims if claim.id.startswith(ident)]
    found = named or [claim for claim in row.live if row.key == ident]
    if not found:
        raise Misused(f"{ident} is no claim or record; a settlement is undone: undo PACKET")
    if len(found) > 1:
        listed = (f"\n  {brain.code(c.id)}  {render.one_line(c.value, 80)}" for c in found)
        raise Misused(
            f"{ident} has {len(found)} claims that stand; withdraw one of them:{''.join(listed)}"
        )
    return found[0].id


def add_alias(parser: argparse.ArgumentParser) -> None:
    """Two keys."""
    parser.add_argument("key", help="the key that is folded")
    parser.add_argument("to", help="the key that it is folded into")
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run_alias(here: Surroundings, args: argparse.Namespace) -> int:
    """Two keys are one fact."""
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        op: Operation = {"op": "alias_key", "key": ids.normal(args.key), "to": ids.normal(args.to)}
        code = _done(here, args, brain, memory, op, "folding two keys into one")
        fact = brain.fact(op["to"])
        if fact is not None and not args.json and code == 0:
            here.say(hits.fact_hit(fact, "brain", zone=memory.zone, today=memory.today).line)
        return code


def add_undo(parser: argparse.ArgumentParser) -> None:
    """Which packet, and why."""
    parser.add_argument("packet", help="its code (p…), its UUID, or the code of its settlement")
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run_undo(here: Surroundings, args: argparse.Namespace) -> int:
    """A settlement, alias, withdrawal or link counts no more."""
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        op: Operation = {"op": "undo", "packet": _packet(brain, ids.normal(args.packet))}
        return _done(here, args, brain, memory, op, "undoing a packet")


def _packet(brain: Brain, ident: str) -> str:
    """The UUID of the packet that is meant."""
    try:
        return packet_of(brain, ident)
    except NotUndoable as error:
        raise Misused(str(error)) from None


def _done(
    here: Surroundings,
    args: argparse.Namespace,
    brain: Brain,
    memory: Memory,
    op: Operation,
    what: str,
) -> int:
    """Show, ask, submit, and print the code that undoes it. With --json it only shows."""
    packet = Packet(acting(brain.policy()), (op,), reason=args.reason, via="tty")
    shown = effects.effect(brain, op)
    would_pass(brain, packet)
    if args.json:
        here.say(json.dumps({"done": False, "effect": shown}, ensure_ascii=False))
        return 0
    here.require_person(what)
    here.say(f"  - {shown}")
    here.confirm("do it")
    brain.submit(packet)
    here.say("done" + _way_back(op, packet))
    return 0


def _way_back(op: Operation, packet: Packet) -> str:
    if op["op"] == "undo":
        return ""
    return f"; to take it back: hermes agent-si undo {ids.packet_code(packet.id)}"
