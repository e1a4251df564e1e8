"""What stands in our folder of a home is its owner's alone, also after a restore.

`hermes import` writes every file with the rights of a new one, so that others on the machine could
read what was 0600 before. A folder that `brain_dir` names elsewhere is left as its owner has it.
"""

import stat
from collections.abc import Iterator
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
MOST = 2000  # entries looked at in a session's beginning


def close(folder: Path) -> int:
    """Take everybody else's rights to `folder` and what is in it; how many entries had some.

    Links are left alone, and so is what belongs to somebody else.
    """
    closed = 0
    for entry in _entries(folder):
        try:
            mode = entry.lstat().st_mode
            if mode & OTHERS and not stat.S_ISLNK(mode):
                entry.chmod(stat.S_IMODE(mode) & ~OTHERS)
                closed += 1
        except OSError:
            continue
    return closed


def _entries(folder: Path) -> Iterator[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return
    waiting, left = [folder], MOST
    while waiting and left:
        here = waiting.pop()
        yield here
        left -= 1
        if here.is_dir() and not here.is_symlink():
            try:
                waiting += here.iterdir()
            except OSError:
                continue
