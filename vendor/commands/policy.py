"""`brain apply-config`: the edited brain.toml into force, after the person saw what it changes.

What is put into force is the text that was shown, not what the file holds by the time of the
answer. `--principal NAME` is the one command that mends a name in config.json which differs from
the one in the log: it edits [brain] in brain.toml, applies that, and writes the name to config.
"""

import argparse
import json
from pathlib import Path

from .. import wholefile
from ..brain import policy as rules
from ..brain.brain import FILE, POLICY_FILE, Brain
from ..brain.packet import Packet
from ..brain.policy import Policy
from ..recall import settings
from ..recall.memory import Memory
from ..text import render
from .policy_changes import Change, changes, lines
from .record import acting
from .surroundings import Surroundings


def add(parser: argparse.ArgumentParser) -> None:
    """A name to put into brain.toml first."""
    parser.add_argument(
        "--principal",
        default="",
        metavar="NAME",
        help="whose words are protected: written to brain.toml and config.json, then applied",
    )
    parser.add_argument("--reason", default="", help="why, kept with the packet")


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show what would change, ask, and record it as a packet."""
    memory = here.memory()
    if not (memory.settings.brain / FILE).exists():
        return _first(here, args, memory)
    with memory.brain(readonly=False) as brain:
        before = brain.policy_text()
        text = _proposed(brain.policy_path, before, args.principal, memory)
        found = list(changes(rules.parse(before), rules.parse(text)))
        if args.json:
            return _as_json(here, found)
        if text == before and not _config_differs(memory, args.principal):
            here.say(_as_it_stands(brain.policy_path, text))
            return 0
        ask(here, brain.policy_path, found)
        if text != before:
            op = {"op": "apply_config", "toml": text}
            road = "tty" if before else "setup"
            agent = acting(rules.parse(before))
            brain.submit(Packet(agent, (op,), via=road, reason=args.reason))
        if args.principal:
            _write_name(brain, text, args.principal, memory)
    here.say("in force from now on")
    return 0


def _as_it_stands(path: Path, text: str) -> str:
    """Nothing is to be applied; a file that is gone is written again as it is in force."""
    if path.exists() or not text:
        return f"{POLICY_FILE} is in force as it stands"
    wholefile.write_private(path, text)
    return f"{POLICY_FILE} was missing; it is written again as it is in force"


def _first(here: Surroundings, args: argparse.Namespace, memory: Memory) -> int:
    """A brain where there is none yet, from the brain.toml that somebody wrote there."""
    path = memory.settings.brain / POLICY_FILE
    if not path.exists():
        raise FileNotFoundError(memory.settings.no_brain)
    text = _proposed(path, "", args.principal, memory)
    found = list(changes(Policy(), rules.parse(text)))
    if args.json:
        return _as_json(here, found)
    ask(here, path, found)
    with memory.brain(create=True) as brain:
        brain.first_policy(text)
        if args.principal:
            _write_name(brain, text, args.principal, memory)
    here.say(f"there is a brain now: {_shown(path.parent)}")
    return 0


def _as_json(here: Surroundings, found: list[Change]) -> int:
    rows = [{"change": each.words, "widens": each.widens} for each in found]
    here.say(json.dumps({"applied": False, "changes": rows}, ensure_ascii=False))
    return 0


def _proposed(path: Path, before: str, principal: str, memory: Memory) -> str:
    """The text to put into force: brain.toml, with another principal where one was named."""
    try:
        text = rules.read(path)
    except FileNotFoundError:
        text = before or rules.default_toml()
    if not principal:
        return text
    aliases = None
    if settings.same_name(principal, memory.settings.principal):
        aliases = memory.settings.principal_aliases or None
    return rules.with_principal(text, " ".join(principal.split()), aliases)


def _config_differs(memory: Memory, principal: str) -> bool:
    named = memory.settings.principal
    return bool(principal and named and not settings.same_name(principal, named))


def _write_name(brain: Brain, text: str, principal: str, memory: Memory) -> None:
    wholefile.write_private(brain.policy_path, text)
    if memory.settings.principal and not memory.settings.alone:
        settings.save(memory.settings.home, {"principal": principal})


def ask(here: Surroundings, path: Path, found: list[Change]) -> None:
    """Show the differences, and let a person at the terminal say that they are meant."""
    here.say(f"{_shown(path)} against the policy in force:")
    for line in lines(found):
        here.say(f"  {line}")
    if any(change.widens for change in found):
        here.say("! widens who may write, or whose words count as the principal's: look twice")
    here.require_person("putting a policy into force")
    here.confirm("put it into force")


def _shown(path: Path) -> str:
    return render.one_line(str(path), 200)
