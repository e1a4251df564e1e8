"""An act that a person asked for in a chat and has not confirmed yet: `si: yes CODE`.

One file for each conversation, `agent-si/typed/…`, readable by its owner only, since a chat may go
on in another process. It holds ids and no words of anybody, and of the code a hash. It is gone
when the act is done, when another one takes its place, after three wrong codes, and in time.
"""

import hmac
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import wholefile
from ..text import ids

if TYPE_CHECKING:
    from .memory import Memory

FOLDER = "typed"
SECONDS = 300.0  # in which the code is valid
TRIES = 3  # wrong codes
LETTERS = 5  # of a code


@dataclass(frozen=True, slots=True)
class Act:
    """What is to be done. `targets` are ids; `seal` is a hash of all that was shown of it."""

    verb: str
    targets: tuple[str, ...]
    seal: str


def ask(memory: "Memory", session: str, act: Act) -> str:
    """Keep an act for a while; the code with which it is confirmed in this conversation.

    An act that waited there before is given up.
    """
    import secrets as random_codes  # a session begins without it

    code = "".join(random_codes.choice(ids.ALPHABET) for _ in range(LETTERS))
    until = memory.clock().timestamp() + SECONDS
    kept = {**asdict(act), "until": until, "left": TRIES, "proof": _proof(session, code)}
    _write(_file(memory, session), kept)
    return code


def take(memory: "Memory", session: str, code: str) -> Act | None:
    """The act that a code confirms, once; None where it confirms nothing here and now."""
    path = _file(memory, session)
    kept = _read(path)
    if kept is None or kept["until"] < memory.clock().timestamp():
        path.unlink(missing_ok=True)
        return None
    if not hmac.compare_digest(kept["proof"], _proof(session, code)):
        kept["left"] -= 1
        if kept["left"] > 0:
            _write(path, kept)
        else:
            path.unlink(missing_ok=True)
        return None
    try:
        path.unlink()  # whoever takes it away may do it, once
    except FileNotFoundError:
        return None
    return Act(kept["verb"], tuple(kept["targets"]), kept["seal"])


def sweep(folder: Path, now: float) -> None:
    """Remove what nobody confirmed in time, of all that waits in our `folder` of a home."""
    for path in _files(folder):
        kept = _read(path)
        if kept is None or kept["until"] < now:
            with suppress(OSError):
                path.unlink()


def sealed(*parts: str) -> str:
    """A hash of what a person was shown."""
    return sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def _proof(session: str, code: str) -> str:
    return sealed(session, code.lower())


def _files(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted((folder / FOLDER).glob("*.json"))


def _file(memory: "Memory", session: str) -> Path:
    return memory.settings.folder / FOLDER / f"{sealed(session)[:16]}.json"


def _write(path: Path, kept: dict[str, object]) -> None:
    wholefile.write_private(path, json.dumps(kept))


def _read(path: Path) -> dict[str, Any] | None:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    wanted = {"verb": str, "targets": list, "seal": str, "until": float, "left": int, "proof": str}
    fits = isinstance(kept, dict) and all(isinstance(kept.get(k), t) for k, t in wanted.items())
    return kept if fits else None
