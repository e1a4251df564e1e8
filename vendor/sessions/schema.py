"""The tables of sessions.db. Losing the file costs one refresh, and what its agents have expired.

    agent ---- unit ---- session ---- message ---- message_fts
    (who)      (a file,   (one         (one thing    (its words, contentless)
                a row)     talk)        said)
                                          |--- alias      other names of it: copies, old numbers
                             session ---- kept_out        places left out, and why; no text
             unit ---- agent_call    where an agent ran a command line of an agent; no text

A message stands in places: one in each session that has it, or several, with one shared name
(`message.twin`, else its own code). At the end of every transaction this holds, and check.py
looks at it:

    one row      of an agent, at most one row of `message` bears a shared name
    each place   a place is that row, or an alias of it with old = 0: never both, never twice
    its home     the row is the oldest place, by (started, unit's name, seq, code)
    old names    an alias with old = 1 belongs to a message of its session, and is no place's name

A text stands once, in `message`; FTS5 holds no copy (fts.py), so a row leaves it by handing FTS5
exactly what it was given (`words.indexed(text)`). Ids are not stored: `code` is the first 60 bits
of the id, which a prefix finds as a range. No row grows with its session.
"""

import sqlite3
from pathlib import Path

from .. import dbfile
from ..text import clean, ids, lazy, secrets, words
from . import fts, machine_typed

APPLICATION_ID = 0x41534958  # "ASIX"
VERSION = 2
SECURE_DELETE_SINCE = (3, 42, 0)
CODE_CHARS = 12  # of an id, after its letter; 60 bits fit a signed column

# Since 0.3.0; an older file gets them when it is next written.
LATER = (
    """CREATE TABLE IF NOT EXISTS agent_call (
    unit INTEGER NOT NULL REFERENCES unit (n),
    at INTEGER NOT NULL,  -- ms since 1970
    place INTEGER NOT NULL,  -- a row of state.db, or a byte of a transcript
    UNIQUE (unit, place)
) STRICT""",
    "CREATE INDEX IF NOT EXISTS agent_call_at ON agent_call (at)",
    "CREATE INDEX IF NOT EXISTS message_said ON message (at) WHERE role = 0",
    # Since 0.4.0.
    "CREATE INDEX IF NOT EXISTS session_audience ON session (audience)",
    fts.TERMS,
    "CREATE INDEX IF NOT EXISTS alias_old ON alias (session) WHERE old = 1",
)

