"""Rules about what a packet points at: rows, keys, links, settlements, earlier packets.

Each of them reads the tables and says what would pass.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, NoReturn

from ..text.fold import normal_value
from . import keys, links, log, redact
from .errors import PacketRefused
from .grammar import LINEAGE, RECORD_KINDS
from .view import View

UNDOABLE = frozenset({"settle", "alias_key", "share_key", "withdraw", "link"})


def check_targets(view: View) -> None:
    """What is revised, withdrawn or described is there. Code `reference`."""
    for number, op in view.ops("revise_record"):
        found = view.row(op["record"], number)
        if found is None or found[0] not in RECORD_KINDS:
            _no(f"there is no record {op['record']}; give the full id of one")
        if found[1]:
            _no(f"the record {op['record']} was withdrawn; add a new one")
        if op.get("state") and found[0] != "work":
            _no("only a record of kind work has a `state`")
    for number, op in view.ops("withdraw"):
        found = view.row(op["target"], number)
        if found is None or found[0] not in (*RECORD_KINDS, "claim"):
            _no(f"there is no claim or record {op['target']}; give the full id of one")
        if found[1]:
            _no(f"{op['target']} was withdrawn already")


def check_settlements(view: View) -> None:
    """A settlement names what is disputed, and says of each other value what it was. `settle`."""
    for number, op in view.ops("settle"):
        values = _live_values(view, number, op)
        named = {normal_value(other["value"]) for other in op["others"]}
        stands = normal_value(op["value"])
        if len(values) < 2:
            _refuse("settle", f"not settled: {op['key']} is not disputed; nothing is to be settled")
        shown = ", ".join(f"«{value}»" for value in values.values())
        if stands not in values or stands in named:
            _refuse(
                "settle",
                f"not settled: `value` must be one of the values that stand now ({shown})",
            )
        if named != set(values) - {stands}:
            _refuse(
                "settle",
                f"not settled: `others` must name each other value that stands now ({shown}) and "
                "say for each whether it changed or was wrong",
            )
        _check_own_answer(view, number, op)


LIVE_VALUES = """
SELECT v.body FROM fact_key AS f JOIN claim AS c ON c.k = f.k JOIN text AS v ON v.n = c.value
WHERE f.root = :root AND c.state = 'live' ORDER BY c.n
"""


def _live_values(view: View, number: int, op: Mapping[str, Any]) -> dict[str, str]:
    """The values that stand for a key now, by normal form, as first stated."""
    key = keys.find(view.db, op["key"])
    rows = view.db.execute(LIVE_VALUES, {"root": key[1] if key else 0}).fetchall()
    here = [o["value"] for no, o in view.ops("claim") if no < number and o["key"] == op["key"]]
    values: dict[str, str] = {}
    for value in [row[0] or "" for row in rows] + here:
        values.setdefault(normal_value(value), value)
    return values


def _check_own_answer(view: View, number: int, op: Mapping[str, Any]) -> None:
    """Anyone but a person settles only on the principal's own answer, the whole message."""
    agent = view.policy.agents.get(view.packet.agent)
    if agent is None or agent.kind == "person":
        return
    for citation in op["citations"]:
        source = view.source(citation["source"], number)
        if source is None or source.author != "principal" or source.kind != "message":
            continue
        if citation.get("quote", "").strip() == source.text.strip() != "":
            return
    _refuse(
        "settle",
        "not settled: settling in a conversation needs the principal's own answer, quoted as the "
        "whole message. Otherwise a person settles it: hermes agent-si settle KEY",
    )


def check_aliases(view: View) -> None:
    """Two keys that are made one are both known and not one already. Code `reference`."""
    for number, op in view.ops("alias_key"):
        for name in (op["key"], op["to"]):
            if not view.key(name, number):
                _no(f"there is no key {name}")
        one, other = keys.find(view.db, op["key"]), keys.find(view.db, op["to"])
        if op["key"] == op["to"] or (one and other and one[1] == other[1]):
            _no(f"{op['key']} and {op['to']} are one key already")
        if one and one[0] != one[1]:
            _no(f"{op['key']} is folded into {keys.name(view.db, one[1])}; undo that first")


