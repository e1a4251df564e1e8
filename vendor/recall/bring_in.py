"""Bringing in what a person has already: each line a note that cites its document, no fact.

A line says nothing about who said it. So it comes in as a note that rests on the document, author
unknown. Where the person is found to have said it in a past session, their sentence is cited first
and the note has a source. A line that puts words in the person's mouth (`prefers tea`) and is not
found there stands as a quote of the document alone: nobody else vouches for it.

    Entry --> Look (sourced, contradicted, unknown, kept out) --> packets --> the ordinary gate
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ..brain.brain import Brain
from ..brain.errors import PacketRefused
from ..brain.packet import Packet, passage
from ..dbfile import Damaged
from ..forgotten import normal
from ..sessions.index import SessionIndex
from ..sessions.rows import MessageRow
from ..text import clean, quote, render, secrets
from . import entries, forget
from .bring_from import Entry
from .conversation import MINE
from .memory import Memory
from .otherwise import otherwise
from .stated import COLLECTOR

SOURCED, CONTRADICTED, UNKNOWN = "sourced", "contradicted", "unknown"
KNOWN, SECRET, FORGOTTEN, LONG, REFUSED = "known", "secret", "forgotten", "long", "refused"
BROUGHT = (SOURCED, CONTRADICTED, UNKNOWN)
MOST_BYTES = 4096  # of one line: what a source keeps
TOGETHER = 50  # lines that come in in one transaction
_TICK = timedelta(microseconds=1)

Operation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """What becomes of one line.

    verdict: one of the words above; `fact` is the key that says otherwise, "" for none.
    said: the person's own sentence, its message's code and UTC time; "" where it is not found.
    as_quote: it stands as a quote of the document, since it says what the person thinks.
    why: the sentence of a refusal.
    """

    entry: Entry
    verdict: str
    fact: str = ""
    said: str = ""
    code: str = ""
    at: str = ""
    as_quote: bool = False
    why: str = ""
    packets: tuple[Packet, ...] = ()


class Bringing:
    """One reading of a document against this memory; the brain is open for writing."""

    def __init__(self, memory: Memory, brain: Brain, index: SessionIndex | None, agent: str):
        """`agent` is the person who brings it in; without an index nothing is looked up."""
        self._memory, self._brain, self._index, self._agent = memory, brain, index, agent
        self._about = entries.about(memory)
        self._known = {
            normal(cited.source.text)
            for record in brain.records()
            for cited in record.citations
            if cited.source.kind in ("file", "document")
        }

    def looked(self, lines: Iterable[Entry]) -> Iterator[Look]:
        """What each line would become; nothing is written."""
        for entry in lines:
            yield self._look(entry)

    def bring(self, looks: Sequence[Look]) -> Iterator[int]:
        """Let those in that may come, all of a few dozen or none; how many lines are through."""
        for at in range(0, len(looks), TOGETHER):
            part = looks[at : at + TOGETHER]
            packets = [packet for look in part for packet in look.packets]
            forget.refuse_packets(self._memory, packets)
            if packets:
                self._brain.submit(*packets)
            yield at + len(part)

    def _look(self, entry: Entry) -> Look:
        if secrets.find(entry.text):
            return Look(entry, SECRET)
        if len(entry.text.encode()) > MOST_BYTES:
            return Look(entry, LONG)
        if (name := normal(entry.text)) in self._known:
            return Look(entry, KNOWN)
        self._known.add(name)
        plain = self._unsourced(entry, as_quote=False)
        if isinstance(why := forget.refusal(self._memory, plain[-1]), PacketRefused):
            return Look(entry, FORGOTTEN if why.code == "forgotten" else REFUSED, why=why.message)
        fact = otherwise(self._brain, entry.text, self._about, MINE)
        found = self._sourced(entry)
        if found is not None:
            return Look(
                entry,
                CONTRADICTED if fact else SOURCED,
                fact,
                said=found[0],
                code=found[1],
                at=found[2],
                packets=found[3],
            )
        verdict = CONTRADICTED if fact else UNKNOWN
        if (refused := self._refused(plain)) is None:
            return Look(entry, verdict, fact, packets=plain)
        quoted = self._unsourced(entry, as_quote=True)
        if refused.code == "attribution" and (refused := self._refused(quoted)) is None:
            return Look(entry, verdict, fact, as_quote=True, packets=quoted)
        return Look(entry, REFUSED, why=refused.message)

    def _refused(self, packets: Sequence[Packet]) -> PacketRefused | None:
        for verdicts in self._brain.trial(*packets):
            for verdict in verdicts:
                if verdict.refusal is not None:
                    return verdict.refusal
        return None

    def _sourced(self, entry: Entry) -> tuple[str, str, str, tuple[Packet, ...]] | None:
        """The person's sentence, code, time, and the packets that cite it; None for none."""
        if self._index is None:
            return None
        try:
            for row, sentence in entries.saying(entry.text, self._index, self._memory, MINE):
                if quote.measure(sentence) < quote.FLOOR:
                    continue
                packets = self._with_words(entry, row, sentence)
                if self._refused(packets) is None and not self._is_forgotten(packets):
                    return sentence, self._index.code(row.id), row.at or "", packets
        except Damaged:
            return None
        return None

    def _is_forgotten(self, packets: Iterable[Packet]) -> bool:
        return any(forget.refusal(self._memory, packet) is not None for packet in packets)

    def _with_words(self, entry: Entry, row: MessageRow, sentence: str) -> tuple[Packet, ...]:
        """The message by its collector, and 1 µs later the note that cites it and the document."""
        start = row.text.index(sentence)
        text, begins = passage(row.text, start, start + len(sentence))
        source: Operation = {
            "op": "add_source",
            "kind": "message",
            "author": "principal",
            "locator": row.locator,
            "text": text,
            "start": begins,
            "cleaner": clean.CLEANER,
            **({"occurred_at": row.at} if row.at else {}),
        }
        now = self._memory.clock()
        first = Packet(COLLECTOR, (source,), at=now, via="tty")
        own = {"source": first.row(0), "quote": sentence, "start": start - begins}
        note = _note(entry, entry.text, (own, {"source": "@0"}))
        second = Packet(self._agent, (_document(entry), note), at=now + _TICK, via="tty")
        return first, second

    def _unsourced(self, entry: Entry, *, as_quote: bool) -> tuple[Packet, ...]:
        """The note on its document alone; `as_quote`: its own words say only where they stand."""
        body = f"{entry.where}, as it stands there" if as_quote else entry.text
        cited = {"source": "@0", **({"quote": entry.text} if as_quote else {})}
        note = _note(entry, body, (cited,))
        return (Packet(self._agent, (_document(entry), note), via="tty"),)


def _document(entry: Entry) -> Operation:
    return {
        "op": "add_source",
        "kind": entry.kind,
        "author": "unknown",
        "locator": entry.locator,
        "text": entry.text,
        "title": entry.where,
    }


def _note(entry: Entry, body: str, citations: tuple[Operation, ...]) -> Operation:
    return {
        "op": "add_record",
        "kind": "note",
        "title": entry.where if body != entry.text else render.one_line(body, 80),
        "body": body,
        "citations": list(citations),
    }
