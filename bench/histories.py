"""Invented transcripts of Claude Code, of any size, from a seed: what bench/index.py reads.

    claude(home, size)  below <home>/projects; other_histories.py has the other agents

The mix is that of recorded transcripts: about 85 % of the bytes are tool output and images (a
result stands twice in its record, as there), 2 to 4 % are words that somebody said; the rest is
thinking, tool calls and what stands around each record. `Made.mix` counts what came out. A
`size` with `bare` leaves out tools, images and thinking: many messages in little room.
Everything streams; nobody in it exists.
"""

import base64
import itertools
import json
import random
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from claims import COMMON, FIRST, GLUE, LAST, OTHER_LANGUAGES, SYLLABLES, TAIL, VERBS

START = datetime(2026, 1, 5, 8, tzinfo=UTC)
POOL = 300  # tool outputs that are made, and drawn from
USED = {
    "input_tokens": 6,
    "cache_creation_input_tokens": 34844,
    "cache_read_input_tokens": 15961,
    "cache_creation": {"ephemeral_5m_input_tokens": 34844, "ephemeral_1h_input_tokens": 0},
    "output_tokens": 184,
    "service_tier": "standard",
}
CODE = (
    '    if not path.exists():\n        raise FileNotFoundError(f"{path} is not there")\n',
    'def test_it_holds(tmp_path):\n    assert read(tmp_path / "a.txt") == "one\\ntwo"\n',
    "\t\tfor (const item of items) {\n\t\t\tconsole.log(`${item.name}: ${item.count}`);\n\t\t}\n",
    '{"name": "parser", "version": "1.4.2", "scripts": {"test": "node --test"}}\n',
    "\x1b[32mPASSED\x1b[0m tests/test_reader.py::test_one [ 12%]\n",
    "-rw-r--r--  1 dana staff   4096 Mar  3 10:12 reader.py\n",
    "diff --git a/reader.py b/reader.py\n@@ -10,6 +10,7 @@ def lines(path):\n+    return kept\n",
    "C:\\work\\parser\\src\\reader.py:41: error: incompatible types\n",
)


@dataclass(frozen=True, slots=True)
class Size:
    """How much to make: until one of the first three is reached; 0: no limit."""

    messages: int = 0
    bytes: int = 0
    sessions: int = 0
    turns: int = 12  # of one session, in the middle
    bare: bool = False

    def reached(self, made: "Made") -> bool:
        """Whether it is enough."""
        limits = (self.messages, self.bytes, self.sessions)
        counted = (made.messages, made.bytes, made.sessions)
        return any(most and n >= most for n, most in zip(counted, limits, strict=True))


@dataclass(slots=True)
class Made:
    """What came out: messages that somebody said, bytes, and of which kind the bytes are."""

    messages: int = 0
    sessions: int = 0
    bytes: int = 0
    mix: Counter[str] = field(default_factory=Counter)

    def shares(self) -> dict[str, float]:
        """The kinds of bytes in percent, the largest first."""
        return {kind: round(100 * n / max(1, self.bytes), 1) for kind, n in self.mix.most_common()}


class Speaker:
    """What people, assistants and tools say."""

    def __init__(self, seed: int) -> None:
        """The same words for the same seed."""
        self.dice = random.Random(seed)
        made = (
            "".join(self.dice.choices(SYLLABLES, k=self.dice.randint(2, 4))) for _ in range(TAIL)
        )
        self._words = [*COMMON, *made]
        self._weights = list(itertools.accumulate(1 / (r + 8) for r in range(len(self._words))))
        self._outputs = [self._tool_output() for _ in range(POOL)]
        noise = self.dice.randbytes(1_500_000)
        self._image = base64.b64encode(noise).decode()

    def said(self) -> str:
        """One message: 39 words in the middle, a few of them long; one in ten not English."""
        if self.dice.random() < 0.1:
            return self._foreign()
        left = int(min(1500, 3 + self.dice.lognormvariate(3.55, 1.1)))
        sentences = []
        while left > 0:
            count = min(left, self.dice.randint(4, 16))
            sentences.append(self._sentence(count))
            left -= count
        return " ".join(sentences)

    def output(self) -> str:
        """What a tool printed: 2 kB in the middle, 100 kB at most."""
        return self.dice.choice(self._outputs)

    def image(self) -> str:
        """A picture in base64, 40 to 400 kB."""
        length = self.dice.randint(10_000, 100_000) * 4
        start = self.dice.randrange(0, len(self._image) - length, 4)
        return self._image[start : start + length]

    def noise(self, length: int) -> str:
        """The signature of a thought, or another long value that nobody reads."""
        start = self.dice.randrange(0, len(self._image) - length)
        return self._image[start : start + length]

    def ident(self) -> str:
        """A UUID."""
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))

    def _sentence(self, count: int) -> str:
        words = self.dice.choices(self._words, cum_weights=self._weights, k=count)
        words[::3] = self.dice.choices(GLUE, k=len(words[::3]))
        shape = self.dice.random()
        if shape < 0.1:
            words.append(f"src/{words[0]}/{words[-1]}.py")
        elif shape < 0.2:
            words += ["in", f"MEM-{self.dice.randrange(20_000)}"]
        elif shape < 0.35:
            words[:1] = [self.dice.choice(FIRST), self.dice.choice(LAST), self.dice.choice(VERBS)]
        return f"{' '.join(words).capitalize()}."

    def _foreign(self) -> str:
        forms = self.dice.choices(OTHER_LANGUAGES, k=self.dice.randint(1, 4))
        name, word = self.dice.choice(FIRST), self.dice.choice(self._words)
        day = f"{self.dice.randint(1, 28)}.{self.dice.randint(1, 12)}."
        number = self.dice.randrange(9000)
        filled = (form.format(name=name, day=day, number=number, word=word) for form in forms)
        return "".join(filled).strip()

    def _tool_output(self) -> str:
        length = min(100_000, int(self.dice.lognormvariate(7.5, 1.5)))
        lines: list[str] = []
        while length > 0:
            is_code = self.dice.random() < 0.6
            line = (
                self.dice.choice(CODE)
                if is_code
                else f"{self.dice.randrange(900)}\t{self._sentence(9)}\n"
            )
            lines.append(line)
            length -= len(line)
        return "".join(lines)


