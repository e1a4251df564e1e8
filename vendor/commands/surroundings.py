"""What a command stands in: home, clock, environment, terminal. Built once, by the top row.

A person's commands (settle and its kind) act with the person's authority. They refuse without a
terminal and in a shell that an agent started; whoever has such a shell could imitate a person at
a terminal all the same, which README says.
"""

import contextlib
import io
import os
import secrets as random_codes
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..recall import settings

if TYPE_CHECKING:
    from ..recall.memory import Memory

# These two Hermes 0.22 sets in its own process too, before a command of ours runs.
HOST_OWN = ("HERMES_AGENT", "AI_AGENT")
# Set by other agents in the shells that they start.
OTHERS = (
    "CLAUDECODE",
    "CODEX_THREAD_ID",
    "CODEX_SANDBOX",
    "GROK_AGENT",
    "GEMINI_CLI",
    "CURSOR_AGENT",
)
AGENT_MARKS = ("HERMES_SESSION_ID", *HOST_OWN, *OTHERS)
# With any other value a person chose what Grok is to be.
GROKS_OWN = {"GROK_AGENT": "1"}
# Control characters but the tab and the new line: a terminal would act on them.
_STEERS = dict.fromkeys({*range(32), *range(127, 160)} - {9, 10}, "\N{REPLACEMENT CHARACTER}")


def counted(count: int, what: str) -> str:
    """How many of a thing: `1 row`, `2 rows`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def agent_mark(environ: Mapping[str, str], names: Iterable[str] = AGENT_MARKS) -> str:
    """The first mark that an agent set in the shell it started, "" in a person's own."""
    return next(
        (n for n in names if environ.get(n) and environ[n] == GROKS_OWN.get(n, environ[n])), ""
    )


class NotAllowed(Exception):
    """The command needs a person at a terminal; the sentence says why this is not one."""


class Misused(ValueError):
    """It could not be asked that way; the sentence says how it can be."""


class Stopped(Exception):
    """The person ended the dialogue; nothing was changed."""


class Unheard(Exception):
    """What is to be said cannot be written: a full disk behind `>`."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Everything from outside that a command may use.

    brain: a brain's folder by itself; then there is no home and nothing of `home` is read.
    """

    home: Path
    clock: Callable[[], datetime]
    environ: Mapping[str, str]
    stdin: TextIO
    stdout: TextIO
    zone: tzinfo | None = None
    brain: Path | None = None

    @classmethod
    def of_process(
        cls, home: Path, *, clock: Callable[[], datetime] | None = None, brain: Path | None = None
    ) -> "Surroundings":
        """Those of this process, for a home or a brain's folder that the caller names."""
        clock = clock or (lambda: datetime.now(UTC))
        typed = sys.stdin or io.StringIO()  # None where the process was started without one
        shown = sys.stdout or io.StringIO()
        return cls(home, clock, _started_with(), typed, shown, brain=brain)

    def memory(self) -> "Memory":
        """The memory of this home, with its settings as they are now."""
        from ..recall.memory import Memory

        found = settings.of_brain(self.brain) if self.brain else settings.load(self.home)
        return Memory(found, clock=self.clock, zone=self.zone, user_home=Path.home())

    def say(self, line: str = "") -> None:
        """One line to the person; what would steer a terminal, or what it lacks, is replaced.

        Raises:
            BrokenPipeError, Unheard: it cannot be written.
        """
        try:
            print(self._shown(line), file=self.stdout, flush=True)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Unheard(f"the output cannot be written ({error.strerror})") from None

    def close(self) -> None:
        """Nobody reads any more (`… | head`): what is still to be printed goes nowhere."""
        with contextlib.suppress(OSError, ValueError), Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), self.stdout.fileno())

    def _shown(self, line: str) -> str:
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        return line.translate(_STEERS).encode(encoding, "replace").decode(encoding)

    @property
    def interactive(self) -> bool:
        """Whether a person can answer."""
        return self.stdin.isatty() and self.stdout.isatty()

    @property
    def is_persons(self) -> bool:
        """Whether it is a person's terminal, not a pipe and not a shell of an agent."""
        return self.interactive and not agent_mark(self.environ)

    def ask(self, question: str, default: str = "") -> str:
        """One answer, or `default` for an empty one.

        Raises:
            Stopped: end of input, or Ctrl-C.
        """
        shown = f"{question} [{default}]: " if default else f"{question}: "
        self.stdout.write(self._shown(shown))
        self.stdout.flush()
        try:
            line = self.stdin.readline()
        except KeyboardInterrupt:
            raise Stopped("nothing was changed") from None
        if not line:
            raise Stopped("nothing was changed")
        return line.strip() or default

    def require_person(self, what: str) -> None:
        """Refuse unless a person sits at this terminal (DESIGN, Authority).

        Raises:
            NotAllowed: there is no terminal, or an agent started this shell.
        """
        if mark := agent_mark(self.environ):
            raise NotAllowed(
                f"{what} is a person's decision, and this shell was started by an agent ({mark} "
                "is set). Run it in a terminal of your own."
            )
        if not self.interactive:
            raise NotAllowed(f"{what} is a person's decision and needs a terminal to ask at.")

    def confirm(self, what: str) -> None:
        """Ask for a code typed from the screen.

        Raises:
            Stopped: something else was typed.
        """
        code = random_codes.token_hex(2)
        if self.ask(f"Type {code} to {what}, anything else to leave it") != code:
            raise Stopped("nothing was changed")


def _started_with() -> Mapping[str, str]:
    """The environment this process was given, before the host added its own marks to it.

    Where the system does not show that, the marks that the host sets itself say nothing.
    """
    try:
        block = Path(f"/proc/{os.getpid()}/environ").read_bytes()
    except OSError:
        block = b""
    if not block:
        known = os.environ.items()
        return {name: value for name, value in known if name not in HOST_OWN}
    pairs = (item.partition("=") for item in block.decode("utf-8", "replace").split("\0"))
    return {name: value for name, _, value in pairs if name}
