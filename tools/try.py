"""See agent-si at work in a real Hermes, in a few minutes, without a key.

    python3 tools/try.py               # Hermes 0.19
    python3 tools/try.py --host 22     # the fork that tracks 0.22
    python3 tools/try.py --keep DIR    # keep the throw-away home in DIR

It makes a Hermes in a virtual environment of its own (hosts.py), a throw-away home, and a
scripted model on loopback; installs this plugin, switches to the invented company of the demo
and holds a few conversations (try_run.py). What is printed is what the model received. Your
own Hermes, your own sessions and the network are not touched; pip alone downloads Hermes. Exit
code 0 when all that was promised could be seen.
"""

import argparse
import sys
from pathlib import Path

OLDEST = (3, 11)


def main() -> int:
    """Check what is needed to read the rest, then run the demonstration."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--host", choices=("19", "22"), default="19", help="19 (default) or 22")
    parser.add_argument("--keep", metavar="DIR", help="keep the throw-away home in DIR")
    chosen = parser.parse_args()
    if sys.version_info[:2] < OLDEST:
        print("This needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
        return 1
    sys.path.insert(0, str(Path(__file__).resolve().parent / "hermes_driver"))
    from try_run import run

    try:
        return run(chosen.host, Path(chosen.keep).absolute() if chosen.keep else None)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
