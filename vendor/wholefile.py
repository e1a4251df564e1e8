"""A file of ours in its place: whole or not at all, for its owner only; and nothing but files read.

A name appears with everything in it, or does not appear, whatever ends the process; a link in its
place is replaced, not followed. What is no plain file (a pipe, a device) is never opened: opening
it could wait for ever.
"""

import contextlib
import itertools
import os
import stat
import tempfile
from pathlib import Path


class NotPlain(OSError):
    """Something that is no file stands where one is read."""


def publish(aside: Path, path: Path, *, replace: bool = False) -> None:
    """Give a finished file its name, so that it is there whole or not at all.

    Raises:
        FileExistsError: the name is taken, and `replace` was not asked for.
    """
    if replace:
        aside.replace(path)
    else:
        link(aside, path, quietly=False)
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def second_name(path: Path, other: Path) -> None:
    """Give a file `other` as a name too. Where no file can have two it is renamed.

    Raises:
        FileExistsError: `other` is taken.
    """
    link(path, other, quietly=False)
    sync_folder(other.parent)


def free_name(path: Path) -> Path:
    """`path`, or where that is taken the first of `path-2`, `path-3` … that is not."""
    names = itertools.chain([path], (path.with_name(f"{path.name}-{n}") for n in range(2, 1000)))
    return next(each for each in names if not os.path.lexists(each))


def sync_folder(folder: Path) -> None:
    """Make a name that just appeared in `folder` survive a power cut, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def plain(path: Path, ends: tuple[str, ...] = ("",)) -> None:
    """Refuse to open what is no plain file: `path` with each of `ends`. A missing one passes.

    Raises:
        NotPlain: a pipe, a device or a folder is there.
    """
    for each in (f"{path}{end}" for end in ends):
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(os.stat(each).st_mode):  # noqa: PTH116 - asked at each opening
                raise NotPlain(f"{each} is not a plain file: move it away")


def read_text(path: Path) -> str:
    """The text of a small file, in UTF-8 with or without a byte order mark.

    Raises:
        OSError: it is missing, no plain file, or cannot be read.
        UnicodeDecodeError: it is no such text.
    """
    plain(path)
    return path.read_text(encoding="utf-8-sig")


def write_private(path: Path, text: str) -> None:
    """Write a small file of ours whole, readable by its owner only.

    It appears complete or not at all; a symlink in its place is replaced, not followed.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def touch(path: Path) -> None:
    """Make an empty file for its owner only.

    Raises:
        FileExistsError: the name is taken.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(path, flags, 0o600))


def link(aside: Path, path: Path, *, quietly: bool = True) -> None:
    """Give the finished file its name, unless somebody else has one there already."""
    try:
        os.link(aside, path)
    except FileExistsError:
        if not quietly:
            raise
    except OSError:
        # A file system without hard links (FAT, some shares): a rename, if nobody was faster.
        if not path.exists():
            aside.rename(path)
        elif not quietly:
            raise FileExistsError(path) from None
