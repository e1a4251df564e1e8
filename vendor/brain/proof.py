"""Before it is shown: everything that a row says, compared with the packet that brought it.

The tables are made from the log, and a damaged page can change them so that SQLite does not
notice. So a thing that was read is proved by its packet: the packet by the hash that follows from
the entry before it, its texts by their salted hashes, the row's id by packet and operation, and
then each word, author, time and quote by what the operation says. A fact's states are derived
again from its claims. What cannot be proved is not shown.

Not proved here, but by `check`: that nothing is missing, and descriptions, types and links.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ..text import ids
from . import claims, facts, keys, log, proof_hits
from .log import Entry, Text
from .model import Citation, Claim, Fact, Record, Revision, RowHit, Settlement, Source
from .packet import DEFAULT_AUDIENCE
from .policy import parse

Thing = TypeVar("Thing")


class Changed(Exception):
    """What was read is not what was written; the sentence names it and holds no word of it."""


def sound(db: sqlite3.Connection, found: Iterable[Thing]) -> tuple[list[Thing], str]:
    """Those that can be proved, and what is wrong with the first that cannot; "" for nothing."""
    prover, kept, wrong = Prover(db), [], ""
    shown = list(found)
    hits = [each for each in shown if isinstance(each, RowHit)]
    quickly = {hits[n].id for n in proof_hits.proved(db, hits)} if hits else set()
    for each in shown:
        try:
            if not isinstance(each, RowHit) or each.id not in quickly:
                prover.prove(each)
            kept.append(each)
        except Changed as changed:
            wrong = wrong or str(changed)
    return kept, wrong


ENTRY = """
SELECT r.op, p.seq, p.first_text, p.body, p.hash, q.hash FROM brain_row AS r
JOIN packet AS p ON p.seq = r.packet LEFT JOIN packet AS q ON q.seq = p.seq - 1 WHERE r.id = :id
"""
AT = """
SELECT p.seq, p.first_text, p.body, p.hash, q.hash FROM packet AS p
LEFT JOIN packet AS q ON q.seq = p.seq - 1 WHERE p.seq = :seq
"""
KEY = "SELECT name, packet FROM fact_key WHERE k = :k"
# A hit shows one claim of its fact: which one is found by what it shows, and then proved.
SHOWN_CLAIM = """
SELECT r.id FROM fact_key AS f JOIN claim AS c ON c.k = f.k JOIN brain_row AS r ON r.n = c.n
JOIN text AS s ON s.n = c.statement WHERE f.root = :root AND s.body = :text ORDER BY c.n
"""

# Without a look at their texts, which may be gone.
COUNTS = """
SELECT (SELECT count(*) FROM fact_key AS f JOIN claim AS c ON c.k = f.k WHERE f.root = :root),
    (SELECT count(*) FROM fact_key WHERE root = :root AND k <> :root)
