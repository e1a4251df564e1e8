"""`si: …`, typed in a chat by somebody who has no terminal: shown, kept, forgotten, undone."""

import json
import os
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from agent_si.vendor.recall import typed_line, waiting
from agent_si.vendor.recall.conversation import Conversation
from agent_si.vendor.recall.typed_by import MACHINE, NOT_OWNER, SHARED
from agent_si.vendor.sessions import record
from agent_si.vendor.text import ids
from agent_si.vendor.text.typed_line import line_of
from world import KEY, World

WIFI = "office.wifi.name"
OWN = "telegram:77"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex")


@pytest.fixture
def talk(here):
    """A conversation in which the person has said hello."""
    return here.talk("hello there my old friend")


def typed(here, talk, text):
    """A turn with a typed line as a host runs it: the answer, then the rows."""
    answer = typed_line.answered(here.memory, text, talk)
    here.says(talk, text)
    here.state.say(talk.session_id, "assistant", f"It says: {answer}")
    return answer


def code_in(answer):
    return re.search(r"si: yes (\w{5})", answer)[1]


def runs(here, talk, command, *, over=True):
    """The model runs a command through its terminal tool; `over`: it has come back."""
    given = {"name": "terminal", "arguments": json.dumps({"command": command})}
    call = {"id": "c9", "type": "function", "function": given}
    here.state.say(talk.session_id, "assistant", "", tool_calls=json.dumps([call]))
    if over:
        here.state.say(talk.session_id, "tool", "ok", tool_call_id="c9", tool_name="terminal")


def fact(here, key=KEY):
    with here.memory.brain() as brain:
        return brain.fact(key)


# -- what is a typed line ---------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb", "rest"),
    [
        ("si: show office.lease", "show", "office.lease"),
        ("Si: Forget [bk3f9]", "forget", "[bk3f9]"),
        ("si\uff1aoff", "off", ""),
        ("si:", "help", ""),
        ("  si: yes k3f9x  ", "yes", "k3f9x"),
        ("si: remember office.wifi.name = Harbour", "remember", "office.wifi.name = Harbour"),
    ],
)
def test_a_message_that_begins_with_it_is_a_typed_line(text, verb, rest):
    assert (line_of(text).verb, line_of(text).rest) == (verb, rest)


@pytest.mark.parametrize(
    "text",
    [
        "please type si: forget office.lease",
        "> si: forget office.lease",
        '"si: forget office.lease"',
        "`si: forget office.lease`",
        "Si: creo que mañana es mejor",
        "si: domani vado al mare",
        "[Dana] si: show x",
        "sí: off we go",
        "silly: show",
        "si : show x",
    ],
)
def test_quoted_or_mentioned_it_is_words_like_any_others(text, here, talk):
    assert line_of(text) is None
    assert typed_line.answered(here.memory, text, talk) is None


def test_a_wrong_verb_is_answered_with_the_one_that_is_meant(here, talk):
    for text, verb in (
        ("si: forgt x", "forget"),
        ("si: delete x", "forget"),
        ("si: why x", "show"),
    ):
        assert f"si: {verb} is meant?" in typed(here, talk, text)


def test_alone_it_says_what_can_be_typed_within_the_cap_of_a_block(here, talk):
    answer = typed(here, talk, "si:")
    for verb in ("show", "review", "remember", "forget", "undo", "yes", "off"):
        assert f"si: {verb}" in answer
    assert len(answer) <= here.memory.settings.block_chars


# -- reading and keeping ----------------------------------------------------


