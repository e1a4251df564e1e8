"""First run and setup: three questions, one config.json, and the first line of the brain's log.

The wizard and the panel write the same file. A name given where the log has none is recorded at
once; a name that differs from the log's is a person's act at a terminal, and is recorded there.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from ..brain import policy
from ..brain.brain import Brain
from ..recall import settings, values
from ..recall.memory import UNUSABLE, Memory
from ..recall.settings import Settings
from . import costs
from .surroundings import NotAllowed, Stopped, Surroundings

TRIES = 3  # answers that are asked for, where one cannot be used
_QUESTIONS = (
    ("principal", "Your name: the person whose words are protected", "text"),
    ("brain_dir", "Folder of the brain (an absolute path; may name an existing one)", "text"),
    (
        "index_sessions",
        "Index past sessions: yes, no, or a list of hermes, claude, codex, grok",
        "boolean",
    ),
)


def current(found: Settings) -> dict[str, str]:
    """The three settings in the words a person would type."""
    agents = found.index_sessions
    listed = "yes" if agents == settings.AGENTS else ", ".join(agents) if agents else "no"
    return {
        "principal": found.principal,
        "brain_dir": str(found.brain_dir or found.folder / "brain"),
        "index_sessions": listed,
    }


def schema(found: Settings) -> list[dict[str, Any]]:
    """The questions in the host's form, with the values in force as defaults (R10, R56)."""
    now = current(found)
    fields = []
    for key, description, kind in _QUESTIONS:
        field: dict[str, Any] = {"key": key, "description": description, "default": now[key]}
        if kind == "boolean":
            field |= {"type": "boolean", "default": bool(found.index_sessions)}
        fields.append(field)
    return fields


def first_run(memory: Memory) -> None:
    """Create the brain where there is none, and record a first name (R12).

    An existing brain, ours or one that `brain_dir` names, is left as it is otherwise.

    Raises:
        UNUSABLE (recall/memory.py), PolicyError: it cannot be made or written; nothing was.
    """
    found = memory.settings
    if found.demo:
        return
    with memory.brain(create=True) as brain:
        if not brain.policy_text():
            brain.first_policy(policy.default_toml(found.principal, found.principal_aliases))
        elif found.principal and not brain.policy().principal and found.brain_dir is None:
            _name(brain, found, via="panel")


def _name(brain: Brain, found: Settings, *, via: str) -> None:
    """Put the name of the settings into force; aliases only where the settings have some."""
    aliases = found.principal_aliases or brain.policy().aliases
    brain.name_principal(found.principal, aliases, via=via)


def at_terminal(here: Surroundings) -> None:
    """Ask the three questions, save the answers, and create the brain. Safe without a terminal."""
    settings.adopt_old_file(here.home)
    found = settings.load(here.home)
    here.say("agent-si keeps what you say with your own words as the source. Nothing leaves this")
    here.say("machine. It reads: this Hermes home's conversations, and the session files of Claude")
    here.say("Code, Codex and Grok when you index them. It writes only below agent-si/ here.")
    if found.index_sessions:
        here.say("Past sessions on this machine; nothing of them has been read yet:")
        _costs(here, found, found.index_sessions)
    answers = _answers(here, found)
    try:
        settings.save(here.home, answers)
    except ValueError as error:
        here.say(f"  ! nothing was saved: {error}")
    memory = here.memory()
    for line in memory.settings.trouble:
        here.say(f"  ! {line}")
    try:
        first_run(memory)
        _rename(here, memory)
    except (*UNUSABLE, policy.PolicyError) as error:
        here.say(f"  ! the brain could not be written: {error}")
    here.say(f"Saved to {settings.config_path(here.home)}. Active from the next new session.")
    here.say("See it work without your data: hermes agent-si demo")


def _costs(here: Surroundings, found: Settings, agents: Sequence[str]) -> None:
    """What reading these agents' sessions will cost, from names, times and sizes."""
    known = costs.of(here, found, agents)
    for line in costs.lines(known):
        here.say(line)
    if any(cost.agent == "claude" and cost.sessions for cost in known) and found.keep_expired:
        here.say(
            "  Claude Code deletes transcripts after 30 days; what is indexed stays (keep_expired)."
        )


def _answers(here: Surroundings, found: Settings) -> dict[str, Any]:
    """The answers that differ from what is in force; without a terminal there are none."""
    answers: dict[str, Any] = {}
    now = current(found)
    with suppress(Stopped):
        for key, description, _ in _QUESTIONS:
            answer = here.ask(f"  {description}", now[key])
            if key == "index_sessions":
                answer = _agents(here, found, answer, now[key])
            if answer != now[key]:
                answers[key] = str(Path(answer).expanduser()) if key == "brain_dir" else answer
    return answers


def _agents(here: Surroundings, found: Settings, answer: str, now: str) -> str:
    """A choice of agents that can be read; what others than were shown cost is told, too."""
    for _ in range(TRIES):
        wrong = values.unknown_agents(answer)
        if not wrong:
            break
        here.say(f"  ! {wrong}")
        answer = here.ask("  Index past sessions", now)
    else:
        return now
    chosen = values.agents(answer)
    if new := [agent for agent in chosen if agent not in found.index_sessions]:
        _costs(here, found, new)
    return answer


def _rename(here: Surroundings, memory: Memory) -> None:
    """A name other than the log's: recorded when a person is at the terminal, else told."""
    found = memory.settings
    with memory.brain(readonly=False) as brain:
        owner = brain.policy().principal
        if not found.principal or owner in ("", found.principal):
            return
        try:
            here.require_person("changing whose words are protected")
            here.confirm(f"change it from {owner} to {found.principal}")
        except (NotAllowed, Stopped):
            here.say(f"  ! the brain's owner stays {owner}; run setup in a terminal of your own")
            settings.save(here.home, {"principal": owner})
            return
        _name(brain, found, via="tty")


def brief(home: Path, *, clock: Callable[[], datetime]) -> dict[str, Any]:
    """A few live facts for the host's own status page."""
    from .status import counts

    return counts(Memory(settings.load(home), clock=clock))
