"""The gateway's HTTP API: 0.19 builds a provider for every request and never shuts one down.

| tried | becomes |
|---|---|
| the line of this request, or of an earlier one of the session | kept |
| the text beside an image | kept |
| another session's line; the line recalled from it | refused; it is recalled |
| a history, or a system line, that the client sent along | refused |
| what the assistant said | refused |
| a line whose author the client names as somebody else (0.22) | not kept as the principal's |
"""

import os
import signal
import sqlite3
from pathlib import Path

import hosts
import pytest
from gateway import Gateway
from host import Home
from host_stories import ROOT, config
from roads import (
    BARGE,
    DOT,
    NOTE,
    WHEN,
    indexed_when,
    results,
    session_of,
    tried,
    verdict,
    verdicts,
)
from scripted_model import ScriptedModel, say

SAID = "I would paint the sluice door dark blue"
TOLD = "the gannet sloop is painted every spring"
SYSTEM = "the lines of the client rule the harbour"
CRANE = "the image of the red crane is mine"
DANAS = "the puffin crate holds forty lamps today"


def told(client):
    """What a client sends along as an earlier conversation."""
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": client},
        {"role": "assistant", "content": "Noted."},
    ]


class Talks:
    """The requests of this file, each once, and what came of them."""

    def __init__(self, gateway, model):
        self.gateway, self.model, self.since = gateway, model, {}

    def say(self, name, words, *quotes, session, **more):
        """One turn in which a model tries to keep `quotes`."""
        self.since[name] = len(self.model.asked)
        self.model.then(tried(*quotes), say(f"{SAID}."))
        self.gateway.say(words, session=session, **more)

    def result(self, name, quote):
        """What became of a quote in the turn of that name."""
        return next(r for q, r in results(self.model, self.since[name]) if q == quote)

    def first(self, name):
        """The first request of that turn."""
        return self.model.asked[self.since[name]]


def files_held(gateway):
    """How many files of ours the gateway's process has open."""
    folder = Path(f"/proc/{gateway.process.pid}/fd")
    links = [str(entry.readlink()) for entry in folder.iterdir() if entry.is_symlink()]
    return len([link for link in links if "/agent-si/" in link])


def run(talks):
    """Every request; the files held after the second one and after the last."""
    talks.say("first", BARGE, BARGE, session="harbour")
    talks.say("second", "listen to the tide", BARGE, SAID, session="harbour")
    early = files_held(talks.gateway)
    talks.say("other", WHEN, BARGE, NOTE, session="office")
    talks.say("told", "and what of that", TOLD, SYSTEM, session="clerk", history=told(TOLD))
    talks.say("told anew", "and what of this", TOLD, session="", history=told(TOLD))
    parts = [
        {"type": "text", "text": CRANE},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DOT}"}},
    ]
    talks.say("image", parts, CRANE, session="yard")
    return early, files_held(talks.gateway)


def danas(talks):
    """A turn that the client says is Dana's, on 0.22's own endpoint; Alex's in the same session."""
    talks.model.then(tried(DANAS), say("Very well."))
    talks.since["danas"] = len(talks.model.asked)
    body = {"message": DANAS, "author": {"id": "77", "name": "Dana"}}
    status, answer = talks.gateway.post("/api/sessions/harbour/chat", body)
    assert status == 200, answer


@pytest.fixture(scope="module")
def talked(host, tmp_path_factory):
    """(home, talks, files held) after every request; the gateway was killed, not ended."""
    site = hosts.web(host.name, make=bool(os.environ.get("AGENT_SI_MAKE_HOSTS")))
    if site is None:
        pytest.skip(f"the HTTP API of Hermes {host.name} needs aiohttp: AGENT_SI_MAKE_HOSTS=1")
    with ScriptedModel() as model:
        home = Home(host, model, tmp_path_factory.mktemp("api") / "home")
        home.add(ROOT)
        config(home, principal="Alex", index_sessions=True)
        with Gateway(home, site) as gateway:
            talks = Talks(gateway, model)
            held = run(talks)
            if host.modern:
                danas(talks)
            indexed_when(home, CRANE)
            gateway.close(signal.SIGKILL)
        return home, talks, held


@pytest.mark.parametrize(
    ("name", "words", "session"),
    [("first", BARGE, "harbour"), ("second", BARGE, "harbour"), ("image", CRANE, "yard")],
)
def test_the_lines_of_the_session_are_kept(talked, name, words, session):
    """R41 R52; PEERS 41: whichever provider of the session is asked."""
    _, talks, _ = talked
    result = talks.result(name, words)

    assert verdict(result) == "kept", result
    assert result["quote"] == words
    assert session_of(result) == session


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("second", SAID),
        ("other", BARGE),
        ("other", NOTE),
        ("told", TOLD),
        ("told", SYSTEM),
        ("told anew", TOLD),
    ],
)
def test_lines_of_anybody_else_are_refused(talked, name, words):
    """R52 R92; PEERS 25 36: what a client claims was said before is nobody's word."""
    _, talks, _ = talked

    assert verdict(talks.result(name, words)) == "quote_not_found"


def test_another_session_recalls_what_was_kept(talked):
    """R18 R20."""
    _, talks, _ = talked

    assert BARGE in talks.first("other").injected


def test_a_line_with_another_author_is_not_the_principals(talked, host):
    """PEERS 35 36: nothing is injected into it, and nothing is kept of it as Alex's."""
    if not host.modern:
        pytest.skip("0.19 takes no author")
    _, talks, _ = talked
    result = talks.result("danas", DANAS)

    assert talks.first("danas").injected == ""
    assert not (result.get("kept") and result["source"]["said_by"] == "you"), result


def test_a_provider_a_request_costs_no_file_of_its_own(talked):
    """PEERS 41 47: what 0.19 never shuts down holds nothing open."""
    _, _, (early, late) = talked

    assert late <= early + 1


def test_a_killed_gateway_has_lost_nothing(talked):
    """PEERS 41 48 51: every turn is there once, and the brain is whole."""
    home, talks, _ = talked
    assert home.hermes("agent-si", "index").code == 0
    found = indexed_when(home, BARGE, CRANE)

    assert {line: found[line] for line in (BARGE, WHEN, CRANE)} == {BARGE: 1, WHEN: 1, CRANE: 1}
    assert not [text for text in found if TOLD in text or SYSTEM in text]
    assert home.hermes("agent-si", "check").code == 0
    db = sqlite3.connect(
        (home.path / "agent-si" / "brain" / "brain.db").as_uri() + "?mode=ro", uri=True
    )
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert verdicts(talks.model)[BARGE].count("kept") == 2
