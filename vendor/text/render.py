"""How a hit is written: as one line of plain data, or as the body of one thing in full.

    [m3k7q] 2026-05-01 you, codex: «the words, and nothing after them»

The code comes first because that is what a model or a person says back to us. What was said
stands in one pair of guillemets that end the line and cannot stand in the words, so words can
imitate neither a code nor a date nor a speaker. Same input, same bytes.

The cleaning is in harmless.py; which hits are shown is decided in recall/.
"""

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from .harmless import flat, paragraphs

LINE = 260  # characters, everything counted
_RAW = 4096  # of a text that becomes one line; the rest could not be shown anyway
_BODY = 262_144  # characters of a body; more is stored of none
_WORDS = 60  # characters of words that speaker and place give way to
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_OPEN = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}"
_CLOSE = "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"


def line(code: str, date: str, who: str, where: str, words: str, marks: Sequence[str] = ()) -> str:
    """One hit as one line of at most 260 characters; what is too long ends in an ellipsis.

    Empty parts are left out. The code and the date are never cut (a fact's code is its key, of
    up to 128 characters); speaker, place and marks give way to the words.
    """
    head = _head(code, date, (_field(who, 32), _field(where, 48), _field(", ".join(marks), 72)))
    if LINE - len(head) < _WORDS:
        head = _head(code, date, (_field(who, 12), "", _field(", ".join(marks), 64)))
    room = max(LINE - len(head) - len(_OPEN + _CLOSE), 0)
    return f"{head}{_OPEN}{_cut(flat(words[:_RAW]) or _ELLIPSIS, room)}{_CLOSE}"


def block(text: str) -> str:
    """A body in full: newlines, indentation and addresses kept, nothing in it acts.

    A body of more than 262,144 characters ends with a line that counts the rest; who wants it
    passes it in parts.
    """
    shown = paragraphs(text[:_BODY]).strip("\n")
    more = len(text) - _BODY
    return f"{shown}\n{_ELLIPSIS} {more:,} characters more" if more > 0 else shown


def one_line(text: str, room: int) -> str:
    """The words alone, in at most `room` characters; `pad` counts the columns of a terminal."""
    return _cut(flat(text[: max(_RAW, 2 * room)]), room)


def day(at_iso: str | None, tz: tzinfo | None) -> str:
    """The calendar day of a moment in the user's zone, "2026-05-01"; "" when there is none.

    A moment without a zone counts as UTC; a bare day stays that day.
    """
    if not at_iso:
        return ""
    if len(at_iso) == len("2026-05-01"):
        return at_iso
    try:
        at = datetime.fromisoformat(at_iso)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(tz).date().isoformat()
    except (ValueError, OverflowError):
        return ""


def width(text: str) -> int:
    """Columns that a terminal needs for a clean text: two for wide letters, none for marks."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def pad(text: str, columns: int) -> str:
    """The text in exactly that many columns: filled up with spaces, or cut with an ellipsis."""
    text = _cut_columns(text, columns)
    return text + " " * (columns - width(text))


def _head(code: str, date: str, fields: Sequence[str]) -> str:
    source = ", ".join(field for field in fields if field)
    parts = (f"[{flat(code)}]" if code else "", flat(date), source)
    return " ".join(part for part in parts if part) + ": "


def _field(text: str, room: int) -> str:
    return _cut(flat(text[:_RAW]), room)


def _cut(text: str, room: int) -> str:
    """At most `room` characters, at the end of a word where one is near."""
    if len(text) <= room:
        return text
    kept = text[: max(room - 1, 0)]
    space = kept.rfind(" ")
    kept = kept[:space] if space > len(kept) * 3 // 4 else kept
    return (kept.rstrip() + _ELLIPSIS)[:room]


def _cut_columns(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    used, kept = 1, []
    for character in text:
        used += _columns(character)
        if used > columns:
            break
        kept.append(character)
    return ("".join(kept) + _ELLIPSIS)[: max(columns, 0)]


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
