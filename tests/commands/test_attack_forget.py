"""`forget` under attack: shared messages, copies in our folder, ends in the middle, old packets."""

import json
import re
import shutil

import brain_versions
import pytest
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.policy import default_toml
from agent_si.vendor.forgotten import Forgotten
from agent_si.vendor.recall import forget
from agent_si.vendor.sessions.index import Forgot, SessionIndex
from at_terminal import Person, run
from world import KEY, World

PLACE = "health.alex.allergy"
ALLERGY = "I am allergic to peanuts and to zanthoxylum pepper"
SAID = f"{ALLERGY}, remember that please"
BOTH = "the Brisbane office lease moves on 14 March 2027 and the rent is 4200 dollars a month"
OK = "OK: chain, texts, quotes, tables and index agree\n"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def keep_allergy(here, text=SAID):
    talk = here.talk(text)
    kept = here.remember(talk, ALLERGY, key=PLACE, value="peanuts")
    here.refresh()
    return talk, kept


def bytes_of(here):
    folder = here.home / "agent-si"
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def holding(here, word):
    return [name for name, raw in bytes_of(here).items() if word.encode() in raw]


# --- what is shown ---


def test_what_keeps_a_shared_message_is_named_and_not_what_goes(here):
    """Of three that rest on one message one goes: the other two are why the message stays."""
    talk = here.talk(BOTH)
    here.remember(talk, BOTH[:48], key=KEY, value="14 March 2027")
    here.remember(talk, BOTH[53:], key="office.brisbane.rent", value="4200 dollars")
    note = here.remember(talk, BOTH[53:], title="Rent")
    here.refresh()
    stays = run(here, "forget", KEY, "--dry-run")[1].partition("What stays:")[2]
    (line,) = [line for line in stays.splitlines() if "the message stays" in line]
    told = line.partition("the message stays: ")[2]
    assert told.startswith(f"office.brisbane.rent, {note['id']} rest on it too")
    assert KEY not in told


def test_a_source_that_another_row_keeps_is_shown_as_staying(here, tmp_path):
    """What goes is a claim; its document stays, for a note rests on it, and that is told."""
    text = "Deliveries at the warehouse door are on Friday only, says the memo."
    source = {"op": "add_source", "kind": "document", "author": "person", "author_name": "Priya",
              "locator": "document:3", "text": text}  # fmt: skip
    cited = [{"source": "@0", "quote": text}]
    claim = {"op": "claim", "key": "warehouse.day", "value": "Friday", "statement": "On Fridays.",
             "citations": cited}  # fmt: skip
    note = {"op": "add_record", "kind": "note", "title": "Deliveries", "citations": cited}
    file = tmp_path / "packets.json"
    file.write_text(json.dumps({"agent": "person", "ops": [source, claim, note]}))
    assert run(here, "brain", "apply", file, person=Person())[0] == 0
    out = run(here, "forget", "warehouse.day", "--dry-run")[1]
    goes, _, stays = out.partition("What stays:")
    assert "1 thing would go" in goes
    assert re.search(r"document:3.*Deliveries rests on it", stays)


