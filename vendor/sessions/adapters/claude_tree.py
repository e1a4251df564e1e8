"""The tree that the records of a Claude Code file form, and what in it was taken back.

    root -- prompt -- answer -- prompt -- answer          the way from the end of the file
                         `----- prompt -- answer          left behind by going back

A prompt off the way that meets it further up was taken back, with its answers. A prompt whose
way up never meets it stands in a tree of its own, and stays. Answers fork without being taken
back (tools called in parallel), so they follow the prompt above them.

`Tree` reads a file whole. `Turn` takes the records that were appended since, as long as they
hang on the turn that was running; then nothing older changes, and both come to the same end.
"""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

OPEN = 512  # records of the running turn that are remembered between readings
SHORT = 8  # characters by which one is remembered: 48 bits of a hash of its uuid

PROMPT = "prompt"
MACHINE = "machine prompt"
ANSWER = "answer"
OTHER = "other"
_PROMPTS = (PROMPT, MACHINE)


class Node(NamedTuple):
    """One record: its uuid, its parent's ("" at a root), and what it is in the tree."""

    id: str
    parent: str
    kind: str


def short(ident: str) -> str:
    """The name by which a record is remembered between readings."""
    digest = blake2b(ident.encode("utf-8", "surrogatepass"), digest_size=SHORT * 3 // 4)
    return b64encode(digest.digest()).decode()


class Turn:
    """Records appended to a file whose running turn is known, by their short names."""

    def __init__(self, running: Iterable[str], *, machine: bool) -> None:
        """`running`: the records that may be hung on; `machine`: no person typed the turn."""
        self._open = dict.fromkeys(running)
        self._dead: set[str] = set()
        self.machine = machine

    def holds(self, ident: str) -> bool:
        """Whether a record of this uuid may be hung on."""
        return short(ident) in self._open

    def add(self, node: Node, *, speaks: bool) -> bool:
        """Take the next record; False when the file must be read whole."""
        name = short(node.id)
        if name in self._open:
            return True
        if not node.parent or short(node.parent) not in self._open:
            return node.kind == OTHER and not speaks
        if node.kind in _PROMPTS:
            self._open.clear()
            self.machine = node.kind == MACHINE
        self._open[name] = None
        if self.machine:
            self._dead.add(node.id)
        return True

    def taken_back(self) -> frozenset[str]:
        """Of the records taken, those that no person stands behind."""
        return frozenset(self._dead)

    def running(self) -> tuple[str, ...]:
        """The records that the next ones may hang on, the newest of them."""
        return tuple(self._open)[-OPEN:]


class Tree:
    """All records of a file, in its order; a uuid counts where it stands first."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._above: dict[str, str] = {}
        self._end = ""

    @property
    def machine(self) -> bool:
        """Whether the running turn was not typed by a person."""
        top = self._prompt_above(self._end)
        return bool(top) and self._nodes[top].kind == MACHINE

    def holds(self, ident: str) -> bool:
        """Whether a record of this uuid was taken."""
        return ident in self._nodes

    def add(self, node: Node, *, speaks: bool) -> bool:
        """Take the next record."""
        if node.id not in self._nodes:
            self._nodes[node.id] = node
            if node.kind != OTHER:
                self._end = node.id
        return True

    def taken_back(self) -> frozenset[str]:
        """Records that were taken back, and answers to prompts that no person typed."""
        way = set(self._up(self._end))
        dead = {
            node.id
            for node in self._nodes.values()
            if node.kind in _PROMPTS and node.id not in way and self._meets(node.id, way)
        }
        dead |= {node.id for node in self._nodes.values() if node.kind == MACHINE}
        if not dead:
            return frozenset()
        below = {ident for ident in self._nodes if self._prompt_above(ident) in dead}
        return frozenset(dead | below)

    def running(self) -> tuple[str, ...]:
        """The running turn: what stands below the last prompt on the way, newest last; short."""
        top = self._prompt_above(self._end)
        if not top:
            return ()
        below = [i for i in self._nodes if self._prompt_above(i) == top]
        return tuple(map(short, below[-OPEN:]))

    def _up(self, ident: str) -> list[str]:
        """The record, its parent, and so on to a root; a circle ends where it closes."""
        way: dict[str, None] = {}
        while ident in self._nodes and ident not in way:
            way[ident] = None
            ident = self._nodes[ident].parent
        return list(way)

    def _meets(self, ident: str, way: set[str]) -> bool:
        return any(step in way for step in self._up(ident))

    def _prompt_above(self, ident: str) -> str:
        """The nearest prompt on the way up, the record itself included; "" for none."""
        passed = []
        found = ""
        while ident in self._nodes and ident not in self._above:
            self._above[ident] = ""  # a circle finds this and ends
            passed.append(ident)
            if self._nodes[ident].kind in _PROMPTS:
                found = ident
                break
            ident = self._nodes[ident].parent
        else:
            found = self._above.get(ident, "")
        for step in passed:
            self._above[step] = found
        return found
