"""`brain add KEY VALUE`: the person's own statement, kept as a fact.

No model stands between, so there is no quote to check and no floor of words: the source is the
line typed here.
"""

import argparse
import json

from ..recall import hits, stated
from . import effects
from .record import acting, would_pass
from .surroundings import Surroundings


def add(parser: argparse.ArgumentParser) -> None:
    """A key and its value."""
    parser.add_argument("key", help="a dotted key, such as office.lease.move_date")
    parser.add_argument("value", nargs="+", help="the value, as you state it")
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show what it would do, ask, keep it. With --json it only shows."""
    memory = here.memory()
    moment = memory.clock().isoformat()
    said = stated.Stated.of(
        args.key, " ".join(args.value), road="tty", place="terminal", moment=moment
    )
    said.no_secret()
    with memory.brain(readonly=False) as brain:
        policy = brain.policy()
        packet = said.by_name(policy, acting(policy), reason=args.reason)
        would_pass(brain, packet)
        shown = effects.effect(brain, said.claim())
        if args.json:
            here.say(json.dumps({"done": False, "effect": shown}, ensure_ascii=False))
            return 0
        here.require_person("adding a fact by hand")
        here.say(f"  - {shown}")
        here.confirm("keep it")
        brain.submit(packet)
        fact = brain.fact(said.key)
        assert fact is not None
        here.say(hits.fact_hit(fact, "brain", zone=memory.zone, today=memory.today).line)
        if fact.disputed:
            here.say(f"the sources disagree; decide with: hermes agent-si settle {fact.key}")
        else:
            here.say(f"to take it back: hermes agent-si withdraw {brain.code(packet.row(1))}")
    return 0
