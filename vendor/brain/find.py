"""Search over what is held: facts and records in one ranking, one hit a fact.

Lexical: BM25 over two columns, what a row is called weighing more than what it says. A claim
that a person settled away still finds its fact; the hit shows the fact as it stands.
"""

import json
import sqlite3
from typing import Final

from ..text import words
from . import keys, queries
from .model import RowHit
from .packet import DEFAULT_AUDIENCE
from .sources import MINE, audience_sets
from .times import iso

# Sweeps of the weight of `name` are in bench/RESULTS.md.
NAME_WEIGHT: Final = 2.0

# bm25() is negative and smaller is better (https://sqlite.org/fts5.html#the_bm25_function). It
# cannot be used beside GROUP BY, hence the first step; row numbers break ties, newest first, so
# that the same file and query give the same list on every machine.
SEARCH = """
WITH found AS MATERIALIZED (
    SELECT rowid AS n, bm25(row_fts, :weight, 1.0) AS score
    FROM row_fts WHERE row_fts MATCH :match
)
SELECT found.n, f.root, min(found.score) AS best
FROM found JOIN brain_row AS r ON r.n = found.n
LEFT JOIN claim AS c ON c.n = found.n LEFT JOIN fact_key AS f ON f.k = c.k
WHERE :everyone OR coalesce(r.audience, :mine) IN (SELECT value FROM json_each(:allowed))
GROUP BY coalesce(-f.root, found.n)
ORDER BY best, found.n DESC LIMIT :limit
"""


def search(
    db: sqlite3.Connection, query: words.Query, *, limit: int, audiences: queries.Audiences
) -> list[RowHit]:
    """Rows that answer the query, best first."""
    match = words.match(query)
    if not match:
        return []
    allowed = queries.shown(db, audiences)
    values = {
        "match": match,
        "weight": NAME_WEIGHT,
        "everyone": allowed is None,
        "mine": MINE,
        "allowed": json.dumps([a or MINE for a in allowed or ()]),
        "limit": limit,
    }
    rows = db.execute(SEARCH, values).fetchall()
    return [_hit(db, query, n, root, -score) for n, root, score in rows]


FACT_HIT = """
SELECT f.disputed, t.body, s.body, v.body, c.said_at, group_concat(q.body, ' '), r.audience
FROM fact AS f JOIN claim AS c ON c.n = coalesce(f.stands, :n)
JOIN brain_row AS r ON r.n = c.n
JOIN text AS s ON s.n = c.statement JOIN text AS v ON v.n = c.value
LEFT JOIN text AS t ON t.n = c.title
LEFT JOIN citation AS x ON x.row = c.n LEFT JOIN text AS q ON q.n = x.quote
WHERE f.root = :root
"""
RECORD_HIT = """
SELECT r.id, v.kind, t.body, b.body, p.at, r.audience,
    (SELECT group_concat(q.body, ' ') FROM citation AS x JOIN text AS q ON q.n = x.quote
     WHERE x.row = v.n)
FROM brain_row AS r JOIN revision AS v ON v.record = r.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS t ON t.n = v.title LEFT JOIN text AS b ON b.n = v.body
WHERE r.n = :n ORDER BY v.no DESC LIMIT 1
"""


def _hit(
    db: sqlite3.Connection, query: words.Query, n: int, root: int | None, score: float
) -> RowHit:
    if root is None:
        ident, kind, title, body, at, audience, quotes = db.execute(
            RECORD_HIT, {"n": n}
        ).fetchall()[0]
        disputed, moment, says = False, iso(at), body or ""
    else:
        ident, kind = keys.name(db, root), "fact"
        row = db.execute(FACT_HIT, {"root": root, "n": n}).fetchall()[0]
        disputed, title, says, value, moment, quotes, audience = row
        title, quotes = title or ident, f"{ident} {value} {quotes or ''}"
    text = f"{title}\n{says}\n{quotes or ''}"
    return RowHit(
        id=ident,
        kind=kind,
        title=title or "",
        text=says or "",
        at=moment,
        score=score,
        terms_hit=words.hits(query, text),
        disputed=bool(disputed),
        audience=_audience(db, audience),
    )


def _audience(db: sqlite3.Connection, a: int | None) -> tuple[str, ...]:
    return (DEFAULT_AUDIENCE,) if a is None else tuple(sorted(audience_sets(db).get(a, ())))
