"""Lines that are not parsed: whatever the filter of an adapter says of one, the parser says too.

Lines are made as the program writes them, then bent: other orders, keys twice, escapes, spaces,
torn and merged. What an adapter's filter must hold to is told in claude_skim.py.
"""

import json
import random

import pytest
from agent_si.vendor.sessions import claude_calls
from agent_si.vendor.sessions.adapters import claude_code, claude_records, claude_skim, jsonl
from agent_si.vendor.sessions.adapters.claude_code import ClaudeCode
from hypothesis import given, settings
from hypothesis import strategies as st
from session_fixtures import ClaudeFile

ME, PARENT = "11111111-aaaa-4bbb-8ccc-000000000001", "11111111-aaaa-4bbb-8ccc-000000000002"
AGENT = "codex exec 'go on'"
TRICKS = (
    "plain words",
    "ends with a backslash \\",
    'a "quoted" word',
    '"}]},"uuid":"x","timestamp":"y"',
    '}]},"uuid":"',
    '","type":"summary","summary":"x',
    '{"type":"user","uuid":"u","message":{"content":"typed"}}',
    '},"requestId":"r","type":"assistant","uuid":"',
    "\\u0022text\\u0022",
    "\x1b[31mred\x1b[0m",
    "caf\xe9 \u2028 \U0001f600 \ud83d",
    "co\u212a\u017f",
    "",
    AGENT,
    "curl http://localhost/v1/chat/completions",
    "sqlite3 state.db 'insert into messages'",
)
CHANGING = (
    ("type", "summary"),
    ("type", "user"),
    ("type", "attachment"),
    ("message", {"role": "user", "content": "typed by a person"}),
    ("message", {"role": "assistant", "content": [{"type": "text", "text": "said"}]}),
    ("content", "typed by a person"),
    ("content", [{"type": "text", "text": "said"}]),
    ("text", "said"),
    ("uuid", "another"),
    ("parentUuid", None),
    ("parentUuid", "another"),
    ("logicalParentUuid", "another"),
    ("isSidechain", True),
    ("isMeta", True),
    ("isCompactSummary", True),
    ("isVisibleInTranscriptOnly", True),
    ("isApiErrorMessage", True),
    ("origin", {"kind": "task-notification"}),
    ("promptSource", "system"),
    ("promptSource", "sdk"),
    ("turnOrigin", "sdk"),
    ("entrypoint", "sdk-cli"),
    ("entrypoint", "cli"),
    ("model", "<synthetic>"),
    ("role", "assistant"),
    ("summary", "a title"),
    ("customTitle", "a title"),
    ("slug", "quiet-plum"),
    ("note", 1),
)


class Pairs(list):
    """An object as a list of pairs, so that a key can stand twice."""


class Spelled(str):
    """A key whose first letter is written as an escape."""


def written(value, dice, style):
    """JSON of `value` in a style: spaces, escapes of other than needed letters."""
    comma, colon = (", ", ": ") if style["spaced"] else (",", ":")
    if isinstance(value, dict):
        value = Pairs(value.items())
    if isinstance(value, Pairs):
        pairs = (
            spelled(key, dice, style) + colon + written(inner, dice, style) for key, inner in value
        )
        return "{" + comma.join(pairs) + "}"
    if isinstance(value, list):
        return "[" + comma.join(written(inner, dice, style) for inner in value) + "]"
    return spelled(value, dice, style) if isinstance(value, str) else json.dumps(value)


def spelled(text, dice, style):
    """A string; now and then a letter of it as an escape."""
    if isinstance(text, Spelled):
        return f'"\\u{ord(text[0]):04x}{text[1:]}"'
    plain = json.dumps(text, ensure_ascii=style["ascii"])
    if not style["escapes"] or dice.random() > 0.2 or not text.isalpha():
        return plain
    place = dice.randrange(len(text))
    return (
        json.dumps(text[:place])[:-1]
        + f"\\u{ord(text[place]):04x}"
        + json.dumps(text[place + 1 :])[1:]
    )


