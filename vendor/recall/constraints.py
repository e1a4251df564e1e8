"""What a person laid down for the work: "never deploy on Fridays", "only use uv".

Found by rule, in their own typed words alone, a sentence at a time, and given as they wrote it.
Left out is what is no plain statement of theirs (statements.py): questions, what others said,
quoted text, code, the middle of what looks like a paste. A condition stays: it stands in the
sentence.

    message --> sentences --> a lasting instruction? --> a plain statement? --> its own letters
"""

from collections.abc import Iterator

from ..text.fold import fold
from .constraint_words import RUNS, SPACED, TOLD
from .statements import statements


def constraints(text: str) -> Iterator[str]:
    """The sentences of a typed message that lay something down, letter for letter, in order."""
    if _binds(text):
        yield from statements(text, _binds)


def _binds(text: str) -> bool:
    told = TOLD.sub(" ", fold(text))
    return bool(SPACED.search(told) or RUNS.search(told))
