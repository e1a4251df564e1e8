"""Whose words are kept: the person's own. Not a machine's, not a paste's; taken back is said."""

import json
import os
import shutil
from dataclasses import replace

import pytest
from agent_runs import HOMES, OTHERS, run_by
from agent_si.vendor.recall import hits, settings
from agent_si.vendor.sessions.folders import other_folders
from world import KEY, World

DATE = "the Brisbane office lease moves on 14 March 2027"
SAID = f"{DATE} says the landlord"
LETTER = f"""Dear all,
thank you for the long talk about the office.
We decided that {DATE}.
The keys are with Dana Reyes at the front desk.
Please bring the old ones with you.
Kind regards, the landlord"""


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


AGENTS = ("hermes", *OTHERS)


def asked_of_all(here, *typed):
    """A conversation in which the other agents may be asked who typed."""
    return replace(here.talk(*(typed or (SAID,))), others=other_folders({}, here.user))


def runs(here, session, command, *, done=True):
    """An agent runs a command in a conversation; its result is there unless it still runs."""
    function = {"name": "terminal", "arguments": json.dumps({"command": command})}
    calls = json.dumps([{"id": "call_1", "type": "function", "function": function}])
    here.state.say(session, "assistant", "", tool_calls=calls)
    if done:
        here.state.say(session, "tool", "{}", tool_call_id="call_1", tool_name="terminal")


def pasted(here, body, *, name="paste_1_120000.txt", ago=5.0):
    """A paste as the terminal UI keeps it."""
    folder = here.home / "pastes"
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(body, encoding="utf-8")
    os.utime(path, (here.state.now - ago, here.state.now - ago))
    return path


def line_of(here, query="Brisbane office lease"):
    return here.recall(query)[0].line


# -- typed by a machine ---------------------------------------------------------------------


def test_a_quote_from_what_an_agents_command_typed_is_refused_as_such(here):
    """R41 R44."""
    outer = here.talk("please look after the lease")
    runs(here, outer.session_id, f'hermes chat -q "{SAID}"', done=False)
    inner = here.talk(SAID)
    result = here.remember(inner, DATE, key=KEY, value="14 March 2027")

    assert result["refused"] == "machine_typed"
    assert "typed by an agent's command" in result["message"]
    assert here.recall("Brisbane office lease") == ()


def test_the_persons_own_words_in_the_same_conversation_are_kept(here):
    """R41: what a machine added does not spoil what a person said."""
    talk = here.talk("we sign the lease for the Brisbane office in spring")
    runs(here, talk.session_id, f'hermes chat -q "{SAID}" --resume {talk.session_id}', done=False)
    here.says(talk, SAID)

    assert here.remember(talk, DATE)["refused"] == "machine_typed"
    assert here.remember(talk, "we sign the lease for the Brisbane office")["kept"] is True


def test_the_persons_message_is_found_behind_a_machines_with_the_same_words(here):
    talk = here.talk()
    runs(here, talk.session_id, f'hermes -z "{DATE}" --resume x', done=False)
    here.says(talk, DATE)
    here.state.say(talk.session_id, "assistant", "Ok.")
    own = here.says(talk, f"I say it myself: {DATE}")

    kept = here.remember(talk, DATE)
    assert kept["source"]["locator"] == f"hermes:{talk.session_id}:{own}"


def test_nothing_is_settled_by_a_command_that_resumes_its_own_conversation(here):
    """R46 R48."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk = here.talk()
    here.inject(talk, "when does the Brisbane office lease move?")
    here.call(talk, "brain_get", id=KEY)
    answer = "it changed, the 21st is right"
    runs(here, talk.session_id, f'hermes chat -q "{answer}" --resume {talk.session_id}', done=False)
    here.says(talk, answer)
    settle = {"kind": "settle", "key": KEY, "value": "21 March 2027", "quote": answer}
    result = here.call(talk, "brain_remember", **settle)

    assert result["refused"] == "machine_typed"
    assert "Ask a person" in line_of(here)


def test_a_dispute_is_settled_right_after_an_agent_ran_other_commands(here):
    """R46: in this conversation and in another one that is still at it."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    other = here.talk("please look after the pier")
    runs(here, other.session_id, 'hermes chat -q "did it change? the 21st or the 14th"', done=False)
    talk = here.talk()
    here.inject(talk, "when does the Brisbane office lease move?")
    here.call(talk, "brain_get", id=KEY)
    runs(here, talk.session_id, "git commit -m 'it changed, the 21st is right'")
    here.state.say(talk.session_id, "assistant", "The 14th or the 21st?")
    answer = "it changed, the 21st is right"
    here.says(talk, answer)
    settle = {"kind": "settle", "key": KEY, "value": "21 March 2027", "quote": answer}
    assert here.call(talk, "brain_remember", **settle)["settled"] is True


