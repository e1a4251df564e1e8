"""Random histories of Grok sessions: reading what is new comes to the same as reading everything.

Each history appends in arbitrary cuts, goes back, forks, moves, deletes, truncates, replaces,
rewrites and corrupts; after every few steps the index that followed it must equal a new one.
"""

import json
import os
import random
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions import grok_calls
from agent_si.vendor.sessions.adapters import grok_records, jsonl
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.stored import fetch
from grok_fixtures import GrokSession
from index_views import everything

NOW = datetime(2026, 5, 20, tzinfo=UTC)
WORDS = ["walnut", "plum", "quince", "medlar", "sorb", "almond", "hazel", "mulberry"]
HISTORIES = int(os.environ.get("AGENT_SI_GROK_HISTORIES", "60"))
COUNTS = "SELECT u.name, u.skipped FROM unit AS u WHERE u.expired = 0 ORDER BY u.name"


class History:
    """One random history of several sessions, and what can happen to it."""

    def __init__(self, home, seed):
        self.home = home
        self.random = random.Random(seed)
        self.sessions = []
        self.torn = {}
        self.count = 0
        self.start()

    def start(self):
        session = GrokSession(
            self.home, self.name(), cwd=self.random.choice(["/work/a", "/work/b"])
        )
        session.seconds = self.count * 10_000
        session.numbered = self.random.random() < 0.8
        self.sessions.append(session)
        self.prompt(session)

    def name(self):
        self.count += 1
        return f"01a22cd1-e2f5-7b02-be47-f3374248{self.count:04d}"

    def sentence(self):
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 7)))

    def pieces(self):
        return [self.sentence() + " " for _ in range(self.random.choice([1, 1, 1, 2, 5]))]

    # -- what the program writes ----------------------------------------------------------------

    def prompt(self, session):
        if session.numbered:
            session.prompt(self.pieces(), chat=self.random.random() < 0.6)
        else:
            for piece in self.pieces():
                session.piece(piece)

    def numbers(self, session):
        """From here on the program numbers its prompts."""
        session.numbered = True

    def answer(self, session):
        session.answer(*self.pieces())

    def thought(self, session):
        session.thought(self.sentence())

    def tool(self, session):
        session.tool(self.random.choice(["ls", f'hermes -z "{self.sentence()}"']), "output " * 50)

    def done(self, session):
        session.done()

    def other(self, session):
        session.other(self.random.choice(["hook_execution", "brand_new", "task_started"]))

    def echo(self, session):
        """What the program writes as the user."""
        marks = self.random.choice(
            [
                {},
                {"hostTurn": True},
                {"promptIndex": session.index, "hideFromScrollback": True},
                {"interjection": True},
            ]
        )
        session.index += "promptIndex" in marks
        inside = self.random.choice([None, None, {"bash_command": "ls"}, {"displayText": "said"}])
        session.piece(self.sentence(), inside, **marks)

    def wake_up(self, session):
        """The program begins a turn by itself; its name comes with the answer, or later."""
        is_known = self.random.random() < 0.5
        session.prompt(self.sentence(), chat=not is_known)
        if is_known:
            session.synthetic("a task ended", "task_completed", session.index - 1)
        if self.random.random() < 0.7:
            session.answer(self.sentence(), turn="task-completed-1")

    def late_name(self, session):
        """That the program began the turn is seen later."""
        session.answer(self.sentence(), turn=self.random.choice(["notifications-1", "turn-1"]))

    def late_news(self, session):
        """The chat history says of an older prompt that nobody typed it."""
        session.synthetic("tick", "scheduler_fired", self.random.randint(0, session.index + 1))

    def compact(self, session):
        session.rewrite_chat([{"type": "user", "content": "sum", "synthetic_reason": "compaction"}])

    def rewind(self, session):
        session.rewind(self.random.randint(0, session.index + 1))

    def off(self, session):
        session.prompt(self.random.choice(["#off-record please", "#on-record"]))

    def legacy(self, session):
        session.answer(self.sentence())
        *lines, last = session.updates.read_bytes().splitlines(keepends=True)
        try:
            params = json.loads(last)["params"]
        except ValueError:
            return
        with session.updates.open("r+b") as file:
            file.truncate(sum(map(len, lines)))
        session.lines -= 1
        session.raw((json.dumps(params) + "\n").encode())

    def summary(self, session):
        session.summary(
            **self.random.choice(
                [
                    {"generated_title": self.sentence()},
                    {"hidden": self.random.random() < 0.5},
                    {"session_kind": self.random.choice(["headless", "worktree"])},
                    {"source_workspace_dir": "/work/source"},
                ]
            )
        )

    def no_summary(self, session):
        (session.folder / "summary.json").unlink(missing_ok=True)

    def fork(self, session):
        self.settle(session)
        try:
            other = session.fork(self.name(), hidden=False, session_kind="fork")
        except (ValueError, KeyError, TypeError):
            return  # the file is broken; nothing forks from it
        other.numbered = session.numbered
        self.sessions.append(other)

    def move(self, session):
        self.settle(session)
        cwd = self.random.choice(["/work/a", "/work/b", "/work/c"])
        if cwd != session.cwd:
            session.move(cwd)

    def delete(self, session):
        if len(self.sessions) > 1:
            self.sessions.remove(session)
            session.delete()

    # -- what happens to files --------------------------------------------------------------------

    def cut(self, session):
        """Stop in the middle of the last record, as a reader meets a writer."""
        data = session.updates.read_bytes()
        keep = self.random.randint(max(0, len(data) - 200), len(data))
        self.torn[session.session] = data[keep:]
        os.truncate(session.updates, keep)

    def settle(self, session):
        data = self.torn.pop(session.session, b"")
        with session.updates.open("ab") as file:
            file.write(data)

    def truncate(self, session):
        self.torn.pop(session.session, None)
        os.truncate(session.updates, self.random.randint(0, session.updates.stat().st_size))

    def replace(self, session):
        self.torn.pop(session.session, None)
        lines = session.updates.read_bytes().splitlines(keepends=True)
        del lines[self.random.randrange(len(lines) or 1) :]
        aside = session.updates.with_suffix(".new")
        aside.write_bytes(b"".join(lines))
        aside.replace(session.updates)

    def rewrite(self, session):
        """Other words of the same length in the same place."""
        data = session.updates.read_bytes().replace(b"walnut", b"tunlaw", self.random.randint(1, 3))
        stat = session.updates.stat()
        session.updates.write_bytes(data)
        later = stat.st_mtime_ns + 10_000_000
        os.utime(session.updates, ns=(later, later))

    def garbage(self, session):
        torn = b'{"timestamp":1,"method":"session/update","params":{"sessionId":"x","upd\n'
        session.raw(self.random.choice([b"\0" * 40 + b"\n", b"not json\n", b"\n", torn]))

    def doubled(self, session):
        """Two records, or three, on one line."""
        pair = self.random.choice([("answer", "answer"), ("prompt", "answer"), ("done", "answer")])
        for act in pair:
            getattr(self, act)(session)
        *lines, first, second = session.updates.read_bytes().splitlines(keepends=True)
        os.truncate(session.updates, sum(map(len, lines)))
        with session.updates.open("ab") as file:
            file.write(first.rstrip(b"\n") + second)

    def without_updates(self, session):
        self.torn.pop(session.session, None)
        if session.history.exists():
            session.updates.unlink()

    def chat_grows(self, session):
        """A session without updates goes on."""
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice(["user", "assistant", "tool_result"])
            session.chat({"type": kind, "content": self.sentence()})
        if self.random.random() < 0.2:
            self.compact(session)

    def step(self):
        if self.random.random() < 0.04:
            self.start()
        session = self.random.choice(self.sessions)
        act = self.random.choices(*zip(*ACTS, strict=True))[0]
        if not session.updates.exists() and self.random.random() < 0.8:
            self.chat_grows(session)
            return
        session.updates.touch()
        if act not in (History.truncate, History.replace, History.delete):
            self.settle(session)
        act(self, session)


