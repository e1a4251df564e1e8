"""Records of Grok in any shape: whatever stands where something is expected, nothing raises."""

import json
import tempfile
from pathlib import Path

from agent_si.vendor.sessions import grok_calls
from agent_si.vendor.sessions.adapters import grok_reading
from grok_fixtures import GrokSession
from hypothesis import given, settings
from hypothesis import strategies as st

KEYS = (
    *("timestamp", "method", "params", "sessionId", "update", "sessionUpdate", "content", "text"),
    *("type", "_meta", "promptIndex", "hostTurn", "interjection", "displayText", "bash_command"),
    *("eventId", "agentTimestampMs", "promptId", "turnStartMs", "target_prompt_index", "rawInput"),
    *("toolCallId", "status", "x.ai/tool", "kind", "title", "is_background", "role", "info", "cwd"),
    *("synthetic_reason", "prompt_index", "session_kind", "hidden", "created_at", "git_root_dir"),
)
WORDS_OF_THE_FORMAT = (
    *("session/update", "_x.ai/session/update", "user_message_chunk", "agent_message_chunk"),
    *("agent_thought_chunk", "rewind_marker", "tool_call", "tool_call_update", "text", "user"),
    *("assistant", "completed", "task-completed-1", "headless", "\ud83d", "a\0b", "hermes -z go"),
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(WORDS_OF_THE_FORMAT),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=12,
)
RECORDS = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6) | st.fixed_dictionaries(
    {
        "method": st.sampled_from(WORDS_OF_THE_FORMAT[:2]),
        "params": st.fixed_dictionaries(
            {
                "update": st.fixed_dictionaries(
                    {"sessionUpdate": st.sampled_from(WORDS_OF_THE_FORMAT)},
                    optional={"content": VALUES, "_meta": VALUES, "rawInput": VALUES},
                )
            },
            optional={"_meta": VALUES, "sessionId": VALUES},
        ),
    }
)


@given(st.lists(RECORDS, max_size=12), st.lists(RECORDS, max_size=4), RECORDS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_no_record_of_any_shape_raises(records, chat, summary, has_updates):
    with tempfile.TemporaryDirectory() as name:
        session = GrokSession(Path(name))
        if has_updates:
            session.raw("".join(json.dumps(each) + "\n" for each in records).encode())
        for each in chat:
            session.chat(each)
        (session.folder / "summary.json").write_text(json.dumps(summary))
        reading = grok_reading.read(session.folder, "", lambda said: False, lambda: None)
        if reading is not None:
            seqs = [message.seq for message in reading.messages]
            assert seqs == sorted(set(seqs))
            again = grok_reading.read(
                session.folder, reading.mark, lambda said: False, lambda: None
            )
            assert again.session == reading.session
        if has_updates:
            grok_calls.calls_around(session.updates, 1 << 40)
            grok_calls.calls_in(session.updates.read_bytes().split(b"\n"))
