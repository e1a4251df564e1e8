"""English word stems, the same ones that FTS5's `porter` tokenizer makes.

Search asks SQLite which texts match and asks Python which words of the question stand in a
text. Both answers rest on stems, so they must be the same stems: this is the algorithm of
M. F. Porter ("An algorithm for suffix stripping", Program 14(3), 1980) with the limits that
FTS5 puts on it. tests/property/test_match.py compares the two.
"""

from functools import lru_cache

# FTS5 leaves shorter and longer tokens as they are (bytes of UTF-8).
SHORTEST, LONGEST = 3, 64

_VOWELS = frozenset("aeiou")


def _rules(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (rule.partition(":") for rule in text.split())
    return tuple((ending, other) for ending, _, other in pairs)


# suffix:what takes its place when the measure before it is above 0; the longer suffix first
_STEP_2 = _rules(
    "ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e "
    "ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous "
    "aliti:al iviti:ive biliti:ble"
)
_STEP_3 = _rules("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
# endings that go when the measure before them is above 1, longest first
_STEP_4 = _rules("ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of one folded, lower-case word; a word in another script comes back unchanged."""
    raw = word if word.isascii() else word.encode("utf-8", "replace").decode("latin-1")
    if not SHORTEST <= len(raw) <= LONGEST or not "a" <= raw[-1] <= "z":
        return word
    raw = _plural(raw)
    raw = _past(raw)
    if raw[-1] == "y" and _has_vowel(raw[:-1]):
        raw = raw[:-1] + "i"
    raw = _replace(raw, _STEP_2)
    raw = _replace(raw, _STEP_3)
    raw = _strip(raw)
    raw = _tidy(raw)
    return raw if word.isascii() else raw.encode("latin-1").decode("utf-8", "replace")


def _shape(text: str) -> str:
    """One letter a character: `c` consonant, `v` vowel; `y` is a vowel after a consonant."""
    out: list[str] = []
    consonant = False
    for letter in text:
        consonant = not (letter in _VOWELS or (consonant and letter == "y"))
        out.append("c" if consonant else "v")
    return "".join(out)


def _measure(text: str) -> int:
    """How often a vowel is followed by a consonant: the m of Porter's paper."""
    return _shape(text).count("vc")


def _has_vowel(text: str) -> bool:
    # FTS5 takes a y for a vowel here wherever it is not the first letter, also after a vowel.
    return any(letter in _VOWELS or (at and letter == "y") for at, letter in enumerate(text))


def _closed(text: str) -> bool:
    """Ends in consonant, vowel, consonant, the last not w, x or y: the *o of Porter's paper."""
    return text[-1:] not in ("w", "x", "y") and _shape(text)[-3:] == "cvc"


def _plural(text: str) -> str:
    if not text.endswith("s"):
        return text
    if text.endswith("es"):
        two = (len(text) > 4 and text.endswith("sses")) or (len(text) > 3 and text[-3] == "i")
        return text[: -2 if two else -1]
    return text if text.endswith("ss") else text[:-1]


def _past(text: str) -> str:
    if text.endswith("eed") and len(text) > 3:
        return text[:-1] if _measure(text[:-3]) > 0 else text
    for ending in ("ed", "ing"):
        cut = text[: -len(ending)]
        if text.endswith(ending) and cut and _has_vowel(cut):
            return _restore(cut)
    return text


def _restore(text: str) -> str:
    """Mend what is left when `ed` or `ing` has gone: hoping -> hope, hopping -> hop."""
    if len(text) > 2 and text.endswith(("at", "bl", "iz")):
        return text + "e"
    last = text[-1]
    if last not in _VOWELS and last not in "lsz" and text[-2:-1] == last:
        return text[:-1]
    return text + "e" if _measure(text) == 1 and _closed(text) else text


def _replace(text: str, table: tuple[tuple[str, str], ...]) -> str:
    for ending, other in table:
        if text.endswith(ending) and len(text) > len(ending):
            cut = text[: -len(ending)]
            return cut + other if _measure(cut) > 0 else text
    return text


def _strip(text: str) -> str:
    for ending, _ in _STEP_4:
        if text.endswith(ending) and len(text) > len(ending):
            cut = text[: -len(ending)]
            if ending == "ion" and cut[-1] not in "st":
                return text
            return cut if _measure(cut) > 1 else text
    return text


def _tidy(text: str) -> str:
    cut = text[:-1]
    if text.endswith("e"):
        measure = _measure(cut)
        if measure > 1 or (measure == 1 and not _closed(cut)):
            text = cut
    if len(text) > 1 and text.endswith("ll") and _measure(text[:-1]) > 1:
        text = text[:-1]
    return text
