"""A refresh follows the histories: what is new comes in, what is gone or private is not there."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.sessions import admit, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from index_views import everything, on_disk, texts
from session_fixtures import ClaudeFile, HermesState

NOW = datetime(2026, 5, 20, tzinfo=UTC)
MONTH = timedelta(days=31)


def sessions(claude, count, *, days_old=0.0):
    """`count` transcripts, each of one prompt, last written `days_old` days before NOW."""
    found = []
    for number in range(count):
        chat = ClaudeFile(claude, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}")
        chat.prompt(f"Plant walnut tree number {number}.")
        age(chat, days_old)
        found.append(chat)
    return found


def age(chat, days):
    at = (NOW - timedelta(days=days)).timestamp()
    os.utime(chat.path, (at, at))


def credential():
    """A password as people write it, put together here so that it stands in no file."""
    return (
        "The " + "pass" + "word of the router is " + "hunter" + "".join(["-Zx", "9", "Qp!", "47k"])
    )


def test_both_histories_are_in_one_index(claude, hermes, index, refresh):
    """R29."""
    ClaudeFile(claude).prompt("Plant the walnut tree.")
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "And where does the walnut tree stand?", "Beside the well.")
    refresh(Hermes(hermes), ClaudeCode(claude))
    state.close()
    assert {hit.agent for hit in index.search(words.query("walnut tree"))} == {"claude", "hermes"}
    assert [stats.agent for stats in index.stats()] == ["claude", "hermes"]


def test_an_unchanged_history_is_not_read_again(claude, index, refresh):
    sessions(claude, 5)
    assert refresh(ClaudeCode(claude)).agents["claude"].read == 5
    assert refresh(ClaudeCode(claude)).agents["claude"].read == 0


def test_of_a_transcript_that_grew_only_the_new_part_is_read(claude, index, refresh, monkeypatch):
    """R28."""
    from agent_si.vendor.sessions.adapters import jsonl

    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    for _ in range(200):
        chat.tool("dig", "earth " * 200)
    refresh(ClaudeCode(claude))
    before = chat.path.stat().st_size
    chat.answer("Done.")
    chat.prompt("Water it.")
    read = []
    leave = jsonl.Tail.__exit__
    monkeypatch.setattr(
        jsonl.Tail, "__exit__", lambda self, *a: read.append(self.bytes_read) or leave(self, *a)
    )
    report = refresh(ClaudeCode(claude))
    assert report.added == 2
    grown = chat.path.stat().st_size - before
    assert sum(read) <= grown + 4 * jsonl.BLOCK < before / 10


def test_a_file_that_its_owner_deleted_leaves_with_its_bytes(claude, index, refresh):
    """R30's other half: what was deleted is in no file of ours."""
    chats = sessions(claude, 4)
    chats[0].prompt("The zanthoxylum-marker belongs to nobody else.")
    refresh(ClaudeCode(claude))
    chats[0].path.unlink()
    report = refresh(ClaudeCode(claude))
    assert report.agents["claude"].removed == 2
    assert len(texts(index)) == 3
    index.close()
    assert b"zanthoxylum" not in on_disk(index.path).lower()
    index.__init__(index.path, schema.open_index(index.path))


