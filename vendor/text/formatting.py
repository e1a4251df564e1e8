"""Marks of formatting inside one passage: which of its letters a reader sees.

Emphasis, code ticks, escapes, link targets and simple HTML are hidden; struck words are marked as
struck. A mark without a partner is a letter like any other. blocks.py finds the passages.
"""

import re
from collections.abc import Iterator

from . import lazy
from .units import UNSPACED

SHOWN, HIDDEN, STRUCK = 1, 0, 2
STROKE = chr(0x336)  # struck out letter by letter

FORMATTED = lazy.regex(rf"[`\\\[<*_~{STROKE}]")
_TICKS = lazy.regex("`+")
_HTML = "b|i|em|strong|u|ins|mark|code|kbd|small|big|span|font|a|p|div|br|s|del|strike"
_TARGET = (
    r"(?:<[^<>\n]{0,2000}+>|[^\s()<>]{0,2000}+(?:\([^\s()<>]{0,500}+\)[^\s()<>]{0,2000}+)?+)"
    r"(?:[ \t]{1,9}(?:\"[^\"\n]{0,300}+\"|'[^'\n]{0,300}+'))?[ \t]{0,9}"
)
_INLINE = lazy.regex(
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
_MARKS = lazy.regex(r"\*+|_+|~+")
_STROKED = lazy.regex(rf"(?:[^\s{STROKE}]{STROKE}[ \t]?)+")


class Page:
    """One passage, and for each letter whether it is shown, a mark of formatting, or struck.

    `letters` are those of the passage, but for a line break in HTML, which becomes a space.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.letters = list(raw)
        self.look = bytearray([SHOWN]) * len(raw)
        self.code = bytearray(len(raw))
        self._strikes: list[tuple[int, int]] = []

    def read(self) -> None:
        """Decide how every letter looks."""
        if "`" in self.raw:
            self._code_spans()
        if any(sign in self.raw for sign in "\\[<"):
            self._links_and_tags()
        if any(sign in self.raw for sign in "*_~"):
            self._emphasis()
        if STROKE in self.raw:
            self._strikes.extend(match.span() for match in _STROKED.finditer(self.raw))
        for start, end in _merged(self._strikes):
            self.look[start:end] = bytes([STRUCK]) * (end - start)

    def _hide(self, start: int, end: int) -> None:
        self.look[start:end] = bytes([HIDDEN]) * (end - start)

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
            self.letters[token.start()], self.look[token.start()] = " ", SHOWN
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
