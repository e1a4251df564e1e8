"""`check --claims`: what Hermes said it had saved, in turns in which nothing was kept."""

import argparse
import json
import sqlite3
from datetime import timedelta

from ..recall import saved_claims
from ..recall.saved_claims import Looked
from ..sessions.hermes_rows import NotReadable
from ..text import render
from .surroundings import Misused, Surroundings, counted

DAYS, MOST = 14, 3650
SHOWN = 100  # characters of a sentence


def add(parser: argparse.ArgumentParser) -> None:
    """The flag, and how far back."""
    only = parser.add_argument_group("what was said to be saved")
    only.add_argument(
        "--claims",
        action="store_true",
        help="list where Hermes said that it saved something, in turns in which nothing was kept; "
        "exit code 1 when there are any",
    )
    only.add_argument("--days", type=int, metavar="N", help=f"how far back (default {DAYS})")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """List them; 1 when there are any."""
    memory = here.memory()
    days = DAYS if args.days is None else args.days
    if memory.settings.alone:
        raise Misused("check --claims reads a Hermes home, and --brain names a brain by itself")
    if not 1 <= days <= MOST:
        raise Misused(f"--days: from 1 to {MOST}")
    try:
        found = saved_claims.look(memory, here.clock() - timedelta(days=days))
    except (NotReadable, sqlite3.Error) as error:
        raise Misused(f"Hermes' record cannot be read: {error}") from None
    if args.json:
        here.say(json.dumps(_as_dict(found, days), ensure_ascii=False))
        return 1 if found.unkept else 0
    for each in found.unkept:
        day = render.day(each.at, memory.zone) if each.at else "no date"
        here.say(f"[{each.code}] {day} “{render.one_line(each.words, SHOWN)}”")
    read = f"{counted(found.texts, 'text')} of Hermes in {counted(days, 'day')}"
    if found.unkept:
        count = counted(len(found.unkept), "sentence")
        here.say(f"NOT OK: {count} of {read} said so, and nothing was kept in that turn")
        here.say("What it should have kept: hermes agent-si brain add KEY VALUE")
        return 1
    here.say(f"OK: {read}; {counted(found.kept, 'save')} told, each with its receipt")
    return 0


def _as_dict(found: Looked, days: int) -> dict[str, object]:
    return {
        "ok": not found.unkept,
        "days": days,
        "texts": found.texts,
        "with_receipt": found.kept,
        "without_receipt": [
            {"code": each.code, "locator": each.locator, "at": each.at, "words": each.words}
            for each in found.unkept
        ],
    }
