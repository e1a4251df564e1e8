"""`brain apply FILE|-`: packets that somebody wrote, all of them or none.

Which packets of a file need a person at the terminal: those of an agent of kind person, those
that bring words of somebody (a collector's, or the principal's own), and settlements. What a
plain agent writes passes the gate or does not, whoever runs the command.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..brain import packet_file
from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.model import Receipt, Verdict
from ..brain.packet import Packet
from ..brain.packet_file import Written
from ..brain.policy import PERSON, Policy
from ..recall import forget
from ..recall.memory import Memory
from . import effects
from .record import would_pass
from .surroundings import Misused, NotAllowed, Surroundings, counted

FROM_STDIN = "-"
WAITS = "waiting for approval"


def add(parser: argparse.ArgumentParser) -> None:
    """A file, or standard input."""
    parser.add_argument("file", help="packets as JSON: one, a list, or one a line; - reads stdin")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what each rule answers and write nothing"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """All packets of a file, or none of them."""
    memory = here.memory()
    given = packet_file.read(_text(here, args.file))
    with memory.brain(readonly=False) as brain:
        policy = brain.policy()
        ready = [_on_its_road(written, policy) for written in given]
        for written in ready:
            packet_file.shaped(written, memory.clock())
            _refuse_forgetting(written)
        packets = [written.packet for written in ready]
        forget.refuse_packets(memory, packets)
        if args.dry_run:
            return _tell_trial(here, args, ready, brain.trial(*packets), policy)
        try:
            _ask_for_authority(here, args, brain, ready, policy, memory)
            receipts = brain.submit(*packets)
        except PacketRefused as refusal:
            return _tell_refused(here, args, ready, brain.trial(*packets), refusal)
        return _tell_applied(here, args, ready, receipts, brain)


def _text(here: Surroundings, name: str) -> str:
    if name == FROM_STDIN:
        return here.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is not UTF-8 text; a file of packets is JSON in UTF-8") from None
    except FileNotFoundError:
        raise Misused(f"there is no file {name}") from None
    except IsADirectoryError:
        raise Misused(f"{name} is a folder; name the file with the packets") from None


def _on_its_road(written: Written, policy: Policy) -> Written:
    """The packet with the road it comes by: the terminal for a person, no proof of one else."""
    agent = policy.agents.get(written.packet.agent)
    road = "tty" if agent is not None and agent.kind == PERSON else "tool"
    if written.packet.via not in ("", road):
        raise written.no(
            f"`via` is {written.packet.via!r}, and this packet comes by {road!r}; leave it out"
        )
    return replace(written, packet=replace(written.packet, via=road))


def _refuse_forgetting(written: Written) -> None:
    """Forgetting is more than its packet: the index forgets, too, and is told to keep it out."""
    if any(op["op"] == "redact" for op in written.packet.ops):
        raise written.no(
            "a file does not forget; run: hermes agent-si forget ID…, which forgets in the session "
            "index, too, and keeps it out"
        )


def _ask_for_authority(
    here: Surroundings,
    args: argparse.Namespace,
    brain: Brain,
    ready: Sequence[Written],
    policy: Policy,
    memory: Memory,
) -> None:
    """A person at the terminal, where one of the packets uses a person's authority or words."""
    needing = [written for written in ready if _needs_person(written.packet, policy)]
    if not needing:
        return
    what = f"applying packet {needing[0].number} ({_why_person(needing[0].packet, policy)})"
    if args.file == FROM_STDIN:
        raise NotAllowed(
            f"{what} is a person's decision, and while the packets come by stdin nobody can be "
            "asked. Put them into a file and run: hermes agent-si brain apply FILE"
        )
    here.require_person(what)
    would_pass(brain, *(written.packet for written in ready))
    for written in ready:
        here.say(_head(written))
        for line in effects.lines(brain, written.packet, {}, zone=memory.zone):
            here.say(line)
    count = f"{len(ready)} packets" if len(ready) > 1 else "this packet"
    here.confirm(f"apply {count}")


def _needs_person(packet: Packet, policy: Policy) -> bool:
    return bool(_why_person(packet, policy))


def _why_person(packet: Packet, policy: Policy) -> str:
    agent = policy.agents.get(packet.agent)
    if agent is not None and agent.kind != "agent":
        return f"{agent.name} is of kind {agent.kind}"
    for op in packet.ops:
        if op["op"] == "settle":
            return "it settles a dispute"
        if op["op"] == "add_source" and op.get("author") == "principal":
            return "it brings words as the principal's own"
    return ""


