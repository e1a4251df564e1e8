"""`check`: recompute and compare, one line a problem, exit code 1 when there is one (R64)."""

import argparse
import json

from ..recall import trouble
from ..recall.memory import UNUSABLE, Memory, said
from .surroundings import Surroundings


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Check the brain and the index that are in force."""
    memory = here.memory()
    problems, notes = _brain(memory), list(memory.settings.trouble)
    if memory.settings.broken:
        problems.append(memory.settings.broken)
    problems += _index(memory)
    return _told(here, args, problems, notes, "chain, texts, quotes, tables and index agree")


def run_brain(here: Surroundings, args: argparse.Namespace) -> int:
    """Check the brain alone."""
    problems = _brain(here.memory())
    return _told(here, args, problems, [], "chain, texts, quotes and tables agree")


def _told(
    here: Surroundings, args: argparse.Namespace, problems: list[str], notes: list[str], well: str
) -> int:
    if args.json:
        here.say(json.dumps({"ok": not problems, "problems": problems, "notes": notes}))
        return 1 if problems else 0
    for line in (*problems, *notes):
        here.say(line)
    if problems:
        here.say(f"NOT OK: {len(problems)} problem{'s' if len(problems) > 1 else ''}")
        return 1
    trouble.clear(here.memory().settings)
    here.say(f"OK: {well}")
    return 0


def _brain(memory: Memory) -> list[str]:
    try:
        with memory.brain() as brain:
            return [f"brain: {problem}" for problem in brain.check()]
    except FileNotFoundError:
        return [
            f"brain: there is none at {memory.settings.brain}; it is made by the first Hermes "
            "session, or by: hermes memory setup"
        ]
    except UNUSABLE as error:
        return [f"brain: {said(error)}"]


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
