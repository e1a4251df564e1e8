"""What a person would forget: what goes, what stays and why. Nothing is changed here.

    ids --> plan() --> Plan --> shown to a person --> forget.carry_out()

A row takes its sources with it, a source its message, a message every row that rests on it alone,
its copies and the same words elsewhere; what something else rests on stays, and says so.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..brain.brain import Brain
from ..brain.model import Claim, Fact, Forgetting, Record, Settlement, Source
from ..forgotten import normal
from ..sessions.index import SessionIndex
from ..sessions.private import Private
from ..sessions.rows import MessageRow, SessionRow
from ..text import ids, render, units, words
from . import hits
from .memory import Memory
from .show import Unknown

LISTED = 1000  # rows, and messages, to pick from
PAGE = 200  # messages of a session at once
MANY = 100  # messages of sessions, each of which is looked for in others
NOTHING = Forgetting((), (), (), (), ())


@dataclass(frozen=True, slots=True)
class Goes:
    """One thing that goes: a row of the brain or a message. `text` is its first line."""

    id: str
    kind: str
    title: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Stays:
    """One thing that stays though it is near, and why."""

    id: str
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be forgotten.

    rows: the brain's part. messages, sessions: ids of the index. names, session_names: addresses
    by which they are known again. words: texts of messages that no other message may bring back.
    texts: every string whose bytes go.
    """

    goes: tuple[Goes, ...] = ()
    stays: tuple[Stays, ...] = ()
    rows: Forgetting = NOTHING
    messages: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    session_names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    locators: tuple[str, ...] = ()  # of the messages, where their agents have them


@dataclass(slots=True)
class _Found:
    """What is gathered while a plan is made; the brain and the index are open or not there."""

    brain: Brain | None
    index: SessionIndex | None
    rows: dict[str, None] = field(default_factory=dict)
    messages: dict[str, MessageRow] = field(default_factory=dict)
    talks: dict[str, SessionRow] = field(default_factory=dict)
    stays: dict[str, Stays] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)


def plan(memory: Memory, idents: Iterable[str]) -> Plan:
    """What goes and what stays when these are forgotten: fact keys, row ids, `m…`, `s…`.

    Raises:
        Unknown: one of them names nothing.
        Ambiguous: a prefix begins several ids.
    """
    with _open(memory) as found:
        for ident in idents:
            _add(found, ids.normal(ident))
        _add_inside(found)
        rows = _close(found)
        return _plan(memory, found, rows)


@contextlib.contextmanager
def _open(memory: Memory) -> Iterator[_Found]:
    with contextlib.ExitStack() as stack:
        found = _Found(None, None)
        with contextlib.suppress(FileNotFoundError):
            found.brain = stack.enter_context(memory.brain())
        with contextlib.suppress(FileNotFoundError):
            found.index = stack.enter_context(memory.index())
        yield found


def _add(found: _Found, ident: str) -> None:
    """One thing that the person named."""
    if found.index is not None:
        talk = found.index.session(ident)
        message = None if talk else found.index.message(ident)
        if talk is not None:
            found.talks[talk.id] = talk
            return
        if message is not None:
            _add_message(found, message)
            return
    if found.brain is None or found.brain.get(ident) is None:
        raise Unknown(ident)
    found.rows[ident] = None


def _add_inside(found: _Found) -> None:
    """The messages of all sessions that the person named."""
    if found.index is None:
        return
    inside = [each for talk in found.talks.values() for each in _messages(found.index, talk)]
    if len(inside) > MANY:
        # One by one they would be looked for longer than anybody waits.
        long = {each.text for each in inside if units.at_least(units.FLOOR, each.text)}
        inside += found.index.equal_to(long)
        found.messages |= {each.id: each for each in inside}
    for each in inside:
        _add_message(found, each)


def _messages(index: SessionIndex, talk: SessionRow) -> Iterator[MessageRow]:
    offset = 0
    while page := index.messages(talk.id, offset, PAGE):
        yield from page
        offset += len(page)


def _add_message(found: _Found, message: MessageRow) -> None:
    """A message, and every other one that is the same words again."""
    if message.id in found.messages:
        return
    found.messages[message.id] = message
    form = normal(message.text)
    if found.index is None or not units.at_least(units.FLOOR, form):
        return
    for other in found.index.same_words(message.text):
        if normal(other.text) == form:
            found.messages.setdefault(other.id, other)
        elif other.id not in found.messages:
            why = "holds the same words in a longer message; forget it too, if they must go"
            found.stays[other.id] = Stays(other.id, _line(other.text), why)


def _close(found: _Found) -> Forgetting:
    """Rows that cite a message go with it, and a message goes that nothing else rests on."""
    rows = NOTHING
    while found.brain is not None:
        names = [name for each in found.messages.values() for name in _names(found, each)]
        cited = found.brain.sources_at(names).values()
        for ident in (ident for some in cited for ident in some):
            found.rows.setdefault(ident)
        rows = found.brain.forgetting(*found.rows) if found.rows else NOTHING
        before = len(found.messages)
        _add_cited(found, found.brain, rows)
        if len(found.messages) == before:
            break
    return rows


def _names(found: _Found, message: MessageRow) -> tuple[str, ...]:
    index = found.index
    return index.names_of(message) if index is not None else (message.locator,)


