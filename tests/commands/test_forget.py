"""`forget` at a terminal: what it shows, what it asks, what is gone, and where it still stands."""

import argparse
import io
import json
import re
import sqlite3
import zipfile
from contextlib import closing

import pytest
from agent_si.vendor.commands import forget, surroundings, table
from agent_si.vendor.recall.prove import Pieces, prove
from brain_packets import Packet
from world import KEY, World

ALLERGY = "I am allergic to peanuts and to zanthoxylum pepper"
SAID = f"{ALLERGY}, remember that please."


class Person(io.StringIO):
    """Somebody at a terminal who answers what is asked, and copies the code from the screen."""

    def __init__(self, out, *answers):
        super().__init__()
        self.out, self.answers = out, list(answers)

    def isatty(self):
        return True

    def readline(self, *_):
        code = re.findall(r"Type (\w{4}) to", self.out.getvalue())
        asked = self.out.getvalue().rstrip().endswith("it:")
        if asked and code and not (self.answers and self.answers[0] == "no"):
            return code[-1] + "\n"
        return f"{self.answers.pop(0)}\n" if self.answers else ""


class Screen(io.StringIO):
    def __init__(self, *, tty=True):
        super().__init__()
        self.tty = tty

    def isatty(self):
        return self.tty


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def run(world, *argv, answers=(), tty=True, environ=None):
    """Exit code and what was printed, with a person who confirms."""
    parser = argparse.ArgumentParser()
    table.add_commands(parser)
    out = Screen(tty=tty)
    stdin = Person(out, *answers) if tty else io.StringIO("")
    place = surroundings.Surroundings(
        world.home, world.clock, {"HOME": str(world.user), **(environ or {})}, stdin, out
    )
    return table.run(place, parser.parse_args(argv)), out.getvalue()


def keep_allergy(here):
    talk = here.talk(SAID)
    kept = here.remember(talk, ALLERGY, fact="Sam is allergic to peanuts.", title="Allergy")
    assert kept["kept"]
    here.refresh()
    return talk, kept


def ours(here):
    """Every byte of ours in this home; nobody has a file open."""
    folder = here.home / "agent-si"
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def assert_gone(here, *phrases):
    for path, raw in ours(here).items():
        for phrase in phrases:
            assert phrase.lower().encode() not in raw.lower(), (path.name, phrase)


def clean(here):
    return run(here, "check")[1] == "OK: chain, texts, quotes, tables and index agree\n"


def test_the_family_laptop(here):
    """Story 3: shown, asked, gone, and told where it still stands and how it goes there."""
    talk, kept = keep_allergy(here)

    code, out = run(here, "forget", kept["id"], "--prove")

    assert code == 0, out
    assert out.index("would go:") < out.index("Type ") < out.index("gone from 2 places of ours")
    assert "[note] Allergy: Sam is allergic to peanuts." in out
    assert "[source]" in out
    assert "[message, user]" in out
    assert f"hermes sessions delete {talk.session_id}" in out
    assert f"state.db session {talk.session_id}, message 1" in out
    assert "\n0 found" in out
    assert_gone(here, "zanthoxylum", "allergic to peanuts", "remember that please", "Allergy")
    assert here.recall("allergic peanuts zanthoxylum") == ()
    assert clean(here)
    with closing(sqlite3.connect(here.home / "state.db")) as db:
        assert db.execute("SELECT content FROM messages WHERE id = 1").fetchone() == (SAID,)


def test_it_stays_gone_after_more_turns_a_refresh_and_a_new_index(here):
    """R-A8: what was forgotten does not come back."""
    talk, kept = keep_allergy(here)
    run(here, "forget", kept["id"])

    here.keep_date("14 March 2027", 0)
    here.says(talk, "And what about the walnut tree in the garden?")
    here.refresh()
    assert_gone(here, "zanthoxylum")
    for end in ("", "-wal", "-shm"):
        (here.home / "agent-si" / f"sessions.db{end}").unlink(missing_ok=True)
    here.refresh()
    with here.memory.brain(readonly=False) as brain:
        brain.rebuild()

    assert here.recall("walnut tree garden")
    assert_gone(here, "zanthoxylum", "allergic to peanuts")
    assert clean(here)


