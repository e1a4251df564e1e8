"""What a sentence in another language than English says of a person.

The reading is shallower than for English: where the principal is the subject and a word of mind
follows, or a verb that no table knows, the sentence needs their own words; a known verb of plain
fact (`wohnt`, `travaille`, `родился`) does not. A name after a preposition, or after the verb of
another subject, is not the subject.
"""

from collections.abc import Sequence

from . import tongues_north, tongues_south, tongues_west
from .english_verbs import FACTS, PHRASES, VERBS
from .english_words import AUXILIARIES, GLUE, PLAIN, SHARED, THOUGHTS
from .names import Mention
from .sentences import Token
from .sounds import script
from .stop_words import ENGLISH as STOP_WORDS
from .tongue import Tongue
from .unowned import in_tongue

Words = Sequence[Token]

_WEST, _NORTH, _SOUTH = tongues_west, tongues_north, tongues_south
_LATIN = (
    *(_WEST.DE, _WEST.FR, _WEST.ES, _WEST.PT, _WEST.IT, _WEST.NL, _WEST.CA, _WEST.RO),
    *(_NORTH.SV, _NORTH.NO, _NORTH.FI, _NORTH.PL, _NORTH.CS, _NORTH.HU),
    *(_SOUTH.TR, _SOUTH.VI, _SOUTH.ID),
)
_FOREIGN = frozenset().union(*(one.glue | one.he | one.i | one.own for one in _LATIN))
_ENGLISH = (
    (
        frozenset(word for word, form in VERBS.items() if "base" not in form.shapes)
        | frozenset(word for word in FACTS | frozenset(PHRASES) if len(word) > 2)
        | (AUXILIARIES | STOP_WORDS | PLAIN) - _FOREIGN
        | GLUE
    )
    - SHARED
    - {"'s"}
)
_ANY_ENGLISH = STOP_WORDS | PLAIN | FACTS | GLUE | THOUGHTS | frozenset((*VERBS, *PHRASES))
_BY_SCRIPT: dict[str, tuple[Tongue, ...]] = {
    "cyrillic": (_NORTH.RU, _NORTH.UK),
    "greek": (_NORTH.EL,),
    "arabic": (_SOUTH.AR, _SOUTH.FA),
    "hebrew": (_SOUTH.HE,),
    "devanagari": (_SOUTH.HI,),
}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_EVERY = (*_LATIN, *(one for some in _BY_SCRIPT.values() for one in some))
_ROLES = frozenset(word for one in _EVERY for word in one.role.whole | one.role.heads)
_ROLE = tuple(word for one in _EVERY for word in one.role.begin)
SAID = "said or decided"
UNKNOWN = "a verb that may say so"

_OBJECT_AFTER = frozenset(("को", "से", "را"))
_PLEASES = (
    *("gust", "encant", "plac", "piac", "plai", "gefall", "gefiel", "agrad"),
    *("нрав", "подоб", "podob", "libi", "tetsz"),
)
_CLAUSE = _set("dass que che dat att что ze hogy oti ότι ca że at et und y e i и en och og a ja")
_SHORT = _set("a e i o u y on he we me el la de en")
_SPLIT = {
    **dict.fromkeys(("zieht", "zog"), ("vor", "zuruck")),
    **dict.fromkeys(("lehnt", "lehnte", "sagt", "sagte", "wies"), ("ab", "zu", "zuruck")),
    **dict.fromkeys(("stimmt", "stimmte", "sichert", "sicherte", "lasst"), ("zu", "uberein")),
    **dict.fromkeys(("nimmt", "nahm", "gibt", "gab"), ("an", "auf", "zu")),
    **dict.fromkeys(("hat", "hatte", "schlagt", "schlug", "wirft", "warf"), ("vor", "satt")),
    **dict.fromkeys(("keurt", "keurde", "wijst", "wees", "stemt", "stemde"), ("af", "goed", "in")),
    **dict.fromkeys(("stelt", "stelde", "ziet", "zag"), ("voor", "uit", "af")),
}
_HELPERS = _set(
    "hat haben ist war wird wurde hatte est etait avait heeft hade oli jest byl byla este είναι "
    "έχει ειναι εχει είχε ειχε esta estaba estava sta stava"
)


