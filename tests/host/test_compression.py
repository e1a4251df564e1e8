"""Compression on a real Hermes: what the person laid down and what was kept reach the summary."""

import pytest
from host import Home
from host_stories import KEY, LEASE, ROOT, config, keep_lease
from scripted_model import ScriptedModel, say, tool

FIRST = "on the first day we named the harbour crane Ottilie"
NEVER = "Never deploy on Fridays, please."
LONG = "tell me more of the weather in the port " + "and again " * 4000


@pytest.fixture(scope="module", params=[True, False], ids=["in place", "with a new id"])
def talked(request, host, tmp_path_factory):
    """One conversation with two compressions, and what the model was asked."""
    with ScriptedModel() as model:
        home = Home(host, model, tmp_path_factory.mktemp("compressed") / "home")
        home.add(ROOT)
        home.configure(
            {"memory": {"provider": "agent-si"}, "compression": {"in_place": request.param}}
        )
        config(home, principal="Alex", index_sessions=True)
        lease = keep_lease("14 March 2027", "the Brisbane office lease moves")
        looks = tool("brain_search", query="harbour crane Ottilie first day", side="sessions")
        # Whatever a summary said, its words are no person's.
        quoted = tool("brain_remember", fact="The rule.", quote="Laid down by the user, in the")
        answers = [say("Noted.") for _ in range(3)]
        model.then(say("Noted."), lease, say("Kept."), say("Noted."), *answers)
        model.then(*(say("Noted.") for _ in range(3)), looks, quoted, say("Found."))
        press = {"compress": {"force": True} if host.name == "19" else True}
        talk = home.converse(
            [NEVER, LEASE, FIRST, LONG, LONG, LONG, press, LONG, LONG, LONG, press,
             "what did we name the crane on the first day, Ottilie?", {"end": True}]
        )  # fmt: skip
        return home, model, talk


def requests(model):
    """The summary requests, whole."""
    return [
        "\n".join(a.texts("system", "user")) for a in model.asides_asked if a.aside == "summary"
    ]


def test_every_summary_request_carries_the_persons_constraints_and_the_codes(talked):
    """PEERS 43: also the second one, when the words themselves stand in compacted rows only."""
    _, model, _ = talked
    asked = requests(model)

    assert len(asked) >= 2
    for text in (asked[0], asked[-1]):
        assert "memory-provider-context" in text
        ours = text.split("<memory-provider-context>")[-1]
        assert "Never deploy on Fridays, please." in ours
        assert KEY in ours


def test_search_finds_the_first_day_behind_two_compressions(talked):
    """PEERS 7, 43: compacted rows are history like any other."""
    _, model, _ = talked
    found = next(a.result for a in model.asked if a.result and "hits" in str(a.result))

    assert "Ottilie" not in "\n".join(model.asked[-3].texts("user")[:-1])
    assert any("Ottilie" in hit["line"] for hit in found["hits"])


def test_what_we_gave_to_the_summary_is_no_quote(talked):
    """PEERS 22, 28."""
    _, model, _ = talked

    assert model.asked[-1].result["kept"] is False
