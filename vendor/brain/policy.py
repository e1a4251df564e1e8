"""brain.toml: who may write what, and whose brain it is.

The file is a proposal. In force is what the log holds: an `apply_config` packet carries the
whole text, and `parse` reads it back whenever a rule asks. Unknown keys are errors that name
their line and the nearest known key, because a misspelt permission must not be a silent one.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from .. import wholefile
from ..text import clean, lazy
from .grammar import AGENT_KINDS, OPERATIONS

ANY: Final = "*"
PERSON: Final = "person"  # the kind that decides, and the name of its agent in a new brain
APPLY: Final = "hermes agent-si brain apply-config"

_TOP = {"brain": dict, "agents": dict, "keys": dict}
_LISTS = ("aliases", "principal_ids", "shared_with")
_BRAIN = {"name": str, "principal": str} | dict.fromkeys(_LISTS, list)
_AGENT = {
    "kind": str,
    "operations": (list, str),
    "approval": str,
    "approvers": list,
    "author_principal": bool,
    "manual_sources": bool,
}
_KEY = {"changes": str}
_CHOICES = {"kind": AGENT_KINDS, "approval": ("none", "person"), "changes": ("expected", "never")}


class PolicyError(ValueError):
    """The text is no policy. The sentence names the line and what would be right."""


@dataclass(frozen=True, slots=True)
class Agent:
    """What one agent may do. `operations` is `*` or the names of operations."""

    name: str
    kind: str
    operations: frozenset[str]
    approval: str = "none"
    approvers: tuple[str, ...] = ()
    author_principal: bool = False
    manual_sources: bool = False

    def may(self, operation: str) -> bool:
        """Whether the agent may use an operation at all."""
        return ANY in self.operations or operation in self.operations


@dataclass(frozen=True, slots=True)
class Policy:
    """The policy in force, or a proposed one. Without a principal the attribution rule is off."""

    name: str = ""
    principal: str = ""
    aliases: tuple[str, ...] = ()
    principal_ids: tuple[str, ...] = ()
    shared_with: tuple[str, ...] = ()
    agents: Mapping[str, Agent] = field(default_factory=dict)
    changing: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the agents of kind person, as they stand in the file."""
        return people_of(self.agents)

    def changes(self, key: str) -> bool:
        """Whether a person declared that the value of this key is expected to change."""
        return any(fnmatchcase(key, pattern) for pattern in self.changing)


def people_of(agents: Mapping[str, Agent]) -> tuple[str, ...]:
    """The names of those of kind person."""
    return tuple(agent.name for agent in agents.values() if agent.kind == PERSON)


_DEFAULT_AGENTS: Final = {
    "hermes": """[agents.hermes]
kind = "agent"
operations = ["add_record", "revise_record", "claim", "describe_key", "link", "unlink", "settle"]
approval = "none"
""",
    "hermesuser": """[agents.hermesuser]
kind = "collector"
operations = ["add_source"]
author_principal = true
""",
    "person": """[agents.person]
kind = "person"
operations = "*"
manual_sources = true
""",
}


def default_toml(principal: str = "", aliases: tuple[str, ...] = (), name: str = "") -> str:
    """The first brain.toml of a new brain."""
    head = [
        "# Who may write to this brain. Edits are in force only after:",
        f"#   {APPLY}",
        "",
        "[brain]",
        f"name = {quoted(name or 'brain')}",
        f"principal = {quoted(principal)}",
        f"aliases = [{', '.join(map(quoted, aliases))}]",
        "",
    ]
    return "\n".join(head) + "\n" + "\n".join(_DEFAULT_AGENTS.values())


def agent_lines(name: str) -> str:
    """The lines of brain.toml that a missing agent needs."""
    fallback = f'[agents.{name}]\nkind = "agent"\noperations = ["add_record", "claim"]\n'
    return _DEFAULT_AGENTS.get(name, fallback)


