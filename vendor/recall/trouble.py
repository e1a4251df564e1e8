"""Faults of ours, kept so that another process can say them: `status` reads them.

One entry for each thing that failed: the hook or the work, the kind of fault, when, and since when
it works again. No word of anybody's. An entry goes when `check` has found nothing wrong, or
KEPT days after it was mended: what fails at night is still told in the morning.
"""

import json
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from .. import wholefile
from ..text import render
from .settings import Settings

NAME = "trouble.json"
KEPT = timedelta(days=7)  # from when it works again
MOST = 8  # entries
BYTES = 65_536  # of the file; a larger one is not ours
LONGEST = 300  # characters of a line
AGAIN = timedelta(minutes=10)  # the same fault is not written down more often


def record(settings: Settings, what: str, kind: str, now: datetime) -> None:
    """Note that `what` failed. A fault in this is nobody's concern."""
    known = _read(settings)
    before = known.pop(what, None)
    if before and before["kind"] == kind and not before.get("over"):
        at = _time(before["at"])
        if at is not None and at <= now < at + AGAIN:
            return
    known[what] = {"kind": kind, "at": _iso(now)}
    _write(settings, known)


def mended(settings: Settings, what: str, now: datetime) -> None:
    """Note that `what` works again; nothing where it had not failed."""
    known = _read(settings)
    if what in known and not known[what].get("over"):
        known[what]["over"] = _iso(now)
        _write(settings, known)


def standing(settings: Settings) -> frozenset[str]:
    """What failed and has not been seen to work since."""
    return frozenset(what for what, row in _read(settings).items() if not row.get("over"))


def lines(settings: Settings, now: datetime) -> tuple[str, ...]:
    """Each fault as one line: what still fails before what works again, newest first."""
    rows = [
        (not row.get("over"), row["at"], what, row)
        for what, row in _read(settings).items()
        if _shown(row, now)
    ]
    return tuple(_line(what, row) for *_, what, row in sorted(rows, key=lambda r: r[:3])[::-1])


def last(settings: Settings) -> str:
    """The newest fault as one line, or ""."""
    rows = _read(settings)
    newest = max(rows, key=lambda what: rows[what]["at"], default="")
    return _line(newest, rows[newest]) if newest else ""


def clear(settings: Settings) -> None:
    """Forget the faults, once a check has found nothing wrong."""
    with suppress(OSError):
        (settings.folder / NAME).unlink(missing_ok=True)


def _line(what: str, row: dict[str, str]) -> str:
    over = f", works again since {row['over']}" if row.get("over") else ""
    return render.one_line(f"{what} failed ({row['kind']}) at {row['at']}{over}", LONGEST)


def _shown(row: dict[str, str], now: datetime) -> bool:
    over = _time(row.get("over", ""))
    return over is None or now < over + KEPT


def _read(settings: Settings) -> dict[str, dict[str, str]]:
    path = settings.folder / NAME
    try:
        if path.stat().st_size > BYTES:
            return {}
        known = json.loads(wholefile.read_text(path))
    except (OSError, ValueError, RecursionError):
        return {}
    if isinstance(known, dict) and "what" in known:  # as releases before 0.2 wrote it
        known = {str(known["what"]): known}
    if not isinstance(known, dict):
        return {}
    rows = [(what, row) for what, row in known.items() if _is_row(row)]
    return dict(rows[-MOST:])


def _is_row(row: Any) -> bool:
    texts = isinstance(row, dict) and all(isinstance(text, str) for text in row.values())
    return texts and {"kind", "at"} <= row.keys()


def _write(settings: Settings, known: dict[str, dict[str, str]]) -> None:
    kept = dict(list(known.items())[-MOST:])
    with suppress(OSError):
        wholefile.write_private(settings.folder / NAME, json.dumps(kept, indent=1) + "\n")


def _iso(now: datetime) -> str:
    return now.isoformat(timespec="seconds")


def _time(text: str) -> datetime | None:
    with suppress(ValueError):
        at = datetime.fromisoformat(text)
        return at if at.tzinfo else None
    return None
