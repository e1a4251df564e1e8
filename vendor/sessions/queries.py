"""The SQL of reading sessions.db, whole and named; index.py runs it."""

import sqlite3
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from .find import Filter
from .record import ASSISTANT, millis

NUMBER = """
SELECT n FROM message WHERE code = :code
UNION SELECT message FROM alias WHERE code = :code
"""

SESSIONS_IN_RANGE = """
SELECT n FROM session WHERE code BETWEEN :low AND :high ORDER BY started, n LIMIT 10
"""

MESSAGES_IN_RANGE = """
SELECT n FROM message WHERE code BETWEEN :low AND :high
UNION SELECT message FROM alias WHERE code BETWEEN :low AND :high
LIMIT 10
"""

SESSION = """
SELECT s.n, s.agent, s.key,
    coalesce(nullif(s.title, ''), (SELECT substr(text, 1, 80) FROM message
        WHERE session = s.n AND role = 0 ORDER BY seq LIMIT 1), ''),
    s.project, s.audience, s.started, s.archived, u.expired,
    (SELECT count(*) FROM message WHERE session = s.n)
    + (SELECT count(*) FROM alias AS a JOIN message AS m ON m.n = a.message
       WHERE a.session = s.n AND m.session <> s.n AND a.old = 0)
FROM session AS s JOIN unit AS u ON u.n = s.n WHERE s.n = :n
"""

MESSAGE = """
SELECT m.n, s.agent, s.key, m.tail, m.role, m.at, s.project,
    coalesce(nullif(s.title, ''), (SELECT substr(text, 1, 80) FROM message
        WHERE session = s.n AND role = 0 ORDER BY seq LIMIT 1), ''),
    s.audience, m.text,
    (SELECT count(*) FROM message WHERE session = m.session AND seq < m.seq)
    + (SELECT count(*) FROM alias AS a JOIN message AS o ON o.n = a.message
       WHERE a.session = m.session AND o.session <> m.session AND a.seq < m.seq AND a.old = 0)
FROM message AS m JOIN session AS s ON s.n = m.session WHERE m.n = :n
"""

ALIASES = """
SELECT s.agent, s.key, a.tail FROM alias AS a JOIN session AS s ON s.n = a.session
WHERE a.message = :n ORDER BY a.n
"""

BEGINNINGS = """
SELECT agent, project, started FROM session
WHERE audience IN (SELECT value FROM json_each(:audiences))
"""
UNIT_OF = "SELECT name FROM unit WHERE n = :n"

IN_SESSION = """
SELECT n, seq FROM message WHERE session = :session
UNION ALL
SELECT a.message, a.seq FROM alias AS a JOIN message AS m ON m.n = a.message
WHERE a.session = :session AND m.session <> :session AND a.old = 0
ORDER BY 2 LIMIT :limit OFFSET :offset
"""

QUESTION = """
SELECT q.n, q.seq FROM message AS m JOIN message AS q ON q.session = m.session
WHERE m.n = :n AND q.seq < m.seq AND q.role = 0
UNION ALL
SELECT a.message, a.seq FROM message AS m JOIN alias AS a ON a.session = m.session
JOIN message AS o ON o.n = a.message
WHERE m.n = :n AND a.seq < m.seq AND a.old = 0 AND o.role = 0
ORDER BY 2 DESC LIMIT 1
"""

SESSION_NEIGHBOURS = """
SELECT code FROM (SELECT code FROM session WHERE code < :code ORDER BY code DESC LIMIT 1)
UNION SELECT code FROM (SELECT code FROM session WHERE code > :code ORDER BY code LIMIT 1)
"""

MESSAGE_NEIGHBOURS = """
SELECT code FROM (SELECT code FROM message WHERE code < :code ORDER BY code DESC LIMIT 1)
UNION SELECT code FROM (SELECT code FROM message WHERE code > :code ORDER BY code LIMIT 1)
UNION SELECT code FROM (SELECT code FROM alias WHERE code < :code ORDER BY code DESC LIMIT 1)
UNION SELECT code FROM (SELECT code FROM alias WHERE code > :code ORDER BY code LIMIT 1)
"""

AGENTS = "SELECT name, trouble, unreached, read_at FROM agent ORDER BY name"

