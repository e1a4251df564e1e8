"""Reading facts: all claims of a key, what they come to, and how they were settled.

A fact shown to a narrower audience is what its visible claims and settlements come to: a group
never learns from a mark that somebody said otherwise, or settled it, in private.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from . import claims, facts, keys
from .model import Claim, Fact, KeyInfo, Settlement
from .policy import parse
from .read_rows import Allowed, Audiences, citations, shown
from .times import iso

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
    in_part = _is_part(db, root, rows, seen, allowed)
    if in_part:
        states, disputed, stands, settlement = _narrowed(db, root, seen, allowed)
    else:
        disputed, stands, settled = db.execute(STATE, {"root": root}).fetchall()[0]
        states = {row[0]: row[11] for row in seen}
        settlement = _settlement(db, settled, allowed) if settled else None
    found = tuple(_claim(db, row, states[row[0]]) for row in seen)
    description, kind = db.execute(KEY, {"root": root}).fetchall()[0]
    names = [name for (name,) in db.execute(ALIASES, {"root": root}).fetchall()]
    said_under = {row[2] for row in seen}
    return Fact(
        key=keys.name(db, root),
        claims=found,
        disputed=bool(disputed),
        value=next((row[3] or "" for row in seen if row[0] == stands), None),
        settled=settlement,
        description=description or "",
        type=kind or "",
        aliases=tuple(name for name in names if not in_part or name in said_under),
        in_part=in_part,
    )


SETTLED_FOR = """
SELECT r.audience FROM fact_key AS f JOIN settlement AS s ON s.k = f.k
JOIN brain_row AS r ON r.n = s.n WHERE f.root = :root AND s.undone IS NULL
"""


def _is_part(
    db: sqlite3.Connection,
    root: int,
    rows: Sequence[tuple[Any, ...]],
    seen: Sequence[tuple[Any, ...]],
    allowed: Allowed,
) -> bool:
    """Whether a claim or a settlement of the fact may not be shown."""
    if allowed is None:
        return False
    settled = db.execute(SETTLED_FOR, {"root": root}).fetchall()
    return len(seen) < len(rows) or any(audience not in allowed for (audience,) in settled)


def _claim(db: sqlite3.Connection, row: tuple[Any, ...], state: str) -> Claim:
    n, ident, key, value, statement, title, agent, at, _, as_of, as_read, _, _ = row
    cited = citations(db, n)
    return Claim(
        id=ident,
        key=key or "",
        value=value or "",
        statement=statement or "",
        title=title or "",
        agent=agent,
        at=iso(at),
        said_at=cited[0].source.said_at if cited else iso(at),
        as_of=as_of or "",
        as_read=bool(as_read),
        state=state,
        citations=cited,
    )


def _narrowed(
    db: sqlite3.Connection,
    root: int,
    seen: Iterable[tuple[Any, ...]],
    allowed: Allowed,
) -> tuple[dict[int, str], bool, int | None, Settlement | None]:
    """What the visible claims, and settlements between them, alone come to.

    A settlement that names a value of a claim that is not shown here would tell it.
    """
    visible = {row[0] for row in seen}
    said = [each for each, _, _ in claims.told(db, {root})[root] if each.n in visible]
    changing = parse(claims.policy_text(db)).changes(keys.name(db, root))
    settled_by = claims.ended(db, {root}).get(root, [])
    values = {each.value for each in said} | {""}  # a value that was forgotten
    ended = [
        e
        for e in settled_by
        if {e.value, *e.others} <= values and _settlement(db, e.n, allowed) is not None
    ]
    result = facts.derive([*said, *ended], changing=changing)
    settled = _settlement(db, result.settled.n, allowed) if result.settled else None
    return result.states, result.disputed, result.stands, settled


STANDING = """
SELECT c.n, x.disputed FROM fact AS x JOIN fact_key AS f ON f.root = x.root
JOIN claim AS c ON c.k = f.k AND c.state = 'live' WHERE x.root = :root ORDER BY c.n
"""


def standing(db: sqlite3.Connection, root: int, allowed: Allowed) -> tuple[bool, list[int]]:
    """Whether a fact is disputed, and its live claims, for those who may see `allowed` rows."""
    if allowed is not None:
        rows = db.execute(CLAIMS, {"root": root}).fetchall()
        seen = [row for row in rows if row[12] in allowed]
        if _is_part(db, root, rows, seen, allowed):
            states, disputed, _, _ = _narrowed(db, root, seen, allowed)
            return disputed, sorted(n for n, state in states.items() if state == facts.LIVE)
    live = db.execute(STANDING, {"root": root}).fetchall()
    return any(disputed for _, disputed in live), [n for n, _ in live]


SETTLEMENT = """
SELECT r.id, v.body, s.since, p.at, json_extract(p.body, '$.agent'), json_extract(p.body, '$.via'),
    json_extract(p.body, '$.id'), r.audience
FROM settlement AS s JOIN brain_row AS r ON r.n = s.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS v ON v.n = s.value WHERE s.n = :n
"""


def _settlement(db: sqlite3.Connection, n: int, allowed: Allowed) -> Settlement | None:
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


def settlement(db: sqlite3.Connection, n: int) -> Settlement:
    """The settlement with this number, whoever may see it."""
    found = _settlement(db, n, None)
    assert found is not None
    return found


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
