"""Who may be shown what, on every surface of a conversation: nothing crosses from place to place.

Each place has a word of its own in everything that is said and kept there; a leak is that word.
"""

import json
from dataclasses import replace

import people as made
import pytest
from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.recall import people
from agent_si.vendor.recall.conversation import Conversation, Speaker
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people import ALEX, DANA, PLACES, SEES, asks, claim_account, talk
from world import World

MARK = {place: f"canary{''.join(filter(str.isalpha, place))}bird" for place in PLACES}
KEY = "office.brisbane.lease_move_date"


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    claim_account(world)
    yield world
    world.state.close()


def keep(here, place, number, *, key="", note=""):
    """Something is said there, and kept as a fact or a note; the ids of what there is to guess."""
    mark = MARK[place]
    text = f"the lease of the {mark} moves on day {number} of March, they say"
    where = talk(here, place, text)
    rest = {"key": key, "value": f"day {number} {mark}"} if key else {"title": f"Lease {mark}"}
    result = here.remember(where, text, fact=f"The lease of {mark}: day {number}.", **rest)
    assert result.get("kept"), result
    return [result["id"], result["source"]["locator"], *([key] if key else [])]


def leaks(place, text):
    """The marks of others in what somebody in the place was given."""
    return [MARK[other] for other in PLACES if other not in SEES[place] and MARK[other] in text]


def everything_shown(here, place, idents):
    """What each surface gives to somebody who asks there, as one text."""
    where = asks(here, place)
    told = [here.block("when does the lease move in March, they say", where).text]
    for side in ("all", "brain", "sessions"):
        for query in ("lease moves day March they say", " ".join(MARK.values())):
            told.append(json.dumps(here.call(where, "brain_search", query=query, side=side)))
    for ident in idents:
        for asked in {ident, ident[:5]}:
            told.append(json.dumps(here.call(where, "brain_get", id=asked)))
    return "\n".join(told)


ROWS = st.lists(
    st.tuples(st.sampled_from(sorted(PLACES)), st.sampled_from(["", KEY, "own"])),
    min_size=3,
    max_size=5,
)


@pytest.mark.slow
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=ROWS)
def test_no_surface_shows_one_place_what_is_anothers(tmp_path_factory, rows):
    """Every surface x every viewer over generated memories: the mark of another is never there."""
    here = World(tmp_path_factory.mktemp("w"), principal="Alex", index_sessions=["hermes"])
    claim_account(here)
    idents = []
    for number, (place, key) in enumerate(rows, 1):
        key = f"office.place.{''.join(filter(str.isalpha, place))}" if key == "own" else key
        idents += keep(here, place, number, key=key)
    here.refresh()
    with here.memory.index() as index:
        idents += [row.id for loc in list(idents) if (row := index.by_locator(loc))]
        idents += [row.session for loc in list(idents) if (row := index.by_locator(loc))]
    with here.memory.brain() as brain:
        idents += [ident for ident, _ in brain.standing()]
    for place in PLACES:
        assert leaks(place, everything_shown(here, place, idents)) == [], place
    here.state.close()


def test_each_sees_their_own(here):
    """A filter that showed nothing would leak nothing, too."""
    for number, place in enumerate(PLACES, 1):
        keep(here, place, number)
    here.refresh()
    for place in PLACES:
        found = json.dumps(here.call(asks(here, place), "brain_search", query="lease moves March"))
        assert {other for other in PLACES if MARK[other] in found} == SEES[place], place
        shown = here.block("when does the lease move in March", asks(here, place)).text
        assert any(MARK[other] in shown for other in SEES[place]), place


def test_with_no_account_claimed_nobody_is_the_principal(tmp_path):
    """P35: recall is empty on the platform, and what is kept is that person's."""
    here = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    keep(here, "alex", 1)
    said = "we meet at the north gate of the harbour at nine"
    where = talk(here, "alex on telegram", said)
    result = here.remember(where, said)
    here.refresh()
    assert result["kept"]
    with here.memory.brain() as brain:
        source = brain.records()[-1].citations[0].source
    assert (source.author, source.author_name) == ("person", "telegram:1")
    assert source.audience == "direct:telegram:1"
    for place in PLACES:
        if place != "alex":
            asked = asks(here, place)
            assert here.block("when does the lease move in March", asked).text == ""
            assert here.call(asked, "brain_search", query="lease March gate")["hits"] == []
    line = people.how_to_claim(where, people.policy(here.memory))
    assert "hermes agent-si who --me telegram:1" in line
    assert "\n" not in line
    here.state.close()


def test_another_persons_words_never_carry_the_principals_authority(here):
    """P30: the fact says who said it, and a sentence in the owner's mouth is refused."""
    said = "Alex decided to move the office lease to Perth"
    where = talk(here, "dana", said)
    refused = here.remember(where, said, fact="Alex decided to move the office to Perth.")
    assert refused["refused"] == "attribution"
    kept = here.remember(where, said, fact="A move of the office lease is talked about.")
    assert kept["source"]["said_by"] == "telegram:777"
    assert here.call(asks(here, "alex"), "brain_search", query="office lease Perth")["hits"] == []


