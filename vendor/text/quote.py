"""The quote gate: from what a model copied to the person's own words, or a refusal.

`resolve` looks for the quote in the messages that the person typed in this conversation (the
caller decides which those are) and gives the message's *own span*, letter for letter. Formatting
is forgiven (fold.py, blocks.py), words are not. Refused is what is too short, what does not stand
there in one piece, and what says the opposite of its sentence (stance.py); words that are there
without being a statement of the person come with flags. The engine asks only `stands`.

    quote -> long enough? -> messages that may hold it -> blocks -> word edges -> stance -> Span
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from . import stance
from .blocks import Block, blocks
from .clean import tidy
from .fold import fold
from .units import FLOOR, at_least, core, edge, is_informative, measure, stands
from .wanted import TRIES, Wanted

__all__ = [
    "FLOOR", "QuoteRefused", "Span", "Typed", "flags_of", "measure", "resolve", "stands",
    "typed_message", "whole",
]  # fmt: skip

LONGEST = 3_500  # bytes; a source keeps 4 kB around its quotes
PASTE_WORDS = 200  # a message with more may be a pasted one
_TYPED_ENDS = 30  # words of such a message, at its beginning and end, that still count as typed
_PLACES = 20  # other messages that are named beside the first one
_LOOKED = 200  # messages that hold the words and are read closely


@dataclass(frozen=True, slots=True)
class Typed:
    """One message of the person in this conversation, cleaned, whole, in order.

    `heard` says how many of the assistant's texts stood before it (None: all of them), so that
    words which the assistant only repeated are no echo.
    """

    locator: str
    text: str
    heard: int | None = None

    @property
    def words(self) -> int:
        """How many words it counts as."""
        return int(measure(self.text))


@dataclass(frozen=True, slots=True)
class Span:
    """`text` is `message[start:end]` of the message at `locator`; `also` are the locators of
    other messages that hold the same words. Flags, sorted: code, conditional, echo, long_paste,
    question, quoted, reported. A flagged span is kept and carries no decision or wish.
    """

    locator: str
    text: str
    start: int
    end: int
    flags: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class QuoteRefused(Exception):
    """The quote does not pass. `code` names the rule; the sentence says what would pass."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


_REFUSALS = {
    "quote_too_short": "the quote holds {count:g} of the five words that a quote needs; quote more"
    " of the same message, or ask the person to say it in one whole sentence",
    "quote_too_long": "the quote is longer than a source keeps; quote the one sentence that says"
    " it",
    "quote_no_information": "the quote needs three different words with letters in them; ask the"
    " person to say in one sentence what it is about",
    stance.NEGATED: "the sentence around these words denies them, so they would say the opposite;"
    " quote the sentence with its negation, or ask the person to state the matter in one sentence",
    stance.ASKED: "these words are cut out of a question; quote the whole question, or ask the"
    " person for the answer in one sentence",
    "quote_struck": "the person struck out words inside this quote; quote only what they left"
    " standing in one piece, or ask them to write it anew in one sentence",
    "quote_cuts_word": "the quote begins or ends inside a word or a number; copy whole words",
    "quote_joins_passages": "these words stand in separate passages, not in one piece; give one"
    " quote from one passage, or ask the person to say it in one sentence",
    "quote_not_found": "no message that the person typed in this conversation contains these words"
    " in this order; copy a message of theirs letter for letter, or ask them to say it in one"
    " sentence of their own",
}
# When several messages refuse, the reason that helps most.
_TELLING = (
    stance.NEGATED, stance.ASKED, "quote_struck", "quote_joins_passages", "quote_cuts_word",
)  # fmt: skip


def typed_message(locator: str, text: str, *, heard: int | None = None) -> Typed:
    """A message as `resolve` takes it; `text` as clean.typed gives it."""
    return Typed(locator, text, heard)


def resolve(quote: str, messages: Sequence[Typed], *, foreign: Sequence[str] = ()) -> Span:
    """The span of the first message that holds the words of `quote`, unflagged before flagged.

    Args:
        quote: what the model typed.
        messages: everything the person typed in this conversation, oldest first.
        foreign: what the assistant said, oldest first; words that it said first are an echo.

    Raises:
        QuoteRefused: with the code of the rule that the quote fails.
    """
    refused: QuoteRefused | None = None
    for form in dict.fromkeys((_visible(quote), fold(quote))):
        try:
            return _resolved(Wanted(_sized(form)), messages, foreign)
        except QuoteRefused as reason:
            refused = refused or reason
    raise refused or _refused("quote_not_found")


def whole(message: Typed) -> Span:
    """A whole message as a quote, without a floor of words: how a person settles a dispute."""
    text = message.text
    return Span(message.locator, text, 0, len(text), flags_of(text, 0, len(text)))