def test_words_that_repeat_a_finished_command_are_kept(here):
    """R41: a git command, and a command line of an agent that has its result."""
    talk = here.talk("please see to it")
    runs(here, talk.session_id, f"git commit -m '{SAID}'")
    runs(here, talk.session_id, f"hermes chat -q '{SAID}'")
    here.state.say(talk.session_id, "assistant", "Done.")
    here.says(talk, SAID)
    assert here.remember(talk, DATE)["kept"] is True
    assert here.remember(here.talk(SAID), DATE)["kept"] is True


def test_nothing_is_kept_in_a_hermes_that_was_started_in_an_agents_shell(here):
    """R41: `hermes chat` in a shell that carries another conversation's mark."""
    talk = replace(here.talk(SAID), agent_mark="HERMES_SESSION_ID")
    result = here.remember(talk, DATE)

    assert result["refused"] == "machine_typed"
    assert "HERMES_SESSION_ID was set in the shell" in result["message"]


@pytest.mark.parametrize(
    ("mark", "platform", "session", "told"),
    [
        ({"HERMES_SESSION_ID": "other"}, "cli", "s1", "HERMES_SESSION_ID"),
        ({"HERMES_SESSION_ID": "s1"}, "cli", "s1", ""),
        ({"HERMES_SESSION_ID": "other"}, "telegram", "s1", ""),
        ({"CLAUDECODE": "1"}, "cli", "s1", "CLAUDECODE"),
        ({"CODEX_THREAD_ID": "t1"}, "cli", "s1", "CODEX_THREAD_ID"),
        ({"CODEX_SANDBOX": "seatbelt"}, "cli", "s1", "CODEX_SANDBOX"),
        ({"GROK_AGENT": "1"}, "cli", "s1", "GROK_AGENT"),
        ({"GROK_AGENT": "reviewer"}, "cli", "s1", ""),
        ({"AI_AGENT": "hermes-agent", "HERMES_AGENT": "true"}, "cli", "s1", ""),
        ({}, "cli", "s1", ""),
    ],
)
def test_the_shell_that_started_hermes_is_known_by_its_marks(
    monkeypatch, mark, platform, session, told
):
    """0.22 sets two of them itself, and a gateway that an agent started serves people."""
    from agent_si import provider
    from agent_si.vendor.commands import surroundings

    monkeypatch.setattr(surroundings, "_started_with", lambda: mark)
    assert provider.agent_mark(platform, session) == told


@pytest.mark.parametrize("agent", OTHERS)
@pytest.mark.parametrize(
    "command", [f'env -u CLAUDECODE hermes chat -q "{SAID}"', f"echo '{SAID}' > words.txt"]
)
def test_what_another_agent_typed_is_a_machines_too(here, command, agent):
    """R41 R58: the words stand in a call of its record, which is read only where it may be."""
    talk = asked_of_all(here)
    run_by(agent, here.user, command, at=here.state.now - 20)

    assert here.remember(talk, DATE)["refused"] == "machine_typed"
    settings.save(here.home, {"index_sessions": [a for a in AGENTS if a != agent]})
    assert here.remember(talk, DATE)["kept"] is True


@pytest.mark.parametrize("agent", OTHERS)
def test_nothing_is_settled_by_another_agent_that_resumes_the_conversation(here, agent):
    """R46 R48: `--resume`, with a few words."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk = asked_of_all(here, "when does the Brisbane office lease move?")
    here.call(talk, "brain_get", id=KEY)
    answer = "it changed, the 21st is right"
    line = f'hermes chat --resume {talk.session_id} -q "{answer}"'
    here.says(talk, answer)
    run_by(agent, here.user, line, at=here.state.now - 2)
    settle = {"kind": "settle", "key": KEY, "value": "21 March 2027", "quote": answer}

    assert here.call(talk, "brain_remember", **settle)["refused"] == "machine_typed"
    assert "Ask a person" in line_of(here)


@pytest.mark.parametrize("agent", OTHERS)
def test_what_a_person_says_after_another_agent_was_done_is_kept(here, agent):
    """R41: the call has its result; the same words are the person's own then."""
    talk = asked_of_all(here)
    run_by(
        agent, here.user, f'hermes -z "{SAID}"', at=here.state.now - 60, over=here.state.now - 30
    )
    assert here.remember(talk, DATE)["kept"] is True


