"""Rows that are past their date, and files that changed: shown with a mark, and never dropped."""

import os
from datetime import UTC, timedelta

import pytest
from agent_si import provider
from agent_si.vendor.recall import files, settings, shelf
from agent_si.vendor.recall.conversation import PERSON_AT_TERMINAL
from agent_si.vendor.recall.memory import Memory
from agent_si.vendor.recall.show import show
from at_terminal import run
from world import World

KEY = "office.hours.closed"
SAID = "the Brisbane office is closed until Friday"


@pytest.fixture
def here(tmp_path):
    """A home in which a fact and a note were kept on Monday, 30 November 2026."""
    world = World(tmp_path, principal="Alex", index_sessions=["hermes"])
    talk = world.talk(f"{SAID} because of the painters")
    world.remember(talk, SAID, key=KEY, value="closed until Friday")
    note = "this week the parking lot is full of sand"
    world.remember(world.talk(note), note, fact="The parking lot is full of sand.")
    return world


def looked(world):
    """The lines of the two rows on every road to them."""
    talk = world.talk()
    searched = world.call(talk, "brain_search", query="Brisbane office closed")
    fact = world.memory.recall("is the Brisbane office closed").hits[0]
    note = world.memory.recall("parking lot sand").hits[0]
    return {
        "fact": fact.line,
        "note": note.line,
        "get": world.call(talk, "brain_get", id=KEY)["line"],
        "search": searched["hits"][0]["line"],
        "block": world.block("is the Brisbane office closed on Thursday").text,
    }


def test_after_its_date_a_row_says_so_on_every_surface(here):
    """R43: never dropped, never anything else in its place."""
    before = {where: line.replace(shelf.PAST, "") for where, line in looked(here).items()}
    assert not any(shelf.PAST in line for line in looked(here).values())

    here.clock.now += timedelta(days=8)

    after = looked(here)
    assert [where for where, line in after.items() if shelf.PAST not in line] == []
    for where, line in after.items():
        assert line.split(": «")[-1] == before[where].split(": «")[-1]
    view = show(here.memory, KEY, 0, PERSON_AT_TERMINAL)
    assert view["value"] == "closed until Friday"
    assert view["marks"] == [shelf.PAST]
    assert view["claims"][0]["mark"] == f"{shelf.PAST} (2026-12-04)"


def test_the_last_day_itself_is_not_over_where_the_person_is(here):
    here.clock.now += timedelta(days=4, hours=11)
    assert shelf.PAST not in looked(here)["fact"]
    here.clock.now += timedelta(hours=2)
    assert shelf.PAST in looked(here)["fact"]


def test_a_mark_changes_no_order(here):
    here.remember(here.talk("the Brisbane office has a red door"), "the Brisbane office has a red")
    ask = "Brisbane office"
    before = [hit.id for hit in here.recall(ask)]
    here.clock.now += timedelta(days=8)
    assert [hit.id for hit in here.recall(ask)] == before


def test_one_side_of_a_dispute_is_past_its_date(here):
    other = "the Brisbane office is closed on Mondays for good"
    here.remember(here.talk(other), other, key=KEY, value="closed on Mondays")
    here.clock.now += timedelta(days=8)
    line = here.recall("Brisbane office closed")[0].line
    assert line.count(shelf.PAST) == 1
    assert "disputed" in line


def test_words_cut_out_of_a_sentence_that_tells_what_was_have_no_date(here):
    """The quote alone reads like a promise; the sentence that it stands in is over."""
    said = "last spring we heard that the kitchen is closed until Friday"
    quote = "the kitchen is closed until Friday"
    here.remember(here.talk(said), quote, key="office.kitchen.state", value="closed")
    here.clock.now += timedelta(days=8)
    assert shelf.PAST not in here.recall("kitchen closed")[0].line


