"""`check --precision`: how recall would have done on the person's last prompts.

It reads and prints counts. The prompts themselves are shown with --prompts, on a person's own
terminal only; an agent's shell and a pipe get counts.
"""

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..recall import hits, precision
from ..recall.floor import NEEDED
from ..recall.memory import Memory
from ..recall.precision import Replayed, Tally
from ..sessions.rows import MessageRow
from ..text import render
from .interrupted import INTERRUPTED, ctrl_c
from .progress import Line
from .surroundings import Misused, Surroundings, counted

PROMPTS = 200
MOST = 2_000
SHOWN = 70  # characters of a prompt


def add(parser: argparse.ArgumentParser) -> None:
    """What can be asked of it."""
    only = parser.add_argument_group("recall on your own history")
    only.add_argument(
        "--precision",
        action="store_true",
        help="ask your last prompts again, each with its own session left out: how often recall "
        "would have spoken",
    )
    only.add_argument("--last", type=int, metavar="N", help=f"how many prompts (default {PROMPTS})")
    only.add_argument(
        "--prompts", action="store_true", help="show each prompt with what it would get"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Replay and tell; 0, or 130 after Ctrl-C with the counts so far."""
    memory = here.memory()
    if memory.settings.alone or not memory.settings.index_sessions:
        raise Misused("check --precision needs past sessions, and none are read (index_sessions)")
    count = PROMPTS if args.last is None else args.last
    if not 1 <= count <= MOST:
        raise Misused(f"--last: from 1 to {MOST}")
    if args.prompts and (args.json or not here.is_persons):
        raise Misused("--prompts shows what you typed, on a terminal of your own only")
    try:
        prompts = precision.last_prompts(memory, count)
    except FileNotFoundError:
        raise Misused("nothing is indexed yet; hermes agent-si index") from None
    progress = _Progress(here, len(prompts) * len(NEEDED), quiet=args.json)
    with ctrl_c() as stopped:
        tallies = _tallies(
            memory, prompts, stopped, progress, _shower(here, args.prompts, progress)
        )
    progress.wipe()
    chosen = tallies[memory.settings.recall_floor]
    finished = all(tally.prompts == len(prompts) for tally in tallies.values())
    if args.json:
        here.say(json.dumps(_as_dict(tallies, memory.settings.recall_floor, finished=finished)))
    else:
        for line in lines(chosen, tallies, memory.settings.recall_floor):
            here.say(line)
        if not finished:
            here.say("Stopped; this is not all.")
    return 0 if finished else INTERRUPTED


def _tallies(
    memory: Memory,
    prompts: list[MessageRow],
    stopped: Callable[[], bool],
    progress: "_Progress",
    show: Callable[[Replayed], None],
) -> dict[str, Tally]:
    """By setting of the floor, the one in force first."""
    own = memory.settings.recall_floor
    tallies = {setting: Tally() for setting in (own, *(s for s in NEEDED if s != own))}
    for setting, tally in tallies.items():
        settings = replace(memory.settings, recall_floor=setting)
        at = Memory(settings, clock=memory.clock, zone=memory.zone)
        for one in precision.replay(at, prompts):
            if stopped():
                return tallies
            tally.add(one)
            progress.step()
            if setting == own:
                show(one)
    return tallies


def lines(chosen: Tally, tallies: Mapping[str, Tally], setting: str) -> list[str]:
    """The counts as a person reads them."""
    if not chosen.prompts:
        return ["no prompts of yours are in the index yet; hermes agent-si index"]
    out = [
        f"{counted(chosen.prompts, 'prompt')} of yours, asked again, each without its own session:",
        f"  {_part(chosen.spoke, chosen.prompts)} recall would have spoken",
        f"  {_part(chosen.silent, chosen.prompts)} it looked and kept silent",
        f"  {_part(chosen.idle, chosen.prompts)} small talk or a command: it does not look",
    ]
    if chosen.lines:
        sources = ", ".join(f"{name} {count}" for name, count in _sources(chosen).items())
        out += [
            f"{counted(chosen.lines, 'line')}: {sources}",
            f"  {_part(chosen.repeats, chosen.lines)} repeated what an earlier prompt had got; "
            f"{counted(chosen.stale, 'prompt')} got nothing new",
        ]
    told = ", ".join(f"{name} {_percent(tallies[name].spoke, tallies[name])}" for name in NEEDED)
    out.append(f"It would have spoken, by recall_floor: {told} (in force: {setting})")
    return out + [f"not searched: {line}" for line in sorted(chosen.trouble)]


def _sources(tally: Tally) -> dict[str, int]:
    return {
        "brain" if name == "brain" else hits.agent_name(name): count
        for name, count in sorted(tally.sources.items(), key=lambda item: (-item[1], item[0]))
    }


def _part(count: int, total: int) -> str:
    return f"{count:>4} ({100 * count / total:.0f} %)"


def _percent(count: int, tally: Tally) -> str:
    return f"{100 * count / tally.prompts:.0f} %" if tally.prompts else "not asked"


def _as_dict(tallies: Mapping[str, Tally], setting: str, *, finished: bool) -> dict[str, Any]:
    chosen = tallies[setting]
    return {
        "finished": finished,
        "recall_floor": setting,
        "prompts": chosen.prompts,
        "spoke": chosen.spoke,
        "silent": chosen.silent,
        "small_talk": chosen.idle,
        "lines": chosen.lines,
        "repeated_lines": chosen.repeats,
        "nothing_new": chosen.stale,
        "sources": dict(chosen.sources),
        "spoke_at": {name: {"spoke": t.spoke, "of": t.prompts} for name, t in tallies.items()},
        "not_searched": sorted(chosen.trouble),
    }


def _shower(here: Surroundings, wanted: bool, progress: "_Progress") -> Callable[[Replayed], None]:
    """Prints a prompt and the lines it got, where that is wanted."""

    def show(one: Replayed) -> None:
        if not wanted:
            return
        progress.wipe()
        here.say(f"> {render.one_line(one.prompt.text, SHOWN)}")
        for hit in one.block.hits:
            here.say(f"    {hit.line}")

    return show


class _Progress:
    """How many recalls are done."""

    def __init__(self, here: Surroundings, total: int, *, quiet: bool) -> None:
        self._line = Line(here, quiet=quiet)
        self._done, self._total = 0, total

    def step(self) -> None:
        """One more."""
        self._done += 1
        self._line.tell(f"{self._done} of {counted(self._total, 'recall')}")

    def wipe(self) -> None:
        """Take the drawn line away."""
        self._line.wipe()
