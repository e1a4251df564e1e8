"""Search over what is held: facts and records in one ranking, one hit a fact.

Lexical. A row earns for each word of the question that it holds: the more the rarer the word is,
and a fifth more where the word stands in what the row is called (for a fact also its value); long
rows earn less. A value that a person settled away still leads to its fact; the hit shows the fact
as it stands.

    query --_lists--> which rows hold each word --_earned--> rows with their scores
          --_units--> the best facts and records --> hits
"""

import heapq
import json
import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..text import words
from .audiences import MINE, Shown, audience_sets
from .model import RowHit
from .packet import DEFAULT_AUDIENCE
from .read_facts import standing
from .read_rows import Allowed, Audiences, shown
from .times import iso

NAME_WEIGHT: Final = 1.2  # its sweep is in bench/RESULTS.md
# Entries of FTS5's lists that bring their rows in. Beyond it the commoner words of a question only
# weigh among the rows that are there.
AFFORDABLE: Final = 1_000
# Entries that are read for a question, and for one word of it. A word that more hold counts only
# where there is no rarer one.
READ: Final = 40_000
LONGEST: Final = 10_000
MEAN_SIZE: Final = 240  # characters of a usual row
POOL: Final = 2  # rows looked at first for each hit wanted: a fact may have several claims


@dataclass(frozen=True, slots=True)
class _List:
    """The rows that hold one term: by what they are called, and by what they say."""

    count: int
    names: list[str]
    words: list[str]
    whole: bool  # not cut short


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
    if limit < 1:
        return []
    names = audience_sets(db)
    allowed = shown(db, audiences)
    if allowed is not None and allowed >= {None, *names}:
        allowed = None
    lists = _lists(db, query, allowed)
    earned, holders = _earned(db, lists)
    units = _units(db, earned, limit)
    facts = _facts(db, units, allowed)
    records = _records(db, units)
    shows = [facts[unit.root] if unit.root else records[unit.n] for unit in units]
    held = _held(query, lists, holders, earned.keys(), shows)
    return [
        _hit(unit.score, each, terms, names)
        for unit, each, terms in zip(units, shows, held, strict=True)
    ]


# Entries are 2n for what row n is called and 2n + 1 for what it says (search_text.py).
LIST = """
SELECT count(*), group_concat(n) FILTER (WHERE NOT says), group_concat(n) FILTER (WHERE says)
FROM (
    SELECT rowid / 2 AS n, rowid % 2 AS says FROM row_fts WHERE row_fts MATCH :match
    LIMIT :most
)
"""
LIST_SHOWN = """
SELECT count(*), group_concat(n) FILTER (WHERE NOT says), group_concat(n) FILTER (WHERE says)
FROM (
    SELECT r.n AS n, row_fts.rowid % 2 AS says
    FROM row_fts JOIN brain_row AS r ON r.n = row_fts.rowid / 2
    WHERE row_fts MATCH :match
    AND coalesce(r.audience, :mine) IN (SELECT value FROM json_each(:allowed))
    LIMIT :most
)
"""
# Of a word that is asked alone and too common the newest rows are read.
BACKWARDS: Final = {
    sql: sql.replace("LIMIT :most", "ORDER BY row_fts.rowid DESC LIMIT :most")
    for sql in (LIST, LIST_SHOWN)
}


