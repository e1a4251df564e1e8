"""`config`: the settings without a wizard; what is in force, and one of them changed.

    config                     every setting, its value, and whether that is the default
    config KEY                 one of them, with what it means
    config KEY VALUE           checked, written, read back and shown; --default takes it away again

What decides whose brain it is, or whose words it protects, is a person's to change; so is what
would destroy conversations that only this index still holds.
"""

import argparse
import difflib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..brain.brain import FILE
from ..recall import settings, values
from ..recall.memory import Memory
from ..recall.settings import Settings
from . import brain_folder, losing, setup
from .first_run import first_run
from .surroundings import Misused, Surroundings

LISTS = frozenset({"index_sessions", "principal_aliases", "private_projects"})
DEMO = "the demo is switched by its own command: hermes agent-si demo, and demo --off"


def add(parser: argparse.ArgumentParser) -> None:
    """Which setting, and its new value."""
    parser.add_argument("key", nargs="?", default="", metavar="KEY", help="one of the settings")
    parser.add_argument(
        "value", nargs="*", metavar="VALUE", help="what it is to be; of a list, one after another"
    )
    parser.add_argument(
        "--default", action="store_true", help="as if it had never been set", dest="reset"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Show or change settings."""
    found = settings.load(here.home)
    if not args.key:
        return _listed(here, found, as_json=args.json)
    key = _known(args.key)
    if args.value and args.reset:
        raise Misused("a value or --default, not both")
    if not args.value and not args.reset:
        return _one(here, found, key, as_json=args.json)
    if key == "demo":
        raise Misused(DEMO)
    if found.broken:
        raise Misused(f"{found.broken}; mend or remove {settings.config_path(here.home)} first")
    value = None if args.reset else _value(here, found, key, args.value)
    return _change(here, found, key, value, as_json=args.json)


def in_words(found: Settings, key: str) -> str:
    """A setting in force, in the words in which a person would type it; "" for nothing."""
    value = getattr(found, key)
    if key == "index_sessions":
        return setup.current(found)[key]
    if key == "brain_dir":
        return str(found.brain_dir or brain_folder.default(found))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


def _known(key: str) -> str:
    """The key of that name; a hyphen is as good as an underscore."""
    name = key.strip().lower().replace("-", "_")
    if name in settings.DESCRIBED:
        return name
    near = difflib.get_close_matches(name, settings.DESCRIBED, 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(settings.DESCRIBED)}"
    raise Misused(f"there is no setting {key[:40]!r}; {hint}")


def _listed(here: Surroundings, found: Settings, *, as_json: bool) -> int:
    if as_json:
        here.say(json.dumps({key: _plain(found, key) for key in settings.DESCRIBED}))
        return 0
    here.say(f"{settings.config_path(here.home)}")
    for key in settings.DESCRIBED:
        mark = "" if _is_set(here, key) else "  (default)"
        here.say(f"  {key:18} {in_words(found, key) or 'none'}{mark}")
    for line in _trouble(found):
        here.say(f"! {line}")
    here.say(
        "one of them: hermes agent-si config KEY; another value: hermes agent-si config KEY VALUE"
    )
    return 1 if _trouble(found) else 0


def _one(here: Surroundings, found: Settings, key: str, *, as_json: bool) -> int:
    default, meaning = settings.DESCRIBED[key]
    if as_json:
        here.say(json.dumps({key: _plain(found, key)}))
        return 0
    here.say(f"{key}: {in_words(found, key) or 'none'}")
    here.say(f"  {meaning}")
    here.say(f"  default: {default}")
    for line in _trouble(found, key):
        here.say(f"! {line}")
    return 0


def _plain(found: Settings, key: str) -> Any:
    value = getattr(found, key)
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value


def _is_set(here: Surroundings, key: str) -> bool:
    return settings.written(here.home).get(key) not in (None, "")


def _trouble(found: Settings, key: str = "") -> list[str]:
    lines = [found.broken] if found.broken else []
    return lines + [line for line in found.trouble if not key or f" {key}" in line]


def _value(here: Surroundings, found: Settings, key: str, words: Sequence[str]) -> str:
    """What was typed, as it will be stored.

    Raises:
        Misused: it cannot be used; the sentence says why, and what the setting means.
    """
    typed = (", " if key in LISTS else " ").join(words).strip()
    if not typed:
        raise Misused(
            f"{key} needs a value; to take it away: hermes agent-si config {key} --default"
        )
    try:
        if wrong := values.unusable(key, typed):
            raise ValueError(wrong)
        if key == "brain_dir":
            place = brain_folder.look(typed, found, clock=here.clock)
            for note in place.notes:
                here.say(f"  {note}")
            return str(place.path)
    except (ValueError, TypeError) as error:
        default, meaning = settings.DESCRIBED[key]
        raise Misused(f"{key}: {error}. It is {meaning} (default: {default})") from None
    return typed


def _change(
    here: Surroundings, found: Settings, key: str, value: str | None, *, as_json: bool
) -> int:
    """Ask where a person must be asked, write it, read it back and say what is in force."""
    after = _after(found, key, value)
    if getattr(after, key) == getattr(found, key):
        settings.save(here.home, {key: value})
        here.say(f"{key} is {in_words(found, key) or 'none'} already")
        return 0
    losing.ask(here, after)
    WRITERS.get(key, _write)(here, found, key, value)
    now = settings.load(here.home)
    if as_json:
        here.say(json.dumps({key: _plain(now, key)}))
    else:
        here.say(f"{key}: {in_words(now, key) or 'none'}, from the next session")
    for line in _trouble(now, key):
        here.say(f"! {line}")
    return 1 if _trouble(now, key) else 0


def _after(found: Settings, key: str, value: str | None) -> Settings:
    """The settings as they would be."""
    if value is None:
        return replace(found, **{key: getattr(settings.defaults(found.home), key)})
    return replace(found, **{key: values.PARSERS[key](value)})


def _write(here: Surroundings, found: Settings, key: str, value: str | None) -> None:
    settings.save(here.home, {key: value})


def _another_brain(here: Surroundings, found: Settings, key: str, value: str | None) -> None:
    """Another folder is another record, with an owner and rules of its own."""
    if (found.brain / FILE).exists():
        here.require_person("choosing another brain")
        here.confirm("let the brain in that folder answer")
    settings.save(here.home, {key: value})
    first_run(here.memory().settings, here.clock)


def _names(here: Surroundings, found: Settings, key: str, value: str | None) -> None:
    """Whose words are protected: a first name is recorded, another one is a person's decision."""
    after = _after(found, key, value)
    memory = here.memory()
    owner = _owner(memory)
    if not owner and (key != "principal" or found.brain_dir is None):
        settings.save(here.home, {key: value})
        first_run(here.memory().settings, here.clock)
        return
    if not after.principal and key == "principal":
        here.say(f"the brain's owner stays {owner}; config.json names nobody")
        settings.save(here.home, {key: value})
        return
    name = after.principal or owner
    here.require_person("changing whose words are protected")
    here.confirm(f"let the words of {', '.join((name, *after.principal_aliases))} be protected")
    with memory.brain(readonly=False) as brain:
        settings.save(here.home, {key: value})
        brain.name_principal(name, after.principal_aliases, via="tty")


def _owner(memory: Memory) -> str:
    if not (memory.settings.brain / FILE).exists():
        return ""
    with memory.brain() as brain:
        return brain.policy().principal


Writer = Callable[[Surroundings, Settings, str, str | None], None]
WRITERS: dict[str, Writer] = {
    "brain_dir": _another_brain,
    "principal": _names,
    "principal_aliases": _names,
}
