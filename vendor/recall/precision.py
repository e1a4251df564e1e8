"""How recall does on the person's own history: their newest prompts, asked again.

Each is asked as the first of a conversation, with its own session left out, of the stores as they
are now: a prompt may be answered by what was said after it. Nothing is written.

    last_prompts --> replay, one Replayed each --> Tally
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..sessions.rows import MessageRow
from ..text import words
from .block import Block, replayed
from .conversation import MINE
from .hits import Hit
from .memory import Memory


@dataclass(frozen=True, slots=True)
class Replayed:
    """A prompt and what a turn would get for it."""

    prompt: MessageRow
    block: Block


@dataclass(slots=True)
class Tally:
    """What came of the prompts so far.

    `idle`: small talk and commands, which start no recall. `lines` are all that were said,
    `repeats` those of them that an earlier prompt had got already; `stale` counts the prompts that
    got nothing else. `sources`: lines by where they came from, `brain` or an agent.
    """

    prompts: int = 0
    idle: int = 0
    spoke: int = 0
    stale: int = 0
    lines: int = 0
    repeats: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    trouble: set[str] = field(default_factory=set)
    _said: set[str] = field(default_factory=set)

    def add(self, one: Replayed) -> None:
        """Count one more."""
        self.prompts += 1
        self.trouble.update(one.block.trouble)
        self.idle += words.trivial(one.prompt.text)
        hits = one.block.hits
        if not hits:
            return
        old = [hit for hit in hits if hit.id in self._said]
        self.spoke += 1
        self.stale += len(old) == len(hits)
        self.lines += len(hits)
        self.repeats += len(old)
        self.sources.update(map(source_of, hits))
        self._said.update(hit.id for hit in hits)

    @property
    def silent(self) -> int:
        """Prompts that were looked up and got nothing."""
        return self.prompts - self.idle - self.spoke


def source_of(hit: Hit) -> str:
    """`brain`, or the agent whose message it is."""
    return hit.locators[0].partition(":")[0] if hit.kind == "message" else "brain"


def last_prompts(memory: Memory, count: int) -> list[MessageRow]:
    """What the person typed last to the agents that are read, oldest first; nothing private.

    Raises:
        FileNotFoundError: nothing is indexed yet.
        memory.UNUSABLE: the index cannot be read.
    """
    found, private = memory.settings, memory.settings.private
    with memory.index() as index:
        rows = index.prompts(count, agents=found.index_sessions, audiences=MINE)
    return [row for row in rows if not private.holds(row.project)]


def replay(memory: Memory, prompts: Iterable[MessageRow]) -> Iterator[Replayed]:
    """Ask each prompt again, its own session left out."""
    own: dict[str, frozenset[str]] = {}
    for prompt in prompts:
        if prompt.session not in own:
            with memory.index() as index:
                own = {prompt.session: index.locators_of(prompt.session)}
        yield Replayed(prompt, replayed(memory, prompt.text, own[prompt.session]))
