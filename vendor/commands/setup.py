"""First run and setup: three questions, one config.json, and the first line of the brain's log.

The wizard and the panel write the same file. A name given where the log has none is recorded at
once; a name that differs from the log's is a person's act at a terminal, and is recorded there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ..brain import policy
from ..brain.brain import FILE
from ..recall import settings, values
from ..recall.memory import UNUSABLE, Memory
from ..recall.settings import Settings
from . import brain_folder, costs
from .first_run import first_run, put_name
from .surroundings import NotAllowed, Stopped, Surroundings

TRIES = 3  # answers that are asked for, where one cannot be used
INTRODUCTION = (
    "agent-si keeps what you say with your own words as the source. Nothing leaves this",
    "machine. It reads: this Hermes home's conversations, and the session files of Claude",
    "Code, Codex and Grok when you index them. It writes only below agent-si/ here, and in the",
    "brain's folder. Enter keeps what stands in brackets; Ctrl-C leaves everything as it was.",
)
SPEAKS = {
    "low": "often, sometimes beside the point",
    "normal": "where much of what you typed was said before",
    "high": "seldom, where it is sure",
}
_QUESTIONS = (
    ("principal", "Your name, whose words are protected", "text"),
    (
        "brain_dir",
        "Folder of the brain (an absolute path, may name an existing one; or default)",
        "text",
    ),
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


def at_terminal(here: Surroundings) -> bool:
    """Ask the three questions, save the answers, and create the brain. Safe without a terminal.

    False when the person broke it off: then nothing was saved, and nothing is to be selected.
    """
    settings.adopt_old_file(here.home)
    found = settings.load(here.home)
    for line in INTRODUCTION:
        here.say(line)
    if found.broken:
        here.say(f"  ! {found.broken}; mend or remove {settings.config_path(here.home)} first")
    try:
        if found.index_sessions:
            here.say("Past sessions on this machine; nothing of them has been read yet:")
            _costs(here, found, found.index_sessions)
        answers = _answers(here, found)
    except (Stopped, KeyboardInterrupt):
        here.say("")
        here.say("Broken off: nothing was saved. Again: hermes memory setup agent-si")
        return False
    _save(here, answers)
    here.say(f"Saved to {settings.config_path(here.home)}. Active from the next new session:")
    for line in _in_force(here.memory()):
        here.say(f"  {line}")
    here.say("Another value later: hermes agent-si config, or this again")
    here.say("See it work without your data: hermes agent-si demo")
    return True


def _save(here: Surroundings, answers: dict[str, Any]) -> None:
    """Write the answers, make the brain, and say what could not be done."""
    try:
        settings.save(here.home, answers)
    except ValueError as error:
        here.say(f"  ! nothing was saved: {error}")
    memory = here.memory()
    for line in memory.settings.trouble:
        here.say(f"  ! {line}")
    try:
        first_run(memory.settings, here.clock)
        _rename(here, memory)
    except (*UNUSABLE, policy.PolicyError) as error:
        here.say(f"  ! the brain could not be written: {error}")


def _in_force(memory: Memory) -> Iterator[str]:
    """What was chosen, read back from where it counts: the file, and the brain's own log."""
    found = memory.settings
    try:
        with memory.brain() as brain:
            owner = brain.policy().principal
        yield f"you: {owner or 'nobody; words of anybody may be kept as theirs'}"
    except (*UNUSABLE, policy.PolicyError):
        yield "you: not recorded, as there is no brain"
    now = current(found)
    yield f"brain: {found.brain}"
    if found.index_sessions:
        yield f"past sessions: {now['index_sessions']}"
    else:
        yield "past sessions: neither read nor searched"
    yield (
        f"recall speaks unasked: {SPEAKS[found.recall_floor]} "
        "(hermes agent-si config recall_floor low|normal|high)"
    )


