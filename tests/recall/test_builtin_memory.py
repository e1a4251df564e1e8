"""What Hermes' own memory tool keeps is followed without ghosts, and gets the person's words."""

import pytest
from agent_si.vendor.recall import settings
from agent_si.vendor.recall.conversation import Conversation
from agent_si.vendor.recall.hits import UNSOURCED
from agent_si.vendor.recall.show import show
from agent_si.vendor.sessions.adapters.memories import DELIMITER
from people import asks, claim_account, share_with, talk
from world import World

ALPHA = "The harbour server is called Alpha Quince."
BETA = "The harbour server is called Beta Medlar."


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def write(here, *entries: str, name: str = "MEMORY.md") -> None:
    """The file as the host's tool leaves it."""
    folder = here.home / "memories"
    folder.mkdir(exist_ok=True)
    staged = folder / f".{name}"
    staged.write_text(DELIMITER.join(entries), encoding="utf-8")
    staged.replace(folder / name)


def bytes_of(here) -> bytes:
    """Every byte of our own files."""
    return b"".join(
        path.read_bytes() for path in (here.home / "agent-si").rglob("*") if path.is_file()
    )


def test_add_replace_and_remove_leave_nothing_not_even_bytes(here):
    """PEERS 19: a mirror of MEMORY.md that only adds leaves ghosts."""
    write(here, ALPHA, "Deploys go out on Tuesday mornings.")
    here.refresh()
    assert [hit.kind for hit in here.recall("harbour server Quince")] == ["note"]

    write(here, BETA, "Deploys go out on Tuesday mornings.")
    here.refresh()
    assert here.recall("Quince") == ()
    assert b"Quince" not in bytes_of(here)
    assert "Beta Medlar" in here.recall("harbour server Medlar")[0].line

    write(here, "Deploys go out on Tuesday mornings.")
    here.refresh()
    assert here.recall("Medlar") == ()
    assert b"Medlar" not in bytes_of(here)
    assert here.recall("deploys Tuesday")


@pytest.mark.parametrize("how", ["emptied", "file gone", "folder gone"])
def test_what_is_reset_leaves_as_well(here, how):
    """PEERS 19: `hermes memory reset` takes the files away."""
    write(here, ALPHA)
    write(here, BETA, name="USER.md")
    here.refresh()
    folder = here.home / "memories"
    for name in ("MEMORY.md", "USER.md"):
        if how == "emptied":
            write(here, name=name)
        else:
            (folder / name).unlink()
    if how == "folder gone":
        folder.rmdir()
    here.refresh()

    assert here.recall("harbour server") == ()
    assert b"Quince" not in bytes_of(here)
    assert b"Medlar" not in bytes_of(here)


def test_an_entry_is_an_unsourced_note_and_never_a_fact_or_a_packet(here):
    """PEERS 18, 30: what an agent wrote down is shown as that."""
    write(here, ALPHA)
    here.refresh()

    (hit,) = here.recall("harbour server Quince")
    view = show(here.memory, hit.code, 0, Conversation())

    assert UNSOURCED in hit.marks
    assert "agent-written" in hit.line
    assert "you" not in hit.line.split("«")[0]
    assert view["mark"] == UNSOURCED
    assert view["sources"] == []
    with here.memory.brain() as brain:
        assert brain.stats()["records"] == brain.stats()["facts"] == 0


def test_an_entry_gets_the_persons_words_and_their_code_once_they_are_found(here):
    """The note rests on the sentence then, which can be looked up."""
    write(here, "User never deploys on Fridays.")
    here.talk("please remember: I never deploy on Fridays. Thanks")
    here.refresh()

    hit = next(h for h in here.recall("deploy Fridays") if h.kind == "note")
    view = show(here.memory, hit.code, 0, Conversation())

    assert UNSOURCED not in hit.marks
    quote, code = view["sources"][0]["quote"], view["sources"][0]["code"]
    assert "never deploy on Fridays" in quote
    assert code in hit.line
    assert "never deploy on Fridays" in show(here.memory, code, 0, Conversation())["body"]


