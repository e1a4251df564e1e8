"""What the history itself says now of a message that is kept: the same words, others, or none.

The agent's own transcript is read anew, on the spot, by the adapter that reads it for the index.

    MessageRow --unit--> Adapter.read --> Original(unchanged | moved | changed | gone, around)
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..sessions import record
from ..sessions.adapters import Adapter
from ..sessions.index import SessionIndex
from ..sessions.record import Message, Reading
from ..sessions.rows import MessageRow

UNCHANGED: Final = "unchanged"
MOVED: Final = "moved"
CHANGED: Final = "changed"
GONE: Final = "gone"
EXPIRED: Final = "expired: its agent has deleted it by age, and it exists only here"
UNREADABLE: Final = "cannot be read now"
NEIGHBOURS: Final = 2


@dataclass(frozen=True, slots=True)
class Original:
    """A message in its own history.

    state: one of the above. where: path and line or row, "" where it is gone. around: what stands
    before and after it there, itself left out; without its words where the index may not keep it.
    """

    state: str
    where: str = ""
    around: tuple[Message, ...] = ()


def original(
    index: SessionIndex, row: MessageRow, readers: Callable[[Sequence[str]], Iterable[Adapter]]
) -> Original:
    """Read the history that a message is from, and find it there."""
    session = index.session(row.session)
    if session is None:
        return Original(GONE)
    unit = index.unit_of(row.session)
    for adapter in readers((row.agent,)):
        try:
            reading = adapter.read(unit, "", lambda: None) if unit else None
            found = _found(index, reading, row, adapter, unit)
        except (OSError, sqlite3.Error, ValueError):
            return Original(UNREADABLE)
        finally:
            adapter.close()
        return Original(EXPIRED) if found.state == GONE and session.expired else found
    return Original(GONE)


def _found(
    index: SessionIndex, reading: Reading | None, row: MessageRow, adapter: Adapter, unit: str
) -> Original:
    if reading is None or reading.session is None:
        return Original(GONE)
    names = {row.locator, *row.aliases}
    said = reading.messages
    named = [n for n, m in enumerate(said) if names & _names(adapter.agent, reading, m)]
    same = [n for n, m in enumerate(said) if m.text == row.text and m.role == row.role]
    place = next((n for n in named if n in same), (*named, *same, None)[0])
    if place is None:
        return Original(GONE)
    state = UNCHANGED if place in named and place in same else CHANGED if named else MOVED
    path, line = adapter.where(unit, said[place].seq)
    near = range(max(0, place - NEIGHBOURS), min(len(said), place + NEIGHBOURS + 1))
    around = (_shown(index, reading, adapter.agent, said[n]) for n in near if n != place)
    return Original(state, f"{path}, {line}", tuple(around))


def _shown(index: SessionIndex, reading: Reading, agent: str, message: Message) -> Message:
    """The message; without its words where the index does not hold them: it may not, or not yet."""
    names = _names(agent, reading, message)
    held = any(index.by_locator(name) is not None for name in names)
    return message if held else replace(message, text="")


def _names(agent: str, reading: Reading, message: Message) -> set[str]:
    assert reading.session is not None
    own = record.locator(agent, reading.session.key, message.tail)
    return {own, message.same_as} - {""}
