"""Finding things by id, key, prefix, locator or relation, and counting them.

read_rows.py and read_facts.py put together what is found; find.py searches by words.
"""

import sqlite3
from collections.abc import Iterable

from ..text import ids
from ..text.fold import fold
from . import keys
from .model import Fact, Record, Source
from .read_facts import fact
from .read_rows import Audiences, record, source
from .schema import lookup

PREFIX = "SELECT id FROM brain_row WHERE id >= :low AND id < :high ORDER BY id LIMIT 20"


def full_id(db: sqlite3.Connection, ident: str) -> str | None:
    """The one row id that begins with `ident` (at least five characters).

    Raises:
        Ambiguous: several do; it holds them with their titles.
    """
    if len(ident) < ids.MINIMUM or not ids.is_prefix(ident):
        return None
    found = [row[0] for row in db.execute(PREFIX, {"low": ident, "high": ident + "~"}).fetchall()]
    if len(found) > 1:
        raise ids.Ambiguous(ident, [(each, title(db, each)) for each in found])
    return found[0] if found else None


ROW = """
SELECT t.n, t.kind, v.record, f.root FROM brain_row AS r
JOIN brain_row AS t ON t.n = coalesce(r.same_as, r.n)
LEFT JOIN revision AS v ON v.n = t.n LEFT JOIN claim AS c ON c.n = t.n
LEFT JOIN settlement AS s ON s.n = t.n LEFT JOIN fact_key AS f ON f.k = coalesce(c.k, s.k)
WHERE r.id = :id
"""


def get(
    db: sqlite3.Connection, ident: str, audiences: Audiences = None
) -> Record | Fact | Source | None:
    """A record, fact or source by key, full id or prefix. A claim's id gives its fact.

    Raises:
        Ambiguous: a prefix of several ids.
    """
    key = keys.find(db, ident)
    if key is not None:
        return fact(db, key[1], audiences)
    full = full_id(db, ident)
    if full is None:
        return None
    n, kind, of_record, root = db.execute(ROW, {"id": full}).fetchall()[0]
    if of_record is not None:
        return record(db, of_record, audiences)
    if root is not None:
        return fact(db, root, audiences)
    found = source(db, n) if kind == "source" else None
    return found if found and (audiences is None or found.audience in audiences) else None


NEIGHBOURS = """
SELECT * FROM (SELECT id FROM brain_row WHERE id < :id ORDER BY id DESC LIMIT 1)
UNION ALL SELECT * FROM (SELECT id FROM brain_row WHERE id > :id ORDER BY id LIMIT 1)
"""


def code(db: sqlite3.Connection, ident: str) -> str:
    """The receipt code of a row: its shortest unambiguous prefix. Of a fact: its key."""
    if "." in ident:
        return ident
    rows = db.execute(NEIGHBOURS, {"id": ident}).fetchall()
    return ids.shortest(ident, (each for (each,) in rows))


TITLES = """
SELECT coalesce(t.body, k.body, l.body, '') FROM brain_row AS r
LEFT JOIN revision AS v ON v.n = r.n LEFT JOIN text AS t ON t.n = v.title
LEFT JOIN claim AS c ON c.n = r.n LEFT JOIN settlement AS s ON s.n = r.n
LEFT JOIN fact_key AS f ON f.k = coalesce(c.k, s.k) LEFT JOIN text AS k ON k.n = f.name
LEFT JOIN source AS o ON o.n = r.n LEFT JOIN text AS l ON l.n = o.locator
WHERE r.id = :id
"""


def title(db: sqlite3.Connection, ident: str) -> str:
    """What a row is called: a record's title, a claim's key, a source's locator."""
    rows = db.execute(TITLES, {"id": ident}).fetchall()
    return str(rows[0][0]) if rows else ""


CITING = """
SELECT DISTINCT r.id, t.body, o.id FROM source AS s JOIN text AS l ON l.n = s.locator
JOIN citation AS c ON c.source = s.n JOIN brain_row AS r ON r.n = c.row AND r.withdrawn IS NULL
LEFT JOIN claim AS m ON m.n = r.n LEFT JOIN settlement AS e ON e.n = r.n
LEFT JOIN fact_key AS f ON f.k = coalesce(m.k, e.k) LEFT JOIN fact_key AS g ON g.k = f.root
LEFT JOIN text AS t ON t.n = g.name
LEFT JOIN revision AS v ON v.n = r.n LEFT JOIN brain_row AS o ON o.n = v.record
WHERE s.lookup = :lookup AND l.body = :locator ORDER BY c.row
"""


def rows_citing(db: sqlite3.Connection, locators: Iterable[str]) -> dict[str, list[str]]:
    """For each locator that is cited: the ids of records and keys of facts that rest on it."""
    found = {}
    for locator in locators:
        values = {"lookup": lookup(locator), "locator": locator}
        rows = db.execute(CITING, values).fetchall()
        names = list(dict.fromkeys(key or record_id or ident for ident, key, record_id in rows))
        if names:
            found[locator] = names
    return found


SOURCES_AT = """
SELECT r.id FROM source AS s JOIN text AS l ON l.n = s.locator JOIN brain_row AS r ON r.n = s.n
WHERE s.lookup = :lookup AND l.body = :locator ORDER BY s.n
"""
AUTHORED = """
SELECT s.n, a.body FROM source AS s JOIN text AS a ON a.n = s.author_name
WHERE a.body IS NOT NULL ORDER BY s.n
"""


