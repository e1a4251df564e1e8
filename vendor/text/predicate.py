"""The English predicate: is the verb behind a subject one of mind?

Reads forward from a mention of a person: past a family name, an apposition or "and Dana", over
auxiliaries and adverbs, to the verb; then on to verbs that share the subject ("read the report
and approved it"). Word forms decide: `was asked` and `should decide` attribute nothing, `has
decided` and `was hoping` do.
"""

from collections.abc import Sequence

from .english_facts import is_deed
from .english_idioms import idiom
from .english_verbs import BELIEF, CLOSE, DECISION, DESIRE, FACTS, PHRASES, SPEECH, VERBS
from .english_words import (
    ADJECTIVES,
    ADVERBS,
    AFTER_ELLIPSIS,
    AFTER_STATE,
    AFTER_THINGS,
    AGREES,
    ARRIVES,
    AUXILIARIES,
    BEFORE_TO,
    CATENATIVES,
    CHOSEN,
    COMPOUND_HEADS,
    DETERMINERS,
    DUTY,
    ELLIPTICAL_NOUNS,
    ELLIPTICAL_S,
    FEELS,
    LIGHT_VERBS,
    LINKS,
    PLAIN,
    SO,
    STATE_NOUNS,
    STATES,
    STATES_WITH,
    THINGS,
    THOUGHTS,
)
from .names import Mention
from .sentences import Token

Words = Sequence[Token]
UNKNOWN = "a verb that may say so"

_PREPOSITIONS = frozenset(
    ("in", "on", "at", "from", "of", "with", "during", "since", "after", "before", "via", "near")
)
_ENDS = frozenset((";", ":", "—", '"', "(", ")", "[", "]", "|"))
_SHARE = frozenset(("and", "but", "then", "or", "so", "yet", ","))
_TALKED = frozenset(
    ("wrote", "called", "emailed", "phoned", "texted", "messaged", "came", "went", "rang", "calls")
)
_VOICED = frozenset(
    ("submits", "submitted", "files", "filed", "raises", "raised", "voices", "voiced", "expressed")
)
_SOMEONE = frozenset(("there", "i", "you", "he", "she", "we", "they", "someone", "everyone"))
_NO_SIGN = frozenset(("in", "into", "out", "on"))
_WOULD = frozenset(("rather", "sooner", "like", "love", "hate", "prefer"))
CANNOT = frozenset(
    ("stand", "wait", "bear", "imagine", "help", "abide", "tolerate", "resist", "face", "fathom")
)
_HAPPENS = frozenset(("be", "have", "arrive", "meet", "see", "need", "receive", "get", ""))
_LOOKS = frozenset(("looks", "looked", "look", "has"))
_ARROWS = frozenset(("-", ">", "=", "*", "|"))
_SOME = frozenset(("a", "an", "some", "more", "another", "help"))
_ABLE = frozenset(("can", "could", "did", "not", "to"))
_ENDS_UP = frozenset(("ends", "ended", "end", "winds", "wound"))
_MISLAYS = frozenset(("forgot", "forgotten", "missed", "misses"))
_MISSED = frozenset(
    ("ferry", "bus", "train", "tram", "flight", "plane", "boat", "call", "meeting", "deadline",
     "appointment", "exam", "class", "lecture", "show", "start", "turn", "exit", "payment",
     "delivery", "parcel", "connection", "opening", "bell", "alarm", "cut-off", "umbrella")
)  # fmt: skip
_KEEPS_UP = frozenset(("maintain", "maintains", "maintained", "maintaining"))
STORED = frozenset(("field", "fields", "column", "columns"))
_EARLY = frozenset((":", "first", "last", "early", "late", "morning", "evening", "night"))
_OWNED = frozenset(("his", "her", "their", "my", "our"))
_PICKS = frozenset(("pick", "picks", "picked", "picking"))
_GIVES_ALL = frozenset(("kill", "die", "give"))
_ALL = frozenset(("for", "anything", "everything"))
_HAVE = frozenset(("has", "have", "had"))


