"""What an English sentence says of a person: a decision, a wish, a belief, something said.

`reason` reads around one mention of the principal: its predicate (predicate.py), the passive that
names them, a possessive with a thought, "according to". It answers with the kind of what is
attributed, or None for a plain fact. Each rule is a function of its own in `RULES`, and a test
turns each of them off in turn.
"""

from .english_verbs import BELIEF, DECISION, DESIRE, FACTS, SPEECH, VERBS, Form
from .english_words import (
    ACCORDING,
    AFTER_ELLIPSIS,
    AUXILIARIES,
    ELLIPTICAL_MINDS,
    ELLIPTICAL_S,
    FEELINGS_OF_OBJECT,
    GLUE,
    LABEL_BEFORE,
    LABELS,
    LIGHT_VERBS,
    LINKS,
    OTHERS,
    RANKED,
    STATES,
    THINGS,
    THOUGHTS,
)
from .names import MONTHS, Mention
from .predicate import CANNOT, Words, goes_on, is_adverb, low, predicate, thought_at

_ARTICLES = frozenset(("the", "a", "an", "our", "my", "his", "her", "their", "that", "this"))
_TITLES = frozenset(("mr", "mrs", "ms", "dr"))
_ENDS = frozenset((";", ":", "—", '"', "(", ")", "[", "]", "|"))
_GIVEN = frozenset(("the", "a", "an", "", "final", "first"))
_LEADING = frozenset(
    ("in", "at", "on", "with", "by", "per", "under", "upon", "following", "against")
)
_SEES = frozenset(("sees", "saw", "see", "views", "viewed"))
_CAME = frozenset(("arrived", "came", "booked", "bought", "left", "ordered", "reserved", "waits"))
_OWED = frozenset(("must", "should", "will", "shall", "can", "may", "to", "needs", "due"))


def reason(words: Words, mention: Mention) -> str | None:
    """What the sentence puts into the mouth of the person mentioned, or None."""
    for rule in RULES if mention.kind != "compound" else (hyphened,):
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
    brackets = low(words, mention.start - 1) == "[" and low(words, mention.end) == "]"
    if brackets and mention.start == 1 and len(words) > mention.end + 2:
        return SPEECH
    colon = next((n for n in range(mention.end, len(words)) if words[n].low == ":"), len(words))
    if mention.start <= 1 and mention.kind == "name" and low(words, colon + 1) == '"':
        return SPEECH
    told = low(words, mention.start - 1) in ("from", "by") and colon == mention.end
    if told and len(words) > colon + 2 and low(words, 0) not in VERBS:
        return SPEECH
    dash = low(words, mention.start - 1) == "—" and mention.end >= len(words)
    quoted = low(words, mention.end) == "—" and low(words, mention.end + 1) == '"'
    return SPEECH if mention.kind == "name" and (dash or quoted) else None


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
    if low(words, at) != "by" or (month and _is_deadline(words, at)):
        return None
    for place in range(at - 1, max(-1, at - 9), -1):
        word = low(words, place)
        form = VERBS.get(word)
        if form and form.shapes & {"part", "past"}:
            return form.kind
        if word in THOUGHTS and word not in THINGS and place >= at - 3:
            return DECISION
        if word in LIGHT_VERBS and any(low(words, n) in THOUGHTS for n in range(place - 4, place)):
            return DECISION
        if word in _ENDS:
            return None
    return None


def _is_deadline(words: Words, at: int) -> bool:
    """`a fix by May`, `must be approved by May`: a month, not a person."""
    form = VERBS.get(low(words, at - 1))
    owed = bool(_OWED & {word.low for word in words[:at]})
    return owed or form is None or "part" not in form.shapes


def hyphened(words: Words, mention: Mention) -> str | None:
    """`the Alex-approved budget`."""
    _, _, verb = low(words, mention.start).rpartition("-")
    form = VERBS.get(verb)
    return form.kind if form and "part" in form.shapes else None


def possessed(words: Words, mention: Mention) -> str | None:
    """`Alex's favourite editor`, `my preference`, `user preference: dark mode`."""
    at = mention.end + (low(words, mention.end) == "'s")
    if at > mention.end or mention.kind in ("my", "their"):
        ranked = any(low(words, place) in RANKED for place in (at, at + 1))
        start = mention.start - (low(words, mention.start - 1) in _ARTICLES)
        before = low(words, start - 1)
        led = before in _LEADING or (before in LINKS and at + 1 >= len(words))
        if led and low(words, at) in THOUGHTS:
            return DECISION
        return DESIRE if ranked else thought_at(words, at)
    named = mention.kind == "name" and low(words, at + 1) in (":", "is")
    if named and low(words, at) in THOUGHTS - THINGS:
        return DECISION
    if mention.kind == "role" and low(words, at) in THOUGHTS and low(words, at + 1) in (":", "is"):
        stored = VERBS.get(low(words, at + 2))
        return None if stored and "part" in stored.shapes else DESIRE
    return None


