"""What a sentence says of each value that it mentions, by the words around the mention."""

from collections.abc import Sequence

from . import answer_words as vocabulary
from . import lazy
from .answer_words import pattern
from .mentions import Value, mentions
from .tokens import spans

_NEVER = pattern(
    """
    not never nicht nie pas jamais nunca nooit никогда no_es no_era não_é não_era non_è non_era
    niet не inte ikke nie_jest
    """
)
# `nicht mehr gültig`, `not valid any more`: it was right once.
_LONGER = r"(?:mehr|meer|langre|lenger|laengere|longer|plus|mas|mais|piu)\b"
_ANY_MORE = rf"(?! (?:any ?more|any longer|now|today|{_LONGER}))"
NOT_RIGHT = lazy.regex(
    rf"(?<!\bja ){_NEVER.pattern} (?!{_LONGER})(?:\w+ )?{vocabulary.RIGHT.pattern}{_ANY_MORE}"
    rf"|(?:stimmte?|galt|gilt|klopt) (?:\w+ )?(?:nie|nicht|niet)\b{_ANY_MORE}"
    r"|不[对對]|不正[确確]|不是对的|没说对"
    r"|正しくな\w*|合ってな\w*|맞지 않\w*|안 맞\w*"
)
NOT_WRONG = lazy.regex(
    rf"{_NEVER.pattern} (?:\w+ )?{vocabulary.WRONG.pattern}|没有?[错錯]|沒有?錯|不[错錯]"
    r"|間違(?:い|って)(?:は|い)?な\w*"
)
_WAS = pattern("was were war waren era était foi estava было был была var było").pattern
WAS_WRONG = lazy.regex(rf"{_WAS} (?:\w+ ){{0,2}}{vocabulary.WRONG.pattern}")
_WAS_RIGHT = lazy.regex(rf"^\W*{_WAS} (?:\w+ )?{vocabulary.RIGHT.pattern}")

_BOUNDARY = pattern(
    """
    but and aber sondern und pero sino mais ma bensì maar en et y но а и men ale lecz ama 而是
    但是 但 不过
    """,
    "[,，、:：()—–]",
)
_ARTICLE = pattern(
    """
    the a an den dem der die das el la le les l lo il o os de des du del dal am on in at that this
    it is be value date day number think believe say said sure zum vom al ao van het es c est ce
    dia dag e que
    """
)
# Between a word and the value that it is about.
_SKIP = rf"\W*[是为為はが]?(?:{_ARTICLE.pattern}\W+){{0,4}}$"
_NEAR = r"^\W*(?:\w+\W+){0,3}?[^\W\d_a-z]{0,3}?"
_NOT_BEFORE = lazy.regex(
    rf"(?:{vocabulary.NOT_BEFORE.pattern}|\bno (?=(?:el|la|il)\b)"
    rf"|{vocabulary.WRONG.pattern} (?:about|with|con|com|bei|beim|mit|sur|avec|su|over|met)\b"
    rf"|\bmis(?:typed|read|heard|wrote|counted|spelled|remembered)\b){_SKIP}"
)
# A new clause: `that is wrong, it is the 21st`, with or without its comma.
_ANEW = lazy.regex(r"\b(?:it|this|es|c|ce) (?:is|was|est|ist|war)\W+(?:\w+\W+)?$")
# What a value was, by a noun that no table knows: `the 14th was a goof`.
_A_THING = lazy.regex(
    pattern("is was ist war es fue era est était foi è").pattern
    + r" (?:\w+ly |just |only |but |nur |bloß )?(?:a|an|ein|eine|un|une|uma|um|una|een) \w"
)
_EAST_THING = lazy.regex("^\\W*[号號日]?(?:就)?是[^,]{2,}")
_SINCE = lazy.regex(r"\b(?:ever )?since(?: then)?\b")  # it holds from then on, not until then
_USED_TO = lazy.regex(rf"^\W*used to be (?:\w+ )?{vocabulary.RIGHT.pattern}")
# `you said 14 but that was a misunderstanding`: the clause speaks of the value before it.
_THAT_WAS = lazy.regex(
    rf"^\W*(?:but |and )?(?:that|this|das|eso|ça|ca|dat) (?:\w+ ){{1,3}}?{vocabulary.WRONG.pattern}"
)
# `Dana still leads it, that was my mistake`: of the other one.
_STILL = pattern("still noch immer toujours todavía sigue ancora nog ainda ещё wciąż")
_AND = lazy.regex(
    r"\s*\b(?:and|und|y|et|e|en|и|och|og|i|ve|nor|or|oder|ou|o)\b\W*(?:the |der |el |le )?"
    r"|\s*[和与與跟及と]\s*"
)
_NOT_AFTER = lazy.regex(rf"{_NEAR}(?:{vocabulary.NOT_AFTER.pattern}|{vocabulary.WRONG.pattern})")
_WAS_BEFORE = lazy.regex(rf"{vocabulary.PAST.pattern}{_SKIP}")
_WAS_AFTER = lazy.regex(rf"{_NEAR}{vocabulary.UNTIL.pattern}")
_FROM = lazy.regex(rf"{pattern('von vom de du da do dal del van с från fra z ze').pattern}{_SKIP}")
_TO = lazy.regex(
    rf"^\W*(?:\w+\W+){{0,2}}?{pattern('auf zu zum a au al ao para naar на till til na').pattern}"
)
ALWAYS = pattern(
    """
    always all_along immer siempre toujours sempre altijd всегда alltid zawsze 一直 ずっと 항상
    """
)
_MEANT = lazy.regex(
    pattern(
        """
        meant meinte gemeint quería_decir quise_decir voulais_dire quis_dizer intendevo bedoelde
        имел_в_виду имела_в_виду 想说 想說 本来想说 つもりは
        """
    ).pattern
    + "[^,]{0,20}$"
)
# Behind the one that went: `Eve hat Dana abgelöst`, `hat von Dana übernommen`.
_TAKEN_OVER = lazy.regex(rf"^\W*{pattern('übernommen overgenomen').pattern}")
_RELIEVED = lazy.regex(rf"^\W*{pattern('abgelöst ersetzt vervangen').pattern}")
_BY = lazy.regex(rf"{pattern('durch von door').pattern}{_SKIP}")
_BECAME = pattern(
    """
    became become has_become turned_into replaced_by changed_to moved_to wurde_zu verschoben_auf
    ersetzt_durch est_devenu est_devenue remplacé_par remplacée_par pasó_a_ser cambió_a mudou_para
    diventato werd 改成 改为 改為 改到 变成 變成 变为 換成 换成
    """,
    r"^\W*(?:->|→|=>|⇒)",
    "^から",
    "^에서",
)
_CJK = lazy.regex(f"[{spans('3041-30ff 3400-9fff ac00-d7a3')}]")