class TestFiles:
    """A fact that names a file of this machine."""

    @pytest.fixture
    def desk(self, here, tmp_path):
        here.user = tmp_path / "user"
        (here.user / "notes").mkdir(parents=True, exist_ok=True)
        return here

    def memory(self, world):
        found = world.memory
        return Memory(found.settings, clock=found.clock, zone=UTC, user_home=world.user)

    def keep(self, world, path, **columns):
        said = f"the rota of the office stands in {path} from now on"
        talk = world.talk(said, **columns)
        kept = world.remember(talk, said, key="office.rota.file", value=str(path))
        assert kept.get("kept"), kept
        world.refresh()

    def write(self, world, file, days):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("rota")
        at = (world.clock.now + timedelta(days=days)).timestamp()
        os.utime(file, (at, at))

    def line(self, world):
        return self.memory(world).recall("where is the rota of the office").hits[0].line

    @pytest.mark.parametrize("written", ["{home}/notes/rota.md", "~/notes/rota.md"])
    def test_it_says_that_the_file_changed_or_went(self, desk, written):
        """PEERS 17: edit the file, and it shows, without a model."""
        file = desk.user / "notes" / "rota.md"
        self.write(desk, file, -1)
        self.keep(desk, written.format(home=desk.user))
        assert "file" not in self.line(desk).split(": «")[0].replace("rota.file", "")
        self.write(desk, file, 1)
        assert files.CHANGED in self.line(desk)
        view = show(self.memory(desk), "office.rota.file", 0, PERSON_AT_TERMINAL)
        assert view["marks"] == [files.CHANGED]
        assert files.CHANGED in view["line"]
        file.unlink()
        assert files.GONE in self.line(desk)

    def test_a_path_in_the_folder_of_the_conversation(self, desk, tmp_path):
        project = tmp_path / "work" / "rota"
        self.write(desk, project / "src" / "rota.py", -1)
        self.keep(desk, "src/rota.py", cwd=str(project))
        assert files.CHANGED not in self.line(desk)
        self.write(desk, project / "src" / "rota.py", 1)
        assert files.CHANGED in self.line(desk)
        (project / "src" / "rota.py").unlink()
        assert files.GONE in self.line(desk)

    @pytest.mark.parametrize("said", ["node.js/index.html", "example.com/rota.html", "Node.js"])
    def test_what_only_looks_like_a_path_is_not_gone(self, desk, tmp_path, said):
        (tmp_path / "work").mkdir()
        self.keep(desk, said, cwd=str(tmp_path / "work"))
        assert files.GONE not in self.line(desk)

    def test_nothing_outside_and_no_link_is_followed(self, desk, tmp_path):
        outside = tmp_path / "elsewhere" / "rota.md"
        self.write(desk, outside, 1)
        (desk.user / "link").symlink_to(outside.parent)
        (desk.user / "rota.md").symlink_to(outside)
        marks = set()
        for number, path in enumerate(
            (outside, "~/link/rota.md", "~/rota.md", "~/../elsewhere/rota.md", "~/link/none.md")
        ):
            said = f"the rota number {number} of the office stands in {path}"
            desk.remember(desk.talk(said), said, key=f"office.rota.n{number}", value=str(path))
            view = show(self.memory(desk), f"office.rota.n{number}", 0, PERSON_AT_TERMINAL)
            marks.update(view.get("marks", ()))
        assert marks == set()

    def test_others_are_told_nothing_of_this_machine(self, desk):
        file = desk.user / "notes" / "rota.md"
        self.write(desk, file, 1)
        self.keep(desk, file)
        with desk.memory.brain() as brain:
            fact = brain.fact("office.rota.file")
        memory = self.memory(desk)
        elsewhere = PERSON_AT_TERMINAL.__class__("", "telegram", user_id="77")
        assert files.marks(fact, memory, PERSON_AT_TERMINAL) == (files.CHANGED,)
        assert files.marks(fact, memory, elsewhere) == ()
        assert files.marks(fact, desk.memory, PERSON_AT_TERMINAL) == ()

    def test_when_the_time_is_over_nothing_is_looked_at(self, desk):
        file = desk.user / "notes" / "rota.md"
        self.write(desk, file, 1)
        self.keep(desk, file)
        with desk.memory.brain() as brain:
            fact = brain.fact("office.rota.file")
        found = desk.memory
        late = Memory(found.settings, clock=found.clock, seconds=0, user_home=desk.user)
        assert files.marks(fact, late, PERSON_AT_TERMINAL) == ()

    def test_a_turn_of_the_host_and_a_command_look_at_files(self, desk):
        """By the provider, with the person's folder; on a busy machine a turn may wait longer."""
        file = desk.user / "notes" / "rota.md"
        self.write(desk, file, 1)
        self.keep(desk, file)
        settings.save(desk.home, {"deadline_ms": 5000})
        one = provider.AgentSiProvider()
        talk = desk.talk("hello there my old friend")
        one.initialize(talk.session_id, hermes_home=str(desk.home), platform="cli")
        try:
            text = one.prefetch("where does the rota of the office stand", session_id="")
        finally:
            one.shutdown()
        assert files.CHANGED in text
        assert files.CHANGED in run(desk, "search", "rota of the office")[1]
        assert files.CHANGED in run(desk, "show", "office.rota.file")[1]
