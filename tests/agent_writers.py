"""One small history for each agent of the registry, all written by the same few words.

writer = agent_writers.WRITERS["grok"](home)
writer.prompt("Plant the walnut tree.")
writer.answer("Where should it stand?")
writer.tool("hermes -z 'go on'", "done")
writer.close()
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from session_fixtures import ClaudeFile, HermesState


@dataclass(frozen=True)
class Writer:
    """What a program does to its own history; `key` is the session that it writes."""

    key: str
    prompt: Callable[[str], object]
    answer: Callable[[str], object]
    tool: Callable[[str, str], object]
    close: Callable[[], object] = lambda: None


def hermes(home: Path, number: int = 1, *, release: str = "0.19") -> Writer:
    """A conversation in state.db."""
    state = HermesState(home / "state.db", release=release)
    key = state.session(f"talk{number}")
    return Writer(
        key,
        lambda text: state.say(key, "user", text),
        lambda text: state.say(key, "assistant", text),
        lambda command, output: state.call(key, "terminal", f"{command} {output}"),
        state.close,
    )


def claude(home: Path, number: int = 1) -> Writer:
    """A transcript of Claude Code."""
    chat = ClaudeFile(home, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}")
    return Writer(chat.session, chat.prompt, chat.answer, chat.tool)


def codex(home: Path, number: int = 1) -> Writer:
    """A rollout of Codex."""
    chat = CodexFile(home, number=number)
    return Writer(chat.thread, chat.prompt, chat.answer, chat.tool)


def grok(home: Path, number: int = 1) -> Writer:
    """A session of Grok Build."""
    chat = GrokSession(home, f"01a22cd1-e2f5-7b02-be47-f3374248{number:04d}")
    return Writer(chat.session, chat.prompt, chat.answer, chat.tool)


WRITERS: Mapping[str, Callable[..., Writer]] = {
    "hermes": hermes,
    "claude": claude,
    "codex": codex,
    "grok": grok,
}
