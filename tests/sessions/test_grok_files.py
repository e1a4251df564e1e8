"""The files of Grok Build's sessions: forked, moved, deleted, growing, broken, or not Grok's."""

import json
import os
import shutil
import time
import tracemalloc
from datetime import UTC, datetime

import pytest
from agent_si.vendor.sessions.adapters import adapters_for, jsonl
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.private import Private
from grok_fixtures import FIRST, SECOND, GrokSession, at
from index_views import on_disk, reads_alone, skipped, texts, tree


def test_the_folder_is_the_one_that_the_environment_names(tmp_path, index, refresh):
    """R70: GROK_HOME."""
    GrokSession(tmp_path / "elsewhere").prompt("Plant the walnut tree.")
    homes = {"hermes_home": tmp_path, "user_home": tmp_path / "nobody"}
    refresh(*adapters_for(["grok"], environ={}, **homes))
    assert texts(index) == []
    refresh(*adapters_for(["grok"], environ={"GROK_HOME": str(tmp_path / "elsewhere")}, **homes))
    assert texts(index) == ["Plant the walnut tree."]


def test_only_new_lines_are_read_while_a_session_grows(grok, index, refresh, monkeypatch):
    """R29: a session of a month costs no more than one of a day."""
    chat = GrokSession(grok)
    for number in range(300):
        chat.prompt(f"Plant walnut tree {number}.")
        chat.answer(f"Tree {number} is planted.")
        chat.done()
    refresh(Grok(grok))
    read = []

    class Counted(jsonl.Tail):
        def __exit__(self, *failed):
            read.append(self.bytes_read)
            super().__exit__(*failed)

    monkeypatch.setattr(jsonl, "Tail", Counted)
    chat.prompt("And a plum tree.")
    chat.answer("It is ", "planted.")
    refresh(Grok(grok))
    assert texts(index)[-2:] == ["And a plum tree.", "It is planted."]
    assert chat.updates.stat().st_size > 200_000
    assert sum(read) < 40_000
    mark = index._db.execute("SELECT mark FROM unit").fetchone()[0]
    assert len(mark) < 1000


def test_a_record_behind_a_tools_output_on_one_line_is_found(grok, index, refresh):
    chat = GrokSession(grok)
    chat.tool("dig")
    chat.prompt("Plant the walnut tree.")
    *before, result, asked = chat.updates.read_bytes().splitlines()
    chat.updates.write_bytes(b"\n".join(before) + b"\n" + result + asked + b"\n")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."]


def test_a_fork_repeats_nothing_and_leads_to_the_first_copy(grok, index, refresh):
    chat = GrokSession(grok)
    asked = chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    fork = chat.fork()
    own = fork.prompt("Beside the well.")
    chat.prompt("In the meadow.")
    refresh(Grok(grok))

    assert len(texts(index)) == 4
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert row.locator == f"grok:{FIRST}:updates:{asked}"
    assert f"grok:{SECOND}:updates:{asked}" in row.aliases
    forked = index.by_locator(f"grok:{SECOND}:updates:{own}").session
    said = ["Plant the walnut tree.", "Where should it stand?", "Beside the well."]
    assert [m.text for m in index.messages(forked)] == said

    chat.delete()
    refresh(Grok(grok))
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert (row.locator, row.aliases, row.at) == (row.locator, (), at(7))
    assert sorted(texts(index)) == sorted(said)


