"""Entries of the host's own memory: notes of an agent, with a source where the person said it.

An entry says what an agent wrote down. It is shown as a note, unsourced, until a plain statement of
the person is found in a past session that holds every word which tells the entry from another, and
denies as much as it does; then that sentence stands beside it with its code. The index says so
anew each time: nothing is written, so what is forgotten is no source any more.
"""

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..dbfile import Damaged, NotOurFile, Unsupported
from ..sessions.adapters.memories import AGENT as MEMORIES
from ..sessions.index import SessionIndex
from ..sessions.rows import MessageRow
from ..text import render, words
from . import hits, people, speakers
from .conversation import MINE
from .hits import Hit
from .otherwise import denies
from .statements import NOT_THEIRS, statements

if TYPE_CHECKING:
    from .memory import Found, Memory

# The index went away since the search: then an entry is shown without a source.
_UNUSABLE = (Damaged, NotOurFile, Unsupported, sqlite3.Error, OSError)
WHERE = "hermes' own memory"
LOOKED = 12  # messages that hold words of an entry
FEWEST = 2  # words that tell an entry from another
UNFIT = NOT_THEIRS | {"conditional"}
# How an agent words that it is about the person.
_FRAME = words.informative(
    "user users prefer prefers preference like likes want wants use uses using always note remember"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The person's own sentence, the code of its message, its day, and who they are to the reader.

    That is `you`, or their name where somebody else reads it.
    """

    quote: str
    code: str
    date: str
    by: str = "you"


def is_entry(row: MessageRow) -> bool:
    """Whether a row of the index is an entry of the host's own memory."""
    return row.agent == MEMORIES


def spoken(
    entry: MessageRow, index: SessionIndex, memory: "Memory", audiences: Collection[str]
) -> Spoken | None:
    """Where the person said what an entry says; None where that is not found.

    Looked through are the places where nobody but the principal speaks.
    """
    own = MINE | people.direct_chats(people.policy(memory))
    by = "you" if own <= set(audiences) else memory.settings.principal or "the principal"
    for row, sentence in saying(entry.text, index, memory, own.intersection(audiences)):
        date = render.day(row.at, memory.zone) if row.at else ""
        return Spoken(render.one_line(sentence, 120), index.code(row.id), date, by)
    return None


def saying(
    text: str, index: SessionIndex, memory: "Memory", audiences: Collection[str]
) -> Iterator[tuple[MessageRow, str]]:
    """The messages in which the person says what `text` does, each with their sentence."""
    telling = words.informative(text) - about(memory)
    if len(telling) < FEWEST:
        return
    denied = denies(text)
    others = speakers.sessions(memory.settings)

    def says_it(sentence: str) -> bool:
        return telling <= words.informative(sentence) and denies(sentence) == denied

    for row in index.search(
        words.query(text),
        limit=LOOKED,
        audiences=audiences,
        role="user",
        agents=memory.settings.index_sessions,
    ):
        if (
            row.id in memory.without
            or people.others_in(row, others)
            or memory.settings.private.holds(row.project)
        ):
            continue
        for sentence in statements(row.text, says_it, flags=UNFIT):
            yield row, sentence


def about(memory: "Memory") -> frozenset[str]:
    """Words by which a line says of whom it is: they tell nothing else."""
    settings = memory.settings
    return _FRAME | words.informative(" ".join((settings.principal, *settings.principal_aliases)))


def sourced(
    memory: "Memory", answer: list[Hit], found: Mapping[str, "Found"], audiences: Collection[str]
) -> list[Hit]:
    """The answer with its entries as notes. Before a turn, which gets none, no source is sought."""
    rows = {hit.id: found[hit.id].message for hit in answer}
    entries = {ident: row for ident, row in rows.items() if row is not None and is_entry(row)}
    if not entries:
        return answer
    said: dict[str, Spoken | None] = {}
    if not memory.is_hurried:
        with suppress(*_UNUSABLE), memory.index() as index:
            said = {ident: spoken(row, index, memory, audiences) for ident, row in entries.items()}
    return [entry_hit(h, said.get(h.id)) if h.id in entries else h for h in answer]


def entry_hit(hit: Hit, said: Spoken | None) -> Hit:
    """The hit of an entry: a note, agent-written; unsourced, or with the person's own sentence."""
    note = f"note, {hits.AGENT_WRITTEN}"
    marks = (note,) if said else (note, hits.UNSOURCED)
    shown = render.one_line(hit.snippet, 110 if said else 220)
    if said:
        shown = f"{shown} — {said.by}, {said.date} [{said.code}]: “{said.quote}”"
    date = said.date if said else ""
    return replace(
        hit,
        kind="note",
        date=date,
        snippet=render.one_line(shown, 220),
        marks=marks,
        line=render.line(hit.code, date, WHERE, "", shown, marks),
    )


def entry_view(said: Spoken | None) -> dict[str, object]:
    """What `brain_get` adds for an entry."""
    view: dict[str, object] = {"kind": "note", "agent": WHERE, "body_is": hits.AGENT_WRITTEN}
    if said is None:
        return view | {"sources": [], "mark": hits.UNSOURCED}
    return view | {
        "sources": [{"said_by": said.by, "quote": said.quote, "code": said.code, "date": said.date}]
    }
