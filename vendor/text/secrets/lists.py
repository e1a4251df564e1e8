"""Credentials that are several words or numbers: phrases, recovery codes, cards.

A phrase is a run of small words without one that joins words in a sentence ("the", "must");
recovery codes are two or more after a word for them; a card number has a valid check digit and
is grouped as on the card, or a word beside it says what it is.
"""

import re
from collections.abc import Iterator
from itertools import islice

from .. import lazy
from .shape import is_measure
from .triage import Suspects
from .words import JOINING, RECOVERY_ROOTS

_MANY = 50  # openings of one kind that are followed in a window

_SEED = lazy.regex(
    r"\b(?:seed|mnemonics?|wallet|(?:recovery|backup|secret)\s+(?:phrase|words)"
    r"|frase\s+(?:semilla|semente|di\s+recupero"
    r"|de\s+recuperaci[óo]n)|phrase\s+(?:de\s+récupération|mnémonique)"
    r"|wiederherstellungsphrase|сид-?фраз|мнемоник)|助记词|助記詞|ニーモニック|リカバリーフレーズ|니모닉|시드",
    re.IGNORECASE,
)
_BEFORE_RUN, _AFTER_RUN = ("", *"\n:=\"'`“„([>："), ("", *"\n\"'`”“)]<")
_SMALL = "[a-z]{3,8}"
_TWELVE = lazy.regex(
    rf"(?<![\w-])(?:{_SMALL}(?:\s{{1,3}}{_SMALL}){{11,23}}|{_SMALL}(?:,\s{{0,3}}{_SMALL}){{11,23}}"
    rf"|1[.):]?\s?{_SMALL}(?:[\s,]{{1,3}}\d{{1,2}}[.):]?\s?{_SMALL}){{11,23}})(?![\w’-]|'\w)"
)
_PASSPHRASE = lazy.regex(
    r"(?:pass\s?phrase|pass\s?wor[dt]|passwd|phrase\s+(?:de\s+passe|secrète)"
    r"|frase\s+de\s+contraseña"
    r"|кодовая\s+фраза)"
    r"(?:[^\n.!?:=]{0,48}\s(?:is|was|ist|lautet|est|es|é|è|to)\s|[^\n.!?:=]{0,48}[:=]\s?)"
    r"(?P<quote>[\"'`“„«]?)(?P<words>[a-z]{3,10}(?:[ -][a-z]{3,10}){3,11})"
    r"(?P<end>[\"'`”“»]?[.!,;]?(?:\s|$))",
    re.IGNORECASE,
)
_RECOVERY = lazy.regex(
    r"(?:(?:backup|recovery|scratch|rescue|emergency)[\s-]?(?:codes?|keys?)"
    r"|codes?\s+de\s+(?:secours|récupération|sauvegarde)"
    r"|c[óo]digos?\s+de\s+(?:recuperaci[óo]n|recuperação|respaldo|seguran[çc]a)"
    r"|wiederherstellungs(?:codes?|schlüssel)|codici\s+di\s+(?:backup|recupero)"
    r"|резервны\w{1,3}\s+код\w{0,2}|备用代码|恢复代码|恢复码|备份码|バックアップコード|リカバリーコード"
    r"|복구\s?코드|백업\s?코드|kody\s+zapasowe|yedek\s+kodlar\w{0,2}|herstelcodes)"
)
_GROUP = lazy.regex(r"(?<![\w.])[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,8}(?![\w.])")

_CARD = lazy.regex(
    r"(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{5}|\d{13,19})"
    r"(?![\w-]|\.\d)"
)
_ONE_CODE = lazy.regex(r"\s?(?:is|:|=)\s{0,3}([A-Za-z0-9-]{8,40})(?![\w-])")
_FOUR_DIGITS, _FOURS = lazy.regex(r"\d{4}"), 3  # as many of them as any card has
_CARD_WORD = lazy.regex(
    r"card|visa|master|amex|cvv|cvc|\bexp|\bpan\b|karte|tarjeta|carte|cart[ãa]o|carta|kredi|карт"
    r"|卡|カード|카드",
    re.IGNORECASE,
)
_ISSUER = lazy.regex(r"4|5[1-5]|2[2-7]|3[47]|3[068]|6(?:011|4|5|2)|35")


def listed(text: str, lower: str, suspects: Suspects) -> Iterator[tuple[str, str]]:
    """(kind, value) for each phrase, list of codes and card in the text.

    `lower` is `text` in small letters, as long.
    """
    if suspects.phrase:
        yield from _seeds(text)
    if any(root in suspects.words for root in ("pass", "phrase", "frase", "фраза")):
        yield from _passphrases(text)
    if any(root in suspects.words for root in RECOVERY_ROOTS):
        yield from _recovery(text, lower)
    if len(_FOUR_DIGITS.findall(suspects.words)) >= _FOURS:
        yield from _cards(text)


def _passphrases(text: str) -> Iterator[tuple[str, str]]:
    for phrase in _PASSPHRASE.finditer(text):
        whole = phrase["quote"] or phrase["end"].strip(" \t") in ("", "\n", ".", "!")
        if whole and phrase["words"].islower() and not JOINING.search(phrase["words"]):
            yield "password", phrase["words"]


def _seeds(text: str) -> Iterator[tuple[str, str]]:
    for run in _TWELVE.finditer(text):
        if JOINING.search(run[0]) or len(set(run[0].split())) < 7 or not _apart(text, run):
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


def _recovery(text: str, lower: str) -> Iterator[tuple[str, str]]:
    for word in islice(_RECOVERY.finditer(lower), _MANY):
        codes = [code[0] for code in _GROUP.finditer(text, word.end(), word.end() + 240)]
        real = [code for code in codes if _is_code(code)]
        one = _ONE_CODE.match(text, word.end())
        if (len(real) >= 2 and sum(map(len, real)) >= 12) or (one and _is_code(one[1])):
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