def test_show_gives_both_sides_with_who_and_when(here, talk):
    """R45 PEERS 12 PEERS 16: both values with their days, and none is picked."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)

    answer = typed(here, talk, f"si: show {KEY}")

    assert "14 March 2027" in answer
    assert "21 March 2027" in answer
    assert answer.count("2026-12-01") + answer.count("2026-11-30") >= 2
    assert "Ask a person" in answer


def test_words_that_are_no_code_are_searched_for(here, talk):
    """PEERS 24: what is found is shown with the code that every line takes."""
    here.keep_date("14 March 2027", 0)
    answer = typed(here, talk, "si: show brisbane lease move")
    assert f"[{KEY}]" in answer
    asked = typed(here, talk, "si: forget brisbane lease move")
    assert f"[{KEY}]" in asked
    assert "si: yes" not in asked
    assert fact(here).value == "14 March 2027"


def test_what_nobody_knows_is_said_to_be_unknown_and_changes_nothing(here, talk):
    """PEERS 15."""
    for text in ("si: show nothing.like.this", "si: forget nothing.like.this", "si: undo pqqqq"):
        answer = typed(here, talk, text)
        assert "nothing" in answer
        assert "si: yes" not in answer


def test_a_note_a_message_and_a_session_are_shown_in_short(here, talk):
    """The quote is the person's, what the agent wrote is marked."""
    said = here.talk("we always water the ficus on friday mornings here")
    kept = here.remember(said, "we always water the ficus on friday", fact="Fridays: the ficus.")
    here.refresh()
    note = typed(here, talk, f"si: show {kept['id']}")
    assert "agent-written: Fridays: the ficus." in note
    assert "you: “we always water the ficus on friday”" in note
    with here.memory.index() as index:
        session = index.find(record_session(said))
        message = index.messages(session.id, 0, 5)[0]
    assert "on friday mornings here" in typed(here, talk, f"si: show {message.id[:9]}")
    assert "on friday mornings here" in typed(here, talk, f"si: show {session.id}")


def test_nothing_to_undo_is_said_with_what_could_be(here, talk):
    assert "say what to undo" in typed(here, talk, "si: undo")


def test_remember_keeps_the_persons_own_statement_with_its_road(here, talk):
    answer = typed(here, talk, f"si: remember {WIFI} = Harbour")

    assert "- kept\n" in answer
    assert fact(here, WIFI).value == "Harbour"
    with here.memory.brain() as brain:
        (act,) = [act for act in brain.acts() if act.via == "typed"]
        assert act.agent == "person"
        assert brain.check() == []
    source = fact(here, WIFI).claims[0].source
    assert source.author == "principal"


def test_where_the_host_has_written_the_line_down_it_is_the_source(here, talk):
    """The quote is what was typed, letter for letter, and its address leads to the message."""
    row = here.says(talk, f"si: remember {WIFI} = Harbour Two")
    answer = typed_line.answered(here.memory, f"si: remember {WIFI} = Harbour Two", talk)

    assert "- kept\n" in answer
    source = fact(here, WIFI).claims[0].source
    assert source.locator == f"hermes:{talk.session_id}:{row}"
    assert source.text == f"si: remember {WIFI} = Harbour Two"
    assert fact(here, WIFI).claims[0].quote == f"{WIFI} = Harbour Two"
    with here.memory.brain() as brain:
        assert brain.check() == []
    assert "taken back" not in typed(here, talk, f"si: show {WIFI}")


def test_a_statement_that_differs_makes_the_fact_disputed_and_says_so(here, talk):
    """PEERS 14."""
    here.keep_date("14 March 2027", 0)
    answer = typed(here, talk, f"si: remember {KEY} = 21 March 2027")
    assert "disputed" in answer
    assert fact(here).disputed


@pytest.mark.parametrize(
    "text", ["si: remember", "si: remember office.wifi.name", "si: remember = x"]
)
def test_half_a_statement_is_answered_with_the_form(text, here, talk):
    assert "KEY = VALUE" in typed(here, talk, text)


def test_a_statement_about_oneself_needs_no_quote(here, talk):
    """No model stands between: the attribution rule is for what models write."""
    answer = typed(here, talk, "si: remember alex.tea = Alex prefers green tea")
    assert "- kept\n" in answer, answer


def test_a_credential_is_not_kept(here, talk):
    value = "".join(("gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"))
    answer = typed(here, talk, f"si: remember deploy.token = {value}")
    assert "- kept\n" not in answer
    assert value not in answer
    assert fact(here, "deploy.token") is None


