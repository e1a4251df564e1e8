"""Keeping what a person said: the model's words in, two packets or a refusal out.

The quote is resolved against what the person typed in this conversation, as the host's record
has it at this moment; the message's own span is stored, never the model's spelling of it. The
collector `hermesuser` adds the message as a source, then `hermes` adds the row that cites it;
both packets apply together or neither does.

    fact, quote, key, value --> secrets --> quote.resolve --> add_source + claim | add_record

Settling a dispute is next door (settling.py).
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ..brain.brain import Brain
from ..brain.errors import PacketRefused, secret_refused
from ..brain.model import Fact, Receipt
from ..brain.packet import Packet, passage
from ..sessions.running import Running, RunningUnavailable, TypedMessage
from ..text import clean, quote, render, secrets
from ..text.alike import Told
from ..text.fold import fold
from ..text.words import informative
from . import forget, hits, owner, people, whose
from .conversation import Conversation
from .memory import Memory
from .similar import similar_keys

COLLECTOR = "hermesuser"
AGENT = "hermes"
_TICK = timedelta(microseconds=1)

Operation = dict[str, Any]


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
    """Keep a fact or a note on the person's own words.

    Returns what became of it, as the tool result carries it.

    Raises:
        PacketRefused: nothing was written; the sentence says what would pass.
    """
    conversation = people.placed(memory, conversation)
    running = typed_here(memory, request, conversation)
    message, span = whose.own_words(request.quote, running, memory.settings, conversation)
    _own_wish(request, span)
    source = source_of(message, span, conversation)
    start = source["start"]
    row = _claim(request, span, message, start) if request.key else _record(request, span, start)
    return _keep(memory, request, source, row, message, conversation)


def _own_wish(request: Request, span: quote.Span) -> None:
    """A decision or preference is the person's by its kind, whatever words it is written in."""
    if request.kind not in ("decision", "preference") or request.key:
        return
    shared = informative(span.text) & (informative(request.fact) | informative(request.title))
    if span.flags or not shared:
        raise PacketRefused(
            "attribution",
            f"not kept: a {request.kind} is the person's own, and the quote is "
            + (
                f"no plain statement ({', '.join(span.flags)})"
                if span.flags
                else "about something else"
            )
            + f". Quote the sentence in which they state the {request.kind}, or keep it as a note, "
            "worded neutrally",
        )


def _keep(
    memory: Memory,
    request: Request,
    source: Operation,
    row: Operation,
    message: TypedMessage,
    conversation: Conversation,
) -> dict[str, Any]:
    with memory.brain(create=True) as brain:
        receipt = submit(memory, brain, source, row, conversation)
        if receipt.pending:
            return waiting(row)
        result: dict[str, Any] = {
            "kept": True,
            "id": brain.code(receipt.rows[0]),
            "quote": row["citations"][0]["quote"],
            "source": {
                "said_by": "you" if conversation.own else conversation.author_name,
                "date": render.day(message.at, memory.zone),
                "locator": message.locator,
            },
        }
        if receipt.known:
            result["already_known"] = True
        if request.key:
            fact = brain.fact(request.key, audiences=conversation.audiences)
            result |= _about_fact(fact, memory, conversation) if fact else {}
            if row.get("as_read"):
                result["value_is"] = "as the agent read it: it does not stand in the message"
            told = Told(request.key, request.value, request.fact)
            # Whether others have used the key is not told where their words are not shown.
            is_new = receipt.new_keys if conversation.own else fact and len(fact.claims) == 1
            if is_new and (similar := similar_keys(brain, told, conversation.audiences)):
                result["similar_keys"] = similar
        else:
            result["note"] = f"{request.kind}, {hits.AGENT_WRITTEN}"
        return result


def waiting(row: Operation) -> dict[str, Any]:
    """The result for a packet that a person must approve first."""
    return {
        "kept": False,
        "waiting": "a person must approve this first: hermes agent-si brain pending. Until then it "
        "takes part in no answer; do not say that it was kept.",
        "quote": row["citations"][0]["quote"],
    }


def _about_fact(fact: Fact, memory: Memory, conversation: Conversation) -> dict[str, Any]:
    fact = people.as_seen(fact, conversation, memory.settings.principal)
    about: dict[str, Any] = {
        "key": fact.key,
        "disputed": fact.disputed,
        "line": hits.fact_hit(fact, "brain", zone=memory.zone, today=memory.today).line,
    }
    if fact.disputed:
        about["ask"] = (
            f"{hits.ASK}: sources disagree and both stand. Do not pick one. Ask whether it changed "
            "since or one was wrong, then call brain_remember with kind=settle and their answer "
            "as the quote."
        )
    return about