def test_a_thread_that_codex_archived_right_after_tells_too(here):
    talk = asked_of_all(here)
    run_by("codex", here.user, f'hermes -z "{SAID}"', at=here.state.now - 20, archived=True)
    assert here.remember(talk, DATE)["refused"] == "machine_typed"


@pytest.mark.parametrize("agent", OTHERS)
def test_agents_are_asked_in_the_folders_that_the_environment_names(here, tmp_path, agent):
    """R41 R70: CLAUDE_CONFIG_DIR, CODEX_HOME, GROK_HOME; elsewhere nothing is looked at."""
    away = {HOMES[agent]: str(tmp_path / "away" / f".{agent}")}
    talk = replace(here.talk(SAID), others=other_folders(away, here.user))
    at = here.state.now - 20
    run_by(agent, here.user, f'hermes -z "{SAID}"', at=at)
    assert here.remember(talk, DATE)["kept"] is True
    run_by(agent, tmp_path / "away", f'hermes -z "{SAID}"', at=at)
    assert here.remember(talk, DATE)["refused"] == "machine_typed"


def test_when_the_record_is_locked_nothing_is_kept_and_it_says_so(here, monkeypatch):
    """R44: who typed it is never a guess."""
    from agent_si.vendor.recall import whose
    from agent_si.vendor.sessions.hermes_rows import NotReadable

    def locked(*_, **__):
        raise NotReadable("state.db: SQLITE_BUSY")

    talk = here.talk(SAID)
    monkeypatch.setattr(whose, "evidence_in", locked)
    assert here.remember(talk, DATE)["refused"] == "conversation_unreadable"


# -- pasted -----------------------------------------------------------------------------------


def test_a_quote_from_a_pasted_text_is_refused(here):
    """R41: a letter that says it decided something."""
    pasted(here, LETTER)
    talk = here.talk(f"what does this say?\n{LETTER}\nanswer in one line please")
    result = here.remember(talk, DATE)

    assert result["refused"] == "pasted"
    assert "pasted, not typed" in result["message"]


def test_the_same_sentence_typed_outside_the_paste_is_kept(here):
    """R41: before or behind it, in the same message."""
    pasted(here, LETTER)
    talk = here.talk(f"{LETTER}\n\nIn my own words: {DATE}, that is right.")
    kept = here.remember(talk, DATE, key=KEY, value="14 March 2027")

    assert kept["kept"] is True
    assert kept["quote"] == DATE
    shown = here.call(here.talk(), "brain_get", id=KEY)
    assert shown["claims"][0]["quote"] == DATE
    assert "quote_is" not in shown["claims"][0]


def test_the_same_sentence_typed_in_a_later_message_is_kept(here):
    pasted(here, LETTER)
    talk = here.talk(f"what does this say?\n{LETTER}")
    own = here.says(talk, f"yes, {DATE}")
    kept = here.remember(talk, DATE)
    assert kept["source"]["locator"] == f"hermes:{talk.session_id}:{own}"


def test_a_paste_that_was_changed_before_it_was_sent_is_still_a_paste(here):
    pasted(here, LETTER)
    talk = here.talk(LETTER.replace("Dear all,", "Hello,").replace("Kind regards, ", ""))
    assert here.remember(talk, DATE)["refused"] == "pasted"


def test_a_long_paste_without_a_file_is_kept_with_a_flag(here):
    """R41 R43: where nothing shows that it was pasted, the middle of a long message is a guess."""
    padding = "and the crane log says that all is quiet on the pier tonight. " * 20
    talk = here.talk(f"{padding}\n{DATE}.\n{padding}")
    kept = here.remember(talk, DATE, fact="A date stands in a text about the lease.")
    shown = here.call(here.talk(), "brain_get", id=kept["id"])
    assert shown["sources"][0]["quote_is"] == ["long_paste"]


def test_an_answer_that_holds_a_paste_settles_nothing(here):
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    talk = here.talk()
    here.inject(talk, "when does the Brisbane office lease move?")
    here.call(talk, "brain_get", id=KEY)
    pasted(here, LETTER)
    here.says(talk, f"it changed, the 21st is right\n{LETTER}")
    settle = {"kind": "settle", "key": KEY, "quote": "it changed, the 21st is right"}
    assert here.call(talk, "brain_remember", **settle)["refused"] == "pasted"


