"""What a person sees of one thing beyond what a model does: its story, and the history it is from.

fact      story: claimed, supported, disputed, settled; by whom, in which words
message   original: read anew in its agent's own history; unchanged, moved, changed or gone
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from ..brain.brain import Brain
from ..brain.story import Event
from ..sessions.adapters import Adapter
from ..sessions.record import Message, iso
from ..text import render
from ..text.ids import normal
from . import original
from .memory import UNUSABLE, Memory
from .show import Unknown, fact_view

Readers = Callable[[Sequence[str]], Iterable[Adapter]]
HELD_BACK = "a line that is not kept"
WIDTH = 300


def on_day(memory: Memory, key: str, moment: datetime | None) -> dict[str, Any]:
    """A fact as it was held at a moment, from the log alone.

    Raises:
        Unknown: nothing was held under this key then.
    """
    assert moment is not None
    with memory.brain() as brain:
        fact = brain.fact_on(normal(key), moment)
        if fact is None:
            raise Unknown(f"{key} at {moment:%Y-%m-%d}")
        view = fact_view(fact, brain, memory)
    view.pop("related", None)
    return {"held_at": render.day(moment.isoformat(), memory.zone)} | view


def more(memory: Memory, view: dict[str, Any], readers: Readers) -> dict[str, Any]:
    """What `show` adds for a person."""
    if view["kind"] == "fact":
        with memory.brain() as brain:
            return {"story": [_event(each, brain, memory) for each in brain.story(view["code"])]}
    if view["kind"] == "message":
        return _original(memory, view["id"], readers)
    return {}


def _event(event: Event, brain: Brain, memory: Memory) -> dict[str, str]:
    told = {
        "date": render.day(event.at, memory.zone),
        "what": f"{event.what} {render.one_line(event.value, WIDTH)}: "
        f"{render.one_line(event.effect, WIDTH)}",
        "by": event.by if event.via == "tool" else f"{event.by} ({event.via})",
    }
    if event.quote:
        told["words"] = render.one_line(event.quote, WIDTH)
    if event.locator:
        told["locator"] = render.one_line(event.locator, WIDTH)
    return told


def _original(memory: Memory, ident: str, readers: Readers) -> dict[str, Any]:
    try:
        with memory.index() as index:
            row = index.message(ident)
            if row is None:
                return {}
            found = original.original(index, row, readers)
    except UNUSABLE:
        return {"original": original.UNREADABLE}
    view: dict[str, Any] = {"original": found.state}
    if found.where:
        view["transcript"] = render.one_line(found.where, WIDTH)
    if found.around:
        view["around"] = [_said(each, memory) for each in found.around]
    return view


def _said(message: Message, memory: Memory) -> dict[str, str]:
    return {
        "role": message.role,
        "date": render.day(iso(message.at), memory.zone) if message.at is not None else "",
        "text": render.one_line(message.text, WIDTH) if message.text else HELD_BACK,
    }
