"""A process that is killed in the middle of writing: whoever only reads comes first afterwards."""

import signal
import subprocess
import sys
from contextlib import closing

import brain_packets as made
from agent_si.vendor import dbfile
from agent_si.vendor.brain.brain import Brain

# Writes pages to the file before it commits, and is gone then.
DIES = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size=1")
db.execute("BEGIN IMMEDIATE")
db.execute("CREATE TABLE half (x)")
db.executemany("INSERT INTO half VALUES (?)", [("x" * 3000,)] * 50)
os.kill(os.getpid(), 9)
"""


def cut_off(path):
    """Leave a journal with a transaction that was half written."""
    done = subprocess.run([sys.executable, "-c", DIES, path], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.with_name("brain.db-journal").stat().st_size > 0


def test_the_first_who_comes_may_only_read(brain):
    """R64: search and check work at once, and hold what was acknowledged, all of it."""
    brain.submit(*made.said("the walnut tree in the yard is old", title="Tree"))
    brain.close()
    cut_off(brain.path)
    with Brain.open(brain.directory, clock=made.Clock(), readonly=True) as reader:
        assert [record.title for record in reader.records()] == ["Tree"]
        assert reader.check() == []
    assert not brain.path.with_name("brain.db-journal").exists()


def test_the_journal_of_one_who_still_writes_is_left_alone(brain):
    brain.submit(*made.said("the walnut tree in the yard is old", title="Tree"))
    brain.close()
    with closing(dbfile.open(brain.path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("CREATE TABLE half (x)")
        journal = brain.path.with_name("brain.db-journal")
        assert journal.exists()
        with Brain.open(brain.directory, clock=made.Clock(), readonly=True) as reader:
            assert [record.title for record in reader.records()] == ["Tree"]
        assert journal.exists()
        writer.execute("ROLLBACK")
