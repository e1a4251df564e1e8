"""What a sentence in another language than English says of a person.

The reading is shallower than for English: where the principal is the subject and a word of mind
follows, or a verb that no table knows, the sentence needs their own words; a known verb of plain
fact (`wohnt`, `travaille`, `родился`) does not. A name after a preposition, or after the verb of
another subject, is not the subject.
"""

from collections.abc import Sequence

from .languages import EVERY, in_english, places_of, spoken, without_english
from .names import Mention
from .predicate import UNKNOWN
from .sentences import Token
from .tongue import Tongue
from .unowned import in_tongue

Words = Sequence[Token]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ROLES = frozenset(word for one in EVERY for word in one.role.whole | one.role.heads)
_ROLE = tuple(word for one in EVERY for word in one.role.begin)
SAID = "said or decided"

_OBJECT_AFTER = frozenset(("को", "से", "را"))
# verbs of mind only with one of these behind them: `hält die Mühle für eine Last`
_NEEDS = {
    **dict.fromkeys(("halt", "hielt"), frozenset(("fur", "von", "dass"))),
    **dict.fromkeys(("houdt", "hield"), frozenset(("van", "voor", "vast"))),
    "tient": frozenset(("a",)),
}
# his and her behind what is theirs
_OWN_BEHIND = _set(
    "dele dela deles delas mia mio nostra nostro sua suo lui ei mea meu hans hennes hendes min "
    "mitt nostru noastra sa sau"
)
_STANDS = _set("steht stand stehe stehen standen")
_STOOD_ON = _set(
    "der dem den einer einem seiner seinem ihrer ihrem unserem unserer meinem meiner diesem dieser "
    "platz seite position rang nummer und um wenn wie"
) | {""}
_FOR = frozenset(("pour", "para", "fur", "voor", "dla", "для"))
# I and we by the verb alone: `Prefiero la cebada`, `Arpayı tercih ederim`
_FIRST = _set(
    "prefiero quiero odio detesto acordamos decidimos preferimos queremos prefiro preferisco "
    "voglio "
    "decidiamo vogliamo preferiamo wole chce lubie uwazam wolimy chcemy nienawidze chci preferuji "
    "chceme vreau vrem vull prefereixo хочу предпочитаю хотим решили предпочитаем "
    "haluan haluamme paatimme akarok akarunk szeretnek"
)
_FIRST_LAST = _set("ederim isterim istiyorum dusunuyorum seviyorum istiyoruz ediyorum ediyoruz")
_PLEASES = (
    *("надоел", "хочется", "хотел", "кажется", "жаль", "важн", "нужн", "набрид", "цікав"),
    *("vadi", "chutna", "smakuj", "zalezy", "wydaje", "molest", "apetec", "parec", "sembr"),
    *("dispiac", "schmeckt", "reicht", "passt"),
    *("gust", "encant", "plac", "piac", "plai", "gefall", "gefiel", "agrad"),
    *("нрав", "подоб", "podob", "libi", "tetsz"),
)
# adjectives that show a wish, with the thing behind them: `ulubiony kolor Alexa`
_FAVOURITE = ("ulubion", "любим", "улюблен", "oblib", "omilen", "favorit", "preferid", "αγαπημ")
_CLAUSE = _set("dass que che dat att что ze hogy oti ότι ca że at et und y e i и en och og a ja")
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
    likely, possible, english = spoken(words, named)
    if english:
        named = [one for one in named if not in_english(words, one.end)]
        words = without_english(words, named)
    if any(_unnamed(words, named, one) or _by_pronoun(words, named, one) for one in likely):
        return SAID
    # `Prefiere respuestas cortas`: no word but the first one shows the language
    begins = not english and len(words) > 2 and len(words[0].low) > 5
    if begins and any(_unnamed(words, named, one) for one in possible):
        return SAID
    spoken_so = len(words) > 1 and (words[0].low in _FIRST or _last(words) in _FIRST_LAST)
    if spoken_so or (not english and _ownerless(words, likely, possible)):
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


def _minded(words: Words, one: Tongue, place: int) -> bool:
    """A verb of mind, which is written small inside a sentence: Gandawie is a town."""
    raw = words[place].raw
    needs = _NEEDS.get(words[place].low)
    if words[place].low in _STANDS and _low(words, place + 1) == "auf" and _is_stood(words, place):
        return False
    if needs and not any(word.low in needs for word in words[place:]):
        return False
    name = place and raw[:1].isupper() and not raw.isupper()
    return not name and one.mind.at(words, place)


def _is_stood(words: Words, place: int) -> bool:
    """`steht auf der Leiter`, `stand auf und ging`; not `steht auf Jazz`."""
    after = _low(words, place + 2)
    return after in _STOOD_ON or after[:1].isdigit()


def _low(words: Words, at: int) -> str:
    return words[at].low if 0 <= at < len(words) else ""


def _ownerless(words: Words, likely: Sequence[Tongue], possible: Sequence[Tongue]) -> bool:
    """A label, or a decision that nobody is said to have made."""
    labelled = any(_labelled(words, one) for one in possible)
    return labelled or any(in_tongue(words, one) for one in likely or possible)


def _labelled(words: Words, one: Tongue) -> bool:
    """`Entscheidung: …`, `Ortak karar: …`."""
    if ":" not in (_low(words, 1), _low(words, 2)) or len(words) <= 2:
        return False
    last = 0 if _low(words, 1) == ":" else 1
    return words[0].low in one.label or (last == 1 and words[1].low in one.label)


def _last(words: Words) -> str:
    return next((word.low for word in reversed(words) if word.is_word), "")


def _unnamed(words: Words, named: Sequence[Mention], one: Tongue) -> bool:
    """`Prefiere respuestas cortas`; not `Will ist in Leeds geboren`."""
    first = words[0].low
    if named and named[0].start == 0 and (_low(words, 1) in _HELPERS or one.fact.at(words, 1)):
        return False
    return first in one.mute and len(words) > 2 and _low(words, 1) not in one.by


def _by_pronoun(words: Words, named: Sequence[Mention], one: Tongue) -> bool:
    """`er möchte`, `ich wohne`, `meine Entscheidung`; not he or she of a sentence on another."""
    stranger = not named and words[0].capital and _is_stranger(words, one)
    mine = places_of(named)
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
    """`meine Entscheidung`, `sa décision`, `a decisão dele`."""
    if words[at].low in _OWN_BEHIND and at and one.thought.at(words, at - 1):
        return True
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
    if at == 1 and words[0].low in _FOR and _low(words, mention.end) == ",":
        return True
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
        favourite = _low(words, place - 1).startswith(_FAVOURITE)
        if words[place].low not in between and not favourite:
            break
    after = _past_ending(words, mention.end)
    return after < len(words) and one.thought.at(words, after)


def _subject(words: Words, mention: Mention, one: Tongue) -> bool:
    """The principal, as subject, and a word of mind: `Alex hat sich entschieden`."""
    at = mention.start
    if _low(words, mention.end) in _OBJECT_AFTER or _low(words, mention.end) == "'s":
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
    reach = len(words) if one.ends else mention.end + 4
    return any(one.fact.at(words, place) for place in range(mention.end, min(len(words), reach)))


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