def test_a_value_that_its_key_names_as_a_credential_is_not_kept(here, talk):
    value = "".join(("hun", "ter", "22", "xQ7"))
    answer = typed(here, talk, f"si: remember office.wifi.password = {value}")
    assert "looks like a credential" in answer, answer
    assert fact(here, "office.wifi.password") is None


def test_review_counts_what_needs_the_person(here, talk):
    assert "nothing needs you" in typed(here, talk, "si: review")
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    answer = typed(here, talk, "si: review")
    assert "1 disputed" in answer
    assert KEY in answer


# -- what acts for good -----------------------------------------------------


def test_forget_shows_what_would_go_and_does_it_with_the_code(here, talk):
    """PEERS 33: gone from the brain, the index and what a turn gets."""
    here.keep_date("14 March 2027", 0)
    here.refresh()
    assert here.recall("brisbane office lease landlord")

    asked = typed(here, talk, f"si: forget {KEY}")
    assert "nothing is done yet" in asked
    assert fact(here) is not None
    done = typed(here, talk, f"si: yes {code_in(asked)}")

    assert "forgotten: " in done
    assert fact(here) is None
    here.refresh()
    assert here.recall("brisbane office lease landlord") == ()
    with here.memory.brain() as brain:
        assert [act.via for act in brain.acts() if "redact" in act.what] == ["typed"]
        assert brain.check() == []


def test_undo_opens_a_settled_fact_again_with_the_code(here, talk):
    """PEERS 66: the same two values stand as before the settlement."""
    here.keep_date("14 March 2027", 0)
    here.keep_date("21 March 2027", 1)
    before = [claim.value for claim in fact(here).values()]
    other = here.talk()
    here.call(other, "brain_get", id=KEY)
    here.says(other, "it changed, the 21st is right")
    assert here.call(other, "brain_remember", kind="settle", key=KEY, value="21 March 2027",
                     quote="it changed, the 21st is right")["settled"]  # fmt: skip
    assert not fact(here).disputed

    asked = typed(here, talk, f"si: undo {KEY}")
    assert not fact(here).disputed
    done = typed(here, talk, f"si: yes {code_in(asked).upper()}")

    assert "undone" in done
    assert fact(here).disputed
    assert [claim.value for claim in fact(here).values()] == before


def test_a_wrong_code_changes_nothing_and_three_of_them_end_it(here, talk):
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    for wrong in ("zzzzz", "", "00000"):
        assert "confirms nothing" in typed(here, talk, f"si: yes {wrong}")
    assert "confirms nothing" in typed(here, talk, f"si: yes {code}")
    assert fact(here) is not None


def test_a_late_code_changes_nothing_and_nothing_of_it_stays(here, talk):
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    here.clock.now += timedelta(seconds=waiting.SECONDS + 1)
    assert "confirms nothing" in typed(here, talk, f"si: yes {code}")
    assert fact(here) is not None
    assert list((here.memory.settings.folder / waiting.FOLDER).iterdir()) == []


def test_a_code_is_good_once_and_only_where_it_was_shown(here, talk):
    here.keep_date("14 March 2027", 0)
    typed(here, talk, f"si: remember {WIFI} = Harbour")
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    elsewhere = here.talk("hello again from another place")
    assert "confirms nothing" in typed(here, elsewhere, f"si: yes {code}")
    assert "forgotten" in typed(here, talk, f"si: yes {code}")
    assert "confirms nothing" in typed(here, talk, f"si: yes {code}")
    assert fact(here, WIFI).value == "Harbour"


def test_a_code_does_what_was_shown_and_no_more(here, talk):
    """More was said under the key meanwhile: it is shown again with another code."""
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    here.keep_date("21 March 2027", 0)
    again = typed(here, talk, f"si: yes {code}")
    assert "no longer what was shown" in again
    assert fact(here) is not None
    assert "forgotten" in typed(here, talk, f"si: yes {code_in(again)}")
    assert fact(here) is None


