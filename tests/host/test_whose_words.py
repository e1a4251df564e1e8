"""Whose words a real Hermes lets us keep: a person's, no machine's, and no pasted ones."""

import time

import pytest
from agent_runs import OTHERS, run_by
from host_people import command, indexed
from host_stories import KEY, QUESTION, config, keep_lease, remember, shown, turn
from scripted_model import say, tool

WORDS = "I decided that the Brisbane lease moves on 14 March 2027"
QUOTE = "the Brisbane lease moves on 14 March 2027"
LETTER = """Dear all,
thank you for the long talk about the office.
We decided that the Brisbane lease moves on 14 March 2027.
The keys are with Dana Reyes at the front desk.
Please bring the old ones with you when you come.
If anything is unclear, ring us before noon.
Kind regards, the landlord"""


def results(asked):
    """What our tools answered, each once, in order."""
    found = []
    for one in asked:
        answer = one.result
        if isinstance(answer, dict) and ("kept" in answer or "settled" in answer):
            found.append(answer)
    return found


@pytest.mark.parametrize(
    "line",
    [
        '{hermes} chat -q "{words}" -Q',
        '{hermes} -z "{words}"',
        "env -u HERMES_SESSION_ID -u HERMES_AGENT -u AI_AGENT {hermes} chat -q '{words}' -Q",
        "script -qec \"env -u HERMES_SESSION_ID {hermes} chat -q '{words}' -Q\" /dev/null",
    ],
)
def test_what_a_model_types_through_its_own_terminal_is_not_kept(alex, model, line):
    """R41 R44 R71: with the marks of its shell and without them; nor is it in the index."""
    _, asked = turn(
        alex,
        model,
        "please see to the lease while I am away",
        tool("terminal", command=line.format(hermes=command(alex), words=WORDS)),
        keep_lease("14 March 2027", QUOTE),
        say("Nested done."),
    )

    refused = results(asked)[0]
    assert refused["refused"] == "machine_typed", refused
    assert "typed by an agent's command" in refused["message"]
    assert not [text for text in indexed(alex) if WORDS in text]


@pytest.mark.parametrize("agent", OTHERS)
@pytest.mark.parametrize(
    "line",
    ["hermes chat -q '{words}' -Q", "hermes -z '{words}'", "hermes chat --resume x -q '{words}'"],
)
def test_what_another_agent_types_through_its_terminal_is_not_kept(alex, model, agent, line):
    """R41 R44 R58: the call stands in its own record; where that is off it is not read."""
    run_by(agent, alex.user, line.format(words=WORDS), at=time.time())
    _, asked = turn(alex, model, WORDS, keep_lease("14 March 2027", QUOTE))
    assert results(asked)[0]["refused"] == "machine_typed", results(asked)

    if line.startswith("hermes -z"):
        config(alex, principal="Alex", index_sessions="hermes")
        _, asked = turn(alex, model, WORDS, keep_lease("14 March 2027", QUOTE))
        assert results(asked)[0]["kept"] is True


@pytest.mark.parametrize("agent", OTHERS)
def test_another_agent_cannot_answer_for_the_person(disputed, model, agent):
    """R46 R48: by `--resume` of the conversation in which the dispute was put to them."""
    first, _ = turn(disputed, model, QUESTION, tool("brain_get", id=KEY))
    answer = "it changed, the 21st is right"
    line = f'hermes chat --resume {first.session} -q "{answer}"'
    run_by(agent, disputed.user, line, at=time.time())
    settle = tool("brain_remember", kind="settle", key=KEY, value="21 March 2027", quote=answer)
    _, asked = turn(disputed, model, answer, settle, resume=first.session)

    assert results(asked)[-1]["refused"] == "machine_typed", results(asked)
    assert shown(disputed)["disputed"] is True


def test_a_persons_own_one_shot_is_kept(alex, model):
    """R41: `hermes chat -q` and `hermes -z`, typed at a shell of their own."""
    _, asked = turn(alex, model, WORDS, keep_lease("14 March 2027", QUOTE))
    assert results(asked)[0]["kept"] is True
    model.then(remember("we close the sluice gate at four"), say("Done."))
    assert alex.hermes("-z", "in winter we close the sluice gate at four").code == 0
    assert model.asked[-1].result["kept"] is True


def test_a_model_cannot_answer_for_the_person_by_resuming_their_conversation(disputed, model):
    """R46 R48: a nested `--resume` of the conversation in which the dispute was put to them.

    0.22 refuses by itself to resume the conversation that is running; 0.19 does not.
    """
    first, _ = turn(disputed, model, QUESTION, tool("brain_get", id=KEY))
    answer = "it changed, the 21st is right"
    line = f'{command(disputed)} chat -q "{answer}" -Q --resume {first.session}'
    _, asked = turn(
        disputed,
        model,
        "please look after the lease",
        tool("terminal", command=f"env -u HERMES_SESSION_ID {line}"),
        tool("brain_remember", kind="settle", key=KEY, value="21 March 2027", quote=answer),
        say("Nested done."),
        resume="" if disputed.host.modern else first.session,
    )

    assert results(asked)[-1]["refused"] == "machine_typed", results(asked)
    assert shown(disputed)["disputed"] is True
    assert answer not in indexed(disputed)


def test_a_paste_into_the_terminal_is_no_statement_and_words_beside_it_are(alex, model):
    """R41: a real bracketed paste, of which the host keeps a file."""
    model.then(
        remember("We decided that the Brisbane lease moves on 14 March 2027"),
        remember("the crane inspection is on a Tuesday", fact="The crane inspection day."),
        say("Done."),
    )
    with alex.terminal("chat", "--cli") as screen:
        screen.ready()
        screen.paste(LETTER)
        screen.send(" and note that the crane inspection is on a Tuesday")
        screen.pump(0.5)
        screen.press("enter")
        screen.until(lambda: len(model.asked) >= 3)
        screen.quiet()
        screen.leave()

    refused, kept = results(model.asked)
    assert refused["refused"] == "pasted", refused
    assert kept["kept"] is True
    assert len(list((alex.path / "pastes").glob("paste_*.txt"))) == 1
