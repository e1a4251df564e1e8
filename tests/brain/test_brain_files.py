"""The file: made whole, private, never overwritten; many writers; a kill or a full disk."""

import contextlib
import multiprocessing
import os
import resource
import signal
import sqlite3
import stat
import sys
import threading
import time
import traceback
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import schema
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, NotOurFile, NotWritten, OutOfTime

TEXT = "The spare keys are in the blue box"
FORK = multiprocessing.get_context("fork")


def test_a_new_brain_is_private_to_its_owner_under_any_umask(tmp_path, clock):
    """R12."""
    before = os.umask(0)
    try:
        brain = made.new_brain(tmp_path / "agent-si" / "brain", clock=clock)
        brain.submit(*made.said(TEXT))
        brain.close()
    finally:
        os.umask(before)
    for path in (tmp_path / "agent-si").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_brain_is_not_made_unless_asked_for(tmp_path, clock):
    with pytest.raises(FileNotFoundError):
        Brain.open(tmp_path / "none", clock=clock)
    assert not (tmp_path / "none").exists()


def test_a_second_run_leaves_the_brain(brain, clock):
    """R12."""
    brain.submit(*made.said(TEXT))
    with Brain.open(brain.directory, clock=clock, create=True) as again:
        assert again.first_policy(made.default_toml("Somebody else")) is None
        assert again.stats() == brain.stats()


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x00" * 8192, b"SQLite format 3\x00" + b"\x07" * 9000]
)
def test_what_is_not_a_brain_is_refused_in_one_line_and_left_alone(tmp_path, clock, content):
    """R64: nothing that is there is overwritten, whatever it is."""
    path = tmp_path / "brain.db"
    path.write_bytes(content)
    for create in (False, True):
        with pytest.raises((NotOurFile, LogDamaged)) as error:
            Brain.open(tmp_path, clock=clock, create=create)
        assert "Nothing was changed" in str(error.value)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.glob("brain*")] == ["brain.db"]


def test_another_programs_database_is_refused(tmp_path, clock):
    db = sqlite3.connect(tmp_path / "brain.db")
    db.execute("CREATE TABLE packet (a)")
    db.close()
    with pytest.raises(NotOurFile, match="not a file of agent-si"):
        Brain.open(tmp_path, clock=clock, create=True)


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_what_is_no_plain_file_is_refused(brain, tmp_path, clock, kind):
    brain.close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    path = elsewhere / "brain.db"
    {
        "link": lambda: path.symlink_to(brain.path),
        "folder": path.mkdir,
        "pipe": lambda: os.mkfifo(path),
    }[kind]()
    with pytest.raises(NotOurFile, match="not a plain file"):
        Brain.open(elsewhere, clock=clock, create=True)


@pytest.mark.usefixtures("damage_expected")
def test_a_newer_file_is_opened_for_reading_and_says_so(brain, clock):
    brain.submit(*made.said(TEXT, title="Keys"))
    brain.close()
    db = sqlite3.connect(brain.path)
    db.execute(f"PRAGMA user_version={schema.VERSION + 1}")
    db.close()
    with Brain.open(brain.directory, clock=clock) as newer:
        assert newer.readonly
        assert "newer release" in newer.trouble
        assert newer.records()[0].title == "Keys"
        with pytest.raises((NotWritten, LogDamaged)):
            newer.submit(*made.said(TEXT))


def test_reading_only_writes_nothing(brain, clock):
    """R66: reading works where writing does not."""
    brain.submit(*made.said(TEXT, title="Keys"))
    with Brain.open(brain.directory, clock=clock, readonly=True) as reader:
        assert reader.records()[0].title == "Keys"
        assert reader.check() == []
        with pytest.raises(NotWritten, match="read-only"):
            reader.submit(*made.said(TEXT))
        with pytest.raises(NotWritten):
            reader.rebuild()


@pytest.mark.parametrize("name", ["with space", "a#b", "100%", "what?", "Zoë 静安", "semi;colon"])
def test_a_brain_lives_under_any_folder_name(tmp_path, clock, name):
    """R61."""
    with made.new_brain(tmp_path / name, clock=clock) as brain:
        brain.submit(*made.said(TEXT))
    with Brain.open(tmp_path / name, clock=clock) as brain:
        assert brain.stats()["records"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "user"])


def test_closing_twice_is_nothing(brain, clock):
    other = Brain.open(brain.directory, clock=clock)
    other.close()
    other.close()


# --- several threads and processes ---


