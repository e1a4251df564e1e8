"""The rights of our folder after a restore wrote it anew."""

import pytest
from agent_si import provider
from agent_si.vendor.recall import privacy


@pytest.fixture
def restored(tmp_path):
    """A home's folder of ours as `hermes import` leaves it."""
    folder = tmp_path / "home" / "agent-si"
    (folder / "brain").mkdir(parents=True)
    for name in ("config.json", "brain/brain.toml", "sessions.lock"):
        (folder / name).write_text("{}" if name.endswith("json") else "", encoding="utf-8")
        (folder / name).chmod(0o644)
    for each in (folder, folder / "brain"):
        each.chmod(0o755)
    return folder


def rights(folder):
    """The rights of the folder and all in it, in octal."""
    return {oct(path.stat().st_mode & 0o777) for path in (folder, *folder.rglob("*"))}


def test_a_session_closes_what_a_restore_left_open(restored):
    """R3: directories 0700, files 0600; `hermes import` gives everybody the right to read."""
    one = provider.AgentSiProvider()
    one.initialize("s", hermes_home=str(restored.parent), platform="cli")
    one.shutdown()

    assert rights(restored) == {"0o700", "0o600"}


def test_what_is_closed_is_not_touched_again(restored):
    assert privacy.close(restored) == 5
    assert privacy.close(restored) == 0


def test_links_lead_nowhere_else(restored, tmp_path):
    """A file outside keeps its rights, and so does one that the folder itself is a link to."""
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "notes.txt").write_text("of somebody else", encoding="utf-8")
    (outside / "notes.txt").chmod(0o644)
    (restored / "there").symlink_to(outside)
    linked = tmp_path / "linked"
    linked.symlink_to(outside)

    privacy.close(restored)

    assert privacy.close(linked) == 0
    assert (outside / "notes.txt").stat().st_mode & 0o777 == 0o644
    assert outside.stat().st_mode & 0o777 == 0o755


def test_a_home_without_our_folder_is_left_alone(tmp_path):
    assert privacy.close(tmp_path / "agent-si") == 0
