"""Bring an index to a list of private projects that may have changed (private.py).

What was said in a project that became private leaves; one that is so no longer is read again.
"""

import json
import sqlite3
from collections.abc import Callable
from hashlib import blake2b

from .. import dbfile
from . import meta, stored
from .private import REASON, Private
from .stored import Change, fetch

PROJECTS = "SELECT DISTINCT project FROM session WHERE project <> ''"
INSIDE = """
SELECT s.n, u.expired, u.skipped, (SELECT count(*) FROM message WHERE session = s.n)
FROM session AS s JOIN unit AS u ON u.n = s.n WHERE s.project = :project
"""
COUNTED = "UPDATE unit SET skipped = :skipped WHERE n = :n"
AGAIN = """
UPDATE unit SET mark = ''
WHERE expired = 0 AND n IN (SELECT n FROM session WHERE project = :project)
"""
KEPT_OUT = "UPDATE unit SET mark = '' WHERE expired = 0 AND instr(skipped, :reason) > 0"


def follow(
    db: sqlite3.Connection,
    private: Private,
    *,
    pulse: Callable[[], None],
    note: Callable[[Change], None],
) -> None:
    """Bring the index to a list of projects that may have changed.

    Args:
        db: the index.
        private: the list of today.
        pulse: called between transactions; what it raises ends this, and the next call goes on.
        note: told of each removal, inside its transaction.
    """
    value = _digest(private)
    if meta.noted(db, "private") == value:
        return
    projects = [project for (project,) in fetch(db, PROJECTS)]
    for project in projects:
        if private.holds(project):
            for row in fetch(db, INSIDE, {"project": project}):
                pulse()
                _take_out(db, *row, note=note)
    with dbfile.transaction(db):
        db.execute(KEPT_OUT, {"reason": json.dumps(REASON)}).close()
        for project in projects:
            # A project may be the root of a repository, and the session have begun further down.
            if private.may_lie_below(project):
                db.execute(AGAIN, {"project": project}).close()
        meta.note(db, "private", value)


def _take_out(
    db: sqlite3.Connection,
    n: int,
    expired: int,
    skipped: str,
    messages: int,
    *,
    note: Callable[[Change], None],
) -> None:
    change = Change()
    counted = json.dumps(json.loads(skipped) | {REASON: messages}, sort_keys=True)
    with dbfile.transaction(db):
        if expired:
            stored.drop_units(db, [n], change)
        else:
            stored.drop_session(db, n, change)
            db.execute(COUNTED, {"n": n, "skipped": counted}).close()
        note(change)


def _digest(private: Private) -> str:
    if not private.folders:
        return ""
    return blake2b("\0".join(sorted(private.folders)).encode(), digest_size=8).hexdigest()
