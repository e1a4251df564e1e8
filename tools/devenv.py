"""The environment that the checks run in: a venv with the pinned tools of requirements-dev.txt.

One for each content of that file and each Python, under the user's cache folder. It is made once
and marked ready at the very end, so what an interrupted run left half made is made again; a lock
lets two checks start at the same time.

    python3 tools/devenv.py         make it where needed, and print the path of its Python
"""

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().with_name("requirements-dev.txt")
READY = "ready"
FLOOR = (3, 11)


class DevenvError(Exception):
    """The environment cannot be made; the sentence says what is missing."""


def python() -> Path:
    """The Python of the check environment, which is made first where it is missing."""
    if sys.version_info < FLOOR:
        raise DevenvError(f"Python 3.11 or newer is needed, this is {platform.python_version()}")
    home = cache() / _name()
    home.parent.mkdir(parents=True, exist_ok=True)
    with _lock(home.with_name(f"{home.name}.lock")):
        inside = home / "bin" / "python"
        if not (home / READY).is_file() or not inside.exists():
            print(f"making the check environment {home}", file=sys.stderr, flush=True)
            _make(home, inside)
    return inside


def cache() -> Path:
    """The folder of all check environments: `agent-si-dev` in the user's cache folder."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "agent-si-dev"


def _name() -> str:
    digest = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    return f"{digest}-{sys.implementation.name}-{platform.python_version()}"


def _make(home: Path, inside: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
    install = ("install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS))
    try:
        _run(sys.executable, "-m", "venv", str(home))
        _run(str(inside), "-m", "pip", *install)
    except DevenvError:
        # Some systems ship venv without the pip that it installs: then the pip beside us does it.
        shutil.rmtree(home, ignore_errors=True)
        _run(sys.executable, "-m", "venv", "--without-pip", str(home))
        _run(sys.executable, "-m", "pip", "--python", str(inside), *install)
    (home / READY).touch()


def _run(*words: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        words, capture_output=True, stdin=subprocess.DEVNULL, env=env, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace").strip()
        raise DevenvError(f"{said}\nthe check environment could not be made: {' '.join(words)}")


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    with path.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        print(python())
    except DevenvError as failure:
        sys.exit(str(failure))
