"""What a newcomer and a careless typist are told: one sentence, what to do, the right exit code."""

import pytest
from agent_si.vendor.brain.policy import default_toml
from at_terminal import Person, run
from world import KEY, World

COMMANDS = f"""
keys; show {KEY}; settle {KEY}; forget {KEY}; undo p3k7q; withdraw b7k2q; check; status;
search door; alias office.door office.gate; brain pending; brain approve 3f2a9; brain check;
brain reject 3f2a9; brain rebuild; brain backup copy.db; brain apply packets.json;
brain apply-config
"""
NEEDING_A_BRAIN = [tuple(each.split()) for each in COMMANDS.split(";")]


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=False)


@pytest.mark.parametrize("argv", NEEDING_A_BRAIN)
@pytest.mark.parametrize("alone", [False, True], ids=["home", "folder"])
def test_where_there_is_no_brain_every_command_says_how_one_is_made(
    here, tmp_path, monkeypatch, argv, alone
):
    """No command names a file that is missing and leaves it at that."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "packets.json").write_text('{"agent": "hermes", "ops": []}')
    empty = tmp_path / "empty"
    (empty / "agent-si").mkdir(parents=True)
    here.home = empty
    person = Person("1", "2")
    code, out = run(here, *argv, person=person, brain=empty if alone else None)
    assert ("apply-config" if alone else "hermes memory setup") in out, out
    assert "there is no brain" in out
    assert "Error" not in out
    assert code == (0 if argv[0] == "search" else 1)


@pytest.mark.parametrize(
    "argv",
    [
        ("forget",),
        ("forget", "b7k2q"),
        ("forget", "--again", "--dry-run"),
        ("show", "b7k2q"),
        ("withdraw", "b7k2q"),
        ("undo", "p3k7q"),
        ("settle", KEY),
        ("brain", "approve", "3f2a9"),
        ("brain", "reject", "3f2a9"),
        ("brain", "restore", "nothing.db"),
        ("brain", "apply", "nothing.json"),
    ],
)
def test_what_names_nothing_could_not_be_asked_that_way(here, argv):
    """Exit code 2: the command line is wrong, nothing else is."""
    code, out = run(here, *argv, person=Person())
    assert code == 2, out
    assert out.count("\n") == 1


@pytest.mark.parametrize("typed", [f"[{KEY}]", KEY.upper(), f" {KEY} "])
def test_a_key_is_known_however_it_was_copied(here, typed):
    """Brackets and capitals, as a line shows a code, for every command that takes a key."""
    here.keep_date("14 March 2027", 0)
    for argv in (("show",), ("settle",), ("forget", "--json"), ("withdraw", "--json")):
        code, out = run(here, argv[0], typed, *argv[1:], person=Person(agrees=False))
        assert code == 0, (argv, out)
    here.keep_date("21 March 2027", 1)
    assert "disputed" in run(here, "settle", typed, "--json")[1]
    assert run(here, "alias", typed, KEY)[1].startswith("refused (reference)")


def test_status_says_when_nothing_can_be_kept_for_want_of_what_was_forgotten(here):
    """A damaged forgotten.db stops keeping; status is not OK then."""
    here.keep_date("14 March 2027", 0)
    run(here, "forget", KEY, person=Person())
    here.memory.settings.forgotten.write_bytes(b"damaged" * 1000)
    talk = here.talk("the walnut tree in the yard is very old")
    assert here.remember(talk, "the walnut tree in the yard")["refused"] == "unreadable"
    code, out = run(here, "status")
    assert (code, out.splitlines()[0][:38]) == (1, "NOT OK: facts cannot be kept: it canno")
    assert "writes: no" in out


def test_a_key_with_several_values_is_no_ambiguous_code(here):
    """What is to be withdrawn is a claim: they are listed, and nobody is asked to type more."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    code, out = run(here, "withdraw", KEY, person=Person())
    assert code == 2
    assert f"{KEY} has 2 claims that stand; withdraw one of them:" in out
    assert "14 March 2027" in out
    assert "21 March 2027" in out
    assert "more characters" not in out


def test_what_can_be_undone_is_listed_and_a_settlement_is_found_there(here):
    """Nobody has to have kept the line that a command printed."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    code, out = run(here, "undo", KEY, person=Person())
    assert (code, "nothing can be" in out) == (2, True)
    told = run(here, "settle", KEY, person=Person("2", "c", "the landlord said so"))[1]
    assert "to take it back: hermes agent-si undo p" in told
    assert "disputed: no" in run(here, "show", KEY)[1]
    code, out = run(here, "undo", "office", person=Person())
    assert code == 2
    listed = out.splitlines()[1:]
    assert len(listed) == 1
    packet, what = listed[0].split(maxsplit=1)
    assert what == f"settle {KEY}"
    assert run(here, "undo", packet, person=Person())[0] == 0
    assert "disputed: yes" in run(here, "show", KEY)[1]


def test_a_settled_fact_is_undone_by_its_key(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    run(here, "settle", KEY, person=Person("2", "c", "the landlord said so"))
    assert run(here, "undo", KEY, person=Person())[0] == 0
    assert "disputed: yes" in run(here, "show", KEY)[1]


def test_a_folder_in_place_of_a_file_is_told_in_words(here, tmp_path):
    code, out = run(here, "brain", "apply", tmp_path)
    assert code == 2
    assert out == f"brain apply: {tmp_path} is a folder; name the file with the packets\n"


def test_a_brain_by_itself_is_checked_without_an_index(tmp_path, here):
    folder = tmp_path / "by itself"
    folder.mkdir()
    (folder / "brain.toml").write_text(default_toml("Alex"))
    assert run(here, "brain", "apply-config", brain=folder, person=Person())[0] == 0
    assert run(here, "check", brain=folder) == (0, "OK: chain, texts, quotes and tables agree\n")


def test_ones_own_words_are_not_looked_for_by_name(here):
    """`--by` is for other people; the principal's own words are named otherwise."""
    here.keep_date("14 March 2027", 0)
    for name in ("Alex", "alex"):
        code, out = run(here, "forget", "--by", name, person=Person())
        assert code == 2
        assert "Alex is you" in out
        assert "--match" in out
