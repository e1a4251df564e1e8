"""Who is meant: the principal under each of their names, in any script.

A name counts where it stands as a word by itself. One that is a common word too (Will, May, Mark,
Art) counts only with its capital and where it can be a subject; a name in another script counts
when it sounds the same (sounds.py). `Alexander`, `Alexa` and `alex.conf` are other words.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from . import sounds
from .sentences import Token, plain, sentences
from .stop_words import ANY_GLUE
from .tokens import fold


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# First names that are English words too; where a sentence does not use them as a name, they are.
COMMON = (
    _set(
        """
    ace amber angel april archer art august autumn basil bill bishop brook buck bud buddy candy
    carol carter charity chase chip christian chuck clay cliff cooper crystal dale daisy dawn dean
    destiny drew duke earl eve faith fisher forest frank gale gene ginger glen grace grant guy
    harmony hazel heath holly honor hope hunter iris ivy jack jade jay jean jewel joy june justice
    king lance lane laurel lily max major mark mason matt may melody merit mercy miles mill mo
    norm ocean olive page pat patience pearl penny peg pierce porter prince randy ray red reed
    reese rich river rob robin rock rod rose ruby rusty sandy skip sky sonny spike star stone
    storm sue summer tanner ted trinity trip tucker van victor vic violet wade ward wave will
    willow winter wolf woody young stew dot gay rich nick hank
    """
    )
    | ANY_GLUE
)
# Verbs by which a common word in small letters, first of its sentence, is a name all the same.
_WRITTEN_OUT = str.maketrans(
    {"ø": "oe", "ö": "oe", "ä": "ae", "æ": "ae", "ü": "ue", "å": "aa", "ß": "ss"}
)
_MINDS = _set("wants prefers hates likes loves thinks believes hopes refuses insists says dislikes")
# With one of these words `a` is English, without them it may be Portuguese.
_GLUE = _set("the of to is was were and that with has have had by it not are be this an will at")
_ACRONYMS = _set("it us hr pr ai pm am ok tv pc id db ui ux qa vp uk eu un cd dj mr ms dr")
_PARTICLES = _set(
    "de van von der den da di del la le bin al el ben dos das du zu of the mr mrs ms dr jr sr"
)
MONTHS = _set("april may june august")
ENDINGS = _set(
    """
    a u e ie em rek owi om ovi in n lle lla lta ista nak nek t val vel nal nel ek ben tol hez а я
    у ю е ом ем ой ей ы и ою ею ові еві
    """
)
PREFIXES = "لبوفكבלוהשמ"
# Behind a name with an s and no apostrophe: Alexs decision.
_OWNED = _set(
    "decision decisions opinion opinions preference preferences choice wish wishes favourite "
    "favorite belief beliefs promise verdict hope hopes fear fears"
)
_PLACES = _set("san santa saint st sao santo mount lake port fort new")
_DETERMINERS = _set("the a an my your his her our their")
# Names that are auxiliaries, and what stands behind one: `Will be decided`, `May contain nuts`.
_MODALS = frozenset(("will", "may"))
_BASES = _set("be have contain cause require also likely probably take make run start")
_COLOURS = _set("red green blue yellow orange purple pink grey gray black white bold italics")
_OPENERS = frozenset(("please", "and", "then", "or", "just"))
_OBJECTS = _set("all any each every these those this it them both")
_TITLES = _set("mr mrs ms dr herr frau monsieur madame senor senora sr sra signor signora")


class Mention(NamedTuple):
    """Words `start` to `end` of a sentence that mean the principal."""

    start: int
    end: int
    kind: str  # name, initial, compound, role, first, we, third, they, my, their, object
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Names:
    """Every form in which the principal is named."""

    words: frozenset[tuple[str, ...]]
    careful: frozenset[str]
    first: frozenset[str]
    initials: frozenset[str]
    frames: frozenset[str]
    tunes: frozenset[str]
    scripts: frozenset[str]
    letters: frozenset[str]  # with which a word begins that may be one
    runs: tuple[str, ...]


@lru_cache(maxsize=64)
def names_of(principal: str, aliases: tuple[str, ...] = ()) -> Names:
    """The forms of a principal's name and aliases; a name of several words also by each of them."""
    words: set[tuple[str, ...]] = set()
    first: set[str] = set()
    initials: set[str] = set()
    for name in (principal, *aliases):
        whole = tuple(word.low for word in _words(name))
        parts = [part for part in whole if part[:1].isalnum() and part not in _PARTICLES]
        if not parts:
            continue
        words.update({whole, *_spelled(name, parts)})
        first.add(parts[0])
        words.update((part,) for part in parts if len(part) > 1)
        initials.update(
            {parts[0][0], "".join(part[0] for part in parts)} if parts[0].isascii() else ()
        )
    spoken = {name for name in (principal, *aliases) if name.strip()}
    return Names(
        words=frozenset(words),
        careful=frozenset(word for group in words for word in group if word in COMMON),
        first=frozenset(first),
        initials=frozenset(initials),
        frames=frozenset(
            frame for name in spoken for frame in _abroad(name) if len(frame.strip("<>")) > 1
        ),
        tunes=frozenset(tune for name in spoken for tune in _tunes(name) if len(tune) > 2),
        letters=frozenset({"@", *"".join(initials)} | {word[0][0] for word in words if word[0]}),
        scripts=frozenset(sounds.script(name) for name in spoken),
        runs=tuple(sorted({run for name in spoken for run in _runs(name)}, key=len, reverse=True)),
    )