def reason(
    words: Words, named: Sequence[Mention], *, certain: frozenset[int], closed: bool
) -> str | None:
    """What the sentence says of the principal's mind, or None.

    `certain` are the places of mentions behind which a verb that no table knows counts; a line
    that is not `closed` by a full stop may be a title and must be longer for that.
    """
    likely, possible, english = spoken(words)
    if english:
        words = _without_english(words, named)
    if any(_unnamed(words, named, one) or _by_pronoun(words, named, one) for one in likely):
        return SAID
    if not english and any(in_tongue(words, one) for one in likely or possible):
        return SAID
    roles = any(word.low in _ROLES or word.low.startswith(_ROLE) for word in words)
    if roles and any(_of_role(words, one) for one in possible):
        return SAID
    if any(_of_principal(words, mention, one) for one in possible for mention in named):
        return SAID
    if english or any(_plainly(words, mention, one) for one in possible for mention in named):
        return None
    doubtful = (mention for mention in named if mention.start in certain and possible)
    return (
        UNKNOWN
        if any(_unknown_verb(words, one, possible, closed=closed) for one in doubtful)
        else None
    )


def spoken(words: Words) -> tuple[Sequence[Tongue], Sequence[Tongue], bool]:
    """The languages that a sentence shows, those it may be in, and whether it looks English."""
    for word in words:
        if (found := script(word.raw)) in _BY_SCRIPT:
            return _BY_SCRIPT[found], _BY_SCRIPT[found], False
    low = {word.low for word in words}
    plain = {word.low for word in words if word.raw.isascii() and len(word.low) > 1} | low & {"a"}
    counts = [
        len(low & one.glue) + len(low & (one.he | one.i | one.own) - _SHORT) for one in _LATIN
    ]
    strong = [len(low & (one.glue - STOP_WORDS)) for one in _LATIN]
    best, own = max(counts), len(plain & _ENGLISH)
    looks = not max(strong) and bool(plain & STOP_WORDS)
    if own > max(best, 1) or own > max(strong) or looks:
        return (), (_LATIN if own < 2 else ()), True
    if best == 0:
        return (), _LATIN, False
    shown = [one for one, count in zip(_LATIN, counts, strict=True) if count == best]
    perhaps = [one for one, count in zip(_LATIN, counts, strict=True) if count]
    return shown, perhaps if best > 1 else _LATIN, False


def _without_english(words: Words, named: Sequence[Mention]) -> Words:
    """A sentence that looks English, with only those words left that may be of another one."""
    own = {at for mention in named for at in range(mention.start, mention.end)}
    return [
        word._replace(low="") if at and at not in own and _is_english(word) else word
        for at, word in enumerate(words)
    ]


def _is_english(word: Token) -> bool:
    """In a sentence that looks English: one of its words, or another name."""
    return word.capital or (word.raw.isascii() and word.low in _ANY_ENGLISH)


def _minded(words: Words, one: Tongue, place: int) -> bool:
    """A verb of mind, which is written small inside a sentence: Gandawie is a town."""
    raw = words[place].raw
    name = place and raw[:1].isupper() and not raw.isupper()
    return not name and one.mind.at(words, place)


def _low(words: Words, at: int) -> str:
    return words[at].low if 0 <= at < len(words) else ""


def _unnamed(words: Words, named: Sequence[Mention], one: Tongue) -> bool:
    """`Entscheidung: …`, `Prefiere respuestas cortas`; not `Will ist in Leeds geboren`."""
    first = words[0].low
    if named and named[0].start == 0 and (_low(words, 1) in _HELPERS or one.fact.at(words, 1)):
        return False
    if first in one.label and ":" in (_low(words, 1), _low(words, 2)) and len(words) > 2:
        return True
    return first in one.mute and len(words) > 2 and _low(words, 1) not in one.by


