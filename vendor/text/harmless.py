"""Text that can be shown without acting: no character or mark in it does anything.

Whatever was said in a session may be hostile: it may hold terminal codes, letters that nobody
sees, tags that end the fence around memories, links that load, references that a host expands.
`flat` gives one line and breaks every such form; `paragraphs` keeps line ends and addresses.
A plain lie in plain words passes; against that stand attribution and the quote gate.

    text -> terminal codes -> entities -> characters -> angle brackets -> references

Everything is linear in the text. What a shown line looks like around the words is in render.py.
"""

import html
import re
import unicodedata
from functools import lru_cache

from . import lazy

_BELL, _ESCAPE = chr(0x07), chr(0x1B)
_CONTROL_SEQUENCE, _STRING_END = chr(0x9B), chr(0x9C)
_STRING_STARTS = "".join(map(chr, (0x90, 0x98, 0x9D, 0x9E, 0x9F)))
# Colours and cursor moves; strings such as titles, links and the clipboard; other two-letter
# codes. A string that does not end loses its first two letters only.
_TERMINAL = lazy.regex(
    rf"(?:{_ESCAPE}\[|{_CONTROL_SEQUENCE})[0-?]{{0,64}}[ -/]{{0,8}}[@-~]"
    rf"|(?:{_ESCAPE}[\]PX^_]|[{_STRING_STARTS}])"
    rf"[^{_BELL}{_ESCAPE}{chr(0x80)}-{chr(0x9F)}]{{0,4096}}"
    rf"(?:{_BELL}|{_ESCAPE}\\|{_STRING_END})"
    rf"|{_ESCAPE}[ -/]{{0,8}}[0-~]?"
)
_ENTITY = lazy.regex(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31}\d{0,2});")
_LINE_ENDS = dict.fromkeys((0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029), "\n")

# Letters that show nothing and are neither format nor control characters.
_SINGLE = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC)
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_FILLERS = frozenset(_SINGLE + _SELECTORS)
_GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# A look-alike of one of these becomes it under NFKC, so it is treated as if it were it.
_ACTING = frozenset("<>[]|`&#/{}")
# And these look like angle brackets, or would end the words of a line, under any form.
_INSTEAD = {
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": "\N{LEFT DOUBLE QUOTATION MARK}",
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": "\N{RIGHT DOUBLE QUOTATION MARK}",
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}": "<",
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}": ">",
    "\N{MODIFIER LETTER LEFT ARROWHEAD}": "<",
    "\N{MODIFIER LETTER RIGHT ARROWHEAD}": ">",
}
_LEFT, _RIGHT = "\N{MATHEMATICAL LEFT ANGLE BRACKET}", "\N{MATHEMATICAL RIGHT ANGLE BRACKET}"
_ARROWS = (
    ("<->", "\N{LEFT RIGHT ARROW}"),
    ("->", "\N{RIGHTWARDS ARROW}"),
    ("=>", "\N{RIGHTWARDS DOUBLE ARROW}"),
    ("<-", "\N{LEFTWARDS ARROW}"),
    ("<=", "\N{LESS-THAN OR EQUAL TO}"),
    (">=", "\N{GREATER-THAN OR EQUAL TO}"),
)
_TAG = lazy.regex(r"<([/!?|%\w][^<>]{0,200})>")
_OPENS = lazy.regex(r"<(?=[/!?|%])")

