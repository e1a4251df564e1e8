"""Story 3 on a real host: forgotten at a terminal, named where it still stands, and gone there."""

import re
import sqlite3
from contextlib import closing

from host_stories import remember, turn
from scripted_model import say

TRIES = 5
SAID = "For the record, I am allergic to peanuts and to zanthoxylum pepper."
QUOTE = "I am allergic to peanuts and to zanthoxylum pepper"


def is_indexed(path):
    """Whether the message is in the index, read as any program could."""
    if not path.exists():
        return False
    with closing(sqlite3.connect(path)) as db:
        return SAID in [text for (text,) in db.execute("SELECT text FROM message")]


def files_with(folder, phrase):
    """The files below a folder in which the phrase stands; nobody has them open."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return [path.name for path in paths if phrase.encode() in path.read_bytes().lower()]


def test_what_is_forgotten_at_a_terminal_is_gone_here_and_the_host_is_told_how(alex, model):
    """Story 3: no byte of it in any file of ours, and the printed command removes the rest."""
    model.then(remember(QUOTE, fact="Sam has an allergy."), say("Done."))
    alex.converse([SAID, {"flush": True}, {"wait": 2}])
    kept = next(asked for asked in model.asked if asked.result).result["id"]
    ours = alex.path / "agent-si"
    for _ in range(TRIES):  # a short process may end before its thread has read the last turn
        if is_indexed(ours / "sessions.db"):
            break
        alex.converse(["Where does the pear tree stand?", {"flush": True}, {"wait": 2}])
    session = alex.rows("SELECT session_id FROM messages WHERE id = 1")[0][0]
    assert files_with(ours, "zanthoxylum")

    with alex.terminal("agent-si", "forget", kept, "--prove") as screen:
        screen.expect("would go:")
        code = screen.expect(r"Type (\w{4}) to forget").group(1)
        screen.answer(r"anything else to leave it:", code)
        assert screen.wait() == 0, screen.text
        text = screen.text

    assert "gone from 2 places of ours" in text
    assert "0 found" in text
    assert files_with(ours, "zanthoxylum") == []
    assert f"hermes sessions delete {session}" in text
    assert re.search(rf"session {session}, message \d+", text)

    _, asked = turn(alex, model, "what am I allergic to, zanthoxylum or peanuts?")
    assert "allergic to peanuts and" not in (asked[0].injected or "")
    assert files_with(ours, "zanthoxylum pepper") == []

    for each in set(re.findall(r"hermes sessions delete (\S+)", text)):
        ran = alex.hermes("sessions", "delete", each, "--yes")
        assert ran.code == 0, ran.text
    left = alex.rows("SELECT count(*) FROM messages WHERE content LIKE '%zanthoxylum pepper%'")
    assert left == [(0,)]
