"""`check --claims`: the host says it saved something; was there a receipt in that turn?"""

import json
from datetime import timedelta

import pytest
from agent_si.vendor.recall import settings
from at_terminal import run
from world import World

SAVED = "I've saved that to memory."


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=["hermes"])


def talk(world, *rows, **columns):
    """A conversation of (role, text) rows."""
    there = world.talk(**columns)
    for role, text in rows:
        world.state.say(there.session_id, role, text)
    return there


def test_a_save_without_a_receipt_is_listed_with_code_day_and_words(here):
    """PEERS 3 G44: the agent says "saved", and nothing was."""
    there = talk(here, ("user", "the lease moves in March"), ("assistant", f"Good. {SAVED}"))
    here.refresh()
    code, out = run(here, "check", "--claims")
    assert code == 1
    assert f"“{SAVED}”" in out
    assert "NOT OK: 1 sentence of 1 text of Hermes in 14 days" in out
    code, out = run(here, "check", "--claims", "--json")
    told = json.loads(out)
    assert (code, told["ok"]) == (1, False)
    found = told["without_receipt"][0]
    assert found["locator"].startswith(f"hermes:{there.session_id}:")
    with here.memory.index() as index:
        row = index.by_locator(found["locator"])
        assert index.code(row.id) == found["code"]


def test_a_save_with_our_receipt_or_the_hosts_own_is_none(here):
    there = here.talk("The Brisbane office lease moves on 14 March 2027")
    here.remember(there, "The Brisbane office lease moves on 14 March 2027")
    here.state.say(there.session_id, "assistant", SAVED)
    other = here.talk("short answers please")
    here.state.call(other.session_id, "memory", json.dumps({"success": True}), call="call_9")
    here.state.say(other.session_id, "assistant", SAVED)
    code, out = run(here, "check", "--claims")
    assert code == 0, out
    assert "2 saves told, each with its receipt" in out


@pytest.mark.parametrize(
    ("tool", "result"),
    [
        ("brain_remember", {"kept": False, "refused": "quote", "message": "not kept"}),
        ("brain_remember", {"error": "brain_remember needs 'fact'"}),
        ("memory", {"success": False, "error": "Memory at 2,190/2,200 chars."}),
        ("memory", {"success": True, "staged": True}),
        ("write_file", {"success": True, "kept": True}),
    ],
)
def test_a_refusal_is_no_receipt(here, tool, result):
    """PEERS 3 M74: the host's own memory is full and its write fails."""
    there = here.talk("the lease moves in March")
    here.state.call(there.session_id, tool, json.dumps(result), call="call_7")
    here.state.say(there.session_id, "assistant", SAVED)
    assert run(here, "check", "--claims")[0] == 1


def test_a_receipt_of_another_turn_does_not_count(here):
    there = here.talk("The Brisbane office lease moves on 14 March 2027")
    here.remember(there, "The Brisbane office lease moves on 14 March 2027")
    here.state.say(there.session_id, "user", "and the desks are blue")
    here.state.say(there.session_id, "assistant", SAVED)
    assert run(here, "check", "--claims")[0] == 1


def test_older_ones_machine_runs_undone_private_and_off_the_record_are_left_out(here, tmp_path):
    talk(here, ("user", "a"), ("assistant", SAVED))
    here.clock.now += timedelta(days=20)
    talk(here, ("user", "a"), ("assistant", SAVED), source="cron")
    talk(here, ("user", "#off-record the cake"), ("assistant", SAVED))
    talk(here, ("user", "a"), ("assistant", SAVED), cwd=str(tmp_path / "secret"))
    undone = here.talk("a")
    first = here.state.say(undone.session_id, "user", "b")
    here.state.say(undone.session_id, "assistant", SAVED)
    here.state.undo(undone.session_id, first)
    settings.save(here.home, {"private_projects": [str(tmp_path / "secret")]})
    code, out = run(here, "check", "--claims")
    assert code == 0, out
    code, out = run(here, "check", "--claims", "--days", "30")
    assert code == 1
    assert out.count(SAVED) == 1


def test_it_answers_without_an_index_and_says_what_it_cannot_read(here, tmp_path):
    talk(here, ("user", "a"), ("assistant", SAVED))
    assert run(here, "check", "--claims")[0] == 1
    assert run(here, "check", "--claims", "--days", "0")[0] == 2
    here.state.close()
    for file in here.home.glob("state.db*"):
        file.unlink()
    code, out = run(here, "check", "--claims")
    assert code == 2
    assert "cannot be read" in out


def test_words_that_hold_a_credential_are_not_shown(here):
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT" + "5vW7yZ9bC1dE3fG5"
    talk(here, ("user", "a"), ("assistant", f"I've saved the token {secret} to memory."))
    code, out = run(here, "check", "--claims")
    assert code == 1
    assert secret not in out
