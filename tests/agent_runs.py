"""A command that Claude Code, Codex or Grok ran, in its own record, at a moment that a test says.

run_by("codex", user_home, 'hermes chat -q "…"', at=1_783_000_000.0)
"""

import os
from datetime import UTC, datetime
from pathlib import Path

from codex_fixtures import CodexFile
from grok_fixtures import BEGAN, GrokSession
from session_fixtures import ClaudeFile

OTHERS = ("claude", "codex", "grok")
HOMES = {"claude": "CLAUDE_CONFIG_DIR", "codex": "CODEX_HOME", "grok": "GROK_HOME"}


def run_by(
    agent: str,
    user: Path,
    command: str,
    *,
    at: float,
    over: float | None = None,
    archived: bool = False,
    packed: bool = False,
) -> str:
    """Write the call, with its result where `over` says when; gives the locator of the call.

    `user` is the home directory in which the agents have their folders; times are seconds since
    1970. `archived` and `packed` are for Codex, whose thread then is moved or compressed.
    """
    if agent == "claude":
        path, locator = _claude(user, command, at, over)
    elif agent == "codex":
        path, locator = _codex(user, command, at, over, archived=archived, packed=packed)
    else:
        path, locator = _grok(user, command, at, over)
    # The file's own time is the machine's; the clock of a test may be behind it or before.
    os.utime(path, (over or at, over or at))
    return locator


def _claude(user: Path, command: str, at: float, over: float | None) -> tuple[Path, str]:
    file = ClaudeFile(user / ".claude")
    file.prompt("go on with it")
    use = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": command}}
    said = {"id": "msg_1", "role": "assistant", "content": [use]}
    ident = file.record("assistant", said, timestamp=_iso(at))
    if over is not None:
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}
        file.record("user", {"role": "user", "content": [result]}, timestamp=_iso(over))
    return file.path, f"claude:{file.session}:{ident}"


class _Codex(CodexFile):
    """A rollout whose records have the time that a test says."""

    at = 0.0

    def now(self) -> str:
        return _iso(self.at)


def _codex(
    user: Path, command: str, at: float, over: float | None, *, archived: bool, packed: bool
) -> tuple[Path, str]:
    file = _Codex(user / ".codex")
    file.prompt("go on with it")
    file.at = at
    file.begins(command, tool="exec_command")
    if over is not None:
        file.at = over
        file.ends()
    if archived:
        file.archive()
    if packed:
        file.pack()
    return file.path, f"codex:{file.thread}:{file.call}"


def _grok(user: Path, command: str, at: float, over: float | None) -> tuple[Path, str]:
    session = GrokSession(user / ".grok")
    session.prompt("go on with it")
    session.seconds = int(at - BEGAN / 1000) - 7
    session.begins(command)
    if over is not None:
        session.seconds = int(over - BEGAN / 1000) - 7
        session.ends()
    return session.updates, f"grok:{session.session}:{session.call}"


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
