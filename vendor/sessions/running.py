"""The conversation that is running, as Hermes has it in state.db at this moment.

What the gate holds a quote against, and what the model still has before it. Read anew at every
call, by one short connection: between two calls the person may have taken a message back, and
the host may have compressed. `content` is what was typed; `api_content` is what the model was
sent, and only the blocks that we put into it are looked at.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from .. import hurry
from ..text import ids, lazy, quote, typed_line
from . import hermes_copies, machine_typed, record
from . import hermes_rows as rows
from .hermes_copies import Line

OWN_TOOLS = ("brain_search", "brain_get", "brain_remember")
PAGE = 1000  # rows of one SELECT
LINEAGE = 50  # parents followed at most
TRIES = 3  # a reader can meet the moment in which a writer resets its log
_PARTS = "x'006a736f6e3a'"  # rows.JSON_PREFIX, compared as bytes: a text ends at its NUL there
_BLOCK = lazy.regex(r"<memory-context>([^<]*)")

EXTRA = {"tool_calls": "NULL", "tool_name": "NULL", "tool_call_id": "NULL", "api_content": "NULL"}


class RunningUnavailable(Exception):
    """The running conversation cannot be read now; the sentence says why, without its text."""


@dataclass(frozen=True, slots=True)
class TypedMessage:
    """One message that a person typed in this conversation, cleaned.

    `row` orders it among what the model has been shown; the locator is that of its first copy.
    `heard` counts the assistant's texts that stood before it. `run` says why nobody typed there,
    "" for a conversation: a delegated run, or one that the host hides.
    """

    locator: str
    text: str
    sent: float | None
    row: int
    platform: str
    user_id: str
    heard: int
    run: str = ""

    @property
    def at(self) -> str | None:
        """When it was typed, in UTC; None where the host has no time for it."""
        return record.iso(record.seconds_to_millis(self.sent))

    @property
    def principal(self) -> bool:
        """Whether it was typed where only the principal types."""
        return self.platform in rows.PRIVATE_SOURCES and not self.user_id and not self.run

    @property
    def said(self) -> machine_typed.Said:
        """The message as the question who typed it takes it."""
        session, row = ids.parse_locator(self.locator).parts
        # A shown time is cut to milliseconds, and a call of the same one came before.
        at = None if self.at is None else datetime.fromisoformat(self.at).timestamp() + 0.001
        return machine_typed.Said(session, int(row), at, self.text)

    @property
    def author(self) -> str:
        """Who typed it, as the host names them; "" for the principal."""
        return self.user_id

    @property
    def typed(self) -> quote.Typed:
        """The message as the quote rule takes it."""
        return quote.typed_message(self.locator, self.text, heard=self.heard)


@dataclass(frozen=True, slots=True)
class Running:
    """A conversation: the session with the parents that it continues by compression.

    Attributes:
        typed: what the person typed and did not take back, oldest first; their lines to the
            memory itself (`si: …`) are left out.
        assistant: what the assistant said, oldest first.
        active: locators of the rows that the model still has before it.
        shown: (row, text) of our tools' results and of the blocks we injected, still before it.
        off_record: the person has said `#off-record` and not `#on-record` since.
        folders: where it runs, and the root of its project.
    """

    typed: tuple[TypedMessage, ...] = ()
    assistant: tuple[str, ...] = ()
    active: frozenset[str] = frozenset()
    shown: tuple[tuple[int, str], ...] = ()
    off_record: bool = False
    folders: frozenset[str] = frozenset()


def read_running(
    state_db: Path,
    session_id: str,
    *,
    own_tools: Sequence[str] = OWN_TOOLS,
    wait: float = 0.25,
) -> Running:
    """Read the conversation of `session_id`; an unknown session is an empty one.

    Args:
        state_db: the host's database; never created, never written.
        session_id: the host's own id.
        own_tools: the tools whose results count as shown.
        wait: seconds that a lock is waited for.

    Raises:
        RunningUnavailable: state.db is missing, locked, or not Hermes'.
    """
    for attempt in range(1, TRIES + 1):
        try:
            return _Reader(state_db, wait).read(session_id, own_tools)
        except rows.NotReadable as error:
            raise RunningUnavailable(str(error)) from None
        except (sqlite3.Error, ValueError, OSError) as error:
            kind = rows.reason(error)
            if attempt == TRIES or not kind.startswith("SQLITE_IOERR"):
                raise RunningUnavailable(f"state.db: {kind}") from None
            time.sleep(0.05)
    raise AssertionError("unreachable")


class _Reader:
    def __init__(self, path: Path, wait: float) -> None:
        self._path, self._wait = path, wait

    def read(self, session_id: str, own_tools: Sequence[str]) -> Running:
        db = rows.open_state(self._path)
        with closing(db):
            wait = int(hurry.left(self._wait) * 1000)
            db.execute(f"PRAGMA busy_timeout={wait}").close()
            self._db = db
            lineage = self._lineage(session_id)
            if not lineage:
                return Running()
            lines = [(talk, self._lines(talk)) for talk in lineage]
            runs = {talk.id: self._run(talk) for talk in lineage}
            _name_copies(lines)
            said = list(_said(lines))
            return Running(
                typed=tuple(_typed(lines, said, runs)),
                assistant=tuple(line.text for _, line in said if line.role != record.USER),
                active=self._active(session_id),
                shown=tuple(self._shown(session_id, own_tools)),
                off_record=_off_record(said),
                folders=frozenset(each for t in lineage for each in (t.project, t.folder) if each),
            )

    def _lineage(self, session_id: str) -> list[rows.Talk]:
        """The session and what it continues by compression, oldest first."""
        found: list[rows.Talk] = []
        while len(found) <= LINEAGE:
            talk = self._talk(session_id)
            if talk is None:
                break
            if found and rows.continues(found[-1], talk) != "compression":
                break
            if any(talk.id == known.id for known in found):
                break
            found.append(talk)
            session_id = talk.parent
        return list(reversed(found))

    def _run(self, talk: rows.Talk) -> str:
        """Why nobody types in a session, "" where somebody does."""
        unmarked = "compacted" not in rows.columns(self._db, "messages")
        # A one-shot is a run by its source; a person may have typed it all the same.
        kind = replace(talk, source="cli") if talk.source == "oneshot" else talk
        parent = self._talk(talk.parent) if unmarked and talk.parent else None
        return rows.machine(kind, parent, unmarked_runs=unmarked)

    def _talk(self, session_id: str) -> rows.Talk | None:
        wanted = rows.select(self._db, "sessions", rows.SESSION_COLUMNS, "s")
        sql = f"SELECT {wanted} FROM sessions AS s WHERE s.id = ?"  # noqa: S608
        found = rows.fetch(self._db, sql, (session_id,))
        return rows.talk_of(found[0]) if found else None

    def _lines(self, talk: rows.Talk) -> list[Line]:
        wanted = rows.select(self._db, "messages", rows.MESSAGE_COLUMNS, "m")
        sql = (
            f"SELECT {wanted} FROM messages AS m WHERE m.session_id = ? AND m.id > ? "  # noqa: S608
            f"AND m.role IN ('user', 'assistant') ORDER BY m.id LIMIT {PAGE}"
        )
        found: list[Line] = []
        last = -1
        shared = rows.audience(talk) != record.MINE
        while page := rows.fetch(self._db, sql, (talk.id, last)):
            lines = (hermes_copies.line_of(rows.row_of(values), shared=shared) for values in page)
            for line in lines:
                hurry.look()
                if line:
                    found.append(line)
            last = page[-1][0]
        return found

    def _active(self, session_id: str) -> frozenset[str]:
        sql = (
            "SELECT id FROM messages WHERE session_id = ? AND role IN ('user', 'assistant') "  # noqa: S608
            f"AND {self._is_active()}"
        )
        found = rows.fetch(self._db, sql, (session_id,))
        address = record.locator("hermes", session_id)
        return frozenset(f"{address}:{row[0]}" for row in found)

    def _is_active(self) -> str:
        has = "active" in rows.columns(self._db, "messages")
        return "coalesce(active, 1) = 1" if has else "1"

    def _shown(self, session_id: str, own_tools: Sequence[str]) -> list[tuple[int, str]]:
        marks = ", ".join("?" * len(own_tools))
        there = rows.columns(self._db, "messages")
        sent_column = "api_content" if "api_content" in there else "NULL"
        sql = (
            f"SELECT id, role, content, {sent_column}, tool_calls, tool_name, tool_call_id "  # noqa: S608
            f"FROM messages WHERE session_id = ? AND {self._is_active()} AND CASE role "
            f"WHEN 'tool' THEN tool_name IN ({marks}) OR coalesce(tool_name, '') = '' "
            "WHEN 'assistant' THEN coalesce(tool_calls, '') <> '' "
            f"ELSE {sent_column} IS NOT NULL OR substr(CAST(content AS BLOB), 1, 6) = {_PARTS} END "
            "ORDER BY id"
        )
        found: list[tuple[int, str]] = []
        ours: set[str] = set()
        for values in rows.fetch(self._db, sql, (session_id, *own_tools)):
            ident, role, content, sent, calls, tool, call = values
            if role == "assistant":
                ours |= _own_calls(calls, own_tools)
            elif role == "tool" and (tool in own_tools or call in ours):
                found.append((ident, rows.decode(content)))
            elif role == "user":
                block = injected(content, sent)
                found += [(ident, block)] if block else []
        return found


def _own_calls(calls: object, own_tools: Iterable[str]) -> set[str]:
    """Ids of the calls of our tools in an assistant row's `tool_calls`."""
    if not isinstance(calls, str) or not any(name in calls for name in own_tools):
        return set()
    try:
        listed = json.loads(calls)
    except (ValueError, RecursionError):
        return set()
    found = set()
    for call in listed if isinstance(listed, list) else []:
        if isinstance(call, dict) and _called(call) in own_tools:
            found |= {str(call[key]) for key in ("id", "call_id") if call.get(key)}
    return found