ACTS = (
    (History.prompt, 20),
    (History.answer, 22),
    (History.thought, 4),
    (History.tool, 8),
    (History.done, 12),
    (History.other, 3),
    (History.echo, 4),
    (History.wake_up, 3),
    (History.late_name, 2),
    (History.late_news, 2),
    (History.compact, 1),
    (History.rewind, 5),
    (History.off, 2),
    (History.legacy, 1),
    (History.numbers, 1),
    (History.summary, 3),
    (History.no_summary, 1),
    (History.fork, 2),
    (History.move, 2),
    (History.delete, 1),
    (History.cut, 8),
    (History.truncate, 2),
    (History.replace, 2),
    (History.rewrite, 2),
    (History.garbage, 3),
    (History.doubled, 3),
    (History.without_updates, 3),
)


@pytest.fixture
def folder(tmp_path):
    """A folder in memory where there is one: hundreds of files are made and synced."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as name:
        yield Path(name)


def counts(index):
    """What was left out of each session, and why; places of commands that ran an agent."""
    calls = "SELECT u.name, c.at, c.place FROM agent_call AS c JOIN unit AS u ON u.n = c.unit"
    return fetch(index._db, COUNTS), sorted(fetch(index._db, calls))


@pytest.mark.parametrize("block", range(10))
def test_reading_what_is_new_equals_reading_everything(folder, block):
    for seed in range(block * HISTORIES // 10, (block + 1) * HISTORIES // 10):
        home = folder / f"grok{seed}"
        history = History(home, seed)
        adapter = Grok(home)
        with SessionIndex.open(folder / f"{seed}.db") as index:
            for turn in range(4):
                for _ in range(history.random.randint(1, 12)):
                    history.step()
                index.refresh([adapter], now=NOW)
                fresh = folder / f"{seed}-{turn}.db"
                with SessionIndex.open(fresh) as other:
                    other.refresh([adapter], now=NOW)
                    assert everything(index) == everything(other), (seed, turn)
                    assert counts(index) == counts(other), (seed, turn)
            assert index.check() == []


SAID = '{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"said"}}'
RAN = '"rawInput":{"command":"hermes -z go"}'
INSIDE = (
    *(f'"update":{SAID}', f'"params":{{"update":{SAID}}}', '"method":"other"', RAN),
    *('"sessionUpdate":"user_message_chunk"', f'"\\u0075pdate":{SAID}', '"target_prompt_index":0'),
    *('"sessionUpdate":"tool_call"', f'"{chr(92)}u0072awInput":{{"command":"grok -p go"}}'),
    *('"content":{"type":"text","text":"said"}', '"sessionUpdate":"agent_message_chunk"'),
)


def bent(line, chance):
    """A line with a key more, or with a piece taken out, doubled or changed."""
    ends = [found.start() for found in re.finditer(rb',"|\}', line)]
    if ends and chance.random() < 0.8:
        place = chance.choice(ends)
        return line[:place] + b"," + chance.choice(INSIDE).encode() + line[place:]
    first, last = sorted(chance.randrange(len(line) + 1) for _ in range(2))
    middle = chance.choice([b"", line[first:last] * 2, chance.randbytes(3), b'"}', b"\\", b"{"])
    return line[:first] + middle + line[last:]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_passed_over_unread_says_nothing_and_runs_nothing(folder, seed):
    """The look at a line's beginning drops nothing that the parser keeps."""
    history = History(folder / "grok", seed)
    for _ in range(30):
        history.step()
    session = history.sessions[0]
    history.settle(session)
    session.raw(b"\n")
    history.tool(session)
    written = [s.updates for s in history.sessions if s.updates.exists()]
    lines = [line for path in written for line in path.read_bytes().split(b"\n")]
    passed = 0
    for line in [*lines, *(bent(line, history.random) for line in lines * 30 if line)]:
        if not grok_records.is_bulk(line):
            continue
        passed += 1
        for each in jsonl.objects(line, grok_records.REQUIRED)[0]:
            assert grok_records.read(each) == grok_records.Update(grok_records.OTHER)
            assert list(grok_calls.calls_of(each)) == []
    assert passed
