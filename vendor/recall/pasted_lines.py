"""Lines of a typed message that somebody or something else wrote: a chat, a log, a prompt.

A small paste leaves no trace of its own (sessions/pastes.py), but its lines are labelled: by who
speaks, by a time, by a level, a prompt or a tag. They are blanked, so that places in the text stay.
What the person labels for themselves (`Note:`, `Rule:`) is theirs.
"""

from functools import lru_cache

from ..text import lazy
from ..text.fold import fold

_MARKS = r"[\s>*•#\-]*"
_LABEL = lazy.regex(
    rf"{_MARKS}(?P<label>[^\s:：>]+(?: [^\s:：>]+){{0,2}})(?: \([^()\n]{{1,40}}\))?\**(?:[:>]\s|：)"
)
_MACHINE = lazy.regex(
    r"\s*(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?\b|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d"
    r"|\[(?![ xX]\])[^\]\n]{1,80}\]|</?\w|[$%] |>>> "
    r"|(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b)"
)
_BARE_TIME = lazy.regex(r"[^\n]{0,40}?\b\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?\s*")
# How people begin what is their own, in the languages that constraints are found in.
_OWN = """
    note notes rule rules important remember reminder please constraint constraints requirement
    requirements ps p.s btw fyi nb n.b also and but so then again careful preference preferences
    condition conditions one first second third finally lastly here exception ok okay
    wichtig regel regeln hinweis notiz merke bitte achtung vorgabe außerdem
    règle règles remarque attention rappel svp regla reglas importante nota recuerda ojo atención
    regra regras lembrete atenção regola regole attenzione belangrijk regels let viktigt regler
    viktig ważne zasada zasady důležité pravidlo fontos szabály önemli kural kurallar
    важно правило правила помни примечание важливо σημαντικό κανόνας
    مهم قاعدة قانون חשוב כלל नियम 注意 规则 重要 备注 規則 ルール 중요 규칙 주의 กฎ สำคัญ
    """
_BEGINS = "in for on when if from with at to about as my our this these two"
_LOOKED = 200  # characters at the beginning of a line


@lru_cache
def _own() -> tuple[frozenset[str], frozenset[str]]:
    """The last word of a label of the person's own, and the first."""
    return frozenset(fold(_OWN).split()), frozenset(_BEGINS.split())


def blanked(text: str) -> str:
    """The text with spaces in the place of every such line; the same length."""
    kept: list[str] = []
    foreign = False  # below a line that holds a time and nothing else, as chats are copied
    for line in text.split("\n"):
        if not line.strip():
            foreign = False
        elif len(line) < _LOOKED and _BARE_TIME.fullmatch(line):
            foreign = True
        kept.append(" " * len(line) if foreign or _is_foreign(line) else line)
    return "\n".join(kept)


def _is_foreign(line: str) -> bool:
    start = line[:_LOOKED]
    if _MACHINE.match(start):
        return True
    found = _LABEL.match(start)
    if found is None:
        return False
    words = fold(found["label"]).strip("*_").split()
    last, first = _own()
    return bool(words) and words[-1] not in last and words[0] not in first
