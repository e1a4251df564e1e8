"""What an English sentence says of a person: a decision, a wish, a belief, something said.

`reason` reads around one mention of the principal: its predicate (predicate.py), the passive that
names them, a possessive with a thought, "according to". It answers with the kind of what is
attributed, or None for a plain fact. Each rule is a function of its own in `RULES`, and a test
turns each of them off in turn.
"""

from .english_words import (
    ACCORDING,
    AFTER_ELLIPSIS,
    AUXILIARIES,
    BELIEF,
    DECISION,
    DESIRE,
    ELLIPTICAL_S,
    FACTS,
    FEELINGS_OF_OBJECT,
    GLUE,
    LABEL_BEFORE,
    LABELS,
    LINKS,
    OTHERS,
    PHRASES,
    RANKED,
    SHARED,
    SPEECH,
    THINGS,
    THOUGHTS,
    VERBS,
)
from .names import MONTHS, Mention
from .predicate import Words, is_adverb, low, predicate, thought_at

_ARTICLES = frozenset(("the", "a", "an", "our", "my", "his", "her", "their", "that", "this"))
_TITLES = frozenset(("mr", "mrs", "ms", "dr"))
_ENDS = frozenset((";", ":", "—", '"', "(", ")", "[", "]", "|"))
_OWED = frozenset(("must", "should", "will", "shall", "can", "may", "to", "needs", "due"))


def reason(words: Words, mention: Mention) -> str | None:
    """What the sentence puts into the mouth of the person mentioned, or None."""
    for rule in RULES:
        if found := rule(words, mention):
            return found
    return None


def said_label(words: Words, mention: Mention) -> str | None:
    """`Alex: "we ship on Friday"`, and `— Alex` at the end."""
    after = words[mention.end + 1 :]
    if low(words, mention.end) == ":" and mention.start <= 1 and after:
        spoken = sum(word.is_word and not word.low.isdigit() for word in after)
        if after[0].raw == '"' or (after[0].spaced and spoken >= 2):
            return SPEECH
    dash = low(words, mention.start - 1) == "—" and mention.end >= len(words)
    return SPEECH if dash and mention.kind == "name" else None


def according(words: Words, mention: Mention) -> str | None:
    """`according to Alex`, `per Alex`, `at the request of the user`; not `5 euros per user`."""
    at = mention.start
    if low(words, at - 1) in _TITLES | {"the", "my"}:
        at -= 1
    before = " " + " ".join(word.low for word in words[max(0, at - 5) : at])
    if not any(before.endswith(" " + phrase) for phrase in ACCORDING):
        return None
    counted = mention.kind == "role" and at == mention.start and before.endswith(" per")
    return None if counted and not thought_at(words, mention.end) else SPEECH


def by_agent(words: Words, mention: Mention) -> str | None:
    """`approved by Alex`, `a refund was requested by the user`, `approved by: Alex`."""
    at = mention.start - 1
    while low(words, at) in _ARTICLES | _TITLES | {"and", "both", ":"}:
        at -= 1
    month = low(words, mention.start) in MONTHS
    if low(words, at) != "by" or (month and _OWED & {word.low for word in words[:at]}):
        return None
    for place in range(at - 1, max(-1, at - 9), -1):
        word = low(words, place)
        form = VERBS.get(word)
        if form and form.shapes & {"part", "past"}:
            return form.kind
        if word in THOUGHTS and word not in THINGS and place >= at - 3:
            return DECISION
        if word in _ENDS:
            return None
    return None


def hyphened(words: Words, mention: Mention) -> str | None:
    """`the Alex-approved budget`."""
    _, _, verb = low(words, mention.start).partition("-")
    form = VERBS.get(verb)
    return form.kind if form and "part" in form.shapes else None


def possessed(words: Words, mention: Mention) -> str | None:
    """`Alex's favourite editor`, `my preference`, `user preference: dark mode`."""
    at = mention.end + (low(words, mention.end) == "'s")
    if at > mention.end or mention.kind in ("my", "their"):
        ranked = any(low(words, place) in RANKED for place in (at, at + 1))
        return DESIRE if ranked else thought_at(words, at)
    if mention.kind == "role" and low(words, at) in THOUGHTS and low(words, at + 1) in (":", "is"):
        stored = VERBS.get(low(words, at + 2))
        return None if stored and "part" in stored.shapes else DESIRE
    return None