def _lists(db: sqlite3.Connection, query: words.Query, allowed: Allowed) -> dict[str, _List]:
    """For each term of the query the rows that hold it and may be shown, rarest term first."""
    sql, values = LIST, dict[str, Any]()
    if allowed is not None:
        sql = LIST_SHOWN
        values |= {"mine": MINE, "allowed": json.dumps([a or MINE for a in allowed])}
    matches = words.matches(query)
    values["most"] = min(LONGEST, READ // max(1, len(matches)))
    found = {label: _list(db, sql, values | {"match": match}) for label, match in matches.items()}
    rarest = sorted(found, key=lambda label: (found[label].count, label))
    first = next((label for label in rarest if found[label].count), "")
    if first and not found[first].whole:
        found[first] = _list(db, BACKWARDS[sql], values | {"match": matches[first]})
    return {label: found[label] for label in rarest if label == first or found[label].whole}


def _list(db: sqlite3.Connection, sql: str, values: Mapping[str, Any]) -> _List:
    count, names, says = db.execute(sql, values).fetchall()[0]
    return _List(
        count,
        names.split(",") if names else [],
        says.split(",") if says else [],
        whole=count < values["most"],
    )


NEWEST = "SELECT coalesce(max(n), 0) FROM brain_row"


def _earned(
    db: sqlite3.Connection, lists: Mapping[str, _List]
) -> tuple[dict[str, float], dict[str, set[str]]]:
    """What each row earns, and for each term which of these rows hold it.

    Weights are BM25's idf, over all the entries that there could be.
    """
    entries = 2 * db.execute(NEWEST).fetchall()[0][0]
    earned: defaultdict[str, float] = defaultdict(float)
    holders = {}
    spent = 0
    for label, each in lists.items():
        weight = math.log1p((entries - each.count + 0.5) / (each.count + 0.5))
        spent += each.count
        if earned and spent > AFFORDABLE:
            names = earned.keys() & each.names
            others = earned.keys() & each.words
        else:
            names, others = set(each.names), set(each.words)
        others -= names
        for rows, worth in ((names, NAME_WEIGHT * weight), (others, weight)):
            for n in rows:
                earned[n] += worth
        holders[label] = names | others
    return earned, holders


def _held(
    query: words.Query,
    lists: Mapping[str, _List],
    holders: Mapping[str, set[str]],
    known: Collection[str],
    shows: Sequence[Mapping[str, Any]],
) -> list[frozenset[str]]:
    """For each hit the terms that stand in what it shows; what no list said is read in its text.

    `known`: the rows that the lists have brought in; `holders`: those of them that hold a term.
    """
    every = words.needles(query)
    unread = {
        label: stems
        for label, stems in every.items()
        if label not in lists or not lists[label].whole
    }
    found = []
    for each in shows:
        n = str(each["n"])
        terms = frozenset(label for label, holding in holders.items() if n in holding)
        if missing := unread if n in known else every:
            text = "\n".join(each[name] for name in ("title", "text", "quote", "more"))
            terms |= words.found(missing, text)
        found.append(terms)
    return found


ROWS = """
SELECT r.n, f.root, r.size, r.id
FROM json_each(:rows) AS j JOIN brain_row AS r ON r.n = j.value
LEFT JOIN claim AS c ON c.n = r.n LEFT JOIN fact_key AS f ON f.k = c.k
"""
SAID = """
SELECT x.row, o.occurred_at FROM json_each(:rows) AS j
JOIN citation AS x ON x.row = j.value AND x.no = 0 JOIN source AS o ON o.n = x.source
"""


def _units(db: sqlite3.Connection, earned: Mapping[str, float], limit: int) -> list[_Unit]:
    """The best facts and records. A fact with very many claims makes it look at more rows."""
    pool = limit * POOL
    while True:
        best = _best(earned, pool)
        units: dict[tuple[int | None, int], _Unit] = {}
        for unit in _ranked(db, earned, best):
            units.setdefault((unit.root, 0 if unit.root else unit.n), unit)
        if len(units) >= limit or len(best) < pool:
            return list(units.values())[:limit]
        pool *= 4


def _ranked(
    db: sqlite3.Connection, earned: Mapping[str, float], best: Sequence[str]
) -> list[_Unit]:
    """Rows by score. Equal ones by the time of their source, newest first, then by id.

    That is the same list everywhere, whatever order the packets came in.
    """
    rows = db.execute(ROWS, {"rows": _listed(best)}).fetchall()
    names = {n: ident for n, _, _, ident in rows}
    units = [_Unit(n, root, _weighed(earned[str(n)], size)) for n, root, size, _ in rows]
    counts = Counter(unit.score for unit in units)
    tied = [unit.n for unit in units if counts[unit.score] > 1]
    said = dict(db.execute(SAID, {"rows": _listed(tied)}).fetchall()) if tied else {}
    units.sort(key=lambda unit: names[unit.n])
    units.sort(key=lambda unit: said.get(unit.n) or "", reverse=True)
    units.sort(key=lambda unit: -unit.score)
    return units


def _listed(numbers: Iterable[object]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def _best(earned: Mapping[str, float], count: int) -> list[str]:
    """The rows that earn most; of equal ones the newest."""
    if len(earned) <= count:
        return list(earned)
    least = heapq.nlargest(count, earned.values())[-1]
    enough = [n for n, score in earned.items() if score >= least]
    return sorted(enough, key=lambda n: (-earned[n], -int(n)))[:count]


def _weighed(score: float, size: int) -> float:
    """BM25's factor for a word that stands once, with k1 = 1.2, b = 0.3 and a fixed mean length."""
    return score / (1.84 + 0.36 * size / MEAN_SIZE)


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
    audiences: Mapping[int, Shown],
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
        audience=(DEFAULT_AUDIENCE,) if a is None else audiences[a].names,
    )
