"""`brain bring memories|holographic|FILE`: what a person has already comes in as notes.

Nothing becomes a fact: each line is a note that cites its file and line, and where the person said
it in a past session, their own sentence. Doing it again brings what is new.
"""

import argparse
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ..dbfile import Damaged, NotOurFile, Unsupported
from ..recall import bring_from, bring_in
from ..recall.bring_from import Entry
from ..recall.bring_in import BROUGHT, CONTRADICTED, REFUSED, SOURCED, UNKNOWN, Look
from ..recall.memory import Memory
from ..sessions.index import SessionIndex
from ..text import render
from .interrupted import INTERRUPTED, ctrl_c
from .record import acting
from .surroundings import Misused, Surroundings, counted

EXAMPLES = 5  # lines shown of a kind; all with --all
TOLD_EVERY = 5.0  # seconds between two words of progress
SHOWN = 100  # characters of a line
KINDS = {
    SOURCED: "You said it in a past session; your sentence is the source:",
    CONTRADICTED: "A fact says otherwise; the line comes in as a note and changes no fact:",
    UNKNOWN: "Nothing of yours says it; it comes in as a note without a source:",
    REFUSED: "Left out, refused by the gate:",
}
OUT = {
    "known": "already here",
    "secret": "looks like a credential: left out",
    "forgotten": "you had it forgotten: stays out",
    "long": f"longer than {bring_in.MOST_BYTES} bytes: left out",
    REFUSED: "refused by the gate",
}


