"""Who is speaking, and who may see: the principal's accounts, audiences, names.

On a messaging platform the accounts in `principal_ids` are the principal, as the brain's log has
them: `telegram:12345`. With none nobody is: nothing is recalled there, and what is kept is kept as
that person's. Otherwise (DESIGN section 4)

    the principal, alone      mine, their own direct chats, the groups they are in
    a group                   that group, whoever asks; nothing where the host names no author
    another person, alone     their own direct chat
    whom brain.toml names in `shared_with`     what is mine besides
"""

import json
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..brain.errors import BrainError, LogDamaged, NotOurFile
from ..brain.model import Citation, Claim, Fact, Record, Revision, Settlement, Source
from ..brain.policy import Policy, PolicyError
from ..dbfile import Unsupported
from ..sessions import hermes_rows
from ..sessions.rows import MessageRow
from ..text import clean, ids, lazy, render
from . import speakers
from .conversation import MINE, NOBODY, Conversation, Speaker

if TYPE_CHECKING:
    from .memory import Memory

CLAIM = "hermes agent-si who --me"
_NAMED = lazy.regex(r"(?m)^\[[^\]\n]{1,80}\] ")
_UNUSABLE = (BrainError, NotOurFile, LogDamaged, Unsupported, sqlite3.Error, OSError)
_T = TypeVar("_T", bound=Fact | Record | Source)


def policy(memory: "Memory") -> Policy:
    """The policy in force; an empty one where there is no brain to ask."""
    try:
        with memory.brain() as brain:
            return brain.policy()
    except (*_UNUSABLE, PolicyError):
        return Policy()


def placed(memory: "Memory", conversation: Conversation) -> Conversation:
    """The conversation with whether the principal speaks there, and what may be shown."""
    if conversation.seen is not None:
        return conversation
    known = policy(memory)
    owner = conversation.private or conversation.account in known.principal_ids
    placed = replace(conversation, owner=owner)
    if owner and placed.shared:
        speakers.heard_in(memory.settings, placed.place, placed.account)
    return replace(placed, seen=_seen(memory, placed, known))


def _seen(memory: "Memory", conversation: Conversation, known: Policy) -> frozenset[str]:
    place = conversation.place
    if conversation.own:
        return MINE | direct_chats(known) | groups(memory, known)
    if not place or not conversation.author or not known.principal_ids:
        return NOBODY
    # In a group everybody reads what one of them is answered, so the group itself must be named.
    named = {place} if conversation.shared else {place, conversation.account}
    shown = named & set(known.shared_with)
    return frozenset({place}) | (MINE if shown else NOBODY)


def direct_chats(known: Policy) -> frozenset[str]:
    """The principal's own direct chats on every platform."""
    return frozenset(f"direct:{account}" for account in known.principal_ids)


GROUPS = """
SELECT DISTINCT {columns} FROM sessions AS s WHERE s.source = ? AND s.user_id = ?
"""


def groups(memory: "Memory", known: Policy) -> frozenset[str]:
    """The groups in which an account of the principal spoke, or has a session of its own."""
    if not known.principal_ids:
        return NOBODY
    found = set(speakers.groups(memory.settings, known.principal_ids))
    try:
        with closing(hermes_rows.open_state(memory.settings.state_db)) as db:
            wanted = hermes_rows.select(db, "sessions", hermes_rows.SESSION_COLUMNS, "s")
            for account in known.principal_ids:
                source, _, user = account.partition(":")
                rows = hermes_rows.fetch(db, GROUPS.format(columns=wanted), (source, user))
                found |= {hermes_rows.audience(hermes_rows.talk_of(row)) for row in rows}
    except (hermes_rows.NotReadable, sqlite3.Error, OSError):
        pass
    return frozenset(audience for audience in found if audience.startswith("group:"))


