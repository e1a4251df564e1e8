"""What forgetting a row or a fact would take with it, told before redact.py does it."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from . import keys, log, queries, redact
from .model import Forgetting, Going, Staying

ROW = """
SELECT r.n, r.kind, v.record, r.same_as FROM brain_row AS r LEFT JOIN revision AS v ON v.n = r.n
WHERE r.id = :id
"""
SHORT = 60  # characters of a title
GROUP = "SELECT k FROM fact_key WHERE root = :root"


def plan(db: sqlite3.Connection, idents: Iterable[str]) -> Forgetting:
    """What goes and what stays when these keys, rows and sources are forgotten.

    Raises:
        LookupError: there is no such key or row, or it was forgotten before.
        Ambiguous: a prefix of several ids.
    """
    gone = redact.Gone()
    for ident in idents:
        _add(db, gone, ident)
    targets = redact.closure(db, gone, orphans=True)
    found = {place.id: place for place in redact.places(db, targets)}
    goes = sorted((_going(db, place) for place in found.values()), key=lambda each: each.at)
    emptied = redact.emptied(db, targets)
    return Forgetting(
        goes=tuple(goes),
        stays=tuple(_stays(db, gone)),
        locators=_locators(db, gone),
        texts=redact.words_of(db, emptied),
        targets=tuple(sorted(targets)),
    )


def _add(db: sqlite3.Connection, gone: redact.Gone, ident: str) -> None:
    key = keys.find(db, ident)
    if key is not None:
        gone.keys |= {k for (k,) in db.execute(GROUP, {"root": key[1]}).fetchall()}
        return
    full = queries.full_id(db, ident)
    if full is None or full in redact.forgotten(db):
        raise LookupError(f"there is no key or row {ident}")
    n, _, of_record, same_as = db.execute(ROW, {"id": full}).fetchall()[0]
    gone.rows.add(of_record or same_as or n)


def _going(db: sqlite3.Connection, place: redact.Place) -> Going:
    given = log.plain(replace(place.entry, ops=(dict(place.op),)))
    op: Mapping[str, Any] = given.ops[0]
    name = op["op"]
    kind = _KINDS.get(name, op.get("kind", name) if name == "add_record" else name)
    title = next((op[part] for part in ("title", "key", "locator", "from") if op.get(part)), "")
    told = [
        op[part]
        for part in ("value", "statement", "body", "text", "description", "to")
        if op.get(part)
    ]
    # An operation that has no words but its reason is known by that, or by what it did it to.
    told = told or list(filter(None, (given.reason, *_concerned(op))))[:1]
    return Going(place.id, kind, title, " — ".join(told), place.entry.at)


def _concerned(op: Mapping[str, Any]) -> Iterator[str]:
    yield from (op[part] for part in ("target", "record", "packet", "relation") if op.get(part))


_KINDS = {
    "add_source": "source",
    "settle": "settlement",
    "revise_record": "revision",
    "describe_key": "key description",
    "alias_key": "alias",
    "withdraw": "withdrawal",
}

# Rows that rest on a source that goes and on another one.
SHAKEN = """
SELECT DISTINCT r.id, r.kind, p.at FROM citation AS c JOIN brain_row AS r ON r.n = c.row
JOIN packet AS p ON p.seq = r.packet
WHERE c.source IN (SELECT value FROM json_each(:rows))
AND r.n NOT IN (SELECT value FROM json_each(:rows)) ORDER BY r.n
"""
# Sources of rows that go, which something else rests on.
SHARED = """
SELECT DISTINCT s.id, first_value(o.id) OVER (PARTITION BY s.id ORDER BY o.n)
FROM citation AS c JOIN brain_row AS s ON s.n = c.source
JOIN citation AS d ON d.source = c.source JOIN brain_row AS o ON o.n = d.row
WHERE c.row IN (SELECT value FROM json_each(:rows))
AND c.source NOT IN (SELECT value FROM json_each(:rows))
AND d.row NOT IN (SELECT value FROM json_each(:rows)) ORDER BY s.n
"""
# Facts that lose a claim and keep another.
SHORTER = """
SELECT DISTINCT f.root FROM claim AS c JOIN fact_key AS f ON f.k = c.k
WHERE c.n IN (SELECT value FROM json_each(:rows))
AND f.k NOT IN (SELECT value FROM json_each(:keys)) ORDER BY f.root
"""
# Other sources that were taken from the same messages, and what rests on them.
TWINS = """
SELECT DISTINCT r.id, r.kind FROM source AS s JOIN source AS o ON o.lookup = s.lookup
JOIN citation AS c ON c.source = o.n JOIN brain_row AS r ON r.n = c.row
WHERE s.n IN (SELECT value FROM json_each(:rows))
AND o.n NOT IN (SELECT value FROM json_each(:rows))
AND r.n NOT IN (SELECT value FROM json_each(:rows)) ORDER BY r.n
"""


def _stays(db: sqlite3.Connection, gone: redact.Gone) -> Iterator[Staying]:
    values = gone.values()
    told = set()
    for ident, kind, _ in db.execute(SHAKEN, values).fetchall():
        told.add(ident)
        yield Staying(
            ident,
            kind,
            queries.title(db, ident),
            "rests on another source, too; what it quotes from this one goes",
        )
    for ident, kind in db.execute(TWINS, values).fetchall():
        if ident not in told:
            told.add(ident)
            yield Staying(ident, kind, queries.title(db, ident), "rests on the same message")
    for ident, other in db.execute(SHARED, values).fetchall():
        title = " ".join(queries.title(db, other).split())[:SHORT]
        why = f"the source stays: {title} rests on it, too"
        yield Staying(ident, "source", queries.title(db, ident), why)
    for (root,) in db.execute(SHORTER, values).fetchall():
        name = keys.name(db, root)
        yield Staying(name, "fact", name, "other claims of it stay")


LOCATORS = """
SELECT DISTINCT l.body FROM source AS s JOIN text AS l ON l.n = s.locator
WHERE s.n IN (SELECT value FROM json_each(:rows)) AND l.body IS NOT NULL ORDER BY s.n
"""


def _locators(db: sqlite3.Connection, gone: redact.Gone) -> tuple[str, ...]:
    values = {"rows": json.dumps(sorted(gone.rows))}
    return tuple(locator for (locator,) in db.execute(LOCATORS, values).fetchall())
