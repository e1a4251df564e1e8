"""Files as crashes, other programs and hostile hands leave them, for each adapter that reads files.

Nothing raises, nothing good is lost, and reading on comes to the same as reading anew (R28, R29).
"""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from agent_si.vendor.sessions.adapters import ADAPTERS
from agent_si.vendor.sessions.index import SessionIndex
from agent_writers import WRITERS
from index_views import everything, texts

NOW = datetime(2026, 5, 20, tzinfo=UTC)
FILES = {
    "claude": "projects/*/*.jsonl",
    "codex": "sessions/*/*/*/rollout-*.jsonl",
    "grok": "sessions/*/*/updates.jsonl",
}
BEFORE = ["Plant the walnut tree.", "Where should the walnut stand?"]
BEHIND = ["Beside the plum tree.", "The plum is planted."]
MEGA = 1 << 20

HOSTILE = {
    "nothing": b"\n\n \n\t\n",
    "zero bytes": b"\0" * 4096 + b"\n",
    "prose": b"segmentation fault (core dumped)\n",
    "other values": b'[1, 2]\n"text"\n17\nnull\ntrue\n{}\n',
    "no json numbers": b'{"a": NaN}\n{"a": Infinity}\n{"a": 1e999}\n{"a": ' + b"9" * 5000 + b"}\n",
    "brackets": b"[" * 200_000 + b"\n",
    "objects": b'{"type":' * 100_000 + b"\n",
    "closing": b"]}" * 100_000 + b"\n",
    "quotes": b'{"' * 100_000 + b"\n",
    "an open string": b'{"type": "user", "message": "' + b"x" * 300_000 + b"\n",
    "backslashes": b'{"type": "' + b"\\" * 100_001 + b'"}\n',
    "no utf-8": bytes(range(128, 256)) * 40 + b"\n",
    "utf-16": '{"type": "user"}'.encode("utf-16") + b"\n",
    "a mark of order": b"\xef\xbb\xbf{}\n",
    "lone surrogates": b'{"type": "\\ud83d", "payload": {"type": "\\udc00"}, "\\ud83d": 1}\n',
    "carriage returns": b"\r\r\n\r",
    "wrong kinds": b'{"type": [], "uuid": {}, "timestamp": 3, "sessionId": null, "payload": 1}\n'
    b'{"method": {}, "params": [], "timestamp": "x"}\n{"type": 1, "message": 2}\n'
    b'{"params": {"update": 7, "sessionId": []}}\n{"payload": {"type": []}, "type": "event_msg"}\n',
    "times out of the world": b'{"type": "user", "timestamp": "9999-99-99T99:99:99Z"}\n'
    b'{"type": "response_item", "timestamp": "0000-01-01T00:00:00+99:99", "payload": {}}\n'
    b'{"timestamp": 1e300, "params": {"_meta": {"agentTimestampMs": 1e300}}}\n',
}


def path_of(home, agent):
    """The file that the first writer of an agent appends to."""
    return min(home.glob(FILES[agent]))


def begun(home, agent, number=1):
    writer = WRITERS[agent](home, number)
    writer.prompt(BEFORE[0])
    writer.answer(BEFORE[1])
    return writer


def gone_on(writer):
    writer.prompt(BEHIND[0])
    writer.answer(BEHIND[1])


def append(path, data):
    with path.open("ab") as file:
        file.write(data)


def refreshed(index, home, agent):
    """Refresh; everything could be read."""
    report = index.refresh([ADAPTERS[agent](home)], now=NOW)
    assert report.agents[agent].trouble == ""
    return report


def anew(tmp_path, home, agent):
    """All that a new index holds of the history."""
    with SessionIndex.open(tmp_path / f"new-{os.urandom(4).hex()}.db") as index:
        refreshed(index, home, agent)
        return everything(index)


@pytest.fixture
def index(tmp_path):
    with SessionIndex.open(tmp_path / "sessions.db") as opened:
        yield opened


@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_record_costs_only_itself(tmp_path, index, agent, kind):
    home = tmp_path / agent
    writer = begun(home, agent)
    append(path_of(home, agent), HOSTILE[kind])
    gone_on(writer)
    refreshed(index, home, agent)
    assert texts(index) == BEFORE + BEHIND


