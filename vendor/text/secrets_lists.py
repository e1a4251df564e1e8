"""Credentials that are several words or numbers: phrases, recovery codes, cards, commands, log-ins.

A phrase is a run of small words without one that joins words in a sentence ("the", "must");
a card number has a valid check digit and is grouped as on the card, or a word beside it says so.
Commands and calls name the flag or the place where a password goes.
"""

import re
from collections.abc import Iterator
from itertools import islice

from .secrets_rules import Form, form, structured
from .secrets_shape import is_measure, strength

_MANY = 50  # openings of one kind that are followed in a window

_JOINING = re.compile(
    r"(?<![a-z])(?:the|and|are|was|were|not|but|for|with|from|this|that|they|them|then|than|your|you|our"
    r"|his|her|has|have|had|must|should|would|could|can|will|may|let|its|too|very|when|what|why|how|who"
    r"|where|which|because|into|over|after|before|about|needs?|use|used|using|does|did|all|any|only|also"
    r"|required|contain|contains|least|characters|words|forgot|forgotten|phrase|never|always|every|each"
    r"|und|der|die|das|ist|nicht|mit|que|los|las|una|por|para|con|les|des|est|une|pour|dans|nie|jest"
    r")(?![a-z])"
)
_SEED = re.compile(
    r"\b(?:seed|mnemonics?|wallet|recovery\s+(?:phrase|words)|backup\s+(?:phrase|words)|secret\s+(?:phrase|words)"
    r"|frase\s+(?:semilla|semente|di\s+recupero|de\s+recuperaci[óo]n)|phrase\s+(?:de\s+récupération|mnémonique)"
    r"|wiederherstellungsphrase|сид-?фраз|мнемоник)|助记词|助記詞|ニーモニック|リカバリーフレーズ|니모닉|시드",
    re.IGNORECASE,
)
_BEFORE_RUN, _AFTER_RUN = ("", *"\n:=\"'`“„([>："), ("", *"\n\"'`”“)]<")
_SMALL = "[a-z]{3,8}"
_TWELVE = re.compile(
    rf"(?<![\w-])(?:{_SMALL}(?:\s{{1,3}}{_SMALL}){{11,23}}|{_SMALL}(?:,\s{{0,3}}{_SMALL}){{11,23}}"
    rf"|1[.):]\s?{_SMALL}(?:[\s,]{{1,3}}\d{{1,2}}[.):]\s?{_SMALL}){{11,23}})(?![\w’-]|'\w)"
)
_PASSPHRASE = re.compile(
    r"(?:pass\s?phrase|pass\s?wor[dt]|passwd|phrase\s+(?:de\s+passe|secrète)|frase\s+de\s+contraseña|кодовая\s+фраза)"
    r"(?:[^\n.!?:=]{0,48}\s(?:is|was|ist|lautet|est|es|é|è|to)\s|[^\n.!?:=]{0,48}[:=]\s?)"
    r"(?P<quote>[\"'`“„«]?)(?P<words>[a-z]{3,10}(?:[ -][a-z]{3,10}){3,11})(?P<end>[\"'`”“»]?[.!,;]?(?:\s|$))",
    re.IGNORECASE,
)
_RECOVERY = re.compile(
    r"(?:(?:backup|recovery|scratch|rescue|emergency)[\s-]?(?:codes?|keys?)|codes?\s+de\s+(?:secours|récupération|sauvegarde)"
    r"|c[óo]digos?\s+de\s+(?:recuperaci[óo]n|recuperação|respaldo|seguran[çc]a)|wiederherstellungs(?:codes?|schlüssel)"
    r"|codici\s+di\s+(?:backup|recupero)|резервны\w{1,3}\s+код\w{0,2}|备用代码|恢复代码|恢复码|备份码|バックアップコード"
    r"|リカバリーコード|복구\s?코드|백업\s?코드|kody\s+zapasowe|yedek\s+kodlar\w{0,2}|herstelcodes)",
    re.IGNORECASE,
)
_RECOVERY_ROOTS = (
    *(
        "backup",
        "recover",
        "scratch",
        "rescue",
        "emergency",
        "secours",
        "sauvegarde",
        "código",
        "codigo",
    ),
    *(
        "recupero",
        "wiederherst",
        "резерв",
        "备",
        "恢复",
        "コード",
        "코드",
        "zapasowe",
        "yedek",
        "herstel",
    ),
)
_GROUP = re.compile(r"(?<![\w.])[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,4}(?![\w.])")

