"""Where credentials stand in the agents' own histories, so that a person can rotate them.

    adapters --> every unit in full --> text.secrets --> Place (path, line or row, kind, time)

The index keeps such messages out; the histories that it reads from keep them. Nothing is written
here, and no value leaves this file: a place says where to look and what kind it is.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..text import secrets
from . import admit
from . import hermes_rows as rows
from .adapters import Adapter
from .record import Reading

REPEATED = "one of these again"
UNJUDGED = "not judged"  # the kind of what the detector failed on
_FAILS = (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, MemoryError)
_FAULTS = (OSError, sqlite3.Error, *_FAILS)


@dataclass(frozen=True, slots=True)
class Place:
    """One message that holds a credential, or repeats one of its session.

    Attributes:
        path: the file, or the database.
        row: "line 12" of it, or "row 12 of messages".
        kind: as `secrets.shown` names it.
        at: milliseconds since 1970 UTC, None where the format has no time.
    """

    agent: str
    path: str
    row: str
    kind: str
    at: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """How far the look through one agent's history is, in units; `trouble` when it ended there."""

    agent: str
    done: int
    total: int
    trouble: str = ""


class _Nothing:
    """No unit is known, so that every unit counts as changed."""

    def get(self, unit: str) -> str | None:
        return None

    def all(self) -> Mapping[str, str]:
        return {}


class Stopped(Exception):
    """The look was asked to end."""


def look(
    adapters: Sequence[Adapter],
    *,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[Step], None] = lambda step: None,
) -> Iterator[Place]:
    """Every place in turn, agent by agent, newest unit first.

    What cannot be read is told to `progress` and passed over.

    Raises:
        Stopped: `stop` answered True.
    """

    def pulse() -> None:
        if stop():
            raise Stopped

    for adapter in adapters:
        try:
            yield from _of_agent(adapter, pulse, progress)
        finally:
            adapter.close()


def _of_agent(
    adapter: Adapter, pulse: Callable[[], None], progress: Callable[[Step], None]
) -> Iterator[Place]:
    scan = adapter.scan(_Nothing(), cursor="", full=True, pulse=pulse)
    units, trouble = scan.changed, "" if scan.absent else scan.trouble
    for done, unit in enumerate(units):
        pulse()
        progress(Step(adapter.agent, done, len(units), trouble))
        try:
            reading = adapter.read(unit, "", pulse)
        except _FAULTS as error:
            trouble = f"{admit.unit(unit)}: {rows.reason(error)}"
            continue
        if reading is not None:
            yield from _of_reading(adapter, unit, reading)
    progress(Step(adapter.agent, len(units), len(units), trouble))


def _of_reading(adapter: Adapter, unit: str, reading: Reading) -> Iterator[Place]:
    texts = [message.text for message in reading.messages]
    for place, kind in sorted(_kinds(texts).items()):
        message = reading.messages[place]
        path, row = adapter.where(unit, message.seq)
        yield Place(adapter.agent, path, row, kind, message.at)


def _kinds(texts: Sequence[str]) -> dict[int, str]:
    """Place of a text -> the kind of what it holds."""
    found = dict[int, str]()
    for place, text in enumerate(texts):
        try:
            kind = secrets.find(text)
        except _FAILS:
            found[place] = UNJUDGED
            continue
        if kind is not None:
            found[place] = secrets.shown(kind)
    if found and UNJUDGED not in found.values():
        for place in secrets.repeated(texts):
            found.setdefault(place, REPEATED)
    return found