def test_a_short_paste_counts_for_the_message_that_follows_it_only(here):
    """A person who types one line that once was pasted has typed it."""
    pasted(here, DATE)
    talk = here.talk(f"see: {DATE}")
    assert here.remember(talk, DATE)["refused"] == "pasted"
    here.state.tick(3600)
    later = here.talk(f"I say it now: {DATE}")
    assert here.remember(later, DATE)["kept"] is True


def test_a_person_who_pasted_one_line_and_then_says_it_has_said_it(here):
    """A short paste belongs to the message that was sent with it, not to the next one."""
    pasted(here, DATE)
    talk = here.talk(f"is this right? {DATE}")
    assert here.remember(talk, DATE)["refused"] == "pasted"
    own = here.says(talk, f"yes, I say so myself: {DATE}")
    kept = here.remember(talk, DATE)
    assert kept["source"]["locator"] == f"hermes:{talk.session_id}:{own}"


def test_a_broken_pastes_folder_stops_nothing(here):
    (here.home / "pastes").mkdir()
    (here.home / "pastes" / "paste_1_101010.txt").write_bytes(b"\xff\xfe\x00" * 10)
    (here.home / "pastes" / "paste_2_101010.txt").symlink_to("/dev/zero")
    (here.home / "pastes" / "paste_3_101010.txt").mkdir()
    assert here.remember(here.talk(SAID), DATE)["kept"] is True


# -- taken back -------------------------------------------------------------------------------


def kept_row(here):
    """The talk and the row of a kept date."""
    talk, kept = here.keep_date("14 March 2027", 0)
    assert hits.TAKEN_BACK not in line_of(here)
    return talk, int(kept["source"]["locator"].rsplit(":", 1)[1])


def test_a_message_that_was_undone_marks_its_fact_wherever_it_is_shown(here):
    """R41 R45: the line, the hit, brain_get, show and the block."""
    talk, row = kept_row(here)
    here.state.undo(talk.session_id, row)

    hit = here.recall("Brisbane office lease")[0]
    assert hits.TAKEN_BACK in hit.marks
    assert hits.TAKEN_BACK in hit.line
    got = here.call(here.talk(), "brain_get", id=KEY)
    assert hits.TAKEN_BACK in got["line"]
    assert got["claims"][0]["source"]["mark"] == hits.TAKEN_BACK
    source = here.call(here.talk(), "brain_get", id=got["claims"][0]["id"])
    assert hits.TAKEN_BACK in json.dumps(source)
    assert hits.TAKEN_BACK in here.block("when does the Brisbane office lease move?").text


def test_a_note_and_its_source_are_marked_too(here):
    talk = here.talk("in winter we close the sluice gate at four every day")
    kept = here.remember(talk, "we close the sluice gate at four", fact="Winter: gate at 16:00.")
    here.state.undo(talk.session_id, 1)

    assert hits.TAKEN_BACK in here.recall("sluice gate")[0].line
    got = here.call(here.talk(), "brain_get", id=kept["id"])
    assert got["sources"][0]["mark"] == hits.TAKEN_BACK


def test_in_a_dispute_the_side_that_was_taken_back_is_marked(here):
    talk, row = kept_row(here)
    here.keep_date("21 March 2027", 3)
    here.state.undo(talk.session_id, row)

    before, after = line_of(here).split(" or ")
    assert "21 March 2027" in before
    assert hits.TAKEN_BACK not in before
    assert hits.TAKEN_BACK in after


def test_a_value_that_another_message_still_carries_is_not_marked(here):
    talk, row = kept_row(here)
    here.keep_date("14 March 2027", 3)
    here.state.undo(talk.session_id, row)
    assert hits.TAKEN_BACK not in line_of(here)
    claims = here.call(here.talk(), "brain_get", id=KEY)["claims"]
    assert [claim["source"].get("mark") for claim in claims] == [hits.TAKEN_BACK, None]


def test_a_deleted_row_is_taken_back_and_a_renumbered_one_is_not(here):
    talk, _ = kept_row(here)
    here.state.renumber(talk.session_id)
    assert hits.TAKEN_BACK not in line_of(here)
    here.state.db.execute("DELETE FROM messages WHERE session_id = ?", (talk.session_id,))
    assert hits.TAKEN_BACK in line_of(here)


