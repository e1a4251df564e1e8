"""`review`: the one list of what needs a person, ten a sitting, and its number in `status`."""

import json
import stat
from datetime import timedelta

import pytest
from agent_si.vendor.commands import status as status_command
from agent_si.vendor.recall import review, review_answers
from at_terminal import Person, run
from world import KEY, World

TWIN = "office.lease_date"
CLOSED = "office.hours.closed"
PERTH = "perth.kitchen.state"
WAITS = "office.wifi.name"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A home in which nothing needs anybody, on a machine that may be busy."""
    monkeypatch.setattr(status_command, "REVIEW_SECONDS", 60.0)
    return World(tmp_path, principal="Alex", index_sessions=["hermes"])


def dispute(world):
    world.keep_date("14 March 2027", 0)
    world.keep_date("21 March 2027", 0)


def closed(world, key=CLOSED, what="the Brisbane office is closed until Friday"):
    world.remember(world.talk(what), what, key=key, value=what.partition(" is ")[2])


def twins(world):
    quote = "the Brisbane office lease moves on 14 March 2027"
    world.remember(world.talk(quote), quote, key=KEY, value="14 March 2027")
    world.remember(world.talk(f"{quote} indeed"), quote, key=TWIN, value="21 March 2027")


def taken_back(world):
    said = "the wifi of the office is called Harbour"
    talk = world.talk()
    row = world.says(talk, said)
    world.remember(talk, said, key=WAITS, value="Harbour")
    world.state.undo(talk.session_id, row)


def wait_for_approval(world):
    """A policy under which what an agent says waits for a person."""
    policy = world.home / "agent-si" / "brain" / "brain.toml"
    text = policy.read_text()
    start = text.index("[agents.hermes]")
    end = text.index("[agents.", start + 5)
    asking = text[start:end].replace('approval = "none"', 'approval = "person"')
    if 'approval = "person"' not in asking:
        asking = asking.rstrip() + '\napproval = "person"\n\n'
    if "approvers" not in asking:
        asking = asking.rstrip() + '\napprovers = ["person"]\n\n'
    policy.write_text(text[:start] + asking + text[end:])
    code, out = run(world, "brain", "apply-config", person=Person())
    assert code == 0, out


def listed(world):
    return json.loads(run(world, "review", "--json")[1])


def kinds(world):
    return [item["kind"] for item in listed(world)["items"]]


def status(world):
    return run(world, "status")[1].splitlines()


def test_where_nothing_needs_anybody_it_says_so(here):
    assert run(here, "review") == (0, "nothing needs you\n")
    assert run(here, "review", person=Person())[1] == "nothing needs you\n"
    assert not [line for line in status(here) if line.startswith("review")]


def test_one_list_of_all_that_needs_a_person(here):
    """Disputes, twins, what waits, what is past its date, and messages taken back."""
    dispute(here)
    closed(here)
    quote = "the Cairns store rent is 900 euros a month"
    for key, value in (("store.cairns.rent", "900"), ("store.cairns.rent_amount", "950")):
        here.remember(here.talk(f"{quote} now"), quote, key=key, value=value)
    taken_back(here)
    wait_for_approval(here)
    said = "the Perth office has nine desks in a row"
    assert here.remember(here.talk(said), said, key="office.perth.desks", value="nine")["waiting"]
    here.clock.now += timedelta(days=8)

    assert set(kinds(here)) == set(review.KINDS)
    code, out = run(here, "review")
    assert code == 0
    for text in (KEY, CLOSED, "store.cairns.rent", WAITS, "office.perth.desks", "said then, past"):
        assert text in out
    assert "hermes agent-si settle" in out
    count = listed(here)["count"]
    assert count == len(listed(here)["items"]) == 5
    assert f"review: {count}; hermes agent-si review" in status(here)
    assert len(status(here)) <= 16


def test_what_recall_would_have_brought_most_often_comes_first(here):
    closed(here)
    closed(here, PERTH, "the Perth kitchen is full of dust until Friday")
    for number in range(3):
        here.talk(f"is the Perth kitchen full of dust on day number {number} of the week")
    here.talk("is the Brisbane office closed today")
    here.refresh()
    here.clock.now += timedelta(days=8)
    found = listed(here)
    first, second = found["items"]
    assert PERTH in first["line"]
    assert first["shown"] > second["shown"] >= 1
    assert found["prompts"] == found["prompts_asked"]
    assert not found["cut_short"]


def test_when_time_is_up_it_says_how_many_prompts_were_asked(here, monkeypatch):
    closed(here)
    here.refresh()
    here.clock.now += timedelta(days=8)
    monkeypatch.setattr(review.weighed, "__kwdefaults__", {
        **review.weighed.__kwdefaults__, "seconds": 0.0
    })  # fmt: skip
    here.talk("is the Brisbane office closed", "and what of the Perth one now")
    here.refresh()
    assert "time was up before the other" in run(here, "review")[1]
    assert listed(here)["cut_short"]


def test_a_dispute_is_settled_in_the_sitting(here):
    dispute(here)
    code, out = run(here, "review", person=Person("s", "1", "c", ""))
    assert code == 0, out
    assert "to take it back: hermes agent-si undo" in out
    assert out.endswith("review: 0, nothing needs you now\n")
    with here.memory.brain() as brain:
        assert not brain.fact(KEY).disputed


def test_later_is_an_answer_and_is_asked_again_in_a_week(here):
    dispute(here)
    out = run(here, "review", person=Person("l"))[1]
    assert "  later" in out
    assert listed(here)["count"] == 0
    assert not [line for line in status(here) if line.startswith("review")]
    assert "later on" in run(here, "review")[1]
    person = Person("q")
    assert "1 put off" in run(here, "review", person=person)[1]
    assert person.asked == []
    here.clock.now += timedelta(days=review.REST + 1)
    assert listed(here)["count"] == 1


def test_a_dispute_that_gets_another_value_is_asked_again(here):
    dispute(here)
    run(here, "review", person=Person("l"))
    here.keep_date("28 March 2027", 0)
    assert listed(here)["count"] == 1


def test_twins_become_one_fact_or_are_not_the_same_for_good(here):
    """PEERS 23: two names for one fact are caught, and a person decides."""
    twins(here)
    assert kinds(here) == [review.TWINS]
    assert run(here, "review", person=Person("n"))[0] == 0
    assert listed(here)["count"] == 0
    assert run(here, "review")[1] == "nothing needs you\n"
    assert "kept on" in run(here, "review", "--all")[1]
    here.clock.now += timedelta(days=100)
    assert listed(here)["count"] == 0

    (here.home / "agent-si" / review_answers.FILE).unlink()
    assert run(here, "review", person=Person("a", "q"))[0] == 0
    with here.memory.brain() as brain:
        assert brain.fact(TWIN).key == KEY


@pytest.mark.parametrize(("letter", "held"), [("a", True), ("r", False)])
def test_what_waits_is_approved_or_rejected(here, letter, held):
    """PEERS 65: a queue of one's own, with quote and source, and a code to type."""
    wait_for_approval(here)
    said = "the wifi of the office is called Harbour"
    here.remember(here.talk(said), said, key=WAITS, value="Harbour")
    code, out = run(here, "review", person=Person(letter))
    assert code == 0, out
    assert said in out.partition("Type ")[0]
    with here.memory.brain() as brain:
        assert (brain.fact(WAITS) is not None) == held
        assert brain.pending() == []
    assert kinds(here) == []


