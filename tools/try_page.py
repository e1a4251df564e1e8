"""How tools/try.py prints: headings, wrapped text, marks in the margin, colour on a terminal only.

Everything is written at once, so that a reader who pipes the page sees it as it happens.
"""

import os
import shutil
import sys
import textwrap
from typing import Any

BOLD, DIM, GREEN, RED, BLUE = "1", "2", "32", "31", "36"


class Page:
    """One page of text on standard output, at most 100 columns wide."""

    def __init__(self) -> None:
        self.width = max(50, min(100, shutil.get_terminal_size((96, 24)).columns)) - 1
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def colour(self, text: str, code: str) -> str:
        """`text` in a colour, where there is one."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.coloured else text

    def line(self, text: str = "", code: str = "") -> None:
        """One line as it is; what the terminal's encoding lacks is replaced."""
        encoding = sys.stdout.encoding or "utf-8"
        shown = text.encode(encoding, "replace").decode(encoding)
        print(self.colour(shown, code) if code else shown, flush=True)

    def heading(self, text: str) -> None:
        """A line that begins a part of the page."""
        self.line()
        self.line(f"== {text} ".ljust(self.width, "="), BOLD)

    def prose(self, text: str) -> None:
        """A paragraph of our own words."""
        for wrapped in textwrap.wrap(" ".join(text.split()), self.width):
            self.line(wrapped)

    def label(self, text: str) -> None:
        """Who speaks, or what follows."""
        self.line()
        self.line(text, BLUE)

    def quoted(self, text: str, margin: str = "  | ") -> None:
        """Text of somebody else, letter for letter but for the line breaks, behind a margin."""
        for paragraph in text.strip().splitlines():
            room = self.width - len(margin)
            for wrapped in textwrap.wrap(paragraph, room, break_long_words=False) or [""]:
                self.line(margin + wrapped)

    def fields(self, value: Any) -> None:
        """A tool's arguments or result, one field a line, nested ones indented."""
        if not isinstance(value, dict):
            self.quoted(str(value))
            return
        for name, content in value.items():
            self._field(name, content, "  | ")

    def _field(self, name: str, content: Any, margin: str) -> None:
        if isinstance(content, dict):
            self.line(f"{margin}{name}:")
            for inner, more in content.items():
                self._field(inner, more, margin + "  ")
        elif isinstance(content, list) and any(isinstance(item, dict) for item in content):
            for number, item in enumerate(content, 1):
                self._field(f"{name} {number}", item, margin)
        else:
            self._plain(name, content, margin)

    def _plain(self, name: str, content: Any, margin: str) -> None:
        shown = ", ".join(map(str, content)) if isinstance(content, list) else str(content)
        shown = {"True": "true", "False": "false"}.get(shown, shown)
        indent = margin + " " * 4
        lines = textwrap.wrap(
            f"{name}: {' '.join(shown.split())}",
            self.width,
            initial_indent=margin,
            subsequent_indent=indent,
            break_long_words=False,
        )
        for wrapped in lines:
            self.line(wrapped)

    def verdict(self, sentence: str, *, held: bool) -> None:
        """Whether what was promised could be seen."""
        mark = "ok" if held else "NOT SHOWN"
        self.line(f"  {self.colour(mark, GREEN if held else RED)}  {sentence}")
