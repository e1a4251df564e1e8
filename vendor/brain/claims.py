"""Folding keys, claims and settlements, and working out what a fact comes to (facts.py)."""

import json
import sqlite3
from collections.abc import Collection, Iterable

from ..text.fold import normal_value, same_value
from . import facts, keys, search_text
from .audiences import widen_row
from .log import Text
from .policy import parse
from .schema import lookup
from .sources import Cited, cite, cited, said_at, shown_to
from .step import Step, add_row, already_known

INSERT_KEY = """
INSERT INTO fact_key (k, name, lookup, packet, root)
SELECT coalesce(max(k), 0) + 1, :name, :lookup, :packet, coalesce(max(k), 0) + 1 FROM fact_key
"""


def registered(step: Step, key: Text) -> tuple[int, int]:
    """The number of a key, registered on first use, and that of the key it is folded into."""
    name = key.words or ""
    known = keys.find(step.db, name)
    if known is not None:
        return known
    values = {"name": key.n, "lookup": lookup(name), "packet": step.entry.seq}
    k = step.db.execute(INSERT_KEY, values).lastrowid
    assert k is not None
    step.out.new_keys.append(name)
    return k, k


INSERT_CLAIM = """
INSERT INTO claim (n, k, value, statement, title, as_of, as_read, said_at, state)
VALUES (:n, :k, :value, :statement, :title, :as_of, :as_read, :said_at, 'live')
"""


def claim(step: Step) -> None:
    """`claim`; the same value from the same message is known already."""
    k, root = registered(step, step.op["key"])
    citations = cited(step)
    same = _same(step, k, citations)
    if same is not None:
        already_known(step, same)
        return
    n = add_row(step, "claim", audience=shown_to(step, citations))
    values = {
        "n": n,
        "k": k,
        "value": step.text("value"),
        "statement": step.text("statement"),
        "title": step.text("title"),
        "as_of": step.op.get("as_of"),
        "as_read": int(step.op.get("as_read", False)),
        "said_at": said_at(step, citations),
    }
    step.db.execute(INSERT_CLAIM, values)
    cite(step, n, citations)
    widen_row(step.db, k, n)
    search_text.put_claim(step.db, n)
    step.out.touched.add(root)
    step.out.rows.append(step.id)


SAME = """
SELECT c.n, v.body FROM citation AS x
JOIN source AS s ON s.n = x.source AND s.lookup = :lookup
JOIN text AS l ON l.n = s.locator AND l.body = :locator
JOIN claim AS c ON c.n = x.row AND c.k = :k
JOIN brain_row AS r ON r.n = c.n AND r.withdrawn IS NULL
JOIN text AS v ON v.n = c.value
ORDER BY c.n
"""


def _same(step: Step, k: int, citations: Iterable[Cited]) -> int | None:
    for each in citations:
        if not each.kept:
            continue
        values = {"k": k, "lookup": lookup(each.locator), "locator": each.locator}
        for n, value in step.db.execute(SAME, values).fetchall():
            if same_value(value or "", step.words("value")):
                return int(n)
    return None


DESCRIBE = """
UPDATE fact_key SET description = :description, type = coalesce(:type, type) WHERE k = :k
"""


def describe_key(step: Step) -> None:
    """`describe_key`: the newest description counts."""
    k, _ = registered(step, step.op["key"])
    values = {"k": k, "description": step.text("description"), "type": step.text("type")}
    step.db.execute(DESCRIBE, values)
    step.out.rows.append(step.words("key"))


INSERT_ALIAS = "INSERT OR IGNORE INTO alias (packet, k, to_k) VALUES (:packet, :k, :to_k)"
# Of two that fold one key the later one counts, in the order of time and not of arrival.
ALIASES = """
SELECT a.k, a.to_k FROM alias AS a JOIN packet AS p ON p.seq = a.packet
WHERE a.undone IS NULL ORDER BY p.at, p.id, a.k
"""
ROOTS = "SELECT k, root FROM fact_key ORDER BY k"
SET_ROOT = "UPDATE fact_key SET root = :root WHERE k = :k"
FINDABLE = """
SELECT c.n FROM claim AS c JOIN brain_row AS r ON r.n = c.n
WHERE c.k = :k AND r.withdrawn IS NULL ORDER BY c.n
"""


def alias_key(step: Step) -> None:
    """`alias_key`: the claims of both keys are one fact, named by the second."""
    k, _ = registered(step, step.op["key"])
    to_k, _ = registered(step, step.op["to"])
    step.db.execute(INSERT_ALIAS, {"packet": step.entry.seq, "k": k, "to_k": to_k})
    find_roots(step)
    step.out.rows.append(step.words("key"))


def find_roots(step: Step) -> None:
    """Find for every key the one it is folded into, after an alias came or went."""
    to = dict(step.db.execute(ALIASES).fetchall())
    for k, before in step.db.execute(ROOTS).fetchall():
        root = _root(k, to)
        if root != before:
            found = [n for (n,) in step.db.execute(FINDABLE, {"k": k}).fetchall()]
            for n in found:
                search_text.drop_claim(step.db, n)
            step.db.execute(SET_ROOT, {"root": root, "k": k})
            for n in found:
                search_text.put_claim(step.db, n)
            step.out.touched |= {before, root}


def _root(k: int, to: dict[int, int]) -> int:
    # A merge of two brains may bring a circle; then the key before it closes is the root.
    seen = {k}
    while to.get(k, k) not in seen:
        k = to[k]
        seen.add(k)
    return k


