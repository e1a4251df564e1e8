"""One contract for every adapter, over recorded histories with what must be found beside them.

The recordings stand next to a checkout and are skipped where they are not there; the other tests
of this folder prove the same rules on histories made by code.
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


def test_every_adapter_says_what_it_is(tmp_path):
    """Another agent's history is one file and one line of the registry."""
    for name, make in ADAPTERS.items():
        adapter = make(Path(tmp_path))
        assert adapter.agent == name
        assert adapter.expires_days is None or adapter.expires_days > 0
        adapter.close()
