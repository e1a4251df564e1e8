"""Records of a rollout that hold no words, known without parsing them.

What tools printed stands in them twice, as an event and as an item, and is most of the bytes; calls
and thoughts are most of the other lines. `skim` answers only for the orders of keys in which the
program writes; any other line is parsed.

Why nothing is lost. The beginning is matched from the first byte of the line, so it is known that
the record is an event or an item of that kind, unless one of its keys stands there again behind
it. In a string every quote is escaped, so `payload"` can only end a key, or a string that is
`payload` itself; and a `"type"` with no brace before it is not the first key of an inner object.
None of them may stand behind the beginning, nor an escape that could spell one. A line that is
torn or merged holds no second record without a second `payload"`.
"""

from ...text import lazy
from .. import claude_calls

_CALLS = rb"function_call|custom_tool_call|local_shell_call"
_ITEMS = (
    rb"function_call_output|custom_tool_call_output|reasoning|web_search_call|ghost_snapshot"
    rb"|tool_search_call|tool_search_output|image_generation_call"
)
_EVENTS = (
    rb"token_count|agent_reasoning|agent_reasoning_raw_content|exec_command_begin"
    rb"|exec_command_end|exec_command_output_delta|patch_apply_begin|patch_apply_end"
    rb"|mcp_tool_call_begin|mcp_tool_call_end|web_search_begin|web_search_end|turn_diff"
    rb"|task_started|task_complete|plan_update|background_event|image_generation_end"
)
_DONE = rb"CommandExecution|Reasoning|FileChange|McpToolCall|WebSearch|Plan|ContextCompaction"
_BEGIN = lazy.regex(
    rb'\{"timestamp":"[^"\\]{1,40}",(?:"ordinal":[0-9]{1,18},)?"type":"'
    rb'(?:response_item","payload":\{"type":"(?:(%b)|%b)"'
    % (_CALLS, _ITEMS)
    + rb'|event_msg","payload":\{"type":"(?:%b)"' % _EVENTS
    + rb'|event_msg","payload":\{"type":"item_completed","thread_id":"[^"\\]*",'
    rb'"turn_id":"[^"\\]*",("item":)\{"type":"(?:%b)"'
    % _DONE
    + rb'|(?:world_state|token_usage_record)","payload":\{)'
)
_SPELLED = lazy.regex(rb"\\u00[4-7]")


def skim(line: bytes) -> bool:
    """Whether nothing of `line` is used, by a reader that knows when its thread began."""
    begin = _BEGIN.match(line)
    if begin is None or not line.endswith(b"}"):
        return False
    place = begin.end()
    if begin[1] and not claude_calls.runs_no_agent(line[place:]):
        return False
    if line.find(b'payload"', place) >= 0 or (begin[2] and line.find(b'item"', place) >= 0):
        return False
    found = line.find(b'"type"', place)
    while found >= 0:
        if line[found - 1 : found] != b"{":
            return False
        found = line.find(b'"type"', found + 6)
    return line.find(b"\\u00", place) < 0 or _SPELLED.search(line, place) is None
