"""What an English sentence says of a person: a decision, a wish, a belief, something said.

`reason` reads around one mention of the principal: its predicate (predicate.py), the passive that
names them, a possessive with a thought, "according to". It answers with the kind of what is
attributed, or None for a plain fact. Each rule is a function of its own in `RULES`, and a test
turns each of them off in turn.
"""

from .english_verbs import BELIEF, DECISION, DESIRE, FACTS, SPEECH, VERBS
from .english_words import (
    ACCORDING,
    AUXILIARIES,
    FEELINGS_OF_OBJECT,
    GLUE,
    LIGHT_VERBS,
    LINKS,
    OTHERS,
    RANKED,
    THINGS,
    THOUGHTS,
)
from .names import MONTHS, Mention
from .predicate import STORED, Words, is_adverb, low, phrase, predicate, thought_at

ARTICLES = frozenset(("the", "a", "an", "our", "my", "his", "her", "their", "that", "this"))
_TITLES = frozenset(("mr", "mrs", "ms", "dr"))
_ENDS = frozenset((";", ":", "—", '"', "(", ")", "[", "]", "|"))
_ALLOWED = frozenset(
    ("supported", "allowed", "challenged", "green-lighted", "floated", "tabled", "seconded")
)
_NOTES = frozenset(("(", ",", "via", "on", "about", "re", "today", "yesterday"))
_GIVEN = frozenset(("the", "a", "an", "", "final", "first"))
_LEADING = frozenset(
    ("in", "at", "on", "with", "by", "per", "under", "upon", "following", "against")
)
_FEELINGS = frozenset(
    ("delight", "annoyance", "surprise", "dismay", "relief", "horror", "regret", "chagrin", "joy",
     "disappointment", "amusement", "irritation", "frustration", "astonishment", "satisfaction",
     "liking", "taste", "dislike")
)  # fmt: skip
_SEES = frozenset(("sees", "saw", "see", "views", "viewed"))
_CAME = frozenset(("arrived", "came", "booked", "bought", "left", "ordered", "reserved", "waits"))
# with a word before it that says of what: `Alex's carpet preference`
_ALWAYS_MINDS = frozenset(
    ("preference", "preferences", "decision", "decisions", "choice", "choices", "opinion",
     "opinions", "wish", "wishes", "verdict", "dislikes", "dislike")
)  # fmt: skip
_WRITES = frozenset(
    ("wrote", "writes", "texted", "texts", "posted", "posts", "emailed", "messaged", "typed")
)
_SEEN_FROM = frozenset(("account", "perspective", "standpoint", "viewpoint", "admission"))
_SINCE = frozenset(("since", "until"))
_ENTERED = frozenset(("born", "based", "aged"))
_SPEAKS = frozenset(("i", "we", "you", "my", "our", "me", "us", "no", "not", "never", "please"))
_BY_WHAT = frozenset(("conviction", "choice", "preference", "inclination"))
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
        spoken = sum(word.is_word and not word.low[:1].isdigit() for word in after)
        told = after[0].spaced and spoken >= 2 and not _is_entry(after)
        if after[0].raw == '"' or told:
            return SPEECH
    if mention.start == 0 and mention.kind == "name" and _is_told(words, mention.end):
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
    sign = mention.end
    while low(words, sign) in ("—", "-", ">", "="):
        sign += 1
    quoted = sign > mention.end and low(words, sign) == '"'
    signed = mention.kind == "name" and (quoted or _is_signed(words, mention))
    return SPEECH if signed else None


def _is_entry(after: Words) -> bool:
    """`Alex: treasurer since 2021`, `Alex: lives in Bonn`: a line of a list, and no one speaks."""
    if any(word.low in _SPEAKS or word.low in VERBS for word in after):
        return False
    first = low(after, 0)
    lived = first in FACTS and first.endswith("s") and first not in LINKS
    dated = low(after, len(after) - 2) in _SINCE and low(after, len(after) - 1)[:1].isdigit()
    return lived or first in _ENTERED or (dated and not any(w.low in LINKS for w in after))


def _is_signed(words: Words, mention: Mention) -> bool:
    """`… — Alex`, `"…" - Alex`, `"…" (Alex)`."""
    before, ends = low(words, mention.start - 1), mention.end >= len(words)
    behind = low(words, mention.start - 2) == '"'
    bracketed = behind and before == "(" and low(words, mention.end) == ")"
    return bracketed or (ends and (before == "—" or (before == "-" and behind)))


