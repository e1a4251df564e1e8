"""What a summary of this conversation should keep: codes, and what the person laid down.

The host asks just before it summarises, and puts the answer into the summary's request. Codes of
what was kept are found by what the brain cites of this conversation, so they outlive any number of
summaries; codes of what was recalled are those still before the model. Constraints are the
person's own sentences (constraints.py), from words that pass for theirs: no machine typed them,
they were not pasted, and they were not taken back. With nothing to say, "".
"""

from .. import hurry
from ..brain.errors import PacketRefused
from ..brain.model import Fact, Record
from ..sessions.pastes import Pastes, without
from ..sessions.running import Running, RunningUnavailable, TypedMessage
from ..text import lazy, render, secrets
from ..text.fold import fold
from . import hits, people, whose
from .constraints import constraints
from .conversation import Conversation
from .memory import UNUSABLE, Memory

QUOTES_CHARS = 1200  # of constraints; the newest stay
CODES_CHARS = 600
LOOKED = 400  # newest messages that are read
SECONDS = 1.5  # in all: the agent waits, and a summary takes the host far longer
LAID_DOWN = "Laid down by the user, in the user's own words; still in force unless taken back:"
KEPT = "Kept in memory (brain_get shows a code):"
RECALLED = "Recalled from memory (brain_get shows a code):"
_CODE = lazy.regex(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")


def for_summary(memory: Memory, conversation: Conversation) -> str:
    """At most about 2,000 characters of plain lines for the summary of this conversation, or "".

    It ends by `SECONDS`; what cannot be read in time is left out.
    """
    memory = memory.hurried(SECONDS)
    with hurry.until(memory.ends):
        return _in_time(memory, conversation)


def _in_time(memory: Memory, conversation: Conversation) -> str:
    conversation = people.placed(memory, conversation)
    if not conversation.primary or not conversation.audiences:
        return ""
    try:
        running = memory.running(conversation)
    except (RunningUnavailable, *UNUSABLE):
        return ""
    if running is None or running.off_record:
        return ""
    laid = _laid_down(memory, running, conversation)
    kept = _kept(memory, running, conversation)
    recalled = _recalled(running) - {code for code, _ in kept}
    parts = [
        _lines(LAID_DOWN, [f"- «{words}»" for words in laid]),
        _lines(KEPT, _fitting([f"- [{code}] {title}" for code, title in kept])),
        _lines(RECALLED, _fitting([" ".join(f"[{code}]" for code in sorted(recalled)[:20])])),
    ]
    return "\n".join(part for part in parts if part)


def _lines(header: str, lines: list[str]) -> str:
    return "\n".join((header, *lines)) if any(lines) else ""


def _fitting(lines: list[str]) -> list[str]:
    """The last lines that fit, in order."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(line) > CODES_CHARS:
            break
        kept.insert(0, line)
    return kept


def _kept(memory: Memory, running: Running, conversation: Conversation) -> list[tuple[str, str]]:
    """(code, title) of the rows that rest on messages of this conversation, oldest first."""
    found: dict[str, str] = {}
    try:
        with memory.brain() as brain:
            cited = brain.rows_citing(message.locator for message in running.typed)
            for message in running.typed:
                for ident in cited.get(message.locator, ()):
                    entry = brain.get(ident, audiences=conversation.audiences)
                    if isinstance(entry, Fact):
                        found[entry.key] = _standing(entry)
                    elif isinstance(entry, Record):
                        found[brain.code(entry.id)] = entry.title
    except UNUSABLE:
        return []
    return [(code, render.one_line(title, 80)) for code, title in found.items()]


def _standing(fact: Fact) -> str:
    return f"disputed; {hits.ASK}" if fact.disputed else fact.value or "nothing stands"


def _recalled(running: Running) -> set[str]:
    """The codes in our blocks and tool results that the model still has before it."""
    codes = hits.codes_in([text for _, text in running.shown])
    return {code for code in codes if _CODE.fullmatch(code)}


def _laid_down(memory: Memory, running: Running, conversation: Conversation) -> list[str]:
    """The person's constraints, oldest first, each once; the newest where not all fit."""
    if conversation.agent_mark:
        return []
    pastes = Pastes(memory.settings.home)
    typed = conversation.typed(running)[-LOOKED:]
    kept: list[str] = []
    seen: set[str] = set()
    room = QUOTES_CHARS
    for place in range(len(typed) - 1, -1, -1):
        message, before = typed[place], typed[place - 1] if place else None
        for words in reversed(_of(message, before, pastes, memory, conversation)):
            shown = render.one_line(words, 240)
            if fold(words) in seen:
                continue
            if len(shown) > room:
                return kept
            seen.add(fold(words))
            kept.insert(0, shown)
            room -= len(shown)
    return kept


def _of(
    message: TypedMessage,
    before: TypedMessage | None,
    pastes: Pastes,
    memory: Memory,
    conversation: Conversation,
) -> list[str]:
    """What one message lays down; nothing of one that a machine typed or that holds a secret."""
    if not any(constraints(message.text)):
        return []
    ranges = pastes.within(message.text, message.at, before=before.at if before else None)
    found = list(constraints(without(message.text, ranges)))
    if not found or secrets.find(message.text) is not None:
        return []
    try:
        by_machine = whose.by_machine(message, memory.settings, conversation)
    except (PacketRefused, *UNUSABLE):
        return []  # who typed it cannot be told now
    return [] if by_machine else found
