"""A unit that is not there any more: forgotten, deleted, expired, or not reachable (DESIGN §4)."""

import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.forgotten import FILE, Forgotten
from agent_si.vendor.sessions import admit, schema
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from agent_si.vendor.sessions.adapters.codex import Codex
from agent_si.vendor.sessions.adapters.grok import Grok
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.text import words
from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from index_views import on_disk, texts
from session_fixtures import ClaudeFile, HermesState

NOW = datetime(2026, 7, 20, tzinfo=UTC)
UUID = "01a22cd1-e2f5-7b02-be47-f33742480{:03d}"


@dataclass
class Files:
    """One agent that keeps a file or a folder a session."""

    name: str
    root: object
    expires: bool

    def adapter(self):
        return {"claude": ClaudeCode, "codex": Codex, "grok": Grok}[self.name](self.root)

    def make(self, number, *, days=1):
        """A session of one question, last written to `days` before NOW."""
        if self.name == "claude":
            chat = ClaudeFile(self.root, session=UUID.format(number))
            place = chat.path
        elif self.name == "codex":
            chat = CodexFile(self.root, number=number)
            place = chat.path
        else:
            chat = GrokSession(self.root, UUID.format(number))
            place = chat.folder
        chat.prompt(f"Where does walnut tree number {number} stand?")
        chat.answer("Beside the well.")
        if self.name == "grok":
            chat.done()
        at = (NOW - timedelta(days=days)).timestamp()
        for path in (place, *place.rglob("*")) if place.is_dir() else (place,):
            os.utime(path, (at, at))
        return place

    def many(self, count, *, first=0, days=1):
        return [self.make(first + number, days=days) for number in range(count)]


def remove(*places):
    for place in places:
        shutil.rmtree(place) if place.is_dir() else place.unlink()


@pytest.fixture(params=["claude", "codex", "grok"])
def agent(request, throwaway_home):
    """Each agent in turn whose history is made of files."""
    return Files(request.param, throwaway_home / f".{request.param}", request.param == "claude")


@pytest.fixture
def seen(agent, refresh):
    """Look at the history of that agent now."""
    return lambda **options: refresh(agent.adapter(), now=NOW, **options).agents[agent.name]


def asked(index):
    """The numbers of the trees that are asked about in the index."""
    said = [text for text in texts(index) if text.startswith("Where does")]
    return sorted(int(text.split()[5]) for text in said)


def raw(index):
    """Every byte of the index while nobody has it open."""
    index.close()
    found = on_disk(index.path)
    index.__init__(index.path, schema.open_index(index.path))
    return found


def test_root_missing_keeps_all_and_says_so_in_one_line(agent, seen, index):
    agent.many(4)
    seen()
    agent.root.rename(agent.root.with_name("elsewhere"))
    assert seen().unreached == 4
    assert asked(index) == [0, 1, 2, 3]
    [stats] = index.stats()
    assert stats.unreached == 4
    assert "not there" in stats.trouble
    agent.root.with_name("elsewhere").rename(agent.root)
    seen()
    assert (index.stats()[0].unreached, index.stats()[0].trouble) == (0, "")


def test_a_third_missing_is_out_of_reach_and_kept(agent, seen, index):
    places = agent.many(9)
    seen()
    remove(*places[:3])
    assert seen().unreached == 3
    assert asked(index) == list(range(9))
    assert "3 of 9 sessions are not there" in index.stats()[0].trouble


def test_one_young_file_that_is_gone_was_deleted_and_goes_with_its_bytes(agent, seen, index):
    places = agent.many(5)
    seen()
    remove(places[2])
    assert seen().removed == 2
    assert asked(index) == [0, 1, 3, 4]
    assert b"number 2 stand" not in raw(index)


def test_one_old_file_that_is_gone_has_expired_or_was_deleted(agent, seen, index):
    """Only Claude Code removes by age; of the others an old session that is gone was deleted."""
    old = agent.make(7, days=400)
    agent.many(5)
    seen()
    remove(old)
    report = seen()
    assert report.expired == int(agent.expires)
    assert index.stats()[0].only_here == int(agent.expires)
    assert (7 in asked(index)) is agent.expires
    assert seen().expired == 0
    assert index.stats()[0].only_here == int(agent.expires)


