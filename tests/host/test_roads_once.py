"""Roads that are one process or one setting: images, a split, `-t`, isolation.

| road | tried | becomes |
|---|---|---|
| `chat -q --image` | the words beside the image; a model's caption of it | kept; refused |
| image parts | the words beside the image; the agent's own note | kept; refused |
| compression with a new id | the line before the split; the summary | kept; refused |
| `-t` without the memory toolset | nothing can be tried | it is recalled all the same |
| `plugins.isolation: host` (0.22) | the line typed; the recalled one | kept; refused |
"""

import base64
from dataclasses import replace

import pytest
from host import Home
from host_stories import ROOT, config
from roads import BARGE, DOT, NOTE, WHEN, indexed_when, results, session_of, tried, verdict
from scripted_model import ASIDES, ScriptedModel, say

CRANE = "the picture shows our red crane at noon"
CAPTION = "a rusty tower stands beside the old sluice"
YARD = "the second picture is of the empty yard"
SUMMARY = "SCRIPTED SUMMARY of the earlier turns"
AFTER = "behind the split we talk about ropes"
ALONE = "the isolated dock opens at nine on mondays"
CAPTIONS = tuple(
    replace(aside, reply=say(CAPTION)) if aside.name == "other" else aside for aside in ASIDES
)


def image(words):
    """A message of an image and words, as a client sends it."""
    url = {"url": f"data:image/png;base64,{DOT}"}
    return [{"type": "text", "text": words}, {"type": "image_url", "image_url": url}]


class Roads:
    """What was asked on each road; `go` runs one."""

    def __init__(self, home, model):
        self.home, self.model, self.since = home, model, {}

    def go(self, name, run, *script):
        """Run a road with a script of its own."""
        self.model.script.clear()
        self.model.then(*script)
        self.since[name] = len(self.model.asked)
        return run()

    def tries(self, name):
        """(quote, result) of every try on one road, in order."""
        names = list(self.since)
        after = names[names.index(name) + 1 :]
        asked = self.model.asked[: self.since[after[0]] if after else None]
        part = type("Part", (), {"asked": asked})
        return results(part, self.since[name])

    def first(self, name):
        """The first request of a road."""
        return self.model.asked[self.since[name]]


def one_process(roads):
    """A line, an image turn, a split by compression, and a line behind it."""
    long = "and so on " * 300
    force = {"force": True} if not roads.home.host.modern else True
    steps = [BARGE, image(YARD), long, long, {"compress": force}, AFTER]
    script = (tried(BARGE), say("Yes."), tried(YARD, NOTE), say("Yes."), say("Yes."), say("Yes."))
    end = (tried(BARGE, YARD, SUMMARY), say("Yes."))
    return roads.go("process", lambda: roads.home.converse(steps), *script, *end)


@pytest.fixture(scope="module")
def lived(host, tmp_path_factory):
    """Every road of the table, once."""
    with ScriptedModel(asides=CAPTIONS) as model:
        home = Home(host, model, tmp_path_factory.mktemp("lived") / "home")
        home.add(ROOT)
        config(home, principal="Alex", index_sessions=True)
        home.configure({"compression": {"in_place": False}})
        roads = Roads(home, model)
        roads.talk = one_process(roads)
        picture = home.cwd / "crane.png"
        picture.write_bytes(base64.b64decode(DOT))
        see = lambda: home.chat(CRANE, "--image", str(picture))  # noqa: E731
        roads.go("--image", see, tried(CRANE, CAPTION), say("Yes."))
        roads.go("-t", lambda: home.chat(WHEN, "-t", "file"), say("Yes."))
        if host.modern:
            home.configure({"plugins": {"isolation": "host"}})
            roads.go("isolated", lambda: home.chat(ALONE), tried(ALONE, BARGE), say("Yes."))
    return roads


def kept(result, quote):
    """Whether a result keeps these words."""
    return verdict(result) == "kept" and result["quote"] == quote


def test_a_line_before_a_split_keeps_its_first_place(lived):
    """R41 R52; PEERS 30 42 43: compression that goes on under a new id."""
    first = lived.home.rows("SELECT id FROM sessions ORDER BY started_at")[0][0]
    (_, early), _, _, (_, late), (_, image), (_, summary) = lived.tries("process")

    assert lived.talk.session != first
    assert kept(early, BARGE)
    assert kept(late, BARGE)
    assert late["source"]["locator"] == early["source"]["locator"]
    assert session_of(early) == first
    assert kept(image, YARD)
    assert verdict(summary) == "quote_not_found"


def test_words_beside_an_image_are_kept_and_what_a_model_saw_in_it_is_not(lived):
    """R41 R52 R92; PEERS 28: image parts, and `--image` with a caption in the person's row."""
    _, (_, words), (_, recalled), *_ = lived.tries("process")
    assert kept(words, YARD)
    assert verdict(recalled) == "quote_not_found"

    (_, words), (_, caption) = lived.tries("--image")
    assert CAPTION in lived.first("--image").user
    assert kept(words, CRANE)
    assert verdict(caption) == "quote_not_found"


def test_without_the_memory_toolset_it_is_recalled_and_nothing_can_be_kept(lived):
    """R18 R77."""
    asked = lived.first("-t")

    assert not [name for name in asked.tools if name.startswith("brain_")]
    assert BARGE in asked.injected


def test_a_provider_in_a_process_of_its_own_knows_the_words_too(lived, host):
    """R41 R52; 0.22's `plugins.isolation: host`."""
    if not host.modern:
        pytest.skip("0.19 runs every plugin in its own process")
    (_, words), (_, other) = lived.tries("isolated")

    assert kept(words, ALONE)
    assert verdict(other) == "quote_not_found"


def test_the_index_has_every_line_once(lived):
    """R29 R71; PEERS 28 51: of an image turn the words, of a split the first copy."""
    lived.home.hermes("agent-si", "index")
    found = indexed_when(lived.home, BARGE, YARD, AFTER)

    lines = (BARGE, YARD, AFTER)
    assert {line: found[line] for line in lines} == dict.fromkeys(lines, 1)
    strange = (CAPTION, SUMMARY, "<memory-context>", "[screenshot]")
    assert not [text for text in found if any(words in text for words in strange)]
