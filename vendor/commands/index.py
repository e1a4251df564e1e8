"""`index`: read past sessions now, before one's eyes; see what that costs; drop what was read.

The background reads the same by itself, slower, while Hermes runs. A stop at any point keeps what
is done.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..dbfile import Damaged, NotOurFile
from ..recall import hits, indexing, values
from ..recall.filters import with_memories
from ..recall.settings import AGENTS, Settings
from ..sessions import aside, foreground
from ..sessions.estimate import Cost
from ..sessions.index import SessionIndex
from ..sessions.lead import leading
from ..sessions.passes import is_no_index
from ..sessions.report import AgentReport, Report
from . import costs
from .interrupted import INTERRUPTED, ctrl_c
from .progress import Bar
from .surroundings import Misused, Surroundings, counted

PATIENCE = 60.0  # seconds until another process must have made room


def add(parser: argparse.ArgumentParser) -> None:
    """Which agents, and what to do instead of reading."""
    parser.add_argument(
        "--agent", action="append", metavar="AGENT", help=f"only this one: {', '.join(AGENTS)}"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--dry-run", action="store_true", help="what reading will cost; nothing is read"
    )
    instead.add_argument(
        "--rebuild", "--full", action="store_true", help="read everything anew, and compare"
    )
    instead.add_argument(
        "--drop", action="store_true", help="delete what was indexed, after asking"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Do what was asked; 1 when something could not be read, 130 when it was stopped."""
    try:
        return _run(here, args)
    except KeyboardInterrupt:
        here.say("Stopped. What is done is kept. To go on: hermes agent-si index")
        return INTERRUPTED


def _run(here: Surroundings, args: argparse.Namespace) -> int:
    found = here.memory().settings
    if found.demo:
        here.say("index: the demo answers and has its own; first: hermes agent-si demo --off")
        return 1
    named = _named(args.agent)
    if args.drop:
        return _drop(here, found, named, as_json=args.json)
    if args.dry_run and named:  # also of one that is off: the cost is told before the choice
        _shown(here, found, costs.of(here, found, named), as_json=args.json)
        return 0
    chosen = _chosen(found, named)
    if not chosen:
        here.say("index_sessions is off: no past session is read. Choose: hermes memory setup")
        return 1
    known = costs.of(here, found, chosen)
    if args.dry_run:
        _shown(here, found, known, as_json=args.json)
        return 0
    return _read(here, found, chosen, known, args)


def _named(given: Sequence[str] | None) -> tuple[str, ...]:
    """The agents that `--agent` names.

    Raises:
        Misused: there is no agent of that name.
    """
    if not given:
        return ()
    wrong = values.unknown_agents(list(given))
    if wrong:
        raise Misused(wrong)
    return tuple(agent for agent in AGENTS if agent in values.agents(list(given)))


def _chosen(found: Settings, named: Sequence[str]) -> tuple[str, ...]:
    """Those of `named` that the settings let be read, all that they do where none is named.

    Raises:
        Misused: one of them is switched off.
    """
    off = [agent for agent in named if agent not in found.index_sessions]
    if off and found.index_sessions:
        raise Misused(
            f"{hits.agent_name(off[0])} is switched off in index_sessions; choose it first: "
            "hermes memory setup"
        )
    return tuple(agent for agent in found.index_sessions if not named or agent in named)


def _shown(here: Surroundings, found: Settings, known: Sequence[Cost], *, as_json: bool) -> None:
    if as_json:
        rows = {
            cost.agent: {
                "sessions": cost.sessions,
                "bytes": cost.bytes,
                "sessions_left": cost.left,
                "bytes_left": cost.bytes_left,
                "disk": cost.disk,
                "seconds": round(cost.seconds),
                "trouble": cost.trouble,
            }
            for cost in known
        }
        here.say(json.dumps({"agents": rows, "since": found.index_since or None}))
        return
    here.say("Nothing was read for this; figures are guesses from the sizes of files.")
    for line in costs.lines(known):
        here.say(line)
    left = sum(cost.left for cost in known)
    if left < sum(cost.sessions for cost in known):
        here.say(f"  not read yet: {counted(left, 'session')}")
    if found.index_since:
        here.say(f"  only what is not older than {found.index_since} (index_since)")


def _read(
    here: Surroundings,
    found: Settings,
    chosen: Sequence[str],
    known: Sequence[Cost],
    args: argparse.Namespace,
) -> int:
    bar = Bar(here, known, quiet=args.json)
    with ctrl_c() as stopped, _alone(here, found.index, stopped, quiet=args.json) as mine:
        if not mine:
            if stopped():
                return INTERRUPTED
            here.say("index: another process is still reading; hermes agent-si status says how far")
            return 1
        begun = time.monotonic()
        report = _mended(found.index, lambda: _reading(here, found, chosen, args, stopped, bar))
        bar.close()
    seconds = time.monotonic() - begun
    _told(here, report, seconds, as_json=args.json)
    if not report.finished:
        return INTERRUPTED
    return 1 if any(entry.trouble for entry in report.agents.values()) else 0


