"""Settling in the conversation: the person's own answer ends a dispute, and nothing else does.

Both values must have stood in a tool result or a recalled block of this conversation before the
person answered. Which value stands, and whether the others changed since or were wrong, is read
from their words by rule (text/answer.py); where the words leave it open, the refusal carries the
question to ask. The quote is the whole message, however short.
"""

from collections.abc import Iterable
from typing import Any

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.model import Fact
from ..sessions.running import Running, TypedMessage
from ..text import answer, quote
from ..text.fold import same_value
from . import hits, people
from .conversation import Conversation
from .memory import Memory
from .remember import Operation, Request, citation, holds, source_of, submit, typed_here, waiting


def settle(memory: Memory, request: Request, conversation: Conversation) -> dict[str, Any]:
    """End a dispute with the person's own answer to it.

    Raises:
        PacketRefused: nothing was written; the sentence says what would pass, or what to ask.
    """
    conversation = people.placed(memory, conversation)
    _own_place(conversation)
    running = typed_here(memory, request, conversation)
    with memory.brain(readonly=False) as brain:
        fact = brain.fact(request.key, audiences=conversation.audiences)
        if fact is None or not fact.disputed:
            stands = f": {fact.value} stands" if fact and fact.value else ""
            raise PacketRefused(
                "not_disputed", f"there is no dispute to settle under {request.key!r}{stands}"
            )
        _all_shown(fact, brain)
        message = _answering(request, running, fact, brain, conversation)
        span = quote.whole(message.typed)
        own = _stated(running, fact, conversation)
        stands, others = _read_answer(request, message, fact, own)
        row: Operation = {
            "op": "settle",
            "key": fact.key,
            "value": stands,
            "others": others,
            "citations": [citation(span, 0)],
        }
        source = source_of(message, span, conversation)
        receipt = submit(memory, brain, source, row, conversation)
        if receipt.pending:
            return waiting(row)
        settled = brain.fact(fact.key, audiences=conversation.audiences) or fact
        return {
            "settled": True,
            "key": fact.key,
            "value": stands,
            "others": others,
            "quote": span.text,
            "id": brain.code(receipt.rows[0]),
            "line": hits.fact_hit(settled, "brain", zone=memory.zone, today=memory.today).line,
        }


def _own_place(conversation: Conversation) -> None:
    """A dispute is the principal's to end, where nobody else reads along."""
    if not conversation.refusal and not conversation.own:
        raise PacketRefused(
            "not_here",
            "nothing was settled: a dispute is settled by the person whose memory this is, in a "
            "private conversation of theirs. What was said here can be kept as a claim of its own",
        )


def _all_shown(fact: Fact, brain: Brain) -> None:
    """What somebody said elsewhere, which is not shown here, is not settled unseen."""
    every = brain.fact(fact.key)
    if every is not None and len(every.live) > len(fact.live):
        raise PacketRefused(
            "not_shown",
            f"nothing was settled: another person said something else under {fact.key!r}, in a "
            "place that is not shown here. A person settles it at a terminal: "
            f"hermes agent-si settle {fact.key}",
        )


def _read_answer(
    request: Request, message: TypedMessage, fact: Fact, own: int | None
) -> tuple[str, list[dict[str, str]]]:
    """Which value stands by the person's words, and what they say of the others."""
    live = fact.values()
    read = _read(message.text, fact, own)
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


def _stated(running: Running, fact: Fact, conversation: Conversation) -> int | None:
    """The place of the newest value, when the person stated it just before they were asked."""
    typed = conversation.typed(running)
    newest = fact.values()[0]
    said = [
        each
        for each in newest.citations
        if len(typed) > 1 and each.source.locator == typed[-2].locator and not each.flags
    ]
    return 0 if said and not newest.as_read else None


def _read(words: str, fact: Fact, own: int | None = None) -> answer.Answer | answer.Unclear:
    """The words as an answer to this dispute, by all that the fact says of itself."""
    shown = [answer.Shown(claim.value, claim.said_at) for claim in fact.values()]
    told = [text for claim in fact.claims for text in (claim.title, claim.statement, claim.quote)]
    about = " . ".join((fact.key, *fact.aliases, fact.description, *told))
    return answer.read(words, shown, about[:20_000], own=own)


def _question(fact: Fact) -> str:
    sides = " or ".join(f"{claim.value} ({claim.said_at[:10]})" for claim in fact.values())
    return f"which stands, {sides}, and did the other change since or was it wrong?"


def _answering(
    request: Request, running: Running, fact: Fact, brain: Brain, conversation: Conversation
) -> TypedMessage:
    """The person's newest message, when it answers this dispute: put to them just before it.

    Raises:
        PacketRefused: it does not hold the quote, is older than what it would settle, or came
            without both values, or with another dispute's, standing before the person.
    """
    typed = conversation.typed(running)
    message = typed[-1] if typed else None
    if message is None or not holds(message.text, request.quote):
        raise PacketRefused(
            "quote_not_found",
            "nothing was settled: the quote is not in the newest message that the person typed "
            "in this conversation; quote their answer as they wrote it, or ask again",
        )
    before = [m.row for m in typed[:-1]]
    since = before[-1] if before else -1
    texts = [text for row, text in running.shown if since <= row < message.row]
    values = [claim.value for claim in fact.values()]
    if _is_older(message, fact) or not any(_puts(text, fact.key, values) for text in texts):
        raise PacketRefused(
            "not_shown",
            f"nothing was settled: the values under {fact.key!r} had not been put to the person "
            "just before that message. Show every value, ask which stands, and quote the answer",
        )
    _only_one(message.text, fact, brain.disputes(audiences=conversation.audiences), texts)
    return message


def _puts(text: str, key: str, values: list[str]) -> bool:
    return key in hits.codes_in([text]) and all(hits.shows(text, value) for value in values)


def _answers(words: str, fact: Fact, texts: list[str]) -> bool:
    values = [claim.value for claim in fact.values()]
    put = any(_puts(text, fact.key, values) for text in texts)
    return put and isinstance(_read(words, fact), answer.Answer)


def _is_older(message: TypedMessage, fact: Fact) -> bool:
    """Whether something was claimed after the person spoke: then they answered something else."""
    newest = max(claim.at for claim in fact.live)
    return message.at is not None and message.at[:23] < newest[:23]


def _only_one(words: str, fact: Fact, disputes: Iterable[Fact], texts: list[str]) -> None:
    """The words must not answer another dispute too that stood before the person."""
    other = [each.key for each in disputes if each.key != fact.key and _answers(words, each, texts)]
    if other:
        raise PacketRefused(
            "unclear_answer",
            f"several disputes were put to the person at once ({fact.key}, {other[0]}), and the "
            f"answer may be to either. {hits.ASK} about one at a time: {_question(fact)}",
        )
