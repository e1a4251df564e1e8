"""What may be stored of a reading: no credential, and nothing said off the record.

This stands before the first write, so that such a text is not in the file for a moment. When
the detector fails the message stays out. What stays out leaves its place and the reason.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace

from ..text import clean, secrets
from . import record
from .record import Message, Reading
from .stored import Change, fetch

SECRET = "credential"
UNREADABLE = "detector failed"
OFF = "off the record"
TITLE = 200  # characters

# A person's "#off-record" and "#on-record" so far: [[seq, 1 | 0], ...]
STORED_TURNS = "SELECT record FROM session WHERE n = :session"
# A host makes its title of the first words, which may be the ones that were off the record.
TURNS = """
UPDATE session SET record = :record, title = CASE WHEN :off THEN '' ELSE title END
WHERE n = :session
"""
FORGET_PLACES = "DELETE FROM kept_out WHERE session = :session AND seq >= :since"
KEEP_OUT = "INSERT INTO kept_out (session, seq, reason) VALUES (:session, :seq, :reason)"


def credential(text: str) -> str:
    """Why `text` may not be stored, or ""."""
    try:
        return SECRET if secrets.find(text) is not None else ""
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, MemoryError):
        return UNREADABLE


def title(text: str | None) -> str:
    """A session's title as it may be stored."""
    tidy = clean.tidy(text or "").strip()[:TITLE]
    return "" if credential(tidy) else tidy


def admitted(
    db: sqlite3.Connection, session: int, reading: Reading, *, muted: bool, change: Change
) -> list[Message]:
    """The messages of `reading` that may be stored, tidied; the rest is noted as kept out."""
    since = reading.since
    stored = json.loads(fetch(db, STORED_TURNS, {"session": session})[0][0])
    turns = [(seq, off) for seq, off in stored if 0 <= seq < since]
    if muted:
        turns.insert(0, (-1, 1))
    kept: list[Message] = []
    out: list[dict[str, int | str]] = []
    for message in map(_tidied, reading.messages):
        marker = record.marker(message.text) if message.role == record.USER else ""
        if marker:
            turns.append((message.seq, int(marker == record.OFF_RECORD)))
        reason = OFF if marker or (turns and turns[-1][1]) else credential(message.text)
        if reason:
            out.append({"session": session, "seq": message.seq, "reason": reason})
        elif message.text:
            kept.append(message)
    _note(db, session, since, out, turns)
    change.kept_out += len(out)
    return kept


def _tidied(message: Message) -> Message:
    return replace(message, text=clean.tidy(message.text)[: record.TEXT_CAP].strip())


def _note(
    db: sqlite3.Connection,
    session: int,
    since: int,
    out: Iterable[dict[str, int | str]],
    turns: Iterable[tuple[int, int]],
) -> None:
    db.execute(FORGET_PLACES, {"session": session, "since": since}).close()
    db.executemany(KEEP_OUT, out).close()
    said = json.dumps([turn for turn in turns if turn[0] >= 0])
    off = any(off for _, off in turns)
    db.execute(TURNS, {"record": said, "off": off, "session": session}).close()
