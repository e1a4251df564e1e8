"""The tables of brain.db, and every change ever made to them.

Two halves. The record: `packet` (the hash-chained log) and `text` (the words that packets name);
triggers refuse every change to them but one, the emptying of a text. The fold: everything else,
made from the record by fold.py and made again by rebuild; its columns name words by the number
of their text and hold no copy. docs/format.md explains each table to a stranger.

Columns `occurred_at`, `since` and `as_of` hold ISO 8601 text in UTC, or a day; `at` and `said_at`
whole microseconds since 1970. `lookup` is the first eight bytes of sha256 of a key or locator as a
signed number: an index that does not spell the words again.
"""

import hashlib
import sqlite3
from functools import lru_cache
from typing import Final

from ..text.words import TOKENIZE

APPLICATION_ID: Final = 0x61536931  # "aSi1"
VERSION: Final = 2
# Of the rules on strings that the fold rests on: normal forms, word edges, words of the search. A
# change of one of them counts this up, and the next opening makes the tables again.
RULES: Final = 1

# The id of a text is sha256(salt + body) and stands in the packet; `text.id` keeps it for a text
# that was removed, where it cannot be computed any more. The texts of a packet follow each other
# from `first_text`. `meta` holds the secret by which packets written by hand are named (packet.py)
# and the number of the rules that the tables were made by.
RECORD: Final = """
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('key', randomblob(32)), ('rules', :rules);
CREATE TABLE packet (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    at INTEGER NOT NULL,
    first_text INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX packet_at ON packet (at);
CREATE TABLE text (
    n INTEGER PRIMARY KEY,
    id BLOB CHECK (length(id) = 32),
    salt BLOB,
    body TEXT,
    CHECK ((salt IS NULL) = (body IS NULL) AND (id IS NULL) = (body IS NOT NULL))
) STRICT;
CREATE TRIGGER packet_stays BEFORE DELETE ON packet
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER packet_holds BEFORE UPDATE ON packet
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER text_stays BEFORE DELETE ON text
BEGIN SELECT RAISE(ABORT, 'a text is emptied, not deleted'); END;
CREATE TRIGGER text_holds BEFORE UPDATE ON text
WHEN NEW.body IS NOT NULL OR OLD.body IS NULL OR NEW.n IS NOT OLD.n
BEGIN SELECT RAISE(ABORT, 'a text is emptied, not changed'); END;
""".replace(":rules", str(RULES))

