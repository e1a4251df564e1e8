"""`config`: every setting shown, changed, read back; what is a person's stays a person's."""

import json
import os
import shlex

import pytest
from agent_si.vendor.recall import settings
from at_terminal import Person, run
from world import World

CHOICES = {
    "index_sessions": (["hermes", "codex"], ("hermes", "codex"), "hermes, codex"),
    "index_since": (["90", "days"], "90 days", "90 days"),
    "keep_expired": (["no"], False, "no"),
    "private_projects": (["/home/alex/a", "/home/alex/b"], ("/home/alex/a", "/home/alex/b"), None),
    "block_chars": (["900"], 900, "900"),
    "deadline_ms": (["150"], 150, "150"),
    "recall_floor": (["high"], "high", "high"),
}


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", flavour="mint")


def held(world):
    return json.loads(settings.config_path(world.home).read_text("utf-8"))


def test_the_list_has_every_setting_with_its_value_and_whether_it_was_chosen(here):
    """R57 PEERS 70."""
    settings.save(here.home, {"block_chars": 900})

    code, out = run(here, "config")

    assert code == 0
    for key in settings.DESCRIBED:
        assert key in out
    [block] = [line for line in out.splitlines() if "block_chars" in line]
    [floor] = [line for line in out.splitlines() if "recall_floor" in line]
    assert block.split() == ["block_chars", "900"]
    assert floor.split() == ["recall_floor", "normal", "(default)"]
    assert json.loads(run(here, "config", "--json")[1])["block_chars"] == 900


@pytest.mark.parametrize(("key", "choice"), CHOICES.items())
def test_a_choice_is_written_read_back_and_taken_away_again(here, key, choice):
    """R57 PEERS 70: what is printed is what the next session has; unknown keys stay."""
    typed, value, shown = choice
    default = getattr(settings.load(here.home), key)

    code, out = run(here, "config", key, *typed)

    assert (code, getattr(settings.load(here.home), key)) == (0, value)
    assert out.startswith(f"{key}: {shown or ', '.join(value)}")
    assert held(here)["flavour"] == "mint"
    assert shown is None or shown in run(here, "config", key)[1]
    assert run(here, "config", key, *typed)[1].endswith("already\n")
    assert run(here, "config", key.replace("_", "-"), "--default")[0] == 0
    assert getattr(settings.load(here.home), key) == default
    assert held(here) == {"principal": "Alex", "flavour": "mint"}


def test_every_setting_has_a_choice_here_or_a_road_of_its_own():
    own = {"principal", "principal_aliases", "principal_ids", "shared_with", "brain_dir", "demo"}
    assert set(settings.DESCRIBED) <= set(CHOICES) | own


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("block_char 900", "did you mean block_chars?"),
        ("flavour mint", "there is no setting 'flavour'; known are principal"),
        ("block_chars many", "block_chars: "),
        ("block_chars 7", "7 is not between 200 and 6000"),
        ("deadline_ms 0", "0 is not between 20 and 5000"),
        ("keep_expired perhaps", "'perhaps' is neither yes nor no"),
        ("recall_floor loud", "one of low, normal, high is expected"),
        ("index_sessions hermes kodex", "did you mean codex?"),
        ("index_since someday", "index_since: "),
        ("private_projects notes", "an absolute path is expected"),
        ("brain_dir notes", "an absolute path is expected"),
        ("brain_dir /proc/brain", "cannot be written to"),
        ("demo yes", "hermes agent-si demo"),
        ("block_chars ''", "--default"),
        ("block_chars 900 --default", "not both"),
    ],
)
def test_what_cannot_be_used_is_told_with_what_can_and_changes_nothing(here, typed, reason):
    """PEERS 70: exit code 2, one reason, and the file as it was."""
    before = settings.config_path(here.home).read_bytes()

    code, out = run(here, "config", *shlex.split(typed))

    assert (code, settings.config_path(here.home).read_bytes()) == (2, before)
    assert reason in out


