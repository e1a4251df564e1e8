"""What the host's record says was put into past turns: the exact bytes, turn by turn.

Hermes keeps beside each typed message the text that the model was sent (`api_content`), so what was
recalled needs no log of ours.
"""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..text import clean
from . import hermes_rows as rows
from . import record
from .running import injected

NEWEST = """
SELECT session_id FROM messages WHERE role = 'user' ORDER BY id DESC LIMIT 1
"""
NAMED = """
SELECT id FROM sessions WHERE substr(id, 1, length(:id)) = :id
ORDER BY id = :id DESC, started_at DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: what was typed, and what was injected; "" where nothing was."""

    session: str
    row: int
    at: str | None
    typed: str
    block: str


def turns(state_db: Path, count: int, session: str = "") -> list[Turn]:
    """The newest turns of a conversation, newest last.

    `session` is the beginning of an id; "" for the one in which something was said last.

    Raises:
        NotReadable: the record is missing or cannot be opened now.
        LookupError: there is no such session.
        sqlite3.Error: it cannot be read.
    """
    db = rows.open_state(state_db)
    with closing(db):
        named = rows.fetch(db, NAMED, {"id": session}) if session else rows.fetch(db, NEWEST)
        if not named:
            raise LookupError(session)
        column = rows.select(db, "messages", {"api_content": "NULL"}, "m")
        sql = (
            f"SELECT m.id, m.timestamp, m.content, {column} FROM messages AS m "  # noqa: S608
            "WHERE m.session_id = ? AND m.role = 'user' ORDER BY m.id DESC LIMIT ?"
        )
        found = [
            Turn(
                session=named[0][0],
                row=ident,
                at=record.iso(record.seconds_to_millis(at)),
                typed=clean.typed(rows.decode(content)),
                block=injected(content, sent),
            )
            for ident, at, content, sent in rows.fetch(db, sql, (named[0][0], count))
        ]
        return found[::-1]
