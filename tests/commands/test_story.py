"""`show` for a person: the story of a fact, a fact as of a day, a message looked up again."""

import json
from datetime import timedelta

import pytest
from at_terminal import Person, run
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def shown(world, *argv, **how):
    code, out = run(world, "show", *argv, "--json", **how)
    assert code == 0, out
    return json.loads(out)


def test_the_story_of_a_fact(here):
    """Claimed, supported, disputed, settled, undone: by whom, in which words."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("14 March 2027", 1)
    here.keep_date("21 March 2027", 1)
    here.clock.now += timedelta(days=1)
    person = Person("1", "c", "the landlord wrote to us")
    _, out = run(here, "settle", KEY, person=person)
    packet = out.strip().rpartition(" ")[2]
    here.keep_date("28 March 2027", 1)
    assert run(here, "undo", packet, person=Person())[0] == 0
    told = [(event["what"], event["by"]) for event in shown(here, KEY)["story"]]
    assert told == [
        ("claimed 14 March 2027: the first value", "hermes"),
        ("claimed 14 March 2027: support", "hermes"),
        ("claimed 21 March 2027: disputes it", "hermes"),
        ("settled 21 March 2027: it stands; 14 March 2027 changed since", "person (tty)"),
        ("claimed 28 March 2027: opens it again", "hermes"),
        ("undone 21 March 2027: the settlement counts no more", "person (tty)"),
    ]
    words = [event.get("words") for event in shown(here, KEY)["story"]]
    assert words[0] == "the Brisbane office lease moves on 14 March 2027"
    assert words[3] == "the landlord wrote to us"


def test_withdrawn_and_folded_are_in_the_story(here):
    here.keep_date("14 March 2027", 0)
    run(here, "brain", "add", "office.lease_date", "14 March 2027", person=Person())
    assert run(here, "alias", "office.lease_date", KEY, person=Person())[0] == 0
    code = next(c["id"] for c in shown(here, KEY)["claims"])
    assert run(here, "withdraw", code, person=Person())[0] == 0
    told = [event["what"] for event in shown(here, KEY)["story"]]
    assert f"folded office.lease_date: is one fact with {KEY}" in told
    assert "withdrawn 14 March 2027: stands no more" in told


def test_a_fact_as_it_was_held_on_a_day(here):
    """From the log alone: before the other value came nothing was disputed."""
    first = here.clock.now.date()
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 5)
    assert shown(here, KEY)["disputed"]
    before = shown(here, KEY, "--at", first.isoformat())
    assert (before["disputed"], before["value"]) == (False, "14 March 2027")
    assert before["held_at"]
    assert len(before["claims"]) == 1
    code, out = run(here, "show", KEY, "--at", (first - timedelta(days=1)).isoformat())
    assert (code, "nothing is known under" in out) == (2, True)
    assert shown(here, KEY, "--at", "yesterday")["claims"]


def test_what_was_forgotten_is_not_held_on_any_day(here):
    day = here.clock.now.date().isoformat()
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 0)
    claim = shown(here, KEY)["claims"][0]["id"]
    assert run(here, "forget", claim, person=Person())[0] == 0
    assert [c["value"] for c in shown(here, KEY, "--at", day)["claims"]] == ["21 March 2027"]


def found(world, words, agent):
    _, out = run(world, "search", words, "--agent", agent, "--json")
    return json.loads(out)["hits"][0]["id"]


@pytest.fixture
def claude(here):
    """A session of Claude Code that is indexed."""
    file = here.claude(
        "the plotter on the third floor wants cyan ink", "Noted.", "and paper in A1 as well"
    )
    here.refresh()
    code = found(here, "plotter cyan ink", "claude")
    environ = {"CLAUDE_CONFIG_DIR": str(here.user / ".claude")}
    return file, lambda: shown(here, code, environ=environ)


def test_a_message_is_looked_up_in_its_own_transcript(claude):
    """Unchanged, with path, line and its neighbours there."""
    file, look = claude
    view = look()
    assert view["original"] == "unchanged"
    assert view["transcript"] == f"{file.path}, line 1"
    assert [each["text"] for each in view["around"]] == ["Noted.", "and paper in A1 as well"]


def test_a_transcript_that_says_other_words_now(claude):
    file, look = claude
    file.path.write_bytes(file.path.read_bytes().replace(b"cyan", b"blue"))
    assert look()["original"] == "changed"


def test_a_transcript_that_is_gone(claude):
    file, look = claude
    file.path.unlink()
    view = look()
    assert view["original"] == "gone"
    assert "transcript" not in view


def test_a_line_that_moved_is_found_by_its_words(claude):
    """Written anew under another name, as a tool that rewrites a transcript does."""
    file, look = claude
    records = [json.loads(line) for line in file.path.read_text("utf-8").splitlines()]
    for record in records:
        if record.get("uuid") and record["uuid"] == records[0].get("uuid"):
            record["uuid"] = "00000000-0000-4000-8000-000000000001"
        if record.get("parentUuid") == records[0]["uuid"]:
            record["parentUuid"] = "00000000-0000-4000-8000-000000000001"
    first = records[0]["uuid"]
    for record in records[1:]:
        if record.get("parentUuid") not in {r["uuid"] for r in records if r.get("uuid")}:
            record["parentUuid"] = first
    text = "".join(json.dumps(record) + "\n" for record in records)
    file.path.write_text(text, encoding="utf-8")
    assert look()["original"] == "moved"


def test_a_message_of_hermes_that_was_taken_back(here):
    talk = here.talk("the plotter on the third floor wants cyan ink")
    here.refresh()
    code = found(here, "plotter cyan ink", "hermes")
    assert shown(here, code)["original"] == "unchanged"
    assert shown(here, code)["transcript"].endswith("of messages")
    here.state.db.execute("UPDATE messages SET active = 0 WHERE session_id = ?", (talk.session_id,))
    here.state.db.commit()
    assert shown(here, code)["original"] == "gone"
