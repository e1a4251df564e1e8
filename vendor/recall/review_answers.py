"""What a person answered in `review`: later, not the same, still so, keep. One small private file.

    agent-si/review.json   {"said": {"past:b7k2q…": ["kept", "2026-12-01"]}}

It holds ids, days and one of three words, and nothing that anybody said. What is forgotten leaves
it. A file that is damaged or not ours is as good as none: then the questions are asked again.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from .. import wholefile
from ..text import lazy
from .settings import Settings

FILE = "review.json"
KEPT, LATER, SEEN = "kept", "later", "seen"
MOST = 5_000  # answers, the newest
LARGEST = 2_000_000  # bytes of the file
_NAME = lazy.regex(r"[a-z ]{3,12}:[0-9a-z+]{5,4000}")


@dataclass(frozen=True, slots=True)
class Answer:
    """`kept`, `later` or `seen` (it was only listed), and on which day."""

    what: str
    day: date


def load(settings: Settings) -> dict[str, Answer]:
    """Every answer by the name of what it is to, oldest first; empty where none can be read."""
    path = settings.active / FILE
    try:
        if path.stat().st_size > LARGEST:
            return {}
        read = json.loads(wholefile.read_text(path))
    except (OSError, ValueError, RecursionError):
        return {}
    said = read.get("said") if isinstance(read, dict) else None
    found = {}
    for name, value in said.items() if isinstance(said, dict) else ():
        answer = _answer(value)
        if answer is not None and _NAME.fullmatch(name):
            found[name] = answer
    return found


def _answer(value: object) -> Answer | None:
    if not (isinstance(value, list) and len(value) == 2):
        return None
    what, day = value
    if what not in (KEPT, LATER, SEEN) or not isinstance(day, str):
        return None
    try:
        return Answer(what, date.fromisoformat(day))
    except ValueError:
        return None


def remember(settings: Settings, new: Mapping[str, Answer]) -> None:
    """Keep answers beside those that are there.

    Raises:
        OSError: the file cannot be written.
    """
    if not new:
        return
    known = load(settings)
    for name, answer in new.items():
        known.pop(name, None)
        known[name] = answer
    _save(settings, known)


def forget(settings: Settings, rows: Collection[str]) -> None:
    """Remove every answer that names one of these rows.

    Raises:
        OSError: the file cannot be written.
    """
    known, gone = load(settings), set(rows)
    left = {name: a for name, a in known.items() if gone.isdisjoint(rows_of(name))}
    if len(left) < len(known):
        _save(settings, left)


def rows_of(name: str) -> list[str]:
    """The ids of the rows that an answer is about."""
    return name.partition(":")[2].split("+")


def _save(settings: Settings, known: Mapping[str, Answer]) -> None:
    kept = list(known.items())[-MOST:]
    said = {name: [answer.what, answer.day.isoformat()] for name, answer in kept}
    wholefile.write_private(settings.active / FILE, json.dumps({"said": said}))
