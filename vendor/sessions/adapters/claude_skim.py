"""Records of a Claude Code transcript that hold no words, known without parsing them.

Results of tools are most of the bytes, and calls and thoughts most of the other lines. Of such a
record only the place in the tree is needed, which `skim` takes from the two ends of the line. It
answers only for the orders of keys in which the program writes; any other line is parsed.

Why nothing is lost. The beginning is matched from the first byte of the line, so it is known of
which key and block everything behind it is. Then:

- A result: the output ends at the first quote without a backslash before it (jsonl.string_end),
  and there `}]},"uuid":` must follow. Were that quote no end, `}]},` would stand in a string whose
  next quote is followed by a letter, which no JSON is.
- A call or a thought: the end is matched up to the last byte. No bracket stands in it before the
  last one, so its keys are the record's own, and of a key written twice the last one counts.

What lies between, or behind, could change what the record is only by a key of `_CHANGING` or a
block of text. Those words may not stand there in quotes, nor an escape that could spell one. A
line that is torn or merged has one "uuid" too many; another one that is no JSON is no record for
the parser either, and at most gives a place in the tree here.
"""

import re

from ...text import lazy
from .. import claude_calls
from ..record import ASSISTANT
from .claude_records import SIDECHAIN, Found
from .claude_tree import ANSWER, OTHER, Node
from .jsonl import string_end

_PAIR = (
    rb'"(?:entrypoint":"(?!sdk-)|(?:userType|cwd|sessionId|version|gitBranch|promptId|agentId|slug)'
    rb'":")[^"\\]*"'
)
_CALL_ID = rb'"tool_use_id":"[^"\\]*"'
_RESULT = (
    rb'"type":"user","message":\{"role":"user","content":\[\{'
    rb"(?:" + _CALL_ID + rb',"type":"tool_result"|"type":"tool_result"(?:,' + _CALL_ID + rb")?),"
    rb'"content":(?:"|\[\{"type":"text","text":"|\[\{"type":"image","source":\{"type":"base64",'
    rb'(?:"media_type":"[^"\\]*",)?"data":")'
)
_MODEL = rb'"model":"(?!<)[^"\\]*",'  # "<synthetic>" is none
_ACT = (
    rb'"message":\{(?:' + _MODEL + rb')?"id":"[^"\\]*","type":"message","role":"assistant",'
    rb"(?:" + _MODEL + rb')?"content":\[\{"type":"(?:(thinking|redacted_thinking)|tool_use)",'
)
_BEGIN = lazy.regex(
    rb'\{"parentUuid":"([^"\\]{1,80})","isSidechain":(false|true),'
    + rb"(?:%b,)*(?:%b|(%b))" % (_PAIR, _RESULT, _ACT)
)
_RESULT_END = lazy.regex(
    rb'"(?:(?:,"media_type":"[^"\\]*")?\}?\}\])?'
    rb'(?:,"is_error":(?:true|false))?(?:,' + _CALL_ID + rb")?\}\]\},"
    rb'"uuid":"([^"\\]{1,80})","timestamp":"[^"\\]*"'
)
# The output once more, which is stepped over; or its kind, which is none of the record.
_SHOWN = lazy.regex(
    rb',"toolUseResult":(?:("|\{"stdout":"|\{"type":"text","file":\{"filePath":"[^"\\]*",'
    rb'"content":")|\{"type")'
)
_ACT_END = lazy.regex(
    rb'\},"requestId":"[^"\\]*","type":"assistant","uuid":"([^"\\]{1,80})",'
    rb'"timestamp":"[^"\\]*"(?:,%b)*\}\Z' % _PAIR
)
# What records.py, the tree and the titles look at in such a record, besides its ends.
_CHANGING = lazy.regex(
    rb'"(?:type|message|uuid|parentUuid|isSidechain|isMeta|isCompactSummary'
    rb'|isVisibleInTranscriptOnly|origin|promptSource)"'
)
_CHANGING_ACT = lazy.regex(
    rb'"(?:text|content|message|model|parentUuid|isSidechain|isMeta|isCompactSummary'
    rb'|isVisibleInTranscriptOnly|isApiErrorMessage|entrypoint|promptSource|turnOrigin)"'
)
_SPELLED = lazy.regex(rb"\\u00[4-7]")


def skim(line: bytes) -> Found | None:
    """What records.read finds in `line`, which then runs no agent; None: it must be parsed.

    For a reader that knows its project and its beginning already: both are left out here.
    """
    begin = _BEGIN.match(line)
    if begin is None or b"\0" in line:
        return None
    ident = _act(line, begin) if begin[3] else _result(line, begin)
    if ident is None:
        return None
    is_side = begin[2] == b"true"
    kind = ANSWER if begin[3] and not is_side else OTHER
    node = Node(ident.decode("utf-8", "replace"), begin[1].decode("utf-8", "replace"), kind)
    if is_side:
        return Found(node, skipped=SIDECHAIN)
    return Found(node, ASSISTANT if begin[3] else "")


def _result(line: bytes, begin: re.Match[bytes]) -> bytes | None:
    """The uuid of a tool's result."""
    end = _RESULT_END.match(line, string_end(line, begin.end()))
    if end is None or not line.endswith(b"}"):
        return None
    rest = end.end()
    shown = _SHOWN.match(line, rest)
    if shown is not None:
        rest = string_end(line, shown.end()) if shown[1] else shown.end()
    if rest < 0 or _CHANGING.search(line, rest):
        return None
    is_spelled = line.find(b"\\u00", rest) >= 0 and _SPELLED.search(line, rest)
    return None if is_spelled else end[1]


def _act(line: bytes, begin: re.Match[bytes]) -> bytes | None:
    """The uuid of a thought, or of a call that runs no agent."""
    place = line.rfind(b'},"requestId":"')
    end = _ACT_END.match(line, place) if place >= begin.end() else None
    if end is None:
        return None
    between = line[begin.end() : place]
    if _CHANGING_ACT.search(between) or (b"\\u00" in between and _SPELLED.search(between)):
        return None
    has_call = not begin[4] or b'"tool_use"' in between
    return end[1] if not has_call or claude_calls.runs_no_agent(between) else None
