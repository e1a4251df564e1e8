"""What a refresh tells: what it did for each agent, and how far it is."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class AgentReport:
    """What a refresh did for one agent."""

    agent: str
    read: int = 0
    added: int = 0
    removed: int = 0
    kept_out: int = 0
    expired: int = 0
    unreached: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """How far the reading of one agent is: units and their bytes, done and in all."""

    agent: str
    done: int
    total: int
    bytes_done: int
    bytes_total: int


@dataclass(slots=True)
class Report:
    """What a refresh did. `finished` is False when it was stopped."""

    agents: dict[str, AgentReport] = field(default_factory=dict)
    finished: bool = True
    removed_by_rules: int = 0  # credentials that a newer detector knows, and what was forgotten

    @property
    def added(self) -> int:
        """Messages that are new in the index."""
        return sum(agent.added for agent in self.agents.values())

    @property
    def removed(self) -> int:
        """Messages that left the index."""
        return self.removed_by_rules + sum(agent.removed for agent in self.agents.values())