def _by_pronoun(words: Words, named: Sequence[Mention], one: Tongue) -> bool:
    """`er möchte`, `ich wohne`, `meine Entscheidung`; not he or she of a sentence on another."""
    stranger = not named and words[0].capital and _is_stranger(words, one)
    mine = {at for mention in named for at in range(mention.start, mention.end)}
    for at, word in enumerate(words):
        if at in mine:
            continue
        if word.low in one.i and len(words) > 2 and not stranger:
            return True
        if stranger:
            continue
        named_el = word.low != "el" or word.raw.casefold() == "él"
        if word.low in one.he and named_el and _minds(words, at, one, reach=5):
            return True
        if word.low in one.own and _owned(words, at, one):
            return True
    return False


def _of_role(words: Words, one: Tongue) -> bool:
    return any(
        one.role.at(words, at) and not _is_of(words, at, one) and _minds(words, at, one, reach=4)
        for at in range(len(words))
    )


def _is_of(words: Words, at: int, one: Tongue) -> bool:
    """`Le guide de l'utilisateur compte …`: of the user, who says nothing."""
    before = at - 1
    while before > 0 and words[before].low in one.lead | {"'"} and words[before].low not in one.of:
        before -= 1
    return before > 0 and words[before].low in one.of and not one.thought.at(words, before - 1)


def _minds(words: Words, at: int, one: Tongue, *, reach: int) -> bool:
    """Does a word of mind follow subject `at`, or stand right before it?"""
    if at and _minded(words, one, at - 1):
        return True
    for place in range(at + 1, min(len(words), at + 1 + reach)):
        if words[place].low in (",", ";", ":", "."):
            return False
        if _minded(words, one, place):
            return True
    return False


def _owned(words: Words, at: int, one: Tongue) -> bool:
    """`meine Entscheidung`, `sa décision`."""
    return any(one.thought.at(words, place) for place in range(at + 1, min(len(words), at + 3)))


def _is_stranger(words: Words, one: Tongue) -> bool:
    """A sentence about someone else: it begins with a capitalised word that is no known one."""
    first = words[0].low
    known = first in one.lead or first in one.glue or first in one.he or first in one.i
    return not (known or first in one.own or first in one.prep or _minded(words, one, 0))


def _of_principal(words: Words, mention: Mention, one: Tongue) -> bool:
    if not mention.exact and not one.cases:
        return False
    return (
        _told_by(words, mention, one)
        or _done_by(words, mention, one)
        or _thought(words, mention, one)
        or _subject(words, mention, one)
    )


def _told_by(words: Words, mention: Mention, one: Tongue) -> bool:
    """`laut Alex`, `selon Alex`, `Alex'e göre`, `Alex szerint`."""
    at = mention.start
    for end in (at, at - 1) if _low(words, at - 1) in one.lead else (at,):
        if any(_joined(words, end - length, end) in one.says for length in (1, 2, 3)):
            return True
    after = _past_ending(words, mention.end)
    return any(_joined(words, after, after + length) in one.after for length in (1, 2))


def _joined(words: Words, start: int, end: int) -> str:
    return " ".join(word.low for word in words[start:end]) if start >= 0 else ""


def _past_ending(words: Words, at: int) -> int:
    """Past the ending that some languages set behind a name: `Alex'in`, `Alex's`."""
    if _low(words, at) == "'":
        glued = at + 1 < len(words) and len(_low(words, at + 1)) < 4 and not words[at + 1].spaced
        return at + 1 + glued
    return at + (_low(words, at) == "'s")


