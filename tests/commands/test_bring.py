"""`brain bring`: what people have already comes in as notes, and nobody is given words (R46)."""

import json
import sqlite3

import pytest
from agent_si.vendor.commands import bring
from at_terminal import Person, run
from world import KEY, World

NOTES = """# Things

Some words about this list.

- The greenhouse heater runs on the night tariff from November.
- Alex prefers the aisle seat on long trains
* [ ] The harbour crane needs a new gearbox
  before the storms of autumn.
1. The Brisbane office lease moves on 21 March 2027
"""


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.talk("The greenhouse heater runs on the night tariff from November, please note.")
    world.keep_date("14 March 2027", 0)
    world.refresh()
    return world


@pytest.fixture
def notes(tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(NOTES, encoding="utf-8")
    return file


def asked(world, *argv):
    code, out = run(world, "brain", "bring", *argv, "--json")
    return code, json.loads(out)


def records(world):
    with world.memory.brain() as brain:
        return brain.records()


def test_a_list_comes_in_with_what_the_person_said_what_a_fact_denies_and_what_nobody_knows(
    here, notes
):
    """R46; PEERS 3 M72: an importer for a Markdown list that tells N sourced, M contradicted, K."""
    code, out = run(here, "brain", "bring", notes, person=Person())
    assert code == 0, out
    assert "4 lines: 1 sourced, 1 contradicted, 2 unknown" in out
    assert "notes.md, line 5: The greenhouse heater runs on the night tariff" in out
    assert "you, " in out
    assert f"otherwise: {KEY}" in out
    assert "1 line of text: no items of a list" in out
    assert "Brought in: 4 notes" in out
    kept = {record.citations[-1].source.title: record for record in records(here)}
    assert set(kept) == {f"notes.md, line {n}" for n in (5, 6, 7, 9)}
    sourced = kept["notes.md, line 5"]
    assert sourced.citations[0].source.author == "principal"
    assert sourced.citations[0].quote.startswith("The greenhouse heater runs on the night tariff")
    assert kept["notes.md, line 7"].body == (
        "The harbour crane needs a new gearbox before the storms of autumn."
    )
    with here.memory.brain() as brain:
        fact = brain.fact(KEY)
        assert [claim.value for claim in fact.claims] == ["14 March 2027"]
        assert not fact.disputed
        assert not [p for p in brain.check() if not p.warning]


def test_a_line_about_what_the_person_likes_stands_as_a_quote_of_the_file_only(here, notes):
    """R46: nothing puts words into the person's mouth."""
    run(here, "brain", "bring", notes, person=Person())
    note = next(r for r in records(here) if r.citations[0].source.title == "notes.md, line 6")
    assert "prefers" not in note.title + note.body
    assert note.citations[0].quote == "Alex prefers the aisle seat on long trains"
    assert note.citations[0].source.author == "unknown"
    hit = here.recall("who sits in the aisle seat on long trains")[0]
    assert "unsourced" in hit.marks
    assert " you," not in hit.line
    assert "“Alex prefers the aisle seat on long trains”" in hit.line


def test_again_brings_nothing_and_what_was_added_since_comes_in(here, notes):
    run(here, "brain", "bring", notes, person=Person())
    before = len(records(here))
    code, out = run(here, "brain", "bring", notes, person=Person())
    assert code == 0
    assert "Nothing new comes in." in out
    assert "4 lines: already here" in out
    notes.write_text("- A new first line about the orchard gate\n" + NOTES, encoding="utf-8")
    code, told = asked(here, notes)
    assert (told["known"], told["unknown"]) == (4, 1)
    run(here, "brain", "bring", notes, person=Person())
    assert len(records(here)) == before + 1


def test_a_dry_run_an_agent_and_a_no_write_nothing(here, notes):
    before = len(records(here))
    assert "Nothing was written." in run(here, "brain", "bring", notes, "--dry-run")[1]
    code, out = run(here, "brain", "bring", notes)
    assert code == 2
    assert "needs a terminal" in out
    code, out = run(
        here, "brain", "bring", notes, person=Person(), environ={"HERMES_SESSION_ID": "s"}
    )
    assert code == 2
    code, out = run(here, "brain", "bring", notes, person=Person(agrees=False))
    assert code == 1
    assert len(records(here)) == before


def test_secrets_stay_out_are_counted_and_shown_nowhere(here, tmp_path):
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT" + "5vW7yZ9bC1dE3fG5"
    file = tmp_path / "keys.md"
    file.write_text(f"- The deploy token is {secret}\n- The deploy runs at noon on Mondays\n")
    _code, told = asked(here, file)
    assert (told["secret"], told["unknown"]) == (1, 1)
    out = run(here, "brain", "bring", file, person=Person())[1]
    assert secret not in out + json.dumps(told)
    assert "1 line: looks like a credential: left out" in out
    assert secret.encode() not in (here.memory.settings.brain / "brain.db").read_bytes()


def test_what_was_forgotten_stays_out(here, notes):
    run(here, "brain", "bring", notes, person=Person())
    note = next(r for r in records(here) if r.citations[0].source.title == "notes.md, line 7")
    assert run(here, "forget", note.id, person=Person())[0] == 0
    _code, told = asked(here, notes)
    assert (told["forgotten"], told["known"], told["unknown"]) == (1, 3, 0)
    run(here, "brain", "bring", notes, person=Person())
    assert not [r for r in records(here) if "gearbox" in r.body]


def test_hermes_own_memory_comes_in_and_outlives_what_the_host_drops(here):
    """PEERS 3 M74: MEMORY.md is full at 2,200 characters; what was brought in stays findable."""
    folder = here.home / "memories"
    folder.mkdir()
    entries = [
        "The greenhouse heater runs on the night tariff",
        "The orchard gate\nsticks in frost",
    ]
    (folder / "MEMORY.md").write_text("\n§\n".join(entries), encoding="utf-8")
    (folder / "USER.md").write_text("Alex wants short answers in the morning", encoding="utf-8")
    here.refresh()
    code, out = run(here, "brain", "bring", "memories", person=Person())
    assert code == 0, out
    assert "3 lines: 1 sourced, 0 contradicted, 2 unknown" in out
    assert "MEMORY.md, line 3: The orchard gate" in out
    found = here.recall("does the orchard gate stick in frost")
    assert [hit.side for hit in found] == ["both"]
    (folder / "MEMORY.md").write_text("Something else altogether", encoding="utf-8")
    here.refresh()
    found = here.recall("does the orchard gate stick in frost")
    assert [hit.side for hit in found] == ["brain"]
    assert "sticks in frost" in found[0].line
    assert asked(here, "memories")[1]["known"] == 1


def told_to_keep(world, talk, result, **arguments):
    """A call of the host's own memory tool, as its record has it."""
    function = {"name": "memory", "arguments": json.dumps(arguments)}
    calls = json.dumps([{"id": arguments["content"], "type": "function", "function": function}])
    world.state.say(talk.session_id, "assistant", "", tool_calls=calls)
    world.state.say(
        talk.session_id,
        "tool",
        json.dumps(result),
        tool_call_id=arguments["content"],
        tool_name="memory",
    )


def test_what_hermes_turned_away_because_its_memory_was_full_comes_in(here):
    """PEERS 3 M74: the entry never stood in MEMORY.md; the host's record has it."""
    folder = here.home / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("The shed is green and stands by the gate", encoding="utf-8")
    talk = here.talk("please keep that the walnut tree was planted in 1954 by the gate")
    full = {"success": False, "error": "Memory at 2,190/2,200 chars. Adding this would exceed it."}
    add = {"action": "add", "target": "memory"}
    told_to_keep(here, talk, full, **add, content="The walnut tree was planted in 1954")
    told_to_keep(here, talk, {"success": True}, **add, content="This one went in as it should")
    other = {"success": False, "error": "No entry matched."}
    told_to_keep(here, talk, other, **add, content="This one failed for another reason")
    private = here.talk("#off-record the cake")
    told_to_keep(here, private, full, **add, content="The cake is hidden in the cellar")
    here.refresh()
    code, out = run(here, "brain", "bring", "memories", person=Person())
    assert code == 0, out
    assert "2 lines: 1 sourced, 0 contradicted, 1 unknown" in out
    assert here.recall("when was the walnut tree planted")[0].side in ("brain", "both")
    assert not [r for r in records(here) if "cake" in r.body or "This one" in r.body]
    assert asked(here, "memories")[1]["known"] == 2


def holographic(path, *contents):
    """A store with fewer columns than the provider's own, as another release may have it."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE facts (fact_id INTEGER PRIMARY KEY, content TEXT, category TEXT)")
    db.executemany("INSERT INTO facts (content) VALUES (?)", [(each,) for each in contents])
    db.commit()
    db.close()


def test_the_store_of_the_holographic_provider_is_read_and_left_as_it_is(here):
    """PEERS 3 M72: there was no path between providers."""
    store = here.home / "memory_store.db"
    holographic(store, "The greenhouse heater runs on the night tariff", "MEM-4711 is the pump")
    before = store.read_bytes()
    code, out = run(here, "brain", "bring", "holographic", person=Person())
    assert code == 0, out
    assert "2 lines: 1 sourced, 0 contradicted, 1 unknown" in out
    assert "memory_store.db, fact 2: MEM-4711 is the pump" in out
    assert here.recall("MEM-4711")[0].side == "brain"
    assert store.read_bytes() == before
    assert sorted(p.name for p in here.home.glob("memory_store.db*")) == ["memory_store.db"]
    assert asked(here, store)[1]["known"] == 2


@pytest.mark.parametrize("kind", ["other table", "no database", "absent", "folder"])
def test_a_store_that_is_another_is_said_in_one_sentence(here, kind, tmp_path):
    store = tmp_path / "memory.db"
    if kind == "other table":
        db = sqlite3.connect(store)
        db.execute("CREATE TABLE things (a)")
        db.close()
    elif kind == "no database":
        store.write_text("words, words, words " * 200)
    elif kind == "folder":
        store.mkdir()
    code, out = run(here, "brain", "bring", store)
    assert code == 2
    assert len(out.splitlines()) == 1
    assert str(store) in out


def test_files_that_are_no_list_are_answered_with_what_would_be_one(here, tmp_path):
    file = tmp_path / "plain.md"
    file.write_text("Only words.\n\n```\n- in code\n```\n")
    code, out = run(here, "brain", "bring", file)
    assert code == 2
    assert "lines that begin with -" in out
    file.write_bytes(b"- caf\xe9\n")
    assert "save it as UTF-8" in run(here, "brain", "bring", file)[1]
    assert "no file" in run(here, "brain", "bring", tmp_path / "gone.md")[1]
    assert "MEMORY.md" in run(here, "brain", "bring", "memories")[1]


def test_with_sessions_off_nothing_is_looked_up_and_that_is_said(tmp_path, notes):
    world = World(tmp_path, principal="Alex", index_sessions=False)
    code, out = run(world, "brain", "bring", notes, person=Person())
    assert code == 0
    assert "so no line was looked up" in out
    assert "0 sourced" in out


def test_a_long_file_tells_how_far_it_is(here, tmp_path, monkeypatch):
    monkeypatch.setattr(bring, "TOLD_EVERY", 0.0)
    file = tmp_path / "long.md"
    file.write_text("".join(f"- The shed number {n} holds {n} rakes\n" for n in range(120)))
    out = run(here, "brain", "bring", file, person=Person())[1]
    assert "looked up: 60 of 120 lines" in out
    assert "brought in: 100 of 120 lines" in out
    assert len(records(here)) == 120


OTHERWISE = [
    ("The Brisbane office lease moves on 21 March 2027", True),
    ("The Brisbane office lease does not move on 14 March 2027", True),
    ("The Brisbane office lease moves on 14 March 2027", False),
    ("The Brisbane office lease moves on 2027-03-14", False),
    ("The Perth office has 21 desks", False),
    ("The Brisbane office lease is signed by the landlord", False),
]


@pytest.mark.parametrize(("line", "contradicted"), OTHERWISE)
def test_only_another_value_of_the_same_thing_is_a_contradiction(
    here, tmp_path, line, contradicted
):
    talk = here.talk("the Brisbane office lease moves on 14 March 2027 says Dana")
    here.remember(
        talk,
        quote="the Brisbane office lease moves on 14 March 2027",
        fact="The Brisbane office lease moves on 14 March 2027.",
        key="office.brisbane.lease_move",
        value="14 March 2027",
    )
    file = tmp_path / "one.md"
    file.write_text(f"- {line}\n")
    assert asked(here, file)[1]["contradicted"] == contradicted
