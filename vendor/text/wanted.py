"""Words that are looked for in many messages, of which few hold them.

A message is folded and read passage by passage only when a look at its letters says that the
words may stand there: in a conversation of ten thousand messages that is what keeps the gate
quick. The look may say yes too often, never no where the words stand.
"""

import re
import unicodedata
from collections.abc import Iterator

from . import lazy
from .fold import DOTTED_I, SPELLED, folded
from .formatting import STROKE
from .scripts import EAST

TRIES = 32  # places looked at in one passage

# Where letters that are not words of the writer stand between those that are.
_HIDES = lazy.regex(rf"\]\(|\]\[|[<~{STROKE}]")
_FORMATTING = lazy.regex(r"[*_~`\\]+")
# Letters that a comparison folds and `lower` does not: ligatures, full width, letters for marks.
_PLAIN = {ord(letter): spelled for letter, spelled in SPELLED.items() if letter.isalnum()}
_PLAIN |= {ord("\N{GREEK CAPITAL LETTER SIGMA}"): "\N{GREEK SMALL LETTER SIGMA}"}
_PLAIN |= {ord("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"): "i"}
_UNUSUAL = lazy.regex(f"[{''.join(map(chr, _PLAIN))}]")
# Between two Chinese letters there may be white space, so each is looked for alone.
_WORD = lazy.regex(rf"[{EAST}]|[^\W_{EAST}]+")


class Wanted:
    """A folded quote, and a pattern that every text holding it matches."""

    def __init__(self, plain: str) -> None:
        self.folded = plain
        words = _WORD.findall(self.folded)
        self._words = sorted(set(words), key=len, reverse=True)
        self._pattern = lazy.regex(r"[\W_]*+".join(map(re.escape, words)))
        # Letters that no rule of folding touches are looked for as they are.
        self._caseless = [w for w in self._words if w == w.upper() and not w.isascii()]

    def is_part_of(self, text: str) -> bool:
        """Whether these words stand in `text` in this order, whatever stands between them."""
        return not self._is_missing(text) and self._pattern.search(_rough(text)) is not None

    def may_stand_in(self, text: str) -> bool:
        """False only where the quote cannot stand. Cheap, so that long conversations are."""
        if self._is_missing(text):
            return False
        rough = _rough(text)
        if _HIDES.search(text) is None:
            return self._pattern.search(rough) is not None
        return all(word in rough for word in self._words)

    def _is_missing(self, text: str) -> bool:
        """Whether a look at the unfolded text is enough to say that a word is missing."""
        lower = text if self._caseless else text.lower()
        is_there = all(word in lower for word in self._caseless or self._words)
        return not (is_there or _FORMATTING.search(text)) and (text.isascii() or not _changes(text))

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it begins and ends in `text`; (-1, -1) where that is inside a letter."""
        plain, places = folded(text)
        places.append(len(text))
        start = plain.find(self.folded)
        for _ in range(TRIES):
            if start < 0:
                return
            end = start + len(self.folded)
            begins = not start or places[start - 1] != places[start]
            is_whole = begins and places[end - 1] != places[end]
            yield (places[start], places[end]) if is_whole else (-1, -1)
            start = plain.find(self.folded, start + 1)


def _changes(text: str) -> bool:
    """Whether folding may change a letter otherwise than `lower` does."""
    return not unicodedata.is_normalized("NFC", text) or _UNUSUAL.search(text) is not None


def _rough(text: str) -> str:
    """`text` folded as far as letters go, without marks of formatting; much faster than fold."""
    if text.isascii() or not _changes(text):
        return _FORMATTING.sub("", text.lower())
    plain = unicodedata.normalize("NFC", text).translate(_PLAIN).lower().replace(DOTTED_I, "i")
    return _FORMATTING.sub("", unicodedata.normalize("NFC", plain.translate(_PLAIN)))