@pytest.mark.parametrize("times", [True, False])
def test_compression_takes_nothing_back_and_undo_behind_it_does(here, times):
    """In place, and into a child session."""
    talk, _ = kept_row(here)
    here.state.compact(talk.session_id, kept=4)
    assert hits.TAKEN_BACK not in line_of(here)
    here.state.split(talk.session_id, "child", kept=4, keep_times=times)
    assert hits.TAKEN_BACK not in line_of(here)
    here.state.undo("child", 1)
    assert hits.TAKEN_BACK in line_of(here)


def test_undoing_the_copy_that_compression_wrote_takes_the_message_back(here):
    """The original stays as one that was summarised; the newest copy is what a person undoes."""
    talk, _ = kept_row(here)
    here.state.compact(talk.session_id, kept=4)
    here.state.undo(talk.session_id, 1)
    assert hits.TAKEN_BACK in line_of(here)


def test_a_deleted_conversation_is_taken_back_once_the_index_saw_it_go(here):
    """Nothing else tells a deleted session from one that was never here."""
    talk, _ = kept_row(here)
    here.talk("something else entirely for the index")
    here.refresh()
    here.state.delete(talk.session_id)
    assert hits.TAKEN_BACK not in line_of(here)
    here.refresh()
    assert hits.TAKEN_BACK in line_of(here)
    here.refresh()
    assert hits.TAKEN_BACK in line_of(here)


def ended(here, talk):
    """The host ends a conversation; every one that is pruned has ended."""
    here.state.update("sessions", talk.session_id, ended_at=here.state.tick())


def pruned(here, *talks, by_itself=True):
    """The host removes sessions by their age, as both hosts do: rows, and when it ran."""
    for talk in talks:
        here.state.delete(talk.session_id)
    if by_itself:
        here.state.db.execute("CREATE TABLE IF NOT EXISTS state_meta (key PRIMARY KEY, value)")
        values = ("last_auto_prune", str(here.state.now))
        here.state.db.execute("INSERT OR REPLACE INTO state_meta VALUES (?, ?)", values)
    here.state.tick()


@pytest.mark.parametrize("by_itself", [True, False])
def test_what_the_host_removed_by_its_age_was_not_taken_back(here, by_itself):
    """R41: 0.22 does so after 90 days by itself; both do it when they are asked to."""
    talk, _ = kept_row(here)
    ended(here, talk)
    here.state.tick((80 if by_itself else 91) * 86_400)
    here.talk("something else entirely for the index")
    here.refresh()
    pruned(here, talk, by_itself=by_itself)
    here.refresh()
    assert hits.TAKEN_BACK not in line_of(here)


def test_a_session_that_a_person_deleted_is_taken_back_where_older_ones_stayed(here):
    """R41: a prune by age would have removed those first; it ran the same day."""
    ended(here, here.talk("an older conversation about the crane"))
    talk, _ = kept_row(here)
    ended(here, talk)
    here.talk("something else entirely for the index")
    here.refresh()
    pruned(here, talk)
    here.refresh()
    assert hits.TAKEN_BACK in line_of(here)


def test_a_session_that_was_there_after_the_last_prune_was_deleted_by_a_person(here):
    talk, _ = kept_row(here)
    ended(here, talk)
    here.talk("something else entirely for the index")
    pruned(here)
    here.state.tick(3600)
    here.refresh()
    here.state.delete(talk.session_id)
    here.refresh()
    assert hits.TAKEN_BACK in line_of(here)


def test_an_archived_session_was_not_taken_back(here):
    talk, _ = kept_row(here)
    here.state.update("sessions", talk.session_id, archived=1, auto_archived=1)
    here.refresh()
    assert hits.TAKEN_BACK not in line_of(here)


def test_a_brain_that_came_from_another_machine_is_not_marked(here, tmp_path):
    kept_row(here)
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other", principal="Alex", index_sessions=True)
    shutil.rmtree(other.home / "agent-si" / "brain")
    shutil.copytree(here.home / "agent-si" / "brain", other.home / "agent-si" / "brain")
    other.talk("hello there my old friend")
    other.refresh()
    assert hits.TAKEN_BACK not in line_of(other)


def test_where_the_record_cannot_be_read_there_is_no_mark(here):
    talk, row = kept_row(here)
    here.state.undo(talk.session_id, row)
    here.state.path.rename(here.state.path.with_name("away.db"))
    assert hits.TAKEN_BACK not in line_of(here)
