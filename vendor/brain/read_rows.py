"""Reading sources, citations and records, and who may be shown a row.

`audiences` narrows what is shown to rows whose every source is for one of them; None shows all.
Every function reads inside the caller's snapshot.
"""

import sqlite3
from collections.abc import Collection

from .audiences import audience_sets
from .model import Citation, Record, Revision, Source
from .packet import DEFAULT_AUDIENCE
from .times import iso

Audiences = Collection[str] | None
Allowed = frozenset[int | None] | None

SOURCE = """
SELECT r.id, s.kind, s.author, n.body, a.body, l.body, b.body, t.body, s.occurred_at, s.start,
    s.cleaner, json_extract(p.body, '$.agent'), p.at, f.id IS NOT NULL
FROM source AS s JOIN brain_row AS r ON r.n = s.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS l ON l.n = s.locator LEFT JOIN text AS n ON n.n = s.author_name
LEFT JOIN text AS a ON a.n = s.audience LEFT JOIN text AS b ON b.n = s.body
LEFT JOIN text AS t ON t.n = s.title LEFT JOIN redacted AS f ON f.id = r.id WHERE s.n = :n
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
        locator="" if row[13] else locator or "",
        text=body or "",
        title=title or "",
        occurred_at=occurred or "",
        start=start or 0,
        cleaner=cleaner or 0,
        agent=row[11],
        at=iso(row[12]),
        forgotten=bool(row[13]),
    )


CITATIONS = """
SELECT c.source, q.body, c.start, c.flags FROM citation AS c
LEFT JOIN text AS q ON q.n = c.quote WHERE c.row = :n ORDER BY c.no
"""


def citations(db: sqlite3.Connection, n: int) -> tuple[Citation, ...]:
    """What row `n` rests on, what was forgotten of it last."""
    rows = db.execute(CITATIONS, {"n": n}).fetchall()
    found = (
        Citation(source(db, s), quote or "", start, tuple(flags.split()))
        for s, quote, start, flags in rows
    )
    return tuple(sorted(found, key=lambda each: each.source.forgotten))


def shown(db: sqlite3.Connection, audiences: Audiences) -> Allowed:
    """The audience numbers of rows that may be shown; None for every row."""
    if audiences is None:
        return None
    sets = {a for a, members in audience_sets(db).items() if members.to(audiences)}
    return frozenset(sets | ({None} if DEFAULT_AUDIENCE in audiences else set()))


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
