"""What a process opened, started and connected to, each with the stack that did it.

`start` installs an audit hook that cannot be removed; call it before anything else is
imported. An event is `{event, args, stack, thread}`; the stack is innermost first, each frame
`file:line:function`, so a reader can attribute it: `by(event, folder)`. Reads are kept only
when a frame or the path lies under a watched folder, everything else always.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

FAMILIES = {
    "socket": "connect bind sendto sendmsg getaddrinfo gethostbyname gethostbyaddr __new__",
    "subprocess": "Popen",
    "os": "system exec posix_spawn spawn fork forkpty startfile kill putenv "
    "rename remove rmdir mkdir link symlink truncate chmod chown utime",
    "shutil": "rmtree move copyfile copytree",
    "tempfile": "mkstemp mkdtemp",
    "sqlite3": "connect",
    "ctypes": "dlopen",
}
ALWAYS = frozenset(
    f"{family}.{name}" for family, names in FAMILIES.items() for name in names.split()
)
READS = ("open", "os.listdir", "os.scandir")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEPTH = 60


def start(watched: list[str]) -> list[dict[str, Any]]:
    """Begin recording; returns the list that grows."""
    events: list[dict[str, Any]] = []
    roots = tuple(os.path.realpath(folder) + os.sep for folder in watched)
    kept = ALWAYS.union(READS)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event in kept:
            entry = _entry(event, args, roots)
            if entry is not None:
                events.append(entry)

    sys.addaudithook(hook)
    return events


def _entry(event: str, args: tuple[Any, ...], roots: tuple[str, ...]) -> dict[str, Any] | None:
    writes = event not in READS or (event == "open" and _writes(args))
    # hook, _entry and _stack itself are the first frames.
    stack = _stack(3)
    shown = [_shown(value) for value in args]
    if not writes and not _near([*stack, *shown], roots):
        return None
    thread = threading.get_ident()
    return {"event": event, "args": shown, "writes": writes, "stack": stack, "thread": thread}


def _writes(args: tuple[Any, ...]) -> bool:
    mode, flags = args[1], args[2]
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return bool(isinstance(flags, int) and flags & WRITING)


def _shown(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, list | tuple):
        return [_shown(item) for item in value]
    return type(value).__name__


def _near(places: list[Any], roots: tuple[str, ...]) -> bool:
    return any(isinstance(place, str) and (place + os.sep).startswith(roots) for place in places)


def _stack(skip: int) -> list[str]:
    frames, frame = [], sys._getframe(skip)
    while frame is not None and len(frames) < DEPTH:
        code = frame.f_code
        frames.append(f"{code.co_filename}:{frame.f_lineno}:{code.co_name}")
        frame = frame.f_back
    return frames


def write(events: list[dict[str, Any]], out: Path) -> None:
    """Write what was recorded so far."""
    out.write_text(json.dumps(list(events)), encoding="utf-8")


def by(event: dict[str, Any], folder: Path) -> bool:
    """Whether a frame of this event's stack is code under `folder`."""
    root = os.path.realpath(folder) + os.sep
    return any(frame.startswith(root) for frame in event["stack"])
