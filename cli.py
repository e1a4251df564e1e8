"""`hermes agent-si …`: the parser only; the commands are in vendor/commands/.

The host imports this file without `__init__.py` and only while agent-si is the selected provider;
`python3 tools/brain.py` has the same commands for the rest of the time. The memory loader executes
it in every session, too, where nobody asks for a command: nothing is imported until one is.
"""

import os
import sys
from pathlib import Path


def register_cli(parser):
    """Give the host's parser our commands and the function that runs them."""
    from .vendor.commands.table import add_commands

    add_commands(parser)
    parser.set_defaults(func=_run)


def _run(args):
    from .vendor.commands.surroundings import Surroundings
    from .vendor.commands.table import run

    # 0.19 ignores a returned code, 0.22 honours it: sys.exit works on both.
    sys.exit(run(Surroundings.of_process(_home()), args))


def _home():
    try:
        from hermes_constants import get_hermes_home
    except ImportError:
        return Path(os.environ.get("HERMES_HOME") or Path.home() / ".hermes")
    return Path(get_hermes_home())
