"""Settings: one `config.json`, read defensively and written whole.

The wizard delivers strings, the panel JSON natives, people edit by hand: every value is brought
to its type here, and one that cannot be falls back to its default with one line in `trouble`,
which `status` prints. Keys we do not know are kept as they are.

    <hermes home>/agent-si/config.json --> load() --> Settings --> Memory
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, tzinfo
from pathlib import Path
from typing import Any

from .. import wholefile
from ..forgotten import FILE as FORGOTTEN_FILE
from ..sessions.private import Private
from ..text import days
from .values import AGENTS, PARSERS, unknown_agents

__all__ = ["AGENTS", "Settings", "load", "save"]

FOLDER = "agent-si"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is in force for one Hermes home. `index_sessions` names the agents that are read.

    `broken` says why config.json as a whole cannot be used, `trouble` which of its values cannot.
    `alone`: there is no home, `home` is the folder of a brain and everything of ours is in it.
    """

    home: Path
    principal: str = ""
    principal_aliases: tuple[str, ...] = ()
    brain_dir: Path | None = None
    index_sessions: tuple[str, ...] = AGENTS
    index_since: str = ""
    keep_expired: bool = True
    private_projects: tuple[str, ...] = ()
    block_chars: int = 1500
    deadline_ms: int = 200
    recall_floor: str = "normal"
    demo: bool = False
    trouble: tuple[str, ...] = ()
    broken: str = ""
    alone: bool = False

    @property
    def folder(self) -> Path:
        """Everything of ours in this home."""
        return self.home if self.alone else self.home / FOLDER

    @property
    def active(self) -> Path:
        """The folder of the brain and index that answer: the demo's while it is on."""
        return self.folder / "demo" if self.demo else self.folder

    @property
    def brain(self) -> Path:
        """The directory of the brain that answers."""
        if self.demo or self.brain_dir is None:
            return self.active / "brain"
        return self.brain_dir

    @property
    def index(self) -> Path:
        """The session index that answers."""
        return self.active / "sessions.db"

    @property
    def forgotten(self) -> Path:
        """The tombstones of what was forgotten, beside the index that asks them."""
        return self.index.with_name(FORGOTTEN_FILE)

    @property
    def state_db(self) -> Path:
        """The host's own record of conversations; read only."""
        return self.home / "state.db"

    def since(self, now: datetime, zone: tzinfo | None = None) -> datetime | None:
        """The beginning of the first day that is read; None for all, and for a day to come.

        `zone` is the user's, None for the system's.
        """
        if not self.index_since:
            return None
        today = now.astimezone(zone).date()
        first = days.period(self.index_since, today)[0]
        return midnight(first, zone) if first <= today else None

    def open_ones(self, folders: Mapping[str, Path]) -> dict[str, Path]:
        """Of the agents' folders (agent -> folder) those whose sessions may be read."""
        return {agent: path for agent, path in folders.items() if agent in self.index_sessions}

    @property
    def private(self) -> Private:
        """The projects of which nothing is held or shown."""
        return Private.of(self.private_projects)

    @property
    def no_brain(self) -> str:
        """How a brain is made where there is none, in one sentence."""
        if self.alone:
            return (
                f"there is no brain in {self.brain}; write a brain.toml there and run: "
                "brain apply-config"
            )
        return (
            f"there is no brain yet at {self.brain}; the next Hermes session makes it, or: "
            "hermes memory setup"
        )


def midnight(day: date, zone: tzinfo | None) -> datetime:
    """The beginning of a day where the user is; without a zone, where the system is."""
    begins = datetime.combine(day, time())
    try:
        return begins.replace(tzinfo=zone) if zone else begins.astimezone()
    except (ValueError, OverflowError, OSError):  # too long ago for the system's own table of zones
        return begins.replace(tzinfo=UTC)


def config_path(home: Path) -> Path:
    """Where the settings of this home stand."""
    return home / FOLDER / "config.json"


def is_named_profile(home: Path) -> bool:
    """Whether this home is a named profile (`<root>/profiles/<name>`), which starts Hermes-only."""
    return home.parent.name == "profiles"


def of_brain(folder: Path) -> Settings:
    """A brain's folder by itself: no Hermes home, no config.json, no sessions."""
    return Settings(home=folder, brain_dir=folder, index_sessions=(), alone=True)


def same_name(one: str, other: str) -> bool:
    """Whether two spellings name one person: case and white space apart, the same letters."""
    return _name(one) == _name(other)


def _name(words: str) -> str:
    return " ".join(unicodedata.normalize("NFC", words).split()).casefold()


def defaults(home: Path) -> Settings:
    """What is in force in a home while nobody has chosen anything."""
    if is_named_profile(home):
        return Settings(home=home, index_sessions=("hermes",))
    return Settings(home=home)


def written(home: Path) -> dict[str, Any]:
    """What config.json of this home holds, unread; nothing where it cannot be used."""
    return _read(config_path(home))[0]


