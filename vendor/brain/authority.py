"""Who may do what: the agent, its operations, whom it may speak for, and whose approval it needs.

The policy asked is the one in force, as the log has it. A brain without one, or without the
agent that writes, can be read; a refusal names the lines to add and the command to run.
"""

from collections.abc import Mapping
from typing import Any

from .errors import PacketRefused
from .policy import APPLY, PERSON, Agent, Policy, PolicyError, agent_lines, parse
from .view import View

# What a person decides over rows and packets of others.
DECIDES = ("redact", "approve", "reject")
# What a line that a person typed in a chat may do; a terminal may do all.
TYPED = frozenset({"add_source", "claim", "undo", "redact"})


def check_agent(view: View) -> None:
    """The agent is known and may use each operation. Codes `agent`, `operation`."""
    if is_first(view):
        return
    agent = _agent(view)
    for _, op in view.ops():
        if not agent.may(op["op"]):
            raise PacketRefused(
                "operation",
                f"not written: {agent.name} may not {op['op']}. To allow it, add "
                f'"{op["op"]}" to operations of [agents.{agent.name}] in {view.policy_file} and '
                f"run: {APPLY}",
            )
    _check_person_only(view, agent)
    _check_panel(view)
    _check_typed(view, agent)


def is_first(view: View) -> bool:
    """Whether this is the setup of a new brain: no policy yet, and nothing but the first one."""
    packet = view.packet
    alone = [op["op"] for op in packet.ops] == ["apply_config"]
    first = alone and packet.via == "setup" and packet.agent == PERSON
    return first and not view.policy.agents


def _agent(view: View) -> Agent:
    name = view.packet.agent
    agent = view.policy.agents.get(name)
    if agent is None:
        raise PacketRefused("agent", _unknown(name, view.policy_file))
    return agent


def _unknown(name: str, policy_file: str) -> str:
    return (
        f"not written: this brain knows no agent {name}. Reading works. To let it write, add "
        f"these lines to {policy_file}:\n{agent_lines(name)}and run: {APPLY}"
    )


def _check_person_only(view: View, agent: Agent) -> None:
    if agent.kind == PERSON and view.packet.via == "tool":
        raise PacketRefused(
            "operation",
            f"not written: {agent.name} decides on a terminal or in a line typed in a chat; no "
            "tool of an agent does it for them",
        )
    for _, op in view.ops(*DECIDES):
        if agent.kind != PERSON:
            raise PacketRefused(
                "operation", f"not written: only an agent of kind person may {op['op']}"
            )
    for _, op in view.ops("link", "unlink"):
        if op["relation"] == "pinned" and agent.kind != PERSON:
            raise PacketRefused("operation", "not written: only a person may pin or unpin a row")


def _check_panel(view: View) -> None:
    """A settings panel is no proof of a person: it may name a principal where there is none."""
    if view.packet.via != "panel":
        return
    for _, op in view.ops():
        proposed = _proposed(op) if op["op"] == "apply_config" else None
        same = proposed is not None and (proposed.agents, proposed.changing) == (
            view.policy.agents,
            view.policy.changing,
        )
        if view.policy.principal or not same:
            raise PacketRefused(
                "operation",
                "not written: the panel may only name the first principal. Everything else is "
                f"changed on a terminal: edit {view.policy_file} and run: {APPLY}",
            )


def _check_typed(view: View, agent: Agent) -> None:
    """A line typed in a chat keeps, undoes and forgets, for the person alone.

    Their words come from the collector, as in any message.
    """
    if view.packet.via != "typed":
        return
    words_alone = agent.kind == "collector" and all(
        op["op"] == "add_source" for op in view.packet.ops
    )
    if agent.kind != PERSON and not words_alone:
        raise PacketRefused(
            "operation", f"not written: a line typed in a chat is the person's, not {agent.name}'s"
        )
    for _, op in view.ops():
        if op["op"] not in TYPED:
            raise PacketRefused(
                "operation",
                f"not written: no line typed in a chat may {op['op']}; that needs a terminal: "
                "hermes agent-si --help",
            )


def _proposed(op: Mapping[str, Any]) -> Policy | None:
    try:
        return parse(op["toml"])
    except PolicyError:
        return None


def check_policy(view: View) -> None:
    """A proposed brain.toml is one that can be read. Code `policy`."""
    for _, op in view.ops("apply_config"):
        try:
            proposed = parse(op["toml"])
        except PolicyError as error:
            raise PacketRefused("policy", f"not applied: {error}") from None
        people = (agent for agent in proposed.agents.values() if agent.kind == PERSON)
        if not any(agent.may("apply_config") for agent in people):
            raise PacketRefused(
                "policy",
                "not applied: under this brain.toml nobody could change it again. Keep an agent "
                f"of kind person that may apply_config:\n{agent_lines(PERSON)}",
            )


def check_authorship(view: View) -> None:
    """Who adds a source may speak for its author, and may add sources at all. Code `author`."""
    if is_first(view):
        return
    agent = view.policy.agents[view.packet.agent]
    for _, op in view.ops("add_source"):
        if op["author"] == "principal" and not agent.author_principal:
            raise PacketRefused(
                "author",
                f"not written: {agent.name} may not add words as the principal's own. A collector "
                f"with author_principal = true in {view.policy_file} may; or name another author.",
            )
        if agent.kind != "collector" and not agent.manual_sources:
            raise PacketRefused(
                "author",
                f"not written: {agent.name} is no collector and may not add sources by hand. Set "
                f"manual_sources = true for it in {view.policy_file} and run: {APPLY}",
            )


def waits(view: View) -> bool:
    """Whether the packet takes effect only when a person approves it.

    Raises:
        PacketRefused: it decides over other rows or packets, and may not wait itself.
    """
    agent = view.policy.agents.get(view.packet.agent)
    if agent is None or agent.approval != PERSON:
        return False
    for _, op in view.ops(*DECIDES):
        raise PacketRefused(
            "approval",
            f"not written: {op['op']} takes effect at once, and packets of {agent.name} wait for "
            f'approval. Set approval = "none" for it in {view.policy_file} and run: {APPLY}',
        )
    return True


def check_may_decide(view: View, asking: Agent | None) -> None:
    """The agent of the packet is one of those that decide for the agent that asks."""
    name = view.packet.agent
    if asking is not None and asking.approvers and name not in asking.approvers:
        raise PacketRefused(
            "approval",
            f"not decided: packets of {asking.name} are decided by {' or '.join(asking.approvers)}"
            f", not by {name}",
        )


def may_write(policy: Policy, agent: str, policy_file: str) -> str:
    """Why the agent cannot write here, as one sentence; empty when it can."""
    return "" if agent in policy.agents else _unknown(agent, policy_file)