def result(dice):
    """A tool's result, in the orders of keys that were recorded."""
    said = dice.choice(TRICKS) * dice.randint(1, 3)
    content = dice.choice(
        (
            said,
            [{"type": "text", "text": said}],
            [{"type": "text", "text": said}, {"type": "text", "text": "more"}],
            [
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"},
                }
            ],
            [
                {
                    "type": "image",
                    "source": {"type": "base64", "data": "QUJD", "media_type": "image/png"},
                }
            ],
        )
    )
    ident = ("tool_use_id", "toolu_1")
    block = dice.choice(
        (
            [ident, ("type", "tool_result"), ("content", content)],
            [("type", "tool_result"), ident, ("content", content)],
            [("type", "tool_result"), ("content", content), ("is_error", True), ident],
            [("type", "tool_result"), ("content", content)],
        )
    )
    block += [("is_error", False)] if dice.random() < 0.3 and len(block) < 4 else []
    shown = dice.choice(
        (
            {"stdout": said, "stderr": "", "isImage": False},
            {"type": "text", "file": {"filePath": "a.py", "content": said, "numLines": 3}},
            {"filePath": "a.py", "structuredPatch": [{"lines": ["+ one"]}]},
            {"uuid": "inner", "type": "user", "message": {"content": "inner"}},
            said,
        )
    )
    blocks = [Pairs(block)]
    if dice.random() < 0.2:
        blocks.append(dice.choice(({"type": "text", "text": "said"}, call(dice))))
    message = Pairs([("role", "user"), ("content", blocks)])
    return Pairs(
        [
            *head(dice),
            ("type", "user"),
            ("message", message),
            *ends(),
            ("toolUseResult", shown),
            *foot(dice),
        ]
    )


def call(dice):
    given = dice.choice((dice.choice(TRICKS), {"command": dice.choice(TRICKS), "background": True}))
    return Pairs([("type", "tool_use"), ("id", "t"), ("name", "Bash"), ("input", given)])


def act(dice):
    """A call or a thought."""
    thought = {"type": "thinking", "thinking": dice.choice(TRICKS), "signature": "QUJD" * 30}
    blocks = [dice.choice((call(dice), thought))]
    if dice.random() < 0.3:
        blocks.append(dice.choice((call(dice), thought, {"type": "text", "text": "said"})))
    names = [("id", "msg_1"), ("type", "message"), ("role", "assistant")]
    names.insert(dice.choice((0, 3)), ("model", dice.choice(("invented-1", "<synthetic>"))))
    message = Pairs(
        [*names, ("content", blocks), ("stop_reason", None), ("usage", {"tokens": {"a": 1}})]
    )
    kind = [("requestId", "req_1"), ("type", "assistant")]
    return Pairs([*head(dice), ("message", message), *kind, *ends(), *foot(dice)])


def head(dice):
    some = [("userType", "external"), ("cwd", "/work"), ("sessionId", "s"), ("entrypoint", "cli")]
    parent = dice.choice((PARENT, PARENT, PARENT, None, ""))
    own = some if dice.random() < 0.5 else []
    return [("parentUuid", parent), ("isSidechain", dice.random() < 0.1), *own]


def ends():
    return [("uuid", ME), ("timestamp", "2026-05-01T08:00:00.000Z")]


def foot(dice):
    entry = dice.choice(("cli", "cli", "sdk-cli"))
    some = [("userType", "external"), ("entrypoint", entry), ("cwd", "/work"), ("version", "2")]
    return some if dice.random() < 0.5 else []


def bent(record, dice):
    """Keys that change a record put in somewhere, once more or alone; sometimes another order."""
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        objects = [record, *(v for _, v in record if isinstance(v, Pairs))]
        where = dice.choice(objects)
        where.insert(dice.randint(0, len(where)), dice.choice(CHANGING))
    if dice.random() < 0.1:
        dice.shuffle(record)
    return record


