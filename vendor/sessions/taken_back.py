"""Which messages a person took back after they were kept: undone, or deleted with the host.

A look at the rows of the messages that are about to be shown, by one short connection. A message
is there while one of its copies is visible: hosts write rows anew when they compress, and give
them new numbers. Where a whole session is missing only the index can say that it was deleted
here (`gone`); a brain that came from another machine has none of its sessions.

    locators --> session? --> row? --> visible, or a copy of it? --> taken back
"""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

from .. import hurry
from ..text import clean, ids
from . import hermes_rows as rows
from . import record, schema
from .call import bare
from .stored import fetch

MOST = 200  # messages that are looked up at once
CHILDREN = 50  # sessions that go on with one, by compression
READ = 2000  # rows of a session that are read for one that lost its number
CONTINUED = """
SELECT c.id FROM sessions AS c JOIN sessions AS p ON p.id = c.parent_session_id
WHERE p.id = :session AND p.end_reason = 'compression' AND c.id <> p.id ORDER BY c.started_at
"""
PRESENT = "SELECT 1 FROM sessions WHERE id = :session"
SESSION_GONE = "INSERT INTO meta VALUES (:name, '1') ON CONFLICT (name) DO NOTHING"
IS_GONE = "SELECT 1 FROM meta WHERE name = :name"


def taken_back(
    state_db: Path, said: Mapping[str, str], *, index: Path, wait: float
) -> frozenset[str]:
    """The locators among `said` whose message was taken back.

    Args:
        state_db: the host's database; read only.
        said: locator of a Hermes message -> words that were kept of it. Others are left alone.
        index: sessions.db, which remembers what it saw deleted; it need not be there.
        wait: seconds that a lock is waited for.

    Raises:
        hermes_rows.NotReadable, sqlite3.Error: it cannot be read now.
    """
    asked = [(locator, *place) for locator in said if (place := _place(locator))][:MOST]
    if not asked:
        return frozenset()
    found, missing = set(), []
    with closing(rows.open_state(state_db)) as db:
        db.execute(f"PRAGMA busy_timeout={int(hurry.left(wait) * 1000)}").close()
        look = _Look(db)
        for locator, session, row in asked:
            if not rows.fetch(db, PRESENT, {"session": session}):
                missing.append((locator, session))
            elif not look.stands(session, row, said[locator]):
                found.add(locator)
    deleted = deleted_here(index, (session for _, session in missing), wait=wait)
    return frozenset(found | {locator for locator, session in missing if session in deleted})


def _place(locator: str) -> tuple[str, int] | None:
    try:
        agent, parts = ids.parse_locator(locator)
        session, row = parts
        return (session, int(row)) if agent == "hermes" else None
    except ValueError:
        return None


class _Look:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        there = rows.columns(db, "messages")
        self._active = "coalesce(active, 1) = 1" if "active" in there else "1"
        if "compacted" in there:
            self._active += " OR compacted = 1"
        self._uid = "coalesce(message_uid, '')" if "message_uid" in there else "''"

    def stands(self, session: str, row: int, words: str) -> bool:
        """Whether the message is there, itself or as a copy."""
        sql = (
            f"SELECT content, timestamp, {self._uid}, {self._active} FROM messages "  # noqa: S608
            "WHERE id = ? AND session_id = ?"
        )
        found = rows.fetch(self._db, sql, (row, session))
        if not found:
            return self._holds(session, words)
        content, at, uid, is_visible = found[0]
        copies = self._same(session, content)
        exact = [c for c in copies if (uid and c[1] == uid) or c[0] == at]
        if exact:
            is_visible = exact[-1][2]  # the newest copy decides; it is what a person undoes
        if not is_visible:  # unless the same was said once more
            return any(copy[2] for copy in copies if copy not in exact)
        return self._stands_on(session, content)

    def _same(self, session: str, content: object) -> list[tuple[float, str, int]]:
        sql = (
            f"SELECT timestamp, {self._uid}, {self._active} FROM messages "  # noqa: S608
            "WHERE session_id = ? AND role = 'user' AND content = ? ORDER BY id"
        )
        return rows.fetch(self._db, sql, (session, content))

    def _stands_on(self, session: str, content: object) -> bool:
        """Whether the copies in sessions that go on with this one stand, where there are any."""
        for _ in range(CHILDREN):
            children = rows.fetch(self._db, CONTINUED, {"session": session})
            if not children:
                return True
            session = children[0][0]
            copies = self._same(session, content)
            if copies and not any(seen for _, _, seen in copies):
                return False
        return True

    def _holds(self, session: str, words: str) -> bool:
        """Whether a visible message of the session has the words: its number may have changed."""
        sql = (
            f"SELECT content FROM messages WHERE session_id = ? AND role = 'user' "  # noqa: S608
            f"AND ({self._active}) ORDER BY id DESC LIMIT {READ}"
        )
        wanted = bare(words)
        found = rows.fetch(self._db, sql, (session,))
        return any(
            wanted in bare(clean.typed(rows.decode(content), "hermes")) for (content,) in found
        )


# -- what the index saw deleted ---------------------------------------------------------------


def gone_name(session: str) -> str:
    """How a deleted session of Hermes is remembered in `meta`: a short hash of its locator."""
    address = record.locator("hermes", session).encode("utf-8", "replace")
    return f"gone:{blake2b(address, digest_size=8).hexdigest()}"


def remember_gone(db: sqlite3.Connection, session: str) -> None:
    """Note, in the transaction that takes a session out of the index, that the host deleted it."""
    db.execute(SESSION_GONE, {"name": gone_name(session)}).close()


def deleted_here(index: Path, sessions: Iterable[str], *, wait: float) -> frozenset[str]:
    """Those of `sessions` that the index at `index` saw deleted; none where there is no index."""
    wanted = frozenset(sessions)
    if not wanted or not index.exists():
        return frozenset()
    with closing(schema.open_index(index, readonly=True, wait=wait)) as db:
        return frozenset(s for s in wanted if fetch(db, IS_GONE, {"name": gone_name(s)}))