def test_a_file_that_cannot_be_read_is_told_before_anything_is_asked(here):
    settings.config_path(here.home).write_text("{", "utf-8")

    assert run(here, "config")[0] == 1
    code, out = run(here, "config", "block_chars", "900")

    assert code == 2
    assert "mend or remove" in out
    assert settings.config_path(here.home).read_text("utf-8") == "{"


def test_a_value_that_an_editor_broke_is_named_in_the_list(here):
    settings.save(here.home, {"block_chars": "many"})
    code, out = run(here, "config")
    assert code == 1
    assert "block_chars is not usable" in out
    assert "block_chars        1500" in out


def test_whose_words_are_protected_is_a_persons_decision(here):
    """R60: no terminal, an agent's shell, a wrong code: all leave it as it was."""
    before = settings.config_path(here.home).read_bytes()
    for key, value in (("principal", "Mallory"), ("principal_aliases", "Mallory")):
        assert run(here, "config", key, value)[0] == 2
        agent = {"HERMES_SESSION_ID": "20261130_120000_x"}
        assert run(here, "config", key, value, person=Person(), environ=agent)[0] == 2
        assert run(here, "config", key, value, person=Person(agrees=False))[0] == 1
        assert settings.config_path(here.home).read_bytes() == before
    with here.memory.brain() as brain:
        assert (brain.policy().principal, brain.policy().aliases) == ("Alex", ())

    assert run(here, "config", "principal-aliases", "Lex", "Sandy", person=Person())[0] == 0
    assert run(here, "config", "principal", "Alexis", person=Person())[0] == 0

    with here.memory.brain() as brain:
        assert (brain.policy().principal, brain.policy().aliases) == ("Alexis", ("Lex", "Sandy"))
    assert held(here)["principal_aliases"] == ["Lex", "Sandy"]


def test_a_first_name_is_recorded_at_once(tmp_path):
    """R60: where the log has none, as setup and the panel do."""
    world = World(tmp_path)
    assert run(world, "config", "principal", "Sam")[0] == 0
    with world.memory.brain() as brain:
        assert brain.policy().principal == "Sam"


def test_another_brain_is_a_persons_choice(here, tmp_path):
    """R60"""
    folder = tmp_path / "second"
    assert run(here, "config", "brain_dir", folder)[0] == 2
    assert "brain_dir" not in held(here)
    assert not folder.exists()

    code, out = run(here, "config", "brain_dir", folder, person=Person())

    assert (code, held(here)["brain_dir"]) == (0, str(folder))
    assert "stays there as it is" in out
    assert (folder / "brain.db").exists()
    assert run(here, "config", "brain-dir", "--default", person=Person())[0] == 0
    assert "brain_dir" not in held(here)


@pytest.fixture
def expired(here):
    """A home whose index holds one session that Claude Code has deleted by age, and four it has."""
    now = here.clock().timestamp()
    files = [
        here.claude(f"walnut tree number {n}", "Noted.", project=f"-home-alex-p{n}", session=f"{n}")
        for n in range(5)
    ]
    os.utime(files[0].path, (now - 40 * 86400,) * 2)
    here.refresh()
    files[0].path.unlink()
    here.refresh()
    assert len(here.recall("walnut tree number 0")) > 0
    return here


@pytest.mark.parametrize(
    ("key", "value"),
    [("index_since", "{today}"), ("keep_expired", "no"), ("private_projects", "/work/parser")],
)
def test_what_exists_only_here_is_not_destroyed_without_a_word(expired, key, value):
    """Counted, and a person's typed code; without one nothing is changed."""
    value = value.format(today=expired.clock().date())
    before = settings.config_path(expired.home).read_bytes()

    code, out = run(expired, "config", key, value)
    assert code == 2
    assert "2 messages of 1 session exist only here" in out
    assert run(expired, "config", key, value, person=Person(agrees=False))[0] == 1
    assert settings.config_path(expired.home).read_bytes() == before

    assert run(expired, "config", key, value, person=Person())[0] == 0
    expired.refresh()
    assert "number 0" not in str(expired.recall("walnut tree number 0"))