def _no_secret(request: Request) -> None:
    named = request.key.replace("_", " ").replace(".", " ")
    texts = (request.value, request.fact, request.quote, request.title, request.key)
    # What names a credential and what holds it may stand in two arguments.
    together = (
        f"{named}: {request.value}",
        f"{request.title}: {request.fact}",
        f"{request.title}{request.fact}",
        f"{request.fact}: {request.value}",
    )
    for text in (*texts, *together):
        kind = secrets.find(text)
        if kind:
            raise secret_refused(secrets.shown(kind))


def typed_here(memory: Memory, request: Request, conversation: Conversation) -> Running:
    """The running conversation, when anything may be kept from it.

    Raises:
        PacketRefused: not in this place, a credential, or nothing was typed here.
    """
    if conversation.refusal:
        raise PacketRefused("not_here", conversation.refusal)
    whose.started_by_agent(conversation)
    _no_secret(request)
    try:
        running = memory.running(conversation)
    except RunningUnavailable as error:
        raise PacketRefused(
            "conversation_unreadable",
            f"nothing was kept: this conversation cannot be read right now ({error}); try again",
        ) from None
    if running is not None and running.off_record:
        raise PacketRefused(
            "off_record",
            "nothing is kept: the person took this conversation off the record; "
            "#on-record, typed by them, ends that",
        )
    if running is not None and memory.settings.private.holds(*running.folders):
        raise PacketRefused(
            "private_project",
            "nothing is kept: this conversation runs in a folder that private_projects in "
            "config.json names; the person can say it in a conversation elsewhere",
        )
    if running is None or not conversation.typed(running):
        raise PacketRefused(
            "quote_not_found",
            "nothing was kept: no message that the person typed in this conversation can be "
            "found, so no words can be quoted from it",
        )
    if request.kind == "settle":
        whose.own_answer(running, memory.settings, conversation)
    return running


def source_of(message: TypedMessage, span: quote.Span, conversation: Conversation) -> Operation:
    """The message as a source: the passage that holds the quote, whole when it is short.

    Another person's carries their name, and is for the place in which they said it.
    """
    text, start = _passage(message.text, span.start, span.end)
    return {
        "op": "add_source",
        "kind": "message",
        **_author(conversation),
        "audience": "mine" if conversation.own else conversation.place,
        **({"occurred_at": message.at} if message.at else {}),
        "locator": message.locator,
        "text": text,
        "start": start,
        "cleaner": clean.CLEANER,
    }


def _author(conversation: Conversation) -> Operation:
    if conversation.owner:
        return {"author": "principal"}
    return {"author": "person", "author_name": conversation.author_name[:200]}


def _passage(text: str, start: int, end: int) -> tuple[str, int]:
    """What a source keeps of the message; of one that holds a credential only the quote."""
    return (text[start:end], start) if secrets.find(text) else passage(text, start, end)


def citation(span: quote.Span, passage_start: int) -> Operation:
    """The quote of a row; `submit` adds the source it stands in."""
    return {
        "quote": span.text,
        "start": span.start - passage_start,
        "flags": list(span.flags),
    }


def _claim(request: Request, span: quote.Span, message: TypedMessage, start: int) -> Operation:
    row: Operation = {
        "op": "claim",
        "key": request.key,
        "value": request.value,
        "statement": request.fact,
        "as_read": not holds(message.text, request.value),
        "citations": [citation(span, start)],
    }
    return row | ({"title": request.title} if request.title else {})


def _record(request: Request, span: quote.Span, start: int) -> Operation:
    row: Operation = {
        "op": "add_record",
        "kind": request.kind,
        "title": request.title or _title(request.fact),
        "body": request.fact,
        "citations": [citation(span, start)],
    }
    return row | ({"state": "open"} if request.kind == "work" else {})


def _title(fact: str) -> str:
    return render.one_line(fact, 80)


def submit(
    memory: Memory, brain: Brain, source: Operation, row: Operation, conversation: Conversation
) -> Receipt:
    """Both packets apply or neither; the row's is 1 µs later so that it folds after its source."""
    _same_owner(memory, brain, conversation)
    forget.refuse_forgotten(memory, [source["locator"]])
    now = memory.clock()
    first = Packet(COLLECTOR, (source,), at=now)
    row["citations"][0]["source"] = first.row(0)
    second = Packet(AGENT, (row,), at=now + _TICK)
    return brain.submit(first, second)[-1]


def _same_owner(memory: Memory, brain: Brain, conversation: Conversation) -> None:
    try:
        owner.check(memory.settings, brain, COLLECTOR, AGENT)
    except PacketRefused as refusal:
        if conversation.own or refusal.code != "principal":
            raise
        raise PacketRefused(  # without the names, which are not for everybody
            "principal", "not kept: the settings of this memory need a person at its terminal"
        ) from None


def holds(text: str, words: str) -> bool:
    """Whether the words stand in the text, formatting forgiven, at word edges."""
    return bool(words.strip()) and quote.stands(fold(words), fold(text))
