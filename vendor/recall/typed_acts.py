"""What each typed line does: `(memory, what follows the verb, conversation) -> lines to answer`.

Reading and keeping are done at once. Forgetting and undoing are shown first, with a code; the code
does what was shown and nothing else: where it is no longer the same, it is shown again.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from typing import Any

from ..brain.brain import Brain
from ..brain.model import Fact
from ..brain.packet import Packet
from ..sessions import hermes_rows, record
from ..sessions.running import RunningUnavailable
from ..text import clean, ids, render
from ..text.typed_line import line_of
from . import forget as forgetting
from . import hits, owner, stated, undoing, waiting
from . import review as reviewing
from . import show as showing
from .conversation import Conversation
from .forget import refuse_forgotten
from .memory import Memory
from .show import Unknown
from .waiting import Act

FOUND = 3  # hits where words were given instead of a code
LISTED = 5  # of what would go
ROOM = 160  # characters of words that are shown
PATIENCE = 3.0  # seconds for who writes the index, as a turn waits; the host gives eight
SECONDS = 2.0  # that looking for what needs the person may take
TYPED = "typed"
MINUTES = int(waiting.SECONDS // 60)
NEWEST = """
SELECT id, content FROM messages WHERE session_id = :session AND role = 'user'
ORDER BY id DESC LIMIT 1
"""


class Shown(str):
    """A line that `render.line` has made: it is shown as it is, with its code in brackets."""

    __slots__ = ()


class NotDone(ValueError):
    """It could not be done as it was asked; the sentence says how it can be."""


def show(memory: Memory, rest: str, conversation: Conversation) -> list[str]:
    """One thing in short; words that are no code are searched for."""
    if not rest:
        raise NotDone("say what: si: show KEY, or si: show CODE")
    try:
        return list(_short(showing.show(memory, rest, 0, conversation)))
    except Unknown:
        found = _candidates(memory, rest, conversation)
        if not found:
            raise
        return [f"nothing goes by {render.one_line(rest, 60)!r}; found for these words:", *found]


def _candidates(memory: Memory, words: str, conversation: Conversation) -> list[str]:
    return [
        Shown(hit.line) for hit in memory.recall(words, limit=FOUND, conversation=conversation).hits
    ]


def _short(view: dict[str, Any]) -> Iterator[str]:
    if "line" in view:  # a fact
        yield Shown(view["line"])
        for claim in view["claims"]:
            said = claim["source"]
            quote = f" “{claim['quote']}”" if claim.get("quote") else ""
            state = "" if claim["state"] == "live" else f" ({claim['state']})"
            yield f"{claim['date']} {said.get('said_by', '')}: {claim['value']}{state}{quote}"
        if view["disputed"]:
            yield f"{hits.ASK}: say in your own words which stands, and whether the other changed"
        return
    title = view.get("title") or view.get("locator") or ""
    yield Shown(render.line(view["code"], view.get("date", ""), "", view["kind"], title))
    yield from (render.one_line(line, 280) for line in _body(view))
    for source in view.get("sources", ()):
        said = f"{source.get('date', '')} {source.get('said_by', '')}"
        yield f"{said}: “{source['quote']}”" if source.get("quote") else said


def _body(view: dict[str, Any]) -> list[str]:
    if "messages" in view:
        return [f"{m['role']}: {render.one_line(m['text'], ROOM)}" for m in view["messages"][:3]]
    by = f"{view['body_is']}: " if view.get("body_is") else ""
    return [f"{by}{view['body']}"] if view.get("body") else []


def review(memory: Memory, _: str, conversation: Conversation) -> list[str]:
    """How much needs the person, and the first of it; nothing is answered by looking."""
    found = reviewing.gather(memory, seconds=SECONDS)
    waits = [need for need in found.open if need.waits(found.today)]
    kinds = Counter(need.kind for need in waits)
    if not waits:
        return ["nothing needs you"]
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    return [
        f"{len(waits)} in all: {counted}",
        *(Shown(need.line) for need in waits[:LISTED]),
        "a dispute ends with your own words to the assistant; the rest is decided at a terminal: "
        "hermes agent-si review",
    ]


def remember(memory: Memory, rest: str, conversation: Conversation) -> list[str]:
    """The person's own statement, kept as they wrote it."""
    key, equals, value = rest.replace("\uff1d", "=").partition("=")
    if not (equals and key.strip() and value.strip()):
        raise NotDone("write it as si: remember KEY = VALUE, such as office.wifi.name = Harbour")
    _may_be_kept(memory, conversation)
    now = memory.clock()
    said = stated.Stated.of(key, value, road=TYPED, place="chat", moment=now.isoformat())
    said = _from_message(memory, said, rest, conversation)
    said.no_secret()
    refuse_forgotten(memory, [said.at])
    with memory.brain(create=True) as brain:
        agent = stated.person_of(brain.policy())
        owner.check(memory.settings, brain, stated.COLLECTOR, agent)
        receipt = brain.submit(*said.by_principal(agent, now))[-1]
        if receipt.pending:
            return ["not kept yet: it waits for approval at a terminal: brain pending"]
        fact = brain.fact(said.key)
        assert fact is not None
        line = Shown(hits.fact_hit(fact, "brain", zone=memory.zone, today=memory.today).line)
        return ["kept", line, f"to take it back: si: forget {brain.code(receipt.rows[0])}"]