_CARD = re.compile(
    r"(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{5}|\d{13,19})(?![\w-]|\.\d)"
)
_CARD_WORD = re.compile(
    r"card|visa|master|amex|cvv|cvc|\bexp|\bpan\b|karte|tarjeta|carte|cart[ãa]o|carta|kredi|карт|卡|カード|카드",
    re.IGNORECASE,
)
_ISSUER = re.compile(r"4|5[1-5]|2[2-7]|3[47]|3[068]|6(?:011|4|5|2)|35")


def listed(text: str, lower: str) -> Iterator[tuple[str, str]]:
    """(kind, value) for each phrase, list of codes, card, command or log-in in the text."""
    yield from _seeds(text)
    for phrase in _PASSPHRASE.finditer(text):
        whole = phrase["quote"] or phrase["end"].strip(" \t") in ("", "\n", ".", "!")
        if whole and phrase["words"].islower() and not _JOINING.search(phrase["words"]):
            yield "password", phrase["words"]
    if any(root in lower for root in _RECOVERY_ROOTS):
        yield from _recovery(text)
    yield from _cards(text)
    yield from structured(text, lower, COMMANDS)


def _seeds(text: str) -> Iterator[tuple[str, str]]:
    for run in _TWELVE.finditer(text):
        if _JOINING.search(run[0]) or len(set(run[0].split())) < 7 or not _apart(text, run):
            continue
        near = text[max(run.start() - 120, 0) : run.end() + 80]
        if _SEED.search(near) or len(re.findall("[a-z]+", run[0])) in (12, 24):
            yield "seed_phrase", run[0]


def _apart(text: str, run: re.Match[str]) -> bool:
    """Whether the run begins a line, or follows a colon or a quote, and ends likewise."""
    before = text[max(run.start() - 12, 0) : run.start()].rstrip(" \t")
    after = text[run.end() : run.end() + 4].lstrip(" \t.")
    led = before[-1:] in _BEFORE_RUN or before.endswith((" is", " are", " ist", " est", " es"))
    return led and after[:1] in _AFTER_RUN


def _recovery(text: str) -> Iterator[tuple[str, str]]:
    for word in islice(_RECOVERY.finditer(text), _MANY):
        codes = [code[0] for code in _GROUP.finditer(text, word.end(), word.end() + 240)]
        real = [code for code in codes if _is_code(code)]
        if len(real) >= 2 and sum(map(len, real)) >= 12:
            yield from (("recovery_codes", code) for code in real)


def _is_code(code: str) -> bool:
    if code.isdigit():
        return True
    return any(map(str.isdigit, code)) and not is_measure(code)


def _cards(text: str) -> Iterator[tuple[str, str]]:
    for number in _CARD.finditer(text):
        digits = re.sub(r"\D", "", number[0])
        if _ISSUER.match(digits) and len(set(digits)) > 4 and _luhn(digits):
            near = text[max(number.start() - 60, 0) : number.end() + 60]
            if len(digits) != len(number[0]) or _CARD_WORD.search(near):
                yield "payment_card", number[0]


def _luhn(digits: str) -> bool:
    """The check digit of a card. Source: ISO/IEC 7812-1, annex B."""
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        total += sum(divmod(2 * digit, 10)) if place % 2 else digit
    return total % 10 == 0


def _chosen(value: str) -> bool:
    return strength(value) >= 2


def _sure(value: str) -> bool:
    return strength(value) == 3


def _anything(value: str) -> bool:
    return True


def _stated(value: str) -> bool:
    return strength(value) >= 1


