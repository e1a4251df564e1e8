"""Several people talk to one memory on a messaging platform, with the host's own agents.

The agents are opened as the gateway opens them: with platform, user, chat and its kind, in a
session that it has written down with them. 0.22 also says who wrote each turn, 0.19 does not.
"""

import json
from datetime import UTC, datetime

import pytest
from agent_si.vendor import wholefile
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.brain.policy import with_account
from host_people import chat, said
from host_stories import KEY, QUESTION, ours, remember
from scripted_model import say, tool

BOAT = "the lease of my green boat ends in May, I am told"
GATE = "the north gate of the harbour is shut after nine"


def claim(home, account):
    """A person puts an account of theirs into force."""
    folder = home.path / "agent-si" / "brain"
    with Brain.open(folder, clock=lambda: datetime.now(UTC)) as brain:
        toml = with_account(brain.policy_text(), account)
        brain.submit(Packet("person", ({"op": "apply_config", "toml": toml},), via="tty"))
        wholefile.write_private(brain.policy_path, toml)


@pytest.fixture
def told(kept, host, model):
    """What the model was asked in each place, and the statuses that were shown."""
    claim(kept, "telegram:1")
    search = tool("brain_search", query="lease Brisbane boat moves")
    script = [
        [remember(BOAT, fact="A boat's lease ends in May."), say("Kept.")],
        [search, tool("brain_get", id=KEY), say("No.")],
        [search, say("Yes.")],
        [remember(GATE, fact="The gate's hours."), search, say("Done.")],
    ]
    model.then(*(reply for part in script for reply in part))
    since = len(model.asked)
    outcome = kept.converse(
        [
            chat(kept, "dana", "777", "Dana", "777", "dm"),
            said(host, BOAT),
            said(host, QUESTION),
            chat(kept, "alex", "1", "Alex", "1", "dm"),
            QUESTION,
            chat(kept, "ops", "777", "Dana", "-100", "group"),
            said(host, GATE),
        ]
    )
    return model.asked[since:], outcome


def test_each_is_shown_and_keeps_what_is_theirs(told, kept, host):
    """PEERS 35, 36: in one process with one home, on the host's own agents."""
    asked, outcome = told
    boat = asked[1].result
    assert boat["kept"], boat
    assert boat["source"]["said_by"] == "Dana (telegram:777)"

    # Dana: nothing of the principal's, by recall, search or key.
    assert "14 March 2027" not in asked[2].injected
    assert "14 March 2027" not in json.dumps(asked[3].result)
    assert "nothing is known" in asked[4].result["error"]

    # The principal's own account: what is theirs, and nothing of Dana's.
    assert "14 March 2027" in asked[5].injected
    assert any(hit["id"] == KEY for hit in asked[6].result["hits"])
    assert "boat" not in json.dumps(asked[6].result)

    # The group: Dana's words where the host names her, else nothing.
    assert asked[7].injected == ""
    gate, found = asked[8].result, asked[9].result
    if host.modern:
        assert gate["source"]["said_by"] == "Dana (telegram:777)"
    else:
        assert gate["refused"] == "not_here"
        assert found["hits"] == []
    assert "14 March 2027" not in json.dumps(found)
    assert "boat" not in json.dumps(found)

    lines = [line for line in map(str, outcome.status) if "🧠" in line]
    assert len(lines) == (1 if host.modern else 0)

    who = ours(kept, "who", "--json")
    rows = json.loads(who.stdout)["places"]
    assert who.returncode == 0, who.stdout
    assert sum(row["tried"] for row in rows) > 0
    assert [row["answered"] for row in rows if row["answered"]] == []


def test_with_no_account_claimed_the_first_result_says_how(kept, host, model):
    """Nobody on the platform is the principal then: nothing is recalled there."""
    model.then(*(tool("brain_search", query=f"lease {word}") for word in ("Brisbane", "office")))
    model.then(say("No."))
    since = len(model.asked)
    kept.converse([chat(kept, "x", "1", "Alex", "1", "dm"), QUESTION])
    first, second = (asked.result for asked in model.asked[since + 1 :])
    assert model.asked[since].injected == ""
    assert (first["hits"], second["hits"]) == ([], [])
    assert "hermes agent-si who --me telegram:1" in first["whose_memory"]
    assert "whose_memory" not in second
    assert "who --me telegram:ACCOUNT" in ours(kept, "status").stdout