def test_every_thread_may_use_the_brain(brain):
    found, threads = [], []
    brain.submit(*made.said(TEXT, title="Keys"))
    for _ in range(8):
        threads.append(threading.Thread(target=lambda: found.append(len(brain.records()))))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert found == [1] * 8


def _child(run, directory, *args):
    code = 1
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: sys.exc_info()[0] and traceback.print_exc())
            run(Path(directory), *args)
        code = 0
    finally:
        sys.stderr.flush()
        os._exit(code)


def _in_children(run, directory, *arguments, count=2):
    children = [
        FORK.Process(target=_child, args=(run, directory, number, *arguments))
        for number in range(count)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
    assert [child.exitcode for child in children] == [0] * count


def _make(directory, number):
    with made.new_brain(directory, principal=f"Alex {number}") as brain:
        assert brain.policy().principal.startswith("Alex")


def test_many_processes_make_one_brain_at_once(tmp_path, clock):
    """R12: one of them names the principal, the others find it there."""
    _in_children(_make, tmp_path / "brain", count=8)
    with Brain.open(tmp_path / "brain", clock=clock) as brain:
        assert brain.stats()["packets"] == 1
        assert brain.check() == []
    assert sorted(path.name for path in (tmp_path / "brain").iterdir()) == [
        "brain.db",
        "brain.toml",
    ]


def _write(directory, number, times):
    with Brain.open(directory, clock=made.Clock()) as brain:
        for each in range(times):
            text = f"Writer {number} says for the {each}th time that it is fine"
            brain.submit(
                *made.said(text, key=f"writer.w{each % 7}", value=f"{number}", title=f"{each}")
            )


def test_two_writers_lose_nothing_and_double_nothing(brain):
    brain.close()
    _in_children(_write, brain.directory, 25)
    assert brain.stats()["claims"] == 50
    assert brain.stats()["packets"] == 101
    assert len(brain.disputes()) == 7


def test_a_forked_child_gets_a_connection_of_its_own(brain):
    brain.submit(*made.said(TEXT))

    def use(directory, number):
        brain.submit(*made.said(f"Child {number} was here and says so"))

    _in_children(use, brain.directory, count=2)
    brain.submit(*made.said("And the parent still writes to its own"))
    assert brain.stats()["records"] == 4


def _write_until_killed(directory, pipe):
    with Brain.open(directory, clock=made.Clock()) as brain:
        for number in range(10_000):
            receipt = brain.submit(*made.said(f"This is the {number}th thing that is said"))[1]
            os.write(pipe, (receipt.packet_id + "\n").encode())


@pytest.mark.parametrize("wait", [0.05 + 0.017 * round_no for round_no in range(20)])
def test_a_kill_at_any_moment_loses_no_acknowledged_packet(brain, clock, wait):
    brain.close()
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _child(_write_until_killed, brain.directory, writer)
    os.close(writer)
    time.sleep(wait)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(reader) as told:
        acknowledged = [line.strip() for line in told if line.endswith("\n")]
    with Brain.open(brain.directory, clock=clock) as after:
        assert after.check() == []
        assert after.stats()["records"] in (len(acknowledged), len(acknowledged) + 1)


# --- locks and disks ---


def test_a_read_behind_a_lock_ends_in_time(brain):
    brain.submit(*made.said(TEXT))
    other = sqlite3.connect(brain.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    begun = time.monotonic()
    with pytest.raises(OutOfTime), brain.within(0.1):
        brain.facts()
    assert time.monotonic() - begun < 1
    other.close()
    assert len(brain.records()) == 1


def test_a_full_disk_refuses_the_packet_whole_and_the_next_one_is_fine(brain, clock):
    brain.submit(*made.said(TEXT))
    brain.close()
    pid = os.fork()
    if pid == 0:
        _child(_fill, brain.directory, brain.path.stat().st_size)
    assert os.waitpid(pid, 0)[1] == 0
    with Brain.open(brain.directory, clock=clock) as after:
        assert after.check() == []
        assert after.stats()["records"] == 2


def _fill(directory, size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Brain.open(directory, clock=made.Clock()) as brain:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            brain.submit(*made.said(TEXT, title="big", body="so it goes on " * 3000))
            raise SystemExit("a packet was taken that no disk has room for")
        except NotWritten as error:
            assert "disk" in str(error)  # noqa: PT017 - not pytest here
        assert brain.stats()["records"] == 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        brain.submit(*made.said("There is room on the disk again"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_refuses_with_a_reason(brain):
    brain.directory.chmod(0o500)
    try:
        with pytest.raises(NotWritten, match="permission"):
            brain.submit(*made.said(TEXT))
    finally:
        brain.directory.chmod(0o700)
