"""Forget: what goes, what stays and why; then do it, so that it never comes back.

    ids --> plan() --> Plan, shown to a person --> carry_out() --> Done
                                                   1. forgotten.db learns the names and the words
                                                   2. the brain empties its texts (redact)
                                                   3. the index loses the messages and their bytes

An end at any point leaves nothing half known: from the first step on nothing comes back, and the
next refresh finishes the third; asking again finishes the second. elsewhere.py looks for the words
in places that are not ours, prove.py looks for them byte by byte in ours.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.model import Forgetting, Source
from ..brain.packet import Packet
from ..dbfile import Damaged
from ..forgotten import Forgotten, Unreadable, normal
from ..sessions import refresher
from ..sessions.index import SessionIndex
from ..sessions.rows import MessageRow, SessionRow
from ..text import ids, render, units, words
from . import hits
from .memory import UNUSABLE, Memory
from .show import Unknown

LISTED = 1000  # rows, and messages, to pick from
PAGE = 200  # messages of a session at once
MANY = 100  # messages of a session, each of which is looked for in others
PATIENCE = 20.0  # seconds to wait for who writes the index
NOTHING = Forgetting((), (), (), (), ())
TTY = "tty"


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


@dataclass(frozen=True, slots=True)
class Done:
    """What was forgotten, in numbers. `later` says what the next refresh still has to do."""

    rows: int = 0
    messages: int = 0
    sessions: int = 0
    later: str = ""


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
            inside = list(_messages(found.index, talk))
            if len(inside) > MANY:
                # One by one they would be looked for longer than anybody waits.
                long = {m.text for m in inside if units.at_least(units.FLOOR, m.text)}
                inside += found.index.equal_to(long)
                found.messages |= {each.id: each for each in inside}
            for each in inside:
                _add_message(found, each)
            return
        if message is not None:
            _add_message(found, message)
            return
    if found.brain is None or found.brain.get(ident) is None:
        raise Unknown(ident)
    found.rows[ident] = None


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
    return [each for each in resting if each not in targets]


def _rests(brain: Brain, message: MessageRow, others: Sequence[str]) -> Stays:
    code = message.id[:8]
    named = ", ".join(brain.code(each) for each in others[:3])
    verb = "rests" if len(others) == 1 else "rest"
    why = f"the message stays: {named} {verb} on it too; forget {code} forgets both"
    return Stays(message.id, _line(message.text), why)


def _plan(memory: Memory, found: _Found, rows: Forgetting) -> Plan:
    messages = found.messages.values()
    gone = {*found.messages, *rows.targets}
    kept = [Stays(each.id, _line(each.title), each.why) for each in rows.stays]
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


def of_person(memory: Memory, name: str) -> list[str]:
    """Ids of what a person said: sources by them, and sessions that are their own direct chat."""
    with _open(memory) as found:
        idents = [source.id for source in found.brain.sources_by(name)] if found.brain else []
        talks = found.index.direct_with(name) if found.index is not None else []
        return [*idents, *talks]


def carry_out(memory: Memory, wanted: Plan, *, via: str = TTY, reason: str = "") -> Done:
    """Forget what a plan names, for good.

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
    gone = len(wanted.rows.targets)
    return _from_index(memory, wanted, Done(rows=gone))


def _from_index(memory: Memory, wanted: Plan, done: Done) -> Done:
    path = memory.settings.index
    if not path.exists():
        return done
    try:
        with refresher.leading(path, patience=PATIENCE) as mine:
            if not mine:
                return _later(done, "another process is writing the index")
            with SessionIndex.open(path) as index:
                gone = index.forget(
                    messages=wanted.messages, sessions=wanted.sessions, locators=wanted.names
                )
    except (sqlite3.Error, Damaged) as error:
        return _later(done, getattr(error, "sqlite_errorname", "") or str(error))
    later = "" if gone.erased else "a reader keeps the log of the index"
    done = Done(done.rows, gone.messages, gone.sessions)
    return _later(done, later) if later else done


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
            plan_ = brain.forgetting(*rows)
            brain.forget(plan_, reason="forgotten before", via=via)
            rows = list(plan_.targets)
    done = Done(rows=len(rows))
    path = memory.settings.index
    if not path.exists():
        return done
    with refresher.leading(path, patience=PATIENCE) as mine:
        if not mine:
            return _later(done, "another process is writing the index")
        with SessionIndex.open(path) as index:
            gone = index.purge()
    done = Done(done.rows, gone.messages, gone.sessions)
    return done if gone.erased else _later(done, "a reader keeps the log of the index")


def left_over(memory: Memory) -> list[str]:
    """What is wrong with forgotten.db, and what stands again that it knows; one line each."""
    try:
        with Forgotten.open(memory.settings.forgotten) as forgotten:
            wrong = forgotten.check()
            rows = [] if wrong or forgotten.empty else _known_rows(memory, forgotten)
    except Unreadable as error:
        return [f"forgotten: {error}"]
    except UNUSABLE:
        return []  # the brain's own check has said what is wrong
    count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
    again = f"forgotten: {count} of the brain stand that were forgotten: hermes agent-si forget"
    return [*(f"forgotten: {line}" for line in wrong), *([f"{again} --again"] if rows else [])]


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
    for packet in packets:
        sources = [op for op in packet.ops if op.get("op") == "add_source"]
        rows = [ids.row_id(packet.id, place) for place in range(len(packet.ops))]
        refuse_forgotten(
            memory,
            [str(op.get("locator", "")) for op in sources],
            rows=rows if packet.id else (),
            texts=[str(op.get("text", "")) for op in sources],
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
        with Forgotten.open(memory.settings.forgotten) as forgotten, forgotten.reading():
            known = any(map(forgotten.holds_locator, locators))
            known = known or any(map(forgotten.holds_row, rows))
            known = known or any(map(forgotten.holds_text, texts))
    except Unreadable as error:
        raise PacketRefused("unreadable", f"not kept: {error}") from None
    if known:
        raise PacketRefused(
            "forgotten",
            "not kept: the person asked to forget this message. If they say it again in a new "
            "message, it can be kept",
        )
