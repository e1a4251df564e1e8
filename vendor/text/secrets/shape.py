"""What a value looks like: chosen or drawn at random, or a word, a place-holder, a piece of code.

Randomness alone proves nothing in a chat full of commit hashes and ids, so these answers count
only beside a key word (beside.py) or inside a structure (tokens.py, forms.py). A value that
stands for another one (`$NAME`, `<token>`, `settings.KEY`, `********`) is never a secret.
"""

import re

from .. import lazy

EDGES = "\"'`“”„«»‘’「」『』()[]{}<>*_,;.:|\\"
UUID = lazy.regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$", re.IGNORECASE)

# Look-ups, code, paths and addresses begin in a way of their own; place-holders hold a mark.
_BEGINS = lazy.regex(
    r"(?i:sha\d+|md5)[:-]|ssh-\w+$|AAAA[BCE]|pk_(?:test|live)_|[$@][A-Za-z_]\w*$"
    r"|@[\w-]+[.:/]|%\w+%?$|[$@%][({]"
    r"|(?:op|vault|ssm|file|arn|keyring|env)[:/]|!(?:vault|secret|ref|sub|include|env)|\[\w+\]"
    r"|[A-Za-z_][\w.]*[\[(]|[A-Za-z_]\w*(?:->|::)|[fbrF]?[\"']?\{"
    r"|(?:process|os|self|this|config|settings|secrets|vars|req|request|ctx|args|options|props"
    r"|data|user|env)\.|(?:~|\.{0,2})/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*://"
    r"|[\w.+-]+@[\w-]+\.[\w.-]+$|www\."
)
_ATTRIBUTE = lazy.regex(r"[a-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_HOLDS = lazy.regex(
    r"\$\{|\$\(|\{\{|%\(|<[\w /-]{1,40}>|%[A-Z_]+%|\[\^|\\[sdwSDW]\b|\(\?|\{\d+,\d*\}"
    r"|\[[aA0]-|\{[\w.]{0,30}(?::[^{}]{0,12})?\}|\.{3}|…|[*•·]{3}"
    r"|x{4}|X{4}|(?i:0{12}|your|example|placeholder|change.?me|redacted|replace|insert|dummy|sample"
    r"|_here\b|1234567890|abcdefgh|masked|hidden)"
)
FILLER = lazy.regex(
    r"(.)\1{6}|EXAMPLE|(?i:(?<![a-z0-9])your|example|placeholder|abcdef|123456789|redacted)"
)
_SPOKEN = lazy.regex(
    r"(?:string|str|text|bytes|int|integer|number|bool|boolean|varchar|char|required|optional"
    r"|none|null"
    r"|nil|true|false|undefined|unset|empty|unknown|test|testing|secrets?|passwords?|passwd|pass"
    r"|pwd|token"
    r"|key|user|username|admin|root|name|value|here|any|default|basic|bearer|digest|oauth|type"
    r"|file|path"
    r"|hash|hashed|encrypted|plain|plain-?text|yes|no|on|off|enabled|disabled|todo|tbd|fixme"
    r"|n/?a|foo|bar"
    r"|baz|foobar|demo|fake|mock|abc|guest|invalid|wrong|correct|missing|incorrect|expired"
    r"|changed|const"
    r"|let|var|new|same|private|public)\d{0,2}$",
    re.IGNORECASE,
)
# `hashed_password`, `debug=True`: the name of a variable, an argument with its value.
_FIELD = lazy.regex(
    r"[a-z]+(?:_[a-z]+)+$|[a-z_]*(?:pass|secret|token|key|user)[a-z_]*\d?$|[\w-]{1,24}=(?:\w*$"
    r"|[\"'])",
    re.IGNORECASE,
)
_MEASURE = lazy.regex(
    r"[~<>=≤≥+$€£-]{0,2}(?:\d{1,5}/[a-z]|v?\d+(?:[.,:/x-]\d+)*(?:st|nd|rd|th"
    r"|[kmgtKMGT]?i?[bB]|[munµ]?s|min"
    r"|h|d|px|em|%|x|k|K|m|am|pm|bit|rc\d*|[ab]\d*|chars?|€|\$)?$)|#\d+$|\d{4}-\d\d-\d\d[tT]"
)
_NAMED = lazy.regex(
    r"(?:sha|md|rsa|aes|utf|base|oauth|wpa|ipv|http|tls|ssl|ssh|argon|ed|ecdsa|secp|x|k|s|ec|es"
    r"|p|h|q"
    r"|ntlmv|pkcs|pbkdf|python|py|php|mysql|postgres|win|windows|ios|macos|log4|web|gpt|v|http/|i|l"
    r"|ubuntu|debian|node|java|jdk|arm|amd|intel|rtx|mp|sqlite|neo|fido|u|mfa|totp|opus|claude"
    r"|llama"
    r")-?\d{1,5}\w{0,3}$|\d(?:password|fa|d|g)$|[a-z]\d{1,2}[a-z]$",
    re.IGNORECASE,
)
_WORD = lazy.regex(r"[A-Za-z]+\d{0,3}$|\d{1,4}$|v\d+$")
_PARTS = lazy.regex(r"[-_./:+]+")
_SPELT = lazy.regex("[A-Z]?[a-z]{3,}")
_SIGNS = lazy.regex(r"[^\w\s.,:/()\[\]'\"-]")
_CLASSES = (lazy.regex("[a-z]"), lazy.regex("[A-Z]"), lazy.regex(r"\d"), lazy.regex(r"[^\w\s]"))
_CHANGES = lazy.regex("(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
_NOT_PLAIN = lazy.regex("[^A-Za-z0-9]")


def stands_for(value: str) -> bool:
    """Whether the value is a place-holder, a look-up, a piece of code, a path or an address."""
    if _SPOKEN.match(value) or len(set(value)) < 3:
        return True
    if _ATTRIBUTE.match(value) and not mixed(value.rpartition(".")[2], 16):
        return True
    body = value.lstrip("/")
    if len(body) < len(value) and "." not in body and mixed(body) and jumps(body) > 0.4:
        return False  # base64 may begin like a path
    return bool(_BEGINS.match(value) or _HOLDS.search(value))


def is_name(value: str) -> bool:
    """Words joined by hyphens, dots or capitals, as in `eu-west-1` or `LoginFormV2`."""
    return all(
        _WORD.match(part) and not shuffled(part.rstrip("0123456789"))
        for part in _PARTS.split(value)
        if part
    )


def is_measure(value: str) -> bool:
    """A number with its unit, a version, a date, or a product named with a number."""
    return bool(_MEASURE.match(value) or _NAMED.match(value))


def shuffled(word: str) -> bool:
    """Letters only, with capitals where no word or abbreviation has them, as in `TBuZsLzBL`."""
    if len(word) < 8 or not (word.isascii() and word.isalpha()):
        return False
    return len(_SPELT.sub("", word)) >= 0.4 * len(word) and jumps(word) >= 0.3


def jumps(value: str) -> float:
    """The share of places where the kind of character changes; about a half when drawn."""
    plain = _NOT_PLAIN.sub("", value)
    return len(_CHANGES.findall(plain)) / max(len(plain) - 1, 1)


def classes(value: str) -> int:
    """How many of small letters, capitals, digits and other signs there are."""
    return sum(1 for sign in _CLASSES if sign.search(value))


def strength(value: str) -> int:
    """How sure it is that a person or a program chose the value as a password.

    0 stands for something else or is no value; 1 a word or a number; 2 mixed on purpose;
    3 mixed and long enough that nothing else is likely.
    """
    core = value.strip(EDGES + "!?")
    if _is_no_value(value, core):
        return int(core.isdigit() and len(core) >= 4 and len(set(core)) > 1)
    if not any(map(str.isalpha, core)):
        return 1
    if any(map(str.isdigit, core)):
        return _strength_with_digits(value, core)
    signs = len(_SIGNS.findall(core))
    return 2 if signs > 1 or (signs and classes(core) >= 3) or shuffled(core) else 1


def random_like(value: str, least: int = 16) -> bool:
    """Drawn by a program: long enough, of letters and digits in no order that a name has."""
    core = value.strip(EDGES + "=")
    if len(core) < least or len(set(core)) < 7 or stands_for(core) or is_name(core):
        return False
    letters = "".join(filter(str.isalpha, core))
    drawn = sum(map(str.isdigit, core)) >= 2 or shuffled(letters)
    return len(letters) >= 2 and drawn and jumps(core) > (0.2 if len(core) < 30 else 0.1)


def mixed(value: str, least: int = 20) -> bool:
    """Drawn from capitals, small letters and digits: unlike a hash, a UUID or a name."""
    kinds = classes(_NOT_PLAIN.sub("", value))
    return kinds == 3 and random_like(value, least) and jumps(value) > 0.3


def _is_no_value(value: str, core: str) -> bool:
    if len(core) < 3 or _FIELD.match(core) or is_measure(core):
        return True
    return stands_for(value) or stands_for(core)


def _strength_with_digits(value: str, core: str) -> int:
    if not is_name(core):
        return 3 if len(core) >= 8 and classes(value) >= 3 else 2
    return 1 if _PARTS.search(core) else 2
