"""Whose words a quote is: the person's own, or a machine's, or a pasted text's.

text/quote finds the words; here the message that holds them is looked at once more. Words that
an agent's command typed do not count (sessions/machine_typed.py), nor does what stands inside a
pasted text (sessions/pastes.py). The same words said by the person elsewhere do.

    quote.resolve --> who typed the message? --> pasted there? --> (message, span), or a refusal
"""

import sqlite3
from dataclasses import replace

from ..brain.errors import PacketRefused
from ..sessions import agent_records, hermes_rows
from ..sessions.machine_typed import WINDOW, evidence_in, judged
from ..sessions.pastes import Pastes, without
from ..sessions.running import Running, TypedMessage
from ..text import quote
from .conversation import Conversation
from .settings import Settings

TRIES = 8  # messages with the words that are looked at
MACHINE_TYPED = (
    "nothing was kept: these words were typed by an agent's command, not by the person; ask the "
    "person to say it themselves, in a conversation that they opened"
)
PASTED = (
    "nothing was kept: these words are in a text that was pasted, not typed; ask the person to "
    "say it themselves if it is so"
)


def machine_typed(detail: str = "") -> PacketRefused:
    """The refusal of words that an agent's command typed."""
    return PacketRefused("machine_typed", MACHINE_TYPED + detail)


def started_by_agent(conversation: Conversation) -> None:
    """Refuse in a Hermes that was started in an agent's shell.

    Raises:
        PacketRefused: the mark that the shell had is named.
    """
    if conversation.agent_mark:
        raise machine_typed(
            f" ({conversation.agent_mark} was set in the shell that started Hermes)"
        )


def own_words(
    asked: str, running: Running, settings: Settings, conversation: Conversation
) -> tuple[TypedMessage, quote.Span]:
    """The message of the person that holds the quote, and the span of it.

    Raises:
        QuoteRefused: no message of theirs holds the words.
        PacketRefused: those that do were typed by a machine, or hold them in a pasted text; or
            the host's record cannot be read.
    """
    typed = {message.locator: message for message in conversation.typed(running)}
    texts = {locator: message.typed for locator, message in typed.items()}
    pastes = Pastes(settings.home)
    looked: set[str] = set()
    refused: PacketRefused | None = None
    for _ in range(2 * TRIES):
        try:
            span = quote.resolve(asked, list(texts.values()), foreign=running.assistant)
        except quote.QuoteRefused as reason:
            raise refused or reason from None
        message = typed[span.locator]
        if message.locator in looked:
            return message, span
        looked.add(message.locator)
        if by_machine(message, settings, conversation):
            del texts[message.locator]
            refused = machine_typed()
        elif ranges := pastes.within(message.text, message.at, before=_before(message, running)):
            texts[message.locator] = replace(message.typed, text=without(message.text, ranges))
            refused = refused or PacketRefused("pasted", PASTED)
        else:
            return message, span
        if len(looked) > TRIES:
            break
    raise refused or machine_typed()


def own_answer(running: Running, settings: Settings, conversation: Conversation) -> None:
    """Refuse to settle on a newest message that is not the person's own in full.

    Raises:
        PacketRefused: a machine typed it, or it holds a pasted text.
    """
    message = next(iter(reversed(conversation.typed(running))), None)
    if message is None:
        return
    if by_machine(message, settings, conversation):
        raise machine_typed()
    if Pastes(settings.home).within(message.text, message.at, before=_before(message, running)):
        raise PacketRefused(
            "pasted",
            "nothing was settled: the newest message holds a pasted text; ask the person to "
            "answer in a message of its own",
        )


def _before(message: TypedMessage, running: Running) -> str | None:
    """When the message was sent that stands before one in the conversation."""
    places = [other.locator for other in running.typed]
    place = places.index(message.locator) if message.locator in places else 0
    return running.typed[place - 1].at if place else None


def by_machine(message: TypedMessage, settings: Settings, conversation: Conversation) -> bool:
    """Whether an agent's command typed a message.

    Raises:
        PacketRefused: it cannot be found out now.
    """
    try:
        if evidence_in(settings.state_db, message.said):
            return True
    except (hermes_rows.NotReadable, sqlite3.Error) as error:
        kind = hermes_rows.reason(error)
        raise PacketRefused(
            "conversation_unreadable",
            f"nothing was kept: who typed these words cannot be looked up right now ({kind}); "
            "try again",
        ) from None
    said, at = message.said, message.said.at
    if at is None:
        return False
    asked = settings.open_ones(conversation.others)
    ran = agent_records.calls_between(asked, at - WINDOW, at)
    return any(judged(calls, said) for calls in ran)
