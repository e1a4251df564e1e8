"""Brain: the one door to one brain.db. Submit packets; search, get and check what they made.

    with Brain.open(directory, clock=now, create=True) as brain:
        brain.first_policy(default_toml("Alex"))
        source = Packet("hermesuser", ({"op": "add_source", ...},))
        claim = Packet("hermes", ({"op": "claim", "citations": [{"source": source.row(0), ...}]},))
        receipts = brain.submit(source, claim)

A Brain may be used from several threads and survives a fork: each thread of each process gets
its own connection. No method leaves a statement or a transaction open.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from types import TracebackType

from .. import dbfile
from ..text import words
from . import (
    check,
    claims,
    deciding,
    find,
    forgetting,
    keys,
    moved,
    proof,
    queries,
    read_facts,
    read_rows,
    share,
    story,
    then,
    trouble,
)
from .connections import Connections
from .errors import LogDamaged
from .fold import rebuild
from .grammar import FIELDS
from .merge import Keep, Merged
from .model import (
    Act,
    Fact,
    Forgetting,
    KeyInfo,
    Pending,
    Problem,
    Receipt,
    Record,
    RowHit,
    Source,
    Verdict,
)
from .moved import Moved
from .packet import Packet
from .policy import PERSON, Policy, parse
from .story import Event
from .writing import Writer

FILE = "brain.db"
POLICY_FILE = "brain.toml"
MOST_TARGETS = FIELDS["redact"]["targets"].limit


class Brain:
    """One brain: a folder with `brain.db`, and `brain.toml` beside it."""

    def __init__(
        self, directory: Path, connections: Connections, clock: Callable[[], datetime]
    ) -> None:
        """Use `Brain.open`."""
        self.directory = directory
        self.path = connections.path
        self.policy_path = directory / POLICY_FILE
        self._connections = connections
        self._clock = clock

    @classmethod
    def open(
        cls,
        directory: Path,
        *,
        clock: Callable[[], datetime],
        create: bool = False,
        readonly: bool = False,
        wait: float = dbfile.BUSY_SECONDS,
    ) -> "Brain":
        """Open the brain in a folder, with `create` make it where there is none.

        A locked file is waited for `wait` seconds, here and in each later read.

        A file of a newer release, and a damaged one that can still be read, are opened read-only:
        then `readonly` is true and `trouble` says why in one sentence. No file that is there is
        ever overwritten.

        Raises:
            FileNotFoundError: there is none, and `create` was not asked for.
            NotOurFile: brain.db is empty, another program's, or holds what we did not put there.
            LogDamaged: it is ours and cannot be read.
        """
        connections = Connections(
            directory / FILE, clock, create=create, readonly=readonly, wait=wait
        )
        return cls(directory, connections, clock)

    @property
    def readonly(self) -> bool:
        """Whether nothing may be written: asked for, or because of `trouble`."""
        return self._connections.readonly

    @property
    def trouble(self) -> str:
        """What is wrong with the file and what to do, in one sentence; "" when nothing is."""
        return self._connections.trouble

    def close(self) -> None:
        """Close the file, in every thread. Closing twice is nothing."""
        self._connections.close()

    def __enter__(self) -> "Brain":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # --- writing ---

    def submit(self, *packets: Packet) -> list[Receipt]:
        """Take all of the packets into the log, or none; one receipt each, in their order.

        A packet whose id and content are in the log is a no-op that says so (`is_new` false).

        Raises:
            PacketRefused: a rule said no; the message says what would pass.
            NotWritten: the file is locked, read-only, or the disk is full.
            LogDamaged: the file cannot be trusted; nothing was changed.
        """
        return self._writer().submit(packets)

    def first_policy(self, toml: str) -> Receipt | None:
        """Give a new brain its policy, in the log and as brain.toml; None where it has one."""
        return self._writer().first_policy(toml)

    def apply_config(self, *, reason: str = "", via: str = "tty") -> Receipt:
        """Put brain.toml as it stands into force, by a packet of `person`.

        Raises:
            FileNotFoundError: there is no brain.toml.
            PacketRefused: it cannot be read, or `person` may not do this.
        """
        return self._writer().apply_config(reason=reason, via=via)

    def name_principal(
        self, principal: str, aliases: Iterable[str] = (), *, via: str
    ) -> Receipt | None:
        """Put another principal into force, and into brain.toml; None where it is in force.

        Every other line of the policy in force stays. Edits of brain.toml that are not in force
        yet stay as they are, not in force.
        """
        return self._writer().name_principal(principal, tuple(aliases), via=via)

    def trial(self, *packets: Packet) -> list[list[Verdict]]:
        """What each rule answers to each packet, as if those before it were in; writes nothing.

        [] for a packet that is in the log already.
        """
        return self._writer().trial(packets)

    def forget(self, plan: Forgetting, *, reason: str = "", via: str) -> Receipt:
        """Forget what `forgetting` showed: its words leave the file for good.

        Raises:
            PacketRefused: something new would go with it since; look again.
        """
        size = MOST_TARGETS
        parts = [plan.targets[at : at + size] for at in range(0, len(plan.targets), size)]
        ops = tuple({"op": "redact", "targets": list(part)} for part in parts)
        return self.submit(Packet(PERSON, ops, reason=reason, via=via))[0]

    def merge(self, found: Moved, *, keep: Keep, dry_run: bool = False) -> Merged:
        """Add every packet of another brain that is not here; all in one transaction.

        `keep` says why the words of a packet may not come back here, None where they may. With
        `dry_run` nothing is written.

        Raises:
            NotWritten, LogDamaged: as `submit` says.
        """
        writer = self._writer()
        return writer.trial_merge(found, keep) if dry_run else writer.merge(found, keep)

    def rebuild(self) -> None:
        """Make every table but the record again from the first packet. The answers stay."""
        with self._writer().writing() as db:
            rebuild(db)

    # --- reading ---

    def search(
        self,
        query: words.Query,
        *,
        limit: int = 20,
        audiences: Iterable[str] | None = None,
    ) -> list[RowHit]:
        """Facts and records that answer the query, best first, one hit a fact."""
        with self._reading() as db:
            found = find.search(db, query, limit=limit, audiences=_set(audiences))
            return self._proved(db, found)

    def get(
        self, ident: str, *, audiences: Iterable[str] | None = None
    ) -> Record | Fact | Source | None:
        """The record, fact or source with this key, id, or prefix of at least five characters.

        The id of a claim or of a settlement gives its fact, that of a revision its record.

        Raises:
            Ambiguous: the prefix begins several ids; `candidates` has them with titles.
        """
        with self._reading() as db:
            shown = queries.get(db, ident, _set(audiences))
            self._prove(db, shown)
            return shown

    def fact(self, key: str, *, audiences: Iterable[str] | None = None) -> Fact | None:
        """The fact under a key, or under the key that it is folded into."""
        with self._reading() as db:
            found = keys.find(db, key)
            fact = read_facts.fact(db, found[1], _set(audiences)) if found else None
            self._prove(db, fact)
            return fact

    def story(self, key: str) -> list[Event]:
        """What happened to the fact under a key, oldest first; [] where there is none."""
        with self._reading() as db:
            found = keys.find(db, key)
            if found is None:
                return []
            self._prove(db, read_facts.fact(db, found[1]))
            return story.story(db, found[1])

    def fact_on(self, key: str, moment: datetime) -> Fact | None:
        """The fact as it was held at a moment, from the log alone.

        What was forgotten since is not told.
        """
        with self._reading() as db, then.held(db, moment) as past:
            found = keys.find(past, key)
            return read_facts.fact(past, found[1]) if found else None

    def facts(self, *, audiences: Iterable[str] | None = None) -> list[Fact]:
        """Every fact, in order of first use of its key."""
        with self._reading() as db:
            return self._proved(db, read_facts.all_facts(db, _set(audiences)))

    def disputes(self, *, audiences: Iterable[str] | None = None) -> list[Fact]:
        """The facts that need a person."""
        with self._reading() as db:
            found = read_facts.all_facts(db, _set(audiences), disputed=True)
            return self._proved(db, found)

    def records(
        self, kind: str | None = None, *, audiences: Iterable[str] | None = None
    ) -> list[Record]:
        """Records that stand, of one kind or all, oldest first."""
        with self._reading() as db:
            return self._proved(db, read_rows.all_records(db, kind, _set(audiences)))

    def keys(self) -> list[KeyInfo]:
        """The brain's own schema: every key, in order of first use."""
        with self._reading() as db:
            return read_facts.all_keys(db)

    def related(self, ident: str) -> list[tuple[str, str, str]]:
        """(relation, id or key, title) of what is linked or rests on the same sources."""
        with self._reading() as db:
            return queries.related(db, ident)

    def rows_citing(self, locators: Iterable[str]) -> dict[str, list[str]]:
        """For each of the locators that is cited: ids of records and keys of facts."""
        with self._reading() as db:
            return queries.rows_citing(db, locators)

    def sources_at(self, locators: Iterable[str]) -> dict[str, list[str]]:
        """For each of the locators that is a source's: the ids of those sources, oldest first."""
        with self._reading() as db:
            return queries.sources_at(db, locators)

    def shares(self) -> list[tuple[str, str, str]]:
        """What is shared now, oldest first: key, audience, and the id of the packet that did it."""
        with self._reading() as db:
            return share.shares(db)

    def sources_by(self, name: str) -> list[Source]:
        """The sources by an author of this name, in whatever case, oldest first."""
        with self._reading() as db:
            return queries.sources_by(db, name)

    def standing(self) -> list[tuple[str, str]]:
        """(id, locator of a source or "") of all rows that were not forgotten, oldest first."""
        with self._reading() as db:
            return queries.standing(db)

    def forgetting(self, *idents: str) -> Forgetting:
        """What would go and what would stay if these keys, rows or sources were forgotten.

        Raises:
            LookupError: there is none of that name.
            Ambiguous: a prefix begins several ids.
        """
        with self._reading() as db:
            return forgetting.plan(db, idents)

    def pending(self, *, decided: bool = False) -> list[Pending]:
        """Packets that wait for a person's approval; with `decided` those that waited, too."""
        with self._reading() as db:
            return deciding.pending(db, decided=decided)

    def acts(self) -> list[Act]:
        """What was done with a person's authority, oldest first."""
        with self._reading() as db:
            return deciding.acts(db, parse(claims.policy_text(db)))

    def code(self, ident: str) -> str:
        """The receipt code: the shortest unambiguous prefix of a row's id; a fact's key as is."""
        with self._reading() as db:
            return queries.code(db, ident)

    def policy(self) -> Policy:
        """The policy in force, as the log has it; an empty one before the first."""
        with self._reading() as db:
            return parse(claims.policy_text(db))

    def policy_text(self) -> str:
        """The brain.toml in force, word for word; "" before the first."""
        with self._reading() as db:
            return claims.policy_text(db)

    def cannot_write(self, *agents: str) -> str:
        """Why one of these agents could not write here now, in words; "" when all could."""
        return self._writer().cannot_write(agents)

    def moved(self) -> Moved:
        """The whole record, proved, to be written as lines (moved.py).

        Raises:
            LogDamaged: it is not what was written.
        """
        with self._reading() as db:
            return moved.of(db)

    @property
    def is_new(self) -> bool:
        """Whether nothing is kept here yet: there is a policy at most."""
        with self._reading() as db:
            return queries.is_new(db)

    def stats(self) -> dict[str, int]:
        """Counts of packets, sources, claims, facts, disputed, keys, records, kind:KIND."""
        with self._reading() as db:
            return queries.counts(db)

    def check(self) -> list[Problem]:
        """Derive everything again and compare; one Problem for each difference."""
        with self._reading() as db:
            return check.check(db, self.policy_path)

    @contextlib.contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Reads of this thread end by then, also while the file is locked.

        Raises:
            OutOfTime: from the read that did not.
        """
        db = self._db()
        with trouble.deadline(db, seconds):
            yield

    # --- connections ---

    def _db(self) -> dbfile.Connection:
        return self._connections.get()

    def _writer(self) -> Writer:
        return Writer(
            self._db(),
            clock=self._clock,
            policy_path=self.policy_path,
            broken=self.trouble,
            readonly=self.readonly,
        )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[dbfile.Connection]:
        try:
            with trouble.told(self.path), dbfile.snapshot(self._db()) as db:
                yield db
        except LogDamaged as error:
            self._connections.broken(str(error))
            raise

    def _proved(self, db: dbfile.Connection, found: Iterable[proof.Thing]) -> list[proof.Thing]:
        """What is what its packet says; the rest is left out, and `trouble` names it."""
        kept, wrong = proof.sound(db, found)
        if wrong:
            self._connections.damaged(wrong)
        return kept

    def _prove(self, db: dbfile.Connection, shown: object) -> None:
        _, wrong = proof.sound(db, [shown])
        if wrong:
            raise trouble.damaged(self.path, wrong)


def _set(audiences: Iterable[str] | None) -> frozenset[str] | None:
    return None if audiences is None else frozenset(audiences)
