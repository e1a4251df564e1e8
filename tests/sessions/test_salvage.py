"""A damaged index gives back what exists only there, and nothing that was to go."""

import os
import random
import shutil
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor import wholefile
from agent_si.vendor.forgotten import FILE, Forgotten
from agent_si.vendor.sessions import admit, aside, old_rows, salvage, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.refresher import Refresher
from agent_si.vendor.sessions.stored import fetch
from agent_si.vendor.text import words
from index_views import everything, on_disk, texts
from session_fixtures import ClaudeFile, HermesState

NOW = datetime(2026, 7, 20, tzinfo=UTC)
OLD = NOW - timedelta(days=40)
EXPIRED = 12
RASH = "I have a zanthoxylum rash on my left arm, and it itches."
SOLD = "The mulberry house was sold to somebody without a name."


def chat(claude, number, *, day=OLD):
    file = ClaudeFile(claude, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}")
    file.prompt(f"Where does walnut tree number {number} stand, and who planted it there?")
    file.answer(f"Tree {number} stands beside the well. " + "It was planted by hand. " * 20)
    os.utime(file.path, (day.timestamp(), day.timestamp()))
    return file


def expire(index, claude, *files):
    for file in files:
        file.path.unlink()
    index.refresh([ClaudeCode(claude)], now=NOW)


@pytest.fixture
def home(claude, tmp_path):
    """An index of some years: what was expired, what is still there, and what had to go."""
    path = tmp_path / "ours" / "sessions.db"
    gone = [chat(claude, number) for number in range(EXPIRED)]
    gone[0].prompt(RASH)
    gone[1].title("The walnut trees of the valley")
    fork = gone[2].fork("5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0100")
    fork.prompt("Does the fork know where the walnut tree stands?")
    for file in (gone[0], gone[1], fork):
        os.utime(file.path, (OLD.timestamp(), OLD.timestamp()))
    live = [chat(claude, number, day=NOW) for number in range(20, 24)]
    deleted = chat(claude, 30, day=NOW)
    deleted.prompt(SOLD)
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW - timedelta(days=20))
        expire(index, claude, *gone, fork)
        [rash] = [hit for hit in index.search(words.query("zanthoxylum rash"))]
        with Forgotten.open(path.with_name(FILE), create=True) as forgotten:
            forgotten.add(locators=index.names_of(rash), texts=[rash.text])
        index.forget(messages=[rash.id])
        deleted.path.unlink()
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert index.stats()[0].only_here == EXPIRED + 1
        assert index.check() == []
    assert len(live) == 4
    return path


def whole(path):
    with SessionIndex.open(path, readonly=True) as index:
        return everything(index)


def built_again(path, claude):
    """What the refresher does with a damaged index."""
    assert aside.set_aside(path)
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert index.check() == []
        return index.stats()[0], everything(index)