def _may_be_kept(memory: Memory, conversation: Conversation) -> None:
    try:
        running = memory.running(conversation)
    except RunningUnavailable as error:
        raise NotDone(f"this conversation cannot be read right now ({error}); try again") from None
    if running is not None and running.off_record:
        raise NotDone("this conversation is off the record; #on-record, typed by you, ends that")
    if running is not None and memory.settings.private.holds(*running.folders):
        raise NotDone("this conversation runs in a folder that private_projects names")


def _from_message(
    memory: Memory, said: stated.Stated, rest: str, conversation: Conversation
) -> stated.Stated:
    """The statement with the address of its message, where the host has written that down."""
    found = _newest(memory, conversation.session_id)
    if found is None:
        return said
    row, text = found
    line, start = line_of(text), text.find(rest)
    if line is None or line.rest != rest or start < 0:
        return said
    at = record.locator("hermes", conversation.session_id, record.tail(str(row)))
    return stated.Stated(said.key, said.value, said.road, at, text, start, rest)


def _newest(memory: Memory, session: str) -> tuple[int, str] | None:
    try:
        with closing(hermes_rows.open_state(memory.settings.state_db)) as db:
            found = hermes_rows.fetch(db, NEWEST, {"session": session})
    except (hermes_rows.NotReadable, sqlite3.Error, OSError):
        return None
    if not found or not isinstance(found[0][1], str):
        return None
    return int(found[0][0]), clean.tidy(found[0][1]).strip()


def off(memory: Memory, _: str, conversation: Conversation) -> list[str]:
    """The line itself is the marker, as `#off-record` is; nothing else has to be done."""
    return [
        "off the record from this line on: nothing is kept, indexed or recalled in this "
        "conversation. #on-record, typed by itself, ends that"
    ]


def forget(memory: Memory, rest: str, conversation: Conversation) -> list[str]:
    """What would go for good, and the code that does it."""
    if not rest:
        raise NotDone("say what: si: forget KEY, or si: forget CODE")
    try:
        plan = forgetting.plan(memory, [rest])
    except Unknown:
        found = _candidates(memory, rest, conversation)
        if not found:
            raise
        return [
            "nothing was done: forgetting needs a key or a code; found for these words:",
            *found,
        ]
    return _asked_to_forget(memory, ids.normal(rest), plan, conversation)


