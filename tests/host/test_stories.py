"""The main job through the host's own conversation loop: keep, recall, dispute, settle, refuse."""

from host_stories import (
    ANSWER,
    KEY,
    QUESTION,
    keep_first,
    keep_lease,
    keep_second,
    remember,
    shown,
    turn,
)
from scripted_model import say, tool


def test_a_fact_is_kept_with_the_message_as_source_and_recalled_in_a_later_conversation(
    alex, model
):
    """R17 R18 R20 R38 R40 R41 R42 R43 R45 PEERS 44: story 1."""
    first, asked = keep_first(alex, model)
    kept = asked[1].result
    assert kept["kept"] is True
    assert kept["key"] == KEY
    assert kept["disputed"] is False
    assert kept["quote"] == "the Brisbane office lease moves"
    assert kept["source"]["said_by"] == "you"
    assert kept["source"]["locator"].startswith(f"hermes:{first.session}:")
    assert kept["id"].startswith("b")

    _, asked = turn(alex, model, QUESTION, tool("brain_get", id=KEY))

    line = next(line for line in asked[0].injected.splitlines() if f"[{KEY}]" in line)
    assert "14 March 2027" in line
    assert kept["source"]["date"] in line
    got = asked[1].result
    assert got["value"] == "14 March 2027"
    claim = got["claims"][0]
    assert claim["quote"] == "the Brisbane office lease moves"
    assert claim["source"]["locator"] == kept["source"]["locator"]
    assert claim["source"]["said_by"] == "you"


def test_the_models_spelling_of_a_quote_gives_way_to_the_messages_own_span(alex, model):
    """R41: formatting is forgiven, and what is stored stands letter for letter in the message."""
    words = "please note:  the **Brisbane** office lease moves on 14 March 2027, as agreed"
    _, asked = turn(
        alex, model, words, keep_lease("14 March 2027", "THE BRISBANE office lease moves on")
    )

    assert asked[1].result["quote"] == "the **Brisbane** office lease moves on"


def test_a_second_value_disputes_the_fact_and_the_persons_own_words_settle_it(kept, model):
    """R8 R46 R47 R48 R49 R86: story 2."""
    second, asked = keep_second(kept, model)
    disputed = asked[1].result
    assert disputed["disputed"] is True
    assert "Ask a person" in disputed["ask"]
    assert "14 March 2027" in disputed["line"]
    assert "21 March 2027" in disputed["line"]

    looking = (tool("brain_search", query="Brisbane lease move"), tool("brain_get", id=KEY))
    _, asked = turn(kept, model, QUESTION, *looking)
    assert "Ask a person" in asked[0].injected
    hit = next(hit for hit in asked[1].result["hits"] if hit["id"] == KEY)
    assert "Ask a person" in hit["line"]
    got = asked[2].result
    assert "value" not in got
    assert {claim["value"] for claim in got["claims"]} == {"14 March 2027", "21 March 2027"}
    assert "Ask a person" in got["ask"]

    settle = tool("brain_remember", kind="settle", key=KEY, value="21 March 2027", quote=ANSWER)
    _, asked = turn(kept, model, ANSWER, settle, resume=second.session)

    settled = asked[-1].result
    assert settled["settled"] is True
    assert settled["value"] == "21 March 2027"
    assert settled["quote"] == ANSWER
    _, asked = turn(kept, model, QUESTION, tool("brain_get", id=KEY))
    line = next(line for line in asked[0].injected.splitlines() if f"[{KEY}]" in line)
    assert "Ask a person" not in line
    assert "21 March 2027" in line
    assert "before: 14 March 2027" in line
    got = asked[1].result
    assert got["value"] == "21 March 2027"
    assert {claim["value"] for claim in got["claims"]} == {"14 March 2027", "21 March 2027"}
    assert got["settled"]["quote"] == ANSWER


def test_an_answer_settles_nothing_where_the_two_values_had_not_been_shown_before(disputed, model):
    """R48: the same sentence without a dispute put to the person is not an answer to one."""
    settle = tool("brain_remember", kind="settle", key=KEY, value="21 March 2027", quote=ANSWER)

    _, asked = turn(disputed, model, ANSWER, settle)

    assert asked[1].result["refused"] == "not_shown"
    assert shown(disputed)["disputed"] is True


