"""Rows read page by page are those that SQLite reads, of the file and of its log."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from agent_si.vendor.dbpages import INDEX, FilePages, Pages

LENGTHS = (0, 1, 100, 4000, 4057, 4058, 4059, 5000, 9000, 70_000)


def filled(path, size, journal="DELETE"):
    """A table with rows of all lengths; gives the open connection."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA page_size={size}")
    db.execute(f"PRAGMA journal_mode={journal}")
    db.execute("PRAGMA wal_autocheckpoint=0")
    db.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, a ANY, text TEXT NOT NULL) STRICT")
    db.execute("CREATE INDEX t_a ON t (a, text)")
    for number, length in enumerate(LENGTHS * 3):
        value = (None, number - 5, b"bytes", "text", 1 << 60, -(1 << 40))[number % 6]
        db.execute("INSERT INTO t VALUES (?, ?, ?)", (number * 7, value, "ü" * length))
    return db


def told(pages):
    with pages:
        found = pages.rows(wanted=lambda kinds: len(kinds) == 3)
        return sorted((n, *values[1:]) for n, values in found if values[0] is None)


def stored(db):
    return sorted(db.execute("SELECT n, a, text FROM t").fetchall(), key=lambda row: row[0])


@pytest.mark.parametrize("size", [512, 1024, 4096, 16384, 65536])
def test_rows_of_all_lengths_and_kinds(tmp_path, size):
    path = tmp_path / "t.db"
    with closing(filled(path, size)) as db:
        expected = stored(db)
    assert told(FilePages(path)) == expected
    found = Pages.of(path.read_bytes()).rows(wanted=lambda kinds: len(kinds) == 3)
    assert sorted((n, *values[1:]) for n, values in found if values[0] is None) == expected


def test_rows_of_an_index_stand_in_its_leaves(tmp_path):
    path = tmp_path / "t.db"
    with closing(filled(path, 4096)) as db:
        expected = {row[0] for row in stored(db)}
    with FilePages(path) as pages:
        numbers = {values[2] for _, values in pages.rows(INDEX, lambda kinds: len(kinds) == 3)}
    assert numbers <= expected
    assert len(numbers) > len(expected) / 2


def test_the_log_counts_as_far_as_it_was_committed(tmp_path):
    path, copy = tmp_path / "t.db", tmp_path / "copy.db"
    with closing(filled(path, 4096, "WAL")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.execute("DELETE FROM t WHERE n % 2 = 0")
        expected = stored(db)
        db.execute("PRAGMA cache_size=1")
        db.execute("BEGIN")
        db.execute("UPDATE t SET text = 'not committed'")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
        db.execute("ROLLBACK")
    assert told(FilePages(copy)) == expected
    log = copy.with_name("copy.db-wal")
    raw = bytearray(log.read_bytes())
    raw[len(raw) // 2] ^= 1
    log.write_bytes(raw)
    assert told(FilePages(copy)) != []
    log.write_bytes(b"no log at all")
    assert len(told(FilePages(copy))) == 3 * len(LENGTHS)


@pytest.mark.parametrize("raw", [b"", b"x", b"SQLite format 3\0" + bytes(50), b"\x0d" * 9000])
def test_any_bytes_are_survived(tmp_path, raw):
    path = tmp_path / "t.db"
    path.write_bytes(raw)
    path.with_name("t.db-wal").write_bytes(raw)
    with FilePages(path) as pages:
        rows = [*pages.rows(), *pages.rows(INDEX)]
    # Whether one of them means anything is for the caller to say.
    assert all(isinstance(values, list) for _, values in rows)