_V = r"[\"']?([^\s\"'|]{4,100})"
_PROGRAMS = (
    r"\b(?:mysql\w{0,10}|mariadb\w{0,8}|sshpass|docker\s+login|podman\s+login|mongo(?:sh|dump|restore)?|redis-cli|7za?|zip"
    r"|unzip|smbclient|ldap\w{3,8}|openssl|curl|wget|https?|net\s+user?|\w{2,12}\s+login|argocd|nmcli|cryptsetup|htpasswd|rclone|helm|svn|xfreerdp|keytool|sqlcmd)\s"
)
_FLAGS = (
    rf"(?:^|\s)(?:-p|-passin\s+pass:|-passout\s+pass:|-storepass\s|-keypass\s|-[aPw]\s|/p:)\s?{_V}"
)
_USERS = rf"(?:^|\s)(?:-u|-U|--user|--auth|-a|/user:|/u:)[ =]?[\"']?[^\s:%\"']{{1,60}}[:%\s]{_V}"
_LOGIN = r"\b(?:creds?|credentials|log-?\s?ins?|user(?:name)?|account|zugangsdaten|identifiants|credenciales|credenziali|логин)\b"
COMMANDS: tuple[Form, ...] = (
    form("password", "-p -a -w", _PROGRAMS, _chosen, _FLAGS),
    form("password", "user: -u --user --auth -a", _PROGRAMS, _chosen, _USERS),
    form("password", "echo printf", rf"\b(?:echo|printf)\s+(?:-n\s+)?{_V}[\"']?\s{{0,3}}\|\s{{0,3}}(?:su|docker|passwd|gpg"
         r"|chpasswd|openssl|podman|cryptsetup)", _chosen),
    form("password", "identified", r"identified\s+(?:with\s+\w+\s+)?by\s+(?:password\s+)?[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "securestring", r"securestring[\s(]+(?:-string\s+)?[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "auth login credential connect signin sign_in",
         r"(?:auth|login|sign_?in|credentials?|connect\w{0,12}|authenticate)[\"']?\s{0,2}[=:]?\s{0,2}[(\[{]\s{0,2}"
         r"[\"'][^\"'\n]{1,80}[\"']\s{0,2},\s{0,2}(?:\w{1,30}\s?=\s?)?[\"']([^\"'\n]{4,80})[\"']", _chosen),
    form("password", "cred login log-in log user account zugangsdaten identifiants credenziali логин", _LOGIN, _sure,
         r"\A[^\n]{0,30}?[ :=](?:[\w.@+-]{2,40} ?[/:|] ?|[\w.+-]{1,40}@[\w.-]{1,40} )(\S{6,64})"),
    form("one_time_code", "sign log verify confirm", r"\b(?:use|enter|type)\s+(?:(?:the\s+|this\s+)?code\s+)?(\d{4,8})\s+(?:to|as|for|when)\s+"
         r"(?:you\s+)?(?:sign|log|verify|confirm|authenticate)", _stated),
    form("one_time_code", "code", r"\bcode\b(?=[^\n.;]{0,60}(?:sms|text|sent|mailed|expire|authenticator|2fa|phone|whatsapp))"
         r"[^\n.;\d]{0,50}?(?:is|was|:|=)\s?(\d{4,8})(?!\w)", _stated),
    form("one_time_code", "code", r"\b(?:your|alarm|gate|door|garage|safe|keypad|lock|entry)\b[^\n.;\d]{0,20}\bcode(?:\s(?:is|was)|'s|:|=)"
         r"\s?(\d{4,8})(?!\w|\s[a-z])", _stated),
    form("payment_card", "cvv cvc csc", r"\b(?:cvv2?|cvc2?|csc)\s{0,2}(?:is|code|:|=)?\s{0,2}(\d{3,4})(?!\w)", _anything),
    form("private_key", "priv pk", r"(?:priv(?:ate)?[\s_-]?key|\bpk)\b[^\n]{0,30}?(?<![0-9a-f])((?:0x)?[0-9a-f]{64})(?![0-9a-f])", _anything),
    form("private_key", "private privkey", r"(?<![0-9a-fx])((?:0x)?[0-9a-f]{64})(?![0-9a-f])[^\n]{0,30}?priv(?:ate)?[\s_-]?key", _anything),
)  # fmt: skip