class Writer:
    """Appends records of one session to a file, and counts what they are."""

    def __init__(self, speaker: Speaker, made: Made, file: IO[bytes], began: datetime) -> None:
        self.speaker, self.made, self.file, self.now = speaker, made, file, began
        made.sessions += 1

    def stamp(self) -> str:
        """The next moment, as ISO 8601."""
        self.now += timedelta(seconds=self.speaker.dice.randint(1, 40))
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def line(self, kind: str, record: dict[str, Any]) -> None:
        """One record."""
        data = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self.file.write(data)
        self.made.bytes += len(data)
        self.made.mix[kind] += len(data)

    def words(self) -> str:
        """A message, counted."""
        text = self.speaker.said()
        self.made.messages += 1
        return text


class ClaudeSession(Writer):
    """One transcript of Claude Code."""

    def __init__(
        self,
        speaker: Speaker,
        made: Made,
        file: IO[bytes],
        began: datetime,
        *,
        session: str,
        cwd: str,
    ) -> None:
        super().__init__(speaker, made, file, began)
        self._session, self._cwd, self._tip = session, cwd, ""

    def turn(self, *, bare: bool) -> None:
        """A prompt, what the agent did, and its answer."""
        dice = self.speaker.dice
        self.record("said", "user", {"role": "user", "content": self.words()})
        for _ in range(0 if bare else min(12, int(dice.expovariate(1 / 3.2)))):
            self._round()
        if not bare and dice.random() < 0.3:
            self.record(
                "other", "system", subtype="turn_duration", durationMs=dice.randrange(90_000)
            )
        self._answer("said", {"type": "text", "text": self.words()})

    def _round(self) -> None:
        dice, said = self.speaker.dice, self.speaker
        if dice.random() < 0.4:
            thought = {"type": "thinking", "thinking": "", "signature": said.noise(600)}
            self._answer("thinking", thought)
        if dice.random() < 0.2:
            self._answer("said", {"type": "text", "text": self.words()})
        call = f"toolu_{said.noise(22)}"
        given = {"command": f"rg -n {said.noise(9)} src", "description": "Look for it"}
        self._answer("tool calls", {"type": "tool_use", "id": call, "name": "Bash", "input": given})
        is_image = dice.random() < 0.006
        result = [_picture(said.image())] if is_image else said.output()
        block = {"tool_use_id": call, "type": "tool_result", "content": result, "is_error": False}
        shown: Any = {"stdout": result, "stderr": "", "interrupted": False, "isImage": is_image}
        self.record(
            "images" if is_image else "tool output",
            "user",
            {"role": "user", "content": [block]},
            toolUseResult={"type": "image"} if is_image else shown,
        )

    def _answer(self, kind: str, block: dict[str, Any]) -> None:
        ident = f"msg_{self.speaker.noise(24)}"
        head = {"model": "claude-invented-1", "id": ident, "type": "message", "role": "assistant"}
        message = {**head, "content": [block], "stop_reason": None, "usage": USED}
        self.record(kind, "assistant", message)

    def record(self, what: str, kind: str, message: Any = None, **more: Any) -> None:
        """One record, in the order of keys in which the program writes them."""
        ident = self.speaker.ident()
        said = {} if message is None else {"message": message}
        head = {"type": kind, **said}
        if kind == "assistant":
            head = {**said, "requestId": f"req_{self.speaker.noise(24)}", "type": kind}
        obj = {
            "parentUuid": self._tip or None,
            "isSidechain": False,
            **head,
            "uuid": ident,
            "timestamp": self.stamp(),
            **more,
            "userType": "external",
            "entrypoint": "cli",
            "cwd": self._cwd,
            "sessionId": self._session,
            "version": "2.1.114",
            "gitBranch": "main",
        }
        self.line(what, obj)
        self._tip = ident


def _picture(data: str) -> dict[str, Any]:
    source = {"type": "base64", "media_type": "image/png", "data": data}
    return {"type": "image", "source": source}


def claude(home: Path, size: Size, *, seed: int = 7) -> Made:
    """Transcripts of Claude Code below `home`, its configuration folder."""
    speaker, made = Speaker(seed), Made()
    for number in itertools.count():
        if size.reached(made):
            return made
        ident, project = speaker.ident(), f"parser{number % 20}"
        folder = home / "projects" / f"-work-{project}"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{ident}.jsonl").open("wb") as file:
            began = START + timedelta(minutes=7 * number)
            chat = ClaudeSession(
                speaker, made, file, began, session=ident, cwd=f"/home/dev/{project}"
            )
            turns(speaker, size, made, lambda chat=chat: chat.turn(bare=size.bare))
    return made


def turns(speaker: Speaker, size: Size, made: Made, turn: Callable[[], None]) -> None:
    """One session: some turns, at least one."""
    for _ in range(1 + int(speaker.dice.expovariate(1 / size.turns))):
        turn()
        if (size.messages or size.bytes) and size.reached(made):
            return
