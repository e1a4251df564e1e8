"""`demo` and `demo --off`: answer from Example Co, invented, while one's own memory rests.

The demo has a brain and an index of its own in `demo/`; nothing of the user's is opened for
writing meanwhile, so `--off` finds it byte for byte as it was.
"""

import argparse
import json

from ..recall import settings
from .demo_build import build
from .surroundings import Surroundings

ASK_FIRST = (
    "When does the Brisbane lease move?",
    "Which pool setting caused the 500s in api?",
    "What is Dana working on?",
)


def add(parser: argparse.ArgumentParser) -> None:
    """On is the default."""
    parser.add_argument("--off", action="store_true", help="go back to your own memory")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Build the demo once and switch to it, or switch back."""
    if args.off:
        settings.save(here.home, {"demo": False})
        here.say(_told(args, "Your own memory answers again, from the next new session.", False))
        return 0
    found = settings.load(here.home)
    build(found.folder / "demo", principal=found.principal, clock=here.clock)
    settings.save(here.home, {"demo": True})
    here.say(_told(args, "Example Co answers from the next new session; yours rests.", True))
    if not args.json:
        here.say("Ask, in a new session:")
        for question in ASK_FIRST:
            here.say(f"  {question}")
        here.say("Back to your own: hermes agent-si demo --off")
    return 0


def _told(args: argparse.Namespace, line: str, on: bool) -> str:
    return json.dumps({"demo": on}) if args.json else line