def test_a_forgotten_session_stays_out_whatever_becomes_of_its_file(agent, seen, index):
    places = agent.many(5)
    seen()
    [hit] = [h for h in index.search(words.query("walnut tree")) if "number 3" in h.text]
    talk = index.session(hit.session)
    with Forgotten.open(index.path.with_name(FILE), create=True) as forgotten:
        forgotten.add(sessions=[talk.locator])
    index.forget(sessions=[talk.id])
    assert asked(index) == [0, 1, 2, 4]
    seen()
    assert 3 not in asked(index)
    kept = places[3].with_name("kept")
    places[3].rename(kept)
    seen()
    kept.rename(places[3])
    seen()
    assert asked(index) == [0, 1, 2, 4]
    assert b"number 3 stand" not in raw(index)


def test_what_is_out_of_reach_stays_kept_however_much_is_said_since(agent, seen, index):
    """Never purged without a word from the person: a third of few is no third of many."""
    places = agent.many(9)
    seen()
    remove(*places[:3])
    seen()
    agent.many(30, first=100)
    assert seen().unreached == 3
    assert len(asked(index)) == 39
    remove(agent.make(200))
    seen()
    assert index.stats()[0].unreached == 3
    assert "3 of 39" in index.stats()[0].trouble


def test_beside_what_is_out_of_reach_a_deleted_file_still_goes(agent, seen, index):
    places = agent.many(12)
    seen()
    remove(*places[:4])
    seen()
    remove(places[8])
    report = seen()
    assert report.removed == 2
    assert report.unreached == 4
    assert 8 not in asked(index)


def test_what_comes_back_is_an_ordinary_session_again(agent, seen, index):
    places = agent.many(6)
    seen()
    aside = [agent.root.with_name(f"aside-{number}") for number in range(3)]
    for place, other in zip(places, aside, strict=False):
        place.rename(other)
    assert seen().unreached == 3
    for place, other in zip(places, aside, strict=False):
        other.rename(place)  # the same file, to the last bit of its times
    assert seen().unreached == 0
    remove(places[0])
    seen()
    assert asked(index) == [1, 2, 3, 4, 5]


def test_a_folder_that_is_empty_all_at_once_is_out_of_reach(agent, seen, index):
    """A volume that is not mounted: the root is there, and nothing in it."""
    old = [agent.make(number, days=40) for number in range(4)]
    young = agent.many(2, first=10)
    seen()
    remove(*old, *young)
    report = seen()
    assert asked(index) == [0, 1, 2, 3, 10, 11]
    assert report.unreached == (2 if agent.expires else 6)


@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_what_expired_comes_back_and_may_then_be_deleted(agent, seen, index):
    agent.many(5)
    old = agent.make(7, days=40)
    seen()
    aside = old.with_name("aside")
    old.rename(aside)
    assert seen().expired == 1
    aside.rename(old)
    seen()
    assert index.stats()[0].only_here == 0


@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_without_keep_expired_what_was_kept_goes_too(agent, seen, index):
    agent.many(5)
    remove_later = agent.make(7, days=40)
    seen()
    remove(remove_later)
    seen()
    assert index.stats()[0].only_here == 1
    seen(keep_expired=False)
    assert index.stats()[0].only_here == 0
    assert b"number 7 stand" not in raw(index)


@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_a_forgotten_session_is_not_said_to_exist_only_here(agent, seen, index):
    """`status` counts what exists only here."""
    agent.many(5)
    old = [agent.make(number, days=40) for number in (7, 8)]
    seen()
    remove(*old)
    seen()
    assert index.stats()[0].only_here == 2
    [hit] = [h for h in index.search(words.query("walnut tree")) if "number 7" in h.text]
    index.forget(sessions=[index.session(hit.session).id])
    assert index.stats()[0].only_here == 1


def test_what_exists_only_here_is_held_against_a_newer_set_of_rules(
    claude, index, refresh, monkeypatch
):
    """It cannot be read again: its words and its title are looked through, and the rest stays."""
    chats = [ClaudeFile(claude, session=UUID.format(number)) for number in range(2)]
    for number, chat in enumerate(chats):
        chat.prompt(f"Where does walnut tree number {number} stand?")
        chat.answer("Beside the zanthoxylum.")
        chat.title(f"The zanthoxylum number {number}")
        os.utime(chat.path, ((NOW - timedelta(days=40)).timestamp(),) * 2)
    refresh(ClaudeCode(claude), now=NOW)
    remove(*(chat.path for chat in chats))
    refresh(ClaudeCode(claude), now=NOW)
    assert index.stats()[0].only_here == 2
    find = admit.secrets.find
    monkeypatch.setattr(
        admit.secrets, "find", lambda text: "token" if "zanthoxylum" in text else find(text)
    )
    monkeypatch.setattr(schema.secrets, "RULES", schema.secrets.RULES + 1)
    refresh(ClaudeCode(claude), now=NOW)
    assert asked(index) == [0, 1]
    assert len(texts(index)) == 2
    assert index.stats()[0].only_here == 2
    assert b"zanthoxylum" not in raw(index).lower()