"""
REVISIONS = """
SELECT v.id FROM brain_row AS r JOIN revision AS w ON w.record = r.n
JOIN brain_row AS v ON v.n = w.n WHERE r.id = :id ORDER BY w.no
"""


class Prover:
    """Proves what was read in one snapshot; an entry that was proved once is not read again."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._entries: dict[int, Entry] = {}
        self._sources: set[str] = set()

    def prove(self, shown: object) -> None:
        """Compare one thing with the log.

        Raises:
            Changed: a word, author, time or state is not the one that follows from the log.
        """
        match shown:
            case Fact():
                self._fact(shown)
            case Record():
                self._record(shown)
            case Source():
                self._source(shown)
            case RowHit():
                self._hit(shown)

    def _operation(self, ident: str) -> tuple[Entry, Mapping[str, Any]]:
        rows = self._db.execute(ENTRY, {"id": ident}).fetchall()
        if not rows:
            raise Changed(f"the row {ident} is not there")
        number, *of_entry = rows[0]
        entry = self._entry(*of_entry)
        if number >= len(entry.ops) or ids.row_id(entry.id, number) != ident:
            raise Changed(f"the row {ident} is not the one that its packet names")
        return entry, entry.ops[number]

    def _entry(
        self, seq: int, first_text: int, body: str, digest: bytes, before: bytes | None
    ) -> Entry:
        if seq not in self._entries:
            if log.chained(before or log.GENESIS, body) != digest:
                raise Changed(f"entry {seq} of the log was changed")
            self._entries[seq] = log.entry(self._db, seq, first_text, body)
        return self._entries[seq]

    # --- one kind of thing each ---

    def _hit(self, hit: RowHit) -> None:
        if hit.kind != "fact":
            self._record_hit(hit)
            return
        found = keys.find(self._db, hit.id)
        values = {"root": found[1] if found else None, "text": hit.text}
        rows = self._db.execute(SHOWN_CLAIM, values).fetchall()
        for (ident,) in rows:
            _, op = self._operation(ident)
            quote = _words(op["citations"][0].get("quote", ""), ident)
            title = _words(op.get("title", ""), ident) or hit.id
            if (_words(op["statement"], ident), title) == (hit.text, hit.title) and (
                hit.quote in (quote, "")
            ):
                return
        raise Changed(f"the words of the fact {hit.id} are not those of any of its claims")

    def _record_hit(self, hit: RowHit) -> None:
        rows = self._db.execute(REVISIONS, {"id": hit.id}).fetchall()
        title = body = quote = kind = ""
        for (ident,) in rows:
            _, op = self._operation(ident)
            title = _words(op.get("title", ""), ident) or title
            body = _words(op.get("body", ""), ident) or body
            quote = _words(op["citations"][0].get("quote", ""), ident)
            kind = kind or op.get("kind", "")
        _same(
            hit.id,
            (hit.kind, hit.title, hit.text) == (kind, title, body),
            hit.quote in (quote, ""),
        )

    def _fact(self, fact: Fact) -> None:
        root = self._key(fact.key)
        for claim in fact.claims:
            self._claim(claim)
        if fact.settled:
            self._settlement(fact.settled)
        self._states(fact, root)

    def _key(self, name: str) -> int:
        found = keys.find(self._db, name)
        if found is None:
            raise Changed(f"the key {name} is not there")
        n, seq = self._db.execute(KEY, {"k": found[1]}).fetchall()[0]
        rows = self._db.execute(AT, {"seq": seq}).fetchall()
        entry = self._entry(*rows[0]) if rows else None
        if entry is None or Text(n, name) not in _texts(entry.ops):
            raise Changed(f"the key {name} is not the one that was written")
        return found[1]

    def _claim(self, claim: Claim) -> None:
        entry, op = self._operation(claim.id)
        _same(
            claim.id,
            op["op"] == "claim",
            claim.key == _words(op["key"], claim.id),
            claim.value == _words(op["value"], claim.id),
            claim.statement == _words(op["statement"], claim.id),
            claim.title == _words(op.get("title", ""), claim.id),
            claim.as_of == op.get("as_of", ""),
            claim.as_read == op.get("as_read", False),
            (claim.agent, claim.at) == (entry.agent, entry.at),
        )
        self._citations(claim.id, claim.citations, op)

    def _settlement(self, settled: Settlement) -> None:
        entry, op = self._operation(settled.id)
        others = tuple((_words(o["value"], settled.id), o["was"]) for o in op.get("others", ()))
        _same(
            settled.id,
            op["op"] == "settle",
            settled.value == _words(op["value"], settled.id),
            settled.others == others,
            settled.since == op.get("since", ""),
            (settled.agent, settled.via) == (entry.agent, entry.via),
            (settled.at, settled.packet) == (entry.at, entry.id),
        )
        self._citations(settled.id, settled.citations, op)

    def _record(self, record: Record) -> None:
        title = body = state = ""
        for revision in record.revisions:
            entry, op = self._operation(revision.id)
            title = _words(op.get("title", ""), revision.id) or title
            body = _words(op.get("body", ""), revision.id) or body
            state = op.get("state") or state or ("open" if op.get("kind") == "work" else "")
            self._revision(revision, entry, op, (title, body, state))
        last = record.revisions[-1]
        _, first = self._operation(record.id)
        tags = {_words(tag, record.id) for tag in first.get("tags", ())}
        _same(
            record.id,
            first["op"] == "add_record",
            record.kind == first.get("kind"),
            (record.title, record.body, record.state) == (last.title, last.body, last.state),
            set(record.tags) == tags - {""},
            record.as_of == first.get("as_of", ""),
        )

    def _revision(
        self, shown: Revision, entry: Entry, op: Mapping[str, Any], says: tuple[str, str, str]
    ) -> None:
        _same(
            shown.id,
            op["op"] in ("add_record", "revise_record"),
            (shown.title, shown.body, shown.state) == says,
            (shown.agent, shown.at) == (entry.agent, entry.at),
        )
        self._citations(shown.id, shown.citations, op)

    def _source(self, source: Source) -> None:
        if source.id in self._sources:
            return
        entry, op = self._operation(source.id)
        found = {name: _words(op.get(name, ""), source.id) for name in _SOURCE_TEXTS}
        if source.forgotten:
            found = dict.fromkeys(found, "") | {"audience": source.audience}
        _same(
            source.id,
            op["op"] == "add_source",
            (source.kind, source.author) == (op["kind"], op["author"]),
            source.author_name == found["author_name"],
            source.audience == (found["audience"] or DEFAULT_AUDIENCE),
            (source.locator, source.text) == (found["locator"], found["text"]),
            source.title == found["title"],
            source.occurred_at == op.get("occurred_at", ""),
            (source.start, source.cleaner) == (op.get("start", 0), op.get("cleaner", 0)),
            (source.agent, source.at) == (entry.agent, entry.at),
        )
        self._sources.add(source.id)

    def _citations(self, ident: str, shown: Sequence[Citation], op: Mapping[str, Any]) -> None:
        gone = {each.source.id for each in shown if each.source.forgotten}
        written = [
            (
                each["source"],
                "" if each["source"] in gone else _words(each.get("quote", ""), ident),
                tuple(sorted(each.get("flags", ()))),
            )
            for each in op["citations"]
        ]
        read = [(each.source.id, each.quote, each.flags) for each in shown]
        _same(ident, sorted(written) == sorted(read))
        for citation in shown:
            self._source(citation.source)

    def _states(self, fact: Fact, root: int) -> None:
        """That they follow from claims and settlements; of a fact shown in part they just did."""
        rows = claims.told(self._db, {root}).get(root, [])
        counts = self._db.execute(COUNTS, {"root": root}).fetchall()
        named = counts[0][1] if fact.in_part else len(fact.aliases)
        _same(fact.key, counts == [(len(rows), named)])
        if fact.in_part:
            return
        said = [each for each, _, _ in rows]
        policy = parse(claims.policy_text(self._db))
        ended = claims.ended(self._db, {root}).get(root, [])
        derived = facts.derive([*said, *ended], changing=policy.changes(fact.key))
        states = [derived.states[each.n] for each in said]
        value = next((value for each, value, _ in rows if each.n == derived.stands), None)
        _same(
            fact.key,
            [claim.state for claim in fact.claims] == states,
            (fact.disputed, fact.value) == (derived.disputed, value),
            (fact.settled is None) == (derived.settled is None),
        )


_SOURCE_TEXTS: Final = ("author_name", "audience", "locator", "text", "title")


def _same(ident: str, *alike: bool) -> None:
    if not all(alike):
        raise Changed(f"what is shown of {ident} is not what was written")


def _words(value: Any, ident: str) -> str:
    """The words of a text; "" where it was forgotten or is not given."""
    if not isinstance(value, Text):
        return str(value)
    if value.n is None:
        raise Changed(f"a text of {ident} is not the one that was written")
    return value.words or ""


def _texts(value: Any) -> list[Text]:
    if isinstance(value, Text):
        return [value]
    members = value.values() if isinstance(value, dict) else value
    nested = isinstance(value, dict | list | tuple)
    return [text for member in members for text in _texts(member)] if nested else []
