"""One thing in full: a row with its sources, a fact with every claim, a message, a session.

The same picture serves `brain_get` (as JSON, in pages) and `show` on a terminal (as text).
Bodies are cut into pages of `PAGE` characters; the pages of a body, joined, are the body.
"""

from typing import Any

from ..brain.brain import Brain
from ..brain.model import Citation, Claim, Fact, Record, Source
from ..sessions.index import SessionIndex
from ..sessions.rows import MessageRow, SessionRow
from ..text import render
from ..text.ids import Ambiguous, normal
from . import entries, files, hits, people, shelf
from .conversation import Conversation
from .filters import with_memories
from .memory import Memory

PAGE = 4000
SESSION_PAGE = 20
NEIGHBOURS = 2
FORGOTTEN = "a source that the person asked to forget"


class Unknown(LookupError):
    """No row, key, message or session goes by that code."""

    def __init__(self, ident: str) -> None:
        self.ident = ident
        super().__init__(
            f"nothing is known under {render.one_line(ident, 60)!r}; give a code or a fact key as "
            "brain_search shows it"
        )


def show(memory: Memory, ident: str, offset: int, conversation: Conversation) -> dict[str, Any]:
    """Everything that is known under a code, key or id, from `offset` on.

    Raises:
        Unknown: nothing goes by that name here.
        Ambiguous: the prefix begins more than one id.
    """
    ident = normal(ident)
    conversation = people.placed(memory, conversation)
    if not conversation.audiences:
        raise Unknown(ident)
    try:
        return _known(memory, ident, offset, conversation)
    except Ambiguous as several:
        return _one_of(memory, several, offset, conversation)


def _known(memory: Memory, ident: str, offset: int, conversation: Conversation) -> dict[str, Any]:
    return _from_brain(memory, ident, offset, conversation) or _from_index(
        memory, ident, offset, conversation
    )


def _one_of(
    memory: Memory, several: Ambiguous, offset: int, conversation: Conversation
) -> dict[str, Any]:
    """Of the ids that a prefix begins those alone count that may be shown here."""
    shown: list[tuple[str, str]] = []
    views = []
    for ident, title in several.candidates:
        try:
            views.append(_known(memory, ident, offset, conversation))
        except Unknown:
            continue
        shown.append((ident, title))
    if len(views) == 1:
        return views[0]
    raise Ambiguous(several.prefix, shown) if shown else Unknown(several.prefix)


def _from_brain(
    memory: Memory, ident: str, offset: int, conversation: Conversation
) -> dict[str, Any] | None:
    try:
        with memory.brain() as brain:
            row = brain.get(ident, audiences=conversation.audiences)
            if row is None:
                return None
            row = people.as_seen(row, conversation, memory.settings.principal)
            if isinstance(row, Source):
                return source_view(row, brain, memory, offset)
            about = files.marks(row, memory, conversation)
            view = (
                fact_view(row, brain, memory, about)
                if isinstance(row, Fact)
                else record_view(row, brain, memory, offset, about)
            )
            return view | _related(view["id"], brain, conversation)
    except FileNotFoundError:
        pass
    return None


def _from_index(
    memory: Memory, ident: str, offset: int, conversation: Conversation
) -> dict[str, Any]:
    if memory.settings.index_sessions:
        try:
            with memory.index() as index:
                row = index.find(ident)
                if row is not None and _may_be_shown(row, memory, conversation):
                    if isinstance(row, SessionRow):
                        return session_view(row, index, memory, offset)
                    view = message_view(row, index, memory, offset)
                    if entries.is_entry(row):
                        said = entries.spoken(row, index, memory, conversation.audiences)
                        view |= entries.entry_view(said)
                    return view
        except FileNotFoundError:
            pass
    raise Unknown(ident)


def _may_be_shown(row: SessionRow | MessageRow, memory: Memory, conversation: Conversation) -> bool:
    """Whether the settings let a row answer, whatever is still held of it."""
    chosen = memory.settings
    read = with_memories(chosen.index_sessions)
    is_out = row.agent not in read or chosen.private.holds(row.project)
    return row.audience in conversation.audiences and not is_out


def page(body: str, offset: int) -> dict[str, Any]:
    """One page of `body`; `next_offset` is there while more follows."""
    offset = max(0, min(offset, len(body)))
    part = body[offset : offset + PAGE]
    found: dict[str, Any] = {"body": part, "offset": offset, "total": len(body)}
    if offset + len(part) < len(body):
        found["next_offset"] = offset + len(part)
    return found


