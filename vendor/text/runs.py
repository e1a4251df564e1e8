"""What a sentence in Chinese, Japanese, Korean or Thai says of a person.

The sentence is read as one string: a name, what marks it as subject or object, and the words of
mind in its clause. The name may be written in Latin letters (`Alex 决定…`) or by its sound.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from . import lazy, sounds
from .names import Names
from .runs_words import JA, KO, TH, ZH, Run
from .tokens import fold, spans

SAID = "said or decided"
_KATAKANA = lazy.regex(f"[{spans('30a1-30fa 30fc')}]+")
_HANGUL = lazy.regex(f"[{spans('ac00-d7a3')}]+")
_HANZI = lazy.regex(f"[{spans('3400-9fff')}]+")
_THAI = lazy.regex(f"[{spans('e01-e4e')}]+")
_HIRAGANA = lazy.regex(f"[{spans('3041-3096')}]")
_LATIN = lazy.regex(rf"[A-Za-z{spans('c0-24f')}][A-Za-z0-9{spans('c0-24f')}_.'-]*")
_CLAUSE = lazy.regex("[，,；;。！？!?\n]|但是|不过|而且")
_SPOKEN = lazy.regex(r"[:：]\s*\S{2,}|[「『“\"]")
_WITH_OTHERS = lazy.regex("[とや와과](?=[^、。]{1,12}?(?:は|が|는|은|가|이))|하고")
_DONE_BY = lazy.regex(
    "に(?:断ら|拒ま|選ば|頼ま|言わ|求めら|決めら|勧めら|(?:拒否|却下|承認|提案|要求|指名|依頼|批判|反対)さ)れ"
)
_FROM = lazy.regex("[从從]")
_COUNT = lazy.regex("[0-9一二三四五六七八九十百千两兩]")
_THEN = "[并並而且后就]"
_LETTERS = {
    JA: ("kana", _KATAKANA),
    KO: ("hangul", _HANGUL),
    ZH: ("han", _HANZI),
    TH: ("thai", _THAI),
}
# 其他, 自我: he and I as parts of other words.
_NOT_HE, _NOT_I = frozenset("其吉利"), frozenset("自大无忘小")


class Rule(NamedTuple):
    """A language as patterns."""

    words: Run
    skip: re.Pattern[str]
    mind: re.Pattern[str]
    near: re.Pattern[str]
    fact: re.Pattern[str]
    follows: re.Pattern[str]  # what may stand behind a whole name


@lru_cache(maxsize=8)
def _rule(run: Run) -> Rule:
    return Rule(
        words=run,
        skip=lazy.regex(rf"(?:{run.skip}|\s)*+"),
        mind=lazy.regex(run.mind),
        near=lazy.regex(run.near),
        fact=lazy.regex(run.fact),
        follows=lazy.regex(f"{run.title}?(?:{run.subject}|{run.object}|{run.owner}|에|$)"),
    )


def language(text: str) -> Run | None:
    """The language of a sentence by its script; None for any other script."""
    if _HANGUL.search(text):
        return KO
    if _HIRAGANA.search(text) or (_KATAKANA.search(text) and not _HANZI.search(text)):
        return JA
    if _HANZI.search(text):
        return ZH
    return TH if _THAI.search(text) else None


def reason(text: str, names: Names) -> str | None:
    """What the sentence puts into the principal's mouth, or None."""
    rest = text
    for name in names.runs:
        rest = rest.replace(name, " ")
    run = language(rest)
    if run is None:
        return None
    rule = _rule(run)
    places = list(_places(text, names, rule))
    spoken_of = list(_spoken_of(text, rule, named=bool(places)))
    found = (
        re.match(rf"\s*{run.label}\s*[:：]\s*\S", text) is not None
        or any(_says(text, start, end, rule, default=True) for start, end in places)
        or any(_says(text, start, end, rule, default=False) for start, end in spoken_of)
        or (not places and re.match(rf"\s*{run.bare}", text) is not None)
        or _first_person(text, rule)
        or _nobody(text, rule)
    )
    return SAID if found else None


