"""What may be stored of a reading: no credential, nothing off the record, nothing forgotten.

This stands before the first write, so that such a text is not in the file for a moment. When
the detector fails the message stays out. What stays out leaves its place and the reason.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from ..forgotten import Forgotten, normal
from ..text import clean, ids, lazy, secrets, typed_line
from . import record
from .record import Message, Reading
from .schema import beginning
from .stored import READ_AGAIN, Change, fetch

SECRET = "credential"
FAILS = (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, MemoryError)
UNREADABLE = "detector failed"
OFF = "off the record"
FORGOTTEN = "forgotten"
TYPED = "a line to the memory"  # `si: …`, with what was answered
FOLDER = 500  # characters of the path of a project
TITLE = 200  # characters
SHORT = 4000  # characters of a text whose verdict is remembered for a while
# A session that goes on where another one ended has its title with a number behind.
_NUMBERED = lazy.regex(r"\s*#\d+\s*$")

# A person's "#off-record" and "#on-record" so far: [[seq, 1 | 0], ...]
STORED_TURNS = "SELECT record FROM session WHERE n = :session"
# A host makes its title of the first words, which may be the ones that were off the record.
TURNS = """
UPDATE session SET record = :record, title = CASE WHEN :off THEN '' ELSE title END
WHERE n = :session
"""
FORGET_PLACES = "DELETE FROM kept_out WHERE session = :session AND seq >= :since"
HOLDS_ONE = "SELECT 1 FROM kept_out WHERE session = :session AND reason = :reason LIMIT 1"
OUT_AS = """
SELECT 1 FROM session AS s JOIN kept_out AS k ON k.session = s.n
WHERE s.code = :code AND s.agent = 'hermes' AND s.key = :key AND k.seq = :seq AND k.reason = :reason
"""
COPIES = "SELECT DISTINCT session FROM message WHERE twin = :twin AND session <> :session"
KEEP_OUT = "INSERT INTO kept_out (session, seq, reason) VALUES (:session, :seq, :reason)"


def credential(text: str) -> str:
    """Why `text` may not be stored, or ""."""
    try:
        is_short = len(text) <= SHORT
        found = _found(text, secrets.find) if is_short else secrets.find(text)
        return SECRET if found is not None else ""
    except FAILS:
        return UNREADABLE


@lru_cache(maxsize=64)
def _found(text: str, find: Callable[[str], str | None]) -> str | None:
    """What a detector finds: the texts of a running turn are judged at each refresh."""
    return find(text)


def holds_one(db: sqlite3.Connection, session: int) -> bool:
    """Whether a credential was kept out of a session. Then only the whole of it can be judged:
    a later message may repeat the value bare, and the value is stored nowhere.
    """
    return bool(fetch(db, HOLDS_ONE, {"session": session, "reason": SECRET}))


def title(text: str | None) -> str:
    """A session's title as it may be stored, judged before it is cut."""
    tidy = clean.tidy(text or "").strip()
    return "" if credential(tidy) else tidy[:TITLE]


def unit(name: str) -> str:
    """A unit's name as trouble may show it."""
    return "a name with a credential in it" if credential(name) else ascii(name)


def folder(path: str) -> str:
    """The folder of a session as it may be stored: it is shown beside what was said there."""
    tidy = clean.tidy(path)
    return "" if credential(tidy) else tidy[:FOLDER]


def names(agent: str, key: str, message: Message) -> tuple[str, ...]:
    """Every name by which a forgotten message is known again."""
    address = record.locator(agent, key, message.tail)
    shared = message.same_as or address
    return (address, shared, shared_name(ids.message_code(shared)))


def shared_name(twin: int) -> str:
    """The name that copies share, as the index has it: the beginning of an id."""
    return beginning("m", twin)


def title_name(title: str) -> str:
    """The name under which a title made of forgotten words is known again, its number left off."""
    return f"title:{normal(_NUMBERED.sub('', title))}"


def forgotten_places(agent: str, reading: Reading, forgotten: Forgotten) -> frozenset[int]:
    """The places of the messages that the person asked to forget, by name or by words."""
    session = reading.session
    if session is None or forgotten.empty:
        return frozenset()
    return frozenset(
        message.seq
        for message in reading.messages
        if any(map(forgotten.holds_locator, names(agent, session.key, message)))
        or forgotten.holds_text(message.text)
    )


