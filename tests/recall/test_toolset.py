"""The three tools as a model calls them: arguments, results, refusals, pages."""

import json

import pytest
from agent_si.vendor.recall import schemas, toolset
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def test_the_schemas_cost_less_than_seven_hundred_tokens():
    """R31 R36 R40 PEERS 56."""
    assert [schema["name"] for schema in schemas.SCHEMAS] == [
        "brain_search",
        "brain_get",
        "brain_remember",
    ]
    assert len(json.dumps(schemas.SCHEMAS).encode()) / 4 < 700


@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("brain_search", {}, "needs 'query'"),
        ("brain_search", {"q": "x"}, "takes query, limit, side"),
        ("brain_search", {"query": "x", "limit": "many"}, "whole number"),
        ("brain_search", {"query": "x", "side": "left"}, "one of all, brain, sessions"),
        ("brain_search", {"query": ["x"]}, "must be text"),
        ("brain_get", {"id": ""}, "needs 'id'"),
        ("brain_remember", {"fact": "x"}, "needs 'quote'"),
        ("brain_remember", {"quote": "x"}, "needs 'fact'"),
        ("brain_remember", {"quote": "x", "fact": "y", "key": "a.b"}, "go together"),
        ("brain_remember", {"quote": "x", "fact": "y", "value": "z"}, "go together"),
        ("brain_remember", {"quote": "x", "kind": "settle"}, "needs 'key'"),
        ("brain_remember", {"quote": "x", "fact": "y", "kind": "rumour"}, "one of note"),
        ("brain_forget", {}, "there is no tool"),
        ("brain_search", "text", "JSON object"),
    ],
)
def test_a_call_that_does_not_fit_is_told_how_to_mend_it(here, name, args, told):
    result = toolset.call(here.memory, name, args, here.talk("hello there my friend"))

    assert told in result["error"]


def test_numbers_may_come_as_text(here):
    here.keep_date("14 March 2027", 0)

    assert (
        len(here.call(here.talk(), "brain_search", query="Brisbane lease", limit="1")["hits"]) == 1
    )


def test_a_fact_shows_every_claim_with_source_and_date_and_whether_they_disagree(here):
    """R38 R45 R46 R47."""
    talk, _ = here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 3)

    got = here.call(here.talk(), "brain_get", id=KEY)

    assert got["disputed"] is True
    assert "Ask a person" in got["ask"]
    assert [claim["value"] for claim in got["claims"]] == ["14 March 2027", "21 March 2027"]
    first = got["claims"][0]
    assert first["source"]["said_by"] == "you"
    assert first["source"]["locator"].startswith(f"hermes:{talk.session_id}:")
    assert first["date"]
    assert first["quote"] == "the Brisbane office lease moves on 14 March 2027"
    assert first["statement_is"] == "agent-written"


def test_a_note_shows_its_source_its_quote_and_that_an_agent_wrote_it(here):
    """R37 R42 R50 R51 PEERS 30."""
    talk = here.talk("in winter we close the sluice gate at four every day")
    kept = here.remember(
        talk, "we close the sluice gate at four", fact="Winter: gate shut at 16:00."
    )

    got = here.call(here.talk(), "brain_get", id=kept["id"])

    assert got["kind"] == "note"
    assert got["body"] == "Winter: gate shut at 16:00."
    assert got["body_is"] == "agent-written"
    assert got["sources"][0]["quote"] == "we close the sluice gate at four"
    assert got["sources"][0]["said_by"] == "you"
    hit = here.call(here.talk(), "brain_search", query="sluice gate")["hits"][0]
    assert any("agent-written" in mark for mark in hit["marks"])
    assert "agent-written" in hit["line"]


def test_a_value_that_is_not_in_the_message_is_labelled_as_the_agent_read_it(here):
    talk = here.talk("the Brisbane office lease moves two weeks after Easter next year")
    kept = here.remember(
        talk, "the Brisbane office lease moves two weeks", key=KEY, value="11 April 2027"
    )

    assert "as the agent read it" in kept["value_is"]
    assert "as the agent read it" in kept["line"]


@pytest.mark.parametrize("size", [10, 4000, 4001, 9000])
def test_the_pages_of_a_long_message_joined_are_the_message(here, size):
    """R36."""
    words = ("the crane log says " + "all quiet on the pier " * 500)[:size].strip()
    here.claude(f"gearbox {words}", "Ok.")
    here.refresh()
    ident = here.recall("gearbox crane log quiet pier" if size > 10 else "gearbox")[0].code
    body, offset = "", 0
    while offset is not None:
        page = here.call(here.talk(), "brain_get", id=ident, offset=offset)
        body += page["body"]
        offset = page.get("next_offset")

    assert body == f"gearbox {words}"


