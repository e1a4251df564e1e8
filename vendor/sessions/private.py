"""Projects that the person keeps to themselves (`private_projects`): nothing said there is held.

    refresh --> made_private.follow()   a project that became private leaves, with its bytes; one
                                        that is so no longer is read again
            --> without()  of a session in such a project only the number of its messages is held
    recall  --> holds()    whether a row may be shown, until the next refresh has taken it out

A session belongs to the folder in which it was begun. Paths are compared as the history has them:
letter for letter, links not followed; a configured path counts as it is written and as what it
leads to.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import PurePath

from .record import Reading

REASON = "private project"  # for `skipped`
GLOB = frozenset("*?[")


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
