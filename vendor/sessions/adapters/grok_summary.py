"""What `summary.json` says of a Grok session: its name, its place, and whether a person drove it.

The program replaces the file whole. One that is missing or broken says nothing: then the folder's
name stands for the session, and it counts as a person's.
"""

import errno
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...text import lazy
from .. import record
from .jsonl import read_plain

NAME = "summary.json"
CAP = 4 << 20  # bytes
_NO_FILE = (None, errno.ENOENT, errno.ENOTDIR, errno.ELOOP)  # None: a pipe, a folder
_PERCENT = lazy.regex(rb"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class Summary:
    """One session's outside. `folder` is where it began; a worktree's project is elsewhere."""

    title: str = ""
    project: str = ""
    folder: str = ""
    started: int | None = None
    human: bool = True
    forked: bool = False


def read(folder: Path) -> Summary:
    """The summary of the session in `folder`.

    Raises:
        OSError: it cannot be read now.
    """
    said = _said(folder / NAME)
    kind = _text(said, "session_kind")
    info = said.get("info")
    here = (_text(info, "cwd") if isinstance(info, dict) else "") or _named(folder.parent)
    return Summary(
        title=_text(said, "generated_title") or _text(said, "session_summary"),
        project=_project(said, kind, here),
        folder=here,
        started=record.millis(said.get("created_at")),
        human=not (said.get("hidden") is True or kind.startswith("subagent") or kind == "headless"),
        forked=bool(_text(said, "parent_session_id")),
    )


def _said(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(read_plain(path, CAP))
    except (ValueError, RecursionError):
        return {}
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        return {}
    return found if isinstance(found, dict) else {}


def _project(said: Mapping[str, Any], kind: str, here: str) -> str:
    """The folder that the person works in; of a worktree, the one that it was made from."""
    is_worktree = kind == "worktree" or bool(_text(said, "worktree_label"))
    above = _text(said, "git_root_dir") if is_worktree else ""
    found = _text(said, "source_workspace_dir") or above or here
    return found.rstrip("/") or found


def _named(folder: Path) -> str:
    """The working directory that the folder of a session is named after; "" for none."""
    if folder.name.startswith("%"):
        decoded = _PERCENT.sub(lambda m: bytes.fromhex(m[1].decode()), os.fsencode(folder.name))
        return decoded.decode("utf-8", "replace")
    try:
        return read_plain(folder / ".cwd", CAP).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    return value.strip() if isinstance(value, str) else ""