def save(home: Path, given: Mapping[str, Any], *, clock: Callable[[], datetime]) -> None:
    """Keep what a panel submits: every field of it, the unchanged ones too.

    Raises:
        ValueError: one of them cannot be used; none is kept, and the sentence says why.
    """
    found = settings.load(home)
    changes = dict(given)
    for key, value in given.items():
        if wrong := values.unusable(key, value):
            raise ValueError(f"{key}: {wrong}")
    chosen = given.get("brain_dir")
    if chosen and chosen != current(found)["brain_dir"]:
        try:
            changes["brain_dir"] = str(brain_folder.look(chosen, found, clock=clock).path)
        except ValueError as error:
            raise ValueError(f"brain_dir: {error}") from None
    settings.save(home, changes)


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
    """The answers that differ from what is in force; without a terminal there may be none.

    Raises:
        Stopped: the person broke off (end of input without a person is no more than its end).
    """
    answers: dict[str, Any] = {}
    now = current(found)
    try:
        for key, description, _ in _QUESTIONS:
            answer = _asked(here, found, f"  {description}", now[key], _CHECKS.get(key, _any))
            if answer != now[key]:
                answers[key] = answer
    except Stopped:
        if here.interactive:
            raise
    return answers


def _asked(here: Surroundings, found: Settings, question: str, now: str, check: "_Check") -> str:
    """An answer that can be used, or after some that cannot what is in force now."""
    for _ in range(TRIES):
        answer = here.ask(question, now)
        if answer == now:
            return now
        try:
            return check(here, found, answer)
        except _Declined:
            pass
        except (ValueError, TypeError) as error:
            here.say(f"  ! {error}")
    here.say(f"  ! it stays {now}")
    return now


class _Declined(Exception):
    """The person saw what the answer means, and wants another one."""


def _any(here: Surroundings, found: Settings, answer: str) -> str:
    return answer


def _folder(here: Surroundings, found: Settings, answer: str) -> str:
    """A folder in which the brain can be, with what is to be known of it."""
    if answer.lower() == "default":
        answer = str(brain_folder.default(found))
    place = brain_folder.look(answer, found, clock=here.clock)
    for note in place.notes:
        here.say(f"  {note}")
    if here.interactive:
        if place.notes and here.ask("  Take it? yes or no", "yes").lower() not in ("yes", "y"):
            raise _Declined
    elif str(place.path) != current(found)["brain_dir"] and (found.brain / FILE).exists():
        raise ValueError("another brain is a person's choice; run setup in a terminal of your own")
    return str(place.path)


def _agents(here: Surroundings, found: Settings, answer: str) -> str:
    """A choice of agents that can be read; what others than were shown cost is told, too."""
    if wrong := values.unusable("index_sessions", answer):
        raise ValueError(wrong)
    if new := [agent for agent in values.agents(answer) if agent not in found.index_sessions]:
        _costs(here, found, new)
    return answer


_Check = Callable[[Surroundings, Settings, str], str]
_CHECKS: dict[str, _Check] = {"brain_dir": _folder, "index_sessions": _agents}


def _rename(here: Surroundings, memory: Memory) -> None:
    """A name other than the log's: recorded when a person is at the terminal, else told."""
    found = memory.settings
    with memory.brain(readonly=False) as brain:
        owner = brain.policy().principal
        if not found.principal or settings.same_name(owner, found.principal):
            return
        try:
            here.require_person("changing whose words are protected")
            here.confirm(f"change it from {owner or 'nobody'} to {found.principal}")
        except (NotAllowed, Stopped):
            stays = f"the brain's owner stays {owner or 'nobody'}"
            here.say(f"  ! {stays}; run setup in a terminal of your own")
            settings.save(here.home, {"principal": owner or None})
            return
        put_name(brain, found, via="tty")


def brief(home: Path, *, clock: Callable[[], datetime]) -> dict[str, Any]:
    """A few live facts for the host's own status page."""
    from .status import counts

    return counts(Memory(settings.load(home), clock=clock))