def _done_by(words: Words, mention: Mention, one: Tongue) -> bool:
    """`von Alex genehmigt`, `approuvé par Alex`, `одобрен Алексом`."""
    at = mention.start
    ends = (at, at - 1) if _low(words, at - 1) in one.lead else (at,)
    if any(_joined(words, end - length, end) in one.by for end in ends for length in (1, 2)):
        return any(_minded(words, one, place) for place in range(len(words)))
    instrumental = not mention.exact and _low(words, at).endswith(
        ("om", "em", "ом", "ем", "еи", "ои")
    )
    return instrumental and any(_minded(words, one, place) for place in range(max(0, at - 4), at))


def _thought(words: Words, mention: Mention, one: Tongue) -> bool:
    """`la décision d'Alex`, `решение Алекса`, `Alex'in kararı`, `Alex beslut`."""
    between = one.of | one.lead | {"'", "d", "l"}
    for place in range(mention.start - 1, max(-1, mention.start - 5), -1):
        if one.thought.at(words, place):
            return True
        if words[place].low not in between:
            break
    after = _past_ending(words, mention.end)
    return after < len(words) and one.thought.at(words, after)


def _subject(words: Words, mention: Mention, one: Tongue) -> bool:
    """The principal, as subject, and a word of mind: `Alex hat sich entschieden`."""
    at = mention.start
    if _low(words, mention.end) in _OBJECT_AFTER:
        return False
    articled = at == 1 and words[0].low in one.lead
    if (_low(words, at - 1) in one.prep and not articled) or not mention.exact:
        near = words[mention.end : mention.end + 3]
        return at <= 1 and any(word.low.startswith(_PLEASES) for word in near)
    if at and _minded(words, one, at - 1) and _leads(words, at - 1, one):
        return True
    if not _is_free(words, at, one):
        return False
    return _mind_follows(words, mention.end, one) or _is_split(words, mention.end)


def _is_split(words: Words, start: int) -> bool:
    """`Alex zieht das kleinere Zimmer vor`: a German or Dutch verb whose particle stands last."""
    ends = [word.low for word in words[start : start + 14] if word.is_word]
    return any(verb in ends[:3] and ends[-1] in parts for verb, parts in _SPLIT.items())


def _leads(words: Words, end: int, one: Tongue) -> bool:
    return all(word.low in one.lead or word.low in one.glue for word in words[:end])


def _is_free(words: Words, at: int, one: Tongue) -> bool:
    """May word `at` be a subject: is no other subject with its verb before it in the clause?"""
    stranger = words[0].capital and _is_stranger(words, one)
    for place in range(at - 1, 0, -1):
        if words[place].low in (",", ";", ":", '"', "—") or words[place].low in _CLAUSE:
            return True
        if stranger and (_minded(words, one, place) or one.fact.at(words, place)):
            return False
    return True


def _mind_follows(words: Words, start: int, one: Tongue) -> bool:
    """The first verb that is no helper is one of mind, or a later one with the same subject is."""
    stopped = False
    for place in range(start, min(len(words), start + 14)):
        word = words[place].low
        if _minded(words, one, place) and (not stopped or _low(words, place - 1) in _CLAUSE):
            return True
        if word in (";", ":", '"') or (word == "," and stopped):
            return False
        helper = word in _HELPERS or len(word) < 4
        stopped = stopped or (one.fact.at(words, place) and not helper)
    return False


def _plainly(words: Words, mention: Mention, one: Tongue) -> bool:
    """A verb of plain fact right behind the name."""
    return any(
        one.fact.at(words, place) for place in range(mention.end, min(len(words), mention.end + 4))
    )


def _unknown_verb(
    words: Words, mention: Mention, possible: Sequence[Tongue], *, closed: bool
) -> bool:
    """The principal begins the sentence and a word follows that no table knows: it may say so."""
    if mention.end >= len(words):
        return False
    after = words[mention.end]
    known = any(after.low in one.prep | one.glue | one.of for one in possible)
    if known or after.capital or not after.is_word or after.low[:1].isdigit():
        return False
    leads = mention.start == 0 or any(_leads(words, mention.start, one) for one in possible)
    return leads and sum(word.is_word for word in words[mention.end :]) >= (2 if closed else 4)
