"""config.json: read defensively, merged, written whole."""

import json
from datetime import UTC, datetime

import pytest
from agent_si.vendor.recall import settings


@pytest.fixture
def home(tmp_path):
    return tmp_path / "hermes"


def write(home, text):
    path = settings.config_path(home)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_are_in_force(home):
    """R60 R61 R62."""
    found = settings.load(home)

    assert found.principal == ""
    assert found.brain == home / "agent-si" / "brain"
    assert found.index_sessions == settings.AGENTS
    assert found.trouble == ()


def test_a_named_profile_starts_with_hermes_only(tmp_path):
    """R62."""
    home = tmp_path / "root" / "profiles" / "work"

    assert settings.load(home).index_sessions == ("hermes",)
    settings.save(home, {"index_sessions": "yes"})
    assert settings.load(home).index_sessions == settings.AGENTS


@pytest.mark.parametrize(
    ("given", "agents", "kept"),
    [
        ("yes", settings.AGENTS, True),
        ("true", settings.AGENTS, True),
        (True, settings.AGENTS, True),
        ("1", settings.AGENTS, True),
        ("no", (), False),
        ("false", (), False),
        (False, (), False),
        ("off", (), False),
        (0, (), False),
        ("hermes, Claude Code", ("hermes", "claude"), ["hermes", "claude"]),
        (["codex"], ("codex",), ["codex"]),
        ("all", settings.AGENTS, True),
        ("['hermes', 'claude']", ("hermes", "claude"), ["hermes", "claude"]),
        (["claude-code", "grok_build"], ("claude", "grok"), ["claude", "grok"]),
    ],
)
def test_a_choice_behaves_as_shown_whatever_surface_wrote_it(home, given, agents, kept):
    """R56 R57 R58: wizards write strings, panels natives."""
    settings.save(home, {"index_sessions": given})

    assert settings.load(home).index_sessions == agents
    assert json.loads(settings.config_path(home).read_text("utf-8"))["index_sessions"] == kept


@pytest.mark.parametrize(
    ("given", "agents", "hint"),
    [
        (["hermes", "copilot"], ("hermes",), "known are hermes, claude, codex, grok"),
        ("claud, codex", ("codex",), "did you mean claude?"),
        ("hermez", (), "did you mean hermes?"),
    ],
)
def test_an_unknown_agent_is_named_and_never_means_all_of_them(home, given, agents, hint):
    """Whoever lists agents chose some: a slip of the pen must not open the others' files."""
    settings.save(home, {"index_sessions": given})

    found = settings.load(home)

    assert found.index_sessions == agents
    assert len(found.trouble) == 1
    assert hint in found.trouble[0]


def test_a_switch_that_says_on_leaves_a_choice_of_agents(home):
    """R57: a panel with a switch has no word for some of them."""
    settings.save(home, {"index_sessions": "hermes"})
    settings.save(home, {"index_sessions": True, "principal": "Alex"})
    assert settings.load(home).index_sessions == ("hermes",)

    settings.save(home, {"index_sessions": False})
    assert settings.load(home).index_sessions == ()
    settings.save(home, {"index_sessions": True})
    assert settings.load(home).index_sessions == settings.AGENTS


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ("2026-11-03", datetime(2026, 11, 3, tzinfo=UTC)),
        ("90 days", datetime(2026, 9, 1, tzinfo=UTC)),
        ("1 year", datetime(2025, 11, 30, tzinfo=UTC)),
        ("all", None),
        ("", None),
        ("2027-11-03", None),
    ],
)
def test_how_far_back_is_a_day_or_a_time_back_from_today(home, given, first):
    settings.save(home, {"index_since": given})

    found = settings.load(home)

    assert found.since(datetime(2026, 11, 30, 15, tzinfo=UTC), UTC) == first
    assert found.trouble == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("block_chars", "many"),
        ("deadline_ms", -1),
        ("deadline_ms", True),
        ("index_since", "03/11/2026"),
        ("index_since", 90),
        ("keep_expired", "sometimes"),
        ("index_sessions", 7),
        ("brain_dir", "relative/path"),
        ("brain_dir", "~nobody-of-that-name/x"),
        ("brain_dir", "/tmp/a\x00b"),
        ("principal", ["Alex"]),
        ("recall_floor", "medium"),
        ("demo", "perhaps"),
    ],
)
def test_a_wrong_value_falls_back_to_its_default_with_one_line(home, key, value):
    write(home, json.dumps({key: value, "principal_aliases": ["Lex"]}))

    found = settings.load(home)

    assert getattr(found, key) == getattr(settings.Settings(home=home), key)
    assert found.principal_aliases == ("Lex",)
    assert len(found.trouble) == 1
    assert key in found.trouble[0]


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', "\x00", "[" * 100_000])
def test_a_file_that_is_no_object_is_told_and_never_overwritten(home, text):
    path = write(home, text)

    assert settings.load(home).broken
    assert settings.load(home).index_sessions == ()
    with pytest.raises(ValueError, match="mend or remove"):
        settings.save(home, {"principal": "Alex"})
    assert path.read_text(encoding="utf-8") == text


def test_an_empty_file_is_no_trouble(home):
    write(home, "  \n")

    assert settings.load(home) == settings.Settings(home=home)


def test_saving_merges_keeps_unknown_keys_and_is_private(home):
    """R57: the panel and the wizard write the same file."""
    write(home, json.dumps({"flavour": "mint", "principal": "Old"}))

    settings.save(home, {"principal": "Alex", "deadline_ms": "150", "brain_dir": None})

    path = settings.config_path(home)
    assert json.loads(path.read_text("utf-8")) == {
        "flavour": "mint",
        "principal": "Alex",
        "deadline_ms": 150,
    }
    assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in path.parent.iterdir()] == ["config.json"]


def test_the_old_file_is_moved_once_and_newer_values_win(home):
    """R59."""
    home.mkdir()
    old = home / "agent-si.json"
    old.write_text(json.dumps({"principal": "Old", "index_sessions": "no", "x": 1}), "utf-8")
    write(home, json.dumps({"principal": "Alex"}))

    assert settings.adopt_old_file(home)

    assert not old.exists()
    stored = json.loads(settings.config_path(home).read_text("utf-8"))
    assert stored == {"principal": "Alex", "index_sessions": False, "x": 1}
    assert not settings.adopt_old_file(home)


def test_an_old_file_that_cannot_be_read_is_left_where_it_is(home):
    home.mkdir()
    old = home / "agent-si.json"
    old.write_text("{broken", encoding="utf-8")

    assert not settings.adopt_old_file(home)
    assert old.read_text(encoding="utf-8") == "{broken"
