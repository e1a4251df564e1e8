"""`keys [WORD]`: the brain's own schema, each key with what stands under it.

Of a disputed fact no side is shown. `--twins` lists pairs of keys that may name one fact; a
person folds them with `alias`.
"""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from ..brain.model import Fact, KeyInfo
from ..recall import hits, shelf
from ..recall.similar import twins
from ..text import render
from .surroundings import Surroundings, counted

_ROOM = 80  # characters of a value on a line


def add(parser: argparse.ArgumentParser) -> None:
    """A word to look for, and whether pairs are wanted."""
    parser.add_argument("word", nargs="?", default="", help="only keys, values or names with it")
    parser.add_argument("--twins", action="store_true", help="pairs of keys that may name one fact")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """One line a key, in alphabetical order; or one line a pair."""
    with here.memory().brain() as brain:
        known, facts = brain.keys(), {fact.key: fact for fact in brain.facts()}
    if args.twins:
        return _pairs(here, args, list(facts.values()))
    rows = [_row(here, key, facts) for key in sorted(known, key=lambda key: key.name)]
    wanted = args.word.casefold()
    rows = [row for row in rows if any(wanted in str(part).casefold() for part in row.values())]
    if args.json:
        here.say(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        here.say(_line(row))
    if not rows:
        here.say(f"no key with {args.word!r}" if args.word else "no fact is held yet")
    return 0


def _row(here: Surroundings, key: KeyInfo, facts: dict[str, Fact]) -> dict[str, Any]:
    row: dict[str, Any] = {"key": key.name, "claims": key.claims}
    if key.alias_of:
        row["alias_of"] = key.alias_of
    elif fact := facts.get(key.name):
        row |= _stands(here, fact)
    told = {"type": key.type, "description": key.description}
    return row | {name: text for name, text in told.items() if text}


def _stands(here: Surroundings, fact: Fact) -> dict[str, Any]:
    """What stands: a value and its day, or that nobody but a person can say."""
    if fact.disputed:
        return {"disputed": True}
    newest = fact.live[-1] if fact.live else None
    if newest is None:
        return {}
    today = here.clock().astimezone(here.zone).date()
    marks = shelf.fact_marks(fact, today, here.zone)
    return {
        "value": fact.value or newest.value,
        "date": render.day(newest.said_at, here.zone),
        **({"mark": marks[0]} if marks else {}),
    }


def _line(row: dict[str, Any]) -> str:
    parts = [row["key"]]
    if "alias_of" in row:
        parts.append(f"alias of {row['alias_of']}")
    elif row.get("disputed"):
        parts.append(f"disputed, {hits.ASK}")
    elif "value" in row:
        parts += [render.one_line(row["value"], _ROOM), row["date"], row.get("mark", "")]
    else:
        parts.append("nothing stands")
    parts.append(counted(row["claims"], "claim"))
    if "description" in row:
        parts.append(render.one_line(row["description"], _ROOM))
    return "  ".join(part for part in parts if part)


def _pairs(here: Surroundings, args: argparse.Namespace, facts: list[Fact]) -> int:
    wanted = args.word.casefold()
    pairs = [
        pair
        for pair in twins([fact for fact in facts if fact.live])
        if any(wanted in name.casefold() for name in _names(pair))
    ]
    if args.json:
        rows = [[{"key": fact.key} | _stands(here, fact) for fact in pair] for pair in pairs]
        here.say(json.dumps(rows, ensure_ascii=False))
        return 0
    for one, other in pairs:
        here.say(f"{_short(here, one)}  may be  {_short(here, other)}")
    if pairs:
        here.say("make two keys one with: hermes agent-si alias KEY TO")
    else:
        here.say("no two keys look like one fact")
    return 0


def _names(pair: Iterable[Fact]) -> list[str]:
    return [name for fact in pair for name in (fact.key, *fact.aliases)]


def _short(here: Surroundings, fact: Fact) -> str:
    told = _stands(here, fact)
    if "value" not in told:
        return f"{fact.key} (disputed, {hits.ASK})"
    return f"{fact.key} ({render.one_line(told['value'], _ROOM)}, {told['date']})"
