"""The last fault of ours, kept so that another process can say it: `status` reads it.

It holds the hook, the kind of fault and the time, and no word of anybody's.
"""

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ..dbfile import write_private
from .settings import Settings

NAME = "trouble.json"


def record(settings: Settings, what: str, kind: str, now: datetime) -> None:
    """Write the fault over the one before it. A fault in this is nobody's concern."""
    with suppress(OSError):
        row = {"what": what, "kind": kind, "at": now.isoformat(timespec="seconds")}
        write_private(settings.folder / NAME, json.dumps(row) + "\n")


def last(settings: Settings) -> str:
    """The last fault as one line, or ""."""
    try:
        row = json.loads((settings.folder / NAME).read_text(encoding="utf-8"))
        return f"{row['what']} failed ({row['kind']}) at {row['at']}"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def clear(settings: Settings) -> None:
    """Forget the last fault, once a check has found nothing wrong."""
    with suppress(OSError):
        Path(settings.folder / NAME).unlink(missing_ok=True)
