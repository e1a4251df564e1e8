"""Folding records: a title, a body, their revisions and tags, and taking one back."""

from collections.abc import Iterable

from . import search_text
from .audiences import narrow
from .schema import lookup
from .sources import Cited, cite, cited, shown_to
from .step import Step, add_row, already_known, target

INSERT_REVISION = """
INSERT INTO revision (n, record, no, kind, title, body, state, as_of)
VALUES (:n, :record, :no, :kind, :title, :body, :state, :as_of)
"""
INSERT_TAG = "INSERT OR IGNORE INTO tag (row, name) VALUES (:row, :name)"


def add_record(step: Step) -> None:
    """`add_record`; said again with the same words from the same message it is known already."""
    op, citations = step.op, cited(step)
    same = _same(step, citations)
    if same is not None:
        already_known(step, same)
        return
    n = add_row(step, op["kind"], audience=shown_to(step, citations))
    values = {
        "n": n,
        "record": n,
        "no": 1,
        "kind": op["kind"],
        "title": step.text("title"),
        "body": step.text("body"),
        "state": op.get("state", "open" if op["kind"] == "work" else None),
        "as_of": op.get("as_of"),
    }
    step.db.execute(INSERT_REVISION, values)
    cite(step, n, citations)
    for tag in op.get("tags", ()):
        step.db.execute(INSERT_TAG, {"row": n, "name": tag.n})
    search_text.put_record(step.db, n)
    step.out.rows.append(step.id)


SAME = """
SELECT v.n, b.body FROM citation AS c
JOIN source AS s ON s.n = c.source AND s.lookup = :lookup
JOIN text AS l ON l.n = s.locator AND l.body = :locator
JOIN revision AS v ON v.n = c.row AND v.no = 1 AND v.kind = :kind
JOIN brain_row AS r ON r.n = v.n AND r.withdrawn IS NULL
JOIN text AS t ON t.n = v.title AND t.body = :title
LEFT JOIN text AS b ON b.n = v.body
ORDER BY v.n
"""


def _same(step: Step, citations: Iterable[Cited]) -> int | None:
    for each in citations:
        if not each.kept:
            continue
        values = {
            "kind": step.op["kind"],
            "title": step.words("title"),
            "lookup": lookup(each.locator),
            "locator": each.locator,
        }
        for n, body in step.db.execute(SAME, values).fetchall():
            if (body or "") == step.words("body"):
                return int(n)
    return None


NEWEST = """
SELECT no, kind, title, body, state, as_of FROM revision
WHERE record = :record ORDER BY no DESC LIMIT 1
"""


def revise_record(step: Step) -> None:
    """`revise_record`: what is not given stays as the revision before had it."""
    op = step.op
    step.out.rows.append(op["record"])
    found = target(step.db, op["record"])
    before = step.db.execute(NEWEST, {"record": found[0] if found else 0}).fetchall()
    if found is None or not before:
        return
    record, _, withdrawn = found
    no, kind, title, body, state, as_of = before[0]
    citations = cited(step)
    if not withdrawn:
        search_text.drop_record(step.db, record)
    n = add_row(step, "revision", audience=shown_to(step, citations))
    values = {
        "n": n,
        "record": record,
        "no": no + 1,
        "kind": kind,
        "title": step.text("title") or title,
        "body": step.text("body") or body,
        "state": op.get("state", state),
        "as_of": as_of,
    }
    step.db.execute(INSERT_REVISION, values)
    cite(step, n, citations)
    narrow(step.db, record)
    if not withdrawn:
        search_text.put_record(step.db, record)


WITHDRAW = "UPDATE brain_row SET withdrawn = :seq WHERE n = :n"
ROOT_OF = """
SELECT f.root FROM claim AS c JOIN fact_key AS f ON f.k = c.k WHERE c.n = :n
"""


def withdraw(step: Step) -> None:
    """`withdraw`: the claim or record leaves the answers and stays readable."""
    step.out.rows.append(step.op["target"])
    set_withdrawn(step, step.op["target"], step.entry.seq)


def set_withdrawn(step: Step, ident: str, seq: int | None) -> None:
    """Take a claim or record out of the answers, or (seq None) bring it back."""
    found = target(step.db, ident)
    if found is None or found[2] == (seq is not None):
        return
    n, kind, _ = found
    if kind == "claim":
        (search_text.drop_claim if seq is not None else search_text.put_claim)(step.db, n)
    else:
        (search_text.drop_record if seq is not None else search_text.put_record)(step.db, n)
    step.db.execute(WITHDRAW, {"n": n, "seq": seq})
    step.out.touched |= {root for (root,) in step.db.execute(ROOT_OF, {"n": n}).fetchall()}