def load(home: Path) -> Settings:
    """Read the settings of `home`. Never raises: what cannot be read is said in `trouble`."""
    stored, broken = _read(config_path(home))
    settings, trouble = defaults(home), []
    if broken:
        # Somebody may have switched this off; it stays off until the file can be read.
        return replace(settings, index_sessions=(), broken=broken)
    for key, parse in PARSERS.items():
        if key not in stored or stored[key] is None or stored[key] == "":
            continue
        try:
            settings = replace(settings, **{key: parse(stored[key])})
        except (ValueError, TypeError) as error:
            if key == "private_projects":
                # The default would show what somebody has closed.
                settings = replace(settings, index_sessions=())
                trouble.append(
                    f"config.json: {key} is not usable ({error}); until it is mended no session is "
                    "read or recalled"
                )
                continue
            trouble.append(f"config.json: {key} is not usable ({error}); the default is in force")
    if unknown := unknown_agents(stored.get("index_sessions")):
        trouble.append(f"config.json: index_sessions: {unknown}; the others are in force")
    return replace(settings, trouble=tuple(trouble))


def save(home: Path, changes: Mapping[str, Any]) -> None:
    """Merge `changes` into config.json: atomic, mode 0600, unknown keys kept, None removes a key.

    Raises:
        ValueError: the file holds something that is not a JSON object, which is not overwritten.
    """
    path = config_path(home)
    stored, broken = _read(path)
    if broken:
        raise ValueError(f"{broken}; mend or remove {path} first")
    for key, value in changes.items():
        if value is None or (key == "brain_dir" and _is_default_brain(home, value)):
            stored.pop(key, None)  # written out, it would lead to this home from a copy of it
        elif key == "index_sessions" and value is True and isinstance(stored.get(key), list):
            pass  # a switch has no word for some of the agents: where it says on, they stay chosen
        else:
            stored[key] = normal(key, value)
    _write(path, stored)


def _is_default_brain(home: Path, value: Any) -> bool:
    return isinstance(value, str) and Path(value.strip()) == home / FOLDER / "brain"


def normal(key: str, value: Any) -> Any:
    """A setting in the form it is stored in: natives for flags, numbers and lists, else text."""
    if key not in PARSERS:
        return value
    try:
        parsed = PARSERS[key](value)
    except (ValueError, TypeError):
        return value
    if key == "index_sessions":
        if unknown_agents(value):
            return value
        return bool(parsed) if parsed in ((), AGENTS) else list(parsed)
    if isinstance(parsed, tuple):
        return list(parsed)
    return str(value).strip() if isinstance(parsed, Path) else parsed


def adopt_old_file(home: Path) -> bool:
    """Move the 0.1.0 file `<home>/agent-si.json` under config.json once; newer values win (R59)."""
    old = home / "agent-si.json"
    if not old.is_file():
        return False
    before, broken = _read(old)
    now, also_broken = _read(config_path(home))
    if broken or also_broken:
        return False
    known = {key: normal(key, value) for key, value in before.items()}
    _write(config_path(home), {**known, **now})
    old.unlink()
    return True


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """What a settings file holds, and why that is nothing when it cannot be used."""
    try:
        text = wholefile.read_text(path)
    except FileNotFoundError:
        return {}, ""
    except (OSError, UnicodeError) as error:
        return {}, f"{path.name} cannot be read ({type(error).__name__}); defaults are in force"
    if not text.strip():
        return {}, ""
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        return {}, f"{path.name} is not valid JSON; defaults are in force"
    if not isinstance(stored, dict):
        return {}, f"{path.name} does not hold a JSON object; defaults are in force"
    return stored, ""


def _write(path: Path, stored: Mapping[str, Any]) -> None:
    wholefile.write_private(path, json.dumps(stored, indent=2, ensure_ascii=False) + "\n")


# What each key means, for the README and `status`: key -> (default, meaning).
DESCRIBED = {
    "principal": ("none", "your name: the person whose words the gate protects"),
    "principal_aliases": ("none", "other names you go by"),
    "brain_dir": ("`agent-si/brain`", "folder of the brain; may name an existing one"),
    "index_sessions": (
        "yes (a named profile: hermes)",
        "yes, no, or a list of agents whose past sessions are read and searched",
    ),
    "index_since": (
        "all",
        "a day, `90 days` or `1 year`: what was said before is neither read nor kept",
    ),
    "keep_expired": ("yes", "keep what Claude Code itself deletes after 30 days"),
    "private_projects": (
        "none",
        "folders whose sessions, with all below them, are neither kept nor recalled; `*` matches",
    ),
    "block_chars": ("1500", "most characters recalled into one turn"),
    "deadline_ms": ("200", "most milliseconds a turn waits for recall"),
    "recall_floor": (
        "normal",
        "how much must speak for what is recalled unasked: `low` (more often, sometimes beside the "
        "point), `normal`, `high` (seldom, and surely); `check --precision` shows it on yours",
    ),
    "demo": ("no", "whether Example Co answers; `demo` and `demo --off` set it"),
}