@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_it_costs_as_little_when_it_is_appended_later(tmp_path, index, agent, kind):
    home = tmp_path / agent
    writer = begun(home, agent)
    refreshed(index, home, agent)
    append(path_of(home, agent), HOSTILE[kind])
    refreshed(index, home, agent)
    assert texts(index) == BEFORE
    gone_on(writer)
    refreshed(index, home, agent)
    assert texts(index) == BEFORE + BEHIND
    assert everything(index) == anew(tmp_path, home, agent)
    assert index.check() == []


@pytest.mark.parametrize("agent", FILES)
def test_two_records_on_one_line_are_both_read(tmp_path, index, agent):
    home = tmp_path / agent
    writer = begun(home, agent)
    gone_on(writer)
    path = path_of(home, agent)
    path.write_bytes(path.read_bytes().replace(b"}\n{", b"}{"))
    refreshed(index, home, agent)
    assert texts(index) == BEFORE + BEHIND


@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_torn_record_does_not_take_the_next_one_with_it(tmp_path, index, agent, part):
    """A crash left half a record without its newline; the program went on behind it."""
    home = tmp_path / agent
    writer = begun(home, agent)
    path = path_of(home, agent)
    last = path.read_bytes().splitlines()[-1]
    append(path, last[: int(len(last) * part)])
    gone_on(writer)
    refreshed(index, home, agent)
    assert texts(index) == BEFORE + BEHIND