def test_every_thing_that_goes_says_what_it_is(here):
    """An alias, a withdrawal, a link and an undo have words, too, and every line has a day."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk = here.talk("the lease of the Brisbane office ends in the autumn of 2027")
    here.remember(talk, "the lease of the Brisbane office ends", key="office.lease", value="autumn")
    run(here, "alias", "office.lease", KEY, person=Person())
    with here.memory.brain() as brain:
        claim = brain.fact(KEY).claims[0].id
    run(here, "withdraw", claim, "--reason", "the landlord was mistaken", person=Person())
    rows = json.loads(run(here, "forget", KEY, "--json")[1])["goes"]
    assert {"claim", "source", "alias", "withdrawal"} <= {row["kind"] for row in rows}
    for row in rows:
        assert row["text"], row
        assert row["at"], row
    told = {row["kind"]: row["text"] for row in rows}
    assert KEY in told["alias"]
    assert told["withdrawal"] == "the landlord was mistaken"
    shown = run(here, "forget", KEY, "--dry-run")[1].splitlines()[1:]
    assert not [line for line in shown if line.endswith((":", " "))]


def test_a_source_without_a_time_says_so(here, tmp_path):
    source = {"op": "add_source", "kind": "document", "author": "person", "author_name": "Priya",
              "locator": "document:3", "text": "The front door is painted green."}  # fmt: skip
    cited = [{"source": "@0", "quote": "The front door is painted green."}]
    note = {"op": "add_record", "kind": "note", "title": "Door", "citations": cited}
    file = tmp_path / "packets.json"
    file.write_text(json.dumps({"agent": "person", "ops": [source, note]}))
    out = run(here, "brain", "apply", file, person=Person())[1]
    assert "      no date Priya, document, document:3" in out


def test_what_was_forgotten_is_not_counted_any_more(here):
    """A brain from which everything was forgotten says that it holds nothing."""
    keep_allergy(here)
    assert "kept: 1 fact, 0 records, from 1 source" in run(here, "status")[1]
    run(here, "forget", PLACE, person=Person())
    assert "kept: 0 facts, 0 records, from 0 sources" in run(here, "status")[1]


# --- proof ---


@pytest.mark.parametrize("name", ["brain/copy.db", "brain/old/brain.db", "copy.sqlite", "copy.txt"])
def test_a_copy_in_our_own_folder_is_found_by_the_proof(here, name):
    """Nothing is proved gone that a file of our folder still holds."""
    keep_allergy(here)
    path = here.home / "agent-si" / name
    path.parent.mkdir(exist_ok=True)
    assert run(here, "brain", "backup", path)[0] == 0
    code, out = run(here, "forget", PLACE, "--prove", person=Person("n"))
    assert holding(here, "zanthoxylum") == [path.name]
    assert code == 1, out
    assert "0 found" not in out
    assert re.search(rf"FOUND in (old/)?{path.name}", out)


def test_a_file_that_is_no_database_is_no_find_by_its_name(here):
    keep_allergy(here)
    (here.home / "agent-si" / "notes.db").write_text("of something else")
    code, out = run(here, "forget", PLACE, "--prove", person=Person())
    assert code == 0, out
    assert "notes.db cannot be read as a database; its bytes were looked through" in out
    assert out.endswith("0 found\n")


def test_a_reader_of_the_index_leaves_the_second_place_open(here, monkeypatch):
    """What is not done yet is not said to be done."""
    keep_allergy(here)
    monkeypatch.setattr(
        SessionIndex, "forget", lambda *_, **__: Forgot(messages=1, sessions=0, erased=False)
    )
    out = run(here, "forget", PLACE, person=Person())[1]
    assert "not yet gone from the session index" in out
    assert "gone from 1 place of ours: the brain (2 rows)." in out


def test_what_stays_is_not_passed_over_in_the_proof(here):
    """The message stays, since something else rests on it: the proof says that its words do."""
    talk = here.talk(BOTH)
    here.remember(talk, BOTH[:48], key=KEY, value="14 March 2027")
    here.remember(talk, BOTH[53:], key="office.brisbane.rent", value="4200 dollars")
    here.refresh()
    code, out = run(here, "forget", KEY, "--prove", person=Person())
    assert code == 0
    assert "14 March 2027" in str(bytes_of(here))
    assert "also stand in what stays" in out
    assert "0 found elsewhere" in out


def test_a_brain_of_an_older_version_keeps_no_copy_of_what_is_forgotten(here):
    """The command itself brings the file up to date, which leaves a copy of it beside."""
    folder = here.memory.settings.brain
    shutil.rmtree(folder)
    brain_versions.load(folder, 1)
    code, out = run(here, "forget", "ferry.leaves_at", "--prove", person=Person("y"))
    assert code == 0, out
    assert out.index("Copies beside the brain") < out.index("Type ") < out.index("removed: ")
    assert holding(here, "ferry") == []
    assert [path.name for path in folder.glob("brain.db*")] == ["brain.db"]


# --- ends in the middle ---

STEPS = [(Forgotten, "add"), (Brain, "forget"), (SessionIndex, "forget")]


class Killed(BaseException):
    """The power is cut here."""


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", range(3))
def test_an_end_anywhere_is_told_by_check_and_made_good(here, monkeypatch, step, after):
    """From the first step on nothing comes back, and check says that it is not done."""
    talk, _ = keep_allergy(here)
    owner, name = STEPS[step]
    whole = getattr(owner, name)

    def dies(*args, **how):
        if after:
            whole(*args, **how)
        raise Killed

    plan = forget.plan(here.memory, [PLACE])
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, dies)
        with pytest.raises(Killed):
            forget.carry_out(here.memory, plan)

    begun = (step, after) != (0, False)
    assert here.remember(talk, ALLERGY, key=PLACE, value="peanuts")["kept"] is not begun
    left = holding(here, "zanthoxylum")
    assert (run(here, "check")[1] == OK) is (not begun or not left)
    if begun:
        run(here, "forget", "--again", person=Person())
        assert holding(here, "zanthoxylum") == []
        assert run(here, "check") == (0, OK)


# --- what would bring it back ---


def test_nothing_brings_it_back_and_the_person_may_say_it_again(here, tmp_path):
    """Not its packets, not an older copy, not an index made again, nor a fork."""
    talk, _ = keep_allergy(here)
    copy = tmp_path / "copy.db"
    run(here, "brain", "backup", copy)
    with here.memory.brain() as brain:
        claim = brain.fact(PLACE).claims[0]
    source = {"op": "add_source", "kind": "message", "author": "principal", "text": SAID,
              "locator": claim.citations[0].source.locator}  # fmt: skip
    file = tmp_path / "old.json"
    file.write_text(json.dumps({"agent": "hermesuser", "ops": [source]}))
    assert run(here, "forget", PLACE, person=Person())[0] == 0

    assert "refused (forgotten)" in run(here, "brain", "apply", file, person=Person())[1]
    assert run(here, "brain", "restore", copy, person=Person())[0] == 0
    for aside in (here.home / "agent-si" / "brain").glob("brain.db.*"):
        aside.unlink()
    (here.home / "agent-si" / "sessions.db").unlink()
    here.refresh()
    run(here, "brain", "rebuild")
    assert run(here, "check") == (0, OK)
    assert holding(here, "zanthoxylum") == []
    assert here.remember(talk, ALLERGY, key=PLACE, value="peanuts")["refused"] == "forgotten"

    again = here.talk(SAID)
    assert here.remember(again, ALLERGY, key=PLACE, value="peanuts")["kept"]
    assert "peanuts" in run(here, "show", PLACE)[1]
    assert run(here, "check") == (0, OK)


def test_a_key_that_was_forgotten_with_its_alias_is_used_again(here):
    here.keep_date("14 March 2027", 0)
    talk = here.talk("the lease of the Brisbane office ends in the autumn of 2027")
    here.remember(talk, "the lease of the Brisbane office ends", key="office.lease", value="autumn")
    run(here, "alias", "office.lease", KEY, person=Person())
    assert run(here, "forget", "office.lease", person=Person())[0] == 0
    assert run(here, "keys")[1] == "no fact is held yet\n"
    new = here.talk("my office lease is now over and was signed in the winter")
    assert here.remember(new, "my office lease is now over", key="office.lease", value="over")[
        "kept"
    ]
    here.keep_date("21 March 2027", 2)
    lines = run(here, "keys")[1].splitlines()
    assert [line.split("  ")[:2] for line in lines] == [
        [KEY, "21 March 2027"],
        ["office.lease", "over"],
    ]
    assert run(here, "check") == (0, OK)


def test_a_brain_by_itself_forgets_six_hundred_rows(tmp_path, here):
    """A fact with more claims than one operation may name."""
    folder = tmp_path / "by itself #1 %41?é"
    folder.mkdir()
    (folder / "brain.toml").write_text(default_toml("Alex"))
    assert run(here, "brain", "apply-config", brain=folder, person=Person())[0] == 0
    sources = [
        {"op": "add_source", "kind": "document", "author": "person", "author_name": "Priya",
         "locator": f"document:{n}", "text": f"On page {n} of it the number {n} stands."}
        for n in range(300)
    ]  # fmt: skip
    claims = [
        {"op": "claim", "key": "list.number", "value": str(n), "statement": f"It is {n}.",
         "citations": [{"source": f"@{n}", "quote": f"On page {n} of it the number {n} stands."}]}
        for n in range(300)
    ]  # fmt: skip
    file = tmp_path / "packets.json"
    file.write_text(json.dumps({"agent": "person", "ops": [*sources, *claims]}))
    assert run(here, "brain", "apply", file, brain=folder, person=Person())[0] == 0
    code, out = run(here, "forget", "list.number", "--prove", brain=folder, person=Person())
    assert code == 0, out[-500:]
    assert "gone from 1 place of ours: the brain (600 rows)" in out
    assert run(here, "keys", brain=folder)[1] == "no fact is held yet\n"
    assert run(here, "check", brain=folder)[0] == 0
