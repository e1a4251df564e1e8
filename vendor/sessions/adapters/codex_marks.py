"""How far a Codex thread was read, and what may change without a line of its file.

A mark begins with how the file looks from outside, so that thousands are compared in no time.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from .. import machine_typed
from ..record import Reading
from . import codex_files, jsonl
from .codex_files import Rollout
from .codex_state import State

UNREAD = "compressed, not read"
PLAIN, FORK, CLOSED = "-", "f", "u"  # what a mark is of; CLOSED: this Python cannot unpack it

# A thread that this one depends on: where it was read to, None where it was not there, and whether
# more of it may matter.
Note = tuple[str, list[Any] | None, bool]


@dataclass(slots=True)
class Mark:
    """How far a rollout was read. Written, it begins with the outside, for a quick look."""

    file: jsonl.Mark = field(default_factory=jsonl.Mark)
    state: State = field(default_factory=State)
    machine: bool = False  # the running turn was typed by a machine
    spoke: bool = False  # a person has said something
    copying: bool = False  # all that was said so far may be copies
    named: bool = False  # by the index of names
    notes: list[Note] = field(default_factory=list)

    def written(self, outside: str) -> str:
        """Behind how the file looked from outside."""
        notes = [list(note) for note in self.notes]
        flags = [self.machine, self.spoke, self.copying, self.named]
        kind = FORK if notes else PLAIN
        return outside + kind + json.dumps([self.file.fields(), self.state.written(), flags, notes])

    @classmethod
    def read(cls, written: str) -> "Mark | None":
        """The mark that was written; None for anything else."""
        try:
            file, state, flags, notes = json.loads(written[written.index("[") :])
            made = [(str(ident), fields, bool(is_open)) for ident, fields, is_open in notes]
            machine, spoke, copying, named = map(bool, flags)
            found = cls(jsonl.Mark(*file), State.read(*state), machine, spoke, copying, named)
            found.notes = made
            return found
        except (ValueError, TypeError):
            return None


def outside(rollout: Rollout, found: os.stat_result, name: str) -> str:
    """What of a thread can change without its lines: how its mark begins."""
    named = blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest() if name else "-"
    place = f"{found.st_dev} {found.st_ino} {found.st_size} {found.st_mtime_ns}"
    return f"{place} {int(rollout.archived)} {named} "


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a reading may look at beside its own file."""

    rollouts: Mapping[str, Rollout]
    names: Mapping[str, str]
    outside: Callable[[machine_typed.Said], bool]
    pulse: Callable[[], None]


def closed(rollout: Rollout, name: str) -> Reading:
    """What is known of a compressed thread that this Python cannot unpack."""
    mark = outside(rollout, rollout.outside, name) + CLOSED
    touched = rollout.outside.st_mtime_ns // 1_000_000
    return Reading(mark, None, skipped={UNREAD: 1}, touched=touched)


def still_there(notes: Sequence[Note], shelf: Shelf) -> bool:
    """Whether the threads that a fork was read with are what they were, or have only grown."""
    return all(
        _stands(fields, shelf.rollouts.get(ident), shelf, grows=not is_open)
        for ident, fields, is_open in notes
    )


def _stands(
    fields: list[Any] | None, rollout: Rollout | None, shelf: Shelf, *, grows: bool
) -> bool:
    if rollout is None or not codex_files.readable(rollout):
        return fields is None
    try:
        mark = jsonl.Mark(*fields or ())
        if fields is None or mark.unchanged(rollout.outside) or rollout.packed or not grows:
            return fields is not None and mark.unchanged(rollout.outside)
        with jsonl.Tail(rollout.path, mark, shelf.pulse) as lines:
            return not lines.restarted
    except (OSError, TypeError):
        return False
