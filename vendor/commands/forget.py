"""`forget ID…`: show what goes and what stays, ask, do it for good, and say where else it stands.

Also by words (`--match`), where the person at the terminal picks from a numbered list, by the
person who said it (`--by`), and all that was said in a project (`--project`). Nothing of what is
forgotten is written anywhere but on this screen.
"""

import argparse
import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from ..brain import good_copy
from ..brain.brain import FILE
from ..brain.model import Fact, Record
from ..brain.packet import Packet
from ..recall import elsewhere, forget, prove, settings
from ..recall.forget import Goes, Plan, Stays
from ..recall.memory import Memory
from ..sessions import refresher
from ..sessions.folders import other_folders
from .record import acting
from .surroundings import Misused, Stopped, Surroundings, counted

WHAT = "forgetting"
PICK = "Which? (1 3-5, all)"
TRIES = 3


def add(parser: argparse.ArgumentParser) -> None:
    """What to forget: ids, words, or a person; and how far to go."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="a fact key, or a code b… m… s…")
    parser.add_argument("--match", metavar="WORDS", help="pick from all that holds these words")
    parser.add_argument("--by", metavar="PERSON", help="all that this person said")
    parser.add_argument("--project", metavar="PATH", help="all sessions begun in this folder")
    parser.add_argument("--prove", action="store_true", help="then look for it byte by byte")
    parser.add_argument("--dry-run", action="store_true", help="show what would go, and stop")
    parser.add_argument(
        "--again", action="store_true", help="forget again what was forgotten before"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show, ask, forget, and say where the words still stand."""
    memory = here.memory()
    only_shown = args.dry_run or args.json
    if not only_shown:
        here.require_person(WHAT)
    if args.again and args.prove:
        raise Misused("--again has no words to look for; it forgets by the hashes in forgotten.db")
    if args.again:
        return _again(here, memory, only_shown=only_shown)
    plan = forget.plan(memory, _named(here, memory, args, only_shown=only_shown))
    if args.json:
        here.say(json.dumps(as_json(plan), ensure_ascii=False))
        return 0
    _show(here, plan)
    return 0 if args.dry_run else _decided(here, memory, plan, args)


def _named(
    here: Surroundings, memory: Memory, args: argparse.Namespace, *, only_shown: bool
) -> list[str]:
    """The ids of what the person named, by id, by words or by who said it."""
    if not (args.ids or args.match or args.by or args.project):
        raise Misused("name what to forget: ID…, --match WORDS, --by PERSON or --project PATH")
    idents = [*args.ids, *_matching(here, memory, args, only_shown=only_shown)]
    idents += _of_project(memory, args.project) if args.project else []
    if args.by and (you := _principal(memory, args.by)):
        raise Misused(f"{you} is you; name your own words by ID… or --match WORDS")
    said = forget.of_person(memory, args.by) if args.by else []
    if args.by and not said:
        raise ValueError(f"nothing is kept that {args.by} said")
    return [*idents, *said]


def _of_project(memory: Memory, path: str) -> list[str]:
    folder = Path(path).expanduser().absolute()
    found = forget.of_project(memory, str(folder))
    if not found:
        raise ValueError(f"no session is held that was begun in {folder} or below it")
    return found


def _principal(memory: Memory, name: str) -> str:
    """The principal, where this is their name or one of their other names; else ""."""
    with contextlib.suppress(FileNotFoundError), memory.brain() as brain:
        policy = brain.policy()
        if any(settings.same_name(name, each) for each in (policy.principal, *policy.aliases)):
            return policy.principal
    return ""


def _decided(here: Surroundings, memory: Memory, plan: Plan, args: argparse.Namespace) -> int:
    if args.by and _withdraws(here):
        return _withdraw(here, memory, args.by)
    copies = _copies(here, memory, plan)
    here.confirm(f"forget {_things(len(plan.goes))} for good")
    _told(here, forget.carry_out(memory, plan))
    for path in copies:
        path.unlink(missing_ok=True)
        here.say(f"removed: {path}")
    _elsewhere(here, memory, plan)
    if args.project:
        here.say("later sessions there are read; to keep them out: private_projects in config.json")
    return _prove(here, memory, plan) if args.prove else 0


