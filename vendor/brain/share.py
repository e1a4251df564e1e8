"""Sharing a key: its claims may be shown to one more audience, by a person's act.

A row is shown to those who may see every source that it rests on. Where its key is shared, to
those, too, whom it is shared with: each of them alone is enough. That holds for the claims and
settlements of exactly this key, those to come among them; one that is folded into another key is
shared by its own name, so that folding two keys never widens what nobody shared.

    share_key --> a row of its own, linked `shared` to the key --> `widen` what stands under it
"""

import sqlite3
from typing import Any, Final, NoReturn

from ..text import lazy
from . import keys
from .audiences import MINE, SHARED, audience_set, shared, widen
from .claims import registered
from .errors import PacketRefused
from .step import Step, add_row
from .view import View

# A group or another person's direct chat, as the host names them; `mine` is the principal.
AUDIENCE: Final = lazy.regex(r"mine|(group|direct):[^\s:]+:\S(.*\S)?")

INSERT_LINK = """
INSERT INTO link (n, relation, from_row, from_k, to_row, to_k)
VALUES (:n, :relation, :n, NULL, NULL, :k)
"""


def share_key(step: Step) -> None:
    """`share_key`: what stands under the key is shown to one more audience."""
    name = step.words("key")
    # An import may bring a share before the claims that it shares.
    k, _ = registered(step, step.op["key"])
    audience = audience_set(step.db, [(step.words("audience"), step.text("audience") or MINE)])
    n = add_row(step, "share", audience=audience)
    step.db.execute(INSERT_LINK, {"n": n, "relation": SHARED, "k": k})
    widen(step.db, k)
    step.out.rows.append(name)


UNDO = """
UPDATE link SET removed = :by WHERE removed IS NULL AND relation = :relation
AND n IN (SELECT n FROM brain_row WHERE packet = :packet AND kind = 'share')
"""


def undo(step: Step, packet: int) -> None:
    """What a packet shared is shown to nobody by that any more."""
    step.db.execute(UNDO, {"by": step.entry.seq, "relation": SHARED, "packet": packet})
    known = keys.find(step.db, step.words("key"))
    if known is not None:
        widen(step.db, known[0])


def check_shares(view: View) -> None:
    """A key is shared by a person, is known, and with somebody who can be told. `share`."""
    for number, op in view.ops("share_key"):
        agent = view.policy.agents.get(view.packet.agent)
        if agent is None or agent.kind != "person":
            _refuse("only an agent of kind person may share a key")
        if not AUDIENCE.fullmatch(op["audience"]):
            _refuse(
                "`audience` is group:PLATFORM:CHAT, direct:PLATFORM:USER or mine, as "
                "hermes agent-si who lists them"
            )
        if not view.key(op["key"], number):
            _refuse(f"there is no key {op['key']}; hermes agent-si keys lists them")
        if op["audience"] in shared_with(view.db, op["key"]):
            _refuse(f"{op['key']} is shared with {op['audience']} already")


def shared_with(db: sqlite3.Connection, key: str) -> tuple[str, ...]:
    """The audiences that a key is shared with now."""
    known = keys.find(db, key)
    return tuple(sorted({name for name, _ in shared(db, known[0])})) if known else ()


def shares(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Every share in force: key, audience, id of its packet; oldest first."""
    rows: list[Any] = db.execute(SHARES, {"relation": SHARED}).fetchall()
    return [(key or "", audience or "mine", packet) for key, audience, packet in rows]


SHARES = """
SELECT k.body, a.body, json_extract(p.body, '$.id') FROM link AS l
JOIN brain_row AS r ON r.n = l.n JOIN packet AS p ON p.seq = r.packet
JOIN fact_key AS f ON f.k = l.to_k JOIN text AS k ON k.n = f.name
LEFT JOIN audience AS s ON s.a = r.audience LEFT JOIN text AS a ON a.n = s.name
WHERE l.relation = :relation AND l.removed IS NULL ORDER BY l.n
"""


def _refuse(message: str) -> NoReturn:
    raise PacketRefused("share", f"not shared: {message}")
