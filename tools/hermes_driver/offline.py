"""Start the host's own `hermes` command line, as its console script would.

On 0.22 two things are arranged before the host is imported. Plugins are published by a worker
that first downloads an interpreter; where there is no internet that download is all that fails,
so the package manager is told that it already runs inside its worker. And a native library for
telemetry is left out, as on platforms that have none: its threads crash about one exit in
fifteen on a busy machine, with no plugin installed. Every other line is the host's.

With AGENT_SI_TTY=1 the terminal on stdin becomes the controlling one, so that Ctrl-C typed
there is a signal. With AGENT_SI_EVENTS=FILE what the process opens, starts and connects to is
recorded there (recorder.py).
"""

import importlib
import os
import runpy
import sys
from pathlib import Path


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _record(out: str) -> None:
    import atexit

    import recorder

    folders = os.environ.get("AGENT_SI_EVENTS_WATCH", "").split(os.pathsep)
    events = recorder.start([folder for folder in folders if folder])
    atexit.register(recorder.write, events, Path(out))
    sys.modules.pop("recorder")


def _worker_in_process(module: str = "pm.client") -> None:
    try:
        client = importlib.import_module(module)
    except ImportError:
        return
    client.is_runtime = lambda: True


def without_relay() -> None:
    """Make the telemetry library one that this platform does not have."""
    sys.modules["nemo_relay"] = None


def main() -> None:
    """Run `hermes` with this process's arguments."""
    if os.environ.pop("AGENT_SI_TTY", ""):
        _take_terminal()
    if out := os.environ.pop("AGENT_SI_EVENTS", ""):
        _record(out)
    # This folder must not shadow a module of the host.
    del sys.path[0]
    _worker_in_process()
    without_relay()
    script = Path(sys.executable).with_name("hermes")
    sys.argv[0] = str(script)
    runpy.run_path(str(script), run_name="__main__")


if __name__ == "__main__":
    main()