def add(parser: argparse.ArgumentParser) -> None:
    """What to bring, and how it is shown."""
    parser.add_argument(
        "source",
        help="memories (Hermes' MEMORY.md and USER.md), holographic (its store), or a file: "
        "a Markdown list, or a store of holographic (.db)",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would come in")
    parser.add_argument("--all", action="store_true", help="show every line, not a few of a kind")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Look at every line, show, ask, bring; 1 where the gate refused a line, 130 after Ctrl-C."""
    memory = here.memory()
    found, passed = _read(memory, args.source)
    if not found:
        raise Misused(f"{args.source}: no entries there; a list has lines that begin with - or 1.")
    with ExitStack() as stack, ctrl_c() as stopped:
        brain = stack.enter_context(memory.brain(readonly=False))
        index, unread = _index(memory, stack)
        bringing = bring_in.Bringing(memory, brain, index, acting(brain.policy()))
        told = _Told(here, len(found), quiet=args.json)
        looks = list[Look]()
        for look in bringing.looked(found):
            looks.append(look)
            told.step("looked up", len(looks))
            if stopped():
                here.say("Stopped; nothing came in.")
                return INTERRUPTED
        if args.json:
            here.say(json.dumps(_as_dict(looks, passed, unread), ensure_ascii=False))
            return _code(looks)
        for line in (*_lines(memory, looks, every=args.all), *_notes(looks, passed, unread)):
            here.say(line)
        coming = [look for look in looks if look.packets]
        if args.dry_run or not coming:
            here.say("Nothing was written." if coming else "Nothing new comes in.")
            return _code(looks)
        here.require_person("bringing in what others wrote down")
        here.confirm(f"bring in {counted(len(coming), 'note')}")
        done = _brought(here, bringing, coming, told, stopped)
    return _code(looks) if done == len(coming) else INTERRUPTED


def _brought(
    here: Surroundings,
    bringing: bring_in.Bringing,
    coming: Sequence[Look],
    told: "_Told",
    stopped: Callable[[], bool],
) -> int:
    done = 0
    for done in bringing.bring(coming):
        told.step("brought in", done)
        if stopped():
            break
    here.say(f"Brought in: {counted(done, 'note')}. Each can go again: forget CODE, withdraw CODE")
    if done < len(coming):
        here.say("Stopped; the same command brings the rest.")
    return done


def _read(memory: Memory, source: str) -> tuple[list[Entry], int]:
    home = memory.settings.home
    try:
        if source in (bring_from.MEMORIES, bring_from.HOLOGRAPHIC) and memory.settings.alone:
            raise Misused(f"{source} stands in a Hermes home, and --brain names a brain by itself")
        if source == bring_from.MEMORIES:
            return [*bring_from.memory_entries(home), *bring_from.turned_away(memory)], 0
        if source == bring_from.HOLOGRAPHIC:
            return bring_from.holographic_entries(home / bring_from.STORE), 0
        path = Path.cwd() / Path(source).expanduser()
        if path.suffix.lower() in bring_from.DATABASES:
            return bring_from.holographic_entries(path), 0
        return bring_from.listed(path)
    except bring_from.NothingThere as error:
        raise Misused(str(error)) from None


def _index(memory: Memory, stack: ExitStack) -> tuple[SessionIndex | None, str]:
    """The index to look the person's words up in; None, and why."""
    if not memory.settings.index_sessions:
        return None, "past sessions are not read (index_sessions), so no line was looked up"
    try:
        return stack.enter_context(memory.index()), ""
    except FileNotFoundError:
        return None, "nothing is indexed yet, so no line was looked up: hermes agent-si index"
    except (sqlite3.Error, Damaged, NotOurFile, Unsupported, OSError) as error:
        return None, f"the session index cannot be read, so no line was looked up ({error})"


def _code(looks: Sequence[Look]) -> int:
    return 1 if any(look.verdict == REFUSED for look in looks) else 0


def _lines(memory: Memory, looks: Sequence[Look], *, every: bool) -> Iterator[str]:
    counts = Counter(look.verdict for look in looks)
    yield (
        f"{counted(len(looks), 'line')}: {counts[SOURCED]} sourced, "
        f"{counts[CONTRADICTED]} contradicted, {counts[UNKNOWN]} unknown"
    )
    for kind, head in KINDS.items():
        of_kind = [look for look in looks if look.verdict == kind]
        if not of_kind:
            continue
        yield head
        for look in of_kind if every else of_kind[:EXAMPLES]:
            yield f"  {look.entry.where}: {render.one_line(look.entry.text, SHOWN)}"
            yield from (f"      {line}" for line in _beside(memory, look))
        if not every and len(of_kind) > EXAMPLES:
            yield f"  … and {len(of_kind) - EXAMPLES} more (--all)"


def _notes(looks: Sequence[Look], passed: int, unread: str) -> Iterator[str]:
    counts = Counter(look.verdict for look in looks)
    for kind, words in OUT.items():
        if kind != REFUSED and counts[kind]:
            yield f"{counted(counts[kind], 'line')}: {words}"
    if passed:
        yield f"{counted(passed, 'line')} of text: no items of a list, passed over"
    if unread:
        yield unread


def _beside(memory: Memory, look: Look) -> Iterator[str]:
    if look.said:
        day = render.day(look.at, memory.zone) if look.at else "no date"
        yield f"you, {day} [{look.code}]: “{render.one_line(look.said, SHOWN)}”"
    if look.as_quote:
        yield "it says what you think or want, so it stands as a quote of that file only"
    if look.fact:
        yield f"otherwise: {look.fact}; both with: hermes agent-si show {look.fact}"
    if look.why:
        yield render.one_line(look.why, 200)


def _as_dict(looks: Sequence[Look], passed: int, unread: str) -> dict[str, Any]:
    counts = Counter(look.verdict for look in looks)
    return {
        "done": False,
        **{kind: counts[kind] for kind in (*BROUGHT, *OUT)},
        "passed_over": passed,
        "not_looked_up": unread,
        "lines": [_row(look) for look in looks if look.verdict != bring_in.SECRET],
    }


def _row(look: Look) -> dict[str, Any]:
    row = {
        "where": look.entry.where,
        "text": look.entry.text,
        "verdict": look.verdict,
        "fact": look.fact,
        "said": look.said,
        "code": look.code,
        "at": look.at,
        "as_quote": look.as_quote,
        "why": look.why,
    }
    return {name: value for name, value in row.items() if value}


class _Told:
    """A word of progress every few seconds."""

    def __init__(self, here: Surroundings, total: int, *, quiet: bool) -> None:
        self._here, self._total, self._quiet = here, total, quiet
        self._told = time.monotonic()

    def step(self, what: str, done: int) -> None:
        now = time.monotonic()
        if not self._quiet and now - self._told >= TOLD_EVERY:
            self._told = now
            self._here.say(f"{what}: {done} of {counted(self._total, 'line')}")
