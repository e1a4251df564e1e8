"""Where the drill is held: a copy of the live store in a private folder, with a record of its own.

The live files are read, through SQLite and read-only; everything that is written is in the folder.
"""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from .. import dbfile, wholefile
from ..brain.brain import FILE, POLICY_FILE
from ..sessions.adapters.hermes import Hermes
from ..sessions.index import SessionIndex
from . import drill_texts
from .conversation import Conversation
from .memory import Memory

INDEX_MOST = 1 << 30  # bytes of an index that is copied
SESSION = "20260101_000000_drill"
RECORD = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, user_id TEXT, parent_session_id TEXT,
    started_at REAL);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT,
    content TEXT, timestamp REAL, tool_calls TEXT, tool_name TEXT, tool_call_id TEXT,
    active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0, api_content TEXT);
CREATE INDEX idx_messages_session ON messages (session_id, timestamp);
"""
ADD_SESSION = "INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', ?)"
ADD_MESSAGE = "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Stage:
    """The copied memory, and a conversation in which an invented person typed a few lines.

    notes: what could not be copied, and why.
    """

    memory: Memory
    talk: Conversation
    notes: tuple[str, ...] = ()

    def typed(self, text: str, role: str = "user") -> None:
        """One more line of the conversation."""
        now = self.memory.clock().timestamp()
        with closing(dbfile.open(self.memory.settings.state_db)) as db:
            db.execute(ADD_MESSAGE, (self.talk.session_id, role, text, now)).close()

    def read_by_index(self) -> Path:
        """A new index beside the copy that has read the conversation; its folder."""
        folder = self.memory.settings.home / "read"
        folder.mkdir(mode=0o700)
        with SessionIndex.open(folder / "sessions.db") as index:
            index.refresh([Hermes(self.memory.settings.home)], now=self.memory.clock())
        return folder


def built(live: Memory, folder: Path) -> Stage:
    """Copy the brain, the index and what was forgotten; write the conversation.

    Raises:
        memory.UNUSABLE: the live store cannot be read.
    """
    home = folder / "home"
    settings = replace(live.settings, home=home, brain_dir=None, demo=False, alone=False)
    if not settings.index_sessions:
        settings = replace(settings, index_sessions=("hermes",))
    settings.brain.mkdir(parents=True, mode=0o700)
    _copy(live.settings.brain / FILE, settings.brain / FILE)
    policy = live.settings.brain / POLICY_FILE
    if policy.exists():
        wholefile.write_private(settings.brain / POLICY_FILE, wholefile.read_text(policy))
    notes = []
    if live.settings.forgotten.exists():
        _copy(live.settings.forgotten, settings.forgotten)
    if live.settings.index_sessions and live.settings.index.exists():
        if why := _too_large(live.settings.index, folder):
            notes.append(f"past sessions were not copied: {why}")
        else:
            _copy(live.settings.index, settings.index)
    memory = Memory(settings, clock=live.clock, zone=live.zone)
    stage = Stage(memory, Conversation(SESSION), tuple(notes))
    with closing(dbfile.open(settings.state_db, schema=RECORD, create=True)) as db:
        db.execute(ADD_SESSION, (SESSION, live.clock().timestamp())).close()
    for text in (drill_texts.STATED, drill_texts.DENIED, drill_texts.ASKED):
        stage.typed(text)
    stage.typed(drill_texts.ANSWERED, "assistant")
    return stage


def _too_large(index: Path, folder: Path) -> str:
    size = index.stat().st_size
    if size > INDEX_MOST:
        return f"sessions.db has {size / 1e9:.1f} GB"
    return "the disk is too full" if shutil.disk_usage(folder).free < 2 * size else ""


def _copy(source: Path, to: Path) -> None:
    with (
        closing(dbfile.read_only(source)) as db,
        closing(sqlite3.connect(to, isolation_level=None)) as copy,
    ):
        to.chmod(0o600)
        with dbfile.snapshot(db):
            dbfile.pragma(db, "schema_version")
            db.backup(copy)
