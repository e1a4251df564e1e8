"""What a person laid down for the work: "never deploy on Fridays", "only use uv".

Found by rule, in their own typed words alone, a sentence at a time, and given as they wrote it.
Left out is what is no plain statement of theirs (stance.py): questions, what others said, quoted
text, code, the middle of what looks like a paste. A condition stays: it stands in the sentence.

    message --> sentences --> a lasting instruction? --> a plain statement? --> its own letters
"""

from collections.abc import Iterator

from ..text import quote, stance
from ..text.blocks import blocks
from ..text.fold import fold
from .constraint_words import RUNS, SPACED, TOLD

LONGEST = 240  # characters of one sentence; what is longer is a paragraph, and the summary's work
NOT_THEIRS = frozenset({"question", "reported", "quoted", "code", "long_paste"})


def constraints(text: str) -> Iterator[str]:
    """The sentences of a typed message that lay something down, letter for letter, in order."""
    for block in blocks(text):
        if not _binds(fold(block.text)):
            continue
        for start, end in stance.Reading(block).touched(0, len(block.text)):
            words = block.text[start:end]
            left, right = len(words) - len(words.lstrip()), len(words.rstrip())
            if right <= left or right - left > LONGEST or not _binds(fold(words)):
                continue
            first, last = block.at[start + left], block.at[start + right - 1] + 1
            if not NOT_THEIRS.intersection(quote.flags_of(text, first, last)):
                yield text[first:last]


def _binds(folded: str) -> bool:
    told = TOLD.sub(" ", folded)
    return bool(SPACED.search(told) or RUNS.search(told))
