"""Credentials that are known by the word beside them: "the password is …", "api_key = …".

A key word opens a search in the rest of its clause, at most 160 characters. How sure a value must
look depends on what leads to it: after a colon or "is" a mixed word is enough; right behind the
key word it must be longer; and anywhere else in the clause it must look like nothing else. That
keeps "the password must have 12 characters" and "token = get_token()" out.

The words are in words.py, the looks of values in shape.py.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from .. import lazy
from .shape import (
    EDGES,
    UUID,
    is_measure,
    is_name,
    mixed,
    random_like,
    shuffled,
    stands_for,
    strength,
)
from .words import keywords

_AHEAD, _BACK = 160, 100
# What may follow a key word and still name the same thing: `PASSWORD_PROD`, `SECRET_KEY_BASE`.
_TAIL = lazy.regex(
    r"(?:[_-](?:prod|production|stag(?:e|ing)|dev|test|live|new|old|root|admin|main|base|value"
    r"|default|b64|base64|data|\d{1,2})){0,2}\d?(?![A-Za-z0-9_]|-[A-Za-z0-9])",
    re.IGNORECASE,
)
_OTHER_KEY = lazy.regex(
    r"(?:gpio|websocket|public|pub|primary|foreign|cache|idempotency|publishable|site)[\s_-]?$"
)
_REST_OF_RUN = lazy.regex(r"(?<!\s)[!-~]{0,40}")

_SIGN = lazy.regex(
    r"[\s\"'`*_\])}\\]{0,5}(?:\([^()\n]{1,40}\)\s?)?[\s\"'`*]{0,3}"
    r"(?:[\s\"',-]{0,14}(?:value|content|default)[\"']?\s?(?=[=:]))?"
    r"(?P<sign>:=|=>|===?|->|-->|=|:|：|\||→|>|,\s?(?=[\"'])|\((?=\s?[\"'])"
    r"|\.(?:send_?keys|fill|type|val|value|set\w{0,20})\()(?:[*_]{2}(?=\s))?[\s\\]{0,4}"
)
_QUOTED = lazy.regex(
    r"[*_(\[ ]{0,4}(?:[bBrRuU@]{1,2}(?=[\"']))?(?:[\"']{2})?"
    r"(?:\\?[\"'`“„«「『‘])((?!\+?[\s,;)\]}\"'`]).{1,200}?)(?:\\?[\"'`”“»」』’]|$)",
    re.MULTILINE,
)
_UNQUOTED = lazy.regex(r"[*_(\[{]{0,2}([^\s\"'`<>|，。、！？「」『』]{1,200})")
_NEXT_SETTING = lazy.regex(r"[;&,](?=\w{1,40}\s?=)|[;,]$|\\[nrt]")
_NEXT_LINE = lazy.regex(r"[ \t:]{0,3}\n[ \t]{0,8}(\S{4,100})[ \t]{0,8}(?:\n|$)")
_CLAUSE_END = lazy.regex(
    r"[.!;](?=\s)|,(?=\s)(?!\s(?:it['’]?s|it\sis|is|now)\s)|\?(?=\s)(?!\s{1,2}\S{6,64}\s*$)"
    r"|(?<![:=：])\n|[，。；？！]"
)
_TOKEN = lazy.regex(r"[!-~¡-ɏͰ-ԯ]+|[は是为為는은가が이]")
_COPULA = lazy.regex(
    r"[\"']?(?:is|was|are|'s|it['’]?s|now|=|:|:=|->|→|to|ist|lautet|war|sind:?|est|était|es|és"
    r"|yra|son"
    r"|era|é|è"
    r"|são|ser|jest|są|je|er|är|on|este|van|είναι|ήταν|это|—|–|-|є|هي|هو|היא|הוא|है|คือ|là|adalah"
    r"|ialah|は|是|为|為|는|은|가|が|이)[\"']?$",
    re.IGNORECASE,
)
_ANNOUNCES = lazy.regex("(?:^|[^=!<>()0-9])[:=]$")
_JOINS = tuple("+&/%")
_NETWORK = lazy.regex(r"\b(?:wi-?fi|wlan|ssid|hotspot|network)\b[^\n]{0,80}$", re.IGNORECASE)
_IN_QUOTES = lazy.regex("[\"'`“„][^\"'`”“]{3,}[\"'`”“]")
_UPPER_SNAKE, _USER = lazy.regex("[A-Z0-9]_$"), lazy.regex("user", re.IGNORECASE)
_HAS_DIGIT = lazy.regex(r"\d")

_LED = lazy.regex(
    r"[^\n.!?;]{0,60}?(?:(?:\b(?:is|was|ist|lautet|war|est|es|é|è|er|är|on|je|jest|says|shows"
    r"|reads)"
    r"|'s)\s(?:(?:the|now|le|la|el|il|der|die|o|a)\s)?|[:=：是は]\s{0,3}|[는은]\s?"
    r"|\s(?:от|для|на|of|for|del?|da|do|di|für|van|voor|pour)\s(?:[^\s\d]{1,20}\s){1,3})"
)
_OPENS = lazy.regex(r"[\s#:(\[\"'`*]{0,4}")
_DIGITS = lazy.regex(
    r"(?:[A-Z]-)?(\d{4,8}|\d{3}[ -]\d{3}|\d{2}(?:-\d{2}){2,3})"
    r"(?![A-Za-z0-9_.:/%-]?\d|,\d{3}|[A-Za-z_%]|\sto\s)"
)
_CAPITALS = lazy.regex(r"((?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,8})(?![A-Za-z0-9_])")
_EXAMPLE = lazy.regex(r"(?:123456\d*|654321|(\d)\1{5,})$")
_CAME_FIRST = lazy.regex(
    r"(?:^|[\s\"'`(])(?:[A-Z]-)?([^\s\"'`]{4,40})[\"'`]?(?:,\s+that(?:['’]?s|\sis)\s+(?:the|my"
    r"|our|your)"
    r"|\s+\((?:the|my|our|your)|\s+(?:(?:is|was|are|ist|war|sind|est|sont|es|son|é|è|—)\s+"
    r"(?:my|your|the|our|his|her|mein|dein|das|der|die|ihr|mon|ton|votre|le|les|mi|tu|su|la|il|mia"
    r"|meu|minha|o|a)|(?:(?:not|doesn['’]?t|don['’]?t)\s\w{2,9}\s)?(?:as|als|comme|como"
    r"|come)(?:\s+(?:the|my|your|our|a))?))\b[^.\n]{0,40}$",
    re.IGNORECASE,
)


class _Place(NamedTuple):
    """A key word, and how far to look to the left and to the right of it."""

    word: re.Match[str]
    after: int
    until: int


def beside_words(text: str, lower: str, suspects: str) -> Iterator[tuple[str, str]]:
    """(kind, value) for each value that a key word gives away; arguments as in `keywords`."""
    for place in _places(text, lower, suspects):
        start = place.word.start()
        if not _OTHER_KEY.search(lower, max(start - 12, 0), start):
            yield from _JUDGES[place.word.lastgroup or ""](text, place)


def _places(text: str, lower: str, suspects: str) -> Iterator[_Place]:
    """Every key word, looking no further than the next of its kind: so the work is linear.

    A value may hold a key word itself, hence the rest of a run without spaces.
    """
    groups: dict[str, list[re.Match[str]]] = {}
    for word in keywords(text, lower, suspects):
        groups.setdefault(word.lastgroup or "", []).append(word)
    for words in groups.values():
        words.sort(key=lambda word: word.start())
        starts = [word.start() for word in words] + [len(text)]
        ends = [0] + [word.end() for word in words]
        for word, after, until in zip(words, ends, starts[1:], strict=False):
            run = _REST_OF_RUN.match(text, until)
            reach = min(run.end() if run else until, word.end() + _AHEAD)
            yield _Place(word, max(after, word.start() - _BACK), reach)


def _password(text: str, place: _Place) -> Iterator[tuple[str, str]]:
    for value, lead in _candidates(text, place):
        if _LOOKS[lead](value):
            yield "password", value
    yield from _came_first(text, place, "password")


def _sure(value: str) -> bool:
    plausible = len(value) >= 8 and _HAS_DIGIT.search(value)
    return bool(plausible) and strength(value) == 3 and not UUID.match(value)


def _mixed_word(value: str) -> bool:
    return strength(value) >= 2 or _joined(value) or (value.isdigit() and strength(value) == 1)


def _longer_word(value: str) -> bool:
    return strength(value) >= (2 if len(value) >= 6 else 3) or _joined(value)


def _any_word(value: str) -> bool:
    return strength(value) >= 1 or _joined(value)


_LOOKS: dict[str, Callable[[str], bool]] = {
    "quoted": _any_word,
    "line": _any_word,
    "sign": _mixed_word,
    "copula": _mixed_word,
    "next": _longer_word,
    "near": _sure,
}


def _joined(value: str) -> bool:
    """Three or more words with hyphens, as people are told to make passwords."""
    parts = value.strip(EDGES).split("-")
    small = all(re.fullmatch("[a-z]{4,10}", part) and not stands_for(part) for part in parts)
    return len(parts) >= 3 and small and not stands_for(value)


def _key(text: str, place: _Place) -> Iterator[tuple[str, str]]:
    for value, lead in _candidates(text, place):
        told = lead == "next" and place.word[0] == "secret" and _sure(value)
        if len(value) >= 8 and (told or _is_key(value, lead)):
            yield "api_key" if "key" in place.word[0] else "token", value


def _is_key(value: str, lead: str) -> bool:
    core = value.strip(EDGES)
    if any(says_no(core) for says_no in (stands_for, is_name, is_measure)) or stands_for(value):
        return False
    if lead == "near":
        return mixed(core)
    if lead == "next":
        return random_like(core) or bool(UUID.match(core))
    chosen = strength(value) >= 2 and len(core) >= 8
    return bool(chosen or UUID.match(core) or random_like(core, 12) or shuffled(core))


def _bare(text: str, place: _Place) -> Iterator[tuple[str, str]]:
    if place.word[0].startswith("cred"):
        yield from _came_first(text, place, "password")
    before = text[place.after : place.word.start()].split()
    network = place.word[0] == "key" and _NETWORK.search(text, place.after, place.word.start())
    for value, lead in _candidates(text, place):
        if network and lead in ("sign", "copula", "quoted", "line") and _longer_word(value):
            yield "password", value
        assigned = lead in ("sign", "quoted", "line") and random_like(value, 30)
        if mixed(value) or (assigned and _says_more(text, place)):
            yield "token", value
    yield from (("api_key", value) for value in before if len(value) >= 20 and mixed(value))


def _says_more(text: str, place: _Place) -> bool:
    """A bare word with more to it: `SERVICE_KEY`, `"username": …, "key": …`, a `PAT`."""
    before = text[place.after : place.word.start()]
    return place.word[0] == "pat" or bool(_UPPER_SNAKE.search(before) or _USER.search(before))


def _digits(text: str, place: _Place) -> Iterator[tuple[str, str]]:
    kind = "pin" if place.word.lastgroup == "pin" else "one_time_code"
    rest = text[place.word.end() : min(place.until, place.word.end() + _BACK)]
    led = _LED.match(rest)
    starts = (led.end(), 0) if led else (0,)
    for start in starts:
        opened = _OPENS.match(rest, start)
        at = opened.end() if opened else start
        found = _DIGITS.match(rest, at) or (_CAPITALS.match(rest, at) if start else None)
        if found and not _EXAMPLE.match(found[1]):
            yield kind, found[1]
            return
    yield from _came_first(text, place, kind)


def _came_first(text: str, place: _Place, kind: str) -> Iterator[tuple[str, str]]:
    """The value of "… is your code" and "use … as the password"."""
    left = text[place.after : place.word.start()].rpartition("\n")[2]
    found = _CAME_FIRST.search(left) if len(left) > 8 else None
    if found and (found[1].isdigit() or strength(found[1]) == 3):
        yield kind, found[1]


def _candidates(text: str, place: _Place) -> Iterator[tuple[str, str]]:
    """(value, lead) for what may be the value of a key word, nearest first.

    A lead is `quoted`, `sign` (after a colon or the like), `line` (the last thing on its line),
    `copula`, `next` (right behind the word) or `near` (in the same clause).
    """
    tail = _TAIL.match(text, place.word.end())
    if not tail and place.word[0].isascii():
        return
    rest = text[tail.end() if tail else place.word.end() : place.until]
    sign = _SIGN.match(rest)
    if not sign and rest[:1] in _JOINS:  # `password+reset` is one word
        return
    if sign:
        yield from _after_sign(rest[sign.end() :], sign["sign"])
    else:
        is_statement = place.word[0] == "pass" and rest[:1] == "\n"  # of a program
        if not is_statement:
            yield from _in_clause(text[place.after : place.word.start()], rest)


def _after_sign(rest: str, sign: str) -> Iterator[tuple[str, str]]:
    quoted = _QUOTED.match(rest)
    if quoted and sign[0] == "," and rest[quoted.end() :].lstrip()[:1] in (":", "="):
        return  # the next field, not the value of this one
    if quoted:
        yield quoted[1], "quoted" if sign != ":" or not quoted[1].isalpha() else "sign"
        return
    plain = _UNQUOTED.match(rest)
    if plain:
        value = _NEXT_SETTING.split(plain[1], maxsplit=1)[0]
        last = rest[plain.end() :].partition("\n")[0].strip() == ""
        yield value, "line" if last and sign == "=" else "sign"


def _in_clause(before: str, rest: str) -> Iterator[tuple[str, str]]:
    below = _NEXT_LINE.match(rest)
    if below and before.rpartition("\n")[2].strip() == "":
        yield below[1], "copula"
        return
    # `--password VALUE` is as good as a sign between them.
    lead, copula = "sign" if before.rpartition(" ")[2].startswith("-") else "next", ""
    end = _CLAUSE_END.search(rest)
    clause = _TOKEN.finditer(rest, 0, end.start() + 1 if end else len(rest))
    for token in islice(clause, 14):
        value = token[0]
        if _COPULA.match(value):
            lead, copula = "copula", value
            continue
        quoted = lead == "copula" and copula != "to" and _IN_QUOTES.match(value)
        yield value, "quoted" if quoted else lead
        lead = "copula" if _ANNOUNCES.search(value) else "near"


_JUDGES = {"password": _password, "key": _key, "bare": _bare, "pin": _digits, "code": _digits}
