"""Forgetting: what goes with a row, and which texts are emptied then.

    closure     a row takes with it what would rest on nothing else
    emptied     the texts of all that goes, but those that a staying operation of the same packet
                holds too; and each quote from a source that goes, wherever it stands

A `redact` packet names every row that goes, so that nobody loses a row they did not see; the rule
refuses one that names fewer. Operations without a row of their own (a key's description, a
withdrawal) are named by the id their row would have. The tables are made again without what went
(fold.rebuild); of a source its place stays, empty, so that a row that rested on it and on something
else still shows that there was more.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from ..text import ids
from . import keys, log
from .log import NOTHING, Entry, Text
from .packet import text_digest

# Operations that have no row, and say something about rows or keys.
ROWLESS: Final = ("describe_key", "alias_key", "unlink", "withdraw", "undo")
# What decides and governs is not forgotten: it holds no more than a policy and hashes.
STAYS: Final = frozenset({"apply_config", "redact", "approve", "reject"})

UNDECIDED = "SELECT packet FROM pending WHERE approved IS NOT 1 ORDER BY packet"


@dataclass(frozen=True, slots=True)
class Place:
    """One operation of the log, with the id of the row that it makes or would make."""

    id: str
    number: int
    entry: Entry

    @property
    def op(self) -> Mapping[str, Any]:
        """The operation."""
        return self.entry.ops[self.number]


@dataclass(slots=True)
class Gone:
    """What goes so far: numbers of rows and keys, and ids of operations without a row."""

    rows: set[int] = field(default_factory=set)
    keys: set[int] = field(default_factory=set)
    rowless: set[str] = field(default_factory=set)

    @property
    def size(self) -> int:
        """How much goes."""
        return len(self.rows) + len(self.keys) + len(self.rowless)

    def values(self) -> dict[str, str]:
        """The sets as the statements below take them."""
        return {"rows": json.dumps(sorted(self.rows)), "keys": json.dumps(sorted(self.keys))}


_ROWS = "(SELECT value FROM json_each(:rows))"
_KEYS = "(SELECT value FROM json_each(:keys))"
_STUBS = "(SELECT n FROM brain_row WHERE id IN (SELECT id FROM redacted))"
GROW_ROWS: Final = tuple(
    statement.format(rows=_ROWS, keys=_KEYS, stubs=_STUBS)
    for statement in (
        "SELECT n FROM brain_row WHERE same_as IN {rows}",
        "SELECT same_as FROM brain_row WHERE same_as IS NOT NULL AND n IN {rows}",
        """SELECT c.row FROM citation AS c WHERE c.source IN {rows} AND NOT EXISTS (
               SELECT 1 FROM citation AS d WHERE d.row = c.row
               AND d.source NOT IN {rows} AND d.source NOT IN {stubs})""",
        "SELECT n FROM revision WHERE record IN {rows}",
        "SELECT n FROM claim WHERE k IN {keys}",
        "SELECT n FROM settlement WHERE k IN {keys}",
        """SELECT n FROM link WHERE from_row IN {rows} OR to_row IN {rows}
           OR from_k IN {keys} OR to_k IN {keys}""",
    )
)
# A fact all of whose claims go, goes with its name.
GROW_KEYS: Final = f"""
SELECT f.k FROM fact_key AS f WHERE f.root IN (
    SELECT g.root FROM claim AS c JOIN fact_key AS g ON g.k = c.k WHERE c.n IN {_ROWS})
AND NOT EXISTS (
    SELECT 1 FROM fact_key AS h JOIN claim AS d ON d.k = h.k
    WHERE h.root = f.root AND d.n NOT IN {_ROWS})
