"""Forgetting in the index: rows, copies, titles and bytes go, and no refresh brings them back."""

import os
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from agent_si.vendor.forgotten import FILE, Forgotten, Unreadable
from agent_si.vendor.sessions import erase, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.stored import fetch
from agent_si.vendor.text import words
from index_views import on_disk, texts
from session_fixtures import ClaudeFile, HermesState

NOW = datetime(2026, 5, 20, tzinfo=UTC)
RASH = "I have a zanthoxylum rash on my left arm."
TERMS = """
SELECT DISTINCT term FROM temp.terms WHERE term LIKE 'zanthox%'
"""


@pytest.fixture
def state(hermes):
    state = HermesState(hermes / "state.db")
    yield state
    state.close()


def filled(state, count=40):
    """A conversation with the rash in its middle; gives the id of that row."""
    state.session("s1", title="Zanthoxylum rash")
    for number in range(count):
        state.turn("s1", f"Question {number} about the walnut tree?", f"Answer {number}.")
    rash, _ = state.turn("s1", RASH, "Put the zanthoxylum ointment on it, twice a day.")
    state.turn("s1", "And the walnut tree?", "It stands.")
    return rash


def remember_that(index, *idents, sessions=()):
    """What the command does: tombstones first, then the index."""
    rows = [row for each in idents if (row := index.message(each))]
    talks = [row for each in sessions if (row := index.session(each))]
    inside = [row for talk in talks for row in index.messages(talk.id, 0, 1000)]
    with Forgotten.open(index.path.with_name(FILE), create=True) as forgotten:
        forgotten.add(
            locators=[
                name
                for row in [*rows, *inside]
                for name in (*index.names_of(row), *index.title_names_of(row))
            ],
            texts=[row.text for row in [*rows, *inside]],
            sessions=[talk.locator for talk in talks],
        )
    return index.forget(messages=[row.id for row in rows], sessions=[talk.id for talk in talks])


def found(index, text="zanthoxylum"):
    return index.search(words.query(text))


def gone_from_disk(index, *phrases):
    """No phrase in any byte of the index while nobody has it open, nor a term in its search."""
    with closing(schema.open_index(index.path)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, message_fts, 'instance')")
        assert fetch(db, TERMS) == []
    index.close()
    raw = on_disk(index.path).lower()
    left = [phrase for phrase in phrases if phrase.lower().encode() in raw]
    index.__init__(index.path, schema.open_index(index.path))
    assert left == []


def test_a_forgotten_message_leaves_with_its_title_and_its_bytes(state, hermes, index, refresh):
    rash = filled(state)
    refresh(Hermes(hermes))
    assert [hit.role for hit in found(index)] == ["user", "assistant"]
    user, answer = found(index)

    gone = remember_that(index, user.id, answer.id)

    assert (gone.messages, gone.erased) == (2, True)
    assert found(index) == []
    assert index.find(user.id) is None
    assert index.session("s" + answer.session[1:]).title.startswith("Question 0")
    assert index.stats()[0].kept_out == {"forgotten": 2}
    gone_from_disk(index, "zanthoxylum", RASH, "zanthoxylum ointment")
    assert state.db.execute("SELECT content FROM messages WHERE id = ?", (rash,)).fetchone()


def test_no_refresh_rebuild_or_new_turn_brings_it_back(state, hermes, index, refresh, tmp_path):
    filled(state)
    refresh(Hermes(hermes))
    remember_that(index, *[hit.id for hit in found(index)])

    state.turn("s1", "One more question about trees.", "One more answer.")
    refresh(Hermes(hermes))
    assert index.search(words.query("one more question"))
    fetch(index._db, "UPDATE unit SET mark = ''")
    fetch(index._db, "UPDATE agent SET cursor = ''")
    refresh(Hermes(hermes))
    assert found(index) == []
    gone_from_disk(index, "zanthoxylum")

    index.close()
    for end in ("", "-wal", "-shm"):
        index.path.with_name(index.path.name + end).unlink(missing_ok=True)
    index.__init__(index.path, schema.open_index(index.path))
    refresh(Hermes(hermes))
    assert len(texts(index)) > 80
    assert found(index) == []
    gone_from_disk(index, "zanthoxylum")