def test_what_is_taken_back_after_a_fork_stays_in_the_fork(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    fork = chat.fork()
    refresh(Grok(grok))
    chat.rewind(0)
    refresh(Grok(grok))
    session = index.by_locator(f"grok:{SECOND}:updates:1").session
    assert index.session(session).key == fork.session
    assert texts(index) == ["Plant the walnut tree.", "Where should it stand?"]


def test_events_that_repeat_in_a_file_are_no_copies(grok, index, refresh):
    """The program numbers them anew when it opens a session again."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Done.")
    chat.event = 0
    chat.prompt("Plant the walnut tree.")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Done.", "Plant the walnut tree."]


def test_a_deleted_session_leaves_and_its_bytes_too(grok, tmp_path):
    """R92."""
    now, path = datetime(2026, 5, 20, tzinfo=UTC), tmp_path / "own" / "sessions.db"
    chat = GrokSession(grok)
    chat.prompt("Plant the quincemarker tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    with SessionIndex.open(path) as index:
        index.refresh([Grok(grok)], now=now)
        chat.delete()
        index.refresh([Grok(grok)], now=now)
        assert texts(index) == ["Plant the plum tree."]
        assert index.check() == []
    assert b"quincemarker" not in on_disk(path)


def test_a_session_that_moved_to_another_folder_stays(grok, index, refresh):
    chat = GrokSession(grok)
    line = chat.prompt("Plant the walnut tree.")
    refresh(Grok(grok))
    chat.move("/work/garden")
    report = refresh(Grok(grok))
    row = index.by_locator(f"grok:{FIRST}:updates:{line}")
    assert index.session(row.session).project == "/work/garden"
    assert report.removed == report.added == 0
    chat.prompt("And the plum tree.")
    refresh(Grok(grok))
    assert len(texts(index)) == 2


@pytest.mark.parametrize("written", ["a", "b"])
def test_while_a_session_is_moved_the_copy_that_is_written_to_counts(grok, index, refresh, written):
    chat = GrokSession(grok, cwd="a")
    chat.prompt("Plant the walnut tree.")
    shutil.copytree(chat.folder, grok / "sessions" / "b" / FIRST)
    chat.folder = grok / "sessions" / written / FIRST
    chat.updates = chat.folder / "updates.jsonl"
    chat.prompt("And the plum tree.")
    later = time.time_ns() + 10_000_000
    os.utime(chat.updates, ns=(later, later))
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree."]
    shutil.rmtree(grok / "sessions" / ("b" if written == "a" else "a"))
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "And the plum tree."]


def test_a_session_that_moves_while_we_look_is_not_taken_for_deleted(
    grok, index, refresh, monkeypatch
):
    """R92: it moves into a folder that was looked at already."""

    class Listed(list):
        def __enter__(self):
            return self

        def __exit__(self, *failed):
            if self and chat.cwd == "b" and "/a/" in f"{self[0].path}/":
                chat.move("a")

    chat = GrokSession(grok, cwd="b")
    chat.prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND, cwd="a").prompt("Plant the plum tree.")
    refresh(Grok(grok))
    listed = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda path: Listed(sorted(listed(path), key=lambda each: each.name))
    )
    report = refresh(Grok(grok))
    monkeypatch.undo()
    assert chat.cwd == "a"
    assert report.removed == 0
    assert len(texts(index)) == 2


def test_grok_sessions_never_expire(grok, index, refresh):
    """R73."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    os.utime(chat.updates, (0, 0))
    refresh(Grok(grok))
    chat.delete()
    report = refresh(Grok(grok), now=datetime(2036, 1, 1, tzinfo=UTC))
    assert report.agents["grok"].expired == 0
    assert texts(index) == ["Plant the plum tree."]


def test_a_folder_that_is_closed_to_us_loses_nothing(grok, index, refresh, monkeypatch):
    """R93."""
    GrokSession(grok, cwd="/work/own").prompt("Plant the walnut tree.")
    GrokSession(grok, SECOND).prompt("Plant the plum tree.")
    refresh(Grok(grok))
    listed = os.scandir

    def closed(path):
        if str(path).endswith("own"):
            raise PermissionError(13, "closed")
        return listed(path)

    monkeypatch.setattr(os, "scandir", closed)
    refresh(Grok(grok))
    monkeypatch.undo()
    assert len(texts(index)) == 2


def test_other_files_in_the_folder_are_not_taken_for_sessions(grok, index, refresh):
    """The other program of that name, and Grok's own cache, keep single files there."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    root = grok / "sessions"
    record = json.dumps({"type": "user", "content": "stray-marker"}) + "\n"
    for name in ("0001.json", "session_search.sqlite", "updates.jsonl", "chat_history.jsonl"):
        (root / name).write_text(record, encoding="utf-8")
    for name in ("updates.jsonl", "prompt_history.jsonl"):
        (chat.folder.parent / name).write_text(record, encoding="utf-8")
    below = chat.folder / "subagents" / "other"
    below.mkdir(parents=True)
    (below / "chat_history.jsonl").write_text(record, encoding="utf-8")
    (chat.folder.parent / "link").symlink_to(chat.folder)
    os.mkfifo(chat.folder.parent / "pipe")
    piped = root / "%2Fpiped" / "session"
    piped.mkdir(parents=True)
    os.mkfifo(piped / "updates.jsonl")
    assert refresh(Grok(grok)).agents["grok"].trouble == ""
    assert texts(index) == ["Plant the walnut tree."]


def test_broken_lines_cost_only_themselves(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    whole = chat.updates.read_bytes().splitlines()[0]
    chat.raw(b'{"timestamp":1,"method":"session/update","params":{"sessionId":"x","upd\n')
    chat.raw(b"\0" * 300 + b"\n")
    chat.raw(b"\xff\xfe not text at all\n")
    chat.raw(b"[" * 5000 + b"\n")
    chat.raw(b'{"method": null, "params": {"update": {"sessionUpdate": 7}}}\n')
    chat.raw(b'{"params": {"update": {"sessionUpdate": "user_message_chunk", "content": 3}}}\n')
    other = json.loads(whole)
    other["params"]["update"]["content"]["text"] = "Water it daily."
    other["params"]["update"]["_meta"]["promptIndex"] = 1
    other["params"]["_meta"]["eventId"] = 7
    line = chat.lines + 1
    chat.raw(whole[:-30] + json.dumps(other).encode() + json.dumps(other).encode() + b"\n")
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree.", "Water it daily.Water it daily."]
    assert index.by_locator(f"grok:{FIRST}:updates:{line}").text.startswith("Water it")


def test_times_of_any_kind_are_survived(grok, index, refresh):
    chat = GrokSession(grok)
    for when in (None, True, -1, 1e300, "noon", [], 1 << 70):
        chat.update(
            {
                "sessionUpdate": "user_message_chunk",
                "content": {"type": "text", "text": f"Tree of {when}"},
                "_meta": {"promptIndex": chat.index},
            },
            agentTimestampMs=when,
        )
        chat.index += 1
    refresh(Grok(grok))
    assert len(texts(index)) == 7


def test_a_last_line_without_its_newline_is_used_and_not_counted_twice(grok, index, refresh):
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    chat.answer("Where should it stand?")
    data = chat.updates.read_bytes()
    chat.updates.write_bytes(data[:-1])
    refresh(Grok(grok))
    assert len(texts(index)) == 2
    chat.updates.write_bytes(data)
    chat.prompt("Beside the well.")
    refresh(Grok(grok))
    assert len(texts(index)) == 3
    assert reads_alone(index, refresh, Grok(grok))


def test_a_line_of_a_hundred_megabytes_costs_no_memory(grok, index, refresh):
    """R93: one of inlined data keeps its words, one of numbers is left out."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    start = b'{"timestamp":1,"method":"session/update","params":{"sessionId":"s","update":'
    result = (
        b'{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","rawOutput":'
    )
    with chat.updates.open("ab") as file:
        for fill in (b"QUJD" * 250_000, b"116,111," * 125_000):
            quote = b'"' if fill.startswith(b"Q") else b""
            file.write(start + result + (quote or b"["))
            for _ in range(100):
                file.write(fill)
            file.write((quote or b"1]") + b"}}}\n")
    chat.lines += 2
    chat.answer("Done.")
    tracemalloc.start()
    try:
        refresh(Grok(grok))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(index) == ["Plant the walnut tree.", "Done."]
    assert skipped(index) == {"line too long": 1}
    assert peak < 60_000_000


def test_updates_that_come_later_take_the_place_of_the_chat_history(grok, index, refresh):
    chat = GrokSession(grok)
    part = {"type": "text", "text": "Plant the walnut tree."}
    chat.chat({"type": "user", "content": [part], "prompt_index": 0})
    refresh(Grok(grok))
    chat.prompt("Plant the walnut tree.", chat=False)
    refresh(Grok(grok))
    row = index.by_locator(f"grok:{FIRST}:updates:1")
    assert (texts(index), row.at) == (["Plant the walnut tree."], at(7))
    chat.updates.unlink()
    refresh(Grok(grok))
    assert index.by_locator(f"grok:{FIRST}:chat_history:1").at is None


def test_copies_stay_together_when_their_first_one_gets_another_name(grok, index, refresh):
    chat = GrokSession(grok)
    asked = chat.prompt("Plant the walnut tree.")
    chat.fork()
    chat.fork(SECOND[:-1] + "9")
    refresh(Grok(grok))
    assert len(texts(index)) == 1
    chat.updates.unlink()
    refresh(Grok(grok))
    assert texts(index) == ["Plant the walnut tree."] * 2
    row = index.by_locator(f"grok:{SECOND}:updates:{asked}")
    assert row.aliases == (f"grok:{SECOND[:-1]}9:updates:{asked}",)
    assert reads_alone(index, refresh, Grok(grok))


def test_a_session_with_very_many_made_up_prompts_is_still_read_right(grok, index, refresh):
    chat = GrokSession(grok)
    for number in range(1100):
        chat.synthetic("tick", "scheduler_fired", number * 2 + 1)
    for number in range(4):
        chat.prompt(f"prompt {number}", chat=False)
    refresh(Grok(grok))
    chat.prompt("prompt 4", chat=False)
    refresh(Grok(grok))
    assert texts(index) == ["prompt 0", "prompt 2", "prompt 4"]
    assert len(index._db.execute("SELECT mark FROM unit").fetchone()[0]) < 1000


@pytest.mark.parametrize("private", ["/work/tree-7", "/work/garden", "/work"])
def test_a_worktree_is_private_where_it_lies_and_where_it_comes_from(grok, index, refresh, private):
    chat = GrokSession(grok, cwd="/work/tree-7", source_workspace_dir="/work/garden")
    chat.prompt("Plant the walnut tree.")
    refresh(Grok(grok), private=Private.of([private]))
    assert texts(index) == []
    chat.prompt("And the plum tree.")
    refresh(Grok(grok), private=Private.of([private]))
    assert texts(index) == []
    refresh(Grok(grok), private=Private.of(["/elsewhere"]))
    assert len(texts(index)) == 2


def test_reading_changes_nothing_in_the_agents_folder(grok, index, refresh):
    """R72."""
    chat = GrokSession(grok)
    chat.prompt("Plant the walnut tree.")
    before = tree(grok)
    refresh(Grok(grok))
    refresh(Grok(grok), full=True)
    assert tree(grok) == before


def test_a_second_refresh_reads_nothing(grok, index, refresh):
    GrokSession(grok).prompt("Plant the walnut tree.")
    assert refresh(Grok(grok)).agents["grok"].read == 1
    assert refresh(Grok(grok)).agents["grok"].read == 0


def test_an_agent_that_was_never_used_is_no_trouble(grok, index, refresh):
    """R70."""
    report = refresh(Grok(grok))
    assert report.agents["grok"].trouble == ""
    assert texts(index) == []
