"""What an assistant said it had saved, in turns in which nothing was: a promise without a receipt.

    the host's record --> texts of assistants and receipts, by turn --> Unkept, oldest first

Left out is what the person took off the record and what is in a private project.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from ..sessions import saves
from ..sessions.running import Running, RunningUnavailable, read_running
from ..text import ids, secrets
from ..text.saved_words import claims_of_saving
from .memory import UNUSABLE, Memory


@dataclass(frozen=True, slots=True)
class Unkept:
    """A sentence that says something was kept, the code of its message, and when (UTC)."""

    code: str
    locator: str
    at: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, how many texts were read, and how many claims had their receipt."""

    unkept: tuple[Unkept, ...]
    texts: int
    kept: int


def look(memory: Memory, since: datetime) -> Looked:
    """Every claim of saving from a moment on that has no receipt in its turn.

    Raises:
        NotReadable, sqlite3.Error: the host's record cannot be read now.
    """
    said = saves.said_since(memory.settings.state_db, since)
    claimed = [(each, words) for each in said if (words := list(claims_of_saving(each.text)))]
    without = [(each, words[0]) for each, words in claimed if not each.kept]
    shown = tuple(_shown(memory, without))
    return Looked(shown, len(said), len(claimed) - len(without))


def _shown(memory: Memory, found: list[tuple[saves.Said, str]]) -> Iterator[Unkept]:
    places: dict[str, bool] = {}
    for each, words in found:
        if each.session not in places:
            places[each.session] = is_open(memory, each.session)
        if places[each.session]:
            ident = ids.message_id(each.locator)
            told = "(it holds what looks like a credential)" if secrets.find(words) else words
            yield Unkept(_code(memory, ident), each.locator, each.at, told)


def is_open(memory: Memory, session: str) -> bool:
    """Whether a session of Hermes may be shown: on the record, and in no private project."""
    try:
        running: Running = read_running(memory.settings.state_db, session)
    except RunningUnavailable:
        return False
    return not running.off_record and not memory.settings.private.holds(*running.folders)


def _code(memory: Memory, ident: str) -> str:
    """The code of a message, the shortest where there is an index."""
    try:
        with memory.index() as index:
            return index.code(ident)
    except UNUSABLE:
        return ident[: 2 * ids.MINIMUM]
