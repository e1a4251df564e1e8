"""The read side: sources, records, facts, by id, key, prefix, locator or relation.

Every function reads inside the caller's snapshot. `audiences` narrows what is shown to rows
whose every source is for one of them; None shows all.
"""

import sqlite3
from collections.abc import Collection, Iterable
from typing import Any

from ..text import ids
from ..text.fold import normal_value
from . import claims, facts, keys
from .model import Citation, Claim, Fact, KeyInfo, Record, Revision, Settlement, Source
from .packet import DEFAULT_AUDIENCE
from .schema import lookup
from .sources import audience_sets
from .times import iso

Audiences = Collection[str] | None

SOURCE = """
SELECT r.id, s.kind, s.author, n.body, a.body, l.body, b.body, t.body, s.occurred_at, s.start,
    s.cleaner, json_extract(p.body, '$.agent'), p.at
FROM source AS s JOIN brain_row AS r ON r.n = s.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS l ON l.n = s.locator LEFT JOIN text AS n ON n.n = s.author_name
LEFT JOIN text AS a ON a.n = s.audience LEFT JOIN text AS b ON b.n = s.body
LEFT JOIN text AS t ON t.n = s.title WHERE s.n = :n
"""


def source(db: sqlite3.Connection, n: int) -> Source:
    """The source that is row `n`."""
    row = db.execute(SOURCE, {"n": n}).fetchall()[0]
    ident, kind, author, name, audience, locator, body, title, occurred, start, cleaner = row[:11]
    return Source(
        id=ident,
        kind=kind,
        author=author,
        author_name=name or "",
        audience=audience or DEFAULT_AUDIENCE,
        locator=locator or "",
        text=body or "",
        title=title or "",
        occurred_at=occurred or "",
        start=start or 0,
        cleaner=cleaner or 0,
        agent=row[11],
        at=iso(row[12]),
    )


CITATIONS = """
SELECT c.source, q.body, c.start, c.flags FROM citation AS c
LEFT JOIN text AS q ON q.n = c.quote WHERE c.row = :n ORDER BY c.no
"""


def citations(db: sqlite3.Connection, n: int) -> tuple[Citation, ...]:
    """What row `n` rests on."""
    rows = db.execute(CITATIONS, {"n": n}).fetchall()
    return tuple(
        Citation(source(db, s), quote or "", start, tuple(flags.split()))
        for s, quote, start, flags in rows
    )


def shown(db: sqlite3.Connection, audiences: Audiences) -> frozenset[int | None] | None:
    """The audience numbers of rows that may be shown; None for every row."""
    if audiences is None:
        return None
    allowed = set(audiences)
    sets = {a for a, names in audience_sets(db).items() if set(names) <= allowed}
    return frozenset(sets | ({None} if DEFAULT_AUDIENCE in allowed else set()))


# --- facts ---

CLAIMS = """
SELECT c.n, r.id, k.body, v.body, s.body, t.body, json_extract(p.body, '$.agent'), p.at, c.said_at,
    c.as_of, c.as_read, c.state, r.audience
FROM fact_key AS f JOIN claim AS c ON c.k = f.k JOIN brain_row AS r ON r.n = c.n
JOIN packet AS p ON p.seq = r.packet JOIN text AS k ON k.n = f.name
JOIN text AS v ON v.n = c.value JOIN text AS s ON s.n = c.statement
LEFT JOIN text AS t ON t.n = c.title
WHERE f.root = :root ORDER BY c.n
"""
KEY = """
SELECT d.body, t.body FROM fact_key AS f LEFT JOIN text AS d ON d.n = f.description
LEFT JOIN text AS t ON t.n = f.type WHERE f.k = :root
"""
ALIASES = """
SELECT t.body FROM fact_key AS f JOIN text AS t ON t.n = f.name
WHERE f.root = :root AND f.k <> :root ORDER BY f.k
"""
STATE = "SELECT disputed, stands, settled FROM fact WHERE root = :root"


