"""Hermes' own record, `state.db`: how to open it without a trace, and what a row of it says.

The tables gained columns with nearly every release and half-migrated files exist, so a SELECT
is built from the columns that are there, with a constant for each one that is not. Both the
history (adapters/hermes.py) and the running conversation (running.py) are read through here.
"""

import json
import os
import sqlite3
import time
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .. import dbfile
from ..text import clean
from . import record

JSON_PREFIX = "\0json:"  # a list of parts follows; text that merely looks like JSON is text
TICK = 0.02  # seconds; longer than the clock of any file system stands still
TEXT_PARTS = frozenset({"text", "input_text", "output_text"})

# Sources that no person types into (`hermes -z` is `cli` up to 0.19 and cannot be told apart).
MACHINE_SOURCES = frozenset(
    {"cron", "subagent", "tool", "kanban", "oneshot", "curator", "batch", "webhook"}
)
# A one-shot of 0.22 is not indexed, but a person may have typed it.
# The gateway calls a terminal of this machine `local`.
PRIVATE_SOURCES = frozenset(
    {"cli", "tui", "desktop", "webui", "acp", "api_server", "oneshot", "local"}
)
# User rows of other kinds are the host talking to the model.
TYPED_KINDS = frozenset({"", "steer", "skill_invocation", "auto_continue"})
RECALLED_START = "[System note: The following is recalled memory"
SUMMARY_STARTS = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:")

MESSAGE_COLUMNS = {
    "id": None,
    "session_id": None,
    "role": None,
    "content": None,
    "timestamp": None,
    "active": "1",
    "compacted": "0",
    "observed": "0",
    "_compressed_summary": "0",
    "display_kind": "NULL",
    "message_uid": "NULL",
}
SESSION_COLUMNS = {
    "id": None,
    "source": None,
    "user_id": "NULL",
    "chat_id": "NULL",
    "chat_type": "NULL",
    "parent_session_id": None,
    "started_at": None,
    "ended_at": "NULL",
    "end_reason": "NULL",
    "model_config": "NULL",
    "title": "NULL",
    "cwd": "NULL",
    "git_repo_root": "NULL",
    "archived": "0",
    "auto_archived": "0",
    "hidden": "0",
}


class NotReadable(Exception):
    """state.db is there and cannot be used; the sentence says why, without private text."""


class Row(NamedTuple):
    """One row of `messages`, decoded; the words are still as the host stored them."""

    id: int
    session: str
    role: str
    text: str
    at: float | None
    active: bool
    compacted: bool
    observed: bool
    summary: bool
    kind: str
    uid: str

    @property
    def visible(self) -> bool:
        """Whether it was said and not taken back: live, or summarised away."""
        return self.active or self.compacted


@dataclass(frozen=True, slots=True)
class Talk:
    """One row of `sessions`."""

    id: str
    source: str
    user: str
    chat: str
    chat_type: str
    parent: str
    started: float | None
    ended: float | None
    end_reason: str
    config: Mapping[str, Any]
    title: str
    project: str
    folder: str
    archived: bool
    hidden: bool


def open_state(path: Path) -> dbfile.Connection:
    """state.db for reading, with SQLite's own locks: what is read is never torn.

    Raises:
        NotReadable: it is missing or cannot be opened now.
    """
    try:
        return dbfile.read_only(path)
    except FileNotFoundError:
        raise NotReadable("state.db is not there") from None
    except (sqlite3.Error, OSError) as error:
        raise NotReadable(f"state.db: {reason(error)}") from None


def open_still(path: Path) -> tuple[dbfile.Connection, tuple[int, ...]] | None:
    """state.db without a lock and without a trace, while nobody writes to it; else None.

    Beside a WAL database that was closed cleanly, a reader with locks leaves two files. As an
    immutable one it leaves none, but the caller must hold `outside` against the shape given
    here after every reading: when they differ, what was read may be torn.

    Raises:
        NotReadable: it cannot be opened now.
    """
    before = outside(path)
    if before[0] == 0 or any(before[3:]):
        return None
    # Times of files stand still for some milliseconds: a write that follows this pause shows.
    time.sleep(TICK)
    if outside(path) != before:
        return None
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        db = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, factory=dbfile.Connection
        )
        db.pid = os.getpid()
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        db.execute("PRAGMA trusted_schema=OFF").close()
    except sqlite3.Error as error:
        raise NotReadable(f"state.db: {reason(error)}") from None
    return db, before


def outside(path: Path) -> tuple[int, ...]:
    """What the file and its sidecars look like from outside; it differs after any write."""
    shape: list[int] = []
    for name in ("", "-wal", "-journal"):
        try:
            found = path.with_name(path.name + name).stat()
        except OSError:
            shape += (0, 0, 0)
        else:
            shape += (found.st_ino, found.st_size, found.st_mtime_ns)
    return tuple(shape)


def unreadable(path: Path) -> str:
    """Why state.db, which is there, cannot be used; "" where it can, is missing, or is locked."""
    if not path.exists():
        return ""
    try:
        with closing(open_state(path)) as db:
            select(db, "sessions", SESSION_COLUMNS, "s")
            select(db, "messages", MESSAGE_COLUMNS, "m")
    except NotReadable as error:
        return str(error)
    except sqlite3.Error as error:
        return "" if passes(error) else f"state.db: {reason(error)}"
    return ""


def reason(error: BaseException) -> str:
    """The kind of an error, which holds no text of the database."""
    return getattr(error, "sqlite_errorname", None) or type(error).__name__


