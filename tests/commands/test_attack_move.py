"""What a stranger can put into an export whose hashes all hold, and what `brain import` says."""

import json
import re
import uuid
from dataclasses import replace

import pytest
from agent_si.vendor.brain import log, moved, packet
from at_terminal import Person, agrees, run
from world import KEY


def test_a_brain_that_names_no_principal_is_not_taken_for_ones_own(tmp_path, laptop, desktop):
    """R68: an export without its policy brings "the principal's own words" of nobody knows whom."""
    laptop.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 1)
    kept = [each for each in laptop.record().entries if '"apply_config"' not in each.body]
    file = forged(kept, tmp_path / "brain.jsonl")
    code, out = run(desktop, "brain", "import", file, person=Person())
    assert code == 2
    assert "it is the brain of a person whom it does not name, and here" in out
    agrees(desktop, "brain", "import", file, "--same-person")


def forged(kept, file):
    """An export of these entries with hashes that hold, as a stranger can write it."""
    entries, previous, text = [], log.GENESIS, 1
    for number, each in enumerate(kept, 1):
        previous = log.chained(previous, each.body)
        entries.append(replace(moved.numbered(each, number, text), hash=previous))
        text += len(each.texts)
    file.write_text("".join(moved.lines(moved.Moved(tuple(entries)))))
    return file


HOSTILE = {
    "agent is a number": {"agent": 5},
    "no road": {"via": None},
    "emptied is a text": {"emptied": "abc"},
    "emptied is no hash": {"emptied": ["zz"]},
    "an operation is a text": {"ops": ["x"]},
    "an operation has no name": {"ops": [{}]},
    "forgets nothing named": {"ops": [{"op": "redact"}]},
    "forgets what is no id": {"ops": [{"op": "redact", "targets": [{}]}]},
    "a policy is a number": {"ops": [{"op": "apply_config", "toml": 5}]},
    "a policy is missing": {"ops": [{"op": "apply_config"}]},
    "cites a number": {"ops": [{"op": "claim", "key": KEY, "citations": 5}]},
    "cites a text": {"ops": [{"op": "claim", "key": KEY, "citations": ["q"]}]},
    "cites no source": {"ops": [{"op": "claim", "key": KEY, "citations": [{"source": {}}]}]},
}
ODD = {
    "undoes nothing named": {"ops": [{"op": "undo"}]},
    "undoes a number": {"ops": [{"op": "undo", "packet": 5}]},
    "shares nothing named": {"ops": [{"op": "share_key"}]},
    "links what is no id": {"ops": [{"op": "link", "from": 1, "to": [], "relation": {}}]},
    "an operation of the future": {"ops": [{"op": "future", "a": 1}]},
    "an agent that paints the screen": {"agent": "zz\x1b[31m"},
}


def with_one_more(world, change, file):
    """The export of a world, and one packet more that nobody wrote with our commands."""
    entries = list(world.record().entries)
    ident = uuid.UUID(int=7)
    sealed = json.loads(entries[-1].body) | {"id": str(ident), "ops": []} | change
    odd = replace(entries[-1], id=ident.bytes, body=packet.canonical(sealed), texts=())
    return forged([*entries, odd], file)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_forged_packet_of_wrong_types_is_named_by_its_line(laptop, desktop, tmp_path, what):
    """The hashes of an export prove no author: whoever writes a file can make them hold."""
    laptop.keep_date("14 March 2027", 0)
    file = with_one_more(laptop, HOSTILE[what], tmp_path / "brain.jsonl")
    before = desktop.record()
    code, out = run(desktop, "brain", "import", file, person=Person())
    assert code == 2
    assert re.search(r"line \d+ is no packet of an exported brain", out)
    assert desktop.record() == before


@pytest.mark.parametrize("what", ODD)
def test_a_forged_packet_that_no_rule_passes_is_left_out(laptop, desktop, tmp_path, what):
    laptop.keep_date("14 March 2027", 0)
    desktop.keep_date("21 March 2027", 1)
    file = with_one_more(laptop, ODD[what], tmp_path / "brain.jsonl")
    code, out = run(desktop, "brain", "import", file, person=Person())
    assert code == 1
    assert re.search(r"Left out: packet \d+ \(", out)
    assert "\x1b" not in out
    assert run(desktop, "check")[0] == 0
    assert desktop.fact().disputed, "and the rest came"
