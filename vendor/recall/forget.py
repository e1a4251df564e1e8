"""Forget, so that it never comes back; and refuse what would bring it back.

    ids --> forget_plan.plan() --> Plan, shown to a person --> carry_out() --> Done
                                                   1. forgotten.db learns the names and the words
                                                   2. the brain empties its texts (redact)
                                                   3. the index loses the messages and their bytes

An end at any point leaves nothing half known: from the first step on nothing comes back, and the
next refresh finishes the third; asking again finishes the second. elsewhere.py looks for the words
in places that are not ours, prove.py looks for them byte by byte in ours.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..brain.errors import PacketRefused
from ..brain.packet import Packet
from ..dbfile import Damaged
from ..forgotten import Forgotten, Unreadable
from ..sessions import aside, refresher
from ..sessions.index import Forgot, SessionIndex
from ..text import ids
from . import review_answers
from .forget_plan import Goes, Plan, Stays, matching, of_person, of_project, plan
from .memory import UNUSABLE, Memory

__all__ = [
    "Done", "Goes", "Plan", "Stays", "carry_out", "forget_again", "left_over", "matching",
    "of_person", "of_project", "plan", "refusal", "refuse_forgotten", "refuse_packets", "refusing",
]  # fmt: skip

PATIENCE = 20.0  # seconds to wait for who writes the index
TTY = "tty"


@dataclass(frozen=True, slots=True)
class Done:
    """What was forgotten, in numbers. `later` says what the next refresh still has to do."""

    rows: int = 0
    messages: int = 0
    sessions: int = 0
    later: str = ""


def carry_out(
    memory: Memory, wanted: Plan, *, via: str = TTY, reason: str = "", patience: float = PATIENCE
) -> Done:
    """Forget what a plan names, for good; `patience` in seconds, for who writes the index.

    Raises:
        PacketRefused: the brain has something new since that would go too; plan again.
        Unreadable, NotWritten: nothing was forgotten; the sentence says what to do.
    """
    with Forgotten.open(memory.settings.forgotten, create=True) as forgotten:
        forgotten.add(
            locators=wanted.names,
            texts=wanted.words,
            rows=wanted.rows.targets,
            sessions=wanted.session_names,
        )
    if wanted.rows.targets:
        with memory.brain(readonly=False) as brain:
            brain.forget(wanted.rows, reason=reason, via=via)
        review_answers.forget(memory.settings, wanted.rows.targets)
    return _from_index(
        memory,
        Done(rows=len(wanted.rows.targets)),
        lambda index: index.forget(
            messages=wanted.messages, sessions=wanted.sessions, locators=wanted.names
        ),
        patience,
    )


def _from_index(
    memory: Memory,
    done: Done,
    work: Callable[[SessionIndex], Forgot],
    patience: float = PATIENCE,
) -> Done:
    """Do the index's part, alone with it; what cannot be done now is left to the next refresh."""
    path = memory.settings.index
    if not path.exists() and not aside.is_waiting(path):
        return done
    try:
        with refresher.leading(path, patience=patience) as mine:
            if not mine:
                return _later(done, "another process is writing the index")
            with SessionIndex.open(path) as index:
                gone = work(index)
    except (sqlite3.Error, Damaged) as error:
        return _later(done, getattr(error, "sqlite_errorname", "") or str(error))
    done = Done(done.rows, gone.messages, gone.sessions)
    return done if gone.erased else _later(done, "a reader keeps the log of the index")


def _later(done: Done, why: str) -> Done:
    late = f"{why}: the next refresh of the index finishes it (hermes agent-si forget --again)"
    return Done(done.rows, done.messages, done.sessions, late)


def forget_again(memory: Memory, *, via: str = TTY) -> Done:
    """Forget again whatever forgotten.db names, after a copy was restored or a packet applied.

    The one call for whoever puts an older brain or index in place. Nothing to forget is no error.

    Raises:
        PacketRefused, Unreadable, NotWritten: as `carry_out` says.
    """
    with Forgotten.open(memory.settings.forgotten) as forgotten:
        if forgotten.empty:
            return Done()
        rows = _known_rows(memory, forgotten)
    if rows:
        with memory.brain(readonly=False) as brain:
            known = brain.forgetting(*rows)
            brain.forget(known, reason="forgotten before", via=via)
            rows = list(known.targets)
        review_answers.forget(memory.settings, rows)
    return _from_index(memory, Done(rows=len(rows)), SessionIndex.purge)


def unreadable(memory: Memory) -> str:
    """Why it cannot be asked what was forgotten, so that nothing is kept; "" when it can."""
    try:
        with Forgotten.open(memory.settings.forgotten) as forgotten:
            return "; ".join(forgotten.check())
    except Unreadable as error:
        return str(error)