def test_what_waits_holds_no_code_and_no_words_and_is_the_owners_alone(here, talk):
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    (file,) = (here.memory.settings.folder / waiting.FOLDER).iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert code not in file.read_text("utf-8")
    assert "March" not in file.read_text("utf-8")


# -- who may ----------------------------------------------------------------


def test_in_a_group_and_for_another_account_nothing_is_done(here):
    """PEERS 35: nor is anything shown."""
    here.keep_date("14 March 2027", 0)
    group = Conversation("g", "telegram", "77", chat_id="-1", chat_type="group")
    other = Conversation("d", "telegram", "5", chat_id="5", chat_type="dm")
    for place, why in ((group, SHARED), (other, NOT_OWNER)):
        for text in (f"si: show {KEY}", f"si: forget {KEY}", "si: review", "si: yes abcde", "si:"):
            said = f"[Dana] {text}" if place is group else text
            answer = typed_line.answered(here.memory, said, place)
            assert why in answer
            assert "March" not in answer


def test_the_owners_own_direct_chat_is_theirs(here):
    with here.memory.brain(readonly=False) as brain:
        toml = brain.policy_text()
        named = toml.replace("[brain]\n", f'[brain]\nprincipal_ids = ["{OWN}"]\n', 1)
        brain.policy_path.write_text(named, encoding="utf-8")
        brain.apply_config()
    chat = Conversation("d", "telegram", "77", chat_id="77", chat_type="dm")
    here.state.session("d", source="telegram", user_id="77")
    forwarded = f"[Dana] si: remember {WIFI} = Harbour"
    assert typed_line.answered(here.memory, forwarded, chat) is None
    answer = typed_line.answered(here.memory, f"si: remember {WIFI} = Harbour", chat)
    assert "- kept\n" in answer, answer
    assert WIFI in typed_line.answered(here.memory, f"si: show {WIFI}", chat)


def test_a_scheduled_run_types_nothing(here):
    run = Conversation("c", "cron", primary=False)
    assert "no person" in typed_line.answered(here.memory, "si: review", run)


def test_in_a_hermes_that_an_agent_started_nothing_is_done(here, talk):
    """R46 PEERS 29."""
    nested = replace(talk, agent_mark="HERMES_SESSION_ID")
    assert MACHINE in typed_line.answered(here.memory, "si: review", nested)


@pytest.mark.parametrize(
    "command",
    [
        'hermes chat -q "si: forget {key}"',
        "env -u HERMES_SESSION_ID hermes -z 'si: forget {key}'",
        "printf 'si: forget %s' {key} | tee line.txt; : si: forget {key}",
    ],
)
def test_what_stands_in_an_agents_command_is_no_persons_line(command, here, talk):
    """R46 PEERS 29: the model has no road to it, with the mark taken away too."""
    here.keep_date("14 March 2027", 0)
    at_work = here.talk("please tidy the memory up for me")
    runs(here, at_work, command.format(key=KEY))
    answer = typed_line.answered(here.memory, f"si: forget {KEY}", talk)
    assert MACHINE in answer
    assert "si: yes" not in answer


def test_a_code_that_stands_in_a_command_confirms_nothing(here, talk):
    """The model reads the code in its own context; typed by its command it is refused."""
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    runs(here, talk, f"python3 go.py {code}")
    assert MACHINE in typed_line.answered(here.memory, f"si: yes {code}", talk)
    assert fact(here) is not None


def test_nobody_types_while_the_conversations_own_command_runs(here, talk):
    here.keep_date("14 March 2027", 0)
    code = code_in(typed(here, talk, f"si: forget {KEY}"))
    runs(here, talk, "sh hidden.sh", over=False)
    assert MACHINE in typed_line.answered(here.memory, f"si: yes {code}", talk)
    here.state.say(talk.session_id, "assistant", "That is done.")
    assert "forgotten" in typed_line.answered(here.memory, f"si: yes {code}", talk)


def test_a_search_for_the_same_words_is_no_command(here, talk):
    """A model that looked the person's line up does not shut them out."""
    here.keep_date("14 March 2027", 0)
    here.call(talk, "brain_search", query=f"si: show {KEY}")
    assert KEY in typed(here, talk, f"si: show {KEY}")