def test_a_message_taken_back_leaves_with_its_bytes(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    for number in range(30):
        state.turn("s1", f"Question {number} about trees?", f"Answer {number} about trees.")
    wrong, _ = state.turn("s1", "Sell the zanthoxylum house.", "Sold the zanthoxylum house.")
    refresh(Hermes(hermes))
    state.undo("s1", wrong)
    refresh(Hermes(hermes), full=False)
    index.close()
    assert b"zanthoxylum" not in on_disk(index.path).lower()
    index.__init__(index.path, schema.open_index(index.path))
    state.close()


def test_words_that_were_replaced_leave_with_their_bytes(claude, index, refresh):
    chat = sessions(claude, 1)[0]
    chat.prompt("The zanthoxylum-marker belongs to nobody else.")
    refresh(ClaudeCode(claude))
    chat.path.write_bytes(chat.path.read_bytes().replace(b"zanthoxylum", b"blackthorn!"))
    refresh(ClaudeCode(claude))
    assert index.search(words.query("blackthorn"))
    index.close()
    assert b"zanthoxylum" not in on_disk(index.path).lower()
    index.__init__(index.path, schema.open_index(index.path))


def test_sessions_that_held_nothing_may_all_go_at_once(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    for number in range(5):
        state.session(f"cron{number}", source="cron")
        state.turn(f"cron{number}", "machine-marker", "machine-marker")
    refresh(Hermes(hermes))
    for number in range(5):
        state.delete(f"cron{number}")
    refresh(Hermes(hermes), full=False)
    assert index.stats()[0].trouble == ""
    assert index.stats()[0].skipped == {}
    state.close()


def test_an_old_file_that_is_gone_has_expired_and_is_kept(claude, index, refresh):
    chats = sessions(claude, 4)
    age(chats[0], 40)
    refresh(ClaudeCode(claude))
    chats[0].path.unlink()
    report = refresh(ClaudeCode(claude))
    assert (report.agents["claude"].expired, report.agents["claude"].removed) == (1, 0)
    assert len(texts(index)) == 4
    assert index.stats()[0].only_here == 1
    assert refresh(ClaudeCode(claude)).agents["claude"].expired == 0


def test_expired_sessions_go_when_the_person_wants_it_so(claude, index, refresh):
    chats = sessions(claude, 4)
    age(chats[0], 40)
    refresh(ClaudeCode(claude))
    chats[0].path.unlink()
    refresh(ClaudeCode(claude), keep_expired=False)
    assert len(texts(index)) == 3


def test_many_old_files_may_expire_at_once(claude, index, refresh):
    chats = sessions(claude, 6, days_old=40)
    chats[0].prompt("Still in use.")
    age(chats[0], 1)
    refresh(ClaudeCode(claude))
    for chat in chats[1:]:
        chat.path.unlink()
    report = refresh(ClaudeCode(claude))
    assert report.agents["claude"].expired == 5
    assert not report.agents["claude"].unreached
    assert len(texts(index)) == 7


def test_when_a_third_is_missing_nothing_is_deleted(claude, index, refresh):
    chats = sessions(claude, 9)
    refresh(ClaudeCode(claude))
    for chat in chats[:3]:
        chat.path.unlink()
    report = refresh(ClaudeCode(claude))
    assert report.agents["claude"].unreached == 3
    assert len(texts(index)) == 9
    assert "3 of 9" in index.stats()[0].trouble
    assert index.stats()[0].unreached == 3


def test_when_the_folder_is_gone_nothing_is_deleted(claude, index, refresh):
    sessions(claude, 2)
    refresh(ClaudeCode(claude))
    claude.rename(claude.with_name("elsewhere"))
    report = refresh(ClaudeCode(claude))
    assert report.agents["claude"].unreached == 2
    assert len(texts(index)) == 2
    assert "not there" in index.stats()[0].trouble
    claude.with_name("elsewhere").rename(claude)
    refresh(ClaudeCode(claude))
    assert index.stats()[0].trouble == ""


def test_when_state_db_is_gone_or_new_nothing_is_deleted(hermes, index, refresh):
    state = HermesState(hermes / "state.db")
    for number in range(4):
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Plant walnut tree {number}.", "Done.")
    refresh(Hermes(hermes))
    state.close()
    for path in hermes.iterdir():
        path.unlink()
    refresh(Hermes(hermes))
    assert len(texts(index)) == 8
    fresh = HermesState(hermes / "state.db")
    fresh.session("n1")
    fresh.turn("n1", "Is this a new house?", "It is.")
    refresh(Hermes(hermes))
    assert len(texts(index)) == 10
    fresh.close()


def test_a_file_that_comes_back_has_not_expired(claude, index, refresh):
    chats = sessions(claude, 4, days_old=40)
    refresh(ClaudeCode(claude))
    data = chats[0].path.read_bytes()
    chats[0].path.unlink()
    refresh(ClaudeCode(claude))
    chats[0].path.write_bytes(data)
    refresh(ClaudeCode(claude))
    assert index.stats()[0].only_here == 0
    assert len(texts(index)) == 4


def test_a_credential_is_never_written(claude, hermes, index, refresh):
    """R30: neither as a message nor as a title, in no table and in no byte."""
    chat = ClaudeFile(claude)
    chat.prompt(credential())
    chat.title(credential())
    chat.answer("Keep it in a vault.")
    state = HermesState(hermes / "state.db")
    state.session("s1", title=credential())
    state.say("s1", "user", credential())
    state.say("s1", "assistant", "You said: " + credential())
    state.say("s1", "user", "Plant the walnut tree.")
    report = refresh(Hermes(hermes), ClaudeCode(claude))
    state.close()

    assert sorted(texts(index)) == ["Keep it in a vault.", "Plant the walnut tree."]
    assert report.agents["claude"].kept_out == 1
    assert [stats.kept_out for stats in index.stats()] == [{"credential": 1}, {"credential": 2}]
    index._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    data = b"".join(on_disk(index.path).split(b"-"))
    index.close()
    assert b"hunter" not in data
    index.__init__(index.path, schema.open_index(index.path))


def test_when_the_detector_fails_the_message_stays_out(claude, index, refresh, monkeypatch):
    """R30."""

    def fails(text):
        raise ValueError(text)

    ClaudeFile(claude).prompt("Plant the walnut tree.")
    monkeypatch.setattr(admit.secrets, "find", fails)
    refresh(ClaudeCode(claude))
    assert texts(index) == []
    assert index.stats()[0].kept_out == {"detector failed": 1}


def test_a_newer_detector_is_held_against_what_is_stored(claude, index, refresh, monkeypatch):
    chats = sessions(claude, 3, days_old=40)
    refresh(ClaudeCode(claude))
    chats[0].path.unlink()
    refresh(ClaudeCode(claude))
    find = admit.secrets.find
    monkeypatch.setattr(
        admit.secrets, "find", lambda text: "token" if "number 0" in text else find(text)
    )
    monkeypatch.setattr(schema.secrets, "RULES", schema.secrets.RULES + 1)
    refresh(ClaudeCode(claude))
    assert texts(index) == ["Plant walnut tree number 1.", "Plant walnut tree number 2."]


def test_other_words_are_indexed_anew_from_what_is_stored(claude, index, refresh, monkeypatch):
    sessions(claude, 3)
    refresh(ClaudeCode(claude))
    indexed = words.indexed
    monkeypatch.setattr(schema.words, "indexed", lambda text: "everything " + indexed(text))
    refresh(ClaudeCode(claude))
    found = index._fetch("SELECT count(*) FROM message_fts WHERE message_fts MATCH 'everything'")
    assert found == [(3,)]


@pytest.mark.parametrize("marker", ["#off-record", "#Off-Record: between us", "#off-record\nso"])
def test_from_off_record_on_nothing_is_kept_until_on_record(hermes, index, refresh, marker):
    state = HermesState(hermes / "state.db")
    state.session("s1", title="A title that tells it")
    state.turn("s1", "Plant the walnut tree.", "Done.")
    state.turn("s1", marker, "Between us then.")
    state.turn("s1", "The neighbours are moving away.", "I see.")
    refresh(Hermes(hermes))
    assert texts(index) == ["Plant the walnut tree.", "Done."]
    state.turn("s1", "They leave in June.", "In June.")
    refresh(Hermes(hermes), full=False)
    assert len(texts(index)) == 2
    state.turn("s1", "#on-record", "On record again.")
    state.turn("s1", "Water the walnut tree.", "Watered.")
    refresh(Hermes(hermes), full=False)
    assert texts(index)[2:] == ["On record again.", "Water the walnut tree.", "Watered."]
    assert index.stats()[0].kept_out == {"off the record": 7}
    state.close()


def test_off_record_holds_in_old_transcripts_and_in_what_goes_on_from_there(
    claude, hermes, index, refresh
):
    chat = ClaudeFile(claude)
    chat.prompt("#off-record The neighbours are moving away.")
    chat.answer("I see.")
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "#off-record", "Between us then.")
    state.turn("s1", "The neighbours are moving away.", "I see.")
    state.split("s1", "s2")
    state.turn("s2", "They leave in June.", "In June.")
    state.branch("s2", "s3")
    state.turn("s3", "Or was it in May?", "In May.")
    refresh(Hermes(hermes), ClaudeCode(claude))
    assert texts(index) == []
    state.close()


def test_a_stopped_refresh_keeps_what_is_done_and_the_next_one_ends_it(claude, index, refresh):
    sessions(claude, 6)
    enough = lambda: len(texts(index)) >= 3  # noqa: E731
    report = index.refresh([ClaudeCode(claude)], now=NOW, stop=enough)
    assert not report.finished
    assert len(texts(index)) == 3
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 6


KILLED = """
import importlib.util, sys, os, time
from datetime import datetime, UTC
from pathlib import Path
root, home, path = map(Path, sys.argv[1:4])
spec = importlib.util.spec_from_file_location(
    "agent_si", root / "__init__.py", submodule_search_locations=[str(root)])
module = importlib.util.module_from_spec(spec)
sys.modules["agent_si"] = module
spec.loader.exec_module(module)
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions import fts
count, insert = 0, fts._values
def slow(*a):
    global count
    count += 1
    if count == 25:
        print("killed now", flush=True)
        os.kill(os.getpid(), 9)
    return insert(*a)
fts._values = slow
SessionIndex.open(path).refresh([ClaudeCode(home)], now=datetime(2026, 5, 20, tzinfo=UTC))
"""


def test_a_refresh_that_was_killed_loses_nothing(claude, tmp_path):
    from conftest import ROOT

    for number in range(4):
        chat = ClaudeFile(claude, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}")
        for line in range(10):
            chat.prompt(f"Plant walnut tree {line} of {number}.")
    path = tmp_path / "killed" / "sessions.db"
    path.parent.mkdir()
    run = [sys.executable, "-c", KILLED, str(ROOT), str(claude), str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.returncode) == ("killed now\n", -9)
    with SessionIndex.open(path) as index, SessionIndex.open(tmp_path / "fresh.db") as fresh:
        assert index.check() == []
        assert len(texts(index)) == 20
        index.refresh([ClaudeCode(claude)], now=NOW)
        fresh.refresh([ClaudeCode(claude)], now=NOW)
        assert everything(index) == everything(fresh)
        assert index.check() == []


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_refresh_never_makes_the_host_wait(hermes, index, refresh, journal):
    """R28: the host writes on, with a timeout of a second, and meets no lock."""
    state = HermesState(hermes / "state.db", release="0.22", journal=journal)
    for number in range(30):
        state.session(f"s{number}")
        for _ in range(10):
            state.turn(f"s{number}", f"Question about tree {number}? " * 20, "Answer. " * 50)
    state.close()
    errors, longest, stop = [], [0.0], threading.Event()

    def write():
        db = sqlite3.connect(hermes / "state.db", timeout=1.0, isolation_level=None)
        while not stop.is_set():
            begun = time.monotonic()
            try:
                db.execute(
                    "INSERT INTO messages (session_id, role, content, timestamp) "
                    "VALUES ('s1', 'user', 'And one more tree?', 1783009999)"
                )
            except sqlite3.Error as error:
                errors.append(str(error))
            longest[0] = max(longest[0], time.monotonic() - begun)
            time.sleep(0.002)
        db.close()

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(5):
        refresh(Hermes(hermes))
    stop.set()
    writer.join()
    assert errors == []
    assert longest[0] < 1.0


def test_every_broken_file_costs_only_itself(claude, index, refresh):
    data = sessions(claude, 2)[0].path.read_bytes()
    folder = claude / "projects" / "-broken"
    folder.mkdir()
    (folder / "bytes.jsonl").write_bytes(bytes(range(256)) * 40)
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "nested.jsonl").write_bytes(b'{"type":"user","message":' * 50_000 + b"\n")
    (folder / "list.jsonl").write_bytes(b'[1]\n"text"\nnull\n{"type": 7, "uuid": []}\n')
    odd = b'{"type":"user","uuid":"u","parentUuid":"u","timestamp":7,"message":{"content":[7]}}\n'
    (folder / "odd.jsonl").write_bytes(odd)
    lone = b'{"type":"user","uuid":"\\ud800","timestamp":"2026-05-01T00:00:00Z",'
    (folder / "lone.jsonl").write_bytes(lone + b'"message":{"content":"words"}}\n')
    with contextlib.suppress(OSError):
        (folder / os.fsdecode(b"\xff.jsonl")).write_bytes(data)
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    (claude / "projects" / "circle").symlink_to(claude)
    closed = folder / "closed.jsonl"
    closed.write_bytes(b"x\n")
    closed.chmod(0)
    refresh(ClaudeCode(claude))
    assert len(texts(index)) == 2
    closed.chmod(0o600)


