"""The same things done with what was said to each of the four agents."""

import json
import re

import pytest
from agent_si.vendor.recall import hits, settings
from agent_si.vendor.recall.block import HEADER
from agent_si.vendor.sessions.adapters import codex_zstd
from at_terminal import Person, run
from codex_fixtures import CodexFile, RawZstd
from grok_fixtures import GrokSession
from index_views import on_disk
from world import World

AGENTS = ("hermes", "claude", "codex", "grok")
OTHERS = AGENTS[1:]
FOLDER = "/work/quince"
WORDS = {
    agent: f"the {agent}quince orchard is pruned in the first week of March" for agent in AGENTS
}
ANSWERS = {agent: f"Noted, the {agent}quince pruning needs two ladders." for agent in AGENTS}


@pytest.fixture
def here(tmp_path):
    """A home in which the person said one thing to each agent, and each answered."""
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.talk_id = world.talk(cwd=FOLDER).session_id
    world.state.turn(world.talk_id, WORDS["hermes"], ANSWERS["hermes"])
    said = {agent: (WORDS[agent], ANSWERS[agent]) for agent in OTHERS}
    world.transcript = world.claude(*said["claude"], cwd=FOLDER)
    world.rollout = CodexFile(world.user / ".codex", cwd=FOLDER)
    world.rollout.prompt(said["codex"][0])
    world.rollout.answer(said["codex"][1])
    world.updates = GrokSession(world.user / ".grok", cwd=FOLDER)
    world.updates.prompt(said["grok"][0])
    world.updates.answer(said["grok"][1])
    world.updates.done()
    world.refresh()
    return world


def ask(here, *words, person=None):
    return run(here, *words, person=person, environ={"HOME": str(here.user)})


def hit_of(here, agent):
    """The hit for what was said to an agent."""
    (hit,) = [hit for hit in here.recall(f"{agent}quince orchard pruned") if hit.kind == "message"][
        :1
    ]
    return hit


def told(agent):
    return hits.agent_name(agent)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_message_is_found_with_its_agent_and_day_and_shown_in_full(here, agent):
    """R36 R38 R39."""
    hit = hit_of(here, agent)
    assert f" you, {told(agent)}: «" in hit.line
    got = here.call(here.talk(), "brain_get", id=hit.code)

    assert got["kind"] == "message"
    assert got["body"] == WORDS[agent]
    assert got["agent"] == told(agent)
    assert got["date"] in hit.line
    assert got["locator"].startswith(f"{agent}:")
    assert [each["text"] for each in got["around"]] == [ANSWERS[agent]]
    talk = here.call(here.talk(), "brain_get", id=got["session"])
    assert [each["text"] for each in talk["messages"]] == [WORDS[agent], ANSWERS[agent]]
    assert talk["project"] == FOLDER
    assert talk["agent"] == told(agent)
    code, out = ask(here, "show", hit.code)
    assert (code, WORDS[agent] in out) == (0, True), out


@pytest.mark.parametrize("agent", AGENTS)
def test_an_answer_brings_the_question_it_answered(here, agent):
    """R21: an assistant's words are never injected alone."""
    found = here.block(f"{agent}quince pruning ladders")
    lines = found.text.splitlines()
    asked = next(n for n, line in enumerate(lines) if f"you, {told(agent)}" in line)
    answered = next(n for n, line in enumerate(lines) if f"assistant, {told(agent)}" in line)
    assert asked < answered
    index = here.memory.settings.index
    assert index.exists()
    with here.memory.index() as opened:
        answer = opened.by_locator(_answer_locator(here, agent))
        question = opened.question_of(answer.id)
    assert question.text == WORDS[agent]


def _answer_locator(here, agent):
    code = hit_of(here, agent).code
    around = here.call(here.talk(), "brain_get", id=code)["around"]
    return here.call(here.talk(), "brain_get", id=around[0]["code"])["locator"]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_has_its_title(here, agent):
    """A name that the person gave, as each agent keeps it."""
    name = f"Pruning with {agent}"
    names(here)
    assert here.call(here.talk(), "brain_get", id=hit_of(here, agent).code)["title"] == name