"""  # noqa: S608 - constants of this file
NUMBER = "SELECT n, packet, op FROM brain_row WHERE id = :id"
ID = "SELECT id FROM brain_row WHERE n IN (SELECT value FROM json_each(:rows))"
CITED_BY = "SELECT row FROM citation WHERE source = :n"


def closure(db: sqlite3.Connection, gone: Gone, *, orphans: bool) -> frozenset[str]:
    """Ids of all that goes when this goes, itself included.

    orphans: whether sources go that only rows rested on that go.
    """
    said = list(_rowless(db))
    before = -1
    while gone.size > before:
        before = gone.size
        values = gone.values()
        for statement in GROW_ROWS:
            gone.rows |= {n for (n,) in db.execute(statement, values).fetchall()}
        gone.keys |= {k for (k,) in db.execute(GROW_KEYS, gone.values()).fetchall()}
        names = {keys.name(db, k) for k in gone.keys}
        found = _ids(db, gone) | gone.rowless
        gone.rowless |= {place.id for place in said if _is_about(place, found, names)}
        if orphans:
            gone.rows |= _orphans(db, gone)
    return frozenset(_ids(db, gone) | gone.rowless)


def places(db: sqlite3.Connection, targets: Iterable[str]) -> Iterator[Place]:
    """Where each of these operations stands in the log."""
    without = {place.id: place for place in _rowless(db)}
    entry = _once(db)
    for ident in targets:
        rows = db.execute(NUMBER, {"id": ident}).fetchall()
        if rows:
            yield Place(ident, rows[0][2], entry(rows[0][1]))
        elif ident in without:
            yield without[ident]


REDACTED = "SELECT id FROM redacted"


def forgotten(db: sqlite3.Connection) -> frozenset[str]:
    """Ids of the rows that were forgotten."""
    return frozenset(ident for (ident,) in db.execute(REDACTED).fetchall())


def gone_of(db: sqlite3.Connection, targets: Iterable[str]) -> tuple[Gone, list[str]]:
    """The rows with these ids, and the ids of which there is none."""
    gone, unknown = Gone(), []
    known = {place.id for place in _rowless(db)}
    for ident in targets:
        rows = db.execute(NUMBER, {"id": ident}).fetchall()
        if rows:
            gone.rows.add(rows[0][0])
        elif ident in known:
            gone.rowless.add(ident)
        else:
            unknown.append(ident)
    return gone, unknown


OPERATION = """
SELECT json_extract(p.body, '$.ops[' || r.op || '].op') FROM brain_row AS r
JOIN packet AS p ON p.seq = r.packet WHERE r.id = :id
"""


def operation(db: sqlite3.Connection, ident: str) -> str:
    """The name of the operation that a row is of; "" for one without a row."""
    rows = db.execute(OPERATION, {"id": ident}).fetchall()
    return rows[0][0] if rows else ""


def _ids(db: sqlite3.Connection, gone: Gone) -> set[str]:
    return {ident for (ident,) in db.execute(ID, gone.values()).fetchall()}


def _rowless(db: sqlite3.Connection) -> Iterator[Place]:
    """Operations without a row, those of packets that wait or were rejected among them."""
    waiting = [seq for (seq,) in db.execute(UNDECIDED).fetchall()]
    for entry in log.with_operations(db, *ROWLESS):
        if entry.seq not in waiting:
            yield from (place for place in _places(entry) if place.op["op"] in ROWLESS)
    for seq in waiting:
        yield from _places(log.at_place(db, seq))


def _places(entry: Entry) -> Iterator[Place]:
    for number in range(len(entry.ops)):
        yield Place(ids.row_id(entry.id, number), number, entry)


def _is_about(place: Place, found: set[str], names: set[str]) -> bool:
    """Whether an operation without a row says something of what goes, or rests on nothing else."""
    op = place.op
    told = {_words(op.get(name)) for name in ("key", "to", "from", "target", "record")}
    told |= {op[name] for name in ("target", "record") if isinstance(op.get(name), str)}
    cited = [citation["source"] for citation in op.get("citations", ())]
    if told & (found | names) or (cited and set(cited) <= found):
        return True
    # What is undone is one decision: with its first operation all of it is gone.
    return op["op"] == "undo" and ids.row_id(op["packet"], 0) in found


def _words(value: object) -> str:
    return (value.words or "") if isinstance(value, Text) else ""


def _orphans(db: sqlite3.Connection, gone: Gone) -> set[int]:
    """Sources that operations that go cite, and no row that stays."""
    found = set()
    entry = _once(db)
    for ident in _ids(db, gone):
        for source in _cited(db, ident, entry):
            rows = db.execute(NUMBER, {"id": source}).fetchall()
            citing = {n for (n,) in db.execute(CITED_BY, {"n": rows[0][0] if rows else 0})}
            if rows and citing <= gone.rows:
                found.add(rows[0][0])
    return found


def _once(db: sqlite3.Connection) -> Callable[[int], Entry]:
    """Entries by their place, each opened once: hundreds of rows may be of one packet."""
    return lru_cache(maxsize=None)(lambda seq: log.at_place(db, seq))


def _cited(db: sqlite3.Connection, ident: str, entry: Callable[[int], Entry]) -> list[str]:
    _, seq, number = db.execute(NUMBER, {"id": ident}).fetchall()[0]
    op = entry(seq).ops[number]
    return [citation["source"] for citation in op.get("citations", ())]


# Packets of rows that go, of rows that cite a source that goes, and of rows that were known
# already: those cite in their packet alone.
CONCERNED = f"""
SELECT packet FROM brain_row WHERE n IN {_ROWS}
UNION SELECT r.packet FROM citation AS c JOIN brain_row AS r ON r.n = c.row
    WHERE c.source IN {_ROWS}