def _called(call: Mapping[str, Any]) -> str:
    function = call.get("function")
    return str(function.get("name")) if isinstance(function, dict) else ""


def injected(content: object, sent: object) -> str:
    """What was recalled into a turn, as its row's `content` and `api_content` have it; or "".

    The host appends its block; one before it in the text was typed or pasted. An image turn of
    0.22 has it in the parts of `content`, a typed text never has. Our own text holds no `<`.
    """
    typed = content if isinstance(content, str) else ""
    parts = typed.startswith(rows.JSON_PREFIX)
    text = sent if isinstance(sent, str) else rows.decode(content) if parts else ""
    if not parts:
        text = text.removeprefix(typed)
    blocks = [block.strip() for block in _BLOCK.findall(text) if block.strip()]
    return blocks[-1] if blocks else ""


def _name_copies(lines: Sequence[tuple[rows.Talk, list[Line]]]) -> None:
    """Name each copy after its original, and hide originals whose newest copy was taken back."""
    before: list[Line] = []
    for talk, own in lines:
        hermes_copies.same_session(talk.id, own)
        hermes_copies.name_copies(before, own)
        newest = {line.same_as: line.visible for line in own if line.same_as}
        for line in before:
            line.visible = line.visible and newest.get(line.same_as, True)
        for line in own:
            line.same_as = line.same_as or hermes_copies.locator(talk.id, line)
        before += [line for line in own if not line.summary]