def fact_view(
    fact: Fact, brain: Brain, memory: Memory, about: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A fact: every claim with its source and date, and whether they disagree (R38, R45).

    `about`: marks of the files that it names.
    """
    taken = memory.taken_back(hits.sources_of(fact))
    hit = hits.fact_hit(fact, "brain", zone=memory.zone, taken=taken, today=memory.today)
    hit = hits.marked(hit, *about)
    view: dict[str, Any] = {
        "id": fact.key,
        "code": fact.key,
        "kind": "fact",
        "disputed": fact.disputed,
        "line": hit.line,
    }
    if fact.disputed:
        view["ask"] = f"{hits.ASK}: the sources disagree, both stand, and none may be picked."
    else:
        view["value"] = render.block(fact.value or "")
    if marks := shelf.fact_marks(fact, memory.today, memory.zone) + about:
        view["marks"] = list(marks)
    view["claims"] = [_claim_view(claim, brain, memory, taken) for claim in fact.claims]
    if fact.settled is not None:
        view["settled"] = {
            "value": fact.settled.value,
            "others": [{"value": value, "was": was} for value, was in fact.settled.others],
            "date": _day(fact.settled.at, memory),
            "quote": render.block(fact.settled.quote),
            **_taken(fact.settled.source, taken),
        }
    return view


def _claim_view(
    claim: Claim, brain: Brain, memory: Memory, taken: frozenset[str]
) -> dict[str, Any]:
    view = {
        "id": brain.code(claim.id),
        "value": render.block(claim.value),
        "state": claim.state,
        "date": _day(claim.said_at, memory),
        "quote": render.block(claim.quote),
        "statement": render.block(claim.statement),
        "statement_is": hits.AGENT_WRITTEN,
        "source": _source_line(claim.source, memory, taken),
    }
    if claim.as_read:
        view["value_is"] = "as the agent read it"
    if claim.flags:
        view["quote_is"] = list(claim.flags)
    return view | _dated(claim, memory)


def _dated(row: Claim | Record, memory: Memory) -> dict[str, str]:
    """Until when it holds by its own words, once that is over."""
    last = shelf.last_day(row, memory.zone)
    return {"mark": f"{shelf.PAST} ({last})"} if last and last < memory.today else {}


def record_view(
    record: Record, brain: Brain, memory: Memory, offset: int, about: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A record with its sources, its quotes and the rows it is linked with (R37)."""
    taken = memory.taken_back(hits.sources_of(record))
    view: dict[str, Any] = {
        "id": record.id,
        "code": brain.code(record.id),
        "kind": record.kind,
        "title": render.one_line(record.title, 200),
        "date": _day(record.at, memory),
        "body_is": hits.AGENT_WRITTEN,
    }
    if record.state:
        view["state"] = record.state
    if marks := shelf.record_marks(record, memory.today, memory.zone) + about:
        view["marks"] = list(marks)
    view |= page(render.block(record.body), offset)
    view["sources"] = [_citation_view(cited, memory, taken) for cited in record.citations]
    return view


def source_view(source: Source, brain: Brain, memory: Memory, offset: int) -> dict[str, Any]:
    """A source: who said it, where and when, and the passage that is kept of it."""
    view = {"id": source.id, "code": brain.code(source.id), "kind": f"source ({source.kind})"}
    said = _source_line(source, memory, memory.taken_back([source]))
    return view | said | page(render.block(source.text), offset)


def message_view(
    row: MessageRow, index: SessionIndex, memory: Memory, offset: int
) -> dict[str, Any]:
    """A message in full, with the messages around it."""
    around = index.messages(row.session, max(0, row.seq - NEIGHBOURS), 2 * NEIGHBOURS + 1)
    view = _said(row, index, memory) | page(render.block(row.text), offset)
    session = index.session(row.session)
    view |= {
        "kind": "message",
        "session": index.code(row.session),
        "locator": row.locator,
        "title": render.one_line((session.title if session else "") or "", 120),
    }
    view["around"] = [
        _said(other, index, memory) | {"text": render.one_line(other.text, 300)}
        for other in around
        if other.id != row.id and other.audience == row.audience
    ]
    return view


def session_view(
    row: SessionRow, index: SessionIndex, memory: Memory, offset: int
) -> dict[str, Any]:
    """A session's messages in order, with roles and times, `SESSION_PAGE` a page (R39)."""
    messages = index.messages(row.id, max(0, offset), SESSION_PAGE)
    view: dict[str, Any] = {
        "id": row.id,
        "code": index.code(row.id),
        "kind": "session",
        "agent": hits.agent_name(row.agent),
        "title": render.one_line(row.title or "", 120),
        "project": row.project or "",
        "offset": max(0, offset),
        "total": row.messages,
        "messages": [
            _said(message, index, memory) | {"text": render.block(message.text)[:PAGE]}
            for message in messages
        ],
    }
    if max(0, offset) + len(messages) < row.messages:
        view["next_offset"] = max(0, offset) + len(messages)
    return view


def _said(row: MessageRow, index: SessionIndex, memory: Memory) -> dict[str, Any]:
    return {
        "id": row.id,
        "code": index.code(row.id),
        "role": row.role,
        "agent": hits.agent_name(row.agent),
        "time": row.at or "",
        "date": _day(row.at, memory),
    }


def _source_line(source: Source | None, memory: Memory, taken: frozenset[str]) -> dict[str, Any]:
    if source is None:
        return {}
    if source.forgotten:
        return {"said_by": hits.who(source), "source": FORGOTTEN, "date": _day(source.at, memory)}
    return {
        "said_by": hits.who(source),
        "where": hits.where(source),
        "locator": source.locator,
        "date": _day(source.said_at, memory),
        **_taken(source, taken),
    }


def _taken(source: Source | None, taken: frozenset[str]) -> dict[str, str]:
    return {"mark": hits.TAKEN_BACK} if source and source.locator in taken else {}


def _citation_view(citation: Citation, memory: Memory, taken: frozenset[str]) -> dict[str, Any]:
    view = _source_line(citation.source, memory, taken)
    if citation.quote:
        view["quote"] = render.block(citation.quote)
    if citation.flags:
        view["quote_is"] = list(citation.flags)
    return view


def _related(ident: str, brain: Brain, conversation: Conversation) -> dict[str, Any]:
    rows = [
        {"relation": relation, "id": other, "title": render.one_line(title, 100)}
        for relation, other, title in brain.related(ident)
        if brain.get(other, audiences=conversation.audiences) is not None
    ]
    return {"related": rows} if rows else {}


def _day(at: str | None, memory: Memory) -> str:
    return render.day(at, memory.zone) if at else ""