def names(here):
    """The person names each of the sessions."""
    here.state.update("sessions", here.talk_id, title="Pruning with hermes")
    here.transcript.title("Pruning with claude")
    here.rollout.named("Pruning with codex")
    here.updates.summary(generated_title="Pruning with grok", title_is_manual=True)
    here.refresh()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_search_can_be_kept_to_one_agent(here, agent):
    """R58: and an agent that is off answers nothing."""
    code, out = ask(here, "search", "orchard pruned March", "--agent", agent)
    assert code == 0, out
    assert f"{agent}quince" in out
    assert not [other for other in AGENTS if other != agent and f"{other}quince" in out]
    settings.save(here.home, {"index_sessions": [other for other in AGENTS if other != agent]})
    assert not [hit for hit in here.recall("orchard pruned March") if f"{agent}quince" in hit.line]


def test_status_counts_each_agent(here):
    """R62."""
    _, out = ask(here, "status", "--json")
    counted = json.dumps(json.loads(out))
    _, shown = ask(here, "status")
    for agent in AGENTS:
        assert re.search(rf"{told(agent)}\D+1 session", shown), (agent, shown)
        assert agent in counted


# -- forgetting -----------------------------------------------------------------------------------


def forgotten(here, *what):
    """What the command says to a person who agrees to all that is asked."""
    code, out = ask(here, "forget", *what, "--prove", person=Person("all"))
    assert code == 0, out
    assert "0 found" in out
    return out


def is_gone(here, *words):
    """No byte of ours holds the words, now and after the next refresh."""
    here.refresh()
    bytes_of_ours = on_disk(here.memory.settings.index).lower()
    return not [each for each in words if each.lower().encode() in bytes_of_ours]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_message_is_forgotten_by_its_code_and_stays_out(here, agent):
    """R72: with the line in its agent's file, and how it goes there."""
    out = forgotten(here, hit_of(here, agent).code)
    assert is_gone(here, f"{agent}quince orchard")
    assert here.recall(f"{agent}quince ladders")
    _, elsewhere = out.split("still elsewhere", 1)
    assert WHERE[agent](here) in elsewhere, elsewhere


@pytest.mark.parametrize("agent", AGENTS)
def test_words_are_forgotten_by_match(here, agent):
    forgotten(here, "--match", f"{agent}quince")
    assert is_gone(here, f"{agent}quince")
    left = [other for other in AGENTS if other != agent]
    assert all(here.recall(f"{other}quince") for other in left)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_is_forgotten_by_its_code_and_its_file_is_named(here, agent):
    names(here)
    got = here.call(here.talk(), "brain_get", id=hit_of(here, agent).code)
    out = forgotten(here, got["session"])
    assert is_gone(here, f"{agent}quince", f"Pruning with {agent}")
    _, elsewhere = out.split("still elsewhere", 1)
    assert DELETED_BY[agent](here) in elsewhere, elsewhere


def test_all_four_are_forgotten_by_their_project(here):
    out = forgotten(here, "--project", FOLDER)
    assert is_gone(here, *(f"{agent}quince" for agent in AGENTS))
    _, elsewhere = out.split("still elsewhere", 1)
    for agent in AGENTS:
        assert DELETED_BY[agent](here) in elsewhere, (agent, elsewhere)


def test_what_a_person_said_is_forgotten_by_their_name(here):
    """`--by`: another person's words are looked for; one's own are named otherwise."""
    codes = [hit_of(here, agent).code for agent in AGENTS]
    code, out = ask(here, "forget", "--by", "Dana Reyes", person=Person("all"))
    assert code != 0
    assert "nothing is kept that Dana Reyes said" in out
    code, out = ask(here, "forget", "--by", "Alex", person=Person("all"))
    assert code != 0
    assert "is you" in out
    assert [hit_of(here, agent).code for agent in AGENTS] == codes


