"""`hermes agent-si index` on a real Hermes: its flags, its figures and its exit codes arrive."""

import json

from session_fixtures import ClaudeFile


def test_the_index_is_read_and_dropped_from_the_hosts_own_command_line(alex):
    """What is read before the first conversation is there for it."""
    ClaudeFile(alex.user / ".claude").prompt("The walnut hedge in Perth needs pruning.")

    told = alex.hermes("agent-si", "index", "--dry-run")
    read = alex.hermes("agent-si", "index", "--json")
    found = alex.hermes("agent-si", "search", "walnut", "hedge", "--agent", "claude")
    off = alex.hermes("agent-si", "index", "--agent", "copilot")
    drop = alex.hermes("agent-si", "index", "--drop")

    assert "claude code       1 session" in told.text
    assert read.code == 0, read.text
    assert json.loads(read.out.strip().splitlines()[-1])["finished"] is True
    assert "walnut hedge" in found.text
    assert off.code == 2, off.text
    assert "known are hermes" in off.text
    assert drop.code == 2, drop.text
    assert "person's decision" in drop.text
