"""The attribution rule at work: who is meant in each sentence, and what is said of them.

Who is meant: names.py (every name in any script), and here "the user", he, she, they, we and I.
What is said: english.py, tongues.py for other languages with spaces, runs.py for those without.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from . import ellipsis, english, languages, lazy, runs, tongues
from .english_verbs import BELIEF, DESIRE, FACTS, VERBS
from .english_words import (
    AUXILIARIES,
    ELLIPTICAL_MINDS,
    ELLIPTICAL_NOUNS,
    ELLIPTICAL_S,
    GENERIC,
    THINGS,
)
from .names import Mention, Names, mentions, names_of
from .predicate import thought_at
from .sentences import LONGEST, Sentence, Token, key_words, plain, sentences
from .unowned import unowned

# Behind a subject these are things that are counted: user.orders, user.comments.
_COUNTED = ELLIPTICAL_NOUNS - ELLIPTICAL_MINDS
MOST = 6  # mentions in one sentence; more are no sentence
_ROLES = frozenset({"user", "owner", "human", "principal", "operator"})
_PERSONS = frozenset({"person", "individual", "requester", "asker", "interlocutor"})
_WHO = frozenset({"who", "that", "which", "whose"})
_THIS = frozenset({"the", "this", "that", "same"})
_CONDITIONS = frozenset({"if", "when", "whenever", "unless", "once", "until"})
_MODALS = frozenset({"may", "can", "could", "must", "should", "might", "need", "will", "have"})
_PARTS = lazy.regex("[./]")
# Parts of a key that hold what a person wants: user.preference.tone, alex.goal.2027.
_MINDS_IN_KEYS = frozenset(
    {"preference", "preferences", "goal", "goals", "choice", "choices", "aim", "aims", "ambition",
     "priority", "priorities", "opinion", "opinions", "view", "views", "motive", "sentiment"}
)  # fmt: skip
_WHAT = frozenset({"what", "whatever", "whichever", "whoever", "wherever", "however"})
_A_THING = frozenset({"the", "any", "every", "each", "all", "some", "one"})
_PRONOUNS = {
    "i": "first", "you": "first", "we": "we", "he": "third", "she": "third", "they": "they",
    "my": "my", "your": "my", "our": "my", "his": "their", "her": "their", "their": "their",
    "me": "object", "us": "object", "him": "object", "them": "object",
}  # fmt: skip
_IN_MY_OPINION = frozenset(("imo", "imho", "imao", "ymmv"))
_ABOUT_OTHERS = frozenset({"third", "they", "their", "object"})


def reason(statement: str, principal: str, aliases: Sequence[str]) -> str | None:
    """What the statement attributes to the principal, in a few words; None for nothing."""
    if len(statement) > LONGEST:
        return "too long to be read"
    names = names_of(principal, tuple(aliases))
    others = False
    for one in sentences(plain(statement)):
        named = mentions(one.words, names, upper=_shouted(one.words))
        if found := _reason(one, names, named, others=others):
            return found
        others = (others or _others(one.words, named)) and not named
    return None


def key_reason(key: str, principal: str, aliases: Sequence[str]) -> str | None:
    """What a fact key attributes to the principal, read as a sentence and as what they own."""
    names = names_of(principal, tuple(aliases))
    parts = [part.lower() for part in _PARTS.split(key)]
    mine = parts[0] in _ROLES or (parts[0],) in names.words
    if mine and len(parts) > 2 and parts[1] in _MINDS_IN_KEYS:
        return DESIRE
    first, _, rest = key_words(key).partition(" ")
    subject = first.capitalize() if (first,) in names.words else first
    if not rest or rest in _COUNTED or rest in THINGS:
        return None
    for text in (f"{subject} {rest}", f"{subject}'s {rest}"):
        for one in sentences(plain(text)):
            named = mentions(one.words, names, upper=False)
            found = (
                _of_named(one, named, others=False)
                or runs.reason(one.text, names)
                or (_in_other_tongues(one, names, named) if named else None)
            )
            if found:
                return found
    return None


def _reason(one: Sentence, names: Names, named: list[Mention], *, others: bool) -> str | None:
    if len(named) > MOST:
        return "too often named to be read"
    return (
        _of_named(one, named, others=others)
        or ellipsis.elliptical(one.words)
        or (None if others else unowned(one.words))
        or runs.reason(one.text, names)
        or _in_other_tongues(one, names, named)
        or _of_pronouns(one.words, named, others=others)
        or (None if others else _owned_up(one.words, named))
    )


def _owned_up(words: Sequence[Token], named: Sequence[Mention]) -> str | None:
    """`rope too thin imo`: the writer's opinion, whoever they name."""
    own = any(word.low in _IN_MY_OPINION for word in words)
    return BELIEF if own and not _others(words, named) else None


def _of_named(one: Sentence, named: Sequence[Mention], *, others: bool) -> str | None:
    exact = (mention for mention in named if mention.exact)
    persons = () if others else islice(_persons(one.words), MOST)
    for mention in (*exact, *islice(_roles(one.words), MOST), *persons):
        if found := english.reason(one.words, mention):
            return found
    return None