def admitted(
    db: sqlite3.Connection,
    session: int,
    reading: Reading,
    *,
    muted: bool,
    change: Change,
    forgotten: frozenset[int] = frozenset(),
) -> list[Message]:
    """The messages of `reading` that may be stored, tidied; the rest is noted as kept out.

    `forgotten` are the places of those that `forgotten_places` names.
    """
    since = reading.since
    stored = json.loads(fetch(db, STORED_TURNS, {"session": session})[0][0])
    turns = [(seq, off) for seq, off in stored if 0 <= seq < since]
    if muted:
        turns.insert(0, (-1, 1))
    kept: list[Message] = []
    out: list[dict[str, int | str]] = []
    told: list[str] = []
    messages = [_tidied(message) for message in reading.messages]
    key = reading.session.key if reading.session else ""
    to_memory = _to_memory(db, key, messages)
    for message in messages:
        marker = record.marker(message.text) if message.role == record.USER else ""
        if marker:
            turns.append((message.seq, int(marker == record.OFF_RECORD)))
        reason = OFF if marker or (turns and turns[-1][1]) else ""
        reason = reason or (FORGOTTEN if message.seq in forgotten else credential(message.text))
        reason = reason or (TYPED if message.seq in to_memory else "")
        if reason == SECRET:
            told.append(message.text)
        if reason:
            out.append({"session": session, "seq": message.seq, "reason": reason})
        elif message.text:
            kept.append(message)
    for message in _repeating(told, kept):
        kept.remove(message)
        out.append({"session": session, "seq": message.seq, "reason": SECRET})
    _note(db, session, since, out, turns)
    _read_copies_again(db, session, key, (m for m in messages if m.seq in to_memory))
    change.kept_out += len(out)
    return kept


def _to_memory(db: sqlite3.Connection, session: str, messages: Sequence[Message]) -> frozenset[int]:
    """The places of lines to the memory and of their answers, up to the next thing said.

    The answer shows what the person asked about, also where they then had it forgotten. A host that
    compresses may write it anew without the line before it.
    """
    found: set[int] = set()
    running = False
    for message in messages:
        if message.role == record.USER:
            running = typed_line.line_of(message.text) is not None
        copied = message.role != record.USER and not running and message.same_as
        if running or (copied and _is_answer(db, message.same_as, session, found)):
            found.add(message.seq)
    return frozenset(found)


def _is_answer(db: sqlite3.Connection, original: str, session: str, found: Collection[int]) -> bool:
    """Whether a row of Hermes' that was written anew is such an answer."""
    try:
        agent, parts = ids.parse_locator(original)
    except ValueError:
        return False  # what copies of this agent share is no address
    if agent != "hermes" or len(parts) != 2 or not parts[1].isdecimal():
        return False
    key, seq = parts[0], int(parts[1])
    if key == session and seq in found:
        return True
    code = ids.session_code(record.locator(agent, key))
    place = {"code": code, "key": key, "seq": seq, "reason": TYPED}
    return bool(fetch(db, OUT_AS, place))


def _read_copies_again(
    db: sqlite3.Connection, session: int, key: str, answers: Iterable[Message]
) -> None:
    """Copies of answers that were read before their originals are looked at once more."""
    for message in answers:
        original = message.same_as or record.locator("hermes", key, message.tail)
        place = {"twin": ids.message_code(original), "session": session}
        for (unit,) in fetch(db, COPIES, place):
            db.execute(READ_AGAIN, {"unit": unit}).close()


def _repeating(told: Sequence[str], kept: Sequence[Message]) -> list[Message]:
    """Those of `kept` that say again, bare, what the texts in `told` hold."""
    if not told:
        return []
    try:
        places = secrets.repeated([*told, *(message.text for message in kept)])
    except FAILS:
        return list(kept)  # what cannot be judged stays out
    return [kept[place - len(told)] for place in sorted(places) if place >= len(told)]


def _tidied(message: Message) -> Message:
    text = clean.tidy(message.text)[: record.TEXT_CAP].strip()
    return message if text == message.text else replace(message, text=text)


def _note(
    db: sqlite3.Connection,
    session: int,
    since: int,
    out: Iterable[dict[str, int | str]],
    turns: Iterable[tuple[int, int]],
) -> None:
    db.execute(FORGET_PLACES, {"session": session, "since": since}).close()
    db.executemany(KEEP_OUT, out).close()
    said = json.dumps([turn for turn in turns if turn[0] >= 0])
    off = any(off for _, off in turns)
    db.execute(TURNS, {"record": said, "off": off, "session": session}).close()