def damaged(line, dice):
    """As a file that two programs wrote to, or that a power cut left."""
    place = dice.randrange(len(line))
    return dice.choice(
        (
            line[:place] + line,
            line + line,
            line[:place],
            line[place:],
            line[:place] + b"\0" * 9 + line[place:],
            line[:place] + bytes([dice.randrange(256)]) + line[place + 1 :],
            line[:place] + bytes([dice.choice(b'"\\{}[],:')]) + line[place:],
            b" " + line + b" \r",
        )
    )


def agrees(line):
    """Whether the filter gives what the parser does; None where it leaves the line to it."""
    skimmed = claude_skim.skim(line)
    if skimmed is None:
        return None
    found, whole = jsonl.objects(line, claude_records.REQUIRED)
    if not whole:
        return all(claude_records.read(obj) == skimmed for obj in found)
    assert skimmed == claude_records.read(found[0]), line
    assert str(found[0].get("type")) not in claude_records.TITLES
    return not claude_calls.runs_an_agent(found[0])


@settings(max_examples=600, deadline=None)
@given(st.integers(min_value=0))
def test_what_is_not_parsed_is_what_the_parser_finds(seed):
    dice = random.Random(seed)
    for _ in range(12):
        style = {
            "spaced": dice.random() < 0.1,
            "ascii": dice.random() < 0.3,
            "escapes": dice.random() < 0.3,
        }
        record = bent(dice.choice((result, act))(dice), dice)
        line = written(record, dice, style).encode("utf-8", "surrogatepass")
        assert agrees(line) in (True, None), line
        assert agrees(damaged(line, dice)) in (True, None), line


def plain_lines():
    """A result, a call and a thought, as the filter knows them."""
    use = Pairs([("type", "tool_use"), ("id", "t"), ("name", "Bash"), ("input", {"command": "ls"})])
    thought = Pairs([("type", "thinking"), ("thinking", "so"), ("signature", "QUJD")])
    block = Pairs([("tool_use_id", "t"), ("type", "tool_result"), ("content", "one")])
    yield Pairs(
        [
            *(("parentUuid", PARENT), ("isSidechain", False), ("type", "user")),
            ("message", Pairs([("role", "user"), ("content", [block])])),
            *(*ends(), ("toolUseResult", Pairs([("stdout", "one"), ("stderr", "")]))),
            *(("entrypoint", "cli"), ("cwd", "/work")),
        ]
    )
    for said in (use, thought):
        names = [("model", "m"), ("id", "msg_1"), ("type", "message"), ("role", "assistant")]
        message = Pairs([*names, ("content", [said]), ("stop_reason", None)])
        kind = [("requestId", "req_1"), ("type", "assistant")]
        root = [("parentUuid", PARENT), ("isSidechain", False), ("message", message)]
        yield Pairs([*root, *kind, *ends(), ("cwd", "/work")])


def objects_of(value):
    """Every object in a record, to put a key into."""
    if isinstance(value, Pairs):
        yield value
        value = [inner for _, inner in value]
    for inner in value if isinstance(value, list) else []:
        yield from objects_of(inner)


def test_a_key_that_changes_a_record_is_seen_wherever_it_stands():
    """Every such key once more, at every place of every object of the lines that are known."""
    style = {"spaced": False, "ascii": False, "escapes": False}
    skimmed = 0
    for record in plain_lines():
        line = written(record, random, style).encode()
        assert agrees(line) is True, line
        for where in objects_of(record):
            for put in [put for key, value in CHANGING for put in ways(key, value)]:
                for place in range(len(where) + 1):
                    where[place:place] = put
                    told = agrees(written(record, random, style).encode())
                    assert told in (True, None), written(record, random, style)
                    skimmed += told is True
                    del where[place : place + len(put)]
    assert skimmed


def ways(key, value):
    """A key as it is, before an object, with an object, and spelled with an escape."""
    behind = ("note", {"a": 1})
    yield [(key, value)]
    yield [(key, value), behind]
    yield [(key, {"a": 1})]
    yield [(Spelled(key), value), behind]


