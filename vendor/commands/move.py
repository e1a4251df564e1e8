"""`brain export FILE` and `brain import FILE`: the record as text, and the union of two brains.

An export is one packet a line, oldest first, to keep in git or to carry to another machine. Into
a brain that holds nothing an import brings the same record, byte for byte; into another one it
adds what is not there (merge.py). It shows first what it would bring, and asks.
"""

import argparse
import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from .. import dbfile, wholefile
from ..brain import copies, good_copy, moved
from ..brain.brain import Brain
from ..brain.merge import DECISIONS, Merged
from ..brain.moved import Moved, MovedError
from ..recall import forget
from ..recall.memory import Memory
from ..text import render
from ..text.fold import fold
from . import effects
from .copies import described, forget_again
from .surroundings import Misused, Surroundings, counted
from .target import writable

WHAT = "importing a brain"
TO_STDOUT = "-"
SHOWN = 20  # packets that are named when they are left out
SQLITE = b"SQLite format 3\0"


def add_export(parser: argparse.ArgumentParser) -> None:
    """Where to."""
    parser.add_argument("file", help="the file to write; - writes to the standard output")
    parser.add_argument("--replace", action="store_true", help="put it in place of an older export")


def run_export(here: Surroundings, args: argparse.Namespace) -> int:
    """Every packet, proved, in one private file."""
    with here.memory().brain() as brain:
        found = brain.moved()
    if args.file == TO_STDOUT:
        here.stdout.writelines(moved.lines(found))
        here.stdout.flush()
        return 0
    path = writable(
        Path(args.file), replace=args.replace, ours=moved.looks_like, what="export of a brain"
    )
    wholefile.write_private(path, "".join(moved.lines(found)))
    count = len(found.entries)
    if args.json:
        here.say(json.dumps({"file": str(path), "packets": count, "head": found.head.hex()}))
    else:
        here.say(f"{path}: {counted(count, 'packet')}, {path.stat().st_size / 1000:,.0f} kB")
        here.say(
            "It holds everything that is kept, in plain words: keep it where only you can read. "
            "Bring it in elsewhere with: hermes agent-si brain import FILE"
        )
    return 0


def add_import(parser: argparse.ArgumentParser) -> None:
    """Which file. With --json it shows what would happen and does nothing."""
    parser.add_argument("file", type=Path, help="an export, or another brain.db")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what it would bring and write nothing"
    )
    parser.add_argument(
        "--same-person",
        action="store_true",
        help="the other brain's principal goes by another name and is you all the same",
    )


def run_import(here: Surroundings, args: argparse.Namespace) -> int:
    """Show, ask, bring in, forget again."""
    memory = here.memory()
    found = _read(Path.cwd() / args.file.expanduser())
    if not found.entries:
        raise Misused(f"{args.file} holds no packet")
    if _is_new(memory):
        return _take_over(here, args, memory, found)
    with memory.brain(readonly=False) as brain, forget.refusing(memory) as keep:
        _refuse_strangers(brain, found, same_person=args.same_person)
        would = brain.merge(found, keep=keep, dry_run=True)
        if args.json:
            here.say(json.dumps(_as_dict(brain, would), ensure_ascii=False))
            return _code(would)
        for line in _would(brain, would):
            here.say(line)
        if args.dry_run or not (would.added or would.record):
            here.say("nothing was written")
            return _code(would)
        here.require_person(WHAT)
        here.confirm("import it")
        done = brain.merge(found, keep=keep)
    here.say(f"Imported: {counted(done.added, 'packet')}")
    forget_again(here)
    return _code(done)


