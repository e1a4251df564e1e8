"""A line by which a person without a terminal asks the memory for something: `si: show X`.

    si:            what can be typed
    si: VERB REST  one of `VERBS`

Only a message that begins with it is one: quoted or mentioned it is words like any others. `si` is
a word of several languages too ("Si: creo que no"), so what follows must be a verb, or so near to
one that somebody mistyped it.
"""

import re
from dataclasses import dataclass

from . import lazy

VERBS = ("show", "undo", "forget", "yes", "off", "review", "remember", "help")
# Other words for the same, which are answered with the verb that is meant.
MEANT = {
    "delete": "forget", "remove": "forget", "erase": "forget", "revert": "undo", "get": "show",
    "why": "show", "find": "show", "search": "show", "add": "remember", "keep": "remember",
    "save": "remember", "confirm": "yes", "list": "review", "status": "review", "settle": "review",
}  # fmt: skip
NEAR = 0.75  # how like a verb a mistyped one is
LOOKED_AT = 400  # characters
_SOMEWHERE = lazy.regex(r"\bsi[:\uff1a]", re.I)
# Where one that changes something stands in a command, for `check`.
CHANGES = r"(?i:(?<!\w)si[:\uff1a]\s*(?:undo|forget|yes|remember)(?!\w))"
_BEGINS = lazy.regex(r"\s{0,8}si[:\uff1a][ \t]*", re.I)
_WORD = lazy.regex(r"([a-z]{2,12})(?![\w-])[ \t]*", re.I)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What was typed behind `si:`.

    verb: one of `VERBS`, or "" where it is none. rest: what follows it, as typed. near: the verb
    that a wrong one is taken for. alone: nothing stands below it in the message.
    """

    verb: str
    rest: str = ""
    near: str = ""
    alone: bool = True


def line_of(text: str) -> TypedLine | None:
    """The typed line that a message is, None for any other message."""
    begins = _BEGINS.match(text)
    if begins is None:
        return None
    line, _, below = text[begins.end() :].strip().partition("\n")
    alone = not below.strip()
    if not line:
        return TypedLine("help", alone=alone)
    word = _WORD.match(line)
    verb = word[1].lower() if word else ""
    rest = line[word.end() :].strip() if word else ""
    if verb in VERBS:
        return TypedLine(verb, rest, alone=alone)
    near = MEANT.get(verb) or _nearest(verb)
    return TypedLine("", rest, near, alone) if near else None


def _nearest(word: str) -> str:
    if len(word) < 3:
        return ""
    from difflib import get_close_matches  # nothing else needs it

    return next(iter(get_close_matches(word, VERBS, 1, NEAR)), "")


def may_be(text: str) -> bool:
    """Whether it is worth a look: the name of a speaker may stand before the line."""
    return _SOMEWHERE.search(text, 0, LOOKED_AT) is not None
