"""Messages that say the same again: forks, resumes and pasted repeats are one hit with a count.

The same are two messages of one role and audience with the same words; capitals, signs and spaces
are not looked at. One word more or another number is another message: it may be the correction.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..sessions.index import MessageHit
from ..text import tokens

COMPARED = 4_000  # characters; longer texts are the same only letter for letter


@dataclass(frozen=True, slots=True)
class Said:
    """The best message of those that say the same, and how many they are.

    It answers to the names of all of them.
    """

    message: MessageHit
    times: int = 1


def folded(messages: Iterable[MessageHit]) -> list[Said]:
    """The messages in their order, each together with those that repeat it."""
    found: dict[tuple[object, ...], Said] = {}
    for message in messages:
        key = (message.role, message.audience, *_words(message.text))
        found[key] = _and(found[key], message) if key in found else Said(message)
    return list(found.values())


def _and(said: Said, other: MessageHit) -> Said:
    names = (*said.message.aliases, other.locator, *other.aliases)
    return Said(replace(said.message, aliases=names), said.times + 1)


def _words(text: str) -> list[str]:
    if len(text) > COMPARED:
        return [text]
    return tokens.pieces(tokens.fold(text)) or [text]
