"""Keeping what a person said: the model's words in, two packets or a refusal out.

The quote is resolved against what the person typed in this conversation, as the host's record
has it at this moment; the message's own span is stored, never the model's spelling of it. The
collector `hermesuser` adds the message as a source, then `hermes` adds the row that cites it;
both packets apply together or neither does.

    fact, quote, key, value --> secrets --> quote.resolve --> add_source + claim | add_record
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.packet import Packet
from ..brain.rows import Fact
from ..sessions.running import Running, RunningUnavailable, TypedMessage
from ..text import answer, clean, quote, render, secrets
from . import hits
from .conversation import Conversation
from .memory import Memory

COLLECTOR = "hermesuser"
AGENT = "hermes"
KINDS = ("note", "decision", "preference", "procedure", "person", "project", "work")
PASSAGE_BYTES = 4000
_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Request:
    """What the model asked to keep. All plain text; "" where it gave nothing."""

    fact: str = ""
    quote: str = ""
    key: str = ""
    value: str = ""
    title: str = ""
    kind: str = "note"


def remember(memory: Memory, request: Request, conversation: Conversation) -> dict[str, Any]:
    """Keep a fact or a note, or settle a dispute, on the person's own words.

    Returns what became of it, as the tool result carries it.

    Raises:
        PacketRefused: nothing was written; the sentence says what would pass.
    """
    if conversation.refusal:
        raise PacketRefused("not_here", conversation.refusal)
    _no_secret(request)
    running = _running(memory, conversation)
    if request.kind == "settle":
        return _settle(memory, request, running)
    span = quote.resolve(
        request.quote, [m.typed for m in running.typed], foreign=running.assistant
    )
    message = next(m for m in running.typed if m.locator == span.locator)
    source = _source(message, span)
    row = _claim(request, span, message) if request.key else _record(request, span)
    return _keep(memory, request, source, row, message)


def _keep(
    memory: Memory,
    request: Request,
    source: dict[str, Any],
    row: dict[str, Any],
    message: TypedMessage,
) -> dict[str, Any]:
    with memory.brain(create=True) as brain:
        first_use = bool(request.key) and brain.fact(request.key) is None
        similar = _similar(brain, request.key) if first_use else []
        source_packet, row_packet = _packets(memory, source, row, reason=request.fact)
        receipts = brain.submit(source_packet, row_packet)
        ident = receipts[-1].rows[0]
        result: dict[str, Any] = {
            "kept": True,
            "id": brain.code(ident),
            "quote": row["citations"][0]["quote"],
            "source": {
                "said_by": "you" if message.principal else message.author,
                "date": render.day(message.at, memory.zone) if message.at else "",
                "locator": message.locator,
            },
        }
        if request.key:
            result |= _about_fact(brain.fact(request.key), similar, memory)
            if row.get("as_read"):
                result["value_note"] = "the value does not stand in the message: as the agent read it"
        else:
            result["note"] = f"{request.kind}, {hits.AGENT_WRITTEN}"
        return result


def _about_fact(
    fact: Fact | None, similar: Sequence[dict[str, Any]], memory: Memory
) -> dict[str, Any]:
    if fact is None:
        return {}
    about: dict[str, Any] = {"key": fact.key, "disputed": fact.disputed}
    line = hits.fact_hit(fact, "brain", zone=memory.zone).line
    about["line"] = line
    if fact.disputed:
        about["ask"] = (
            f"{hits.ASK}: sources disagree and both stand. Do not pick one. Ask whether it changed "
            "since or one was wrong, then call brain_remember with kind=settle and their answer "
            "as the quote."
        )
    if similar:
        about["similar_keys"] = list(similar)
    return about


def _no_secret(request: Request) -> None:
    for text in (request.value, request.fact, request.quote, request.title, request.key):
        kind = secrets.find(text)
        if kind:
            raise PacketRefused(
                "secret",
                f"not kept: this looks like a credential ({secrets.shown(kind)}). Keep where it "
                "is stored instead, for example: the deploy key is in 1Password",
            )


def _running(memory: Memory, conversation: Conversation) -> Running:
    try:
        running = memory.running(conversation)
    except RunningUnavailable as error:
        raise PacketRefused(
            "conversation_unreadable",
            f"nothing was kept: this conversation cannot be read right now ({error}); try again",
        ) from None
    if running is None or not running.typed:
        raise PacketRefused(
            "quote_not_found",
            "nothing was kept: no message that the person typed in this conversation can be "
            "found, so no words can be quoted from it",
        )
    return running


def _source(message: TypedMessage, span: quote.Span) -> dict[str, Any]:
    """The message as a source: the passage that holds the quote, whole when it is short."""
    text, start = _passage(message.text, span.start, span.end)
    return {
        "op": "add_source",
        "kind": "message",
        "author": "principal",
        "audience": "mine",
        "occurred_at": message.at,
        "locator": message.locator,
        "text": text,
        "start": start,
        "cleaner": clean.CLEANER,
    }


def _passage(text: str, start: int, end: int) -> tuple[str, int]:
    """At most `PASSAGE_BYTES` of `text` around the span, cut at spaces, and its offset.

    The rest of a message that holds a credential is not stored with the quote.
    """
    if secrets.find(text):
        return text[start:end], start
    if len(text.encode("utf-8")) <= PASSAGE_BYTES:
        return text, 0
    room = max(0, PASSAGE_BYTES // 4 - (end - start)) // 2
    left, right = max(0, start - room), min(len(text), end + room)
    if left:
        left = text.rfind(" ", 0, left + 1) + 1 or left
    if right < len(text):
        right = text.find(" ", right) if text.find(" ", right) != -1 else right
    passage = text[left:right]
    if len(passage.encode("utf-8")) > PASSAGE_BYTES:
        return text[start:end], start
    return passage, left


def _citation(packet_id: str, span: quote.Span, passage_start: int) -> dict[str, Any]:
    from ..text.ids import row_id

    return {
        "source": row_id(packet_id, 0),
        "quote": span.text,
        "start": span.start - passage_start,
        "flags": list(span.flags),
    }


def _claim(request: Request, span: quote.Span, message: TypedMessage) -> dict[str, Any]:
    return {
        "op": "claim",
        "key": request.key,
        "value": request.value,
        "statement": request.fact,
        "title": request.title,
        "as_read": not quote.found(request.value, message.text),
        "span": span,
    }


def _record(request: Request, span: quote.Span) -> dict[str, Any]:
    row: dict[str, Any] = {
        "op": "add_record",
        "kind": request.kind,
        "title": request.title or _title(request.fact),
        "body": request.fact,
        "span": span,
    }
    if request.kind == "work":
        row["state"] = "open"
    return row


def _title(fact: str) -> str:
    return render.one_line(fact, 80)


def _packets(
    memory: Memory, source: dict[str, Any], row: dict[str, Any], *, reason: str
) -> tuple[Packet, Packet]:
    """Two packets that apply together; the row's is 1 µs later so that it folds after its source."""
    source_id, now = str(uuid.uuid4()), memory.clock()
    span = row.pop("span")
    row = {key: value for key, value in row.items() if value not in ("", None)}
    row["citations"] = [_citation(source_id, span, source["start"])]
    return (
        Packet(source_id, COLLECTOR, now, "said in this conversation", (source,), "tool"),
        Packet(str(uuid.uuid4()), AGENT, now + _TICK, "asked to remember", (row,), "tool"),
    )


