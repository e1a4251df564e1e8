"""What was said to Codex and Grok reaches a turn of a real Hermes, unless it is off."""

import re

import pytest
from codex_fixtures import CodexFile
from grok_fixtures import GrokSession
from host_stories import config, ours, turn

SAID = "the {0}berry greenhouse is heated with wood pellets from Bellingen"
QUESTION = "What is the {0}berry greenhouse heated with?"
NAMES = {"codex": "codex", "grok": "grok"}


@pytest.fixture
def told(alex):
    """A home whose owner has said one thing to Codex and one to Grok, in May."""
    chat = CodexFile(alex.user / ".codex", cwd="/work/farm")
    chat.prompt(SAID.format("codex"))
    chat.answer("Noted.")
    session = GrokSession(alex.user / ".grok", cwd="/work/farm")
    session.prompt(SAID.format("grok"))
    session.answer("Noted.")
    session.done()
    return alex


def injected(asked):
    """The lines of ours that the last request of a turn carried with the person's words."""
    return [line for line in asked[-1].injected.splitlines() if "«" in line]


@pytest.mark.parametrize("agent", NAMES)
def test_a_turn_gets_the_line_with_its_agent_and_its_day(told, model, agent):
    """R1 R70."""
    assert ours(told, "index").returncode == 0
    _, asked = turn(told, model, QUESTION.format(agent))
    (line,) = [each for each in injected(asked) if f"{agent}berry" in each]
    expected = rf"\[\w+\] 2026-05-0[12] you, {NAMES[agent]}: «{SAID.format(agent)}»"
    assert re.fullmatch(expected, line), line


def test_with_hermes_alone_it_is_silent(told, model):
    """R58: not read, and what was read before is not recalled."""
    assert ours(told, "index").returncode == 0
    config(told, principal="Alex", index_sessions="hermes")
    for agent in NAMES:
        _, asked = turn(told, model, QUESTION.format(agent))
        # The questions themselves were asked of Hermes, and may be recalled.
        assert not [line for line in injected(asked) if "pellets" in line or f" {agent}:" in line]


def test_the_refresher_of_a_session_reads_them_by_itself(told, model):
    """R70: no command is needed; the next conversation has it."""
    turn(told, model, "Good morning, let us begin with the accounts today.")
    _, asked = turn(told, model, QUESTION.format("grok"))
    assert [line for line in injected(asked) if "grokberry" in line]
