"""A home as a person has it: Hermes' record, a brain, an index, and the calls a model makes.

here = World(tmp_path, principal="Alex")
talk = here.talk("The Brisbane lease moves on 14 March 2027")   # a conversation in state.db
here.remember(talk, quote=…, key=…, value=…)                     # as the model would
here.refresh()
here.recall("when does the lease move")
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from agent_si.vendor.commands.first_run import first_run
from agent_si.vendor.recall import settings, toolset
from agent_si.vendor.recall.block import block
from agent_si.vendor.recall.conversation import Conversation
from agent_si.vendor.recall.indexing import limits_of
from agent_si.vendor.recall.memory import Memory
from agent_si.vendor.sessions.adapters import adapters_for
from agent_si.vendor.sessions.index import SessionIndex
from session_fixtures import ClaudeFile, HermesState

KEY = "office.brisbane.lease_move_date"


class Clock:
    """The host's clock, which a test may set; each look moves it by a millisecond."""

    def __init__(self, state: HermesState) -> None:
        self.state = state
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.state.now, UTC)

    @now.setter
    def now(self, moment: datetime) -> None:
        self.state.now = moment.timestamp()

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


class World:
    """One Hermes home with the plugin's data in it, and a user home beside it."""

    def __init__(self, root: Path, **chosen) -> None:
        self.home, self.user = root / "hermes", root / "user"
        self.home.mkdir()
        self.user.mkdir(exist_ok=True)
        settings.save(self.home, chosen)
        self.state = HermesState(self.home / "state.db")
        self.clock = Clock(self.state)
        self.talks = 0
        first_run(self.memory.settings, self.clock)

    @property
    def memory(self) -> Memory:
        """The memory, with the settings as they are now."""
        return Memory(settings.load(self.home), clock=self.clock, zone=UTC)

    def talk(self, *typed: str, source: str = "cli", **columns) -> Conversation:
        """A conversation in which the person typed this and the assistant said Ok."""
        self.talks += 1
        ident = f"20261130_1200{self.talks:02d}_talk"
        self.state.session(ident, source=source, **columns)
        for text in typed:
            self.state.turn(ident, text, "Ok.")
        return Conversation(ident, source)

    def says(self, talk: Conversation, text: str) -> int:
        """The person types one more line."""
        return self.state.say(talk.session_id, "user", text)

    def call(self, talk: Conversation, name: str, **args):
        """One tool call, and its result as the host records it."""
        result = toolset.call(self.memory, name, args, talk)
        self.state.call(talk.session_id, name, toolset.as_json(result), call=f"call_{args}")
        return result

    def remember(self, talk: Conversation, quote: str, **rest):
        """What `brain_remember` answers; `fact` has a neutral default."""
        given = {"fact": "A statement about the office.", **rest}
        return self.call(talk, "brain_remember", quote=quote, **given)

    def keep_date(self, value: str, day: int):
        """A conversation in which the lease date is said and kept."""
        talk = self.talk(f"the Brisbane office lease moves on {value} says the landlord")
        quote = f"the Brisbane office lease moves on {value}"
        self.clock.now += timedelta(days=day)
        return talk, self.remember(talk, quote, key=KEY, value=value)

    def claude(self, *said: str, **where) -> ClaudeFile:
        """A Claude Code session: person, assistant, person, …"""
        file = ClaudeFile(self.user / ".claude", **where)
        for number, text in enumerate(said):
            file.answer(text) if number % 2 else file.prompt(text)
        return file

    def refresh(self) -> None:
        """Bring the index up to date."""
        found = settings.load(self.home)
        readers = adapters_for(
            found.index_sessions, hermes_home=self.home, user_home=self.user, environ={}
        )
        with SessionIndex.open(found.index) as index:
            limits = limits_of(found, self.clock())
            index.refresh(
                readers,
                now=self.clock(),
                since=limits.since,
                private=limits.private,
                keep_expired=limits.keep_expired,
            )

    def fact(self, key: str = KEY):
        """What the brain holds under a key."""
        with self.memory.brain() as brain:
            return brain.fact(key)

    def record(self):
        """The whole log of the brain, as it would be exported."""
        with self.memory.brain() as brain:
            return brain.moved()

    def recall(self, query: str, **how):
        """The hits of a search."""
        return self.memory.recall(query, **how).hits

    def block(self, query: str, talk: Conversation | None = None):
        """What a turn would get."""
        return block(self.memory, query, talk or self.talk())

    def inject(self, talk: Conversation, text: str):
        """A turn as the host runs it: recall, then the row with what was sent."""
        found = self.block(text, talk)
        sent = (
            f"{text}\n\n<memory-context>\n{found.text}\n</memory-context>" if found.text else None
        )
        self.state.say(talk.session_id, "user", text, api_content=sent)
        self.state.say(talk.session_id, "assistant", "Ok.")
        return found
