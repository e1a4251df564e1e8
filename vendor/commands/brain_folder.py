"""May the brain live in this folder? Asked before the choice is written, at every place of choice.

Only looked at: no folder is made. That one can be written to is tried with a file without a name.

    "~/notes/brain" --> look() --> Place(path, owner, notes), or ValueError in a sentence for people
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..brain.brain import FILE, Brain
from ..brain.policy import PolicyError
from ..recall import values
from ..recall.memory import UNUSABLE, said
from ..recall.settings import Settings

# Folders that a program copies to other machines while files in them are being written.
SYNCED = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "icloud drive",
    "mobile documents",
    "com~apple~clouddocs",
    "nextcloud",
    "owncloud",
    "pcloud drive",
    "megasync",
    "syncthing",
)
MARKS = (".stfolder", ".dropbox", ".dropbox.cache", ".owncloudsync.log", ".sync_folder")


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that can be used.

    `owner` is the principal of the brain that is there already, "" without one; `notes` are
    sentences that a person should read before the choice is made.
    """

    path: Path
    owner: str = ""
    notes: tuple[str, ...] = ()


def look(text: str, found: Settings, *, clock: Callable[[], datetime]) -> Place:
    """The folder that `text` names, looked at for the home of `found`.

    Raises:
        ValueError: the brain cannot be there; the sentence says why and what to do.
    """
    path = Path(os.path.normpath(values.folder(text)))
    real = path.resolve()
    _of_folders(path)
    _of_ours(real, found)
    _writable(path)
    owner, notes = _inside(path, clock)
    return Place(path, owner, (*notes, *_around(path, real, found)))


def default(found: Settings) -> Path:
    """Where the brain is while nobody has chosen a folder."""
    return found.folder / "brain"


def _of_folders(path: Path) -> None:
    for each in (path, *path.parents):
        if each.is_symlink() and not each.exists():
            raise ValueError(f"{each} is a link to nowhere; name a folder that is there")
        if each.is_dir():
            return
        if each.exists():
            raise ValueError(f"{each} is a file, not a directory; name the folder for {FILE}")


def _of_ours(real: Path, found: Settings) -> None:
    """Folders of this home that come and go by themselves."""
    for taken, what in (
        (found.home / "plugins", "an update of the plugin replaces that folder"),
        (found.folder / "demo", "that folder is the demo's"),
    ):
        if real.is_relative_to(taken.resolve()):
            raise ValueError(f"{what}; name one outside {taken}")


def _writable(path: Path) -> None:
    near = next(each for each in (path, *path.parents) if each.is_dir())
    try:
        with tempfile.TemporaryFile(dir=near):
            pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"{near} cannot be written to ({reason}); name another folder") from None


def _inside(path: Path, clock: Callable[[], datetime]) -> tuple[str, tuple[str, ...]]:
    """Whose brain is there, and what is to be said of it."""
    file = path / FILE
    try:
        account = file.stat().st_uid
    except FileNotFoundError:
        return "", tuple(_strangers(path))
    except OSError as error:
        raise ValueError(f"{file} cannot be read ({error.strerror})") from None
    if hasattr(os, "geteuid") and account != os.geteuid():
        raise ValueError(
            f"{file} belongs to another account of this machine; ask them for an export and read "
            "that: hermes agent-si brain import"
        )
    try:
        with Brain.open(path, clock=clock, readonly=True) as brain:
            facts = brain.stats()["facts"]
            owner = brain.policy().principal
            trouble = brain.trouble
    except (*UNUSABLE, PolicyError) as error:
        raise ValueError(f"{file} cannot be used as a brain: {said(error)}") from None
    of = f"of {owner}" if owner else "without an owner"
    notes = [f"a brain {of} is there already, with {facts} {'fact' if facts == 1 else 'facts'}"]
    return owner, (*notes, *([trouble] if trouble else []))


def _strangers(path: Path) -> Iterator[str]:
    """Other files in the folder; nothing of theirs is touched."""
    if path.is_dir() and any(path.iterdir()):
        yield f"other files are in {path}; {FILE} and brain.toml will stand beside them"


def _around(path: Path, real: Path, found: Settings) -> Iterator[str]:
    if real != path:
        yield f"that leads to {real} (a symbolic link)"
    if synced := _synced(real):
        yield (
            f"{synced} looks like a folder that is synchronised: a copy made while the brain is "
            "written can be damaged, and two machines overwrite each other. Safer is a folder of "
            "this machine's own, and: hermes agent-si brain export"
        )
    now = found.brain_dir or default(found)
    if path != now and (now / FILE).exists():
        yield f"the brain in {now} stays there as it is; nothing of it is moved or copied"


def _synced(path: Path) -> Path | None:
    for each in (path, *path.parents):
        name = each.name.lower()
        if any(name == one or name.startswith((f"{one} ", f"{one}-")) for one in SYNCED):
            return each
        if any((each / mark).exists() for mark in MARKS):
            return each
    return None