def test_the_principals_own_account_speaks_with_their_authority(here):
    said = "I decided to move the office lease to Perth in May"
    where = talk(here, "alex on telegram", said)
    kept = here.remember(where, said, fact="Alex decided to move the office lease to Perth.")
    assert kept["kept"], kept
    with here.memory.brain() as brain:
        source = brain.records()[-1].citations[0].source
    assert (source.author, source.audience) == ("principal", "mine")


def test_two_people_of_one_home_share_nothing(here):
    """P36: two user ids, one home."""
    keep(here, "dana", 1, key=KEY)
    keep(here, "eve", 2, key=KEY)
    here.refresh()
    got = here.call(asks(here, "eve"), "brain_get", id=KEY)
    assert got["disputed"] is False
    assert MARK["dana"] not in json.dumps(got)


def test_paths_of_platforms_that_look_alike_are_different_places(here):
    """P40: a number on another platform, or a user of the name of a group, is somebody else."""
    keep(here, "dana", 1)
    for other in (
        Conversation(platform="signal", user_id=DANA, chat_type="dm"),
        Conversation(platform="telegram", user_id=f"{DANA}0", chat_type="dm"),
        Conversation(platform="telegram", chat_id=DANA, chat_type="group", speaker=Speaker(DANA)),
        Conversation(platform="Telegram", user_id=DANA, chat_type="dm"),
    ):
        found = here.memory.recall("lease moves March", conversation=other).hits
        assert [hit for hit in found if MARK["dana"] in hit.line] == [], other


def test_in_a_group_without_an_author_nothing_is_read_or_written(here):
    """0.19 in groups, and a bot's turn."""
    keep(here, "ops", 1)
    here.refresh()
    said = "the lease of the harbour office moves in the autumn"
    where = replace(talk(here, "ops", said), speaker=None)
    assert here.block("when does the lease move in March", where).text == ""
    assert here.call(where, "brain_search", query="lease March")["hits"] == []
    assert (
        "nothing was searched" in here.call(where, "brain_search", query="lease")["nothing_found"]
    )
    refused = here.remember(where, said)
    assert refused["refused"] == "not_here"
    assert "does not say who is speaking" in refused["message"]


def test_in_a_group_only_what_was_heard_live_from_that_person_can_be_quoted(here):
    """The row is in the host's record all the same, with a name before it that anybody can type."""
    dana, alex = "the ferry leaves the island at seven sharp", "the north gate is shut after nine"
    where = talk(here, "ops", dana, alex)
    heard = (Speaker(DANA, "Dana", dana), Speaker(ALEX, "Alex", alex))
    as_alex = replace(where, speaker=Speaker(ALEX, "Alex"), heard=heard)
    assert here.remember(as_alex, dana)["refused"] == "quote_not_found"
    assert here.remember(replace(as_alex, heard=()), alex)["refused"] == "quote_not_found"
    kept = here.remember(as_alex, alex)
    with here.memory.brain() as brain:
        source = brain.records()[-1].citations[0].source
    assert (source.author, source.audience) == ("principal", PLACES["ops"])
    assert (
        kept["source"]["said_by"] == "Alex (telegram:1)"
        or "telegram:1" in kept["source"]["said_by"]
    )


def test_the_same_words_from_two_people_are_nobodys(here):
    said = "the ferry leaves the island at seven sharp"
    where = talk(here, "ops", said)
    both = (Speaker(DANA, "Dana", said), Speaker(ALEX, "Alex", said))
    alex = replace(where, speaker=Speaker(ALEX, "Alex"), heard=both)
    assert here.remember(alex, said)["refused"] == "quote_not_found"


def test_the_principal_in_a_group_sees_the_group_and_is_called_by_name(here):
    """Everybody reads what is said there, whoever asks."""
    keep(here, "alex", 1)
    said = "the north gate of the harbour is shut after nine"
    where = talk(here, "ops", said, speaker=ALEX)
    here.remember(where, said, key="harbour.gate.shut", value="after nine")
    here.refresh()
    found = here.call(where, "brain_search", query="north gate harbour lease March")
    told = json.dumps(found)
    assert MARK["alex"] not in told
    assert " you," not in told
    assert "Alex" in told


def test_a_dispute_with_what_was_said_elsewhere_is_none_here(here):
    """Neither a mark nor a refusal tells a place that somebody said otherwise in another."""
    keep(here, "alex", 1, key=KEY)
    said = "the lease moves on day nine of March, they say"
    where = talk(here, "dana", said)
    result = here.remember(where, said, key=KEY, value="day nine of March")
    assert result["disputed"] is False
    assert "similar_keys" not in result
    settle = here.call(
        where, "brain_remember", kind="settle", key=KEY, value="day nine of March", quote=said
    )
    assert settle["refused"] == "not_here"
    assert MARK["alex"] not in json.dumps([result, settle])


