"""`search` and `show`: what a model would be answered, for a person's eyes."""

import argparse
import json
from typing import Any

from ..recall.conversation import PERSON_AT_TERMINAL
from ..recall.memory import LIMIT, SIDES
from ..recall.show import show
from .surroundings import Surroundings


def add_search(parser: argparse.ArgumentParser) -> None:
    """Words, and how many hits from which side."""
    parser.add_argument("words", nargs="+", help="the words the person would have used")
    parser.add_argument("--limit", type=int, default=LIMIT, help="how many hits (default 5)")
    parser.add_argument("--side", choices=SIDES, default="all", help="brain, sessions or all")


def run_search(here: Surroundings, args: argparse.Namespace) -> int:
    """One line a hit, best first."""
    memory = here.memory()
    answer = memory.recall(" ".join(args.words), limit=args.limit, side=args.side)
    nothing = "" if answer.hits else memory.searched(PERSON_AT_TERMINAL)
    if args.json:
        rows = {"hits": [hit.as_dict() for hit in answer.hits], "not_searched": answer.trouble}
        here.say(json.dumps(rows | ({"nothing_found": nothing} if nothing else {})))
        return 0
    for hit in answer.hits:
        here.say(f"{hit.line}  ({hit.side})")
    for line in answer.trouble:
        here.say(f"! not searched: {line}")
    if nothing:
        here.say(nothing)
    return 0


def add_show(parser: argparse.ArgumentParser) -> None:
    """A code, key or id, and where to go on."""
    parser.add_argument("id", help="a code or fact key as search shows it")
    parser.add_argument("--offset", type=int, default=0, help="where to go on in a long body")


def run_show(here: Surroundings, args: argparse.Namespace) -> int:
    """Everything known under the code, one field a line."""
    view = show(here.memory(), args.id, args.offset, PERSON_AT_TERMINAL)
    if args.json:
        here.say(json.dumps(view, ensure_ascii=False))
    else:
        for line in lines(view):
            here.say(line)
    return 0


def lines(view: dict[str, Any], indent: str = "") -> list[str]:
    """A picture of `show` as indented lines: a field a line, a list item a paragraph."""
    out: list[str] = []
    for key, value in view.items():
        name = key.replace("_", " ")
        if isinstance(value, dict):
            out += [f"{indent}{name}:", *lines(value, indent + "  ")]
        elif isinstance(value, list):
            out.append(f"{indent}{name}:")
            for item in value:
                nested = lines(item, indent + "    ") if isinstance(item, dict) else []
                out += _item(nested, indent) if nested else [f"{indent}  - {item}"]
        else:
            text = "yes" if value is True else "no" if value is False else str(value)
            out += _field(name, text, indent)
    return out


def _item(nested: list[str], indent: str) -> list[str]:
    first, *rest = nested
    return [f"{indent}  - {first.lstrip()}", *rest]


def _field(name: str, text: str, indent: str) -> list[str]:
    if "\n" not in text:
        return [f"{indent}{name}: {text}"]
    return [f"{indent}{name}:", *(f"{indent}  {line}" for line in text.split("\n"))]
