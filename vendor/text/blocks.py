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
from collections.abc import Iterator
from dataclasses import dataclass, field

from .units import UNSPACED

STROKE = chr(0x336)  # struck out letter by letter

_SHOWN, _HIDDEN, _STRUCK = 1, 0, 2


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


_QUOTE = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ \t]?")
_FENCE = re.compile(r"[ \t]*(?:(`{3,}+)[^`]*|(~{3,}+).*)$")
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}+$")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_ITEM = re.compile(
    rf"[ \t]*(?:[-*+{''.join(map(chr, (0x2022, 0x2023, 0x25E6, 0x25AA, 0x2013, 0x2014)))}]"
    r"|\d{1,3}[.)]|[A-Za-z]\))[ \t]+(?:\[[ xX]\][ \t]+)?"
)
_CELLS = re.compile(r"[ \t]*\|.*\|[ \t]*$")
# Everything below is somebody's mail, or the lines of a chat with their times.
_FORWARDED = re.compile(
    r"[ \t]*(?:-{2,}+[ \t]*(?:original|forwarded|urspr|weitergeleit|message d'origine|mensaje)"
    r"|begin forwarded message:)[^\n]*$",
    re.I,
)
_CHAT_LINE = re.compile(
    r"[ \t]*(?:\[[^\]\n]{0,12}\d{1,2}[:.]\d{2}[^\]\n]{0,12}\][ \t]*[^\s:][^:\n]{0,40}:"
    r"|\d{1,2}:\d{2}(?::\d{2})?[ \t]+[-\u2013]?[ \t]*[^\W\d][^:\n]{0,40}:)[ \t]"
)

_FORMATTED = re.compile(rf"[`\\\[<*_~{STROKE}]")
_TICKS = re.compile("`+")
_HTML = "b|i|em|strong|u|ins|mark|code|kbd|small|big|span|font|a|p|div|br|s|del|strike"
_TARGET = (
    r"(?:<[^<>\n]{0,2000}+>|[^\s()<>]{0,2000}+(?:\([^\s()<>]{0,500}+\)[^\s()<>]{0,2000}+)?+)"
    r"(?:[ \t]{1,9}(?:\"[^\"\n]{0,300}+\"|'[^'\n]{0,300}+'))?[ \t]{0,9}"
)
_INLINE = re.compile(
    r"(?P<escape>\\)[!-/:-@\[-`{-~]"
    r"|(?P<open>!?\[)"
    rf"|(?P<link>\]\({_TARGET}\)|\]\[[^\[\]\n]{{0,200}}\])"
    r"|(?P<close>\])"
    r"|(?P<address><(?:https?|mailto|ftp):[^\s<>|]{1,2000}+(?:\|[^<>|\n]{1,500}+)?>)"
    rf"|(?P<html><(?P<end>/?)(?P<tag>{_HTML})\b[^<>\n]{{0,200}}+>)",
    re.I,
)
_STRUCK_TAGS = frozenset(("s", "del", "strike"))
_BREAKING_TAGS = frozenset(("br", "p", "div"))
_MARKS = re.compile(r"\*+|_+|~+")
_STROKED = re.compile(rf"(?:[^\s{STROKE}]{STROKE}[ \t]?)+")


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
        for bar in [*re.compile(r"\|").finditer(self._text, body, end)]:
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
    if passage.kind != "code" and not _FORMATTED.search(raw):
        return Block(raw, places[: len(raw)], bytes(len(raw)), [], is_quoted, lead)
    page = _Page(raw)
    if passage.kind == "code":
        page.code[:] = bytes([1]) * len(raw)
    else:
        page.read()
    shown = [i for i, look in enumerate(page.look) if look == _SHOWN]
    return Block(
        text="".join(page.letters[i] for i in shown),
        at=[places[i] for i in shown],
        code=bytes(page.code[i] for i in shown),
        gaps=_gaps(page.look) if _STRUCK in page.look else [],
        is_quoted=is_quoted,
        lead=lead,
    )


def _gaps(look: bytearray) -> list[int]:
    """How many letters are shown before each run of struck ones."""
    shown, gaps = 0, [-1]
    for letter in look:
        if letter == _STRUCK and gaps[-1] != shown:
            gaps.append(shown)
        shown += letter == _SHOWN
    return gaps[1:]