def _first_person(text: str, rule: Rule) -> bool:
    marks = rule.words.subject if rule.words in (JA, KO) else ""
    for match in re.finditer(rule.words.i + marks, text):
        before = text[match.start() - 1 : match.start()]
        inside = rule.words is KO and _HANGUL.fullmatch(before)
        if before not in _NOT_I and not inside:
            return True
    return False


def _nobody(text: str, rule: Rule) -> bool:
    """`車を売ることに決めた`, `차를 팔기로 했다`: no subject at all, and a mind."""
    if len(text) < 6 or rule.words not in (JA, KO):
        return False
    if rule.words is JA:
        return not re.search("[はがも、]", text.replace("ことが", "")) and bool(
            rule.mind.search(text) or re.search("こと[がに](?:決|な)", text)
        )
    marked = re.search("[은는이가](?=[ ,])|께서|에서", text)
    return marked is None and re.search("기로 ?(?:했|결정|정[했해])", text) is not None


def _places(text: str, names: Names, rule: Rule) -> Iterator[tuple[int, int]]:
    for name in names.runs:
        for match in re.finditer(re.escape(name), text):
            if not _longer_name(text[match.end() : match.end() + 8], rule):
                yield match.span()
    yield from _in_latin(text, names)
    if rule.words is JA:
        yield from _by_family(text, names)
    yield from _by_sound(text, names, rule)


def _in_latin(text: str, names: Names) -> Iterator[tuple[int, int]]:
    """A name in Latin letters; what stands behind its last word is said of it."""
    start = end = -1
    for match in _LATIN.finditer(text):
        words = tuple(fold(match.group()).replace("'", " ' ").split())
        if words not in names.words and (words[-1],) not in names.words:
            continue
        if end >= 0 and text[end : match.start()].strip(" '") == "":
            end = match.end()
            continue
        if end >= 0:
            yield start, end
        start, end = match.span()
    if end >= 0:
        yield start, end


def _by_family(text: str, names: Names) -> Iterator[tuple[int, int]]:
    """佐藤さん for 佐藤健: in Japanese the family name is the usual one."""
    for name in names.runs:
        if len(name) < 3 or not _HANZI.fullmatch(name):
            continue
        for match in re.finditer(re.escape(name[:2]) + f"(?={JA.title})", text):
            yield match.span()


def _longer_name(rest: str, rule: Rule) -> bool:
    """李明珠 is not 李明: another character of a name, and the verb behind it."""
    if rule.words is KO:
        return bool(_HANGUL.match(rest)) and not rule.follows.match(rest)
    if not _HANZI.match(rest) or rule.mind.match(rest) or re.match(rule.words.title, rest):
        return False
    if rule.words is JA:
        return True
    known = rule.skip.match(rest, 0)
    if (known and known.end()) or rule.near.match(rest) or rule.fact.match(rest):
        return False
    if rest[0] in "的和与跟同及之家":
        return False
    skipped = rule.skip.match(rest, 1)
    adverb = skipped is not None and skipped.end() > 1
    return bool(rule.mind.match(rest, 1) or rule.near.match(rest, 1) or adverb)


def _by_sound(text: str, names: Names, rule: Rule) -> Iterator[tuple[int, int]]:
    """Places where a name of another script is written as it sounds."""
    script, letters = _LETTERS[rule.words]
    if script in names.scripts:
        return
    for match in letters.finditer(text):
        if rule.words is JA:
            if sounds.frame(match.group()) in names.frames:
                yield match.span()
        elif rule.words is KO:
            yield from _hangul_name(match, names, rule)
        else:
            yield from _pieces_that_sound(match, names, range(10, 1, -1))


def _hangul_name(word: re.Match[str], names: Names, rule: Rule) -> Iterator[tuple[int, int]]:
    """A word of Hangul that begins with the name and ends in a particle."""
    text = word.group()
    for length in range(min(6, len(text)), 0, -1):
        if rule.follows.match(text[length:]) and sounds.frame(text[:length]) in names.frames:
            yield word.start(), word.start() + length
            return


