"""One SQLite file of ours, opened with every safety on; somebody else's, read without a trace."""

import contextlib
import sqlite3
import stat

import pytest
from agent_si.vendor import dbfile

SCHEMA = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT"
OURS = {"application_id": 77, "version": 3, "schema": SCHEMA}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store" / "one.db"


def setting(db, name):
    return db.execute(f"PRAGMA {name}").fetchall()[0][0]


def test_a_new_file_is_whole_private_and_numbered(path):
    with contextlib.closing(dbfile.open(path, create=True, **OURS)) as db:
        assert (setting(db, "application_id"), setting(db, "user_version")) == (77, 3)
        assert db.execute("SELECT count(*) FROM t").fetchall() == [(0,)]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["one.db"]


def test_without_a_schema_the_file_is_made_empty_and_private(path):
    dbfile.open(path, create=True).close()
    assert path.stat().st_size == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_every_safety_is_on(path):
    with contextlib.closing(dbfile.open(path, create=True, synchronous="EXTRA", **OURS)) as db:
        assert setting(db, "trusted_schema") == 0
        assert setting(db, "foreign_keys") == 1
        assert setting(db, "secure_delete") == 1
        assert setting(db, "temp_store") == 2
        assert setting(db, "synchronous") == 3
        assert setting(db, "journal_mode") == "delete"
        assert db.isolation_level is None
        with pytest.raises(sqlite3.OperationalError, match="attached"):
            db.execute("ATTACH ':memory:' AS other")


def test_write_ahead_logging_is_had_where_it_is_asked_for(path):
    with contextlib.closing(dbfile.open(path, create=True, journal="WAL", **OURS)) as db:
        assert setting(db, "journal_mode") == "wal"
        db.execute("INSERT INTO t (b) VALUES ('x')").close()
        for name in ("one.db", "one.db-wal", "one.db-shm"):
            assert stat.S_IMODE((path.parent / name).stat().st_mode) == 0o600


def test_a_missing_file_is_made_only_when_asked_for(path):
    with pytest.raises(FileNotFoundError):
        dbfile.open(path, **OURS)
    with pytest.raises(FileNotFoundError):
        dbfile.open(path, create=True, readonly=True, **OURS)
    assert not path.parent.exists()


def test_a_file_that_is_there_is_never_made_again(path):
    with contextlib.closing(dbfile.open(path, create=True, **OURS)) as db:
        db.execute("INSERT INTO t (b) VALUES ('kept')").close()
    with contextlib.closing(dbfile.open(path, create=True, **OURS)) as db:
        assert db.execute("SELECT b FROM t").fetchall() == [("kept",)]


@pytest.mark.parametrize("content", [b"x" * 5000, b""])
def test_what_is_not_ours_is_refused_and_left_alone(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(dbfile.NotOurFile, match="Nothing was changed"):
        dbfile.open(path, create=True, **OURS)
    assert path.read_bytes() == content


def test_another_number_is_another_programs_file(path):
    dbfile.open(path, create=True, **OURS).close()
    with pytest.raises(dbfile.NotOurFile):
        dbfile.open(path, **(OURS | {"application_id": 78}))


def test_a_newer_file_is_for_reading_only(path):
    dbfile.open(path, create=True, **OURS).close()
    older = OURS | {"version": 2}
    with pytest.raises(dbfile.NewerFile, match="update"):
        dbfile.open(path, **older)
    with contextlib.closing(dbfile.open(path, readonly=True, **older)) as db:
        assert db.execute("SELECT * FROM t").fetchall() == []
        with pytest.raises(sqlite3.OperationalError):
            db.execute("INSERT INTO t (b) VALUES ('x')")


def test_a_symlink_is_refused(path, tmp_path):
    dbfile.open(path, create=True, **OURS).close()
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(dbfile.NotOurFile, match="plain file"):
        dbfile.open(link, create=True, **OURS)
    dangling = tmp_path / "dangling.db"
    dangling.symlink_to(tmp_path / "nowhere")
    with pytest.raises(dbfile.NotOurFile):
        dbfile.open(dangling, create=True, **OURS)
    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "store").write_text("x", encoding="utf-8")
    with pytest.raises(dbfile.NotOurFile, match="not a folder"):
        dbfile.open(tmp_path / "store" / "one.db", create=True, **OURS)