@pytest.mark.parametrize("agent", FILES)
def test_a_file_that_is_caught_at_any_byte_gives_only_what_was_said(tmp_path, index, agent):
    home = tmp_path / agent
    gone_on(begun(home, agent))
    path = path_of(home, agent)
    data = path.read_bytes()
    path.write_bytes(b"")
    done = 0
    for cut in range(0, len(data), max(1, len(data) // 60)):
        append(path, data[done:cut])
        done = cut
        refreshed(index, home, agent)
        assert set(texts(index)) <= {*BEFORE, *BEHIND}
    append(path, data[done:])
    refreshed(index, home, agent)
    assert texts(index) == BEFORE + BEHIND
    assert everything(index) == anew(tmp_path, home, agent)


@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize(
    "how", ["truncated", "emptied", "replaced", "rewritten in its length", "written twice as long"]
)
def test_a_file_that_is_not_what_it_was_is_read_as_it_is(tmp_path, index, agent, how):
    home = tmp_path / agent
    gone_on(begun(home, agent))
    refreshed(index, home, agent)
    path = path_of(home, agent)
    data, before = path.read_bytes(), path.stat()
    if how == "truncated":
        os.truncate(path, len(data) // 2)
    elif how == "emptied":
        os.truncate(path, 0)
    elif how == "replaced":
        aside = path.with_suffix(".new")
        aside.write_bytes(data.replace(b"plum", b"pear"))
        aside.replace(path)
    elif how == "rewritten in its length":
        path.write_bytes(data.replace(b"plum", b"pear"))
        later = before.st_mtime_ns + 10_000_000
        os.utime(path, ns=(later, later))
    else:
        path.write_bytes(data.replace(b"plum", b"pear tree and apple"))
    refreshed(index, home, agent)
    assert everything(index) == anew(tmp_path, home, agent)
    if how not in ("truncated", "emptied"):
        assert "Beside the pear" in "".join(texts(index))
    assert "plum" not in "".join(texts(index)) or how == "truncated"


@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize(
    "kind", ["pipe", "loop", "link", "folder", "link to a device", "gone link"]
)
def test_what_is_no_file_is_passed_by(tmp_path, index, agent, kind):
    """Something else in the place of a history: it is never waited for, and never followed."""
    home = tmp_path / agent
    gone_on(begun(home, agent))
    begun(home, agent, 2)
    good, bad = sorted(home.glob(FILES[agent]))
    outside = tmp_path / "outside.jsonl"
    bad.rename(outside)
    bad.with_name("chat_history.jsonl").unlink(missing_ok=True)  # Grok's second telling
    if kind == "pipe":
        os.mkfifo(bad)
    elif kind == "folder":
        bad.mkdir()
    else:
        to = {"loop": bad.name, "link": outside, "link to a device": "/dev/zero"}
        bad.symlink_to(to.get(kind, "nowhere"))
    index.refresh([ADAPTERS[agent](home)], now=NOW)
    assert texts(index) == BEFORE + BEHIND
    assert good.is_file()


@pytest.mark.parametrize("agent", FILES)
def test_folders_that_lead_to_themselves_are_not_walked_for_ever(tmp_path, index, agent):
    home = tmp_path / agent
    gone_on(begun(home, agent))
    for folder in [path for path in home.rglob("*") if path.is_dir()]:
        (folder / "round").symlink_to(home, target_is_directory=True)
        (folder / "self").symlink_to("self")
    index.refresh([ADAPTERS[agent](home)], now=NOW)
    assert texts(index) == BEFORE + BEHIND


def close_to_us(path, monkeypatch):
    """Take the right to read a file away, also from a user who may read every file."""
    path.chmod(0)
    if os.access(path, os.R_OK):
        real = os.open

        def refused(name, *how, **more):
            if name == path:
                raise PermissionError(13, "Permission denied", str(path))
            return real(name, *how, **more)

        monkeypatch.setattr(os, "open", refused)


@pytest.mark.parametrize("agent", FILES)
def test_a_file_that_may_not_be_read_is_named_and_the_others_are_read(
    tmp_path, index, agent, monkeypatch
):
    home = tmp_path / agent
    gone_on(begun(home, agent))
    begun(home, agent, 2)
    closed = sorted(home.glob(FILES[agent]))[1]
    with monkeypatch.context() as patched:
        close_to_us(closed, patched)
        report = index.refresh([ADAPTERS[agent](home)], now=NOW)
    assert "PermissionError" in report.agents[agent].trouble
    assert texts(index) == BEFORE + BEHIND
    closed.chmod(0o600)
    refreshed(index, home, agent)
    assert len(texts(index)) == 6


@pytest.mark.parametrize("agent", FILES)
def test_names_of_any_bytes_are_survived(tmp_path, index, agent):
    home = tmp_path / agent
    gone_on(begun(home, agent))
    path = path_of(home, agent)
    strange = os.fsencode(path.parent) + b"/rollout-2026-05-01T00-00-01-\xff\xfe.jsonl"
    try:
        Path(os.fsdecode(strange)).write_bytes(path.read_bytes())
    except OSError:
        pytest.skip("this file system has no such names")
    index.refresh([ADAPTERS[agent](home)], now=NOW)
    assert set(texts(index)) == {*BEFORE, *BEHIND}


MEASURE = """
import json, resource, sys
sys.path[:0] = json.loads(sys.argv[1])
import conftest
from datetime import datetime, UTC
from pathlib import Path
from agent_si.vendor.sessions.adapters import ADAPTERS
from agent_si.vendor.sessions.index import SessionIndex
from index_views import texts
index = SessionIndex.open(Path(sys.argv[3]))
began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
adapter = ADAPTERS[sys.argv[2]](Path(sys.argv[4]))
report = index.refresh([adapter], now=datetime(2026, 5, 20, tzinfo=UTC))
ended = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
told = {"grown": (ended - began) / 1024, "texts": texts(index)}
print(json.dumps(told | {"trouble": report.agents[adapter.agent].trouble}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("agent", FILES)
@pytest.mark.parametrize("kind", ["an image", "words", "quotes", "brackets", "zero bytes"])
def test_a_line_of_a_hundred_megabytes_leaves_memory_flat(tmp_path, agent, kind):
    """Measured from outside, in a process that does nothing else."""
    piece = {
        "an image": b"QUJD" * 64,
        "words": b"many words and ",
        "quotes": b'\\"a\\" ',
        "brackets": b"[",
        "zero bytes": b"\0",
    }[kind]
    home = tmp_path / agent
    writer = begun(home, agent)
    block = piece * (MEGA // len(piece))
    with path_of(home, agent).open("ab") as file:
        file.write(b"[" if kind == "brackets" else b'{"type":"user","payload":{},"data":"')
        for _ in range(100):
            file.write(block)
        file.write(b"\n" if kind in ("brackets", "zero bytes") else b'"}\n')
    gone_on(writer)
    tests = Path(__file__).resolve().parent.parent
    asked = [sys.executable, "-c", MEASURE, json.dumps([str(tests)]), agent]
    run = subprocess.run(
        [*asked, str(tmp_path / "big.db"), str(home)],
        capture_output=True, text=True, check=False, timeout=300, cwd=tests,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["trouble"] == ""
    assert found["texts"] == BEFORE + BEHIND
    assert found["grown"] < 64