def test_a_session_is_paged_in_order_with_roles_and_times(here):
    """R39."""
    said = [f"line number {n} of the log" for n in range(45)]
    here.claude(*said)
    here.refresh()
    message = here.call(here.talk(), "brain_get", id=here.recall("number log 44")[0].code)
    seen, offset = [], 0
    while offset is not None:
        page = here.call(here.talk(), "brain_get", id=message["session"], offset=offset)
        seen += page["messages"]
        offset = page.get("next_offset")

    assert [row["text"] for row in seen] == said
    assert [row["role"] for row in seen[:3]] == ["user", "assistant", "user"]
    assert all(row["time"].endswith("Z") for row in seen)


def test_an_unknown_code_is_an_error_that_says_what_to_give(here):
    got = here.call(here.talk(), "brain_get", id="m0000")

    assert "brain_search" in got["error"]


def test_an_empty_answer_says_what_was_searched(here):
    """R24."""
    here.claude("the crane is red", "Ok.")
    here.refresh()

    got = here.call(here.talk(), "brain_search", query="zeppelin")

    assert got["hits"] == []
    assert "2 messages of claude code" in got["nothing_found"]


def test_a_credential_is_refused_wherever_it_stands_and_where_it_lives_is_kept(here):
    """R30 R55."""
    key = "sk-" + "ant-api03-" + "Zx8Qw2Er4Ty6Ui1Op3As5Df7Gh9Jk" * 3
    talk = here.talk(
        f"the deploy key for staging is {key} please", "the deploy key is in 1Password"
    )
    for args in (
        {"key": "deploy.key", "value": key},
        {"fact": f"The key is {key}."},
        {"title": key},
    ):
        got = here.remember(talk, "the deploy key for staging is", **args)
        assert got["refused"] == "secret"
        assert key not in json.dumps(got)

    kept = here.remember(
        talk, "the deploy key is in 1Password", key="deploy.key.place", value="1Password"
    )
    assert kept["kept"] is True
    whole = (here.memory.settings.brain / "brain.db").read_bytes()
    assert key.encode() not in whole


def test_a_quote_beside_a_credential_keeps_the_quote_and_not_the_rest_of_the_message(here):
    secret = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    talk = here.talk(f"the staging box moves to Leeds in May. its token is {secret}")

    kept = here.remember(talk, "the staging box moves to Leeds in May")

    assert kept["kept"] is True
    assert secret.encode() not in (here.memory.settings.brain / "brain.db").read_bytes()


def test_a_first_use_of_a_key_names_up_to_three_that_are_like_it(here):
    here.keep_date("14 March 2027", 0)
    talk = here.talk("by the way the Brisbane office lease moves in March they say")

    got = here.remember(
        talk,
        "the Brisbane office lease moves in March",
        key="office.brisbane.move_date",
        value="March",
    )

    assert got["kept"] is True
    assert got["similar_keys"][0]["key"] == KEY
    assert got["similar_keys"][0]["value"] == "14 March 2027"


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        ("ночью мы закрываем ворота шлюза в четыре", "мы закрываем ворота шлюза в четыре"),
        ("我们冬天每天下午四点关闭水闸大门", "每天下午四点关闭水闸"),
        ("we close — as agreed — the gate 🎉 at four", "we close — as agreed — the gate"),
        ("wir schließen das Schleusentor um vier Uhr", "wir schließen das Schleusentor um vier"),
    ],
)
def test_odd_but_honest_words_are_kept(here, words, quote):
    """R55: the gate refuses exactly two things."""
    kept = here.remember(here.talk(words), quote, fact="The gate is closed at four.")

    assert kept["kept"] is True, kept
    assert kept["quote"] in words


def test_the_same_thing_kept_twice_is_one_row(here):
    """R44 R55."""
    talk, first = here.keep_date("14 March 2027", 0)
    again = here.remember(
        talk, "the Brisbane office lease moves on 14 March 2027", key=KEY, value="14 March 2027"
    )

    assert first["kept"] is True
    assert again["kept"] is True
    got = here.call(here.talk(), "brain_get", id=KEY)
    assert len(got["claims"]) == 1


