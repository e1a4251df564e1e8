"""The values of settings: each brought to its type, or refused in words that say what is meant.

Wizards deliver text, panels JSON natives, people edit by hand; all of them are read here.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ..text import days

AGENTS = ("hermes", "claude", "codex", "grok")
FLOORS = ("low", "normal", "high")
_YES = {"true", "yes", "on", "1", "y"}
_NO = {"false", "no", "off", "0", "n", "none"}
_SOME_DAY = date(2028, 2, 29)
_ALL = {"all", "everything", "any"}
# Names that people give the agents, besides ours.
_CALLED = {
    "hermes agent": "hermes",
    "claude code": "claude",
    "codex cli": "codex",
    "grok build": "grok",
    "grok cli": "grok",
}


def _flag(value: Any) -> bool:
    word = str(value).strip().lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ValueError(f"{word[:20]!r} is neither yes nor no")


def agents(value: Any) -> tuple[str, ...]:
    """yes, no, or a list of agents, as JSON natives or as one line of text.

    A name that is none is left out: whoever listed agents did not mean all of them.
    """
    if isinstance(value, bool):
        return AGENTS if value else ()
    words = _named(value)
    if len(words) == 1 and words[0] in _YES | _NO | _ALL:
        return () if words[0] in _NO else AGENTS
    return tuple(agent for agent in AGENTS if agent in words)


def _named(value: Any) -> list[str]:
    """The words of a list; a panel shows a stored list as `['hermes', 'codex']`."""
    if isinstance(value, (int, float)):
        if value not in (0, 1):
            raise ValueError("yes, no or a list of agents is expected")
        value = str(int(value))
    if isinstance(value, str):
        value = re.sub(r"[][\"'()]", " ", value)
    words = (" ".join(re.split(r"[\s_-]+", word.lower())) for word in _texts(value))
    return [_CALLED.get(word, word) for word in words if word]


def unknown_agents(value: Any) -> str:
    """What is wrong with the names in a value of `index_sessions`, "" when nothing is."""
    if value is None or isinstance(value, bool):
        return ""
    try:
        words = _named(value)
    except (ValueError, TypeError):
        return ""
    if len(words) == 1 and words[0] in _YES | _NO | _ALL:
        return ""
    unknown = [word for word in words if word not in AGENTS]
    if not unknown:
        return ""
    near = difflib.get_close_matches(unknown[0], [*AGENTS, *_CALLED], 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(AGENTS)}"
    return f"there is no agent {unknown[0][:20]!r}; {hint}"


def _since(value: Any) -> str:
    """A day, or a time back from today, as it was written; "" for everything."""
    text = _text(value)
    if text.lower() in _NO | _ALL:
        return ""
    days.period(text, _SOME_DAY)  # only whether it can be read
    return text


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


def folder(value: Any) -> Path:
    """An absolute path, as it is written or below `~`."""
    text = _text(value)
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        raise ValueError("there is no such user's home") from None
    if not path.is_absolute() or "\0" in text:
        raise ValueError("an absolute path is expected, one that begins with / or ~")
    return path


def _projects(value: Any) -> tuple[str, ...]:
    """Folders, or patterns of folders, each absolute or below `~`."""
    if isinstance(value, str) and value.strip().lower() in _NO:
        return ()
    return tuple(dict.fromkeys(str(folder(each)) for each in _texts(value)))


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


# A key -> its reader, which raises ValueError or TypeError for what it cannot read.
PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "principal": _text,
    "principal_aliases": _texts,
    "brain_dir": folder,
    "index_sessions": agents,
    "index_since": _since,
    "keep_expired": _flag,
    "private_projects": _projects,
    "block_chars": _between(200, 6000),
    "deadline_ms": _between(20, 5000),
    "recall_floor": _floor,
    "demo": _flag,
}


def unusable(key: str, value: Any) -> str:
    """Why a value cannot be that setting, in one sentence; "" when it can, or nobody knows the key.

    Not looked at: whether a brain can live in the folder of `brain_dir` (brain_folder.py).
    """
    if key not in PARSERS or value is None or value == "":
        return ""
    if key == "index_sessions" and (wrong := unknown_agents(value)):
        return wrong
    try:
        PARSERS[key](value)
    except (ValueError, TypeError) as error:
        return str(error)
    return ""
