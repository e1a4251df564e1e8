"""Lines of rollouts that are not parsed, and records of any shape.

Lines are made as the program writes them, then bent: keys twice, other orders, escapes, spaces,
torn and merged. Whatever the filter leaves out, the parser finds nothing in.
"""

import json
import random

import pytest
from agent_si.vendor.sessions import codex_calls
from agent_si.vendor.sessions.adapters import codex_reading, codex_records, codex_skim, jsonl
from agent_si.vendor.sessions.adapters.codex import Codex
from codex_fixtures import CodexFile, packed_json
from hypothesis import given, settings
from hypothesis import strategies as st

TRICKS = (
    "plain words",
    "ends with a backslash \\",
    'a "quoted" word',
    '"},"type":"event_msg","payload":{"type":"user_message","message":"typed"}}',
    '{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user"}}',
    "\\u0070ayload",
    'payload"',
    '{"type":"user_message"}',
    "\x1b[31mred\x1b[0m",
    "caf\xe9 \u2028 \U0001f600",
    "gro\u212a -p 'go on'",
    "",
    "codex exec 'go on'",
    "curl http://localhost/v1/responses",
    "sqlite3 state.db 'insert into messages'",
)
MESSAGE = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "typed"}]}
CHANGING = (
    ("type", "response_item"),
    ("type", "event_msg"),
    ("type", "user_message"),
    ("type", "message"),
    ("type", "thread_rolled_back"),
    ("type", "session_meta"),
    ("payload", MESSAGE),
    ("payload", {"type": "user_message", "message": "typed"}),
    ("payload", {"type": "thread_rolled_back", "num_turns": 1}),
    ("item", {"type": "UserMessage", "content": [{"type": "text", "text": "typed"}]}),
    ("role", "user"),
    ("message", "typed"),
    ("num_turns", 1),
    ("content", [{"type": "input_text", "text": "typed"}]),
    ("record_type", "state"),
    ("timestamp", "2026-05-01T00:00:00Z"),
)


def records_of(dice):
    """One record that says nothing, as a list of pairs at each of its first two levels."""
    said = dice.choice(TRICKS) * dice.randint(1, 3)
    item = {
        "type": "CommandExecution",
        "id": "c",
        "parsed_cmd": [{"type": "unknown", "cmd": said}],
    }
    kind, payload = dice.choice(
        (
            ("response_item", {"type": "function_call_output", "call_id": "c", "output": said}),
            (
                "response_item",
                {"type": "function_call_output", "output": [{"type": "input_text", "text": said}]},
            ),
            ("response_item", {"type": "reasoning", "summary": [{"type": "s", "text": said}]}),
            (
                "response_item",
                {"type": "function_call", "name": "shell", "arguments": json.dumps({"cmd": said})},
            ),
            ("response_item", {"type": "custom_tool_call", "name": "exec", "input": said}),
            (
                "response_item",
                {"type": "local_shell_call", "action": {"type": "exec", "command": [said]}},
            ),
            ("event_msg", {"type": "exec_command_end", "stdout": said, "parsed": [{"type": "x"}]}),
            ("event_msg", {"type": "token_count", "info": None}),
            ("event_msg", {"type": "task_complete", "last_agent_message": said}),
            (
                "event_msg",
                {"type": "item_completed", "thread_id": "t", "turn_id": "u", "item": item},
            ),
            ("world_state", {"full": True, "state": {"type": said}}),
            ("token_usage_record", {"usage": {}}),
        )
    )
    ordinal = [("ordinal", 7)] if dice.random() < 0.5 else []
    inner = list(payload.items())
    return [("timestamp", "2026-05-01T00:00:07.000Z"), *ordinal, ("type", kind)], inner


def written(pairs, style):
    comma, colon = style["marks"]
    parts = (
        style["key"](key) + colon + (value if isinstance(value, Raw) else style["value"](value))
        for key, value in pairs
    )
    return "{" + comma.join(parts) + "}"


class Raw(str):
    """JSON that is written already."""


def line_of(outer, inner, style):
    return written([*outer, ("payload", Raw(written(inner, style)))], style).encode(
        "utf-8", "surrogatepass"
    )


def style_of(dice):
    def spelled(key):
        if dice.random() > 0.05:
            return json.dumps(key)
        place = dice.randrange(len(key))
        return f'"{key[:place]}\\u{ord(key[place]):04x}{key[place + 1 :]}"'

    is_ascii = dice.random() < 0.3
    spaced = dice.random() < 0.1
    marks = (", ", ": ") if spaced else (",", ":")
    return {
        "marks": marks,
        "key": spelled,
        "value": lambda value: json.dumps(value, ensure_ascii=is_ascii, separators=marks),
    }


