"""The host's hooks in, calls on Memory out. The one place with a broad `except`.

Every hook returns its neutral value when something of ours fails: the fault goes to the log
without private text, is said once in the next tool result and in `status`, and the turn goes on.
The host calls from many threads and builds many instances; nothing here is shared but the one
refresher of a home. Host facts this rests on are in docs/architecture.md.

A person waits for a start, so each hook imports what it works with:

    import        nothing of the engine
    initialize    settings, the brain, and the one thread, which loads the rest first
    first turn    finds it loaded
"""

import json
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .vendor import hurry
from .vendor.recall import notices, rules
from .vendor.recall.notices import Notices
from .vendor.recall.schemas import SCHEMAS

if TYPE_CHECKING:
    from .vendor.recall.block import Block
    from .vendor.recall.conversation import Conversation
    from .vendor.recall.indexing import Refreshing
    from .vendor.recall.memory import Memory
    from .vendor.recall.settings import Settings

try:
    from agent.memory_provider import MemoryProvider
except ImportError:  # outside the host: tests, tools/, a validator's probe

    class MemoryProvider:  # type: ignore[no-redef]
        """What the host's base class gives where there is no host."""


log = logging.getLogger(__name__)
LABEL = "Agent SI"
HEARD = 400  # turns of one conversation whose author is remembered
AUTHOR = ("author_id", "author_name", "author_is_bot")
_T = TypeVar("_T")


def _now() -> datetime:
    return datetime.now(UTC)


# The first recall of a process compiles and opens what later ones find ready.
COLD = 3  # times the deadline
_warm = threading.Event()


def _load() -> None:
    """What a turn needs, loaded in the background thread before anybody asks."""
    from .vendor.recall import rehearsal

    rehearsal.load()


