"""Tombstones: what was forgotten is known again, and nobody can read what it was."""

import os
import re
import sqlite3
import stat
from contextlib import closing

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.forgotten import FILE, Forgotten, Unreadable

RASH = "I have had a rash on my arm since Monday."
PLACE = "hermes:20261104_120000_talk:7"
FLAG = "I have had the quince marker for days"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ours" / FILE


def kept(path, **what):
    with Forgotten.open(path, create=True) as forgotten:
        forgotten.add(**what)


def test_what_was_added_is_known_again_after_reopening(path):
    kept(path, locators=[PLACE], texts=[RASH], rows=["b0123456789abcdefghjk"], sessions=["grok:s"])

    with Forgotten.open(path) as forgotten:
        assert forgotten.holds_locator(PLACE)
        assert forgotten.holds_text(RASH)
        assert forgotten.holds_row("b0123456789abcdefghjk")
        assert forgotten.holds_session("grok:s")
        assert not forgotten.holds_locator("hermes:20261104_120000_talk:8")
        assert not forgotten.holds_text(RASH + " And a fever.")
        assert not forgotten.holds_row("b1")
        assert not forgotten.holds_session(PLACE)
        assert forgotten.counts() == {"locator": 1, "row": 1, "session": 1, "text": 1}


def test_another_spelling_of_the_same_words_is_the_same_text(path):
    kept(path, texts=['He said: "the lease -- it moves in March, not in May"'])

    with Forgotten.open(path) as forgotten:
        assert forgotten.holds_text("he said: “the LEASE — it moves\nin March,   not in May”")
        assert not forgotten.holds_text("He said: the lease moves in March, not in May")


def test_short_words_are_everybodys_and_are_known_by_their_address_only(path):
    kept(path, locators=[PLACE], texts=["ok, thanks", "好的，谢谢"])

    with Forgotten.open(path) as forgotten:
        assert forgotten.holds_locator(PLACE)
        assert not forgotten.holds_text("ok, thanks")
        assert "text" not in forgotten.counts()


def test_eight_chinese_characters_are_enough(path):
    kept(path, texts=["新办公室在静安区那里"])

    with Forgotten.open(path) as forgotten:
        assert forgotten.holds_text("新办公室在静安区那里")


def test_no_word_and_no_plain_hash_of_one_stands_in_the_file(path):
    import hashlib

    kept(path, locators=[PLACE], texts=[FLAG], rows=["b0123456789abcdefghjk"])

    raw = path.read_bytes()
    for word in (b"quince", b"20261104", b"b0123456789", FLAG.lower().encode()):
        assert word not in raw
    for name in ("sha256", "sha1", "md5", "blake2b"):
        for text in (FLAG, FLAG.lower(), PLACE):
            assert hashlib.new(name, text.encode()).digest()[:12] not in raw


def test_two_homes_give_the_same_words_different_hashes(tmp_path):
    hashes = []
    for name in ("one", "two"):
        kept(tmp_path / name / FILE, texts=[RASH])
        with closing(sqlite3.connect(tmp_path / name / FILE)) as db:
            hashes.append(set(db.execute("SELECT hash FROM tombstone").fetchall()))
    assert not hashes[0] & hashes[1]


def test_the_version_differs_after_every_add_that_added_something(path):
    with Forgotten.open(path) as nothing:
        assert nothing.version() == ""
    with Forgotten.open(path, create=True) as forgotten:
        assert forgotten.version() == ""
        forgotten.add(locators=[PLACE])
        first = forgotten.version()
        forgotten.add(locators=[PLACE])
        assert forgotten.version() == first != ""
        forgotten.add(rows=["b1"])
        assert forgotten.version() != first


def test_a_missing_file_holds_nothing_and_is_found_once_another_process_made_it(path):
    forgotten = Forgotten.open(path)
    assert forgotten.empty
    assert not forgotten.holds_locator(PLACE)
    with pytest.raises(FileNotFoundError):
        forgotten.add(locators=[PLACE])
    assert not path.exists()

    kept(path, locators=[PLACE])

    assert forgotten.holds_locator(PLACE)
    forgotten.close()


def test_the_file_is_its_owners_only_and_in_delete_mode(path):
    before = os.umask(0)
    try:
        kept(path, locators=[PLACE])
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == [FILE]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_who_cannot_ask_is_told_and_must_not_store(path, content):
    path.parent.mkdir()
    path.write_bytes(content)

    with pytest.raises(Unreadable, match="restore a copy"):
        Forgotten.open(path)
    assert path.read_bytes() == content


def test_a_strangers_trigger_is_not_run(path):
    kept(path, locators=[PLACE])
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON tombstone BEGIN DELETE FROM tombstone; END")
        db.commit()

    with pytest.raises(Unreadable, match="did not put there"):
        Forgotten.open(path, create=True)


def test_a_locked_file_is_a_trouble_of_this_file_not_of_another(path):
    kept(path, locators=[PLACE])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unreadable, match="SQLITE_BUSY"):
            Forgotten.open(path, wait=0.05)


def test_a_damaged_page_is_named_by_check(path):
    kept(path, locators=[f"hermes:s:{number}" for number in range(500)])
    with Forgotten.open(path) as forgotten:
        assert forgotten.check() == []
    raw = bytearray(path.read_bytes())
    raw[8192:12288] = b"\xff" * 4096
    path.write_bytes(raw)

    with Forgotten.open(path) as forgotten:
        assert any(FILE in line and "restore" in line for line in forgotten.check())
    with pytest.raises((dbfile.Damaged, Unreadable)):
        kept(path, rows=[f"b{number}" for number in range(500)])


def test_every_statement_fits_the_tables(path):
    from agent_si.vendor import forgotten as module

    kept(path, locators=[PLACE])
    statement = re.compile(r"\s*(SELECT|INSERT|UPDATE)\b")
    found = [v for k, v in vars(module).items() if k.isupper() and isinstance(v, str)]
    found = [sql for sql in found if statement.match(sql)]
    assert len(found) >= 6
    with closing(sqlite3.connect(path)) as db:
        for sql in found:
            names = re.findall(r":(\w+)", sql)
            db.execute(f"EXPLAIN {sql}", dict.fromkeys(names)).close()