def _reading(
    here: Surroundings,
    found: Settings,
    chosen: Sequence[str],
    args: argparse.Namespace,
    stopped: Callable[[], bool],
    bar: Bar,
) -> Report:
    if args.rebuild:
        with SessionIndex.open(found.index) as index:
            index.read_again(chosen)
    return foreground.read_all(
        found.index,
        lambda: indexing.readers(found, user_home=Path.home(), environ=here.environ),
        clock=here.clock,
        limits=indexing.limits_of(found, here.clock(), here.zone),
        stop=stopped,
        only=chosen,
        progress=bar.step,
    )


def _mended(path: Path, work: Callable[[], Report]) -> Report:
    """Do it; where the file is damaged, put it aside, and once more into a new one."""
    try:
        return work()
    except (NotOurFile, Damaged) as error:
        if not is_no_index(error) or not aside.set_aside(path):
            raise
        return work()


@contextmanager
def _alone(
    here: Surroundings, path: Path, stopped: Callable[[], bool], *, quiet: bool
) -> Iterator[bool]:
    """Be the one that writes the index; whoever is at it makes room between two slices."""
    with leading(path, patience=0.0) as mine:
        if mine:
            yield True
            return
    if not quiet:
        here.say(
            "Another process is reading (Hermes, in the background); waiting until it makes room."
        )
    with leading(path, patience=PATIENCE, stop=stopped) as mine:
        yield mine


def _told(here: Surroundings, report: Report, seconds: float, *, as_json: bool) -> None:
    if as_json:
        rows = {agent: _row(entry) for agent, entry in report.agents.items()}
        done = {"finished": report.finished, "seconds": round(seconds, 1), "agents": rows}
        here.say(json.dumps(done))
        return
    for agent, entry in report.agents.items():
        here.say(f"  {hits.agent_name(agent)}: {_entry(entry)}")
    if report.finished:
        here.say(f"Done in {seconds:.0f} seconds.")
    else:
        here.say("Stopped. What is done is kept. To go on: hermes agent-si index")
        here.say("(the next Hermes session goes on by itself, in the background)")


def _row(entry: AgentReport) -> dict[str, Any]:
    return {
        "sessions_read": entry.read,
        "messages_added": entry.added,
        "messages_removed": entry.removed,
        "messages_kept_out": entry.kept_out,
        "trouble": entry.trouble,
    }


def _entry(entry: AgentReport) -> str:
    line = f"{counted(entry.read, 'session')} read, {counted(entry.added, 'new message')}"
    if entry.removed:
        line += f", {entry.removed} removed"
    if entry.kept_out:
        line += f", {entry.kept_out} kept out"
    return f"{line}; {entry.trouble}" if entry.trouble else line


def _drop(here: Surroundings, found: Settings, named: Sequence[str], *, as_json: bool) -> int:
    """Show what goes, ask, and delete it."""
    named = with_memories(named)
    try:
        with SessionIndex.open(found.index, readonly=True) as index:
            held = [row for row in index.stats() if not named or row.agent in named]
    except FileNotFoundError:
        held = []
    if not held:
        here.say("nothing of that is indexed")
        return 0
    for row in held:
        only = f"; {row.only_here} exist only here, and are lost" if row.only_here else ""
        here.say(
            f"  {hits.agent_name(row.agent)}: {counted(row.sessions, 'session')}, "
            f"{counted(row.messages, 'message')}{only}"
        )
    again = [row.agent for row in held if row.agent in found.index_sessions]
    if again:
        here.say(
            f"{', '.join(map(hits.agent_name, again))}: still switched on, so the next refresh "
            "reads it again."
        )
        here.say("To keep it out, switch it off first: hermes memory setup")
    here.require_person("deleting what was indexed")
    here.confirm("delete it here (the agents' own files stay)")
    with leading(found.index, patience=PATIENCE) as mine:
        if not mine:
            here.say("index: another process is reading; nothing was deleted. Try again")
            return 1
        with SessionIndex.open(found.index) as index:
            gone = index.drop([row.agent for row in held])
    if as_json:
        here.say(json.dumps({"messages": gone.messages, "erased": gone.erased}))
        return 0
    here.say(f"deleted: {counted(gone.sessions, 'session')}, {counted(gone.messages, 'message')}")
    if not gone.erased:
        here.say("a reader keeps old bytes; the next refresh erases them")
    return 0
