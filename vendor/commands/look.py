"""`search` and `show`: what a model would be answered, for a person's eyes."""

import argparse
import json
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ..recall import hits, indexing, looked, searched, values
from ..recall.conversation import PERSON_AT_TERMINAL
from ..recall.filters import Filters
from ..recall.memory import LIMIT, Memory
from ..recall.schemas import SIDES
from ..recall.settings import AGENTS, midnight
from ..recall.show import show
from ..sessions.adapters import Adapter
from ..sessions.record import ASSISTANT, USER
from ..text import days
from .surroundings import Misused, Surroundings

ROLES = (USER, ASSISTANT)


def add_search(parser: argparse.ArgumentParser) -> None:
    """Words, how many hits from which side, and what a hit must be."""
    parser.add_argument("words", nargs="+", help="the words the person would have used")
    parser.add_argument("--limit", type=int, default=LIMIT, help="how many hits (default 5)")
    parser.add_argument("--side", choices=SIDES, default="all", help="brain, sessions or all")
    parser.add_argument(
        "--explain", action="store_true", help="with each hit, what brought it to its place"
    )
    only = parser.add_argument_group(
        "only past sessions", "with any of these nothing of the brain is searched"
    )
    only.add_argument(
        "--agent", action="append", metavar="AGENT", help=f"{', '.join(AGENTS)}; may stand twice"
    )
    only.add_argument("--project", metavar="FOLDER", help="said in this folder or below, e.g. .")
    only.add_argument("--role", choices=ROLES, help="said by you (user), or by the assistant")
    only.add_argument(
        "--since",
        metavar="DAY",
        help="this day or later: 2026-11-03, yesterday, last week, 90 days",
    )
    only.add_argument(
        "--until", metavar="DAY", help="this day or earlier: 2026-11-03, last month, monday"
    )


def filters_of(here: Surroundings, args: argparse.Namespace) -> Filters:
    """The filters that were asked for.

    Raises:
        Misused: one of them cannot be read, or the brain was asked for as well.
    """
    named = args.agent or []
    if wrong := values.unknown_agents(named):
        raise Misused(f"--agent: {wrong}")
    off = [a for a in values.agents(named) if a not in here.memory().settings.index_sessions]
    if off:
        raise Misused(
            f"--agent: {hits.agent_name(off[0])} is switched off in index_sessions, and does not "
            "answer; hermes memory setup"
        )
    # Not resolved: a history has the path that its agent was given, links and all.
    folder = os.path.abspath(Path(args.project).expanduser()) if args.project else ""  # noqa: PTH100
    found = Filters(
        agents=values.agents(named) if named else (),
        project=folder,
        role=args.role or "",
        since=_day(here, "--since", args.since, 0),
        until=_day(here, "--until", args.until, 1),
    )
    if found.since and found.until and found.since >= found.until:
        raise Misused("--since is later than --until; nothing can be in between")
    if found and args.side == "brain":
        raise Misused(
            "--agent, --project, --role, --since and --until are about past sessions; leave "
            "--side brain out"
        )
    return found


def _day(here: Surroundings, flag: str, text: str | None, end: int) -> datetime | None:
    """The beginning of a written day or, with `end` 1, of the day after it."""
    if text is None:
        return None
    try:
        period = days.period(text, here.clock().astimezone(here.zone).date())
    except ValueError as error:
        raise Misused(f"{flag}: {error}") from None
    return midnight(period[end], here.zone)


def _typed(words: Sequence[str]) -> str:
    """The words as they were typed, also where the locale made Python take them for ASCII."""
    return os.fsencode(" ".join(words)).decode("utf-8", "replace")


def run_search(here: Surroundings, args: argparse.Namespace) -> int:
    """One line a hit, best first."""
    memory = here.memory()
    filters = filters_of(here, args)
    answer = memory.recall(_typed(args.words), limit=args.limit, side=args.side, filters=filters)
    nothing = ""
    if not answer.hits:
        nothing = searched.ground(memory, PERSON_AT_TERMINAL, side=args.side, filters=filters)
    if args.json:
        why = answer.why if args.explain else {}
        shown = [
            hit.as_dict() | ({"why": list(why[hit.id])} if hit.id in why else {})
            for hit in answer.hits
        ]
        rows = {"hits": shown, "not_searched": answer.trouble}
        here.say(json.dumps(rows | ({"nothing_found": nothing} if nothing else {})))
        return 0
    for hit in answer.hits:
        here.say(f"{hit.line}  ({hit.side})")
        for line in answer.why[hit.id] if args.explain else ():
            here.say(f"    {line}")
    for line in answer.trouble:
        here.say(f"! not searched: {line}")
    if nothing:
        here.say(nothing)
    return 0


def add_show(parser: argparse.ArgumentParser) -> None:
    """A code, key or id, and where to go on."""
    parser.add_argument("id", help="a code or fact key as search shows it")
    parser.add_argument("--offset", type=int, default=0, help="where to go on in a long body")
    parser.add_argument(
        "--at",
        metavar="DAY",
        help="a fact as it was held at the end of that day: 2026-11-03, monday",
    )


def run_show(here: Surroundings, args: argparse.Namespace) -> int:
    """Everything known under the code, one field a line; a fact with its story.

    A message is looked up again in its own history.
    """
    memory = here.memory()
    if args.at is not None:
        view = looked.on_day(memory, args.id, _day(here, "--at", args.at, 1))
    else:
        view = show(memory, args.id, args.offset, PERSON_AT_TERMINAL)
        view |= looked.more(memory, view, lambda agents: _readers(here, memory, agents))
    if args.json:
        here.say(json.dumps(view, ensure_ascii=False))
    else:
        for line in lines(view):
            here.say(line)
    return 0


def _readers(here: Surroundings, memory: Memory, agents: Sequence[str]) -> list[Adapter]:
    return indexing.readers(
        memory.settings, user_home=Path.home(), environ=here.environ, agents=agents
    )


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