# One whose history is still being read for the first time has no row of its own yet.
HELD = """
SELECT name, trouble, unreached, read_at FROM agent
UNION ALL SELECT DISTINCT agent, '', 0, NULL FROM unit
WHERE agent NOT IN (SELECT name FROM agent) ORDER BY 1
"""

MARKS = "SELECT name, mark FROM unit WHERE agent = :agent"

COUNTS = """
SELECT count(DISTINCT m.session), count(*), max(m.at)
FROM session AS s JOIN message AS m ON m.session = s.n WHERE s.agent = :agent
"""

HEARD = """
SELECT count(*), max(m.at) FROM session AS s JOIN message AS m ON m.session = s.n
WHERE s.agent = :agent AND s.audience IN (SELECT value FROM json_each(:audiences))
"""

PROMPTS = """
SELECT m.n FROM message AS m JOIN session AS s ON s.n = m.session
WHERE m.role = 0 AND s.agent IN (SELECT value FROM json_each(:agents))
AND s.audience IN (SELECT value FROM json_each(:audiences))
ORDER BY m.at DESC, m.n DESC LIMIT :count
"""

LOCATORS = """
SELECT s.agent, s.key, m.tail FROM message AS m JOIN session AS s ON s.n = m.session
WHERE s.n = :session
UNION ALL
SELECT s.agent, s.key, a.tail FROM alias AS a JOIN session AS s ON s.n = a.session
WHERE s.n = :session
"""

SKIPPED = "SELECT skipped FROM unit WHERE agent = :agent AND skipped <> '{}'"

KEPT_OUT = """
SELECT k.reason, count(*) FROM kept_out AS k JOIN session AS s ON s.n = k.session
WHERE s.agent = :agent GROUP BY 1 ORDER BY 1
"""

PROJECTS = "SELECT DISTINCT project FROM session WHERE project <> ''"

IN_PROJECT = "SELECT coalesce(started, 0), n FROM session WHERE project = :project"

ONLY_HERE = "SELECT count(*) FROM unit WHERE agent = :agent AND expired = 1"


def numbers(codes: Sequence[int]) -> tuple[str, dict[str, int]]:
    """NUMBER for many codes at once, and its values."""
    values = {f"code{place}": code for place, code in enumerate(codes)}
    marks = ", ".join(f":{name}" for name in values)
    return NUMBER.replace("= :code", f"IN ({marks})"), values


# All values of the first column of an index, each found by a seek.
AUDIENCES = """
WITH RECURSIVE each (value) AS (
    SELECT min(audience) FROM session
    UNION ALL
    SELECT (SELECT min(audience) FROM session WHERE audience > value)
    FROM each WHERE value IS NOT NULL
)
SELECT value FROM each WHERE value IS NOT NULL
"""
UNIT_AGENTS = AUDIENCES.replace("audience", "agent").replace("session", "unit")


def filters(
    db: sqlite3.Connection,
    *,
    audiences: Collection[str] | None,
    agents: Collection[str] | None,
    project: str | None,
    role: str | None,
    since: datetime | None,
    until: datetime | None,
) -> Filter:
    """The conditions of a search; what would let everything through is left out."""
    parts: list[str] = []
    values: dict[str, Any] = {}
    for column, wanted, every in (
        ("s.audience", audiences, AUDIENCES),
        ("s.agent", agents, UNIT_AGENTS),
    ):
        if wanted is None or all(value in wanted for (value,) in db.execute(every).fetchall()):
            continue
        names = {f"{column[2:]}{place}": value for place, value in enumerate(sorted(wanted))}
        parts.append(f"{column} IN ({', '.join(f':{name}' for name in names)})")
        values |= names
    if project is not None:
        parts.append("(s.project = :project OR substr(s.project, 1, length(:below)) = :below)")
        folder = project.rstrip("/")
        values |= {"project": folder or "/", "below": folder + "/"}
    if role is not None:
        parts.append("m.role = :role")
        values["role"] = int(role == ASSISTANT)
    for name, at, sign in (("since", since, ">="), ("until", until, "<")):
        if at is not None:
            parts.append(f"m.at {sign} :{name}")
            values[name] = millis(at.isoformat())
    return Filter("".join(f" AND {part}" for part in parts), values)