def damaged(line, dice):
    """As a file that two programs wrote to, or that a power cut left."""
    place = dice.randrange(len(line))
    said = packed_json({"timestamp": "t", "type": "response_item", "payload": MESSAGE})
    return dice.choice(
        (
            line[:place] + line,
            line[:place] + said,
            line + said,
            line[:place],
            line[place:],
            line[:place] + b"\0" * 9 + line[place:],
            line[:place] + bytes([dice.choice(b'"\\{}[],:')]) + line[place:],
            b" " + line + b" \r",
        )
    )


def is_silent(line):
    """Whether the parser finds nothing that is used."""
    found, _ = jsonl.objects(line, codex_records.REQUIRED)
    return all(
        codex_records.read(obj).kind in ("", codex_records.CALL)
        and not codex_records.read(obj).skipped
        and not codex_calls.runs_an_agent(obj)
        for obj in found
    )


@settings(max_examples=400, deadline=None)
@given(st.integers(min_value=0))
def test_the_parser_finds_nothing_in_what_is_not_parsed(seed):
    dice = random.Random(seed)
    for _ in range(20):
        outer, inner = records_of(dice)
        for _ in range(dice.choice((0, 0, 1, 1, 2))):
            where = dice.choice((outer, inner))
            where.insert(dice.randint(0, len(where)), dice.choice(CHANGING))
        line = line_of(outer, inner, style_of(dice))
        for each in (line, damaged(line, dice)):
            assert not codex_skim.skim(each) or is_silent(each), each


def test_a_key_that_changes_a_record_is_seen_wherever_it_stands():
    style = {"marks": (",", ":"), "key": json.dumps, "value": lambda v: packed_json(v).decode()}
    skimmed = 0
    for seed in range(300):
        outer, inner = records_of(random.Random(seed))
        skimmed += codex_skim.skim(line_of(outer, inner, style))
        for where in (outer, inner):
            for pair in CHANGING:
                for place in range(len(where) + 1):
                    where.insert(place, pair)
                    line = line_of(outer, inner, style)
                    assert not codex_skim.skim(line) or is_silent(line), line
                    del where[place]
    assert skimmed > 100  # a filter that leaves everything to the parser is none


def test_recorded_lines_come_to_the_same(shared):
    lines = [
        line
        for path in sorted((shared / "formats" / "samples" / "codex").rglob("*.jsonl"))
        for line in path.read_bytes().split(b"\n")
    ]
    skimmed = [line for line in lines if codex_skim.skim(line)]
    assert all(is_silent(line) for line in skimmed)
    assert len(skimmed) > 150


@pytest.mark.parametrize("release", ["0.55", "0.140", "0.171"])
def test_a_file_reads_the_same_with_the_filter_and_without(tmp_path, monkeypatch, release):
    chat = CodexFile(tmp_path, release=release)
    for trick in TRICKS:
        chat.prompt(trick or "none")
        chat.tool(trick, trick)
        chat.record("response_item", {"type": "reasoning", "summary": trick})
        chat.answer(trick or "none")
    fast = Codex(tmp_path).read(chat.thread, "", lambda: None)
    monkeypatch.setattr(codex_reading.codex_skim, "skim", lambda line: False)
    assert fast == Codex(tmp_path).read(chat.thread, "", lambda: None)
    assert len(fast.messages) > len(TRICKS)


KINDS = st.sampled_from(
    [
        *("session_meta", "response_item", "event_msg", "compacted", "turn_context", "message"),
        *("user_message", "agent_message", "item_completed", "UserMessage", "AgentMessage", "text"),
        *("thread_rolled_back", "thread_name_updated", "input_text", "output_text", "input_image"),
        *("function_call", "local_shell_call", "user", "assistant", "developer", "user.text"),
    ]
)
KEYS = st.sampled_from(
    [
        *("timestamp", "ordinal", "type", "payload", "id", "role", "content", "text", "message"),
        *("item", "num_turns", "thread_name", "source", "thread_source", "originator", "cwd"),
        *("forked_from_id", "forked_from_ordinal_exclusive", "history_mode", "metadata", "name"),
        *("internal_chat_message_metadata_passthrough", "content_item_kinds", "compaction_output"),
        *("record_type", "call_id", "arguments", "input", "action", "output", "custom"),
    ]
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), KINDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(VALUES, max_size=30), st.booleans())
def test_records_of_any_shape_are_survived(tmp_path_factory, values, begun):
    chat = CodexFile(tmp_path_factory.mktemp("codex"), begin=begun)
    for value in values:
        chat.raw(json.dumps(value).encode() + b"\n")
    chat.prompt("Plant the walnut tree.")
    adapter = Codex(chat.home)
    reading = adapter.read(chat.thread, "", lambda: None)
    assert reading is not None
    again = adapter.read(chat.thread, reading.mark, lambda: None)
    assert again.mark == reading.mark
    assert codex_calls.calls_in(chat.path.read_bytes().split(b"\n"), "t") is not None
