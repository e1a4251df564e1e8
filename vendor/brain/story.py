"""The story of a fact: what was claimed, supported, disputed and settled; by whom, in which words.

Told from the tables alone, in the order in which it happened. What a claim was when it came is
worked out from what stood before it, as facts.py does.
"""

import sqlite3
from dataclasses import dataclass

from ..text.fold import normal_value
from . import claims, facts, read_facts
from .model import Fact, Settlement
from .policy import parse
from .times import iso

FIRST = "the first value"
SUPPORTS = "support"
DISPUTES = "disputes it"
REOPENS = "opens it again"
FILED = "filed under the settlement"
ONE_MORE = "one more value of the dispute"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `what`: claimed, settled, undone, withdrawn or folded.

    effect: what it came to then. value: which value it is about. by: the agent. via: the road.
    """

    at: str
    what: str
    value: str
    effect: str
    by: str
    via: str
    quote: str = ""
    locator: str = ""


PACKET = """
SELECT p.at, json_extract(p.body, '$.agent'), json_extract(p.body, '$.via') FROM packet AS p
WHERE p.seq = :seq
"""
OF_CLAIMS = """
SELECT r.id, r.packet, r.withdrawn FROM fact_key AS f JOIN claim AS c ON c.k = f.k
JOIN brain_row AS r ON r.n = c.n WHERE f.root = :root
"""
OF_SETTLEMENTS = """
SELECT s.n, s.said_at, r.packet, s.undone FROM fact_key AS f JOIN settlement AS s ON s.k = f.k
JOIN brain_row AS r ON r.n = s.n WHERE f.root = :root ORDER BY s.n
"""
OF_ALIASES = """
SELECT t.body, u.body, a.packet, a.undone FROM alias AS a
JOIN fact_key AS f ON f.k = a.k JOIN fact_key AS g ON g.k = a.to_k
JOIN text AS t ON t.n = f.name JOIN text AS u ON u.n = g.name
WHERE f.root = :root OR g.root = :root
"""


def story(db: sqlite3.Connection, root: int) -> list[Event]:
    """Everything that happened to a fact, oldest first."""
    fact = read_facts.fact(db, root)
    if fact is None:
        return []
    events = [*_claimed(db, fact, root), *_settled(db, root), *_folded(db, root)]
    return sorted(events, key=lambda each: each.at)


def _packet(db: sqlite3.Connection, seq: int) -> tuple[str, str, str]:
    at, agent, via = db.execute(PACKET, {"seq": seq}).fetchall()[0]
    return iso(at), agent, via


def _claimed(db: sqlite3.Connection, fact: Fact, root: int) -> list[Event]:
    rows = {ident: rest for ident, *rest in db.execute(OF_CLAIMS, {"root": root}).fetchall()}
    said = {each.n: each for each, _, _ in claims.told(db, {root}).get(root, [])}
    ended = _ended(db, root)
    changing = parse(claims.policy_text(db)).changes(fact.key)
    order = sorted(said)
    told: list[Event] = []
    for n, claim in zip(order, fact.claims, strict=True):
        before = [said[other] for other in order if other < n]
        seq, withdrawn = rows[claim.id]
        at, by, via = _packet(db, seq)
        ends = [each for each, undone in ended if each.n < n and (not undone or undone > at)]
        stood = facts.derive([*before, *ends], changing=changing)
        now = facts.derive([*before, *ends, _standing(said[n])], changing=changing)
        told.append(
            Event(
                at=at,
                what="claimed",
                value=claim.value,
                effect=_effect(stood, now, said[n].value, n),
                by=by,
                via=via,
                quote=claim.quote,
                locator=claim.source.locator,
            )
        )
        if withdrawn is not None:
            at, by, via = _packet(db, withdrawn)
            told.append(Event(at, "withdrawn", claim.value, "stands no more", by, via))
    return told


def _ended(db: sqlite3.Connection, root: int) -> list[tuple[facts.Ended, str]]:
    """Every settlement, and when it was undone, "" where it was not."""
    found = []
    for n, said_at, _, undone in db.execute(OF_SETTLEMENTS, {"root": root}).fetchall():
        settlement = read_facts.settlement(db, n)
        others = {normal_value(value): was for value, was in settlement.others}
        each = facts.Ended(n, normal_value(settlement.value), others, said_at)
        found.append((each, _packet(db, undone)[0] if undone is not None else ""))
    return found


def _standing(said: facts.Said) -> facts.Said:
    """As it came: whether it was withdrawn later is another event."""
    return facts.Said(said.n, said.value, said.said_at, said.principal)


def _effect(stood: facts.Standing, now: facts.Standing, value: str, n: int) -> str:
    if not stood.live:
        return FIRST
    if now.states[n] != facts.LIVE:
        return FILED
    if value in {stood.values[other] for other in stood.live}:
        return SUPPORTS
    if not now.disputed:
        return "current from then on"
    if stood.disputed:
        return ONE_MORE
    return REOPENS if stood.settled else DISPUTES


def _settled(db: sqlite3.Connection, root: int) -> list[Event]:
    told = []
    for n, _, seq, undone in db.execute(OF_SETTLEMENTS, {"root": root}).fetchall():
        settlement = read_facts.settlement(db, n)
        at, by, via = _packet(db, seq)
        source = settlement.source
        told.append(
            Event(
                at=at,
                what="settled",
                value=settlement.value,
                effect=_others(settlement),
                by=by,
                via=via,
                quote=settlement.quote,
                locator=source.locator if source else "",
            )
        )
        if undone is not None:
            at, by, via = _packet(db, undone)
            told.append(
                Event(at, "undone", settlement.value, "the settlement counts no more", by, via)
            )
    return told


def _others(settlement: Settlement) -> str:
    words = {"changed": "changed since", "wrong": "was wrong"}
    told = [f"{value} {words[was]}" for value, was in settlement.others]
    return f"it stands; {', '.join(told)}" if told else "it stands"


def _folded(db: sqlite3.Connection, root: int) -> list[Event]:
    told = []
    for key, to, seq, undone in db.execute(OF_ALIASES, {"root": root}).fetchall():
        at, by, via = _packet(db, seq)
        told.append(Event(at, "folded", key or "", f"is one fact with {to or ''}", by, via))
        if undone is not None:
            at, by, via = _packet(db, undone)
            told.append(Event(at, "undone", key or "", "is a fact of its own again", by, via))
    return told