def heard(author: object, name: object, is_bot: object, message: object) -> Speaker | None:
    """A turn with its author, as the host gives them; None where no person is named.

    Of a turn into which several people's lines were merged nobody said all, so it has no text.
    """
    if not isinstance(author, str) or not author.strip() or is_bot:
        return None
    text = message if isinstance(message, str) else ""
    several = len(_NAMED.findall(text)) > 1
    shown = render.one_line(name, 80) if isinstance(name, str) else ""
    words = "" if several else clean.typed(text, "hermes", shared=True)
    return Speaker(author.strip(), shown, words)


def how_to_claim(conversation: Conversation, known: Policy) -> str:
    """One line for somebody on a platform whom nobody knows as the principal; "" otherwise."""
    if conversation.private or known.principal_ids or not conversation.place:
        return ""
    account = "PLATFORM:ACCOUNT" if conversation.shared else conversation.account
    return (
        f"nobody on {conversation.platform} is known as the person whose memory this is: nothing "
        "is recalled, and words are kept as that person's. If this account is yours, at a "
        f"terminal: {CLAIM} {account or 'PLATFORM:ACCOUNT'}"
    )


ELSEWHERE = """
SELECT s.source FROM sessions AS s WHERE coalesce(s.user_id, '') <> ''
AND s.source NOT IN (SELECT value FROM json_each(?)) ORDER BY s.started_at DESC LIMIT 1
"""


def unclaimed(memory: "Memory", known: Policy) -> str:
    """How to claim an account, where people spoke on a platform and nobody there is known."""
    if known.principal_ids or not memory.settings.state_db.exists():
        return ""
    try:
        with closing(hermes_rows.open_state(memory.settings.state_db)) as db:
            machines = json.dumps(sorted(hermes_rows.MACHINE_SOURCES))
            found = hermes_rows.fetch(db, ELSEWHERE, (machines,))
    except (hermes_rows.NotReadable, sqlite3.Error, OSError):
        return ""
    if not found:
        return ""
    return (
        f"on {found[0][0]} nobody is known as you: nothing is recalled there, and words are kept "
        f"as that person's; if an account there is yours: {CLAIM} {found[0][0]}:ACCOUNT"
    )


def as_seen(entry: _T, conversation: Conversation, principal: str) -> _T:
    """A row as it is shown here: where others read, the principal is called by name, never `you`.

    In another person's own chat `you` is that person.
    """
    return entry if conversation.own else _told(entry, principal or "the principal")


def _told(entry: Any, name: str) -> Any:
    """A row, or a part of one, in which the principal is a person of this name."""
    if isinstance(entry, tuple):
        return tuple(_told(each, name) for each in entry)
    if isinstance(entry, Source):
        is_own = entry.author == "principal"
        return replace(entry, author="person", author_name=name) if is_own else entry
    parts = {part: _told(getattr(entry, part), name) for part in _PARTS.get(type(entry), ())}
    return replace(entry, **parts) if parts else entry


# What of a row leads to its sources.
_PARTS: Mapping[type, tuple[str, ...]] = {
    Citation: ("source",),
    Claim: ("citations",),
    Settlement: ("citations",),
    Revision: ("citations",),
    Record: ("revisions",),
    Fact: ("claims", "settled"),
}


def said_by(
    row: MessageRow, conversation: Conversation, principal: str, others: Collection[str] = ()
) -> str:
    """Who a person's message of a past session is by, as far as the index knows.

    `others`: the sessions in which somebody else was named as an author (speakers.py).
    """
    audience = row.audience
    if others_in(row, others):
        return "somebody"
    if audience.startswith("group:"):
        return "somebody in the group"
    if audience == "mine" and not conversation.own:
        return principal or "the principal"
    return "you"


def others_in(row: MessageRow, others: Collection[str]) -> bool:
    """Whether a message stands in one of these sessions of Hermes."""
    return (
        bool(others) and row.agent == "hermes" and ids.parse_locator(row.locator).parts[0] in others
    )
