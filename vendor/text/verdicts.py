"""What a sentence says of each value that it mentions, by the words around the mention."""

import re
from collections.abc import Sequence

from . import answer_words as vocabulary
from .answer_words import pattern
from .mentions import Value, mentions
from .tokens import spans

_NEVER = pattern(
    """
    not never nicht nie pas jamais nunca nooit никогда no_es no_era não_é não_era non_è non_era
    niet не inte ikke nie_jest
    """
)
NOT_RIGHT = re.compile(
    rf"{_NEVER.pattern} (?:\w+ )?{vocabulary.RIGHT.pattern}|不[对對]|不正[确確]|不是对的|没说对"
    r"|正しくな\w*|合ってな\w*|맞지 않\w*|안 맞\w*"
)
NOT_WRONG = re.compile(
    rf"{_NEVER.pattern} (?:\w+ )?{vocabulary.WRONG.pattern}|没有?[错錯]|沒有?錯|不[错錯]"
    r"|間違(?:い|って)(?:は|い)?な\w*"
)
_WAS = pattern("was were war waren era était foi estava было был была var było").pattern
WAS_WRONG = re.compile(rf"{_WAS} (?:\w+ ){{0,2}}{vocabulary.WRONG.pattern}")
_WAS_RIGHT = re.compile(rf"^\W*{_WAS} (?:\w+ )?{vocabulary.RIGHT.pattern}")

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
_NOT_BEFORE = re.compile(rf"(?:{vocabulary.NOT_BEFORE.pattern}|\bno (?=(?:el|la|il)\b)){_SKIP}")
_NOT_AFTER = re.compile(rf"{_NEAR}{vocabulary.NOT_AFTER.pattern}")
_WAS_BEFORE = re.compile(rf"{vocabulary.PAST.pattern}{_SKIP}")
_WAS_AFTER = re.compile(rf"{_NEAR}{vocabulary.UNTIL.pattern}")
_FROM = re.compile(rf"{pattern('von vom de du da do dal del van с från fra z ze').pattern}{_SKIP}")
_TO = re.compile(
    rf"^\W*(?:\w+\W+){{0,2}}?{pattern('auf zu zum a au al ao para naar на till til na').pattern}"
)
_ALWAYS = pattern(
    """
    always all_along immer siempre toujours sempre altijd всегда alltid zawsze 一直 ずっと 항상
    """
)
_MEANT = re.compile(
    pattern(
        """
        meant meinte gemeint quería_decir quise_decir voulais_dire quis_dizer intendevo bedoelde
        имел_в_виду имела_в_виду 想说 想說 本来想说 つもりは
        """
    ).pattern
    + "[^,]{0,20}$"
)
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
_CJK = re.compile(f"[{spans('3041-30ff 3400-9fff ac00-d7a3')}]")


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
        before = _BOUNDARY.split(before)[-1]
        after = _BOUNDARY.split(after)[0]
        verdicts.append((mention.value, _verdict(before, after, joined=joined)))
    return verdicts


def _verdict(before: str, after: str, *, joined: bool) -> str:
    """By the words of its clause before and after the mention; `joined` to another value."""
    if _MEANT.search(before):
        return "meant"
    if joined and (_BECAME.search(after) or (_FROM.search(before) and _TO.search(after))):
        return "was"
    if _NOT_BEFORE.search(before):
        return "no"
    if _BECAME.search(after) and not joined:
        return "gone"
    if _ALWAYS.search(before + after):
        return "yes"
    # what stands between two values in two words belongs to the second
    own = "" if joined and len(after.split()) < 3 and not _CJK.search(after) else after
    return _verdict_after(before, own)


def _verdict_after(before: str, after: str) -> str:
    if _WAS_AFTER.search(after):
        return "was"
    if _NOT_AFTER.search(after):
        return "no"
    if _WAS_RIGHT.search(after):
        return "held"
    return "was" if _WAS_BEFORE.search(before) and not vocabulary.RIGHT.search(after) else "yes"
