"""`review`: the one list of what needs a person, and a sitting of ten at a terminal.

Each is shown as every surface shows it and asked with one letter; `l`, later, is an answer. What
changes the record goes through the command that does it, which shows what it would do and asks for
its code. Without a terminal of the person's own, and with --all, it is a plain list.
"""

import argparse
import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any

from ..brain.errors import PacketRefused
from ..recall import review
from ..recall.memory import Memory
from ..recall.review import Need, Review
from ..recall.review_answers import KEPT, LATER, Answer, remember
from ..text.ids import Ambiguous
from . import correct, record, settle
from .surroundings import Misused, Stopped, Surroundings, agent_mark, counted

SITTING = 10
_TRIES = 3

Act = Callable[[Surroundings, Need], int]


def add(parser: argparse.ArgumentParser) -> None:
    """Whether everything is to be listed."""
    parser.add_argument(
        "--all", action="store_true", help="list everything, also what was answered for good"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """List, or ask. Listing decides nothing."""
    memory = here.memory()
    found = review.gather(memory)
    is_person = here.interactive and not agent_mark(here.environ)
    asks = is_person and not args.json and not args.all
    if asks and found.needs:
        here.say(f"looking how often each would have come up (at most {review.SECONDS:.0f} s) …")
    found = review.weighed(memory, found)
    if is_person:
        remember(memory.settings, review.seen(found, found.open))
    if args.json:
        here.say(json.dumps(_as_dict(found), ensure_ascii=False))
    elif asks:
        _sit(here, memory, found)
    else:
        for line in lines(found, everything=args.all):
            here.say(line)
    return 0


def lines(found: Review, *, everything: bool = False) -> list[str]:
    """The list as text, ten or all of it."""
    every = list(found.needs) if everything else found.open
    shown = every if everything else every[:SITTING]
    out = [_headline(found)] if every else ["nothing needs you"]
    for number, need in enumerate(shown, start=1):
        out += [f"{number:>3}. {_about(need, found)}", f"     {need.line}", f"     {_how(need)}"]
    if len(every) > len(shown):
        out.append(f"and {len(every) - len(shown)} more: hermes agent-si review --all")
    return out


def _headline(found: Review) -> str:
    out = f"review: {found.count}"
    if found.prompts:
        out += (
            f"; shown: how often your last {counted(found.asked, 'prompt')} would have brought it"
        )
    if found.asked < found.prompts:
        out += f" (time was up before the other {found.prompts - found.asked})"
    if found.cut:
        out += "; not every fact was looked at in the time"
    return out


def _about(need: Need, found: Review) -> str:
    parts = [_KINDS[need.kind], f"since {need.since}", f"shown {counted(need.shown, 'time')}"]
    if need.answer is not None and need.answer.what in (KEPT, LATER):
        parts.append(f"{need.answer.what} on {need.answer.day}")
    elif not need.counts(found.today):
        parts.append(f"untouched for {review.QUIET} days, not counted")
    return ", ".join(parts)


_KINDS = {
    review.DISPUTE: "disputed",
    review.PENDING: "waits for approval",
    review.TWINS: "two keys that may be one fact",
    review.PAST: "past its date",
    review.TAKEN: "its message was taken back",
}


def _how(need: Need) -> str:
    """The command that decides it."""
    words = {
        review.DISPUTE: f"settle {need.target}",
        review.PENDING: f"brain approve {need.target[:8]}, or brain reject {need.target[:8]}",
        review.TWINS: f"alias {need.target} {need.other}",
    }
    return f"hermes agent-si {words.get(need.kind, f'withdraw {need.target}')}"


def _as_dict(found: Review) -> dict[str, Any]:
    return {
        "count": found.count,
        "prompts": found.prompts,
        "prompts_asked": found.asked,
        "cut_short": found.cut or found.asked < found.prompts,
        "items": [
            {
                "kind": need.kind,
                "target": need.target,
                **({"other": need.other} if need.other else {}),
                "line": need.line,
                "since": need.since.isoformat(),
                "shown": need.shown,
                "counted": need.counts(found.today),
                "decide": _how(need),
                **({"answer": need.answer.what} if need.answer else {}),
            }
            for need in found.needs
        ],
    }


def _sit(here: Surroundings, memory: Memory, found: Review) -> None:
    """Ask for at most ten, one letter each."""
    waiting = [need for need in found.open if need.waits(found.today)]
    if not waiting:
        put_off = len(found.open)
        here.say(f"nothing needs you now; {put_off} put off" if put_off else "nothing needs you")
        return
    here.require_person("deciding what needs you")
    here.say(_headline(found))
    asked = waiting[:SITTING]
    for number, need in enumerate(asked, start=1):
        here.say()
        here.say(f"{number} of {len(asked)}: {_about(need, found)}")
        here.say(f"  {need.line}")
        try:
            letter = _letter(here, need)
        except Stopped:
            letter = "q"
        if letter == "q":
            break
        _answered(here, memory, found, need, letter)
    left = review.gather(memory).count
    here.say()
    here.say(f"review: {left}{'' if left else ', nothing needs you now'}")


def _letter(here: Surroundings, need: Need) -> str:
    """The letter of one of the choices.

    Raises:
        Stopped: the input ended, or none of them was typed three times.
    """
    choices = [*_CHOICES[need.kind], ("l", "later"), ("q", "quit")]
    told = ", ".join(f"({letter}) {word}" for letter, word in choices)
    for _ in range(_TRIES):
        typed = here.ask(told).strip().lower()
        for letter, word in choices:
            if typed and (typed == letter or word == typed):
                return letter
        here.say(f"one of {', '.join(letter for letter, _ in choices)} is needed")
    raise Stopped("nothing was changed")


_CHOICES: dict[str, Sequence[tuple[str, str]]] = {
    review.DISPUTE: (("s", "settle now"),),
    review.PENDING: (("a", "approve"), ("r", "reject")),
    review.TWINS: (("a", "alias"), ("n", "not the same")),
    review.PAST: (("s", "still so"), ("w", "withdraw")),
    review.TAKEN: (("w", "withdraw"), ("k", "keep")),
}


def _answered(here: Surroundings, memory: Memory, found: Review, need: Need, letter: str) -> None:
    """Remember the answer, or let the command decide; what goes wrong there ends only that one."""
    act = _ACTS.get((need.kind, letter))
    if act is None:
        what = LATER if letter == "l" else KEPT
        remember(memory.settings, {need.name: Answer(what, found.today)})
        here.say("  later" if what == LATER else "  not asked again")
        return
    try:
        act(here, need)
    except Stopped:
        here.say("  left as it was")
    except PacketRefused as refused:
        here.say(f"  refused ({refused.code}): {refused.message}")
    except (Misused, Ambiguous, LookupError) as error:
        here.say(f"  {error}")


def _settle(here: Surroundings, need: Need) -> int:
    return settle.run(here, Namespace(key=need.target, json=False))


def _alias(here: Surroundings, need: Need) -> int:
    args = Namespace(key=need.target, to=need.other, reason="", json=False)
    return correct.run_alias(here, args)


def _approve(here: Surroundings, need: Need) -> int:
    return record.run_approve(here, Namespace(code=need.target, agent="", json=False))


def _reject(here: Surroundings, need: Need) -> int:
    args = Namespace(code=need.target, agent="", reason="", json=False)
    return record.run_reject(here, args)


def _withdraw(here: Surroundings, need: Need) -> int:
    return correct.run_withdraw(here, Namespace(id=need.target, reason="", json=False))


_ACTS: dict[tuple[str, str], Act] = {
    (review.DISPUTE, "s"): _settle,
    (review.TWINS, "a"): _alias,
    (review.PENDING, "a"): _approve,
    (review.PENDING, "r"): _reject,
    (review.PAST, "w"): _withdraw,
    (review.TAKEN, "w"): _withdraw,
}
