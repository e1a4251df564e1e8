"""The differences between two policies in words, and which of them widen what may be written.

old, new --> changes() --> apply-config, and the effect of a packet that holds a policy
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..brain.grammar import OPERATIONS
from ..brain.policy import ANY, PERSON, Agent, Policy
from ..text import render


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two policies. widens: more may be written, or in more names."""

    words: str
    widens: bool = False


def changes(old: Policy, new: Policy) -> Iterator[Change]:
    """Each difference in words, what concerns the principal first."""
    yield from _principal(old, new)
    yield from _lists(old, new)
    for name in sorted({*old.agents, *new.agents}):
        yield from _agent(name, old.agents.get(name), new.agents.get(name))
    for pattern in sorted({*new.changing} - {*old.changing}):
        yield Change(
            f"keys {_quoted(pattern)}: the principal's newest statement counts, without a dispute"
        )
    for pattern in sorted({*old.changing} - {*new.changing}):
        yield Change(f"keys {_quoted(pattern)}: different values dispute each other again")
    if old.name != new.name:
        yield Change(f"the brain is called {_quoted(new.name)}, before {_quoted(old.name)}")


def lines(found: Sequence[Change]) -> list[str]:
    """One line a difference, those that widen marked with `!`."""
    shown = [f"{'!' if change.widens else '-'} {change.words}" for change in found]
    return shown or ["- nothing that has an effect (comments, order)"]


def _principal(old: Policy, new: Policy) -> Iterator[Change]:
    if old.principal == new.principal:
        return
    if not new.principal:
        yield Change(
            f"there is no principal any more: nobody's words are protected, before "
            f"{_quoted(old.principal)}",
            widens=True,
        )
    elif not old.principal:
        yield Change(f"the principal, whose words are protected, is {_quoted(new.principal)}")
    else:
        yield Change(
            f"the principal, whose words are protected, is {_quoted(new.principal)}, before "
            f"{_quoted(old.principal)}",
            widens=True,
        )


_LISTS = {
    "aliases": ("counts as a name of the principal", False),
    "principal_ids": ("counts as the principal on a messaging platform", True),
    "shared_with": ("is shown what is for the principal", True),
}


def _lists(old: Policy, new: Policy) -> Iterator[Change]:
    for name, (what, widens) in _LISTS.items():
        before, after = getattr(old, name), getattr(new, name)
        for each in after:
            if each not in before:
                yield Change(f"{_quoted(each)} {what}", widens)
        for each in before:
            if each not in after:
                yield Change(f"{_quoted(each)} {what} no more", name == "aliases")


def _agent(name: str, old: Agent | None, new: Agent | None) -> Iterator[Change]:
    shown = _quoted(name)
    if new is None:
        yield Change(f"agent {shown} may write nothing any more")
        return
    before = old or Agent(name, new.kind, frozenset())
    if old is None:
        yield Change(f"agent {shown} of kind {new.kind} is new", widens=True)
    elif old.kind != new.kind:
        words = f"agent {shown} is of kind {new.kind}, before {old.kind}"
        yield Change(words, widens=True)
    yield from _operations(shown, before, new)
    yield from _flags(shown, before, new, is_new=old is None)


def _operations(shown: str, old: Agent, new: Agent) -> Iterator[Change]:
    gained = [op for op in OPERATIONS if new.may(op) and not old.may(op)]
    lost = [op for op in OPERATIONS if old.may(op) and not new.may(op)]
    if gained:
        every = ANY in new.operations
        yield Change(f"agent {shown} may {'everything' if every else ', '.join(gained)}", True)
    elif ANY in new.operations and ANY not in old.operations:
        yield Change(f"agent {shown} may everything, operations of later versions too", True)
    if lost:
        yield Change(f"agent {shown} may no more {', '.join(lost)}")


_POWERS = {
    "author_principal": "add words as the principal's own",
    "manual_sources": "add sources by hand",
}


def _flags(shown: str, old: Agent, new: Agent, *, is_new: bool) -> Iterator[Change]:
    for name, what in _POWERS.items():
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield Change(f"agent {shown} may {'' if after else 'no more '}{what}", after)
    if old.approval != new.approval:
        waits = new.approval == PERSON
        words = "wait for a person's approval" if waits else "are in force without approval"
        yield Change(f"packets of {shown} {words}", not waits)
    if old.approvers != new.approvers and not (is_new and not new.approvers):
        named = ", ".join(map(_quoted, new.approvers)) or "any agent of kind person"
        gained = not new.approvers or bool({*new.approvers} - {*old.approvers})
        yield Change(f"packets of {shown} are decided by {named}", gained)


def _quoted(words: str) -> str:
    return f"«{render.one_line(words, 80)}»"
