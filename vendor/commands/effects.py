"""What a packet would do, in words for the person who decides about it.

One line for each operation, then each quote it rests on with who said it, when and where. The
words are data of others, so each stands on one line between quotation marks and cannot imitate
a line of ours.

    Packet, sources --> lines --> pending, approve, apply
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from typing import Any

from ..brain import policy
from ..brain.brain import Brain
from ..brain.model import Fact, Record, Source
from ..brain.packet import Packet
from ..recall import hits
from ..text import render
from ..text.fold import same_value
from . import policy_changes
from .surroundings import counted

ROOM = 200  # characters of any one text of a packet
Operation = Mapping[str, Any]


def lines(
    brain: Brain, packet: Packet, sources: Mapping[str, Source], *, zone: tzinfo | None
) -> list[str]:
    """Two spaces before each effect, six before what it rests on."""
    known = dict(sources) | own_sources(packet)
    told: list[str] = []
    for op in packet.ops:
        told.append(f"  - {effect(brain, op)}")
        told += [f"      {change}" for change in _policy(brain, op)]
        for citation in op.get("citations", ()):
            source = known.get(citation["source"]) or _kept(brain, citation["source"])
            told += _citation(citation, source, zone)
    return told


def _policy(brain: Brain, op: Operation) -> Iterator[str]:
    """What a policy that the packet holds would change: nobody agrees to one unseen."""
    if op["op"] != "apply_config":
        return
    try:
        proposed = policy.parse(op["toml"])
    except policy.PolicyError as error:
        yield f"it cannot be read: {render.one_line(str(error), ROOM)}"
        return
    yield from policy_changes.lines(list(policy_changes.changes(brain.policy(), proposed)))


def own_sources(packet: Packet) -> dict[str, Source]:
    """The sources that the packet brings itself, by id and by `@N`."""
    found: dict[str, Source] = {}
    for number, op in enumerate(packet.ops):
        if op["op"] == "add_source":
            source = _brought(packet, number, op)
            found |= {f"@{number}": source, source.id: source}
    return found


def _brought(packet: Packet, number: int, op: Operation) -> Source:
    given = {
        name: op.get(name, "")
        for name in ("author_name", "audience", "text", "title", "occurred_at")
    }
    return Source(
        id=packet.row(number),
        kind=op["kind"],
        author=op["author"],
        locator=op["locator"],
        start=op.get("start", 0),
        cleaner=op.get("cleaner", 0),
        agent=packet.agent,
        at=str(packet.at),
        **given,
    )


def _kept(brain: Brain, ident: str) -> Source | None:
    found = brain.get(ident)
    return found if isinstance(found, Source) else None


def _citation(citation: Operation, source: Source | None, zone: tzinfo | None) -> Iterator[str]:
    flags = f" ({', '.join(citation['flags'])})" if citation.get("flags") else ""
    if citation.get("quote"):
        yield f"      “{_words(citation['quote'])}”{flags}"
    if source is None:
        yield f"      from {citation['source']}, which is not in this brain"
        return
    place = ", ".join(part for part in (hits.who(source), hits.where(source)) if part)
    day = render.day(source.said_at, zone) or "no date"
    yield f"      {day} {_words(place)}, {_words(source.locator)}"


def effect(brain: Brain, op: Operation) -> str:
    """What one operation would do now, in one line."""
    words = _EFFECTS.get(op["op"])
    return words(brain, op) if words else op["op"]


def _claim(brain: Brain, op: Operation) -> str:
    said = f"claims {op['key']} = {_quoted(op['value'])}"
    fact = brain.fact(op["key"])
    live = fact.values() if fact else []
    if not live:
        return f"{said}, the first value there"
    others = [claim.value for claim in live if not same_value(claim.value, op["value"])]
    if not others:
        return f"{said}, which supports what stands"
    listed = " and ".join(_quoted(value) for value in others[:2])
    listed += f" and {len(others) - 2} more" if len(others) > 2 else ""
    if brain.policy().changes(op["key"]):
        return f"{said}, beside {listed}; the key is declared as changing"
    made = "stays disputed with" if fact and fact.disputed else "makes it disputed with"
    return f"{said}, which {made} {listed}"


def _record(brain: Brain, op: Operation) -> str:
    body = f": {_quoted(op['body'])}" if op.get("body") else ""
    return f"adds a {op['kind']} {_quoted(op['title'])}{body}"


def _revise(brain: Brain, op: Operation) -> str:
    parts = [f"{name} {_quoted(op[name])}" for name in ("title", "body", "state") if op.get(name)]
    return f"revises {row(brain, op['record'])}: {', '.join(parts) or 'its sources'}"


def _source(brain: Brain, op: Operation) -> str:
    author = "the principal's own words" if op["author"] == "principal" else op["author"]
    name = f" {_words(op['author_name'])}" if op.get("author_name") else ""
    text = f": “{_words(op['text'])}”" if op.get("text") else ""
    return f"adds a source, {op['kind']} by {author}{name}, {_words(op['locator'])}{text}"


def _alias(brain: Brain, op: Operation) -> str:
    said = f"makes {_words(op['key'])} and {_words(op['to'])} one fact"
    values: list[str] = []
    for key in (op["key"], op["to"]):
        fact = brain.fact(key)
        for claim in fact.values() if fact else []:
            if not any(same_value(claim.value, value) for value in values):
                values.append(claim.value)
    return f"{said}, disputed: {' or '.join(map(_quoted, values))}" if len(values) > 1 else said


def _settle(brain: Brain, op: Operation) -> str:
    was = {"changed": "changed since", "wrong": "was wrong"}
    others = "".join(f", {_quoted(o['value'])} {was.get(o['was'], o['was'])}" for o in op["others"])
    return f"settles {_words(op['key'])}: {_quoted(op['value'])} stands{others}"


def row(brain: Brain, ident: str) -> str:
    """What a row is called, in one line: its title, its value, or the words of a source."""
    found = brain.get(ident)
    if isinstance(found, Source):
        return f"source {_quoted(found.text or found.title or found.locator)} ({brain.code(ident)})"
    if isinstance(found, Record):
        return f"{found.kind} {_quoted(found.title)} ({brain.code(ident)})"
    if isinstance(found, Fact):
        claim = next((claim for claim in found.claims if claim.id == ident), None)
        return f"{found.key} = {_quoted(claim.value)}" if claim else found.key
    return _words(ident)


def _links(verb: str) -> Callable[[Brain, Operation], str]:
    def words(brain: Brain, op: Operation) -> str:
        return f"{verb} {row(brain, op['from'])} {op['relation']} {row(brain, op['to'])}"

    return words


_EFFECTS: Mapping[str, Callable[[Brain, Operation], str]] = {
    "add_source": _source,
    "add_record": _record,
    "revise_record": _revise,
    "claim": _claim,
    "describe_key": lambda _, op: f"describes {_words(op['key'])}: {_quoted(op['description'])}",
    "alias_key": _alias,
    "link": _links("links"),
    "unlink": _links("unlinks"),
    "withdraw": lambda brain, op: f"withdraws {row(brain, op['target'])}",
    "settle": _settle,
    "apply_config": lambda _, op: "puts another policy (brain.toml) into force",
    "redact": lambda _, op: f"forgets {counted(len(op['targets']), 'row')} for good",
    "approve": lambda _, op: f"approves the waiting packet {op['packet'][:12]}",
    "reject": lambda _, op: f"rejects the waiting packet {op['packet'][:12]}",
    "share_key": lambda _, op: f"shows {_words(op['key'])} to {_words(op['audience'])}",
    "undo": lambda _, op: f"undoes the packet {op['packet']}",
}


def _words(text: str) -> str:
    return render.one_line(text, ROOM)


def _quoted(text: str) -> str:
    return f"«{_words(text)}»"
