"""Who may be shown a session is decided when it is read, and asked before anything is ranked."""

import random

import pytest
from agent_si.vendor.recall import show as showing
from agent_si.vendor.recall.conversation import Conversation
from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.text import words
from session_fixtures import HermesState
from world import World

TURNS = 200
SHOWN = 10  # hits of one search
# A place: what the host writes of it, and the audience that this gives.
PLACES = {
    "terminal": ({"source": "cli"}, "mine"),
    "desktop": ({"source": "desktop"}, "mine"),
    "the gateway's terminal": ({"source": "local"}, "mine"),
    "editor": ({"source": "acp"}, "mine"),
    "ops": (
        {"source": "slack", "chat_id": "C01", "chat_type": "channel", "user_id": "dana"},
        "group:slack:C01",
    ),
    "family": (
        {"source": "telegram", "chat_id": "-100", "chat_type": "supergroup", "user_id": "eve"},
        "group:telegram:-100",
    ),
    "same number elsewhere": (
        {"source": "signal", "chat_id": "-100", "chat_type": "group", "user_id": "eve"},
        "group:signal:-100",
    ),
    "nobody known": ({"source": "discord", "chat_id": "77", "chat_type": ""}, "group:discord:77"),
    "dana alone": (
        {"source": "slack", "chat_id": "D01", "chat_type": "dm", "user_id": "dana"},
        "direct:slack:dana",
    ),
    "eve alone": (
        {"source": "telegram", "chat_id": "9", "chat_type": "private", "user_id": "eve"},
        "direct:telegram:eve",
    ),
    "the same name elsewhere": (
        {"source": "discord", "chat_id": "9", "chat_type": "dm", "user_id": "eve"},
        "direct:discord:eve",
    ),
    "a key with a user": ({"source": "api_server", "user_id": "eve"}, "direct:api_server:eve"),
}
# What each of them sees: the person who owns it all their own and the groups they are in.
VIEWERS = {
    "the principal": {"mine", "group:slack:C01", "group:telegram:-100"},
    "the principal, in no group": {"mine"},
    **{name: {audience} for name, (_, audience) in PLACES.items() if audience != "mine"},
    "nobody": set(),
}


def canary(name):
    return "canary" + "".join(letter for letter in name if letter.isalpha())


@pytest.fixture(params=["0.19", "0.22"])
def state(request, hermes):
    """A state.db with one session of every place."""
    state = HermesState(hermes / "state.db", release=request.param)
    for name, (columns, _) in PLACES.items():
        state.session(name.replace(" ", "_"), **columns)
    yield state
    state.close()


def say(state, name, number):
    """One turn there, with the canary of its audience; in a group with the speaker's name."""
    audience = PLACES[name][1]
    before = "[Dana] " if audience.startswith("group:") else ""
    text = f"{before}The {canary(audience)} sings its song number {number} in the tree."
    answer = f"Number {number} of the {canary(audience)}, noted."
    state.turn(name.replace(" ", "_"), text, answer)


def heard(index, audiences, text="canary sings song number tree noted", limit=SHOWN):
    """(audience, text) of every hit."""
    found = index.search(words.query(text), audiences=audiences, limit=limit)
    return [(hit.audience, hit.text) for hit in found]


def test_the_audience_is_decided_from_platform_chat_and_user(state, hermes, index, refresh):
    for number, name in enumerate(PLACES):
        say(state, name, number)
    refresh(Hermes(hermes))
    for name, (_, audience) in PLACES.items():
        row = index.by_locator(f"hermes:{name.replace(' ', '_')}:{_first(state, name)}")
        assert row.audience == audience, name
        assert index.session(row.session).audience == audience


def _first(state, name):
    sql = "SELECT min(id) FROM messages WHERE session_id = ?"
    return state.db.execute(sql, (name.replace(" ", "_"),)).fetchone()[0]


