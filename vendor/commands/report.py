"""`report FILE.html`: a page to look at, in one file that needs nothing else."""

import argparse
import json
from pathlib import Path

from .. import dbfile
from ..recall import page
from ..recall.conversation import PERSON_AT_TERMINAL
from ..recall.memory import UNUSABLE
from .surroundings import Misused, Surroundings

MARK = "<title>Memory"


def add(parser: argparse.ArgumentParser) -> None:
    """Where to."""
    parser.add_argument("file", type=Path, metavar="FILE.html", help="the file to write")
    parser.add_argument("--replace", action="store_true", help="put it in place of an older page")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Read both stores, write the page, private to its owner."""
    memory = here.memory()
    path = Path.cwd() / args.file.expanduser()
    _refuse_target(path, replace=args.replace)
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
    dbfile.write_private(path, page.page(told))
    if args.json:
        here.say(json.dumps({"file": str(path), "facts": len(facts), "records": len(records)}))
    else:
        here.say(f"{path}: {path.stat().st_size / 1000:,.0f} kB. Open it in a browser.")
    return 0


def _refuse_target(path: Path, *, replace: bool) -> None:
    if not path.parent.is_dir():
        raise Misused(f"there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise Misused(f"{path} is a folder; name a file in it")
    if path.exists() and not replace:
        raise Misused(f"{path} is there; name another file, or say --replace")
    if path.exists() and not _is_page(path):
        raise Misused(f"{path} is no page of ours, so it is not replaced; name another file")


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        return MARK.encode() in file.read(1000)