def test_nothing_is_kept_from_scheduled_runs_or_from_strangers(here):
    """R77."""
    from agent_si.vendor.recall.conversation import Conversation

    talk = here.talk("the Brisbane office lease moves on 14 March 2027")
    cron = Conversation(talk.session_id, "cron", primary=False)
    group = here.talk(
        "the Brisbane office lease moves on 14 March 2027", source="slack", user_id="U1"
    )
    for place in (cron, group):
        got = toolset.call(
            here.memory,
            "brain_remember",
            {"fact": "x", "quote": "the Brisbane office lease moves on 14 March 2027"},
            place,
        )
        assert got["refused"] == "not_here"


def test_without_a_principal_the_attribution_rule_is_off_and_the_quote_rule_stays(tmp_path):
    """R60."""
    here = World(tmp_path)
    talk = here.talk("let us have lunch at the new place today")

    kept = here.remember(talk, "have lunch at the new place", fact="Alex decided to move.")
    refused = here.remember(talk, "never said any of these words")

    assert kept["kept"] is True
    assert refused["refused"] == "quote_not_found"


def test_with_the_index_off_nothing_old_is_recalled(here):
    """R71."""
    from agent_si.vendor.recall import settings

    here.claude("the harbour crane needs a gearbox", "Ok.")
    here.refresh()
    settings.save(here.home, {"index_sessions": False})

    assert here.recall("harbour crane gearbox") == ()
    assert "switched off" in here.call(here.talk(), "brain_search", query="crane")["nothing_found"]


def test_a_key_with_hidden_characters_is_the_key_that_it_looks_like(here):
    """R46 R47: the second value is told as disputed."""
    here.keep_date("14 March 2027", 0)
    for hidden in ("\u200b", "\x00", "\ud800"):
        talk = here.talk("the Brisbane office lease moves on 21 March 2027 says the landlord")
        kept = here.remember(
            talk,
            "the Brisbane office lease moves on 21 March 2027",
            key=KEY + hidden,
            value="21 March 2027",
        )
        assert kept["key"] == KEY
        assert kept["disputed"] is True


def test_a_similar_key_that_is_disputed_gives_no_value(here):
    """R8 R47 R48."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk = here.talk("please note the Brisbane office moves on 3 May 2030 okay")
    got = here.remember(
        talk,
        "the Brisbane office moves on 3 May 2030",
        key="office.brisbane.move_day",
        value="3 May 2030",
    )

    near = got["similar_keys"][0]
    assert near["key"] == KEY
    assert "value" not in near
    assert "Ask a person" in near["disputed"]


def test_a_value_the_agent_read_is_labelled_on_its_side_of_a_dispute(here):
    here.keep_date("14 March 2027", 0)
    talk = here.talk("the Brisbane office lease moves on some other day okay")
    kept = here.remember(
        talk, "the Brisbane office lease moves on", key=KEY, value="31 December 2099"
    )

    assert kept["disputed"] is True
    assert "31 December 2099 (you, 2026-11-30, as the agent read it)" in kept["line"]


@pytest.mark.parametrize(
    "args",
    [
        {"key": "safe.password", "value": "Tr0ub4dor&3xyz"},
        {"key": "bank.pin", "value": "4921"},
        {"title": "Bank PIN", "fact": "4921"},
    ],
)
def test_a_credential_named_in_one_argument_and_held_by_another_is_refused(here, args):
    """R30."""
    talk = here.talk("we had noodles and soup for lunch today")

    assert here.remember(talk, "we had noodles and soup for lunch", **args)["refused"] == "secret"


@pytest.mark.parametrize("kind", ["decision", "preference"])
def test_a_kind_that_is_the_persons_own_needs_their_words_about_it(here, kind):
    """R53."""
    talk = here.talk(
        "we had noodles and soup for lunch today", "I would like the soup hotter please"
    )

    refused = here.remember(
        talk, "we had noodles and soup for lunch", fact="Moving to Perth.", kind=kind
    )
    kept = here.remember(
        talk, "I would like the soup hotter", fact="Soup is served hotter.", kind=kind
    )

    assert refused["refused"] == "attribution"
    assert kept["kept"] is True


@pytest.mark.parametrize(
    "args",
    [
        {"id": "\ud800"},
        {"id": "m0000", "offset": 2**70},
        {"id": "m0000", "offset": float("inf")},
        {"id": "x" * 100_000},
    ],
)
def test_odd_arguments_are_answered(here, args):
    assert "error" in here.call(here.talk(), "brain_get", **args)


def test_what_rests_on_one_side_of_a_dispute_is_shown_as_the_dispute(here):
    """R47 R48: a message with one of the values is not put forward alone."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    here.refresh()

    for side in ("all", "sessions"):
        hits = here.recall("landlord says", side=side)
        assert [hit.id for hit in hits] == [KEY]
        assert "Ask a person" in hits[0].line
