"""The command table: what `hermes agent-si …` and `tools/brain.py …` can do, in one place.

A command is a name, a help line, an example, its arguments and a function of a few lines over
Memory; a group is a command with commands of its own. Both entry points add the same parser and
run the same functions; exit codes are 0 (done), 1 (it found something wrong, or left things as
they were), 2 (it could not be asked that way).
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from ..brain.brain import FILE
from ..brain.errors import PacketRefused
from ..recall.memory import UNUSABLE
from ..recall.show import Unknown
from ..text import render
from ..text.ids import Ambiguous
from . import (
    add,
    apply,
    bring,
    check,
    config,
    copies,
    correct,
    demo,
    forget,
    index,
    keys,
    look,
    move,
    policy,
    record,
    report,
    review,
    settle,
    share,
    status,
    turns,
    who,
)
from .command import MISUSED, Command, add_to, chosen
from .surroundings import Misused, NotAllowed, Stopped, Surroundings, Unheard

OK, WRONG = 0, 1
# What a person can mend, and hence reads as one line; anything else is a fault of ours.
MISASKED = (Ambiguous, NotAllowed, Unknown, Misused)
MENDABLE = (*MISASKED, PacketRefused, Stopped, *UNUSABLE, ValueError)


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
        check.add,
        check.run,
    ),
    Command(
        "search",
        "the ranked answer a model would get for these words; --agent, --since … narrow it",
        "search when does the lease move --agent codex --since 'last week'",
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
        "preview",
        "the exact block that a message would get, and what it costs",
        "preview when does the lease move",
        turns.add_preview,
        turns.run_preview,
    ),
    Command(
        "last",
        "what the model received in the last turns, each line with its source",
        "last 3",
        turns.add_last,
        turns.run_last,
        needs_home=True,
    ),
    Command(
        "index",
        "read past sessions now, with progress; --dry-run: what it costs; --drop: delete it",
        "index --agent claude",
        index.add,
        index.run,
        needs_home=True,
    ),
    Command(
        "keys",
        "every fact key with what stands under it; --twins: pairs that may be one fact",
        "keys office",
        keys.add,
        keys.run,
    ),
    Command(
        "review",
        "what needs you: disputes, twin keys, what waits, is past its date or was taken back",
        "review",
        review.add,
        review.run,
    ),
    Command(
        "settle",
        "decide a disputed fact: which value stands, and what the others were",
        "settle office.brisbane.lease_move_date",
        settle.add,
        settle.run,
    ),
    Command(
        "forget",
        "show what goes and what stays, ask, then remove it from every file of ours for good",
        "forget office.brisbane.lease_move_date --prove",
        forget.add,
        forget.run,
    ),
    Command(
        "withdraw",
        "a claim or record no longer stands; it stays readable",
        "withdraw b7k2q --reason 'the landlord was mistaken'",
        correct.add_withdraw,
        correct.run_withdraw,
    ),
    Command(
        "undo",
        "a settlement, alias, withdrawal or link counts no more",
        "undo p3k7q",
        correct.add_undo,
        correct.run_undo,
    ),
    Command(
        "alias",
        "two keys are one fact; where their values differ it is then disputed",
        "alias office.lease_date office.brisbane.lease_move_date",
        correct.add_alias,
        correct.run_alias,
    ),
    Command(
        "report",
        "one page of HTML to look at: facts, disputes, timeline, sessions, open work",
        "report ~/memory.html",
        report.add,
        report.run,
    ),
    Command(
        "who",
        "people and places, what each is shown, proved by live reads; --me: an account is you",
        "who --me telegram:12345",
        who.add,
        who.run,
        needs_home=True,
    ),
    Command(
        "share",
        "show a fact to one more group or person; undo takes it back",
        "share office.brisbane.lease_move_date --with group:slack:C01",
        share.add,
        share.run,
    ),
    Command(
        "brain",
        "the record itself: its check, and what only a person may do with it",
        "brain check",
        inside=(
            Command(
                "brain check",
                "recompute everything that can be recomputed in the brain alone",
                "brain check",
                run=check.run_brain,
            ),
            Command(
                "brain add",
                "keep a fact that you state yourself, in your words",
                "brain add office.lease.move_date 14 March 2027",
                add.add,
                add.run,
            ),
            Command(
                "brain bring",
                "bring in MEMORY.md and USER.md, a holographic store or a list, as notes",
                "brain bring memories --dry-run",
                bring.add,
                bring.run,
            ),
            Command(
                "brain apply",
                "packets from a JSON file, all or none; --dry-run says what each rule answers",
                "brain apply packets.json --dry-run",
                apply.add,
                apply.run,
            ),
            Command(
                "brain pending",
                "what waits for a person's approval, with quote, source and effect",
                "brain pending",
                run=record.run_pending,
            ),
            Command(
                "brain approve",
                "let a waiting packet take effect; its evidence is judged again",
                "brain approve 3f2a9",
                record.add_approve,
                record.run_approve,
            ),
            Command(
                "brain reject",
                "turn a waiting packet down for good",
                "brain reject 3f2a9 --reason 'an old price list'",
                record.add_reject,
                record.run_reject,
            ),
            Command(
                "brain apply-config",
                "put the edited brain.toml into force, after showing what it changes",
                "brain apply-config",
                policy.add,
                policy.run,
            ),
            Command(
                "brain backup",
                "one proved copy of the record in one file, taken while others use it",
                "brain backup ~/brain-copy.db",
                copies.add_backup,
                copies.run_backup,
            ),
            Command(
                "brain restore",
                "put a copy back, after showing what comes back and what would be lost",
                "brain restore ~/brain-copy.db",
                copies.add_restore,
                copies.run_restore,
            ),
            Command(
                "brain export",
                "the whole record as text, a packet a line, for git or for another machine",
                "brain export ~/brain.jsonl",
                move.add_export,
                move.run_export,
            ),
            Command(
                "brain import",
                "bring an export in: the same record into a new brain, else what is not here yet",
                "brain import ~/brain.jsonl --dry-run",
                move.add_import,
                move.run_import,
            ),
            Command(
                "brain rebuild",
                "make every table but the record again from the first packet",
                "brain rebuild",
                run=record.run_rebuild,
            ),
        ),
    ),
    Command(
        "config",
        "the settings without a wizard: all, one, or a new value for one",
        "config index_sessions hermes codex",
        config.add,
        config.run,
        needs_home=True,
    ),
    Command(
        "demo",
        "answer from Example Co, invented, instead of your own memory; --off goes back",
        "demo",
        demo.add,
        demo.run,
        needs_home=True,
    ),
)


def every_command(commands: Sequence[Command] = COMMANDS) -> list[Command]:
    """The commands as they are typed: those inside a group in place of the group."""
    return [one for each in commands for one in (each.inside or (each,))]


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give `parser` every command; the chosen one is in `agent_si_command`."""
    add_to(parser, COMMANDS, "agent_si_command")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Run the chosen command; errors that a person can mend come as one line, exit code 1 or 2."""
    command = chosen(COMMANDS, args)
    if command is None:
        return _newcomer(here)
    if command.inside:
        return _listed(here, command)
    if command.needs_home and here.brain is not None:
        here.say(f"{command.name} needs a Hermes home; --brain names a brain by itself")
        return MISUSED
    try:
        try:
            return command.run(here, args)
        except BrokenPipeError:
            raise
        except MENDABLE as error:
            return _explained(here, command.name, error)
    except BrokenPipeError:
        here.close()
        return WRONG
    except Unheard as error:
        print(f"{command.name}: {error}", file=sys.stderr)
        here.close()
        return WRONG


def _explained(here: Surroundings, name: str, error: Exception) -> int:
    """Say what is to be mended; the exit code for it."""
    found = here.memory().settings
    if isinstance(error, (FileNotFoundError, Unknown)) and not (found.brain / FILE).exists():
        here.say(f"{name}: {found.no_brain}")
        return WRONG
    if isinstance(error, MISASKED):
        for line in _asked_wrongly(name, error):
            here.say(line)
        return MISUSED
    if isinstance(error, PacketRefused):
        here.say(f"refused ({error.code}): {error.message}")
    elif isinstance(error, Stopped):
        here.say(f"{error}")
    else:
        here.say(f"{name}: {error}")
    return WRONG


def _asked_wrongly(name: str, error: Exception) -> Iterator[str]:
    if isinstance(error, Ambiguous):
        yield f"{error}"
        yield from (f"  {ident}  {title}" for ident, title in error.candidates[:10])
    elif isinstance(error, Unknown):
        shown = render.one_line(error.ident, 60)
        yield f"nothing is known under {shown!r}; hermes agent-si search finds codes and keys"
    else:
        yield f"{error}" if isinstance(error, NotAllowed) else f"{name}: {error}"


def _newcomer(here: Surroundings) -> int:
    here.say("agent-si: memory that cites its sources.")
    here.say(
        "  First:  hermes memory setup          your name, where it keeps things, what it reads"
    )
    here.say("          hermes agent-si demo         try it on Example Co, an invented company")
    for command in COMMANDS:
        here.say(f"  hermes agent-si {command.name:8} {command.does}")
    return OK


def _listed(here: Surroundings, group: Command) -> int:
    here.say(f"{group.name}: {group.does}")
    for command in group.inside:
        here.say(f"  hermes agent-si {command.name:18} {command.does}")
    return MISUSED
