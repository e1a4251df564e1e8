"""`preview TEXT` and `last [N]`: what a message would get, and what past ones got.

A preview is made by the function that a turn uses, so it is the same bytes. What past turns got is
read from the host's own record.
"""

import argparse
import json
from typing import Any

from ..recall import searched
from ..recall.block import Block, block
from ..recall.conversation import PERSON_AT_TERMINAL
from ..recall.memory import UNUSABLE, Memory
from ..recall.show import Unknown, show
from ..sessions import injected
from ..sessions.hermes_rows import NotReadable
from ..sessions.injected import Turn
from ..text import ids, render, words
from ..text.ids import Ambiguous
from .costs import CHARS_A_TOKEN
from .surroundings import Misused, Surroundings, counted

SIDES = ("both", "brain", "sessions")
TYPED = 120  # characters of a typed message shown


def add_preview(parser: argparse.ArgumentParser) -> None:
    """The message."""
    parser.add_argument("words", nargs="+", metavar="TEXT", help="the message as you would type it")
    parser.add_argument("--without", metavar="ID", help="as if this row or message were not there")


def run_preview(here: Surroundings, args: argparse.Namespace) -> int:
    """The block, byte for byte, and what it costs."""
    text = " ".join(args.words)
    memory = here.memory()
    memory = memory.leaving_out(_full(memory, args.without))
    found = block(memory.hurried(), text, PERSON_AT_TERMINAL)
    if args.json:
        here.say(json.dumps(_as_dict(found) | _why(memory, text, found), ensure_ascii=False))
        return 0
    if not found.text:
        here.say(f"nothing would be injected: {_why(memory, text, found)['nothing']}")
        return 0
    for line in found.text.split("\n"):
        here.say(line)
    here.say()
    here.say(_cost(found.text, [hit.side for hit in found.hits]))
    return 0


def _why(memory: Memory, text: str, found: Block) -> dict[str, str]:
    """Why a message would get nothing."""
    if found.text:
        return {}
    if words.trivial(text):
        return {"nothing": "small talk starts no recall"}
    answer = memory.recall(text)
    if answer.hits:
        return {
            "nothing": "nothing rests on enough of its words; a search shows "
            f"{counted(len(answer.hits), 'weak hit')}"
        }
    return {"nothing": searched.ground(memory, PERSON_AT_TERMINAL)}


def _as_dict(found: Block) -> dict[str, Any]:
    return {
        "block": found.text,
        "characters": len(found.text),
        "tokens_about": _tokens(found.text),
        "hits": [hit.as_dict() for hit in found.hits],
    }


def _cost(text: str, sides: list[str]) -> str:
    named = (side for side in SIDES if side in sides)
    told = ", ".join(f"{sides.count(side)} {side}" for side in named)
    size = f"{len(text)} characters, about {_tokens(text)} tokens"
    return f"{counted(len(sides), 'hit')} ({told}), {size}"


def _tokens(text: str) -> int:
    return -(-len(text) // CHARS_A_TOKEN)


def add_last(parser: argparse.ArgumentParser) -> None:
    """How many turns, of which conversation."""
    parser.add_argument("count", nargs="?", type=int, default=1, metavar="N", help="how many turns")
    parser.add_argument("--session", default="", metavar="ID", help="of this session of Hermes")
    parser.add_argument(
        "--without", metavar="ID", help="and what each would get now without this row or message"
    )


def run_last(here: Surroundings, args: argparse.Namespace) -> int:
    """What the model received, from the host's own record; newest last."""
    if args.count < 1:
        raise Misused("N is how many turns to show, from 1")
    memory = here.memory()
    without = _full(memory, args.without)
    try:
        found = injected.turns(memory.settings.state_db, args.count, args.session)
    except NotReadable as error:
        raise Misused(str(error)) from None
    except LookupError:
        which = f"no session {args.session!r}" if args.session else "no conversation yet"
        raise Misused(f"Hermes' record has {which}; hermes sessions list") from None
    if args.json:
        rows = [_turn(memory, turn, without) for turn in found]
        here.say(json.dumps({"turns": rows}, ensure_ascii=False))
        return 0
    here.say(f"session {found[0].session}" if found else "nothing was said there")
    for turn in found:
        _tell(here, memory, turn, without)
    return 0


def _tell(here: Surroundings, memory: Memory, turn: Turn, without: frozenset[str]) -> None:
    here.say()
    here.say(f"{_when(turn, memory)} you: {render.one_line(turn.typed, TYPED)}")
    if not turn.block:
        here.say("  nothing was injected")
    for line in turn.block.split("\n") if turn.block else ():
        here.say(line)
        if origin := _origin(memory, line):
            here.say(f"    from {origin}")
    if without:
        again = _again(memory, turn, without).text
        here.say("now, without it:")
        for line in again.split("\n") if again else ("  nothing would be injected",):
            here.say(line)


def _turn(memory: Memory, turn: Turn, without: frozenset[str]) -> dict[str, Any]:
    lines = [{"line": line, "from": _origin(memory, line)} for line in turn.block.split("\n")[1:]]
    row = {"session": turn.session, "row": turn.row, "at": turn.at, "block": turn.block}
    again = {"without": _again(memory, turn, without).text} if without else {}
    return row | {"lines": lines} | again


def _again(memory: Memory, turn: Turn, without: frozenset[str]) -> Block:
    return block(memory.leaving_out(without), turn.typed, PERSON_AT_TERMINAL)


def _when(turn: Turn, memory: Memory) -> str:
    return render.day(turn.at, memory.zone) if turn.at else "no date"


def _origin(memory: Memory, line: str) -> str:
    """Where a line's words come from now; "" for the header, or where it is gone."""
    code = line[1:].partition("]")[0] if line.startswith("[") else ""
    if not code:
        return ""
    try:
        return _place(show(memory, code, 0, PERSON_AT_TERMINAL))
    except (Unknown, Ambiguous, *UNUSABLE):
        return "something that is not there any more"


def _place(view: dict[str, Any]) -> str:
    if view["kind"] == "fact":
        sources = [claim["source"].get("locator", "") for claim in view["claims"]]
    elif "sources" in view:
        sources = [source.get("locator", "") for source in view["sources"]]
    else:
        sources = [view.get("locator", "")]
    named = [render.one_line(source, 120) for source in sources if source]
    return ", ".join(dict.fromkeys(named)) or "a source that is not there any more"


def _full(memory: Memory, ident: str | None) -> frozenset[str]:
    """The id that is meant, in full."""
    if not ident:
        return frozenset()
    view = show(memory, ids.normal(ident), 0, PERSON_AT_TERMINAL)
    return frozenset({str(view["id"]), str(view.get("code", view["id"]))})