def test_a_person_settles_at_a_terminal_and_nothing_settles_without_one(disputed):
    """R46 R49: story 2 through `hermes agent-si settle`, with the authority it needs."""
    piped = disputed.hermes("agent-si", "settle", KEY, stdin="1\nw\n\n")
    assert piped.code == 2
    assert "terminal" in piped.text
    for mark in ("HERMES_SESSION_ID", "HERMES_AGENT"):
        with disputed.terminal("agent-si", "settle", KEY, env={mark: "true"}) as screen:
            screen.expect("started by an agent")
            assert screen.wait() == 2
    assert shown(disputed)["disputed"] is True

    with disputed.terminal("agent-si", "settle", KEY) as screen:
        screen.expect("Ask a person")
        screen.answer(r"Which stands\?.*:", "1")
        screen.answer(r"or was \(w\)rong\?:", "w")
        screen.answer(r"Why, in your words.*:", "the landlord's letter gave the later date")
        code = screen.expect(r"Type (\w{4}) to record that").group(1)
        screen.answer(r"anything else to leave it:", code)
        assert screen.wait() == 0, screen.text
        assert "14 March 2027" in screen.text

    got = shown(disputed)
    assert got["value"] == "21 March 2027"
    assert got["settled"]["quote"] == "the landlord's letter gave the later date"
    assert got["disputed"] is False


def test_words_that_are_not_the_persons_are_refused_in_the_engines_own_sentence(alex, model):
    """R7 R41 R52 R54 R92: story 3, what is refused."""
    other, _ = turn(alex, model, "we will paint the kitchen in a warm yellow next spring")
    _, asked = turn(
        alex,
        model,
        "what should we do about the garden fence this year?",
        remember("about the garden fence"),
        remember("I suggest a low wooden fence instead"),
        remember("paint the kitchen in a warm yellow"),
    )
    four, assistants, elsewhere = (asked[n].result for n in (1, 2, 3))
    assert four["refused"] == "quote_too_short"
    assert "five" in four["message"]
    assert assistants["refused"] == "quote_not_found"
    assert elsewhere["refused"] == "quote_not_found"
    for refusal in (four, assistants, elsewhere):
        assert refusal["kept"] is False
        assert len(refusal["message"]) > 20
    assert other.session


def test_the_assistants_own_words_and_injected_words_are_no_quotes(kept, model):
    """R52 R92: what the host or a model put into the conversation was not typed by the person."""
    model.then(
        say("I would paint the hallway green next week."),
        remember("paint the hallway green next week"),
        remember("the Brisbane office lease moves on 14 March 2027"),
        say("Done."),
    )
    kept.converse(["tell me a colour for the hallway please", QUESTION])

    asked = model.asked[-3:]
    assert "14 March 2027" in asked[0].injected
    assert asked[1].result["refused"] == "quote_not_found"
    assert asked[2].result["refused"] == "quote_not_found"


def test_a_message_taken_back_with_undo_is_no_source(alex, model):
    """R52 R92: the host keeps undone rows; they were taken back all the same."""
    model.then(
        say("Noted."),
        remember("the harbour office closes on Fridays in July"),
        say("Done."),
        remember("we keep it open all summer"),
        say("Done."),
    )
    alex.converse(
        [
            "I think the harbour office closes on Fridays in July",
            {"undo": 1},
            "sorry, forget that, we keep it open all summer",
            "yes, like that",
        ]
    )

    results = [asked.result for asked in model.asked if asked.results]
    assert results[0]["refused"] == "quote_not_found"
    assert results[-1]["kept"] is True


def test_a_decision_needs_the_persons_own_words_and_a_neutral_rewording_passes(alex, model):
    """R53 R54 R55: "Alex decided …" on a quote about lunch is refused, a plain statement not."""
    lunch = "let us have lunch at the new place by the station"
    quote = "have lunch at the new place"
    _, asked = turn(
        alex,
        model,
        lunch,
        remember(quote, fact="Alex decided to move to Perth."),
        remember(quote, fact="The move to Perth is planned."),
        remember(quote, fact="Lunch is at the new place by the station."),
    )

    refused, neutral, plain = (asked[n].result for n in (1, 2, 3))
    assert refused["refused"] == "attribution"
    assert neutral["kept"] is True
    assert plain["kept"] is True
    assert plain["note"] == "note, agent-written"


def test_a_decision_in_the_persons_own_words_passes(alex, model):
    """R53: the same sentence is kept when the person said it."""
    _, asked = turn(
        alex,
        model,
        "I decided to move to Perth after the summer",
        remember("I decided to move to Perth", fact="Alex decided to move to Perth."),
    )

    assert asked[1].result["kept"] is True
