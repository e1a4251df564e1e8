"""brain.toml as editors save it, and as nobody should."""

import json

import pytest
from agent_si.vendor.brain import policy
from at_terminal import Person, run
from world import World

CODEX = '\n[agents.codex]\nkind = "agent"\noperations = ["claim"]\n'
BOM = b"\xef\xbb\xbf"
# A joiner inside a sign, which the log does not keep; written out so that no reader misses it.
FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=False)


def file_of(world):
    return world.memory.settings.brain / "brain.toml"


SAVED = {
    "a byte order mark": lambda raw: BOM + raw,
    "line ends of Windows": lambda raw: raw.replace(b"\n", b"\r\n"),
    "both": lambda raw: BOM + raw.replace(b"\n", b"\r\n"),
    "tabs": lambda raw: raw.replace(b" = ", b"\t=\t"),
    "a letter that shows nothing": lambda raw: raw + f"# {FAMILY}\n".encode(),
}


@pytest.mark.parametrize("how", SAVED)
def test_a_file_that_is_in_force_is_so_for_every_command(here, how):
    """Status, check and apply-config agree whether brain.toml is what governs."""
    path = file_of(here)
    path.write_bytes(SAVED[how](path.read_bytes() + CODEX.encode()))
    assert "is not in force" in run(here, "status")[1]
    assert "is not what is in force" in run(here, "check")[1]

    assert run(here, "brain", "apply-config", person=Person())[0] == 0

    assert "is not in force" not in run(here, "status")[1]
    assert run(here, "check") == (0, "OK: chain, texts, quotes, tables and index agree\n")
    again = run(here, "brain", "apply-config", person=Person())
    assert again == (0, "brain.toml is in force as it stands\n")
    with here.memory.brain() as brain:
        assert "codex" in brain.policy().agents


@pytest.mark.parametrize("how", SAVED)
def test_another_name_is_put_into_a_file_as_editors_save_it(here, how):
    path = file_of(here)
    path.write_bytes(SAVED[how](path.read_bytes()))
    with here.memory.brain(readonly=False) as brain:
        brain.apply_config()
        brain.name_principal("Priya", via="tty")
        assert brain.policy().principal == "Priya"
    assert policy.parse(path.read_text(encoding="utf-8")).principal == "Priya"
    assert "is not in force" not in run(here, "status")[1]


def test_a_file_of_a_million_bytes_is_refused_in_one_sentence(here):
    path = file_of(here)
    path.write_text(path.read_text() + "# x\n" * 250_000)
    code, out = run(here, "brain", "apply-config", person=Person())
    assert code == 1
    assert len(out) < 4000
    assert "65536" in out


def test_a_file_that_is_no_text_stops_nothing_but_itself(here):
    file_of(here).write_bytes(b"\xff\xfe" + "[brain]".encode("utf-16-le"))
    code, out = run(here, "brain", "apply-config", person=Person())
    assert (code, "is not UTF-8 text" in out) == (1, True)
    assert "brain.toml cannot be read" in run(here, "status")[1]
    assert "is not what is in force" in run(here, "check")[1]
    assert run(here, "status")[0] == 0


def test_a_folder_in_its_place_hides_nothing_else(here):
    """R64: check goes on with the rest, and says what is wrong with brain.toml."""
    file_of(here).unlink()
    file_of(here).mkdir()
    code, out = run(here, "check")
    assert code == 0, out
    assert "brain.toml: is not what is in force" in out
    assert "Error" not in out
    code, out = run(here, "brain", "apply-config", person=Person())
    assert code == 1
    assert out.endswith("brain.toml cannot be read: it is no plain file\n")


@pytest.mark.parametrize("how", ["removed", "may not", "is an agent"])
def test_nobody_locks_themselves_out(here, how):
    """Without a person who may change it, no policy comes into force."""
    path = file_of(here)
    text = path.read_text()
    start = text.index("[agents.person]")
    lines = {
        "removed": "",
        "may not": '[agents.person]\nkind = "person"\noperations = ["settle"]\n',
        "is an agent": '[agents.person]\nkind = "agent"\noperations = "*"\n',
    }
    path.write_text(text[:start] + lines[how])
    code, out = run(here, "brain", "apply-config", person=Person())
    assert code == 1
    assert "nobody could change it again" in out
    assert json.loads(run(here, "brain", "pending", "--json")[1]) == {"pending": []}