def _in_other_tongues(one: Sentence, names: Names, named: Sequence[Mention]) -> str | None:
    full = [m for m in named if m.kind == "name" and not _is_word(one.words, m, names)]
    certain = (m for m in full if m.exact and not _is_careful(one.words, m, names))
    places = frozenset(mention.start for mention in certain)
    return tongues.reason(one.words, full, certain=places, closed=one.closed)


def _of_pronouns(words: Sequence[Token], named: list[Mention], *, others: bool) -> str | None:
    for mention in islice(_pronouns(words), 2 * MOST):
        if mention.kind in _ABOUT_OTHERS and _someone_else(words, mention, named, others):
            continue
        if words[mention.start].low == "you" and _is_anyone(words, mention):
            continue
        if found := english.reason(words, mention):
            return found
    return None


def _is_anyone(words: Sequence[Token], mention: Mention) -> bool:
    """`You may choose any colour`: whoever reads the manual."""
    after = words[mention.end].low if mention.end < len(words) else ""
    before = words[mention.start - 1].low if mention.start else ""
    ahead = {word.low for word in words[max(0, mention.start - 3) : max(0, mention.start - 1)]}
    told = bool(ahead & _A_THING) and before not in _A_THING and words[mention.start - 1].is_word
    return after in _MODALS or before in _CONDITIONS | _WHAT or told


def _is_word(words: Sequence[Token], mention: Mention, names: Names) -> bool:
    """`Art dealers prefer cash`: a common word, and English all around it."""
    if words[mention.start].low not in names.careful or languages.spoken(words, (mention,))[0]:
        return False
    return any(word.low in VERBS or word.low in FACTS for word in words[mention.end :])


def _is_careful(words: Sequence[Token], mention: Mention, names: Names) -> bool:
    """Not one of which an unknown verb may be believed: a common word, or an English verb."""
    after = words[mention.end].low if mention.end < len(words) else ""
    verb = languages.in_english(words, mention.end) or after == "'s" or after.endswith("ed")
    if verb or words[mention.start].low not in names.careful:
        return verb
    foreign = mention.start == 0 and bool(languages.spoken(words, (mention,))[0])
    return not foreign


def _shouted(words: Sequence[Token]) -> bool:
    cased = (word.raw for word in words if word.raw.lower() != word.raw.upper())
    letters = [raw for raw in cased if raw.isalpha()]
    return len(letters) > 1 and all(raw.isupper() for raw in letters)


def _roles(words: Sequence[Token]) -> Iterator[Mention]:
    for at, word in enumerate(words):
        per = at and words[at - 1].low == "per" and thought_at(words, at + 1)
        generic = at and words[at - 1].low in GENERIC and not per
        if word.low in _ROLES and not generic and not _is_condition(words, at):
            yield Mention(at, at + 1, "role")


def _persons(words: Sequence[Token]) -> Iterator[Mention]:
    """`The person decided`: the one whom the record is about; not `each person`."""
    for at, word in enumerate(words):
        before = words[at - 1].low if at else ""
        after = words[at + 1].low if at + 1 < len(words) else ""
        known = before in _THIS or (at == 0 and after in ELLIPTICAL_S)
        if word.low in _PERSONS and known and after not in _WHO and not _is_condition(words, at):
            yield Mention(at, at + 1, "role")


def _is_condition(words: Sequence[Token], at: int) -> bool:
    """`if the user cancels, …`: any user, in a manual."""
    first = at - 1 if at and words[at - 1].low == "the" else at
    form = VERBS.get(words[at + 1].low) if at + 1 < len(words) else None
    opens = first > 0 and words[first - 1].low in _CONDITIONS
    return opens and form is not None and "s" in form.shapes


def _pronouns(words: Sequence[Token]) -> Iterator[Mention]:
    for at, word in enumerate(words):
        kind = _PRONOUNS.get(word.low)
        after = words[at + 1].low if at + 1 < len(words) else ""
        typed = word.raw == "i" and (after in VERBS or after in AUXILIARIES) and not at
        numeral = word.low == "i" and (word.raw != "I" or (at and words[at - 1].capital))
        numeral = numeral and not typed
        says = kind == "they" and at + 1 < len(words) and words[at + 1].low == "say"
        if kind and not numeral and not says:
            yield Mention(at, at + 1, kind)


def _others(words: Sequence[Token], named: Sequence[Mention]) -> bool:
    mine = {at for mention in named for at in range(mention.start, mention.end)}
    return any(at not in mine and english.is_other(words, at) for at in range(len(words)))


def _someone_else(
    words: Sequence[Token], mention: Mention, named: Sequence[Mention], others: bool
) -> bool:
    """`Dana left because she …`: an earlier person in the sentence, and it is not the principal."""
    if any(other.start < mention.start for other in named):
        return False
    return others or _others(words[: mention.start + 1], named)
