"""Packets that a person writes into a file: what is read, and what each mistake is told."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from agent_si.vendor.brain import packet_file
from agent_si.vendor.brain.packet_file import PacketFileError

NOW = datetime(2026, 5, 1, tzinfo=UTC)
CLAIM = {
    "op": "claim",
    "key": "office.colour",
    "value": "green",
    "statement": "The office is green.",
    "citations": [{"source": "@0"}],
}
SOURCE = {"op": "add_source", "kind": "url", "author": "unknown", "locator": "url:example"}
ONE = {"agent": "codex", "ops": [SOURCE, CLAIM]}


def read(text):
    """The packets of a file, as the command that submits them reads it."""
    found = packet_file.read(text)
    for written in found:
        road = replace(written.packet, via=written.packet.via or "tool")
        packet_file.shaped(replace(written, packet=road), NOW)
    return found


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(ONE),
        json.dumps([ONE, ONE], indent=2),
        json.dumps(ONE) + "\n\n" + json.dumps(ONE) + "\n",
        json.dumps(ONE, indent=1) + "\n" + json.dumps([ONE]),
        "\ufeff" + json.dumps(ONE),
        json.dumps(ONE).replace(",", ",\r\n"),
    ],
)
def test_one_packet_a_list_and_a_packet_a_line_are_read_alike(text):
    found = read(text)
    assert [written.number for written in found] == list(range(1, text.count("add_source") + 1))
    for written in found:
        assert written.packet.agent == "codex"
        assert written.packet.ops == (SOURCE, CLAIM)
        assert (written.packet.id, written.packet.at, written.packet.via) == ("", "", "")


def test_a_packet_knows_its_line_and_those_of_its_operations():
    text = json.dumps(ONE) + "\n\n" + json.dumps({"reason": "x", **ONE}, indent=1)
    first, second = packet_file.read(text)
    lines = text.splitlines()
    assert (first.line, first.op_lines) == (1, (1, 1))
    assert second.line == 3
    assert second.op_lines[0] == 7
    assert [lines[line - 1].strip() for line in second.op_lines] == ["{", "{"]
    assert '"op": "claim"' in lines[second.op_lines[1]]


def without(name):
    return {key: value for key, value in ONE.items() if key != name}


def op(number, **changes):
    ops = [dict(SOURCE), dict(CLAIM)]
    ops[number] |= changes
    return ONE | {"ops": ops}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "line 1: it holds no packet"),
        (" \n", "it holds no packet"),
        ("[]", "it holds no packet"),
        ("nonsense", "line 1: it is not JSON here, column 1"),
        ('{"agent": "codex",\n "ops": [}', "line 2: it is not JSON here, column 10"),
        (json.dumps(ONE) + "\n{", "line 2: it is not JSON here"),
        ("5", "packet 1: a packet is an object"),
        ('[{"agent": "a", "ops": []}, 5]', "packet 2: a packet is an object"),
        (SOURCE, "packet 1: an operation stands where a packet is expected"),
        (ONE | {"agnt": "x"}, "packet 1: a packet has no field 'agnt'; did you mean agent?"),
        (ONE | {"when": "x"}, "has no field 'when'; known are agent, ops, id"),
        (without("agent"), "the packet needs `agent`"),
        (without("ops"), "the packet needs `ops`"),
        (ONE | {"agent": 5}, "`agent` is a text"),
        (ONE | {"ops": {"op": "claim"}}, "`ops` is a list of operations"),
        (ONE | {"ops": []}, "a packet has 1 to 1000 operations"),
        (ONE | {"id": "seven"}, "`id` is not a UUID"),
        (ONE | {"at": "yesterday"}, "`at` is not a moment"),
        (ONE | {"at": "2029-01-01T00:00:00Z"}, "`at` lies more than a day ahead"),
        (op(1, op="clam"), "operation 1 is 'clam', which is none; did you mean claim?"),
        (op(1, valu="x"), "operation 1 (claim) has no field 'valu'; did you mean value?"),
        (op(1, key="Office Colour"), "operation 1 (claim), key is not a fact key"),
        (op(1, citations=[{"source": "office"}]), "citations 0, source is not the full id"),
        (op(1, value=5), "operation 1 (claim), value is no text"),
        (op(0, kind=["url"]), "operation 0 (add_source), kind is ['url']"),
        (ONE | {"ops": ["claim"]}, "operation 0 (claim) is not an object with the fields"),
        ('{"agent": "a", "agent": "b", "ops": []}', "packet 1: `agent` stands twice"),
        ('{"agent": "a", "ops": [{"op": "claim",\n "key": "a.b", "key": "a.c"}]}',
         "line 1, packet 1: operation 0: `key` stands twice"),
        ('{"agent": "a", "ops": [{"op": "claim", "start": NaN}]}', "NaN is no value"),
        ("[" * 100_000, "nested too deeply"),
        ('{"agent": "a", "ops": [' + "9" * 5000 + "]}", "it cannot be read"),
    ],
)  # fmt: skip
def test_each_mistake_is_told_with_its_place(given, says):
    text = given if isinstance(given, str) else json.dumps(given)
    with pytest.raises(PacketFileError) as error:
        read(text)
    assert says in str(error.value)
    assert str(error.value).startswith("line ")


def test_a_mistake_far_down_names_line_packet_and_operation():
    wrong = op(1, key="office")
    text = "\n".join([json.dumps(ONE)] * 40 + [json.dumps(wrong, indent=1)])
    with pytest.raises(PacketFileError) as error:
        read(text)
    assert (error.value.packet, error.value.operation) == (41, 1)
    assert text.splitlines()[error.value.line - 1].strip() == "{"
    assert '"op": "claim"' in text.splitlines()[error.value.line]
