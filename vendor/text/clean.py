"""What a person typed, of what a host stored as their message. One cleaner for gate and index.

A row of a user holds more than the user's words: recalled memories, reminders, skill texts,
captions of images, quoted messages, files, other people's lines. `typed` takes all of it out and
gives "" when nothing is left; `said` does the same for an answer. What is cut is decided by the
shapes in wrappers.py. Where a wrapper may hold the words of somebody else, the cut ends at the
*last* mark that can end it, so that nobody ends it early from inside; the price is that a few of
the person's own words may go, and they can say them again.

    stored text -> tidy -> tagged spans -> attached files -> wrappers, outermost first -> speakers
"""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import islice

from . import lazy, wrappers
from .fold import UNSEEN

# Version of the rules here and in wrappers.py; stored beside every text they made.
CLEANER = 3

_WRAPPERS = 40  # around one message; with more it is nobody's

_SURROGATES = lazy.regex(f"([{chr(0xD800)}-{chr(0xDBFF)}])([{chr(0xDC00)}-{chr(0xDFFF)}])")
_LONE = lazy.regex(f"[{chr(0xD800)}-{chr(0xDFFF)}]")
_LINE_ENDS = lazy.regex("|".join(["\r\n", *map(chr, (0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029))]))
_UNTIDY = lazy.regex("|".join((_LINE_ENDS.pattern, _LONE.pattern, UNSEEN.pattern)))
_TAG = lazy.regex(
    rf"<\s{{0,9}}(/?)\s{{0,9}}({'|'.join(wrappers.SPAN_TAGS)})(?:\s[^<>]{{0,2000}})?\s{{0,9}}>",
    re.I,
)
_BRACKET = lazy.regex(r"[\[\]]")
_QUERY = lazy.regex(r"</?user_query>")
_BLANK_LINE = lazy.regex(r"\n[ \t]*\n")


def tidy(text: str) -> str:
    """`text` without NUL, controls, lone surrogates and letters nobody sees; LF ends a line."""
    if text.isascii():
        if text.isprintable() or text.replace("\n", "").isprintable():
            return text
    elif _UNTIDY.search(text) is None:
        return text
    text = _LINE_ENDS.sub("\n", _SURROGATES.sub(_joined, text))
    return _LONE.sub("", UNSEEN.sub("", text))


# A line as render.line writes it, and the header over such lines, also quoted or in a list:
# pasted back by a person or repeated by an assistant, they are recalled text and nobody's words.
_RECALLED_LINE = lazy.regex(
    r"^[ \t>*+-]{0,8}(?:\[[a-z0-9_.]{5,128}\] \d{4}-\d\d-\d\d [^«\n]{0,220}«[^»\n]{0,260}»"
    rf"|{re.escape(wrappers.HEADER)})[ \t]*$",
    re.M,
)


def typed(
    text: str, agent: str = "hermes", *, names: Collection[str] = (), shared: bool = True
) -> str:
    """What a person typed, of a user row (Hermes) or one user text block (the others).

    Args:
        text: as stored; never `api_content`.
        agent: `hermes`, `claude`, `codex` or `grok`; another one gets what all have in common.
        names: how the person is called in a group. With none, a message that holds the lines of
            one speaker is the person's, and of one that holds several no marked line counts.
        shared: False where no other person can have written, so `[Dana] ` is no speaker.
    """
    text = tidy(text)
    if agent == "hermes" and wrappers.SIGNS.search(text) is None:
        return "" if _begins(text, wrappers.BARE) else text.strip()
    text = _RECALLED_LINE.sub("", _without_spans(text))
    family = re.split(r"[-_ ]", agent.lower(), maxsplit=1)[0]
    text = _OF_AGENT.get(family, _nothing_more)(text).strip()
    if family == "hermes" and shared and "[" in text:
        # A sticker or a file stands behind the name of who sent it.
        text = _hermes(_own_lines(text, frozenset(name.casefold() for name in names)))
    return wrappers.PLACEHOLDER.sub("", text).strip()


def said(text: str, agent: str = "hermes") -> str:
    """What an assistant said, of an assistant row: no recalled memories, no summaries."""
    text = _without_spans(tidy(text))
    if "«" in text or wrappers.HEADER in text:
        text = _RECALLED_LINE.sub("", text)
    text = text.strip()
    return "" if agent == "hermes" and wrappers.SUMMARY.match(text) else text


def _joined(pair: re.Match[str]) -> str:
    return chr(0x10000 + ((ord(pair[1]) - 0xD800) << 10) + ord(pair[2]) - 0xDC00)


def _begins(text: str, beginnings: tuple[str, ...]) -> bool:
    return text[:100].lstrip().lower().startswith(beginnings)


def _without_spans(text: str) -> str:
    """Without tagged passages."""
    if "<" not in text:
        return text
    kept, place = [], 0
    for start, stop in _spans(text):
        kept.append(text[place:start])
        place = stop
    return "".join([*kept, text[place:]])


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The passages to cut, in order. A tag that ends nothing is a passage of its own."""
    tags = list(_TAG.finditer(text))
    last = {tag[2].lower(): tag.end() for tag in tags if tag[1]}
    stop = 0
    for place, tag in enumerate(tags):
        if tag.start() < stop:
            continue
        closed = last.get(tag[2].lower(), 0)
        if tag[1]:
            stop = tag.end()
        elif closed <= tag.start():
            stop = _unclosed_end(text, tag)
        elif tag[2].lower() == wrappers.RECALL:
            # A host sets recalled memories at the end of a message, in one block.
            stop = closed
        else:
            stop = _closed_end(tags, place) or closed
        if stop > tag.start():
            yield tag.start(), stop


def _unclosed_end(text: str, tag: re.Match[str]) -> int:
    """The end of the text; no passage (0) for a tag that is a word in somebody's sentence."""
    before = text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()]
    is_word = before.strip() and tag[2].lower() != wrappers.RECALL
    return 0 if is_word else len(text)