class AgentSiProvider(MemoryProvider):
    """Memory that cites its sources. Constructing it does nothing; `initialize` opens it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._settings: Settings | None = None
        self._conversation: Conversation | None = None
        self._refreshing: Refreshing | None = None
        self._recalled = 0
        self._delivered: Any = None
        self._notices = Notices()
        self._faulty: frozenset[str] = frozenset()
        self._told = False

    @property
    def name(self) -> str:
        """The same in plugin.yaml, the folder, the setting and here."""
        return "agent-si"

    def is_available(self) -> bool:
        """Always: there is nothing to install, to reach or to pay."""
        return True

    # -- a session's life ---------------------------------------------------

    def initialize(self, session_id: str, **kwargs: Any) -> None:
        """Take the home the host names; create the brain on first run of a person's session."""
        self._guarded("initialize", lambda: self._initialize(session_id, kwargs), None)

    def _initialize(self, session_id: str, kwargs: dict[str, Any]) -> None:
        from .vendor.recall import privacy, settings, trouble, waiting
        from .vendor.recall.conversation import Conversation
        from .vendor.recall.indexing import Refreshing
        from .vendor.sessions.folders import other_folders

        home = Path(kwargs.get("hermes_home") or _host_home())
        context = kwargs.get("agent_context") or "primary"
        platform = str(kwargs.get("platform") or "cli")
        primary = context == "primary" and platform != "cron"
        self._conversation = Conversation(
            session_id or "",
            platform,
            str(kwargs.get("user_id") or ""),
            primary,
            agent_mark(platform, session_id or ""),
            other_folders(os.environ, Path.home()),
            user_name=str(kwargs.get("user_name") or ""),
            chat_id=str(kwargs.get("chat_id") or ""),
            chat_type=str(kwargs.get("chat_type") or ""),
        )
        self._told = False
        if primary:
            settings.adopt_old_file(home)
        found = settings.load(home)
        self._settings = found
        self._faulty = trouble.standing(found)
        self._others_before(session_id or "")
        if primary:
            privacy.close(found.folder)
            waiting.sweep(found.folder, _now().timestamp())
            self._guarded("create", lambda: _first_run(found), None)
            self.shutdown()
            self._refreshing = Refreshing.join(
                found, user_home=Path.home(), environ=os.environ, clock=_now, first=_load
            )

    def on_session_switch(
        self, new_session_id: str, *, parent_session_id: str = "", reset: bool = False, **_: Any
    ) -> None:
        """Follow /new, /resume, /branch, /undo and compression to the id that is now running."""
        with self._lock:
            old = self._known()
            session = new_session_id or old.session_id
            # What others said is in the copied rows of a branch or a compression, too.
            apart = reset and session != old.session_id
            others = old.others_speak and not apart
            self._conversation = replace(old, session_id=session, others_speak=others)
            self._recalled = 0
        if others and replace(old, others_speak=False).private:
            self._guarded("turn", lambda: self._note_others(session), None)
        elif session != old.session_id:
            self._guarded("turn", lambda: self._others_before(session), None)
        self._wake()

    def on_turn_start(self, turn_number: int, message: Any, **named: Any) -> None:
        """Take only who the host says is speaking: the words are read from its own record."""
        self._guarded("turn", lambda: self._turn(message, named), None)

    def _known(self) -> "Conversation":
        """The conversation; before `initialize`, one of a person at a terminal. Under the lock."""
        if self._conversation is None:
            from .vendor.recall.conversation import Conversation

            self._conversation = Conversation()
        return self._conversation

    def _turn(self, message: Any, named: dict[str, Any]) -> None:
        author, name, is_bot = (named.get(key) for key in AUTHOR)
        speaker = None
        if author:
            from .vendor.recall import people

            speaker = people.heard(author, name, is_bot, message)
        with self._lock:
            self._delivered = message
            known = self._known()
            heard = (*known.heard, speaker)[-HEARD:] if speaker else known.heard
            others = known.others_speak or bool(author or name or is_bot)
            self._conversation = replace(
                known, speaker=speaker, heard=heard, others_speak=others, unnamed=bool(is_bot)
            )

        if others and known.private:
            self._note_others(known.session_id)

    def _note_others(self, session: str) -> None:
        """What others said there is nobody's for the next process, too."""
        if self._settings is not None:
            from .vendor.recall import speakers

            speakers.heard_others(self._settings, session)

    def _others_before(self, session: str) -> None:
        """Whether others spoke in a session, as a process before this one heard it."""
        if self._settings is None:
            return
        from .vendor.recall import speakers

        if session in speakers.sessions(self._settings):
            with self._lock:
                self._conversation = replace(self._known(), others_speak=True)

    def on_session_end(self, messages: Any) -> None:
        """Not unique per session; nothing depends on it."""
        self._wake()

    def shutdown(self) -> None:
        """Leave the refresher; the last to leave stops it. Safe twice, and before initialize."""
        refreshing, self._refreshing = self._refreshing, None
        if refreshing is not None:
            self._guarded("shutdown", refreshing.leave, None)

    # -- before the model answers -------------------------------------------

    def system_prompt_block(self) -> str:
        """The rules for using this memory, the same bytes all session."""
        return rules.TEXT

    def prefetch(self, query: Any, *, session_id: str = "", **_: Any) -> str:
        """What is recalled for this message, or ""."""
        with self._lock:
            self._recalled = 0
        found = self._guarded("prefetch", lambda: self._block(query, session_id), None)
        if found is None:
            return ""
        for line in found.trouble:
            self._fault("recall", line)
        if found.hits and not found.trouble:
            self._works("recall")
        with self._lock:
            self._recalled = len(found.hits)
        return found.text

    def _block(self, query: Any, session_id: str) -> "Block | None":
        if self._settings is None or not isinstance(query, str):
            return None
        # Before the time begins that a turn may wait: the first one may find it not loaded yet.
        from .vendor.recall.block import Block, block
        from .vendor.text import typed_line

        memory = _opened(self._settings)
        if typed_line.may_be(query):
            answer = self._typed_line(memory, query, self._here(session_id))
            if answer is not None:
                return Block(answer)
        memory = memory.hurried(None if _warm.is_set() else self._first_wait())
        with hurry.until(memory.ends):
            found = block(memory, query, self._here(session_id))
        _warm.set()
        return found

    def _first_wait(self) -> float:
        """Seconds that the first recall of a process may take; what it needs is loaded before."""
        _load()
        assert self._settings is not None
        return COLD * self._settings.deadline_ms / 1000

    def _typed_line(self, memory: "Memory", query: str, here: "Conversation") -> str | None:
        """The answer to `si: …`. The turn began with it too: a skill's scaffold does not."""
        with self._lock:
            delivered = self._delivered
        # Loaded for those who type one.
        from .vendor.recall import typed_line

        if delivered is not None and not typed_line.is_one(delivered, here):
            return None
        return typed_line.answered(memory, query, here)

    def _here(self, session_id: str = "") -> "Conversation":
        with self._lock:
            known = self._known()
        if session_id and session_id != known.session_id:
            return replace(known, session_id=session_id)
        return known

    def recall_status(self) -> Any:
        """How many hits the last prefetch injected, where the host shows an indicator (0.22)."""
        with self._lock:
            count, here = self._recalled, self._known()
        if not count or here.shared:  # the host posts it into the group
            return None
        try:
            from agent.memory_provider import RecallStatus
        except ImportError:
            return None
        return RecallStatus(provider_label=LABEL, count=count, glyph="🧠")

    def queue_prefetch(self, query: Any, *, session_id: str = "", **_: Any) -> None:
        """Nothing is recalled ahead: the answer is for the message that is asked."""

    # -- after it ------------------------------------------------------------

    def sync_turn(
        self, user_content: Any, assistant_content: Any, *, session_id: str = "", **_: Any
    ) -> None:
        """Wake the refresher, which reads the turn from the host's record. Returns at once."""
        self._wake()

    def _wake(self) -> None:
        refreshing = self._refreshing
        known = self._conversation
        if refreshing is not None and known is not None and known.primary:
            self._guarded("refresh", refreshing.wake, None)

    def on_pre_compress(self, messages: Any, **_: Any) -> str:
        """What the summary should keep: codes, and what the person laid down."""
        return self._guarded("compression", self._for_summary, "")

    def _for_summary(self) -> str:
        if self._settings is None:
            return ""
        from .vendor.recall import compression

        return compression.for_summary(_opened(self._settings), self._here())

    def on_memory_write(self, *_: Any, **__: Any) -> None:
        """The host's own memory tool has changed its files, which the refresher follows."""
        self._wake()

    def on_delegation(self, *_: Any, **__: Any) -> None:
        """A child's words are no person's."""

    # -- tools ---------------------------------------------------------------

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """brain_search, brain_get, brain_remember."""
        return [dict(schema) for schema in SCHEMAS]

    def handle_tool_call(self, tool_name: str, args: Any, **_: Any) -> str:
        """One call, answered in JSON; a fault of ours is an answer too."""
        failed = {"error": "the memory failed on this call; run: hermes agent-si status"}
        result = self._guarded(tool_name, lambda: self._call(tool_name, args), failed)
        notice = self._guarded("notice", self._untold, "")
        told = result | {"notice": notice} if notice else result
        return json.dumps(told, ensure_ascii=False)

    def _untold(self) -> str:
        """What is wrong and this session has not been told."""
        known = self._settings
        reading = self._refreshing.wrong if self._refreshing is not None else ""
        standing = notices.standing(known, reading) if known is not None else ()
        home = known.home if known is not None else None
        here = self._here()
        return self._notices.take(
            home, here.session_id, standing, for_others=not here.private and here.place != ""
        )

    def _call(self, tool_name: str, args: Any) -> dict[str, Any]:
        if self._settings is None:
            return {"error": "the memory is not open in this session; run: hermes agent-si status"}
        from .vendor.recall import people, toolset

        memory, here = _opened(self._settings), self._here()
        result = toolset.call(memory, tool_name, args or {}, here)
        if self._told or here.private:
            return result
        self._told = True  # once a session
        line = people.how_to_claim(here, people.policy(memory))
        return result | {"whose_memory": line} if line else result

    # -- settings ------------------------------------------------------------

    def get_config_schema(self) -> list[dict[str, Any]]:
        """The three questions, with the current values as defaults."""
        return self._guarded("setup", _questions, list[dict[str, Any]]())

    def save_config(self, values: dict[str, Any], hermes_home: str) -> None:
        """Merge what a wizard or panel submits into the one config.json."""
        if not isinstance(values, dict):
            raise ValueError("settings are a table of names and values")
        from .vendor.commands import setup

        setup.save(Path(hermes_home), values, clock=_now)

    def post_setup(self, hermes_home: str, config: dict[str, Any]) -> None:
        """Serve `hermes memory setup` on both roads: ask, save, and select ourselves."""
        from .vendor.commands import setup
        from .vendor.commands.surroundings import Surroundings

        if setup.at_terminal(Surroundings.of_process(Path(hermes_home), clock=_now)):
            _select(config)

    def get_status_config(self, _config: Any = None) -> dict[str, Any]:
        """Live facts for `hermes memory status`."""
        return self._guarded("status", _brief, dict[str, Any]())

    def backup_paths(self) -> list[str]:
        """Nothing stands outside the home unless `brain_dir` was set to point there."""
        from .vendor.recall import settings

        found = settings.load(Path(_host_home())).brain_dir
        inside = found is None or Path(_host_home()) in found.parents
        return [] if inside else [str(found)]

    def identity_signature(self) -> dict[str, Any]:
        """Nothing of ours makes a cached agent stale."""
        return {}

    # -- faults ---------------------------------------------------------------

    def _guarded(self, what: str, work: Callable[[], _T], neutral: _T) -> _T:
        try:
            done = work()
        except Exception as error:  # noqa: BLE001 - the host's turn goes on without us
            # Only the kind of fault: an error's text may hold a person's words.
            kind = getattr(error, "sqlite_errorname", None) or type(error).__name__
            self._fault(what, kind)
            return neutral
        self._works(what)
        return done

    def _works(self, what: str) -> None:
        if what in self._faulty and self._settings is not None:
            self._faulty -= {what}
            with suppress(Exception):
                from .vendor.recall import trouble

                trouble.mended(self._settings, what, _now())

    def _fault(self, what: str, kind: str) -> None:
        """One line to the log, one to the next tool result, one for `status`."""
        log.warning("agent-si: %s failed: %s", what, kind)
        self._notices.add(f"{what} failed ({kind})")
        self._faulty |= {what}
        if self._settings is not None:
            with suppress(Exception):
                from .vendor.recall import trouble

                trouble.record(self._settings, what, kind, _now())


