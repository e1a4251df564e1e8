"""Setup at a terminal: what it shows, what it takes, and what an interrupted one leaves behind."""

import json
import os

import pytest
from agent_si.vendor.commands import setup, surroundings
from agent_si.vendor.recall import settings
from at_terminal import Person, Screen
from world import World


@pytest.fixture
def fresh(tmp_path):
    """A home in which nothing of ours is yet."""
    home = tmp_path / "hermes"
    home.mkdir()
    return home


@pytest.fixture
def clock(tmp_path):
    (tmp_path / "clock").mkdir()
    return World(tmp_path / "clock").clock


def asked(home, clock, *answers, piped=False):
    """Whether setup went through, what it printed, and what config.json holds then."""
    out = Screen(tty=not piped)
    person = Person(*answers).at(out)
    typed = Screen("".join(f"{line}\n" for line in answers)) if piped else person
    went = setup.at_terminal(surroundings.Surroundings(home, clock, {}, typed, out))
    path = settings.config_path(home)
    return went, out.getvalue(), json.loads(path.read_text("utf-8")) if path.exists() else None


def owner(home, clock):
    found = settings.load(home)
    with setup.Memory(found, clock=clock).brain() as brain:
        return brain.policy().principal


def test_a_first_setup_says_what_is_in_force_read_back_from_where_it_counts(fresh, clock):
    """R10 R12 R56 PEERS 70: name from the log, brain and agents from the file."""
    went, out, held = asked(fresh, clock, "Alex", "", "hermes, codex")

    assert went
    assert held == {"principal": "Alex", "index_sessions": ["hermes", "codex"]}
    told = out[out.index("Saved to") :]
    assert "you: Alex" in told
    assert f"brain: {fresh / 'agent-si' / 'brain'}" in told
    assert "past sessions: hermes, codex" in told
    assert owner(fresh, clock) == "Alex"


def test_the_next_setup_shows_what_is_in_force_and_enter_keeps_it(fresh, clock):
    """R10 PEERS 70."""
    asked(fresh, clock, "Alex", "", "hermes, codex")
    before = settings.config_path(fresh).read_text("utf-8")

    went, out, _ = asked(fresh, clock, "", "", "")

    assert went
    assert "[Alex]" in out
    assert f"[{fresh / 'agent-si' / 'brain'}]" in out
    assert "[hermes, codex]" in out
    assert settings.config_path(fresh).read_text("utf-8") == before


@pytest.mark.parametrize("answers", [(), ("Sam",), ("Sam", "/nowhere"), ("Sam", "", "nothing")])
def test_broken_off_at_any_question_nothing_is_changed(fresh, clock, answers):
    """R10: end of input at a terminal, which Ctrl-C is, too."""
    asked(fresh, clock, "Alex", "", "hermes")
    before = settings.config_path(fresh).read_text("utf-8")

    went, out, _ = asked(fresh, clock, *answers)

    assert not went
    assert "nothing was saved" in out
    assert settings.config_path(fresh).read_text("utf-8") == before
    assert owner(fresh, clock) == "Alex"


def test_ctrl_c_while_the_histories_are_counted_changes_nothing(fresh, clock, monkeypatch):
    """R10"""

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(setup.costs, "of", stop)
    went, out, held = asked(fresh, clock, "Alex", "", "")
    assert (went, held) == (False, None)
    assert "nothing was saved" in out
    assert not (fresh / "agent-si" / "brain").exists()


def test_without_a_terminal_the_end_of_input_is_no_breaking_off(fresh, clock):
    """R10: what a script has answered counts, and the rest stays as it is."""
    went, _, held = asked(fresh, clock, "Alex", piped=True)

    assert went
    assert held == {"principal": "Alex"}


@pytest.fixture
def places(tmp_path):
    """Folders and files that somebody may name."""
    (tmp_path / "notes.txt").write_text("words", "utf-8")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "brain.db").write_bytes(b"another program's file")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "brain.db").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("brain", "absolute path"),
        ("~nobody_of_that_name/brain", "no such user's home"),
        ("{root}/notes.txt", "is a file, not a directory"),
        ("{root}/notes.txt/brain", "is a file, not a directory"),
        ("{root}/nowhere", "link to nowhere"),
        ("{root}/nowhere/brain", "link to nowhere"),
        ("{root}/foreign", "cannot be used as a brain"),
        ("{root}/empty", "cannot be used as a brain"),
        ("/proc/brain", "cannot be written to"),
        ("{root}/hermes/plugins/agent-si/brain", "an update of the plugin replaces"),
        ("{root}/hermes/agent-si/demo/brain", "the demo's"),
    ],
)
def test_a_folder_that_cannot_hold_the_brain_is_refused_on_the_spot(
    fresh, clock, places, named, reason
):
    """R56 PEERS 70: told with the reason, asked again, and nothing made there or lost."""
    named = named.format(root=places)
    good = places / "memory"

    went, out, held = asked(fresh, clock, "Alex", named, str(good), "no")

    assert went
    assert reason in out
    assert held == {"principal": "Alex", "brain_dir": str(good), "index_sessions": False}
    assert (good / "brain.db").exists()
    assert not (places / "gone").exists()
    assert (places / "foreign" / "brain.db").read_bytes() == b"another program's file"
    with pytest.raises(ValueError, match=reason):
        setup.save(fresh, {"brain_dir": named}, clock=clock)
    assert json.loads(settings.config_path(fresh).read_text("utf-8")) == held


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_the_brain_of_another_account_is_not_taken(fresh, clock, places):
    """R56"""
    os.chown(places / "empty" / "brain.db", 12345, 12345)
    _, out, held = asked(fresh, clock, "Alex", str(places / "empty"), "", "no")
    assert "belongs to another account" in out
    assert "brain_dir" not in held


