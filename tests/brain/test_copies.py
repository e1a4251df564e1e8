"""Backup and restore: one state of the brain, and nothing that was acknowledged is lost."""

import os
import sqlite3
import stat
import threading
from contextlib import closing

import brain_packets as made
import pytest
from agent_si.vendor import wholefile
from agent_si.vendor.brain import copies, good_copy
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, NotOurFile, NotWritten
from brain_versions import HELD, held, load

TODAY = "20260502"


def keep(brain, *titles):
    for title in titles:
        brain.submit(*made.said(f"It is said that {title} is what we keep", title=title))


def titles(brain):
    return [record.title for record in brain.records()]


def break_page(path, marker):
    """Overwrite the page that holds some words with zeros, as three lost sectors would."""
    raw = bytearray(path.read_bytes())
    page = raw.rindex(marker.encode()) // 4096 * 4096
    raw[page : page + 1536] = bytes(1536)
    path.write_bytes(raw)


@pytest.fixture
def old(brain, tmp_path):
    """A copy of a brain that holds one and two, which goes on to hold three and four."""
    keep(brain, "one", "two")
    copies.back_up(brain.directory, tmp_path / "copy.db")
    keep(brain, "three", "four")
    return tmp_path / "copy.db"


# --- backup ---


def test_a_backup_is_whole_private_and_described(brain, tmp_path, clock, answers):
    """R12: mode 0600 under any umask."""
    keep(brain, "one", "two")
    before = os.umask(0)
    try:
        copy = copies.back_up(brain.directory, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert (copy.packets, copy.facts, copy.newest[:10]) == (5, 0, "2026-05-01")
    assert copy.size == copy.path.stat().st_size
    assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["brain", "copy.db", "user"]
    (tmp_path / "there").mkdir()
    copy.path.rename(tmp_path / "there" / "brain.db")
    with Brain.open(tmp_path / "there", clock=clock) as there:
        assert answers(there) == answers(brain)
        assert [problem for problem in there.check() if not problem.warning] == []


def test_a_backup_overwrites_nothing_unless_told(brain, old, tmp_path):
    before = old.read_bytes()
    with pytest.raises(FileExistsError, match="--replace"):
        copies.back_up(brain.directory, old)
    assert old.read_bytes() == before
    assert copies.back_up(brain.directory, old, replace=True).packets == 9
    with pytest.raises(NotWritten, match="another file"):
        copies.back_up(brain.directory, brain.path, replace=True)
    with pytest.raises(FileNotFoundError, match="make it first"):
        copies.back_up(brain.directory, tmp_path / "none" / "copy.db")


@pytest.mark.usefixtures("damage_expected")
def test_a_damaged_brain_replaces_no_good_copy(brain, old):
    brain.close()
    break_page(brain.path, "three is what we keep")
    before = old.read_bytes()
    with pytest.raises(LogDamaged):
        copies.back_up(brain.directory, old, replace=True)
    assert old.read_bytes() == before


def test_backups_taken_while_others_write_hold_one_moment_each(brain, tmp_path):
    done = threading.Event()

    def write():
        number = 0
        while not done.is_set():
            keep(brain, f"number {number}")
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = [copies.back_up(brain.directory, tmp_path / f"{n}.db") for n in range(8)]
    finally:
        done.set()
        writer.join()
    packets = [copy.packets for copy in found]
    assert packets == sorted(packets)
    assert all(n % 2 == 1 for n in packets), "a source and its row come together"


def test_a_full_disk_leaves_no_part_of_a_backup(brain, tmp_path, monkeypatch):
    keep(brain, "one")

    def full(aside, path, *, replace=False):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(wholefile, "publish", full)
    with pytest.raises(OSError, match="space"):
        copies.back_up(brain.directory, tmp_path / "copy.db")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["brain", "user"]


# --- restore ---


@pytest.mark.usefixtures("damage_expected")
def test_what_was_acknowledged_after_the_copy_comes_back_from_the_damaged_file(brain, old, clock):
    """Story 6: restore shows what comes back and what the damaged file still yields."""
    brain.close()
    break_page(brain.path, "CREATE TABLE packet")
    damaged = brain.path.read_bytes()
    with pytest.raises((LogDamaged, NotOurFile)):
        Brain.open(brain.directory, clock=clock)
    plan = copies.look(brain.directory, old)
    assert (plan.copy.packets, plan.here, len(plan.saved), plan.lost) == (5, 9, 4, 0)
    assert brain.path.read_bytes() == damaged, "looking changes nothing"
    kept = copies.restore(plan, TODAY)
    assert kept.name == f"brain.db.damaged-{TODAY}"
    assert kept.read_bytes() == damaged
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after) == ["one", "two", "three", "four"]
        assert after.check() == []
        keep(after, "five")
    assert stat.S_IMODE(brain.path.stat().st_mode) == 0o600