def _similar(brain: Brain, key: str) -> list[dict[str, Any]]:
    """Up to three keys that may name the same thing: most parts shared, newest first."""
    mine = set(key.replace("_", ".").split("."))
    near = []
    for other in brain.keys():
        theirs = set(other.replace("_", ".").split("."))
        share = len(mine & theirs) / len(mine | theirs)
        if other != key and share >= 0.5:
            near.append((-share, other))
    found = []
    for _, other in sorted(near)[:3]:
        fact = brain.fact(other)
        if fact is not None:
            value = fact.values()[0]
            found.append(
                {"key": other, "value": value.text, "date": (value.newest.said_at or "")[:10]}
            )
    return found


def _settle(memory: Memory, request: Request, running: Running) -> dict[str, Any]:
    with memory.brain(readonly=False) as brain:
        fact = brain.fact(request.key)
        if fact is None or not fact.disputed:
            raise PacketRefused(
                "not_disputed",
                f"there is no dispute to settle under {request.key!r}"
                + ("" if fact is None else f": {fact.value} stands"),
            )
        message = _answering(request, running, fact)
        live = [value for value in fact.values() if value.state == "live"]
        shown = [
            answer.Shown(v.text, (v.newest.said_at or v.newest.at or "")[:10]) for v in live
        ]
        read = answer.read(message.text, shown)
        if isinstance(read, answer.Unclear):
            raise PacketRefused("unclear_answer", f"{read.reason}. {hits.ASK}: {read.question}")
        stands = live[read.stands].text
        if request.value and not _same(request.value, stands):
            raise PacketRefused(
                "value_differs",
                f"the person's words say {stands!r}, not {request.value!r}; nothing was settled",
            )
        others = [
            {"value": value.text, "was": read.others}
            for place, value in enumerate(live)
            if place != read.stands
        ]
        source = _source(message, quote.whole(message.typed))
        row = {
            "op": "settle",
            "key": request.key,
            "value": stands,
            "others": others,
            "span": quote.whole(message.typed),
        }
        receipts = brain.submit(*_packets(memory, source, row, reason=""))
        settled = brain.fact(request.key)
        assert settled is not None
        return {
            "settled": True,
            "key": request.key,
            "value": stands,
            "others": others,
            "quote": message.text,
            "id": brain.code(receipts[-1].rows[0]),
            "line": hits.fact_hit(settled, "brain", zone=memory.zone).line,
        }


def _same(one: str, other: str) -> bool:
    from ..text.fold import same_value

    return same_value(one, other)


def _answering(request: Request, running: Running, fact: Fact) -> TypedMessage:
    """The person's message that answers the dispute: it holds the quote and came after both sides."""
    answers = [m for m in running.typed if quote.found(request.quote, m.text)]
    if not answers:
        raise PacketRefused(
            "quote_not_found",
            "nothing was settled: the quote is not in any message that the person typed in this "
            "conversation; quote their answer as they wrote it",
        )
    values = [value.text for value in fact.values() if value.state == "live"]
    message = answers[-1]
    before = [text for row, text in running.shown if row < message.row]
    if not any(fact.key in text and all(v in text for v in values) for text in before):
        raise PacketRefused(
            "not_shown",
            f"nothing was settled: the values under {fact.key!r} had not been put to the person "
            "before that message. Show both values, ask which stands, and quote the answer",
        )
    return message
