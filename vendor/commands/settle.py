"""`settle KEY`: the person decides a disputed fact at a terminal.

Both sides stand on the screen with quotes and dates; the person says which value stands and
whether the others changed since or were wrong. The decision is a packet of agent `person`, its
source the reason typed here, and nothing is removed.
"""

import argparse
import json
from typing import Any

from ..brain.model import Fact
from ..brain.packet import Packet
from ..recall import hits
from ..recall.memory import Memory
from ..text import clean, ids, render
from ..text.ids import locator
from .record import acting
from .surroundings import Misused, Stopped, Surroundings


def add(parser: argparse.ArgumentParser) -> None:
    """The key of the disputed fact."""
    parser.add_argument("key", help="the key of a disputed fact, as search shows it")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show both sides, ask, and record the decision. With --json it only shows them."""
    memory = here.memory()
    with memory.brain(readonly=False) as brain:
        fact = brain.get(ids.normal(args.key))
        if not isinstance(fact, Fact):
            raise Misused(f"there is no fact under {args.key!r}; hermes agent-si search finds it")
        if args.json:
            here.say(json.dumps(_as_dict(fact), ensure_ascii=False))
            return 0
        if not fact.disputed:
            here.say(f"{fact.key} is not disputed: {_line(fact.value or '')} stands.")
            return 0
        here.require_person("settling a dispute")
        op, reason = _ask(here, fact, memory)
        here.confirm("record that")
        at = memory.clock().isoformat()
        op["citations"] = [{"source": "@0", "quote": reason, "start": 0}]
        name = brain.policy().principal or "a person at this terminal"
        agent = acting(brain.policy())
        receipt = brain.submit(Packet(agent, (_source(reason, name, at), op), via="tty"))[0]
        settled = brain.fact(fact.key)
        assert settled is not None
        here.say(hits.fact_hit(settled, "brain", zone=memory.zone, today=memory.today).line)
        code = ids.packet_code(receipt.packet_id)
        here.say(f"to take it back: hermes agent-si undo {code}")
    return 0


def _as_dict(fact: Fact) -> dict[str, Any]:
    sides = [
        {"value": claim.value, "said_at": claim.said_at, "quote": claim.quote}
        for claim in fact.values()
    ]
    return {"key": fact.key, "disputed": fact.disputed, "value": fact.value, "values": sides}


def _source(reason: str, name: str, at: str) -> dict[str, Any]:
    # The principal's own words come from collectors only; this is a person, by name.
    return {
        "op": "add_source",
        "kind": "reason",
        "author": "person",
        "author_name": name,
        "locator": locator("person", "terminal", at),
        "text": reason,
        "start": 0,
        "cleaner": clean.CLEANER,
    }


def _ask(here: Surroundings, fact: Fact, memory: Memory) -> tuple[dict[str, Any], str]:
    live = fact.values()
    here.say(f"{fact.key} is disputed. {hits.ASK}: you decide.")
    for number, claim in enumerate(live, start=1):
        day = render.day(claim.said_at, memory.zone)
        read = " (as the agent read it)" if claim.as_read else ""
        here.say(f"  {number}. {_line(claim.value)}{read}")
        here.say(f"     {day} {hits.who(claim.source)}, {hits.where(claim.source)}")
        here.say(f"     “{_line(claim.quote)}”")
    chosen = live[_number(here, len(live)) - 1]
    others = [
        {"value": claim.value, "was": _was(here, claim.value)}
        for claim in live
        if claim is not chosen
    ]
    typed = here.ask("Why, in your words", f"{_line(chosen.value)} stands")
    op = {"op": "settle", "key": fact.key, "value": chosen.value, "others": others}
    return op, clean.tidy(typed).strip()


def _number(here: Surroundings, count: int) -> int:
    for _ in range(3):
        answer = here.ask(f"Which stands? (1-{count})")
        if answer.isdigit() and 1 <= int(answer) <= count:
            return int(answer)
        here.say(f"a number from 1 to {count} is needed")
    raise Stopped("nothing was changed")


def _was(here: Surroundings, value: str) -> str:
    for _ in range(3):
        answer = here.ask(f"{_line(value)}: (c)hanged since, or was (w)rong?").lower()
        if answer in ("c", "changed", "changed since"):
            return "changed"
        if answer in ("w", "wrong", "was wrong"):
            return "wrong"
        here.say("c or w is needed")
    raise Stopped("nothing was changed")


def _line(text: str) -> str:
    return render.one_line(text, 200)
