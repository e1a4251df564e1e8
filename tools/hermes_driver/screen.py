"""A small terminal emulator: what a person sees after a program has printed.

It knows cursor moves, erasing, inserting, deleting and scrolling regions, which is what
curses and prompt toolkits send for a plain terminal; colours and modes are swallowed.
"""

import re
import unicodedata
from collections.abc import Callable

TOKEN = re.compile(
    r"\x1b\[(?P<params>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[()][0-9A-Z]"
    r"|\x1b(?P<escape>[0-Z\\^-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)"
)
Row = list[str]


def width(character: str) -> int:
    """Columns a character takes: 0, 1 or 2."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


class Screen:
    """Rows of cells; `row` and `column` are the cursor, from 0."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.cells: list[Row] = [self._blank() for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self._saved = (0, 0)
        self._last, self._rest = " ", ""
        self._csi: dict[str, Callable[[list[int]], None]] = self._commands()

    @property
    def text(self) -> str:
        """The screen as lines, trailing blanks removed."""
        return "\n".join("".join(row).rstrip() for row in self.cells).rstrip()

    def feed(self, data: str) -> None:
        """Take printed characters; an unfinished escape sequence waits for the next call."""
        data, place = self._rest + data, 0
        while found := TOKEN.match(data, place):
            place = found.end()
            self._token(found)
        self._rest = data[place:] if len(data) - place < 4096 else ""

    def _token(self, found: re.Match[str]) -> None:
        if found["text"]:
            self._print(found["text"])
        elif found["final"]:
            self._command(found["params"], found["final"])
        elif found["escape"]:
            self._escape(found["escape"])
        elif found["control"]:
            self._control(found["control"])

    # -- printing -------------------------------------------------------------------------

    def _blank(self) -> Row:
        return [" "] * self.columns

    def _print(self, text: str) -> None:
        for character in text:
            size = width(character)
            if self.column + size > self.columns:
                self.column = 0
                self._down()
            if size == 0:
                self.cells[self.row][max(self.column - 1, 0)] += character
                continue
            cells = [character, *([""] * (size - 1))]
            self.cells[self.row][self.column : self.column + size] = cells
            self.column += size
            self._last = character

    def _control(self, control: str) -> None:
        if control == "\r":
            self.column = 0
        elif control == "\n":
            self._down()
        elif control == "\b":
            self.column = max(0, self.column - 1)
        elif control == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)

    def _down(self) -> None:
        if self.row == self.bottom:
            self._scroll(1)
        else:
            self.row = min(self.rows - 1, self.row + 1)

    def _scroll(self, count: int) -> None:
        """Move the region's rows up by `count`; down when it is negative."""
        for _ in range(min(abs(count), self.rows)):
            out, into = (self.top, self.bottom) if count > 0 else (self.bottom, self.top)
            del self.cells[out]
            self.cells.insert(into, self._blank())

    def _escape(self, letter: str) -> None:
        if letter == "7":
            self._saved = (self.row, self.column)
        elif letter == "8":
            self.row, self.column = self._saved
        elif letter == "M" and self.row == self.top:
            self._scroll(-1)
        elif letter == "M":
            self.row = max(0, self.row - 1)

    # -- commands -------------------------------------------------------------------------

    def _command(self, params: str, final: str) -> None:
        if params[:1] == "?":
            if final == "h" and params == "?1049":
                self._erase_rows(0, self.rows)
            return
        numbers = [int(part) if part.isdigit() else 0 for part in params.split(";")]
        if final in self._csi:
            self._csi[final](numbers)

    def _commands(self) -> dict[str, Callable[[list[int]], None]]:
        return {
            "A": lambda n: self._move(-self._count(n), 0),
            "B": lambda n: self._move(self._count(n), 0),
            "C": lambda n: self._move(0, self._count(n)),
            "D": lambda n: self._move(0, -self._count(n)),
            "G": lambda n: self._go(self.row, n[0] - 1),
            "d": lambda n: self._go(n[0] - 1, self.column),
            "H": lambda n: self._go(n[0] - 1, (n[1] if len(n) > 1 else 1) - 1),
            "f": lambda n: self._go(n[0] - 1, (n[1] if len(n) > 1 else 1) - 1),
            "J": self._erase_screen,
            "K": self._erase_line,
            "X": lambda n: self._erase_cells(self.column, self.column + self._count(n)),
            "P": self._delete_cells,
            "@": self._insert_cells,
            "L": lambda n: self._shift_rows(-self._count(n)),
            "M": lambda n: self._shift_rows(self._count(n)),
            "S": lambda n: self._scroll(self._count(n)),
            "T": lambda n: self._scroll(-self._count(n)),
            "b": lambda n: self._print(self._last * self._count(n)),
            "r": self._region,
        }

    def _count(self, numbers: list[int]) -> int:
        return max(1, min(numbers[0], self.columns * 4))

    def _go(self, row: int, column: int) -> None:
        self.row = min(max(row, 0), self.rows - 1)
        self.column = min(max(column, 0), self.columns - 1)

    def _move(self, rows: int, columns: int) -> None:
        self._go(self.row + rows, self.column + columns)

    def _erase_rows(self, first: int, last: int) -> None:
        for row in range(first, last):
            self.cells[row] = self._blank()

    def _erase_cells(self, first: int, last: int) -> None:
        last = min(last, self.columns)
        self.cells[self.row][first:last] = [" "] * max(0, last - first)

    def _erase_line(self, numbers: list[int]) -> None:
        first = 0 if numbers[0] in (1, 2) else self.column
        self._erase_cells(first, self.column + 1 if numbers[0] == 1 else self.columns)

    def _erase_screen(self, numbers: list[int]) -> None:
        if numbers[0] in (2, 3):
            self._erase_rows(0, self.rows)
            return
        self._erase_line(numbers)
        before = numbers[0] == 1
        self._erase_rows(0 if before else self.row + 1, self.row if before else self.rows)

    def _delete_cells(self, numbers: list[int]) -> None:
        row, count = self.cells[self.row], self._count(numbers)
        del row[self.column : self.column + count]
        row.extend([" "] * (self.columns - len(row)))

    def _insert_cells(self, numbers: list[int]) -> None:
        row = self.cells[self.row]
        row[self.column : self.column] = [" "] * self._count(numbers)
        del row[self.columns :]

    def _shift_rows(self, count: int) -> None:
        top, self.top = self.top, self.row
        self._scroll(count)
        self.top = top

    def _region(self, numbers: list[int]) -> None:
        last = numbers[1] if len(numbers) > 1 and numbers[1] else self.rows
        self.top, self.bottom = max(numbers[0] - 1, 0), min(last, self.rows) - 1
        self._go(0, 0)