def damage(path, start, data):
    """Overwrite bytes of a file that nobody has open."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(data)


def pages(path):
    return path.stat().st_size // 4096


def test_a_whole_file_gives_all_that_is_only_there(home, claude):
    before = whole(home)
    stats, after = built_again(home, claude)
    assert after == before
    assert (stats.only_here, stats.lost) == (EXPIRED + 1, 0)


@pytest.mark.slow
def test_a_page_that_is_lost_costs_what_stands_on_it(home, claude, tmp_path):
    """Each page in turn: what comes back is what was there, and what does not is counted."""
    before = whole(home)
    texts_before = {row[4] for row in before[0]}
    kept = tmp_path / "kept.db"
    shutil.copy(home, kept)
    came_back = []
    for page in range(pages(kept)):
        shutil.copy(kept, home)
        damage(home, page * 4096, bytes(4096))
        stats, (messages, sessions, _) = built_again(home, claude)
        assert {row[4] for row in messages} <= texts_before
        assert {row[:2] for row in sessions} <= {row[:2] for row in before[1]}
        lost = len(before[1]) - len(sessions)
        assert lost in (0, stats.lost), page
        came_back.append(len(messages))
        for name in home.parent.iterdir():
            assert not name.name.startswith("sessions.db.damaged"), page
            if name.name.startswith("sessions.db"):
                name.unlink()
    assert sorted(came_back)[len(came_back) // 3] == len(before[0])
    assert min(came_back) > len(before[0]) / 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_damage_of_any_kind_brings_back_nothing_that_had_to_go(home, claude, seed):
    """A6: zeroes, flipped bits, 512 bytes of noise, a cut file; several at once."""
    dice = random.Random(seed)
    before = {row[4] for row in whole(home)[0]}
    size = home.stat().st_size
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(size)
        kind = dice.choice(["zero", "bit", "noise", "cut"])
        if kind == "zero":
            damage(home, at // 4096 * 4096, bytes(4096))
        elif kind == "noise":
            damage(home, at // 512 * 512, dice.randbytes(512))
        elif kind == "bit":
            damage(home, at, bytes([home.read_bytes()[at] ^ 1 << dice.randrange(8)]))
        else:
            size = max(4096, at)
            os.truncate(home, size)
    stats, (messages, _, _) = built_again(home, claude)
    found = {row[4] for row in messages}
    # One letter of a text may have been flipped; what went is not there in any form.
    assert len(found - before) <= 5
    assert stats.only_here <= EXPIRED + 1
    raw = on_disk(home).lower()
    assert b"zanthoxylum" not in raw
    assert b"mulberry" not in raw


def test_a_header_of_noise_costs_nothing_else(home, claude):
    before = whole(home)
    damage(home, 0, random.Random(1).randbytes(100))
    stats, after = built_again(home, claude)
    assert after == before
    assert stats.lost == 0


def test_what_the_log_has_is_what_counts(home, claude):
    """The file has an older state than its log: a deletion that was not checkpointed holds."""
    reader = schema.open_index(home, readonly=True)
    fetch(reader, "BEGIN")
    fetch(reader, "SELECT count(*) FROM message")
    with Forgotten.open(home.with_name(FILE)) as forgotten:
        assert forgotten.counts()
    index = SessionIndex.open(home)
    [hit, *_] = index.search(words.query("walnut tree number 5"))
    index.forget(messages=[hit.id], patience=0.1)
    kept = home.with_name("kept.db")
    for end in ("", "-wal"):
        shutil.copy(home.with_name(home.name + end), kept.with_name(kept.name + end))
    index.close()
    fetch(reader, "ROLLBACK")
    reader.close()
    assert hit.text.encode() in kept.read_bytes()
    damage(kept, 100, b"\xff" * 8)
    with closing(old_rows.PageRows(kept)) as rows:
        left = [row["text"] for row in rows.of("message")]
    assert len(left) > EXPIRED
    assert hit.text not in left


def test_a_credential_of_a_newer_rule_set_stays_behind(home, claude, monkeypatch):
    """Re-scanned, not dropped: the rest of the session comes over."""
    find = admit.secrets.find
    monkeypatch.setattr(
        admit.secrets, "find", lambda text: "token" if "number 7 " in text else find(text)
    )
    damage(home, 0, bytes(100))
    stats, (messages, _, _) = built_again(home, claude)
    assert not [row for row in messages if "number 7 " in row[4]]
    assert [row for row in messages if "Tree 7 " in row[4]]
    assert stats.only_here == EXPIRED + 1
    assert stats.kept_out["credential"] == 1


def test_what_was_off_the_record_stays_so_and_is_still_counted(claude, tmp_path):
    """Story 3: also after a damage, of a transcript that exists only here."""
    path = tmp_path / "ours" / "sessions.db"
    file = chat(claude, 1)
    file.prompt("#off-record")
    file.prompt(RASH)
    os.utime(file.path, (OLD.timestamp(), OLD.timestamp()))
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW - timedelta(days=20))
        expire(index, claude, file)
        assert index.stats()[0].kept_out == {"off the record": 2}
    damage(path, 0, bytes(100))
    stats, (messages, _, _) = built_again(path, claude)
    assert stats.kept_out == {"off the record": 2}
    assert (stats.only_here, len(messages)) == (1, 2)
    assert b"zanthoxylum" not in on_disk(path)


def test_what_was_forgotten_while_it_lay_aside_stays_behind(home, claude):
    with SessionIndex.open(home, readonly=True) as index:
        [hit, *_] = index.search(words.query("walnut tree number 9"))
        names = index.names_of(hit)
        talk = index.session(index.search(words.query("walnut tree number 4"))[0].session)
    assert aside.set_aside(home)
    with Forgotten.open(home.with_name(FILE)) as forgotten:
        assert forgotten.counts()
    with Forgotten.open(home.with_name(FILE), create=True) as forgotten:
        forgotten.add(locators=names, texts=[hit.text], sessions=[talk.locator])
    with SessionIndex.open(home) as index:
        index.forget(messages=[])  # what the command does ends with this, also without a refresh
        assert hit.text not in texts(index)
        assert not [text for text in texts(index) if "number 4 " in text or "Tree 4 " in text]
        assert fetch(index._db, "SELECT count(*) FROM session") == [(EXPIRED,)]
    assert not list(home.parent.glob("*.damaged*"))
    assert b"number 9 " not in on_disk(home)


def test_an_end_in_the_middle_is_made_good(home, claude):
    before = whole(home)
    damage(home, 0, bytes(100))
    assert aside.set_aside(home)
    for calls in (1, 5, 12, 13):
        left = [calls]

        def enough(left=left):
            left[0] -= 1
            return left[0] < 0

        with SessionIndex.open(home) as index:
            report = index.refresh([ClaudeCode(claude)], now=NOW, stop=enough)
            assert not report.finished
        assert home.with_name("sessions.db.damaged").exists()
    with SessionIndex.open(home) as index:
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert index.check() == []
    assert whole(home) == before
    assert not home.with_name("sessions.db.damaged").exists()


def test_two_damages_before_the_first_is_salvaged_lose_nothing(home, claude):
    before = whole(home)
    damage(home, 0, bytes(100))
    assert aside.set_aside(home)
    SessionIndex.open(home).close()
    damage(home, 0, bytes(100))
    _, after = built_again(home, claude)
    assert after == before
    assert sorted(path.name for path in home.parent.iterdir()) == ["forgotten.db", "sessions.db"]


def test_a_session_that_is_not_reachable_comes_along(home, claude):
    """Story 7 and 6 together: the folder is gone, and then the index is damaged."""
    claude.rename(claude.with_name("elsewhere"))
    with SessionIndex.open(home) as index:
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert index.stats()[0].unreached == 4
    before = whole(home)
    damage(home, 0, bytes(100))
    stats, after = built_again(home, claude)
    assert after == before
    assert stats.unreached == 4
    claude.with_name("elsewhere").rename(claude)
    with SessionIndex.open(home) as index:
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert everything(index) == before
        assert (index.stats()[0].unreached, index.stats()[0].only_here) == (0, EXPIRED + 1)


def test_a_copy_in_an_expired_session_stands_without_its_first(claude, tmp_path):
    """The older session is still there: it takes its messages back when it is read."""
    path = tmp_path / "ours" / "sessions.db"
    first = chat(claude, 1, day=NOW)
    fork = first.fork("5f1c0f7e-2d57-4c39-9a11-6a1f0c5f0100")
    fork.prompt("Does the fork know it?")
    os.utime(fork.path, (OLD.timestamp(), OLD.timestamp()))
    with SessionIndex.open(path) as index:
        index.refresh([ClaudeCode(claude)], now=NOW - timedelta(days=20))
        expire(index, claude, fork)
        assert index.stats()[0].only_here == 1
        before = everything(index)
    assert aside.set_aside(path)
    with SessionIndex.open(path) as index:
        index.refresh([], now=NOW)
        assert len(texts(index)) == 3  # all that the fork holds
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert everything(index) == before
        first.path.unlink()
        index.refresh([ClaudeCode(claude)], now=NOW)
        assert len(texts(index)) == 3
        assert index.check() == []


def leaves(path, *phrases):
    """The pages of tables on which one of these stands."""
    raw = path.read_bytes()
    found = [number for number in range(pages(path)) if raw[number * 4096] == 13]
    return [
        number
        for number in found
        if any(phrase in raw[number * 4096 :][:4096] for phrase in phrases)
    ]


def test_sessions_whose_own_rows_are_gone_are_known_by_their_messages(home, claude):
    """The page of the sessions, and those of the units: the title is lost, and no word said."""
    before = whole(home)
    gone = leaves(home, b"The walnut trees of the valley", b"jsonl[[")
    assert len(gone) >= 2
    for number in gone:
        damage(home, number * 4096, bytes(4096))
    stats, (messages, sessions, _) = built_again(home, claude)
    assert messages == before[0]
    assert len(sessions) == len(before[1])
    assert (stats.only_here, stats.lost) == (EXPIRED + 1, 0)
    assert "The walnut trees of the valley" not in {row[2] for row in sessions}


def test_what_cannot_be_read_is_counted(home, claude):
    """Pages with messages are gone: the sessions that stood there alone are counted as lost."""
    gone = leaves(home, b"It was planted by hand")
    for number in gone[::2]:
        damage(home, number * 4096, random.Random(number).randbytes(4096))
    stats, (_, sessions, _) = built_again(home, claude)
    assert 0 < stats.lost == EXPIRED + 1 + 4 - len(sessions)
    assert stats.only_here == EXPIRED + 1 - stats.lost


def test_somebody_elses_file_stays(tmp_path):
    path = tmp_path / "ours" / "sessions.db"
    path.parent.mkdir()
    path.write_bytes(b"this is no database at all" * 400)
    assert aside.set_aside(path)
    for _ in range(2):
        with SessionIndex.open(path) as index:
            index.refresh([], now=NOW)
    assert path.with_name("sessions.db.damaged").read_bytes().startswith(b"this is no")


def test_what_was_seen_to_be_deleted_is_still_known(hermes, tmp_path):
    """taken_back.py marks facts by it."""
    path = tmp_path / "ours" / "sessions.db"
    state = HermesState(hermes / "state.db")
    for number in range(6):
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Plant walnut tree {number}.", "Done.")
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(hermes)], now=NOW)
        state.delete("s2")
        index.refresh([Hermes(hermes)], now=NOW)
        noted = fetch(index._db, "SELECT name FROM meta WHERE name LIKE 'gone:%'")
        assert len(noted) == 1
    damage(path, 0, bytes(100))
    assert aside.set_aside(path)
    with SessionIndex.open(path) as index:
        index.refresh([Hermes(hermes)], now=NOW)
        assert fetch(index._db, "SELECT name FROM meta WHERE name LIKE 'gone:%'") == noted
        assert len(texts(index)) == 10
    state.close()


def test_the_refresher_does_all_of_it_by_itself(home, claude):
    before = whole(home)
    damage(home, 4096, b"\xff" * 4096)
    damage(home, 2 * 4096, b"\xff" * 4096)
    one = Refresher.acquire(home, lambda: [ClaudeCode(claude)], clock=lambda: NOW)
    try:
        assert one.wait(20)
    finally:
        one.release()
    assert {row[4] for row in whole(home)[0]} <= {row[4] for row in before[0]}
    with SessionIndex.open(home, readonly=True) as index:
        stats = index.stats()[0]
    assert stats.only_here + stats.lost == EXPIRED + 1
    assert not list(home.parent.glob("*.damaged*"))


def test_a_file_of_the_first_version_is_read_by_its_own_columns(home):
    """Its shape stands in the code, whatever the tables of today look like."""
    with closing(old_rows.PageRows(home)) as by_page, closing(old_rows.SoundRows(home)) as by_sql:
        for table in ("unit", "session", "message", "alias", "kept_out", "meta", "agent"):
            rows = [
                sorted(sorted(map(repr, row.items())) for row in rows.of(table))
                for rows in (by_page, by_sql)
            ]
            assert rows[0] == rows[1], table


def test_another_version_carries_over_what_only_it_has(home, tmp_path):
    """What the step to a newer version of the file does."""
    path = tmp_path / "new" / "sessions.db"
    with closing(schema.open_index(path)) as db, Forgotten.open(home.with_name(FILE)) as forgotten:
        found = salvage.salvage(home, db, forgotten)
        again = salvage.salvage(home, db, forgotten)
        assert fetch(db, "SELECT count(*) FROM unit WHERE expired = 1") == [(EXPIRED + 1,)]
        assert fetch(db, "SELECT count(*) FROM message") == [(found.messages,)]
    assert (found.sessions, found.lost, found.is_ours) == (EXPIRED + 1, 0, True)
    assert again == found
    assert wholefile.free_name(home) != home