def low(words: Words, at: int) -> str:
    """The comparison form of word `at`; "" outside the sentence."""
    return words[at].low if 0 <= at < len(words) else ""


def predicate(words: Words, mention: Mention) -> str | None:
    """The kind of mind that the predicate of a mention shows, or None."""
    if low(words, mention.end) == "," and low(words, mention.end + 1) == "who":
        at, helpers = _helpers(words, mention.end + 2)
        if found := _verb(words, at, helpers, mention):
            return found
    at = _after_subject(words, mention)
    if found := idiom(words, at):
        return found
    at, helpers = _helpers(words, at)
    if found := idiom(words, at):
        return found
    found = _verb(words, at, helpers, mention) or goes_on(words, at) or _verbless(words, mention)
    return found or (None if helpers else _unknown_past(words, at, mention))


def _unknown_past(words: Words, at: int, mention: Mention) -> str | None:
    """`Alex bowed out of the race`: a verb that no table knows may say what was decided."""
    word = low(words, at)
    if mention.kind != "name" or at != mention.end or mention.start > 1:
        return None
    known = word in FACTS or is_deed(word) or word in VERBS or word in PHRASES
    if known or len(word) < 5 or not word.endswith("ed") or "-" in word:
        return None
    return None if words[mention.start].raw.islower() or words[at].capital else UNKNOWN


def _verbless(words: Words, mention: Mention) -> str | None:
    """`Alex ok with Tuesday`, `Alex against the merger`, `Alex (prefers tea)`, `Alex +1`."""
    at = mention.end
    begins = mention.start <= 1 or low(words, mention.start - 1) in (":", "(", "—", ",")
    if mention.kind not in ("name", "role", "initial") or not begins:
        return None
    if low(words, at) == "(" and low(words, at + 1) in ELLIPTICAL_S:
        return VERBS[low(words, at + 1)].kind
    if low(words, at) in ("+", "-") and low(words, at + 1) == "1":
        return DECISION
    while low(words, at) in SO or is_adverb(words, at):
        at += 1
    word, after = low(words, at), low(words, at + 1)
    if word in AGREES and after in ("for", "on", "to", ""):
        return DECISION
    if after and (word == "against" or (word == "in" and after in ("favour", "favor"))):
        return DECISION
    felt = word in STATES and after in AFTER_STATE
    return BELIEF if felt or after in STATES_WITH.get(word, ()) else None


def is_adverb(words: Words, at: int) -> bool:
    """May word `at` stand between a subject and its verb?"""
    word = low(words, at)
    return word in ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in VERBS)


def thought_at(words: Words, at: int) -> str | None:
    """A decision, a wish, an opinion, within three adjectives of place `at`."""
    for place in range(at, at + 4):
        word, after = low(words, place), low(words, place + 1)
        if word in THOUGHTS:
            chosen = word in CHOSEN and after in ("of", "over", "as", ")", ",", "")
            chosen = chosen or (word in ("yes", "no") and not after)
            thing = word in THINGS and after not in AFTER_THINGS and not chosen
            if word == "wish" and after in ("list", "lists"):
                stored = low(words, place + 2) in ("was", "is") and is_deed(low(words, place + 3))
                return None if stored else DESIRE
            came = word in ARRIVES and low(words, place + 2) not in ("to", "that", "not", "a")
            return None if thing or came or after in COMPOUND_HEADS else DECISION
        if word not in ADJECTIVES and word not in ADVERBS:
            return None
    return None


def _helpers(words: Words, at: int) -> tuple[int, list[str]]:
    helpers: list[str] = []
    while at < len(words):
        word = low(words, at)
        wished = word in _WOULD and "would" in helpers
        lends = word in CATENATIVES and low(words, at + 1) == "to"
        joins = word == "to" and helpers and helpers[-1] in BEFORE_TO | CATENATIVES
        if (word in AUXILIARIES and _helps(words, at)) or lends or joins:
            helpers.append(word)
        elif wished or not is_adverb(words, at):
            break
        at += 1
    return at, helpers


