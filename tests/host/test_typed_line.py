"""`si: …` on a real Hermes: delivered raw, answered in the block of its turn, no machine's."""

import re

from host_people import chat, command, indexed, said
from host_stories import KEY, ours, shown, turn
from scripted_model import say, tool

WIFI = "office.wifi.name"
OWN = f"si: remember {WIFI} = Harbour"


def test_a_person_forgets_in_a_chat_with_the_code_that_was_shown(kept, model):
    """R46 PEERS 33: shown first, done by a second line, in another process of the same chat."""
    first, asked = turn(kept, model, f"si: forget {KEY}")
    told = asked[0].injected
    code = re.search(r"nothing is done yet; .* si: yes (\w{5})", told)
    assert code, told
    assert shown(kept)["value"] == "14 March 2027"

    _, asked = turn(kept, model, f"si: yes {code[1]}", resume=first.session)

    assert "forgotten: " in asked[0].injected, asked[0].injected
    assert ours(kept, "show", KEY, "--json").returncode != 0
    assert ours(kept, "check").returncode == 0
    assert "14 March" not in ours(kept, "search", "Brisbane office lease moves").stdout
    assert not [text for text in indexed(kept) if "si:" in text]


def test_what_a_model_types_through_its_own_terminal_is_refused(kept, model):
    """R46 PEERS 29: with the marks of its shell and without them, the code included."""
    first, asked = turn(kept, model, f"si: forget {KEY}")
    code = re.search(r"si: yes (\w{5})", asked[0].injected)[1]
    hermes = command(kept)
    bare = f"env -u HERMES_SESSION_ID -u HERMES_AGENT -u AI_AGENT {hermes}"
    _, asked = turn(
        kept,
        model,
        "please go on with the list",
        tool("terminal", command=f'{hermes} chat -q "{OWN}" -Q'),
        say("Nested one."),
        tool("terminal", command=f"{bare} chat -q 'si: yes {code}' -Q --resume {first.session}"),
        say("Nested two."),
    )

    nested = [one.injected for one in asked if "si: line" in one.injected]
    assert len(nested) == 2, [one.injected for one in asked]
    assert all("typed by an agent's command" in told for told in nested), nested
    assert shown(kept)["value"] == "14 March 2027"
    assert ours(kept, "show", WIFI, "--json").returncode != 0


def test_each_line_is_answered_where_it_is_typed_and_other_people_are_refused(kept, host, model):
    """PEERS 35: one process, the owner's chat and somebody else's on a platform."""
    model.then(*(say("Done.") for _ in range(6)))
    before = len(model.asked)
    kept.converse(
        [
            OWN,
            f"si: show {WIFI}",
            "si:",
            "Si: creo que mañana es mejor",
            chat(kept, "dana", "777", "Dana", "777", "dm"),
            said(host, f"si: show {KEY}"),
        ]
    )
    told = [one.injected for one in model.asked[before:]]

    assert "kept" in told[0], told
    assert "Harbour" in told[0], told
    assert "Harbour" in told[1], told
    assert "si: remember KEY = VALUE" in told[2], told
    assert told[3] == "", told
    assert "only the owner of this memory" in told[4], told
    assert "March" not in told[4]
    (claim,) = shown(kept, WIFI)["claims"]
    assert claim["value"] == "Harbour"
    assert claim["quote"] == f"{WIFI} = Harbour"
    assert claim["source"]["said_by"] == "you"