def _pieces_that_sound(
    run: re.Match[str], names: Names, lengths: range
) -> Iterator[tuple[int, int]]:
    text, at = run.group()[:500], 0
    while at < len(text):
        pieces = (text[at : at + length] for length in lengths if at + length <= len(text))
        known = (p for p in pieces if sounds.spells(p) and sounds.frame(p) in names.frames)
        length = len(next(known, ""))
        if length:
            yield run.start() + at, run.start() + at + length
        at += length or 1


def _spoken_of(text: str, rule: Rule, *, named: bool) -> Iterator[tuple[int, int]]:
    """He, she, they and the user, where they are no one else."""
    for match in re.finditer(rule.words.role, text):
        yield match.span()
    for match in re.finditer(rule.words.he, text):
        before = text[: match.start()]
        if before[-1:] in _NOT_HE or (rule.words is KO and not _is_word(text, match, rule)):
            continue
        if named or not (rule.mind.search(before) or rule.near.search(before)):
            yield match.span()


def _is_word(text: str, match: re.Match[str], rule: Rule) -> bool:
    """Korean: a pronoun with its particle, not a syllable inside a word."""
    before = text[match.start() - 1 : match.start()]
    marked = re.match(f"{rule.words.subject}|의", text[match.end() :])
    return marked is not None and not _HANGUL.fullmatch(before)


def _says(text: str, start: int, end: int, rule: Rule, *, default: bool) -> bool:
    run = rule.words
    titled = lazy.regex(run.title).match(text, end)
    before = text[:start].rstrip()
    rest = text[titled.end() if titled else end :].lstrip()
    if _SPOKEN.match(rest) and len(before) < 3:
        return True
    if re.match(run.told, rest) or re.search(run.told_before + "$", before):
        return True
    if run is JA and _DONE_BY.match(rest):
        return True
    if re.match(run.agent, rest) or re.search(run.agent_before + "$", before):
        return bool(rule.mind.search(rest) or (run is ZH and rule.mind.search(before)))
    if re.match(run.owner, rest):
        return re.search(run.thought, rest[:10]) is not None
    if re.search(run.before + "$", before):
        return False
    return _as_subject(before, rest, rule, default=default)


def _as_subject(before: str, rest: str, rule: Rule, *, default: bool) -> bool:
    run = rule.words
    marked = re.match(run.subject, rest)
    if not marked and re.match(run.object, rest) and not _WITH_OTHERS.match(rest):
        return False
    body = rest[marked.end() if marked else 0 :]
    clauses = _CLAUSE.split(body) if run in (ZH, TH) else [body]
    verb = _verb_at(clauses[0], rule)
    plain = rule.fact.match(clauses[0], verb) if run is ZH else rule.fact.search(clauses[0])
    plain = plain or (_COUNT.match(clauses[0], verb) if run is ZH else None)
    if run is ZH and _FROM.match(clauses[0]) and not rule.mind.search(clauses[0]):
        plain = rule.fact.search(clauses[0], 1)
    if _minds(clauses[0], verb, rule, plain=plain is not None):
        return True
    if any(rule.mind.match(clause, _verb_at(clause, rule)) for clause in clauses[1:3]):
        return True
    begins = len(before) < 5 and (marked is not None or run in (ZH, TH))
    return default and begins and not plain and len(clauses[0].strip()) > 1


def _verb_at(clause: str, rule: Rule) -> int:
    skipped = rule.skip.match(clause)
    return skipped.end() if skipped else 0


def _minds(clause: str, verb: int, rule: Rule, *, plain: bool) -> bool:
    if rule.near.match(clause, verb) or rule.mind.match(clause, verb):
        return True
    if plain and rule.words is ZH:
        return re.search(_THEN + rule.words.mind, clause) is not None
    return rule.mind.search(clause[:60]) is not None
