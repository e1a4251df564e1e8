"""Follow the rules of what is kept and how it is found, when these have changed since.

Words are indexed anew beside the present search (fts.py). Stored texts are held against a newer
detector of credentials, and everything is read again where what is kept may differ. Both go in
small transactions, so that an end at any point leaves the rest for the next refresh.
"""

import json
import sqlite3
from collections.abc import Callable
from typing import Final

from .. import dbfile
from . import admit, fts, meta, schema, stored
from .stored import Change, Stored, fetch

STEP: Final = 500  # rows that are looked at in one transaction

META = "SELECT name, value FROM meta WHERE name IN (SELECT value FROM json_each(:names))"
DONE = "DELETE FROM meta WHERE name = 'rescanned'"
TITLES = "SELECT n, title FROM session WHERE title <> ''"
UNTITLE = "UPDATE session SET title = '' WHERE n = :n"
ROWS = "SELECT n, seq, role, at, text, twin FROM message WHERE n > :after ORDER BY n LIMIT :step"


def follow(db: sqlite3.Connection) -> None:
    """Note what the present rules ask for; `finish` does what takes long."""
    current = schema.rules()
    before = dict(fetch(db, META, {"names": json.dumps(list(current))}))
    anew = bool(before) and (before["words"] != current["words"] or fts.is_old(db))
    changed = {name for name, value in current.items() if before.get(name) != value}
    if not changed and not anew:
        return
    with dbfile.transaction(db):
        if anew:
            fts.begin(db)
        if before and changed - {"words"}:
            db.execute("UPDATE unit SET mark = ''").close()
            db.execute("UPDATE agent SET cursor = ''").close()
        if before and "secrets" in changed:
            meta.note(db, "rescanned", "0")
        for name, value in current.items():
            meta.note(db, name, value)


def finish(
    db: sqlite3.Connection, *, pulse: Callable[[], None], removed: Callable[[Change], None]
) -> None:
    """What `follow` has noted. `removed` is told of each step, inside its transaction."""
    while after := meta.noted(db, "rescanned"):
        with dbfile.transaction(db):
            removed(_rescan(db, int(after)))
        pulse()
    fts.build(db, pulse)


def _rescan(db: sqlite3.Connection, after: int) -> Change:
    """Take out of some rows those that hold a credential after all."""
    change = Change()
    if not after:
        _rescan_titles(db, change)
    rows = [Stored(*values) for values in fetch(db, ROWS, {"after": after, "step": STEP})]
    for row in rows:
        if admit.credential(row.text):
            fts.take(db, row.n, row.role, row.text)
            stored.discard(db, row.n)
            change.removed += 1
    if rows:
        meta.note(db, "rescanned", str(rows[-1].n))
    else:
        db.execute(DONE).close()
    return change


def _rescan_titles(db: sqlite3.Connection, change: Change) -> None:
    """A session that exists only here is not read again, and keeps the title it has."""
    for n, title in fetch(db, TITLES):
        if admit.credential(title):
            db.execute(UNTITLE, {"n": n}).close()
            change.reworded += 1