_SEMICOLONS = ";\N{GREEK QUESTION MARK}\N{FULLWIDTH SEMICOLON}\N{SMALL SEMICOLON}"
_STILL_ENTITY = lazy.regex(rf"&(?=#|\w{{1,31}}[{_SEMICOLONS}])")
_REFERENCE = lazy.regex(
    r"(?<![\w/])@(?=(?:diff|staged)\b|(?:file|folder|git|url|diff):|[a-z][\w-]{0,31}:\S)", re.I
)
_DIRECTIVE = lazy.regex(r"(media(?=:\S)|javascript(?=:)|vbscript(?=:)|data(?=:\w{1,20}/))", re.I)
_ADDRESS = lazy.regex(r"https?:/{1,9}", re.I)
_LINKED = lazy.regex(r"(?<=[!\]])(?=\[)|(?<=\])(?=\()")
_ROLE = lazy.regex(r"\[(?=/?\s?(?:inst|sys))", re.I)
_TICKS = lazy.regex("`{3,}")
_SPACES = lazy.regex(r"\s+")
_LEAD = lazy.regex(r"\A[-*+#|=_~\N{BULLET}\s]+(?:\s|$)")
_NUMBERED = lazy.regex(r"\A(\d+[.)])(?=\s|$)")

# What no shown text may hold in its compatibility form. The rules below leave none of it; where
# one of them is wrong, `_plain` is the last resort.
_STRUCTURE = lazy.regex(
    r"[<>]|`{3}|\[/?(?:inst|sys)|&#|&\w{1,31};|!\[|\]\(|\]\[|memory[\W_]{0,9}context\W{0,9}>",
    re.I,
)


def flat(text: str) -> str:
    """One line: line ends and square brackets go, no address is live, no list begins it."""
    text = _characters(text, newline=" ", tab=" ")
    text = text.replace("[", "(").replace("]", ")").replace("`", "'")
    text = _ADDRESS.sub("", _angles(text)).replace("://", ": //")
    return _checked(_unlisted(_SPACES.sub(" ", _references(text)).strip()))


def paragraphs(text: str) -> str:
    """The same with newlines, indentation, square brackets, code and live addresses kept."""
    text = _angles(_characters(text, newline="\n", tab="    "))
    text = _LINKED.sub(" ", _ROLE.sub("[ ", _TICKS.sub("'''", text)))
    return _checked(_references(text))


def _unlisted(text: str) -> str:
    """Without a heading or bullet mark in front; a number, which may be of a date, is enclosed."""
    text = _LEAD.sub("", text, count=1)
    return _NUMBERED.sub(r"(\1)", text, count=1)


def _characters(text: str, newline: str, tab: str) -> str:
    text = _entities(_TERMINAL.sub("", text)).replace("\r\n", "\n").translate(_LINE_ENDS)
    known = {ord(character): _shown(character) for character in set(text)}
    known |= {ord("\n"): newline, ord("\t"): tab}
    return _few_marks(text.translate(known))


def _entities(text: str) -> str:
    # Twice, for what was escaped twice; what is left after that stays visible as text.
    for _ in range(2):
        if "&" not in text:
            return text
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return _TERMINAL.sub("", text)


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    category = unicodedata.category(character)
    if category in _GONE or ord(character) in _FILLERS:
        return ""
    if category.startswith("Z"):
        return " "
    compatible = unicodedata.normalize("NFKC", character)
    return compatible if _ACTING.intersection(compatible) else _INSTEAD.get(character, character)


def _few_marks(text: str) -> str:
    """At most four combining marks in a row, which is enough for any language."""
    if text.isascii():
        return text
    marks = "".join(c for c in set(text) if unicodedata.category(c).startswith("M"))
    return re.sub(f"([{marks}]{{4}})[{marks}]+", r"\1", text) if marks else text


def _angles(text: str) -> str:
    if "<" not in text and ">" not in text:
        return text
    for written, arrow in _ARROWS:
        text = text.replace(written, arrow)
    text = _OPENS.sub("(", _TAG.sub(r"(\1)", text))
    return text.replace("<", _LEFT).replace(">", _RIGHT)


def _references(text: str) -> str:
    text = _REFERENCE.sub("@ ", _STILL_ENTITY.sub("& ", text))
    return _DIRECTIVE.sub(r"\1 ", text)


def _checked(text: str) -> str:
    return _plain(text) if _STRUCTURE.search(unicodedata.normalize("NFKC", text)) else text


def _plain(text: str) -> str:
    kept = unicodedata.normalize("NFKC", text)
    return re.sub(r"[^\w\s.,;:'?()-]|_", " ", kept)