def test_a_forgotten_message_cannot_be_kept_again_but_may_be_said_again(here):
    talk, kept = keep_allergy(here)
    run(here, "forget", kept["id"])

    refused = here.remember(talk, ALLERGY)
    assert refused["refused"] == "forgotten" or refused.get("code") == "forgotten", refused
    assert "say it again in a new message" in json.dumps(refused)
    assert_gone(here, "zanthoxylum")

    here.says(talk, f"Well, {ALLERGY}, keep it after all.")
    assert here.remember(talk, f"{ALLERGY}, keep it after all")["kept"]


def test_a_message_that_something_else_rests_on_stays_and_the_preview_says_why(here):
    talk = here.talk("the lease moves on 14 March 2027 and the zanthoxylum desk goes to Dana")
    here.remember(talk, "the lease moves on 14 March 2027", key=KEY, value="14 March 2027")
    other = here.remember(talk, "the zanthoxylum desk goes to Dana", title="Desk")
    here.refresh()

    code, out = run(here, "forget", other["id"], "--prove")

    assert code == 0, out
    assert f"the message stays: {KEY} rests on it too; forget m" in out
    assert here.recall("zanthoxylum desk")
    message = re.search(r"forget (m\w+) forgets both", out)[1]

    code, out = run(here, "forget", message, "--prove")

    assert code == 0, out
    assert_gone(here, "zanthoxylum", "14 March 2027", KEY)
    assert clean(here)


def test_a_whole_session_goes_with_what_was_kept_of_it(here):
    talk, _ = keep_allergy(here)
    here.talk("the pear tree stands beside the barn")
    here.refresh()
    message = here.recall("allergic peanuts", side="sessions")[0]
    with here.memory.index() as index:
        session = index.code(index.message(message.id).session)

    code, out = run(here, "forget", session, "--prove")

    assert code == 0, out
    assert "1 session" in out
    assert f"hermes sessions delete {talk.session_id}" in out
    assert_gone(here, "zanthoxylum", "allergic")
    here.says(talk, "the zanthoxylum again, in the session that was forgotten")
    here.refresh()
    assert_gone(here, "zanthoxylum")
    assert here.recall("pear tree barn")
    assert clean(here)


def test_a_long_session_goes_with_its_repetitions_elsewhere(here):
    """One look at each message; another spelling of the same words goes at the next refresh."""
    talk = here.talk(*(f"the zanthoxylum row number {n} is planted by hand" for n in range(120)))
    here.claude(
        "the zanthoxylum row number 7 is planted by hand",
        "Yes.",
        "The  ZANTHOXYLUM row number 8 is planted by hand",
        "And the pear tree stands beside the barn.",
    )
    here.refresh()
    with here.memory.index() as index:
        session = index.by_locator(f"hermes:{talk.session_id}:1").session

    code, out = run(here, "forget", session)
    here.refresh()

    assert code == 0, out
    assert out.count("[message, user]") == 121
    assert_gone(here, "zanthoxylum")
    assert here.recall("pear tree barn")


def test_match_shows_a_numbered_list_and_the_person_picks(here):
    here.claude("the zanthoxylum hedge needs water every week", "Ok, every week then.")
    here.claude(
        "the zanthoxylum fence needs paint in the spring",
        session="5f1c0f7e-0000-4c39-9a11-6a1f0c5f0002",
    )
    here.refresh()

    code, out = run(here, "forget", "--match", "zanthoxylum needs", answers=("9", "2"))

    assert code == 0, out
    assert "numbers from 1 to 2 are needed" in out
    first, second = re.findall(r"^  [12]\. .*(hedge|fence) needs", out, re.M)[:2]
    left = [hit.line for hit in here.recall("zanthoxylum")]
    assert len(left) == 1
    assert first in left[0]
    assert second not in left[0]


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("1", [1]),
        ("1 3-5", [1, 3, 4, 5]),
        ("1,3", [1, 3]),
        ("all", [1, 2, 3, 4, 5]),
        ("0", []),
        ("3-9", []),
        ("5-3", []),
        ("x", []),
        ("1 -", []),
        ("", []),
    ],
)
def test_numbers_as_people_type_them(answer, numbers):
    assert forget.picked(answer, 5) == numbers