def _helps(words: Words, at: int) -> bool:
    """`used to` is a helper, `used the words` is not."""
    return low(words, at) != "used" or low(words, at + 1) == "to"


def _after_subject(words: Words, mention: Mention) -> int:
    at = mention.end
    shouted = words[0].raw.isupper() and len(words[0].raw) > 1
    while at < len(words):
        word = words[at]
        surname = mention.kind == "name" and word.capital and word.is_word and not shouted
        shouts = word.raw.isupper() and len(word.raw) > 1 and word.low in VERBS
        if surname and word.low not in AUXILIARIES and not shouts:
            at += 1
            continue
        past = _past_group(words, at, bare=mention.kind != "name")
        if past == at:
            return at
        at = past
    return at


def _past_group(words: Words, at: int, *, bare: bool) -> int:
    """Past one bracket, apposition, second name or prepositional phrase; `at` for none."""
    sign = low(words, at)
    if sign in _ARROWS:
        return at + 1
    if sign in ("(", ",", "—"):
        return _past_bracket(words, at, {"(": ")"}.get(sign, sign))
    if sign not in ("and", "or", "nor", "&") and (bare or sign not in _PREPOSITIONS):
        return at
    for place in range(at + 1, min(len(words), at + 6)):
        word = low(words, place)
        if word in VERBS or word in AUXILIARIES or word in FACTS or word in PHRASES:
            return at if place == at + 1 and sign in ("and", "or", "nor") else place
        if word in _ENDS or word == ",":
            return at
    return at


def _past_bracket(words: Words, at: int, closing: str) -> int:
    for place in range(at + 1, min(len(words), at + 14)):
        if low(words, place) == closing:
            return place + 1
    if closing in (",", "—") and (low(words, at + 1) in VERBS or is_adverb(words, at + 1)):
        return at + 1
    return at


def _verb(words: Words, at: int, helpers: list[str], mention: Mention) -> str | None:
    word = low(words, at)
    linked = any(helper in LINKS for helper in helpers) or low(words, at - 1) in _ARROWS
    if word in FEELS and not linked and (helpers or word != "feel"):
        return BELIEF
    if linked and (found := _state(words, at)):
        return found
    if found := _idiom(words, at, helpers, mention):
        return found
    if word in LIGHT_VERBS or (helpers and helpers[-1] in _HAVE | {"not"}):
        owned = _light(words, at + 1 if word in LIGHT_VERBS else at)
        if owned and not ("not" in helpers and not _HAVE & set(helpers)):
            return owned
    owned = phrase(words, at - 1) if helpers and helpers[-1] in _HAVE | _LOOKS else None
    if found := phrase(words, at) or owned:
        return found if not (set(helpers) & DUTY) else None
    return _form(words, at, helpers, mention)


def _form(words: Words, at: int, helpers: list[str], mention: Mention) -> str | None:
    """A verb of mind in a form that fits; `will not` and another verb is a refusal."""
    word = low(words, at)
    form = VERBS.get(word)
    if form and _fits(words, at, helpers, mention):
        return form.kind
    not_going = helpers[-3:] in (["not", "going", "to"], ["not", "about", "to"])
    never = helpers == ["will"] and "never" in {low(words, n) for n in range(mention.end, at)}
    refused = (
        (helpers == ["will", "not"] or not_going or never)
        and word
        and word not in FACTS
        and form is None
    )
    means = helpers == ["will"] and mention.kind == "we" and word not in _HAPPENS
    return DECISION if refused or means else None