def fact(db: sqlite3.Connection, root: int, audiences: Audiences = None) -> Fact | None:
    """The fact under a key's number. Narrowed, it is what its visible claims come to."""
    allowed = shown(db, audiences)
    rows = db.execute(CLAIMS, {"root": root}).fetchall()
    seen = [row for row in rows if allowed is None or row[12] in allowed]
    if not seen:
        return None
    if len(seen) == len(rows):
        disputed, stands, settled = db.execute(STATE, {"root": root}).fetchall()[0]
        states = {row[0]: row[11] for row in seen}
        settlement = _settlement(db, settled, allowed) if settled else None
    else:
        states, disputed, stands, settlement = _narrowed(db, root, seen, allowed)
    found = tuple(_claim(db, row, states[row[0]]) for row in seen)
    description, kind = db.execute(KEY, {"root": root}).fetchall()[0]
    return Fact(
        key=keys.name(db, root),
        claims=found,
        disputed=bool(disputed),
        value=next((row[3] or "" for row in seen if row[0] == stands), None),
        settled=settlement,
        description=description or "",
        type=kind or "",
        aliases=tuple(name for (name,) in db.execute(ALIASES, {"root": root}).fetchall()),
    )


def _claim(db: sqlite3.Connection, row: tuple[Any, ...], state: str) -> Claim:
    n, ident, key, value, statement, title, agent, at, said_at, as_of, as_read, _, _ = row
    return Claim(
        id=ident,
        key=key or "",
        value=value or "",
        statement=statement or "",
        title=title or "",
        agent=agent,
        at=iso(at),
        said_at=said_at,
        as_of=as_of or "",
        as_read=bool(as_read),
        state=state,
        citations=citations(db, n),
    )


def _narrowed(
    db: sqlite3.Connection,
    root: int,
    seen: Iterable[tuple[Any, ...]],
    allowed: frozenset[int | None] | None,
) -> tuple[dict[int, str], bool, int | None, Settlement | None]:
    """What the visible claims and settlements alone come to."""
    said = [
        facts.Said(row[0], normal_value(row[3] or ""), row[8], withdrawn=row[11] == "withdrawn")
        for row in seen
    ]
    ended = [e for e in claims.ended(db, root) if _settlement(db, e.n, allowed) is not None]
    result = facts.derive([*said, *ended])
    settled = _settlement(db, result.settled.n, allowed) if result.settled else None
    return result.states, result.disputed, result.stands, settled


SETTLEMENT = """
SELECT r.id, v.body, s.since, p.at, json_extract(p.body, '$.agent'), json_extract(p.body, '$.via'),
    json_extract(p.body, '$.id'), r.audience
FROM settlement AS s JOIN brain_row AS r ON r.n = s.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS v ON v.n = s.value WHERE s.n = :n
"""


def _settlement(
    db: sqlite3.Connection, n: int, allowed: frozenset[int | None] | None
) -> Settlement | None:
    row = db.execute(SETTLEMENT, {"n": n}).fetchall()[0]
    ident, value, since, at, agent, via, packet, audience = row
    if allowed is not None and audience not in allowed:
        return None
    others = db.execute(claims.SETTLED_VALUES, {"n": n}).fetchall()
    return Settlement(
        id=ident,
        value=value or "",
        others=tuple((other or "", was) for other, was in others),
        since=since or "",
        at=iso(at),
        agent=agent,
        via=via,
        packet=packet,
        citations=citations(db, n),
    )


FACTS = "SELECT root FROM fact ORDER BY root"
DISPUTED = "SELECT root FROM fact WHERE disputed ORDER BY root"


def all_facts(
    db: sqlite3.Connection, audiences: Audiences = None, *, disputed: bool = False
) -> list[Fact]:
    """Every fact, in order of first use of its key; or the disputed ones."""
    rows = db.execute(DISPUTED if disputed else FACTS).fetchall()
    found = [fact(db, root, audiences) for (root,) in rows]
    return [each for each in found if each is not None and (each.disputed or not disputed)]