def _spelled(name: str, parts: list[str]) -> set[tuple[str, ...]]:
    """Other spellings: `Jean Luc` for Jean-Luc, `Soeren` for Søren."""
    pieces = [piece for part in parts for piece in part.split("-") if piece]
    found = {tuple(pieces), ("".join(pieces),)} if len(pieces) > len(parts) else set()
    plain = unicodedata.normalize("NFC", name).lower().translate(_WRITTEN_OUT)
    if plain.isascii() and plain != name.lower():
        found |= {(word,) for word in plain.split() if len(word) > 2}
    return found


def _runs(name: str) -> Iterator[str]:
    """A name in letters without spaces, and the given name alone: 김민수 is also 민수."""
    script = sounds.script(name)
    if script in ("han", "kana", "hangul", "thai"):
        yield fold(name)
        if script in ("han", "hangul") and len(name) == 3:
            yield fold(name[1:])


def _words(name: str) -> list[Token]:
    return [word for one in sentences(plain(name.lstrip("@"))) for word in one.words]


def _abroad(name: str) -> frozenset[str]:
    parts = name.split()
    if sounds.script(name) == "latin":
        return frozenset(
            frame for part in [*parts, "".join(parts)] for frame in sounds.frames(part)
        )
    return frozenset({sounds.frame("".join(parts))})


def _tunes(name: str) -> set[str]:
    """The tunes of a name and of its parts: 김민수 is Kim Min-su, Minsu Kim and Minsu."""
    if sounds.script(name) in ("han", "hangul") and 2 <= len(name) <= 4:
        family, given = name[0], name[1:]
        whole = {sounds.tune(family + given), sounds.tune(given + family)}
        return whole | ({sounds.tune(given)} if len(given) > 1 else set())
    return {sounds.tune(part) for part in [*name.split(), name.replace(" ", "")]}


def mentions(words: Sequence[Token], names: Names, *, upper: bool) -> list[Mention]:
    """Where the principal is named in a sentence; `upper` says that all of it is in capitals."""
    found: list[Mention] = []
    at = 0
    while at < len(words):
        mention = _mention(words, at, names, upper=upper)
        if mention:
            found.append(mention)
        at = mention.end if mention else at + 1
    return found


def _mention(words: Sequence[Token], at: int, names: Names, *, upper: bool) -> Mention | None:
    foreign = words[at].capital and "latin" not in names.scripts
    if words[at].low[:1] not in names.letters and words[at].raw.isascii() and not foreign:
        return None
    for length in (4, 3, 2, 1):
        group = tuple(word.low.lstrip("@") for word in words[at : at + length])
        if len(group) == length and group in names.words:
            alone = length == 1 and not _is_name(words, at, names, upper=upper)
            return None if alone else Mention(at, at + length, "name")
    word = words[at]
    if word.raw[:1] == "@" and _is_handle(word.low[1:], names):
        return Mention(at, at + 1, "name")
    if "-" in word.low and tuple(word.low.rpartition("-")[0].split()) in names.words:
        return Mention(at, at + 1, "compound")
    if length := _initials(words, at, names, upper=upper):
        return Mention(at, at + length, "initial")
    return _inflected(words, at, names) or _sounds_like(words, at, names)


def _initials(words: Sequence[Token], at: int, names: Names, *, upper: bool) -> int:
    """How many words are initials of the principal: `A. K.`, `MJ`; not `IT`."""
    raw = words[at].raw
    if raw.isalpha() and raw.isupper() and len(raw) > 1 and not upper:
        return int(words[at].low in names.initials - _ACRONYMS)
    for length in (3, 2, 1):
        letters = [other.raw for other in words[at : at + length]]
        dotted = len(letters) == length and all(raw[1:] == "." for raw in letters)
        if dotted and "".join(letters).lower().replace(".", "") in names.initials:
            return length
    return 0


