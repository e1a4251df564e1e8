"""What a person may undo, and which packet they mean by a code, a UUID or the key of a fact."""

import uuid

from ..brain.brain import Brain
from ..brain.reference import UNDOABLE
from ..text import ids, render

LISTED = 10  # acts that could be undone, the newest
SHOWN = 8  # characters of a packet's code


class NotUndoable(LookupError):
    """Nothing goes by that name that can be undone; the sentence lists what can be."""


def undoable(brain: Brain) -> dict[str, str]:
    """What may be undone, packet by packet with a title: a person's acts, and settlements."""
    found = {
        act.packet_id: f"{', '.join(act.what)} {', '.join(act.about[:1])}"
        for act in brain.acts()
        if set(act.what) - {"add_source"} <= UNDOABLE
    }
    settled = ((fact.key, fact.settled) for fact in brain.facts())
    return found | {each.packet: f"settle {key}" for key, each in settled if each is not None}


def packet_of(brain: Brain, ident: str) -> str:
    """The UUID of the packet that is meant by its code, its settlement's, or a settled key.

    Raises:
        NotUndoable: there is none.
        Ambiguous: it begins several codes.
    """
    try:
        return str(uuid.UUID(ident))
    except ValueError:
        pass
    known = undoable(brain)
    found = {packet for packet in known if ids.packet_code(packet).startswith(ident)}
    settled = [(fact.key, fact.settled) for fact in brain.facts() if fact.settled is not None]
    found |= {each.packet for key, each in settled if each.id.startswith(ident) or key == ident}
    if len(ident) < ids.MINIMUM or not found:
        raise NotUndoable(_nothing(ident, known))
    if len(found) > 1:
        raise ids.Ambiguous(ident, sorted((ids.packet_code(each), known[each]) for each in found))
    return found.pop()


def _nothing(ident: str, known: dict[str, str]) -> str:
    listed = [
        f"\n  {ids.packet_code(packet)[:SHOWN]}  {render.one_line(title, 80)}"
        for packet, title in list(known.items())[-LISTED:]
    ]
    rest = f"what can be:{''.join(listed)}" if listed else "nothing can be"
    said = (
        f"{render.one_line(ident, 60)!r} is nothing to be undone" if ident else "say what to undo"
    )
    return f"{said}; {rest}"
