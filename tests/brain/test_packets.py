"""The grammar of packets, their one JSON form, and the texts that can be taken out of them."""

import hashlib
import json
import uuid

import brain_packets as made
import pytest
from agent_si.vendor.brain import packet as packets
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.brain.grammar import FIELDS
from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.brain.shape import check_shape

ROW = "b" + "0" * 20
PRIVATE = "Priya Nair signs for it"


def checked(packet):
    check_shape(packets.normal(packet), made.START)


def refused(packet):
    with pytest.raises(PacketRefused) as refusal:
        checked(packet)
    assert refusal.value.code == "shape"
    return refusal.value.message


def sample(name):
    """An operation of every kind, with every field."""
    citation = {"source": ROW, "quote": PRIVATE, "start": 3, "flags": ["question"]}
    values = {
        "text": PRIVATE, "key": made.LEASE, "time": "2026-05-01", "int": 4, "bool": True,
        "ref": ROW, "packet": str(uuid.uuid4()),
        "hash": "a" * 64, "flags": ["quoted"], "texts": ["travel"],
        "refs": [ROW], "citations": [citation], "others": [{"value": "9 May", "was": "wrong"}],
    }  # fmt: skip
    op = {"op": name}
    for field, form in FIELDS[name].items():
        op[field] = form.choices[0] if form.form == "enum" else values[form.form]
    if name in ("add_record", "revise_record") and op.get("kind") != "work":
        op.pop("state")
    return op


@pytest.mark.parametrize("name", FIELDS)
def test_every_operation_of_the_grammar_has_a_form_that_passes(name):
    checked(made.packet(sample(name)))


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_that_is_not_in_the_grammar_is_refused_with_the_nearest_one(name):
    """R55: a shape error is a refusal of its own kind."""
    field = next(iter(FIELDS[name]))
    op = sample(name)
    op[f"{field}s"] = op.pop(field)
    assert f"did you mean {field}?" in refused(made.packet(op)) or "needs" in refused(
        made.packet(op)
    )


@pytest.mark.parametrize("name", FIELDS)
def test_a_required_field_that_is_left_out_is_named(name):
    for field, form in FIELDS[name].items():
        if form.required:
            op = {key: value for key, value in sample(name).items() if key != field}
            assert f"needs `{field}`" in refused(made.packet(op))


@pytest.mark.parametrize(
    "key",
    [
        "lease",
        "Office.Lease",
        "office..lease",
        "office.lease!",
        ".a.b",
        "a.b.c.d.e.f.g.h.i",
        "a." + "b" * 128,
    ],
)
def test_a_key_that_is_not_dotted_lower_case_is_refused(key):
    """R43: keys follow one grammar."""
    assert "fact key" in refused(made.packet(made.claim(key, "x", made.cite(ROW))))


