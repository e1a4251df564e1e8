"""`status`: is it well, where is everything, what needs the person. At most 16 lines."""

import argparse
import json
import os
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from ..brain.brain import Brain
from ..brain.policy import APPLY, PERSON, PolicyError, read
from ..recall import (
    forget,
    hits,
    indexing,
    owner,
    people,
    remember,
    review,
    rules,
    schemas,
    settings,
    trouble,
)
from ..recall.memory import UNUSABLE, Memory, said
from ..sessions import hermes_rows
from . import costs, sessions_told
from .surroundings import Surroundings, counted

MOST = 16  # lines
REVIEW_SECONDS = 0.5  # for counting what needs the person


def add(parser: argparse.ArgumentParser) -> None:
    """Whether to say everything."""
    parser.add_argument(
        "--all", action="store_true", help="everything: what was skipped of whom and why, all notes"
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Print the state; exit code 1 when something is not as it should be."""
    memory = here.memory()
    facts = gather(memory)
    facts["sessions"]["left"] = _left(here, memory)
    if args.json:
        here.say(json.dumps(facts, ensure_ascii=False, default=_plain))
    else:
        for line in lines(facts, everything=args.all):
            here.say(line)
    return 1 if facts["wrong"] else 0


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def _left(here: Surroundings, memory: Memory) -> dict[str, Any]:
    """What is not read yet: units and units in all, and seconds that the background takes."""
    found = memory.settings
    if found.demo or found.alone or not found.index_sessions:
        return {}
    known = costs.of(here, found, found.index_sessions)
    return {
        "sessions": sum(cost.left for cost in known),
        "of": sum(cost.sessions for cost in known),
        "seconds": round(sum(cost.seconds for cost in known) / indexing.SHARE),
        "agents": {cost.agent: cost.left for cost in known if cost.left},
    }


def gather(memory: Memory) -> dict[str, Any]:
    """Everything `status` says, by name. Never raises for a store that is missing or damaged."""
    found = memory.settings
    wrong: list[str] = []
    facts: dict[str, Any] = {
        "home": str(found.home),
        "demo": found.demo,
        "alone": found.alone,
        "config": str(settings.config_path(found.home)),
        "notes": list(found.trouble),
    }
    facts["brain"] = _brain(memory, wrong)
    if facts["brain"].get("names"):
        facts["notes"].append(facts["brain"]["names"])
    if facts["brain"].get("policy", "in force") != "in force":
        facts["notes"].append(facts["brain"]["policy"])
    facts["review"] = _review(memory) if "facts" in facts["brain"] else {}
    facts["writes"] = _writes(memory, facts["brain"], wrong)
    facts["sessions"] = _sessions(memory, wrong)
    facts["trouble"] = trouble.lines(found, memory.clock()) if trouble.last(found) else ()
    facts["notes"] += [f"trouble: {line}" for line in facts["trouble"]]
    facts["costs"] = (
        f"about {len(json.dumps(schemas.SCHEMAS)) // costs.CHARS_A_TOKEN} tokens of tools, "
        f"{len(rules.TEXT) // costs.CHARS_A_TOKEN} of rules, "
        f"at most {found.block_chars // costs.CHARS_A_TOKEN} recalled a turn"
        f"{costs.recalled(found.state_db)}"
    )
    if found.index_since and found.since(memory.clock(), memory.zone) is None:
        facts["notes"].append(
            f"index_since is {found.index_since}, a day to come: it is not in force"
        )
    if found.broken:
        wrong.append(f"{found.broken}; mend or remove {settings.config_path(found.home)}")
    facts["wrong"] = wrong
    return facts


def _brain(memory: Memory, wrong: list[str]) -> dict[str, Any]:
    folder = memory.settings.brain
    try:
        with memory.brain() as brain:
            stats = brain.stats()
            if brain.trouble:
                wrong.append(brain.trouble)
            return {
                "path": str(folder),
                "bytes": _size(brain.path),
                "you": brain.policy().principal,
                "names": owner.other_names(
                    memory.settings, brain.policy().principal, brain.policy().aliases
                )
                or people.unclaimed(memory, brain.policy()),
                "facts": stats["facts"],
                "records": stats["records"],
                "sources": stats["sources"],
                "disputed": [fact.key for fact in brain.disputes()],
                "pending": len(brain.pending()),
                "policy": _policy(brain),
            }
    except FileNotFoundError:
        wrong.append(memory.settings.no_brain)
    except UNUSABLE as error:
        wrong.append(f"the brain cannot be read ({said(error)}); run: hermes agent-si check")
    return {"path": str(folder)}


def _review(memory: Memory) -> dict[str, Any]:
    """How much needs the person; `more`: not everything was looked at in the time."""
    try:
        found = review.counted(memory, seconds=REVIEW_SECONDS)
    except (FileNotFoundError, *UNUSABLE):
        return {}
    return {"count": found.count, "more": found.cut}


def _policy(brain: Brain) -> str:
    """Whether brain.toml is what governs."""
    try:
        same = read(brain.policy_path) == brain.policy_text()
    except (OSError, PolicyError):
        return f"brain.toml cannot be read; the applied policy stays in force; {APPLY}"
    return "in force" if same else f"brain.toml was edited and is not in force; {APPLY}"


def _writes(memory: Memory, brain: dict[str, Any], wrong: list[str]) -> str:
    """Whether a fact could be kept now: the folder, the file, and the two agents it takes."""
    if "facts" not in brain:
        return "no"
    folder = memory.settings.brain
    try:
        if not os.access(folder, os.W_OK):
            reason = f"{folder} is read-only; make it writable"
        else:
            with memory.brain(readonly=False) as opened:
                agents = _writers(memory, opened)
                reason = opened.cannot_write(*agents) or owner.differs(
                    memory.settings, opened.policy().principal
                )
    except UNUSABLE as error:
        reason = said(error)
    reason = reason or forget.unreadable(memory) or _record(memory)
    if reason:
        wrong.append(f"facts cannot be kept: {reason}")
    return "no" if reason else "yes"


def _record(memory: Memory) -> str:
    """Why nobody can be quoted: the host's own record is there and cannot be read."""
    found = memory.settings
    wrong = "" if found.alone or found.demo else hermes_rows.unreadable(found.state_db)
    return f"Hermes' own record cannot be read ({wrong}); run: hermes doctor" if wrong else ""


def _writers(memory: Memory, brain: Brain) -> tuple[str, ...]:
    """Who writes here: the two agents of a conversation, or the person of a brain by itself."""
    if not memory.settings.alone:
        return (remember.COLLECTOR, remember.AGENT)
    return (brain.policy().people or (PERSON,))[:1]


def _sessions(memory: Memory, wrong: list[str]) -> dict[str, Any]:
    found = memory.settings
    facts: dict[str, Any] = {
        "path": str(found.index),
        "reads": list(found.index_sessions),
        "since": found.index_since,
        "agents": {},
    }
    try:
        with memory.index() as index:
            facts["agents"] = {row.agent: row for row in index.stats()}
            facts["bytes"] = _size(found.index)
    except FileNotFoundError:
        facts["note"] = "nothing is indexed yet; it starts with the next Hermes session"
    except UNUSABLE as error:
        wrong.append(
            f"the session index cannot be read ({said(error)}); the next session builds it again, "
            "and takes over what exists only there"
        )
    return facts


def lines(facts: dict[str, Any], *, everything: bool = False) -> list[str]:
    """The facts as a person reads them, first line OK or NOT OK; MOST lines, or everything."""
    wrong, brain, sessions = facts["wrong"], facts["brain"], facts["sessions"]
    out = [f"NOT OK: {wrong[0]}" if wrong else "OK"]
    out += [f"  also: {line}" for line in wrong[1 : None if everything else 4]]
    if facts["demo"]:
        out.append("demo: on; Example Co answers, yours rests. Back: hermes agent-si demo --off")
    disputed = brain.get("disputed") or []
    if disputed:
        out.append(
            f"{hits.ASK}: {len(disputed)} disputed ({', '.join(disputed[:2])}"
            f"{', …' if len(disputed) > 2 else ''}); hermes agent-si settle KEY"
        )
    if brain.get("pending"):
        out.append(f"waiting for approval: {brain['pending']}; hermes agent-si brain pending")
    if (needs := facts.get("review")) and needs["count"]:
        more = " or more" if needs["more"] else ""
        out.append(f"review: {needs['count']}{more}; hermes agent-si review")
    if "facts" in brain:
        out.append(f"you: {brain['you'] or 'no name set; hermes memory setup asks for it'}")
        out.append(
            f"kept: {counted(brain['facts'], 'fact')}, {counted(brain['records'], 'record')}, from "
            f"{counted(brain['sources'], 'source')} ({_mb(brain['bytes'])})"
        )
    out.append(f"brain: {brain['path']}")
    out.append(f"writes: {facts['writes']}")
    if not facts["alone"]:
        out += sessions_told.lines(sessions, everything=everything)
    rest = [] if facts["alone"] else [f"config: {facts['config']}", f"costs: {facts['costs']}"]
    rest += [f"note: {line}" for line in facts["notes"][: None if everything else 3]]
    if everything or len(out) + len(rest) <= MOST:
        return out + rest
    # What is wrong, and what stands of whom, comes before where the settings are.
    told = [*out[: MOST - 1], *rest[: max(0, MOST - 1 - len(out))]]
    return [*told, f"… {len(out) + len(rest) - len(told)} more: hermes agent-si status --all"]


def counts(memory: Memory) -> dict[str, Any]:
    """A few of the facts, flat, for the host's own status page."""
    facts = gather(memory)
    brain = facts["brain"]
    return {
        "state": f"NOT OK: {facts['wrong'][0]}" if facts["wrong"] else "OK",
        "demo": "on" if facts["demo"] else "off",
        "facts": brain.get("facts", 0),
        "disputed": len(brain.get("disputed") or ()),
        "sessions": ", ".join(
            f"{hits.agent_name(agent)} {row.sessions}"
            for agent, row in facts["sessions"]["agents"].items()
            if agent in facts["sessions"]["reads"]
        )
        or ("none yet" if facts["sessions"]["reads"] else "not read"),
        "trouble": facts["trouble"][0] if facts["trouble"] else "none",
    }


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _mb(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