def _typed(
    lines: Sequence[tuple[rows.Talk, list[Line]]],
    said: Sequence[tuple[rows.Talk, Line]],
    runs: Mapping[str, str],
) -> Iterable[TypedMessage]:
    newest = {line.same_as: line.id for _, own in lines for line in own if not line.summary}
    heard = 0
    for talk, line in said:
        heard += line.role == record.ASSISTANT
        if line.role == record.USER and typed_line.line_of(line.text) is None:
            yield TypedMessage(
                locator=line.same_as,
                text=line.text,
                sent=line.at,
                row=newest[line.same_as],
                platform=talk.source,
                user_id=talk.user,
                heard=heard,
                run=runs[talk.id],
            )


def _said(
    lines: Sequence[tuple[rows.Talk, list[Line]]],
) -> Iterable[tuple[rows.Talk, Line]]:
    """What stands, each message once, oldest first."""
    seen: set[str] = set()
    for talk, own in lines:
        for line in own:
            if line.visible and not line.summary and line.same_as not in seen:
                seen.add(line.same_as)
                yield talk, line


def _off_record(said: Sequence[tuple[rows.Talk, Line]]) -> bool:
    markers = [record.marker(line.text) for _, line in said if line.role == record.USER]
    return next((m for m in reversed(markers) if m), "") == record.OFF_RECORD