def owned_by(words: Words, mention: Mention) -> str | None:
    """`The idea is Alex's.`"""
    link = mention.start - 1
    ends = low(words, mention.end) == "'s" and mention.end + 1 >= len(words)
    thought = low(words, link - 1) in THOUGHTS and low(words, link) in LINKS
    return DECISION if ends and thought else None


def thought_of(words: Words, mention: Mention) -> str | None:
    """`the decision of Alex to sell`, `a request from Alex`."""
    at = mention.start - 1
    while low(words, at) in _ARTICLES:
        at -= 1
    reach = {"of": 1, "from": 6}.get(low(words, at), 0)
    for place in range(at - 1, max(-1, at - 1 - reach), -1):
        word = low(words, place)
        if word == "thumbs" and low(words, place + 1) == "up":
            return DECISION
        if word in THOUGHTS and (word not in THINGS or low(words, place - 1) in _GIVEN):
            return DECISION
    return None


def felt(words: Words, mention: Mention) -> str | None:
    """`the noise annoys Alex`."""
    before = low(words, mention.start - 1)
    return DESIRE if before in FEELINGS_OF_OBJECT and mention.start > 1 else None


def experienced(words: Words, mention: Mention) -> str | None:
    """`To Alex, the price is too high`, `for Alex, quality matters`, `as Alex sees it`."""
    seen = low(words, mention.end) in _SEES and low(words, mention.end + 1) in ("it", "things")
    if seen and low(words, mention.start - 1) == "as":
        return BELIEF
    begins = mention.start == 1 and low(words, 0) in ("to", "for") and mention.kind != "role"
    came = any(word.low in _CAME for word in words[mention.end :])
    return BELIEF if begins and low(words, mention.end) == "," and not came else None


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
    owned_by,
    thought_of,
    felt,
    experienced,
    said_inverted,
    predicate,
    first_person,
)


def elliptical(words: Words) -> str | None:
    """`Decision: move to Hetzner`, `Prefers tea`: someone's mind, and nobody is named."""
    at = 0
    while low(words, at) in LABEL_BEFORE or low(words, at) == "'s":
        at += 1
    if low(words, 0) in RANKED and ":" in (low(words, 2), low(words, 3)):
        return DESIRE
    if low(words, at) in LABELS and _is_label(words, at + 1):
        wish = low(words, at).startswith(("pref", "wish", "like", "dislike", "want", "fav"))
        return DESIRE if wish else DECISION
    return _subjectless(words) if at == 0 else None


def _is_label(words: Words, at: int) -> bool:
    if low(words, at) in ("upon", "on", "made", "taken", "now", "today", "final", "so"):
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
    if [word.low for word in words[:2]] == ["can", "not"] and low(words, 2) in CANNOT:
        return DESIRE
    if low(words, 0) in ("is", "was") and low(words, 1) in STATES:
        return BELIEF
    if form is None:
        return goes_on(words, at) if helped else None
    if not after or after in (":", ",", "by", "—"):
        return None
    if helped or low(words, at) in ELLIPTICAL_S or _mind_first(words, at):
        return form.kind
    return form.kind if _was_done(words, at, form) else None


def _was_done(words: Words, at: int, form: Form) -> bool:
    """`Chose the cheaper one`, `Told Dana that …`; not `Approved vendors`."""
    after = low(words, at + 1)
    if "past" not in form.shapes or "base" in form.shapes:
        return False
    someone = words[at + 1].capital and low(words, at + 2) in AFTER_ELLIPSIS | {"over", "about"}
    return after in AFTER_ELLIPSIS or someone or "part" not in form.shapes


def _mind_first(words: Words, at: int) -> bool:
    """`Needs the report by noon`; not `Needs analysis is a method`, `Likes and dislikes`."""
    if low(words, at) not in ELLIPTICAL_MINDS or len(words) < at + 3:
        return False
    after = words[at + 1]
    noun = after.low in GLUE - AFTER_ELLIPSIS or after.low in VERBS or not after.is_word
    verbs = {word.low for word in words[at:]} & {"is", "are", "was", "were"}
    return not noun and not verbs


_HELPS = frozenset(("does", "not", "did", "would", "has"))


def is_other(words: Words, at: int) -> bool:
    """Is word `at` a third person: a name that does what people do, or one of their kind?"""
    word, after = words[at], low(words, at + 1)
    if word.low in OTHERS:
        return low(words, at - 1) in _ARTICLES or low(words, at - 1) == "'s"
    if not (word.capital and word.is_word) or word.low in GLUE or word.low in _ARTICLES:
        return False
    return after in VERBS or (after in FACTS and after not in LINKS | {"has", "have", "had"})