def _add_cited(found: _Found, brain: Brain, rows: Forgetting) -> None:
    """The messages of sources that go, where no other source of them stays."""
    targets = set(rows.targets)
    for going in rows.goes:
        source = brain.get(going.id) if going.kind == "source" else None
        if isinstance(source, Source):
            found.sources[source.id] = source
    for locator in rows.locators:
        message = found.index.by_locator(locator) if found.index is not None else None
        others = _others(brain, locator, targets)
        if others:
            for ident in [each.id for each in found.sources.values() if each.locator == locator]:
                del found.sources[ident]
            if message is not None:
                found.stays[message.id] = _rests(brain, message, others)
        elif message is not None:
            _add_message(found, message)


def _others(brain: Brain, locator: str, targets: set[str]) -> list[str]:
    """What rests on a message and stays: keys of facts and ids of records."""
    if not set(brain.sources_at([locator]).get(locator, ())) - targets:
        return []
    resting = brain.rows_citing([locator]).get(locator, [])
    return [each for each in resting if _keeps(brain.get(each), locator, targets)]


def _keeps(row: object, locator: str, targets: set[str]) -> bool:
    """Whether something of a fact or a record that cites the message does not go."""
    if isinstance(row, Fact):
        settled = [row.settled] if row.settled else []
        parts: list[Claim | Settlement] = [*row.claims, *settled]
        return any(
            part.id not in targets and any(c.source.locator == locator for c in part.citations)
            for part in parts
        )
    return isinstance(row, Record) and row.id not in targets


def _rests(brain: Brain, message: MessageRow, others: Sequence[str]) -> Stays:
    code = message.id[:8]
    named = ", ".join(brain.code(each) for each in others[:3])
    verb, all_of_it = ("rests", "both") if len(others) == 1 else ("rest", "them all")
    why = f"the message stays: {named} {verb} on it too; forget {code} forgets {all_of_it}"
    return Stays(message.id, _line(message.text), why)


def _plan(memory: Memory, found: _Found, rows: Forgetting) -> Plan:
    messages = found.messages.values()
    gone = {*found.messages, *rows.targets}
    kept = [Stays(each.id, _line(each.title), _line(each.why)) for each in rows.stays]
    kept += [each for each in found.stays.values() if each.id not in gone]
    names = dict.fromkeys(name for each in messages for name in _names(found, each))
    names |= dict.fromkeys(source.locator for source in found.sources.values())
    if found.index is not None:
        for each in messages:
            names |= dict.fromkeys(found.index.title_names_of(each))
    said = dict.fromkeys(each.text for each in messages)
    said |= dict.fromkeys(source.text for source in found.sources.values())
    titles = (talk.title for talk in found.talks.values())
    return Plan(
        goes=tuple(_goes(memory, found, rows)),
        stays=tuple(kept),
        rows=rows,
        messages=tuple(found.messages),
        sessions=tuple(found.talks),
        names=tuple(names),
        session_names=tuple(talk.locator for talk in found.talks.values()),
        words=tuple(said),
        texts=tuple(dict.fromkeys((*rows.texts, *said, *titles))),
        locators=tuple(_locators(found)),
    )


def _goes(memory: Memory, found: _Found, rows: Forgetting) -> Iterator[Goes]:
    for going in rows.goes:
        yield Goes(
            going.id, going.kind, _line(going.title), _line(going.text), _day(going.at, memory)
        )
    for talk in found.talks.values():
        title = _line(talk.title)
        yield Goes(talk.id, "session", title, talk.locator, _day(talk.started, memory))
    for each in sorted(found.messages.values(), key=lambda row: (row.at or "", row.id)):
        agent = hits.agent_name(each.agent)
        yield Goes(each.id, f"message, {each.role}", agent, _line(each.text), _day(each.at, memory))


def _locators(found: _Found) -> dict[str, None]:
    names = [name for each in found.messages.values() for name in (each.locator, *each.aliases)]
    return dict.fromkeys([*names, *(source.locator for source in found.sources.values())])


def _line(text: str) -> str:
    return render.one_line(text, 100)


def _day(at: str | None, memory: Memory) -> str:
    return render.day(at, memory.zone) if at else ""


def matching(memory: Memory, text: str) -> list[Goes]:
    """Rows of the brain and messages that hold all of these words, for a person to pick from."""
    query, most = words.query(text), LISTED
    asked = frozenset((*query.terms, *query.identifiers))
    with _open(memory) as found:
        rows = found.brain.search(query, limit=most) if found.brain is not None else []
        said = found.index.search(query, limit=most) if found.index is not None else []
        return [
            *(
                Goes(row.id, row.kind, _line(row.title), _line(row.quote), _day(row.at, memory))
                for row in rows
                if asked <= row.terms_hit
            ),
            *(
                Goes(
                    each.id,
                    f"message, {each.role}",
                    hits.agent_name(each.agent),
                    words.snippet(each.text, query, 100),
                    _day(each.at, memory),
                )
                for each in said
                if asked <= each.terms_hit
            ),
        ]


def of_project(memory: Memory, path: str) -> list[str]:
    """Ids of the sessions that were begun in a folder or below it."""
    with _open(memory) as found:
        return found.index.in_projects(Private.of([path])) if found.index is not None else []


def of_person(memory: Memory, name: str) -> list[str]:
    """Ids of what a person said: sources by them, and sessions that are their own direct chat."""
    with _open(memory) as found:
        idents = [source.id for source in found.brain.sources_by(name)] if found.brain else []
        talks = found.index.direct_with(name) if found.index is not None else []
        return [*idents, *talks]