def as_json(plan: Plan) -> dict[str, object]:
    """What would go and what would stay, for a program."""
    return {
        "goes": [asdict(each) for each in plan.goes],
        "stays": [asdict(each) for each in plan.stays],
    }


def _matching(
    here: Surroundings, memory: Memory, args: argparse.Namespace, *, only_shown: bool
) -> list[str]:
    """The ids that a person picks of what holds the words; all of them where nobody is asked."""
    if not args.match:
        return []
    found = forget.matching(memory, args.match)
    if not found:
        raise ValueError("nothing holds all of these words")
    if only_shown:
        return [each.id for each in found]
    _list(here, found)
    for _ in range(TRIES):
        chosen = picked(here.ask(PICK), len(found))
        if chosen:
            return [found[number - 1].id for number in chosen]
        here.say(f"numbers from 1 to {len(found)} are needed, as in 1 3-5, or all")
    raise Stopped("nothing was changed")


def picked(answer: str, count: int) -> list[int]:
    """The numbers that an answer names, 1 to `count`; [] where it cannot be read."""
    if answer.strip().lower() == "all":
        return list(range(1, count + 1))
    chosen: dict[int, None] = {}
    for part in answer.replace(",", " ").split():
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            return []
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= count:
            return []
        chosen |= dict.fromkeys(range(low, high + 1))
    return sorted(chosen)


def _show(here: Surroundings, plan: Plan) -> None:
    here.say(f"{_things(len(plan.goes))} would go:")
    _list(here, plan.goes)
    if plan.stays:
        here.say("What stays:")
    for each in plan.stays:
        here.say(_stays(each))


def _list(here: Surroundings, found: Sequence[Goes]) -> None:
    width = len(str(len(found)))
    for number, each in enumerate(found, start=1):
        words = ": ".join(filter(None, (each.title, each.text)))
        here.say(f"  {number:{width}}. {each.at or 'no date':10} [{each.kind}] {words}")


def _stays(each: Stays) -> str:
    title = f" “{each.title}”" if each.title and each.title != each.id else ""
    return f"  {each.id[:8] if '.' not in each.id else each.id}{title}: {each.why}"


def _things(count: int) -> str:
    return counted(count, "thing")


def _withdraws(here: Surroundings) -> bool:
    for _ in range(TRIES):
        answer = here.ask("(f)orget for good, or (w)ithdraw: kept readable, in no answer").lower()
        if answer in ("f", "forget", "w", "withdraw"):
            return answer.startswith("w")
        here.say("f or w is needed")
    raise Stopped("nothing was changed")


def _withdraw(here: Surroundings, memory: Memory, person: str) -> int:
    with memory.brain(readonly=False) as brain:
        by = {source.id: source.locator for source in brain.sources_by(person)}
        names = dict.fromkeys(
            name for some in brain.rows_citing(by.values()).values() for name in some
        )
        targets = [ident for name in names for ident in _resting(brain.get(name), set(by))]
        if not targets:
            here.say("nothing rests on these words that could be withdrawn")
            return 1
        here.confirm(f"withdraw {_things(len(targets))}")
        ops = tuple({"op": "withdraw", "target": target} for target in targets)
        agent = acting(brain.policy())
        brain.submit(Packet(agent, ops, via="tty", reason=f"said by {person}"))
    here.say(f"withdrawn: {_things(len(targets))}; each stays readable, and undo brings it back")
    return 0


def _resting(row: object, sources: set[str]) -> Iterator[str]:
    """The claims or the record that rest on one of these sources and still stand."""
    if isinstance(row, Fact):
        for claim in row.claims:
            if not claim.withdrawn and sources & {c.source.id for c in claim.citations}:
                yield claim.id
    elif isinstance(row, Record) and not row.withdrawn:
        yield row.id


