"""One tool call, and what its words say: whether it runs an agent, types, writes, or goes on.

tool_calls.py reads them from Hermes' record, agent_records.py names who reads the other agents'.
"""

import json
import re
import shlex
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from ..text import lazy
from . import record

CALL_CHARS = 65_536  # of one row's calls in which an agent's command line is looked for
HELD_CHARS = 1_048_576  # and in which the words of a message are
DEEPEST = 20  # levels of nested arguments
GRAM = 4  # words that stand together, for a message that a command holds in pieces
# Tools that run a command, or write the file that a command runs; of Hermes and Claude Code.
WRITERS = frozenset({"write_file", "patch", "Write", "Edit"})
TYPERS = ("browser", "computer", "mcp")  # how the names of tools begin that type elsewhere
# Tools of plugins that run commands are known by what they are called.
_RUNS = lazy.regex(r"term|shell|exec|run|command|cmd|bash|code|python|process|ssh|console", re.I)
RUNNERS = WRITERS | {"terminal", "execute_code", "process", "Bash"}
# An agent's command line with words or a conversation to go on with; a name in prose is none.
_NAMES = ("hermes", "hermes_cli.main", "hermes-agent", "claude", "codex", "grok")
_WORD_BEFORE = lazy.regex(r"[\w.-]")
_WORD_AFTER = lazy.regex(r"[\w./-]")
_AFTER = lazy.regex(
    r"(?<![\w-])(?:chat|exec|resume|-[qzprc]|--(?:query|oneshot|print|resume|continue|cli|tui))"
    r"(?![\w-])|\A[^\n]{0,80}<"
)
_BEFORE = lazy.regex(
    r"\|\s*(?:[^\s|]*/)?\Z|(?<![\w.-])(?:tmux|screen|script|expect|pexpect|pty)(?![\w./-])"
)
# Its HTTP server does as well, and so does writing into its record.
_SERVED = lazy.regex(r"/v1/(?:chat/completions|responses|messages)(?!\w)")
_FORGED = lazy.regex(r"state\.db(?!\w)")
_STORES = lazy.regex(r"(?<!\w)(?:insert|replace|update)\s", re.I)
_NAMES_TRIED = 400
# What goes on behind its command: by a word of the shell, of Python, or by its last "&".
_DETACHERS = (
    *("nohup", "setsid", "tmux", "screen", "at", "batch", "crontab", "systemd-run", "systemctl"),
    *("launchctl", "docker", "podman", "disown", "daemon", "daemonize"),
)
_SPAWNS = lazy.regex(
    r"(?:Popen|fork|spawn|start_new_session|create_subprocess|^background$)", re.MULTILINE
)
_SPAWNING = ("Popen", "fork", "spawn", "start_new_session", "create_subprocess", "background")
_LEFT = lazy.regex(r"&\s*(?:$|[;)\n'\"])", re.MULTILINE)
_COMES_BACK = lazy.regex(
    r"(?<![\w-])(?:--?resume|--continue|-[rc]|resume)(?![\w-])"
    r"|(?<![\w.-])(?:tmux|screen|script|expect|pexpect|pty|sh|bash|zsh|python[\d.]*)(?![\w./-])"
)
# What outlives its command: a file, whatever then reads it.
_WRITES = lazy.regex(
    r"(?<![\d&=-])>>?(?!&|[ \t]*/dev/null)|(?<![\w.-])(?:tee|dd|cp|mv|sed)(?![\w./-])"
    r"|write(?:_text|_bytes|lines)?\(|open\("
)
_FILE = lazy.regex(r"[\w-]{1,100}\.\w{1,10}(?!\w)")
_TYPES = lazy.regex(r"send-keys|paste-buffer|set-buffer|(?<!\w)(?:stuff|xdotool|ydotool|mkfifo)\b")
_TARGET = lazy.regex(r"(?:>|\btee)[ \t]*([\w./~-]{1,200})")
_WORD = lazy.regex(r"\w+")
# What a shell prints words with; between the pieces of a message it is none of them.
_NOISE = frozenset({"echo", "printf", "print", "cat", "n", "e", "ne", "en", "s", "eof", "u"})
_LINE_END = lazy.regex(r"\\+[nrt]")
LETTERS = lazy.regex(r"[^\W_]+")
_ESCAPE = lazy.regex(r"\\+(?=[\"'/\\])")
_ASSIGNED = lazy.regex(r"(?<!\w)\w{1,40}=(?=[\"'])")
# A command is taken apart near an agent's name, in a piece of at most so many characters.
_NEAR = 2_000
_SHORT = 200  # characters of a line that may be a short message
_BETWEEN = lazy.regex(r"[\"'`\n]|\\+n")
_MARKS = frozenset("();<>|&")
_SAYS = frozenset({"echo", "printf"})