INSERT_SETTLEMENT = """
INSERT INTO settlement (n, k, value, since, said_at) VALUES (:n, :k, :value, :since, :said_at)
"""
INSERT_SETTLED_VALUE = """
INSERT INTO settled_value (settlement, no, value, was) VALUES (:settlement, :no, :value, :was)
"""


def settle(step: Step) -> None:
    """`settle`: which value stands, and what each other one was."""
    k, root = registered(step, step.op["key"])
    citations = cited(step)
    n = add_row(step, "settlement", audience=shown_to(step, citations))
    values = {
        "n": n,
        "k": k,
        "value": step.text("value"),
        "since": step.op.get("since"),
        "said_at": said_at(step, citations),
    }
    step.db.execute(INSERT_SETTLEMENT, values)
    for no, other in enumerate(step.op["others"]):
        filed = {"settlement": n, "no": no, "value": other["value"].n, "was": other["was"]}
        step.db.execute(INSERT_SETTLED_VALUE, filed)
    cite(step, n, citations)
    widen_row(step.db, k, n)
    step.out.touched.add(root)
    step.out.rows.append(step.id)


CLAIMS_OF = """
SELECT f.root, c.n, v.body, c.said_at, r.withdrawn IS NOT NULL, c.state,
    EXISTS (SELECT 1 FROM citation AS x JOIN source AS s ON s.n = x.source
            WHERE x.row = c.n AND s.author = 'principal')
FROM json_each(:roots) AS j JOIN fact_key AS f ON f.root = j.value
JOIN claim AS c ON c.k = f.k JOIN brain_row AS r ON r.n = c.n
JOIN text AS v ON v.n = c.value ORDER BY f.root, c.n
"""
SETTLEMENTS_OF = """
SELECT f.root, s.n, v.body, s.said_at FROM json_each(:roots) AS j
JOIN fact_key AS f ON f.root = j.value JOIN settlement AS s ON s.k = f.k
JOIN text AS v ON v.n = s.value WHERE s.undone IS NULL ORDER BY f.root, s.n
"""
SETTLED_VALUES = """
SELECT v.body, x.was FROM settled_value AS x JOIN text AS v ON v.n = x.value
WHERE x.settlement = :n ORDER BY x.no
"""
BEFORE = """
SELECT f.k, t.body, coalesce(x.disputed, 0) FROM json_each(:roots) AS j
JOIN fact_key AS f ON f.k = j.value JOIN text AS t ON t.n = f.name
LEFT JOIN fact AS x ON x.root = f.k ORDER BY f.k
"""
FORGET_FACTS = "DELETE FROM fact WHERE root IN (SELECT value FROM json_each(:roots))"
SET_STATE = "UPDATE claim SET state = :state WHERE n = :n"
SET_FACT = """
INSERT INTO fact (root, disputed, stands, settled) VALUES (:root, :disputed, :stands, :settled)
"""


def stand(db: sqlite3.Connection, roots: Collection[int]) -> list[str]:
    """Work out facts again and keep the results. The keys of those that this made disputed."""
    said, settled = told(db, roots), ended(db, roots)
    policy = parse(policy_text(db))
    values = {"roots": json.dumps(sorted(roots))}
    before = db.execute(BEFORE, values).fetchall()
    db.execute(FORGET_FACTS, values)
    opened, results, changed = [], [], []
    for root, name, was_disputed in before:
        if root not in said:
            continue
        events = [*(each for each, _, _ in said[root]), *settled.get(root, ())]
        result = facts.derive(events, changing=policy.changes(name))
        changed += [
            {"n": each.n, "state": result.states[each.n]}
            for each, _, state in said[root]
            if result.states[each.n] != state
        ]
        results.append(_result(root, result))
        if result.disputed and not was_disputed:
            opened.append(name)
    db.executemany(SET_STATE, changed)
    db.executemany(SET_FACT, results)
    return opened


def _result(root: int, result: facts.Standing) -> dict[str, int | None]:
    return {
        "root": root,
        "disputed": int(result.disputed),
        "stands": result.stands,
        "settled": result.settled.n if result.settled else None,
    }


def told(
    db: sqlite3.Connection, roots: Collection[int]
) -> dict[int, list[tuple[facts.Said, str, str]]]:
    """For each of the facts its claims, oldest first: each with its value and state as kept."""
    found: dict[int, list[tuple[facts.Said, str, str]]] = {}
    values = {"roots": json.dumps(sorted(roots))}
    for root, n, value, at, gone, state, own in db.execute(CLAIMS_OF, values).fetchall():
        each = facts.Said(n, normal_value(value or ""), at, bool(own), bool(gone))
        found.setdefault(root, []).append((each, value or "", state))
    return found


def ended(db: sqlite3.Connection, roots: Collection[int]) -> dict[int, list[facts.Ended]]:
    """For each of the facts its settlements that were not undone, oldest first."""
    found: dict[int, list[facts.Ended]] = {}
    values = {"roots": json.dumps(sorted(roots))}
    for root, n, value, at in db.execute(SETTLEMENTS_OF, values).fetchall():
        others = db.execute(SETTLED_VALUES, {"n": n}).fetchall()
        filed = {normal_value(other or ""): was for other, was in others}
        each = facts.Ended(n, normal_value(value or ""), filed, at)
        found.setdefault(root, []).append(each)
    return found


POLICY = """
SELECT t.body FROM policy AS p JOIN text AS t ON t.n = p.toml ORDER BY p.n DESC LIMIT 1
"""


def policy_text(db: sqlite3.Connection) -> str:
    """The brain.toml in force, as the log has it; empty before the first."""
    rows = db.execute(POLICY).fetchall()
    return str(rows[0][0] or "") if rows else ""
