"""Search over what is held: facts and records in one ranking, one hit a fact.

Lexical: BM25 over two columns, what a row is called weighing more than what it says. A value
that a person settled away still leads to its fact; the hit shows the fact as it stands.

    query --affordable--> the rarer words --SEARCH--> rows, best first --units--> facts, records
          --details--> hits
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ..text import words
from .model import RowHit
from .packet import DEFAULT_AUDIENCE
from .read_facts import standing
from .read_rows import Allowed, Audiences, shown
from .sources import MINE, audience_sets
from .times import iso

# Sweeps of the weight of `name` are in bench/RESULTS.md.
NAME_WEIGHT: Final = 2.0
# Entries of FTS5's lists that one search may score. The commonest words of a long question in a
# large brain are left out beyond it: they cost the most and tell the least.
AFFORDABLE: Final = 10_000
MEAN_SIZE: Final = 240  # characters of a usual row
POOL: Final = 4  # rows looked at for each hit wanted: a fact has several claims


@dataclass(frozen=True, slots=True)
class _Unit:
    """A record (root None) or a fact, the row of it that matched best, and how well."""

    n: int
    root: int | None
    score: float


def search(
    db: sqlite3.Connection, query: words.Query, *, limit: int, audiences: Audiences
) -> list[RowHit]:
    """Rows that answer the query, best first."""
    asked = _affordable(db, query)
    match = words.match(asked)
    if not match or limit < 1:
        return []
    allowed = shown(db, audiences)
    units = _units(db, match, limit, allowed)
    facts = _facts(db, units, allowed)
    records = _records(db, units)
    shows = [facts[unit.root] if unit.root else records[unit.n] for unit in units]
    terms = _terms(db, asked, {each["n"] for each in shows})
    common = {label: stems for label, stems in words.needles(query).items() if label not in terms}
    names = audience_sets(db)
    return [
        _hit(unit.score, each, _held(each, terms, common), names)
        for unit, each in zip(units, shows, strict=True)
    ]


ROWS = "SELECT coalesce(max(n), 0) FROM brain_row"
FREQUENCY = "SELECT doc FROM row_vocab WHERE term = :term"


def _affordable(db: sqlite3.Connection, query: words.Query) -> words.Query:
    """The query without its commonest words where all of them would cost too much."""
    needles = words.needles(query)
    if len(needles) * db.execute(ROWS).fetchall()[0][0] <= AFFORDABLE:
        return query
    costs = sorted((_frequency(db, stems), label) for label, stems in needles.items())
    kept: set[str] = set()
    spent = 0
    for cost, label in costs:
        if kept and spent + cost > AFFORDABLE:
            break
        spent += cost
        if cost:
            kept.add(label)
    return replace(
        query,
        terms=tuple(term for term in query.terms if term in kept),
        identifiers=tuple(name for name in query.identifiers if name in kept),
    )


def _frequency(db: sqlite3.Connection, stems: Iterable[str]) -> int:
    """In how many rows a term stands, at most: those of its rarest word."""
    found = (db.execute(FREQUENCY, {"term": each}).fetchall() for each in stems if each[-1] != "*")
    return min((rows[0][0] if rows else 0 for rows in found), default=1)


# bm25() is negative and smaller is better (https://sqlite.org/fts5.html#the_bm25_function). The
# table keeps no lengths, which makes it three times as fast; so its scores know none, and the best
# rows are weighed again by theirs: BM25's own factor for a word that stands once, with k1 = 1.2,
# b = 0.3 and a fixed mean length. Row numbers break ties, newest first, so the same file and query
# give the same list everywhere.
SEARCH = """
WITH found AS MATERIALIZED (
    SELECT rowid AS n, bm25(row_fts, :weight, 1.0) AS score
    FROM row_fts WHERE row_fts MATCH :match ORDER BY score, n DESC LIMIT :pool
)
SELECT found.n, f.root, found.score / (1.84 + 0.36 * r.size / :mean) AS weighed
FROM found JOIN brain_row AS r ON r.n = found.n
LEFT JOIN claim AS c ON c.n = found.n LEFT JOIN fact_key AS f ON f.k = c.k
ORDER BY weighed, found.n DESC
"""
SEARCH_SHOWN = """
WITH found AS MATERIALIZED (
    SELECT row_fts.rowid AS n, bm25(row_fts, :weight, 1.0) AS score
    FROM row_fts JOIN brain_row AS r ON r.n = row_fts.rowid
    WHERE row_fts MATCH :match
    AND coalesce(r.audience, :mine) IN (SELECT value FROM json_each(:allowed))
    ORDER BY score, n DESC LIMIT :pool
)
SELECT found.n, f.root, found.score / (1.84 + 0.36 * r.size / :mean) AS weighed
FROM found JOIN brain_row AS r ON r.n = found.n
LEFT JOIN claim AS c ON c.n = found.n LEFT JOIN fact_key AS f ON f.k = c.k
ORDER BY weighed, found.n DESC
"""


def _units(db: sqlite3.Connection, match: str, limit: int, allowed: Allowed) -> list[_Unit]:
    """The best facts and records. A fact with very many claims makes it look at more rows."""
    values: dict[str, Any] = {"match": match, "weight": NAME_WEIGHT, "mean": MEAN_SIZE}
    values["pool"] = limit * POOL
    sql = SEARCH
    if allowed is not None:
        sql = SEARCH_SHOWN
        values |= {"mine": MINE, "allowed": json.dumps([a or MINE for a in allowed])}
    while True:
        rows = db.execute(sql, values).fetchall()
        units: dict[tuple[int | None, int], _Unit] = {}
        for n, root, score in rows:
            units.setdefault((root, 0 if root else n), _Unit(n, root, -score))
        if len(units) >= limit or len(rows) < values["pool"]:
            return list(units.values())[:limit]
        values["pool"] *= 4


LIVE = """
SELECT x.root, x.disputed, c.n FROM json_each(:roots) AS j JOIN fact AS x ON x.root = j.value
JOIN fact_key AS f ON f.root = x.root JOIN claim AS c ON c.k = f.k AND c.state = 'live'
ORDER BY c.n
"""
FACTS = """
SELECT c.n, k.body, t.body, s.body, v.body, o.occurred_at, p.at, q.body, r.audience
FROM json_each(:rows) AS j JOIN claim AS c ON c.n = j.value
JOIN brain_row AS r ON r.n = c.n JOIN packet AS p ON p.seq = r.packet
JOIN fact_key AS f ON f.k = c.k JOIN fact_key AS g ON g.k = f.root
JOIN text AS k ON k.n = g.name JOIN text AS s ON s.n = c.statement JOIN text AS v ON v.n = c.value
LEFT JOIN text AS t ON t.n = c.title
LEFT JOIN citation AS x ON x.row = c.n AND x.no = 0 LEFT JOIN source AS o ON o.n = x.source
LEFT JOIN text AS q ON q.n = x.quote
"""


def _facts(
    db: sqlite3.Connection, units: Iterable[_Unit], allowed: Allowed
) -> dict[int | None, dict[str, Any]]:
    """For each fact among the units what its hit shows."""
    best = {unit.root: unit.n for unit in units if unit.root is not None}
    stand = _standing(db, list(best), allowed)
    chosen = {root: _chosen(n, *stand[root]) for root, n in best.items()}
    rows = db.execute(FACTS, {"rows": json.dumps(list(chosen.values()))}).fetchall()
    shown_claims = {row[0]: row for row in rows}
    found: dict[int | None, dict[str, Any]] = {}
    for root, n in chosen.items():
        _, key, title, statement, value, occurred_at, at, quote, audience = shown_claims[n]
        found[root] = {
            "n": n,
            "id": key,
            "kind": "fact",
            "title": title or key,
            "text": statement or "",
            "quote": quote or "",
            "at": occurred_at or iso(at),
            "disputed": stand[root][0],
            "audience": audience,
            "more": f"{key} {value}",
        }
    return found


def _standing(
    db: sqlite3.Connection, roots: list[int], allowed: Allowed
) -> dict[int, tuple[bool, list[int]]]:
    if allowed is not None:
        return {root: standing(db, root, allowed) for root in roots}
    found: dict[int, tuple[bool, list[int]]] = {root: (False, []) for root in roots}
    for root, disputed, n in db.execute(LIVE, {"roots": json.dumps(roots)}).fetchall():
        found[root] = (bool(disputed), [*found[root][1], n])
    return found


def _chosen(n: int, disputed: bool, live: list[int]) -> int:
    """The claim that a hit shows: the standing one; of disputed ones the best match."""
    return n if disputed and n in live else next(iter(live), n)


RECORDS = """
SELECT r.n, r.id, v.kind, t.body, b.body, p.at, q.body, r.audience
FROM json_each(:rows) AS j JOIN brain_row AS r ON r.n = j.value
JOIN revision AS v ON v.n =
    (SELECT w.n FROM revision AS w WHERE w.record = r.n ORDER BY w.no DESC LIMIT 1)
