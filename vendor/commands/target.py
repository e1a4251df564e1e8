"""A file that a command is asked to write: where it may go, and what it may replace."""

from collections.abc import Callable
from pathlib import Path

from .surroundings import Misused

BEGINNING = 1000  # bytes by which a file of ours is known


def writable(name: Path, *, replace: bool, ours: Callable[[str], bool], what: str) -> Path:
    """The whole path of a file to write.

    ours: whether a text that begins so is one that the command wrote; `what` names such a file.

    Raises:
        Misused: it may not be written there; the sentence says what to do.
    """
    path = Path.cwd() / name.expanduser()
    if not path.parent.is_dir():
        raise Misused(f"there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise Misused(f"{path} is a folder; name a file in it")
    if path.exists() and not replace:
        raise Misused(f"{path} is there; name another file, or say --replace")
    if path.exists() and not ours(_beginning(path)):
        raise Misused(f"{path} is no {what}, so it is not replaced; name another file")
    return path


def _beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(BEGINNING).decode("utf-8", "replace")
