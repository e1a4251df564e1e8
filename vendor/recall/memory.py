"""Memory: one question, one ranked answer. Joins the brain and the session index.

Both stores are opened for the length of one call, by whichever thread makes it: hosts call from
many, and an open database is nobody's to share. A store that is missing, locked or damaged
leaves its side out and says so in `Answer.trouble`; it never stops the other side or the turn.

    query --> words.query --> Brain.search, SessionIndex.search --> fuse --> Answer
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from functools import partial
from pathlib import Path

from ..brain.brain import Brain
from ..brain.errors import BrainError, LogDamaged, NotOurFile, OutOfTime
from ..brain.model import Fact, Record, Source
from ..dbfile import Unsupported
from ..forgotten import Unreadable
from ..sessions import hermes_rows
from ..sessions.hermes_rows import NotReadable
from ..sessions.index import MessageHit, SessionIndex
from ..sessions.running import Running, RunningUnavailable, read_running
from ..sessions.spread import Spread
from ..sessions.taken_back import taken_back
from ..text import when, words
from . import entries, files, hits, people, plug, repeats, speakers
from .conversation import PERSON_AT_TERMINAL, Conversation
from .filters import EVERYTHING, Filters
from .floor import Floor
from .fusion import Fused, fuse, signal
from .hits import Hit
from .settings import Settings

LIMIT = 5
MAX_LIMIT = 20
PER_SESSION = 2
STATE_WAIT = 0.25  # seconds for the host's own record
IN_TIME = 0.8  # of the deadline: what is under way then still ends before it
WAIT = 2.0  # seconds for a locked store where nobody waits in front of a turn
# What opening and reading a store may raise: it is missing, locked, foreign, damaged, too new.
UNUSABLE = (BrainError, NotOurFile, LogDamaged, Unsupported, Unreadable, sqlite3.Error, OSError)


@dataclass(frozen=True, slots=True)
class Answer:
    """Hits best first, and why a side could not be searched.

    `spoken`: the ids of those that are worth saying unasked. `why`: for each hit, by its id, how it
    came to its place, a line each for the fusion and for every side.
    """

    hits: tuple[Hit, ...]
    trouble: tuple[str, ...] = ()
    spoken: frozenset[str] = frozenset()
    why: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """A hit with the terms of the query that it rests on, and its message or its row."""

    made: Callable[[], Hit]
    terms: frozenset[str]
    message: MessageHit | None = None
    signals: tuple[str, ...] = ()
    entry: Fact | Record | None = None
    locators: tuple[str, ...] = ()

    @property
    def hit(self) -> Hit:
        """As it is shown. Made when it is asked for: most of what is found is not shown."""
        return self.made()

    @property
    def candidate(self) -> plug.Candidate:
        """As an added ranking is shown it."""
        hit = self.hit
        text = self.message.text if self.message else f"{hit.title}\n{hit.snippet}"
        return plug.Candidate(hit.id, "sessions" if self.message else "brain", text, hit.date)


class Memory:
    """The two stores of one Hermes home, as `settings` name them.

    Args:
        settings: paths and limits in force.
        clock: the aware current time.
        zone: the user's zone, in which days are shown; None means the system's.
        seconds: how long one recall may take in all, locks included; None is no limit.
        without: ids of rows, keys and messages that recall takes as if they were not there.
        user_home: the person's own folder, in which files that a row names are looked at; None
            where nothing of this machine may be.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], datetime],
        zone: tzinfo | None = None,
        seconds: float | None = None,
        without: frozenset[str] = frozenset(),
        user_home: Path | None = None,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.zone = zone
        self.without = without
        self.user_home = user_home
        self._ends = None if seconds is None else time.monotonic() + seconds

    @property
    def today(self) -> date:
        """The day it is where the user is."""
        return self.clock().astimezone(self.zone).date()

    @property
    def ends(self) -> float | None:
        """When the time is over, by `time.monotonic`; None without a limit."""
        return self._ends

    @property
    def is_hurried(self) -> bool:
        """Whether somebody waits for the answer, and its time is limited."""
        return self._ends is not None

    @property
    def left(self) -> float | None:
        """Seconds left of the time this memory was given; None without a limit.

        Raises:
            OutOfTime: there are none left.
        """
        if self._ends is None:
            return None
        left = self._ends - time.monotonic()
        if left <= 0:
            raise OutOfTime("the time for recall was over")
        return left

    @property
    def _wait(self) -> float:
        """Seconds that a locked store is waited for: half of them, as others are to be asked."""
        left = self.left
        return WAIT if left is None else left / 2

    @contextmanager
    def brain(self, *, create: bool = False, readonly: bool = True) -> Iterator[Brain]:
        """The brain, open for one piece of work."""
        brain = Brain.open(
            self.settings.brain,
            clock=self.clock,
            create=create,
            readonly=readonly and not create,
            wait=self._wait,
        )
        try:
            with brain.within(self.left) if self.left else nullcontext():
                yield brain
        finally:
            brain.close()

    @contextmanager
    def index(self) -> Iterator[SessionIndex]:
        """The session index, open for reading."""
        index = SessionIndex.open(self.settings.index, readonly=True, wait=self._wait)
        try:
            yield index
        finally:
            index.close()

    def hurried(self, seconds: float | None = None) -> "Memory":
        """The same memory with so many seconds, which begin now; else what a turn may wait."""
        if seconds is None:
            seconds = self.settings.deadline_ms / 1000 * IN_TIME
        return Memory(
            self.settings,
            clock=self.clock,
            zone=self.zone,
            seconds=seconds,
            without=self.without,
            user_home=self.user_home,
        )

    def leaving_out(self, ids: Iterable[str]) -> "Memory":
        """The same memory as if these rows, facts and messages were not there."""
        return Memory(
            self.settings,
            clock=self.clock,
            zone=self.zone,
            without=frozenset(ids),
            user_home=self.user_home,
        )

    def running(self, conversation: Conversation) -> Running | None:
        """The running conversation as the host's record has it now; None when there is none.

        Raises:
            RunningUnavailable: the record cannot be read.
        """
        if not conversation.session_id:
            return None
        wait = STATE_WAIT if self.left is None else min(STATE_WAIT, self.left / 2)
        return read_running(self.settings.state_db, conversation.session_id, wait=wait)

    def taken_back(self, sources: Iterable[Source]) -> frozenset[str]:
        """The locators of those messages that the person took back since they were kept.

        Where the host's record cannot be read in time, none: a mark is never a guess.
        """
        said = {s.locator: s.text for s in sources if s.locator.startswith("hermes:")}
        if not said:
            return frozenset()
        try:
            wait = STATE_WAIT if self.left is None else min(STATE_WAIT, self.left / 4)
            settings = self.settings
            return taken_back(settings.state_db, said, index=settings.index, wait=wait)
        except (NotReadable, *UNUSABLE):
            return frozenset()

    def recall(
        self,
        query: str,
        *,
        limit: int = LIMIT,
        side: str = "all",
        conversation: Conversation = PERSON_AT_TERMINAL,
        filters: Filters = EVERYTHING,
    ) -> Answer:
        """Search both stores and merge their answers, best first.

        What the model still has before it of its own conversation is left out. A side with no hit
        above the floor is in the answer only where the other has none either.
        """
        active = self._active(conversation)
        return self.answer(query, limit, side, conversation, active, filters)[0]

    def _active(self, conversation: Conversation) -> frozenset[str]:
        try:
            running = self.running(conversation)
        except RunningUnavailable:
            return frozenset()
        return running.active if running else frozenset()

    def answer(
        self,
        text: str,
        limit: int,
        side: str,
        conversation: Conversation,
        active: frozenset[str],
        filters: Filters = EVERYTHING,
        *,
        unasked: bool = False,
    ) -> tuple[Answer, dict[str, Found]]:
        """The answer, and for each of its hits what the floor and the block need to know.

        `unasked`: only those hits that are worth saying unasked.
        """
        query = words.query(text)
        limit = max(1, min(limit, MAX_LIMIT))
        conversation = people.placed(self, conversation)
        if not words.match(query) or not conversation.audiences:
            return Answer(()), {}
        found: dict[str, Found] = {}
        trouble: list[str] = []
        spread = Spread()
        rankings = {
            "brain": self._brain_side(query, conversation, found, trouble)
            if side != "sessions" and not filters
            else [],
            "sessions": self._session_side(
                query, conversation, active, filters, found, trouble, spread
            )
            if side != "brain" and self.settings.index_sessions
            else [],
        }
        self._add_disputed(rankings["sessions"], conversation, found)
        _absorb(rankings, found)
        floor = Floor(query, spread, self.settings.recall_floor)
        heard = {
            name: ranking
            for name, ranking in rankings.items()
            if floor.speaks(found[ident].terms for ident in ranking[:LIMIT])
        }
        # Where no side clears the floor, a search shows what little there is; a turn does not.
        chosen = heard or rankings
        ranked = dict.fromkeys(ident for ranking in chosen.values() for ident in ranking)
        added, failed = plug.ranked(text, (found[ident].candidate for ident in ranked))
        trouble += [failed] if failed else []
        fused = fuse({**chosen, plug.NAME: added})
        first = _spread(fused, found)[:limit]
        spoken = {f.id for f in first if heard and floor.rides(found[f.id].terms)}
        best = [
            self._sided(found[f.id].hit, f.sides) for f in first if f.id in spoken or not unasked
        ]
        best = entries.sourced(self, best, found, conversation.audiences)
        best = files.marked(self, best, found, conversation)
        places = {each.id: each.explained() for each in fused}
        why = {hit.id: (places[hit.id], *found[hit.id].signals) for hit in best}
        return Answer(tuple(best), tuple(trouble), frozenset(spoken), why), found

    def _add_disputed(
        self, ranking: list[str], conversation: Conversation, found: dict[str, Found]
    ) -> None:
        """A message that one side of a dispute rests on is shown as the dispute, never alone."""
        locators = {loc: ident for ident in ranking for loc in found[ident].locators}
        if not locators:
            return
        unwanted = found.keys() | self.without
        try:
            with self.brain() as brain:
                for rows in brain.rows_citing(locators).values():
                    for ident in rows:
                        entry = brain.get(ident, audiences=conversation.audiences)
                        if isinstance(entry, Fact) and entry.disputed and entry.key not in unwanted:
                            entry = people.as_seen(entry, conversation, self.settings.principal)
                            taken = self.taken_back(hits.sources_of(entry))
                            found[entry.key] = self._row(entry, brain, taken)
        except UNUSABLE:
            return  # the brain's side has said what is wrong

    def _brain_side(
        self,
        query: words.Query,
        conversation: Conversation,
        found: dict[str, Found],
        trouble: list[str],
    ) -> list[str]:
        ranking = []
        try:
            with self.brain() as brain:
                seen = conversation.audiences
                rows = brain.search(query, limit=MAX_LIMIT, audiences=seen)
                rows = [row for row in rows if row.id not in self.without]
                entries = [(row, brain.get(row.id, audiences=seen)) for row in rows]
                shown = [
                    (row, people.as_seen(entry, conversation, self.settings.principal))
                    for row, entry in entries
                    if isinstance(entry, (Fact, Record))
                ]
                taken = self.taken_back(s for _, entry in shown for s in hits.sources_of(entry))
                for row, entry in shown:
                    signals = signal("brain", row.terms_hit, {"words": row.score})
                    one = self._row(entry, brain, taken)
                    found[row.id] = replace(one, terms=row.terms_hit, signals=(signals,))
                    ranking.append(row.id)
        except FileNotFoundError:
            trouble.append(self.settings.no_brain)
        except UNUSABLE as error:
            trouble.append(f"brain: {said(error)}")
        return ranking

    def _row(self, entry: Fact | Record, brain: Brain, taken: frozenset[str]) -> Found:
        zone, today = self.zone, self.today
        made: Callable[[], Hit]
        if isinstance(entry, Fact):
            made = partial(hits.fact_hit, entry, "brain", zone=zone, taken=taken, today=today)
        else:
            code = brain.code(entry.id)
            made = partial(
                hits.record_hit, entry, code, "brain", zone=zone, taken=taken, today=today
            )
        return Found(made, frozenset(), entry=entry, locators=hits.locators_of(entry))

    def _session_side(
        self,
        query: words.Query,
        conversation: Conversation,
        active: frozenset[str],
        filters: Filters,
        found: dict[str, Found],
        trouble: list[str],
        spread: Spread,
    ) -> list[str]:
        ranking = []
        private = self.settings.private
        others = speakers.sessions(self.settings)
        try:
            with self.index() as index:
                messages = index.search(
                    query,
                    limit=MAX_LIMIT * 2,
                    audiences=conversation.audiences,
                    without=active,
                    times=when.spans(query.text, self.clock().astimezone(self.zone)),
                    budget=self.left,
                    spread=spread,
                    **filters.asked(self.settings.index_sessions),
                )
                # What became private is there until the next refresh takes it out.
                shown = (
                    message
                    for message in messages
                    if message.id not in self.without and not private.holds(message.project)
                )
                for each in repeats.folded(shown):
                    message = each.message
                    code = index.code(message.id)
                    by = people.said_by(message, conversation, self.settings.principal, others)
                    made = partial(
                        hits.message_hit,
                        message,
                        code,
                        "sessions",
                        query,
                        zone=self.zone,
                        by=by,
                        times=each.times,
                    )
                    signals = signal("sessions", message.terms_hit, message.parts)
                    places = (message.locator, *message.aliases)
                    found[message.id] = Found(
                        made, message.terms_hit, message, (signals,), locators=places
                    )
                    ranking.append(message.id)
        except FileNotFoundError:
            pass  # nothing has been indexed yet; `status` says so
        except UNUSABLE as error:
            trouble.append(f"sessions: {said(error)}")
        return ranking

    def _sided(self, hit: Hit, rankings: tuple[str, ...]) -> Hit:
        sides = [name for name in rankings if name != plug.NAME]
        return replace(hit, side="both" if len(sides) > 1 else sides[0])


