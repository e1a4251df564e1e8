"""SessionIndex: search what was said in any agent, and bring the index up to date.

Opened for the length of one piece of work by whichever thread needs it; one thread of one
process writes at a time (refresher.py), and reading never waits for it. A session's id is
`s…`, a message's `m…`, both hashes of their locators; every prefix of at least five characters
that fits one of them names it.

    adapters --> sweep.py --> ingest.py --> sessions.db --> search, find, messages
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from .. import dbfile, hurry
from ..forgotten import FILE as FORGOTTEN_FILE
from ..forgotten import Forgotten, normal
from ..text import ids, when, words
from . import aside, choosing, find, forgetting, only_here, queries, record, schema
from .adapters import Adapter
from .check import problems
from .forgetting import Forgot
from .only_here import OnlyHere
from .private import NOTHING, Private
from .report import Report, Step
from .rows import AgentStats, MessageHit, MessageRow, SessionRow
from .spread import Spread
from .stored import fetch
from .sweep import Sweep
from .weigh import Scored

__all__ = [
    "AgentStats",
    "Forgot",
    "MessageHit",
    "MessageRow",
    "Report",
    "SessionIndex",
    "SessionRow",
]

SLICE = 500  # values of one IN list
STEPS = 200  # SQLite instructions between two looks at the clock
MOST_ASKED = 1000  # characters by which a message with the same words is looked for

_R = TypeVar("_R", SessionRow, MessageRow)


class SessionIndex:
    """One open sessions.db."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Use `open`."""
        self.path = path
        self._db = db

    @classmethod
    def open(cls, path: Path, *, readonly: bool = False, wait: float = 5.0) -> "SessionIndex":
        """Open the index at `path`; without `readonly` it is made where there is none.

        Raises:
            FileNotFoundError: `readonly`, and nothing has been indexed yet.
            dbfile.NotOurFile, dbfile.Damaged, sqlite3.Error: it cannot be used.
        """
        return cls(path, schema.open_index(path, readonly=readonly, wait=wait))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> "SessionIndex":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """End the statement that is running, from any thread."""
        self._db.interrupt()

    def refresh(
        self,
        adapters: Iterable[Adapter],
        *,
        now: datetime,
        stop: Callable[[], bool] | None = None,
        pause: Callable[[], bool] | None = None,
        meanwhile: Callable[[str], None] | None = None,
        only: Collection[str] | None = None,
        full: bool = True,
        share: float = 1.0,
        since: datetime | None = None,
        private: Private = NOTHING,
        keep_expired: bool = True,
        progress: Callable[[Step], None] | None = None,
    ) -> Report:
        """Bring the index to what the adapters' histories hold now; reads only what is new.

        Args:
            adapters: the agents to read.
            now: the aware current time, for what counts as expired.
            stop: asked between pieces of work; True ends the refresh with what is done kept.
            pause: asked between units, after the first; True ends it there, so that each refresh
                comes further.
            meanwhile: called with an agent's name where a unit of it is looked at or read, and no
                transaction is open.
            only: agents to look at this time; None for all. The others are asked what they ran.
            full: look at every session, not only where the agents write now.
            share: of one core that may be used; below 1.0 it rests between pieces of work.
            since: messages before it are neither read nor kept; None for no limit.
            private: projects of which nothing is kept.
            keep_expired: keep what an agent deleted by age.
            progress: told before each unit how far the reading of its agent is.

        Raises:
            dbfile.Damaged: the index itself is damaged.
            sqlite3.Error, IndexFault: it cannot be written or read.
            forgotten.Unreadable: it cannot be asked what was forgotten, so nothing is stored.
        """
        known = list(adapters)
        chosen = [a for a in known if only is None or a.agent in only]
        with Forgotten.open(self.path.with_name(FORGOTTEN_FILE)) as forgotten:
            sweep = Sweep(
                self._db,
                forgotten,
                sources=known,
                now=now,
                stop=stop,
                pause=pause,
                meanwhile=meanwhile,
                share=share,
                since=since,
                secluded=private,
                keep_expired=keep_expired,
                progress=progress,
            )
            try:
                return sweep.run(chosen, full=full)
            except sqlite3.DatabaseError as error:
                raise dbfile.trouble(self.path, error) from None

    def forget(
        self,
        *,
        messages: Iterable[str] = (),
        sessions: Iterable[str] = (),
        locators: Iterable[str] = (),
        patience: float = 30.0,
    ) -> Forgot:
        """Take messages and whole sessions out, with their copies and their bytes.

        It does not make them stay out: the caller has told forgotten.db before. `names_of` says
        by which names.

        Args:
            messages: ids or codes `m…`.
            sessions: ids or codes `s…`.
            locators: addresses of messages, any of their names.
            patience: seconds to wait for another writer, and then for readers of the log.

        Raises:
            ids.Ambiguous: a code fits several.
            dbfile.Damaged, sqlite3.Error: it cannot be written; nothing was taken out.
        """
        self._take_over()
        named = {row.number for each in messages if (row := self.message(each))}
        talks = {talk.number for each in sessions if (talk := self.session(each))}
        numbers = named | self._numbers(locators)
        try:
            with Forgotten.open(self.path.with_name(FORGOTTEN_FILE)) as forgotten:
                return forgetting.forget(
                    self._db, numbers, talks, version=forgotten.version(), patience=patience
                )
        except sqlite3.DatabaseError as error:
            raise dbfile.trouble(self.path, error) from None

    def purge(self, *, patience: float = 30.0) -> Forgot:
        """Take out whatever forgotten.db knows, for an index that was restored or left behind.

        Raises:
            dbfile.Damaged, sqlite3.Error, forgotten.Unreadable: as `forget` and `refresh` say.
        """
        try:
            self._take_over()
            with Forgotten.open(self.path.with_name(FORGOTTEN_FILE)) as forgotten:
                return forgetting.purge_all(self._db, forgotten, patience=patience)
        except sqlite3.DatabaseError as error:
            raise dbfile.trouble(self.path, error) from None

    def _take_over(self) -> None:
        """A damaged file beside this one still holds words: it is salvaged first, and removed."""
        with Forgotten.open(self.path.with_name(FORGOTTEN_FILE)) as forgotten:
            aside.take_over(self._db, forgotten)

    def drop(self, agents: Iterable[str] | None = None, *, patience: float = 30.0) -> Forgot:
        """Take out everything of these agents, or of all, and the bytes; nothing is forgotten.

        A refresh that is given their adapters reads them again. `patience` as for `forget`.

        Raises:
            dbfile.Damaged, sqlite3.Error: it cannot be written; a next call goes on.
        """
        try:
            self._take_over()
            named = choosing.agents(self._db) if agents is None else list(agents)
            sessions = sum(row.sessions for row in self.stats() if row.agent in named)
            gone = sum(choosing.drop(self._db, each, pulse=lambda: None) for each in named)
            return Forgot(gone, sessions, choosing.erase_all(self._db, patience=patience))
        except sqlite3.DatabaseError as error:
            raise dbfile.trouble(self.path, error) from None

    def read_again(self, agents: Iterable[str]) -> None:
        """Have the next refresh read everything of these agents anew."""
        for agent in agents:
            choosing.read_again(self._db, agent)

    def marks(self, agent: str) -> dict[str, str]:
        """How far each unit of an agent was read, by its name; "" for one to be read again."""
        return dict(self._fetch(queries.MARKS, {"agent": agent}))

    def left_over(self) -> int:
        """How many messages stand here that were forgotten: the next refresh takes them out."""
        with Forgotten.open(self.path.with_name(FORGOTTEN_FILE)) as forgotten:
            return forgetting.left(self._db, forgotten)

    def names_of(self, message: MessageRow) -> tuple[str, ...]:
        """Every name by which forgotten.db must know a message so that no copy of it comes back."""
        return (message.locator, *message.aliases, *forgetting.shared(self._db, message.number))

    def title_names_of(self, message: MessageRow) -> tuple[str, ...]:
        """The titles of a message's sessions, as names, where they are made of its words."""
        return forgetting.titles(self._db, message.number, message.text)

    def in_projects(self, wanted: Private) -> list[str]:
        """The ids of the sessions that were begun in one of these folders, oldest first."""
        held = [project for (project,) in self._fetch(queries.PROJECTS) if wanted.holds(project)]
        found = [row for each in held for row in self._fetch(queries.IN_PROJECT, {"project": each})]
        ordered = (n for _, n in sorted(found))
        return [row.id for n in ordered if (row := self._session(n)) is not None]

    def direct_with(self, person: str) -> list[str]:
        """The ids of sessions that are another person's own direct chat, by their name there."""
        rows = [self._session(n) for n in forgetting.direct(self._db, person)]
        return [row.id for row in rows if row is not None]

    def equal_to(self, texts: Collection[str]) -> list[MessageRow]:
        """Messages that are letter for letter one of these texts; for many of them at once."""
        rows = (self._message(n) for n in forgetting.equal(self._db, texts))
        return [row for row in rows if row is not None]

    def same_words(self, text: str, *, limit: int = 50) -> list[MessageRow]:
        """Messages that hold these words, as a whole message or inside a longer one."""
        found = self.search(words.query(text[:MOST_ASKED]), limit=limit)
        wanted = normal(text)
        return [hit for hit in found if wanted and wanted in normal(hit.text)]

    def search(
        self,
        query: words.Query,
        *,
        limit: int = 20,
        audiences: Collection[str] | None = None,
        without: Collection[str] = (),
        agents: Collection[str] | None = None,
        project: str | None = None,
        role: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        times: Collection[when.Span] = (),
        budget: float | None = None,
        spread: Spread | None = None,
    ) -> list[MessageHit]:
        """Messages that hold words of `query`, best first; a person's words weigh four times.

        Args:
            query: as `words.query` made it.
            limit: hits at most.
            audiences: those who may be shown to; None for everyone.
            without: locators to leave out, through any of their names.
            agents: only these agents.
            project: only this folder and those below it.
            role: only "user" or only "assistant".
            since: only messages of this time or later.
            until: only messages before this time.
            times: those that the question names; what was said then weighs more.
            budget: seconds after which the answer is empty.
            spread: told how common the words of the query are.
        """
        if not words.match(query) or limit < 1 or (budget is not None and budget <= 0):
            return []
        left_out = self._numbers(without)
        with self._within(budget), dbfile.snapshot(self._db):
            narrowed = queries.filters(
                self._db,
                audiences=audiences,
                agents=agents,
                project=project,
                role=role,
                since=since,
                until=until,
            )
            found = find.search(
                self._db,
                query,
                limit=limit,
                narrowed=narrowed,
                without=left_out,
                spread=spread,
                times=[(_ms(begin), _ms(end)) for begin, end in times],
            )
            return [hit for each in found if (hit := self._hit(each, query))]
        return []

    def _hit(self, scored: Scored, query: words.Query) -> MessageHit | None:
        row = self._message(scored.n)
        if row is None:
            return None
        terms = scored.terms if len(row.text) <= find.LOOKED else words.hits(query, row.text)
        return MessageHit.found(row, parts=scored.parts, terms_hit=terms)

    @contextlib.contextmanager
    def _within(self, budget: float | None) -> Iterator[None]:
        """End what runs in here after `budget` seconds, and swallow that it ended."""
        if budget is None:
            yield
            return
        end = time.monotonic() + hurry.left(budget)
        self._db.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        try:
            yield
        except sqlite3.OperationalError:
            if time.monotonic() <= end:
                raise
        finally:
            hurry.watch(self._db)

    def _numbers(self, locators: Iterable[str]) -> frozenset[int]:
        """The rows that have one of `locators` among their names."""
        wanted = [ids.message_code(locator) for locator in set(locators)]
        found: set[int] = set()
        for start in range(0, len(wanted), SLICE):
            some = wanted[start : start + SLICE]
            found.update(row[0] for row in self._fetch(*queries.numbers(some)))
        return frozenset(found)

    def find(self, ident: str) -> MessageRow | SessionRow | None:
        """What an id, or a code of at least five characters, names here.

        Raises:
            ids.Ambiguous: the code fits several.
        """
        return self.session(ident) or self.message(ident)

    def session(self, ident: str) -> SessionRow | None:
        """The session of an id or code `s…`.

        Raises:
            ids.Ambiguous: the code fits several.
        """
        prefix = _prefix(ident, "s")
        found = [self._session(row[0]) for row in self._range(queries.SESSIONS_IN_RANGE, prefix)]
        return _one(prefix, [row for row in found if row and row.id.startswith(prefix)])

    def message(self, ident: str) -> MessageRow | None:
        """The message of an id or code `m…`, also of one that it had before.

        Raises:
            ids.Ambiguous: the code fits several.
        """
        prefix = _prefix(ident, "m")
        found = [self._message(row[0]) for row in self._range(queries.MESSAGES_IN_RANGE, prefix)]
        return _one(prefix, [row for row in found if row and row.is_named(prefix)])

    def _range(self, sql: str, prefix: str) -> list[Any]:
        if not prefix:
            return []
        low, high = schema.code_range(prefix)
        return self._fetch(sql, {"low": low, "high": high})

    def by_locator(self, locator: str) -> MessageRow | None:
        """The message at `locator`, whichever of its names that is."""
        return next((self._message(n) for n in sorted(self._numbers([locator]))), None)

    def beginnings(self, audiences: Collection[str]) -> list[tuple[str, str, str | None]]:
        """Of every session that these audiences may see: agent, project and when it began, UTC."""
        values = {"audiences": json.dumps(sorted(audiences))}
        rows = self._fetch(queries.BEGINNINGS, values)
        return [(agent, project, record.iso(started)) for agent, project, started in rows]

    def unit_of(self, session: str) -> str:
        """The name by which its adapter reads the history of a session; "" where none has it.

        Raises:
            ids.Ambiguous: the code fits several sessions.
        """
        row = self.session(session)
        found = self._fetch(queries.UNIT_OF, {"n": row.number}) if row else []
        return str(found[0][0]) if found else ""

    def messages(self, session: str, offset: int = 0, limit: int = 50) -> list[MessageRow]:
        """A session's messages in order, those included that it shares with an earlier one.

        Raises:
            ids.Ambiguous: the code fits several sessions.
        """
        row = self.session(session)
        if row is None:
            return []
        values = {"session": row.number, "limit": max(0, limit), "offset": max(0, offset)}
        found = [self._message(n) for n, _ in self._fetch(queries.IN_SESSION, values)]
        return [message for message in found if message is not None]

    def question_of(self, message: str) -> MessageRow | None:
        """The person's message that the assistant's message of id `message` answered."""
        row = self.message(message)
        found = self._fetch(queries.QUESTION, {"n": row.number}) if row else []
        return self._message(found[0][0]) if found else None

    def code(self, ident: str) -> str:
        """The shortest code that names `ident` here, and nothing else."""
        kind = ident[:1]
        sql = queries.SESSION_NEIGHBOURS if kind == "s" else queries.MESSAGE_NEIGHBOURS
        near = self._fetch(sql, {"code": schema.code_of(ident)})
        return ids.shortest(ident, [schema.beginning(kind, code) for (code,) in near])

    def _session(self, n: int) -> SessionRow | None:
        found = self._fetch(queries.SESSION, {"n": n})
        return SessionRow.of(found[0]) if found else None

    def _message(self, n: int) -> MessageRow | None:
        found = self._fetch(queries.MESSAGE, {"n": n})
        names = self._fetch(queries.ALIASES, {"n": n}) if found else []
        aliases = [record.locator(agent, key, schema.unpack(t)) for agent, key, t in names]
        return MessageRow.of(found[0], tuple(aliases)) if found else None

    def stats(self) -> list[AgentStats]:
        """What is held of each agent that was looked at or is being read, by name."""
        return [self._stats(*row) for row in self._fetch(queries.HELD)]

    def _stats(self, agent: str, trouble: str, unreached: int, read_at: int | None) -> AgentStats:
        of = {"agent": agent}
        sessions, messages, newest = self._fetch(queries.COUNTS, of)[0]
        skipped: dict[str, int] = {}
        for (counted,) in self._fetch(queries.SKIPPED, of):
            for reason, count in json.loads(counted).items():
                skipped[reason] = skipped.get(reason, 0) + count
        return AgentStats(
            agent=agent,
            sessions=sessions,
            messages=messages,
            newest=record.iso(newest),
            skipped=dict(sorted(skipped.items())),
            kept_out=dict(self._fetch(queries.KEPT_OUT, of)),
            only_here=self._fetch(queries.ONLY_HERE, of)[0][0],
            lost=aside.lost(self._db, agent),
            unreached=unreached,
            trouble=trouble,
            read_at=record.iso(read_at),
        )

    def heard(self, agent: str, audiences: Collection[str]) -> tuple[int, str | None]:
        """How many messages of an agent these may be shown, and the time of the newest."""
        of = {"agent": agent, "audiences": json.dumps(sorted(audiences))}
        count, newest = self._fetch(queries.HEARD, of)[0]
        return count, record.iso(newest)

    def prompts(
        self, count: int, *, agents: Collection[str], audiences: Collection[str]
    ) -> list[MessageRow]:
        """The newest messages of a person, `count` at most, oldest first."""
        values = {
            "agents": json.dumps(sorted(agents)),
            "audiences": json.dumps(sorted(audiences)),
            "count": count,
        }
        found = [self._message(n) for (n,) in self._fetch(queries.PROMPTS, values)]
        return [row for row in reversed(found) if row is not None]

    def locators_of(self, session: str) -> frozenset[str]:
        """The locators of everything in a session, of what it shares with others too."""
        row = self.session(session)
        if row is None:
            return frozenset()
        rows = self._fetch(queries.LOCATORS, {"session": row.number})
        return frozenset(record.locator(agent, key, schema.unpack(t)) for agent, key, t in rows)

    def only_here(self, since: datetime | None = None) -> list[OnlyHere]:
        """The sessions that no agent has any more, and how much of each is from before `since`."""
        rows = self._fetch(only_here.KEPT, {"since": only_here.milliseconds(since)})
        return [
            OnlyHere(agent, project, aged == 1, messages, older)
            for agent, project, aged, messages, older in rows
        ]

    def knows(self, agent: str) -> bool:
        """Whether a refresh has read all of the agent's history before."""
        return any(row[0] == agent for row in self._fetch(queries.AGENTS))

    def sound(self) -> bool:
        """Whether the pages of the file fit together; quick, unlike `check`.

        Raises:
            sqlite3.OperationalError: it cannot be told now (a lock, a failing disk, a stop).
        """
        try:
            return self._fetch("PRAGMA quick_check(1)") == [("ok",)]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return False

    def check(self) -> list[str]:
        """Derive again what can be derived, and compare: one line a difference, [] for none."""
        return problems(self._db)

    def _fetch(self, sql: str, values: Any = ()) -> list[Any]:
        return fetch(self._db, sql, values)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _prefix(ident: str, kind: str) -> str:
    """`ident` as an id or code of that kind, "" when it is none."""
    ident = ids.normal(ident)
    return ident if ids.is_prefix(ident) and ident[0] == kind else ""


def _one(prefix: str, rows: Sequence[_R]) -> _R | None:
    if len(rows) > 1:
        raise ids.Ambiguous(prefix, [(row.id, row.title) for row in rows])
    return rows[0] if rows else None