@dataclass(frozen=True)
class Call:
    """One tool call. `text` holds every string of its arguments, one below the other.

    `at` is seconds since 1970; `row` and `session` say where it stands. `ident` is its own id,
    `entry` that of its record, where it has one of its own; `over` is when it had its result,
    None where that is not known.
    """

    row: int
    session: str
    at: float | None
    tool: str
    text: str
    ident: str = ""
    over: float | None = None
    entry: str = ""

    @property
    def locator(self) -> str:
        """The address of the row that holds it."""
        return record.locator("hermes", self.session, str(self.row))

    @property
    def is_runner(self) -> bool:
        """Whether its tool runs commands or writes files; one that was cut may."""
        known = not self.tool or self.tool in RUNNERS or self.tool.startswith(TYPERS)
        return known or _RUNS.search(self.tool) is not None

    @cached_property
    def words(self) -> str:
        """Its bare words."""
        return bare(self.text)

    @cached_property
    def run_together(self) -> str:
        """Its letters, as `run_together` makes them."""
        return run_together(self.text)

    @cached_property
    def grams(self) -> frozenset[tuple[str, ...]]:
        """Every few words that stand together."""
        return grams(self.text)

    @cached_property
    def writes(self) -> bool:
        """Whether its words may stay for a later command: in a file, or typed into a field."""
        typed = self.tool in WRITERS or self.tool.startswith(TYPERS)
        return typed or _WRITES.search(self.text) is not None

    @cached_property
    def types(self) -> bool:
        """Whether it types into something that runs already: keys to a pane, input to a process."""
        return (
            self.tool == "process"
            or self.tool.startswith(TYPERS)
            or _TYPES.search(self.text) is not None
        )

    @cached_property
    def files(self) -> frozenset[str]:
        """The names of files in it, as bare words."""
        targets = (target.rsplit("/", 1)[-1] for target in _TARGET.findall(self.text))
        return frozenset(filter(None, map(bare, (*_FILE.findall(self.text), *targets))))

    def names_a_file_of(self, other: "Call") -> bool:
        """Whether a file that stands in another call stands in this one."""
        return any(name in self.words for name in other.files)

    @cached_property
    def _invocations(self) -> tuple[int, ...]:
        """Where a command line of an agent begins."""
        found = []
        low = self.text.lower()
        low = low if len(low) == len(self.text) else self.text
        places = ((start, start + len(name)) for name in _NAMES for start in standing(name, low))
        for start, end in islice(places, _NAMES_TRIED):
            if _AFTER.search(self.text[end : end + 400]) or _BEFORE.search(
                self.text[max(0, start - 200) : start]
            ):
                found.append(start)
        found += [match.start() for match in islice(_SERVED.finditer(self.text), 8)]
        if not found and _STORES.search(self.text):
            found += [match.start() for match in islice(_FORGED.finditer(self.text), 8)]
        return tuple(found)

    @property
    def invokes(self) -> bool:
        """Whether it holds a command line of an agent."""
        return bool(self._invocations)

    @cached_property
    def detached(self) -> bool:
        """Whether what it runs may go on after the call has its result."""
        text = self.text
        return (
            any(True for word in _DETACHERS for _ in standing(word, text))
            or any(text[m.start() - 1 : m.start()] not in ("&", ">") for m in _LEFT.finditer(text))
            or (any(mark in text for mark in _SPAWNING) and _SPAWNS.search(text) is not None)
        )

    @cached_property
    def may_come_back(self) -> bool:
        """Whether what it runs may type into its own conversation: no plain agent's command."""
        return not self.invokes or _COMES_BACK.search(self.text) is not None

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The bare words of each argument near a command line of an agent, and of each line."""
        found = {bare(line) for line in self.text.split("\n") if len(line) <= _SHORT}
        for near in self._near:
            found |= {bare(argument) for argument in arguments(near)}
        return frozenset(found)

    @cached_property
    def quoted(self) -> frozenset[str]:
        """The bare words of whatever stands between two quotes there, or two line ends.

        Without a command line of an agent, in its beginning.
        """
        looked = self._near or [self.text[:_NEAR]]
        pieces = (piece for near in looked for piece in _BETWEEN.split(near))
        return self.spoken | {bare(piece) for piece in pieces}

    @property
    def _near(self) -> list[str]:
        return [self.text[max(0, s - 500) : s + _NEAR] for s in self._invocations[:8]]


def arguments(command: str) -> list[str]:
    """What a shell would hand to the commands of a line; what `echo` says is one argument."""
    taken = shlex.shlex(_LINE_END.sub(" ", command), posix=True, punctuation_chars=True)
    taken.commenters = ""
    found: list[str] = []
    said: list[str] | None = None
    try:
        for token in taken:
            if token and _MARKS.issuperset(token):
                found += [" ".join(said)] if said else []
                said = None
            elif token in _SAYS:
                said = []
            elif said is not None:
                said += [] if token.startswith("-") or "%" in token else [token]
            found += [token, token.split("=", 1)[-1]]  # --query=…, W=…
    except ValueError:  # a quote is never closed, as where the piece was cut
        pass
    return [*found, " ".join(said)] if said else found


def bare(text: str) -> str:
    """The words of `text` without anything between them, so that no quoting of a shell matters.

    A space stands before, between and after them; "" without a word.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return f" {' '.join(words)} " if words else ""


