"""`report FILE.html`: a page to look at, in one file that needs nothing else."""

import argparse
import json
from pathlib import Path

from .. import wholefile
from ..recall import page
from ..recall.conversation import PERSON_AT_TERMINAL
from ..recall.memory import UNUSABLE
from .surroundings import Surroundings
from .target import writable

MARK = "<title>Memory"


def add(parser: argparse.ArgumentParser) -> None:
    """Where to."""
    parser.add_argument("file", type=Path, metavar="FILE.html", help="the file to write")
    parser.add_argument("--replace", action="store_true", help="put it in place of an older page")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Read both stores, write the page, private to its owner."""
    memory = here.memory()
    path = writable(
        args.file, replace=args.replace, ours=lambda text: MARK in text, what="page of ours"
    )
    with memory.brain() as brain:
        facts, records, waiting = brain.facts(), brain.records(), brain.pending()
        principal = brain.policy().principal
    sessions: dict[str, dict[str, int]] = {}
    if memory.settings.index_sessions:
        try:
            with memory.index() as index:
                rows = index.beginnings(PERSON_AT_TERMINAL.audiences)
                chosen = memory.settings
                sessions = page.by_month(
                    (agent, at)
                    for agent, project, at in rows
                    if agent in chosen.index_sessions and not chosen.private.holds(project)
                )
        except (FileNotFoundError, *UNUSABLE):
            sessions = {}
    told = page.Told(
        made=here.clock(),
        principal=principal,
        facts=facts,
        records=records,
        pending=waiting,
        sessions=sessions,
        zone=here.zone,
    )
    wholefile.write_private(path, page.page(told))
    if args.json:
        here.say(json.dumps({"file": str(path), "facts": len(facts), "records": len(records)}))
    else:
        here.say(f"{path}: {path.stat().st_size / 1000:,.0f} kB. Open it in a browser.")
    return 0