def _opened(found: "Settings") -> "Memory":
    from .vendor.recall.memory import Memory

    return Memory(found, clock=_now, user_home=Path.home())


def _first_run(found: "Settings") -> None:
    from .vendor.commands.first_run import first_run

    first_run(found, _now)


def _questions() -> list[dict[str, Any]]:
    from .vendor.commands import setup
    from .vendor.recall import settings

    return setup.schema(settings.load(Path(_host_home())))


def _brief() -> dict[str, Any]:
    from .vendor.commands import setup

    return setup.brief(Path(_host_home()), clock=_now)


def agent_mark(platform: str, session_id: str) -> str:
    """What an agent's shell had set when it started this process, "" where a person did.

    Only where the one who types is the one who started the process. The host sets its own session
    in its own environment, and starts itself anew with it; that of another one is an agent's.
    """
    if platform not in ("", "cli"):
        return ""
    from .vendor.commands import surroundings

    started = surroundings.Surroundings.of_process(Path(_host_home())).environ
    other = started.get("HERMES_SESSION_ID", "")
    if other and other != session_id:
        return "HERMES_SESSION_ID"
    return surroundings.agent_mark(started, surroundings.OTHERS)


def _select(config: dict[str, Any]) -> None:
    """Make this provider the host's choice: with `post_setup`, the host leaves that to us."""
    from hermes_cli.config import save_config

    config.setdefault("memory", {})["provider"] = "agent-si"
    save_config(config)


def _host_home() -> str:
    """The home that is active, as the host names it; used only where it gives us none."""
    try:
        from hermes_constants import get_hermes_home
    except ImportError:
        return os.environ.get("HERMES_HOME") or str(Path.home() / ".hermes")
    return str(get_hermes_home())