def _idiom(words: Words, at: int, helpers: list[str], mention: Mention) -> str | None:
    """`would rather`, `can not stand`, `could do without`, `is going with the cheaper one`."""
    word = low(words, at)
    if ("would" in helpers and word in _WOULD) or ("not" in helpers and word in CANNOT):
        return DESIRE
    without = (word == "without" and "do" in helpers) or (word == "bothered" and "not" in helpers)
    if without or (word == "use" and "could" in helpers and low(words, at + 1) in _SOME):
        return DESIRE
    if word == "live" and low(words, at + 1) == "with" and {"can", "could"} & set(helpers):
        return DECISION
    if word in _ENDS_UP and low(words, at + 1) == "up":
        last = VERBS.get(low(words, at + 2))
        return last.kind if last and "ing" in last.shapes else None
    if word in _OWNED and low(words, at + 1) == "way" and _HAVE & set(helpers):
        return DESIRE
    if _is_fond(words, at, helpers):
        return DESIRE
    if word in ("calls", "called") and _names_it(words, at):
        return SPEECH
    with_a_thing = low(words, at + 1) in DETERMINERS or mention.kind in ("we", "first")
    return DECISION if word == "with" and "going" in helpers and with_a_thing else None


def _is_fond(words: Words, at: int, helpers: list[str]) -> bool:
    """`can not get enough of`, `would kill for`, `has had it with`."""
    word, after = low(words, at), low(words, at + 1)
    if word == "get" and "not" in helpers:
        return after == "enough" and low(words, at + 2) in ("of", "")
    if word in _GIVES_ALL and "would" in helpers:
        return after in _ALL or low(words, at + 2) in ("for", "to")
    along = "has" not in helpers and low(words, at + 2) in ("him", "her", "them", "me", "us")
    return word == "it" and after == "with" and "had" in helpers and not along


def _names_it(words: Words, at: int) -> bool:
    """`called the plan a joke`, `called the plan foolish`; not `called the vet again`."""
    if low(words, at + 1) not in DETERMINERS:
        return False
    if {"a", "an"} & {low(words, place) for place in range(at + 3, at + 6)}:
        return True
    last = at + 3
    ends = len(words) == last + 1 and words[last].is_word and not words[last].capital
    return ends and not is_adverb(words, last) and low(words, last) not in PLAIN | FACTS


def _fits(words: Words, at: int, helpers: list[str], mention: Mention) -> bool:
    """Can this form of a verb be the predicate of that subject behind these helpers?"""
    kind, shapes = VERBS[low(words, at)]
    if low(words, at) in ("sign", "signs", "signed") and low(words, at + 1) in _NO_SIGN:
        return False
    if _is_plain(words, at, helpers):
        return False
    if set(helpers) & DUTY and kind in (DECISION, SPEECH) and "not" not in helpers:
        return False
    if any(helper in LINKS for helper in helpers) and helpers[-1] != "to":
        perfect = bool(_HAVE & set(helpers)) and not {"been", "being"} & set(helpers)
        contracted = helpers == ["'s"] and "part" in shapes and "base" not in shapes
        contracted = contracted and low(words, at + 2) not in STORED
        return "ing" in shapes or perfect or contracted
    if helpers:
        return "s" not in shapes or "base" in shapes
    if mention.kind == "role" and is_noun(words, at):
        return False
    if shapes & {"s", "past", "ing"}:
        return not ("s" in shapes and is_noun(words, at))
    joined = any(word.low in ("and", "&") for word in words[mention.end : at])
    return (
        joined or mention.kind in ("first", "we", "they") or low(words, mention.start - 1) == "and"
    )


def _is_plain(words: Words, at: int, helpers: list[str]) -> bool:
    """`could not find the key`, `forgot his umbrella`, `picked up the parcel`: no mind in it."""
    word, after = low(words, at), low(words, at + 1)
    if word == "find":
        return bool(_ABLE & set(helpers)) and after not in ("it", "that", "no")
    if word in _KEEPS_UP and after in DETERMINERS - {"that", "this"}:
        held = low(words, at + 2) in ("innocence", "view", "position", "stance")
        return not held and not any(other.low in LINKS | FACTS for other in words[at + 1 :])
    if word == "need":
        return bool({"may", "might"} & set(helpers))
    if word in _MISLAYS:
        last = at + 2
        while low(words, last)[:1].isdigit() or low(words, last) in _EARLY:
            last += 1
        return after in _OWNED or (after == "the" and low(words, last) in _MISSED)
    return word in _PICKS and after in ("up", "him", "her", "them")


