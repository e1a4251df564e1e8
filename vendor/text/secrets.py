"""Whether a text holds a credential, and of what kind; never the credential itself.

Prefixes, structures and key words decide (secrets_rules.py, secrets_beside.py), phrases and cards
are in secrets_lists.py; how random a string looks decides nothing alone, because a chat is full
of hashes and ids. The whole message counts: a key word may stand on another line than its value.

    text -> plain form -> windows of 16 KB -> prefixes, structures, words, lists -> kind or None

Work grows with the length of the text, whatever the text is. Who stores a text must treat an
error in here as a find.
"""

import re
import unicodedata
from collections.abc import Iterator

from .secrets_beside import beside_words
from .secrets_lists import listed
from .secrets_rules import FORMS, structured, tokens

RULES = 1  # a change of the rules changes this number, and what was stored is read again
CAP = 262_144  # characters that are looked at; what stands behind them was not judged
_WINDOW, _OVERLAP = 16_384, 512
_NAMES = {
    "api_key": "API key",
    "cloud_key": "cloud key",
    "cookie": "session cookie",
    "one_time_code": "one-time code",
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
_ESCAPED_LINE = re.compile(r"\\r?\\n|\\n")
_WIDE = {
    code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code).isalnum() or code < 0xFF5F
}


def find(text: str) -> str | None:
    """The kind of the first credential in the text, or None. `shown` names a kind for people."""
    return next((kind for kind, _ in _finds(text)), None)


def shown(kind: str) -> str:
    """A kind as people call it: "access token", "PIN", "password"."""
    return _NAMES.get(kind, kind.replace("_", " "))


def _finds(text: str) -> Iterator[tuple[str, str]]:
    plain = _plain(text[:CAP])
    for start in range(0, max(len(plain) - _OVERLAP, 1), _WINDOW - _OVERLAP):
        yield from _in_window(plain[start : start + _WINDOW])


def _in_window(text: str) -> Iterator[tuple[str, str]]:
    lower = text.lower()
    if len(lower) != len(text):  # a few capitals have small forms of two letters
        lower = "".join(small if len(small := c.lower()) == 1 else c for c in text)
    yield from tokens(text)
    yield from structured(text, lower, FORMS)
    yield from beside_words(text, lower)
    yield from listed(text, lower)


def _plain(text: str) -> str:
    """NFC, full-width letters as usual, invisible characters out, `\\n` in JSON as line ends."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_WIDE))
        text = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cs"))
    return _ESCAPED_LINE.sub("\n", text)