def thought_of(words: Words, mention: Mention) -> str | None:
    """`the decision of Alex to sell`, `a request from Alex`."""
    at = mention.start - 1
    while low(words, at) in _ARTICLES:
        at -= 1
    reach = {"of": 1, "from": 6}.get(low(words, at), 0)
    for place in range(at - 1, max(-1, at - 1 - reach), -1):
        word = low(words, place)
        if word in THOUGHTS and (word not in THINGS or low(words, place - 1) in ("the", "a")):
            return DECISION
    return None


def felt(words: Words, mention: Mention) -> str | None:
    """`the noise annoys Alex`."""
    before = low(words, mention.start - 1)
    return DESIRE if before in FEELINGS_OF_OBJECT and mention.start > 1 else None


def said_inverted(words: Words, mention: Mention) -> str | None:
    """`…, says Alex.`"""
    at = mention.start - 1
    while low(words, at) in _ARTICLES:
        at -= 1
    form = VERBS.get(low(words, at))
    if form is None or form.kind not in (SPEECH, BELIEF) or not form.shapes & {"s", "past"}:
        return None
    return form.kind if low(words, at - 1) in (",", '"', "—", "so", "thus", "?", "'") else None


def first_person(words: Words, mention: Mention) -> str | None:
    """`I live in Berlin`: whoever keeps that sentence speaks as the person."""
    verb = low(words, mention.end)
    known = verb in AUXILIARIES or verb in FACTS or is_adverb(words, mention.end)
    return SPEECH if mention.kind == "first" and known else None


RULES = (
    said_label,
    according,
    by_agent,
    hyphened,
    possessed,
    thought_of,
    felt,
    said_inverted,
    predicate,
    first_person,
)


def elliptical(words: Words) -> str | None:
    """`Decision: move to Hetzner`, `Prefers tea`: someone's mind, and nobody is named."""
    at = 0
    while low(words, at) in LABEL_BEFORE or low(words, at) == "'s":
        at += 1
    if low(words, at) in LABELS and _is_label(words, at + 1):
        wish = low(words, at).startswith(("pref", "wish", "like", "dislike", "want", "fav"))
        return DESIRE if wish else DECISION
    return _subjectless(words) if at == 0 else None


def _is_label(words: Words, at: int) -> bool:
    if low(words, at) in ("made", "taken", "now", "today", "final", "so"):
        at += 1
    if low(words, at) == "(":
        at = next((n + 1 for n in range(at, len(words)) if low(words, n) == ")"), at)
    return low(words, at) in (":", "—", "=") and len(words) > at + 1


def _subjectless(words: Words) -> str | None:
    at = 0
    while (is_adverb(words, at) and low(words, at) != "rather") or low(words, at) in _HELPS:
        at += 1
    form, after = VERBS.get(low(words, at)), low(words, at + 1)
    helped = low(words, at - 1) in _HELPS and {"not", "would", "has"} & {w.low for w in words[:at]}
    if low(words, at) == "rather" and helped:
        return DESIRE
    if form is None or not after or after in (":", ",", "by", "—"):
        return None
    if helped or low(words, at) in ELLIPTICAL_S:
        return form.kind
    past = "past" in form.shapes and "base" not in form.shapes and after in AFTER_ELLIPSIS
    return form.kind if past else None


_HELPS = frozenset(("does", "not", "did", "would", "has"))


def is_other(words: Words, at: int) -> bool:
    """Is word `at` a third person: a name that does what people do, or one of their kind?"""
    word, after = words[at], low(words, at + 1)
    if word.low in OTHERS:
        return low(words, at - 1) in _ARTICLES or low(words, at - 1) == "'s"
    if not (word.capital and word.is_word) or word.low in GLUE or word.low in _ARTICLES:
        return False
    return after in VERBS or (after in FACTS and after not in LINKS | {"has", "have", "had"})


def shows(words: Words) -> int:
    """How many words of a sentence are English and nothing else."""
    return sum(
        word.low in GLUE or (word.low in _ENGLISH and word.low not in SHARED) for word in words
    )


_ENGLISH = (
    frozenset(word for word, form in VERBS.items() if "base" not in form.shapes)
    | frozenset(word for word in FACTS | frozenset(PHRASES) if len(word) > 3)
    | AUXILIARIES
)
