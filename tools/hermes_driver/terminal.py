"""A program on a pseudo terminal: type, paste, press keys, wait for words, see the screen.

    with home.terminal("chat", "--cli") as screen:
        screen.ready()
        screen.enter("hello")            # types, waits for the echo, Enter, waits for quiet
        screen.press("ctrl-c")
        screen.expect("goodbye")

`text` is everything printed so far without terminal codes; `screen` is what a person sees
now, kept by a small emulator (screen.py).
"""

import errno
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

from screen import Screen

CODES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-Z]|\x1b[0-Z\\^-~]|\r"
)
KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl-a": "\x01",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
    "ctrl-k": "\x0b",
}
PROMPT = "❯"
POINTER = "→"


def plain(text: str) -> str:
    """`text` without terminal codes and carriage returns."""
    return CODES.sub("", text)


class NotSeen(TimeoutError):
    """The awaited words did not appear; the message ends with what is on the screen."""


class Terminal:
    """One child process on a pty of 50 rows and 160 columns.

    `busy` is any number that changes while something is still going on elsewhere (requests
    at the model); quiet means that neither it nor the printed words have moved.
    """

    def __init__(
        self,
        argv: list[str],
        env: dict[str, str],
        cwd: Path,
        *,
        busy: Callable[[], int] = lambda: 0,
        rows: int = 50,
        columns: int = 160,
    ) -> None:
        self.raw, self.busy, self._screen = "", busy, Screen(rows, columns)
        self._asked = 0
        self.fd, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            argv, stdin=child, stdout=child, stderr=child, env=env, cwd=cwd, start_new_session=True
        )
        os.close(child)

    # -- seeing ---------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Everything printed so far, without terminal codes."""
        return plain(self.raw)

    @property
    def screen(self) -> str:
        """What a person sees now."""
        return self._screen.text

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return self.process.poll() is None

    def pump(self, seconds: float) -> bool:
        """Read what the program prints for up to `seconds`; whether anything came."""
        end, got = time.monotonic() + seconds, False
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                break
            piece = self._read()
            if not piece:
                break
            got = True
            self._take(piece)
        return got

    def _read(self) -> str:
        try:
            return os.read(self.fd, 65536).decode("utf-8", "replace")
        except OSError as error:
            # Linux reports the end of a pty as an error of its own.
            if error.errno != errno.EIO:
                raise
            return ""

    def _take(self, piece: str) -> None:
        self.raw += piece
        self._screen.feed(piece)
        if "\x1b[6n" in piece:
            self.send(f"\x1b[{self._screen.row + 1};{self._screen.column + 1}R")

    def expect(self, pattern: str, *, seconds: float = 60, since: int = 0) -> re.Match[str]:
        """Wait until `pattern` is printed after offset `since` of `raw`. Raises NotSeen."""
        end = time.monotonic() + seconds
        while True:
            found = re.search(pattern, plain(self.raw[since:]))
            if found:
                return found
            if time.monotonic() > end or not (self.pump(0.2) or self.alive):
                raise NotSeen(f"{pattern!r} was not printed; the screen shows\n{self.screen}")

    def until(self, held: Callable[[], bool], *, seconds: float = 90) -> None:
        """Watch the screen until `held()`, say until the model was asked. Raises NotSeen."""
        end = time.monotonic() + seconds
        while not held():
            if time.monotonic() > end or not self.alive:
                raise NotSeen(f"it did not come to that; the screen shows\n{self.screen}")
            self.pump(0.1)

    def quiet(self, still: float = 1.2, *, seconds: float = 120) -> None:
        """Wait until words and model have been still for `still` seconds."""
        end, since, known = time.monotonic() + seconds, time.monotonic(), -1
        while self.alive and time.monotonic() < end and time.monotonic() - since < still:
            mark = len(self.raw)
            self.pump(0.2)
            count = self.busy()
            if count != known or plain(self.raw[mark:]).strip():
                since, known = time.monotonic(), count

    @property
    def at_plain_prompt(self) -> bool:
        """Whether the terminal itself collects a line, as it does for `input()`."""
        return bool(termios.tcgetattr(self.fd)[3] & termios.ICANON)

    # -- typing ---------------------------------------------------------------------------

    def send(self, data: str) -> None:
        """Send characters as they are."""
        os.write(self.fd, data.encode())

    def press(self, *keys: str) -> None:
        """Press named keys (KEYS), a moment apart."""
        for key in keys:
            self.send(KEYS[key])
            self.pump(0.15)

    def paste(self, text: str) -> None:
        """Paste, as a terminal does: between the bracketed-paste marks."""
        self.send("\x1b[200~" + text + "\x1b[201~")
        self.pump(0.5)

    def ready(self, prompt: str = PROMPT) -> None:
        """Wait for the composer of the terminal UI."""
        self.expect(prompt)
        self.quiet(2.0, seconds=40)

    def type(self, line: str) -> None:
        """Empty the composer, type a line and wait for its echo, without Enter.

        A host that is still starting would read two lines as one, and /undo leaves the
        undone words in the composer. A plain prompt has no composer to empty: there the
        keys would become part of the answer.
        """
        if not self.at_plain_prompt:
            self.press("ctrl-a", "ctrl-k")
        mark, wanted = len(self.raw), "".join(line.split())[-10:]
        self.send(line)
        end = time.monotonic() + 20
        while self.alive and time.monotonic() < end:
            if wanted in "".join(plain(self.raw[mark:]).split()):
                break
            self.pump(0.2)
        self.pump(0.4)

    def enter(self, line: str, *, still: float = 1.2) -> None:
        """Type a line, press Enter and wait until all is quiet."""
        self.type(line)
        self.press("enter")
        self.quiet(still)

    def answer(self, pattern: str, line: str) -> None:
        """Wait for a question on a plain prompt, then type the answer and press Enter."""
        self.expect(pattern, since=self._asked)
        self._asked = len(self.raw)
        self.send(line)
        self.press("enter")

    def choose(self, text: str) -> None:
        """Move a menu's pointer to the row that holds `text` and press Enter. Raises NotSeen."""
        for _ in range(60):
            self.quiet(0.3, seconds=5)
            if any(POINTER in line and text in line for line in self.screen.splitlines()):
                self.press("enter")
                return
            self.press("down")
        raise NotSeen(f"no row of the menu holds {text!r}; the screen shows\n{self.screen}")

    # -- leaving --------------------------------------------------------------------------

    def leave(self, line: str = "/quit", *, seconds: float = 20) -> int:
        """Leave the terminal UI and wait for the program to end; its exit code."""
        if self.alive:
            self.type(line)
            self.press("enter")
        return self.wait(seconds)

    def wait(self, seconds: float = 60) -> int:
        """Read until the program has ended; its exit code. Raises NotSeen."""
        end = time.monotonic() + seconds
        while self.alive:
            self.pump(0.2)
            if time.monotonic() > end:
                raise NotSeen(f"the program has not ended; the screen shows\n{self.screen}")
        self.pump(0.3)
        return self.process.returncode

    def close(self) -> None:
        """End the program if it still runs, and give the pty back."""
        if self.alive:
            self.process.kill()
        self.process.wait()
        os.close(self.fd)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