def left_over(memory: Memory) -> list[str]:
    """What is wrong with forgotten.db, and what stands again that it knows; one line each."""
    try:
        with Forgotten.open(memory.settings.forgotten) as forgotten:
            if wrong := forgotten.check():
                return [f"forgotten: {line}" for line in wrong]
            if forgotten.empty:
                return []
            rows = len(_known_rows(memory, forgotten))
            messages = _known_messages(memory)
    except Unreadable as error:
        return [f"forgotten: {error}"]
    except UNUSABLE:
        return []  # the check of the brain, or of the index, has said what is wrong
    found = ((rows, "row", "the brain"), (messages, "message", "the session index"))
    return [
        f"forgotten: {_standing(count, what, where)} forgotten: hermes agent-si forget --again"
        for count, what, where in found
        if count
    ]


def _standing(count: int, what: str, where: str) -> str:
    if count == 1:
        return f"1 {what} of {where} stands that was"
    return f"{count} {what}s of {where} stand that were"


def _known_messages(memory: Memory) -> int:
    try:
        with memory.index() as index:
            return index.left_over()
    except FileNotFoundError:
        return 0


def _known_rows(memory: Memory, forgotten: Forgotten) -> list[str]:
    """Rows of the brain that were forgotten by their id, or rest on a message that was."""
    found = []
    try:
        with memory.brain() as brain, forgotten.reading():
            for ident, locator in brain.standing():
                if forgotten.holds_row(ident) or forgotten.holds_locator(locator):
                    found.append(ident)
    except FileNotFoundError:
        pass
    return found


def refuse_packets(memory: Memory, packets: Iterable[Packet]) -> None:
    """Refuse packets that would bring back a message or a row that was forgotten.

    Raises:
        PacketRefused: as `refuse_forgotten` says.
    """
    with refusing(memory) as refusal_of:
        for packet in packets:
            refused = refusal_of(packet)
            if refused is not None:
                raise refused


def refusal(memory: Memory, packet: Packet) -> PacketRefused | None:
    """Why a packet would bring back what was forgotten, or None."""
    with refusing(memory) as refusal_of:
        return refusal_of(packet)


@contextmanager
def refusing(memory: Memory) -> Iterator[Callable[[Packet], PacketRefused | None]]:
    """Why each of many packets would bring back what was forgotten, or None; asked of one file."""
    try:
        opened = Forgotten.open(memory.settings.forgotten)
    except Unreadable as error:
        unreadable = _unreadable(error)
        yield lambda packet: unreadable
        return
    with opened as forgotten:
        yield lambda packet: _refusal(forgotten, packet)


def _refusal(forgotten: Forgotten, packet: Packet) -> PacketRefused | None:
    sources = [op for op in packet.ops if op.get("op") == "add_source"]
    rows = [ids.row_id(packet.id, place) for place in range(len(packet.ops))]
    return _holds(
        forgotten,
        [str(op.get("locator", "")) for op in sources],
        rows if packet.id else (),
        [str(op.get("text", "")) for op in sources],
    )


def refuse_forgotten(
    memory: Memory,
    locators: Iterable[str],
    *,
    rows: Iterable[str] = (),
    texts: Iterable[str] = (),
) -> None:
    """Refuse to keep what rests on a message that the person asked to forget.

    Raises:
        PacketRefused: code `forgotten`, or `unreadable` where it cannot be asked.
    """
    try:
        with Forgotten.open(memory.settings.forgotten) as forgotten:
            refused = _holds(forgotten, locators, rows, texts)
    except Unreadable as error:
        raise _unreadable(error) from None
    if refused is not None:
        raise refused


def _unreadable(error: Unreadable) -> PacketRefused:
    return PacketRefused("unreadable", f"not kept: {error}")


def _holds(
    forgotten: Forgotten, locators: Iterable[str], rows: Iterable[str], texts: Iterable[str]
) -> PacketRefused | None:
    """What forgotten.db says of addresses, rows and texts; where it cannot be asked, that."""
    try:
        with forgotten.reading():
            known = any(map(forgotten.holds_locator, locators))
            known = known or any(map(forgotten.holds_row, rows))
            words = not known and any(map(forgotten.holds_text, texts))
    except Unreadable as error:
        return _unreadable(error)
    if words:
        return PacketRefused(
            "forgotten",
            "not kept: the person asked to forget these words. If they say them again, the tool "
            "brain_remember can keep them from that message",
        )
    if known:
        return PacketRefused(
            "forgotten",
            "not kept: the person asked to forget this message. If they say it again in a new "
            "message, it can be kept",
        )
    return None
