"""A message as its writer sees it: passages of plain words, with the place of every letter.

Chat text is Markdown more or less. `blocks` splits it where one passage ends and another begins
(paragraph, list item, heading, table cell, quotation, code) and leaves the marks of formatting
out: emphasis, code ticks, escapes, link targets, simple HTML. Struck words are out as well, and
no quote may run across the place where they stood. What is left still knows where each letter
stands in the message, so that a quote found here is cut there, letter for letter.

This is a reader of marks, not a Markdown parser: it never fails, costs time in proportion to the
text, and keeps a mark that has no partner.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from . import lazy
from .formatting import FORMATTED, SHOWN, STRUCK, Page


@dataclass(frozen=True, slots=True)
class Block:
    """One passage. `at[i]` is the place of `text[i]` in the message; `gaps` are places in `text`
    where struck words stood; `code[i]` is 1 inside code; `lead` is the passage that introduces
    this one with a colon, "" without.
    """

    text: str
    at: list[int]
    code: bytes
    gaps: list[int]
    is_quoted: bool
    lead: str

    def crosses_gap(self, start: int, end: int) -> bool:
        """Whether struck words stood inside `text[start:end]`."""
        return bisect_right(self.gaps, start) < bisect_left(self.gaps, end)

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The part of `text` that stands between two places of the message; may be empty."""
        return bisect_left(self.at, start), bisect_left(self.at, end)


@dataclass(slots=True)
class _Passage:
    """Lines that belong together, as (start, end) in the message."""

    kind: str
    depth: int
    lines: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_quoted(self) -> bool:
        return self.depth > 0 or self.kind == "chat"


_BAR = lazy.regex(r"\|")
_QUOTE = lazy.regex(r"[ \t]{0,3}>(?:[ \t]?>)*[ \t]?")
_FENCE = lazy.regex(r"[ \t]*(?:(`{3,}+)[^`]*|(~{3,}+).*)$")
_RULE = lazy.regex(r"[ \t]*(?:[-*_=][ \t]*){3,}+$")
_HEADING = lazy.regex(r"[ \t]{0,3}#{1,6}[ \t]+")
_ITEM = lazy.regex(
    rf"[ \t]*(?:[-*+{''.join(map(chr, (0x2022, 0x2023, 0x25E6, 0x25AA, 0x2013, 0x2014)))}]"
    r"|\d{1,3}[.)]|[A-Za-z]\))[ \t]+(?:\[[ xX]\][ \t]+)?"
)
_CELLS = lazy.regex(r"[ \t]*\|.*\|[ \t]*$")
# Everything below is somebody's mail, or the lines of a chat with their times.
_FORWARDED = lazy.regex(
    r"[ \t]*(?:-{2,}+[ \t]*(?:original|forwarded|urspr|weitergeleit|message d'origine|mensaje)"
    r"|begin forwarded message:)[^\n]*$",
    re.I,
)
_CHAT_LINE = lazy.regex(
    r"[ \t]*(?:\[[^\]\n]{0,12}\d{1,2}[:.]\d{2}[^\]\n]{0,12}\][ \t]*[^\s:][^:\n]{0,40}:"
    r"|\d{1,2}:\d{2}(?::\d{2})?[ \t]+[-\u2013]?[ \t]*[^\W\d][^:\n]{0,40}:)[ \t]"
)


def blocks(text: str) -> list[Block]:
    """The passages of `text`, in order. One without words is left out, unless they are struck."""
    found: list[Block] = []
    lead, is_forwarded = "", False
    for passage in _Lines(text).passages():
        is_forwarded = is_forwarded or passage.kind == "forwarded"
        block = _read(text, passage, is_quoted=is_forwarded or passage.is_quoted, lead=lead)
        if not (block.text.strip() or block.gaps):
            continue
        found.append(block)
        if block.text.rstrip().endswith((":", chr(0xFF1A))):
            lead = block.text
        elif passage.kind != "item":
            lead = ""
    return found


class _Lines:
    """Puts the lines of a message together to passages."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: list[_Passage] = []
        self._current: _Passage | None = None
        self._fence, self._fence_depth = "", 0

    def passages(self) -> list[_Passage]:
        start = 0
        while start <= len(self._text):
            end = self._text.find("\n", start)
            end = len(self._text) if end < 0 else end
            self._line(start, end)
            start = end + 1
        return self._found

    def _line(self, start: int, end: int) -> None:
        quote = _QUOTE.match(self._text, start, end)
        depth = quote[0].count(">") if quote else 0
        body = quote.end() if quote else start
        if self._fenced(depth, body, end):
            return
        if not self._text[body:end].strip() or _RULE.match(self._text, body, end):
            self._current = None
        elif _CELLS.match(self._text, body, end):
            self._cells(depth, body, end)
        else:
            self._words(depth, body, end)

    def _fenced(self, depth: int, body: int, end: int) -> bool:
        """Whether the line belongs to a fenced block of code, or is a fence itself."""
        match = _FENCE.match(self._text, body, end)
        ticks = (match[1] or match[2]) if match else ""
        if self._fence and depth == self._fence_depth:
            if ticks.startswith(self._fence) and not self._text[body:end].strip(" \t`~"):
                self._fence, self._current = "", None
            elif self._current:
                self._current.lines.append((body, end))
            return True
        self._fence, self._fence_depth = ticks, depth
        if ticks:
            self._open("code", depth)
        return bool(ticks)

    def _cells(self, depth: int, body: int, end: int) -> None:
        start = body
        for bar in [*_BAR.finditer(self._text, body, end)]:
            self._open("cell", depth).lines.append((start, bar.start()))
            start = bar.end()
        self._current = None

    def _words(self, depth: int, body: int, end: int) -> None:
        for kind, opener in _OPENERS:
            if match := opener.match(self._text, body, end):
                start = match.end() if kind in ("heading", "item") else body
                self._open(kind, depth).lines.append((start, end))
                if kind == "heading":
                    self._current = None
                return
        if not (self._current and self._current.depth == depth):
            self._open("text", depth)
        if self._current:
            self._current.lines.append((body, end))

    def _open(self, kind: str, depth: int) -> _Passage:
        self._current = _Passage(kind, depth)
        self._found.append(self._current)
        return self._current


_OPENERS = (
    ("heading", _HEADING),
    ("forwarded", _FORWARDED),
    ("chat", _CHAT_LINE),
    ("item", _ITEM),
)


def _read(text: str, passage: _Passage, *, is_quoted: bool, lead: str) -> Block:
    raw = "\n".join(text[start:end] for start, end in passage.lines)
    places = [place for start, end in passage.lines for place in range(start, end + 1)]
    if passage.kind != "code" and not FORMATTED.search(raw):
        return Block(raw, places[: len(raw)], bytes(len(raw)), [], is_quoted, lead)
    page = Page(raw)
    if passage.kind == "code":
        page.code[:] = bytes([1]) * len(raw)
    else:
        page.read()
    shown = [i for i, look in enumerate(page.look) if look == SHOWN]
    return Block(
        text="".join(page.letters[i] for i in shown),
        at=[places[i] for i in shown],
        code=bytes(page.code[i] for i in shown),
        gaps=_gaps(page.look) if STRUCK in page.look else [],
        is_quoted=is_quoted,
        lead=lead,
    )


def _gaps(look: bytearray) -> list[int]:
    """How many letters are shown before each run of struck ones."""
    shown, gaps = 0, [-1]
    for letter in look:
        if letter == STRUCK and gaps[-1] != shown:
            gaps.append(shown)
        shown += letter == SHOWN
    return gaps[1:]
