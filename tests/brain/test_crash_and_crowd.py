"""Power cuts, kills, crowds and full disks, as tools/soak.py makes them; longer runs are by hand.

bench/RELIABILITY.md has the figures of the long runs.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import NotWritten

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"
SOAK = TOOLS / "soak.py"


def soak(*words):
    """Run one kind of soak in a process of its own; its last line, and whether it held."""
    done = subprocess.run(
        [sys.executable, str(SOAK), *words], capture_output=True, text=True, check=False
    )
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1] if lines else done.stderr[-500:]


def needs_strace():
    if not shutil.which("strace"):
        pytest.skip("strace is not installed: no record of writes and syncs can be made here")
    probe = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("strace may not trace here: no record of writes and syncs can be made")


@pytest.mark.slow
def test_no_power_cut_loses_an_acknowledged_packet_or_leaves_a_part_of_one():
    """A2: 500 states, each any subset of what was not synced, torn at 512 bytes."""
    needs_strace()
    code, line = soak("--seed", "1", "crash", "--states", "500")
    assert code == 0, line
    assert "500 crash states" in line


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["OFF", "NORMAL"])
def test_the_states_would_show_a_loss_if_there_were_one(setting):
    """The brain's setting is EXTRA: with less the same states lose acknowledged packets."""
    needs_strace()
    code, line = soak("--seed", "1", "crash", "--states", "200", "--synchronous", setting)
    assert (code, line[:4]) == (1, "LOST"), line


@pytest.mark.slow
def test_a_writer_that_is_killed_at_random_loses_nothing():
    """A2: twenty rounds here; 300 by hand."""
    code, line = soak("--seed", "1", "kill", "--rounds", "20")
    assert code == 0, line


@pytest.mark.slow
def test_two_writers_and_two_readers_lose_and_double_nothing():
    """A3: a few seconds here; 60 by hand."""
    code, line = soak("--seed", "1", "crowd", "--seconds", "4")
    assert code == 0, line
    assert "0 lost, 0 doubled, 0 refused for a lock" in line


@pytest.mark.slow
def test_a_disk_that_is_full_after_any_byte_refuses_whole():
    """A6."""
    code, line = soak("--seed", "1", "disk", "--steps", "12")
    assert code == 0, line


def test_a_small_disk_that_fills_up_takes_packets_again_when_there_is_room(tmp_path, clock):
    """A6: a real file system of 1 MB, where one may be mounted."""
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small file system can be mounted here: RLIMIT_FSIZE stands for it above")
    try:
        with made.new_brain(small / "brain", clock=clock) as brain:
            taken = fill_up(brain)
            ballast = small / "brain" / "ballast"
            with pytest.raises(NotWritten, match="disk is full"):
                brain.submit(*made.said("This is one too many of them all", body="x" * 9000))
            assert brain.stats()["records"] == taken
            ballast.unlink()
            brain.submit(*made.said("There is room on the disk once again", title="room"))
        with Brain.open(small / "brain", clock=clock) as after:
            assert [record.title for record in after.records()][-1] == "room"
            assert after.check() == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


def fill_up(brain):
    """Packets, and then a file that takes all the room that is left; how many were taken."""
    for number in range(3):
        brain.submit(*made.said(f"This is packet number {number} of some", title=f"t{number}"))
    ballast = brain.directory / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    return brain.stats()["records"]


def test_a_line_of_the_record_is_read_as_the_disk_took_it(tmp_path):
    """The reader of strace's log: what was synced stays, what was not may be gone or torn."""
    spec = importlib.util.spec_from_file_location("_soak_crash", TOOLS / "soak_crash.py")
    crash = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = crash
    spec.loader.exec_module(crash)
    coded = {name: "".join(f"\\x{b:02x}" for b in name.encode()) for name in ("/d", "/d/f", "ab")}
    log = tmp_path / "log"
    log.write_text(
        f'1 openat(AT_FDCWD, "{coded["/d"]}", O_RDONLY) = 4\n'
        f'1 openat(AT_FDCWD, "{coded["/d/f"]}", O_RDWR|O_CREAT, 0600) = 3\n'
        f'1 pwrite64(3, "{coded["ab"]}", 2, 511) = 2\n'
        "1 fsync(4) = 0\n1 fdatasync(3) = 0\n"
        f'1 pwrite64(3, "{coded["ab"]}", 2, 0) = 2\n'
        f'1 unlink("{coded["/d/f"]}") = 0\n',
        encoding="ascii",
    )
    calls = crash.parse(log, Path("/d"))
    kinds = [call.kind for call in calls]
    assert kinds == ["name", "write", "sync names", "sync", "write", "gone"]
    dice = crash.random.Random(3)
    found = {tuple(crash.state(calls, 6, dice)[1].items()) for _ in range(200)}
    synced = bytes(511) + b"ab"
    assert found == {(), (("f", synced),), (("f", b"ab" + synced[2:]),)}
    torn = {tuple(crash.state(calls, 2, dice)[1].items()) for _ in range(200)}
    assert {content for state in torn for _, content in state} >= {b"", synced, bytes(511) + b"a"}