def test_what_another_person_said_is_not_settled_unseen(here):
    for day, value in enumerate(("14 March 2027", "21 March 2027")):
        here.keep_date(value, day)
    keep(here, "dana", 7, key=KEY)
    where = asks(here, "alex")
    here.call(where, "brain_get", id=KEY)
    answer = "it changed, the 21 March 2027 is right"
    here.says(where, answer)
    result = here.call(where, "brain_remember", kind="settle", key=KEY, value="", quote=answer)
    assert result["refused"] == "not_shown"
    assert MARK["dana"] not in json.dumps(result)


def test_similar_keys_are_those_of_the_place(here):
    said = "the Brisbane office lease moves on 14 March 2027"
    here.remember(talk(here, "alex", said), said, key=KEY, value="14 March 2027")
    again = "the Brisbane office lease move is on 14 March 2027"
    result = here.remember(
        talk(here, "dana", again), again, key="office.brisbane.lease_moving", value="14 March 2027"
    )
    assert "similar_keys" not in result
    third = here.remember(
        talk(here, "dana", again), again, key="brisbane.office.lease_move", value="14 March 2027"
    )
    shown = [each["key"] for each in third.get("similar_keys", [])]
    assert KEY not in shown


def test_a_shared_key_is_shown_in_the_group(here):
    keep(here, "alex", 1, key=KEY)
    with here.memory.brain(readonly=False) as brain:
        op = {"op": "share_key", "key": KEY, "audience": PLACES["ops"]}
        brain.submit(Packet("person", (op,), via="tty"))
    here.refresh()
    for place in PLACES:
        found = json.dumps(here.call(asks(here, place), "brain_get", id=KEY))
        assert (MARK["alex"] in found) is (place in ("alex", "alex on telegram", "ops")), place
    searched = json.dumps(here.call(asks(here, "ops"), "brain_search", query="lease March"))
    assert "Alex" in searched
    assert " you," not in searched


def test_whom_the_policy_shares_with_sees_what_is_mine(here):
    keep(here, "alex", 1)
    keep(here, "eve", 2)
    with here.memory.brain(readonly=False) as brain:
        toml = brain.policy_text().replace("[brain]", f'[brain]\nshared_with = ["telegram:{DANA}"]')
        brain.submit(Packet("person", ({"op": "apply_config", "toml": toml},), via="tty"))
    found = json.dumps(here.call(asks(here, "dana"), "brain_search", query="lease March"))
    assert MARK["alex"] in found
    assert MARK["eve"] not in found
    assert MARK["alex"] not in json.dumps(
        here.call(asks(here, "ops"), "brain_search", query="lease March")
    )


def test_a_group_that_somebody_else_opened_is_the_principals_once_they_speak_there(here):
    """The record of the host names who opened it alone; P35: until then it is not theirs."""
    where = {"source": "telegram", "user_id": DANA, "chat_id": "-300", "chat_type": "group"}
    made_there = here.talk("[Dana] the canary heron sings at nine", **where)
    here.refresh()
    there = Conversation(
        made_there.session_id, "telegram", user_id=DANA, chat_id="-300", chat_type="group"
    )

    def sees(**how):
        return bool(here.recall("canary heron sings", **how))

    here.block("who sings?", replace(there, speaker=Speaker(DANA)))
    assert not sees()
    here.block("who sings?", replace(there, speaker=Speaker(ALEX)))
    assert sees()
    assert sees(conversation=asks(here, "alex on telegram"))
    assert not sees(conversation=asks(here, "dana"))

    with here.memory.brain(readonly=False) as brain:
        toml = brain.policy_text().replace(f"telegram:{ALEX}", "telegram:2")
        brain.submit(Packet("person", ({"op": "apply_config", "toml": toml},), via="tty"))
    assert not sees()


def test_cron_and_webhooks_are_given_nothing(here):
    keep(here, "alex", 1)
    for where in (
        Conversation(platform="cron", primary=False),
        Conversation(platform="webhook", user_id="hook"),
        Conversation(platform="webhook"),
    ):
        assert here.block("when does the lease move in March", where).text == ""


def test_helpers_of_this_file_name_every_place(here):
    """`people.placed` and the table above agree about who sees what."""
    talk(here, "ops", "hello everybody in this group here")
    for place in PLACES:
        seen = people.placed(here.memory, asks(here, place)).audiences
        wanted = {PLACES[other] for other in SEES[place]}
        own = {f"direct:telegram:{ALEX}"} if "alex" in place else set()
        assert seen == wanted | own, place
    assert made.PLACES is PLACES