def test_past_its_date_is_still_so_or_withdrawn(here):
    closed(here)
    here.clock.now += timedelta(days=8)
    run(here, "review", person=Person("s"))
    assert listed(here)["count"] == 0
    assert "closed until Friday" in here.recall("Brisbane office closed")[0].line

    closed(here, PERTH, "the Perth kitchen is full of dust until Friday")
    here.clock.now += timedelta(days=8)
    run(here, "review", person=Person("w"))
    with here.memory.brain() as brain:
        assert brain.fact(PERTH).live == ()
        assert brain.fact(CLOSED).live != ()


@pytest.mark.parametrize(("letter", "stands"), [("w", False), ("k", True)])
def test_what_rests_on_a_message_taken_back_is_withdrawn_or_kept(here, letter, stands):
    taken_back(here)
    assert kinds(here) == [review.TAKEN]
    run(here, "review", person=Person(letter))
    with here.memory.brain() as brain:
        assert bool(brain.fact(WAITS).live) == stands
    assert listed(here)["count"] == 0


def test_of_a_large_brain_status_counts_disputes_and_what_waits(here, monkeypatch):
    """It is asked often, and reads not every fact each time."""
    monkeypatch.setattr(review, "QUICK", 1)
    dispute(here)
    closed(here)
    here.clock.now += timedelta(days=8)
    assert "review: 1 or more; hermes agent-si review" in status(here)
    assert listed(here)["count"] == 2


def test_when_the_time_to_look_is_up_it_says_so(here, monkeypatch):
    dispute(here)
    gather = review.gather
    monkeypatch.setattr(review, "gather", lambda memory: gather(memory, seconds=0))
    assert listed(here)["cut_short"]


