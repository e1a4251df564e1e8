"""Look through many bytes for many words at the speed of C: is one of them there at all?

Of any twelve bytes in a row eight begin at a multiple of four. So the words are turned into
numbers of eight bytes, data into two arrays of such numbers, and a set meets an array. What is
met may be there, and is then looked for in earnest; what is not met is not there.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator

PIECE = 12  # bytes of which one aligned gram is a part
GRAM = 8
STEP = 4


class Grams:
    """The numbers of some pieces of twelve bytes each; longer words need their first piece only."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._numbers = frozenset(
            int.from_bytes(piece[at : at + GRAM], sys.byteorder)
            for piece in pieces
            for at in range(PIECE - GRAM + 1)
        )

    def may_stand(self, data: bytes) -> bool:
        """False when no piece stands in `data`."""
        return any(not self._numbers.isdisjoint(row) for _, row in _arrays(data))

    def places(self, data: bytes) -> Iterator[int]:
        """Where a piece may begin, at most four bytes before each of these places."""
        for shift, row in _arrays(data):
            if self._numbers.isdisjoint(row):
                continue
            for place, number in enumerate(row):
                if number in self._numbers:
                    yield shift + place * GRAM


def _arrays(data: bytes) -> "Iterator[tuple[int, array[int]]]":
    for shift in range(0, GRAM, STEP):
        usable = (len(data) - shift) // GRAM * GRAM
        if usable > 0:
            yield shift, array("Q", data[shift : shift + usable])
