"""In which language is a sentence, and which of its words are English?

Its common words tell; a sentence in another script than ours is told by its letters.
"""

from collections.abc import Sequence

from . import tongues_east, tongues_latin, tongues_north, tongues_south, tongues_west
from .english_facts import DONE
from .english_verbs import FACTS, PHRASES, VERBS
from .english_words import AUXILIARIES, GLUE, PLAIN, SHARED, THOUGHTS
from .names import Mention
from .sentences import Token
from .sounds import script
from .stop_words import ENGLISH as STOP_WORDS
from .tongue import Tongue

Words = Sequence[Token]

_WEST, _NORTH, _SOUTH = tongues_west, tongues_north, tongues_south
_EAST, _ROMANCE = tongues_east, tongues_latin
_LATIN = (
    *(_WEST.DE, _WEST.FR, _ROMANCE.ES, _ROMANCE.PT, _ROMANCE.IT, _WEST.NL),
    *(_ROMANCE.CA, _ROMANCE.RO, _NORTH.SV, _NORTH.NO, _NORTH.FI),
    *(_EAST.PL, _EAST.CS, _EAST.HU),
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
    "cyrillic": (_EAST.RU, _EAST.UK),
    "greek": (_EAST.EL,),
    "arabic": (_SOUTH.AR, _SOUTH.FA),
    "hebrew": (_SOUTH.HE,),
    "devanagari": (_SOUTH.HI,),
}


EVERY = (*_LATIN, *(one for some in _BY_SCRIPT.values() for one in some))
_SHORT = frozenset(["a", "e", "i", "o", "u", "y", "on", "he", "we", "me", "el", "la", "de", "en"])


def spoken(
    words: Words, named: Sequence[Mention] = ()
) -> tuple[Sequence[Tongue], Sequence[Tongue], bool]:
    """The languages that a sentence shows, those it may be in, and whether it looks English.

    The names in it show none: Will is no English word there, and O'Neill no Portuguese one.
    """
    for word in words:
        if (found := script(word.raw)) in _BY_SCRIPT:
            return _BY_SCRIPT[found], _BY_SCRIPT[found], False
    own = places_of(named)
    others = [word for at, word in enumerate(words) if at not in own]
    low = {word.low for word in others}
    plain = {word.low for word in others if word.raw.isascii() and len(word.low) > 1} | low & {"a"}
    counts = [
        len(low & one.glue) + len(low & (one.he | one.i | one.own) - _SHORT) for one in _LATIN
    ]
    strong = [len(low & (one.glue - STOP_WORDS)) for one in _LATIN]
    best, english = max(counts), len(plain & _ENGLISH)
    looks = not max(strong) and bool(plain & STOP_WORDS)
    if english > max(best, 1) or english > max(strong) or looks:
        return (), (_LATIN if english < 2 else ()), True
    if best == 0:
        return (), _LATIN, False
    shown = [one for one, count in zip(_LATIN, counts, strict=True) if count == best]
    perhaps = [one for one, count in zip(_LATIN, counts, strict=True) if count]
    return shown, perhaps if best > 1 else _LATIN, False


def places_of(named: Sequence[Mention]) -> set[int]:
    """The places of all words of these mentions."""
    return {at for mention in named for at in range(mention.start, mention.end)}


def in_english(words: Words, at: int) -> bool:
    """`Alex works for a firm`: an English verb behind the name, so all of it is English."""
    word = words[at].low if at < len(words) else ""
    if word == "'s":
        return False
    return word in FACTS or word in DONE or word in VERBS or word in AUXILIARIES


def without_english(words: Words, named: Sequence[Mention]) -> Words:
    """A sentence that looks English, with only those words left that may be of another one."""
    own = places_of(named)
    return [
        word._replace(low="") if at and at not in own and _is_english(word) else word
        for at, word in enumerate(words)
    ]


def _is_english(word: Token) -> bool:
    """In a sentence that looks English: one of its words, or another name."""
    return word.capital or (word.raw.isascii() and word.low in _ANY_ENGLISH)
