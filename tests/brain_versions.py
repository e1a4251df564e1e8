"""Files of shipped versions, loaded from their dumps, and what each of them answers."""

import sqlite3
from contextlib import closing
from pathlib import Path

import brain_packets as made
from agent_si.vendor.text import words

DUMPS = Path(__file__).resolve().parent / "data"


def load(directory, version):
    """A file of that version, as its dump has it."""
    directory.mkdir(mode=0o700)
    path = directory / "brain.db"
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as db:
        db.executescript((DUMPS / f"brain_v{version}.sql").read_text(encoding="utf-8"))
    return path


def version_of(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def held(brain):
    """What every version of the format answers, in words of this test."""
    lease = brain.fact(made.LEASE)
    ferry = brain.fact("ferry.leaves_at")
    titles = {record.title: record for record in brain.records()}
    return {
        "lease": [(claim.value, claim.state, claim.quote) for claim in lease.claims],
        "lease stands": lease.value,
        "lease settled": (lease.settled.value, lease.settled.others, lease.settled.quote),
        "ferry": (ferry.disputed, [claim.value for claim in ferry.claims]),
        "keys": (len(titles["Keys"].revisions), titles["Keys"].body, titles["Keys"].tags),
        "work": (titles["Book a room"].kind, titles["Book a room"].citations[0].source.audience),
        "withdrawn": "Rain" not in titles,
        "twin": brain.fact("office.lease_move").key,
        "related": ("about", made.LEASE, made.LEASE) in brain.related(titles["Keys"].id),
        "changes": brain.policy().changes("user.editor"),
        "found": [hit.id for hit in brain.search(words.query("ferry timetable"), limit=1)],
    }


HELD = {
    "lease": [
        ("14 March 2027", "wrong", "The lease moves on 14 March 2027"),
        ("21 March 2027", "live", "No, the lease moves on 21 March 2027"),
    ],
    "lease stands": "21 March 2027",
    "lease settled": ("21 March 2027", (("14 March 2027", "wrong"),), "the 21st is right"),
    "ferry": (True, ["8:00", "9:00"]),
    "keys": (2, "In the shed.", ("home",)),
    "work": ("work", "group:sailing"),
    "withdrawn": True,
    "twin": "office.lease_move",
    "related": True,
    "changes": True,
    "found": ["ferry.leaves_at"],
}