def _is_told(words: Words, at: int) -> bool:
    """`Alex (chat): …`, `Alex, 4 May: …`, `Alex on the barn: …`: a note, a colon and words."""
    colon = next((n for n in range(at, min(len(words), at + 7)) if words[n].low == ":"), at)
    if colon == at or low(words, at) not in _NOTES:
        return False
    noted = any(word.low in FACTS or word.low in VERBS for word in words[at:colon])
    after = words[colon + 1 :]
    return not noted and sum(w.is_word and not w.low[:1].isdigit() for w in after) >= 2


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
    while low(words, at) in ARTICLES | _TITLES | {"and", "both", ":"}:
        at -= 1
    month = low(words, mention.start) in MONTHS
    if low(words, at) != "by" or (month and _is_deadline(words, at)):
        return None
    for place in range(at - 1, max(-1, at - 9), -1):
        if found := _done(words, place, at):
            return found
        if low(words, place) in _ENDS:
            return None
    return None


def _done(words: Words, place: int, by: int) -> str | None:
    """What word `place` says was done by the one behind `by`: approved, called off, a request."""
    word = low(words, place)
    form = VERBS.get(word)
    if form and form.shapes & {"part", "past"}:
        return form.kind
    if place >= by - 5 and (found := phrase(words[:by], place)):
        return found
    given = word in LIGHT_VERBS and any(low(words, n) in THOUGHTS for n in range(place - 4, place))
    thought = word in THOUGHTS and (word not in THINGS or place == by - 1) and place >= by - 3
    return DECISION if given or thought or word in _ALLOWED else None


def _is_deadline(words: Words, at: int) -> bool:
    """`a fix by May`, `must be approved by May`: a month, not a person."""
    owed = bool(_OWED & {word.low for word in words[:at]})
    forms = (VERBS.get(low(words, place)) for place in range(at - 3, at))
    done = any(form is not None and "part" in form.shapes for form in forms)
    done = done or low(words, at - 1) in _ALLOWED or bool(phrase(words[:at], at - 2))
    return owed or not done


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
        ranked = ranked and low(words, at + 2) not in STORED
        start = mention.start - (low(words, mention.start - 1) in ARTICLES)
        before = low(words, start - 1)
        owns = low(words, at) == "own"
        if before in ("by", "from") and low(words, at + owns) in _SEEN_FROM:
            return BELIEF
        if before == "to" and low(words, at) in _FEELINGS:
            return DESIRE
        led = before in _LEADING or (before in LINKS and at + 1 >= len(words))
        if led and low(words, at) in THOUGHTS:
            return DECISION
        kept = low(words, at + 1) in _ALWAYS_MINDS and low(words, at) not in VERBS
        return DESIRE if ranked or kept else thought_at(words, at)
    named = mention.kind == "name" and low(words, at + 1) in (":", "is")
    if named and low(words, at) in THOUGHTS - THINGS:
        return DECISION
    if mention.kind == "role" and low(words, at) in THOUGHTS and low(words, at + 1) in (":", "is"):
        stored = VERBS.get(low(words, at + 2))
        stored_so = (stored and "part" in stored.shapes) or low(words, at + 2).endswith("ed")
        return None if stored_so else DESIRE
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
    while low(words, at) in ARTICLES:
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
    while low(words, at) in ARTICLES:
        at -= 1
    ahead = {low(words, mention.start - 1), low(words, mention.start - 2)}
    if '"' in ahead and ahead <= {'"', ","} and low(words, mention.end) in _WRITES:
        return SPEECH
    form = VERBS.get(low(words, at))
    if form is None or form.kind not in (SPEECH, BELIEF) or not form.shapes & {"s", "past"}:
        return None
    return form.kind if low(words, at - 1) in (",", '"', "—", "so", "thus", "?", "'") else None


def by_choice(words: Words, mention: Mention) -> str | None:
    """`Alex = vegetarian by conviction`, `Alex is single by choice`."""
    for at in range(mention.end, min(len(words), mention.end + 8)):
        own = low(words, at + 1) in ("own", *ARTICLES)
        if low(words, at) == "by" and low(words, at + 1 + own) in _BY_WHAT:
            return BELIEF
    return None


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
    by_choice,
    first_person,
)


def is_other(words: Words, at: int) -> bool:
    """Is word `at` a third person: a name that does what people do, or one of their kind?"""
    word, after = words[at], low(words, at + 1)
    if word.low in OTHERS:
        return low(words, at - 1) in ARTICLES or low(words, at - 1) == "'s"
    if not (word.capital and word.is_word) or word.low in GLUE or word.low in ARTICLES:
        return False
    return after in VERBS or (after in FACTS and after not in LINKS | {"has", "have", "had"})
