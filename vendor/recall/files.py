"""Files of this machine that a row names: whether they changed, or went, since it was said.

Looked at are paths in the value and the quote: absolute ones, `~/…`, and those in the folder of the
conversation. Only their state is asked (`lstat`), and only inside the person's home or that
folder: a link anywhere on the way, `..`, a private project or a folder elsewhere gives no mark.
Others who read along are told nothing of this machine.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ..brain.errors import BrainError
from ..brain.model import Claim, Fact, Record
from ..dbfile import Damaged, NotOurFile, Unsupported
from ..text import lazy
from . import hits
from .conversation import Conversation
from .hits import Hit

if TYPE_CHECKING:
    from .memory import Found, Memory

CHANGED = "file changed since"
GONE = "file gone"
MOST = 3  # paths of one row
_SLACK = 2.0  # seconds: what was written while it was said did not change since
# The index went away since the search, or there is none.
_UNUSABLE = (sqlite3.Error, BrainError, Damaged, NotOurFile, Unsupported, OSError)
_PIECE = r"[^\s\"'`<>|,;:()\[\]{}*?\u00ab\u00bb\u201c\u201d\u2026/]+"
_PATH = lazy.regex(
    rf"(?<![\w/.:~@\\-])(?:(?P<whole>(?:~|(?=/))(?:/{_PIECE})+)"
    rf"|(?P<inside>(?:\./)?{_PIECE}(?:/{_PIECE})+\.\w{{1,8}}|[\w@+-][\w.@+-]*\.[a-z]\w{{0,7}}))(?![\w/])"
)

Folder = Callable[[], str]


def marked(
    memory: "Memory",
    answer: Sequence[Hit],
    found: Mapping[str, "Found"],
    conversation: Conversation,
) -> list[Hit]:
    """The hits, those marked whose file changed or went; as they are when the time is over."""
    return [
        hits.marked(hit, *marks(row, memory, conversation))
        if (row := found[hit.id].entry) is not None
        else hit
        for hit in answer
    ]


def marks(entry: Fact | Record, memory: "Memory", conversation: Conversation) -> tuple[str, ...]:
    """`file changed since` or `file gone`, or nothing."""
    if memory.settings.demo or not conversation.own or _is_late(memory):
        return ()
    said, texts, locator = _said(entry)
    moment = _moment(said)
    if moment is None:
        return ()
    project = _once(lambda: _project(memory, locator))
    states = {_state(path, moment, project, memory) for path in _paths(texts)}
    return (GONE,) if GONE in states else (CHANGED,) if CHANGED in states else ()


def _is_late(memory: "Memory") -> bool:
    return memory.ends is not None and time.monotonic() >= memory.ends


def _said(entry: Fact | Record) -> tuple[str, tuple[str, ...], str]:
    """When it was said, the words to look through, and where it was said."""
    row: Claim | Record = entry if isinstance(entry, Record) else _standing(entry)
    source = row.citations[0].source if row.citations else None
    quotes = tuple(cited.quote for cited in row.citations)
    own = () if isinstance(row, Record) else (row.value,)
    said_at = source.said_at if source else row.at
    return said_at, (*own, *quotes), source.locator if source and not source.forgotten else ""


def _standing(fact: Fact) -> Claim:
    values = fact.values()
    return values[0] if values else fact.claims[-1]


def _moment(said_at: str) -> float | None:
    """Seconds since 1970; a bare day is over at its end, wherever that is."""
    try:
        at = datetime.fromisoformat(said_at)
    except ValueError:
        return None
    if len(said_at) == len("2026-05-01"):
        at += timedelta(days=1, hours=14)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() + _SLACK


def _paths(texts: Sequence[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in texts:
        for match in _PATH.finditer(text):
            found[match[0].rstrip(".!")] = None
    return list(found)[:MOST]


def _state(path: str, said: float, project: Folder, memory: "Memory") -> str:
    base, rest = _placed(path, str(memory.user_home or ""), project)
    if not base or not rest or memory.settings.private.holds(os.path.join(base, *rest)):  # noqa: PTH118
        return ""
    surely = path[0] in "/~" or (len(rest) > 1 and os.path.isdir(os.path.join(base, rest[0])))  # noqa: PTH112, PTH118
    state = _looked(base, rest, said)
    return "" if state == GONE and not surely else state


def _placed(path: str, home: str, project: Folder) -> tuple[str, list[str]]:
    """The folder that a path may lie in, and the names below it; "" where we do not look."""
    if path.startswith("~/"):
        return home, _names(path[2:])
    if not path.startswith("/"):
        return project(), _names(path.removeprefix("./"))
    for base in (home, project()):
        if len(base) > 1 and path.startswith(base.rstrip("/") + "/"):
            return base, _names(path[len(base.rstrip("/")) + 1 :])
    return "", []


def _names(rest: str) -> list[str]:
    names = rest.rstrip("/").split("/")
    return [] if {"", ".", ".."}.intersection(names) else names


def _looked(base: str, names: Sequence[str], said: float) -> str:
    """What became of a file, step by step from a folder that is there; no link is followed."""
    try:
        if not stat.S_ISDIR(os.stat(base).st_mode):  # noqa: PTH116
            return ""
        here = base
        for name in names:
            here = os.path.join(here, name)  # noqa: PTH118
            found = os.lstat(here)
            if stat.S_ISLNK(found.st_mode):
                return ""
    except FileNotFoundError:
        return GONE
    except (OSError, ValueError):
        return ""
    return CHANGED if stat.S_ISREG(found.st_mode) and found.st_mtime > said else ""


def _once(look: Folder) -> Folder:
    seen: list[str] = []

    def asked() -> str:
        if not seen:
            seen.append(look())
        return seen[0]

    return asked


def _project(memory: "Memory", locator: str) -> str:
    """The folder of the conversation in which it was said, "" where it is not known."""
    if not locator or not memory.settings.index_sessions:
        return ""
    try:
        with memory.index() as index:
            row = index.by_locator(locator)
    except _UNUSABLE:
        return ""
    folder = row.project if row is not None else ""
    return folder if os.path.isabs(folder) and len(folder) > 1 else ""  # noqa: PTH117
