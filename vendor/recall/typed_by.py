"""Who may type a line to the memory (`si: …`): its owner, where they alone read the answer.

conversation --> a person types here? --> alone? --> the owner? --> an agent's command? --> ""
"""

import sqlite3

from ..sessions import hermes_rows, typist
from ..sessions.pastes import Pastes
from ..text.typed_line import TypedLine
from .conversation import Conversation
from .memory import STATE_WAIT, Memory

NOBODY = "nothing was done: no person is typing here"
SHARED = (
    "nothing was done: here others read the answer. Only the owner of this memory may type si: "
    "lines, in a conversation of their own"
)
NOT_OWNER = "nothing was done: only the owner of this memory may type si: lines"
MACHINE = (
    "nothing was done: this line was typed by an agent's command, not by the person; the person "
    "can type it in a conversation that they opened themselves"
)
PASTED = "nothing was done: this line is in a text that was pasted; it has to be typed"
NOT_ALONE = "nothing was done: a si: line stands alone in its message, with nothing below it"
# The same as `#off-record`, which whoever speaks may say of their own words.
ANYBODYS = frozenset({"off"})


def refusal(memory: Memory, line: TypedLine, text: str, conversation: Conversation) -> str:
    """Why nothing is done for a typed line, in one sentence; "" where it may be.

    `conversation` is a placed one (people.placed).
    """
    if not conversation.primary or not conversation.place:
        return NOBODY
    if line.verb in ANYBODYS:
        return ""
    if conversation.shared:
        return SHARED
    if not conversation.own:
        return NOT_OWNER
    if not line.alone:
        return NOT_ALONE
    if conversation.agent_mark:
        return f"{MACHINE} ({conversation.agent_mark} was set in the shell that started Hermes)"
    return _not_typed(memory, line, text, conversation)


def _not_typed(memory: Memory, line: TypedLine, text: str, conversation: Conversation) -> str:
    now = memory.clock()
    if Pastes(memory.settings.home).within(text, now.isoformat()):
        return PASTED
    others = memory.settings.open_ones(conversation.others)
    try:
        typed = typist.by_agent(
            memory.settings.state_db,
            conversation.session_id,
            text,
            now.timestamp(),
            others,
            code=line.rest if line.verb == "yes" else "",
            wait=STATE_WAIT,
        )
    except (hermes_rows.NotReadable, sqlite3.Error) as error:
        kind = hermes_rows.reason(error)
        return f"nothing was done: who typed this cannot be looked up right now ({kind}); try again"
    return MACHINE if typed else ""