def check_undo(view: View) -> None:
    """An undone packet is in the log and holds nothing that cannot be undone. `reference`."""
    for _, op in view.ops("undo"):
        target = log.find(view.db, op["packet"])
        if target is None or log.is_waiting(view.db, target.seq):
            _no(f"there is no packet {op['packet']} in force")
        names = {each["op"] for each in target.ops} - {"add_source"}
        if not names or names - UNDOABLE:
            _no(
                f"{', '.join(sorted(names or {'add_source'}))} has no undo; a claim or record is "
                "withdrawn, a text is forgotten"
            )


def check_redactions(view: View) -> None:
    """What is to be forgotten is in the log, and nothing goes that is not named. `reference`.

    All that a packet names is judged together: what rests on each other may stand in two of its
    operations. Nothing else may, for it could rest on what goes.
    """
    targets = [ident for _, op in view.ops("redact") for ident in op["targets"]]
    if not targets:
        return
    others = sorted({op["op"] for _, op in view.ops()} - {"redact"})
    if others:
        _no(f"a packet that forgets does nothing else; put {others[0]} into one of its own")
    gone, unknown = redact.gone_of(view.db, targets)
    if unknown:
        _no(f"there is no row {unknown[0]}; give the full ids of rows")
    for ident in targets:
        name = redact.operation(view.db, ident)
        if name in redact.STAYS:
            _no(f"{ident} is an {name}, which is not forgotten")
    more = sorted(redact.closure(view.db, gone, orphans=False) - {*targets})
    if more:
        _no(
            f"{len(more)} more would go with it, which rests on nothing else; name that, too: "
            + ", ".join(more[:5])
        )


EDGES = """
SELECT coalesce('r' || to_row, 'k' || to_k) FROM link
WHERE removed IS NULL AND relation = :relation AND from_row IS :row AND from_k IS :k
"""


def check_links(view: View) -> None:
    """Both ends are there; what says where a thing came from runs in no circle. Code `link`."""
    added: dict[str, set[tuple[str, str]]] = {}
    for number, op in view.ops("link"):
        start, end = (_end(view, op[name], number) for name in ("from", "to"))
        edges = added.setdefault(op["relation"], set())
        if op["relation"] in LINEAGE and _reaches(view, op["relation"], edges, end, start):
            _refuse(
                "link",
                f"not linked: {op['to']} leads back to {op['from']} by {op['relation']}, and a "
                "circle says nothing; remove one of those links first",
            )
        edges.add((start, end))
    for number, op in view.ops("unlink"):
        start, end = (_end(view, op[name], number) for name in ("from", "to"))
        if end not in _next(view.db, op["relation"], start):
            _refuse("link", f"not unlinked: there is no such link {op['relation']}")


def _end(view: View, name: str, number: int) -> str:
    row, k = links.end_of(view.db, name)
    if row is not None:
        return f"r{row}"
    if k is not None:
        return f"k{k}"
    if view.row(name, number) is None and not view.key(name, number):
        _refuse("link", f"not linked: {name} is no row and no key; give a full id or a key")
    return name


def _reaches(view: View, relation: str, added: set[tuple[str, str]], start: str, goal: str) -> bool:
    """Whether `goal` can be reached from `start` over live links and those of this packet."""
    seen, ahead = set(), [start]
    while ahead:
        place = ahead.pop()
        if place == goal:
            return True
        if place not in seen:
            seen.add(place)
            ahead += _next(view.db, relation, place)
            ahead += [to for origin, to in added if origin == place]
    return False


def _next(db: sqlite3.Connection, relation: str, place: str) -> list[str]:
    number = int(place[1:]) if place[1:].isdecimal() else None
    row, k = (number, None) if place[0] == "r" else (None, number)
    if number is None:
        return []
    values = {"relation": relation, "row": row, "k": k}
    return [to for (to,) in db.execute(EDGES, values).fetchall()]


def _no(message: str) -> NoReturn:
    _refuse("reference", f"not written: {message}")


def _refuse(code: str, message: str) -> NoReturn:
    raise PacketRefused(code, message)