def passes(error: sqlite3.Error) -> bool:
    """Whether an error is of the moment: a lock, or a log that was just being reset."""
    return reason(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR"))


def fetch(db: sqlite3.Connection, sql: str, values: Any = ()) -> list[Any]:
    """All rows at once: an unfinished statement would keep the host from writing."""
    with closing(db.execute(sql, values)) as cursor:
        return cursor.fetchall()


def select(db: sqlite3.Connection, table: str, wanted: Mapping[str, str | None], name: str) -> str:
    """The column list for `wanted` (column -> constant where it is missing) of `table AS name`.

    Raises:
        NotReadable: a column without a constant is missing.
    """
    return selected(columns(db, table), table, wanted, name)


def selected(
    there: Collection[str], table: str, wanted: Mapping[str, str | None], name: str
) -> str:
    """As `select`, of a table that has the columns `there`."""
    parts = []
    for column, constant in wanted.items():
        if column in there:
            parts.append(f"{name}.{column}")
        elif constant is None:
            raise NotReadable(f"state.db has no column {table}.{column}")
        else:
            parts.append(constant)
    return ", ".join(parts)


def columns(db: sqlite3.Connection, table: str) -> frozenset[str]:
    """The columns that `table` has."""
    return frozenset(row[1] for row in fetch(db, f"PRAGMA table_info({table})"))


def row_of(values: tuple[Any, ...]) -> Row:
    """A row selected with MESSAGE_COLUMNS."""
    ident, session, role, content, at, active, compacted, observed, summary, kind, uid = values
    return Row(
        int(ident),
        _text(session),
        _text(role),
        decode(content),
        float(at) if isinstance(at, (int, float)) else None,
        active is None or active == 1,
        compacted == 1,
        observed == 1,
        summary == 1,
        _text(kind),
        _text(uid),
    )


def talk_of(values: tuple[Any, ...]) -> Talk:
    """A row selected with SESSION_COLUMNS."""
    named = dict(zip(SESSION_COLUMNS, values, strict=True))
    return Talk(
        id=_text(named["id"]),
        source=_text(named["source"]),
        user=_text(named["user_id"]),
        chat=_text(named["chat_id"]),
        chat_type=_text(named["chat_type"]),
        parent=_text(named["parent_session_id"]),
        started=_number(named["started_at"]),
        ended=_number(named["ended_at"]),
        end_reason=_text(named["end_reason"]),
        config=_object(named["model_config"]),
        title=_text(named["title"]),
        project=_text(named["git_repo_root"]) or _text(named["cwd"]),
        folder=_text(named["cwd"]),
        archived=named["archived"] == 1 or named["auto_archived"] == 1,
        hidden=named["hidden"] == 1,
    )


def decode(content: object) -> str:
    """The text of `messages.content`: the text parts of a multipart row, one a line."""
    text = _text(content)
    if not text.startswith(JSON_PREFIX):
        return text
    try:
        parts = json.loads(text[len(JSON_PREFIX) :])
    except (ValueError, RecursionError):
        return ""
    if isinstance(parts, str):
        return parts
    if isinstance(parts, dict):
        parts = [parts]
    return (
        "\n".join(_part(part) for part in parts if _part(part)) if isinstance(parts, list) else ""
    )


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type") in TEXT_PARTS:
        return part["text"] if isinstance(part.get("text"), str) else ""
    return ""


def words_of(row: Row, *, shared: bool) -> tuple[str, str]:
    """(what was said, "empty") of a user or assistant row, or ("", why it is no speech).

    `shared`: other people may have written in the session, `[Dana] ` before their lines.
    """
    if row.summary or row.text.startswith(SUMMARY_STARTS):
        return "", "summary"
    if row.role != record.USER:
        return clean.said(row.text, "hermes"), "empty"
    if row.observed:
        return "", "overheard"
    if row.kind not in TYPED_KINDS or row.text.startswith(RECALLED_START):
        return "", "machinery"
    return clean.typed(row.text, "hermes", shared=shared), "machinery"


def machine(talk: Talk, parent: Talk | None, *, unmarked_runs: bool) -> str:
    """Why no person drove this session, or ""."""
    if talk.source in MACHINE_SOURCES:
        return talk.source
    if talk.config.get("_delegate_from") is not None:
        return "subagent"
    if talk.hidden:
        return "hidden"
    if unmarked_runs and parent is not None and not continues(talk, parent):
        return "subagent"
    return ""


def continues(talk: Talk, parent: Talk | None) -> str:
    """How a session takes its parent up: "compression", "branch", or "" for not at all."""
    if parent is None:
        return ""
    if talk.config.get("_branched_from") is not None:
        return "branch"
    if talk.config.get("_reset_from") is not None:
        return ""
    if parent.end_reason == "compression":
        return "compression"
    later = None not in (talk.started, parent.ended) and (talk.started or 0) >= (parent.ended or 0)
    return "branch" if parent.end_reason == "branched" and later else ""


def audience(talk: Talk) -> str:
    """Who may be shown the session: `mine`, a group, or another person's direct chat."""
    return audience_of(talk.source, talk.user, talk.chat_type, talk.chat or talk.id)


def audience_of(source: str, user: str, chat_type: str, chat: str) -> str:
    """Who may be shown what is said in a place, as the host describes it."""
    if source in PRIVATE_SOURCES and not user:
        return record.MINE
    if chat_type not in ("", "dm", "direct", "private") or not user:
        return f"group:{source}:{chat}"
    return f"direct:{source}:{user}"


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _object(value: object) -> Mapping[str, Any]:
    try:
        found = json.loads(value) if isinstance(value, str) else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
