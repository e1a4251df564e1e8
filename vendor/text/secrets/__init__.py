"""Whether a text holds a credential, and of what kind; never the credential itself.

Prefixes, structures and key words decide. How random a string looks decides nothing alone,
because a chat is full of hashes and ids. The whole message counts: a key word may stand on
another line than its value.

    text -> plain form -> windows -> triage.py (most texts end here)
         -> tokens.py, forms.py, commands.py, beside.py, lists.py, tables.py

Work grows with the length of the text, whatever the text is. Who stores a text must treat an
error in here as a find.
"""

import unicodedata
from collections.abc import Iterator, Sequence

from .. import lazy
from .beside import beside_words
from .commands import COMMANDS
from .forms import Forms
from .lists import listed
from .shape import EDGES, strength
from .structures import FORMS, WITHIN_WORDS
from .tables import in_columns
from .tokens import tokens
from .triage import Triage, small

RULES = 2  # another number means other rules: what was stored under these is judged again
CAP = 262_144  # characters that are judged; who stores a text stores no more of it
_WINDOW, _OVERLAP = 16_384, 512
_NAMES = {
    "api_key": "API key",
    "cloud_key": "cloud key",
    "cookie": "session cookie",
    "license_key": "license key",
    "one_time_code": "one-time code",
    "password": "password",
    "password_hash": "password hash",
    "password_url": "address with a password",
    "payment_card": "payment card",
    "pin": "PIN",
    "private_key": "private key",
    "recovery_codes": "recovery codes",
    "seed_phrase": "seed phrase",
    "signed_url": "signed address",
    "token": "access token",
    "webhook": "webhook address",
}
_FORMS = Forms((*FORMS, *COMMANDS))
_WITHIN_WORDS = Forms(WITHIN_WORDS)
_ESCAPED_LINE = lazy.regex(r"(?:\\r)?\\n")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_WIDE_LETTERS = frozenset(map(chr, _WIDE))
_TRIAGE = Triage((*_FORMS.words, *_WITHIN_WORDS.words))


def find(text: str) -> str | None:
    """The kind of a credential in the text, or None. `shown` names a kind for people."""
    plain = _plain(text[:CAP])
    return next((kind for window in _windows(plain) for kind, _ in _finds(window)), None)


def repeated(texts: Sequence[str]) -> frozenset[int]:
    """Places of the texts that hold a credential or repeat one that another of them holds.

    For messages that stand near each other: an answer often says a password again without a
    word that would give it away.
    """
    values: set[str] = set()
    found = set()
    for place, text in enumerate(texts):
        mine = _values(text)
        values |= mine
        found |= {place} if mine or find(text) else set()
    echoes = (place for place, text in enumerate(texts) if any(v in text for v in values))
    return frozenset(found.union(echoes))


def shown(kind: str) -> str:
    """A kind as people call it: "access token", "PIN", "password"."""
    return _NAMES.get(kind, "secret")


def _values(text: str) -> set[str]:
    """The values that are known again wherever they stand: no word and no short number."""
    found = (value for window in _windows(_plain(text[:CAP])) for _, value in _finds(window))
    plain = {value.strip(EDGES) for value in found}
    return {v for v in plain if len(v) >= 24 or (len(v) >= 8 and strength(v) >= 2)}


def _finds(window: str) -> Iterator[tuple[str, str]]:
    for text, suspects in _TRIAGE.regions(window):
        lower = small(text)
        yield from tokens(text, suspects.runs)
        yield from _WITHIN_WORDS.find(suspects.shown, suspects.words, suspects.words)
        yield from _FORMS.find(text, lower, suspects.words)
        yield from beside_words(text, lower, suspects.words)
        yield from listed(text, lower, suspects)
        yield from in_columns(text, lower, suspects.words)


def _windows(text: str) -> Iterator[str]:
    for start in range(0, max(len(text) - _OVERLAP, 1), _WINDOW - _OVERLAP):
        yield text[start : start + _WINDOW]


def _plain(text: str) -> str:
    """NFC, full-width letters as usual, nothing invisible, line ends of JSON as line ends."""
    if not text.isascii():
        found = set(text)
        if not found.isdisjoint(_WIDE_LETTERS):
            text = text.translate(_WIDE)
        gone = {c for c in found if unicodedata.category(c) in ("Cf", "Cs")}
        if gone:
            text = text.translate(dict.fromkeys(map(ord, gone)))
        text = unicodedata.normalize("NFC", text)
    return _ESCAPED_LINE.sub("\n", text) if "\\n" in text else text
