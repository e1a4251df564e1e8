"""Ids and locators: how a row, a packet, a message and a session are named everywhere.

An id is one letter and 20 characters of a hash, so it is the same on every machine and after
every rebuild. People and models see a prefix of it, the receipt code. A locator is the address
of what an id was made from, `agent:part:part`, and reads back without loss.

    b  brain row      of packet id and operation number
    p  packet         of its id
    m  message        of its locator
    s  session        of its locator

Nothing here touches a file: whoever holds the ids passes the neighbours in.
"""

from base64 import b32encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from . import lazy

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 21  # the letter and 20 characters of five bits
MINIMUM = 5  # of a receipt code, its letter included
_BITS = 100
_CROCKFORD = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", ALPHABET.encode())
_DOMAIN = "agent-si id 1"
_PREFIX = lazy.regex(r"[bpms][0-9a-hjkmnp-tv-z]{4,20}")
_ESCAPE = lazy.regex("%(25|3[Aa])")


class Locator(NamedTuple):
    """A locator taken apart: the agent, and the parts after it as they were before escaping."""

    agent: str
    parts: tuple[str, ...]


class Ambiguous(LookupError):
    """A prefix begins more than one id. The sentence holds ids only, so it may be logged."""

    def __init__(self, prefix: str, candidates: Iterable[tuple[str, str]]) -> None:
        """`candidates` are (id, title), in the order in which a person should see them."""
        self.prefix = prefix
        self.candidates = tuple(candidates)
        named = ", ".join(ident for ident, _ in self.candidates[:5])
        more = len(self.candidates) - 5
        tail = f" and {more} more" if more > 0 else ""
        super().__init__(f"{prefix} begins several ids ({named}{tail}); give more characters")


def base32_id(prefix: str, *parts: str) -> str:
    """`prefix` and 20 lower-case Crockford characters for the first 100 bits of SHA-256.

    Each part is hashed with its length and after the prefix, so ("ab", "c") and ("a", "bc")
    differ, and a message never shares an id with a session of the same locator.

    Source: Douglas Crockford, "Base 32", https://www.crockford.com/base32.html
    """
    digest = _digest(prefix, *parts)
    return prefix + b32encode(digest)[: _BITS // 5].translate(_CROCKFORD).decode()


def _digest(prefix: str, *parts: str) -> bytes:
    return sha256(b"".join(map(_measured, (_DOMAIN, prefix, *parts)))).digest()


def _measured(part: str) -> bytes:
    data = part.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(8, "big") + data


def session_id(locator: str) -> str:
    """The id of the session at `locator`."""
    return base32_id("s", locator)


def message_id(locator: str) -> str:
    """The id of the message at `locator`."""
    return base32_id("m", locator)


def session_code(locator: str) -> int:
    """The first 60 bits of the id of the session at `locator`."""
    return int.from_bytes(_digest("s", locator)[:8], "big") >> 4


def message_code(locator: str) -> int:
    """The first 60 bits of the id of the message at `locator`."""
    return int.from_bytes(_digest("m", locator)[:8], "big") >> 4


def row_id(packet_id: str, op_no: int) -> str:
    """The id of the brain row that operation `op_no` (from 0) of a packet made."""
    return base32_id("b", packet_id, str(op_no))


def packet_code(packet_id: str) -> str:
    """The id under which a packet is shown; its own is a UUID."""
    return base32_id("p", packet_id)


def shortest(ident: str, neighbours: Iterable[str], minimum: int = MINIMUM) -> str:
    """The shortest prefix of `ident`, at least `minimum` long, that begins no neighbour.

    In sort order the id before and the id after are enough. `ident` itself among the
    neighbours is no neighbour. An id that begins another one is given whole.
    """
    shared = (_shared(ident, other) for other in neighbours if other != ident)
    return ident[: max(minimum, max(shared, default=0) + 1)]


def is_prefix(text: str) -> bool:
    """Whether `text` has the form of an id or of a receipt code. A plain word may have it too."""
    return _PREFIX.fullmatch(text) is not None


def normal(text: str) -> str:
    """A code as a person or a model typed it, as ids are written: no brackets, lower case."""
    return text.strip().strip("[]").strip().lower()


def locator(agent: str, *parts: str) -> str:
    """`agent:part:part`, with ':' and '%' inside a part percent-encoded.

    Raises:
        ValueError: the agent is empty or holds ':' or '%', or there is no part.
    """
    if not agent or ":" in agent or "%" in agent or not parts:
        raise ValueError("a locator needs an agent's name without ':' or '%', and one part")
    return ":".join((agent, *map(_escaped, parts)))


def parse_locator(text: str) -> Locator:
    """The agent and parts that `locator` was given.

    Raises:
        ValueError: there is no agent, or nothing after it.
    """
    agent, colon, rest = text.partition(":")
    if not agent or not colon or not rest:
        raise ValueError("a locator reads agent:part, as in hermes:<session>:<message>")
    return Locator(agent, _unescaped(rest.split(":")))


def _shared(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _escaped(part: str) -> str:
    return part.replace("%", "%25").replace(":", "%3A")


def _unescaped(parts: Sequence[str]) -> tuple[str, ...]:
    # One pass: "%253A" is a part that held "%3A", and two replaces would read it as ":".
    return tuple(_ESCAPE.sub(lambda m: "%" if m[1] == "25" else ":", part) for part in parts)
