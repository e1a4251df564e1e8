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
from pathlib import Path
from typing import Any

from .. import dbfile
from ..forgotten import FILE as FORGOTTEN_FILE

FOLDER = "agent-si"
AGENTS = ("hermes", "claude", "codex", "grok")
FLOORS = ("low", "normal", "high")
_YES = {"true", "yes", "on", "1", "y"}
_NO = {"false", "no", "off", "0", "n", "none"}


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


def load(home: Path) -> Settings:
    """Read the settings of `home`. Never raises: what cannot be read is said in `trouble`."""
    stored, broken = _read(config_path(home))
    settings, trouble = Settings(home=home, broken=broken), []
    if broken:
        # Somebody may have switched this off; it stays off until the file can be read.
        return replace(settings, index_sessions=())
    if is_named_profile(home):
        settings = replace(settings, index_sessions=("hermes",))
    for key, parse in _PARSERS.items():
        if key not in stored or stored[key] is None or stored[key] == "":
            continue
        try:
            settings = replace(settings, **{key: parse(stored[key])})
        except (ValueError, TypeError) as error:
            trouble.append(f"config.json: {key} is not usable ({error}); the default is in force")
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
        if value is None:
            stored.pop(key, None)
        else:
            stored[key] = normal(key, value)
    _write(path, stored)


def normal(key: str, value: Any) -> Any:
    """A setting in the form it is stored in: natives for flags, numbers and lists, else text."""
    if key not in _PARSERS:
        return value
    try:
        parsed = _PARSERS[key](value)
    except (ValueError, TypeError):
        return value
    if key == "index_sessions":
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
        text = path.read_text(encoding="utf-8-sig")
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
    dbfile.write_private(path, json.dumps(stored, indent=2, ensure_ascii=False) + "\n")


def _flag(value: Any) -> bool:
    word = str(value).strip().lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ValueError(f"{word[:20]!r} is neither yes nor no")


def _agents(value: Any) -> tuple[str, ...]:
    """yes, no, or a list of agents, as JSON natives or as one line of text."""
    if isinstance(value, bool):
        return AGENTS if value else ()
    words = _texts(str(value) if isinstance(value, (int, float)) else value)
    if len(words) == 1 and words[0].lower() in _YES | _NO | {"all"}:
        return () if words[0].lower() in _NO else AGENTS
    names = [w.lower().replace(" code", "").replace("_code", "") for w in words]
    unknown = [name for name in names if name not in AGENTS]
    if unknown:
        raise ValueError(f"no agent called {unknown[0][:20]!r}; known: {', '.join(AGENTS)}")
    return tuple(agent for agent in AGENTS if agent in names)


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, (list, tuple)):
        raise TypeError("a list or a line with commas is expected")
    return tuple(str(item).strip() for item in value if str(item).strip())


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text is expected")
    return " ".join(value.split())


def _folder(value: Any) -> Path:
    text = _text(value)
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        raise ValueError("there is no such user's home") from None
    if not path.is_absolute() or "\0" in text:
        raise ValueError("an absolute path is expected")
    return path


def _between(low: int, high: int) -> Any:
    def parse(value: Any) -> int:
        if isinstance(value, bool):
            raise TypeError("a number is expected")
        number = int(str(value).strip())
        if not low <= number <= high:
            raise ValueError(f"{number} is not between {low} and {high}")
        return number

    return parse


def _floor(value: Any) -> str:
    if value not in FLOORS:
        raise ValueError(f"one of {', '.join(FLOORS)} is expected")
    return str(value)


_PARSERS: dict[str, Any] = {
    "principal": _text,
    "principal_aliases": _texts,
    "brain_dir": _folder,
    "index_sessions": _agents,
    "block_chars": _between(200, 6000),
    "deadline_ms": _between(20, 5000),
    "recall_floor": _floor,
    "demo": _flag,
}

# What each key means, for the README and `status`: key -> (default, meaning).
DESCRIBED = {
    "principal": ("none", "your name: the person whose words the gate protects"),
    "principal_aliases": ("none", "other names you go by"),
    "brain_dir": ("`agent-si/brain`", "folder of the brain; may name an existing one"),
    "index_sessions": (
        "yes (a named profile: hermes)",
        "yes, no, or a list of agents whose past sessions are read and searched",
    ),
    "block_chars": ("1500", "most characters recalled into one turn"),
    "deadline_ms": ("200", "most milliseconds a turn waits for recall"),
    "recall_floor": ("normal", "low, normal or high: how much of a question a hit must hold"),
    "demo": ("no", "whether Example Co answers; `demo` and `demo --off` set it"),
}
