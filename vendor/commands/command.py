"""What a command is, and the parser made of commands. table.py lists ours.

A group is a command with commands of its own. A name that is none is answered with the nearest
one, and not with a list of everything.
"""

import argparse
import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .surroundings import Surroundings

MISUSED = 2  # exit code: it could not be asked that way
Add = Callable[[argparse.ArgumentParser], None]
Run = Callable[[Surroundings, argparse.Namespace], int]


def _nothing(parser: argparse.ArgumentParser) -> None:
    pass


def _no_run(here: Surroundings, args: argparse.Namespace) -> int:
    return MISUSED


@dataclass(frozen=True, slots=True)
class Command:
    """One command; `does` is its line in the README's table too. A group has commands inside.

    needs_home: it makes no sense for a brain's folder by itself (`tools/brain.py --brain DIR`).
    """

    name: str
    does: str
    example: str
    add: Add = _nothing
    run: Run = _no_run
    inside: tuple["Command", ...] = ()
    needs_home: bool = False


def add_to(parser: argparse.ArgumentParser, commands: Sequence[Command], dest: str) -> None:
    """Give `parser` the commands; the name of the chosen one is in `dest`."""
    subparsers = parser.add_subparsers(dest=dest, metavar="COMMAND", action=_Named)
    for command in commands:
        sub = subparsers.add_parser(
            command.name.split()[-1],
            help=command.does,
            description=command.does,
            epilog=f"example: hermes agent-si {command.example}",
        )
        if command.inside:
            add_to(sub, command.inside, f"agent_si_{command.name}_command")
        else:
            sub.add_argument("--json", action="store_true", help="print JSON for other programs")
            command.add(sub)
    subparsers.choices = _Any(subparsers.choices)


if TYPE_CHECKING:
    _Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    _Subcommands = argparse._SubParsersAction


class _Any(dict[str, argparse.ArgumentParser]):
    """The commands, for whoever lists them; what argparse asks of it beforehand is let through."""

    def __contains__(self, name: object) -> bool:
        return True


class _Named(_Subcommands):
    """Subcommands whose error names the nearest one, not all of them."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        known = list(self.choices)
        if values[0] not in known:
            near = difflib.get_close_matches(values[0], known, 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise argparse.ArgumentError(None, f"there is no command {values[0]!r}; {hint}")
        super().__call__(parser, namespace, values, option_string)


def chosen(commands: Sequence[Command], args: argparse.Namespace) -> Command | None:
    """The command that the arguments name, the group where nothing inside it was named."""
    command = _named(commands, args.agent_si_command)
    if command is not None and command.inside:
        inside = getattr(args, f"agent_si_{command.name}_command")
        return _named(command.inside, inside) or command
    return command


def _named(commands: Sequence[Command], name: str | None) -> Command | None:
    return next((each for each in commands if each.name.split()[-1] == name), None)
