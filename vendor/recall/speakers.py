"""Who was heard where, kept for the next process: the host's record of a session names no author.

    sessions   ids of sessions in a place of the principal in which the host named somebody else
    groups     groups in which an account spoke, and which: those that `principal_ids` knows are in

Nothing of what anybody said. A note that is lost costs what a restart of the host cost before.
"""

import json
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .. import wholefile

if TYPE_CHECKING:
    from .settings import Settings

NAME = "speakers.json"
MOST = 2000  # of each; the newest stay
BYTES = 1_048_576  # of the file; a larger one is not ours


def sessions(settings: "Settings") -> frozenset[str]:
    """The ids of sessions in which somebody else was named as the author of a turn."""
    return frozenset(_read(settings)["sessions"])


def groups(settings: "Settings", accounts: Collection[str]) -> frozenset[str]:
    """The groups in which one of these accounts spoke."""
    known = _read(settings)["groups"]
    return frozenset(group for group, heard in known.items() if set(heard) & set(accounts))


def heard_others(settings: "Settings", session: str) -> None:
    """Note that somebody else spoke in a session of the principal."""
    known = _read(settings)
    if session and session not in known["sessions"]:
        known["sessions"] = [*known["sessions"], session][-MOST:]
        _write(settings, known)


def heard_in(settings: "Settings", group: str, account: str) -> None:
    """Note that an account spoke in a group."""
    known = _read(settings)
    before = known["groups"].pop(group, [])
    if account not in before:
        known["groups"][group] = [*before, account][-MOST:]
        known["groups"] = dict(list(known["groups"].items())[-MOST:])
        _write(settings, known)


def _read(settings: "Settings") -> dict[str, Any]:
    path = settings.folder / NAME
    found: Any = None
    with suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size <= BYTES:
            found = json.loads(wholefile.read_text(path))
    found = found if isinstance(found, dict) else {}
    named, places = found.get("sessions"), found.get("groups")
    return {
        "sessions": _texts(named),
        "groups": {
            group: _texts(heard)
            for group, heard in (places.items() if isinstance(places, dict) else ())
            if group.startswith("group:")
        },
    }


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _write(settings: "Settings", known: dict[str, Any]) -> None:
    with suppress(OSError):
        wholefile.write_private(settings.folder / NAME, json.dumps(known, indent=1) + "\n")