def _head(written: Written) -> str:
    operations = counted(len(written.packet.ops), "operation")
    return f"packet {written.number} ({written.packet.agent}, {operations})"


def _tell_applied(
    here: Surroundings,
    args: argparse.Namespace,
    ready: Sequence[Written],
    receipts: Sequence[Receipt],
    brain: Brain,
) -> int:
    rows = []
    for written, receipt in zip(ready, receipts, strict=True):
        codes = _codes(brain, receipt)
        state = _state(brain, receipt)
        rows.append(
            {"packet": written.number, "id": receipt.packet_id, "state": state, "rows": codes}
            | ({"disputed": list(receipt.disputed)} if receipt.disputed else {})
        )
        if not args.json:
            here.say(f"{_head(written)}: {state}{': ' if codes else ''}{' '.join(codes)}")
            for key in receipt.disputed:
                here.say(f"  {key} is now disputed; hermes agent-si settle {key}")
            if state.endswith(WAITS):
                here.say("  hermes agent-si brain pending shows it")
    if args.json:
        here.say(json.dumps({"applied": True, "packets": rows}))
    return 0


def _state(brain: Brain, receipt: Receipt) -> str:
    there = "" if receipt.is_new else "already there"
    if not receipt.pending:
        return there or "applied"
    rejected = any(
        each.packet_id == receipt.packet_id and each.decision
        for each in brain.pending(decided=True)
    )
    return ", ".join(filter(None, (there, "rejected" if rejected else WAITS)))


def _codes(brain: Brain, receipt: Receipt) -> list[str]:
    return [] if receipt.pending else [brain.code(row) for row in receipt.rows if row]


def _tell_refused(
    here: Surroundings,
    args: argparse.Namespace,
    ready: Sequence[Written],
    verdicts: Sequence[Sequence[Verdict]],
    refusal: PacketRefused,
) -> int:
    """Which of the packets was refused: all or nothing, so the others are not applied either."""
    first = [next((v.refusal for v in each if v.refusal is not None), None) for each in verdicts]
    if not any(first):  # what made it refused is gone by now
        raise refusal
    guilty = first.index(next(filter(None, first)))
    if args.json:
        row = {"packet": ready[guilty].number, "refused": refusal.as_dict()}
        here.say(json.dumps({"applied": False, "packets": [row]}, ensure_ascii=False))
        return 1
    here.say(f"{_head(ready[guilty])}: refused ({refusal.code}): {refusal.message}")
    here.say("nothing was applied: all packets of a file are, or none")
    return 1


def _tell_trial(
    here: Surroundings,
    args: argparse.Namespace,
    ready: Sequence[Written],
    verdicts: Sequence[Sequence[Verdict]],
    policy: Policy,
) -> int:
    rows = [_tried(*each, policy) for each in zip(ready, verdicts, strict=True)]
    refused = any(row["state"] == "refused" for row in rows)
    if args.json:
        here.say(json.dumps({"applied": False, "packets": rows}, ensure_ascii=False))
        return 1 if refused else 0
    for written, row in zip(ready, rows, strict=True):
        here.say(f"{_head(written)}: {row['state']}{row['needs']}")
        for rule in row["rules"]:
            here.say(f"  {rule['rule']:14} {rule['answer']}")
    here.say("nothing was written")
    return 1 if refused else 0


def _tried(written: Written, verdicts: Sequence[Verdict], policy: Policy) -> dict[str, Any]:
    agent = policy.agents.get(written.packet.agent)
    waits = agent is not None and agent.approval == PERSON
    state = "would wait for approval" if waits else "would be applied"
    if not verdicts:
        state = "already there"
    if any(verdict.refusal for verdict in verdicts):
        state = "refused"
    needs = _why_person(written.packet, policy)
    return {
        "packet": written.number,
        "state": state,
        "needs": f"; needs a person at the terminal ({needs})" if needs else "",
        "rules": [{"rule": verdict.rule, "answer": _answer(verdict)} for verdict in verdicts],
    }


def _answer(verdict: Verdict) -> str:
    if verdict.refusal is not None:
        return f"no: {verdict.refusal.message}"
    return "ok" if verdict.asked else "not asked: an earlier rule said no"