@pytest.mark.parametrize("how", ["compact", "split", "branch", "renumber"])
def test_a_copy_that_the_host_makes_later_stays_out(how, state, hermes, index, refresh):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree beside the well.", "Done.")
    state.turn("s1", RASH, "Put the zanthoxylum ointment on it, twice a day.")
    refresh(Hermes(hermes))
    remember_that(index, *[hit.id for hit in found(index)])

    {
        "compact": lambda: state.compact("s1"),
        "split": lambda: state.split("s1", "s2"),
        "branch": lambda: state.branch("s1", "s2"),
        "renumber": lambda: state.renumber("s1"),
    }[how]()
    refresh(Hermes(hermes))

    assert found(index) == []
    assert index.search(words.query("walnut tree"))
    gone_from_disk(index, "zanthoxylum")


@pytest.mark.parametrize("how", ["split", "branch"])
def test_the_copies_there_are_go_with_the_message(how, state, hermes, index, refresh):
    state.session("s1", title="Zanthoxylum rash")
    state.turn("s1", "Plant the walnut tree beside the well.", "Done.")
    state.turn("s1", RASH, "Rest it.")
    if how == "split":
        state.split("s1", "s2")
        state.update("sessions", "s2", title="Zanthoxylum rash #2")
    else:
        state.branch("s1", "s2")
    refresh(Hermes(hermes))

    remember_that(index, *[hit.id for hit in found(index)])

    refresh(Hermes(hermes))
    assert found(index) == []
    gone_from_disk(index, "zanthoxylum")


def test_a_title_with_a_number_stays_out_of_a_session_that_goes_on(state, hermes, index, refresh):
    filled(state, count=2)
    refresh(Hermes(hermes))
    remember_that(index, *[hit.id for hit in found(index)])

    state.session("s2", title="Zanthoxylum rash #2", parent_session_id="s1")
    state.turn("s2", "And the pear tree, is it planted?", "It is.")
    refresh(Hermes(hermes))

    gone_from_disk(index, "zanthoxylum")


def test_the_same_words_in_another_agent_stay_out(state, claude, hermes, index, refresh):
    filled(state, count=2)
    refresh(Hermes(hermes))
    remember_that(index, *[hit.id for hit in found(index)])

    chat = ClaudeFile(claude)
    chat.prompt("Plant the walnut tree.")
    chat.prompt(RASH.replace(" ", "  ").upper())
    refresh(Hermes(hermes), ClaudeCode(claude))

    assert found(index) == []
    assert any("Plant the walnut tree." in text for text in texts(index))
    gone_from_disk(index, "zanthoxylum")


def test_of_a_forgotten_session_nothing_comes_back_and_others_stay(state, hermes, index, refresh):
    filled(state, count=3)
    state.session("s2")
    state.turn("s2", "Where does the pear tree stand?", "Beside the barn.")
    refresh(Hermes(hermes))
    talk = index.session(found(index)[0].session)

    gone = remember_that(index, sessions=[talk.id])

    assert (gone.messages, gone.sessions, gone.erased) == (10, 1, True)
    assert index.find(talk.id) is None
    state.turn("s1", "Nothing of this session may come in.", "It does not.")
    refresh(Hermes(hermes))
    assert texts(index) == [
        "Where does the pear tree stand?",
        "Beside the barn.",
    ]
    assert index.stats()[0].skipped["forgotten"] > 0
    gone_from_disk(index, "zanthoxylum", "walnut", "may come in")


