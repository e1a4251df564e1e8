"""check: derive again everything that can be derived, and compare. Never changes a thing.

    storage     SQLite's own integrity, foreign keys, the full-text index with a real question
    chain       each entry follows from the one before; columns say what its body says
    texts       each text has the id that its packet names; none is missing, none is left over
    evidence    each row cites, each quote stands in its source
    authority   each packet was allowed by the policy in force when it came
    fold        tables made anew in a scratch database are the same, the search included
    policy      brain.toml is what is in force (a warning)

A file that is so damaged that a part cannot be read gives one problem for that part and goes on.
"""

import hashlib
import itertools
import json
import sqlite3
import uuid
from collections.abc import Callable, Container, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from ..text import words
from . import authority, claims, evidence, log, packet, redact, schema, view
from .errors import PacketRefused
from .fold import follow
from .model import Problem
from .policy import APPLY, PolicyError, parse, read
from .times import micros

RESTORE: Final = "restore a copy: hermes agent-si brain restore"
REBUILD: Final = "the log is the truth: make the tables again from it (rebuild)"
PROBES: Final = 50
MOST: Final = 100  # problems told of one part

Part = Callable[[sqlite3.Connection], Iterator[Problem]]


def check(db: sqlite3.Connection, policy_path: Path) -> list[Problem]:
    """One Problem for each difference, in the order above; [] when all is as it should be."""
    found: list[Problem] = []
    for part in PARTS:
        found += _told(part, db)
    return found + _told(lambda each: _policy(each, policy_path), db)


def of_the_record(db: sqlite3.Connection) -> list[Problem]:
    """The problems of chain and texts alone, from which everything else can be made again."""
    return _told(_chain, db) + _told(_texts, db)


def _told(part: Part, db: sqlite3.Connection) -> list[Problem]:
    told: list[Problem] = []
    try:
        for problem in itertools.islice(part(db), MOST):
            told.append(problem)
    except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
        name = part.__name__.strip("_")
        told.append(Problem("brain.db", f"{name} cannot be read ({_plain(error)}); {RESTORE}"))
    return told


def _plain(error: Exception) -> str:
    """What kind of error, without the words of any row."""
    return str(error) if isinstance(error, sqlite3.Error) else type(error).__name__


# --- storage ---

PROBE_ROWS = """
SELECT n FROM (
    SELECT c.n FROM claim AS c JOIN brain_row AS r ON r.n = c.n WHERE r.withdrawn IS NULL
    UNION ALL
    SELECT v.n FROM revision AS v JOIN brain_row AS r ON r.n = v.n
    WHERE v.no = 1 AND r.withdrawn IS NULL
) ORDER BY n DESC LIMIT :limit
"""
PROBE_WORDS = """
SELECT coalesce(k.body, t.body) FROM brain_row AS r
LEFT JOIN claim AS c ON c.n = r.n LEFT JOIN fact_key AS f ON f.k = c.k
LEFT JOIN text AS k ON k.n = f.name
LEFT JOIN revision AS v ON v.n =
    (SELECT w.n FROM revision AS w WHERE w.record = r.n ORDER BY w.no DESC LIMIT 1)
LEFT JOIN text AS t ON t.n = v.title WHERE r.n = :n
"""
PROBE = "SELECT 1 FROM row_fts WHERE row_fts MATCH :match AND rowid = 2 * :n"


def _storage(db: sqlite3.Connection) -> Iterator[Problem]:
    for stranger in schema.strangers(db):
        yield Problem("brain.db", f"{stranger}; {RESTORE}")
    for (told,) in db.execute("PRAGMA integrity_check(20)").fetchall():
        for line in str(told).splitlines():
            # A row may hold several lines, the first of them a heading.
            if line != "ok" and not line.startswith("***"):
                yield Problem("brain.db", f"{line}; {RESTORE}")
    for table, rowid, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall():
        yield Problem(f"{table} {rowid}", f"names a {parent} that is not there; {REBUILD}")
    for (n,) in db.execute(PROBE_ROWS, {"limit": PROBES}).fetchall():
        name = db.execute(PROBE_WORDS, {"n": n}).fetchall()[0][0]
        match = words.match(words.query(name or ""))
        if match and not db.execute(PROBE, {"match": match, "n": n}).fetchall():
            yield Problem(f"brain_row {n}", f"is not found by its own name; {REBUILD}")


