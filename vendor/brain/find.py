"""Search over what is held: facts and records in one ranking, one hit a fact.

Lexical: BM25 over two columns, what a row is called weighing more than what it says. A value
that a person settled away still leads to its fact; the hit shows the fact as it stands.

    query --lists--> which rows hold each word --affordable--> the rarer words
          --SEARCH--> rows, best first --units--> facts and records --> hits
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
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
    lists = _lists(db, query)
    match = words.match(_affordable(query, lists))
    if not match or limit < 1:
        return []
    allowed = shown(db, audiences)
    units = _units(db, match, limit, allowed)
    facts = _facts(db, units, allowed)
    records = _records(db, units)
    shows = [facts[unit.root] if unit.root else records[unit.n] for unit in units]
    held = _held(query, lists, shows)
    names = audience_sets(db)
    return [
        _hit(unit.score, each, terms, names)
        for unit, each, terms in zip(units, shows, held, strict=True)
    ]


LIST = """
SELECT count(*), group_concat(n)
FROM (SELECT rowid AS n FROM row_fts WHERE row_fts MATCH :match LIMIT :most)
"""


def _lists(db: sqlite3.Connection, query: words.Query) -> dict[str, tuple[int, str]]:
    """For each term of the query how many rows hold it, and which; no more than `AFFORDABLE`."""
    found = {}
    for label in words.needles(query):
        values = {"match": words.match(_only(query, {label})), "most": AFFORDABLE}
        count, rows = db.execute(LIST, values).fetchall()[0]
        found[label] = (count, rows or "")
    return found


def _only(query: words.Query, labels: Collection[str]) -> words.Query:
    return replace(
        query,
        terms=tuple(each for each in query.terms if each in labels),
        identifiers=tuple(each for each in query.identifiers if each in labels),
    )


def _affordable(query: words.Query, lists: Mapping[str, tuple[int, str]]) -> words.Query:
    """The query without its commonest words where all of them would cost too much."""
    kept: set[str] = set()
    spent = 0
    for count, label in sorted((count, label) for label, (count, _) in lists.items() if count):
        spent += count
        if kept and spent > AFFORDABLE:
            break
        kept.add(label)
    return _only(query, kept)


def _held(
    query: words.Query, lists: Mapping[str, tuple[int, str]], shows: list[dict[str, Any]]
) -> list[frozenset[str]]:
    """For each hit the terms that stand in what it shows, from FTS5's own lists where it can."""
    listed = {
        label: set(map(int, rows.split(","))) if rows else set()
        for label, (count, rows) in lists.items()
        if count < AFFORDABLE
    }
    common = {label: w for label, w in words.needles(query).items() if label not in listed}
    found = []
    for each in shows:
        terms = frozenset(label for label, rows in listed.items() if each["n"] in rows)
        if common:
            text = "\n".join(each[name] for name in ("title", "text", "quote", "more"))
            terms |= words.found(common, frozenset(words.stems(text)))
        found.append(terms)
    return found


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