def _is_name(words: Sequence[Token], at: int, names: Names, *, upper: bool) -> bool:
    word = words[at]
    bare = word.low.lstrip("@")
    before = words[at - 1].low if at else ""
    if bare in names.careful and word.raw[:1] != "@" and not _is_meant(words, at, upper=upper):
        return False
    if at and words[at - 1].capital and (before in _PLACES or _is_short(words[at - 1].raw, upper)):
        return False
    return bare in names.first or _is_whole(words, at, names, upper=upper)


def _is_meant(words: Sequence[Token], at: int, *, upper: bool) -> bool:
    """Is a common word used as a name here?"""
    word = words[at]
    before = words[at - 1].low if at else ""
    after = words[at + 1].low if at + 1 < len(words) else ""
    if not (word.capital or upper):
        return at == 0 and after in _MINDS
    english = bool(_GLUE & {other.low for other in words if other is not word})
    opens = at == 0 or before in _OPENERS or not words[at - 1].is_word
    followed = opens and after in _DETERMINERS | _OBJECTS and (after != "a" or english)
    articled = before in _DETERMINERS and (before != "a" or english)
    if (articled or followed) and not upper:
        return False
    if word.low in _MODALS and at == 0 and after in _BASES:
        return False
    if word.low == "mark" and at == 0 and _is_told_how(words, upper=upper):
        return False
    dated = after[:1].isdigit() or before[:1].isdigit() or (before == "in" and after != "'s")
    return not (dated and word.low.lstrip("@") in MONTHS)


def _is_told_how(words: Sequence[Token], *, upper: bool) -> bool:
    """`Mark preferred items in blue`: do so; not `Mark preferred window seats`."""
    if len(words) < 5 or not words[1].low.endswith(("ed", "en")) or upper:
        return False
    how, with_what = words[-2].low, words[-1].low
    return how in ("as", "with") or (how == "in" and with_what in _COLOURS)


def _is_whole(words: Sequence[Token], at: int, names: Names, *, upper: bool) -> bool:
    """A family name behind another first name is another person of the family."""
    after = words[at + 1] if at + 1 < len(words) else None
    if after and after.capital and not upper and (after.low,) not in names.words:
        return False
    irish = words[at - 1].low == "'" and at > 2 and len(words[at - 2].raw) == 1 if at else False
    place = at - 3 if irish else at - 1
    if place < 0 or not (words[place].capital and words[place].is_word):
        return True
    first = words[place]
    initial = first.raw[1:] == "." and first.low[:1] in names.initials
    return initial or first.low in names.first or first.low in _TITLES


def _is_short(raw: str, upper: bool) -> bool:
    """JP, ACME: part of another name before this one."""
    return not upper and 2 <= len(raw) <= 5 and raw.isalpha() and raw.isupper()


def _is_handle(handle: str, names: Names) -> bool:
    """@alex, @alex_k, @alex42; not @alexa."""
    return any(
        handle.startswith(first) and not handle[len(first) :][:1].isalpha() for first in names.first
    )


def _inflected(words: Sequence[Token], at: int, names: Names) -> Mention | None:
    """A name with the ending of its case: Алексея, Alexem, Alexin."""
    word = words[at].low
    if word[:1] in PREFIXES and word[1:] in names.first:
        return Mention(at, at + 1, "name", exact=word[0] in "وו")
    if not words[at].capital:
        return None
    after = words[at + 1].low if at + 1 < len(words) else ""
    if word[-1:] == "s" and word[:-1] in names.first - names.careful and after in _OWNED:
        return Mention(at, at + 1, "my")
    for first in names.first:
        root = first[:-1] if len(first) > 3 and first[-1] in "аяеиоуa" else first
        ending = word[len(root) :]
        if len(root) > 1 and word.startswith(root) and ending in ENDINGS and word != first:
            return Mention(at, at + 1, "name", exact=ending in ("ek", "rek"))
    return None


def _sounds_like(words: Sequence[Token], at: int, names: Names) -> Mention | None:
    word = words[at]
    script = sounds.script(word.raw)
    if not script or script in names.scripts or not word.is_word:
        return None
    if script not in ("cyrillic", "greek", "latin"):
        known = sounds.frame(word.raw) in names.frames
        return Mention(at, at + 1, "name") if known else None
    for length in (3, 2, 1):
        group = words[at : at + length]
        if len(group) == length and all(other.capital for other in group):
            whole = "".join(other.raw for other in group)
            if _same_sound(whole, names, script):
                return Mention(at, at + length, "name")
    root = word.raw.rstrip("аяыиуюеоёйм")
    if script == "cyrillic" and word.capital and root and _same_sound(root, names, script):
        return Mention(at, at + 1, "name", exact=False)
    return None


def _same_sound(word: str, names: Names, script: str) -> bool:
    if sounds.tune(word) in names.tunes:
        return True
    frame = sounds.frame(word)
    return script != "latin" and len(frame.strip("<>")) > 2 and frame in names.frames