def test_modes_nobody_knows_are_a_mistake_of_the_caller(path):
    for how in ({"journal": "OFF"}, {"synchronous": "OFF"}):
        with pytest.raises(ValueError, match="one of"):
            dbfile.open(path, create=True, **how)


def test_a_transaction_is_all_or_nothing(path):
    with contextlib.closing(dbfile.open(path, create=True, **OURS)) as db:
        with dbfile.transaction(db):
            db.execute("INSERT INTO t (b) VALUES ('kept')").close()
        with pytest.raises(sqlite3.IntegrityError), dbfile.transaction(db):
            db.executemany("INSERT INTO t (a) VALUES (?)", [(2,), (1,)])
        assert db.execute("SELECT b FROM t").fetchall() == [("kept",)]
        assert not db.in_transaction


def test_a_transaction_that_cannot_begin_leaves_none_open(path):
    with (
        contextlib.closing(dbfile.open(path, create=True, timeout=0.01, **OURS)) as db,
        contextlib.closing(dbfile.open(path, **OURS)) as other,
        dbfile.transaction(other),
    ):
        with pytest.raises(sqlite3.OperationalError, match="locked"), dbfile.transaction(db):
            pass
        assert not db.in_transaction


def test_patience_waits_longer_than_one_timeout(path):
    with (
        contextlib.closing(dbfile.open(path, create=True, timeout=0.01, **OURS)) as db,
        contextlib.closing(dbfile.open(path, **OURS)) as other,
    ):
        other.execute("BEGIN IMMEDIATE").close()
        import threading

        threading.Timer(0.2, lambda: other.execute("ROLLBACK").close()).start()
        with dbfile.transaction(db, patience=10):
            db.execute("INSERT INTO t (b) VALUES ('late')").close()
        assert db.execute("SELECT b FROM t").fetchall() == [("late",)]


def test_a_snapshot_sees_one_state_and_leaves_nothing_open(path):
    with contextlib.closing(dbfile.open(path, create=True, **OURS)) as db:
        with dbfile.snapshot(db), dbfile.snapshot(db):
            assert db.in_transaction
        assert not db.in_transaction


# --- other programs' files ---


@pytest.fixture
def foreign(tmp_path):
    path = tmp_path / "foreign.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE m (t TEXT)")
    db.execute("INSERT INTO m VALUES (CAST(x'c328' AS TEXT))")
    db.commit()
    db.close()
    return path


def test_a_foreign_file_is_read_whatever_bytes_it_holds(foreign):
    with contextlib.closing(dbfile.read_only(foreign)) as db:
        assert db.execute("SELECT t FROM m").fetchall() == [("\ufffd(",)]
        with pytest.raises(sqlite3.OperationalError):
            db.execute("INSERT INTO m VALUES ('x')")


def test_a_foreign_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(FileNotFoundError):
        dbfile.read_only(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_reading_a_foreign_file_leaves_no_trace(foreign):
    before = {each.name: each.stat().st_mtime_ns for each in foreign.parent.iterdir()}
    with contextlib.closing(dbfile.read_only(foreign)) as db:
        db.execute("SELECT t FROM m").fetchall()
    assert {each.name: each.stat().st_mtime_ns for each in foreign.parent.iterdir()} == before


@pytest.mark.parametrize("name", ["a?b=c.db", "a#b.db", "100%.db", "sp ace.db"])
def test_any_file_name_means_itself(tmp_path, name):
    dbfile.open(tmp_path / name, create=True, **OURS).close()
    with contextlib.closing(dbfile.read_only(tmp_path / name)) as db:
        assert db.execute("SELECT count(*) FROM t").fetchall() == [(0,)]
    assert [each.name for each in tmp_path.glob("*.db")] == [name]


def test_errors_of_sqlite_are_told_as_ours(path):
    def error(name):
        made = sqlite3.DatabaseError("x")
        made.sqlite_errorname = name
        return made

    assert isinstance(dbfile.trouble(path, error("SQLITE_CORRUPT")), dbfile.Damaged)
    assert isinstance(dbfile.trouble(path, error("SQLITE_NOTADB")), dbfile.NotOurFile)
    other = error("SQLITE_BUSY")
    assert dbfile.trouble(path, other) is other