UNION SELECT packet FROM brain_row WHERE same_as IS NOT NULL
ORDER BY 1
"""  # noqa: S608 - constants of this file
TEXT = "SELECT salt, body FROM text WHERE n = :n"


def emptied(db: sqlite3.Connection, targets: Iterable[str]) -> dict[int, bytes]:
    """Number and id of every text that goes with these operations."""
    going = frozenset(targets)
    if not going:
        return {}  # most packets: the whole log need not be read to say so
    found_rows = (db.execute(NUMBER, {"id": ident}).fetchall() for ident in going)
    gone = Gone(rows={n for rows in found_rows for n, _, _ in rows})
    seqs = {seq for (seq,) in db.execute(CONCERNED, gone.values()).fetchall()}
    seqs |= {place.entry.seq for place in _rowless(db)}
    found: dict[int, bytes] = {}
    for seq in sorted(seqs):
        for n in _dead(log.at_place(db, seq), going):
            salt, words = db.execute(TEXT, {"n": n}).fetchall()[0]
            found[n] = text_digest(salt, words)
    return found


def words_of(db: sqlite3.Connection, numbers: Iterable[int]) -> tuple[str, ...]:
    """The words of texts, in order of their numbers, but for ids of rows, which say nothing."""
    told = (db.execute(TEXT, {"n": n}).fetchall()[0][1] for n in sorted(numbers))
    return tuple(each for each in told if len(each) != ids.LENGTH or not ids.is_prefix(each))


def _dead(entry: Entry, going: frozenset[str]) -> set[int]:
    """Numbers of the texts of an entry that nothing that stays holds."""
    live: set[int] = set()
    every: set[int] = set()
    stays = False
    for place in _places(entry):
        every |= _texts(place.op, frozenset())
        if place.id not in going:
            stays = True
            live |= _texts(place.op, going)
    reason = _texts(entry.reason, frozenset())
    return (every | reason) - live - (reason if stays else set())


def _texts(value: object, going: frozenset[str]) -> set[int]:
    """The texts that stand somewhere in a value, but for quotes from sources that go."""
    if isinstance(value, Text):
        return {value.n} if value.n and value.words is not None else set()
    if isinstance(value, Mapping):
        lost = ("quote",) if value.get("source") in going else ()
        members = [member for name, member in value.items() if name not in lost]
        return set().union(*(_texts(member, going) for member in members))
    if isinstance(value, list | tuple) and value is not NOTHING:
        return set().union(*(_texts(member, going) for member in value))
    return set()


def orders(entries: Iterable[Entry]) -> dict[str, int]:
    """The rows that entries order forgotten: id -> place of the first that does."""
    found: dict[str, int] = {}
    for entry in entries:
        if entry.pending:
            continue
        for op in entry.ops_named("redact"):
            for ident in op["targets"]:
                found.setdefault(ident, entry.seq)
    return found


def ordered_texts(db: sqlite3.Connection) -> frozenset[bytes]:
    """The ids of the texts that packets of the log order forgotten."""
    entries = log.with_operations(db, "redact")
    return frozenset(bytes.fromhex(digest) for entry in entries for digest in entry.emptied)


FULL = "SELECT n, salt, body FROM text WHERE body IS NOT NULL"


def empty(db: sqlite3.Connection, digests: frozenset[bytes]) -> None:
    """Empty the texts with these ids, wherever they stand, in the caller's transaction."""
    if not digests:
        return
    for n, salt, body in db.execute(FULL).fetchall():
        digest = text_digest(salt, body)
        if digest in digests:
            db.execute(log.EMPTY_TEXT, {"n": n, "id": digest})