# No foreign key points into the fold from outside it, so that rebuild may empty it in any order
# of tables; inside it, rows are made in an order in which each thing named is there already.
FOLD: Final = f"""
CREATE TABLE audience (
    a INTEGER NOT NULL,
    name INTEGER NOT NULL, -- a text, or 0 for `mine`
    PRIMARY KEY (a, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE brain_row (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    packet INTEGER NOT NULL REFERENCES packet (seq),
    op INTEGER NOT NULL,
    audience INTEGER,
    same_as INTEGER,
    size INTEGER, -- characters that the search holds of it
    withdrawn INTEGER REFERENCES packet (seq)
) STRICT;
CREATE TABLE source (
    n INTEGER PRIMARY KEY REFERENCES brain_row (n),
    kind TEXT NOT NULL,
    author TEXT NOT NULL,
    author_name INTEGER REFERENCES text (n),
    audience INTEGER REFERENCES text (n),
    occurred_at TEXT,
    locator INTEGER NOT NULL REFERENCES text (n),
    lookup INTEGER NOT NULL,
    body INTEGER REFERENCES text (n),
    title INTEGER REFERENCES text (n),
    start INTEGER,
    cleaner INTEGER
) STRICT;
CREATE INDEX source_lookup ON source (lookup);
CREATE TABLE citation (
    row INTEGER NOT NULL REFERENCES brain_row (n),
    no INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source (n),
    quote INTEGER REFERENCES text (n),
    start INTEGER,
    flags TEXT NOT NULL,
    PRIMARY KEY (row, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX citation_source ON citation (source);
CREATE TABLE revision (
    n INTEGER PRIMARY KEY REFERENCES brain_row (n),
    record INTEGER NOT NULL REFERENCES brain_row (n),
    no INTEGER NOT NULL,
    kind TEXT NOT NULL,
    title INTEGER NOT NULL REFERENCES text (n),
    body INTEGER REFERENCES text (n),
    state TEXT,
    as_of TEXT,
    UNIQUE (record, no)
) STRICT;
CREATE TABLE tag (
    row INTEGER NOT NULL REFERENCES brain_row (n),
    name INTEGER NOT NULL REFERENCES text (n),
    PRIMARY KEY (row, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_key (
    k INTEGER PRIMARY KEY,
    name INTEGER NOT NULL REFERENCES text (n),
    lookup INTEGER NOT NULL,
    packet INTEGER NOT NULL REFERENCES packet (seq),
    type INTEGER REFERENCES text (n),
    description INTEGER REFERENCES text (n),
    root INTEGER NOT NULL
) STRICT;
CREATE INDEX fact_key_lookup ON fact_key (lookup);
CREATE INDEX fact_key_root ON fact_key (root);
CREATE TABLE alias (
    packet INTEGER NOT NULL REFERENCES packet (seq),
    k INTEGER NOT NULL REFERENCES fact_key (k),
    to_k INTEGER NOT NULL REFERENCES fact_key (k),
    undone INTEGER REFERENCES packet (seq),
    PRIMARY KEY (packet, k)
) STRICT, WITHOUT ROWID;
CREATE TABLE claim (
    n INTEGER PRIMARY KEY REFERENCES brain_row (n),
    k INTEGER NOT NULL REFERENCES fact_key (k),
    value INTEGER NOT NULL REFERENCES text (n),
    statement INTEGER NOT NULL REFERENCES text (n),
    title INTEGER REFERENCES text (n),
    as_of TEXT,
    as_read INTEGER NOT NULL,
    said_at INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE INDEX claim_k ON claim (k);
CREATE TABLE fact (
    root INTEGER PRIMARY KEY REFERENCES fact_key (k),
    disputed INTEGER NOT NULL,
    stands INTEGER REFERENCES claim (n),
    settled INTEGER
) STRICT;
CREATE INDEX fact_disputed ON fact (root) WHERE disputed;
CREATE TABLE settlement (
    n INTEGER PRIMARY KEY REFERENCES brain_row (n),
    k INTEGER NOT NULL REFERENCES fact_key (k),
    value INTEGER NOT NULL REFERENCES text (n),
    since TEXT,
    said_at INTEGER NOT NULL,
    undone INTEGER REFERENCES packet (seq)
) STRICT;
CREATE INDEX settlement_k ON settlement (k);
CREATE TABLE settled_value (
    settlement INTEGER NOT NULL REFERENCES settlement (n),
    no INTEGER NOT NULL,
    value INTEGER NOT NULL REFERENCES text (n),
    was TEXT NOT NULL,
    PRIMARY KEY (settlement, no)
) STRICT, WITHOUT ROWID;
CREATE TABLE link (
    n INTEGER PRIMARY KEY REFERENCES brain_row (n),
    relation TEXT NOT NULL,
    from_row INTEGER REFERENCES brain_row (n),
    from_k INTEGER REFERENCES fact_key (k),
    to_row INTEGER REFERENCES brain_row (n),
    to_k INTEGER REFERENCES fact_key (k),
    removed INTEGER REFERENCES packet (seq)
) STRICT;
CREATE INDEX link_from ON link (from_row, from_k);
CREATE INDEX link_to ON link (to_row, to_k);
CREATE TABLE policy (
    n INTEGER PRIMARY KEY, -- the highest is in force
    packet INTEGER NOT NULL REFERENCES packet (seq),
    toml INTEGER NOT NULL REFERENCES text (n)
) STRICT;
CREATE TABLE pending (
    packet INTEGER PRIMARY KEY REFERENCES packet (seq),
    decided INTEGER REFERENCES packet (seq),
    approved INTEGER
) STRICT;
CREATE TABLE redacted (
    id TEXT PRIMARY KEY, -- of the row of any operation
    packet INTEGER NOT NULL REFERENCES packet (seq)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE row_fts USING fts5(
    words, content='', columnsize=0, detail=none, tokenize='{TOKENIZE}'
);
CREATE VIRTUAL TABLE row_terms USING fts5vocab(row_fts, instance);
"""

SCRIPT: Final = RECORD + FOLD

# Children first, so that no reference dangles while rebuild empties them.
FOLD_TABLES: Final = (
    "redacted",
    "pending",
    "policy",
    "link",
    "settled_value",
    "settlement",
    "fact",
    "claim",
    "alias",
    "fact_key",
    "tag",
    "revision",
    "citation",
    "source",
    "brain_row",
    "audience",
)


@lru_cache(maxsize=1)
def _template() -> sqlite3.Connection:
    """An empty brain in memory, to copy and to compare with; nothing is ever written to it."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.executescript(SCRIPT)
    return db


def scratch() -> sqlite3.Connection:
    """A new empty brain in memory."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _template().backup(db)
    return db


THINGS = "SELECT type, name, coalesce(sql, '') FROM sqlite_master"


def _things(db: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    # The shadow tables of FTS5 and the statistics of ANALYZE are SQLite's own.
    return frozenset(
        (kind, name, sql)
        for kind, name, sql in db.execute(THINGS).fetchall()
        if not name.startswith(("row_fts_", "sqlite_stat"))
    )


@lru_cache(maxsize=1)
def _expected() -> frozenset[tuple[str, str, str]]:
    return _things(_template())


def strangers(db: sqlite3.Connection) -> list[str]:
    """What the file's schema has that it should not, or lacks: one phrase each, in order."""
    found, expected = _things(db), _expected()
    known = {name for _, name, _ in expected}
    extra = sorted(found - expected)
    named = {name for _, name, _ in found}
    return [
        f"{kind} {name} {'was changed' if name in known else 'is not ours'}"
        for kind, name, _ in extra
    ] + [f"{kind} {name} is missing" for kind, name, _ in sorted(expected) if name not in named]


def lookup(words: str) -> int:
    """The number under which a key or a locator is looked up. Compare the words afterwards."""
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big", signed=True)