def dana_said(here, count=3):
    """Sources by Dana, and claims that rest on them."""
    with here.memory.brain(readonly=False) as brain:
        for number in range(count):
            at = here.clock()
            text = f"the zanthoxylum supplier number {number} is paid on Fridays"
            source = Packet(
                "person",
                (
                    {
                        "op": "add_source",
                        "kind": "message",
                        "author": "person",
                        "author_name": "Dana",
                        "locator": f"slack:dana:{number}",
                        "text": text,
                    },
                ),
                at=at,
                via="tty",
            )
            claim = {
                "op": "claim",
                "key": f"supplier.number_{number}.paid_on",
                "value": "Fridays",
                "statement": "The supplier is paid on Fridays.",
                "citations": [{"source": source.row(0), "quote": text, "start": 0}],
            }
            brain.submit(source, Packet("hermes", (claim,), at=here.clock()))


def test_everything_by_one_person_is_listed_and_forgotten(here):
    """Story 9."""
    dana_said(here)
    here.keep_date("14 March 2027", 0)

    code, out = run(here, "forget", "--by", "dana", "--prove", answers=("f",))

    assert code == 0, out
    assert out.count("[claim] supplier.number_") == 3
    assert out.count("[source]") == 3
    assert_gone(here, "zanthoxylum", "supplier")
    assert here.recall("Brisbane lease")
    assert clean(here)


def test_or_withdrawn_and_still_readable(here):
    """Story 9."""
    dana_said(here)

    code, out = run(here, "forget", "--by", "Dana", answers=("maybe", "w"))

    assert code == 0, out
    assert "f or w is needed" in out
    assert "withdrawn: 3 things" in out
    assert not here.recall("zanthoxylum supplier paid", side="brain")
    assert "zanthoxylum" in run(here, "show", "supplier.number_1.paid_on")[1]


def test_who_said_nothing_is_said_to_have_said_nothing(here):
    code, out = run(here, "forget", "--by", "Eve")
    assert (code, out) == (1, "forget: nothing is kept that Eve said\n")


def test_nothing_is_forgotten_without_a_person_who_types_the_code(here):
    _, kept = keep_allergy(here)

    code, out = run(here, "forget", kept["id"], tty=False)
    assert code == 2
    assert "needs a terminal" in out
    for mark in surroundings.AGENT_MARKS:
        code, out = run(here, "forget", kept["id"], environ={mark: "1"})
        assert code == 2
        assert mark in out
    code, out = run(here, "forget", kept["id"], answers=("no",))
    assert code == 1
    assert "nothing was changed" in out
    assert here.recall("allergic peanuts")
    assert not (here.home / "agent-si" / "forgotten.db").exists()


def test_dry_run_and_json_show_and_stop(here):
    _, kept = keep_allergy(here)

    code, out = run(here, "forget", kept["id"], "--dry-run", tty=False)
    assert code == 0
    assert "3 things would go:" in out
    code, out = run(here, "forget", kept["id"], "--json", tty=False)
    plan = json.loads(out)
    assert [each["kind"] for each in plan["goes"]] == ["source", "note", "message, user"]
    assert plan["stays"] == []
    assert not (here.home / "agent-si" / "forgotten.db").exists()
    assert here.recall("allergic peanuts")


def test_what_is_not_known_is_said(here):
    assert run(here, "forget", "bzzzzz")[0] == 2
    code, out = run(here, "forget")
    assert code == 2
    assert "--match" in out