def test_what_is_counted_as_unreadable_is_left_to_the_parser():
    style = {"spaced": False, "ascii": False, "escapes": False}
    for record in plain_lines():
        line = written(record, random, style).encode()
        middle = len(line) // 2
        assert agrees(line[:middle] + b"\0" * 9 + line[middle:]) is None
        assert agrees(line + b"  ...") is None
        assert agrees(line + b"\r") is None


def test_lines_as_the_program_writes_them_are_not_parsed():
    """The filter is no filter if it leaves everything to the parser."""
    dice = random.Random(3)
    style = {"spaced": False, "ascii": False, "escapes": False}
    for make, least in ((result, 100), (act, 100)):
        lines = [written(make(dice), dice, style).encode("utf-8", "replace") for _ in range(1000)]
        assert sum(agrees(line) is True for line in lines) > least


def test_recorded_lines_come_to_the_same(shared):
    lines = [
        line
        for path in sorted((shared / "formats" / "samples" / "claude").rglob("*.jsonl"))
        for line in path.read_bytes().split(b"\n")
    ]
    assert all(agrees(line) in (True, None) for line in lines)
    results = [line for line in lines if b'"type":"tool_result"' in line]
    assert sum(agrees(line) is True for line in results) > len(results) // 2


@settings(max_examples=400, deadline=None)
@given(st.text(), st.text())
def test_the_end_of_a_string_is_never_found_too_early(text, behind):
    """It may be found too late, where the string ends with a backslash."""
    line = (json.dumps(text, ensure_ascii=False)[1:] + behind).encode("utf-8", "replace")
    right = len(json.dumps(text, ensure_ascii=False)[1:].encode("utf-8", "replace")) - 1
    found = jsonl.string_end(line, 0)
    assert found == right or (text.endswith("\\") and (found > right or found == -1))


class Compact(ClaudeFile):
    """A transcript without spaces, in the program's order of keys."""

    def line(self, obj):
        self.raw(
            json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            + b"\n"
        )

    def tool(self, command, output):
        call = f"toolu_{self.seconds:04d}"
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
        head = {"id": f"msg_{self.seconds}", "type": "message", "role": "assistant", "model": "m"}
        self.act({**head, "content": [use], "stop_reason": None})
        block = {"tool_use_id": call, "type": "tool_result", "content": output}
        return self.record(
            "user", {"role": "user", "content": [block]}, toolUseResult={"stdout": output}
        )

    def act(self, message):
        """The assistant's records have their kind behind the message."""
        before = self.path.stat().st_size if self.path.exists() else 0
        self.record("assistant", message)
        obj = json.loads(self.path.read_bytes()[before:])
        moved = {"message": message, "requestId": "req_1", "type": "assistant"}
        kept = {k: obj[k] for k in ("parentUuid", "isSidechain", "userType", "cwd", "sessionId")}
        with self.path.open("r+b") as file:
            file.truncate(before)
        self.line({**kept, **moved, "uuid": obj["uuid"], "timestamp": obj["timestamp"]})


@pytest.mark.parametrize("seed", range(30))
def test_a_file_reads_the_same_with_the_filter_and_without(tmp_path, monkeypatch, seed):
    dice = random.Random(seed)
    chat = Compact(tmp_path)
    past = [None]
    for _ in range(40):
        act_now = dice.random()
        if act_now < 0.3:
            past.append(chat.tip)
            chat.prompt(f"question {dice.randrange(99)}", isMeta=dice.random() < 0.1)
        elif act_now < 0.5:
            chat.answer(f"answer {dice.randrange(99)}")
        elif act_now < 0.9:
            chat.tool(dice.choice(TRICKS), dice.choice(TRICKS))
        else:
            chat.tip = dice.choice(past)
    unit = f"{chat.folder.name}/{chat.path.name}"
    skimmed = []
    monkeypatch.setattr(
        claude_code, "skim", lambda line: skimmed.append(claude_skim.skim(line)) or skimmed[-1]
    )
    fast = ClaudeCode(tmp_path).read(unit, "", lambda: None)
    monkeypatch.setattr(claude_code, "skim", lambda line: None)
    assert fast == ClaudeCode(tmp_path).read(unit, "", lambda: None)
    assert any(skimmed)