@pytest.mark.parametrize(
    "said",
    [
        "should I never deploy on Fridays?",
        "I deploy on Fridays",
        "Priya said: I never deploy on Fridays",
        "Priya: I never deploy on Fridays",
        "Fridays are fine for lunch",
    ],
)
def test_words_that_do_not_say_it_are_no_source(here, said):
    write(here, "User never deploys on Fridays.")
    here.talk(said)
    here.refresh()

    hit = next(h for h in here.recall("deploy Fridays") if h.kind == "note")

    assert UNSOURCED in hit.marks


def test_what_somebody_else_said_in_a_group_is_no_source(here):
    """P30: the principal reads the group, and is not the one who spoke there."""
    claim_account(here)
    write(here, "User never deploys on Fridays.")
    talk(here, "ops", "I never deploy on Fridays. Thanks")
    here.refresh()

    hit = next(h for h in here.recall("deploy Fridays") if h.kind == "note")

    assert UNSOURCED in hit.marks
    assert show(here.memory, hit.code, 0, Conversation())["sources"] == []


def test_to_whom_it_is_shared_with_the_source_is_a_person_of_that_name(here):
    """P30: `you` would be the reader, and the reader's own words are no source of it either."""
    claim_account(here)
    share_with(here, "telegram:777")
    write(here, "User never deploys on Fridays.")
    here.talk("please remember: I never deploy on Fridays. Thanks")
    here.refresh()
    dana = asks(here, "dana")

    hit = next(h for h in here.recall("deploy Fridays", conversation=dana) if h.kind == "note")

    assert "— Alex, " in hit.line
    assert show(here.memory, hit.code, 0, dana)["sources"][0]["said_by"] == "Alex"


def test_what_the_host_has_in_its_own_prompt_is_not_injected_a_second_time(here):
    """PEERS 4: the host shows these files to the model by itself."""
    write(here, ALPHA)
    here.refresh()

    assert here.block("what is the harbour server called, Alpha Quince?").text == ""


def test_no_secret_of_these_files_is_stored(here):
    """PEERS 31."""
    secret = "AKIA" + "J4QW7ZXP" + "2KMN5RTV"
    write(here, f"The harbour key is {secret}", ALPHA)
    here.refresh()

    assert secret.encode() not in bytes_of(here)
    assert here.recall("harbour server Quince")


def test_others_see_nothing_of_these_files(here):
    """PEERS 36."""
    write(here, ALPHA, name="USER.md")
    here.refresh()
    stranger = Conversation("s", "telegram", "77")

    assert here.recall("harbour server Quince", conversation=stranger) == ()


@pytest.mark.parametrize("chosen", [False, ["claude"]])
def test_where_hermes_is_not_read_its_memory_is_not_either(here, chosen):
    write(here, ALPHA)
    settings.save(here.home, {"index_sessions": chosen})
    here.refresh()

    assert here.recall("harbour server Quince") == ()


def test_what_was_indexed_before_it_was_switched_off_does_not_answer(here):
    write(here, ALPHA)
    here.refresh()
    settings.save(here.home, {"index_sessions": ["claude"]})

    assert here.recall("harbour server Quince") == ()


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00broken" * 50, b"\xc2\xa7\n" * 500, b"", "§\n§\n".encode(), b"x" * 100_000],
    ids=["bytes", "delimiters", "empty", "two", "long"],
)
def test_any_bytes_are_read(here, content):
    folder = here.home / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").write_bytes(content)
    write(here, ALPHA, name="USER.md")
    here.refresh()

    assert here.recall("harbour server Quince")


def test_an_entry_that_moves_keeps_its_code(here):
    """PEERS 24: a code that was shown still names the entry."""
    write(here, ALPHA, BETA)
    here.refresh()
    before = here.recall("harbour server Medlar")[0].code
    write(here, BETA)
    here.refresh()

    assert here.recall("harbour server Medlar")[0].code == before