def test_it_names_every_other_place_with_its_line(here):
    """Memory files, pastes, transcripts, copies of state.db and of our own files, snapshots."""
    home, folder = here.home, here.home / "agent-si"
    here.claude("plant the walnut tree", "Ok.", SAID, "Noted.")
    talk, kept = keep_allergy(here)
    for name, lines in {
        "memories/USER.md": f"# User\n\n- {ALLERGY}\n",
        "pastes/paste_1.txt": f"first\n{SAID}\n",
        ".hermes_history": f"# 2026-11-04\n+{SAID}\n",
        "logs/agent.log": "nothing here\n",
    }.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(lines, encoding="utf-8")
    snapshots = home / "state-snapshots" / "20261104"
    snapshots.mkdir(parents=True)
    with closing(sqlite3.connect(home / "state.db")) as db:
        db.execute("VACUUM INTO ?", (str(snapshots / "state.db"),))
        db.execute("VACUUM INTO ?", (str(home / "state.db.pre-update-emergency-1.bak"),))
    with closing(sqlite3.connect(folder / "brain" / "brain.db")) as db:
        db.execute("VACUUM INTO ?", (str(folder / "brain" / "brain-2026.db"),))
    with zipfile.ZipFile(home / "hermes-backup.zip", "w") as archive:
        archive.writestr("state.db", SAID)

    code, out = run(here, "forget", kept["id"])

    assert code == 0, out
    elsewhere = out[out.index("still elsewhere") :]
    assert "memories/USER.md line 3:" in elsewhere
    assert "pastes/paste_1.txt line 2:" in elsewhere
    assert ".hermes_history line 2:" in elsewhere
    assert "agent.log" not in elsewhere
    assert "state-snapshots/20261104/state.db table messages" in elsewhere
    assert "state.db.pre-update-emergency-1.bak table messages" in elsewhere
    assert "brain-2026.db table text" in elsewhere
    assert re.search(r"~/\.claude/projects/\S+\.jsonl line \d", elsewhere)
    assert "hermes-backup.zip is an archive and was not opened" in elsewhere
    assert f"state.db session {talk.session_id}, message 1" in elsewhere
    assert ALLERGY not in elsewhere


def test_proof_names_the_file_of_ours_in_which_a_copy_stands(here):
    _, kept = keep_allergy(here)
    aside = here.home / "agent-si" / "sessions.db.damaged"
    aside.write_bytes(b"\0" * 5001 + ALLERGY.encode())

    code, out = run(here, "forget", kept["id"], "--prove")

    assert code == 1
    assert "FOUND in sessions.db.damaged" in out
    assert "\n1 found" in out


@pytest.mark.parametrize("damaged", [False, True])
def test_copies_beside_the_brain_go_with_it_when_the_person_says_so(here, damaged):
    """A copy that an update kept is a file of ours: it is named before, and removed if wanted."""
    _, kept = keep_allergy(here)
    brain = here.memory.settings.brain / "brain.db"
    copy = brain.with_name("brain.db.before-restore-2026-05-01")
    raw = brain.read_bytes()
    copy.write_bytes(b"\0" * 200 + raw[200:] if damaged else raw)

    code, out = run(here, "forget", kept["id"], "--dry-run")
    assert (code, copy.exists()) == (0, True)
    code, out = run(here, "forget", kept["id"], "--prove", answers=["y"])

    assert code == 0, out
    assert "hold it, too" in out
    assert f"removed: {copy}" in out
    assert not copy.exists()
    assert "0 found" in out


def test_copies_that_the_person_keeps_are_named_at_the_end(here):
    _, kept = keep_allergy(here)
    brain = here.memory.settings.brain / "brain.db"
    copy = brain.with_name("brain.db.v1-2026-05-01")
    copy.write_bytes(brain.read_bytes())

    code, out = run(here, "forget", kept["id"], answers=["n"])

    assert code == 0, out
    assert copy.exists()
    assert "still elsewhere" in out
    assert copy.name in out.split("still elsewhere")[1]


def test_the_proof_finds_every_twelve_bytes_at_every_place(tmp_path):
    pieces = Pieces([ALLERGY])
    raw = ALLERGY.encode()
    for at in range(len(raw) - 12):
        for before in range(9):
            data = b"\xff" * before + raw[at : at + 12] + b"\xfe" * 20
            assert raw[at : at + 12] in pieces.found_in(data)
            assert not pieces.found_in(data[: before + 11] + b"\xfe" * 20)
    (tmp_path / "far.bin").write_bytes(b"\0" * (8 * 1024 * 1024 - 6) + raw[:12] + b"\0")
    assert prove([tmp_path], [ALLERGY]).found == ("far.bin: 1 pieces",)