def _again(here: Surroundings, memory: Memory, *, only_shown: bool) -> int:
    if only_shown:
        raise Misused("--again has nothing to show: forgotten.db holds no words")
    here.confirm("forget again whatever was forgotten before")
    _told(here, forget.forget_again(memory))
    return 0


def _told(here: Surroundings, done: forget.Done) -> None:
    parts = []
    if done.rows:
        parts.append(f"the brain ({counted(done.rows, 'row')})")
    if (done.messages or done.sessions) and not done.later:
        sessions = f", {counted(done.sessions, 'session')}" if done.sessions else ""
        messages = counted(done.messages, "message")
        parts.append(f"the session index and its search ({messages}{sessions})")
    if done.later:
        here.say(f"not yet gone from the session index: {done.later}")
    if not parts and done.later:
        return
    if not parts:
        here.say("nothing of it was left in files of ours; it is known now and stays out")
        return
    places = counted(len(parts), "place")
    here.say(f"gone from {places} of ours: {', '.join(parts)}. It stays out from here on.")


def _copies(here: Surroundings, memory: Memory, plan: Plan) -> list[Path]:
    """Copies kept beside the brain that hold it, too, and that the person wants gone with it."""
    if plan.rows.targets:
        with memory.brain(readonly=False):
            pass  # an older file is brought up to date now, and the copy of it is one of these
    beside = good_copy.kept_beside(memory.settings.brain / FILE)
    found = elsewhere.holding(beside, plan.texts)
    if not found:
        return []
    here.say("Copies beside the brain, from an update or a restore, hold it, too:")
    for path in found:
        here.say(f"  {path}")
    wanted = here.ask("Remove these files whole? (y/n)", "n").lower() in ("y", "yes")
    return found if wanted else []


def _elsewhere(here: Surroundings, memory: Memory, plan: Plan) -> None:
    user_home = Path(here.environ.get("HOME") or Path.home())
    found = elsewhere.search(
        memory.settings,
        plan.texts,
        user_home=user_home,
        folders={
            agent: folder
            for agent, folder in other_folders(here.environ, user_home).items()
            if folder.is_dir()
        },
        locators=plan.locators,
        sessions=plan.session_names,
    )
    if found.places:
        here.say("still elsewhere (yours to remove; agent-si changes no file of others):")
    for place in found.places:
        here.say(f"  {place.line}")
    if not found.places:
        here.say("still elsewhere: found in no other place that was searched")
    for note in found.notes:
        here.say(f"  note: {note}")


def _prove(here: Surroundings, memory: Memory, plan: Plan) -> int:
    """Look through our files; 1 when something was found."""
    if refresher.running_here():
        here.say("no proof: this process has the index open, and bytes are read only after that")
        return 1
    folders: Iterable[Path] = (memory.settings.folder, memory.settings.brain)
    proof = prove.prove([each for each in folders if each.is_dir()], plan.texts)
    here.say(
        f"looked for {proof.texts} texts and each 12 bytes of them in {len(proof.files)} files of "
        f"ours, {proof.bytes:,} bytes:"
    )
    for name, size in proof.files:
        here.say(f"  {name} ({size:,} bytes)")
    if proof.weak:
        here.say(f"  of them too short to be told from others, and not counted: {proof.weak}")
    if proof.stay:
        here.say(f"  of them also stand in what stays, and are no find there: {proof.stay}")
    for name in proof.unread:
        here.say(f"  {name} cannot be read as a database; its bytes were looked through")
    for line in proof.found:
        here.say(f"  FOUND in {line}")
    beside = " elsewhere" if proof.stay else ""
    here.say(f"{len(proof.found)} found{beside}" + (": see above" if proof.found else ""))
    return 1 if proof.found else 0
