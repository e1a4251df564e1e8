"""Build Example Co: a brain, an index and the transcripts that both rest on, in one folder.

A finished demo is left alone; one that was interrupted is built again from nothing and gets the
same ids. What it holds is in the example_*.py files. An invented person who shares a name with
whoever tries it is recast. demo.py has the command that switches to it.
"""

import contextlib
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ..brain.brain import Brain
from ..brain.policy import default_toml
from ..sessions.adapters import ADAPTERS
from ..sessions.index import SessionIndex
from ..wholefile import write_private
from .demo_packets import LAST_DAY, packets
from .demo_transcripts import Cast, private_folder, write_claude, write_hermes
from .example_co import PEOPLE

INVENTED = "Robin Hale"
_STAND_INS = ("Tessa", "Corin", "Maud", "Idris", "Selma", "Bram")
_FINISHED = "finished"


def build(directory: Path, *, principal: str, clock: Callable[[], datetime]) -> None:
    """Make the demo in `directory` (0700), or leave it as it is when it is complete.

    Args:
        directory: a folder for the demo alone; an unfinished one is emptied first.
        principal: who owns the brain; an invented name where it is empty.
        clock: the time now, aware.

    Raises:
        NotADirectoryError: a symlink stands there.
        OSError, sqlite3.Error: it cannot be written; the next call begins again.
    """
    if _is_complete(directory):
        return
    _clear(directory)
    name = principal.strip() or INVENTED
    cast = casting(name)
    transcripts = directory / "transcripts"
    said = write_hermes(transcripts / "hermes" / "state.db", cast)
    write_claude(transcripts / "claude" / "projects", cast)
    # A brain refuses a packet from the future, and the clock of this machine may be behind.
    now = max(clock(), LAST_DAY)
    _fill_index(directory, now)
    policy = default_toml(name, name="Example Co")
    with Brain.open(directory / "brain", clock=lambda: now, create=True) as brain:
        brain.submit(*packets(said, policy=policy, cast=cast))
        write_private(brain.policy_path, policy)
    write_private(directory / _FINISHED, "")


def casting(principal: str) -> Cast:
    """Change the words of Example Co so that no invented person shares a name with `principal`."""
    taken = set(re.findall(r"\w+", principal.casefold()))
    names = {word for _, name, _ in PEOPLE for word in re.findall(r"\w+", name)}
    clashing = sorted(word for word in names if word.casefold() in taken)
    spare = [word for word in _STAND_INS if word.casefold() not in taken]
    recast = dict(zip(clashing, spare, strict=False))

    def cast(text: str) -> str:
        for word, other in recast.items():
            text = re.sub(rf"\b{word}\b", other, text)
        return text

    return cast


def _is_complete(directory: Path) -> bool:
    needed = ("brain/brain.db", "sessions.db", _FINISHED)
    files = [directory / name for name in needed]
    return all(f.is_file() for f in files) and all(f.stat().st_size for f in files[:2])


def _clear(directory: Path) -> None:
    """Empty the folder of a demo that was never finished, and of nothing else."""
    if directory.is_symlink():
        raise NotADirectoryError(f"{directory} is a symlink: remove it, the demo needs a folder")
    private_folder(directory)
    directory.chmod(0o700)
    # First the mark: whatever stops the rest, what is left counts as unfinished.
    (directory / _FINISHED).unlink(missing_ok=True)
    for name in ("brain", "transcripts"):
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(directory / name)
    for file in directory.glob("sessions.db*"):
        file.unlink()


def _fill_index(directory: Path, now: datetime) -> None:
    root = directory / "transcripts"
    with SessionIndex.open(directory / "sessions.db") as index:
        agents = sorted(root.iterdir())
        index.refresh([ADAPTERS[folder.name](folder) for folder in agents], now=now)
