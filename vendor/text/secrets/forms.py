"""How a structure is described: one row a structure, and the tests that its value must pass.

A row names the kind, words of which one must stand in the text before the pattern is tried, the
pattern whose first group is the value, and a test that the value must pass. With `inner` the
pattern only opens the structure, and the value is looked for in the 400 characters after it.
"""

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from .. import lazy
from .shape import FILLER, UUID, jumps, mixed, random_like, stands_for, strength

_SAYS_PASSWORD = lazy.regex("pass|secret|pwd", re.IGNORECASE)
_ALIKE = lazy.regex("[0OIl]")
_OPENINGS = 50  # of one structure that are followed in a window
_INSIDE = 400


class Form(NamedTuple):
    """One structure."""

    kind: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: Callable[[str], bool]
    inner: re.Pattern[str] | None


def form(
    kind: str, words: str, pattern: str, holds: Callable[[str], bool], inner: str = ""
) -> Form:
    """A row. Its `words` stand between spaces, and a `·` in one of them is a space; patterns are
    of small letters, and read line by line.
    """
    then = lazy.regex(inner, re.MULTILINE) if inner else None
    at = (word.replace("·", " ") for word in words.split())
    return Form(kind, tuple(at), lazy.regex(pattern, re.MULTILINE), holds, then)


class Forms:
    """Rows, and which of them a text calls for."""

    def __init__(self, rows: Iterable[Form]) -> None:
        self.rows = tuple(rows)
        words: dict[str, list[int]] = {}
        for place, row in enumerate(self.rows):
            for word in row.words:
                words.setdefault(word, []).append(place)
        self.words = tuple(words)
        self._places = words

    def find(self, text: str, lower: str, suspects: str) -> Iterator[tuple[str, str]]:
        """(kind, value) for each structure.

        `lower` is `text` in small letters, as long; `suspects` those words of it where the
        words of a row may stand.
        """
        called = [self._places[word] for word in self.words if word in suspects]
        for row in map(self.rows.__getitem__, sorted(set().union(*called))):
            for start, end in _values(row, lower):
                if row.holds(text[start:end]):
                    yield row.kind, text[start:end]


def _values(row: Form, lower: str) -> Iterator[tuple[int, int]]:
    if not row.inner:
        yield from (found.span(1) for found in row.pattern.finditer(lower))
        return
    for opened in islice(row.pattern.finditer(lower), _OPENINGS):
        after = opened.end()
        inside = row.inner.finditer(lower[after : after + _INSIDE])
        yield from ((after + found.start(1), after + found.end(1)) for found in inside)


def anything(value: str) -> bool:
    """The structure alone is proof."""
    return True


def real(value: str) -> bool:
    """Not the place where a value would stand."""
    return not stands_for(value.strip("\"'")) and not FILLER.search(value)


def unfilled(value: str) -> bool:
    """Drawn, where the structure leaves nothing but a place-holder: `aaaaa`, `EXAMPLE`."""
    return not FILLER.search(value)


def chosen(value: str) -> bool:
    """Mixed on purpose."""
    return strength(value) >= 2


def drawn(value: str) -> bool:
    """Drawn by a program."""
    return random_like(value) and not FILLER.search(value)


def drawn_but_no_uuid(value: str) -> bool:
    """Drawn by a program, and not as ids are."""
    return drawn(value) and not UUID.match(value)


def numbered(value: str) -> bool:
    """Not a place-holder made of words."""
    return real(value) and any(map(str.isdigit, value))


def mixed_kinds(value: str) -> bool:
    """Of capitals, small letters and digits."""
    return mixed(value)


def base32(value: str) -> bool:
    """Capitals and digits in no order."""
    return value.isupper() and jumps(value) > 0.12


def capitals(value: str) -> bool:
    """Capitals and digits, each at least once."""
    return value.isupper() and any(map(str.isdigit, value))


def base58(value: str) -> bool:
    """Drawn from the letters that cannot be taken for one another."""
    return mixed(value) and not _ALIKE.search(value)


def own_password(value: str) -> bool:
    """The password of `user:password@host`, unless it is the user's name or says "password"."""
    user, _, password = value.partition(":")
    return password != user and real(password) and not _SAYS_PASSWORD.search(password)


def user_and_password(value: str) -> bool:
    """The base64 of a `user:password` that is real."""
    try:
        plain = b64decode(value + "=" * (-len(value) % 4)).decode("utf-8")
    except (Error, UnicodeDecodeError):
        return False
    return ":" in plain and plain.isprintable() and real(plain.partition(":")[2])


def private_block(value: str) -> bool:
    """The base64 of the head of a private key."""
    try:
        return b"PRIVATE" in b64decode(value[: len(value) // 4 * 4])
    except Error:
        return False
