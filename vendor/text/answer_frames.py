"""Frames in which the words of an answer are no answer, whatever they say of the values.

    "translate to German: it changed, the 21st is right"     a task
    "it changed, the 21st is right, or so I was told"         hearsay
    "imagine I said the 14th was wrong"                       supposed
    "the party is on the 21st now"                            another subject (answer_subject.py)

In doubt it is a frame: then the person is asked once more, which costs less than a decision that
nobody took.
"""

from collections.abc import Sequence

from . import answer_frame_words as frames
from . import answer_words as vocabulary
from . import lazy
from .answer_subject import ANYTHING, other_subject
from .answer_text import spoken
from .day_words import NUMBERS
from .mentions import Value, mentions, numerals
from .porter import stem
from .quote import flags_of
from .stop_words import ANY_GLUE, ENGLISH, LANGUAGES, SMALL_TALK
from .tokens import fold, pieces

# Words that decide something: where they stand, the writer says something of a value.
_DECIDES = (
    vocabulary.RIGHT,
    vocabulary.WRONG,
    vocabulary.CHANGED,
    vocabulary.PAST,
    vocabulary.NOW,
    vocabulary.NOT_AFTER,
)

_LEADING = (
    *_DECIDES[:5],
    vocabulary.UNTIL,
    vocabulary.NOT_BEFORE,
    vocabulary.NEWER,
    vocabulary.OLDER,
    *vocabulary.ORDINALS,
)
_PLAIN = frames.LEADS | ANY_GLUE | SMALL_TALK | frozenset(NUMBERS)
# Where nothing is known of the fact, `the lease` may be what it is about.
_ITS_SUBJECT = lazy.regex(r"\b(?:the|our|my) [a-z-]+ $")
_CLAUSE = lazy.regex(r"[.,;:!?\n]+")
_SENTENCE = lazy.regex(r"[^.!?。！？\n]*(?:[.](?!\s)[^.!?。！？\n]*)*[.!?。！？\n]*")
# `我之前说错了`: a slip of one's own, not what somebody says.
_OWN_SLIP = lazy.regex("[说說]([错錯])")


def frame(words: str, known: Sequence[Value], about: str = "") -> str | None:
    """Why these words are no answer, or None. `about` is what the fact says of itself."""
    if frames.CODE.search(words):
        return "the answer is no plain statement (code)"
    if flags := _flags(words, known):
        return f"the answer is no plain statement ({', '.join(sorted(flags))})"
    if _quotes(words, known):
        return "the answer quotes somebody's words"
    return _by_words(words, spoken(words), known, about)


def _by_words(words: str, text: str, known: Sequence[Value], about: str) -> str | None:
    if _is_task(text) or _introduced(text, known):
        return "the answer asks for something to be done with these words"
    if frames.HEARSAY.search(text) or _reports(text):
        return "the answer reports what someone else says"
    if frames.SUPPOSED.search(text):
        return "the answer only supposes, wishes or plays"
    if strange := _strange_lead(text, known, about):
        return f"it cannot be told how the answer is meant ({strange})"
    if subject := other_subject(words, text, known, about):
        return f"the answer is about something else ({subject})"
    return None


def _flags(words: str, known: Sequence[Value]) -> set[str]:
    """What keeps the sentences that decide something from being plain statements."""
    found = set(flags_of(words, 0, len(words))) - {"question"}
    plain = _OWN_SLIP.sub(r"弄\1", words)
    if plain != words and "reported" in found:
        found -= {"reported"} - set(flags_of(plain, 0, len(plain)))
    for sentence in _SENTENCE.finditer(words):
        said = spoken(sentence[0])
        if mentions(said, known) or any(rule.search(said) for rule in _DECIDES):
            found |= {"question"} & set(flags_of(words, *sentence.span()))
    return found


def _strange_lead(text: str, known: Sequence[Value], about: str) -> str | None:
    """Words that lead up to the first clause that decides something and that no table knows.

    English only: `rewrite politely: …`, `Eve is convinced …`, `in theory …`.
    """
    if not _is_english(text):
        return None
    own = {stem(word) for word in pieces(fold(about.replace("_", " ")))} | ANYTHING
    own = own.union(*(value.words for value in known))
    for clause in _CLAUSE.split(text):
        places = [each.start for each in mentions(clause, known)]
        places += [found.start() for rule in _LEADING if (found := rule.search(clause))]
        if not places:
            continue
        lead = clause[: min(places)]
        words = pieces(lead if about else _ITS_SUBJECT.sub("", lead))
        strange = [w for w in words if not (w in _PLAIN or stem(w) in own or w.isdigit())]
        return " ".join(strange) or None
    return None


def _is_english(text: str) -> bool:
    words = pieces(text)
    ours = sum(word in ENGLISH for word in words)
    return ours > 0 and all(
        ours >= sum(word in glue for word in words) for glue in LANGUAGES.values()
    )


def _is_task(text: str) -> bool:
    plain = frames.NO_TASK.sub(" ", text)
    rules = (frames.TRANSFORM, frames.TASK_FIRST, frames.EAST_TASK)
    return any(rule.search(plain) for rule in rules)


def _quotes(words: str, known: Sequence[Value]) -> bool:
    """Whether what decides stands between quotation marks; a value alone may."""
    for match in frames.QUOTED.finditer(words):
        inner = numerals(fold(next(group for group in match.groups() if group)))
        plain = " ".join(inner.split()).strip(" .,;:!")
        is_value = any(plain in value.phrase for value in known)
        if not is_value and any(rule.search(inner) for rule in _DECIDES):
            return True
    return False


def _introduced(text: str, known: Sequence[Value]) -> bool:
    """Whether words before a colon, which decide nothing themselves, introduce what follows."""
    return any(
        not (
            mentions(lead[1], known)
            or any(rule.search(lead[1]) for rule in _DECIDES)
            or frames.INTRODUCES.search(lead[1])
        )
        for lead in frames.LEAD.finditer(text)
    )


def _reports(text: str) -> bool:
    if frames.EAST_SAYS.search(text):
        return True
    return any(not frames.NOBODY.fullmatch(said["who"]) for said in frames.REPORT.finditer(text))