def verdicts_of(statement: str, known: Sequence[Value]) -> list[tuple[int, str]]:
    """Each value mentioned, and what the sentence says of it.

    `yes` it stands, `held` it was right once or is right, `was` it held before, `no` it does not,
    `gone` it became something that is not told, `meant` it is what the person wanted to say from
    the start.
    """
    found = mentions(statement, known)
    verdicts: list[tuple[int, str]] = []
    for place, mention in enumerate(found):
        previous = found[place - 1].end if place else 0
        following = found[place + 1].start if place + 1 < len(found) else len(statement)
        before, after = statement[previous : mention.start], statement[mention.end : following]
        joined = place + 1 < len(found) and not _BOUNDARY.search(after)
        verdicts.append((mention.value, _of_one(before, after, joined=joined)))
    for place in range(len(found) - 2, -1, -1):
        between = statement[found[place].end : found[place + 1].start]
        told = verdicts[place + 1][1]
        if verdicts[place][1] == "yes" and told in ("no", "was") and _AND.fullmatch(between):
            verdicts[place] = (found[place].value, told)
    return verdicts


def _of_one(before: str, after: str, *, joined: bool) -> str:
    clauses = _BOUNDARY.split(after.lstrip(" :="))
    if len(clauses) > 1 and _THAT_WAS.match(clauses[1]) and not _STILL.search(clauses[0]):
        return "no"
    return _verdict(_BOUNDARY.split(before)[-1], clauses[0], joined=joined)


def _verdict(before: str, after: str, *, joined: bool) -> str:
    """By the words of its clause before and after the mention; `joined` to another value."""
    if _MEANT.search(before):
        return "meant"
    if joined and (_BECAME.search(after) or (_FROM.search(before) and _TO.search(after))):
        return "was"
    if _TAKEN_OVER.search(after) and _FROM.search(before):
        return "was"
    if _RELIEVED.search(after) and not _BY.search(before):
        return "was"
    if (told := _NOT_BEFORE.search(before)) and not (
        vocabulary.WRONG.search(told[0]) and _ANEW.search(told[0])
    ):
        return "no"
    if _BECAME.search(after) and not joined:
        return "gone"
    if ALWAYS.search(before + after) and not vocabulary.WRONG.search(after):
        return "yes"
    # what stands between two values in two words belongs to the second
    own = "" if joined and len(after.split()) < 3 and not _CJK.search(after) else after
    return _verdict_after(before, own)


def _verdict_after(before: str, after: str) -> str:
    after = _SINCE.sub(" ", after)
    if _USED_TO.search(after) or _WAS_AFTER.search(after):
        return "was"
    if _NOT_AFTER.search(after):
        return "no"
    if _WAS_RIGHT.search(after):
        return "held"
    if vocabulary.RIGHT.search(after):
        return "yes"
    if _WAS_BEFORE.search(before):
        return "was"
    return "gone" if _is_odd(after) else "yes"


def _is_odd(after: str) -> bool:
    """Whether a value is called something that no table knows, so that nobody can tell."""
    known = vocabulary.NOW.search(after) or vocabulary.NEWER.search(after)
    return not known and bool(_A_THING.match(after.strip()) or _EAST_THING.match(after))