def test_ten_a_sitting(here):
    for number in range(12):
        closed(here, f"room.n{number}.closed", f"the room number {number} is closed until Friday")
    here.clock.now += timedelta(days=8)
    person = Person(*"l" * 20)
    out = run(here, "review", person=person)[1]
    assert out.count("  later") == review_sitting() == 10
    assert out.endswith("review: 2\n")
    plain = run(here, "review")[1]
    assert "and 2 more: hermes agent-si review --all" in plain
    assert plain.count("said then, past its date") == 10
    assert run(here, "review", "--all")[1].count("said then, past its date") == 12


def review_sitting():
    from agent_si.vendor.commands.review import SITTING

    return SITTING


def test_untouched_for_sixty_days_it_leaves_the_count_and_not_the_list(here):
    dispute(here)
    assert listed(here)["count"] == 1
    here.clock.now += timedelta(days=61)
    found = listed(here)
    assert (found["count"], len(found["items"])) == (0, 1)
    assert "untouched for 60 days, not counted" in run(here, "review")[1]
    assert not [line for line in status(here) if line.startswith("review")]


def test_deciding_needs_a_person_and_a_code(here):
    dispute(here)
    before = (here.home / "agent-si" / "brain" / "brain.db").read_bytes()
    code, out = run(here, "review", typed="s\n1\nc\n\n")
    assert (code, "Which stands" in out) == (0, False)
    marked = {"CLAUDECODE": "1"}
    out = run(here, "review", person=Person("s", "1", "c", ""), environ=marked)[1]
    assert "Which stands" not in out
    out = run(here, "review", person=Person("s", "1", "c", "", agrees=False))[1]
    assert "left as it was" in out
    assert (here.home / "agent-si" / "brain" / "brain.db").read_bytes() == before
    assert not (here.home / "agent-si" / review_answers.FILE).exists()


@pytest.mark.parametrize("typed", [("x", "y", "z"), ()])
def test_a_person_who_types_nothing_of_use_changes_nothing(here, typed):
    dispute(here)
    code, out = run(here, "review", person=Person(*typed))
    assert code == 0
    assert out.endswith("review: 1\n")


class TestAnswers:
    """The one small file: ids and days, and no words."""

    def file(self, world):
        return world.home / "agent-si" / review_answers.FILE

    def test_it_holds_no_words_and_is_private(self, here):
        twins(here)
        run(here, "review", person=Person("n"))
        text = self.file(here).read_text()
        assert stat.S_IMODE(self.file(here).stat().st_mode) == 0o600
        for word in ("office", "lease", "March", "2027", "Alex"):
            assert word not in text.replace("2026", "")

    def test_what_is_forgotten_leaves_it(self, here):
        twins(here)
        run(here, "review", person=Person("n"))
        assert len(review_answers.load(here.memory.settings)) == 1
        assert run(here, "forget", TWIN, person=Person())[0] == 0
        assert review_answers.load(here.memory.settings) == {}

    @pytest.mark.parametrize(
        "garbage",
        [b"", b"\xff\xfe\0", b"[1, 2]", b'{"said": 7}', b'{"said": {"a": [1], "b": "c"}}',
         b'{"said": {"twins:b1111": ["kept", "2026-13-45"]}}', b"[" * 100_000],
    )  # fmt: skip
    def test_garbage_in_its_place_is_no_trouble(self, here, garbage):
        dispute(here)
        self.file(here).write_bytes(garbage)
        assert listed(here)["count"] == 1
        assert run(here, "review", person=Person("l"))[0] == 0
        assert listed(here)["count"] == 0

    def test_a_folder_or_a_link_in_its_place_is_no_trouble(self, here, tmp_path):
        dispute(here)
        (tmp_path / "elsewhere").write_text("mine")
        self.file(here).symlink_to(tmp_path / "elsewhere")
        run(here, "review", person=Person("l"))
        assert (tmp_path / "elsewhere").read_text() == "mine"
        assert listed(here)["count"] == 0


def test_the_page_and_the_keys_say_it_too(here, tmp_path):
    closed(here)
    file = tmp_path / "memory.html"
    for days, said in ((0, False), (8, True)):
        here.clock.now += timedelta(days=days)
        assert ("said then, past its date" in run(here, "keys")[1]) == said
        code, out = run(here, "report", file)
        assert code == 0, out
        assert ("said then, past its date" in file.read_text()) == said
        file.unlink()


def test_nothing_of_it_is_put_into_a_turn(here):
    """Never injected, never a nag."""
    dispute(here)
    closed(here)
    here.clock.now += timedelta(days=8)
    assert here.block("what is the weather like in Oslo").text == ""
    assert "review" not in here.block("is the Brisbane office closed").text
