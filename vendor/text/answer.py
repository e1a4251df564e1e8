"""How a person settles a dispute: which of the values shown stands, and what was of the others.

    "it changed, the 21st is right"  ->  the 21st stands, the other changed since
    "no, 14 was wrong"               ->  the other one stands, 14 was wrong
    "yes", "the 21st or so?"         ->  unclear, with the question to ask

Nothing is guessed: the words must tell the shown values apart, and say whether the others were
true once (*changed*) or never (*wrong*). settlement.py reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as it was shown, and the ISO day or time it was said at ("" when unknown)."""

    value: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """`stands` is the place among those shown; what was of all the others."""

    stands: int
    others: Literal["changed", "wrong"]


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why the words do not settle it, and the question to ask, with every value spelled out."""

    reason: str
    question: str


def read(
    words: str, shown: Sequence[Shown], about: str = "", *, own: int | None = None
) -> Answer | Unclear:
    """Read an answer to the question which of the `shown` values stands. Never raises.

    `shown` has the values in the order in which the person saw them: "the second one" is
    `shown[1]`, "the newer one" is that of the latest date. `about` is whatever the fact says of
    itself (key, statements, quotes): an answer about something else is none. `own` is the
    place of the value that the person stated themselves just before: then `it changed` alone says
    that it stands. More than 2,000 characters are no answer.
    """
    # The vocabulary of twenty languages is loaded for an answer, not when the plugin starts.
    from . import settlement

    return settlement.read(words, shown, about, own=own)