def test_a_pasted_line_does_nothing(here, talk):
    pastes = here.home / "pastes"
    pastes.mkdir()
    text = f"si: forget {KEY}"
    (pastes / "paste_1_120000.txt").write_text(text, encoding="utf-8")
    os.utime(pastes / "paste_1_120000.txt", (here.state.now, here.state.now))
    assert "pasted" in typed_line.answered(here.memory, text, talk)


def test_with_more_text_below_it_nothing_is_done(here, talk):
    here.keep_date("14 March 2027", 0)
    answer = typed(here, talk, f"si: forget {KEY}\nand then what the letter said")
    assert "stands alone" in answer
    assert "si: yes" not in answer


# -- never indexed, recalled or quoted --------------------------------------


def test_typed_lines_and_their_answers_are_not_indexed(here, talk):
    """What the answer shows is not found again, also where it was then forgotten."""
    here.keep_date("14 March 2027", 0)
    typed(here, talk, f"si: show {KEY}")
    here.says(talk, "thanks, and the parcel comes on Tuesday afternoon")
    here.state.say(talk.session_id, "assistant", "Noted: the parcel comes on Tuesday.")
    here.refresh()

    with here.memory.index() as index:
        session = index.find(record_session(talk))
        texts = [message.text for message in index.messages(session.id, 0, 50)]
    assert not any("si:" in text or "It says" in text for text in texts)
    assert any("parcel" in text for text in texts)


def record_session(talk):
    return ids.session_id(record.locator("hermes", talk.session_id))


def test_a_typed_line_is_never_quotable(here, talk):
    typed(here, talk, "si: remember office.wifi.name = the Harbour network is the right one")
    result = here.remember(talk, "the Harbour network is the right one")
    assert result["kept"] is False


def test_off_is_the_marker_in_every_history(here, talk):
    """As `#off-record`: rows, in a transcript older than we are and of another agent too."""
    here.says(talk, "si: off")
    here.says(talk, "the rash on my arm is worse since Thursday")
    here.claude("si: off", "Ok.", "the rash on my leg is worse since Friday", "Ok.")
    here.refresh()
    assert here.recall("rash arm leg worse") == ()
    assert here.block("how is the rash on my arm", talk).text == ""
    assert "off the record" in here.remember(talk, "the rash on my arm is worse")["message"]
    here.says(talk, "#on-record")
    here.says(talk, "the parcel with the lamps comes on Tuesday")
    here.refresh()
    assert here.recall("parcel lamps Tuesday")


def test_off_the_record_nothing_is_kept_by_a_typed_line_either(here, talk):
    assert "off the record" in typed(here, talk, "si: off")
    assert "off the record" in typed(here, talk, f"si: remember {WIFI} = Harbour")
    assert fact(here, WIFI) is None


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("how", ["compact", "split", "branch"])
@pytest.mark.parametrize(("kept", "more"), [(1, False), (2, False), (2, True), (3, True)])
def test_a_copy_of_an_answer_is_not_indexed_either(before, how, kept, more, here, talk):
    """Compression writes the tail anew, and it may begin behind the typed line."""
    here.keep_date("14 March 2027", 0)
    here.says(talk, "the crane inspection is on a Tuesday this month")
    typed(here, talk, f"si: show {KEY}")
    if more:
        here.says(talk, "thanks, that is all for the moment my friend")
    if before:
        here.refresh()
    if how == "compact":
        here.state.compact(talk.session_id, kept=kept)
    elif how == "split":
        here.state.split(talk.session_id, "child", kept=kept)
    else:
        here.state.branch(talk.session_id, "child")
    here.refresh()

    with here.memory.index() as index:
        held = [m.text for name in (talk.session_id, "child") for m in _messages(index, name)]
    assert not any("si:" in text or "It says" in text for text in held), held
    assert any("crane" in text for text in held)


def _messages(index, name):
    session = index.find(ids.session_id(record.locator("hermes", name)))
    return index.messages(session.id, 0, 50) if session else ()