def _visible(quote: str) -> str:
    """The quote without marks of formatting, folded. In code they are no marks, so both count."""
    return fold("\n".join(block.text for block in blocks(tidy(quote))))


def _resolved(wanted: Wanted, messages: Sequence[Typed], foreign: Sequence[str]) -> Span:
    kept: list[tuple[Typed, Span]] = []
    reasons: set[str] = set()
    likely = (message for message in messages if wanted.may_stand_in(message.text))
    for message in islice(likely, _LOOKED):
        if best := _best(_spans(wanted, message, reasons)):
            kept.append((message, best))
        if len(kept) > _PLACES:
            break
    if not kept:
        raise _refused(next((code for code in _TELLING if code in reasons), "quote_not_found"))
    message, first = next((pair for pair in kept if not pair[1].flags), kept[0])
    also = [span.locator for _, span in kept if span is not first]
    is_echo = any(wanted.is_part_of(text) for text in foreign[: message.heard])
    flags = (*first.flags, "echo") if is_echo else first.flags
    return replace(first, flags=tuple(sorted(flags)), also=tuple(also[:_PLACES]))


def flags_of(text: str, start: int, end: int) -> tuple[str, ...]:
    """The flags of `text[start:end]`, sorted; `text` is the whole cleaned message."""
    found: set[str] = set()
    everywhere = {"quoted", "code"}
    for block in blocks(text):
        first, last = block.within(start, end)
        if any(map(str.isalnum, block.text[first:last])):
            here = stance.flags(stance.Reading(block), first, last)
            found |= here
            everywhere &= here
    found -= {"quoted", "code"} - everywhere
    if _is_pasted(text, start, end):
        found.add("long_paste")
    return tuple(sorted(found))


def _best(spans: Iterator[Span]) -> Span | None:
    """The first without a flag, or the first."""
    first = None
    for span in islice(spans, TRIES):
        first = first or span
        if not span.flags:
            return span
    return first


def _spans(wanted: Wanted, message: Typed, reasons: set[str]) -> Iterator[Span]:
    """The spans of a message that pass. Adds to `reasons` why others do not."""
    passages = blocks(message.text)
    is_there = False
    for block in passages:
        reading = stance.Reading(block)
        for start, end in wanted.places(block.text):
            is_there = True
            reason = _fault(message.text, reading, start, end)
            if reason:
                reasons.add(reason)
            else:
                yield _span(message, reading, start, end)
    if not is_there:
        reasons.add(_why_not_in_one_piece(wanted, passages))


def _fault(text: str, reading: stance.Reading, start: int, end: int) -> str | None:
    block = reading.block
    if start < 0 or not (edge(block.text, start) and edge(block.text, end)):
        return "quote_cuts_word"
    if not (edge(text, block.at[start]) and edge(text, block.at[end - 1] + 1)):
        return "quote_cuts_word"
    if block.crosses_gap(start, end):
        return "quote_struck"
    return stance.refusal(reading, start, end)


def _span(message: Typed, reading: stance.Reading, start: int, end: int) -> Span:
    text, at = message.text, reading.block.at
    flags = stance.flags(reading, start, end)
    if "question" in flags and reading.text[end : end + 1] in tuple("?\uff1f\u061f"):
        end += 1
    first, last = at[start], at[end - 1] + 1
    if _is_pasted(text, first, last):
        flags.add("long_paste")
    return Span(message.locator, text[first:last], first, last, tuple(sorted(flags)))


def _why_not_in_one_piece(wanted: Wanted, passages: list[Block]) -> str:
    """The words are all there, in order. Is it the punctuation, struck words, or two passages?"""
    if any(block.gaps for block in passages):
        return "quote_struck"
    if any(wanted.is_part_of(block.text) for block in passages):
        return "quote_not_found"
    return "quote_joins_passages"


def _is_pasted(text: str, start: int, end: int) -> bool:
    """Whether it stands in the middle of a long message. A guess: nobody marks what they paste."""
    is_long = at_least(PASTE_WORDS + 1, text)
    return is_long and at_least(_TYPED_ENDS, text[:start]) and at_least(_TYPED_ENDS, text[end:])


def _sized(quote: str) -> str:
    """The words of a folded quote without the punctuation around them, if they are enough."""
    start, end = core(quote)
    words = quote[start:end]
    if measure(words) < FLOOR:
        raise _refused("quote_too_short", count=measure(words))
    if len(words.encode("utf-8", "replace")) > LONGEST:
        raise _refused("quote_too_long")
    if not is_informative(words):
        raise _refused("quote_no_information")
    return words


def _refused(code: str, **facts: float) -> QuoteRefused:
    return QuoteRefused(code, _REFUSALS[code].format(**facts))