def test_a_session_that_exists_only_here_is_forgotten_too(claude, index, refresh):
    """Story 3: also after `keep_expired`."""
    chats = [
        ClaudeFile(claude, session=f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{n:04d}") for n in range(3)
    ]
    for number, chat in enumerate(chats):
        chat.prompt(RASH if number == 0 else f"Plant walnut tree {number}.")
        os.utime(chat.path, (1_700_000_000, 1_700_000_000))
    refresh(ClaudeCode(claude))
    chats[0].path.unlink()
    refresh(ClaudeCode(claude))
    assert index.stats()[0].only_here == 1

    remember_that(index, found(index)[0].id)

    refresh(ClaudeCode(claude))
    assert found(index) == []
    gone_from_disk(index, "zanthoxylum")


def test_an_index_that_was_put_back_is_purged_at_the_next_refresh(state, hermes, index, refresh):
    filled(state)
    refresh(Hermes(hermes))
    index.close()
    copy = on_disk(index.path)
    index.__init__(index.path, schema.open_index(index.path))
    remember_that(index, *[hit.id for hit in found(index)])
    index.close()
    index.path.with_name("sessions.db-wal").unlink(missing_ok=True)
    index.path.write_bytes(copy)
    index.__init__(index.path, schema.open_index(index.path))
    assert found(index)

    refresh()

    assert found(index) == []
    gone_from_disk(index, "zanthoxylum")


def test_an_end_between_tombstone_and_purge_is_made_good(state, hermes, index, refresh):
    filled(state)
    refresh(Hermes(hermes))
    rows = [index.message(hit.id) for hit in found(index)]
    with Forgotten.open(index.path.with_name(FILE), create=True) as forgotten:
        forgotten.add(locators=[name for row in rows for name in index.names_of(row)])

    assert index.purge().messages == 2

    assert found(index) == []
    assert index.session(rows[0].session).title.startswith("Question 0")
    refresh(Hermes(hermes))
    gone_from_disk(index, "zanthoxylum")


def test_a_reader_delays_only_the_bytes_and_the_next_refresh_finishes(
    state, hermes, index, refresh
):
    filled(state)
    refresh(Hermes(hermes))
    hits = [hit.id for hit in found(index)]
    reader = schema.open_index(index.path, readonly=True)
    reader.execute("BEGIN").close()
    fetch(reader, "SELECT count(*) FROM message")
    with Forgotten.open(index.path.with_name(FILE), create=True) as forgotten:
        forgotten.add(locators=[index.message(hit).locator for hit in hits])

    gone = index.forget(messages=hits, patience=0.2)

    assert (gone.messages, gone.erased) == (2, False)
    assert found(index) == []
    reader.execute("ROLLBACK").close()
    reader.close()
    refresh(Hermes(hermes))
    gone_from_disk(index, "zanthoxylum")


def test_who_cannot_ask_what_was_forgotten_stores_nothing_and_keeps_the_index(
    state, hermes, index, refresh
):
    filled(state, count=2)
    refresh(Hermes(hermes))
    index.path.with_name(FILE).write_bytes(b"not a database" * 100)
    state.turn("s1", "This must not be stored now.", "No.")

    with pytest.raises(Unreadable):
        index.refresh([Hermes(hermes)], now=NOW)

    assert len(texts(index)) == 8
    index.path.with_name(FILE).unlink()
    refresh(Hermes(hermes))
    assert len(texts(index)) == 10


def test_long_words_with_one_beginning_leave_nothing_in_the_search_s_own_index(
    claude, index, refresh
):
    """A8: FTS5 keeps beginnings of words between its pages, also with its secure-delete."""
    dice = random.Random(7)
    chat = ClaudeFile(claude)
    for _ in range(60):
        chat.prompt(" ".join(f"w{dice.randrange(4000)}" for _ in range(80)))
    secret = " ".join(f"customer_zanthoxylum_file_{number:05d}" for number in range(3000))
    chat.prompt(secret)
    refresh(ClaudeCode(claude))
    hit = index.search(words.query("customer_zanthoxylum_file_00007"))[0]

    remember_that(index, hit.id)

    gone_from_disk(index, "zanthoxylum")


@pytest.mark.parametrize("how", ["compact", "split", "branch"])
def test_a_later_copy_of_words_that_are_too_few_is_known_by_its_original(
    how, state, hermes, index, refresh
):
    state.session("s1")
    state.turn("s1", "Plant the walnut tree beside the well.", "Done.")
    state.turn("s1", "Zanthoxylum!", "Yes.")
    refresh(Hermes(hermes))
    remember_that(index, *[hit.id for hit in found(index)])

    {
        "compact": lambda: state.compact("s1"),
        "split": lambda: state.split("s1", "s2"),
        "branch": lambda: state.branch("s1", "s2"),
    }[how]()
    refresh(Hermes(hermes))

    assert found(index) == []
    assert index.search(words.query("walnut tree"))
    gone_from_disk(index, "zanthoxylum")


def test_of_a_long_session_the_title_waits_until_all_of_it_was_looked_at(
    state, hermes, index, refresh
):
    """A new session is stored in pieces; the message that its title is made of may come last."""
    rash = filled(state, count=300)
    with Forgotten.open(index.path.with_name(FILE), create=True) as forgotten:
        forgotten.add(locators=[f"hermes:s1:{rash}"])

    refresh(Hermes(hermes), stop=lambda: bool(texts(index)))

    assert 0 < len(texts(index)) <= 500
    assert fetch(index._db, "SELECT title FROM session") == [("",)]
    refresh(Hermes(hermes))
    assert fetch(index._db, "SELECT title FROM session") == [("",)]


def test_an_index_with_the_search_s_own_secure_delete_is_opened_without_it(index):
    if sqlite3.sqlite_version_info < schema.SECURE_DELETE_SINCE:
        pytest.skip(f"SQLite {sqlite3.sqlite_version} has no FTS5 secure-delete: 3.42 or newer has")
    setting = "SELECT v FROM message_fts_config WHERE k = 'secure-delete'"
    fetch(index._db, "INSERT INTO message_fts(message_fts, rank) VALUES ('secure-delete', 1)")
    assert fetch(index._db, setting) == [(1,)]
    index.close()

    index.__init__(index.path, schema.open_index(index.path))

    assert fetch(index._db, setting) == [(0,)]


def test_a_few_rows_after_a_large_removal_leave_their_words_behind_nowhere(
    state, hermes, index, refresh
):
    """FTS5 drops the mark of a deletion in its lowest level only; a large removal pulls what is
    left up, and then a merge of everything no longer ends there (SQLite 3.53, seen).
    """
    state.session("s1")
    for number in range(120):
        state.turn("s1", f"Zanthoxylum row number {number} is planted by hand.", "Ok.")
    state.session("s2")
    state.turn("s2", "The last zanthoxylum stands beside the barn.", "And a pear tree.")
    refresh(Hermes(hermes))
    [last] = [hit.id for hit in found(index, "last zanthoxylum barn") if "last" in hit.text]
    for _ in range(2):
        talk = index.by_locator("hermes:s1:1")
        if talk is not None:
            remember_that(index, sessions=[talk.session])
        else:
            remember_that(index, last)
        refresh(Hermes(hermes))

    gone_from_disk(index, "zanthoxylum")
    with closing(schema.open_index(index.path)) as db:
        blocks = fetch(db, "SELECT block FROM message_fts_data")
    assert not [block for (block,) in blocks if b"xylum" in block or b"barn" in block]


def test_levels_of_the_search_are_read_as_fts5_writes_them():
    levels = erase._levels(bytes.fromhex("000000020401000000000102010100000000"))
    assert levels == [(0, 0), (0, 1), (0, 0), (0, 0)]
    assert erase._levels(bytes.fromhex("00000002ff000001040100")) == []
