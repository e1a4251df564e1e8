"""Projects that the person keeps to themselves (`private_projects`): nothing said there is held.

    refresh --> follow()   a project that became private leaves, with its bytes; one that is so no
                           longer is read again
            --> without()  of a session in such a project only the number of its messages is held
    recall  --> holds()    whether a row may be shown, until the next refresh has taken it out

A session belongs to the folder in which it was begun. Paths are compared as the history has them:
letter for letter, links not followed; a configured path counts as it is written and as what it
leads to.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from hashlib import blake2b
from pathlib import PurePath

from .. import dbfile
from . import meta, stored
from .record import Reading
from .stored import Change, fetch

REASON = "private project"  # for `skipped`
GLOB = frozenset("*?[")

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


@dataclass(frozen=True, slots=True)
class Private:
    """The folders, normalised, that are private with all below them; some may be patterns."""

    folders: tuple[str, ...] = ()

    @classmethod
    def of(cls, paths: Iterable[str]) -> "Private":
        """From absolute paths as a person writes them; `*` and `?` stand for any letters."""
        found: dict[str, None] = {}
        for path in paths:
            found[_normal(path)] = None
            if not GLOB & set(path):
                found[os.path.realpath(path)] = None
        return cls(tuple(found))

    def holds(self, *folders: str) -> bool:
        """Whether one of these folders is private, or lies in one that is."""
        return any(self._holds(_normal(folder)) for folder in folders if folder)

    def _holds(self, folder: str) -> bool:
        path = PurePath(folder)
        above = [folder, *map(str, path.parents)]
        return any(
            private in above
            or (GLOB & set(private) and any(fnmatchcase(a, private) for a in above))
            for private in self.folders
        )

    def may_lie_below(self, folder: str) -> bool:
        """Whether a private folder may lie inside this one."""
        inside = _normal(folder).rstrip(os.sep) + os.sep
        return any(GLOB & set(private) or private.startswith(inside) for private in self.folders)

    def without(self, reading: Reading) -> Reading:
        """The reading as it may be kept."""
        session = reading.session
        if session is None or not self.holds(session.project, session.folder):
            return reading
        skipped = {**reading.skipped, REASON: len(reading.messages)}
        return replace(reading, session=None, messages=(), skipped=skipped)


NOTHING = Private()


def _normal(path: str) -> str:
    # Two slashes at the beginning mean something to POSIX, and nothing to a person.
    return (
        os.path.normpath(path).replace("//", "/", 1)
        if path.startswith("//")
        else (os.path.normpath(path))
    )


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