def is_noun(words: Words, at: int) -> bool:
    """`User requests are logged`: a plural noun where a verb could stand."""
    after = low(words, at + 1)
    if after in AFTER_ELLIPSIS or after in _SOMEONE or after in ("best", "most", "least"):
        return False
    known = (AUXILIARIES - BEFORE_TO) | FACTS | COMPOUND_HEADS
    follows = after in known or after in VERBS or low(words, at + 2) in LINKS or after == "per"
    return low(words, at) in ELLIPTICAL_NOUNS and follows


def _state(words: Words, at: int) -> str | None:
    """After `is`: convinced, happy, against it, in favour of, of the opinion."""
    word = low(words, at)
    if word in ("so", "too", "pretty", "a", "bit", "not"):
        at += 1
        word = low(words, at)
    if word in STATES or low(words, at + 1) in STATES_WITH.get(word, ()):
        return BELIEF
    if word.startswith(("anti-", "pro-")):
        return BELIEF
    if word == "for" and low(words, at - 1) == "all":
        return DECISION
    if word in ("against", "into", "behind") and low(words, at + 1):
        return DECISION
    if word == "after" and low(words, at + 1) in ("a", "an", "some"):
        return DESIRE
    near = {low(words, place) for place in range(at, at + 4)}
    if word == "on" and low(words, at + 1) == "board" and low(words, at + 2) in ("with", ""):
        return BELIEF
    return BELIEF if near & STATE_NOUNS and word not in FACTS and word not in VERBS else None


def _light(words: Words, at: int) -> str | None:
    """The noun of `made the decision`, `has doubts`, `gave Dana permission`."""
    for place in range(at, min(len(words), at + 5)):
        word, after = words[place], low(words, place + 1)
        if word.low in ("idea", "clue") and low(words, place - 1) == "no":
            return BELIEF
        if word.low in THOUGHTS:
            voiced = low(words, at - 1) in _VOICED or (word.low in ("yes", "no") and not after)
            thing = word.low in THINGS and after not in AFTER_THINGS and not voiced
            return None if thing or after in COMPOUND_HEADS else DECISION
        known = (
            word.low in DETERMINERS | {"in", "forward"}
            or word.low in ADJECTIVES
            or word.low in ADVERBS
        )
        if not known and not (word.capital and place == at):
            return None
    return None


def phrase(words: Words, at: int) -> str | None:
    """The kind of mind that verb `at` shows with a word that follows soon: called off."""
    for kind, particles in PHRASES.get(low(words, at), ()):
        near = [low(words, place) for place in range(at + 1, at + 5)]
        if near[0] in particles or particles & (set(near) - CLOSE):
            return kind
    return None


def goes_on(words: Words, at: int) -> str | None:
    """A later verb of the same subject: `read it and approved it`, `called to say that`."""
    for place in range(at, len(words) - 1):
        word = low(words, place)
        if word in ("asking", "saying"):
            return SPEECH
        if word == "to" and place - at <= 4 and low(words, at) in _TALKED:
            form = VERBS.get(low(words, place + 1))
            if form and "base" in form.shapes:
                return form.kind
        if word in _SHARE and (found := _carries_on(words, place + 1)):
            return found
    return None


def _carries_on(words: Words, at: int) -> str | None:
    while is_adverb(words, at):
        at += 1
    word, after = low(words, at), low(words, at + 1)
    form = VERBS.get(word)
    if form is None:
        return None
    past = "past" in form.shapes and after != "by" and after not in COMPOUND_HEADS
    present = "s" in form.shapes and (word in ELLIPTICAL_S or after in AFTER_ELLIPSIS)
    return form.kind if past or present else None
