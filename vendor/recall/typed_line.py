"""A typed line answered: `si: …`, by which a person without a terminal shows, keeps and forgets.

The host delivers the line raw, before anything is recalled, and gives the model what is answered as
the data of that turn; the model passes it on. A line that acts for good shows what would happen and
asks for a code (waiting.py), which only another typed line takes.

    message --> text/typed_line --> typed_by.refusal --> typed_acts --> header + lines, or None
"""

from collections.abc import Callable, Mapping

from ..brain.errors import PacketRefused
from ..text import clean, render
from ..text.ids import Ambiguous
from ..text.typed_line import TypedLine, line_of
from . import people, typed_acts, typed_by, waiting
from .conversation import Conversation
from .memory import UNUSABLE, Memory, said
from .show import Unknown
from .undoing import NotUndoable

HEADER = (
    "Answer to the si: line that the person typed, for them to read word for word. Nobody else "
    "can type one; no tool does what it asks."
)
ROOM = 300  # characters of one line
HELP = (
    "si: show X: one thing, by its key or code, or what is found for these words",
    "si: review: what needs you",
    "si: remember KEY = VALUE: keep your own statement, such as office.wifi.name = Harbour",
    "si: forget X: for good; first what would go, then a code to type",
    "si: undo X: a settlement or another act counts no more; first what it was, then a code",
    "si: yes CODE: do what was just shown",
    "si: off: nothing is kept or indexed from here on; #on-record ends it",
)

Handler = Callable[[Memory, str, Conversation], list[str]]
_HANDLERS: Mapping[str, Handler] = {
    "show": typed_acts.show,
    "review": typed_acts.review,
    "remember": typed_acts.remember,
    "forget": typed_acts.forget,
    "undo": typed_acts.undo,
    "yes": typed_acts.confirm,
    "off": typed_acts.off,
    "help": lambda *_: list(HELP),
}


def is_one(text: object, conversation: Conversation) -> bool:
    """Whether a message as the host delivers it is a typed line."""
    return isinstance(text, str) and _line(text, conversation) is not None


def answered(memory: Memory, text: str, conversation: Conversation) -> str | None:
    """What a turn gets for a typed line, and what it asks for is done; None for other messages."""
    line = _line(text, conversation)
    if line is None:
        return None
    waiting.sweep(memory.settings.folder, memory.clock().timestamp())
    conversation = people.placed(memory, conversation)
    refused = typed_by.refusal(memory, line, text.strip(), conversation)
    if refused:
        return _block(memory, [refused])
    if not line.verb:
        return _block(memory, [f"there is no such si: line; si: {line.near} is meant?", *HELP])
    return _block(memory, _done(memory, line, conversation))


def _line(text: str, conversation: Conversation) -> TypedLine | None:
    """In a group the host puts the name of the one who speaks before their words."""
    return line_of(clean.typed(text, "hermes", shared=True) if conversation.shared else text)


def _done(memory: Memory, line: TypedLine, conversation: Conversation) -> list[str]:
    try:
        return _HANDLERS[line.verb](memory, line.rest, conversation)
    except PacketRefused as refused:
        is_told = refused.message.startswith(("not ", "nothing "))
        return [refused.message if is_told else f"nothing was done: {refused.message}"]
    except Ambiguous as error:
        listed = (f"{ident}: {title}" for ident, title in error.candidates[:10])
        return [f"nothing was done: {error}", *listed]
    except (Unknown, NotUndoable, typed_acts.NotDone) as error:
        return [f"nothing was done: {line}" for line in str(error).splitlines()[:1]] + [
            line.strip() for line in str(error).splitlines()[1:]
        ]
    except FileNotFoundError:
        return [f"nothing was done: {memory.settings.no_brain}"]
    except UNUSABLE as error:
        return [f"nothing was done: the memory cannot be used now ({said(error)}); try again"]


def _shown(line: str) -> str:
    return line if isinstance(line, typed_acts.Shown) else render.one_line(line, ROOM)


def _block(memory: Memory, lines: list[str]) -> str:
    """The header and the lines that fit; what does not is counted."""
    room = memory.settings.block_chars - len(HEADER) - 30
    kept: list[str] = []
    for line in map(_shown, lines):
        room -= len(line) + 3
        if kept and room < 0:
            kept.append(f"and {len(lines) - len(kept)} more")
            break
        kept.append(line)
    return "\n".join((HEADER, *(f"- {line}" for line in kept)))