def _asked_to_forget(
    memory: Memory, ident: str, plan: forgetting.Plan, conversation: Conversation
) -> list[str]:
    code = waiting.ask(memory, conversation.session_id, Act("forget", (ident,), _seal(plan)))
    lines = [_ask(code, f"forget for good, {len(plan.goes)} in all")]
    for each in plan.goes[:LISTED]:
        words = ": ".join(filter(None, (each.title, each.text)))
        lines.append(f"goes: {each.at} [{each.kind}] {render.one_line(words, ROOM)}")
    if len(plan.goes) > LISTED:
        lines.append(f"goes: {len(plan.goes) - LISTED} more")
    lines += [f"stays: {each.title or each.id}: {each.why}" for each in plan.stays[:LISTED]]
    return lines


def _seal(plan: forgetting.Plan) -> str:
    return waiting.sealed(*sorted(each.id for each in plan.goes), *plan.rows.targets)


def _ask(code: str, what: str) -> str:
    return f"nothing is done yet; to {what}, type within {MINUTES} minutes: si: yes {code}"


def undo(memory: Memory, rest: str, conversation: Conversation) -> list[str]:
    """What would count no more, and the code that does it."""
    with memory.brain(readonly=False) as brain:
        packet = undoing.packet_of(brain, ids.normal(rest))
        _trial(brain, packet)
        title = undoing.undoable(brain).get(packet, "")
        fact = _fact_settled_by(brain, packet)
    act = Act("undo", (packet,), waiting.sealed(packet))
    code = waiting.ask(memory, conversation.session_id, act)
    lines = [_ask(code, f"undo {title or ids.packet_code(packet)[: undoing.SHOWN]}")]
    if fact is not None and fact.settled is not None:
        others = " or ".join(value for value, _ in fact.settled.others)
        lines.append(f"{fact.key} would be open again: {fact.settled.value} or {others}")
    return lines


def _fact_settled_by(brain: Brain, packet: str) -> Fact | None:
    facts = (fact for fact in brain.facts() if fact.settled is not None)
    return next((f for f in facts if f.settled and f.settled.packet == packet), None)


def _undoing(brain: Brain, packet: str) -> Packet:
    agent = stated.person_of(brain.policy())
    return Packet(agent, ({"op": "undo", "packet": packet},), via=TYPED)


def _trial(brain: Brain, packet: str) -> None:
    """Refuse now what would be refused then: nobody is asked to agree to it."""
    for verdict in chain.from_iterable(brain.trial(_undoing(brain, packet))):
        if verdict.refusal is not None:
            raise verdict.refusal


def confirm(memory: Memory, rest: str, conversation: Conversation) -> list[str]:
    """Do what was shown in this conversation, once and as it was shown."""
    act = waiting.take(memory, conversation.session_id, rest.strip("[]«»\"'. "))
    if act is None:
        raise NotDone(
            f"this code confirms nothing here; it is valid for {MINUTES} minutes, once, in the "
            "conversation in which it was shown. Type the line again for a new one"
        )
    return _DOING[act.verb](memory, act, conversation)


def _do_forget(memory: Memory, act: Act, conversation: Conversation) -> list[str]:
    plan = forgetting.plan(memory, act.targets)
    if _seal(plan) != act.seal:
        again = _asked_to_forget(memory, act.targets[0], plan, conversation)
        return ["nothing was done: it is no longer what was shown", *again]
    done = forgetting.carry_out(memory, plan, via=TYPED, patience=PATIENCE)
    lines = [f"forgotten: {done.rows} of the brain, {done.messages} messages of the index"]
    if done.later:
        lines.append("the session index follows in a moment, in the background")
    return [*lines, "Hermes keeps its own record of its chats; that is yours to delete there"]


def _do_undo(memory: Memory, act: Act, _: Conversation) -> list[str]:
    with memory.brain(readonly=False) as brain:
        fact = _fact_settled_by(brain, act.targets[0])
        brain.submit(_undoing(brain, act.targets[0]))
        now = brain.fact(fact.key) if fact is not None else None
        line = (
            [Shown(hits.fact_hit(now, "brain", zone=memory.zone, today=memory.today).line)]
            if now
            else []
        )
    return ["undone", *line]


_DOING = {"forget": _do_forget, "undo": _do_undo}
