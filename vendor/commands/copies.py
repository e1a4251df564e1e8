"""`brain backup FILE` and `brain restore FILE`: a copy of the record, and back again.

A backup is one state of the brain, taken while others use it. A restore shows first what comes
back and what would be lost, asks, keeps the present file beside, and then forgets again what was
forgotten after the copy was made.
"""

import argparse
import json
from pathlib import Path

from ..brain import copies
from ..brain.copies import Restoring
from ..brain.good_copy import Copy, examine
from ..recall import forget
from .surroundings import Misused, Surroundings, counted

WHAT = "restoring a copy of the brain"


def add_backup(parser: argparse.ArgumentParser) -> None:
    """Where to, and whether a file there may go."""
    parser.add_argument("file", type=Path, help="the file to write; it must not be there yet")
    parser.add_argument("--replace", action="store_true", help="put it in place of an older copy")


def run_backup(here: Surroundings, args: argparse.Namespace) -> int:
    """One proved copy in one private file."""
    directory = here.memory().settings.brain
    copy = copies.back_up(directory, _absolute(args.file), replace=args.replace)
    if args.json:
        here.say(json.dumps(_as_dict(copy)))
    else:
        here.say(f"{copy.path}: {described(copy)}")
        here.say(
            "It holds everything that is kept, in plain words: keep it where only you can read."
        )
    return 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    """Which copy. With --json it shows what would happen and does nothing."""
    parser.add_argument("file", type=Path, help="a copy that `brain backup` made")


def run_restore(here: Surroundings, args: argparse.Namespace) -> int:
    """Show, ask, swap, forget again."""
    memory, path = here.memory(), _absolute(args.file)
    if not path.exists():
        raise Misused(f"there is no file {path}")
    plan = copies.look(memory.settings.brain, path)
    if args.json:
        here.say(json.dumps(_as_plan(plan)))
        return 0
    for line in lines(plan):
        here.say(line)
    here.require_person(WHAT)
    here.confirm("restore it")
    kept = copies.restore(plan, f"{here.clock():%Y%m%d}")
    here.say(f"Restored: {described(examine(plan.directory / copies.FILE))}")
    if kept is not None:
        here.say(f"The file that was there is kept: {kept}")
    forget_again(here)
    return 0


def lines(plan: Restoring) -> list[str]:
    """What a restore would do, for a person to read before deciding."""
    saved, lost = len(plan.saved), plan.lost
    shown = [f"The copy: {described(plan.copy)}"]
    if plan.present == "missing":
        return [*shown, "There is no brain now; nothing is lost."]
    whole = f"whole, {_packets(plan.here)}"
    is_whole = plan.present == "whole"
    shown.append(f"The present file: {whole if is_whole else _wrong(plan.present)}")
    shown.append(f"Comes back from the copy: {_packets(plan.copy.packets)}")
    if saved:
        shown.append(
            f"Newer than the copy, and still whole in the present file: {_packets(saved)}, each "
            "proved by its hash; added again after the copy"
        )
    if lost or is_whole:
        return [*shown, f"Would be lost: {_packets(lost) if lost else 'nothing'}"]
    # Its newest packet may have stood in the very bytes that are gone.
    nothing = "nothing that can still be told from it; it stays beside as it is"
    return [*shown, f"Would be lost: {nothing}"]


def _wrong(present: str) -> str:
    """What is wrong with the present file, which is no copy that somebody chose."""
    return present.replace(" is no good copy", " is damaged").removesuffix(" Take an older one.")


def described(copy: Copy) -> str:
    """Size, packets, facts and newest date of a copy."""
    newest = f"newest {copy.newest[:16].replace('T', ' ')} UTC" if copy.newest else "nothing in it"
    packets, facts = _packets(copy.packets), counted(copy.facts, "fact")
    return f"{copy.size / 1000:,.0f} kB, {packets}, {facts}, {newest}"


def _packets(n: int) -> str:
    return counted(n, "packet")


def _as_dict(copy: Copy) -> dict[str, object]:
    return {
        "file": str(copy.path),
        "bytes": copy.size,
        "packets": copy.packets,
        "facts": copy.facts,
        "newest": copy.newest,
    }


def _as_plan(plan: Restoring) -> dict[str, object]:
    packets = {"present": plan.here, "saved": len(plan.saved), "lost": plan.lost}
    return {"copy": _as_dict(plan.copy), "present": plan.present, "packets": packets}


def _absolute(path: Path) -> Path:
    return Path.cwd() / path.expanduser()


def forget_again(here: Surroundings) -> None:
    """What was forgotten since a copy was made is forgotten in it, too."""
    done = forget.forget_again(here.memory())
    if done.rows:
        here.say(f"Forgotten again: {counted(done.rows, 'row')}")
    if done.later:
        here.say(done.later)