class _Page:
    """One passage, and for each letter whether it is shown, a mark of formatting, or struck."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.letters = list(raw)
        self.look = bytearray([_SHOWN]) * len(raw)
        self.code = bytearray(len(raw))
        self._strikes: list[tuple[int, int]] = []

    def read(self) -> None:
        if "`" in self.raw:
            self._code_spans()
        if any(sign in self.raw for sign in "\\[<"):
            self._links_and_tags()
        if any(sign in self.raw for sign in "*_~"):
            self._emphasis()
        if STROKE in self.raw:
            self._strikes.extend(match.span() for match in _STROKED.finditer(self.raw))
        for start, end in _merged(self._strikes):
            self.look[start:end] = bytes([_STRUCK]) * (end - start)

    def _hide(self, start: int, end: int) -> None:
        self.look[start:end] = bytes([_HIDDEN]) * (end - start)

    def _code_spans(self) -> None:
        runs = list(_TICKS.finditer(self.raw))
        partner: dict[int, int] = {}
        last: dict[int, int] = {}
        for place in range(len(runs) - 1, -1, -1):
            length = len(runs[place][0])
            partner[place] = last.get(length, 0)
            last[length] = place
        place = 0
        while place < len(runs):
            other = partner[place]
            if other:
                opener, closer = runs[place], runs[other]
                self._hide(*opener.span())
                self._hide(*closer.span())
                self.code[opener.end() : closer.start()] = bytes([1]) * (
                    closer.start() - opener.end()
                )
            place = max(place, other) + 1

    def _links_and_tags(self) -> None:
        brackets: list[re.Match[str]] = []
        strikes: list[int] = []
        for token in _INLINE.finditer(self.raw):
            if self.code[token.start()]:
                continue
            kind = token.lastgroup
            if kind == "escape":
                self._hide(token.start(), token.end("escape"))
            elif kind == "open":
                brackets.append(token)
            elif kind in ("link", "close"):
                self._bracket(token, brackets)
            elif kind == "address":
                self._address(token)
            else:
                self._tag(token, strikes)

    def _bracket(self, token: re.Match[str], brackets: list[re.Match[str]]) -> None:
        opener = brackets.pop() if brackets else None
        if opener and token["link"]:
            self._hide(*opener.span())
            self._hide(*token.span())

    def _address(self, token: re.Match[str]) -> None:
        bar = self.raw.find("|", *token.span())
        self._hide(token.start(), (bar if bar > 0 else token.start()) + 1)
        self._hide(token.end() - 1, token.end())

    def _tag(self, token: re.Match[str], strikes: list[int]) -> None:
        self._hide(*token.span())
        tag = token["tag"].lower()
        if tag in _BREAKING_TAGS:
            self.letters[token.start()], self.look[token.start()] = " ", _SHOWN
        elif tag in _STRUCK_TAGS and not token["end"]:
            strikes.append(token.end())
        elif tag in _STRUCK_TAGS and strikes:
            self._strikes.append((strikes.pop(), token.start()))

    def _emphasis(self) -> None:
        open_runs: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}
        for run in _MARKS.finditer(self.raw):
            if self.code[run.start()] or not self.look[run.start()]:
                continue
            start, end = run.span()
            if self._closes(run):
                start = self._pair(open_runs[run[0][0]], start, end)
            if start < end and self._opens(run):
                open_runs[run[0][0]].append([start, end])

    def _pair(self, waiting: list[list[int]], start: int, end: int) -> int:
        """Hides the marks of a closing run and of the runs it closes; what is left of it begins."""
        while waiting and start < end:
            opener = waiting[-1]
            length = min(opener[1] - opener[0], end - start)
            if self.raw[start] == "~":
                if opener[1] - opener[0] != end - start or length > 2:
                    break
                self._strikes.append((opener[0], end))
            self._hide(opener[1] - length, opener[1])
            self._hide(start, start + length)
            opener[1] -= length
            start += length
            if opener[0] == opener[1]:
                waiting.pop()
        return start

    def _opens(self, run: re.Match[str]) -> bool:
        before, after = self.raw[run.start() - 1 : run.start()], self.raw[run.end() : run.end() + 1]
        return bool(after) and not after.isspace() and _may_flank(run[0], before, after)

    def _closes(self, run: re.Match[str]) -> bool:
        before, after = self.raw[run.start() - 1 : run.start()], self.raw[run.end() : run.end() + 1]
        return bool(before) and not before.isspace() and _may_flank(run[0], after, before)


def _may_flank(run: str, outside: str, inside: str) -> bool:
    """Whether a run of marks may stand between `outside` and the `inside` that it marks."""
    if not outside.isalnum() or UNSPACED.match(outside) or UNSPACED.match(inside):
        return True
    return run == "**" and not (outside.isdigit() and inside.isdigit())


def _merged(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    stop = 0
    for start, end in sorted(ranges):
        if end > stop:
            yield max(start, stop), end
            stop = end
