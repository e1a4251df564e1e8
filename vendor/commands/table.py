"""The command table: what `hermes agent-si …` and `tools/brain.py …` can do, in one place.

A command is a name, a help line, an example, its arguments and a function of a few lines over
Memory. Both entry points add the same parser and run the same functions; exit codes are 0 (done),
1 (it found something wrong), 2 (it could not be asked that way).
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from ..brain.errors import PacketRefused
from ..recall.memory import UNUSABLE
from ..recall.show import Unknown
from ..text.ids import Ambiguous
from . import check, demo, look, settle, status
from .surroundings import NotAllowed, Stopped, Surroundings

OK, WRONG, MISUSED = 0, 1, 2
Add = Callable[[argparse.ArgumentParser], None]
Run = Callable[[Surroundings, argparse.Namespace], int]


@dataclass(frozen=True, slots=True)
class Command:
    """One command; `does` is its line in the README's table too."""

    name: str
    does: str
    example: str
    add: Add
    run: Run


def _nothing(parser: argparse.ArgumentParser) -> None:
    pass


COMMANDS: tuple[Command, ...] = (
    Command(
        "status",
        "where everything is, sizes, rows, sessions, disputes, and whether writes work",
        "status",
        status.add,
        status.run,
    ),
    Command(
        "check",
        "recompute everything that can be recomputed in the brain and the index",
        "check",
        _nothing,
        check.run,
    ),
    Command(
        "search",
        "the ranked answer a model would get for these words",
        "search when does the lease move",
        look.add_search,
        look.run_search,
    ),
    Command(
        "show",
        "one thing in full, with its sources",
        "show office.brisbane.lease_move_date",
        look.add_show,
        look.run_show,
    ),
    Command(
        "settle",
        "decide a disputed fact: which value stands, and what the others were",
        "settle office.brisbane.lease_move_date",
        settle.add,
        settle.run,
    ),
    Command(
        "demo",
        "answer from Example Co, invented, instead of your own memory; --off goes back",
        "demo",
        demo.add,
        demo.run,
    ),
)


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give `parser` every command; the chosen one is in `agent_si_command`."""
    subparsers = parser.add_subparsers(dest="agent_si_command", metavar="COMMAND")
    for command in COMMANDS:
        sub = subparsers.add_parser(
            command.name,
            help=command.does,
            description=command.does,
            epilog=f"example: hermes agent-si {command.example}",
        )
        sub.add_argument("--json", action="store_true", help="print JSON for other programs")
        command.add(sub)


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Run the chosen command; errors that a person can mend come as one line, exit code 1 or 2."""
    command = next((c for c in COMMANDS if c.name == args.agent_si_command), None)
    if command is None:
        return _newcomer(here)
    try:
        return command.run(here, args)
    except Ambiguous as error:
        here.say(f"{error}")
        for ident, title in error.candidates[:10]:
            here.say(f"  {ident}  {title}")
        return MISUSED
    except PacketRefused as refusal:
        here.say(f"refused ({refusal.code}): {refusal.message}")
    except Stopped as stopped:
        here.say(f"{stopped}")
    except (NotAllowed, Unknown) as error:
        here.say(f"{error}")
        return MISUSED
    except (*UNUSABLE, ValueError) as error:
        here.say(f"{command.name}: {error}")
    return WRONG


def _newcomer(here: Surroundings) -> int:
    here.say("agent-si: memory that cites its sources.")
    here.say(
        "  First:  hermes memory setup          your name, where it keeps things, what it reads"
    )
    here.say("          hermes agent-si demo         try it on Example Co, an invented company")
    for command in COMMANDS:
        here.say(f"  hermes agent-si {command.name:8} {command.does}")
    return OK