def test_three_folders_that_cannot_be_used_leave_the_one_that_was(fresh, clock):
    _, out, held = asked(fresh, clock, "Alex", "one", "two", "three", "no")
    assert f"it stays {fresh / 'agent-si' / 'brain'}" in out
    assert held == {"principal": "Alex", "index_sessions": False}


def test_a_synchronised_folder_a_link_and_other_files_are_told_and_are_a_choice(
    fresh, clock, tmp_path
):
    """R56: a warning with the reason; yes takes it, no asks again."""
    synced = tmp_path / "Dropbox" / "memory"
    synced.mkdir(parents=True)
    (synced / "letter.txt").touch()
    (tmp_path / "short").symlink_to(synced)
    marked = tmp_path / "shared" / "memory"
    marked.mkdir(parents=True)
    (tmp_path / "shared" / ".stfolder").mkdir()

    answers = ("Alex", str(marked), "no", str(tmp_path / "short"), "yes", "no")
    _, out, held = asked(fresh, clock, *answers)

    assert f"{marked.parent} looks like a folder that is synchronised" in out
    assert f"{synced.parent} looks like a folder that is synchronised" in out
    assert f"leads to {synced} (a symbolic link)" in out
    assert "other files are in" in out
    assert held["brain_dir"] == str(tmp_path / "short")
    assert not (marked / "brain.db").exists()
    assert (synced / "brain.db").exists()


def test_somebody_elses_brain_is_named_and_keeps_its_owner_without_the_typed_code(
    fresh, clock, tmp_path
):
    """R60: whoever's it is stands on the screen before it is taken."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other", principal="Priya")
    other.keep_date("14 March 2027", 0)
    folder = other.memory.settings.brain
    out = Screen(tty=True)
    person = Person("Alex", str(folder), "yes", "no", agrees=False).at(out)

    setup.at_terminal(surroundings.Surroundings(fresh, clock, {}, person, out))

    assert "a brain of Priya is there already, with 1 fact" in out.getvalue()
    assert "the brain's owner stays Priya" in out.getvalue()
    assert settings.load(fresh).principal == "Priya"
    assert owner(fresh, clock) == "Priya"


def test_a_script_cannot_put_another_brain_in_place_of_one_that_is_there(fresh, clock, tmp_path):
    """R60: another record is a person's choice; the first place may be chosen by a script."""
    first, second = tmp_path / "first", tmp_path / "second"
    assert asked(fresh, clock, "Alex", str(first), "no", piped=True)[2]["brain_dir"] == str(first)

    _, out, held = asked(fresh, clock, "", str(second), "", "no", piped=True)

    assert held["brain_dir"] == str(first)
    assert not second.exists()
    assert "another brain is a person's choice" in out


def test_default_leads_back_to_the_folder_of_this_home(fresh, clock, tmp_path):
    """R56 PEERS 72: the place is not written out, so a copy of the home finds its own brain."""
    asked(fresh, clock, "Alex", str(tmp_path / "first"), "no")
    _, _, held = asked(fresh, clock, "", "default", "yes", "")
    assert "brain_dir" not in held
    setup.save(fresh, {"brain_dir": str(fresh / "agent-si" / "brain")}, clock=clock)
    assert "brain_dir" not in json.loads(settings.config_path(fresh).read_text("utf-8"))


def test_a_panel_that_submits_every_field_changes_only_what_was_changed(fresh, clock):
    """R57 PEERS 70: unknown keys stay, and one bad value keeps all of them out."""
    asked(fresh, clock, "Alex", "", "hermes, codex")
    settings.save(fresh, {"flavour": "mint"})
    shown = {field["key"]: field["default"] for field in setup.schema(settings.load(fresh))}

    setup.save(fresh, shown, clock=clock)
    held = json.loads(settings.config_path(fresh).read_text("utf-8"))
    assert held == {"principal": "Alex", "index_sessions": ["hermes", "codex"], "flavour": "mint"}

    with pytest.raises(ValueError, match="index_sessions: there is no agent 'kodex'"):
        setup.save(fresh, {"principal": "Sam", "index_sessions": "kodex"}, clock=clock)
    assert json.loads(settings.config_path(fresh).read_text("utf-8")) == held


@pytest.mark.parametrize("text", ["{", "[1]", '"x"'])
def test_a_file_that_cannot_be_read_is_told_and_never_written_over(fresh, clock, text):
    """PEERS 70: the answers are not lost silently, and neither is the file."""
    settings.save(fresh, {})
    settings.config_path(fresh).write_text(text, "utf-8")

    out = Screen(tty=True)
    person = Person("Alex", "", "no").at(out)
    setup.at_terminal(surroundings.Surroundings(fresh, clock, {}, person, out))

    assert "mend or remove" in out.getvalue()
    assert settings.config_path(fresh).read_text("utf-8") == text
