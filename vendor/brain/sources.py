"""Folding sources, the citations that rest on them, and who may be shown a row.

A row is shown to those who may see every source that it rests on, and to those whom a person
shared its key with (share.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from . import evidence
from .audiences import MINE, audience_set
from .log import NOTHING, Text
from .packet import DEFAULT_AUDIENCE
from .schema import lookup
from .step import Step, add_row
from .times import micros

INSERT_SOURCE = """
INSERT INTO source (n, kind, author, author_name, audience, occurred_at, locator, lookup, body,
    title, start, cleaner)
VALUES (:n, :kind, :author, :author_name, :audience, :occurred_at, :locator, :lookup, :body,
    :title, :start, :cleaner)
"""


def add_source(step: Step) -> None:
    """`add_source`: a message, document or reason that rows may rest on.

    Of one that was forgotten the place stays, without its words.
    """
    kept = step.id not in step.gone
    audience = step.words("audience", DEFAULT_AUDIENCE)
    shown_to = audience_set(step.db, [(audience, step.text("audience") or MINE)])
    values = {
        "n": add_row(step, "source", audience=shown_to),
        "kind": step.op["kind"],
        "author": step.op["author"],
        "author_name": step.text("author_name") if kept else None,
        "audience": step.text("audience"),
        "occurred_at": step.op.get("occurred_at"),
        "locator": step.text("locator"),
        "lookup": lookup(step.words("locator") if kept else ""),
        "body": step.text("text") if kept else None,
        "title": step.text("title") if kept else None,
        "start": step.op.get("start"),
        "cleaner": step.op.get("cleaner"),
    }
    step.db.execute(INSERT_SOURCE, values)
    step.out.rows.append(step.id)


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of an operation, with what the fold needs of its source."""

    source: int
    said_at: int
    locator: str
    audience: str
    audience_n: int
    quote: Text
    start: int | None
    flags: tuple[str, ...]
    kept: bool = True


CITED = """
SELECT s.n, s.occurred_at, p.at, t.body, l.body, s.audience, a.body
FROM brain_row AS r JOIN source AS s ON s.n = r.n JOIN packet AS p ON p.seq = r.packet
JOIN text AS l ON l.n = s.locator
LEFT JOIN text AS t ON t.n = s.body LEFT JOIN text AS a ON a.n = s.audience
WHERE r.id = :id
"""


def cited(step: Step) -> list[Cited]:
    """The citations of an operation whose sources are there, in order."""
    found = []
    for citation in step.op["citations"]:
        for row in step.db.execute(CITED, {"id": citation["source"]}).fetchall():
            source, occurred_at, at, body, locator, audience_n, audience = row
            kept = citation["source"] not in step.gone
            quote: Text = citation.get("quote", NOTHING) if kept else NOTHING
            start = evidence.place(quote.words or "", body or "", citation.get("start"))
            found.append(
                Cited(
                    source=source,
                    said_at=micros(occurred_at) if occurred_at else at,
                    locator=locator or "",
                    audience=audience or DEFAULT_AUDIENCE,
                    audience_n=audience_n or MINE,
                    quote=quote,
                    start=start,
                    flags=tuple(sorted(citation.get("flags", ()))),
                    kept=kept,
                )
            )
    return found


INSERT_CITATION = """
INSERT INTO citation (row, no, source, quote, start, flags)
VALUES (:row, :no, :source, :quote, :start, :flags)
"""


def cite(step: Step, n: int, citations: Iterable[Cited]) -> None:
    """Note what row `n` rests on."""
    for no, each in enumerate(citations):
        values = {
            "row": n,
            "no": no,
            "source": each.source,
            "quote": each.quote.n,
            "start": each.start,
            "flags": " ".join(each.flags),
        }
        step.db.execute(INSERT_CITATION, values)


def shown_to(step: Step, citations: Iterable[Cited]) -> int | None:
    """The audience of a row with these citations."""
    return audience_set(step.db, [(each.audience, each.audience_n) for each in citations])


def said_at(step: Step, citations: list[Cited]) -> int:
    """When the first source of a row spoke that was not forgotten; else the packet's time."""
    first = next((each for each in citations if each.kept), None)
    return first.said_at if first else micros(step.entry.at)
