"""`index_since`: what was said before a day is neither read nor kept, and the day may change."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from index_views import everything, on_disk, texts
from session_fixtures import START, ClaudeFile, HermesState

FIRST = datetime.fromtimestamp(START, UTC)
NOW = FIRST + timedelta(days=40)


def touch(chat, number):
    """The file was last written on that day."""
    at = START + number * 86_400 + 60
    os.utime(chat.path, (at, at))


def iso(number):
    """A moment of that day, as a transcript has it."""
    return (FIRST + timedelta(days=number, seconds=30)).isoformat().replace("+00:00", "Z")


def session(number):
    return f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04}"


@pytest.fixture
def histories(hermes, claude):
    """Two agents; of each an old session, one that goes on through the days, and a young one."""
    state = HermesState(hermes / "state.db")
    for day in range(0, 40, 10):
        state.now = START + day * 86_400
        state.session(f"s{day}")
        state.turn(f"s{day}", f"Plant the walnut of day {day}.", f"Planted {day}.")
        state.turn("s0", f"And the medlar of day {day}?", f"Too, {day}.")
    state.close()
    for day in range(0, 40, 10):
        chat = ClaudeFile(claude, session=session(day))
        chat.prompt(f"Rename the quince of day {day}.", timestamp=iso(day))
        touch(chat, day)
    return lambda: [Hermes(hermes), ClaudeCode(claude)]


def refresh(path, adapters, since, **how):
    with SessionIndex.open(path) as index:
        report = index.refresh(adapters(), now=NOW, since=since, **how)
        assert index.check() == []
        return report


def held(path):
    with SessionIndex.open(path, readonly=True) as index:
        return everything(index)


def day(number):
    return FIRST + timedelta(days=number)


def test_only_what_is_young_enough_is_kept(histories, tmp_path):
    path = tmp_path / "sessions.db"
    refresh(path, histories, day(15))
    with SessionIndex.open(path, readonly=True) as index:
        found = texts(index)
    assert len(found) == 10
    assert not [text for text in found if "day 0" in text or "day 10" in text]


def test_a_file_that_is_older_is_not_even_opened(histories, tmp_path, monkeypatch):
    read = []
    really = ClaudeCode.read

    def noted(self, unit, mark, pulse):
        read.append(unit)
        return really(self, unit, mark, pulse)

    monkeypatch.setattr(ClaudeCode, "read", noted)
    path = tmp_path / "sessions.db"
    for _ in range(2):
        refresh(path, histories, day(15))
    assert sorted(name[-10:-6] for name in read) == ["0020", "0030"]


@pytest.mark.parametrize(
    "steps",
    [(None, 15), (15, None), (5, 25), (25, 5), (25, 5, 15), (39, 1), (15, 15), (None, 39, None)],
)
def test_a_limit_that_changes_purges_or_reads_more_and_equals_a_fresh_index(
    histories, tmp_path, steps
):
    path, fresh = tmp_path / "sessions.db", tmp_path / "fresh" / "sessions.db"
    for step in steps:
        refresh(path, histories, None if step is None else day(step))
    last = steps[-1]
    refresh(fresh, histories, None if last is None else day(last))
    assert held(path) == held(fresh)


def test_the_bytes_of_what_became_too_old_leave_the_file(histories, tmp_path):
    path = tmp_path / "sessions.db"
    refresh(path, histories, None)
    assert b"walnut of day 0" in on_disk(path)
    report = refresh(path, histories, day(15))
    assert report.removed == 10
    for gone in (b"walnut of day 0", b"quince of day 10", b"medlar of day 0"):
        assert gone not in on_disk(path)
    assert b"quince of day 20" in on_disk(path)


def test_a_stop_in_the_middle_of_a_purge_is_made_good_by_the_next_refresh(
    histories, tmp_path, monkeypatch
):
    monkeypatch.setattr("agent_si.vendor.sessions.since.BATCH", 1)
    path, fresh = tmp_path / "sessions.db", tmp_path / "fresh" / "sessions.db"
    refresh(path, histories, None)
    looks = iter([False, False, False])
    report = refresh(path, histories, day(15), stop=lambda: next(looks, True))
    assert not report.finished
    refresh(path, histories, day(15))
    refresh(fresh, histories, day(15))
    assert held(path) == held(fresh)


def test_a_copy_that_is_young_stays_when_its_older_original_goes(claude, tmp_path):
    """A fork repeats the words of its parent under the same name."""
    parent = ClaudeFile(claude, session=session(1))
    parent.prompt("Rename the old quince.", timestamp=iso(0))
    fork = parent.fork(session(2))
    fork.prompt("Rename the young quince.", timestamp=iso(30))
    touch(parent, 0)
    touch(fork, 30)
    path, fresh = tmp_path / "sessions.db", tmp_path / "fresh" / "sessions.db"

    def readers():
        return [ClaudeCode(claude)]

    for since in (None, day(15)):
        refresh(path, readers, since)
    refresh(fresh, readers, day(15))
    assert held(path) == held(fresh)
    assert [row[4] for row in held(path)[0]] == ["Rename the young quince."]


def test_what_went_off_the_record_before_the_limit_stays_off_behind_it(claude, tmp_path):
    chat = ClaudeFile(claude)
    chat.prompt("#off-record", timestamp=iso(0))
    chat.prompt("Where does it hurt?", timestamp=iso(30))
    touch(chat, 30)
    path = tmp_path / "sessions.db"
    refresh(path, lambda: [ClaudeCode(claude)], day(15))
    assert held(path)[0] == []
    assert b"hurt" not in on_disk(path)
