"""The agents beside Hermes whose own records tell which commands they ran: one line for each.

Who asks does so by the agent's name, and only of those that may be read (`index_sessions`): the
gate what ran within the hour (recall/whose.py), `check` which commands of ours ever ran
(agent_commands.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import claude_calls, codex_calls, grok_calls
from .adapters import codex_files
from .call import Call

Sessions = Iterator[tuple[str, Path]]


@dataclass(frozen=True, slots=True)
class Record:
    """How one agent's record of its tool calls is read.

    Attributes:
        calls_between: folder, since, until (seconds since 1970) -> the calls of the newest files.
        sessions: folder -> the key of each session and the file with its calls.
        calls_in: lines of one of these files, key -> the calls, each with the time of its result.
        ends: what stands in a line that tells of a result, one of them.
    """

    calls_between: Callable[[Path, float, float], list[Call]]
    sessions: Callable[[Path], Sessions]
    calls_in: Callable[[Iterable[bytes], str], list[Call]]
    ends: tuple[bytes, ...]


def _of_claude(root: Path) -> Sessions:
    return ((path.stem, path) for path in claude_calls.transcripts(root))


def _of_codex(root: Path) -> Sessions:
    try:
        found = codex_files.rollouts(root, lambda: None)
    except OSError:
        return
    yield from ((thread, rollout.path) for thread, rollout in found.items())


def _of_grok(root: Path) -> Sessions:
    return ((path.parent.name, path) for path in grok_calls.updates(root))


RECORDS: Mapping[str, Record] = {
    "claude": Record(
        claude_calls.calls_between,
        _of_claude,
        lambda lines, _: claude_calls.calls_in(lines),
        (b'"tool_result"',),
    ),
    "codex": Record(
        codex_calls.calls_between, _of_codex, codex_calls.calls_in, codex_calls.RESULTS
    ),
    "grok": Record(
        grok_calls.calls_between,
        _of_grok,
        lambda lines, _: grok_calls.calls_in(lines),
        (b'"tool_call_update"',),
    ),
}


def calls_between(folders: Mapping[str, Path], since: float, until: float) -> Iterator[list[Call]]:
    """The calls of one agent after the other, from `since` to `until`, seconds since 1970.

    `folders` names the agents to ask and where they keep their files; one that is not known
    here, or cannot be read, has none.
    """
    for agent, folder in folders.items():
        record = RECORDS.get(agent)
        if record is not None:
            yield record.calls_between(folder, since, until)
