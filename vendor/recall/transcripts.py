"""Files of other agents that hold forgotten words: whose they are, and what deletes them there."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..sessions.adapters import codex_zstd
from ..text import ids, lazy

SESSION = lazy.regex(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")  # in a file's or folder's name
PACKED = ".zst"
DELETES = {"codex": "codex delete", "grok": "grok sessions delete"}
TRANSCRIPT = "another agent's transcript: delete that session there, or the file"
NO_SESSION = "another agent's file, of no session: remove the line, or the file"


def sessions_in(path: Path, root: Path) -> Iterator[tuple[str, Path]]:
    """The session ids in a path below an agent's folder, each with the file or folder it names."""
    while path != root and path != path.parent:
        yield from ((found, path) for found in SESSION.findall(path.name))
        path = path.parent


def mend(agent: str, path: Path, root: Path) -> str:
    """What a person does about a file in which the words stand.

    Args:
        agent: whose folder `root` is.
        path: the file, below `root`.
        root: that folder.
    """
    session = next((found for found, _ in sessions_in(path, root)), "")
    if not session:
        return TRANSCRIPT if agent == "claude" and path.suffix == ".jsonl" else NO_SESSION
    command = DELETES.get(agent)
    return f"{command} {session}, or remove the file" if command else TRANSCRIPT


def tails(locators: Iterable[str]) -> Mapping[str, list[str]]:
    """What the messages of other agents are called in their sessions: session -> names."""
    found: dict[str, list[str]] = {}
    for each in locators:
        try:
            locator = ids.parse_locator(each)
        except ValueError:
            continue
        if locator.agent != "hermes" and len(locator.parts) > 1:
            found.setdefault(locator.parts[0], []).append(" ".join(locator.parts[1:]))
    return found


def can_unpack() -> bool:
    """Whether this Python can look into a session that its agent compressed."""
    return codex_zstd.available()


def unpacked(path: Path) -> Iterator[bytes]:
    """The lines of a compressed session, as far as they can be unpacked.

    Raises:
        OSError: it cannot be read now.
    """
    with codex_zstd.Unpacked(path, lambda: None) as lines:
        for _, line in lines:
            yield line
        yield lines.rest[1]
