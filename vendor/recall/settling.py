"""Settling in the conversation: the person's own answer ends a dispute, and nothing else does.

Both values must have stood in a tool result or a recalled block of this conversation before the
person answered. Which value stands, and whether the others changed since or were wrong, is read
from their words by rule (text/answer.py); where the words leave it open, the refusal carries the
question to ask. The quote is the whole message, however short.
"""

from typing import Any

from ..brain.errors import PacketRefused
from ..brain.model import Fact
from ..sessions.running import Running, TypedMessage
from ..text import answer, quote
from ..text.fold import same_value
from . import hits
from .conversation import Conversation
from .memory import Memory
from .remember import Operation, Request, citation, holds, source_of, submit, typed_here


def settle(memory: Memory, request: Request, conversation: Conversation) -> dict[str, Any]:
    """End a dispute with the person's own answer to it.

    Raises:
        PacketRefused: nothing was written; the sentence says what would pass, or what to ask.
    """
    running = typed_here(memory, request, conversation)
    with memory.brain(readonly=False) as brain:
        fact = brain.fact(request.key)
        if fact is None or not fact.disputed:
            stands = f": {fact.value} stands" if fact and fact.value else ""
            raise PacketRefused(
                "not_disputed", f"there is no dispute to settle under {request.key!r}{stands}"
            )
        message = _answering(request, running, fact)
        stands, others = _read_answer(request, message, fact)
        span = quote.whole(message.typed)
        row: Operation = {
            "op": "settle",
            "key": fact.key,
            "value": stands,
            "others": others,
            "citations": [citation(span, 0)],
        }
        receipt = submit(memory, brain, source_of(message, span), row)
        settled = brain.fact(fact.key) or fact
        return {
            "settled": True,
            "key": fact.key,
            "value": stands,
            "others": others,
            "quote": span.text,
            "id": brain.code(receipt.rows[0]),
            "line": hits.fact_hit(settled, "brain", zone=memory.zone).line,
        }


def _read_answer(
    request: Request, message: TypedMessage, fact: Fact
) -> tuple[str, list[dict[str, str]]]:
    """Which value stands by the person's words, and what they say of the others."""
    live = fact.values()
    shown = [answer.Shown(claim.value, claim.said_at[:10]) for claim in live]
    read = answer.read(message.text, shown)
    if isinstance(read, answer.Unclear):
        raise PacketRefused("unclear_answer", f"{read.reason}. {hits.ASK}: {read.question}")
    stands = live[read.stands].value
    if request.value and not same_value(request.value, stands):
        raise PacketRefused(
            "value_differs",
            f"the person's words say {stands!r}, not {request.value!r}; nothing was settled",
        )
    others = [
        {"value": claim.value, "was": read.others}
        for place, claim in enumerate(live)
        if place != read.stands
    ]
    return stands, others


def _answering(request: Request, running: Running, fact: Fact) -> TypedMessage:
    """The person's answer: their newest message with the quote, after both sides were shown."""
    answers = [m for m in running.typed if m.principal and holds(m.text, request.quote)]
    if not answers:
        raise PacketRefused(
            "quote_not_found",
            "nothing was settled: the quote is not in any message that the person typed in this "
            "conversation; quote their answer as they wrote it",
        )
    values = [claim.value for claim in fact.values()]
    message = answers[-1]
    before = [text for row, text in running.shown if row < message.row]
    if not any(
        fact.key in text and all(hits.shows(text, value) for value in values) for text in before
    ):
        raise PacketRefused(
            "not_shown",
            f"nothing was settled: the values under {fact.key!r} had not been put to the person "
            "before that message. Show both values, ask which stands, and quote the answer",
        )
    return message