def test_a_rollout_that_moved_has_not_vanished(throwaway_home, index, refresh):
    """Codex moves what is archived, and may pack what is old."""
    home = throwaway_home / ".codex"
    chats = [CodexFile(home, number=number) for number in range(4)]
    for number, chat in enumerate(chats):
        chat.prompt(f"Where does walnut tree number {number} stand?")
    refresh(Codex(home), now=NOW)
    for chat in chats:
        chat.archive()
    report = refresh(Codex(home), now=NOW).agents["codex"]
    assert (report.unreached, report.removed) == (0, 0)
    assert asked(index) == [0, 1, 2, 3]


# -- Hermes, whose sessions are rows ------------------------------------------------------------


@pytest.fixture(params=["0.13", "0.19", "0.22"])
def state(request, hermes):
    state = HermesState(hermes / "state.db", release=request.param)
    for number in range(9):
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Where does walnut tree number {number} stand?", "Here.")
    yield state
    state.close()


def test_a_deleted_session_of_hermes_goes_at_the_next_look_with_its_bytes(
    state, hermes, index, refresh
):
    refresh(Hermes(hermes))
    state.delete("s4")
    refresh(Hermes(hermes), full=False)
    assert asked(index) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert b"number 4 stand" not in raw(index)


def test_an_undone_turn_of_hermes_goes_at_the_next_look_with_its_bytes(
    state, hermes, index, refresh
):
    wrong, _ = state.turn("s4", "Sell the zanthoxylum house.", "Sold the zanthoxylum house.")
    refresh(Hermes(hermes))
    assert index.search(words.query("zanthoxylum house"))
    state.undo("s4", wrong)
    refresh(Hermes(hermes), full=False)
    assert index.search(words.query("zanthoxylum house")) == []
    assert b"zanthoxylum" not in raw(index).lower()


def test_a_third_of_the_sessions_of_hermes_is_kept_also_after_a_quick_look(
    state, hermes, index, refresh
):
    refresh(Hermes(hermes))
    for number in range(3):
        state.delete(f"s{number}")
    refresh(Hermes(hermes), full=False)
    state.turn("s8", "And another walnut tree?", "Yes.")
    refresh(Hermes(hermes), full=False)
    [stats] = index.stats()
    assert (stats.unreached, "3 of 9" in stats.trouble) == (3, True)
    assert asked(index) == list(range(9))
    for number in range(20, 60):
        state.session(f"s{number}")
        state.turn(f"s{number}", f"Where does walnut tree number {number} stand?", "Here.")
    refresh(Hermes(hermes))
    assert asked(index)[:9] == list(range(9))


def test_an_old_session_of_hermes_never_expires(state, hermes, index, refresh):
    refresh(Hermes(hermes))
    state.delete("s1")
    report = refresh(Hermes(hermes), now=NOW + timedelta(days=4000)).agents["hermes"]
    assert (report.expired, report.removed) == (0, 2)
    assert 1 not in asked(index)


# -- going back in Claude Code -------------------------------------------------------------------


def test_a_rewound_branch_of_claude_code_goes_at_the_next_look_with_its_bytes(
    claude, index, refresh
):
    chat = ClaudeFile(claude)
    chat.prompt("Where does the walnut tree stand?")
    tip = chat.answer("Beside the well.")
    chat.prompt("Sell the zanthoxylum house.")
    chat.answer("Sold the zanthoxylum house.")
    refresh(ClaudeCode(claude))
    assert index.search(words.query("zanthoxylum house"))
    chat.tip = tip
    chat.prompt("Water the walnut tree.")
    refresh(ClaudeCode(claude))
    assert index.search(words.query("zanthoxylum house")) == []
    assert len(texts(index)) == 3
    assert b"zanthoxylum" not in raw(index).lower()
