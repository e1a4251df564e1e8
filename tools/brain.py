"""The commands without Hermes: `python3 tools/brain.py [--home DIR | --brain DIR] status`.

Loads vendor/ by path under an invented package name, so that no module of ours is importable
by a top-level name, whatever else this Python has.
"""

import argparse
import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "agent_si_engine"


def load():
    """The engine package, loaded once from beside this script."""
    if NAME not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            NAME,
            ROOT / "vendor" / "__init__.py",
            submodule_search_locations=[str(ROOT / "vendor")],
        )
        module = importlib.util.module_from_spec(spec)
        sys.modules[NAME] = module
        spec.loader.exec_module(module)
    return sys.modules[NAME]


def main(argv=None):
    """Parse, run, and return the exit code."""
    load()
    from importlib import import_module

    table = import_module(f"{NAME}.commands.table")
    surroundings = import_module(f"{NAME}.commands.surroundings")
    default = os.environ.get("HERMES_HOME") or Path.home() / ".hermes"
    parser = argparse.ArgumentParser(prog="brain.py", description=__doc__.splitlines()[0])
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--home", type=Path, default=default, help="the Hermes home")
    where.add_argument("--brain", type=Path, help="a brain's folder by itself, without a home")
    table.add_commands(parser)
    args = parser.parse_args(argv)
    brain = args.brain.resolve() if args.brain else None
    here = surroundings.Surroundings.of_process(Path(args.home).resolve(), brain=brain)
    return table.run(here, args)


if __name__ == "__main__":
    sys.exit(main())