def standing(word: str, text: str) -> Iterator[int]:
    """Where `word` stands in `text` as a word of its own, no part of a path or a name."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not _WORD_BEFORE.match(text[start - 1 : start]) and not _WORD_AFTER.match(text, end):
            yield start
        start = text.find(word, end)


def run_together(text: str) -> str:
    """The letters and digits of `text` alone: a word that quotes split is whole again."""
    return "".join(_plain(text))


def grams(text: str) -> frozenset[tuple[str, ...]]:
    """Every `GRAM` words of `text` that stand together."""
    words = _plain(text)
    return frozenset(zip(*(words[place:] for place in range(GRAM)), strict=False))


def share_in(text: str, known: frozenset[tuple[str, ...]]) -> float:
    """Which part of the words of `text` stands in one of the `known` grams."""
    words = _plain(text)
    covered = {
        place + inside
        for place in range(len(words) - GRAM + 1)
        if tuple(words[place : place + GRAM]) in known
        for inside in range(GRAM)
    }
    return len(covered) / len(words) if words else 0.0


def _plain(text: str) -> list[str]:
    """Its words, without those that a shell prints words with."""
    tidy = _ASSIGNED.sub(" ", _LINE_END.sub(" ", unicodedata.normalize("NFKC", text))).casefold()
    return [word for word in _WORD.findall(tidy) if word not in _NOISE]


def calls_of(row: int, session: Any, at: Any, written: Any) -> Iterator[Call]:
    """The calls that a row holds. One whose JSON was cut is a single call with no name."""
    if not isinstance(written, str) or not isinstance(session, str):
        return
    when = float(at) if isinstance(at, int | float) else None
    try:
        listed = json.loads(written)
    except (ValueError, RecursionError):
        yield Call(row, session, when, "", _unescaped(written))
        return
    for call in listed if isinstance(listed, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            given = _parsed(function.get("arguments"))
            text, ident = (
                "\n".join(strings(given)),
                str(call.get("id") or call.get("call_id") or ""),
            )
            yield Call(row, session, when, str(function.get("name")), text, ident)


def _unescaped(written: str) -> str:
    return _ESCAPE.sub("", _LINE_END.sub("\n", written))


def _parsed(arguments: Any) -> Any:
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        return _unescaped(str(arguments))


def strings(value: Any, depth: int = 0) -> Iterator[str]:
    """Every string in some arguments, and the name of every switch that is on."""
    if isinstance(value, str):
        yield value
    elif depth < DEEPEST and isinstance(value, dict):
        for key, inner in value.items():
            if inner is True:
                yield str(key)
            yield from strings(inner, depth + 1)
    elif depth < DEEPEST and isinstance(value, list):
        for inner in value:
            yield from strings(inner, depth + 1)
