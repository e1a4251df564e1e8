"""`check`: recompute and compare, one line a problem, exit code 1 when there is one (R64)."""

import argparse
import json
from pathlib import Path

from ..brain.brain import Brain
from ..brain.model import Act
from ..recall import acts, forget, hits, trouble
from ..recall.memory import UNUSABLE, Memory, said
from ..sessions.folders import other_folders
from ..text import render
from ..text.ids import packet_code
from . import check_claims, check_drill, check_precision, check_secrets
from .surroundings import Surroundings, counted

ALONE = "chain, texts, quotes and tables agree"


def add(parser: argparse.ArgumentParser) -> None:
    """What else can be looked for."""
    parser.add_argument(
        "--secrets", action="store_true", help="where credentials stand in the agents' histories"
    )
    check_precision.add(parser)
    check_claims.add(parser)
    check_drill.add(parser)


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Check the brain and the index that are in force."""
    if args.secrets:
        return check_secrets.run(here, as_json=args.json)
    if args.precision:
        return check_precision.run(here, args)
    if args.claims:
        return check_claims.run(here, args)
    if args.drill:
        return check_drill.run(here, args)
    memory = here.memory()
    problems, notes = _brain(here, memory)
    notes += memory.settings.trouble
    if memory.settings.broken:
        problems.append(memory.settings.broken)
    problems += [*_index(memory), *forget.left_over(memory)]
    well = ALONE if memory.settings.alone else "chain, texts, quotes, tables and index agree"
    return _told(here, args, problems, notes, well)


def run_brain(here: Surroundings, args: argparse.Namespace) -> int:
    """Check the brain alone."""
    problems, notes = _brain(here, here.memory())
    return _told(here, args, problems, notes, ALONE)


def _told(
    here: Surroundings, args: argparse.Namespace, problems: list[str], notes: list[str], well: str
) -> int:
    if args.json:
        here.say(json.dumps({"ok": not problems, "problems": problems, "notes": notes}))
        return 1 if problems else 0
    for line in (*problems, *notes):
        here.say(line)
    if problems:
        here.say(f"NOT OK: {counted(len(problems), 'problem')}")
        return 1
    trouble.clear(here.memory().settings)
    here.say(f"OK: {well}")
    return 0


def _brain(here: Surroundings, memory: Memory) -> tuple[list[str], list[str]]:
    """What is wrong with the brain, and what is only worth knowing."""
    problems, notes = list[str](), list[str]()
    try:
        with memory.brain() as brain:
            for problem in brain.check():
                (notes if problem.warning else problems).append(f"brain: {problem}")
            found, unread = _acts(here, memory, brain)
            problems += found
            notes += unread
    except FileNotFoundError:
        problems.append(f"brain: {memory.settings.no_brain}")
    except UNUSABLE as error:
        problems.append(f"brain: {said(error)}")
    return problems, notes


def _acts(here: Surroundings, memory: Memory, brain: Brain) -> tuple[list[str], list[str]]:
    """One line for each act of a person whose command stands in an agent's tool call."""
    user = Path(here.environ.get("HOME") or Path.home())
    try:
        looked = acts.by_machine(memory, brain, other_folders(here.environ, user))
    except acts.UNREADABLE as error:
        why = f"brain: who did what at a terminal could not be looked up: {said(error)}"
        return [], [why]
    lines = [
        f"packet {packet_code(each.act.packet_id)} ({_what(each.act)}, by {each.act.agent} at a "
        f"terminal, {render.day(each.act.at, memory.zone)}): an agent was running this command, "
        f"see {', '.join(each.locators[:3])}; if you did not want it: hermes agent-si undo "
        f"{packet_code(each.act.packet_id)}, where it can be undone"
        for each in looked.suspects
    ]
    closed = [
        f"brain: who did what at a terminal was not looked for in {counted(number, 'session')} of "
        f"{hits.agent_name(agent)}, compressed as Python 3.14 and later can read"
        for agent, number in looked.closed
    ]
    return lines, closed


def _what(act: Act) -> str:
    about = f" {render.one_line(act.about[0], 80)}" if act.about else ""
    return f"{', '.join(dict.fromkeys(act.what))}{about}"


def _index(memory: Memory) -> list[str]:
    if not memory.settings.index_sessions:
        return []
    try:
        with memory.index() as index:
            return [f"index: {problem}" for problem in index.check()]
    except FileNotFoundError:
        return []
    except UNUSABLE as error:
        return [f"index: {said(error)}; it is rebuilt when the file is removed"]