OPENED = []
WATCHING = []


def watch(event, args):
    if WATCHING and event in ("open", "os.listdir", "os.scandir", "sqlite3.connect"):
        OPENED.append(str(args[0]))


def test_only_the_histories_are_opened(claude, hermes, index, refresh, throwaway_home):
    """R70, R102: of a home full of files, the transcripts and the one state.db."""
    ClaudeFile(claude).prompt("Plant the walnut tree.")
    (claude / ".credentials.json").write_text("{}")
    (claude / "history.jsonl").write_text("{}")
    state = HermesState(hermes / "state.db")
    state.session("s1")
    state.turn("s1", "Plant the plum tree.", "Done.")
    state.close()
    HermesState(hermes / "profiles" / "other" / "state.db").close()
    (hermes / ".env").write_text("")
    sys.addaudithook(watch)
    WATCHING.append(True)
    refresh(Hermes(hermes), ClaudeCode(claude))
    WATCHING.clear()

    home = str(throwaway_home)
    opened = {name for name in OPENED if home in name}
    assert opened
    for name in opened:
        path = name.removeprefix("file://").partition("?")[0]
        assert path == str(hermes / "state.db") or path.startswith(str(claude / "projects"))


def test_two_homes_share_nothing(tmp_path):
    """R102."""
    found = []
    for name in ("one", "two"):
        home = tmp_path / name
        state = HermesState(home / "state.db")
        state.session("s1")
        state.turn("s1", f"The canary of {name} sings.", "It does.")
        state.close()
        with SessionIndex.open(home / "agent-si" / "sessions.db") as index:
            index.refresh([Hermes(home)], now=NOW)
            found.append([hit.text for hit in index.search(words.query("canary sings"))])
    assert found == [["The canary of one sings."], ["The canary of two sings."]]
