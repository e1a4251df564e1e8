"""Commands of ours in the tool calls of other agents' sessions, of all times: for `check`.

Every session that was written to since a moment is read line by line, and only the lines that
name us are looked into. Nothing of it is kept. (`agent_records.calls_between` reads the newest
ends, for the gate, which has no time for more.)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import record
from .adapters import codex_zstd, jsonl
from .agent_records import RECORDS, Record

MARKS = (
    b"agent-si",
    b"brain.py",
    b"brain.toml",
    b"brain.db",
    b"memory setup",
    b"agent_si_engine",
    b"si:",
)
PACKED = ".zst"


@dataclass(frozen=True, slots=True)
class Ran:
    """One call: its words, and when it began and was over, seconds since 1970, None if unknown."""

    locator: str
    text: str
    began: float | None
    over: float | None


def commands(agent: str, root: Path, since: float) -> list[Ran]:
    """The calls in one agent's sessions that name us, file by file.

    A file that cannot be read has none; `unread` counts those that this Python never can.

    Args:
        agent: one of `RECORDS`.
        root: the agent's folder.
        since: seconds since 1970; what was last written to before is not opened.
    """
    found: list[Ran] = []
    for session, path in RECORDS[agent].sessions(root):
        try:
            if _may_hold(path, since) and not _is_closed(path):
                found += _ran(agent, session, path)
        except OSError:
            continue
    return found


def unread(agent: str, root: Path, since: float) -> int:
    """How many sessions cannot be looked into, as they are compressed."""
    return sum(
        _is_closed(path) and _may_hold(path, since) for _, path in RECORDS[agent].sessions(root)
    )


def _may_hold(path: Path, since: float) -> bool:
    try:
        return path.stat().st_mtime >= since
    except OSError:
        return False


def _is_closed(path: Path) -> bool:
    return path.suffix == PACKED and not codex_zstd.available()


def _ran(agent: str, session: str, path: Path) -> Iterator[Ran]:
    known = RECORDS[agent]
    for call in known.calls_in(_worth(path, known), session):
        if call.is_runner:
            place = record.locator(agent, session, record.tail(call.entry or call.ident))
            yield Ran(place, call.text, call.at, None if call.detached else call.over)


def _worth(path: Path, known: Record) -> Iterator[bytes]:
    """The lines that name us, and the results behind the first of them."""
    is_named = False
    for line in _lines(path):
        if any(mark in line for mark in MARKS):
            is_named = True
            yield line
        elif is_named and any(end in line for end in known.ends):
            yield line


def _lines(path: Path) -> Iterator[bytes]:
    opened = (
        codex_zstd.Unpacked(path, _no_pulse)
        if path.suffix == PACKED
        else jsonl.Tail(path, jsonl.Mark(), _no_pulse)
    )
    with opened as lines:
        for _, line in lines:
            yield line
        yield lines.rest[1]


def _no_pulse() -> None:
    """Nobody waits meanwhile."""