def _absorb(rankings: dict[str, list[str]], found: dict[str, Found]) -> None:
    """A brain row takes in the message that it cites: one hit, found on both sides."""
    rows = [i for i, one in found.items() if one.message is None]
    cited = {locator: ident for ident in reversed(rows) for locator in found[ident].locators}
    merged: list[str] = []
    for ident in rankings["sessions"]:
        row = next((cited[loc] for loc in found[ident].locators if loc in cited), ident)
        if row != ident:
            terms = found[row].terms | found[ident].terms
            signals = tuple(dict.fromkeys(found[row].signals + found[ident].signals))
            found[row] = replace(found[row], terms=terms, signals=signals)
        if row not in merged:
            merged.append(row)
    rankings["sessions"] = merged


def _spread(merged: list[Fused], found: dict[str, Found]) -> list[Fused]:
    """At most two messages of a session, so that one long chat does not fill the answer."""
    kept, seen = [], dict[str, int]()
    for each in merged:
        message = found[each.id].message
        if message is not None:
            seen[message.session] = seen.get(message.session, 0) + 1
            if seen[message.session] > PER_SESSION:
                continue
        kept.append(each)
    return kept


def said(error: BaseException) -> str:
    """An error in one line without private text: our own sentences, else the kind of fault."""
    if isinstance(error, (BrainError, NotOurFile, LogDamaged, Unsupported, Unreadable)):
        return str(error)
    return hermes_rows.reason(error)