@pytest.mark.parametrize(
    "key", ["a.b", "office.brisbane.lease_move_date", "a.b.c.d.e.f.g.h", "0.1"]
)
def test_a_dotted_key_passes(key):
    """R43: two to eight parts."""
    checked(made.packet(made.claim(key, "x", made.cite(ROW))))


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ({"kind": "letter"}, "message, document"),
        ({"author": "alex"}, "principal, person"),
        ({"occurred_at": "last Tuesday"}, "a day"),
        ({"occurred_at": "2026-05-01T10:00:00"}, "its zone"),
        ({"start": -1}, "whole number"),
        ({"start": True}, "whole number"),
        ({"text": "x" * 5000}, "cut the passage"),
        ({"text": "长" * 1500}, "cut the passage"),
        ({"locator": "  "}, "needs `locator`"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_pass(change, hint):
    message = refused(made.packet(made.source("some words of a message") | change))
    assert hint in message or "zone" in message or "is empty" in message


@pytest.mark.parametrize(
    "how",
    [
        {"agent": "Her mes"},
        {"agent": ""},
        {"via": "mail"},
        {"id": "42"},
        {"at": "soon"},
        {"reason": "x" * 2001},
    ],
)
def test_the_frame_of_a_packet_is_checked(how):
    refused(Packet(**({"agent": "hermes", "ops": (sample("claim"),)} | how)))


def test_a_time_far_ahead_of_the_clock_is_refused():
    assert "ahead" in refused(made.packet(sample("claim"), at="2031-01-01T00:00:00Z"))


def test_a_packet_without_operations_is_refused():
    assert "1 to 1000" in refused(made.packet())


def test_operations_that_are_no_objects_or_hold_no_lists_are_refused():
    refused(made.packet({"op": ["claim"]}))
    refused(made.packet("claim", ["add_source"]))
    refused(made.packet(sample("claim") | {"citations": "the message"}))
    refused(made.packet(sample("claim") | {"citations": ["the message"]}))
    refused(made.packet(sample("claim") | {"value": 14}))
    refused(made.packet(sample("add_record") | {"tags": [3]}))


def test_defaults_written_out_are_the_same_packet():
    short = made.packet(made.source("some words"), id=str(uuid.UUID(int=7)))
    long = made.packet(short.ops[0] | {"audience": "mine", "title": ""}, id=short.id)
    assert packets.content(packets.normal(short)) == packets.content(packets.normal(long))


def test_texts_are_tidied_and_times_are_put_into_utc():
    op = made.source("one\x00 two\u200b three", occurred_at="2026-05-01T10:00:00+02:00")
    normal = packets.normal(made.packet(op)).ops[0]
    assert normal["text"] == "one two three"
    assert normal["occurred_at"] == "2026-05-01T08:00:00.000000Z"


def test_an_operation_can_name_a_row_of_its_own_packet_by_number():
    written = made.packet(made.source("some words"), made.claim("a.b", "x", made.cite("@0")))
    normal = packets.normal(written)
    assert normal.ops[1]["citations"][0]["source"] == written.row(0)


def test_a_packet_without_an_id_is_named_by_a_keyed_hash_of_its_content():
    one, same = (made.packet(sample("claim"), id="", at=at) for at in ("", "2026-05-01T08:00:00Z"))
    other = made.packet(sample("claim") | {"value": "y"}, id="")
    ids = [packets.named(packets.normal(each), b"k").id for each in (one, same, other)]
    assert ids[0] == ids[1] != ids[2]
    assert uuid.UUID(ids[0]).version == 8
    assert packets.named(packets.normal(one), b"another key").id != ids[0]


@pytest.mark.parametrize("name", FIELDS)
def test_a_sealed_packet_holds_no_private_word(name):
    """R30: every free string is a text outside the chain."""
    packet = packets.normal(made.packet(sample(name), reason="because of Priya", agent="hermes"))
    body, texts = packets.seal(packet)
    for word in ("Priya", "lease", "travel", "9 May"):
        assert word not in body
    assert set(packets.text_ids(json.loads(body))) == {packets.printed(digest) for digest in texts}


@pytest.mark.parametrize("name", FIELDS)
def test_an_opened_entry_gives_the_packet_back(name):
    packet = packets.normal(made.packet(sample(name), reason="why", at="2026-05-01T08:00:00Z"))
    body, texts = packets.seal(packet)
    plain = {packets.printed(digest): words for digest, (_, words) in texts.items()}
    opened = packets.opened(body, plain.__getitem__)
    assert Packet(ops=tuple(opened.pop("ops")), **opened) == packet
    assert packets.named_texts(body) == set(plain)


def test_a_text_id_is_the_hash_of_its_salt_and_words_and_salts_differ():
    packet = packets.normal(made.packet(made.source("the same words"), reason="the same words"))
    (_, first), (_, second) = packets.seal(packet), packets.seal(packet)
    assert not set(first) & set(second)
    assert len(first) == 2, "one string of a packet is one text"
    for digest, (salt, words) in first.items():
        assert digest == hashlib.sha256(salt + words.encode()).digest()
        assert len(salt) == 16


def test_canonical_json_has_one_form():
    assert packets.canonical({"b": [1, "é"], "a": True}) == '{"a":true,"b":[1,"\\u00e9"]}'


@pytest.mark.parametrize(
    "text", ["short", "word " * 3000, "长" * 4000, "x" * 9000, "ab 长 " * 2000]
)
def test_a_long_text_is_cut_to_a_passage_around_the_quote(text):
    start = len(text) // 2
    end = min(len(text), start + 40)
    passage, offset = packets.passage(text, start, end)
    assert len(passage.encode()) <= 4096
    assert text[offset : offset + len(passage)] == passage
    assert text[start:end] in passage
    if len(text.encode()) <= 4096:
        assert (passage, offset) == (text, 0)
