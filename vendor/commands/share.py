"""share KEY: a fact is shown to one more group or person, by the person whose memory it is.

What was said under the key, and what will be, is shown there as well, with its quotes. Nothing
else of its sources is. `undo` of the packet narrows it again.
"""

import argparse
import json
from typing import Any

from ..brain.brain import Brain
from ..brain.packet import Packet
from ..recall import hits, places
from ..recall.memory import Memory
from ..recall.show import Unknown
from ..text import ids, render
from .record import acting, would_pass
from .surroundings import Misused, Surroundings, counted

Operation = dict[str, Any]


def add(parser: argparse.ArgumentParser) -> None:
    """Which fact, and with whom."""
    parser.add_argument("key", help="the key of the fact")
    parser.add_argument(
        "--with",
        dest="audience",
        default="",
        metavar="PLACE",
        help="a place as `who` lists it: group:PLATFORM:CHAT or direct:PLATFORM:ACCOUNT",
    )
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show what would be seen where, ask, and record it as a packet. With --json it only shows."""
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        key = ids.normal(args.key)
        fact = brain.fact(key)
        if fact is None:
            raise Unknown(key)
        if not args.audience:
            raise Misused(_which(brain, memory, fact.key))
        shared = {name for name, audience, _ in brain.shares() if audience == args.audience}
        names = [name for name in (fact.key, *fact.aliases) if name not in shared]
        if not names:
            here.say(f"{fact.key} is shared with {_shown(args.audience)} already")
            return 0
        ops: list[Operation] = [
            {"op": "share_key", "key": name, "audience": args.audience} for name in names
        ]
        packet = Packet(acting(brain.policy()), tuple(ops), reason=args.reason, via="tty")
        would_pass(brain, packet)
        line = hits.fact_hit(fact, "brain", zone=memory.zone, today=memory.today).line
        effect = (
            f"shows {', '.join(names)} to {_shown(args.audience)}: "
            f"{counted(len(fact.claims), 'claim')} now, and what is kept there later"
        )
        if args.json:
            here.say(json.dumps({"done": False, "effect": effect}, ensure_ascii=False))
            return 0
        here.require_person("sharing a fact")
        here.say(f"  {line}")
        here.say(f"  ! {effect}")
        here.confirm("share it")
        brain.submit(packet)
    code = ids.packet_code(packet.id)
    here.say(f"done; to take it back: hermes agent-si undo {code}")
    return 0


def _which(brain: Brain, memory: Memory, key: str) -> str:
    """What is missing, with the places that are known."""
    shared = sorted({audience for name, audience, _ in brain.shares() if name == key})
    known = [place.audience for place in places.places(memory) if place.audience != "mine"]
    told = f"; it is shared with {', '.join(map(_shown, shared))}" if shared else ""
    listed = "".join(f"\n  --with {_shown(each)}" for each in known[:20])
    return f"with whom?{told} Places that are known:{listed or ' none yet'}"


def _shown(words: str) -> str:
    return render.one_line(words, 120)
