"""The gate: every row cites a source, every quote stands in it, nobody is given words.

The engine is exact. What a model typed has been resolved to the message's own span before it
comes here (text/quote.py); here the stored quote is a run of one source, letter for letter, at
word edges, or the packet is refused. Two refusals are the gate's own: QuoteNotFound and
AttributionRefused. Their sentences reach a model unchanged, so they say what would pass, and
never words to copy.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..text import attribution, quote, sentences, words
from .errors import AttributionRefused, PacketRefused, QuoteNotFound
from .view import Evidence, View

CITING = ("add_record", "revise_record", "claim", "settle")
# Words that a person typed themselves, so that the floor of five words has something to protect.
TYPED = frozenset({"principal", "person"})
ATTRIBUTED = {
    "add_record": ("body", "title"),
    "revise_record": ("body", "title"),
    "claim": ("statement", "title", "value"),
}


def place(words_quoted: str, text: str, start: int | None = None) -> int | None:
    """Where a quote stands in its source, at word edges: at `start` if given, else first."""
    if not words_quoted:
        return None
    at = text.find(words_quoted, start or 0)
    while at >= 0:
        around = text[max(0, at - 1) : at + len(words_quoted) + 1]
        if quote.stands(words_quoted, around):
            return at if start is None or at == start else None
        at = text.find(words_quoted, at + 1) if start is None else -1
    return None


def flags(
    citation: Mapping[str, Any], words_quoted: str, text: str, start: int | None
) -> tuple[str, ...]:
    """What weakens a quote: what the collector saw in the conversation, and what we see here."""
    seen = () if start is None else quote.flags_of(text, start, start + len(words_quoted))
    return tuple(sorted({*citation.get("flags", ()), *seen}))


def check_citations(view: View) -> None:
    """Every row cites at least one source, and each of them has a locator. Code `citation`."""
    for number, op in view.ops(*CITING):
        if not op["citations"]:
            raise PacketRefused(
                "citation", f"not kept: {op['op']} cites no source; cite at least one"
            )
        for citation in op["citations"]:
            source = view.source(citation["source"], number)
            if source is None:
                raise PacketRefused(
                    "citation",
                    f"not kept: there is no source {citation['source']}; add it before the row "
                    "that cites it, in this packet or an earlier one",
                )
            if not source.locator:
                raise PacketRefused(
                    "citation", f"not kept: the source {citation['source']} has no locator"
                )


def check_quotes(view: View) -> None:
    """Every quote stands in its source, and a person's message is quoted with five words."""
    for number, op, citation, source in _citations(view):
        words_quoted = citation.get("quote", "")
        if not words_quoted:
            _check_bare(number, op, source)
            continue
        if place(words_quoted, source.text, citation.get("start")) is None:
            raise QuoteNotFound("quote", _not_there(citation, source))
        typed = source.kind == "message" and source.author in TYPED
        if typed and op["op"] != "settle" and quote.measure(words_quoted) < quote.FLOOR:
            raise QuoteNotFound(
                "quote",
                "not kept: the quote is shorter than five words. Quote at least five consecutive "
                "words of one message; if the message is shorter than that, ask for one sentence "
                "that says it.",
            )


def _check_bare(number: int, op: Mapping[str, Any], source: Evidence) -> None:
    if source.kind == "message" and source.author in TYPED:
        raise QuoteNotFound(
            "quote",
            f"not kept: operation {number} cites a message and quotes nothing from it. Quote at "
            "least five consecutive words of that message.",
        )


def _not_there(citation: Mapping[str, Any], source: Evidence) -> str:
    if "start" in citation and place(citation["quote"], source.text) is not None:
        return (
            f"not kept: the quote does not stand at character {citation['start']} of its source; "
            "leave `start` out and the first place counts"
        )
    return (
        f"not kept: these words do not stand in {source.locator}, letter for letter and in whole "
        "words. Quote at least five consecutive words exactly as they were typed in one message."
    )


def check_attribution(view: View) -> None:
    """Nothing puts words, wishes or a decision in the principal's mouth. Code `attribution`.

    Off where the policy in force names no principal.
    """
    principal, aliases = view.policy.principal, view.policy.aliases
    if not principal:
        return
    names = words.informative(" ".join((principal, *aliases)))
    for number, op in view.ops(*ATTRIBUTED):
        for name in ATTRIBUTED[op["op"]]:
            sentence = op.get(name, "")
            reason = attribution.needs_own_words(sentence, principal, aliases) if sentence else None
            if reason is not None:
                _check_own_words(view, number, op, (name, sentence, reason), names)
        reason = attribution.key_needs_own_words(op.get("key", ""), principal, aliases)
        if reason is not None:
            # A key says it together with its value, so the quote may share a word with either.
            sentence = " ".join(
                (sentences.key_words(op["key"]), op.get("value", ""), op.get("statement", ""))
            )
            _check_own_words(view, number, op, ("key", sentence, reason), names)


def _check_own_words(
    view: View,
    number: int,
    op: Mapping[str, Any],
    claim: tuple[str, str, str],
    names: frozenset[str],
) -> None:
    name, sentence, reason = claim
    wanted = words.informative(sentence) - names
    own = list(_own_quotes(view, number, op))
    for words_quoted, marks in own:
        if not marks and words.informative(words_quoted) & wanted:
            return
    flagged = sorted({mark for _, marks in own for mark in marks})
    raise AttributionRefused("attribution", _attributed(view, name, reason, bool(own), flagged))


def _own_quotes(
    view: View, number: int, op: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The quotes of an operation that the principal typed, each with what weakens it."""
    for citation in op["citations"]:
        source = view.source(citation["source"], number)
        words_quoted = citation.get("quote", "")
        if source is None or source.author != "principal" or not words_quoted:
            continue
        start = place(words_quoted, source.text, citation.get("start"))
        yield words_quoted, flags(citation, words_quoted, source.text, start)


def _attributed(view: View, name: str, reason: str, has_own: bool, flagged: list[str]) -> str:
    principal = view.policy.principal
    says = f"not kept: the {name} says what {principal} thinks, wants, says or decided ({reason})"
    if flagged:
        why = f"and the quote is marked {', '.join(flagged)}, so it states nothing of its own"
    elif has_own:
        why = "but the quote is about something else: it shares no word with it beyond a name"
    else:
        why = f"without a quote from something {principal} wrote"
    return (
        f"{says}, {why}. Quote the sentence in which {principal} says it, or word the {name} "
        "neutrally, as what is planned, true or done, not as what a person decided or said."
    )


def _citations(view: View) -> Iterator[tuple[int, Mapping[str, Any], Mapping[str, Any], Evidence]]:
    for number, op in view.ops(*CITING):
        for citation in op["citations"]:
            source = view.source(citation["source"], number)
            if source is not None:
                yield number, op, citation, source
