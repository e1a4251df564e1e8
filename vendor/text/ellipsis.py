"""English ellipses: someone's mind, and nobody is named.

`Decision: move to Hetzner`, `Prefers tea`, `Not a fan of fish`. In a record about one person the
one who is left out is that person.
"""

from .english import ARTICLES
from .english_verbs import BELIEF, DECISION, DESIRE, FACTS, VERBS, Form
from .english_words import (
    AFTER_ELLIPSIS,
    AFTER_STATE,
    ELLIPTICAL_MINDS,
    ELLIPTICAL_S,
    GLUE,
    LABEL_BEFORE,
    LABELS,
    RANKED,
    SO,
    STATES,
    STATES_WITH,
)
from .predicate import CANNOT, Words, goes_on, is_adverb, low, phrase

_ABOUT = frozenset(("on", "re", "regarding", "about", "concerning", "for"))
_OF_THOUGHT = frozenset(
    ("decision", "decisions", "preference", "preferences", "choice", "wish", "wishes", "verdict",
     "agreement", "opinion", "opinions", "intention", "consensus", "stance")
)  # fmt: skip
# `Turned down the offer`, `Went with the cheaper one`
_ENDED = frozenset(
    ("turned", "called", "ruled", "pulled", "backed", "gave", "went", "withdrew", "made", "took",
     "caved", "walked", "dug", "threw", "stuck", "changed", "drew", "stood", "stepped", "dropped")
)  # fmt: skip
_CLAUSED = frozenset(("doubts", "hopes", "fears", "trusts", "wishes", "regrets"))
_MEANWHILE = frozenset(("upon", "on", "made", "taken", "now", "today", "final", "so", "far"))
_IS = frozenset(("is", "are", "was", "were"))
_FED_UP = frozenset(
    ("sick", "tired", "fed", "fine", "ok", "okay", "cool", "big", "crazy", "nuts", "hung", "bored",
     "hoping", "leaning", "dying", "done")
)  # fmt: skip
# they are done to things, too
_ALSO_DONE = frozenset(
    ("committed", "opposed", "determined", "resolved", "content", "game", "decided", "bound",
     "partial", "sympathetic", "hostile", "comfortable", "sure", "certain", "interested", "elated",
     "persuaded", "proud", "averse", "concerned", "satisfied", "torn", "aware")
)  # fmt: skip
_HELPS = frozenset(("does", "not", "did", "would", "has"))


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
    if low(words, at) in _ABOUT and low(words, at - 1) in _OF_THOUGHT:
        ends = (n for n in range(at, min(len(words), at + 8)) if low(words, n) in (":", "—"))
        return next(ends, len(words)) + 1 < len(words)
    while low(words, at) in _MEANWHILE:
        at += 1
    if low(words, at) == "(":
        at = next((n + 1 for n in range(at, len(words)) if low(words, n) == ")"), at)
    dashed = low(words, at) == "-" and words[at].spaced
    return (low(words, at) in (":", "—", "=") or dashed) and len(words) > at + 1


def _subjectless(words: Words) -> str | None:
    at = 0
    while (is_adverb(words, at) and low(words, at) != "rather") or low(words, at) in _HELPS:
        at += 1
    after = low(words, at + 1)
    helped = low(words, at - 1) in _HELPS and {"not", "would", "has"} & {w.low for w in words[:at]}
    can_not = [word.low for word in words[:2]] == ["can", "not"] and low(words, 2) in CANNOT
    if can_not or (low(words, at) == "rather" and helped):
        return DESIRE
    if low(words, 0) in ("is", "was") and low(words, 1) in STATES:
        return BELIEF
    if after in _IS:
        return _feels(words)
    return _feels(words) or _verb_first(words, at, helped=bool(helped))


def _verb_first(words: Words, at: int, *, helped: bool) -> str | None:
    form, after = VERBS.get(low(words, at)), low(words, at + 1)
    if form is None:
        ended = phrase(words, at) if low(words, at) in _ENDED else None
        return ended or (goes_on(words, at) if helped else None)
    if not after or after in (":", ",", "by", "—"):
        return None
    told = helped or low(words, at) in ELLIPTICAL_S or _mind_first(words, at)
    return form.kind if told or _was_done(words, at, form) else None


def _feels(words: Words) -> str | None:
    """`Convinced that the roof leaks`, `Not a fan of fish`; not `Committed to main`."""
    at = 0
    while low(words, at) in SO or is_adverb(words, at):
        at += 1
    if low(words, at) in ARTICLES and low(words, at + 1) in ("fan", "believer", "opponent"):
        return BELIEF if low(words, at + 2) in ("of", "in") else None
    if low(words, at) == "in" and low(words, at + 1) in ("favour", "favor"):
        return DECISION if low(words, at + 2) == "of" else None
    if low(words, at + 1) in STATES_WITH.get(low(words, at), ()) and low(words, at) in _FED_UP:
        return BELIEF
    if low(words, at) == "interested" and at and low(words, at + 1) == "in":
        return DESIRE
    verbs = any(word.low in FACTS or word.low in VERBS for word in words[at:])
    if low(words, at) == "against" and low(words, at + 1) in ARTICLES | {"any"} and not verbs:
        return DECISION
    felt = low(words, at) in STATES - _ALSO_DONE and low(words, at + 1) in AFTER_STATE - {"by"}
    settled = {word.low for word in words[at:]} & (_IS | {"has", "have"})
    return BELIEF if felt and (low(words, at + 1) == "that" or not settled) else None


def _was_done(words: Words, at: int, form: Form) -> bool:
    """`Chose the cheaper one`, `Told Dana that …`; not `Approved vendors`."""
    after = low(words, at + 1)
    if "past" not in form.shapes or "base" in form.shapes:
        return False
    someone = words[at + 1].capital and low(words, at + 2) in AFTER_ELLIPSIS | {"over", "about"}
    return after in AFTER_ELLIPSIS or someone or "part" not in form.shapes


def _mind_first(words: Words, at: int) -> bool:
    """`Needs the report by noon`; not `Needs analysis is a method`, `Likes and dislikes`."""
    if low(words, at) not in ELLIPTICAL_MINDS or len(words) < at + 3 - (low(words, at) == "likes"):
        return False
    after = words[at + 1]
    if low(words, at) in _CLAUSED and after.low in ("the", "that"):
        return True
    noun = after.low in GLUE - AFTER_ELLIPSIS or after.low in VERBS or not after.is_word
    verbs = {word.low for word in words[at:]} & {"is", "are", "was", "were"}
    return not noun and not verbs
