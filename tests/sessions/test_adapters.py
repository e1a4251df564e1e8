"""One contract for every adapter: over recorded histories with what must be found beside them,
and over a small history of each agent, made by code.

The recordings stand next to a checkout and are skipped where they are not there.
"""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions import record
from agent_si.vendor.sessions.adapters import ADAPTERS, codex_zstd
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import words
from agent_writers import WRITERS
from index_views import texts, tree

NOW = datetime(2026, 12, 1, tzinfo=UTC)
AGENTS = sorted(ADAPTERS)


def one_line(text):
    return " ".join(text.split())


def tail_of(agent, expected):
    """The last part of the locator that the expectation names."""
    where = expected["locator"]
    if agent == "hermes":
        return str(where["message_id"])
    if agent == "claude":
        return record.tail(where["uuid"])
    if agent == "grok":
        return record.tail(where["file"].removesuffix(".jsonl"), str(where["line"]))
    return str(where["line"])


def roots(shared, agent):
    """Each recorded history of an agent: one home a folder, or all in one."""
    folder = shared / "formats" / "samples" / agent
    return [folder] if agent == "claude" else sorted(p for p in folder.iterdir() if p.is_dir())


def is_readable(expected):
    """Compressed rollouts of Codex need Python 3.14."""
    return codex_zstd.available() or not expected.name.endswith(".zst.expected.json")


@pytest.fixture(scope="module", params=AGENTS)
def indexed(request, shared, tmp_path_factory):
    """(agent, [(open index, [expectation])]) of every recorded history of one agent."""
    agent, found = request.param, []
    for source in roots(shared, agent):
        work = tmp_path_factory.mktemp(agent)
        root = work / "root"
        shutil.copytree(source, root)
        index = SessionIndex.open(work / "sessions.db")
        report = index.refresh([ADAPTERS[agent](root)], now=NOW)
        assert not report.agents[agent].trouble
        files = [path for path in sorted(root.rglob("*.expected.json")) if is_readable(path)]
        found.append((index, [json.loads(path.read_text(encoding="utf-8")) for path in files]))
    yield agent, found
    for index, _ in found:
        index.close()


def expectations(indexed):
    """(agent, index, session, message) for every message that a recording knows of."""
    agent, found = indexed
    for index, files in found:
        for file in files:
            for session in filter(lambda each: each["session_id"], file["sessions"]):
                for message in session["messages"]:
                    yield agent, index, session, message


def test_every_required_message_is_found_with_its_role_time_session_and_locator(indexed):
    """R29, R87."""
    wrong = []
    for agent, index, session, message in expectations(indexed):
        if not session["human"] or message["status"] != "required":
            continue
        locator = record.locator(agent, session["session_id"], tail_of(agent, message))
        row = index.by_locator(locator)
        said = row is not None and one_line(row.text)[:50]
        if (
            row is None
            or (row.locator, row.role, row.at) != (locator, message["role"], message["timestamp"])
            or said != one_line(message["text80"])[:50]
            or index.session(row.session).key != session["session_id"]
        ):
            wrong.append((locator, message, row))
    assert not wrong


def test_nothing_taken_back_repeated_or_of_a_machine_is_a_message(indexed):
    """R87: each message once, and no session that nobody drove."""
    wrong = []
    for agent, index, session, message in expectations(indexed):
        locator = record.locator(agent, session["session_id"], tail_of(agent, message))
        row = index.by_locator(locator)
        is_own = row is not None and row.locator == locator
        taken = message["status"] in ("rewound", "duplicate") or session["human"] is False
        if taken and is_own:
            wrong.append((locator, message["status"], session["human_reason"]))
        if message["status"] == "rewound" and row is not None:
            wrong.append((locator, "still found by another name"))
    assert not wrong


def test_a_dropped_copy_leads_to_the_message_that_was_kept(indexed):
    wrong = []
    for agent, index, session, message in expectations(indexed):
        if session["human"] and message["status"] == "duplicate":
            locator = record.locator(agent, session["session_id"], tail_of(agent, message))
            row = index.by_locator(locator)
            if row is None or locator not in row.aliases:
                wrong.append(locator)
    assert not wrong


def test_what_must_not_be_indexed_is_in_no_answer_and_in_no_table(indexed):
    _, found = indexed
    wrong = []
    for index, files in found:
        stored = "\n".join(
            row.text
            for session in index._fetch("SELECT n FROM session")
            for row in index.messages(index._session(session[0]).id, limit=100_000)
        )
        for text in {text for file in files for text in file.get("must_not_index", [])}:
            hits = index.search(words.query(text), limit=50)
            if text in stored or any(text in hit.text for hit in hits):
                wrong.append(text)
    assert not wrong


def test_a_second_refresh_reads_nothing_and_the_index_is_whole(indexed, shared):
    _, found = indexed
    for index, _ in found:
        assert index.check() == []


# -- the same for a small history of each, made by code -------------------------------------------


class Marks:
    """What an index would know of the units: here, what a test says."""

    def __init__(self, **marks):
        self.marks = marks

    def get(self, unit):
        return self.marks.get(unit)

    def all(self):
        return self.marks


def quiet():
    """Nothing asks for an end."""


@pytest.fixture(params=AGENTS)
def small(request, tmp_path):
    """(adapter, its root, the writer of a history with a question and an answer)."""
    root = tmp_path / request.param
    root.mkdir()
    writer = WRITERS[request.param](root)
    writer.prompt("Plant the walnut tree.")
    writer.answer("Where should it stand?")
    adapter = ADAPTERS[request.param](root)
    yield adapter, root, writer
    adapter.close()
    writer.close()