@pytest.mark.usefixtures("damage_expected")
def test_what_cannot_be_proved_does_not_come_back(brain, old, clock):
    """One changed letter in a text, and its packet and all after it stay away: and it is said."""
    brain.close()
    raw = brain.path.read_bytes().replace(b"that three is", b"that threw is")
    brain.path.write_bytes(raw)
    plan = copies.look(brain.directory, old)
    assert (len(plan.saved), plan.lost) == (0, 4)
    copies.restore(plan, TODAY)
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after) == ["one", "two"]
        assert after.check() == []


def test_restoring_over_a_whole_brain_loses_nothing_and_keeps_it_beside(brain, old, clock):
    brain.close()
    plan = copies.look(brain.directory, old)
    assert (plan.present, len(plan.saved), plan.lost) == ("whole", 4, 0)
    assert copies.restore(plan, TODAY).name == f"brain.db.before-restore-{TODAY}"
    assert copies.restore(copies.look(brain.directory, old), TODAY).name.endswith(f"{TODAY}-2")
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after) == ["one", "two", "three", "four"]


def test_a_brain_that_is_gone_comes_back_with_its_policy(brain, old, clock):
    brain.close()
    brain.path.unlink()
    brain.policy_path.unlink()
    plan = copies.look(brain.directory, old)
    assert plan.present == "missing"
    assert copies.restore(plan, TODAY) is None
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after) == ["one", "two"]
        assert after.check() == []


def test_a_copy_of_another_brain_says_that_everything_here_would_be_lost(brain, old, brains):
    other = brains("other", principal="Dana")
    keep(other, "elsewhere")
    other.close()
    plan = copies.look(other.directory, old)
    assert (plan.here, plan.shared, len(plan.saved), plan.lost) == (3, 0, 0, 3)


def test_an_older_version_is_restored_as_the_present_one(brain, tmp_path, clock):
    keep(brain, "one")
    brain.close()
    copy = load(tmp_path / "old", 1)
    copies.restore(copies.look(brain.directory, copy), TODAY)
    with Brain.open(brain.directory, clock=clock) as after:
        assert held(after) == HELD
        assert [problem for problem in after.check() if not problem.warning] == []
    brain.policy_path.write_text(after_policy(brain, clock), encoding="utf-8")


def after_policy(brain, clock):
    with Brain.open(brain.directory, clock=clock) as after:
        return after.policy_text()


@pytest.mark.parametrize("what", ["missing", "itself", "text", "changed"])
def test_what_is_no_good_copy_is_refused_and_nothing_is_changed(brain, old, tmp_path, what):
    brain.close()
    before = brain.path.read_bytes()
    path = {"missing": tmp_path / "none", "itself": brain.path}.get(what, old)
    if what == "text":
        old.write_bytes(b"hello" * 2000)
    if what == "changed":
        old.write_bytes(old.read_bytes().replace(b"that two is", b"that tow is"))
    with pytest.raises((FileNotFoundError, NotOurFile, LogDamaged)):
        copies.look(brain.directory, path)
    assert brain.path.read_bytes() == before
    assert not list(brain.directory.glob("brain.db.*"))