def test_what_stands_in_a_row_that_stays_is_no_find(here):
    first = here.talk("the crane on the north site is red and the zanthoxylum is green")
    here.talk("the crane on the north site is blue since Monday")
    kept = here.remember(first, "the crane on the north site is red", title="Crane")
    here.refresh()

    code, out = run(here, "forget", kept["id"], "--prove")

    assert code == 0, out
    assert here.recall("crane north site blue")
    assert_gone(here, "zanthoxylum")


def test_the_same_words_elsewhere_in_the_index_go_too_and_longer_ones_are_named(here):
    here.claude(SAID, "Noted.")
    longer = here.talk(f"As I said before: {SAID} And the pear tree is mine.")
    _, kept = keep_allergy(here)

    code, out = run(here, "forget", kept["id"])

    assert code == 0, out
    assert out.count("[message, user]") == 2
    assert "holds the same words in a longer message" in out
    [hit] = here.recall("allergic peanuts zanthoxylum")
    assert longer.session_id in hit.locators[0]


def test_again_finishes_what_was_cut_off(here):
    _, kept = keep_allergy(here)
    copies = {path: raw for path, raw in ours(here).items()}
    run(here, "forget", kept["id"])
    known = (here.home / "agent-si" / "forgotten.db").read_bytes()
    for path, raw in copies.items():
        path.write_bytes(raw)
    assert here.recall("allergic peanuts")
    forgotten = here.home / "agent-si" / "forgotten.db"
    forgotten.write_bytes(known)
    code, out = run(here, "check")
    assert code == 1
    assert "2 rows of the brain stand that were forgotten: hermes agent-si forget --again" in out

    code, out = run(here, "forget", "--again")

    assert code == 0, out
    assert here.recall("allergic peanuts") == ()
    assert_gone(here, "zanthoxylum")
    assert clean(here)
    forgotten.write_bytes(b"not a database" * 99)
    assert "forgotten: it cannot be asked what was forgotten" in run(here, "check")[1]


@pytest.mark.parametrize("present", ["whole", "missing"])
def test_a_restored_backup_does_not_bring_it_back(here, tmp_path, present):
    """`brain restore` forgets again what was forgotten after the copy was made: by the packet that
    said so where the present file still has it, by forgotten.db where it has not.
    """
    here.keep_date("14 March 2027", 0)
    _, kept = keep_allergy(here)
    copy = tmp_path / "copies" / "brain-copy.db"
    copy.parent.mkdir()
    code, out = run(here, "brain", "backup", str(copy))
    assert code == 0, out
    run(here, "forget", kept["id"])
    if present == "missing":
        (here.memory.settings.brain / "brain.db").unlink()

    code, out = run(here, "brain", "restore", str(copy))

    assert code == 0, out
    assert ("Forgotten again: 2 rows" in out) == (present == "missing")
    assert_gone(here, "zanthoxylum", "allergic to peanuts")
    assert here.recall("Brisbane lease")
    assert clean(here)


def test_a_file_of_packets_does_not_bring_it_back(here, tmp_path):
    """`brain apply`: by the message's name, by its words, and by the very packet."""
    talk, kept = keep_allergy(here)
    run(here, "forget", kept["id"])
    add = {"op": "add_source", "kind": "message", "author": "principal"}
    for place, words in ((f"hermes:{talk.session_id}:1", "other words"), ("hermes:new:1", SAID)):
        packet = {"agent": "hermesuser", "ops": [add | {"locator": place, "text": words}]}
        file = tmp_path / "packets.json"
        file.write_text(json.dumps(packet), encoding="utf-8")

        code, out = run(here, "brain", "apply", str(file))

        assert code == 1
        assert "refused (forgotten)" in out
    assert_gone(here, "zanthoxylum", "other words")