def read_all(adapter, pulse=quiet):
    """{unit: reading} of everything that a full look finds."""
    scan = adapter.scan(Marks(), cursor="", full=True, pulse=pulse)
    assert not scan.trouble
    return {unit: adapter.read(unit, "", pulse) for unit in scan.changed}


def said_in(readings):
    return [(m.role, m.text) for reading in readings.values() for m in reading.messages]


def test_each_agent_of_the_registry_is_held_to_the_contract():
    """Another agent's history is one file, one line of the registry, and one small history."""
    assert set(WRITERS) == set(ADAPTERS)


def test_every_adapter_says_what_it_is(tmp_path):
    for name, make in ADAPTERS.items():
        adapter = make(Path(tmp_path))
        assert adapter.agent == name
        assert adapter.expires_days is None or adapter.expires_days > 0
        adapter.close()


def test_every_adapter_finds_what_was_said_and_nothing_else(small):
    adapter, _, writer = small
    writer.tool("cat tool-marker.txt", "output-marker")
    readings = read_all(adapter)
    assert said_in(readings) == [
        ("user", "Plant the walnut tree."),
        ("assistant", "Where should it stand?"),
    ]
    (reading,) = readings.values()
    assert reading.session.key == writer.key
    assert reading.since == 0
    first, second = reading.messages
    assert first.seq < second.seq
    assert first.tail != second.tail
    assert 0 < first.at <= second.at
    assert reading.touched > 0


def test_every_adapter_tells_what_is_there_and_what_is_new(small):
    adapter, _, writer = small
    scan = adapter.scan(Marks(), cursor="", full=True, pulse=quiet)
    (unit,) = scan.changed
    assert scan.present == {unit}
    assert scan.seen[unit].size > 0
    assert scan.seen[unit].touched > 0
    mark = adapter.read(unit, "", quiet).mark
    adapter.close()
    known = Marks(**{unit: mark})
    again = adapter.scan(known, cursor=scan.cursor, full=True, pulse=quiet)
    assert (again.changed, again.present) == ((), {unit})
    writer.prompt("Beside the well.")
    adapter.close()
    assert adapter.scan(known, cursor=scan.cursor, full=True, pulse=quiet).changed == (unit,)
    reading = adapter.read(unit, mark, quiet)
    assert ("user", "Beside the well.") in said_in({unit: reading})


@pytest.mark.parametrize("mark", ["", "x", "[]", "null", "{}", "[1,2,3,4]", "|[]", "| |", "[[]]"])
def test_every_adapter_reads_all_where_a_mark_says_nothing(small, mark):
    adapter, *_ = small
    (unit,) = read_all(adapter)
    reading = adapter.read(unit, mark, quiet)
    assert (reading.since, len(reading.messages)) == (0, 2)


def test_no_adapter_minds_a_history_or_a_unit_that_is_not_there(small, tmp_path):
    adapter, _, _ = small
    (unit,) = read_all(adapter)
    assert adapter.read(f"{unit}-gone", "", quiet) is None
    assert list(adapter.calls_at(unit, 1 << 40)) == []
    nowhere = ADAPTERS[adapter.agent](tmp_path / "nowhere")
    scan = nowhere.scan(Marks(), cursor="", full=True, pulse=quiet)
    assert scan.absent
    assert scan.trouble
    nowhere.close()


def test_every_adapter_asks_who_typed_a_message(small):
    """R71: no word that a command typed, and no answer to it."""
    adapter, *_ = small
    asked = []
    adapter.outside = lambda said: bool(asked.append(said.text)) or True
    readings = read_all(adapter)
    assert asked == ["Plant the walnut tree."]
    assert said_in(readings) == []


def test_every_adapter_ends_when_it_is_asked_to(small):
    adapter, *_ = small

    class Ended(Exception):
        """The refresh was stopped."""

    def end():
        raise Ended

    with pytest.raises(Ended):
        read_all(adapter, end)


def test_no_adapter_changes_what_it_reads(small):
    """R72."""
    adapter, root, _ = small
    before = {name: what for name, what in tree(root).items() if not name.endswith("-shm")}
    read_all(adapter)
    adapter.close()
    after = {name: what for name, what in tree(root).items() if not name.endswith("-shm")}
    assert after == before


@pytest.mark.parametrize("junk", [b"", b"\0" * 5000, b"\xff\xfe{[", b'{"a":' * 3000, b"[]\n3\n"])
def test_no_adapter_raises_for_the_bytes_of_a_file(small, junk):
    adapter, root, writer = small
    writer.close()
    for path in root.rglob("*"):
        if path.is_file():
            path.write_bytes(junk)
    scan = adapter.scan(Marks(), cursor="", full=True, pulse=quiet)
    for unit in scan.changed:
        reading = adapter.read(unit, "", quiet)
        assert reading is None or reading.messages == ()


def test_off_the_record_holds_in_every_agent(small, tmp_path):
    """R94: also in what was said before there was an index."""
    adapter, _, writer = small
    writer.prompt("#off-record")
    writer.answer("quietmarker answer")
    writer.prompt("quietmarker question")
    with SessionIndex.open(tmp_path / "own" / "sessions.db") as index:
        index.refresh([adapter], now=NOW)
        assert texts(index) == ["Plant the walnut tree.", "Where should it stand?"]
        writer.prompt("quietmarker still")
        writer.prompt("#on-record")
        writer.prompt("Plant the plum tree.")
        index.refresh([adapter], now=NOW)
        assert texts(index)[2:] == ["Plant the plum tree."]
        assert index.check() == []