def test_what_was_forgotten_after_the_copy_is_forgotten_in_what_comes_back(brain, old, clock):
    """A redaction that the present file holds is carried out in the copy, too."""
    brain.forget(brain.forgetting(brain.records()[0].id), via="tty")
    brain.close()
    copies.restore(copies.look(brain.directory, old), TODAY)
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after) == ["two", "three", "four"]
        assert after.check() == []
    assert b"one is what we keep" in old.read_bytes()
    assert b"one is what we keep" not in brain.path.read_bytes()


def test_a_brain_that_is_open_elsewhere_goes_on_with_the_restored_file(brain, old, clock):
    """Another process of ours has the old file open: what it writes next is in the new one."""
    keep(brain, "five")
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            copies.restore(copies.look(brain.directory, old), TODAY)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    assert titles(brain) == ["one", "two", "three", "four", "five"]
    keep(brain, "six")
    with Brain.open(brain.directory, clock=clock) as after:
        assert titles(after)[-1] == "six"


@pytest.mark.usefixtures("damage_expected")
def test_a_stranger_that_comes_under_the_name_of_an_open_brain_is_refused(brain, old):
    """The file that a name leads to now is looked at as closely as the first one was."""
    with closing(sqlite3.connect(old)) as db:
        db.execute("CREATE TRIGGER spy AFTER INSERT ON packet BEGIN DELETE FROM fact; END")
    old.replace(brain.path)
    with pytest.raises(NotOurFile, match="spy is not ours"):
        brain.records()


def test_a_writer_in_the_middle_of_a_packet_is_waited_for(brain, old):
    plan = copies.look(brain.directory, old)
    brain.close()
    with closing(sqlite3.connect(brain.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten, match="lock"):
            copies.restore(plan, TODAY)
    assert not list(brain.directory.glob("brain.db.*"))


# --- what a damaged brain says ---


@pytest.mark.usefixtures("damage_expected")
def test_a_damaged_brain_names_the_newest_good_copy(brain, tmp_path, clock):
    """Story 6: the page or entry, the newest good copy, and how many facts it has."""
    for n in range(3):
        text = f"The lamp number {n} is blue today"
        brain.submit(*made.said(text, key=f"lamp.n{n}", value="blue"))
    copies.back_up(brain.directory, tmp_path / "away.db")
    (brain.directory / "broken.bak").write_bytes(b"SQLite format 3\0" + bytes(5000))
    brain.submit(*made.said("The lamp number 3 is blue today", key="lamp.n3", value="blue"))
    brain.close()
    with closing(sqlite3.connect(brain.path)) as db:
        db.execute("DROP TRIGGER packet_holds")
        db.execute("UPDATE packet SET hash = zeroblob(32) WHERE seq = 9")
        trigger = [
            line
            for line in good_copy.schema.RECORD.split("CREATE TRIGGER")
            if "packet_holds" in line
        ]
        db.execute("CREATE TRIGGER" + trigger[0].rsplit(";", 1)[0])
        db.commit()
    with Brain.open(brain.directory, clock=clock) as after:
        assert "entry 9 of the log" in after.trouble
        assert "2026-05-01 09:00 UTC, 3 of 4 facts" in after.trouble
        assert f"hermes agent-si brain restore {tmp_path / 'away.db'}" in after.trouble


@pytest.mark.usefixtures("damage_expected")
def test_a_brain_that_cannot_be_opened_names_the_page_and_the_copy(brain, old, clock):
    brain.close()
    break_page(brain.path, "hermes:20260501_0900_test")
    said = what_it_says(brain.directory, clock)
    assert "page " in said or "entry " in said
    assert str(old) in said


def what_it_says(directory, clock):
    try:
        with Brain.open(directory, clock=clock) as brain:
            brain.records()
            return brain.trouble
    except LogDamaged as error:
        return str(error)


def test_what_is_kept_beside_is_listed_for_whoever_forgets(brain, old):
    """Files of ours that still hold what the brain held when they were made."""
    brain.close()
    kept = copies.restore(copies.look(brain.directory, old), TODAY)
    assert good_copy.kept_beside(brain.path) == [kept]