def _closed_end(tags: list[re.Match[str]], place: int) -> int:
    depth, name = 0, tags[place][2].lower()
    for tag in islice(tags, place, None):
        if tag[2].lower() == name:
            depth += -1 if tag[1] else 1
            if not depth:
                return tag.end()
    return 0


def _hermes(text: str) -> str:
    if attached := wrappers.ATTACHED.search(text):
        text = text[: attached.start()]
    for _ in range(_WRAPPERS):
        inner = _unwrapped(text).strip()
        if inner == text:
            return text
        text = inner
    return ""


def _unwrapped(text: str) -> str:
    """Without the outermost wrapper. Text that has none comes back as it is."""
    for opener, cut in _CUTS:
        if opener.match(text):
            return cut(text)
    return _after_history(text)


def _after_history(text: str) -> str:
    *_, last = [None, *wrappers.HISTORY_ENDS.finditer(text)]
    if last:
        return text[last.end() :]
    return "" if _begins(text, wrappers.HISTORY) else text


def _one_skill(text: str) -> str:
    """The instruction behind a skill's text, "" when that text only pretends that there is one."""
    if wrappers.BUNDLE in text.partition("\n")[0]:
        _, asked, ask = text.partition(wrappers.BUNDLE_BODY)[0].rpartition(wrappers.BUNDLE_ASK)
        return ask if asked else ""
    tail = text.rpartition(wrappers.SKILL_ASK)[2] if wrappers.SKILL_ASK in text else ""
    ask = tail.partition(wrappers.SKILL_NOTE)[0]
    return "" if any(foot in tail for foot in wrappers.SKILL_FOOT) else ask


def _loaded_skill(text: str) -> str:
    """The words behind the texts of skills that a channel loads by itself."""
    if wrappers.AUTOLOAD_FOOT not in text:
        return ""
    tail = text.rpartition(wrappers.AUTOLOAD_FOOT)[2].strip()
    if wrappers.SKILL_LOAD in tail:
        tail = tail.rpartition(wrappers.SKILL_LOAD)[2].partition("\n")[2]
    return tail


def _after_note(text: str) -> str:
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] == "[" else -1
        if not depth:
            return text[bracket.end() :]
    return ""


def _after_caption(text: str) -> str:
    *_, look = [None, *wrappers.LOOK.finditer(text)]
    if look:
        return text[look.start() :].partition("\n")[2]
    return text.rpartition("]\n")[2] if "]\n" in text else _after_note(text)


def _after_reply(text: str) -> str:
    for end in ('"]\n', '"]'):
        if end in text:
            return text.rpartition(end)[2]
    return ""


def _after_quoted(text: str) -> str:
    *_, last = [None, *_BLANK_LINE.finditer(text)]
    return text[last.end() :] if last else ""


def _steered(text: str) -> str:
    return text.partition("]")[2].partition(wrappers.STEER_END)[0]


_CUTS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (wrappers.SKILL, _one_skill),
    (wrappers.AUTOLOAD, _loaded_skill),
    (wrappers.MACHINE, lambda _: ""),
    (wrappers.REPLY, _after_reply),
    (wrappers.CAPTION, _after_caption),
    (wrappers.QUOTED, _after_quoted),
    (wrappers.STEER, _steered),
    (wrappers.NOTE, _after_note),
)


def _claude(text: str) -> str:
    if not _begins(text, wrappers.CLAUDE_MACHINE):
        return text
    asked = text.partition(wrappers.ARGUMENTS[0])[2].partition(wrappers.ARGUMENTS[1])[0]
    return asked if _begins(text, wrappers.CLAUDE_COMMAND) else ""


def _codex(text: str) -> str:
    if _begins(text, wrappers.CODEX_EDITOR):
        # A selection may hold such a heading too; the person's words come last.
        *_, request = [None, *wrappers.CODEX_REQUEST.finditer(text)]
        return text[request.end() :] if request else ""
    return "" if _begins(text, wrappers.CODEX_MACHINE) else text


def _grok(text: str) -> str:
    queries = list(_QUERY.finditer(text))
    if queries:
        return text[queries[0].end() : queries[-1].start() if len(queries) > 1 else None]
    return "" if _begins(text, wrappers.GROK_MACHINE) else text


def _nothing_more(text: str) -> str:
    return text


_OF_AGENT: dict[str, Callable[[str], str]] = {
    "hermes": _hermes,
    "claude": _claude,
    "codex": _codex,
    "grok": _grok,
}


def _own_lines(text: str, names: frozenset[str]) -> str:
    """The person's own of a text with `[Dana] ` before lines. A line without goes with the last."""
    marks = [mark for mark in wrappers.SPEAKER.finditer(text) if _is_name(mark)]
    if not marks:
        return text
    speakers = {_name(mark) for mark in marks}
    is_prefix = not names and len(speakers) == 1 and not marks[0].start()
    mine = speakers if is_prefix else names
    stops = [*(mark.start() for mark in marks[1:]), len(text)]
    parts = [text[: marks[0].start()]]
    parts += [
        text[m.end() : stop] for m, stop in zip(marks, stops, strict=True) if _name(m) in mine
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _name(mark: re.Match[str]) -> str:
    return mark[1].partition("|")[0].strip().casefold()


def _is_name(mark: re.Match[str]) -> bool:
    name = _name(mark)
    if mark[0].endswith("\n") and "|" not in mark[1]:
        return False
    is_word = len(name) > 1 or not name.isascii()
    return (
        is_word
        and not name[0].isdigit()
        and any(map(str.isalpha, name))
        and name not in wrappers.TAGS
    )
