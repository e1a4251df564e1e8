"""Reading an answer to a dispute: which value stands, and whether the others changed or were wrong.

mentions.py finds the values in the words, verdicts.py reads what is said of each, answer_words.py
has the vocabulary. Questions in an answer say nothing.
"""

import re
from collections.abc import Sequence
from typing import Literal

from . import answer_words as vocabulary
from . import lazy
from .answer import Answer, Shown, Unclear
from .answer_frames import frame
from .answer_text import spoken
from .mentions import Mention, Value, mentions, unknown_value, values
from .verdicts import ALWAYS, NOT_RIGHT, NOT_WRONG, WAS_WRONG, verdicts_of

LONGEST = 2_000

_END = lazy.regex(r"(?<![0-9])\.(?=\s|$)|[!;\n。！；]+|(?<=[?？])")
_CAUSE = lazy.regex(r"\bsince (?:you|i|we|he|she|they|it)\b")
_NOT_THAT = lazy.regex(r"\bwrong that \w+ (?:has |have |was )?(?:changed|moved)")
# `se` is *if*, and in Spanish the reflexive: `se aplazó al 21`.
_IF = lazy.regex(
    r"(?:^|[.,] )(?:si|se(?! (?:ha|han|[a-z]+(?:zo|bio|vio|so|to|co|do|po|spuso)) )) (?!,)"
)


def read(
    words: str, shown: Sequence[Shown], about: str = "", *, own: int | None = None
) -> Answer | Unclear:
    """What `answer.read` answers."""
    if len(shown) < 2:
        return Unclear("there are no two values to choose from", _which(shown))
    if len(words) > LONGEST:
        return Unclear("the answer is too long to be one", _which(shown))
    known = values(shown)
    statements, asked = _statements(words)
    if not statements:
        return Unclear(
            "the answer is a question" if asked else "the answer states nothing", _which(shown)
        )
    text = " . ".join(statements)
    if doubt := _doubt(text) or frame(words, known, about):
        return Unclear(doubt, _which(shown))
    verdicts = [verdict for statement in statements for verdict in verdicts_of(statement, known)]
    stands = _standing(verdicts, len(shown), changed=bool(vocabulary.CHANGED.search(text)))
    other = not verdicts and any(unknown_value(one, known) for one in statements)
    if own is not None and not verdicts and not other and _only_changed(text):
        return Answer(own, "changed")
    if isinstance(stands, str):
        reason = "the answer names a value that was not shown" if other else stands
        return Unclear(reason, _which(shown))
    how = _how(text, statements, known, verdicts, stands)
    return Answer(stands, how) if how else Unclear(_NO_HOW, _whether(shown, stands))


def _only_changed(text: str) -> bool:
    """`it changed` and no more, which says how and leaves open which."""
    says = vocabulary.CHANGED.search(text) and not vocabulary.UNCHANGED.search(text)
    return bool(says) and not vocabulary.WRONG.search(text) and len(text.split()) <= _FEW


_FEW = 8
_FROM_TO = lazy.regex(
    r"\b(?:from|von|de|da|van|от|с|从) *(?:the |o |a )?_ +(?:to|auf|a|para|naar|на|到) *(?:the )?_"
)
_NO_HOW = "the answer does not say whether the other value changed since or was wrong"


def _statements(words: str) -> tuple[list[str], bool]:
    """The sentences that state something, folded, and whether there were questions too."""
    text = spoken(words)
    said: list[str] = []
    asked = False
    for sentence in _END.split(text):
        plain = re.sub(r"\s+", " ", sentence).strip()
        if plain.endswith("?") or vocabulary.QUESTION.search(plain):
            asked = True
        elif vocabulary.REQUEST.search(plain):
            continue
        elif plain:
            told = NOT_RIGHT.sub(" wrong ", NOT_WRONG.sub(" right ", plain))
            said.append(" ".join(told.split()))
    return said, asked


def _doubt(text: str) -> str | None:
    if vocabulary.UNSURE.search(text):
        return "the answer is not sure"
    if vocabulary.CONDITIONAL.search(text) or _IF.search(text):
        return "the answer depends on a condition"
    if vocabulary.REPORTED.search(text):
        return "the answer reports what someone else says"
    if vocabulary.BOTH.search(text):
        return "the answer speaks of all values alike"
    return None


def _standing(verdicts: list[tuple[int, str]], count: int, *, changed: bool) -> int | str:
    """The place of the value that stands, or why none does."""
    meant = {value for value, verdict in verdicts if verdict == "meant"}
    if len(meant) == 1:
        return meant.pop()
    yes = {value for value, verdict in verdicts if verdict in ("yes", "meant")}
    yes = yes or {value for value, verdict in verdicts if verdict == "held"}
    out = {value for value, verdict in verdicts if verdict in ("no", "was")}
    if any(verdict == "gone" for _, verdict in verdicts):
        return "the answer does not tell the values apart"
    if yes & out:
        return "the answer says both of one value"
    if len(yes) == 1:
        return yes.pop()
    left = set(range(count)) - out
    sure = changed or any(verdict == "no" for _, verdict in verdicts)
    if not yes and sure and len(left) == 1:
        return left.pop()
    return "the answer does not tell the values apart"


def _how(
    text: str,
    statements: list[str],
    known: Sequence[Value],
    verdicts: list[tuple[int, str]],
    stands: int,
) -> Literal["changed", "wrong"] | None:
    """Did the others change, or were they wrong? By the words around the values."""
    rest = " . ".join(_without(one, mentions(one, known)) for one in statements)
    wrong = vocabulary.WRONG.search(rest) or any(verdict == "meant" for _, verdict in verdicts)
    if vocabulary.UNCHANGED.search(rest) or _NOT_THAT.search(rest):
        return "wrong"
    changed = vocabulary.CHANGED.search(rest)
    lately = vocabulary.NOW.search(_CAUSE.sub(" ", rest))
    was = any(verdict in ("was", "held") and value != stands for value, verdict in verdicts)
    if wrong and not changed:
        return "wrong" if not lately or WAS_WRONG.search(rest) else "changed"
    if wrong:
        return None if WAS_WRONG.search(rest) else "changed"
    if changed or lately or was or _FROM_TO.search(rest):
        return "changed"
    return "wrong" if ALWAYS.search(rest) else None


def _without(statement: str, found: list[Mention]) -> str:
    """A statement without the words of its values, which may be any words."""
    for mention in reversed(found):
        statement = f"{statement[: mention.start]} _ {statement[mention.end :]}"
    return statement


def _options(shown: Sequence[Shown]) -> str:
    spelled = [
        f"{' '.join(one.value.split())[:80]}{f' (said {one.date[:10]})' if one.date else ''}"
        for one in shown
    ]
    return (
        " or ".join(spelled) if len(spelled) < 3 else f"{', '.join(spelled[:-1])} or {spelled[-1]}"
    )


def _which(shown: Sequence[Shown]) -> str:
    return (
        f"Which one stands: {_options(shown)}? And did the other one change since, or was it "
        "wrong? Please say both in one message."
    )


def _whether(shown: Sequence[Shown], stands: int) -> str:
    others = [one for place, one in enumerate(shown) if place != stands]
    return (
        f"Of {_options(shown)}: if {_options([shown[stands]])} stands, did {_options(others)} "
        "change since, or was it wrong? Please say both in one message."
    )
