"""The sentences of a typed message that are plain statements of its writer, letter for letter."""

from collections.abc import Callable, Iterator

from ..text import quote, stance
from ..text.blocks import blocks
from . import pasted_lines

LONGEST = 240  # characters of one sentence; what is longer is a paragraph
NOT_THEIRS = frozenset({"question", "reported", "quoted", "code", "long_paste"})


def statements(
    text: str, wanted: Callable[[str], bool], *, flags: frozenset[str] = NOT_THEIRS
) -> Iterator[str]:
    """Those sentences for which `wanted` holds and that have none of these flags, in order.

    None of a line that looks copied from a chat or a log.
    """
    for block in blocks(pasted_lines.blanked(text)):
        for start, end in stance.Reading(block).touched(0, len(block.text)):
            words = block.text[start:end]
            left, right = len(words) - len(words.lstrip()), len(words.rstrip())
            if right <= left or right - left > LONGEST or not wanted(words):
                continue
            first, last = block.at[start + left], block.at[start + right - 1] + 1
            if not flags.intersection(quote.flags_of(text, first, last)):
                yield text[first:last]