def sources_at(db: sqlite3.Connection, locators: Iterable[str]) -> dict[str, list[str]]:
    """For each locator that is a source's: the ids of those sources."""
    found = {}
    for locator in locators:
        values = {"lookup": lookup(locator), "locator": locator}
        rows = [ident for (ident,) in db.execute(SOURCES_AT, values).fetchall()]
        if rows:
            found[locator] = rows
    return found


def sources_by(db: sqlite3.Connection, name: str) -> list[Source]:
    """The sources by an author of this name."""
    wanted = fold(name).strip()
    rows = db.execute(AUTHORED).fetchall()
    return [source(db, n) for n, author in rows if fold(author).strip() == wanted]


LINKS = """
SELECT l.relation, l.from_row, l.from_k, l.to_row, l.to_k,
    (l.from_row IS :row AND l.from_k IS :k) AS outgoing
FROM link AS l WHERE l.removed IS NULL AND l.relation <> 'shared'
AND ((l.from_row IS :row AND l.from_k IS :k) OR (l.to_row IS :row AND l.to_k IS :k))
ORDER BY l.n
"""
LOCATORS = """
SELECT DISTINCT l.body FROM citation AS c JOIN source AS s ON s.n = c.source
JOIN text AS l ON l.n = s.locator
WHERE c.row = :row OR c.row IN (SELECT m.n FROM claim AS m WHERE m.k = :k) ORDER BY 1
"""
ID_OF = "SELECT id FROM brain_row WHERE n = :n"


def related(db: sqlite3.Connection, ident: str) -> list[tuple[str, str, str]]:
    """What a row or key is linked to, then what rests on the same sources.

    (relation, id or key, title); a link that comes in is `relation of`, the last `same source`.
    """
    key = keys.find(db, ident)
    full = None if key else full_id(db, ident)
    if key is None and full is None:
        return []
    row, of_record = _row(db, full) if full else (None, None)
    values = {"row": of_record or row, "k": key[0] if key else None}
    found = []
    for relation, from_row, from_k, to_row, to_k, outgoing in db.execute(LINKS, values).fetchall():
        name = _named(db, *((to_row, to_k) if outgoing else (from_row, from_k)))
        found.append((relation if outgoing else f"{relation} of", name, _title(db, name)))
    locators = [each for (each,) in db.execute(LOCATORS, values).fetchall() if each]
    own = {ident, full}
    for names in rows_citing(db, locators).values():
        found += [("same source", name, _title(db, name)) for name in names if name not in own]
    return list(dict.fromkeys(found))


def _row(db: sqlite3.Connection, full: str) -> tuple[int, int | None]:
    n, _, of_record, _ = db.execute(ROW, {"id": full}).fetchall()[0]
    return n, of_record


def _named(db: sqlite3.Connection, row: int | None, k: int | None) -> str:
    if row is not None:
        return str(db.execute(ID_OF, {"n": row}).fetchall()[0][0])
    return keys.name(db, k or 0)


def _title(db: sqlite3.Connection, name: str) -> str:
    return name if "." in name else title(db, name)


COUNTS = """
SELECT 'packets', count(*) FROM packet
UNION ALL SELECT 'sources', count(*) FROM source JOIN brain_row USING (n)
    WHERE id NOT IN (SELECT id FROM redacted)
UNION ALL SELECT 'claims', count(*) FROM claim UNION ALL SELECT 'facts', count(*) FROM fact
UNION ALL SELECT 'disputed', count(*) FROM fact WHERE disputed
UNION ALL SELECT 'keys', count(*) FROM fact_key
UNION ALL SELECT 'records', count(*) FROM revision AS v JOIN brain_row AS r ON r.n = v.n
    WHERE v.no = 1 AND r.withdrawn IS NULL
"""
KIND_COUNTS = """
SELECT v.kind, count(*) FROM revision AS v JOIN brain_row AS r ON r.n = v.n
WHERE v.no = 1 AND r.withdrawn IS NULL GROUP BY v.kind ORDER BY v.kind
"""


def counts(db: sqlite3.Connection) -> dict[str, int]:
    """How many of each thing that was not forgotten; records also by kind, as `kind:note`."""
    found = dict(db.execute(COUNTS).fetchall())
    return found | {f"kind:{kind}": n for kind, n in db.execute(KIND_COUNTS).fetchall()}


STANDING = """
SELECT r.id, coalesce(l.body, '') FROM brain_row AS r LEFT JOIN source AS s ON s.n = r.n
LEFT JOIN text AS l ON l.n = s.locator
WHERE r.id NOT IN (SELECT id FROM redacted) ORDER BY r.n
"""


def standing(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """The rows that were not forgotten: each id, and the locator of a source."""
    return db.execute(STANDING).fetchall()


BUT_POLICY = """
SELECT count(*) FROM packet WHERE instr(body, '"op":"apply_config"') = 0
"""


def is_new(db: sqlite3.Connection) -> bool:
    """Whether the log holds nothing but policies."""
    return not db.execute(BUT_POLICY).fetchall()[0][0]