# --- the record ---

# As bytes: a damaged body need not be text any more, and its hash still tells.
ENTRIES = "SELECT seq, id, at, CAST(body AS BLOB), hash FROM packet ORDER BY seq"


def _chain(db: sqlite3.Connection) -> Iterator[Problem]:
    previous, expected = log.GENESIS, 1
    for seq, ident, at, body, digest in db.execute(ENTRIES).fetchall():
        where = f"entry {seq} of the log"
        if seq != expected:
            yield Problem(where, f"entry {expected} is missing before it; {RESTORE}")
        if hashlib.sha256(previous + body).digest() != digest:
            yield Problem(where, f"was changed, or the one before it was; {RESTORE}")
        elif (uuid.UUID(bytes=ident), at) != _named(body):
            yield Problem(where, f"its id or time is not what its body says; {RESTORE}")
        previous, expected = digest, seq + 1


def _named(body: bytes) -> tuple[uuid.UUID, int]:
    sealed = json.loads(body)
    return uuid.UUID(sealed["id"]), micros(sealed["at"])


NAMING = "SELECT seq, first_text, body FROM packet ORDER BY first_text"
TEXTS = "SELECT n, id, salt, CAST(body AS BLOB) FROM text ORDER BY n"


def _texts(db: sqlite3.Connection) -> Iterator[Problem]:
    stored = {n: (kept, salt, body) for n, kept, salt, body in db.execute(TEXTS).fetchall()}
    ordered = redact.ordered_texts(db)
    for seq, first_text, body in db.execute(NAMING).fetchall():
        wanted = {packet.parsed(each) for each in packet.text_ids(json.loads(body))}
        where = f"entry {seq} of the log"
        for n in range(first_text, first_text + len(wanted)):
            kept, salt, said = stored.pop(n, (None, None, None))
            digest = hashlib.sha256((salt or b"") + said).digest() if said is not None else kept
            wrong = _wrong_text(digest, said is None, wanted, ordered)
            if wrong:
                yield Problem(where, f"text {n} {wrong}; {RESTORE}")
    for n in stored:
        yield Problem(f"text {n}", f"no packet names it; {RESTORE}")


def _wrong_text(
    digest: bytes | None, is_empty: bool, wanted: Container[bytes], ordered: Container[bytes]
) -> str:
    if digest is None:
        return "is missing"
    if is_empty and digest not in ordered:
        return "was removed and no packet orders it"
    if digest not in wanted:
        return "is not the one that was written"
    if not is_empty and digest in ordered:
        return "was forgotten and is there again"
    return ""


# --- what rests on what ---

UNCITED = """
SELECT r.id FROM brain_row AS r
WHERE r.same_as IS NULL AND r.kind NOT IN ('source', 'link', 'share')
AND NOT EXISTS (SELECT 1 FROM citation AS c WHERE c.row = r.n) ORDER BY r.n
"""
QUOTED = """
SELECT r.id, q.body, c.start, t.body, l.body FROM citation AS c
JOIN brain_row AS r ON r.n = c.row JOIN source AS s ON s.n = c.source
JOIN brain_row AS o ON o.n = s.n AND o.id NOT IN (SELECT id FROM redacted)
LEFT JOIN text AS l ON l.n = s.locator LEFT JOIN text AS t ON t.n = s.body
LEFT JOIN text AS q ON q.n = c.quote ORDER BY c.row, c.no
"""