JOIN packet AS p ON p.seq = r.packet JOIN text AS t ON t.n = v.title
LEFT JOIN text AS b ON b.n = v.body
LEFT JOIN citation AS x ON x.row = v.n AND x.no = 0 LEFT JOIN text AS q ON q.n = x.quote
"""


def _records(db: sqlite3.Connection, units: Iterable[_Unit]) -> dict[int, dict[str, Any]]:
    """For each record among the units what its hit shows."""
    wanted = json.dumps([unit.n for unit in units if unit.root is None])
    found = {}
    for n, ident, kind, title, body, at, quote, audience in db.execute(
        RECORDS, {"rows": wanted}
    ).fetchall():
        found[n] = {
            "n": n,
            "id": ident,
            "kind": kind,
            "title": title or "",
            "text": body or "",
            "quote": quote or "",
            "at": iso(at),
            "disputed": False,
            "audience": audience,
            "more": "",
        }
    return found


HOLDING = "SELECT group_concat(rowid) FROM row_fts WHERE row_fts MATCH :match"


def _terms(db: sqlite3.Connection, asked: words.Query, rows: set[int]) -> dict[str, set[int]]:
    """For each term that was asked for, which of these rows hold it.

    FTS5 tells that in a fraction of the time in which their words could be stemmed again.
    """
    found = {}
    for label in words.needles(asked):
        alone = replace(
            asked,
            terms=tuple(each for each in asked.terms if each == label),
            identifiers=tuple(each for each in asked.identifiers if each == label),
        )
        listed = db.execute(HOLDING, {"match": words.match(alone)}).fetchall()[0][0]
        found[label] = rows & set(map(int, listed.split(","))) if listed else set()
    return found


def _held(
    shows: Mapping[str, Any],
    terms: Mapping[str, set[int]],
    common: Mapping[str, tuple[str, ...]],
) -> frozenset[str]:
    """The terms that stand in what a hit shows."""
    held = frozenset(label for label, rows in terms.items() if shows["n"] in rows)
    if not common:
        return held
    text = "\n".join(shows[name] for name in ("title", "text", "quote", "more"))
    return held | words.found(common, frozenset(words.stems(text)))


def _hit(
    score: float,
    shows: Mapping[str, Any],
    terms_hit: frozenset[str],
    audiences: Mapping[int, Mapping[str, int]],
) -> RowHit:
    a = shows["audience"]
    return RowHit(
        id=shows["id"],
        kind=shows["kind"],
        title=shows["title"],
        text=shows["text"],
        quote=shows["quote"],
        at=shows["at"],
        score=score,
        terms_hit=terms_hit,
        disputed=shows["disputed"],
        audience=(DEFAULT_AUDIENCE,) if a is None else tuple(sorted(audiences[a])),
    )
