"""The block that is put into a turn unasked: an ordered part of what a search answers.

Left out are small talk, hits below the floor, and what the model still has before it: the host
stores what was injected and sends it again, so the codes in its own record are the only ledger
there is. The same store, question and conversation give the same bytes.

    Memory.answer --> floor, what is in context --> header + at most five lines
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..sessions.running import Running, RunningUnavailable
from ..text import words, wrappers
from . import hits, people, speakers
from .conversation import PERSON_AT_TERMINAL, Conversation
from .hits import Hit
from .memory import LIMIT, MAX_LIMIT, UNUSABLE, Found, Memory

HEADER = wrappers.HEADER
CONVERSATION_CHARS = 6000  # injected into one conversation; then only what is sure


@dataclass(frozen=True, slots=True)
class Block:
    """What is injected into a turn: one header line and at most five hits, or nothing."""

    text: str = ""
    hits: tuple[Hit, ...] = ()
    trouble: tuple[str, ...] = ()  # why a side could not be searched


def block(memory: Memory, query: str, conversation: Conversation) -> Block:
    """What a turn gets, at most `LIMIT` hits and `block_chars` characters; empty for nothing.

    After `CONVERSATION_CHARS` injected into one conversation only facts are added, and hits
    that are near certain.
    """
    if words.trivial(query) or not conversation.primary:
        return Block()
    conversation = people.placed(memory, conversation)
    if not conversation.audiences:
        return Block()
    unread: tuple[str, ...] = ()
    try:
        running = memory.running(conversation)
    except RunningUnavailable as error:
        # Before the first turn of a home there is none.
        running, unread = None, (str(error),) if memory.settings.state_db.exists() else ()
    if running is not None and running.off_record:
        return Block()
    active = running.active if running else frozenset()
    filled = _unasked(memory, query, conversation, active, _Shown(running))
    return replace(filled, trouble=(*unread, *filled.trouble))


def replayed(memory: Memory, prompt: str, without: frozenset[str]) -> Block:
    """What a turn would get that is the first of its conversation, `without` these locators."""
    if words.trivial(prompt):
        return Block()
    return _unasked(memory, prompt, PERSON_AT_TERMINAL, without, _Shown(None))


def _unasked(
    memory: Memory,
    query: str,
    conversation: Conversation,
    left_out: frozenset[str],
    shown: "_Shown",
) -> Block:
    answer, found = memory.answer(query, MAX_LIMIT, "all", conversation, left_out, unasked=True)
    asked = words.query(query)
    chosen = [
        hit for hit in answer.hits if shown.wants(hit, certain=_certain(found[hit.id], asked))
    ]
    return replace(_filled(memory, conversation, chosen, found), trouble=answer.trouble)


def _certain(found: Found, asked: words.Query) -> bool:
    """Whether a hit holds all of a question that names something (`MEM-4711`, a path)."""
    return bool(asked.identifiers) and found.terms.issuperset(words.needles(asked))


def _filled(
    memory: Memory, conversation: Conversation, chosen: list[Hit], found: Mapping[str, Found]
) -> Block:
    """The lines that fit, in order. An assistant's words bring their question; one such pair."""
    kept: list[Hit] = []
    answered = False
    for hit in chosen:
        group = _with_question(memory, conversation, hit, found[hit.id])
        new = [one for one in group if one.id not in {k.id for k in kept}]
        is_answer = len(group) > 1
        if not new or (is_answer and answered) or not _fits(memory, [*kept, *new]):
            continue
        kept += new
        answered = answered or is_answer
    if not kept:
        return Block()
    return Block("\n".join((HEADER, *(hit.line for hit in kept))), tuple(kept))


def _fits(memory: Memory, kept: list[Hit]) -> bool:
    size = len(HEADER) + sum(len(hit.line) + 1 for hit in kept)
    return len(kept) <= LIMIT and size <= memory.settings.block_chars


def _with_question(memory: Memory, conversation: Conversation, hit: Hit, found: Found) -> list[Hit]:
    """The hit; an assistant's words after the question they answered, or not at all."""
    message = found.message
    if message is None or message.role == "user":
        return [hit]
    try:
        with memory.index() as index:
            question = index.question_of(message.id)
            code = index.code(question.id) if question else ""
    except UNUSABLE:
        return []
    if question is None:
        return []
    asked = words.query(message.text)
    others = speakers.sessions(memory.settings)
    by = people.said_by(question, conversation, memory.settings.principal, others)
    return [hits.message_hit(question, code, hit.side, asked, zone=memory.zone, by=by), hit]


class _Shown:
    """What stands in the model's context already: codes, their texts, and how much was injected."""

    def __init__(self, running: Running | None) -> None:
        self._texts = tuple(text for _, text in running.shown) if running else ()
        self._codes = hits.codes_in(self._texts)
        self.spent = sum(len(t) for t in self._texts if HEADER in t)

    def wants(self, hit: Hit, *, certain: bool) -> bool:
        """Whether there is a reason to show the hit now."""
        may_be = self.spent < CONVERSATION_CHARS or hit.kind == "fact" or certain
        return may_be and not self._holds(hit)

    def _holds(self, hit: Hit) -> bool:
        """Whether the hit was shown; a fact whose standing has changed since was not."""
        if not any(hit.id == code or hit.id.startswith(code) for code in self._codes):
            return False
        if hit.kind != "fact":
            return True
        last = next((t for t in reversed(self._texts) if hit.id in t), "")
        return all(hits.shows(last, value) for value in hit.values) and (
            ("disputed" in hit.marks) == (hits.ASK in last)
        )