def _read(path: Path) -> Moved:
    try:
        with path.open("rb") as file:
            begins = file.read(len(SQLITE))
        if begins == SQLITE:
            with closing(good_copy.opened(path)) as db, dbfile.snapshot(db):
                return moved.of(db)
        return moved.read(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise Misused(f"there is no file {path}") from None
    except IsADirectoryError:
        raise Misused(f"{path} is a folder; name the file in it") from None
    except UnicodeDecodeError:
        raise Misused(f"{path} is not UTF-8 text, so it is no exported brain") from None
    except MovedError as error:
        raise Misused(f"{path}: {error}") from None


def _is_new(memory: Memory) -> bool:
    try:
        with memory.brain() as brain:
            return brain.is_new
    except FileNotFoundError:
        return True


def _take_over(here: Surroundings, args: argparse.Namespace, memory: Memory, found: Moved) -> int:
    """Nothing is kept here yet: the other record becomes this one, byte for byte."""
    directory = memory.settings.brain
    with copies.written(found, directory / copies.FILE) as path:
        plan = copies.look(directory, path)
        if args.json:
            here.say(json.dumps({"packets": len(found.entries), "facts": plan.copy.facts}))
            return 0
        here.say(f"It holds: {described(plan.copy)}")
        here.say("Nothing is kept here yet: its record, its policy too, becomes this one.")
        if args.dry_run:
            here.say("nothing was written")
            return 0
        here.require_person(WHAT)
        here.confirm("import it")
        kept = copies.restore(plan, f"{here.clock():%Y%m%d}")
    here.say(f"Imported: {described(good_copy.examine(directory / copies.FILE))}")
    if kept is not None:
        here.say(f"The empty brain that was there is kept: {kept}")
    forget_again(here)
    return 0


def _refuse_strangers(brain: Brain, found: Moved, *, same_person: bool) -> None:
    """What counts as the principal's own words there would count as this one's here."""
    mine, other = brain.policy(), found.policy()
    if same_person or not (other.principal or (mine.principal and found.quotes_a_principal())):
        return
    names = {fold(name) for name in (mine.principal, *mine.aliases) if name}
    theirs = {fold(name) for name in (other.principal, *other.aliases) if name}
    if names & theirs:
        return
    who = mine.principal or "nobody yet"
    whose = render.one_line(other.principal, 80) or "a person whom it does not name"
    raise Misused(
        f"it is the brain of {whose}, and here the principal is {who}: their words would "
        "count as yours. If both are you, say --same-person; nothing was changed"
    )


def _would(brain: Brain, would: Merged) -> list[str]:
    shown = [
        f"Here already: {counted(would.known, 'packet')}",
        f"Would be added: {counted(would.added, 'packet')}",
    ]
    if would.record:
        shown.append(
            f"For the record, never in force here: {counted(would.record, 'packet')} (policies, "
            "what waits there, and decisions about it)"
        )
    if would.decisions:
        shown.append(
            f"Decided there, in force here too: {counted(len(would.decisions), 'decision')}"
        )
        shown += _some([effects.effect(brain, op) for op in _most_telling(would)])
    if would.gone:
        shown.append(f"Would go, because it was forgotten there: {counted(len(would.gone), 'row')}")
        shown += _some([effects.row(brain, ident) for ident in would.gone])
    if would.disputed:
        keys = ", ".join(would.disputed[:SHOWN])
        more = len(would.disputed) - SHOWN
        shown.append(f"Would be disputed: {keys}{f' and {more} more' if more > 0 else ''}")
    for each in would.left_out[:SHOWN]:
        shown.append(
            f"Left out: packet {each.seq} ({render.one_line(each.agent, 64)}, {each.at[:10]}): "
            f"{each.refusal.code}: {render.one_line(each.refusal.message, 400)}"
        )
    if len(would.left_out) > SHOWN:
        shown.append(f"Left out: {len(would.left_out) - SHOWN} more; --json names all")
    return shown


def _most_telling(would: Merged) -> list[Mapping[str, Any]]:
    """What shows facts to more people first, so that a long list cannot hide it."""
    return sorted(would.decisions, key=lambda op: DECISIONS.index(op["op"]))


def _some(listed: list[str]) -> list[str]:
    more = len(listed) - SHOWN
    rest = [f"  and {more} more; --json names all"] if more > 0 else []
    return [*(f"  - {each}" for each in listed[:SHOWN]), *rest]


def _code(merged: Merged) -> int:
    return 1 if merged.left_out else 0


def _as_dict(brain: Brain, merged: Merged) -> dict[str, object]:
    left = [
        {"packet": each.seq, "agent": each.agent, "at": each.at, "refused": each.refusal.as_dict()}
        for each in merged.left_out
    ]
    return {
        "known": merged.known,
        "added": merged.added,
        "record": merged.record,
        "forgotten": len(merged.gone),
        "gone": [{"id": each, "is": effects.row(brain, each)} for each in merged.gone],
        "decisions": [effects.effect(brain, op) for op in _most_telling(merged)],
        "disputed": list(merged.disputed),
        "left_out": left,
    }