KEYS = """
SELECT n.body, t.body, d.body, CASE WHEN f.root <> f.k THEN r.body END,
    (SELECT count(*) FROM claim AS c WHERE c.k = f.k)
FROM fact_key AS f JOIN text AS n ON n.n = f.name
JOIN fact_key AS g ON g.k = f.root JOIN text AS r ON r.n = g.name
LEFT JOIN text AS t ON t.n = f.type LEFT JOIN text AS d ON d.n = f.description
ORDER BY f.k
"""


def all_keys(db: sqlite3.Connection) -> list[KeyInfo]:
    """Every key, in order of first use."""
    rows = db.execute(KEYS).fetchall()
    return [KeyInfo(name or "", t or "", d or "", of or "", n) for name, t, d, of, n in rows]


# --- records ---

REVISIONS = """
SELECT v.n, r.id, v.kind, t.body, b.body, v.state, v.as_of, json_extract(p.body, '$.agent'), p.at
FROM revision AS v JOIN brain_row AS r ON r.n = v.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS t ON t.n = v.title LEFT JOIN text AS b ON b.n = v.body
WHERE v.record = :n ORDER BY v.no
"""
RECORD_ROW = "SELECT withdrawn IS NOT NULL, audience FROM brain_row WHERE n = :n"
RECORD_TAGS = "SELECT t.body FROM tag AS g JOIN text AS t ON t.n = g.name WHERE g.row = :n"


def record(db: sqlite3.Connection, n: int, audiences: Audiences = None) -> Record | None:
    """The record whose first revision is row `n`."""
    withdrawn, audience = db.execute(RECORD_ROW, {"n": n}).fetchall()[0]
    allowed = shown(db, audiences)
    if allowed is not None and audience not in allowed:
        return None
    rows = db.execute(REVISIONS, {"n": n}).fetchall()
    first, last = rows[0], rows[-1]
    revisions = tuple(
        Revision(
            id=row[1],
            title=row[3] or "",
            body=row[4] or "",
            state=row[5] or "",
            agent=row[7],
            at=iso(row[8]),
            citations=citations(db, row[0]),
        )
        for row in rows
    )
    tags = sorted(name for (name,) in db.execute(RECORD_TAGS, {"n": n}).fetchall() if name)
    return Record(
        id=first[1],
        kind=first[2],
        title=last[3] or "",
        body=last[4] or "",
        state=last[5] or "",
        as_of=last[6] or "",
        agent=first[7],
        at=iso(first[8]),
        withdrawn=bool(withdrawn),
        tags=tuple(tags),
        revisions=revisions,
    )


RECORDS = """
SELECT v.record FROM revision AS v JOIN brain_row AS r ON r.n = v.n
WHERE v.no = 1 AND (:kind IS NULL OR v.kind = :kind) AND r.withdrawn IS NULL ORDER BY v.n
"""


def all_records(
    db: sqlite3.Connection, kind: str | None, audiences: Audiences = None
) -> list[Record]:
    """Records that stand, oldest first."""
    rows = db.execute(RECORDS, {"kind": kind}).fetchall()
    found = [record(db, n, audiences) for (n,) in rows]
    return [each for each in found if each is not None]


# --- by id ---

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


# --- relations ---

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


LINKS = """
SELECT l.relation, l.from_row, l.from_k, l.to_row, l.to_k,
    (l.from_row IS :row AND l.from_k IS :k) AS outgoing
FROM link AS l WHERE l.removed IS NULL
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


# --- counts ---

COUNTS = """
SELECT 'packets', count(*) FROM packet UNION ALL SELECT 'sources', count(*) FROM source
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
    """How many of each thing; records also by kind, as `kind:note`."""
    found = dict(db.execute(COUNTS).fetchall())
    return found | {f"kind:{kind}": n for kind, n in db.execute(KIND_COUNTS).fetchall()}
