"""The people and places of this memory, and whether one is shown what is another's.

places      each audience that anything was said in: who spoke there, how much is held of it
crossed     as each of them, ask for what is not theirs: by words, by id, by key
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from ..brain.model import Fact, Record, Source
from ..sessions import hermes_rows, record
from ..text.ids import Ambiguous
from . import people
from .conversation import Conversation, Speaker
from .memory import UNUSABLE, Memory
from .show import Unknown, show

ASKED = 5  # things of each kind that one viewer asks for in another's place


@dataclass(slots=True)
class Place:
    """One audience: the accounts that opened sessions there, and how much was said."""

    audience: str
    accounts: set[str] = field(default_factory=set)
    sessions: int = 0
    messages: int = 0
    newest: list[str] = field(default_factory=list)  # locators of a person's newest messages


@dataclass(frozen=True, slots=True)
class Crossed:
    """What one viewer tried to read of others' and how much of it was answered."""

    tried: int = 0
    answered: tuple[str, ...] = ()


def places(memory: Memory) -> list[Place]:
    """Every place that the host's record or the brain knows, `mine` first.

    Raises:
        hermes_rows.NotReadable: the host's record is there and cannot be read.
    """
    found = {record.MINE: Place(record.MINE)}
    if memory.settings.state_db.exists():
        with closing(hermes_rows.open_state(memory.settings.state_db)) as db:
            for talk in _talks(db):
                audience = hermes_rows.audience(talk)
                place = found.setdefault(audience, Place(audience))
                _count(db, talk, place)
    for source in _sources(memory):
        found.setdefault(source.audience, Place(source.audience))
    return [found[name] for name in sorted(found, key=lambda each: (each != record.MINE, each))]


def _talks(db: sqlite3.Connection) -> Iterator[hermes_rows.Talk]:
    wanted = hermes_rows.select(db, "sessions", hermes_rows.SESSION_COLUMNS, "s")
    rows = hermes_rows.fetch(db, f"SELECT {wanted} FROM sessions AS s ORDER BY s.started_at", ())  # noqa: S608
    for row in rows:
        talk = hermes_rows.talk_of(row)
        if not hermes_rows.machine(talk, None, unmarked_runs=False):
            yield talk


SAID = """
SELECT count(*) FROM messages WHERE session_id = ? AND role IN ('user', 'assistant')
AND coalesce(content, '') <> ''
"""
NEWEST = "SELECT id FROM messages WHERE session_id = ? AND role = 'user' ORDER BY id DESC LIMIT ?"


def _count(db: sqlite3.Connection, talk: hermes_rows.Talk, place: Place) -> None:
    place.sessions += 1
    place.messages += hermes_rows.fetch(db, SAID, (talk.id,))[0][0]
    if talk.user:
        place.accounts.add(f"{talk.source}:{talk.user}")
    rows = hermes_rows.fetch(db, NEWEST, (talk.id, ASKED))
    address = record.locator("hermes", talk.id)
    place.newest = [*(f"{address}:{n}" for (n,) in rows), *place.newest][:ASKED]


def _sources(memory: Memory) -> list[Source]:
    try:
        with memory.brain() as brain:
            facts, records = brain.facts(), brain.records()
    except UNUSABLE:
        return []
    held: Sequence[Fact | Record] = [*facts, *records]
    return [source for entry in held for source in _of(entry)]


def _of(entry: Fact | Record) -> list[Source]:
    if isinstance(entry, Record):
        return [c.source for each in entry.revisions for c in each.citations]
    return [c.source for claim in entry.claims for c in claim.citations]


def viewer(memory: Memory, audience: str) -> Conversation:
    """A conversation of somebody in that place, as the host would describe it."""
    kind, _, rest = audience.partition(":")
    platform, _, name = rest.partition(":")
    if kind == "group":
        somebody = Conversation(
            platform=platform, chat_id=name, chat_type="group", speaker=Speaker("somebody")
        )
    elif kind == "direct":
        somebody = Conversation(platform=platform, user_id=name, chat_type="dm")
    else:
        somebody = Conversation()
    return people.placed(memory, somebody)


def theirs(memory: Memory, audience: str) -> frozenset[str]:
    """What somebody in a place may see by the rule itself, however it is carried out."""
    known = people.policy(memory)
    own = {record.MINE, *people.direct_chats(known)}
    if audience in own:
        return frozenset({*own, *people.groups(memory, known)})
    account = audience.removeprefix("direct:")
    shared = not {audience, account}.isdisjoint(known.shared_with)
    return frozenset({audience, record.MINE} if shared else {audience})


def crossed(memory: Memory, audience: str, others: list[Place]) -> Crossed:
    """Ask as somebody in a place for what is not theirs, live, by every road that a model has."""
    who, seen = viewer(memory, audience), theirs(memory, audience)
    hidden = [place for place in others if place.audience not in seen]
    tried, answered = 0, list[str]()
    for ident, words in [*_messages(memory, hidden), *_rows(memory, seen)]:
        tried += 1
        if _answers(memory, who, ident, words):
            answered.append(ident)
    return Crossed(tried, tuple(answered))


def _messages(memory: Memory, hidden: list[Place]) -> list[tuple[str, str]]:
    found = []
    try:
        with memory.index() as index:
            for place in hidden:
                rows = (index.by_locator(locator) for locator in place.newest)
                found += [(row.id, row.text) for row in rows if row is not None]
    except (FileNotFoundError, *UNUSABLE):
        return []
    return found


def _rows(memory: Memory, seen: Collection[str]) -> list[tuple[str, str]]:
    """Facts, records and sources of which nothing is for these audiences, the newest."""
    facts, records, sources = (list[tuple[str, str]]() for _ in range(3))
    try:
        with memory.brain() as brain:
            for fact in reversed(brain.facts()):
                if len(facts) < ASKED and brain.fact(fact.key, audiences=seen) is None:
                    facts.append((fact.key, f"{fact.key} {fact.claims[-1].statement}"))
            for held in reversed(brain.records()):
                if len(records) < ASKED and brain.get(held.id, audiences=seen) is None:
                    records.append((held.id, f"{held.title} {held.body}"))
            for source in reversed(_sources(memory)):
                if len(sources) < ASKED and source.audience not in seen:
                    sources.append((source.id, source.text))
    except (FileNotFoundError, *UNUSABLE):
        pass
    return [*facts, *records, *sources]


def _answers(memory: Memory, who: Conversation, ident: str, words: str) -> bool:
    """Whether anything of it comes back: by its id, by the beginning of it, by its words."""
    for asked in (ident, ident[:8]):
        try:
            show(memory, asked, 0, who)
        except (Unknown, Ambiguous):
            continue
        return True
    found = memory.recall(words[:400], limit=20, conversation=who).hits
    return any(ident in (hit.id, hit.code) for hit in found)