TABLES = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE agent (
    name TEXT PRIMARY KEY,
    cursor TEXT NOT NULL DEFAULT '',
    trouble TEXT NOT NULL DEFAULT '',  -- why it could not be read at `read_at`
    unreached INTEGER NOT NULL DEFAULT 0,  -- units that are kept though they were not found
    read_at INTEGER  -- ms since 1970
) STRICT;
CREATE TABLE unit (
    n INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    name TEXT NOT NULL,  -- a path below the agent's root, or a session's key
    mark TEXT NOT NULL,  -- how far it was read; '' asks for a full reading
    touched INTEGER NOT NULL,  -- last written to, ms since 1970
    skipped TEXT NOT NULL DEFAULT '{{}}',  -- reason -> records left out, JSON
    expired INTEGER NOT NULL DEFAULT 0,  -- 1: its agent removed it by age; 2: out of reach; else 0
    UNIQUE (agent, name)
) STRICT;
CREATE INDEX unit_again ON unit (agent) WHERE mark = '';
CREATE TABLE session (
    n INTEGER PRIMARY KEY REFERENCES unit (n),
    agent TEXT NOT NULL,
    key TEXT NOT NULL,
    code INTEGER NOT NULL,
    title TEXT NOT NULL,
    project TEXT NOT NULL,
    audience TEXT NOT NULL,  -- mine, group:<platform>:<chat>, direct:<platform>:<user>
    started INTEGER,  -- ms since 1970
    archived INTEGER NOT NULL,
    record TEXT NOT NULL DEFAULT '[]'  -- [[seq, 1 = off the record from here | 0 = on], ...]
) STRICT;
CREATE INDEX session_code ON session (code);
CREATE TABLE message (
    n INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (n),
    seq INTEGER NOT NULL,
    tail ANY NOT NULL,  -- the locator's last part: 16 bytes of a UUID, a number, or text
    code INTEGER NOT NULL,
    twin INTEGER,  -- 60 bits of the name that copies share; NULL: its own locator
    role INTEGER NOT NULL,  -- 0 a person, 1 the assistant
    at INTEGER,  -- ms since 1970
    part INTEGER NOT NULL,  -- a day or 200 messages of a long session
    text TEXT NOT NULL
) STRICT;
CREATE INDEX message_place ON message (session, seq);
CREATE INDEX message_code ON message (code);
CREATE INDEX message_twin ON message (twin) WHERE twin IS NOT NULL;
CREATE TABLE alias (
    n INTEGER PRIMARY KEY,
    message INTEGER NOT NULL REFERENCES message (n),
    session INTEGER NOT NULL REFERENCES session (n),
    seq INTEGER NOT NULL,
    tail ANY NOT NULL,
    code INTEGER NOT NULL,
    old INTEGER NOT NULL  -- 1: the host renumbered the row; 0: a copy that is there today
) STRICT;
CREATE INDEX alias_place ON alias (session, seq);
CREATE INDEX alias_code ON alias (code);
CREATE INDEX alias_message ON alias (message);
CREATE TABLE kept_out (
    session INTEGER NOT NULL REFERENCES session (n),
    seq INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX kept_out_place ON kept_out (session, seq);
CREATE INDEX session_audience ON session (audience);
CREATE INDEX alias_old ON alias (session) WHERE old = 1;
{fts.TABLE}{fts.TERMS};
"""

# FTS5's own secure-delete (3.42 on) leaves the beginnings of deleted words in its page index, and
# then there is no tombstone that would make a merge write that anew (erase.py).
SECURE = "SELECT 1 FROM message_fts_config WHERE k = 'secure-delete' AND v <> 0"

# What the stored words depend on: when one of these differs, old rows are read or indexed again.
_PROBE = "Naïve C++ llm.max_tokens MEM-4711 東京都 ﬁne test_upload v6.2"


def open_index(path: Path, *, readonly: bool = False, wait: float = 5.0) -> sqlite3.Connection:
    """Open sessions.db; made on first use unless `readonly`.

    Only the writer checkpoints: a reader that did could meet the WAL-reset fault of SQLite
    below 3.51.3 (https://sqlite.org/wal.html#walresetbug).

    Raises:
        FileNotFoundError: `readonly`, and there is no such file yet.
        dbfile.NotOurFile, dbfile.Damaged, sqlite3.Error: as `dbfile.open` says.
    """
    db = dbfile.open(
        path,
        application_id=APPLICATION_ID,
        version=VERSION,
        schema=TABLES,
        shrinks=True,
        journal="WAL",
        synchronous="NORMAL",
        create=not readonly,
        readonly=readonly,
        timeout=wait,
    )
    if readonly:
        db.execute("PRAGMA wal_autocheckpoint=0").close()
        return db
    db.execute("PRAGMA journal_size_limit=16777216").close()
    for statement in LATER:
        db.execute(statement).close()
    if fts.is_old(db):  # whatever is written next, a forgetting too, must find a form it knows
        with dbfile.transaction(db):
            if fts.is_old(db):
                fts.begin(db)
    if dbfile.pragma(db, "user_version") != VERSION:
        db.execute(f"PRAGMA user_version={VERSION}").close()
    if sqlite3.sqlite_version_info >= SECURE_DELETE_SINCE and db.execute(SECURE).fetchall():
        db.execute(
            "INSERT INTO message_fts (message_fts, rank) VALUES ('secure-delete', 0)"
        ).close()
    return db


def rules() -> dict[str, str]:
    """The versions of the rules that decide which words are kept and how they are found."""
    return {
        "cleaner": str(clean.CLEANER),
        "secrets": str(secrets.RULES),
        "typists": str(machine_typed.RULES),
        "words": f"{words.TOKENIZE} {words.indexed(_PROBE)}",
    }


# Python reads base 32 with the digits 0-9 and a-v.
_DIGITS = str.maketrans(ids.ALPHABET, "0123456789abcdefghijklmnopqrstuv")


def code_of(ident: str) -> int:
    """The first 60 bits of an id, or of a prefix of one with zeros after it."""
    return int(ident[1 : CODE_CHARS + 1].ljust(CODE_CHARS, "0").translate(_DIGITS), 32)


def code_range(prefix: str) -> tuple[int, int]:
    """The lowest and highest code of the ids that begin with `prefix`."""
    known = min(len(prefix) - 1, CODE_CHARS)
    low = code_of(prefix)
    return low, low | ((1 << 5 * (CODE_CHARS - known)) - 1)


def beginning(kind: str, code: int) -> str:
    """The first characters of the id whose code this is."""
    shifts = range(5 * (CODE_CHARS - 1), -1, -5)
    return kind + "".join(ids.ALPHABET[code >> shift & 31] for shift in shifts)


_UUID = lazy.regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_NUMBER = lazy.regex("0|[1-9][0-9]{0,17}")


def pack(tail: str) -> bytes | int | str:
    """A locator's last part in the fewest bytes."""
    if _UUID.fullmatch(tail):
        return bytes.fromhex(tail.replace("-", ""))
    return int(tail) if _NUMBER.fullmatch(tail) else tail


def unpack(stored: bytes | int | str) -> str:
    """What `pack` was given."""
    if isinstance(stored, bytes):
        digits = stored.hex()
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return str(stored)