WHERE = {
    "hermes": lambda here: f"hermes sessions delete {here.talk_id}",
    "claude": lambda here: f"{here.transcript.session}.jsonl line 1: another agent's transcript",
    "codex": lambda here: f"lines {_codex_lines(here)}: codex delete {here.rollout.thread}",
    "grok": lambda here: f"updates.jsonl line 1: grok sessions delete {here.updates.session}",
}
DELETED_BY = {
    "hermes": lambda here: f"hermes sessions delete {here.talk_id}",
    "claude": lambda here: f"{here.transcript.session}.jsonl: another agent's transcript",
    "codex": lambda here: f"codex delete {here.rollout.thread}",
    "grok": lambda here: f"/{here.updates.session}: grok sessions delete {here.updates.session}",
}


def _codex_lines(here):
    lines = here.rollout.path.read_bytes().splitlines()
    numbers = [n for n, line in enumerate(lines, 1) if WORDS["codex"].encode() in line]
    return ", ".join(map(str, numbers))


def test_an_archived_and_a_compressed_thread_are_named_too(here, monkeypatch):
    """Wherever Codex has put it; where this Python cannot look inside, that is said."""
    code = hit_of(here, "codex").code
    here.rollout.archive()
    here.refresh()
    here.rollout.pack()
    monkeypatch.setattr(codex_zstd, "zstd", RawZstd)
    shown = forgotten(here, code).split("still elsewhere", 1)[1]
    assert f"archived_sessions/{here.rollout.path.name} lines" in shown, shown
    monkeypatch.setattr(codex_zstd, "zstd", None)
    out = forgotten(here, "--match", "codexquince")
    assert "compressed sessions that were not opened, as Python 3.14 and later can: 1" in out


def test_a_moved_session_of_grok_is_named_where_it_is(here):
    here.updates.move("/work/elsewhere")
    shown = forgotten(here, hit_of(here, "grok").code).split("still elsewhere", 1)[1]
    assert "sessions/%2Fwork%2Felsewhere/" in shown, shown
    assert f"grok sessions delete {here.updates.session}" in shown


def test_a_message_too_short_to_be_looked_for_is_named_by_its_session(here):
    line = here.rollout.prompt("Ok zq?")
    here.refresh()
    code = next(hit.code for hit in here.recall("zq") if "codex" in hit.line)
    shown = forgotten(here, code).split("still elsewhere", 1)[1]
    assert f"message {line}: codex delete {here.rollout.thread}" in shown, shown


# -- feedback -------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_our_own_block_never_comes_back_as_somebodys_words(here, agent):
    """R22 R71: pasted by the person, fenced and bare, and repeated by the assistant."""
    block = here.block("claudequince orchard pruned").text
    assert block.startswith(HEADER)
    before = len(here.recall("claudequince", limit=20))
    fenced = f"Look:\n<memory-context>\n{block}\n</memory-context>\nzqfirst"
    says(here, agent, fenced, f"zqanswer\n{block}")
    says(here, agent, f"{block}\nzqsecond", "Ok.")
    here.refresh()

    for word in ("zqfirst", "zqsecond", "zqanswer"):
        got = here.call(here.talk(), "brain_get", id=here.recall(word)[0].code)
        assert "claudequince" not in got["body"], (word, got["body"])
        assert HEADER not in got["body"], (word, got["body"])
    assert len(here.recall("claudequince", limit=20)) == before


def says(here, agent, asked, answered):
    """One more turn in the session of an agent."""
    if agent == "hermes":
        here.state.turn(here.talk_id, asked, answered)
        return
    one = {"claude": here.transcript, "codex": here.rollout, "grok": here.updates}[agent]
    one.prompt(asked)
    one.answer(answered)