@pytest.mark.slow
def test_a_canary_of_each_audience_never_crosses_over_two_hundred_turns(
    state, hermes, index, refresh
):
    """PEERS 36."""
    dice = random.Random(4)
    said = {audience: 0 for _, audience in PLACES.values()}
    for number in range(TURNS):
        name = dice.choice(list(PLACES))
        say(state, name, number)
        said[PLACES[name][1]] += 1
        if number % 5 != 4:
            continue
        refresh(Hermes(hermes), full=number % 20 == 19)
        for viewer, audiences in VIEWERS.items():
            found = heard(index, audiences)
            assert {audience for audience, _ in found} <= audiences, viewer
            for audience, text in found:
                others = {canary(other) for other in said if other != audience}
                assert not [each for each in others if f"{each} " in text.replace(",", " ")]
            own = 2 * sum(said[each] for each in audiences if each in said)
            assert len(found) == min(SHOWN, own), viewer
            for audience in said.keys() - audiences if number % 20 == 19 else ():
                assert heard(index, audiences, canary(audience)) == [], (viewer, audience)
    assert min(said.values()) > 5


def test_it_is_asked_before_the_ranking(state, hermes, index, refresh):
    """One weak hit of one's own is found behind two hundred strong ones that are others'."""
    for number in range(TURNS):
        say(state, "ops", number)
    state.turn("eve_alone", "A tree, with something that once sings in it, far away.", "Ok.")
    refresh(Hermes(hermes))
    [(audience, text)] = heard(index, {"direct:telegram:eve"}, "canary sings song", limit=1)
    assert audience == "direct:telegram:eve"
    assert text.startswith("A tree")


def test_a_session_whose_chat_is_another_one_now_changes_its_audience(
    state, hermes, index, refresh
):
    say(state, "ops", 1)
    refresh(Hermes(hermes))
    assert heard(index, {"group:slack:C01"})
    state.update("sessions", "ops", chat_id="C02")
    refresh(Hermes(hermes))
    assert heard(index, {"group:slack:C01"}) == []
    assert len(heard(index, {"group:slack:C02"})) == 2


def test_words_that_a_branch_carries_elsewhere_are_shown_where_they_were_said(
    state, hermes, index, refresh
):
    """A message stands once: a copy in another place shows it there no sooner than that is so."""
    say(state, "ops", 1)
    state.branch("ops", "elsewhere")
    state.update("sessions", "elsewhere", source="cli", user_id=None)
    state.turn("elsewhere", "The canaryofmine sings alone in its tree.", "Ok.")
    refresh(Hermes(hermes))
    assert {audience for audience, _ in heard(index, {"mine"})} <= {"mine"}
    assert [a for a, _ in heard(index, {"group:slack:C01"})] == ["group:slack:C01"] * 2


@pytest.mark.parametrize("release", ["0.13", "0.15", "0.17"])
def test_releases_that_do_not_note_the_chat_give_nothing_of_it_to_the_principal(
    release, hermes, index, refresh
):
    state = HermesState(hermes / "state.db", release=release)
    for number, (name, (columns, _)) in enumerate(PLACES.items()):
        state.session(name, **columns)
        state.turn(name, f"The canary sings its song number {number}.", "Noted.")
    refresh(Hermes(hermes))
    state.close()
    mine = {text for _, text in heard(index, {"mine"}, "canary sings song")}
    own = [n for n, (_, audience) in enumerate(PLACES.values()) if audience == "mine"]
    assert mine == {f"The canary sings its song number {number}." for number in own}


# -- in the host ---------------------------------------------------------------------------------


def test_in_the_host_every_place_answers_with_its_own_only(tmp_path):
    """Elsewhere than in a private place nobody is known yet: there nothing is shown at all."""
    here = World(tmp_path, index_sessions=True)
    for name, (columns, audience) in PLACES.items():
        said = f"The {canary(audience)} sings its song in the tree of {name}."
        here.talk(said, **columns)
    here.refresh()
    for name, (columns, audience) in PLACES.items():
        place = Conversation("running", columns["source"], columns.get("user_id", ""))
        hits = here.recall("canary sings song tree", conversation=place)
        lines = " ".join(hit.line for hit in hits)
        others = {canary(other) for _, other in PLACES.values() if other != audience}
        assert not [other for other in others if f"{other} " in lines], name
        assert bool(hits) is (audience == "mine"), name
        assert bool(here.block("canary sings song tree", place).text) is bool(hits)
    with here.memory.index() as index:
        rows = index.search(words.query("canary sings song tree"), limit=100)
    assert len(rows) == len(PLACES)
    for row in rows:
        if row.audience != "mine":
            with pytest.raises(showing.Unknown):
                showing.show(here.memory, row.id, 0, Conversation())
            with pytest.raises(showing.Unknown):
                showing.show(here.memory, row.session, 0, Conversation())
