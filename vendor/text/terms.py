"""The informative words and the identifiers of a text: what is worth asking an index for.

    "Wo war MEM-4711 in der Brisbane lease?"  ->  identifiers MEM-4711; terms brisbane, lease
    "静安的 office 在哪"                       ->  terms 静安, office

Terms are in the folded form of tokens.py and, like identifiers, in the order of the text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from . import lazy
from .porter import stem
from .stop_words import HANGUL_PARTICLES, HANGUL_STOPS, NAMES, RUN_STOPS, glue
from .tokens import COMPOUND, RUN, fold, joined, pieces, short_hash, signed, spans, units

LONGEST_WORD = 64
LONGEST_NAME = 200

_P = r"[^\W_]"
_IDENTIFIER = lazy.regex(
    r"(?<![\w.])\.[A-Za-z]++(?![\w.-])"
    r"|(?<!\w)#[0-9]++(?!\w)"
    rf"|(?<!{_P})[A-Za-z][A-Za-z0-9]{{0,15}}(?:\+\+|#)(?!{_P})"
    rf"|(?<!{_P})(?:(?:~|\.{{1,2}})?/)?{_P}++(?:[-_./\\:@=#~&+]{{1,3}}{_P}++)++"
    rf"|(?<!{_P})[0-9A-Fa-f]{{7,64}}(?!{_P})"
)
# Words that a writer may as well have written apart: check-in, pass/fail, the end.Then
_PROSE = lazy.regex(r"[^\W\d_]++(?:[-/:+&~=][^\W\d_]++)++|[^\W\d_]++\.[A-Z][^\W\d_]++")
_SCHEME = lazy.regex(r"[A-Za-z]{2,8}://")
_LINE = lazy.regex(r"(?::[0-9]++){1,2}$")
_VERSION = lazy.regex(r"v?[0-9]++(?:\.[0-9]++)+[-.\w]*+", re.ASCII)
_STAMP = lazy.regex(r"[0-9:.,TZ/+-]++|0x[0-9a-fA-F]++")

_THOUSANDS = lazy.regex(r"(?<![\w,.])[0-9]{1,3}(?:,[0-9]{3})++(?![\w,])")
_NUMBER = lazy.regex("[0-9]++")
_DIGITS = lazy.regex("(?<![0-9])[0-9]++$")
_HANGUL = lazy.regex(f"[{spans('ac00-d7a3')}]++")
_HIRAGANA = lazy.regex(f"[{spans('3041-3096')}]++")
_PARTICLES = frozenset("はがをにでとのもへやか")
_RUN_STOP = lazy.regex("|".join(sorted(map(re.escape, RUN_STOPS), key=len, reverse=True)))
_SENTENCE_END = frozenset(".!?:;")
_SIGNS = ".,;:!?\"'“”‘’«»()[]{}<>*_`—-"


def terms(text: str) -> list[str]:
    """Informative words, in order, no two of one stem; pieces of identifiers count as words."""
    found = list(_words(_THOUSANDS.sub(_whole_number, text)))
    stops = glue(folded for _, folded in found)
    seen: dict[str, str] = {}
    for is_name, word in found:
        for term in _of_word(word, is_name=is_name, stops=stops):
            seen.setdefault(stem(term), term)
    return list(seen.values())


def identifiers(text: str) -> tuple[dict[str, tuple[str, ...]], str]:
    """Identifiers as typed, each with the tokens that must stand, and the rest of the text.

    The rest keeps the words of an identifier that is ordinary prose with a hyphen.
    """
    names: dict[tuple[str, ...], str] = {}
    rest: list[str] = []
    end = 0
    for run in RUN.finditer(text):
        rest += [_without_names(text[end : run.start()], names), run.group()]
        end = run.end()
    rest.append(_without_names(text[end:], names))
    return {name: tokens for tokens, name in names.items()}, "".join(rest)


def _without_names(text: str, names: dict[tuple[str, ...], str]) -> str:
    """The text without the identifiers that it adds to `names`; those like prose stay in it."""
    rest: list[str] = []
    end = 0
    for match in _IDENTIFIER.finditer(text):
        for name in _forms(match.group()):
            tokens = tuple(_tokens(name))
            if tokens:
                names.setdefault(tokens, name)
        if not _PROSE.fullmatch(match.group()) and _tokens(match.group()):
            rest.append(text[end : match.start()])
            end = match.end()
    rest.append(text[end:])
    return " ".join(rest)


def _whole_number(match: re.Match[str]) -> str:
    return match.group().replace(",", "")


def is_stamp(name: str) -> bool:
    """A time, an address in memory, a bare number: what every line of a log has."""
    return _STAMP.fullmatch(name) is not None


def _forms(name: str) -> Iterator[str]:
    """A path also by its last part, a place in a file also without the line number.

    What names a version (`wire@v0.9.5`) also by that alone: people leave the rest out.
    """
    name = _SCHEME.sub("", name, count=1)
    yield name
    version = name.rpartition("@")[2]
    if version != name and _VERSION.fullmatch(version):
        yield version
    bare = _LINE.sub("", name)
    if bare != name and COMPOUND.fullmatch(bare):
        yield bare
    for cut in ("/", "\\", "."):
        head, sep, last = bare.rpartition(cut)
        if sep and head:
            if COMPOUND.fullmatch(last):
                yield last
            return


def _tokens(name: str) -> list[str]:
    if len(name) > LONGEST_NAME:
        return []
    plain = fold(name)
    if short := short_hash(plain):
        return [short]
    core = plain.lstrip("~./")
    if COMPOUND.fullmatch(core):
        parts = pieces(core)
        spelled = all(len(part) == 1 and part.isalpha() for part in parts) and name.islower()
        return [] if spelled else list(dict.fromkeys(joined(core)))
    # Folded, a fraction is two numbers with a space: no one word any more.
    one = plain.isascii() and not plain.isalnum() and " " not in plain
    return [signed(plain)] if one else []


def _words(text: str) -> Iterator[tuple[bool, str]]:
    """Each word folded, and whether its capitals say that it is a name."""
    first, shouted = True, text.isupper()
    for chunk in text.split():
        bare = chunk.strip(_SIGNS)
        capital = bare[:1].isupper() and not shouted and (not first or len(bare) == 1)
        for word in pieces(fold(chunk)):
            yield capital, word
            capital = False
        first = chunk[-1] in _SENTENCE_END


def _of_word(word: str, *, is_name: bool, stops: frozenset[str]) -> Iterator[str]:
    end = 0
    for run in RUN.finditer(word):
        before = word[end : run.start()]
        count = _DIGITS.search(before)
        if count:
            yield count.group() + run.group()[0]
        if not count or len(before) > 1:
            yield from _latin(before, is_name=is_name, stops=stops)
        yield from _run(run.group(), counted=count is not None)
        end = run.end()
    yield from _latin(word[end:], is_name=is_name, stops=stops)


def _latin(word: str, *, is_name: bool, stops: frozenset[str]) -> Iterator[str]:
    if not word or len(word) > LONGEST_WORD:
        return
    if len(word) == 1 and not word.isdigit() and not (is_name and word not in "ia"):
        return
    if word not in stops or (is_name and (word in NAMES or len(word) == 1)):
        yield word


def _run(run: str, *, counted: bool = False) -> Iterator[str]:
    if counted and len(units(run)) == 1:
        return
    if _HANGUL.fullmatch(run):
        yield from _hangul(run)
        return
    kana_is_grammar = not _HIRAGANA.fullmatch(run)
    for part in _RUN_STOP.split(run):
        letters = units(part)
        if len(letters) == 1 and not _HIRAGANA.fullmatch(part):
            yield part
        for left, right in pairwise(letters):
            if not (kana_is_grammar and _is_grammar(left, right)):
                yield left + right


def _is_grammar(left: str, right: str) -> bool:
    kana = [_HIRAGANA.fullmatch(letter) is not None for letter in (left, right)]
    return all(kana) or (any(kana) and bool(_PARTICLES & {left, right}))


def _hangul(word: str) -> Iterator[str]:
    bare = _without_particle(word)
    if word in HANGUL_STOPS or bare in HANGUL_STOPS:
        return
    if len(bare) == 1:
        yield bare
    for left, right in pairwise(bare):
        yield left + right


def _without_particle(word: str) -> str:
    for particle in HANGUL_PARTICLES:
        if word.endswith(particle) and len(word) > len(particle) + (len(particle) == 1):
            return word[: -len(particle)]
    return word


def rarest(words: Iterable[str], limit: int) -> list[str]:
    """At most `limit` words, in order; by their looks, since no statistics are at hand.

    Last come times and numbers, then words that differ from others in a number only. Of words that
    look alike the later are kept: what is asked comes after what is told.
    """
    every = list(words)
    if len(every) <= limit:
        return every
    shapes = {word: _NUMBER.sub("0", word) for word in every}
    alike = Counter(shapes.values())
    weight = {
        word: (not is_stamp(word), -alike[shapes[word]], 6 if RUN.match(word) else len(word), place)
        for place, word in enumerate(every)
    }
    kept = set(sorted(every, key=weight.__getitem__, reverse=True)[:limit])
    return [word for word in every if word in kept]