def quoted(words: str) -> str:
    """A TOML string."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def with_principal(text: str, principal: str, aliases: tuple[str, ...] | None = None) -> str:
    """The same brain.toml with another principal, every other line as it was.

    Raises:
        PolicyError: the text is no policy, or its [brain] table is written in a way that cannot
            be edited line by line.
    """
    wanted = {"principal": quoted(principal)}
    if aliases is not None:
        wanted["aliases"] = f"[{', '.join(map(quoted, aliases))}]"
    parse(text)
    lines = text.splitlines()
    for name, value in wanted.items():
        _set(lines, name, f"{name} = {value}")
    changed = "\n".join(lines) + "\n"
    if not _names_now(changed, principal, aliases):
        raise PolicyError("brain.toml: [brain] could not be edited; set `principal` there by hand")
    return changed


def with_account(text: str, account: str) -> str:
    """The same brain.toml with one more account in `principal_ids`, every other line as it was.

    Raises:
        PolicyError: the text is no policy, or its [brain] table is written in a way that cannot
            be edited line by line.
    """
    ids = parse(text).principal_ids
    wanted = ids if account in ids else (*ids, account)
    lines = text.splitlines()
    _set(lines, "principal_ids", f"principal_ids = [{', '.join(map(quoted, wanted))}]")
    changed = "\n".join(lines) + "\n"
    try:
        read = parse(changed).principal_ids
    except PolicyError:
        read = ()
    if read != wanted:
        raise PolicyError(
            "brain.toml: [brain] could not be edited; set `principal_ids` there by hand"
        )
    return changed


def _names_now(text: str, principal: str, aliases: tuple[str, ...] | None) -> bool:
    try:
        read = parse(text)
    except PolicyError:
        return False
    return read.principal == principal and aliases in (None, read.aliases)


def _set(lines: list[str], name: str, line: str) -> None:
    start = next((at for at, each in enumerate(lines) if each.strip() == "[brain]"), None)
    if start is None:
        lines[0:0] = ["[brain]", line, ""]
        return
    for at in range(start + 1, len(lines)):
        if lines[at].lstrip().startswith("["):
            break
        if re.match(rf"\s*{name}\s*=", lines[at]):
            lines[at] = line
            return
    lines.insert(start + 1, line)


def read(path: Path) -> str:
    """A brain.toml as the log keeps it: without a byte order mark or letters that show nothing.

    Raises:
        FileNotFoundError: there is none.
        PolicyError: it cannot be read, or is no UTF-8 text.
    """
    try:
        return clean.tidy(wholefile.read_text(path))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise PolicyError(
            f"{path} cannot be read: {error.strerror or 'it is no plain file'}"
        ) from None
    except UnicodeDecodeError:
        raise PolicyError(f"{path} is not UTF-8 text") from None


@lru_cache(maxsize=16)
def parse(text: str) -> Policy:
    """Read a brain.toml.

    Raises:
        PolicyError: not TOML, an unknown key, a value of the wrong kind.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"brain.toml: {error}") from None
    _known(text, table, _TOP, "")
    brain = table.get("brain", {})
    _known(text, brain, _BRAIN, "brain")
    agents = {name: _agent(text, name, given) for name, given in table.get("agents", {}).items()}
    _check_approvers(text, agents)
    aliases, principal_ids, shared_with = (_names(text, brain, name, "brain") for name in _LISTS)
    return Policy(
        name=brain.get("name", ""),
        principal=brain.get("principal", "").strip(),
        agents=agents,
        aliases=aliases,
        principal_ids=principal_ids,
        shared_with=shared_with,
        changing=_changing(text, table.get("keys", {})),
    )


def _agent(text: str, name: str, given: Any) -> Agent:
    where = f"agents.{name}"
    if not isinstance(given, dict):
        raise PolicyError(_at(text, name, f"[{where}] is a table", "agents"))
    _known(text, given, _AGENT, where)
    if "kind" not in given:
        reason = f"[{where}] needs kind, one of {_or(AGENT_KINDS)}"
        raise PolicyError(_at(text, name, reason, where))
    operations = given.get("operations", [])
    names = [operations] if isinstance(operations, str) else operations
    for each in names:
        if each != ANY and each not in OPERATIONS:
            reason = _unknown(where, str(each), OPERATIONS)
            raise PolicyError(_at(text, "operations", reason, where))
    return Agent(
        name=name,
        kind=given["kind"],
        operations=frozenset(names),
        approval=given.get("approval", "none"),
        approvers=_names(text, given, "approvers", where),
        author_principal=given.get("author_principal", False),
        manual_sources=given.get("manual_sources", False),
    )


def _check_approvers(text: str, agents: Mapping[str, Agent]) -> None:
    people = people_of(agents)
    for agent in agents.values():
        for name in agent.approvers:
            if name not in people:
                reason = f"approvers of {agent.name}: {name!r} is no agent of kind person"
                raise PolicyError(_at(text, "approvers", reason, f"agents.{agent.name}"))


def _changing(text: str, keys: Mapping[str, Any]) -> tuple[str, ...]:
    found = []
    for pattern, given in keys.items():
        if not isinstance(given, dict):
            raise PolicyError(_at(text, pattern, f'[keys."{pattern}"] is a table', "keys"))
        _known(text, given, _KEY, f'keys."{pattern}"')
        if given.get("changes") == "expected":
            found.append(pattern)
    return tuple(found)


def _known(text: str, given: Any, known: Mapping[str, Any], where: str) -> None:
    if not isinstance(given, dict):
        raise PolicyError(_at(text, where, f"[{where}] is a table"))
    for name, value in given.items():
        if name not in known:
            raise PolicyError(_at(text, name, _unknown(where, name, tuple(known)), where))
        if not isinstance(value, known[name]):
            reason = f"{_in(where)}{name} has the wrong kind of value"
            raise PolicyError(_at(text, name, reason, where))
        choices = _CHOICES.get(name)
        if choices and where and value not in choices:
            reason = f"{_in(where)}{name} is one of {_or(choices)}"
            raise PolicyError(_at(text, name, reason, where))


def _names(text: str, given: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    values = given.get(name, [])
    if not all(isinstance(value, str) and value.strip() for value in values):
        raise PolicyError(_at(text, name, f"{name} is a list of names in quotes", where))
    return tuple(value.strip() for value in values)


def _unknown(where: str, name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    return f"{_in(where)}unknown key {name!r}; {hint}"


def _in(where: str) -> str:
    return f"[{where}] " if where else ""


def _or(choices: tuple[str, ...]) -> str:
    return " or ".join(f'"{choice}"' for choice in choices)


def _at(text: str, name: str, reason: str, where: str = "") -> str:
    """The reason with the line of brain.toml on which the name first stands, from its table on."""
    spot = lazy.regex(rf'^\s*\[*[^#\n]*(?<![\w-])"?{re.escape(name)}"?(?![\w-])')
    lines = list(enumerate(text.splitlines(), 1))
    header = f"[{_bare(where)}]"
    table = next((no for no, each in lines if _bare(each.partition("#")[0]) == header), 1)
    after = [(no, each) for no, each in lines if no >= table]
    line = next((no for no, each in [*after, *lines] if spot.match(each)), table)
    return f"brain.toml line {line}: {reason}"


def _bare(written: str) -> str:
    return re.sub(r"[\s\"']", "", written)