def _evidence(db: sqlite3.Connection) -> Iterator[Problem]:
    for (ident,) in db.execute(UNCITED).fetchall():
        yield Problem(ident, f"cites no source; {REBUILD}")
    for ident, quote, start, text, locator in db.execute(QUOTED).fetchall():
        if not locator:
            yield Problem(ident, f"cites a source without a locator; {RESTORE}")
        if quote and evidence.place(quote, text or "", start) is None:
            yield Problem(ident, f"its quote does not stand in its source; {RESTORE}")


# --- the fold ---


def _fold(db: sqlite3.Connection) -> Iterator[Problem]:
    """Authority and fold together: both follow the log once, from the first entry."""
    if log.rules(db) != schema.RULES:
        yield Problem(
            "brain.db", "its tables are of another release; open it for writing once", warning=True
        )
        return
    with closing(schema.scratch()) as scratch:
        log.copy_record(db, scratch)
        forbidden: list[Problem] = []
        follow(scratch, _judged(scratch, forbidden))
        yield from forbidden
        for table in reversed(schema.FOLD_TABLES):
            yield from _different(db, scratch, table)
        if not _same(db, scratch, TERMS):
            yield Problem("row_fts", f"the search does not hold what the rows say; {REBUILD}")


def _judged(db: sqlite3.Connection, found: list[Problem]) -> Iterator[log.Entry]:
    """Every entry, before it is folded held against the policy then in force."""
    for entry in log.in_order(db):
        reason = _forbidden(db, entry)
        if reason:
            found.append(Problem(f"entry {entry.seq} of the log", f"{reason}; {RESTORE}"))
        yield entry


def _forbidden(db: sqlite3.Connection, entry: log.Entry) -> str:
    """Why the policy in force when an entry came did not allow it; "" when it did.

    What came from another log was allowed there, and let in by the person who imported it.
    """
    if entry.imported:
        return ""
    ground = view.View(db, parse(claims.policy_text(db)), log.plain(entry))
    try:
        authority.check_agent(ground)
        authority.check_authorship(ground)
    except PacketRefused as refusal:
        return f"the policy then in force did not allow it ({refusal.code})"
    return ""


def _different(
    db: sqlite3.Connection, scratch: sqlite3.Connection, table: str
) -> Iterator[Problem]:
    sql = f"SELECT * FROM {table} ORDER BY 1, 2"  # noqa: S608 - the names are constants
    live, anew = db.execute(sql).fetchall(), scratch.execute(sql).fetchall()
    if live == anew:
        return
    for row in sorted({*live} ^ {*anew}, key=str):
        what = "is not what the log says" if row in {*live} else "is missing"
        yield Problem(f"{table} {row[0]}", f"{what}; {REBUILD}")


# Every word of the search with its places.
TERMS = "SELECT term, doc, col, offset FROM row_terms"


def _same(db: sqlite3.Connection, scratch: sqlite3.Connection, sql: str) -> bool:
    """Whether a statement gives the same rows in both, read side by side: they may be many."""
    with closing(db.execute(sql)) as live, closing(scratch.execute(sql)) as anew:
        return all(one == other for one, other in itertools.zip_longest(live, anew))


# --- the policy ---


def _policy(db: sqlite3.Connection, path: Path) -> Iterator[Problem]:
    in_force = claims.policy_text(db)
    if not in_force:
        yield Problem(
            "brain.toml", f"no policy is in force, so nothing can be written; {APPLY}", warning=True
        )
    elif not path.exists():
        yield Problem("brain.toml", "is missing; the policy in force stays", warning=True)
    elif not _is(path, in_force):
        yield Problem(
            "brain.toml", f"is not what is in force; to put it into force: {APPLY}", warning=True
        )


def _is(path: Path, in_force: str) -> bool:
    try:
        return read(path) == in_force
    except PolicyError:
        return False


PARTS: tuple[Part, ...] = (_storage, _chain, _texts, _evidence, _fold)
